# SPDX-License-Identifier: MIT
"""The public arithmetic and MACwBB under libFuzzer and clang's sanitizers: any bytes as input, laws
as what must hold."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.runner.host import ARITHMETIC
from tests.runner.made import amalgamation
from tests.runner.tools import ROOT

FUZZ = ROOT / "tests" / "fuzz" / "arithmetic.c"
MOST_BYTES = 600
SANITIZERS = ("-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all")
MANY = 100_000


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("clang") is None:
        pytest.skip("clang is not installed")
    built = tmp_path_factory.mktemp("fuzz") / "arithmetic"
    flags = ("-std=c99", "-O1", "-g", "-Wall", "-Wextra", "-Werror", *SANITIZERS)
    curves = ("-DWHIT_CURVES=secp256r1,secp112r2", ARITHMETIC)
    sources = (FUZZ, amalgamation() / "whit.c")
    command = ["clang", *flags, *curves, f"-I{ROOT / 'include'}", *map(str, sources)]
    command += ["-o", str(built)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "libclang_rt" in done.stderr:
        pytest.skip("clang has no libFuzzer here: apt-get install libclang-rt-14-dev")
    assert done.returncode == 0, done.stderr
    return built


def run(program: Path, runs: int, seed: int, tmp_path: Path) -> str:
    options = (f"-runs={runs}", f"-seed={seed}", f"-max_len={MOST_BYTES}", "-len_control=0")
    done = subprocess.run(
        [program, *options], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stderr


@pytest.mark.slow
def test_any_bytes(program: Path, tmp_path: Path) -> None:
    assert "Done 1000 runs" in run(program, 1000, 1, tmp_path)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(2, 4))
def test_many_bytes(program: Path, tmp_path: Path, seed: int) -> None:
    assert f"Done {MANY} runs" in run(program, MANY, seed, tmp_path)
