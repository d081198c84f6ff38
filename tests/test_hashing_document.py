# SPDX-License-Identifier: MIT
"""The program in doc/hashing.md is one that compiles for the part it names."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.runner.tools import ROOT

COMPILER = "arm-none-eabi-gcc"
FLAGS = ("-mcpu=cortex-m3", "-mthumb", "-std=c99", "-Os", "-Wall", "-Wextra", "-Wconversion",
         "-Wshadow", "-Werror")  # fmt: skip


@pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"{COMPILER} is not installed")
def test_the_program_compiles(tmp_path: Path) -> None:
    text = (ROOT / "doc" / "hashing.md").read_text(encoding="utf-8")
    use, engine = re.findall(r"^```c\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    headers = "".join(re.findall(r"^#include.*\n", use, re.MULTILINE))
    source = tmp_path / "program.c"
    source.write_text(engine + headers + use)
    command = [COMPILER, *FLAGS, f"-I{ROOT / 'include'}", "-c", str(source), "-o", "program.o"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
