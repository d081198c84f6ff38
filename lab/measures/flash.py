# SPDX-License-Identifier: MIT
"""Flash and static memory, counted in the linked image."""

from dataclasses import dataclass
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from lab.errors import LabError
from lab.paths import shown


@dataclass(frozen=True)
class Footprint:
    """What an image occupies before it runs."""

    flash_bytes: int  # code, constants, initial values of data
    ram_static_bytes: int  # data and zeroed data


def footprint(elf: Path) -> Footprint:
    """Count the allocated sections of a linked image."""
    flash = ram = 0
    try:
        with elf.open("rb") as file:
            for section in ELFFile(file).iter_sections():
                flags = section["sh_flags"]
                if not flags & 2:  # SHF_ALLOC
                    continue
                if section["sh_type"] != "SHT_NOBITS":
                    flash += section["sh_size"]
                if flags & 1:  # SHF_WRITE
                    ram += section["sh_size"]
    except (OSError, ELFError) as error:
        raise LabError(f"{shown(elf)} is not a readable ELF file: {error}") from error
    return Footprint(flash, ram)
