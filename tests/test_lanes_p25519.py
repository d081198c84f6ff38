# SPDX-License-Identifier: MIT
"""Eight points at a time with AVX-512 IFMA: arithmetic modulo 2^255 - 19 and points of edwards25519
in lanes, against Python's integers and the arithmetic of a build without lanes."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Iterator, Sequence

import pytest

from tests.runner.host import STANDARD, WARNINGS
from tests.runner.tools import ROOT
from tests.test_curve25519 import succeed
from tests.test_lanes import BITS, FULL, LANES, LIMBS, Words, has_lanes
from tools.curves.read_forms import load

CURVE = load(ROOT / "curves" / "edwards" / "ed25519.toml")
P = CURVE.p
D = CURVE.d % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)
MOST = 2**257  # factors are below that
FOLDED = 2**255 + 2**168  # and what is folded below that
DEFINES = ("-DWHIT_CURVES=ed25519", "-DWHIT_PROFILE=fast")
NATIVE = ROOT / "src" / "native" / "x86_64"
KERNELS = ROOT / "src" / "generated" / "native" / "x86_64"
SOURCES = (
    *(ROOT / "tests" / "lanes_p25519.c", NATIVE / "lanes_p25519.c"),
    *(KERNELS / f"field_{name}_p25519.c" for name in ("mul", "sqr", "sub", "canonical")),
)
EDGES = (
    *(k * P + d for k in range(5) for d in (-2, -1, 0, 1, 19) if 0 <= k * P + d < MOST),
    *(2**k + d for k in (51, 52, 104, 156, 208, 254, 255, 256) for d in (-1, 0, 1)),
    *(FULL << BITS * i for i in range(LIMBS - 1)),
    *(MOST - 1 - (FULL << BITS * i) for i in range(LIMBS - 1)),
    *(2**255 - 1, 2**256 - 1, MOST - 1, MOST - 2, FOLDED - 1),
    *(1, 2, 18, 19, 20, 37, 38, 608),
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not has_lanes(), reason="this processor has no AVX-512 IFMA"),
]

Point = tuple[int, int]


@pytest.fixture(scope="module", params=["gcc", "clang", "gcc -O0", "clang -O0"])
def library(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> ctypes.CDLL:
    compiler, _, level = request.param.partition(" ")
    output = tmp_path_factory.mktemp(compiler) / "lanes.so"
    flags = (*STANDARD, *WARNINGS, level or "-O2", "-fPIC", "-shared", *DEFINES)
    folders = (f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}")
    succeed(compiler, *flags, *folders, *SOURCES, "-o", output)
    return ctypes.CDLL(str(output))


def pairs(seed: str) -> Iterator[tuple[list[int], list[int]]]:
    """Every pair of edges, in lanes beside each other, and random numbers."""
    generator = random.Random(seed)
    drawn = [generator.randrange(MOST) for _ in range(200)]
    found = [(a, b) for a in EDGES for b in EDGES] + list(zip(drawn, reversed(drawn), strict=True))
    generator.shuffle(found)
    found += found[: -len(found) % LANES]
    for i in range(0, len(found), LANES):
        yield [a for a, _ in found[i : i + LANES]], [b for _, b in found[i : i + LANES]]


def is_made_of(words: Words, bound: int) -> bool:
    """Whether no limb is negative, nor reaches the bound."""
    return all(0 <= limb < bound for row in words.limbs for limb in row)


def same(found: Sequence[int], wanted: Sequence[int]) -> bool:
    return [x % P for x in found] == [x % P for x in wanted]


def folded(library: ctypes.CDLL, given: Words) -> list[int]:
    result = Words()
    library.lanes_test_folded(result, given)
    assert max(result.numbers) < FOLDED
    return result.numbers


def canonical(library: ctypes.CDLL, given: Words) -> list[int]:
    """Of folded numbers."""
    once, result = Words(), Words()
    library.lanes_test_folded(once, given)
    library.lanes_test_canonical(result, once)
    return result.numbers


def test_products(library: ctypes.CDLL) -> None:
    result = Words()
    for a, b in pairs("products"):
        library.lanes_test_times(result, Words(a), Words(b))
        assert is_made_of(result, 2**57)
        assert same(result.sums, [x * y for x, y in zip(a, b, strict=True)])
        assert same(folded(library, result), result.sums)
        library.lanes_test_square(result, Words(a))
        assert is_made_of(result, 2**57)
        assert same(result.sums, [x * x for x in a])


def test_differences(library: ctypes.CDLL) -> None:
    """Of carried numbers, and of limbs at their bounds."""
    result = Words()
    for a, b in pairs("differences"):
        library.lanes_test_minus(result, Words(a), Words(b))
        assert is_made_of(result, 2**61)
        assert same(result.sums, [x - y for x, y in zip(a, b, strict=True)])
        assert same(folded(library, result), result.sums)
    generator = random.Random("limbs")
    for _ in range(300):
        first = [[generator.choice((0, 1, 2**60 - 1)) for _ in range(LIMBS)] for _ in range(LANES)]
        sign = generator.choice((-1, 1))
        other = [
            [sign * generator.choice((0, 1, 2**58)) for _ in range(LIMBS)] for _ in range(LANES)
        ]
        one, two = Words(limbs=first), Words(limbs=other)
        library.lanes_test_minus(result, one, two)
        assert is_made_of(result, 2**61)
        assert same(result.sums, [x - y for x, y in zip(one.sums, two.sums, strict=True)])


def test_folding(library: ctypes.CDLL) -> None:
    """Near multiples of 2^255 and of p, with limbs up to the bound, and all limbs ones."""
    generator = random.Random("folding")
    near = [k * m + d for k in range(70) for m in (P, 2**255) for d in (-(2**100), -1, 0, 1, 2**99)]
    near = [value for value in near if value >= 0]
    near += [generator.getrandbits(generator.randrange(269)) for _ in range(400)]
    near += near[: -len(near) % LANES]
    for i in range(0, len(near), LANES):
        some = near[i : i + LANES]
        rows = []
        for value in some:
            limbs = [value >> BITS * j & FULL for j in range(LIMBS - 1)] + [value >> BITS * 4]
            for j in range(LIMBS - 1):
                moved = min(limbs[j + 1], generator.choice((0, 1, 2, 2**8)))
                limbs[j] += moved << BITS
                limbs[j + 1] -= moved
            rows.append(limbs)
        assert same(folded(library, Words(limbs=rows)), some)
    for limb in (2**47 - 1, 2**47, FULL, FULL + 1, 2**57 - 1, 2**61 - 1):
        given = Words(limbs=[[limb] * LIMBS] * LANES)
        assert same(folded(library, given), given.sums)


def test_canonical_numbers_and_zeros(library: ctypes.CDLL) -> None:
    edges = [value for value in EDGES if value < FOLDED] + [2 * P - 1, 0, 0]
    edges = [value for value in edges if value < FOLDED]
    edges += edges[: -len(edges) % LANES]
    result = Words()
    for i in range(0, len(edges), LANES):
        some = edges[i : i + LANES]
        library.lanes_test_canonical(result, Words(some))
        assert result.numbers == [value % P for value in some]
        zeros = library.lanes_test_are_zero(result)
        assert [bool(zeros >> lane & 1) for lane in range(LANES)] == [x % P == 0 for x in some]


Row = ctypes.c_uint64 * 16
Rows = ctypes.POINTER(Row) * LANES


def row_of(numbers: Sequence[int]) -> ctypes.Array[ctypes.c_uint64]:
    return Row(*(n >> 64 * i & (2**64 - 1) for n in numbers for i in range(4)))


def numbers_of(row: ctypes.Array[ctypes.c_uint64]) -> list[int]:
    return [sum(row[4 * k + i] << 64 * i for i in range(4)) for k in range(len(row) // 4)]


def pointers(
    rows: Sequence[ctypes.Array[ctypes.c_uint64]],
) -> ctypes.Array[ctypes._Pointer[ctypes.Array[ctypes.c_uint64]]]:
    return Rows(*(ctypes.pointer(row) for row in rows))


def test_rows_become_lanes_and_rows(library: ctypes.CDLL) -> None:
    generator = random.Random("rows")
    x, y = Words(), Words()
    for turn in range(100):
        given = [[generator.getrandbits(256) for _ in range(4)] for _ in range(LANES)]
        if turn < LANES:
            given[turn] = [2**256 - 1, 0, 0, 2**256 - 1]
        rows = pointers([row_of(numbers) for numbers in given])
        back = [Row() for _ in range(LANES)]
        to_rows = pointers(back)
        left_out = turn % LANES
        to_rows[left_out] = ctypes.POINTER(Row)()
        for place in (0, 8):
            library.lanes_test_gather(x, y, rows, place)
            assert x.numbers == [numbers[place // 4] for numbers in given]
            assert y.numbers == [numbers[place // 4 + 1] for numbers in given]
            library.lanes_test_scatter(to_rows, x, y, place)
        for lane, row in enumerate(back):
            assert numbers_of(row) == ([0] * 4 if lane == left_out else given[lane])
        library.lanes_test_each(x, row_of(given[turn % LANES]))
        assert x.numbers == [given[turn % LANES][0]] * LANES


def test_the_arithmetic_without_lanes_agrees(library: ctypes.CDLL) -> None:
    """On numbers below 2 p: what a build without lanes makes of each lane."""
    product, square, difference = Words(), Words(), Words()
    out = (ctypes.c_uint64 * 4)()

    def portable(name: str, *given: int) -> int:
        rows = [(ctypes.c_uint64 * 4)(*row_of([value])[:4]) for value in given]
        getattr(library, f"portable_{name}")(out, *rows)
        return sum(out[i] << 64 * i for i in range(4))

    for a, b in pairs("agreement"):
        a, b = [x % (2 * P) for x in a], [y % (2 * P) for y in b]
        of_a, of_b = Words(a), Words(b)
        library.lanes_test_times(product, of_a, of_b)
        library.lanes_test_square(square, of_a)
        library.lanes_test_minus(difference, of_a, of_b)
        both = list(zip(a, b, strict=True))
        assert canonical(library, product) == [portable("mul", *pair) for pair in both]
        assert canonical(library, square) == [portable("sqr", x) for x in a]
        assert canonical(library, difference) == [portable("sub", *pair) for pair in both]


class Points:
    """Eight points in memory."""

    SIZE = 4 * Words.SIZE

    def __init__(self, library: ctypes.CDLL, count: int = 1) -> None:
        self.library = library
        self.memory = ctypes.create_string_buffer(count * self.SIZE + 64)
        self.start = ctypes.addressof(self.memory) + -ctypes.addressof(self.memory) % 64
        self._as_parameter_ = ctypes.c_void_p(self.start)
        library.whit_points_p25519_begin(self)

    def add(self, points: Sequence[Point], negative: int = 0) -> None:
        rows = []
        for lane, point in enumerate(points):
            rows.append(row_of(prepared(point, 3 * lane + 1)))
        self.library.whit_points_p25519_add(self, pointers(rows), negative)

    def affine(self) -> list[Point]:
        """Of coordinates that are below 2 p, and whose t is right."""
        rows = [Row() for _ in range(LANES)]
        self.library.whit_points_p25519_put(pointers(rows), self)
        return [affine(numbers_of(row)) for row in rows]


def prepared(point: Point, w: int) -> list[int]:
    x, y = point
    return [n * w % P for n in (y - x, y + x, 2 * D * x * y, 2)]


def affine(numbers: Sequence[int]) -> Point:
    x, y, z, t = numbers
    assert max(numbers) < 2 * P
    assert t * z % P == x * y % P
    inverse = pow(z, -1, P)
    return x * inverse % P, y * inverse % P


def small_points() -> list[Point]:
    """The eight points whose order divides the cofactor."""
    generator = random.Random("small")
    while True:
        y = generator.randrange(P)
        x = x_of(y)
        if x is None:
            continue
        point = CURVE.multiply(CURVE.order, (x, y))
        if CURVE.multiply(4, point) != (0, 1):
            return [CURVE.multiply(i, point) for i in range(8)]


def x_of(y: int) -> int | None:
    square = (1 - y * y) * pow(-1 - D * y * y, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_1 % P
    return x if x * x % P == square else None


def test_points(library: ctypes.CDLL) -> None:
    """Random walks of small multiples, points of small order among them, which meet themselves,
    their opposites and the neutral point."""
    generator = random.Random("points")
    small = small_points()
    known = [CURVE.add(CURVE.multiply(k, CURVE.g), s) for k in range(4) for s in small]
    for _ in range(12):
        points = Points(library)
        sums: list[Point] = [(0, 1)] * LANES
        assert points.affine() == sums
        for _ in range(12):
            choice = generator.random()
            if choice < 0.3:
                library.whit_points_p25519_double(points, 1)
                sums = [CURVE.add(point, point) for point in sums]
            elif choice < 0.4:
                library.whit_points_p25519_negate(points)
                sums = [(-x % P, y) for x, y in sums]
            else:
                steps = generator.choices(known, k=LANES)
                negative = generator.getrandbits(LANES)
                points.add(steps, negative)
                for lane, (x, y) in enumerate(steps):
                    step = (-x % P, y) if negative >> lane & 1 else (x, y)
                    sums[lane] = CURVE.add(sums[lane], step)
            assert points.affine() == sums
            zeros = library.whit_points_p25519_have_x_zero(points)
            assert [bool(zeros >> i & 1) for i in range(LANES)] == [x == 0 for x, _ in sums]


def test_doubling_without_t(library: ctypes.CDLL) -> None:
    """Everything but t is as with it, and doublings do not read it."""
    points = Points(library)
    points.add([CURVE.multiply(k + 1, CURVE.g) for k in range(LANES)])
    for whole in (0, 0, 1):
        library.whit_points_p25519_double(points, whole)
    assert points.affine() == [CURVE.multiply(8 * (k + 1), CURVE.g) for k in range(LANES)]


def test_multiples(library: ctypes.CDLL) -> None:
    """Odd multiples in tables, for the lanes that have one."""
    entries = 4
    table_type = ctypes.c_uint64 * (16 * entries)
    small = small_points()
    given = [CURVE.add(CURVE.multiply(5 * k, CURVE.g), small[k]) for k in range(LANES)]
    d = (ctypes.c_uint64 * 4)(*row_of([D])[:4])
    for left_out in range(LANES):
        points = Points(library)
        points.add(given)
        tables = [table_type() for _ in range(LANES)]
        places = (ctypes.POINTER(table_type) * LANES)(*(ctypes.pointer(table) for table in tables))
        places[left_out] = ctypes.POINTER(table_type)()
        library.whit_points_p25519_set_multiples(places, entries, points, d)
        for lane, table in enumerate(tables):
            if lane == left_out:
                assert not any(table)
                continue
            numbers = numbers_of(table)
            for entry in range(entries):
                first, second, product, scale = numbers[4 * entry : 4 * entry + 4]
                assert max(first, second, product, scale) < 2 * P
                wanted = prepared(CURVE.multiply(2 * entry + 1, given[lane]), scale * (P + 1) // 2)
                assert same((first, second, product, scale), wanted)


class Found(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint) for name in ("odd", "roots", "zeros")]


def test_decoding(library: ctypes.CDLL) -> None:
    """Two points in each lane: edges, points of small order, and random y, with either sign."""
    generator = random.Random("decoding")
    ys = [0, 1, 2, 3, 19, P - 1, P - 2, P - 19, 2**254, 2**252 - 1, ROOT_OF_MINUS_1]
    ys += [y for _, y in small_points()] + [generator.randrange(P) for _ in range(120)]
    constants = [(ctypes.c_uint64 * 4)(*row_of([n])[:4]) for n in (D, ROOT_OF_MINUS_1)]
    counts = [0, 0]
    for _ in range(40):
        found = (Found * 2)()
        chosen = [generator.choices(ys, k=LANES) for _ in range(2)]
        for each in found:
            each.odd = generator.getrandbits(LANES)
        rows = [row_of([first, second, 0, 0]) for first, second in zip(*chosen, strict=True)]
        points = Points(library, 2)
        library.whit_points_p25519_decode(points, found, pointers(rows), *constants)
        for place in range(2):
            out = [Row() for _ in range(LANES)]
            start = ctypes.c_void_p(points.start + place * Points.SIZE)
            library.whit_points_p25519_put(pointers(out), start)
            for lane, y in enumerate(chosen[place]):
                x = x_of(y)
                counts[x is not None] += 1
                assert bool(found[place].roots >> lane & 1) == (x is not None)
                if x is None:
                    continue
                assert bool(found[place].zeros >> lane & 1) == (x == 0)
                wanted = x if x % 2 == found[place].odd >> lane & 1 or x == 0 else P - x
                numbers = numbers_of(out[lane])
                assert affine(numbers) == (wanted, y)
                assert numbers[2] == 1
    assert min(counts) > 100
