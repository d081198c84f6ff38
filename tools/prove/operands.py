# SPDX-License-Identifier: MIT
"""What arguments are, other than numbers in memory of a claim's length and bound."""

from dataclasses import dataclass

# The argument of kernels for any modulus, and a modulus that stands in memory alone.
MODULUS = "the modulus"
PLAIN_MODULUS = "m"
# What a function returns, in terms of claims.
RETURNED = "returned"


@dataclass(frozen=True)
class Number:
    """In memory: of so many words, at most so much, and lost afterwards if `is_lost`."""

    words: int
    most: int
    is_lost: bool = False


@dataclass(frozen=True)
class Known:
    """In memory, and always the same number."""

    words: int
    value: int


@dataclass(frozen=True)
class Given:
    """An argument that is a number, such as a length: that of the claim."""

    value: int


@dataclass(frozen=True)
class Limb:
    """An argument that is a word: from 0 to `high`, or a two's complement."""

    high: int
    is_signed: bool = False


@dataclass(frozen=True)
class Mask:
    """An argument that is all ones or 0, in terms of claims 1 or 0."""


@dataclass(frozen=True)
class Inverse:
    """An argument that is -1 / modulus, modulo the radix."""


@dataclass(frozen=True)
class Sum:
    """In memory, and with the word that another argument is above it: below twice the modulus."""

    carry: str


@dataclass(frozen=True)
class Factors:
    """In memory: so many two's complements, each a word, in terms of claims t0, t1 ..."""

    count: int


@dataclass(frozen=True)
class Table:
    """In memory: so many entries of the claim's length, in terms of claims entry 0, entry 1 ...
    Each is so many numbers, each at most `most`, which have these names then."""

    entries: int
    most: int
    parts: int = 1


@dataclass(frozen=True)
class Pairs:
    """In memory: so many pairs of addresses of numbers below the modulus, in terms of claims a0 and
    b0, a1 and b1 ..."""

    count: int


Kind = Number | Known | Given | Limb | Mask | Inverse | Sum | Factors | Table | Pairs
