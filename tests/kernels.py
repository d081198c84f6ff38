# SPDX-License-Identifier: MIT
"""Parts of the library for tests that call them directly."""

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
