# SPDX-License-Identifier: MIT
"""The processors that a drop-in is emitted for, and what their compilers define.

Of the compiler's macros a core's `has` are defined, `lacks` are not; whatever else begins with an
underscore is open, and conditions that ask for it stay as they are. Only what conditions did ask
for is checked when the drop-in is compiled."""

import difflib
from dataclasses import dataclass, field

from tools.emission.macros import OPEN, UNDEFINED, Meanings, said
from tools.emission.source import EmissionError

ORDER = "__ORDER_LITTLE_ENDIAN__"
DEFINED = ""  # defined as whatever it is

ARM: tuple[str, ...] = (
    "__arm__",
    "__ARM_ARCH_PROFILE",
    "__thumb2__",
    "__ARM_FEATURE_DSP",
    "__ARM_ARCH_6M__",
)
ARM += ("__ARM_ARCH_7M__", "__ARM_ARCH_8M_BASE__")
AVR = ("__AVR__", "__AVR_HAVE_MUL__", "__AVR_HAVE_JMP_CALL__", "__AVR_HAVE_LPMX__")
RISCV = ("__riscv", "__riscv_xlen", "__riscv_mul", "__riscv_32e")
X86: tuple[str, ...] = (
    "__x86_64__",
    "__LP64__",
    "_WIN32",
    "_WIN64",
    "__CYGWIN__",
    "__INTEL_COMPILER",
)
FAMILIES = (ARM, AVR, RISCV, X86)
# Of processors without kernels of their own, and of AVR with half the registers.
OTHERS: tuple[str, ...] = (
    "__MSP430__",
    "__aarch64__",
    "__powerpc__",
    "__mips",
    "_ABIO32",
    "__s390x__",
)
OTHERS += ("__xtensa__", "__AVR_TINY__")
# What decides on kernels everywhere.
COMMON = ("__PIC__",)
# Of compilers for small cores, which have no such integers.
WIDE = "__SIZEOF_INT128__"


@dataclass(frozen=True)
class Core:
    """Equal are those that one drop-in is for."""

    name: str = field(compare=False)
    title: str
    command: tuple[str, ...] = field(compare=False)  # one that compiles for it, of many
    family: tuple[str, ...] = ()
    limb_bits: int | None = None  # None: by the compiler's macros
    has: dict[str, str] = field(default_factory=dict)
    least: dict[str, int] = field(default_factory=dict)  # versions, which clang has otherwise
    without: tuple[str, ...] = ()  # what compilers of the family may define besides
    calls: dict[str, int] = field(default_factory=dict)

    @property
    def flags(self) -> str:
        """Which compilers these are, and what they may not be told."""
        if "__SSP_ALL__" in self.without:
            return "GCC or Clang, without -fstack-protector-all"
        return (
            "GCC, without -fpic" if "__clang__" in self.without else "GCC or Clang, without -fpic"
        )

    @property
    def portable(self) -> bool:
        return not self.family

    @property
    def lacks(self) -> tuple[str, ...]:
        """What its compilers do not define. Of a portable drop-in nothing is known."""
        if self.portable:
            return ()
        every = (*(name for family in FAMILIES for name in family), *OTHERS, WIDE)
        common = () if self.family is X86 else COMMON
        names = (*every, *common, *self.without)
        return tuple(name for name in names if name not in self.has)

    def meanings(self) -> dict[str, Meanings]:
        """What its compilers' macros mean."""
        known: dict[str, Meanings] = dict.fromkeys(self.lacks, UNDEFINED)
        for name, value in self.has.items():
            known[name] = (said(name, value) if value else OPEN,)
        for name, least in self.least.items():
            known[name] = (said(name, str(least)),)
        return known

    def refused(self, asked: set[str]) -> list[str]:
        """Conditions under which a compiler is for something else, of what was asked for."""
        found = []
        for name, value in self.has.items():
            if name in asked and name != ORDER:
                found.append(f"!defined({name})" + (f" || {name} != {value}" if value else ""))
        for name, least in self.least.items():
            if name in asked:
                found.append(f"(!defined(__clang__) && {name} < {least})")
        own = (*self.family, *COMMON, *self.without)
        return [*found, *(f"defined({name})" for name in self.lacks if name in asked & {*own})]


GNU = {"__GNUC__": DEFINED}
LITTLE = {"__BYTE_ORDER__": ORDER, ORDER: "1234"}
M_PROFILE = {**GNU, **LITTLE, "__arm__": DEFINED, "__ARM_ARCH_PROFILE": "'M'"}
ARMV6M = {**M_PROFILE, "__ARM_ARCH_6M__": DEFINED}
ARMV7M = {**M_PROFILE, "__thumb2__": DEFINED, "__ARM_ARCH_7M__": DEFINED}
ARMV7EM = {**M_PROFILE, "__thumb2__": DEFINED, "__ARM_FEATURE_DSP": DEFINED}
ARMV8M = {**M_PROFILE, "__ARM_ARCH_8M_BASE__": DEFINED}
RV32 = {**GNU, **LITTLE, "__riscv": DEFINED, "__riscv_xlen": "32", "__riscv_mul": DEFINED}
AVR5 = {**GNU, **LITTLE, **dict.fromkeys(AVR, DEFINED)}
AMD64 = {**GNU, **LITTLE, "__x86_64__": DEFINED, "__LP64__": DEFINED, WIDE: DEFINED}

# Cores that one drop-in is for have one title.
M0 = "Cortex-M0 or M0+ (ARMv6-M)"
M4 = "Cortex-M4 or M7 (ARMv7E-M), or M33 with the DSP extension (ARMv8-M)"
GNU_AVR = "AVR with MUL, JMP and CALL, as ATmega328P"

ARM_GCC = ("arm-none-eabi-gcc", "-Os", "-mthumb")
RV32_FLAGS = ("-march=rv32imc", "-mabi=ilp32", "--specs=picolibc.specs")
RV32_GCC = ("riscv64-unknown-elf-gcc", "-Os", *RV32_FLAGS)
AVR_GCC = ("avr-gcc", "-Os", "-mmcu=atmega1284p")
HOST_GCC = ("gcc", "-O2")


def _cortex(name: str, title: str, has: dict[str, str]) -> Core:
    return Core(f"cortex-{name}", title, (*ARM_GCC, f"-mcpu=cortex-{name}"), ARM, 32, has)


CORES = {
    core.name: core
    for core in (
        _cortex("m0", M0, ARMV6M),
        _cortex("m0plus", M0, ARMV6M),
        _cortex("m23", "Cortex-M23 (ARMv8-M Baseline)", ARMV8M),
        _cortex("m3", "Cortex-M3 (ARMv7-M)", ARMV7M),
        _cortex("m4", M4, ARMV7EM),
        _cortex("m7", M4, ARMV7EM),
        _cortex("m33", M4, ARMV7EM),
        Core("rv32imc", "RV32 with the M extension", RV32_GCC, RISCV, 32, RV32),
        Core("avr", GNU_AVR, AVR_GCC, AVR, 8, AVR5, without=("__clang__",)),
        Core(
            "x86-64",
            "x86-64 with the System V calling convention",
            HOST_GCC,
            X86,
            64,
            AMD64,
            least={"__GNUC__": 8},
            without=("__SSP_ALL__",),
            calls={"__has_feature(memory_sanitizer)": 0},
        ),
        Core("portable", "any processor, portable C alone", HOST_GCC),
    )
}
ALIASES = {"host": "x86-64"}


def groups() -> list[tuple[Core, ...]]:
    """The cores, together where one drop-in is for them all."""
    found: list[list[Core]] = []
    for core in CORES.values():
        alike = [each for each in found if each[0] == core]
        if alike:
            alike[0].append(core)
        else:
            found.append([core])
    return [tuple(each) for each in found]


class UnknownCoreError(EmissionError):
    """A core that no drop-in is emitted for."""


def find(name: str) -> Core:
    meant = ALIASES.get(name, name)
    if meant not in CORES:
        known = [*CORES, *ALIASES]
        nearest = difflib.get_close_matches(name, known, 3) or known
        raise UnknownCoreError(f"no core is called {name!r}; the nearest: {', '.join(nearest)}")
    return CORES[meant]
