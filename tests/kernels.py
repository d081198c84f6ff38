# SPDX-License-Identifier: MIT
"""Parts of the library for tests that call them directly, and the generators of kernels."""

import subprocess
import sys
from pathlib import Path

from tests.runner.tools import ROOT

FLAGS = ("-Os", "-std=c99", f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}", "-ffunction-sections")


def parts(directory: Path, *folders: str) -> Path:
    """A source that includes those of folders of src: one compilation, not hundreds."""
    source = directory / "parts.c"
    lines = []
    for folder in folders:
        found = sorted((ROOT / "src").glob(f"{folder}/*.c"))
        assert found, folder
        lines += [f'#include "{path.relative_to(ROOT / "src")}"\n' for path in found]
    source.write_text("".join(lines))
    return source


def kernels(directory: Path, pattern: str) -> Path:
    """Those of the folders of src/native that match, of which each core uses its own."""
    return parts(directory, f"native/{pattern}")


def check_generator_sees_a_change(
    directory: Path, tool: str, kernel: str, instruction: str, other: str
) -> None:
    """In a copy of the generators: one writes the kernel as it is here, and its --check tells when
    an instruction of it is another."""
    (directory / "tools").mkdir()
    for file in (ROOT / "tools").glob("*.py"):
        (directory / "tools" / file.name).write_bytes(file.read_bytes())
    command = [sys.executable, str(directory / "tools" / tool)]
    assert subprocess.run(command, check=False).returncode == 0
    written = directory / "src" / "native" / kernel
    assert written.read_bytes() == (ROOT / "src" / "native" / kernel).read_bytes()
    written.write_text(written.read_text().replace(instruction, other, 1))
    done = subprocess.run([*command, "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert written.name in done.stderr
