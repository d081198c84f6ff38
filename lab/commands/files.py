# SPDX-License-Identifier: MIT
"""Files that commands read and write: errors name them, secrets are for their owner alone."""

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lab.errors import LabError
from lab.library import Library, keys, load

SMALL = 1 << 20  # no key and no signature is longer
STANDARD_INPUT = Path("-")
_EXISTS = "exists; --force replaces it"
# What the shell names a pipe that it has opened for us.
_OPENED = (Path("/dev/fd"), Path("/proc/self/fd"))
_OPENED_INPUT = Path("/dev/stdin")


def library() -> Library:
    """The library; a line on standard error when it has to be compiled first."""
    return load(_tell)


def _tell(text: str) -> None:
    print(f"whit: {text}", file=sys.stderr)


def read(path: Path, limit: int | None = None) -> bytes:
    """What a file holds, or with a limit the standard input. A device and a pipe with a name are
    refused before they are read, and so is a file beyond the limit."""
    try:
        with _opened(path, limit) as descriptor:
            _check(path, descriptor, limit)
            with os.fdopen(descriptor, "rb", closefd=False) as file:
                content = file.read() if limit is None else file.read(limit + 1)
    except OSError as error:
        raise LabError(f"{path}: {error.strerror}") from None
    if limit is not None and len(content) > limit:
        raise LabError(f"{path}: {_too_long(limit)}")
    return content


@contextmanager
def _opened(path: Path, limit: int | None) -> Iterator[int]:
    if path == STANDARD_INPUT and limit is not None:
        yield 0
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)  # waits for no writer
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _check(path: Path, descriptor: int, limit: int | None) -> None:
    """Refuse what is no file, unless it is a pipe that was opened for us."""
    found = os.fstat(descriptor)
    piped = stat.S_ISFIFO(found.st_mode) and (
        path in (STANDARD_INPUT, _OPENED_INPUT) or path.parent in _OPENED
    )
    if stat.S_ISDIR(found.st_mode):
        raise LabError(f"{path}: is a directory")
    if piped or path == STANDARD_INPUT:
        os.set_blocking(descriptor, True)
    elif not stat.S_ISREG(found.st_mode):
        what = "a pipe" if stat.S_ISFIFO(found.st_mode) else "a device"
        raise LabError(f"{path}: {what}, not a file")
    if limit is not None and found.st_size > limit:
        raise LabError(f"{path}: {_too_long(limit)}")


def _too_long(limit: int) -> str:
    return f"more than {limit >> 20} MiB, too long for what it should be"


def read_key(path: Path, curve: str | None = None, kind: keys.Kind | None = None) -> keys.Key:
    """The key that a file holds; the curve and the kind are for bare bytes."""
    content = read(path, SMALL)
    whit = library()
    chosen = whit.any_curve(curve) if curve else None
    try:
        return keys.read(whit, content, chosen, kind)
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
        raise LabError(f"{path}: {_EXISTS}") from None
    except OSError as error:
        raise LabError(f"{path}: {error.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)


def check_place(path: Path, *, force: bool) -> None:
    """Refuse what write() would, before the work whose result goes there."""
    if path.is_dir():
        raise LabError(f"{path}: is a directory")
    if not force and os.path.lexists(path):
        raise LabError(f"{path}: {_EXISTS}")
    try:
        with tempfile.TemporaryFile(dir=path.parent, prefix=f".{path.name}."):
            pass
    except OSError as error:
        raise LabError(f"{path}: {error.strerror}") from None


def _print(content: bytes) -> None:
    text = content.isascii() and content.endswith(b"\n")
    if not text and sys.stdout.isatty():
        raise LabError("binary output to a terminal; --out names a file")
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
