# SPDX-License-Identifier: MIT
"""Writing what the generators make."""

from pathlib import Path


def write(path: Path, text: str) -> None:
    """Give a file this content unless it has it already: whole, or not at all."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(text)
    temporary.replace(path)
