# SPDX-License-Identifier: MIT
"""Bringing a library's sources: crates by cargo, Debian's archives by apt, Whit by its
amalgamation, and any library's from a directory that the user names."""

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from lab.errors import LabError
from lab.paths import BUILD, ROOT, shown, write_whole
from lab.peers import crates, debian
from lab.peers.archives import is_unpacked, unpack
from lab.peers.catalogue import Amalgamation, Crate, Crates, Debian, Library, Local

Say = Callable[[str], None]


def prepare(library: Library, say: Say, local_sources: Path | None = None) -> Path:
    """The directory with the library's sources, made or fetched when it is not there.
    `local_sources` is one that the user named instead."""
    if local_sources is not None:
        return _checked(library, local_sources)
    match library.source:
        case Amalgamation():
            return _amalgamate()
        case Crate() as crate:
            return _from_crate(library, crate, say)
        case Crates() as pinned:
            return _from_crates(library, pinned, say)
        case Debian() as package:
            return _from_debian(library, package, say)
        case Local() as local:
            raise LabError(needs_source(library, local))


def needs_source(library: Library, local: Local) -> str:
    """What to tell who wants a library that nothing can fetch."""
    return (
        f"{library.name} is in no registry: --source {library.name}=DIR names its sources "
        f"({local.hint})"
    )


def _checked(library: Library, local_sources: Path) -> Path:
    if not local_sources.is_dir():
        raise LabError(f"--source {library.name}={local_sources} is not a directory")
    for name in library.sources:
        if not (local_sources / name).is_file():
            raise LabError(f"--source {library.name}={local_sources} has no {name}")
    return local_sources.resolve()


def _from_crate(library: Library, crate: Crate, say: Say) -> Path:
    return from_crate(library.name, library, crate, say)


def from_crate(name: str, library: Library, crate: Crate, say: Say) -> Path:
    """The directory in a crate that the library's lock file pins."""
    place = BUILD / "peers" / name
    checksum = crates.locked_checksum(library, crate)
    if not is_unpacked(place, checksum):
        unpack(crates.fetch(library, crate, checksum, say), crate.directory, place, checksum)
    return place


def _from_crates(library: Library, source: Crates, say: Say) -> Path:
    """A directory of crates, as cargo takes one instead of a registry."""
    place = BUILD / "peers" / library.name
    wanted = crates.pinned(library)
    folders = [place / f"{each.name}-{each.version}" for each in wanted]
    if not all(
        is_unpacked(folder, each.checksum) and (folder / crates.CHECKSUMS).is_file()
        for folder, each in zip(folders, wanted, strict=True)
    ):
        archives = crates.fetch_all(library, source, wanted, say)
        for folder, each, archive in zip(folders, wanted, archives, strict=True):
            unpack(archive, "", folder, each.checksum)
            content = json.dumps({"files": {}, "package": each.checksum})
            write_whole(folder / crates.CHECKSUMS, content.encode())
    return place


def _from_debian(library: Library, package: Debian, say: Say) -> Path:
    return from_debian(library.name, package, library.directory / "peer.toml", say)


def from_debian(name: str, package: Debian, pinned: Path, say: Say) -> Path:
    """The directory with the sources in a package of Debian, whose checksum is in `pinned`."""
    place = BUILD / "peers" / name
    if not is_unpacked(place, package.sha256):
        archive = debian.fetch(name, package, pinned, BUILD / "downloads", say)
        unpack(archive, package.directory, place, package.sha256)
    return place


@cache
def _amalgamate() -> Path:
    """Once for each process: it takes a second, and sources do not change under a measurement."""
    tool = ROOT / "tools" / "amalgamate.py"
    place = BUILD / "amalgamation"
    done = subprocess.run(
        [sys.executable, str(tool), "--output", str(place)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise LabError(f"{shown(tool)} failed: {lines[-1].strip()}")
    return place
