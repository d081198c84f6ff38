# SPDX-License-Identifier: MIT
"""Two emulated ATmega328P, each with an image of its own, joined by their two-wire interfaces."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from lab.emulator.avr.twi_bus import DATA, Faults, Pair, Run
from lab.emulator.image import Image, read_image

__all__ = (
    "END_OF_RAM",
    "HERTZ",
    "RAM_BYTES",
    "Conversation",
    "Faults",
    "Joined",
    "Run",
    "image_sha256",
)

HERTZ = 16_000_000
RAM_BYTES = 2048
FIRST_RAM = DATA + 0x100
END_OF_RAM = FIRST_RAM + RAM_BYTES


@dataclass(frozen=True)
class Conversation:
    """What was on the bus, and what of RAM was taken below the stack and by it."""

    run: Run
    static_bytes: int
    stack_bytes: int

    @property
    def bus_seconds(self) -> float:
        return self.run.bus_cycles / HERTZ


class Joined:
    """Their EEPROMs last from run to run."""

    def __init__(self, first: Path, second: Path) -> None:
        self._images = [read_image(path, "EM_AVR") for path in (first, second)]
        self._pair = Pair(first, second)
        self.image_sha256 = image_sha256(first, second)

    def write_eeprom(self, side: int, place: int, content: bytes) -> None:
        self._pair.write_eeprom(side, place, content)

    def read_eeprom(self, side: int, place: int, length: int) -> bytes:
        return self._pair.read_eeprom(side, place, length)

    def read(self, side: int, name: str, length: int) -> bytes:
        """What stands in RAM under a name of the image."""
        return self._pair.read(side, self._images[side].symbols[name].address, length)

    def run(self, seconds: int, faults: Faults | None = None) -> Conversation:
        """Start both, and let them go on until both are parked, or as long as that."""
        done = self._pair.run(seconds * HERTZ, faults)
        static = max(map(_static_end, self._images)) - FIRST_RAM
        return Conversation(done, static, END_OF_RAM - 1 - min(done.lowest_stack))

    @property
    def flash_bytes(self) -> int:
        """In the one that takes more: code, and what .data begins with."""
        return max(sum(len(data) for _, data in image.segments) for image in self._images)


def image_sha256(first: Path, second: Path) -> str:
    """Of both images."""
    return hashlib.sha256(first.read_bytes() + second.read_bytes()).hexdigest()


def _static_end(image: Image) -> int:
    return image.symbols["_end"].address
