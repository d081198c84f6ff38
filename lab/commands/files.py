# SPDX-License-Identifier: MIT
"""Files that commands read and write: errors name them, secrets are for their owner alone."""

import os
import sys
import tempfile
from pathlib import Path

from lab.errors import LabError
from lab.library import Library, keys, load

_KEY_BYTES = 1 << 16  # no key file is longer


def library() -> Library:
    """The library; a line on standard error when it has to be compiled first."""
    return load(_tell)


def _tell(text: str) -> None:
    print(f"whit: {text}", file=sys.stderr)


def read(path: Path) -> bytes:
    """What a file holds."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise LabError(f"{path}: {error.strerror}") from None


def read_key(path: Path, curve: str | None = None) -> keys.Key:
    """The key that a file holds; the curve is for bare bytes."""
    whit = library()
    chosen = whit.curve(curve) if curve else None
    content = read(path)
    try:
        if len(content) > _KEY_BYTES:
            raise LabError("too long to be a key")
        return keys.read(whit, content, chosen)
    except LabError as error:
        error.args = (f"{path}: {error}",)
        raise


def write(path: Path | None, content: bytes, *, secret: bool, force: bool) -> None:
    """Write a file in full or not at all, and not over another one unless forced; without a
    path write to standard output."""
    if path is None:
        _print(content)
        return
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise LabError(f"{path}: {error.strerror}") from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o600 if secret else 0o644)
        if force:
            temporary.replace(path)
        else:
            path.hardlink_to(temporary)  # fails when there is one, unlike renaming
    except FileExistsError:
        raise LabError(f"{path}: exists; --force replaces it") from None
    except OSError as error:
        raise LabError(f"{path}: {error.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)


def _print(content: bytes) -> None:
    text = content.isascii() and content.endswith(b"\n")
    if not text and sys.stdout.isatty():
        raise LabError("binary output to a terminal; --out names a file")
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
