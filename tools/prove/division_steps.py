# SPDX-License-Identifier: MIT
"""Prove how many division steps suffice, of every length of the modulus.

python3 -m tools.prove.division_steps          of 1 to 4,096 bits
python3 -m tools.prove.division_steps 255 256  of these

src/mp/inverse.c inverts by division steps [BY19] that begin with delta = 1/2, as Wuille proposed.
The number of steps after which g = 0 is bounded as he does it, by the convex hulls of all real
(f, g) that can be reached, whatever is odd [OP21]; by excursions in place of single steps, which
is faster. The argument:

1. With theta = delta - 1/2, a step takes (theta, f, g) to (-theta, g, (g - f) / 2) where
   theta >= 0 and g is odd; else to (theta + 1, f, (g + f) / 2) or (theta + 1, f, g / 2).
   It begins with theta = 0, f = m < 2^bits and 0 <= g < f.
2. From theta = 0 the steps go up by k of the last kind, for some k >= 0, swap to theta = -k, and
   come back to 0 in k steps of the last two kinds: an excursion of 2 k + 1 steps. It takes (f, g)
   to (g / 2^k, (g / 2^k - f) / 2^(k + 1) + s g / 2^k) for some s from 0 to 1 - 2^-k, which lies
   between the images for both ends of s. `excursion` follows the steps to these two maps.
3. Home(n) is a polygon that holds all (f, g) / 2^bits with theta = 0 after n steps: Home(0) has
   the corners (1, 0), (1, 1), and Home(n) holds the images of Home(n - 2 k - 1) by excursions of
   every k. The maps are linear, so that corners suffice, and so does one of (f, g) and (-f, -g).
   Of long excursions, k >= 14, a box is held: that of k = 14, or half of the box two steps before.
4. After n steps (f, g) comes from a home k steps before, by k steps up; or from one k + 1 + j steps
   before, by k steps up, the swap, and j < k steps back. A swap needs an odd g, not zero. If
   |g| < 1 in all these cases, then g = 0, and stays 0.

Polygons are checked in integers, as tools/prove/hulls.py says. The step after which g = 0 may be
left out: from (f, g) with g = f or -f or 0 it goes to an f of the same size.

Also proved: the entries of the matrix of a turn of k steps are greater than -2^k and at most 2^k,
and the sizes of both in a row add up to at most 2^k, so that f and g do not grow. |u| + |v| is the
greater of |u + v| and |u - v|, which f or g become from f = g = 1 and from f = 1, g = -1 on."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from tools.curves import read, read_forms
from tools.prove import command
from tools.prove.algebra import UnprovedError
from tools.prove.hulls import Point, Points, enclose, hull

ROOT = Path(__file__).parents[2]
MOST_BITS = 4096  # of integers of the public arithmetic
INTEGERS = (512, 1024, 2048, 4096)  # shown, of all that are proved
# Steps of a turn: of limbs of 8, 16, 32 and 64 bits.
TURNS = (7, 15, 31, 63)
TOLERANCE = 2.0**-22
ROUGH_TOLERANCE = 2.0**-7
# Excursions from this k on are taken from a rougher polygon, and from the next on from a box.
ROUGH, LONG = 3, 14
# Homes whose steps up are followed one by one to the end.
FOLLOWED = 20

State = tuple[int, int, int]
Step = Callable[[int, int, int, bool], State]
Map = tuple[tuple[int, int], tuple[int, int]]
Size = tuple[int, int]  # n / 2^scale


def division_step(theta: int, f: int, g: int, odd: bool) -> State:
    """theta, f and g after a step, the latter two doubled."""
    if odd and theta >= 0:
        return -theta, 2 * g, g - f
    return theta + 1, 2 * f, g + f if odd else g


def follow(step: Step, parities: Sequence[bool], theta: int = 0) -> tuple[int, Map]:
    """theta after some steps, and the matrix over 2^steps that they apply to f and g."""
    first, second = (theta, 1, 0), (theta, 0, 1)
    for odd in parities:
        first, second = step(*first, odd), step(*second, odd)
    return first[0], ((first[1], second[1]), (first[2], second[2]))


@cache
def excursion(k: int, back: int, step: Step = division_step) -> tuple[Map, ...]:
    """The maps over 2^(k + 1 + back) of k steps up, the swap, and as many steps back, all of which
    or none of which add f."""
    found = []
    for odd in (False, True) if back else (False,):
        theta, rows = follow(step, (False,) * k + (True,) + (odd,) * back)
        if theta != back - k or follow(step, (False,) * k)[0] != k:
            raise UnprovedError("the steps take other ways than the argument")
        found.append(rows)
    return tuple(found)


def images(home: Points, k: int, back: int, step: Step = division_step) -> Points:
    points = [
        (a * f + b * g, c * f + d * g)
        for (a, b), (c, d) in excursion(k, back, step)
        for f, g in home.points
    ]
    return Points(points, home.scale + k + 1 + back)


class Homes:
    """Of numbers of steps: polygons that hold all (f, g) with theta = 0 after them."""

    def __init__(self, step: Step = division_step) -> None:
        self.step = step
        start = Points([(1, 0), (1, 1)], 0)
        self.exact = [start]
        self.rough = [start]
        self.boxes: list[tuple[Size, Size]] = [((0, 0), (0, 0))]  # of long excursions
        self.up = [(1, 0)]  # most of |g| at home or on the way up from it
        self.unlikely = [(1, 0)]  # most of |g| / 2^-(i / 2), rounded up, of a home i steps before

    def extend(self, steps: int) -> None:
        while len(self.exact) <= steps:
            self.add()

    def add(self) -> None:
        n = len(self.exact)
        parts = [
            images((self.exact if k < ROUGH else self.rough)[n - 2 * k - 1], k, k, self.step)
            for k in range(min(LONG, (n + 1) // 2))
        ]
        self.boxes.append(self.box(n))
        (wide, scale), (high, other) = self.boxes[-1]
        if wide or high:
            finer = max(scale, other)
            x, y = wide << finer - scale, high << finer - other
            parts.append(Points([(x, y), (x, -y)], finer))
        self.exact.append(enclose(parts, TOLERANCE))
        self.rough.append(enclose([self.exact[-1]], ROUGH_TOLERANCE))
        most = self.most(n)
        self.up.append(larger(most, halved(self.up[-1], 1)))
        before = (halved(self.unlikely[-2], 1),) if n > 1 else ()
        self.unlikely.append(larger(most, halved(self.most(n - 1), 1), *before))

    def box(self, n: int) -> tuple[Size, Size]:
        """Most of |f| and of |g| after excursions of k >= LONG steps up."""
        if n < 2 * LONG + 1:
            return (0, 0), (0, 0)
        home = self.rough[n - 2 * LONG - 1]
        f, g = home.most
        now = ((g, home.scale + LONG), (f + 2 * g, home.scale + LONG + 1))
        wide, high = self.boxes[n - 2]
        return rounded(larger(now[0], halved(wide, 1))), rounded(larger(now[1], halved(high, 1)))

    def most(self, n: int) -> Size:
        return self.exact[n].most[1], self.exact[n].scale

    def end(self, bits: int, steps: int) -> bool:
        """Whether it is proved that after so many steps g = 0, of every odd f < 2^bits and
        0 <= g < f. These are strictly within what homes hold, times 2^bits."""
        self.extend(steps)
        if not is_below_one(self.up[steps], bits):
            return False
        # A swap after more steps up than are followed, from a home at most 2 k steps before.
        far = steps - 2 * FOLLOWED - 2
        for i in range(FOLLOWED + 2, min(2 * FOLLOWED + 2, steps + 1)):
            if not is_below_one(halved(self.most(steps - i), FOLLOWED + 1), bits):
                return False
        if far >= 0 and not is_below_one(halved(self.unlikely[far], FOLLOWED + 1), bits):
            return False
        return all(
            is_below_one((image.most[1], image.scale), bits)
            for image in self.after_swaps(bits, steps)
        )

    def after_swaps(self, bits: int, steps: int) -> Iterator[Points]:
        """On the way back after so many steps, where g can be odd at the swap."""
        for k in range(1, FOLLOWED + 1):
            for back in range(min(k, steps - k)):
                home = steps - k - 1 - back
                if not is_below_one(halved(self.most(home), k), bits):
                    yield images(self.exact[home], k, back, self.step)

    def suffice(self, bits: int, most: int) -> int:
        """The least number of steps proved, of those up to `most`. Raises UnprovedError."""
        if not self.end(bits, most):
            raise UnprovedError(f"of {bits} bits {most} steps are not proved to suffice")
        while self.end(bits, most - 1):
            most -= 1
        return most


def halved(size: Size, times: int) -> Size:
    return size[0], size[1] + times


def larger(*sizes: Size) -> Size:
    scale = max(scale for _, scale in sizes)
    return max(n << scale - own for n, own in sizes), scale


def rounded(size: Size) -> Size:
    """Up, to no more bits than those of corners."""
    n, scale = size
    extra = max(0, n.bit_length() - 48)
    return -(-n >> extra), scale - extra


def is_below_one(size: Size, bits: int) -> bool:
    """Whether the size times 2^bits is at most 1, of what is strictly below the size."""
    n, scale = size
    return n == 0 or (scale >= bits and n <= 1 << scale - bits)


def extremes(steps: int, f: int, g: int, step: Step = division_step) -> tuple[int, int]:
    """The least and the greatest that f and g become, times 2^steps, by so many steps from any
    theta on: beyond -steps and steps all are alike."""
    states = {theta: [(f, g)] for theta in range(-steps, steps + 1)}
    for _ in range(steps):
        reached: dict[int, list[Point]] = {}
        for theta, points in states.items():
            for odd in (False, True):
                for point in points:
                    after, *rest = step(theta, *point, odd)
                    reached.setdefault(after, []).append((rest[0], rest[1]))
        states = {theta: hull(points) for theta, points in reached.items()}
    numbers = [number for points in states.values() for point in points for number in point]
    return min(numbers), max(numbers)


def check_matrix(steps: int, step: Step = division_step) -> None:
    """Of so many steps, as the argument says. Raises UnprovedError."""
    most = 1 << steps
    for f, g in ((1, 0), (0, 1)):
        least, greatest = extremes(steps, f, g, step)
        if least <= -most or greatest > most:
            raise UnprovedError(f"an entry of the matrix of {steps} steps is too large")
    for f, g in ((1, 1), (1, -1)):
        if max(map(abs, extremes(steps, f, g, step))) > most:
            raise UnprovedError(f"a row of the matrix of {steps} steps is too large")


def steps_of_library(bits: int, header: Path = ROOT / "src" / "mp" / "mp.h") -> int:
    """MP_DIVISION_STEPS(bits)."""
    match = re.search(
        r"#define MP_DIVISION_STEPS\(bits\) \\\s*\(\(bits\) == (\d+) \? \(uint32_t\)(\d+) : "
        r"\((\d+) \* \(uint32_t\)\(bits\) \+ (\d+)\) >> (\d+)\)\n",
        header.read_text(),
    )
    if match is None:
        raise UnprovedError("the number of steps of the library is not read")
    special, steps, factor, summand, shift = map(int, match.groups())
    return steps if bits == special else (factor * bits + summand) >> shift


def fields() -> Counter[int]:
    """Of lengths in bits: how many primes of curves there are, of fields and of scalars."""
    folder = ROOT / "curves"
    curves = [read.read(path)[0] for path in sorted(folder.glob("*.toml"))]
    primes = {prime for curve in curves for prime in (curve.p, curve.order)}
    forms = map(read_forms.read, read_forms.paths(folder))
    primes |= {prime for curve in forms for prime in (curve.p, curve.order)}
    return Counter(prime.bit_length() for prime in primes)


HEADING = ("bits", "primes", "library", "proved", "spare")


def row(bits: int, proved: int, primes: int) -> str:
    """Of a length: steps of the library, steps after which g = 0, how many more the library does
    than need be, and in turns of how many steps it would do with fewer of them."""
    library = steps_of_library(bits)
    fewer = [each for each in TURNS if -(-library // each) > -(-(proved - 1) // each)]
    values = (bits, primes or "", library, proved, library + 1 - proved)
    text = " ".join(f"{each!s:>7}" for each in values)
    return text + (f"  a turn less of {' or '.join(map(str, fewer))} steps" if fewer else "")


def summary(proved: Mapping[int, int]) -> Iterator[str]:
    spare = Counter(steps_of_library(bits) + 1 - steps for bits, steps in proved.items())
    for steps, count in sorted(spare.items()):
        yield f"{count} lengths with {steps} to spare"
    for bits, steps in proved.items():
        library = steps_of_library(bits)
        for each in TURNS:
            if -(-library // each) * each < steps:
                yield f"of {bits} bits in turns of {each} steps g = 0 is not proved, but f"


def main() -> int:
    parser = command.parser(__doc__)
    parser.add_argument("bits", nargs="*", type=int, metavar="BITS")
    arguments = parser.parse_args()
    if any(not 0 < bits <= MOST_BITS for bits in arguments.bits):
        parser.error(f"lengths are 1 to {MOST_BITS} bits")
    used = fields()
    homes = Homes()
    proved: dict[int, int] = {}
    refused = []
    print(" ".join(f"{each:>7}" for each in HEADING), flush=True)
    try:
        for steps in TURNS:
            check_matrix(steps)
        for bits in arguments.bits or range(1, MOST_BITS + 1):
            try:
                proved[bits] = homes.suffice(bits, steps_of_library(bits) + 1)
            except UnprovedError as error:
                refused.append(str(error))
            else:
                if arguments.bits or bits in used or bits in INTEGERS:
                    print(row(bits, proved[bits], used[bits]), flush=True)
    except UnprovedError as error:
        refused.append(str(error))
    except KeyboardInterrupt:
        print("prove: interrupted", file=sys.stderr)
        return 130
    for line in summary(proved):
        print(line)
    return command.finish(len(proved), refused)


if __name__ == "__main__":
    sys.exit(main())
