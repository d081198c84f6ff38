# SPDX-License-Identifier: MIT
"""Builds small images for the emulator's tests and boots them."""

import subprocess
from pathlib import Path

from lab.emulator import Core
from lab.emulator.arm import ArmMachine

HERE = Path(__file__).resolve().parent

CPUS = {
    "m0": "cortex-m0",
    "m0plus": "cortex-m0plus",
    "m3": "cortex-m3",
    "m4": "cortex-m4",
    "m33": "cortex-m33+nofp",
    "m4f": "cortex-m4",
}
HEADER = ".syntax unified\n.thumb\n.text\n.balign 4\n"


def function(name: str, body: str) -> str:
    """An assembly function; `body` returns by itself and may use the local labels 1 and 2."""
    lines = "\n".join(line.strip() for line in body.split(";"))
    start = f".global {name}\n.type {name}, %function\n.thumb_func\n{name}:\n"
    return f"{HEADER}{start}{lines}\n.ltorg\n.size {name}, . - {name}\n"


FLOATS = {"m4f": ("-mfloat-abi=softfp", "-mfpu=fpv4-sp-d16")}


def link(directory: Path, model: str, sources: list[Path], *flags: str) -> Path:
    """Compiles with arm-none-eabi-gcc and links with the tests' start-up."""
    output = directory / f"{model}-{sources[0].stem}.elf"
    command = ["arm-none-eabi-gcc", f"-mcpu={CPUS[model]}", "-mthumb", *(flags or ("-O2",))]
    command += FLOATS.get(model, ())
    command += ["-nostdlib", "-nostartfiles", "-Wl,--no-warn-rwx-segments"]
    command += ["-T", str(HERE / "image.ld"), "-o", str(output), str(HERE / "start.S")]
    command += [*map(str, sources), "-lc", "-lgcc"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return output


def boot(
    elf: Path,
    model: str,
    multiply_cycles: int = 1,
    blob: bytes | None = None,
) -> ArmMachine:
    core = Core(f"cortex-{model}", model, multiply_cycles)
    machine = ArmMachine(elf, core, blob)
    machine.boot()
    return machine


def assemble(directory: Path, model: str, functions: dict[str, str]) -> ArmMachine:
    """A booted machine with these functions and 64 zeroed bytes at `buffer`."""
    source = directory / f"{model}.S"
    text = "".join(function(name, body) for name, body in functions.items())
    buffer = ".bss\n.balign 8\n.global buffer\n.type buffer, %object\n.size buffer, 64\n"
    source.write_text(f"{text}{buffer}buffer: .space 64\n")
    return boot(link(directory, model, [source]), model)
