# SPDX-License-Identifier: MIT
"""Short Weierstrass curves by the textbook: what formulas are checked against."""

import random

Affine = tuple[int, int] | None


def affine_add(p: Affine, q: Affine, a: int, prime: int) -> Affine:
    """The group law on affine points; None is the point at infinity."""
    if p is None or q is None:
        return q if p is None else p
    if p[0] == q[0] and (p[1] + q[1]) % prime == 0:
        return None
    if p == q:
        slope = (3 * p[0] * p[0] + a) * pow(2 * p[1], -1, prime)
    else:
        slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, prime)
    x = (slope * slope - p[0] - q[0]) % prime
    return x, (slope * (p[0] - x) - p[1]) % prime


def to_affine(point: tuple[int, int, int], prime: int) -> Affine:
    """The affine point of Jacobian coordinates."""
    x, y, z = point
    if z == 0:
        return None
    inverse = pow(z, -1, prime)
    return x * inverse**2 % prime, y * inverse**3 % prime


def random_case(
    needs: str, adds: bool, prime: int, generator: random.Random
) -> tuple[dict[str, int], int, tuple[int, int], tuple[int, int]]:
    """Inputs for a formula with what it needs, a too; a itself, and the affine points P and Q that
    they stand for."""
    wanted = {"a = -3": prime - 3, "a = 0": 0}.get(needs)
    while True:
        a = generator.randrange(prime) if wanted is None else wanted
        x1, y1, x2 = (generator.randrange(1, prime) for _ in range(3))
        b = y1 * y1 - x1**3 - a * x1
        square = (x2**3 + a * x2 + b) % prime
        y2 = pow(square, (prime + 1) // 4, prime)
        if y2 * y2 % prime == square and x1 != x2 and y2 != 0:
            break
    z1 = generator.randrange(1, prime)
    z2 = 1 if "Z2 = 1" in needs else generator.randrange(1, prime)
    values = {"a": a, "X1": x1 * z1**2 % prime, "Y1": y1 * z1**3 % prime, "Z1": z1}
    if adds:
        values |= {"X2": x2 * z2**2 % prime, "Y2": y2 * z2**3 % prime, "Z2": z2}
    return values, a, (x1, y1), (x2, y2)
