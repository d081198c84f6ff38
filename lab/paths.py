# SPDX-License-Identifier: MIT
"""Where things are. The lab works on the checkout it is installed from."""

import os
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGETS = ROOT / "targets"
PEERS = ROOT / "peers"
FIRMWARE = ROOT / "firmware"
CURVES = ROOT / "curves"
PUBLISHED = ROOT / "published"
INCLUDE = ROOT / "include"
SOURCE = ROOT / "src"
RESULTS = ROOT / "results"
BUILD = ROOT / "build"


def shown(path: Path) -> str:
    """A path as a user would type it from the checkout."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is either there in full or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
