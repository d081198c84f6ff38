# SPDX-License-Identifier: MIT
"""BLS keys and signatures with secrets poisoned, under valgrind; and that it finds a branch."""

import subprocess
from pathlib import Path

import pytest

from lab import curves
from tests.bls import Bls
from tests.runner.host import BLS
from tests.runner.made import amalgamation
from tests.runner.tools import TESTS, compile_with

# A curve, the limbs and the profile each: combs and windows, both twists' degrees, all reductions.
CASES = [
    ("bls12_381", 64, "balanced"),
    ("bn_p158", 32, "small"),
    ("miracl_mnt6_160", 64, "fast"),
]
ERROR = 99

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=CASES, ids=lambda case: "-".join(map(str, case)))
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    name, limb_bits, profile = request.param
    found: Path = tmp_path_factory.mktemp("secrets") / name
    sizes = Bls(None, curves.find(name))  # type: ignore[arg-type]
    folder = amalgamation()
    compile_with(
        [
            *("gcc", "-std=c99", "-O2", "-g1", "-include", TESTS / "ct" / "declassify.h"),
            *(*BLS, f"-DWHIT_CURVES={name}"),
            *(f"-DWHIT_LIMB_BITS={limb_bits}", f"-DWHIT_PROFILE={profile}"),
            *(f"-DTEST_CURVE={name}", '-DTEST_HEADER="whit.h"'),
            f"-DTEST_PRIVATE_KEY_BYTES={sizes.order_bytes}",
            f"-DTEST_FIRST_BYTES={sizes.size(False)}",
            f"-DTEST_SECOND_BYTES={sizes.size(True)}",
            *(f"-I{folder}", TESTS / "ct" / "ct_bls.c", folder / "whit.c", "-o", found),
        ]
    )
    return found


def run(program: Path, *arguments: str) -> tuple[int, str]:
    valgrind = ["valgrind", "--quiet", "--track-origins=yes", f"--error-exitcode={ERROR}"]
    done = subprocess.run(
        [*valgrind, program, *arguments], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_no_secret_decides(program: Path) -> None:
    assert run(program) == (0, "0 failed\n")


def test_a_branch_on_the_key_is_found(program: Path) -> None:
    status, output = run(program, "--control")
    assert status == ERROR
    assert "Conditional jump" in output
