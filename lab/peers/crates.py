# SPDX-License-Identifier: MIT
"""Sources out of crates, which cargo fetches."""

import os
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

from lab.errors import FetchError, LabError
from lab.paths import shown
from lab.peers.archives import sha256
from lab.peers.catalogue import Crate, Library

# Crates for other platforms would come too without it; nothing is built for it.
_CARGO_TARGET = "x86_64-unknown-linux-gnu"


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


def fetch(library: Library, crate: Crate, checksum: str, say: Callable[[str], None]) -> Path:
    """The crate in cargo's cache, brought there if need be."""
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
        names = ", ".join(map(str, _archives(crate))) or f"{crate.name} {crate.version}"
        raise FetchError(
            f"{names} does not match its checksum in {shown(manifest.with_suffix('.lock'))}; "
            "delete it and repeat the command"
        )
    return archive


def _archives(crate: Crate) -> list[Path]:
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    return sorted((home / "registry" / "cache").glob(f"*/{crate.name}-{crate.version}.crate"))


def _verified(crate: Crate, checksum: str) -> Path | None:
    for archive in _archives(crate):
        if sha256(archive) == checksum:
            return archive
    return None
