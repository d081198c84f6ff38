# SPDX-License-Identifier: MIT
"""The endomorphism of curves y^2 = x^3 + b [GLV01]: phi(x, y) = (beta x, y) = lambda (x, y), and
the basis by which a scalar k becomes k1 + k2 lambda with halves of half the length."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tools.curves.weierstrass import Curve

Pair = tuple[int, int]

WINDOWS = (3, 4)  # WHIT_WINDOW of the profiles that have it
PIECE = 64  # lengths are multiples of it, so that they are those of every limb width


def round_up(value: int, step: int) -> int:
    return -(-value // step) * step


def norm(v: Pair) -> int:
    """Of a + b lambda, where lambda^2 + lambda + 1 = 0; n divides it for a multiple of n."""
    a, b = v
    return a * a - a * b + b * b


def turn(v: Pair) -> Pair:
    """lambda times a + b lambda."""
    a, b = v
    return -b, a - b


def shortest(n: int, root: int) -> Pair:
    """An a + b lambda of norm n that n divides, by Lagrange's reduction."""
    u, v = (n, 0), (-root, 1)
    while True:
        if norm(u) < norm(v):
            u, v = v, u
        twice = 2 * (u[0] * v[0] + u[1] * v[1]) - u[0] * v[1] - u[1] * v[0]
        steps = (twice + norm(v)) // (2 * norm(v))
        if steps == 0:
            return v
        u = u[0] - steps * v[0], u[1] - steps * v[1]


@dataclass(frozen=True)
class Endomorphism:
    """k = k1 + k2 root mod n, (k1, k2) = (k, 0) - c1 basis[0] - c2 basis[1], where c1 and c2 are
    floor(k factors[i] / 2^shift) or one more, as makes k1 and k2 odd. |k1|, |k2| < 2^bits."""

    beta: int
    root: int  # lambda
    basis: tuple[Pair, Pair]
    factors: Pair
    shift: int
    bits: int
    half: int  # bits of a number of the basis, or of k1 or k2, in memory
    factor: int  # bits of a factor

    def complaint(self, curve: Curve) -> str:
        """What is wrong with it; src/group/weierstrass_endomorphism.inc says what it has to be."""
        n, p = curve.order, curve.p
        first, second = self.basis
        x, y = curve.g
        most = self.bound(n)
        longest = max(round_up(self.bits, w) for w in WINDOWS)
        before_last = max((most >> w) + 1 + 2 * 2**w for w in WINDOWS)
        claims = (
            ("beta is no cube root of one", self.beta != 1 and pow(self.beta, 3, p) == 1),
            ("lambda is no cube root of one", (self.root**2 + self.root + 1) % n == 0),
            (
                "beta and lambda do not belong together",
                curve.multiply(self.root, curve.g) == (self.beta * x % p, y),
            ),
            (
                "the basis is not of multiples of the order",
                all((a + b * self.root) % n == 0 for a, b in self.basis),
            ),
            ("the basis is not the lattice's", abs(determinant(first, second)) == n),
            (
                "the basis does not tell odd from even",
                tuple(v % 2 for v in (*first, *second)) == (1, 0, 0, 1),
            ),
            ("the halves are too long", most < 2**self.bits),
            ("the halves leave no room", longest + 1 < self.half),
            ("the halves of a scalar are longer", longest < curve.scalar_size),
            ("a factor is too long", all(0 <= g < 2**self.factor for g in self.factors)),
            ("a factor is too short", self.shift + self.half <= curve.scalar_size + self.factor),
            ("additions before the last window may fail", 3 * before_last**2 < n),
        )
        return next((words for words, holds in claims if not holds), "")

    def bound(self, n: int) -> int:
        """What k1 and k2 are not above in size: c1 and c2 are within 1 + n / 2^shift of where
        k1 = k2 = 0."""
        (a, b), (c, d) = self.basis
        longest = max(abs(a) + abs(c), abs(b) + abs(d))
        return longest + (longest * n >> self.shift) + 1


def determinant(u: Pair, v: Pair) -> int:
    return u[0] * v[1] - u[1] * v[0]


def negated(v: Pair) -> Pair:
    return -v[0], -v[1]


def odd_basis(n: int, root: int) -> tuple[Pair, Pair]:
    """Two shortest vectors that are (1, 0) and (0, 1) modulo 2, so that k1 and k2 are odd by the
    parities of c1 and c2; with signs for which neither of these is negative. The three vectors
    v, lambda v and lambda^2 v are the three that differ modulo 2."""
    v = shortest(n, root)
    by_parity = {(a % 2, b % 2): (a, b) for a, b in (v, turn(v), turn(turn(v)))}
    first, second = by_parity[1, 0], by_parity[0, 1]
    # c1 = k d / D and c2 = -k b / D for the determinant D of (a, b) and (c, d).
    if second[1] * determinant(first, second) < 0:
        first = negated(first)
    if -first[1] * determinant(first, second) < 0:
        second = negated(second)
    return first, second


def cube_root_of_one(modulus: int) -> int:
    powers = (int(pow(z, (modulus - 1) // 3, modulus)) for z in range(2, modulus))
    return next(power for power in powers if power != 1)


@cache
def find(curve: Curve) -> Endomorphism | None:
    """That of a curve; None where it has none, or where its order is too small for what is said
    of additions."""
    n, p = curve.order, curve.p
    if curve.a != 0 or p % 3 != 1 or n % 3 != 1 or n < 2**13:
        return None
    root, beta = cube_root_of_one(n), cube_root_of_one(p)
    x, y = curve.g
    if curve.multiply(root, curve.g) != (beta * x % p, y):
        beta = beta * beta % p
    basis = odd_basis(n, root)
    shift = round_up(n.bit_length() + 8, PIECE)
    weights = abs(basis[1][1]), abs(basis[0][1])
    found = Endomorphism(
        beta=beta,
        root=root,
        basis=basis,
        factors=(2**shift * weights[0] // n, 2**shift * weights[1] // n),
        shift=shift,
        bits=0,
        half=round_up(curve.scalar_size // 2 + 8, PIECE),
        factor=round_up(curve.scalar_size // 2 + 72, PIECE),
    )
    return Endomorphism(**{**vars(found), "bits": found.bound(n).bit_length()})


def halves(k: int, e: Endomorphism) -> Pair:
    """What the library makes of k."""
    first, second = e.basis
    odd = k & 1
    c1 = ((k * e.factors[0] >> e.shift) + odd | 1) - odd
    c2 = k * e.factors[1] >> e.shift | 1
    return k - c1 * first[0] - c2 * second[0], -c1 * first[1] - c2 * second[1]
