# SPDX-License-Identifier: MIT
"""How many division steps suffice: the proof against all short numbers, and against steps and
polygons that are wrong."""

import ctypes
import random
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tests.kernels import FLAGS, division_turn
from tests.runner.tools import ROOT, compile_with
from tools.prove import division_steps
from tools.prove.algebra import UnprovedError
from tools.prove.division_steps import (
    TURNS,
    Homes,
    Step,
    check_matrix,
    division_step,
    excursion,
    extremes,
    fields,
    follow,
    steps_of_library,
)
from tools.prove.hulls import Points, enclose, holds

RECORD = ROOT / "results" / "proofs-of-division-steps.txt"
SHORT = 9


@pytest.fixture(scope="module")
def homes() -> Homes:
    return Homes()


def walk(f: int, g: int) -> list[tuple[int, int, int]]:
    """theta, f and g before each step of integers, and after the one that makes g zero."""
    theta = 0
    found = [(theta, f, g)]
    while g:
        theta, f, g = division_step(theta, f, g, bool(g & 1))
        f, g = f // 2, g // 2
        found.append((theta, f, g))
    return found


def most_steps(bits: int) -> int:
    return max(len(walk(f, g)) - 1 for f in range(1, 1 << bits, 2) for g in range(f))


@pytest.mark.parametrize("bits", range(2, SHORT + 1))
def test_all_short_numbers_take_no_more_steps_than_proved(homes: Homes, bits: int) -> None:
    most = most_steps(bits)
    library = steps_of_library(bits)
    proved = homes.suffice(bits, library + 1)
    assert most <= proved <= library + 1
    assert not homes.end(bits, most - 1)
    with pytest.raises(UnprovedError, match="not proved to suffice"):
        homes.suffice(bits, most - 1)


@pytest.mark.parametrize("bits", range(2, SHORT))
def test_the_divisor_is_there_before_the_last_step(bits: int) -> None:
    for f in range(1, 1 << bits, 2):
        for g in range(1, f):
            *_, (_, before, _), (_, after, _) = walk(f, g)
            assert abs(before) == abs(after)


def test_homes_hold_what_integers_reach(homes: Homes) -> None:
    generator = random.Random(1)
    bits = 48
    homes.extend(steps_of_library(bits))
    seen = 0
    for _ in range(300):
        f = generator.getrandbits(bits) | 1
        for n, (theta, *point) in enumerate(walk(f, generator.randrange(f))):
            if theta == 0:
                points = Points([(point[0], point[1])], bits)
                assert holds(homes.exact[n], [points])
                assert holds(homes.rough[n], [points])
                seen += 1
    assert seen > 1000


@pytest.mark.parametrize("k", range(7))
def test_excursions_lie_between_the_two_that_are_followed(k: int) -> None:
    ends = excursion(k, k)
    for parities in product((False, True), repeat=k):
        theta, (f, g) = follow(division_step, (*(False,) * k, True, *parities))
        assert theta == 0
        assert all(f == rows[0] for rows in ends)
        assert all(g[0] == rows[1][0] for rows in ends)
        assert ends[0][1][1] <= g[1] <= ends[-1][1][1]


# Each with what becomes of it: refused, or another number of steps.
MUTANTS: dict[str, Step] = {
    "delta from 1": lambda theta, f, g, odd: (
        (-1 - theta, 2 * g, g - f)
        if odd and theta >= 0
        else (theta + 1, 2 * f, g + f if odd else g)
    ),
    "swaps later": lambda theta, f, g, odd: (
        (-theta, 2 * g, g - f) if odd and theta > 0 else (theta + 1, 2 * f, g + f if odd else g)
    ),
    "swaps up": lambda theta, f, g, odd: (
        (theta + 1, 2 * g, g - f) if odd and theta >= 0 else division_step(theta, f, g, odd)
    ),
    "adds in the swap": lambda theta, f, g, odd: (
        (-theta, 2 * g, g + f) if odd and theta >= 0 else division_step(theta, f, g, odd)
    ),
    "subtracts": lambda theta, f, g, odd: (
        (theta + 1, 2 * f, g - f) if odd and theta < 0 else division_step(theta, f, g, odd)
    ),
    "does not halve": lambda theta, f, g, odd: (
        (theta + 1, 2 * f, 2 * g) if not odd else division_step(theta, f, g, odd)
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_other_steps_are_refused_or_differ(homes: Homes, name: str) -> None:
    bits = 24
    proved = homes.suffice(bits, steps_of_library(bits) + 1)
    others = Homes(MUTANTS[name])
    try:
        other = others.suffice(bits, 2 * proved)
    except UnprovedError:
        return
    assert other != proved


@pytest.mark.parametrize("steps", range(1, 8))
def test_entries_of_the_matrix_are_those_of_all_parities(steps: int) -> None:
    check_matrix(steps)
    matrices = [
        follow(division_step, parities, theta)[1]
        for parities in product((False, True), repeat=steps)
        for theta in range(-steps - 2, steps + 3)
    ]
    assert max(abs(u) + abs(v) for rows in matrices for u, v in rows) == 1 << steps
    for column, start in enumerate(((1, 0), (0, 1))):
        entries = [row[column] for rows in matrices for row in rows]
        assert extremes(steps, *start) == (min(entries), max(entries))
        assert -(1 << steps) < min(entries)
        assert max(entries) == 1 << steps


@pytest.mark.parametrize("steps", TURNS[:3])
def test_matrices_of_other_steps_are_refused(steps: int) -> None:
    check_matrix(steps)

    def negative(theta: int, f: int, g: int, odd: bool) -> tuple[int, int, int]:
        after, f, g = division_step(theta, f, g, odd)
        return after, -f, -g

    with pytest.raises(UnprovedError, match="an entry"):
        check_matrix(steps, negative)

    def larger(theta: int, f: int, g: int, odd: bool) -> tuple[int, int, int]:
        return division_step(theta, f, g + 2 * f if odd else g, odd)

    with pytest.raises(UnprovedError, match="an entry"):
        check_matrix(steps, larger)

    def longer(theta: int, f: int, g: int, _: bool) -> tuple[int, int, int]:
        return theta + 1, 2 * (f + g), 0

    with pytest.raises(UnprovedError, match="a row"):
        check_matrix(steps, longer)


def test_polygons_hold_what_they_enclose() -> None:
    generator = random.Random(2)
    for _ in range(200):
        points = [
            (generator.randrange(-(10**6), 10**6), generator.randrange(-(10**9), 10**9))
            for _ in range(generator.randrange(2, 40))
        ]
        parts = [Points(points, 700), Points([(x * 3, y * 3 + 1) for x, y in points], 701)]
        for tolerance in (2.0**-30, 2.0**-5):
            polygon = enclose(parts, tolerance)
            assert holds(polygon, parts)
            smaller = [(x * 999 // 1000, y * 999 // 1000) for x, y in polygon.points]
            assert tolerance > 2**-10 or not holds(replace(polygon, points=smaller), parts)


def test_a_polygon_is_refused_that_does_not_hold_a_point() -> None:
    square = Points([(2, -2), (2, 2)], 1)
    assert holds(square, [Points([(2, 2), (0, -2)], 1), Points([(8, 8)], 3)])
    for points in (Points([(3, 0)], 1), Points([(0, -3)], 1), Points([(9, 8)], 3)):
        assert not holds(square, [points])
    # The other way around, and of no width.
    assert not holds(Points([(2, 2), (2, -2)], 1), [])
    assert not holds(Points([(2, 2), (1, 1)], 1), [])


def test_the_number_of_steps_is_that_of_the_library(tmp_path: Path) -> None:
    header = ROOT / "src" / "mp" / "mp.h"
    assert steps_of_library(256) == 589
    assert steps_of_library(255) == (2359 * 255 + 1353) // 1024
    changed = tmp_path / "mp.h"
    changed.write_text(header.read_text().replace("2359 *", "2350 *"))
    assert steps_of_library(255, changed) == (2350 * 255 + 1353) // 1024
    changed.write_text(header.read_text().replace(">> 10", "/ 1024"))
    with pytest.raises(UnprovedError, match="not read"):
        steps_of_library(255, changed)


@pytest.mark.parametrize("bits", [2, 32, 64, 111])
def test_fewer_steps_are_not_proved(homes: Homes, bits: int) -> None:
    proved = homes.suffice(bits, steps_of_library(bits) + 1)
    assert not homes.end(bits, proved - 1)
    assert all(homes.end(bits, proved + more) for more in range(4))


# A turn of the portable code.
TURN = """
#include "mp/inverse.c"
extern uint64_t turn(limb *numbers, const limb *m, uint64_t n0, uint64_t delta, uint64_t n);
uint64_t turn(limb *numbers, const limb *m, uint64_t n0, uint64_t delta, uint64_t n)
{
    return mp_division_some(numbers, m, (limb)n0, (mp_delta)delta, 1, (size_t)n);
}
"""
LIMBS = 2


def portable(folder: Path, width: int, *options: str) -> ctypes.CDLL:
    """The function above, for limbs of that many bits."""
    source, output = folder / "turn.c", folder / "turn.so"
    source.write_text(TURN)
    others = [ROOT / "src" / "mp" / "mp.c", *sorted((ROOT / "src" / "native" / "c").glob("*.c"))]
    defines = ("-DWHIT_PORTABLE=1", "-DWHIT_STEPS=1", f"-DWHIT_LIMB_BITS={width}", *options)
    flags = (*FLAGS, "-fPIC", "-shared", *defines)
    compile_with(["gcc", *flags, source, *others, "-o", output])
    code = ctypes.CDLL(str(output))
    code.turn.restype = ctypes.c_uint64
    return code


def turned(code: ctypes.CDLL, width: int, theta: int, m: int, *numbers: int) -> list[int]:
    """theta, as far as a limb of 16 bits or more holds it, and the numbers after a turn."""
    stride, size = width * (LIMBS + 2) // 8, width * (LIMBS + 1) // 8
    content = b"".join(
        number.to_bytes(size, "little", signed=True).ljust(stride, b"\0") for number in numbers
    )
    room = ctypes.create_string_buffer(content, 8 * stride)
    given = (-pow(m, -1, 1 << width), theta, LIMBS)
    words = (ctypes.c_uint64(number % 2**64) for number in given)
    after = code.turn(room, m.to_bytes(width * LIMBS // 8, "little"), *words)
    places = (room.raw[i * stride : i * stride + size] for i in range(4))
    return [after, *(int.from_bytes(place, "little", signed=True) for place in places)]


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("width", "options"),
    [(8, ()), (16, ()), *((w, (f"-DWHIT_WIDE_MULTIPLY={i}",)) for w in (32, 64) for i in (0, 1))],
)
def test_portable_code_does_the_steps_that_are_proved(
    tmp_path: Path, width: int, options: tuple[str, ...]
) -> None:
    code = portable(tmp_path, width, *options)
    generator = random.Random(width)
    least = 0
    for _ in range(2000):
        m = (generator.getrandbits(width * LIMBS) >> generator.choice((0, width, width + 3))) | 1
        f, g = (generator.choice((m, -m, 0, generator.randrange(-m, m + 1))) for _ in range(2))
        d, e = (generator.choice((-m, m - 1, 0, generator.randrange(-m, m))) for _ in range(2))
        f |= 1
        theta = generator.choice((0, generator.randrange(-600, 600), generator.randrange(-9, 9)))
        expected, numbers = division_turn(width - 1, theta, m, f, g, d, e)
        after, *found = turned(code, width, theta, m, f, g, d, e)
        assert found == numbers
        assert after == expected % (1 << max(16, width))
        assert all(-m <= number <= m for number in found[:2])
        assert all(-m <= number < m for number in found[2:])
        least += -m in found[2:]
    assert least > 0


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_the_command_refuses_a_library_that_does_too_few(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["division_steps", "16", "17"])
    assert division_steps.main() == 0
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "2 lengths with 1 to spare",
        "2 passed, 0 failed",
    ]
    # As many as suffice of 16 bits, and two too few of 17.
    monkeypatch.setattr(division_steps, "steps_of_library", lambda bits: 37)
    assert division_steps.main() == 1
    printed = capsys.readouterr()
    assert printed.out.splitlines()[-1] == "1 passed, 1 failed"
    assert printed.err == "prove: of 17 bits 38 steps are not proved to suffice\n"


def recorded() -> dict[int, list[int]]:
    rows = [line.split() for line in RECORD.read_text().splitlines()]
    numbers = [[int(word) for word in words[:5] if word.isdigit()] for words in rows]
    return {row[0]: row for row in numbers if len(row) >= 4}


def test_the_record_has_every_prime_and_the_steps_of_the_library() -> None:
    rows = recorded()
    used = fields()
    assert set(used) < set(rows)
    for bits, row in rows.items():
        *_, library, proved, spare = row
        assert row[1:-3] == ([used[bits]] if used[bits] else [])
        assert library == steps_of_library(bits)
        assert spare == library + 1 - proved >= 0
    assert f"{division_steps.MOST_BITS} passed, 0 failed" in RECORD.read_text()


@pytest.mark.slow
def test_the_record_is_proved_again(homes: Homes) -> None:
    for bits, row in recorded().items():
        if bits <= 256:
            assert homes.suffice(bits, steps_of_library(bits) + 1) == row[-2]


def test_a_rate_that_is_too_good_is_refused(homes: Homes) -> None:
    # That of numbers whose g is halved twice for each bit.
    rate = Fraction(2)
    assert not any(homes.end(bits, int(rate * bits) + 2) for bits in (32, 64, 96))
