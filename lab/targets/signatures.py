# SPDX-License-Identifier: MIT
"""What debugging information says of a function: what it takes and what it returns."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from elftools.dwarf.die import DIE
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

_TRANSPARENT = ("DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type")
_SIGNED = (5, 6, 13)  # DW_ATE_signed, DW_ATE_signed_char, DW_ATE_signed_fixed
_INTEGERS = (2, 5, 6, 7, 8)  # and DW_ATE_boolean, DW_ATE_unsigned, DW_ATE_unsigned_char

_RETURNED_BYTES = {"avr": 2}  # what a call gives, where it is not a word


@dataclass(frozen=True)
class Signature:
    """Of a function; `returned_bytes` is 0 where it returns nothing."""

    arguments: int
    returned_bytes: int
    signed: bool
    integer: bool  # or nothing

    def value(self, register: int, engine: str) -> int | None:
        """What a call returned, by the register that holds it; None where one holds a part."""
        if not 0 < self.returned_bytes <= _RETURNED_BYTES.get(engine, 4):
            return None
        content = (register & ((1 << 8 * self.returned_bytes) - 1)).to_bytes(self.returned_bytes)
        return int.from_bytes(content, signed=self.signed)


def is_data(elf: Path, name: str) -> bool:
    """Whether the symbol of that name is a variable or a constant."""
    with elf.open("rb") as file:
        return any(
            symbol["st_info"]["type"] == "STT_OBJECT"
            for table in ELFFile(file).iter_sections()
            if isinstance(table, SymbolTableSection)
            for symbol in table.get_symbol_by_name(name) or ()
        )


def signature(elf: Path, name: str) -> Signature | None:
    """Of the function of that name; None where nothing is said of it, as of assembly."""
    with elf.open("rb") as file:
        program = ELFFile(file)
        if not program.has_dwarf_info():
            return None
        for unit in program.get_dwarf_info().iter_CUs():
            for die in unit.get_top_DIE().iter_children():
                if die.tag == "DW_TAG_subprogram" and _is_definition(die, name):
                    return _signature(die)
    return None


def _is_definition(die: DIE, name: str) -> bool:
    named = die.attributes.get("DW_AT_name")
    has_code = "DW_AT_low_pc" in die.attributes or "DW_AT_ranges" in die.attributes
    return named is not None and named.value == name.encode() and has_code


def _signature(die: DIE) -> Signature:
    arguments = sum(child.tag == "DW_TAG_formal_parameter" for child in die.iter_children())
    *_, returned = _types(die)
    if returned.tag == "DW_TAG_subprogram":
        return Signature(arguments, 0, signed=False, integer=True)
    size = returned.attributes.get("DW_AT_byte_size")
    encoding = returned.attributes.get("DW_AT_encoding")
    return Signature(
        arguments,
        size.value if size else 0,
        signed=encoding is not None and encoding.value in _SIGNED,
        integer=returned.tag == "DW_TAG_enumeration_type"
        or (encoding is not None and encoding.value in _INTEGERS),
    )


def _types(die: DIE) -> Iterator[DIE]:
    """The function, and from it to the type that it returns, through its other names."""
    yield die
    while "DW_AT_type" in die.attributes:
        die = die.get_DIE_from_attribute("DW_AT_type")
        yield die
        if die.tag not in _TRANSPARENT:
            return
