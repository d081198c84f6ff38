# SPDX-License-Identifier: MIT
"""The unit tests and the vector runner as programs of this host, in many configurations."""

import itertools
import re
import shutil
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.runner.tools import (
    BUILD,
    ROOT,
    UNIT,
    VECTOR_SOURCES,
    VECTORS,
    RunError,
    compile_with,
    run,
)

LIMB_BITS = (8, 16, 32, 64)
SPLIT_BITS = (32, 64)  # of the limbs that WHIT_WIDE_MULTIPLY=0 splits
PROFILES = ("small", "balanced", "fast")

STANDARD = ("-std=c99", "-pedantic-errors")
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
SANITIZERS = {
    "none": ("-O2", "-g"),
    "address": (
        *("-O1", "-g", "-fno-omit-frame-pointer"),
        *("-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
    ),
    "memory": ("-O1", "-g", "-fsanitize=memory", "-fno-sanitize-recover=all"),
}
ENVIRONMENT = {
    "ASAN_OPTIONS": "detect_stack_use_after_return=1:strict_string_checks=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}


@dataclass(frozen=True)
class HostBuild:
    compiler: str = "gcc"
    limb_bits: int = 64
    profile: str = "balanced"
    amalgamated: bool = False
    sanitizer: Literal["none", "address", "memory"] = "address"
    wide_multiply: bool = True
    toys: bool = False  # with the toy curves, and their suites alone

    @property
    def name(self) -> str:
        words = [self.compiler, f"{self.limb_bits}-bit", self.profile]
        words.append("amalgamated" if self.amalgamated else "layered")
        words += {"none": ["-O2"], "address": ["asan+ubsan"], "memory": ["msan"]}[self.sanitizer]
        if not self.wide_multiply:
            words.append("no wide multiply")
        if self.toys:
            words.append("toy curves")
        return " ".join(words)

    @property
    def defines(self) -> tuple[str, ...]:
        wide = () if self.wide_multiply else ("-DWHIT_WIDE_MULTIPLY=0",)
        return f"-DWHIT_LIMB_BITS={self.limb_bits}", f"-DWHIT_PROFILE={self.profile}", *wide

    @property
    def flags(self) -> tuple[str, ...]:
        includes: tuple[str, ...] = (f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}")
        if self.amalgamated:
            includes = (f"-I{amalgamation() / 'include'}",)
        if self.toys:
            includes = (f"-I{toys() / 'include'}", f"-I{toys() / 'src'}", *includes)
        internal = 0 if self.amalgamated else 1
        return (
            *(*STANDARD, *WARNINGS, *SANITIZERS[self.sanitizer], *includes, "-DTEST_HOST=1"),
            *(f"-DTEST_INTERNAL={internal}", f"-DTEST_TOY={int(self.toys)}", *self.defines),
        )

    @property
    def directory(self) -> Path:
        return BUILD / "host" / self.name.replace(" ", "-").replace("+", "-")


def suites(kind: str) -> list[str]:
    """The suites of one kind in suites.h: PUBLIC, INTERNAL, HOST or TOY."""
    return re.findall(rf"^{kind}_SUITE\((\w+)\)", (UNIT / "suites.h").read_text(), re.MULTILINE)


def unit_sources(internal: bool, host: bool, toy: bool = False) -> list[Path]:
    """The framework and the suites. Files that are neither serve the internal suites."""
    names = ["test", "print", "fixtures", "known_answers"]
    ours = {*names, "host", "firmware"}
    every = {path.stem for path in UNIT.glob("*.c")}
    names += [f"test_{name}" for name in suites("PUBLIC")]
    if internal:
        names += [f"test_{name}" for name in suites("INTERNAL")]
        names += sorted(name for name in every - ours if not name.startswith("test_"))
    if host:
        names += [f"test_{name}" for name in suites("HOST")]
        names.append("host")
    if toy:
        names += [f"test_{name}" for name in suites("TOY")]
    return [UNIT / f"{name}.c" for name in names]


def library_sources(with_toys: bool = False) -> list[Path]:
    """The sources of src/; with toys, what was generated anew takes their place."""
    source = ROOT / "src"
    files = {path.relative_to(source): path for path in source.rglob("*.c")}
    if with_toys:
        fresh = toys() / "src"
        files |= {path.relative_to(fresh): path for path in fresh.rglob("*.c")}
    return [files[name] for name in sorted(files)]


_generating = threading.Lock()
_generated: set[Path] = set()


def _generate(directory: Path, tool: str, *arguments: str | Path) -> bool:
    """Have a tool fill the directory, once a run. Returns whether it was done just now."""
    if directory in _generated:
        return False
    shutil.rmtree(directory, ignore_errors=True)
    done = run([sys.executable, ROOT / "tools" / tool, *arguments, "--output", directory])
    if done.returncode != 0:
        raise RunError(f"tools/{tool} failed\n{done.stdout}{done.stderr}".rstrip())
    _generated.add(directory)
    return True


def amalgamation() -> Path:
    """A directory with whit.c and whit.h, and include/whit/ whose headers all lead to whit.h, so
    that the tests see what ships."""
    directory = BUILD / "amalgamation"
    with _generating:
        if _generate(directory, "amalgamate.py"):
            headers = directory / "include" / "whit"
            headers.mkdir(parents=True)
            for header in (ROOT / "include" / "whit").glob("*.h"):
                (headers / header.name).write_text('#include "../../whit.h"\n')
            shutil.copy(ROOT / "include" / "whit" / "posix.h", headers / "posix.h")
    return directory


def toys() -> Path:
    """A tree with what tools/curves.py generates when the toy curves are added."""
    directory = BUILD / "toys"
    with _generating:
        _generate(directory, "curves.py", "--with", UNIT / "toys")
    return directory


class Objects:
    """Compiled files; what two configurations share is compiled once a run."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._locks: dict[tuple[str, ...], threading.Lock] = {}
        self._done: dict[tuple[str, ...], Path] = {}
        self._numbers = itertools.count()

    def get(self, compiler: str, flags: tuple[str, ...], source: Path) -> Path:
        key = (compiler, *flags, str(source))
        with self._lock:
            lock = self._locks.setdefault(key, threading.Lock())
        with lock:
            if key not in self._done:
                directory = BUILD / "objects"
                directory.mkdir(parents=True, exist_ok=True)
                output = directory / f"{next(self._numbers)}-{source.stem}.o"
                compile_with([compiler, *flags, "-c", source, "-o", output])
                self._done[key] = output
            return self._done[key]


def build(config: HostBuild, objects: Objects) -> tuple[Path, Path]:
    """The unit tests and the vector runner, linked."""
    public = set(unit_sources(internal=False, host=True))
    units = [
        objects.get(config.compiler, _plain(config) if source in public else config.flags, source)
        for source in unit_sources(not config.amalgamated, host=True, toy=config.toys)
    ]
    return _link(config, objects, "units", units), build_vectors(config, objects)


def build_vectors(config: HostBuild, objects: Objects) -> Path:
    """The vector runner alone."""
    sources = [VECTORS / "host.c", *VECTOR_SOURCES, UNIT / "print.c"]
    compiled = [objects.get(config.compiler, _plain(config), source) for source in sources]
    return _link(config, objects, "vectors", compiled)


def _plain(config: HostBuild) -> tuple[str, ...]:
    """What sees the public headers alone does not change with the limbs."""
    return tuple(flag for flag in config.flags if flag not in config.defines)


def _link(config: HostBuild, objects: Objects, name: str, program: list[Path]) -> Path:
    """With the library and the port."""
    library = [amalgamation() / "whit.c"] if config.amalgamated else library_sources(config.toys)
    common = [objects.get(config.compiler, config.flags, source) for source in library]
    common += [
        objects.get(config.compiler, _plain(config), source)
        for source in sorted((ROOT / "ports" / "posix").glob("*.c"))
    ]
    config.directory.mkdir(parents=True, exist_ok=True)
    output = config.directory / name
    link = [config.compiler, *SANITIZERS[config.sanitizer]]
    compile_with([*link, "-o", output, *program, *common])
    return output
