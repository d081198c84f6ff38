# SPDX-License-Identifier: MIT
"""Writing what the generators make."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GENERATED = ROOT / "src" / "generated"  # all C that programs write, in folders like those of src


def write(path: Path, text: str) -> None:
    """Give a file this content unless it has it already: whole, or not at all."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(text)
    temporary.replace(path)


def put(tool: str, path: Path, text: str, check: bool) -> int:
    """Give a file this content or, to check, only say whether it has it. The exit status."""
    if not check:
        write(path, text)
    elif not path.exists() or path.read_text() != text:
        print(f"{tool}: {path.relative_to(ROOT)} is not what its source gives", file=sys.stderr)
        return 1
    return 0
