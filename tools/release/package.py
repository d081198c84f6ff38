# SPDX-License-Identifier: MIT
"""A package, its archives, which are the same to the byte whenever and wherever they are made, and
their checksums."""

import gzip
import hashlib
import io
import tarfile
import time
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

PLAIN, PROGRAM = 0o644, 0o755
OLDEST_IN_ZIP = 315532800  # 1980-01-01, in seconds since 1970
UNIX = 3  # the system that a zip archive's modes are of
LEVEL = 9


@dataclass(frozen=True)
class Package:
    """Files below one folder, which has the package's name."""

    name: str
    title: str
    files: Mapping[str, bytes]
    programs: frozenset[str] = frozenset()
    facts: Mapping[str, object] = field(default_factory=dict)  # what the index has besides
    bare: str = ""  # a zip archive of the files alone, without the folder

    def mode(self, file: str) -> int:
        return PROGRAM if file in self.programs else PLAIN


def tar_gz(package: Package, seconds: int) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(package.files):
            content = package.files[name]
            entry = tarfile.TarInfo(f"{package.name}/{name}")
            entry.size, entry.mtime, entry.mode = len(content), seconds, package.mode(name)
            entry.uname = entry.gname = "root"
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(stream.getvalue(), LEVEL, mtime=0)


def zipped(package: Package, seconds: int, bare: bool = False) -> bytes:
    stream = io.BytesIO()
    when = time.gmtime(max(seconds, OLDEST_IN_ZIP))[:6]
    with zipfile.ZipFile(stream, "w") as archive:
        for name in sorted(package.files):
            entry = zipfile.ZipInfo(name if bare else f"{package.name}/{name}", when)
            entry.create_system = UNIX
            entry.external_attr = (0o100000 | package.mode(name)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, package.files[name], compresslevel=LEVEL)
    return stream.getvalue()


ARCHIVES = {".tar.gz": tar_gz, ".zip": zipped}


def archives(package: Package, seconds: int) -> dict[str, bytes]:
    found = {f"{package.name}{end}": make(package, seconds) for end, make in ARCHIVES.items()}
    if package.bare:
        found[package.bare] = zipped(package, seconds, bare=True)
    return found


def digest(content: bytes, algorithm: str = "sha256") -> str:
    return hashlib.new(algorithm, content).hexdigest()


def sums(folder: Path) -> str:
    """SHA256SUMS, as sha256sum writes and checks it, of all files of a folder."""
    paths = sorted(path for path in folder.iterdir() if path.is_file())
    return "".join(f"{digest(path.read_bytes())}  {path.name}\n" for path in paths)
