# SPDX-License-Identifier: MIT
"""Primes, and the kernels that reduce modulo them."""

from collections.abc import Callable
from dataclasses import dataclass

from tools.curves.text import minus_inverse

LIMB_WIDTHS = (8, 16, 32, 64)


class CurveError(Exception):
    """A curve file that is malformed, or whose numbers are not those of a curve."""


def any_width(p: int, width: int) -> bool:
    return True


def narrow(p: int, width: int) -> bool:
    """For primes whose shape is one of 32-bit words."""
    return width <= 32


def fold(p: int, width: int) -> int:
    """What 2^(n w) counts modulo p for elements of n limbs of w bits."""
    size: int = 1 << memory_bits(p, width)
    return size % p


@dataclass(frozen=True)
class Reduction:
    """A kernel that reduces: the primes it is for; which of them it serves at a limb width, and
    what takes its place at others; its constant. With a plain one elements are kept as they are,
    not in Montgomery form."""

    fits: Callable[[int], bool]
    serves: Callable[[int, int], bool] = any_width
    instead: str = "montgomery"
    constant: Callable[[int, int], int] = lambda p, width: minus_inverse(p)
    plain: bool = False


# What kernels know, and reductions: primes by the names that generated files have for them.
PRIMES = {
    "p160": 2**160 - 2**31 - 1,
    "p192": 2**192 - 2**64 - 1,
    "p224": 2**224 - 2**96 + 1,
    "p256": 2**256 - 2**224 + 2**192 + 2**96 - 1,
    "k256": 2**256 - 2**32 - 977,
    "sm256": 2**256 - 2**224 - 2**96 + 2**64 - 1,
    "p384": 2**384 - 2**128 - 2**96 + 2**32 - 1,
    "p448": 2**448 - 2**224 - 1,
    "p521": 2**521 - 1,
    "p25519": 2**255 - 19,
}


def only(prime: int, serves: Callable[[int, int], bool] = narrow) -> Reduction:
    return Reduction(lambda p: p == prime, serves)


REDUCTIONS = {
    "montgomery": Reduction(lambda p: True),
    "p192": only(PRIMES["p192"]),
    "p224": only(PRIMES["p224"]),
    "p256": only(PRIMES["p256"], any_width),
    "p384": only(PRIMES["p384"], any_width),
    "sm256": only(PRIMES["sm256"]),
    "crandall": Reduction(
        lambda p: p.bit_length() > 128 and 2 ** p.bit_length() - p < 2**32,
        lambda p, width: fold(p, width) < 2**width,
        constant=fold,
        plain=True,
    ),
    "p160": Reduction(
        lambda p: p == PRIMES["p160"],
        lambda p, width: width <= 16,
        instead="crandall",
        constant=lambda p, width: fold(p, width) % 2**width,
        plain=True,
    ),
    "p448": Reduction(lambda p: p == PRIMES["p448"], constant=lambda p, width: 0, plain=True),
    "koblitz": Reduction(
        lambda p: p.bit_length() in range(160, 1536, 32) and fold(p, 32) >> 32 == 1,
        lambda p, width: width <= 32 and fold(p, width) - 2**32 < 2 ** max(width, 16),
        instead="crandall",
        constant=lambda p, width: (fold(p, width) - 2**32) % 2**width,
        plain=True,
    ),
}


def reduction_at(name: str, p: int, width: int) -> str:
    """The kernel that serves a prime with limbs of `width` bits where `name` is asked for."""
    while not REDUCTIONS[name].serves(p, width):
        name = REDUCTIONS[name].instead
    return name


def round_up(value: int, step: int) -> int:
    return -(-value // step) * step


def element_bits(p: int) -> int:
    """The size of the template instance for elements modulo p."""
    return round_up(p.bit_length(), 16)


def memory_bits(p: int, width: int) -> int:
    """The bits that such an element has in memory."""
    return round_up(element_bits(p), width)


def is_prime(n: int) -> bool:
    """Miller-Rabin with fixed bases: ample for parameters that are published as primes."""
    if n < 43:
        return n in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41):
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True
