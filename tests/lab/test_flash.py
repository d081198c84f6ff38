# SPDX-License-Identifier: MIT
"""Flash accounting on a hand-made image."""

import struct
from pathlib import Path

import pytest

from lab.errors import LabError
from lab.measures.flash import Footprint, footprint
from lab.targets.elf import flash_content

ALLOC, WRITE, EXECUTE = 2, 1, 4
PROGBITS, STRTAB, NOBITS = 1, 3, 8
TEXT, DATA, COMMENT = b"\x01" * 10, b"\x02" * 4, b"not in flash"


def elf(path: Path) -> Path:
    """.text at 0, .data in RAM with its values at 0x10, .bss, and a .comment."""
    names = b"\0.text\0.data\0.bss\0.comment\0.shstrtab\0"
    header_bytes, program_bytes, section_bytes = 52, 32, 40
    start = header_bytes + 2 * program_bytes
    text_at, data_at = start, start + len(TEXT)
    comment_at = data_at + len(DATA)
    names_at = comment_at + len(COMMENT)
    table_at = names_at + len(names)

    def section(name: bytes, kind: int, flags: int, address: int, at: int, size: int) -> bytes:
        return struct.pack(
            "<10I", names.index(name + b"\0"), kind, flags, address, at, size, 0, 0, 1, 0
        )

    def segment(at: int, address: int, load: int, size: int) -> bytes:
        return struct.pack("<8I", 1, at, address, load, size, size, 5, 4)

    identity = b"\x7fELF\x01\x01\x01" + bytes(9)
    header = identity + struct.pack(
        "<2H5I6H", 2, 40, 1, 0, header_bytes, table_at, 0,
        header_bytes, program_bytes, 2, section_bytes, 6, 5,
    )  # fmt: skip
    sections = (
        bytes(section_bytes)
        + section(b".text", PROGBITS, ALLOC | EXECUTE, 0, text_at, len(TEXT))
        + section(b".data", PROGBITS, ALLOC | WRITE, 0x20000000, data_at, len(DATA))
        + section(b".bss", NOBITS, ALLOC | WRITE, 0x20000004, comment_at, 100)
        + section(b".comment", PROGBITS, 0, 0, comment_at, len(COMMENT))
        + section(b".shstrtab", STRTAB, 0, 0, names_at, len(names))
    )
    segments = segment(text_at, 0, 0, len(TEXT)) + segment(data_at, 0x20000000, 0x10, len(DATA))
    path.write_bytes(header + segments + TEXT + DATA + COMMENT + names + sections)
    return path


def test_code_and_initial_values_are_flash(tmp_path: Path) -> None:
    assert footprint(elf(tmp_path / "image.elf")) == Footprint(
        flash_bytes=len(TEXT) + len(DATA), ram_static_bytes=len(DATA) + 100
    )


def test_content_is_in_the_order_of_load_addresses(tmp_path: Path) -> None:
    assert flash_content(elf(tmp_path / "image.elf")) == TEXT + bytes(6) + DATA


def test_a_file_that_is_no_image(tmp_path: Path) -> None:
    path = tmp_path / "image.elf"
    path.write_bytes(b"text")
    with pytest.raises(LabError, match="not a readable ELF file"):
        footprint(path)
    with pytest.raises(LabError, match="not a readable ELF file"):
        footprint(tmp_path / "none.elf")
