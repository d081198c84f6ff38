# SPDX-License-Identifier: MIT
"""What there is to choose from: for each instruction set its kernels of fields, and what else its
profiles have. Each record says for which prime, or for any modulus of how many limbs. What these
records are made of is said here; those of each instruction set are in tools/plan/sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property

from tools.curves.primes import PRIMES

PROFILES = ("small", "balanced", "fast")
LARGE = ("balanced", "fast")

MULTIPLY = ("mul", "sqr")
LINEAR = ("add", "sub")
HALVE = ("sub_twice", "three_halves")
SUM = (
    *("sum_products", "add_unreduced", "sub_unreduced"),
    *("three_and_two", "three_less_two"),
)
# Groups of operations, as field/field.h asks for them.
GROUPS = {"MULTIPLIES": MULTIPLY, "ADDS": LINEAR, "HALVES": HALVE, "SUMS": SUM}
# What an operation without a kernel of its own is made of.
MADE_OF = {
    "sqr": ("mul",),
    "sub_twice": ("sub",),
    "three_halves": ("half", "add"),
    "negate_masked": ("sub",),
}


@dataclass(frozen=True)
class Record:
    """Kernels of one field for secrets, in some profiles of an instruction set. `prime` is a name
    of PRIMES, or None for any modulus of `limbs` limbs that is reduced in Montgomery's way. `own`
    are the operations with a kernel; `symbols` names those that are not called field_<operation>_
    <field>, each as a function or by conditions: the first that holds, "" for all else. `pairings`
    are the groups of operations that builds with pairings alone take; `of_scalars` says whether
    scalars of Edwards curves are worth its multiplication in profile fast."""

    prime: str | None
    own: tuple[str, ...]
    profiles: tuple[str, ...] = LARGE
    limbs: int = 0
    symbols: dict[str, tuple[tuple[str, str], ...]] = dataclass_field(default_factory=dict)
    pairings: tuple[str, ...] = ()
    of_scalars: bool = True

    @property
    def name(self) -> str:
        """As its kernels have it."""
        return self.prime or f"any_{self.limbs}"

    @property
    def field(self) -> str:
        """As C calls it."""
        return self.prime or f"montgomery_{self.limbs}"

    @cached_property
    def operations(self) -> tuple[str, ...]:
        """What has a kernel and what is made of such."""
        made = (name for name, parts in MADE_OF.items() if set(parts) <= set(self.own))
        return tuple(dict.fromkeys((*self.own, *made)))

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """What multiplies alone adds by the common functions."""
        return tuple(name for name, of in GROUPS.items() if set(of) <= set(self.operations))

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of elements, in bits, that take it."""
        if self.prime == "p25519":
            return ()  # coordinates of that prime have arithmetic of their own
        if self.prime:
            return (528,) if self.prime == "p521" else (PRIMES[self.prime].bit_length(),)
        return SIZES_OF_LIMBS[self.limbs]


# Of 32 bits, with the sizes of curves that have so many.
SIZES_OF_LIMBS = {5: (160,), 6: (192,), 7: (224,), 8: (240, 256), 10: (320,), 12: (384,)}
SIZES_OF_LIMBS |= {15: (464, 480), 16: (512,), 20: (640,), 48: (1536,)}


@dataclass(frozen=True)
class Lengths:
    """A function of src/native/api.h that has kernels for some lengths n: calls by condition on n,
    with the builds that have such lengths where not all do, and what is called for all else."""

    name: str
    calls: tuple[tuple[str, str] | tuple[str, str, str], ...]
    other: str
    profiles: tuple[str, ...] = PROFILES
    where: str = ""


@dataclass(frozen=True)
class Text:
    """C that no record says: functions that people wrote, beside the kernels."""

    text: str
    profiles: tuple[str, ...] = PROFILES
    where: str = ""


@dataclass(frozen=True, eq=False)
class InstructionSet:
    """`features` are macros by profile, which hold whatever curves a build has; `asked` are those
    that depend on them: a condition, then the macros where it holds. `called` are kernels that
    others call by name, and where. `about` says which instructions its constant time relies on;
    `compiler` are its compilers' macros that src/base/config.h asks for."""

    name: str
    title: str
    about: str
    records: tuple[Record, ...] = ()
    features: dict[str, dict[str, str]] = dataclass_field(default_factory=dict)
    asked: dict[str, tuple[tuple[str, dict[str, str]], ...]] = dataclass_field(default_factory=dict)
    lengths: tuple[Lengths, ...] = ()
    texts: tuple[Text, ...] = ()
    called: dict[str, str] = dataclass_field(default_factory=dict)
    limb_bits: int = 32
    compiler: dict[str, str] = dataclass_field(default_factory=dict)

    def available(self, profile: str) -> Iterator[Record]:
        return (record for record in self.records if profile in record.profiles)

    def has_fields(self, profile: str) -> bool:
        return self.features.get(profile, {}).get("WHIT_FIELD_KERNELS") == "1"


def macros(text: str) -> dict[str, str]:
    """NAME or NAME=value, in words; names of the library's macros alone begin with WHIT_."""
    pairs = (word.partition("=") for word in text.split())
    return {name if name[0].islower() else f"WHIT_{name}": value or "1" for name, _, value in pairs}


def by_profile(
    every: str, small: str, large: str, fast: str = "", balanced: str = ""
) -> dict[str, dict[str, str]]:
    return {
        "small": macros(f"{every} {small}"),
        "balanced": macros(f"{every} {large} {balanced}"),
        "fast": macros(f"{every} {large} {fast}"),
    }
