# SPDX-License-Identifier: MIT
"""Compiling the library into a shared object.

It is kept by a hash of all sources, and its objects by one of what the preprocessor makes of
each, so that a change compiles only what it reaches."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lab.errors import LabError
from lab.paths import BUILD, INCLUDE, ROOT, SOURCE, locked, passing

CACHE = BUILD / "lab" / "library"
STANDARD = ("-std=c99", "-O2", "-fPIC")
FLAGS = (*STANDARD, "-DWHIT_CURVES=all", f"-I{INCLUDE}", f"-I{SOURCE}")
AMALGAMATE = ROOT / "tools" / "amalgamate.py"


def compiler() -> str:
    """A C compiler for this machine."""
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        path = shutil.which(name) if name else None
        if path:
            return path
    raise LabError("the library needs a C compiler for this machine: install gcc or clang")


def build(say: Callable[[str], None], cache: Path = CACHE) -> Path:
    """The shared object, compiled if need be; `say` is told before that."""
    program = compiler()
    version = _run([program, "--version"], "asking the compiler")
    target = cache / f"whit-{_digest(version, FLAGS)}.so"
    if target.exists():
        return target
    with locked(cache):
        if target.exists():  # made by another process meanwhile
            return target
        say("compiling the library for this machine")
        sources = sorted(SOURCE.rglob("*.c"))
        with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            objects = pool.map(lambda source: _object(program, version, source, cache), sources)
            files = [str(path) for path in objects]
        _place(target, [program, "-shared", *files], "linking the library")
    return target


def build_alone(say: Callable[[str], None], curve: str, profile: str, cache: Path = CACHE) -> Path:
    """The shared object with one curve, in a profile, from the library in one file; as `build`."""
    program = compiler()
    version = _run([program, "--version"], "asking the compiler")
    flags = (*STANDARD, f"-DWHIT_CURVES={curve}", f"-DWHIT_PROFILE={profile}")
    target = cache / f"whit-{curve}-{profile}-{_digest(version, flags)}.so"
    if target.exists():
        return target
    with locked(cache), passing() as scratch:
        if target.exists():  # made by another process meanwhile
            return target
        say(f"compiling {curve} for this machine")
        tool = [sys.executable, str(AMALGAMATE), "--output", scratch, "--curves", curve]
        _run(tool, "joining the library's files")
        whole = str(Path(scratch) / "whit.c")
        _place(target, [program, *flags, "-shared", whole], "compiling the library")
    return target


def _digest(version: bytes, flags: Sequence[str]) -> str:
    """Of the compiler, its flags and the sources."""
    digest = hashlib.sha256(b"\0".join((version, *(flag.encode() for flag in flags))))
    for path in sorted((*INCLUDE.rglob("*.h"), *SOURCE.rglob("*.[ch]"), *SOURCE.rglob("*.inc"))):
        digest.update(b"\0".join((b"", str(path).encode(), path.read_bytes())))
    return digest.hexdigest()[:16]


def _object(program: str, version: bytes, source: Path, cache: Path) -> Path:
    plain = _run([program, *FLAGS, "-E", "-P", str(source)], f"reading {source.name}")
    digest = hashlib.sha256(b"\0".join((version, " ".join(FLAGS).encode(), plain)))
    target = cache / f"{source.stem}-{digest.hexdigest()[:16]}.o"
    if not target.exists():
        _place(target, [program, *FLAGS, "-c", str(source)], f"compiling {source.name}")
    return target


def _place(target: Path, command: Sequence[str], doing: str) -> None:
    """Have a command write a file, which then is there in full or not at all."""
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        output = Path(scratch) / target.name
        _run([*command, "-o", str(output)], doing)
        output.replace(target)


def _run(command: Sequence[str], doing: str) -> bytes:
    plain = {**os.environ, "LC_ALL": "C"}
    done = subprocess.run(command, capture_output=True, check=False, env=plain)
    if done.returncode != 0:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        told = [line for line in lines if " error: " in line or "undefined reference" in line]
        raise LabError(f"{doing} for this machine failed: {(told or lines or ['no message'])[0]}")
    return done.stdout
