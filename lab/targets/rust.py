# SPDX-License-Identifier: MIT
"""Building a library in Rust, with its adapter, into an archive that the C linker takes.

    rust = Rust(catalogue.find("cortex-m4"))
    archive = rust.archive(library.directory, crates, ("secp256r1", "ecdh"), given)

Rust's own library is compiled for the target too, from the sources that come with rustc: few
systems package it for microcontrollers. That is not in Rust's stable releases, and so cargo and
rustc are told to take what is not."""

import hashlib
import os
import subprocess
from pathlib import Path

from lab.errors import LabError, first_error
from lab.paths import BUILD, FIRMWARE, locked, write_whole
from lab.targets import rustc
from lab.targets.catalogue import Target

_PLACE = BUILD / "lab" / "rust"
_ARCHIVE = "libadapter.a"
_CHOICE = "--cfg="  # how flags begin that are for rustc, with every crate


class Rust:
    """Rust for one target."""

    def __init__(self, target: Target) -> None:
        if target.rust is None:
            raise LabError(f"targets/{target.images}.toml names no target of Rust's")
        self._target = target.name
        self._triple = target.rust
        self._compiler = rustc.find()
        self.version = self._compiler.version

    def arguments(self, flags: tuple[str, ...]) -> tuple[str, ...]:
        """What cargo is told, less the paths: samples record it."""
        return (f"--target={self._triple}", *flags)

    def archive(
        self, directory: Path, crates: Path, features: tuple[str, ...], flags: tuple[str, ...]
    ) -> Path:
        """The adapter of a peer's folder, built with these of its features out of a directory of
        crates. Cargo itself knows what of this is there and current, of one set of flags: each has
        a place of its own."""
        registry = self._registry(directory.name, crates)
        output = _PLACE / f"{directory.name}-{self._key(flags)}"
        choices = [flag for flag in flags if flag.startswith(_CHOICE)]
        with locked(output):
            self._run(
                [
                    *(str(self._compiler.cargo), "build", "--release"),
                    *("--offline", "--locked", "--quiet"),
                    *("--manifest-path", str(directory / "Cargo.toml")),
                    *("--target-dir", str(output)),
                    *("--config", str(FIRMWARE / "cargo.toml")),
                    *("--config", 'source.crates-io.replace-with="pinned"'),
                    *("--config", f'source.pinned.directory="{registry}"'),
                    *("--no-default-features", "--features", ",".join(features)),
                    *self.arguments(tuple(flag for flag in flags if flag not in choices)),
                ],
                directory.name,
                choices,
            )
            built = output / self._triple / "release" / _ARCHIVE
            kept = output / f"{'-'.join(features)}.a"
            write_whole(kept, built.read_bytes())
        return kept

    def _key(self, flags: tuple[str, ...]) -> str:
        words = "\0".join((self.version, *self.arguments(flags)))
        return hashlib.sha256(words.encode()).hexdigest()[:16]

    def _registry(self, name: str, crates: Path) -> Path:
        """One directory with a peer's crates and those that Rust's library needs."""
        place = _PLACE / "registries" / f"{name}-{self.version.split()[-1]}"
        links = {path.name: path for path in crates.iterdir() if path.is_dir()}
        vendored = (self._compiler.library / "vendor").iterdir()
        links |= {f"of-rust-{path.name}": path for path in vendored if path.is_dir()}
        with locked(_PLACE):
            place.mkdir(parents=True, exist_ok=True)
            for link in place.iterdir():
                if link.name not in links or link.readlink() != links[link.name]:
                    link.unlink()
            for word, path in links.items():
                if not (place / word).is_symlink():
                    (place / word).symlink_to(path)
        return place

    def _run(self, command: list[str], name: str, choices: list[str]) -> None:
        # Paths of this machine would stand in messages, and so in flash.
        remapped = [
            f"--remap-path-prefix={_PLACE / 'registries'}=registry",
            f"--remap-path-prefix={self._compiler.library}=library",
            "--remap-path-scope=macro",
        ]
        environment = {
            **os.environ,
            "LC_ALL": "C",
            "RUSTC": str(self._compiler.rustc),
            "RUSTC_BOOTSTRAP": "1",
            "CARGO_ENCODED_RUSTFLAGS": "\x1f".join([*remapped, *choices]),
        }
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        if done.returncode != 0:
            raise LabError(f"building {name} for {self._target} failed: {_reason(done.stderr)}")


def _reason(told: str) -> str:
    """The first error, and the last cause where cargo says why."""
    lines = told.strip().splitlines()
    causes = lines[lines.index("Caused by:") :] if "Caused by:" in lines else []
    return ": ".join(dict.fromkeys((first_error(told), *(line.strip() for line in causes[-1:]))))
