# SPDX-License-Identifier: MIT
"""From addresses to the functions, files and lines that they were compiled from."""

import bisect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from elftools.common.exceptions import DWARFError, ELFError
from elftools.elf.elffile import ELFFile

from lab.emulator.image import Image, read_image
from lab.findings import Place

# A row of a line table: first address, end, file, line; and the unit that was compiled.
_Row = tuple[int, int, str, int, str]


class Places:
    """The places of a linked program. Without debugging information, functions alone."""

    def __init__(self, elf_path: Path, elf_machine: str) -> None:
        self._image: Image = read_image(elf_path, elf_machine)
        try:
            with elf_path.open("rb") as file:
                self._rows = sorted(_rows(ELFFile(file)))
        except (OSError, ELFError, DWARFError):
            self._rows = []
        self._starts = [row[0] for row in self._rows]

    def at(self, address: int) -> Place:
        row = self._row(address)
        function = self._image.function_at(address)
        return Place(address, function, row[2] if row else None, row[3] if row else None)

    def has(self, file: str, line: int) -> bool:
        """Whether an instruction was compiled from that line."""
        return any(row[2:4] == (file, line) for row in self._rows)

    def unit(self, address: int) -> str | None:
        """The name of the source file that was compiled, whatever it includes."""
        row = self._row(address)
        return row[4] if row else None

    def _row(self, address: int) -> _Row | None:
        at = bisect.bisect_right(self._starts, address) - 1
        return self._rows[at] if at >= 0 and address < self._rows[at][1] else None


def _rows(elf: ELFFile) -> Iterator[_Row]:
    if not elf.has_dwarf_info():
        return
    information = elf.get_dwarf_info()
    for unit in information.iter_CUs():
        program = information.line_program_for_CU(unit)
        if program is None:
            continue
        name = unit.get_top_DIE().attributes.get("DW_AT_name")
        compiled = _name(name.value) if name else ""
        first = program.header["version"] < 5  # files count from 1
        previous, dropped = None, False
        for entry in program.get_entries():
            state = entry.state
            if state is None:
                continue
            if previous is None:  # sections that the linker dropped begin at zero
                dropped = state.address == 0
            elif previous.address < state.address and not dropped:
                file = program["file_entry"][previous.file - first]
                path = _name(file.name)
                yield previous.address, state.address, path, previous.line, compiled
            previous = None if state.end_sequence else state


def _name(path: Any) -> str:
    text = path.decode("utf-8", "replace") if isinstance(path, bytes) else str(path)
    return Path(text).name
