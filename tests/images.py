# SPDX-License-Identifier: MIT
"""Images of small programs around the amalgamation, booted on the emulated cores, and what calls
leave in their memory."""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from lab.curves import Curve
from lab.emulator import Core, Machine, open_machine
from lab.measures import inputs
from lab.targets import catalogue
from lab.targets.buffers import Layout
from lab.targets.loading import core_of, load
from lab.targets.toolchain import Sources, Toolchain
from tests.runner.tools import ROOT

LIMB_BYTES = 4
SECRETS = 3


def core(target: str) -> Core:
    described = catalogue.find(target)
    assert described.emulation is not None
    return core_of(described, described.emulation)


def boot(elf: Path, target: str) -> Machine:
    machine = open_machine(elf, core(target))
    machine.boot()
    return machine


class Images:
    """Programs that include whit.h with secp256r1 alone; each is built once."""

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        """Of the library in a tree."""
        self.folder = folder
        command = [sys.executable, "tools/amalgamate.py", "--curves", "secp256r1"]
        subprocess.run([*command, "--output", folder.absolute()], cwd=root, check=True)
        self._built: dict[tuple[str, ...], Path] = {}

    def elf(self, target: str, profile: str, program: str, *defines: str) -> Path:
        key = (target, profile, program, *defines)
        if key not in self._built:
            source = self.folder / f"{len(self._built)}.c"
            source.write_text(program)
            described = catalogue.find(target)
            sources = Sources(
                files=(self.folder / "whit.c", source),
                includes=(self.folder,),
                defines=(
                    *("WHIT_CURVES=secp256r1", f"WHIT_PROFILE={profile}", *defines),
                    *(f"WHIT_LIMB_BITS={described.limb_bits}", "WHIT_HASH_LIMIT=256"),
                ),
            )
            image = Toolchain(described).image(source.with_suffix(".elf"), (sources,))
            self._built[key] = image.elf
        return self._built[key]


def memory_after(
    elf: Path, target: str, curve: Curve, name: str, number: int, public: str = ""
) -> bytes:
    """What an operation of the adapter's leaves in memory, on numbered inputs."""
    machine = boot(elf, target)
    operation, layout = curve.operation(name), Layout(curve.sizes)
    given = inputs.make(operation, curve, "wiping", number)
    assert machine.call(operation.function, *load(machine, layout, operation, given)).value == 0
    return left_behind(machine, buffer(machine, curve, public) if public else b"")


def left_behind(machine: Machine, content: bytes) -> bytes:
    """The RAM without what the harness owns and the limbs of an output's content that may stay, as
    it is public."""
    for symbol in ("harness_buffers", "harness_pool"):
        machine.write(machine.symbol(symbol), bytes(machine.symbol_size(symbol)))
    return without_limbs(machine.read(*machine.core.ram), content)


def buffer(machine: Machine, curve: Curve, name: str) -> bytes:
    """What a buffer of the harness holds."""
    start = machine.symbol("harness_buffers") + Layout(curve.sizes).offset(name)
    return machine.read(start, curve.sizes.buffers[name])


def without_limbs(memory: bytes, content: bytes) -> bytes:
    """Zeros where a limb is any four bytes in a row of the content, in either order of bytes."""
    public = {content[at : at + LIMB_BYTES] for at in range(len(content) - LIMB_BYTES + 1)}
    public |= {limb[::-1] for limb in public}
    limbs = (memory[at : at + LIMB_BYTES] for at in range(0, len(memory), LIMB_BYTES))
    return b"".join(bytes(LIMB_BYTES) if limb in public else limb for limb in limbs)


def without_halves(memory: bytes, content: bytes) -> bytes:
    """Zeros where a half of the content is, in either order of bytes."""
    for half in (content[: len(content) // 2], content[len(content) // 2 :]):
        if half:
            memory = memory.replace(half, bytes(len(half)))
            memory = memory.replace(half[::-1], bytes(len(half)))
    return memory


def differing(contents: Sequence[bytes], values: int = 2) -> list[tuple[int, set[str]]]:
    """The limbs each byte of which has so many values in the memories, and how far from the end
    they are. Less than a limb is let pass: carries, masks and the like."""
    size = len(contents[0])
    return [
        (size - at, {content[at : at + LIMB_BYTES].hex() for content in contents})
        for at in range(0, size, LIMB_BYTES)
        if all(len({content[at + i] for content in contents}) >= values for i in range(LIMB_BYTES))
    ]


def without_wiping(library: str) -> str:
    """The text of whit.c where nothing is wiped but the padding of hashes."""
    padded = r"base_wipe\(block \+ held, ([^)]+)\);"
    zero = r"for (size_t z = held; z < held + (\1); z++) ((volatile uint8_t *)block)[z] = 0;"
    text, count = re.subn(padded, zero, library)
    assert count == 2
    words, wipe = "        *at++ = 0;\n", "        *byte++ = 0;\n"
    assert text.count(wipe) == 2
    text = text.replace(words, "        at++;\n")
    text = re.sub(r"^ +at\[\d\] = 0;\n", "", text, flags=re.MULTILINE)
    return text.replace(wipe, "        byte++;\n")
