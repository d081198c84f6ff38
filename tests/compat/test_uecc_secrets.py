# SPDX-License-Identifier: MIT
"""compat/ keeps Whit's promise: no branch and no address depends on a secret."""

from pathlib import Path

import pytest

from tests.compat.builds import COMPAT, WHIT_CURVES, Configuration, compile_all
from tests.runner.host import STANDARD, own_kernels, sources_with
from tests.runner.tools import ROOT, TESTS, compile_with, run

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent


@pytest.mark.parametrize(
    "little_endian",
    [
        pytest.param(False, id="big-endian"),
        pytest.param(True, id="little-endian", marks=pytest.mark.campaign),
    ],
)
def test_secrets_under_valgrind(tmp_path: Path, little_endian: bool) -> None:
    configuration = Configuration(little_endian, arithmetic=True)
    flags: list[str | Path] = [
        *(*STANDARD, "-O2", "-g", *configuration.defines, "-DWHIT_LIMB_BITS=64"),
        *("-include", TESTS / "ct" / "declassify.h", f"-I{TESTS / 'ct'}"),
        *(f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}", f"-I{COMPAT}"),
        f"-DWHIT_CURVES={','.join(WHIT_CURVES)}",
    ]
    own = [COMPAT / "uECC.c", COMPAT / "uECC_vli.c", HERE / "secrets.c"]
    library = sources_with(WHIT_CURVES, own_kernels(64))
    files = [*library, ROOT / "ports" / "posix" / "random.c", *own]
    program = tmp_path / "secrets"
    compile_with(["gcc", *compile_all(tmp_path, files, flags), "-o", program])
    done = run(["valgrind", "--quiet", "--track-origins=yes", program])
    assert (done.returncode, done.stdout) == (0, "good, 0 errors\n"), done.stderr
