# SPDX-License-Identifier: MIT
"""Portable C on processors that the lab does not measure: with either order of bytes, of 16, 32 and
64 bits. Each runs the self-tests, the schemes on Montgomery and Edwards curves, and vectors."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ed448, ed25519, x448, x25519
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from lab.emulator import EmulationError, open_machine
from lab.errors import LabError
from lab.targets import catalogue
from lab.targets.loading import core_of
from lab.targets.toolchain import Sources, Toolchain
from tests.runner.host import STANDARD, UNIT_CURVES
from tests.runner.made import amalgamation
from tests.runner.tools import (
    BUILD,
    CLOSING,
    TESTS,
    UNIT,
    VECTOR_SOURCES,
    Counts,
    RunError,
    compile_with,
    run,
)

PORTABLE = TESTS / "portable"
PROGRAM: tuple[Path, ...] = (PORTABLE / "program.c", UNIT / "print.c", *VECTOR_SOURCES)
MESSAGE = b"the same on every processor"
CURVE = "secp256r1"
LENGTHS = {"ed25519": 32, "ed448": 57, "x25519": 32, "x448": 56}  # of private keys
LIMIT = 20_000_000_000  # instructions, on an emulated core
TIMEOUT_SECONDS = 900

BARE = ("-ffreestanding", "-fno-builtin", "-nostdlib", "-fno-tree-loop-distribute-patterns")


@dataclass(frozen=True)
class Processor:
    """How a program for it is made and run; the lab's emulator has a target instead."""

    name: str
    widths: tuple[int, ...]  # of limbs
    compiler: str = ""
    flags: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    runner: tuple[str, ...] = ()
    bare: bool = False  # without a C library
    target: str = ""
    curves_448: bool = True


PROCESSORS = {
    each.name: each
    for each in (
        # Where int and size_t have 16 bits.
        Processor("AVR", (8, 16, 32, 64), target="avr-atmega1284p", curves_448=False),
        Processor(
            *("PowerPC", (8, 16, 32), "powerpc-linux-gnu-gcc", ("-static",)),
            runner=("qemu-ppc",),
        ),
        Processor(
            *("s390x", (8, 16, 32, 64), "s390x-linux-gnu-gcc", ("-static",)),
            runner=("qemu-s390x",),
        ),
        Processor(
            *("RV64", (8, 16, 32, 64), "riscv64-unknown-elf-gcc"),
            flags=("-march=rv64imac", "-mabi=lp64", "-mcmodel=medany", *BARE),
            libraries=("-lgcc",),
            runner=("qemu-riscv64",),
            bare=True,
        ),
        Processor(
            *("AArch64", (8, 16, 32, 64), "aarch64-linux-gnu-gcc", ("-static",)),
            runner=("qemu-aarch64",),
        ),
        Processor(
            *("LX106", (8, 16, 32), "xtensa-lx106-elf-gcc"),
            flags=("-mlongcalls", f"-T{PORTABLE / 'xtensa.ld'}", *BARE),
            libraries=("-lgcc",),
            runner=(
                *("qemu-system-xtensa", "-M", "sim", "-cpu", "lx106", "-semihosting"),
                *("-nographic", "-monitor", "none", "-kernel"),
            ),
            bare=True,
        ),
    )
}


@dataclass(frozen=True)
class PortableBuild:
    processor: str
    profile: str
    limb_bits: int
    wide_multiply: bool = True
    every_curve: bool = False  # that has vectors

    @property
    def name(self) -> str:
        words = f"{self.processor} {self.limb_bits}-bit {self.profile} portable"
        words += "" if self.wide_multiply else " no wide multiply"
        return words + (" every curve" if self.every_curve else "")

    @property
    def defines(self) -> tuple[str, ...]:
        curves: tuple[str, ...] = (CURVE, "curve25519", "ed25519", "curve448", "ed448")
        if not PROCESSORS[self.processor].curves_448:
            curves = curves[:3]
        return (
            *("WHIT_PORTABLE", f"WHIT_PROFILE={self.profile}", f"WHIT_LIMB_BITS={self.limb_bits}"),
            f"WHIT_CURVES={','.join(UNIT_CURVES if self.every_curve else curves)}",
            *(() if self.wide_multiply else ("WHIT_WIDE_MULTIPLY=0",)),
            *(() if self.every_curve else (f"TEST_CURVE={CURVE}",)),
            f"PORTABLE_448={int(PROCESSORS[self.processor].curves_448)}",
        )


def builds(every: bool) -> Iterator[PortableBuild]:
    """In `test`, processors whose compilers are small: each profile where int has 16 bits, and with
    either order of bytes; else every width with every profile."""
    if not every:
        yield PortableBuild("AVR", "small", 8)
        yield PortableBuild("AVR", "balanced", 16)
        yield PortableBuild("AVR", "fast", 16)
        yield PortableBuild("PowerPC", "small", 32)
        yield PortableBuild("s390x", "balanced", 64)
        yield PortableBuild("RV64", "fast", 64)
        return
    for processor in PROCESSORS.values():
        for profile in ("small", "balanced", "fast"):
            for bits in processor.widths:
                yield PortableBuild(processor.name, profile, bits)
        for bits in processor.widths:
            if bits >= 32:
                yield PortableBuild(processor.name, "balanced", bits, wide_multiply=False)
        if not processor.target:
            yield PortableBuild(processor.name, "fast", processor.widths[-1], every_curve=True)


def _array(name: str, content: bytes) -> str:
    octets = ",".join(map(str, content))
    return f"static const unsigned char answer_{name}[{len(content)}] = {{{octets}}};\n"


def answers(vectors: bytes) -> str:
    """answers.h: by another implementation."""
    text = _array("message", MESSAGE) + _array("vectors", vectors)
    seeds = {name: bytes(range(1, length + 1)) for name, length in LENGTHS.items()}
    raw = (Encoding.Raw, PublicFormat.Raw)
    edwards = ed25519.Ed25519PrivateKey.from_private_bytes(seeds["ed25519"])
    goldilocks = ed448.Ed448PrivateKey.from_private_bytes(seeds["ed448"])
    short = x25519.X25519PrivateKey.from_private_bytes(seeds["x25519"])
    longer = x448.X448PrivateKey.from_private_bytes(seeds["x448"])
    publics = {
        "ed25519": edwards.public_key().public_bytes(*raw),
        "ed448": goldilocks.public_key().public_bytes(*raw),
        "x25519": short.public_key().public_bytes(*raw),
        "x448": longer.public_key().public_bytes(*raw),
    }
    for name, public in publics.items():
        text += _array(f"{name}_private", seeds[name]) + _array(f"{name}_public", public)
    text += _array("ed25519_signature", edwards.sign(MESSAGE))
    return text + _array("ed448_signature", goldilocks.sign(MESSAGE))


def build(config: PortableBuild, vectors: bytes) -> Path:
    """The program, which holds its vectors."""
    processor = PROCESSORS[config.processor]
    directory = BUILD / "portable" / config.name.replace(" ", "-")
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "answers.h").write_text(answers(vectors))
    make = _image if processor.target else _program
    return make(config, processor, directory)


def run_portable(config: PortableBuild, program: Path) -> tuple[Counts, Counts, str]:
    """The counts of the self-tests and of the vectors, and what it printed."""
    processor = PROCESSORS[config.processor]
    if processor.target:
        output = _emulate(processor, program)
    else:
        done = run([*processor.runner, program], timeout_seconds=TIMEOUT_SECONDS)
        output = done.stdout + done.stderr
    found = CLOSING.findall(output)
    if len(found) != 2:
        raise RunError(f"{config.name} ended without its counts\n{output}".rstrip())
    of_vectors, of_tests = (Counts(int(passed), int(failed)) for passed, failed in found)
    return of_tests, of_vectors, output


def _program(config: PortableBuild, processor: Processor, directory: Path) -> Path:
    program = directory / "program"
    start = PORTABLE / ("bare.c" if processor.bare else "hosted.c")
    files: tuple[Path, ...] = (start, *PROGRAM, amalgamation() / "whit.c")
    includes = (directory, amalgamation() / "include")
    compile_with(
        [
            *(processor.compiler, *STANDARD, "-w", "-Os", *processor.flags),
            *(f"-D{define}" for define in config.defines),
            *(f"-I{folder}" for folder in includes),
            "-o",
            program,
            *files,
            *processor.libraries,
        ]
    )
    return program


def _image(config: PortableBuild, processor: Processor, directory: Path) -> Path:
    includes = (directory, amalgamation() / "include")
    sources = Sources(
        files=(PORTABLE / "emulated.c", *PROGRAM, amalgamation() / "whit.c"),
        includes=includes,
        defines=config.defines,
        flags=(*STANDARD, "-w"),
    )
    try:
        toolchain = Toolchain(catalogue.find(processor.target))
        groups = (toolchain.firmware("console.c"), sources)
        return toolchain.image(directory / "program.elf", groups).elf
    except LabError as error:
        raise RunError(str(error)) from None


def _emulate(processor: Processor, elf: Path) -> str:
    target = catalogue.find(processor.target)
    assert target.emulation is not None
    try:
        machine = open_machine(elf, core_of(target, target.emulation))
        machine.boot()
        machine.call("portable_run", limit=LIMIT)
        length = int.from_bytes(machine.read(machine.symbol("harness_console_length"), 4), "little")
        console = machine.read(machine.symbol("harness_console"), length).decode(errors="replace")
    except (LabError, EmulationError) as error:
        raise RunError(str(error)) from None
    return console
