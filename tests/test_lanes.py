# SPDX-License-Identifier: MIT
"""Eight points at a time with AVX-512 IFMA: arithmetic modulo p256 and points in lanes, against
Python's integers."""

from __future__ import annotations

import ctypes
import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.runner.host import STANDARD, WARNINGS
from tests.runner.tools import ROOT
from tests.test_curve25519 import succeed
from tools.curves.read import load
from tools.curves.weierstrass import Affine

LANES, LIMBS, BITS = 8, 5, 52
CURVE = load(ROOT / "curves" / "secp256r1.toml")
P = CURVE.p
R = 2**260
TABLE_R = 2**256  # of the Montgomery form of a key's table
NEEDED = {"avx512f", "avx512ifma"}
DEFINES = ("-DWHIT_CURVES=secp256r1", "-DWHIT_PREPARED=1", "-DWHIT_PROFILE=fast")
SOURCES = (ROOT / "tests" / "lanes.c", ROOT / "src" / "native" / "x86_64" / "lanes_p256.c")
FULL = 2**BITS - 1
# Factors are carried and below R: at the edges of p's multiples, of limbs, and of p's own limbs.
EDGES = (
    *(0, 1, 2, FULL, FULL + 1, 2**96 - 1, 2**96, 2**192, 2**224, 2**256 - 1, 2**256, R - 1, R - 2),
    *(k * P + d for k in (1, 2, 3, 8, 15, 16) for d in (-1, 0, 1) if k * P + d < R),
    *(FULL << BITS * i for i in range(LIMBS)),
    *(R - 1 - (FULL << BITS * i) for i in range(LIMBS)),
)


def has_lanes() -> bool:
    """Whether this machine's processor has the instructions."""
    try:
        flags = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        return False
    return flags is not None and set(flags[1].split()) >= NEEDED


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not has_lanes(), reason="this processor has no AVX-512 IFMA"),
]


@pytest.fixture(scope="module", params=["gcc", "clang"])
def library(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> ctypes.CDLL:
    output = tmp_path_factory.mktemp(request.param) / "lanes.so"
    flags = (*STANDARD, *WARNINGS, "-O2", "-fPIC", "-shared", *DEFINES)
    folders = (f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}")
    succeed(request.param, *flags, *folders, *SOURCES, "-o", output)
    return ctypes.CDLL(str(output))


class Words:
    """A number in each lane, in memory that is aligned as the compiler takes it to be."""

    SIZE = 8 * LIMBS * LANES

    def __init__(self, numbers: Sequence[int] = (), limbs: Sequence[Sequence[int]] = ()) -> None:
        self.memory = ctypes.create_string_buffer(self.SIZE + 64)
        start = ctypes.addressof(self.memory)
        self._as_parameter_ = ctypes.c_void_p(start + -start % 64)
        self.limbs = (ctypes.c_int64 * LANES * LIMBS).from_address(start + -start % 64)
        for lane, value in enumerate(numbers):
            for i in range(LIMBS):
                self.limbs[i][lane] = value >> BITS * i & FULL
        for lane, given in enumerate(limbs):
            for i, limb in enumerate(given):
                self.limbs[i][lane] = limb

    @property
    def numbers(self) -> list[int]:
        """Of carried limbs."""
        assert all(0 <= limb <= FULL for row in self.limbs for limb in row)
        return self.sums

    @property
    def sums(self) -> list[int]:
        """Of any limbs."""
        return [sum(self.limbs[i][lane] << BITS * i for i in range(LIMBS)) for lane in range(LANES)]


def factors(seed: str, count: int) -> Iterator[list[list[int]]]:
    """Every pair of edges, in lanes beside each other, and random numbers; `count` at a time."""
    generator = random.Random(seed)
    drawn = [generator.randrange(R) for _ in range(200)]
    pairs = [(a, b) for a in EDGES for b in EDGES] + list(zip(drawn, reversed(drawn), strict=True))
    generator.shuffle(pairs)
    others = [generator.choice(EDGES) for _ in pairs]
    for i in range(0, len(pairs) - LANES, LANES):
        some = pairs[i : i + LANES]
        rows = [[a for a, _ in some], [b for _, b in some], others[i : i + LANES]]
        rows.append([generator.choice((1, R - 1, generator.randrange(R))) for _ in some])
        yield rows[:count]


def reduced(value: int) -> int:
    """What Montgomery's reduction makes of a product, below a / R + p."""
    return (value + -value * pow(P, -1, R) % R * P) // R


def test_products(library: ctypes.CDLL) -> None:
    result = Words()
    for a, b in factors("products", 2):
        of_a, of_b = Words(a), Words(b)
        wanted = [reduced(x * y) for x, y in zip(a, b, strict=True)]
        library.lanes_test_times(result, of_a, of_b)
        # What is R or more is left in the highest limb.
        assert result.sums == wanted
        library.lanes_test_square(result, of_a)
        assert result.sums == [reduced(x * x) for x in a]


def test_sums_of_two_products(library: ctypes.CDLL) -> None:
    result = Words()
    for rows in factors("sums", 4):
        given = [Words(row) for row in rows]
        library.lanes_test_times_two(result, *(words for words in given))
        products = zip(*rows, strict=True)
        assert result.sums == [reduced(a * b + c * d) for a, b, c, d in products]


def test_carries(library: ctypes.CDLL) -> None:
    """Limbs of either sign, with sums from 0 to R - 1."""
    generator = random.Random("carries")
    result = Words()
    for _ in range(500):
        rows, wanted = [], []
        for value in generator.choices(EDGES, k=LANES):
            limbs = [value >> BITS * i & FULL for i in range(LIMBS)]
            for i in range(LIMBS - 1):
                moved = generator.choice((-(2**8), -1, 0, 1, 2**8))
                limbs[i] += moved << BITS
                limbs[i + 1] -= moved
            rows.append(limbs)
            wanted.append(value)
        library.lanes_test_carried(result, Words(limbs=rows))
        assert result.numbers == wanted


def test_folding(library: ctypes.CDLL) -> None:
    """From 0 to 32 p, near multiples of 2^256 and of p, with limbs of either sign."""
    generator = random.Random("folding")
    result = Words()
    near = [k * m + d for k in range(33) for m in (P, 2**256) for d in (-(2**100), -1, 0, 1, 2**99)]
    near = [value for value in near if 0 <= value < 32 * P]
    near += [generator.randrange(32 * P) for _ in range(200)]
    for i in range(0, 4 * (len(near) - LANES), LANES):
        some = [near[(i + lane) % len(near)] for lane in range(LANES)]
        rows = []
        for value in some:
            limbs = [value >> BITS * j & FULL for j in range(LIMBS - 1)] + [value >> BITS * 4]
            for j in range(LIMBS - 1):
                moved = generator.choice((-(2**8), -1, 0, 1, 2**8))
                limbs[j] += moved << BITS
                limbs[j + 1] -= moved
            rows.append(limbs)
        library.lanes_test_folded(result, Words(limbs=rows))
        assert [found % P for found in result.numbers] == [value % P for value in some]
        assert max(result.numbers) < P + P // 1000


def test_differences_and_zeros(library: ctypes.CDLL) -> None:
    result = Words()
    for mask, (a, b) in enumerate(factors("differences", 2)):
        # Less than 7 p is subtracted, and the sum stays below R.
        a, b = [x // 4 for x in a], [y // 4 for y in b]
        signs = [-1 if mask >> lane & 1 else 1 for lane in range(LANES)]
        library.lanes_test_difference(result, Words(a), Words(b), mask & 0xFF)
        assert result.numbers == [
            x + sign * y + 7 * P for x, y, sign in zip(a, b, signs, strict=True)
        ]
        found = library.lanes_test_are_zero(result)
        zeros = [value % P == 0 for value in result.numbers]
        assert [bool(found >> lane & 1) for lane in range(LANES)] == zeros
    for k in range(17):
        zeros = [lane % 3 == k % 3 for lane in range(LANES)]
        given = Words(
            [k * P if zero else (k * P + lane + 1) % R for lane, zero in enumerate(zeros)]
        )
        found = library.lanes_test_are_zero(given)
        assert [bool(found >> lane & 1) for lane in range(LANES)] == zeros


Rows = ctypes.POINTER(ctypes.c_uint64 * 8) * LANES


def rows_of(
    pairs: Sequence[tuple[int, int]],
) -> ctypes.Array[ctypes._Pointer[ctypes.Array[ctypes.c_uint64]]]:
    """Two numbers of 256 bits in each row."""
    rows = Rows()
    for lane, (x, y) in enumerate(pairs):
        words = [n >> 64 * i & (2**64 - 1) for n in (x, y) for i in range(4)]
        rows[lane] = ctypes.pointer((ctypes.c_uint64 * 8)(*words))
    return rows


def test_rows_become_lanes(library: ctypes.CDLL) -> None:
    generator = random.Random("rows")
    x, y = Words(), Words()
    for turn in range(100):
        pairs = [(generator.getrandbits(256), generator.getrandbits(256)) for _ in range(LANES)]
        if turn < LANES:
            pairs[turn] = (2**256 - 1, 0)
        library.lanes_test_gather(x, y, rows_of(pairs))
        assert x.numbers == [16 * a for a, _ in pairs]
        assert y.numbers == [16 * b for _, b in pairs]


class Points:
    """Eight points in memory; the sums of the functions change sign, as their contracts say."""

    SIZE = 3 * Words.SIZE + 64

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library
        self.memory = ctypes.create_string_buffer(self.SIZE + 64)
        start = ctypes.addressof(self.memory)
        self._as_parameter_ = ctypes.c_void_p(start + -start % 64)
        library.whit_points_p256_begin(self)

    def add(self, points: Sequence[Affine], negative: int, active: int) -> None:
        pairs = [(x * TABLE_R % P, y * TABLE_R % P) for x, y in filter(None, points)]
        assert len(pairs) == LANES
        self.library.whit_points_p256_add(self, rows_of(pairs), negative, active)

    def twice(self) -> None:
        self.library.whit_points_p256_twice(self)

    def have_x(self, numbers: Sequence[int]) -> tuple[int, int]:
        unknown = ctypes.c_uint(0)
        rows = rows_of([(number, 2**256 - 1) for number in numbers])
        have: int = self.library.whit_points_p256_have_x(ctypes.byref(unknown), self, rows)
        return have, unknown.value


def multiples() -> Callable[[int], Affine]:
    known: dict[int, Affine] = {}

    def multiple(k: int) -> Affine:
        k %= CURVE.order
        if k not in known:
            known[k] = CURVE.multiply(k, CURVE.g)
        return known[k]

    return multiple


def test_points(library: ctypes.CDLL) -> None:
    """Random walks of small multiples, which meet themselves, their opposites and infinity; and of
    large ones. Every lane has its own, and some sit out."""
    generator = random.Random("points")
    multiple = multiples()
    met = 0
    for walk in range(60):
        points = Points(library)
        sums = [0] * LANES
        lost = [False] * LANES  # after an exceptional addition
        large = walk % 3 == 0
        for _ in range(20):
            if generator.random() < 0.4:
                points.twice()
                sums = [2 * k % CURVE.order for k in sums]
            else:
                most = 2**20 if large else 4
                steps = [generator.randrange(1, most) for _ in range(LANES)]
                negative, active = generator.getrandbits(LANES), generator.getrandbits(LANES)
                points.add([multiple(k) for k in steps], negative, active)
                for lane, step in enumerate(steps):
                    if active >> lane & 1:
                        signed = -step if negative >> lane & 1 else step
                        lost[lane] |= sums[lane] != 0 and sums[lane] in (
                            signed % CURVE.order,
                            -signed % CURVE.order,
                        )
                        sums[lane] = -(sums[lane] + signed) % CURVE.order
            wanted = [0 if k == 0 else (multiple(k) or (0, 0))[0] for k in sums]
            have, unknown = points.have_x(wanted)
            wrong, _ = points.have_x([(x + 1) % P for x in wanted])
            for lane in range(LANES):
                is_known = sums[lane] != 0 and not lost[lane]
                assert bool(have >> lane & 1) == is_known
                assert bool(unknown >> lane & 1) != is_known
                assert not wrong >> lane & 1
        met += sum(lost)
    assert met > 50
