# SPDX-License-Identifier: MIT
"""The pairings of the library against the oracle's: the fields of the tower, the endomorphism of
the second group, pairings of multiples of the base points, and their products."""

import random
import subprocess
from collections.abc import Iterator

import pytest
from cypari import pari

from lab import curves, oracle
from lab.curves import Curve, Element
from lab.oracle.pairing import PairingOracle, Point
from lab.oracle.second_group import SecondHash
from tests.runner.host import HASH_TO_CURVE, SANITIZERS, STANDARD, WARNINGS
from tests.runner.made import amalgamation
from tests.runner.tools import BUILD, ROOT, TESTS, compile_with
from tests.vectors import hashing
from tools.curves.exponents import steps

CURVES = [curve for curve in curves.declared() if curve.tower is not None]
# Limbs of each width, on a curve of each family.
WIDTHS = {
    "bls12_381": (64, 32),
    "bn254_snark": (64, 16),
    "bn_p158": (8,),
    "bls24_509": (32,),
    "kss18_508": (64,),
    "miracl_mnt6_160": (64, 8),
    "miracl_cp2_512": (32,),
}
AMALGAMATED = "bn_p254"
MOST_PAIRS = 3
SOURCE = ROOT / "src"
BELOW = ("base/*.c", "mp/*.c", "native/c/*.c")

pytestmark = pytest.mark.slow


class Driver:
    """pairing.c at work."""

    def __init__(self, curve: Curve, limb_bits: int) -> None:
        self.right = oracle.pairing(curve)
        directory = BUILD / "oracles"
        directory.mkdir(parents=True, exist_ok=True)
        program = directory / f"pairing_{curve.name}_{limb_bits}"
        flags = [*STANDARD, *WARNINGS, *SANITIZERS["address"], f"-I{ROOT / 'include'}"]
        flags += [f"-DWHIT_CURVES={curve.name}", "-DWHIT_PAIRINGS=1", HASH_TO_CURVE]
        flags += [f"-DWHIT_LIMB_BITS={limb_bits}"]
        files = [TESTS / "oracles" / "pairing.c"]
        if curve.name == AMALGAMATED:
            flags += [f"-I{amalgamation()}", '-DPAIRING_SOURCE="whit.c"']
        else:
            instance = f"generated/instance/pairing_{curve.name}.c"
            flags += ["-DWHIT_PORTABLE", f"-I{SOURCE}", f'-DPAIRING_SOURCE="{instance}"']
            files += [path for each in BELOW for path in sorted(SOURCE.glob(each))]
            size = -(-curve.field_bits // 16) * 16
            files.append(SOURCE / "generated" / "instance" / f"field_{size}.c")
        compile_with(["gcc", *flags, *files, "-o", program])
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def close(self) -> None:
        self._process.communicate()

    def ask(self, verb: str, *numbers: int) -> Element:
        return self.answer(" ".join((verb, *(f"{number:x}" for number in numbers))))

    def answer(self, line: str) -> Element:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return tuple(int(word, 16) for word in self._process.stdout.readline().split())

    def full(self, element: Element) -> Element:
        """An element as commands have it."""
        rows = self.right.tower_coordinates(element)
        return tuple(number for row in rows for number in row)


@pytest.fixture(
    params=[(curve, bits) for curve in CURVES for bits in WIDTHS.get(curve.name, (64,))],
    ids=lambda param: f"{param[0].name}-{param[1]}",
    scope="module",
)
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    process = Driver(*request.param)
    yield process
    process.close()


@pytest.fixture
def drawn(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.node.name)


def elements(drawn: random.Random, p: int, degree: int) -> Iterator[Element]:
    """Edges, then random ones."""
    for fill in (0, 1, p - 1):
        yield (fill,) * degree
    yield (0,) * (degree - 1) + (p - 1,)
    yield (1,) + (0,) * (degree - 1)
    for _ in range(4):
        yield tuple(drawn.randrange(p) for _ in range(degree))


def test_full_field(driver: Driver, drawn: random.Random) -> None:
    right = driver.right
    field = right.field
    for a in elements(drawn, field.p, field.degree):
        full = driver.full(a)
        for b in elements(drawn, field.p, field.degree):
            assert driver.ask("mul", *full, *driver.full(b)) == driver.full(field.mul(a, b))
        assert driver.ask("sqr", *full) == driver.full(field.mul(a, a))
        assert driver.ask("one", *full) == (int(a == field.one),)
        inverse = field.inverse(a) if any(a) else field.zero
        assert driver.ask("inverse", *full) == driver.full(inverse)
        conjugate = field.frobenius(a, field.degree // 2)
        assert driver.ask("conjugate", *full) == driver.full(conjugate)
        for times in (1, 2, 3):
            power = driver.full(field.frobenius(a, times))
            assert driver.ask("frobenius", times, *full) == power


def test_twist_field(driver: Driver, drawn: random.Random) -> None:
    right = driver.right
    field, below = right.field, right.tower.below

    def coordinates(element: Element) -> Element:
        return right.tower_coordinates(element)[0]

    xi = right.embedded(right.tower.xi)
    for a in elements(drawn, field.p, below):
        whole = right.embedded(a)
        for b in elements(drawn, field.p, below):
            product = field.mul(whole, right.embedded(b))
            assert driver.ask("twist_mul", *a, *b) == coordinates(product)
        assert driver.ask("twist_sqr", *a) == coordinates(field.mul(whole, whole))
        assert driver.ask("twist_xi", *a) == coordinates(field.mul(whole, xi))
        inverse = field.inverse(whole) if any(a) else field.zero
        assert driver.ask("twist_inverse", *a) == coordinates(inverse)
        assert driver.ask("twist_frobenius", *a) == coordinates(field.frobenius(whole))


def test_cyclotomic_squaring(driver: Driver, drawn: random.Random) -> None:
    """Of what the easy part makes."""
    field, twist = driver.right.field, driver.right.tower.twist
    for a in [*elements(drawn, field.p, field.degree)][3:]:
        easy = field.mul(field.frobenius(a, field.degree // 2), field.inverse(a))
        if twist == 6:
            easy = field.mul(field.frobenius(easy, field.degree // 6), easy)
        square = driver.full(field.mul(easy, easy))
        assert driver.ask("cyclotomic", *driver.full(easy)) == square


def without_w(right: PairingOracle, drawn: random.Random) -> Element:
    """A cyclotomic element whose coefficient of w is 0. With x and y those of w^2 and w^5, and d =
    xi y^2 + 3 x^2, that of w^4 is d / 2, of w^3 4 x y / d, and of 1 as [Kar13, 3.2] has it: such is
    cyclotomic if 3 xi x^3 m^3 = 72 m - 192 for m = d / x^2."""
    field, below = right.field, right.tower.below
    w = tuple(int(i == 1) for i in range(field.degree))
    xi = field.power(w, 6)
    # The order of those that are powers of 3 often enough to have a cube root among them.
    order = field.p**below - 1
    while order % 3 == 0:
        order //= 3
    cube = field.zero
    while field.power(cube, order) != field.one:
        ratio = right.embedded(tuple(drawn.randrange(field.p) for _ in range(below)))
        square = field.mul(ratio, ratio)
        m = field.add(field.scalar(3), field.mul(xi, square))
        above = field.sub(field.scale(72, m), field.scalar(192))
        under = field.scale(3, field.mul(xi, field.power(m, 3)))
        cube = field.mul(above, field.inverse(under))
    x = field.power(cube, pow(3, -1, order))
    y = field.mul(x, ratio)
    d = field.mul(m, field.mul(x, x))
    three = field.scale(4, field.mul(field.mul(x, y), field.inverse(d)))
    four = field.scale((field.p + 1) // 2, d)
    rest = field.sub(field.scale(2, field.mul(three, three)), field.scale(3, field.mul(x, four)))
    total = field.add(field.one, field.mul(xi, rest))
    for j, each in ((2, x), (3, three), (4, four), (5, y)):
        total = field.add(total, field.mul(each, field.power(w, j)))
    return total


def test_powers(driver: Driver, drawn: random.Random) -> None:
    """With runs of squarings that are done in part of the coordinates, one and more in a row, and
    with shorter ones; of elements whose other coordinates cannot be told in the same way too."""
    right, field = driver.right, driver.right.field
    a = tuple(drawn.randrange(field.p) for _ in range(field.degree))
    easy = field.mul(field.frobenius(a, field.degree // 2), field.inverse(a))
    some = [field.one]
    if right.tower.twist == 6:
        easy = field.mul(field.frobenius(easy, field.degree // 6), easy)
        other = without_w(right, drawn)
        parts = [field.frobenius(other, times * field.degree // 6) for times in (1, 2)]
        assert field.mul(other, parts[1]) == parts[0]
        some.append(other)
    exponents = [2, 5, 2**7 - 1, *(2**turns for turns in (6, 8, 12, 14, 40, 70))]
    exponents += [2**20 + 1, 2**20 - 1, 2**30 - 2**12, 2**57 + 2**48 - 2**16, 2**63 - 2**47 + 2**6]
    exponents += [2**60 - 2**45 + 2**30 - 2**15 + 1, drawn.randrange(2**20, 2**40)]
    for element in (*some, easy):
        for exponent in exponents:
            power = driver.full(field.power(element, exponent))
            assert driver.ask("power", *steps(exponent), *driver.full(element)) == power


def second(right: PairingOracle, scalar: int) -> tuple[Point, Element]:
    """A multiple of the second base point: on the curve, and its coordinates on the twist."""
    point = right.multiply(scalar, right.untwisted(right.tower.base))
    return point, right.twisted(point)


def test_endomorphism(driver: Driver, drawn: random.Random) -> None:
    right = driver.right
    point, coordinates = second(right, drawn.randrange(1, 1000))
    power = right.twisted(right.multiply(right.curve.p % right.curve.order, point))
    assert driver.ask("endomorphism", *coordinates) == power


def test_multiples(driver: Driver, drawn: random.Random) -> None:
    right, order = driver.right, driver.right.curve.order
    power = min(right.curve.p % order, -right.curve.p % order)  # the base of parts of scalars
    base = (*right.tower.base[0], *right.tower.base[1])
    edges = (1, 2, 7, 8, 9, 15, 16, 17, power - 1, power, power + 1, power * power, order - 1)
    random_ones = (drawn.randrange(order) for _ in range(3))
    for scalar in (*edges, -power, order // power * power - 1, *random_ones):
        scalar %= order
        if scalar == 0:
            continue
        product = second(right, scalar)[1]
        assert driver.ask("base", scalar) == product
        assert driver.ask("multiply", scalar, *base) == product
    point, coordinates = second(right, drawn.randrange(1, order))
    product = right.twisted(right.multiply(order - 2, point))
    assert driver.ask("multiply", order - 2, *coordinates) == product
    # Infinity has no coordinates: 0 for them.
    assert driver.ask("base", 0) == driver.ask("base", order) == (0,) * 2 * right.tower.below


def test_square_roots(driver: Driver, drawn: random.Random) -> None:
    """Of squares, with coordinates that are 0 too, and of these times xi, which are none."""
    right = driver.right
    field, below = right.field, right.tower.below
    xi = right.embedded(right.tower.xi)
    some = [*elements(drawn, field.p, below)]
    some += [tuple(int(i == j) * 5 for j in range(below)) for i in range(below)]
    for a in some:
        square = field.mul(right.embedded(a), right.embedded(a))
        found, *root = driver.ask("root", *right.tower_coordinates(square)[0])
        assert found == 1
        assert tuple(root) in (a, tuple(-number % field.p for number in a))
        other = right.tower_coordinates(field.mul(square, xi))[0]
        assert driver.ask("root", *other) == ((0,) if any(a) else (1, *a))


def test_points_by_one_coordinate(driver: Driver, drawn: random.Random) -> None:
    right = driver.right
    below, p = right.tower.below, right.field.p
    for _ in range(2):
        coordinates = stranger_to(right, drawn)
        x, y = coordinates[:below], coordinates[below:]
        opposite = tuple(-number % p for number in y)
        larger = max((y, opposite), key=lambda each: each[::-1])
        smaller = min((y, opposite), key=lambda each: each[::-1])
        assert driver.ask("lift", *x, 1) == (1, *larger)
        assert driver.ask("lift", *x, 0) == (1, *smaller)
    answers = {
        driver.ask("lift", *(drawn.randrange(p) for _ in range(below)), 0)[0] for _ in range(20)
    }
    assert answers == {0, 1}


def stranger_to(right: PairingOracle, drawn: random.Random) -> Element:
    """The coordinates of any point of the twist, by PARI: as good as never of the second group."""
    tower, p = right.tower, right.curve.p
    polynomial = {
        1: "x-1",
        2: "x^2+1",
        3: f"x^3-({tower.cubic})",
        4: f"(x^2-{tower.quartic[0] if tower.quartic else 0})^2+1",
    }[tower.below]
    pari(f"g=ffgen(({polynomial})*Mod(1,{p}),'g); o=g^0; setrand({drawn.randrange(1, 2**31)})")
    root = pari(f"g^2-{tower.quartic[0]}" if tower.below == 4 else "g")
    basis = {1: "[o]", 2: "[o,g]", 3: "[o,g,g^2]", 4: f"[o,{root},g,g*({root})]"}[tower.below]
    pari(f"basis={basis}; element(c)=sum(i=1,#c,c[i]*basis[i])")
    sign = 1 if tower.multiplies else -1
    pari(f"a={right.curve.a}*element({[*tower.xi]})^({2 * sign}); b=element({[*tower.b]})")
    pari("q=random(ellinit([a,b],g))")
    found = []
    for axis in (1, 2):
        terms = [int(each) for each in pari(f"Vecrev(lift(q[{axis}].pol))")]
        terms += [0] * (tower.below - len(terms))
        if tower.below == 4:
            real = tower.quartic[0]
            one, two, three, four = terms
            terms = [one + real * three, three, two + real * four, four]
        found += [each % p for each in terms]
    return tuple(found)


def test_membership(driver: Driver, drawn: random.Random) -> None:
    """Of the curve and the group: points of both, of the curve alone, of neither."""
    right = driver.right
    for scalar in (1, drawn.randrange(1, right.curve.order)):
        coordinates = second(right, scalar)[1]
        assert driver.ask("curve", *coordinates) == driver.ask("group", *coordinates) == (1,)
        wrong = (coordinates[0] ^ 1, *coordinates[1:])
        assert driver.ask("curve", *wrong) == driver.ask("group", *wrong) == (0,)
    for _ in range(3):
        stranger = stranger_to(right, drawn)
        assert driver.ask("curve", *stranger) == (1,)
        assert driver.ask("group", *stranger) == (0,)


def specials(right: SecondHash, drawn: random.Random) -> Iterator[Element]:
    """Elements for which a map divides by 0, as coordinates, and the others' edges."""
    twist, field = right.twist, right.field
    if right.suite.endswith("_SSWU_"):
        factor = field.inverse(field.sub(field.zero, right.z))
        factors = [factor]
    else:
        factor = field.inverse(right.at_z)
        factors = [factor, field.sub(field.zero, factor)]
    for each in factors:
        if twist.is_square(each):
            yield twist.outside(twist.root(each))
    yield from elements(drawn, field.p, field.degree)


def test_maps(driver: Driver, drawn: random.Random) -> None:
    right = oracle.second_hash(driver.right.curve)
    for u in specials(right, drawn):
        point = right.mapped(u)
        assert point is not None
        assert driver.ask("map", *u) == (*point[0], *point[1])
        assert driver.ask("curve", *point[0], *point[1]) == (1,)


def test_hashes(driver: Driver, drawn: random.Random) -> None:
    right = oracle.second_hash(driver.right.curve)
    for _ in range(2):
        uniform = right.uniform(drawn.randbytes(20), b"a tag of tests", 2)
        point = right.hashed(uniform)
        assert point is not None
        assert driver.answer(f"hash {uniform.hex()}") == (*point[0], *point[1])
        assert driver.ask("group", *point[0], *point[1]) == (1,)
    # Points that are doubled, and that are added to opposites: with SSWU always, with SVDW where
    # the third candidate is taken, or the first and not the second.
    half = uniform[: len(uniform) // 2]
    (one,) = right.elements(half)
    opposite = tuple(-number % driver.right.curve.p for number in one)
    for other in (one, opposite):
        both = half + b"".join(number.to_bytes(right.element_bytes) for number in other)
        point = right.hashed(both)
        # Infinity has no coordinates: 0 for them.
        zeros = (0,) * 2 * right.field.degree
        answer = driver.answer(f"hash {both.hex()}")
        assert answer == (zeros if point is None else (*point[0], *point[1]))


def test_vectors_of_hashing(driver: Driver) -> None:
    """RFC 9380, J.10, and the like."""
    right = oracle.second_hash(driver.right.curve)
    for vector in hashing.second_points():
        if vector.of_curve == right.suite:
            count = 2 if vector.uniform else 1
            uniform = right.uniform(vector.message, vector.tag, count)
            if vector.uniform:
                assert driver.answer(f"hash {uniform.hex()}") == vector.coordinates
            else:
                assert driver.ask("clear", *right.elements(uniform)[0]) == vector.coordinates


def test_pairings(driver: Driver, drawn: random.Random) -> None:
    right, field = driver.right, driver.right.field
    base = right.pairing(right.first(right.curve.base), right.untwisted(right.tower.base))
    sums = []
    numbers: list[Element] = []
    for _ in range(MOST_PAIRS):
        a, b = (drawn.randrange(1, right.curve.order) for _ in range(2))
        point = right.multiply(a, right.first(right.curve.base))
        assert point is not None
        coordinates = (point[0][0], point[1][0], *second(right, b)[1])
        value = driver.full(field.power(base, a * b % right.curve.order))
        assert driver.ask("pairing", *coordinates) == value
        sums.append(a * b)
        numbers.append(coordinates)
        product = driver.full(field.power(base, sum(sums) % right.curve.order))
        joined = (number for each in numbers for number in each)
        assert driver.ask("pairing", *joined) == product
    assert driver.ask("pairing") == driver.full(field.one)
