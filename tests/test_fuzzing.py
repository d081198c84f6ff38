# SPDX-License-Identifier: MIT
"""The fuzz targets of tests/fuzz/: each for some seconds, and that they find what is wrong."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.__main__ import main
from tests.fuzz.programs import OPTIONS, TARGETS, fuzz, program
from tests.runner.tools import ROOT, RunError, compile_with

SECONDS = 3
LEAST_INPUTS = 100
MOST_INPUTS = 100_000_000
DER = ROOT / "src" / "scheme" / "der" / "der.c"

needs_fuzzer = pytest.mark.skipif(
    shutil.which("clang") is None, reason="clang is not installed, which has libFuzzer"
)


@pytest.mark.slow
@needs_fuzzer
@pytest.mark.parametrize("target", TARGETS)
def test_holds(target: str) -> None:
    done = fuzz(program(target), inputs=MOST_INPUTS, seed=1, seconds=SECONDS)
    assert done.inputs >= LEAST_INPUTS


def mutant(tmp_path: Path, right: str, wrong: str) -> list[Path]:
    """Objects of the functions for signatures in DER, with one place changed."""
    text = DER.read_text(encoding="utf-8")
    assert text.count(right) == 1
    changed = tmp_path / "der.c"
    changed.write_text(text.replace(right, wrong), encoding="utf-8")
    includes = (f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}")
    flags = ("-O1", "-fsanitize=fuzzer-no-link,address", *OPTIONS, *includes)
    made = []
    for source in (changed, DER.with_name("der_codec.c"), ROOT / "src" / "base" / "base.c"):
        made.append(tmp_path / f"{source.stem}.o")
        compile_with(["clang", *flags, "-c", source, "-o", made[-1]])
    return made


@pytest.mark.slow
@needs_fuzzer
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("at[1] < 0x80", "at[1] < 0x7f"),
        (" || halves.at != halves.end", ""),
        ("length > size)", "length > size + 1)"),
    ],
)
def test_finds_what_is_wrong(tmp_path: Path, right: str, wrong: str) -> None:
    changed = program("signature_der", mutant(tmp_path, right, wrong))
    with pytest.raises(RunError, match="signature_der trapped"):
        fuzz(changed, inputs=5_000_000, seed=1)


def test_seeds_are_current() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.seeds", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"run python3 -m tests.fuzz.seeds: {done.stdout}{done.stderr}"


def test_unknown_target(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["signature"])
    assert "there is no target signature; there are arithmetic" in capsys.readouterr().err
