# SPDX-License-Identifier: MIT
"""Shared objects of ours: compiled on first use, kept by a hash of all that they are made from."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from lab.emulator.errors import EmulationError

FLAGS = ("-std=c99", "-O2", "-fPIC", "-shared", "-Wall", "-Wextra")


def compiler() -> str:
    """A C compiler for this machine; EmulationError when there is none."""
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        path = shutil.which(name) if name else None
        if path:
            return path
    raise EmulationError("the emulator needs a C compiler for this machine: install gcc or clang")


def build(
    name: str,
    folder: Path,
    cache: Path,
    options: Sequence[str],
    libraries: Sequence[str],
    version: str = "",
    others: Sequence[str] = (),
) -> Path:
    """The shared object of a folder's C files, and of others in the one above. `version` is of
    what they are linked with."""
    sources = [*sorted(folder.glob("*.c")), *(folder.parent / name for name in others)]
    headers = [*sorted(folder.glob("*.h")), *(sorted(folder.parent.glob("*.h")) if others else ())]
    digest = hashlib.sha256()
    for path in [*sources, *headers]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    digest.update("\0".join([*FLAGS, *options, *libraries, version]).encode())
    target = cache / f"{name}-{digest.hexdigest()[:16]}.so"
    if target.exists():
        return target
    program = compiler()
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        output = Path(scratch) / "engine.so"
        command = [program, *FLAGS, *options, "-o", str(output), *map(str, sources), *libraries]
        plain = {**os.environ, "LC_ALL": "C"}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=plain)
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or ["no message"]
            raise EmulationError(f"{program} cannot compile the emulator: {lines[0]}")
        output.replace(target)
    return target
