# SPDX-License-Identifier: MIT
"""What there is to choose from: for each instruction set its kernels of fields, and what else its
profiles have. Each record says for which prime, or for any modulus of how many limbs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tools.curves.primes import PRIMES

PROFILES = ("small", "balanced", "fast")
LARGE = ("balanced", "fast")

MULTIPLY = ("mul", "sqr")
LINEAR = ("add", "sub")
HALVE = ("sub_twice", "three_halves")
# Groups of operations, as field/field.h asks for them.
GROUPS = {"MULTIPLIES": MULTIPLY, "ADDS": LINEAR, "HALVES": HALVE}


@dataclass(frozen=True)
class Record:
    """Kernels of one field for secrets, in some profiles of an instruction set. `prime` is a name
    of PRIMES, or None for any modulus of `limbs` limbs that is reduced in Montgomery's way."""

    prime: str | None
    operations: tuple[str, ...]
    profiles: tuple[str, ...] = LARGE
    limbs: int = 0

    @property
    def name(self) -> str:
        return self.prime or f"any_{self.limbs}"

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of elements, in bits, that take it."""
        if self.prime:
            return (528,) if self.prime == "p521" else (PRIMES[self.prime].bit_length(),)
        return SIZES_OF_LIMBS[self.limbs]


# Of 32 bits, with the sizes of curves that have so many.
SIZES_OF_LIMBS = {5: (160,), 6: (192,), 7: (224,), 8: (240, 256), 10: (320,), 12: (384,)}
SIZES_OF_LIMBS[16] = (512,)

ALL = (*MULTIPLY, *LINEAR, *HALVE)
FLAT = (*MULTIPLY, *LINEAR)


@dataclass(frozen=True)
class InstructionSet:
    """`features` are macros by profile, which hold whatever curves a build has; `asked` are those
    that depend on them: a condition, then the macros where it holds."""

    name: str
    title: str
    records: tuple[Record, ...] = ()
    features: dict[str, dict[str, str]] = field(default_factory=dict)
    asked: dict[str, tuple[tuple[str, dict[str, str]], ...]] = field(default_factory=dict)

    def available(self, profile: str) -> Iterator[Record]:
        return (record for record in self.records if profile in record.profiles)

    def has_fields(self, profile: str) -> bool:
        return self.features.get(profile, {}).get("WHIT_FUSED") == "1"


def macros(text: str) -> dict[str, str]:
    """NAME or NAME=value, in words."""
    pairs = (word.partition("=") for word in text.split())
    return {f"WHIT_{name}": value or "1" for name, _, value in pairs}


def by_profile(every: str, small: str, large: str, fast: str = "") -> dict[str, dict[str, str]]:
    return {
        "small": macros(f"{every} {small}"),
        "balanced": macros(f"{every} {large}"),
        "fast": macros(f"{every} {large} {fast}"),
    }


P256 = Record("p256", ALL)
P448 = Record("p448", FLAT)

ARMV7EM = InstructionSet(
    "armv7em",
    "ARMv7E-M: Cortex-M4, M7, M33",
    (
        Record("p256", ALL),
        Record("p256", FLAT, ("small",)),
        *(Record(prime, ALL) for prime in ("p192", "p224", "k256", "p384", "p521")),
        *(Record(prime, FLAT, ("small",)) for prime in ("p192", "p224", "k256")),
        P448,
        *(Record(None, ALL, limbs=limbs) for limbs in (5, 6, 7, 8)),
        *(Record(None, MULTIPLY, limbs=limbs) for limbs in (10, 12, 16)),
    ),
    {
        "small": macros("ARMV7EM ARMV7M FUSED MANY_MULTIPLES KERNEL_LIMBS=4"),
        "balanced": macros(
            "ARMV7EM ARMV7EM_LARGE ARMV7M ARMV7M_LARGE FUSED HALVING QUICK_INVERSION"
            " MANY_MULTIPLES ROWS_APART"
        ),
        "fast": macros(
            "ARMV7EM ARMV7EM_LARGE ARMV7M ARMV7M_LARGE FUSED HALVING QUICK_INVERSION"
            " MANY_MULTIPLES DIGITS_AHEAD"
        ),
    },
)
ARMV7M = InstructionSet(
    "armv7m",
    "ARMv7-M: Cortex-M3",
    (P256, P448),
    {
        "small": macros("ARMV7M_OWN_SMALL MULTIPLY_APART KERNEL_LIMBS=8"),
        "balanced": macros(
            "ARMV7M ARMV7M_LARGE ARMV7M_OWN_LARGE ARMV7M_ADD_25519 FUSED FUSED_LATE HALVING"
            " QUICK_INVERSION ROWS_APART KERNEL_LIMBS=8"
        ),
        "fast": macros(
            "ARMV7M ARMV7M_LARGE ARMV7M_OWN_LARGE ARMV7M_ADD_25519 FUSED FUSED_LATE HALVING"
            " QUICK_INVERSION ROWS_APART"
        ),
    },
    {
        "small": (("!WHIT_VARIABLE_MULTIPLY && !WHIT_LEAST", macros("PUBLIC_MULTIPLY")),),
        "balanced": (("WHIT_ALONE_p256 && !WHIT_VARIABLE_MULTIPLY", macros("FUSED_PUBLIC")),),
        # The multiplication of 8 limbs lies deepest.
        "fast": (
            ("WHIT_ALONE_p256", macros("KERNEL_LIMBS=8")),
            ("!WHIT_ALONE_p256", macros("KERNEL_LIMBS=12")),
            ("WHIT_ALONE_p256 && !WHIT_VARIABLE_MULTIPLY", macros("FUSED_PUBLIC")),
            ("WHIT_SIGNS_p448 && !WHIT_VARIABLE_MULTIPLY", {"FUSED_p448_PUBLIC": "1"}),
        ),
    },
)
ARMV6M = InstructionSet(
    "armv6m",
    "ARMv6-M: Cortex-M0, M0+, M23",
    (P256, Record("p256", FLAT, ("small",)), Record("k256", ALL), P448),
    by_profile(
        "ARMV6M FUSED FUSED_LATE SCALARS_SELDOM ROWS_APART",
        "ARMV6M_SMALL KERNEL_LIMBS=8",
        "ARMV6M_LARGE HALVING QUICK_INVERSION KERNEL_LIMBS=14",
    ),
)
RV32 = InstructionSet(
    "rv32",
    "RV32IM",
    (P256, P448),
    by_profile("", "", "RV32 FUSED FUSED_OFTEN HALVING QUICK_INVERSION"),
    dict.fromkeys(LARGE, (("WHIT_ALONE_p25519 && !WHIT_ALONE_p256", macros("SCALARS_SELDOM")),)),
)
AVR_DEEP = "(2 * FIELD_LIMBS + 48)"
AVR = InstructionSet(
    "avr",
    "AVR with a multiplication",
    (P256,),
    by_profile(
        "AVR ROWS_APART",
        "AVR_LARGE=0 KERNEL_LIMBS=8",
        "FUSED HALVING QUICK_INVERSION",
        "AVR_LARGE",
    ),
    {
        "balanced": (
            ("WHIT_ALONE_p256", macros("KERNEL_LIMBS=8")),
            ("!WHIT_ALONE_p256", {"WHIT_KERNEL_LIMBS": AVR_DEEP}),
        ),
        "fast": (
            ("WHIT_ALONE_p256", macros("KERNEL_LIMBS=48")),
            ("!WHIT_ALONE_p256", {"WHIT_KERNEL_LIMBS": AVR_DEEP}),
        ),
    },
)
ADX = "defined(__BMI2__) && defined(__ADX__)"
X86_64 = InstructionSet(
    "x86_64",
    "x86-64, System V",
    (P256, P448),
    by_profile(
        "",
        "",
        "X86_64 FUSED FUSED_LATE=2 HALVING OVERLAP QUICK_INVERSION MANY_MULTIPLES"
        " KERNEL_LIMBS=24 COMB_LIMBS=24",
        "FUSED_OFTEN FUSED_POINTS",
    ),
    dict.fromkeys(
        LARGE,
        (
            (f"{ADX}", macros("X86_64_ADX X86_64_MUL=0 ROWS_APART")),
            (f"!({ADX})", macros("X86_64_ADX=0 X86_64_MUL")),
        ),
    ),
)
PORTABLE = InstructionSet("c", "portable C", (), {profile: {} for profile in PROFILES})

SETS = {each.name: each for each in (ARMV7EM, ARMV7M, ARMV6M, RV32, AVR, X86_64, PORTABLE)}
