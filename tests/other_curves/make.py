# SPDX-License-Identifier: MIT
"""Write the curves of this folder that no standard has: none is of the library.

    python3 -m tests.other_curves.make

Each has a given prime and an order of the wanted cofactor, found by complex multiplication
[AM93]: where 4 p = t^2 + D v^2, there are curves of order p + 1 - t and p + 1 + t over the integers
modulo p, and a root of the class polynomial of -D is their j. D is the least that gives such an
order. As D is small, these curves have no place in a product.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cypari import pari

from tools.curves.primes import is_prime

HERE = Path(__file__).resolve().parent
MOST_D = 20_000_000
P256 = 2**256 - 2**224 + 2**192 + 2**96 - 1
K256 = 2**256 - 2**32 - 977

Affine = tuple[int, int] | None


def random_prime(bits: int) -> int:
    """The first prime from a hash on whose highest and lowest bits are set."""
    start = int.from_bytes(hashlib.shake_256(b"random prime").digest(bits // 8))
    start |= 1 << (bits - 1) | 1
    return next(n for n in range(start, start + 2**16, 2) if is_prime(n))


@dataclass(frozen=True)
class Wanted:
    """A curve to be found."""

    name: str
    what: str
    p: int
    reduction: str = ""
    a_is_minus_3: bool = True
    cofactor: range = range(1, 2)
    long: bool = False  # an order with more bits than the prime


WANTED = (
    Wanted("crandall192", "p = 2^192 - 237", 2**192 - 237, "crandall"),
    Wanted("crandall224", "p = 2^224 - 63, any a", 2**224 - 63, "crandall", False),
    Wanted("crandall256", "p = 2^256 - 189", 2**256 - 189, "crandall"),
    Wanted("crandall384", "p = 2^384 - 1557", 2**384 - 1557, "crandall"),
    Wanted("long384", "p = 2^384 - 317, a longer order", 2**384 - 317, "crandall", long=True),
    Wanted("crandall521", "p = 2^521 - 115, a longer order", 2**521 - 115, "crandall", long=True),
    Wanted("koblitz256", "p = 2^256 - 2^32 - 263", 2**256 - 2**32 - 263, "koblitz"),
    Wanted("random256", "a random prime, any a", random_prime(256), "", False),
    Wanted("cofactor256", "a cofactor", 2**256 - 189, "crandall", False, range(2, 64)),
    Wanted(
        "short256r1", "p of secp256r1, a short order", P256, "secp256r1", True, range(2**16, 2**20)
    ),
    Wanted("twin256r1", "p and a of secp256r1", P256, "secp256r1"),
    Wanted("any256r1", "p of secp256r1, any a", P256, "secp256r1", False),
    Wanted("minus256k1", "p of secp256k1, a = -3", K256, "koblitz"),
)


@dataclass(frozen=True)
class Found:
    """y^2 = x^3 + a x + b modulo p, with a base point of prime order."""

    wanted: Wanted
    discriminant: int
    a: int
    b: int
    base: tuple[int, int]
    order: int
    cofactor: int

    def text(self) -> str:
        wanted = self.wanted
        numbers = {"p": wanted.p, "a": self.a, "b": self.b, "gx": self.base[0], "gy": self.base[1]}
        numbers |= {"order": self.order, "cofactor": self.cofactor}
        lines = [
            f"# For tests alone: {wanted.what}.",
            f'name = "{wanted.name}"',
            f'sources = ["made by tests/other_curves/make.py, D = {self.discriminant}"]',
            'form = "weierstrass"',
            *([f'reduction = "{wanted.reduction}"'] if wanted.reduction else []),
            f"security_bits = {self.order.bit_length() // 2}",
            'hash = "sha256"',
            "",
            *(f'{name} = "{value:#x}"' for name, value in numbers.items()),
        ]
        return "\n".join([*lines, ""])


def add(p: int, a: int, one: Affine, other: Affine) -> Affine:
    if one is None or other is None:
        return other if one is None else one
    if one[0] == other[0]:
        if (one[1] + other[1]) % p == 0:
            return None
        slope = (3 * one[0] ** 2 + a) * pow(2 * one[1], -1, p)
    else:
        slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, p)
    x = (slope**2 - one[0] - other[0]) % p
    return x, (slope * (one[0] - x) - one[1]) % p


def multiply(p: int, a: int, k: int, point: Affine) -> Affine:
    result: Affine = None
    for bit in bin(k)[2:]:
        result = add(p, a, result, result)
        if bit == "1":
            result = add(p, a, result, point)
    return result


def square_root(value: int, p: int) -> int | None:
    if pow(value, (p - 1) // 2, p) != 1:
        return None
    return int(pari(f"lift(sqrt(Mod({value}, {p})))"))


def orders(p: int, discriminant: int) -> Iterator[int]:
    """Those of the curves that a discriminant gives, if it does."""
    found = pari(f"qfbcornacchia({discriminant}, {4 * p})")
    if len(found) == 2:
        t = int(found[0])
        yield p + 1 - t
        yield p + 1 + t


def split(wanted: Wanted, number: int) -> tuple[int, int] | None:
    """The order and the cofactor, if they are what is wanted."""
    order, cofactor = number, 1
    for factor in (2, *range(3, 1000, 2)):
        while order % factor == 0 and cofactor * factor < wanted.cofactor.stop:
            order, cofactor = order // factor, cofactor * factor
    long = order.bit_length() > wanted.p.bit_length()
    fits = cofactor in wanted.cofactor and long == wanted.long
    return (order, cofactor) if fits and is_prime(order) else None


def points(p: int, a: int, b: int) -> Iterator[tuple[int, int]]:
    for x in range(1, 100):
        y = square_root((x**3 + a * x + b) % p, p)
        if y is not None:
            yield x, min(y, p - y)


def scales(wanted: Wanted, a: int) -> Iterator[int]:
    """What a and b are multiplied with, squared and cubed, for both classes if there are both."""
    p = wanted.p
    if wanted.a_is_minus_3:
        root = square_root(-3 * pow(a, -1, p) % p, p)
        if root is not None:
            yield root
            yield p - root
    else:
        for label in range(4):
            yield int.from_bytes(hashlib.shake_256(bytes([label])).digest(80)) % p


def curves_of(wanted: Wanted, discriminant: int, j: int) -> Iterator[tuple[int, int]]:
    p = wanted.p
    k = j * pow(1728 - j, -1, p) % p
    for scale in scales(wanted, 3 * k % p):
        yield 3 * k * scale**2 % p, 2 * k * scale**3 % p


def of_discriminant(wanted: Wanted, discriminant: int) -> Found | None:
    p = wanted.p
    for number in orders(p, discriminant):
        parts = split(wanted, number)
        if parts is None:
            continue
        roots = pari(f"lift(polrootsmod(polclass({-discriminant}), {p}))")
        for j in sorted(int(root) for root in roots):
            for a, b in curves_of(wanted, discriminant, j):
                for point in points(p, a, b):
                    base = multiply(p, a, parts[1], point)
                    if base is None:
                        continue
                    if multiply(p, a, parts[0], base) is not None:
                        break
                    return Found(wanted, discriminant, a, b, base, *parts)
    return None


def find(wanted: Wanted) -> Found:
    for discriminant in range(7, MOST_D):
        if discriminant % 4 in (0, 3) and pari(f"isfundamental({-discriminant})"):
            found = of_discriminant(wanted, discriminant)
            if found is not None:
                return found
    raise SystemExit(f"{wanted.name}: no discriminant will do")


def main() -> None:
    pari.allocatemem(2**29, silent=True)
    for wanted in WANTED:
        found = find(wanted)
        print(f"{wanted.name}: D = {found.discriminant}", flush=True)
        (HERE / f"{wanted.name}.toml").write_text(found.text())


if __name__ == "__main__":
    main()
