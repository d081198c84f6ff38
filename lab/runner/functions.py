# SPDX-License-Identifier: MIT
"""From a function of the user's to what a call of it costs."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from lab.errors import LabError, ToolchainError, UnsupportedError
from lab.measures.flash import footprint
from lab.measures.inputs import pool
from lab.paths import FIRMWARE, passing
from lab.runner.boards import on_board
from lab.targets import catalogue as targets
from lab.targets.boards import Part
from lab.targets.catalogue import Target
from lab.targets.emulated import call_alone
from lab.targets.signatures import Signature, is_data, signature
from lab.targets.toolchain import Image, Sources, Toolchain
from lab.timings import FunctionCost

ENDINGS = (".c", ".s", ".S")
STANDARD = "gnu11"
_FIRMWARE = ("random.c", "heap.c")
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Function:
    """A function without arguments, and the files that it is built from: its own first."""

    name: str
    files: tuple[Path, ...]

    def __str__(self) -> str:
        return f"{self.files[0].name}:{self.name}"


def find_function(text: str, others: Sequence[str] = ()) -> Function:
    """From `file.c:function` and the names of further files; UnsupportedError for what is none."""
    file, colon, name = text.rpartition(":")
    if not colon or not file or not name:
        raise UnsupportedError(f"{text}: is not FILE:FUNCTION, such as sum.c:sum")
    if not _NAME.fullmatch(name):
        raise UnsupportedError(f"{text}: {name} is no name of a function in C")
    for each in (file, *others):
        path = Path(each)
        if path.suffix not in ENDINGS:
            raise UnsupportedError(f"{each}: is not called {', '.join(ENDINGS)}")
        if not path.is_file():
            raise UnsupportedError(f"{each}: there is no such file")
    return Function(name, tuple(Path(each).resolve() for each in (file, *others)))


class FunctionBench:
    """Builds functions for one target, and calls them."""

    def __init__(
        self, target: str, compiler: str, cflags: tuple[str, ...], part: Part | None, limit: int
    ) -> None:
        """`limit` is of instructions, until a call is thought not to end."""
        found = targets.find(target, compiler=compiler)
        self._target: Target = targets.as_part(found, part) if part else found
        self._toolchain = Toolchain(self._target)
        self._cflags = cflags
        self._limit = limit
        self._compiler = self._toolchain.version()

    def measure(self, function: Function, seed: str) -> FunctionCost:
        """Build, call once, and count. What goes wrong with the function is its row's error; only a
        missing toolchain is raised."""
        sources = Sources(
            files=function.files,
            includes=(*dict.fromkeys(file.parent for file in function.files), FIRMWARE),
            flags=self._cflags,
            standard=STANDARD,
        )
        flags = " ".join((*self._target.flags, *sources.arguments))
        row = self._empty_row(function, flags)
        try:
            with passing() as directory:
                return self._measure(function, sources, row, Path(directory), seed)
        except ToolchainError:
            raise
        except LabError as error:
            return replace(row, error=str(error))

    def _measure(
        self, function: Function, sources: Sources, row: FunctionCost, directory: Path, seed: str
    ) -> FunctionCost:
        target = self._target
        assert target.emulation is not None
        with _explained(function):
            image = self._link(directory / "function.elf", (sources,), function.name)
            empty = self._link(directory / "empty.elf", (), None)
            if is_data(image.elf, function.name):
                raise UnsupportedError(f"{function.name} is no function")
            known = _checked(signature(image.elf, function.name), function)
            call, heap_bytes = call_alone(
                target, image.elf, function.name, pool(seed, function.name), self._limit
            )
        used, unused = footprint(image.elf), footprint(empty.elf)
        found = replace(
            row,
            returned=known.value(call.value, target.emulation.engine) if known else None,
            cycles=call.cycles,
            instructions=call.instructions,
            flash_bytes=used.flash_bytes - unused.flash_bytes,
            stack_bytes=call.stack_bytes,
            ram_static_bytes=used.ram_static_bytes - unused.ram_static_bytes + heap_bytes,
            image_sha256=image.sha256,
        )
        board = target.board
        if board is None:
            return found
        waits = board.flash.wait_states and not target.emulation.counts_waiting
        return on_board(found, board, None if waits else call.cycles + call.stalls)

    def _link(self, elf: Path, sources: tuple[Sources, ...], name: str | None) -> Image:
        defines = (f"WHIT_LAB_FUNCTION={name}",) if name else ()
        program = self._toolchain.firmware("function.c", defines=defines)
        firmware = self._toolchain.firmware(*_FIRMWARE)
        return self._toolchain.image(elf, (program, firmware, *sources), self._cflags)

    def _empty_row(self, function: Function, flags: str) -> FunctionCost:
        target = self._target
        return FunctionCost(
            function=function.name,
            files=tuple(file.name for file in function.files),
            target=target.name,
            board=target.board.name if target.board else None,
            returned=None,
            cycles=None,
            instructions=None,
            board_cycles=None,
            flash_bytes=None,
            stack_bytes=None,
            ram_static_bytes=None,
            time_seconds=None,
            energy_joules=None,
            constant_time=None,
            origin=target.origin,
            compiler=self._compiler,
            flags=flags,
            image_sha256="",
        )


def _checked(known: Signature | None, function: Function) -> Signature | None:
    """UnsupportedError for a function that cannot be called without a word about its arguments."""
    if known and known.arguments:
        plural = "s" if known.arguments > 1 else ""
        raise UnsupportedError(
            f"{function.name} takes {known.arguments} argument{plural}: "
            "write one without that calls it"
        )
    if known and not known.integer:
        raise UnsupportedError(f"{function.name} returns neither an integer nor nothing")
    return known


@contextmanager
def _explained(function: Function) -> Iterator[None]:
    """Say what it means that the linker misses the function."""
    try:
        yield
    except LabError as error:
        if f"undefined reference to `{function.name}'" in str(error):
            raise LabError(
                f"{function.files[0].name} has no function {function.name}, or it is static"
            ) from error
        raise
