# SPDX-License-Identifier: MIT
"""What a curve for pairings has besides: a family, a tower of fields and a second group. Read from
the table `pairing` of its file, and checked.

Elements of the twist's field are tuples of their coordinates: of 1; of 1 and i, i^2 = -1; of 1, j
and j^2, j^3 = `residue`; or of 1, i, v and v i, v^2 = `residue` + i. Over it w^6 = xi or w^2 =
xi. A point (x, y) of the twist is (x w^2, y w^3) on the curve, a twist of type D, or (x / w^2, y /
w^3), of type M."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd, isqrt

from tools.curves.fields import Element, PrimeField
from tools.curves.primes import CurveError

TwistPoint = tuple[Element, Element] | None


@dataclass(frozen=True)
class Family:
    """The degrees of the twist's field over the prime's and of the full one over that; the file of
    src/pairing/families that has the rest of its formulas, how many lines come after the loop, and
    whether they take powers with the loop's length; the prime, the order and the length of the
    loop by the parameter, where there is one; the c_i for which the sum of c_i p^i Q tells that Q
    is of the second group, and those for which what Miller's loop leaves does, where they are
    others; the c_ij, from the highest u^i on, for which the sum of c_ij u^i p^j Q
    is of it for every Q of the twist; and the e for which the order is u^(2 e) - u^e + 1, if there
    is one."""

    below: int
    twist: int
    file: str
    lines: int = 0
    by_loop: bool = True
    p: Callable[[int], int] | None = None
    order: Callable[[int], int] | None = None
    loop: Callable[[int], int] = lambda u: u
    relation: Callable[[int], tuple[int, ...]] = lambda u: (u, -1)
    loop_relation: Callable[[int], tuple[int, ...]] | None = None
    half: int = 0
    clearing: tuple[tuple[int, ...], ...] = ()

    @property
    def embedding(self) -> int:
        return self.below * self.twist

    @property
    def bodies(self) -> list[str]:
        """What src/pairing has for it."""
        sixth = self.twist == 6
        chosen = {
            "quadratic": self.below in (2, 4),
            "twist": True,
            "squares": self.below > 2,
            f"twist_{self.below}": True,
            "cubic": sixth,
            "full": True,
            f"full_{self.twist}": True,
            f"frobenius_{min(self.below, 2)}": not sixth,
            "frobenius": True,
            "endomorphism": self.below > 1,
            f"lines_{self.twist}": True,
            "miller": True,
            "prepared": True,
            "law": True,
            f"law_{self.twist}": True,
            "group": True,
            "base": True,
            "quadratic_root": self.below in (2, 4),
            f"root_{self.below}": True,
            "lift": True,
            "families/no_lines": not self.lines,
            "families/subgroup": not self.lines,
            "families/parameter": self.by_loop,
            f"families/{self.file}": True,
            "final": sixth,
        }
        return [body for body, has in chosen.items() if has]

    def hash_bodies(self, by_svdw: bool) -> list[str]:
        """What it has for hashing to the second group."""
        return [
            "map",
            f"map_{'svdw' if by_svdw else 'sswu'}",
            f"clear_by_{'parameter' if self.clearing else 'cofactor'}",
            "hash",
        ]


FAMILIES = {
    "bn": Family(
        below=2,
        twist=6,
        file="bn",
        lines=2,
        by_loop=False,
        p=lambda u: 36 * u**4 + 36 * u**3 + 24 * u**2 + 6 * u + 1,
        order=lambda u: 36 * u**4 + 36 * u**3 + 18 * u**2 + 6 * u + 1,
        loop=lambda u: 6 * u + 2,
        relation=lambda u: (u + 1, u, u, -2 * u),
        loop_relation=lambda u: (6 * u + 2, 1, -1, 1),
        clearing=((1, 3, 1, 0), (0, 0, 0, 1)),
    ),
    "bls12": Family(
        below=2,
        twist=6,
        file="bls",
        p=lambda u: (u - 1) ** 2 * (u**4 - u**2 + 1) // 3 + u,
        order=lambda u: u**4 - u**2 + 1,
        half=2,
        clearing=((1, 0, 0), (-1, 1, 0), (-1, -1, 2)),
    ),
    "bls24": Family(
        below=4,
        twist=6,
        file="bls",
        p=lambda u: (u - 1) ** 2 * (u**8 - u**4 + 1) // 3 + u,
        order=lambda u: u**8 - u**4 + 1,
        half=4,
        clearing=(
            (1, 0, 0, 0, 0),
            (-1, 1, 0, 0, 0),
            (0, -1, 1, 0, 0),
            (0, 0, -1, 1, 0),
            (-1, 0, 0, -1, 2),
        ),
    ),
    "kss18": Family(
        below=3,
        twist=6,
        file="kss18",
        lines=3,
        p=lambda u: _value((2401, 1763, 343, 259, 188, 37, 7, 5, 1), u) // 21,
        order=lambda u: _value((343, 0, 0, 37, 0, 0, 1), u) // 343,
        relation=lambda u: (u, 3, 0, 0, -1),
        clearing=(
            (0, 1, 0, 0, 0, 0),
            (0, 3, -3, 0, -1, 1),
            (5, 0, -8, 3, 0, 5),
            (18, 1, 0, 1, -2, 0),
        ),
    ),
    "mnt6": Family(
        below=3, twist=2, file="mnt6", p=lambda u: u**2 + 1, order=lambda u: u**2 - u + 1
    ),
    "k2": Family(below=1, twist=2, file="k2", by_loop=False),
}


def _value(coefficients: Sequence[int], u: int) -> int:
    """Of a polynomial, the constant term first."""
    return sum(coefficient * u**i for i, coefficient in enumerate(coefficients))


@dataclass(frozen=True)
class Tower:
    """The table of a curve file."""

    family: str
    u: int
    multiplies: bool
    residue: int
    xi: Element
    b: Element
    base: tuple[Element, Element]

    @property
    def of_family(self) -> Family:
        return FAMILIES[self.family]


def read(name: str, table: Mapping[str, object], b: int, base: tuple[int, int]) -> Tower:
    """The table of a curve with that coefficient and base point: where the table has no second
    group, it is the curve's own. The numbers are not checked yet."""

    def number(key: str) -> int:
        return int(str(table[key]), 16)

    def element(key: str, degree: int) -> Element:
        listed = table[key]
        if not isinstance(listed, list) or len(listed) != degree:
            raise CurveError(f"{name}: pairing.{key} is not {degree} numbers")
        return tuple(int(str(text), 16) for text in listed)

    family = str(table["family"])
    if family not in FAMILIES:
        raise CurveError(f"{name}: no pairing is of the family {family!r}")
    if table["twist"] not in ("D", "M"):
        raise CurveError(f"{name}: pairing.twist is D or M")
    below = FAMILIES[family].below
    xi = element("xi", below)
    residue = 0
    if below == 2:
        residue, one = xi
    elif below == 3:
        residue, one = number("cubic"), 1
    elif below == 4:
        residue, one = element("quartic", 2)
    else:
        one = 1
    if one != 1:
        raise CurveError(f"{name}: a residue is not a number plus i")
    apart = "second_b" in table
    return Tower(
        family=family,
        u=number("u") if FAMILIES[family].p else 0,
        multiplies=table["twist"] == "M",
        residue=residue,
        xi=xi,
        b=element("second_b", below) if apart else (b,),
        base=(element("second_x", below), element("second_y", below))
        if apart
        else ((base[0],), (base[1],)),
    )


class TwistField(PrimeField):
    """Arithmetic of the twist's field and the group over it, by definition."""

    def __init__(self, p: int, tower: Tower) -> None:
        super().__init__(p)
        self.tower = tower
        self.degree = tower.of_family.below

    def mul(self, a: Element, b: Element) -> Element:
        if self.degree == 4:
            low, high = self._complex(a[:2], b[:2]), self._complex(a[2:], b[2:])
            cross = self.add(self._complex(a[:2], b[2:]), self._complex(a[2:], b[:2]))
            return (*self.add(low, self._complex((self.tower.residue, 1), high)), *cross)
        if self.degree == 2:
            return self._complex(a, b)
        total = [0] * 5
        for i, one in enumerate(a):
            for j, two in enumerate(b):
                total[i + j] += one * two
        for i in (4, 3):
            total[i - 3] += self.tower.residue * total[i]
        return tuple(each % self.p for each in total[: self.degree])

    def _complex(self, a: Element, b: Element) -> Element:
        return (a[0] * b[0] - a[1] * b[1]) % self.p, (a[0] * b[1] + a[1] * b[0]) % self.p

    def inverse(self, a: Element) -> Element:
        """The other conjugates' product over the norm."""
        product, conjugate = self.one, a
        for _ in range(self.degree - 1):
            conjugate = self.frobenius(conjugate)
            product = self.mul(product, conjugate)
        norm = self.mul(product, a)
        assert not any(norm[1:])
        return self.scale(pow(norm[0], -1, self.p), product)

    @cached_property
    def roots(self) -> tuple[Element, ...]:
        """What the power p multiplies coordinates with, besides the sign of i: of j and j^2, or of
        v."""
        if self.degree == 3:
            cubic = pow(self.tower.residue, (self.p - 1) // 3, self.p)
            return (cubic,), (cubic * cubic % self.p,)
        if self.degree == 4:
            root: Element = (1, 0)
            for bit in f"{(self.p - 1) // 2:b}":
                root = self._complex(root, root)
                if bit == "1":
                    root = self._complex(root, (self.tower.residue, 1))
            return (root,)
        return ()

    def frobenius(self, a: Element) -> Element:
        if self.degree == 1:
            return a
        if self.degree == 2:
            return a[0], -a[1] % self.p
        if self.degree == 3:
            (one,), (two,) = self.roots
            return a[0], a[1] * one % self.p, a[2] * two % self.p
        upper = self._complex((a[2], -a[3]), self.roots[0])
        return a[0], -a[1] % self.p, *upper

    # The second group

    def sum(self, a: Element, left: TwistPoint, right: TwistPoint) -> TwistPoint:
        if left is None or right is None:
            return right if left is None else left
        (x1, y1), (x2, y2) = left, right
        if x1 != x2:
            slope = self.mul(self.sub(y2, y1), self.inverse(self.sub(x2, x1)))
        elif any(self.add(y1, y2)):
            rise = self.add(self.scale(3, self.mul(x1, x1)), a)
            slope = self.mul(rise, self.inverse(self.scale(2, y1)))
        else:
            return None
        x = self.sub(self.sub(self.mul(slope, slope), x1), x2)
        return x, self.sub(self.mul(slope, self.sub(x1, x)), y1)

    def opposite(self, point: TwistPoint) -> TwistPoint:
        return None if point is None else (point[0], self.scale(-1, point[1]))

    def multiply(self, a: Element, scalar: int, point: TwistPoint) -> TwistPoint:
        total: TwistPoint = None
        for bit in f"{scalar:b}":
            total = self.sum(a, total, total)
            if bit == "1":
                total = self.sum(a, total, point)
        return total


def coefficients(field: TwistField, a: int, b: int) -> tuple[Element, Element]:
    """Those of the twist of y^2 = x^3 + a x + b: a w^4 and b w^6 for type M, or divided."""
    tower = field.tower
    sign = 1 if tower.multiplies else -1
    power = 1 if tower.of_family.twist == 6 else 3
    twisted = field.scale(b, field.power(tower.xi, sign * power))
    if a == 0:
        return field.number(0), twisted
    return field.scale(a, field.power(tower.xi, sign * 2)), twisted


def twist_order(p: int, trace: int, order: int, family: Family) -> int:
    """The number of points of the twist of that degree, which `order` divides; 0 if it divides that
    of none, or of more than one [HSV06, 4]."""
    q, before, of_field = p**family.below, 2, trace
    for _ in range(family.below - 1):
        before, of_field = of_field, trace * of_field - p * before
    if family.twist == 2:
        traces = [-of_field]
    else:
        f = isqrt((4 * q - of_field**2) // 3)
        if 3 * f * f != 4 * q - of_field**2:
            return 0
        traces = [(of_field + sign * 3 * f) // 2 for sign in (1, -1)]
    found = [q + 1 - each for each in traces if (q + 1 - each) % order == 0]
    return found[0] if len(found) == 1 else 0


def tells(p: int, trace: int, order: int, tower: Tower) -> bool:
    """Whether no point of the twist but those of the second group satisfies one of the family's
    relations. What a power p does to a point satisfies x^2 - trace x + p = 0, so that a relation is
    a + b x, and the point's order divides its norm. The power p^e of a point of the twist is its
    multiple by a root of one, of order 6 or 2, in the ring of endomorphisms: that is another
    relation, c + d x, and the order divides a d - b c too. Without a family, that point times the
    order is tried."""
    family = tower.of_family
    if not family.p:
        return True
    e = family.below
    root = [1] + [0] * (2 * e if family.twist == 6 else e)
    root[-1] = 1
    if family.twist == 6:
        root[e] = -1

    def linear(relation: Sequence[int]) -> tuple[int, int]:
        total, power = (0, 0), (1, 0)
        for each in relation:
            total = (total[0] + each * power[0], total[1] + each * power[1])
            power = (-p * power[1], power[0] + trace * power[1])
        return total

    def passing(relation: Sequence[int]) -> int:
        """What the order of a point that satisfies it divides."""
        (a, b), (c, d) = linear(relation), linear(root)
        norm = a**2 + a * b * trace + b**2 * p
        return gcd(norm, a * d - b * c, twist_order(p, trace, order, family))

    relations = [each for each in (family.relation, family.loop_relation) if each]
    return all(passing(relation(tower.u)) == order for relation in relations)


def complaint(p: int, a: int, b: int, order: int, cofactor: int, tower: Tower) -> str:
    """What is wrong with a curve's table, or nothing."""
    family, field = tower.of_family, TwistField(p, tower)
    q, u = p**family.below, tower.u
    (x, y), xi = tower.base, tower.xi
    own, twisted = coefficients(field, a, b) if family.below != 3 or p % 3 == 1 else ((), ())
    trace = p + 1 - order * cofactor
    minus_one = field.number(-1)
    small: Mapping[int, Sequence[int]] = {1: (0,), 2: range(1, 16), 3: (2, -2), 4: range(1, 16)}
    canonical = {3: (0, 1, 0), 4: (0, 0, 1, 0), 1: (-1,)}
    # In this order: what comes later may need what comes before.
    claims: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("p is not that of its family", lambda: family.p is None or family.p(u) == p),
        (
            "the order is not that of its family",
            lambda: family.order is None or family.order(u) == order,
        ),
        ("-1 is a square", lambda: family.below == 3 or p % 4 == 3),
        ("a of its twist is not 0", lambda: family.twist == 2 or a == 0),
        ("a quadratic twist is not of type M", lambda: family.twist == 6 or tower.multiplies),
        ("a residue of its tower is not small", lambda: tower.residue in small[family.below]),
        ("xi is not that of its tower", lambda: xi == canonical.get(family.below, xi)),
        (
            "its cubic residue is a cube",
            lambda: family.below != 3 or (p % 3 == 1 and pow(tower.residue, (p - 1) // 3, p) != 1),
        ),
        (
            "its quartic residue is a square",
            lambda: family.below != 4 or pow(tower.residue**2 + 1, (p - 1) // 2, p) == p - 1,
        ),
        ("xi is a square", lambda: field.power(xi, (q - 1) // 2) == minus_one),
        (
            "xi is a cube",
            lambda: family.twist == 2 or field.power(xi, (q - 1) // 3) != field.one,
        ),
        (
            "its order divides p^k - 1 for a lesser k",
            lambda: (
                [pow(p, k, order) == 1 for k in range(1, family.embedding + 1)]
                == [False] * (family.embedding - 1) + [True]
            ),
        ),
        ("its second group is not on its twist", lambda: tower.b == twisted),
        (
            "its order does not divide that of its twist",
            lambda: twist_order(p, trace, order, family) > 0,
        ),
        (
            "other points pass a test of its second group",
            lambda: tells(p, trace, order, tower),
        ),
        (
            "a coordinate of its second base point is not below p",
            lambda: all(0 <= each < p for each in (*x, *y)),
        ),
        (
            "its second base point is not on its twist",
            lambda: (
                field.mul(y, y) == field.add(field.mul(field.add(field.mul(x, x), own), x), twisted)
            ),
        ),
        (
            "its second base point has another order",
            lambda: field.multiply(own, order, (x, y)) is None,
        ),
    )
    return next((f"pairing: {each}" for each, holds in claims if not holds()), "")
