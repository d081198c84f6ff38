# SPDX-License-Identifier: MIT
"""Short Weierstrass curves: parameters, sizes, points, and the shape of base-point tables."""

from __future__ import annotations

from dataclasses import dataclass

from tools.curves.maps import Map
from tools.curves.primes import REDUCTIONS, CurveError, element_bits, reduction_at, round_up
from tools.curves.towers import Tower

Affine = tuple[int, int] | None
Jacobian = tuple[int, int, int]
INFINITY: Jacobian = (1, 1, 0)

HASHES = {"sha1": 160, "sha224": 224, "sha256": 256, "sha384": 384, "sha512": 512}


@dataclass(frozen=True)
class Comb:
    """The shape of a base-point table; see struct whit_base in src/group/curve.h."""

    teeth: int
    blocks: int

    def is_incomplete(self, bits: int) -> bool:
        """Whether all columns but the last take incomplete additions; see
        src/group/weierstrass_multiply.inc."""
        return (self.teeth * self.blocks - 1) * self.spacing(bits) + 5 <= bits

    def spacing(self, bits: int) -> int:
        # At least two: the comb's argument for incomplete additions needs it.
        return max(2, -(-bits // (self.teeth * self.blocks)))


# Base-point tables by profile, and for parts whose constants are in program memory, which have
# little of it: there half the table. Curves for pairings have the least one throughout: with them
# it serves key generation alone.
COMBS = {"balanced": Comb(4, 2), "fast": Comb(5, 4), "fast_apart": Comb(5, 2)}
# As many additions, some more doublings: where the other's would be complete or its table large.
SHORT_COMB = Comb(5, 3)
TOY_COMBS = {"balanced": Comb(4, 1), "fast": Comb(6, 2)}  # orders are short for more teeth
PAIRING_COMBS = {"balanced": Comb(4, 1), "fast": Comb(4, 1)}


@dataclass(frozen=True)
class Curve:
    """Domain parameters of a short Weierstrass curve, its base point of prime order."""

    name: str
    sources: tuple[str, ...]
    security_bits: int
    reduction: str
    hash: str
    ecdsa: bool
    oid: str
    pairing: bool
    p: int
    a: int
    b: int
    g: tuple[int, int]
    order: int
    cofactor: int
    twist: Curve | None = None  # an isomorphic curve with the cheaper doubling, to work on
    mapping: Map | None = None  # of messages that are hashed to it
    tower: Tower | None = None  # of a curve for pairings

    @property
    def worked(self) -> Curve:
        """The curve whose points the arithmetic sees."""
        return self.twist or self

    @property
    def scale(self) -> int:
        """The Z of (x, y) -> (x Z^2, y Z^3), the way to the curve that is worked on."""
        x, y = self.worked.g
        return y * self.g[0] * pow(self.g[1] * x, -1, self.p) % self.p

    @property
    def values(self) -> tuple[int, ...]:
        """What is to be below p."""
        return (self.a, self.b, *self.g)

    @property
    def field_size(self) -> int:
        return element_bits(self.p)

    @property
    def scalar_size(self) -> int:
        return round_up(self.order.bit_length(), 16)

    @property
    def size(self) -> int:
        """The tag of the template instance: one number, or two run together."""
        if self.field_size == self.scalar_size:
            return self.field_size
        return self.field_size * 1000 + self.scalar_size

    @property
    def combs(self) -> dict[str, Comb]:
        if self.order.bit_length() < 64:
            return TOY_COMBS
        if self.pairing:
            return PAIRING_COMBS
        bits = self.order.bit_length()
        if bits > 256 or COMBS["fast"].is_incomplete(bits) < SHORT_COMB.is_incomplete(bits):
            return {**COMBS, "fast": SHORT_COMB}
        return COMBS

    @property
    def two_adicity(self) -> int:
        """The s of p - 1 = q 2^s with q odd."""
        return ((self.p - 1) & (1 - self.p)).bit_length() - 1

    @property
    def root(self) -> int:
        """An element of order 2^s, which square roots start from."""
        base = next(z for z in range(2, self.p) if pow(z, (self.p - 1) // 2, self.p) != 1)
        return pow(base, (self.p - 1) >> self.two_adicity, self.p)

    @property
    def clearing(self) -> int:
        """What brings points into the base point's group: the cofactor, or, of either sign, a
        lesser number for all of which that is so: 1 - u on BLS curves [WB19; EGP22]."""
        by_parameter = self.tower is not None and self.tower.family in ("bls12", "bls24")
        return 1 - self.tower.u if self.tower and by_parameter else self.cofactor

    @property
    def oid_octets(self) -> bytes:
        """The content of the DER encoding of the object identifier [X.690, 8.19]."""
        first, second, *rest = (int(part) for part in self.oid.split("."))
        octets = b""
        for part in (40 * first + second, *rest):
            groups = [part & 0x7F]
            while part := part >> 7:
                groups.append(part & 0x7F | 0x80)
            octets += bytes(reversed(groups))
        return octets

    @property
    def named_reduction(self) -> str:
        """The kernel that its file asks for."""
        return self.reduction

    def reduction_at(self, width: int) -> str:
        """The kernel that reduces modulo p with limbs of `width` bits."""
        return reduction_at(self.reduction, self.p, width)

    def reduction_constant(self, width: int) -> int:
        """The constant of that kernel."""
        return REDUCTIONS[self.reduction_at(width)].constant(self.p, width)

    def radix(self, width: int, bits: int) -> int:
        """What an element of `bits` bits is multiplied with in memory."""
        return 1 if REDUCTIONS[self.reduction_at(width)].plain else 2**bits

    @property
    def doubling(self) -> str:
        if self.a == 0:
            return "double_a_zero"
        return "double_a_minus_3" if self.a == self.p - 3 else "double_a_any"

    def add(self, p: Affine, q: Affine) -> Affine:
        """The sum of two affine points; None is the point at infinity."""
        if p is None or q is None:
            return q if p is None else p
        if p[0] == q[0] and (p[1] + q[1]) % self.p == 0:
            return None
        if p == q:
            slope = (3 * p[0] * p[0] + self.a) * pow(2 * p[1], -1, self.p)
        else:
            slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, self.p)
        x = (slope * slope - p[0] - q[0]) % self.p
        return x, (slope * (p[0] - x) - p[1]) % self.p

    def negate(self, point: Affine) -> Affine:
        return None if point is None else (point[0], -point[1] % self.p)

    def multiply(self, k: int, point: Affine) -> Affine:
        """k times a point of the base point's group."""
        return self.multiple(k % self.order, point)

    def multiple(self, k: int, point: Affine) -> Affine:
        """k times any point; in Jacobian coordinates, which one inversion makes affine."""
        if point is None:
            return None
        total = INFINITY
        for bit in bin(k)[2:]:
            total = self._doubled(total)
            if bit == "1":
                total = self._sum(total, point)
        x, y, z = total
        if z == 0:
            return None
        scale = pow(z, -1, self.p)
        return x * scale**2 % self.p, y * scale**3 % self.p

    def _doubled(self, point: Jacobian) -> Jacobian:
        """Twice a point [CMO98, 2.2]; infinity where Y or Z is 0."""
        p, (x, y, z) = self.p, point
        squared = y * y % p
        tangent = (3 * x * x + self.a * pow(z, 4, p)) % p
        product = 4 * x * squared % p
        doubled = (tangent * tangent - 2 * product) % p
        return doubled, (tangent * (product - doubled) - 8 * squared**2) % p, 2 * y * z % p

    def _sum(self, left: Jacobian, right: tuple[int, int]) -> Jacobian:
        """The sum with an affine point [CMO98, 2.2], also where they are equal or opposite."""
        p, (x, y, z) = self.p, left
        if z == 0:
            return (*right, 1)
        square = z * z % p
        width = (right[0] * square - x) % p
        height = (right[1] * square * z - y) % p
        if width == 0:
            return INFINITY if height else self._doubled(left)
        cube = width**3 % p
        product = x * width * width % p
        sum_x = (height * height - cube - 2 * product) % p
        return sum_x, (height * (product - sum_x) - y * cube) % p, z * width % p

    def odd_multiples(self, count: int) -> list[tuple[int, int]]:
        """G, 3 G, 5 G and so on."""
        found = [self.multiply(2 * i + 1, self.g) for i in range(count)]
        return [point for point in found if point is not None]

    def comb_table(self, comb: Comb) -> list[tuple[int, int]]:
        """The points of a base-point table, block after block."""
        step = 2 ** comb.spacing(self.order.bit_length())
        table = []
        tooth: Affine = self.g
        for _ in range(comb.blocks):
            teeth = []
            for _ in range(comb.teeth):
                teeth.append(tooth)
                tooth = self.multiply(step, tooth)
            for entry in range(2 ** (comb.teeth - 1)):
                point = teeth[-1]
                for t, weight in enumerate(teeth[:-1]):
                    point = self.add(point, weight if entry >> t & 1 else self.negate(weight))
                if point is None:
                    raise CurveError(f"{self.name}: the comb holds the point at infinity")
                table.append(point)
        return table
