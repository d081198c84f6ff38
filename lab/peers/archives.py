# SPDX-License-Identifier: MIT
"""Unpacking what was fetched."""

import hashlib
import tarfile
import tempfile
from pathlib import Path, PurePosixPath

from lab.errors import LabError

STAMP = ".checksum"


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def is_unpacked(place: Path, checksum: str) -> bool:
    """Does the directory hold what this checksum's archive has?"""
    stamp = place / STAMP
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == checksum


def unpack(archive: Path, directory: str, place: Path, checksum: str) -> None:
    """Put the one directory that is needed in place, whole. It is named below the one folder
    that such archives hold."""
    place.parent.mkdir(parents=True, exist_ok=True)
    wanted = PurePosixPath(directory).parts
    found = False
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=f".{place.name}-") as temporary:
        fresh = Path(temporary) / "sources"
        fresh.mkdir()
        try:
            with tarfile.open(archive) as tar:
                for member in tar:
                    # By hand: Debian 12's Python has no extraction filters yet.
                    below = PurePosixPath(member.name).parts[1:]
                    inside = PurePosixPath(*below[len(wanted) :])
                    if below[: len(wanted)] != wanted or ".." in inside.parts:
                        continue
                    content = tar.extractfile(member)
                    if content is not None:
                        (fresh / inside).parent.mkdir(parents=True, exist_ok=True)
                        (fresh / inside).write_bytes(content.read())
                        found = True
        except (tarfile.TarError, EOFError, KeyError) as error:
            raise LabError(f"{archive} cannot be unpacked: {error}") from error
        if not found:
            raise LabError(f"{archive.name} holds no {directory or 'file'}")
        (fresh / STAMP).write_text(checksum, encoding="utf-8")
        if place.exists():
            place.rename(Path(temporary) / "old")
        fresh.rename(place)
