# SPDX-License-Identifier: MIT
"""The targets declared in targets/*.toml: cores, and through them the boards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal, TypedDict

from lab.declarations import Declaration
from lab.emulator.native import RISCV_CORES
from lab.errors import UnknownNameError, UnsupportedError
from lab.paths import FIRMWARE, TARGETS
from lab.targets import boards, compilers
from lab.targets.boards import Board, Part
from lab.targets.circuits import Circuit

Engine = Literal["arm", "riscv", "avr"]
MODELS: Mapping[Engine, tuple[str, ...]] = {
    "arm": ("m0", "m0plus", "m3", "m4", "m4f", "m33"),
    "riscv": tuple(RISCV_CORES),
    "avr": ("atmega328p", "atmega1284p", "atmega2560"),
}
DEFAULT_COMPILER = "gcc"
WIDE = "32-bit"  # what cores are called whose words have so many bits, or more


@dataclass(frozen=True)
class Emulation:
    """An emulated core and its memory."""

    engine: Engine
    model: str
    multiply_cycles: int
    validated: bool  # the cycles, against a manual or silicon
    flash_origin: int
    flash_bytes: int
    ram_origin: int
    ram_bytes: int
    part_ram_bytes: int  # what silicon has of it

    @property
    def counts_waiting(self) -> bool:
        """Whether the engine has a model of the flash."""
        return self.engine == "arm"


class _Core(TypedDict):
    engine: Engine
    model: str
    multiply_cycles: int
    validated: bool


@dataclass(frozen=True)
class Target:
    """A core and a toolchain that builds for it. No emulation: the host itself. On a
    board, images and cycles are the core's; time and energy come with the board."""

    name: str
    images: str  # the core whose images it runs: its own name, or that of the file which says how
    description: str
    limb_bits: int
    instruction_sets: tuple[str, ...]  # each with those that it contains
    compilers: tuple[str, ...]  # the families that build for it
    family: str  # the chosen one
    compiler: str  # its program
    flags: tuple[str, ...]
    linker: str  # the program that links; the compiler does it, where it can
    link_flags: tuple[str, ...]
    linker_script: Path | None
    startup: tuple[Path, ...]
    emulation: Emulation | None
    rust: str | None = None  # what Rust calls a target with the core's instructions
    circuit: Circuit | None = None  # the core itself, where it can be had
    board: Board | None = None
    linked_for_board: bool = False  # not for the emulator

    @property
    def origin(self) -> str:
        """Which figures of this target are counted, modelled or measured."""
        if self.linked_for_board:
            return "run on a board without a cycle counter; flash counted, stack painted"
        if self.emulation is None:
            return "cycles measured (time-stamp counter), instructions counted, stack painted"
        modelled = "modelled" if self.emulation.validated else "modelled, unvalidated"
        counted = f"cycles {modelled}, flash counted, stack counted"
        if self.board is None:
            return counted
        assumed = self.board.described and self.board.flash.wait_states > 0
        lines = ", lines of flash assumed" if assumed else ""
        return f"{counted}; time and energy modelled{lines}"


def load(path: Path, compiler: str = DEFAULT_COMPILER) -> Target:
    """Read one target's file, for one of its compilers: a family's, or a program of its own."""
    file = Declaration.read(path)
    kind = file.text("kind")
    if kind not in ("emulated", "host"):
        raise file.error("kind", 'must be "emulated" or "host"')
    if file.has("images"):
        target = _running(file, path.parent / f"{file.text('images')}.toml", compiler)
    else:
        target = _built(file, path.stem, compiler)
    file.finish()
    if target.name != path.stem:
        raise file.error("name", f"must be {path.stem!r}, as the file is called")
    return target


def _running(file: Declaration, other: Path, compiler: str) -> Target:
    """A core that runs the images of another, from whose file all but the core comes."""
    if not other.is_file():
        raise file.error("images", f"must be a target: there is no {other.name}")
    owner = load(other, compiler)
    if owner.emulation is None or owner.images != owner.name:
        raise file.error("images", "must be an emulated target with images of its own")
    core = file.table("core")
    target = replace(
        owner,
        name=file.text("name"),
        description=file.text("description"),
        emulation=replace(owner.emulation, **_core(core)),
        circuit=Circuit.read(file.table("rtl")) if file.has("rtl") else None,
    )
    core.finish()
    return target


def _built(file: Declaration, name: str, compiler: str) -> Target:
    """A target with images of its own."""
    toolchains = file.tables("toolchains")
    family = compilers.family_of(compiler)
    if family not in toolchains:
        raise UnknownNameError(f"compiler for {name}", compiler, toolchains)
    toolchain = toolchains[family]
    usual = toolchain.text("compiler")
    program = usual if compiler == family else compiler
    emulation = _emulation(file) if file.text("kind") == "emulated" else None
    firmware = file.table("firmware") if emulation else None
    target = Target(
        name=file.text("name"),
        images=name,
        description=file.text("description"),
        limb_bits=file.number("limb_bits"),
        instruction_sets=file.texts("instruction_sets", ()),
        compilers=tuple(toolchains),
        family=family,
        compiler=program,
        flags=toolchain.texts("flags"),
        linker=toolchain.text("linker", program),
        link_flags=toolchain.texts("link_flags"),
        linker_script=FIRMWARE / firmware.text("linker_script") if firmware else None,
        startup=tuple(FIRMWARE / name for name in firmware.texts("startup")) if firmware else (),
        emulation=emulation,
        rust=file.text("rust") if file.has("rust") else None,
    )
    toolchain.finish()
    if firmware:
        firmware.finish()
    return target


def _core(core: Declaration) -> _Core:
    """What a file says of the core alone."""
    engines = {name: engine for engine in MODELS for name in (str(engine),)}
    engine = core.text("engine")
    if engine not in engines:
        raise core.error("engine", f"must be one of {', '.join(engines)}")
    model = core.text("model")
    if model not in MODELS[engines[engine]]:
        raise core.error("model", f"must be one of {', '.join(MODELS[engines[engine]])}")
    return {
        "engine": engines[engine],
        "model": model,
        "multiply_cycles": core.number("multiply_cycles") if core.has("multiply_cycles") else 1,
        "validated": core.flag("validated", True),
    }


def _emulation(file: Declaration) -> Emulation:
    core, memory = file.table("core"), file.table("memory")
    ram_bytes = memory.number("ram_bytes")
    emulation = Emulation(
        **_core(core),
        flash_origin=memory.number("flash_origin"),
        flash_bytes=memory.number("flash_bytes"),
        ram_origin=memory.number("ram_origin"),
        ram_bytes=ram_bytes,
        part_ram_bytes=memory.number("part_ram_bytes")
        if memory.has("part_ram_bytes")
        else ram_bytes,
    )
    core.finish()
    memory.finish()
    return emulation


def for_silicon(target: Target) -> Target:
    """The target as a probe needs it: linked for its board's memories, or without a board for
    the core's, which another emulator may have."""
    emulation, board = target.emulation, target.board
    if emulation is None:
        raise UnsupportedError(f"{target.name} is no microcontroller: it takes no probe")
    if board is None:
        memory = replace(emulation, ram_bytes=emulation.part_ram_bytes)
        return replace(target, emulation=memory, linked_for_board=True)
    if board.origins is None:
        raise UnsupportedError(
            f"{board.name} takes no probe: its file has no origins to link an image for"
        )
    memory = replace(
        emulation,
        flash_origin=board.origins.flash,
        flash_bytes=board.flash_bytes,
        ram_origin=board.origins.ram,
        ram_bytes=board.ram_bytes,
    )
    return replace(target, emulation=memory, linked_for_board=True)


def as_part(target: Target, part: Part) -> Target:
    """The core in a part that has no file. Its memories are those of the emulator, so that nothing
    that runs is too large for it."""
    emulation = target.emulation
    if target.board is not None:
        raise UnsupportedError(f"{target.board.name} has a clock and wait states of its own")
    if emulation is None:
        raise UnsupportedError(f"{target.name} is not emulated: its clock is its own")
    if part.wait_states and not emulation.counts_waiting:
        raise UnsupportedError(
            f"--wait-states {part.wait_states}: the lab has no model of the flash of {target.name}"
        )
    board = part.board(target.name, emulation.flash_bytes, emulation.ram_bytes)
    return replace(target, board=board)


def names(directory: Path = TARGETS) -> tuple[str, ...]:
    """The cores."""
    return tuple(sorted(path.stem for path in directory.glob("*.toml")))


def find(name: str, directory: Path = TARGETS, compiler: str = DEFAULT_COMPILER) -> Target:
    """The core of that name, or that of the board so called; UnknownNameError when there
    is neither."""
    places = directory / boards.BOARDS.name
    if name in boards.names(places):
        board = boards.find(name, places)
        return replace(find(board.core, directory, compiler), board=board)
    if name not in names(directory):
        raise UnknownNameError("target", name, (*names(directory), *boards.names(places)))
    return load(directory / f"{name}.toml", compiler)


@cache
def core_of(name: str) -> str:
    """The core of a target, which may be a board."""
    return find(name).name


def is_any(name: str, words: Iterable[str] | None) -> bool:
    """Whether a target is among those that words stand for: a core by its name, which also means
    what runs its images; an instruction set; or WIDE. None stands for all."""
    if words is None:
        return True
    found = set(words)
    for word in sorted(found - _known()):
        raise UnknownNameError("core or instruction set", word, sorted(_known()))
    return not found.isdisjoint(_words(name))


@cache
def _known() -> frozenset[str]:
    return frozenset(word for each in names() for word in _words(each))


@cache
def _words(name: str) -> frozenset[str]:
    target = find(name)
    wide = (WIDE,) if target.limb_bits >= 32 else ()
    return frozenset((target.name, target.images, *target.instruction_sets, *wide))
