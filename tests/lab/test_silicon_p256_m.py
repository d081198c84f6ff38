# SPDX-License-Identifier: MIT
"""The boards of p256-m's README, whose times gcc 9 made. doc/boards.md says why they are no test of
the boards' flash: compilers differ by more."""

import re
from collections.abc import Mapping

import pytest

from lab.model import Case
from lab.paths import BUILD
from lab.runner import Lab

pytestmark = pytest.mark.slow

FUNCTIONS = {
    "keygen": "p256_gen_keypair",
    "ecdh": "p256_ecdh_shared_secret",
    "sign": "p256_ecdsa_sign",
    "verify": "p256_ecdsa_verify",
}
COLUMNS = {"stm32f091": 1, "stm32f411": 2}


def published(board: str) -> Mapping[str, int]:
    """Milliseconds by operation, in the README's last table with these functions."""
    readme = (BUILD / "peers" / "p256-m" / "README.md").read_text(encoding="utf-8")
    found = {}
    for operation, function in FUNCTIONS.items():
        rows = re.findall(rf"^\| `{function}` +\|.*$", readme, re.MULTILINE)
        found[operation] = int(rows[-1].strip("|").split("|")[COLUMNS[board]])
    return found


@pytest.mark.parametrize("board", COLUMNS)
def test_p256_m_against_its_readme(board: str) -> None:
    lab = Lab(keys=1)
    samples = {
        name: lab.measure(Case(board, "p256-m", "secp256r1", name, "default")) for name in FUNCTIONS
    }
    times = published(board)
    ratios = []
    for operation, sample in samples.items():
        assert sample.error is None
        assert sample.time_seconds is not None
        ratios.append(1000 * sample.time_seconds / times[operation])
    assert all(0.8 <= ratio <= 1.2 for ratio in ratios), ratios
    assert max(ratios) / min(ratios) < 1.02, "one factor, whatever it is"
