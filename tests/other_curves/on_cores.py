# SPDX-License-Identifier: MIT
"""Measure Whit on curves that are not of this repository, on emulated cores, and print the outcome.

    python3 -m tests.other_curves.on_cores [--target NAME] [--profile NAME] [--curves A,B]
        [--layered] [--jobs N]

Each is in a build of its own and in one beside others, whose kernels could be taken for it: through
the lab, which checks keys, shared secrets and signatures against its oracle. All curves of a build
are tried. Whit is one file, or as tools.curves --with writes it.
"""

import argparse
import itertools
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from lab import curves
from lab.model import ALL, PROFILES, Case
from lab.peers import catalogue
from lab.runner import Lab, workshop
from tests.runner.tools import ROOT

HERE = Path(__file__).resolve().parent
TARGETS = (
    *("cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4", "cortex-m33"),
    *("rv32imc", "avr"),
)
OTHERS = {path.stem: curves.load(path) for path in sorted(HERE.glob("*.toml"))}

Build = tuple[str, ...]  # the names of its curves
Tried = tuple[str, str, Build]  # on a core, in a profile

# Beside one of the same size or whose reduction has the same name, and another prime.
BESIDE: tuple[Build, ...] = (
    ("crandall192", "secp192r1"),
    ("crandall224", "secp224r1"),
    ("crandall256", "secp256r1"),
    ("crandall384", "secp384r1"),
    ("long384", "secp384r1"),
    ("crandall521", "secp521r1"),
    ("koblitz256", "secp256k1"),
    ("koblitz256", "secp192k1"),
    ("random256", "brainpoolP256r1"),
    ("cofactor256", "random256"),
    ("short256r1", "secp256r1"),
    ("short256r1", "random256"),
    ("twin256r1", "secp256r1"),
    ("any256r1", "secp256k1"),
    ("minus256k1", "secp256k1"),
    ("gost256a", "secp521r1"),
    ("gost256a", "ed25519"),
    ("m511", "secp521r1"),
    ("weierstrass448", "ed448"),
)
BUILDS: tuple[Build, ...] = (*((name,) for name in OTHERS), *BESIDE)
SAMPLED_BITS = {"avr": 256}  # on AVR longer ones take a minute


def sampled(target: str) -> list[Build]:
    """What a sample takes of the builds: those whose first curve is no longer than that."""
    longest = SAMPLED_BITS.get(target)
    firsts = {build: OTHERS.get(build[0]) or curves.find(build[0]) for build in BUILDS}
    return [build for build in BUILDS if not longest or firsts[build].field_bits <= longest]


def sample(seed: str) -> list[Tried]:
    """A build for each core, with profiles in turn, alone and beside others in turn."""
    chosen = random.Random(seed)
    turns = itertools.count(chosen.randrange(len(PROFILES) * 2))
    tried = []
    for target, turn in zip(TARGETS, turns, strict=False):
        builds = [build for build in sampled(target) if (len(build) > 1) == bool(turn % 2)]
        tried.append((target, tuple(PROFILES)[turn % len(PROFILES)], chosen.choice(builds)))
    return tried


class Bench:
    """The lab where the curves of this folder are among those of the repository."""

    def __init__(self, folder: Path, builds: Sequence[Build], layered: bool = False) -> None:
        self.folder = folder
        self._layers = folder / "layers" if layered else None
        self._every = (*curves.every(), *OTHERS.values())
        named = sorted(set(itertools.chain(*builds)))
        _generate("amalgamate", folder, "--curves", ",".join(named))
        if self._layers:
            _generate("curves", self._layers)

    def errors(self, target: str, profile: str, build: Build, every: bool = True) -> list[str]:
        """What the lab finds wrong on the curves of a build, or on the first of them."""
        with self._known(build):
            lab = Lab(keys=1, cached=False, sources={"whit": self.folder})
            cases = [
                Case(target, "whit", curve.name, operation, profile=profile)
                for curve in map(curves.find, build if every else build[:1])
                for operation in ((ALL,) if ALL in curve.operations else curve.operations)
            ]
            samples = [lab.measure(case) for case in cases]
        return [f"{each.curve} {each.operation}: {each.error}" for each in samples if each.error]

    @contextmanager
    def _known(self, build: Build) -> Iterator[None]:
        """Make the lab know the curves, and build Whit with these."""
        whit = catalogue.find("whit")
        chosen = tuple(each.replace("{curve}", ",".join(build)) for each in whit.defines)
        whit = replace(whit, curves=tuple(each.name for each in self._every), defines=chosen)
        if self._layers:
            trees = (self._layers, ROOT)
            found = {
                path.relative_to(tree): path
                for tree in reversed(trees)
                for path in (tree / "src").rglob("*.c")
            }
            includes = [str(tree / name) for tree in trees for name in ("src", "include")]
            whit = replace(
                whit, sources=tuple(map(str, found.values())), source_includes=tuple(includes)
            )
        with (
            mock.patch.object(curves, "every", return_value=self._every),
            mock.patch.object(catalogue, "find", return_value=whit),
            mock.patch.object(workshop, "BUILD", self.folder / "build" / "-".join(build)),
        ):
            yield


def _generate(tool: str, output: Path, *options: str) -> None:
    program = [sys.executable, "-m", f"tools.{tool}", "--with", str(HERE)]
    subprocess.run([*program, "--output", str(output), *options], cwd=ROOT, check=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--target", choices=TARGETS, action="append")
    parser.add_argument("--profile", choices=tuple(PROFILES), action="append")
    parser.add_argument("--curves", action="append", help="a build: names separated by commas")
    parser.add_argument("--layered", action="store_true", help="as the library is in its folders")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at the same time")
    options = parser.parse_args(arguments)
    builds = [tuple(each.split(",")) for each in options.curves or ()] or list(BUILDS)
    targets, profiles = options.target or TARGETS, options.profile or tuple(PROFILES)
    start, failed = time.monotonic(), 0
    tried = [
        (target, profile, build)
        for build, profile, target in itertools.product(builds, profiles, targets)
    ]
    with TemporaryDirectory() as folder, ProcessPoolExecutor(max(1, options.jobs)) as pool:
        bench = Bench(Path(folder), builds, options.layered)
        for each, errors in zip(tried, pool.map(partial(_errors, bench), tried), strict=True):
            failed += bool(errors)
            told = "; ".join(errors) or "right"
            print(f"{' '.join(each[2])}, {each[0]} {each[1]}: {told}", flush=True)
    print(f"{len(tried)} builds in {time.monotonic() - start:.0f} s")
    print(f"{len(tried) - failed} passed, {failed} failed")
    return 1 if failed else 0


def _errors(bench: Bench, tried: Tried) -> list[str]:
    return bench.errors(*tried)


if __name__ == "__main__":
    sys.exit(main())
