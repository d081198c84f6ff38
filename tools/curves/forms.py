# SPDX-License-Identifier: MIT
"""Montgomery and Edwards curves: read and checked, and the C of each.

curves/montgomery/*.toml and curves/edwards/*.toml hold one curve each. Such a curve has an
instance of its own of the templates, in generated/instance/<form>_<name>.c, where
its constants stand before the code, and a public header, both by the scheme that it names
(tools/curves/form_schemes.py).
"""

from __future__ import annotations

from dataclasses import dataclass

from tools.curves.maps import Map
from tools.curves.primes import (
    LIMB_WIDTHS,
    PRIMES,
    REDUCTIONS,
    element_bits,
    memory_bits,
    reduction_at,
)

AGREEMENT = "ecdh"

# Of Edwards curves by profile: teeth and blocks of the comb, and the odd multiples of the base
# point that verification has at hand.
COMBS = {"small": (2, 1), "balanced": (4, 2), "fast": (4, 8)}
# For key generation alone.
AGREEMENT_COMBS = {"small": (2, 1), "balanced": (4, 2), "fast": (4, 4)}
MULTIPLES = {"small": 1, "balanced": 4, "fast": 16}


# Primes that kernels may know, by the name that these have for them.
PRIME_NAMES = {PRIMES[name]: name for name in ("p25519", "p448")}

Point = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """Limb widths at which a curve's constants are the same bits."""

    field: int
    scalar: int
    reduction: str
    widths: tuple[int, ...]

    @property
    def condition(self) -> str:
        return " || ".join(f"WHIT_LIMB_BITS == {width}" for width in self.widths)


@dataclass(frozen=True)
class FormCurve:
    """y^2 = x^3 + a x^2 + x, or a x^2 + y^2 = 1 + d x^2 y^2 with a square a and a d that is none;
    the base point has an odd prime order, the cofactor is a power of two."""

    name: str
    sources: tuple[str, ...]
    form: str
    scheme: str
    security_bits: int
    reduction: str
    hash: str
    domain: str
    edwards: str  # the Edwards curve of a Montgomery curve, whose builds have both
    p: int
    a: int
    d: int
    g: Point
    order: int
    cofactor: int
    aliases: tuple[str, ...] = ()
    mapping: Map | None = None  # of messages that are hashed to it
    montgomery: FormCurve | None = None  # by which they are hashed to an Edwards curve

    @property
    def agrees(self) -> bool:
        """Whether it is for the key agreement of scheme/agreement, with a generated header."""
        return self.scheme == AGREEMENT

    @property
    def signs(self) -> bool:
        return self.form == "edwards" and not self.agrees

    @property
    def prime_name(self) -> str:
        """What kernels call its prime, if they know it and it is kept as they keep it."""
        return PRIME_NAMES.get(self.p, "none") if REDUCTIONS[self.reduction].plain else "none"

    @property
    def named_reduction(self) -> str:
        """The kernel that its modulus is to name."""
        return self.reduction if self.prime_name == "none" else self.prime_name

    def reduction_at(self, width: int) -> str:
        """The kernel that its modulus names with limbs of `width` bits."""
        found = reduction_at(self.reduction, self.p, width)
        return PRIME_NAMES.get(self.p, found) if REDUCTIONS[found].plain else found

    @property
    def header(self) -> str:
        return self.name if self.agrees else self.scheme

    @property
    def private_bytes(self) -> int:
        return -(-self.p.bit_length() // 8)

    @property
    def point_bytes(self) -> int:
        """Of an encoded point: its x, or its y and one bit."""
        return self.private_bytes if self.form == "montgomery" else self.p.bit_length() // 8 + 1

    @property
    def combs(self) -> dict[str, tuple[int, int]]:
        return AGREEMENT_COMBS if self.agrees else COMBS

    @property
    def a24(self) -> int:
        """(a - 2) / 4 of a Montgomery curve."""
        return (self.a - 2) * pow(4, -1, self.p) % self.p

    @property
    def field_size(self) -> int:
        return element_bits(self.p)

    @property
    def scalar_size(self) -> int:
        return element_bits(self.order)

    @property
    def field_sizes(self) -> tuple[int, ...]:
        """The field templates that it stands on."""
        if self.form == "montgomery":
            return (self.field_size,)
        return tuple(sorted({self.field_size, self.scalar_size}))

    @property
    def hash_condition(self) -> str:
        """Whether a build has what its scheme hashes with; none: every build."""
        return "WHIT_HASH_LIMIT >= 512" if self.hash == "sha512" else ""

    @property
    def two_adicity(self) -> int:
        """The s of p - 1 = q 2^s with q odd."""
        return ((self.p - 1) & (1 - self.p)).bit_length() - 1

    @property
    def root(self) -> int:
        """An element of order 2^s, which square roots start from."""
        base = next(z for z in range(2, self.p) if not is_square(z, self.p))
        return pow(base, (self.p - 1) >> self.two_adicity, self.p)

    @property
    def layouts(self) -> list[Layout]:
        groups: dict[tuple[int, int, str], list[int]] = {}
        for width in LIMB_WIDTHS:
            key = (memory_bits(self.p, width), memory_bits(self.order, width))
            reduction = reduction_at(self.reduction, self.p, width)
            groups.setdefault((*key, reduction), []).append(width)
        return [Layout(*key, tuple(widths)) for key, widths in groups.items()]

    def radix(self, layout: Layout) -> int:
        """What a field element is multiplied with in memory."""
        return 1 if REDUCTIONS[layout.reduction].plain else 1 << layout.field

    def add(self, p: Point, q: Point) -> Point:
        """The Edwards law, which holds for all points."""
        product = self.d * p[0] * q[0] * p[1] * q[1]
        x = (p[0] * q[1] + p[1] * q[0]) * pow(1 + product, -1, self.p)
        y = (p[1] * q[1] - self.a * p[0] * q[0]) * pow(1 - product, -1, self.p)
        return x % self.p, y % self.p

    def multiply(self, k: int, point: Point) -> Point:
        """k times a point of an Edwards curve, for any k >= 0; one inversion makes it affine."""
        total = (0, 1, 1)
        for bit in bin(k)[2:]:
            total = self._sum(total, total)
            if bit == "1":
                total = self._sum(total, (*point, 1))
        inverse = pow(total[2], -1, self.p)
        return total[0] * inverse % self.p, total[1] * inverse % self.p

    def _sum(self, p: tuple[int, int, int], q: tuple[int, int, int]) -> tuple[int, int, int]:
        """The law of add in projective coordinates [BBJLP08, 6]."""
        z = p[2] * q[2] % self.p
        x, y = p[0] * q[0] % self.p, p[1] * q[1] % self.p
        product = self.d * x * y % self.p
        less, more = z * z - product, z * z + product
        cross = (p[0] + p[1]) * (q[0] + q[1]) - x - y
        return (
            z * less * cross % self.p,
            z * more * (y - self.a * x) % self.p,
            less * more % self.p,
        )

    def spacing(self, teeth: int, blocks: int) -> int:
        """Of a comb that takes odd scalars below twice the order."""
        return -(-(self.order.bit_length() + 1) // (teeth * blocks))

    def comb(self, teeth: int, blocks: int) -> list[Point]:
        """The points of the table, block after block."""
        step = 2 ** self.spacing(teeth, blocks)
        table = []
        tooth = self.g
        for _ in range(blocks):
            weights = []
            for _ in range(teeth):
                weights.append(tooth)
                tooth = self.multiply(step, tooth)
            for entry in range(2 ** (teeth - 1)):
                point = weights[-1]
                for t, (x, y) in enumerate(weights[:-1]):
                    point = self.add(point, (x, y) if entry >> t & 1 else (-x % self.p, y))
                table.append(point)
        return table

    def odd_multiples(self, count: int) -> list[Point]:
        """B, 3 B, 5 B and so on."""
        return [self.multiply(2 * i + 1, self.g) for i in range(count)]


def is_square(value: int, p: int) -> bool:
    return pow(value, (p - 1) // 2, p) in (0, 1)
