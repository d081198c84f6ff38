# SPDX-License-Identifier: MIT
"""A linked program: what goes into flash, and its symbols."""

import bisect
from dataclasses import dataclass
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from lab.emulator.errors import EmulationError

_MACHINES = {"EM_ARM": "Arm", "EM_AVR": "AVR", "EM_RISCV": "RISC-V"}


@dataclass(frozen=True)
class Symbol:
    """A function or object; the address of a function is without the Thumb bit."""

    name: str
    address: int
    size_bytes: int
    is_function: bool
    is_global: bool


@dataclass(frozen=True)
class Load:
    """A load segment: where the program finds it, where it is stored, what is stored of it, and
    how long it is. What is not stored is zero."""

    address: int
    stored: int
    data: bytes
    size_bytes: int


@dataclass(frozen=True)
class Image:
    """Where it begins, load segments as (physical address, bytes) and in full, symbols, addresses
    where sections in use end."""

    entry: int
    segments: tuple[tuple[int, bytes], ...]
    loads: tuple[Load, ...]
    symbols: dict[str, Symbol]
    ambiguous: frozenset[str]  # names of several local symbols, of which `symbols` has one
    functions: tuple[Symbol, ...]
    section_ends: tuple[int, ...]

    def function_at(self, address: int) -> str:
        """The name of the function that holds an address, or the address in hexadecimal."""
        at = bisect.bisect_right([f.address for f in self.functions], address) - 1
        if at >= 0:
            f = self.functions[at]
            if address < f.address + max(f.size_bytes, 1) or f.size_bytes == 0:
                return f.name
        return f"{address:#010x}"


def _symbols(elf: ELFFile) -> list[Symbol]:
    found = []
    for section in elf.iter_sections():
        if not isinstance(section, SymbolTableSection):
            continue
        for entry in section.iter_symbols():
            kind = entry["st_info"]["type"]
            if not entry.name or entry.name.startswith("$") or entry["st_shndx"] == "SHN_UNDEF":
                continue
            if kind in ("STT_SECTION", "STT_FILE"):
                continue
            is_function = kind == "STT_FUNC"
            address = entry["st_value"] & ~1 if is_function else entry["st_value"]
            is_global = entry["st_info"]["bind"] != "STB_LOCAL"
            found.append(Symbol(entry.name, address, entry["st_size"], is_function, is_global))
    return found


def read_image(path: Path, machine: str = "EM_ARM") -> Image:
    """Reads a linked 32-bit little-endian ELF file of that machine; EmulationError for anything
    else."""
    try:
        with path.open("rb") as file:
            elf = ELFFile(file)
            linked = elf["e_type"] == "ET_EXEC" and elf.elfclass == 32 and elf.little_endian
            if elf["e_machine"] != machine or not linked:
                raise EmulationError(f"{path} is not a linked program for {_MACHINES[machine]}")
            entry = elf["e_entry"]
            loads = tuple(
                Load(each["p_vaddr"], each["p_paddr"], each.data(), each["p_memsz"])
                for each in elf.iter_segments("PT_LOAD")
            )
            section_ends = tuple(
                section["sh_addr"] + section["sh_size"]
                for section in elf.iter_sections()
                if section["sh_flags"] & SH_FLAGS.SHF_ALLOC and section["sh_size"] > 0
            )
            symbols = _symbols(elf)
    except OSError as error:
        raise EmulationError(f"cannot read {path}: {error.strerror}") from error
    except ELFError as error:
        raise EmulationError(f"{path} is not an ELF file: {error}") from error
    by_name: dict[str, Symbol] = {}
    for symbol in sorted(symbols, key=lambda s: not s.is_global):
        by_name.setdefault(symbol.name, symbol)
    functions: dict[int, Symbol] = {}
    for symbol in sorted(symbols, key=lambda s: (not s.is_global, s.size_bytes == 0)):
        if symbol.is_function:
            functions.setdefault(symbol.address, symbol)
    ordered = tuple(functions[address] for address in sorted(functions))
    segments = tuple((each.stored, each.data) for each in loads if each.data)
    return Image(entry, segments, loads, by_name, _ambiguous(symbols), ordered, section_ends)


def _ambiguous(symbols: list[Symbol]) -> frozenset[str]:
    places: dict[str, set[int]] = {}
    for symbol in symbols:
        places.setdefault(symbol.name, set()).add(symbol.address)
    shared = {symbol.name for symbol in symbols if symbol.is_global}
    return frozenset(name for name, at in places.items() if len(at) > 1 and name not in shared)
