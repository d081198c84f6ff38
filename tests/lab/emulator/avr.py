# SPDX-License-Identifier: MIT
"""Builds small AVR images for the emulator's tests and boots them."""

import subprocess
from pathlib import Path

from lab.emulator import Core
from lab.emulator.avr import AvrMachine
from lab.paths import FIRMWARE

FLASH_BYTES = {"atmega328p": 0x8000, "atmega1284p": 0x20000, "atmega2560": 0x40000}
RAM_ORIGIN = {"atmega328p": 0x800100, "atmega1284p": 0x800100, "atmega2560": 0x800200}
RAM_BYTES = 0x800

# What a program of the lab's has: main, which nothing calls, and here 64 bytes, with the name by
# which compilers ask for start-up code that clears them.
REST = """
.global __do_clear_bss
.global main
main: ret
.section .bss
.global buffer
.type buffer, @object
.size buffer, 64
buffer: .space 64
"""


def function(name: str, body: str) -> str:
    """An assembly function; `body` returns by itself and may use the local labels 1 and 2."""
    lines = "\n".join(line.strip() for line in body.split(";"))
    return f".global {name}\n.type {name}, @function\n{name}:\n{lines}\n.size {name}, . - {name}\n"


def link(directory: Path, model: str, source: Path, *flags: str) -> Path:
    """Compiles with avr-gcc and links with the lab's start-up and linker script."""
    output = directory / f"{model}.elf"
    symbols = {
        "flash_origin": 0,
        "flash_length": FLASH_BYTES[model],
        "ram_origin": RAM_ORIGIN[model],
        "ram_length": RAM_BYTES,
    }
    command = ["avr-gcc", f"-mmcu={model}", "-Os", *flags, "-I", str(FIRMWARE)]
    command += ["-o", str(output)]
    command += [f"-Wl,--defsym=harness_{name}={value:#x}" for name, value in symbols.items()]
    command += ["-T", str(FIRMWARE / "avr.ld"), str(FIRMWARE / "avr.c"), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return output


def boot(elf: Path, model: str) -> AvrMachine:
    flash, ram = (0, FLASH_BYTES[model]), (RAM_ORIGIN[model], RAM_BYTES)
    core = Core(model, model, multiply_cycles=2, flash=flash, ram=ram, engine="avr")
    machine = AvrMachine(elf, core)
    machine.boot()
    return machine


def assemble(directory: Path, model: str, functions: dict[str, str]) -> AvrMachine:
    """A booted machine with these functions and 64 zeroed bytes at `buffer`."""
    source = directory / f"{model}.S"
    text = "".join(function(name, body) for name, body in functions.items())
    source.write_text(f".section .text\n{text}{REST}")
    return boot(link(directory, model, source), model)
