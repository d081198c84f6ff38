# SPDX-License-Identifier: MIT
"""Bringing a library's sources to build/: crates by cargo, Whit by its amalgamation."""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from lab.errors import FetchError, LabError
from lab.paths import BUILD, ROOT, shown
from lab.peers.catalogue import Crate, Library

Say = Callable[[str], None]

# Crates for other platforms would come too without it; nothing is built for it.
_CARGO_TARGET = "x86_64-unknown-linux-gnu"


def prepare(library: Library, say: Say) -> Path:
    """The directory with the library's sources, made or fetched when it is not there."""
    if library.crate is None:
        return _amalgamate()
    place = BUILD / "peers" / library.name
    stamp = place / ".checksum"
    checksum = locked_checksum(library, library.crate)
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != checksum:
        archive = _fetch(library, library.crate, checksum, say)
        _unpack(archive, library.crate, place, checksum)
    return place


def locked_checksum(library: Library, crate: Crate) -> str:
    """The SHA-256 that the lock file pins the crate to."""
    path = library.directory / "Cargo.lock"
    try:
        packages = tomllib.loads(path.read_text(encoding="utf-8"))["package"]
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise LabError(f"{shown(path)} is not a lock file: {error}") from error
    for package in packages:
        if (package.get("name"), package.get("version")) == (crate.name, crate.version):
            return str(package["checksum"])
    raise LabError(f"{shown(path)} does not pin {crate.name} {crate.version}")


def _archives(crate: Crate) -> list[Path]:
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    return sorted((home / "registry" / "cache").glob(f"*/{crate.name}-{crate.version}.crate"))


def _verified(crate: Crate, checksum: str) -> Path | None:
    for archive in _archives(crate):
        if hashlib.sha256(archive.read_bytes()).hexdigest() == checksum:
            return archive
    return None


def _fetch(library: Library, crate: Crate, checksum: str, say: Say) -> Path:
    archive = _verified(crate, checksum)
    if archive is not None:
        return archive
    again = f"once this works again, repeat the command (or leave {library.name} out)"
    if shutil.which("cargo") is None:
        raise FetchError(
            f"fetching {library.name} needs cargo; on Debian: apt-get install cargo; {again}"
        )
    say(f"fetching {library.name} (crate {crate.name} {crate.version}, {crate.download})")
    manifest = library.directory / "Cargo.toml"
    done = subprocess.run(
        [
            *("cargo", "fetch", "--locked", "--target", _CARGO_TARGET),
            *("--manifest-path", str(manifest)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["no message"]
        reason = next((line for line in lines if line.startswith("error")), lines[-1])
        raise FetchError(f"fetching {library.name} failed: {reason.strip()}; {again}")
    archive = _verified(crate, checksum)
    if archive is None:
        raise FetchError(
            f"{crate.name} {crate.version} in cargo's cache does not match its checksum in "
            f"{shown(manifest.with_suffix('.lock'))}; delete it there and repeat the command"
        )
    return archive


def _unpack(archive: Path, crate: Crate, place: Path, checksum: str) -> None:
    """Put the one directory that is needed in place, whole."""
    place.parent.mkdir(parents=True, exist_ok=True)
    prefix = f"{crate.name}-{crate.version}/{crate.directory}/"
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=f".{place.name}-") as directory:
        fresh = Path(directory) / "sources"
        fresh.mkdir()
        with tarfile.open(archive) as tar:
            members = [member for member in tar if member.name.startswith(prefix)]
            for member in members:
                # By hand: Debian 12's Python has no extraction filters yet.
                inside = PurePosixPath(member.name.removeprefix(prefix))
                content = tar.extractfile(member) if ".." not in inside.parts else None
                if content is not None:
                    (fresh / inside).parent.mkdir(parents=True, exist_ok=True)
                    (fresh / inside).write_bytes(content.read())
        if not members:
            raise LabError(f"{archive.name} holds no {crate.directory}")
        (fresh / ".checksum").write_text(checksum, encoding="utf-8")
        if place.exists():
            place.rename(Path(directory) / "old")
        fresh.rename(place)


def _amalgamate() -> Path:
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
