# SPDX-License-Identifier: MIT
"""Kernels as they are compiled: their files of src/generated/native, assembled and disassembled."""

import re
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from tools.kernels.kernel import InstructionSet, Kernel
from tools.prove.machine import Instruction, Program

TEXT = 0x1_0000
# What the files of kernels take from the headers of the library.
PREAMBLE = """#include <stddef.h>
#include <stdint.h>
typedef uint{bits}_t limb;
#define {prefix}_NAKED __attribute__((naked, noinline, used))
#define {prefix}_UNUSED __attribute__((unused))
"""
OPENING = re.compile(r"^\w+_NAKED [^{;]*\)(?=\n\{)", re.MULTILINE)
LINE = re.compile(r"\s*([0-9a-f]+):\s+(\S+)(?:\s+([^;@#<]*(?:#[^;@<]*)?).*)?")


@dataclass(frozen=True)
class Toolchain:
    """A compiler's command, the disassembler of the same, and the width of limbs in bits."""

    compiler: tuple[str, ...]
    disassembler: tuple[str, ...]
    bits: int = 32


class BuildError(Exception):
    """What a tool said."""


def build(of: InstructionSet, toolchain: Toolchain, kernels: Iterable[Kernel]) -> Program:
    """A program of these kernels, no two of one name."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        source = directory / "kernels.c"
        functions = "".join(unconditional(of.path(each)) for each in kernels)
        declared = "".join(f"{each};\n" for each in OPENING.findall(functions))
        preamble = PREAMBLE.format(bits=toolchain.bits, prefix=of.prefix)
        source.write_text(preamble + declared + functions)
        elf = directory / "kernels.elf"
        link = ["-nostdlib", "-ffreestanding", f"-Wl,-Ttext={TEXT:#x}", "-Wl,-e,0"]
        link += ["-Wl,--unresolved-symbols=ignore-all", "-Wl,--no-gc-sections"]
        run([*toolchain.compiler, *link, "-o", str(elf), str(source), "-lgcc"])
        return read(elf, toolchain)


def unconditional(path: Path) -> str:
    """A kernel's file without its condition and includes."""
    lines = path.read_text().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("#"))


def run(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise BuildError(f"{command[0]} is not installed") from None
    if done.returncode:
        raise BuildError(done.stderr.strip() or f"{command[0]} failed")
    return done.stdout


def read(elf: Path, toolchain: Toolchain) -> Program:
    """What a disassembler and the symbols say of a program."""
    listing = run([*toolchain.disassembler, str(elf)])
    found = [match for line in listing.splitlines() if (match := LINE.fullmatch(line))]
    addresses = [int(match[1], 16) for match in found]
    instructions = {}
    for match, address, after in zip(found, addresses, [*addresses[1:], 0], strict=True):
        mnemonic = match[2].removesuffix(".n").removesuffix(".w")
        operands = tuple(each.strip() for each in (match[3] or "").split(",") if each.strip())
        instructions[address] = Instruction(address, mnemonic, operands, after)
    with elf.open("rb") as file:
        image = ELFFile(file)
        symbols = {
            symbol.name: symbol["st_value"] & ~1
            for section in image.iter_sections()
            if isinstance(section, SymbolTableSection)
            for symbol in section.iter_symbols()
            if symbol["st_info"]["type"] == "STT_FUNC"
        }
        held = {
            section["sh_addr"] + i: byte
            for section in image.iter_sections()
            if section["sh_flags"] & 2 and section["sh_type"] == "SHT_PROGBITS"
            for i, byte in enumerate(section.data())
        }
    return Program(instructions, symbols, held)
