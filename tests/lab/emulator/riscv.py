# SPDX-License-Identifier: MIT
"""Builds small RISC-V images for the emulator's tests and boots them."""

import subprocess
from pathlib import Path

from lab.emulator import Core
from lab.emulator.riscv import RiscvMachine

HERE = Path(__file__).resolve().parent

FLASH = (0x10000000, 0x100000)


def function(name: str, body: str) -> str:
    """An assembly function at a word's address, without relaxation by the linker; `body` returns
    by itself and may use the local labels 1 and 2."""
    lines = "\n".join(line.strip() for line in body.split(";"))
    start = f".balign 4\n.global {name}\n.type {name}, @function\n{name}:\n"
    options = ".text\n.option push\n.option norelax\n"
    return f"{options}{start}{lines}\n.option pop\n.size {name}, . - {name}\n"


def link(directory: Path, sources: list[Path], *flags: str) -> Path:
    """Compiles with riscv64-unknown-elf-gcc and links with the tests' start-up."""
    output = directory / f"riscv-{sources[0].stem}.elf"
    objects = []
    for source in [HERE / "riscv_start.S", *sources]:
        objects.append(directory / f"{source.stem}.o")
        arch = "-march=rv32imc_zicsr"
        _gcc(arch, *(flags or ("-O2",)), "-c", str(source), "-o", str(objects[-1]))
    # the libraries come for rv32imac and not for rv32imc
    linking = ["-march=rv32imac", "-nostartfiles"]
    linking += ["-Wl,--no-gc-sections", "-Wl,--no-warn-rwx-segments"]
    linking += ["-T", str(HERE / "riscv_image.ld"), "-o", str(output)]
    _gcc(*linking, *map(str, objects))
    return output


def _gcc(*arguments: str) -> None:
    command = ["riscv64-unknown-elf-gcc", "-mabi=ilp32", "--specs=picolibc.specs", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def open_image(elf: Path, blob: bytes | None = None, model: str = "hazard3") -> RiscvMachine:
    return RiscvMachine(elf, Core("rv32imc", model, 1, FLASH, engine="riscv"), blob)


def boot(elf: Path, blob: bytes | None = None, model: str = "hazard3") -> RiscvMachine:
    machine = open_image(elf, blob, model)
    machine.boot()
    return machine


def assemble(
    directory: Path, functions: dict[str, str], model: str = "hazard3", room: int = 64
) -> RiscvMachine:
    """A booted machine with these functions and so many zeroed bytes at `buffer`."""
    source = directory / "riscv.S"
    text = "".join(function(name, body) for name, body in functions.items())
    buffer = f".bss\n.balign 32\n.global buffer\n.type buffer, @object\n.size buffer, {room}\n"
    source.write_text(f"{text}{buffer}buffer: .space {room}\n")
    return boot(link(directory, [source]), model=model)
