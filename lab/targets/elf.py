# SPDX-License-Identifier: MIT
"""What a linked image puts into flash and RAM."""

from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection


def flash_content(elf: Path) -> bytes:
    """The bytes that go to flash, gaps filled with zeros, as `objcopy -O binary` has them."""
    with elf.open("rb") as file:
        pieces = sorted(
            (segment["p_paddr"], segment.data())
            for segment in ELFFile(file).iter_segments("PT_LOAD")
            if segment["p_filesz"] > 0
        )
    content = bytearray()
    for address, data in pieces:
        content.extend(bytes(address - pieces[0][0] - len(content)))
        content.extend(data)
    return bytes(content)


def entry_point(elf: Path) -> int:
    """Where the program begins."""
    with elf.open("rb") as file:
        return int(ELFFile(file)["e_entry"])


def static_end(elf: Path) -> int:
    """The address behind the last static data, above which the stack may grow down."""
    with elf.open("rb") as file:
        return max(
            int(section["sh_addr"]) + int(section["sh_size"])
            for section in ELFFile(file).iter_sections()
            if section["sh_flags"] & 3 == 3  # SHF_WRITE and SHF_ALLOC
        )


def symbols(elf: Path) -> dict[str, int]:
    """What the program defines, with addresses."""
    with elf.open("rb") as file:
        return {
            str(symbol.name): int(symbol["st_value"])
            for table in ELFFile(file).iter_sections()
            if isinstance(table, SymbolTableSection)
            for symbol in table.iter_symbols()
            if symbol["st_shndx"] != "SHN_UNDEF"
        }
