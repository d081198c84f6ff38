# SPDX-License-Identifier: MIT
"""What doc/cpp.md, doc/bls.md in C++ and doc/validation.md show compiles, and runs."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.runner.host import BLS
from tests.runner.made import amalgamation
from tests.runner.tools import ROOT

pytestmark = pytest.mark.slow

WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-missing-declarations")
SELF_TEST = "\nint main(void)\n{\n    return self_test() == WHIT_OK ? 0 : 1;\n}\n"


def block(document: str, language: str) -> str:
    text = (ROOT / "doc" / document).read_text()
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)
    assert len(blocks) == 1
    return str(blocks[0])


def run(*command: str | Path) -> None:
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("document", "compiler", "suffix", "more", "build"),
    [
        ("cpp.md", "g++", "cpp", "", ("-DWHIT_CURVES=secp256r1",)),
        ("bls.md", "g++", "cpp", "", ("-DWHIT_CURVES=bls12_381", *BLS)),
        ("validation.md", "gcc", "c", SELF_TEST, ("-DWHIT_CURVES=secp256r1",)),
    ],
)
def test_what_a_document_shows(
    document: str, compiler: str, suffix: str, more: str, build: tuple[str, ...], tmp_path: Path
) -> None:
    library, source, program = tmp_path / "whit.o", tmp_path / f"a.{suffix}", tmp_path / "program"
    run("gcc", "-std=c99", "-O2", *build, "-c", amalgamation() / "whit.c", "-o", library)
    run("gcc", f"-I{ROOT / 'include'}", "-c", ROOT / "ports/posix/random.c", "-o", tmp_path / "r.o")
    source.write_text(block(document, suffix) + more)
    standard = "-std=c++17" if suffix == "cpp" else "-std=c99"
    include = f"-I{ROOT / 'include'}"
    run(compiler, standard, *WARNINGS, include, source, library, tmp_path / "r.o", "-o", program)
    run(program)
