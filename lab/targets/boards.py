# SPDX-License-Identifier: MIT
"""The boards declared in targets/boards/*.toml: a part on a supply, over a core."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lab.declarations import Declaration
from lab.emulator import FlashTiming
from lab.errors import UnknownNameError
from lab.paths import TARGETS

BOARDS = TARGETS / "boards"
ASSUMED_LINE_BYTES = 16  # of a part's flash that has no file; it keeps one line, without prefetch


@dataclass(frozen=True)
class Radio:
    """What a frame costs on the air."""

    standard: str
    bits_per_second: int
    frame_bytes: int  # most that a frame carries, headers included
    overhead_bytes: int  # of a frame: preamble, headers, check
    transmit_amperes: float
    receive_amperes: float


@dataclass(frozen=True)
class Origins:
    """Where a part's memories begin. The emulator has its core's own."""

    flash: int
    ram: int


@dataclass(frozen=True)
class Board:
    """A part at a clock. What is not known is None; every value has its source."""

    name: str
    description: str
    core: str
    clock_hz: int
    flash_bytes: int
    ram_bytes: int
    flash: FlashTiming
    origins: Origins | None  # None: images for it cannot be linked
    supply_volts: float | None
    currents_amperes: Mapping[str, float]  # by state; `active` runs code, `sleep` waits
    radio: Radio | None
    sources: Mapping[str, str]
    chip: "Board | None" = None  # the part alone, where the supply feeds more than that
    described: bool = False  # on the command line, so that it has no file

    @property
    def active_watts(self) -> float | None:
        """What its supply gives while code runs."""
        amperes = self.currents_amperes.get("active")
        if self.supply_volts is None or amperes is None:
            return None
        return self.supply_volts * amperes


@dataclass(frozen=True)
class Part:
    """What a user says of a part that has no file."""

    clock_hz: int
    wait_states: int

    def board(self, core: str, flash_bytes: int, ram_bytes: int) -> Board:
        """The part over a core, whose memories are taken to be as large as these."""
        waits = f"-{self.wait_states}ws" if self.wait_states else ""
        return Board(
            name=f"{core}-{self.clock_hz / 1e6:g}mhz{waits}",
            description="described on the command line",
            core=core,
            clock_hz=self.clock_hz,
            flash_bytes=flash_bytes,
            ram_bytes=ram_bytes,
            flash=FlashTiming(self.wait_states, line_bytes=ASSUMED_LINE_BYTES, buffers=1),
            origins=None,
            supply_volts=None,
            currents_amperes={},
            radio=None,
            sources={},
            described=True,
        )


def load(path: Path) -> Board:
    """Read one board's file."""
    file = Declaration.read(path)
    flash, sources = file.table("flash"), file.table("sources")
    board = Board(
        name=file.text("name"),
        description=file.text("description"),
        core=file.text("core"),
        clock_hz=file.natural("clock_hz"),
        flash_bytes=flash.natural("bytes"),
        ram_bytes=file.natural("ram_bytes"),
        flash=_timing(flash),
        origins=_origins(file.table("origins")) if file.has("origins") else None,
        supply_volts=file.quantity("supply_volts") if file.has("supply_volts") else None,
        currents_amperes=_quantities(file, "currents_amperes"),
        radio=_radio(file.table("radio")) if file.has("radio") else None,
        chip=_chip(file, path.parent) if file.has("chip") else None,
        sources={key: sources.text(key) for key in sources.names()},
    )
    flash.finish()
    sources.finish()
    file.finish()
    if board.clock_hz == 0:
        raise file.error("clock_hz", "must be more than 0")
    if board.name != path.stem:
        raise file.error("name", f"must be {path.stem!r}, as the file is called")
    for key in file.names():
        if key not in ("name", "description", "core", "sources") and key not in board.sources:
            raise file.error(f"sources.{key}", "is missing: every value has its source")
    return board


def _chip(file: Declaration, directory: Path) -> Board:
    """The board of that name, whose core and clock must be the same."""
    name = file.text("chip")
    if name == file.text("name") or name not in names(directory):
        raise file.error("chip", f"must be another board: there is no {name}.toml")
    found = load(directory / f"{name}.toml")
    if (found.core, found.clock_hz) != (file.text("core"), file.natural("clock_hz")):
        raise file.error("chip", f"must have the core and the clock of the board; {name} has not")
    if found.active_watts is None or found.chip is not None:
        raise file.error("chip", f"must be a part with a current of its own; {name} is none")
    return found


def _timing(flash: Declaration) -> FlashTiming:
    """Of a flash that never keeps its core waiting, nothing more is asked."""
    if flash.natural("wait_states") == 0:
        return FlashTiming(wait_states=0, line_bytes=4, buffers=1)
    timing = FlashTiming(
        wait_states=flash.natural("wait_states"),
        line_bytes=flash.natural("line_bytes"),
        buffers=flash.natural("buffers"),
        data_buffers=flash.natural("data_buffers") if flash.has("data_buffers") else 0,
        ways=flash.natural("ways") if flash.has("ways") else 0,
        prefetch=flash.flag("prefetch", False),
    )
    if timing.line_bytes < 4 or timing.line_bytes & (timing.line_bytes - 1):
        raise flash.error("line_bytes", "must be a power of two, at least 4")
    if timing.buffers == 0:
        raise flash.error("buffers", "must be at least 1")
    if timing.ways and timing.buffers % timing.ways:
        raise flash.error("ways", "must divide buffers")
    return timing


def _origins(table: Declaration) -> Origins:
    origins = Origins(flash=table.natural("flash"), ram=table.natural("ram"))
    table.finish()
    return origins


def _quantities(file: Declaration, key: str) -> dict[str, float]:
    if not file.has(key):
        return {}
    table = file.table(key)
    return {name: table.quantity(name) for name in table.names()}


def _radio(table: Declaration) -> Radio:
    radio = Radio(
        standard=table.text("standard"),
        bits_per_second=table.natural("bits_per_second"),
        frame_bytes=table.natural("frame_bytes"),
        overhead_bytes=table.natural("overhead_bytes"),
        transmit_amperes=table.quantity("transmit_amperes"),
        receive_amperes=table.quantity("receive_amperes"),
    )
    table.finish()
    return radio


def names(directory: Path = BOARDS) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in directory.glob("*.toml")))


def find(name: str, directory: Path = BOARDS) -> Board:
    """The board of that name; UnknownNameError when there is none."""
    if name not in names(directory):
        known = [load(directory / f"{each}.toml") for each in names(directory)]
        like = [board.name for board in known if name.casefold() in board.description.casefold()]
        raise UnknownNameError("board", name, names(directory), like=like)
    return load(directory / f"{name}.toml")
