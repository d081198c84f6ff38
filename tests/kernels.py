# SPDX-License-Identifier: MIT
"""Parts of the library for tests that call them directly, and the generators of kernels."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.runner.tools import ROOT
from tools.files import GENERATED

FLAGS = ("-Os", "-std=c99", f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}", "-ffunction-sections")


def parts(directory: Path, *folders: str) -> Path:
    """A source that includes those of folders of src: one compilation, not hundreds."""
    source = directory / "parts.c"
    lines = []
    for folder in folders:
        places = (f"{folder}/*.c", f"generated/{folder}/*.c")
        found = sorted(path for place in places for path in (ROOT / "src").glob(place))
        assert found, folder
        lines += [f'#include "{path.relative_to(ROOT / "src")}"\n' for path in found]
    source.write_text("".join(lines))
    return source


def kernels(directory: Path, pattern: str) -> Path:
    """Those of the folders of src/native that match, of which each core uses its own."""
    return parts(directory, f"native/{pattern}")


def check_generator_sees_a_change(
    directory: Path, kernel: str, instruction: str, other: str
) -> None:
    """In a copy of the generators: one writes the kernel as it is here, and its --check tells when
    an instruction of it is another."""
    for folder in ("tools", "programs"):
        shutil.copytree(
            ROOT / folder, directory / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    family, name = kernel.split("/")
    command = [sys.executable, "-m", "tools.kernels", family]
    assert subprocess.run(command, cwd=directory, check=False).returncode == 0
    place = (GENERATED / "native" / family / name).relative_to(ROOT)
    written = directory / place
    assert written.read_bytes() == (ROOT / place).read_bytes()
    written.write_text(written.read_text().replace(instruction, other, 1))
    check = [*command, "--check"]
    done = subprocess.run(check, cwd=directory, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert written.name in done.stderr
