# SPDX-License-Identifier: MIT
"""Where things are. The lab works on the checkout it is installed from."""

import fcntl
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
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
PROBED = RESULTS / "probed"  # what boards gave, apart from what the emulator gives
BUILD = ROOT / "build"


def version() -> str:
    """The library's, of which the lab is a part."""
    text = (INCLUDE / "whit" / "version.h").read_text(encoding="utf-8")
    found = re.search(r'#define WHIT_VERSION "([^"]+)"', text)
    assert found is not None, "include/whit/version.h states no version"
    return found[1]


def shown(path: Path) -> str:
    """A path as a user would type it from the checkout."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def write_whole(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file so that it is either there in full or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def passing() -> tempfile.TemporaryDirectory[str]:
    """A directory for what a run leaves. A program that an interrupt cut off may write into it
    while it is removed."""
    return tempfile.TemporaryDirectory(prefix="whit-lab-", ignore_cleanup_errors=True)


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Keep other processes from changing a directory at the same time."""
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / ".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
