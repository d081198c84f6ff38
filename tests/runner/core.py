# SPDX-License-Identifier: MIT
"""The same tests, cross-compiled and run on an emulated core."""

import threading
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from lab.emulator import EmulationError, Machine, open_machine
from lab.errors import LabError
from lab.targets import catalogue
from lab.targets.catalogue import Emulation, Target
from lab.targets.loading import core_of
from lab.targets.toolchain import Sources, Toolchain
from tests.runner.host import (
    ARITHMETIC,
    BLS,
    KINDS,
    STANDARD,
    STEPS_FLAGS,
    UNIT_CURVES,
    WARNINGS,
    Kind,
    curve_sources,
    library_sources,
    sources_with,
    toy_names,
    unit_sources,
    unit_suites,
)
from tests.runner.made import amalgamation, tables, toys
from tests.runner.tools import (
    BUILD,
    ROOT,
    UNIT,
    VECTOR_SOURCES,
    Counts,
    RunError,
    closing_counts,
)
from tools.plan.kernels import KERNELS
from tools.plan.known import instruction_set

# No test runs longer than this many instructions: about an hour of emulation.
LIMIT = 400_000_000_000

TOY_RAM_BYTES = 4 << 20

# The core whose tests have the whole library: files that come out empty, and curves without tests
# or vectors.
WHOLE = "cortex-m4"

# Of every curve those that stand for many: a cofactor, an order longer than the field, any a,
# a = 0, the longest square roots.
CURVES = ("secp112r2", "secp160r1", "brainpoolP160r1", "secp192k1", "secp224r1")


@dataclass(frozen=True)
class CoreBuild:
    target: str
    profile: str = "balanced"
    amalgamated: bool = False
    kind: Kind = "units"
    curve: str = ""  # of a build with one alone
    in_steps: bool = False  # what the tests call
    least: int = 0  # WHIT_LEAST
    ladder: int = 0  # WHIT_LADDER

    @property
    def name(self) -> str:
        kind = "amalgamated" if self.amalgamated else "layered"
        kind += " in steps" if self.in_steps else ""
        if self.kind == "alone":
            more = f" least {self.least}" if self.least else ""
            more += f" ladder {self.ladder}" if self.ladder else ""
            return f"{self.target} {self.profile}{more} {self.curve} alone"
        return f"{self.target} {self.profile} {kind} {KINDS[self.kind]}".rstrip()

    @property
    def curves(self) -> tuple[str, ...]:
        if self.kind == "toys":
            return toy_names()
        if self.kind == "alone":
            return (self.curve,)
        if self.kind == "curves":
            return (*CURVES, "secp256r1")
        return ("all",) if self.target == WHOLE else UNIT_CURVES

    @property
    def kernels(self) -> tuple[str, ...]:
        return kernels_of(self.target)

    @property
    def suites(self) -> list[str]:
        """Those of the library itself."""
        return unit_suites(not self.amalgamated, host=False, steps=self.in_steps)

    def library(self) -> tuple[Path, ...]:
        if self.amalgamated:
            return (amalgamation() / "whit.c",)
        if self.kind == "units" and self.target == WHOLE:
            return tuple(library_sources())
        return tuple(sources_with(self.curves, self.kernels, self.kind == "toys"))

    def described(self) -> tuple[Target, Emulation]:
        """The target; for the toys' tables with more memory than a core has."""
        target = catalogue.find(self.target)
        if target.emulation is None:
            raise RunError(f"{target.name} is not emulated")
        if self.kind == "toys":
            target = replace(target, emulation=replace(target.emulation, ram_bytes=TOY_RAM_BYTES))
        assert target.emulation is not None
        return target, target.emulation


def targets() -> list[str]:
    """The targets that are emulated and have room for the tests, which an AVR has not; of those
    that run the same images, the first."""
    images: dict[tuple[object, ...], str] = {}
    for name in catalogue.names():
        target = catalogue.find(name)
        if target.images != name:
            continue
        if target.emulation is not None and target.emulation.engine != "avr":
            memory = replace(target.emulation, model="", multiply_cycles=0)
            images.setdefault((target.flags, target.link_flags, memory), name)
    return list(images.values())


@cache
def kernels_of(target: str) -> tuple[str, ...]:
    """The folders that hold a core's kernels."""
    return tuple(family.name for family, _ in KERNELS[instruction_set(target)])


_locks: defaultdict[CoreBuild, threading.Lock] = defaultdict(threading.Lock)
_built: dict[CoreBuild, Path] = {}


def build(config: CoreBuild) -> Path:
    """The image; built once a run, however many jobs share it."""
    with _locks[config]:
        if config not in _built:
            _built[config] = _build(config)
        return _built[config]


def _build(config: CoreBuild) -> Path:
    target, _ = config.described()
    with_toys = config.kind == "toys"
    includes: tuple[Path, ...] = (ROOT / "include", ROOT / "src")
    if config.amalgamated:
        includes = (amalgamation() / "include",)
    defines: tuple[str, ...] = (
        f"WHIT_LIMB_BITS={target.limb_bits}",
        f"WHIT_PROFILE={config.profile}",
        f"WHIT_LEAST={config.least}",
        f"WHIT_LADDER={config.ladder}",
        f"WHIT_CURVES={','.join(config.curves)}",
    )
    if config.kind == "alone":
        tests = [UNIT / "print.c"]
        defines += (f"TEST_CURVE={config.curve}",)
    elif config.kind == "units":
        tests = unit_sources(not config.amalgamated, host=False, steps=config.in_steps)
        defines += (f"TEST_INTERNAL={int(not config.amalgamated)}",)
        defines += (f"TEST_STEPS={int(config.in_steps)}",)
        defines += tuple(each.removeprefix("-D") for each in (ARITHMETIC, *BLS))
    else:
        curves = () if with_toys else CURVES
        tests = curve_sources(config.kind, curves)
        includes = (tables(curves), UNIT, *includes)
        defines += ("TEST_PUBLIC=0", "TEST_TOY=1" if with_toys else "TEST_CURVES=1")
    if with_toys:
        includes = (toys() / "include", toys() / "src", *includes)
    if config.in_steps:
        defines += ("WHIT_STEPS=1",)
    vectors = VECTOR_SOURCES if config.kind in ("units", "alone") else ()
    flags = (*STANDARD, *WARNINGS)
    ours = (
        Sources(config.library(), includes, defines, flags=flags),
        Sources(
            files=(*tests, UNIT / "firmware.c", *vectors),
            includes=includes,
            defines=defines,
            flags=(*flags, *(STEPS_FLAGS if config.in_steps else ())),
        ),
    )
    elf = BUILD / "core" / (config.name.replace(" ", "-") + ".elf")
    try:
        toolchain = Toolchain(target)
        return toolchain.image(elf, (toolchain.firmware("console.c"), *ours)).elf
    except LabError as error:
        raise RunError(str(error)) from None


class Program:
    """A test image on a core. Every call starts from reset."""

    def __init__(self, config: CoreBuild, elf: Path) -> None:
        self._config = config
        self._elf = elf

    def units(self, name: str | None) -> tuple[Counts, str]:
        blob = b"" if name is None else name.encode() + b"\0"
        return self._call("firmware_units", blob)

    def vectors(self, blob: bytes) -> tuple[Counts, str]:
        return self._call("firmware_vectors", blob)

    def _call(self, function: str, blob: bytes) -> tuple[Counts, str]:
        target, memory = self._config.described()
        machine = open_machine(self._elf, core_of(target, memory), blob)
        console = ""
        try:
            machine.boot()
            failed = machine.call(function, len(blob), limit=LIMIT).value
            console = self._console(machine)
        except EmulationError as error:
            raise RunError(f"{error}\n{self._console(machine)}".rstrip()) from None
        counts = closing_counts(console)
        if counts is None or counts.failed != failed:
            raise RunError(f"{function} returned {failed}, and its console says\n{console}")
        return counts, console

    @staticmethod
    def _console(machine: Machine) -> str:
        length = int.from_bytes(machine.read(machine.symbol("harness_console_length"), 4), "little")
        return machine.read(machine.symbol("harness_console"), length).decode(errors="replace")
