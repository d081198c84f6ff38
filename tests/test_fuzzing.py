# SPDX-License-Identifier: MIT
"""The public arithmetic and MACwBB, and messages, under libFuzzer and clang's sanitizers: any bytes
as input, laws as what must hold."""

import shutil
import subprocess
from pathlib import Path

import pytest

from lab.wire import formats
from tests.messages import PAYLOAD, SOURCES, algorithm
from tests.runner.host import ARITHMETIC
from tests.runner.made import amalgamation
from tests.runner.tools import ROOT

FUZZ = ROOT / "tests" / "fuzz"
MOST_BYTES = 600
SANITIZERS = ("-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all")
MANY = 100_000
MANY_MESSAGES = 1_000_000


def built(folder: Path, name: str, *arguments: str) -> Path:
    """A program of tests/fuzz, with what else the compiler is told."""
    if shutil.which("clang") is None:
        pytest.skip("clang is not installed")
    output = folder / name
    flags = ("-std=c99", "-O1", "-g", "-Wall", "-Wextra", "-Werror", *SANITIZERS)
    command = ["clang", *flags, f"-I{ROOT / 'include'}", str(FUZZ / f"{name}.c"), *arguments]
    command += ["-o", str(output)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "libclang_rt" in done.stderr:
        pytest.skip("clang has no libFuzzer here: apt-get install libclang-rt-14-dev")
    assert done.returncode == 0, done.stderr
    return output


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    curves = ("-DWHIT_CURVES=secp256r1,secp112r2", ARITHMETIC)
    folder = tmp_path_factory.mktemp("fuzz")
    return built(folder, "arithmetic", *curves, str(amalgamation() / "whit.c"))


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, and beside it a folder of valid messages to begin with."""
    folder = tmp_path_factory.mktemp("fuzz")
    (folder / "seeds").mkdir()
    for name, kind, algorithm_name in (
        *(("jss", b"j", "ES256"), ("jws", b"w", "EdDSA"), ("jws-plain", b"w", "EdDSA")),
        *(("cose", b"\0", "ES256"), ("plain", b"s", "ES256")),
    ):
        make = next(each.make for each in formats.FORMATS if each.name == name)
        message = make(PAYLOAD, algorithm(algorithm_name), bytes(range(64)))
        (folder / "seeds" / name).write_bytes(kind + message)
    return built(folder, "messages", f"-I{ROOT / 'src'}", *map(str, SOURCES))


def run(program: Path, runs: int, seed: int, tmp_path: Path, *seeds: Path) -> str:
    options = (f"-runs={runs}", f"-seed={seed}", f"-max_len={MOST_BYTES}", "-len_control=0")
    corpus = (tmp_path, *seeds) if seeds else ()
    done = subprocess.run(
        [program, *options, *corpus], cwd=tmp_path, capture_output=True, text=True, check=False
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


@pytest.mark.slow
def test_any_message(messages: Path, tmp_path: Path) -> None:
    seeds = messages.parent / "seeds"
    assert "Done 20000 runs" in run(messages, 20_000, 1, tmp_path, seeds)


@pytest.mark.campaign
def test_many_messages(messages: Path, tmp_path: Path) -> None:
    seeds = messages.parent / "seeds"
    assert f"Done {MANY_MESSAGES} runs" in run(messages, MANY_MESSAGES, 2, tmp_path, seeds)
