# SPDX-License-Identifier: MIT
"""What a linked image puts into flash."""

from pathlib import Path

from elftools.elf.elffile import ELFFile


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
