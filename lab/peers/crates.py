# SPDX-License-Identifier: MIT
"""Sources out of crates, which cargo fetches."""

import os
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.errors import FetchError, LabError, first_error
from lab.paths import shown
from lab.peers.archives import sha256
from lab.peers.catalogue import Crate, Crates, Library

# Crates for other platforms would come too without it; nothing is built for it.
_CARGO_TARGET = "x86_64-unknown-linux-gnu"
# What cargo looks for in each crate of a directory that stands for a registry.
CHECKSUMS = ".cargo-checksum.json"


@dataclass(frozen=True)
class Pinned:
    """A crate of a lock file."""

    name: str
    version: str
    checksum: str  # SHA-256 of its archive


def pinned(library: Library) -> tuple[Pinned, ...]:
    """The crates that the lock file pins."""
    path = library.directory / "Cargo.lock"
    try:
        packages = tomllib.loads(path.read_text(encoding="utf-8"))["package"]
        return tuple(
            Pinned(str(each["name"]), str(each["version"]), str(each["checksum"]))
            for each in packages
            if "checksum" in each
        )
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise LabError(f"{shown(path)} is not a lock file: {error}") from error


def locked_checksum(library: Library, crate: Crate) -> str:
    """The SHA-256 that the lock file pins the crate to."""
    for package in pinned(library):
        if (package.name, package.version) == (crate.name, crate.version):
            return package.checksum
    path = library.directory / "Cargo.lock"
    raise LabError(f"{shown(path)} does not pin {crate.name} {crate.version}")


def fetch(library: Library, crate: Crate, checksum: str, say: Callable[[str], None]) -> Path:
    """The crate in cargo's cache, brought there if need be."""
    wanted = Pinned(crate.name, crate.version, checksum)
    what = f"crate {crate.name} {crate.version}, {crate.download}"
    return _fetched(library, (wanted,), what, say, ("--target", _CARGO_TARGET))[0]


def fetch_all(
    library: Library, crates: Crates, wanted: Sequence[Pinned], say: Callable[[str], None]
) -> tuple[Path, ...]:
    """These crates of the lock file in cargo's cache, in their order."""
    return _fetched(library, wanted, f"{len(wanted)} crates, {crates.download}", say, ())


def _fetched(
    library: Library,
    wanted: Sequence[Pinned],
    what: str,
    say: Callable[[str], None],
    options: tuple[str, ...],
) -> tuple[Path, ...]:
    archives = tuple(filter(None, map(_verified, wanted)))
    if len(archives) == len(wanted):
        return archives
    again = f"once this works again, repeat the command (or leave {library.name} out)"
    if shutil.which("cargo") is None:
        raise FetchError(
            f"fetching {library.name} needs cargo; on Debian: apt-get install cargo; {again}"
        )
    say(f"fetching {library.name} ({what})")
    manifest = library.directory / "Cargo.toml"
    done = subprocess.run(
        ["cargo", "fetch", "--locked", *options, "--manifest-path", str(manifest)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise FetchError(f"fetching {library.name} failed: {first_error(done.stderr)}; {again}")
    return tuple(_required(crate, manifest.with_suffix(".lock")) for crate in wanted)


def _required(crate: Pinned, lock: Path) -> Path:
    archive = _verified(crate)
    if archive is None:
        names = ", ".join(map(str, _archives(crate))) or f"{crate.name} {crate.version}"
        raise FetchError(
            f"{names} does not match its checksum in {shown(lock)}; "
            "delete it and repeat the command"
        )
    return archive


def _archives(crate: Pinned) -> list[Path]:
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    return sorted((home / "registry" / "cache").glob(f"*/{crate.name}-{crate.version}.crate"))


def _verified(crate: Pinned) -> Path | None:
    for archive in _archives(crate):
        if sha256(archive) == crate.checksum:
            return archive
    return None
