# SPDX-License-Identifier: MIT
"""Polygons that hold points of the plane: proposed in floating point, checked in integers.

A polygon is the convex hull of its corners p_1, ..., p_n, -p_1, ..., -p_n. Each lies
counterclockwise of the one before, seen from the origin. So every ray from the origin crosses an
edge, and what is on the inner side of all edges is not beyond, hence in the hull. This is checked
and relied upon, and nothing else: corners may be rounded, and none need be one of the hull."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from tools.prove.algebra import UnprovedError

Number = TypeVar("Number", int, float)
Point = tuple[int, int]
Line = tuple[float, float, float]  # a x + b y = c, where a^2 + b^2 = 1

BITS = 44  # of coordinates of corners
GRID = 2.0**36  # of points among which floating point looks for corners
# A polygon is larger than proposed by this, or else by the next, for what was rounded.
MARGINS = (2.0**-32, 2.0**-28, 2.0**-24)


@dataclass(frozen=True)
class Points:
    """Points and their negatives, in units of 2^-scale."""

    points: Sequence[Point]
    scale: int

    @property
    def most(self) -> Point:
        """The largest coordinates, without their signs."""
        return max(abs(x) for x, _ in self.points), max(abs(y) for _, y in self.points)


def holds(polygon: Points, parts: Sequence[Points]) -> bool:
    """Whether the points lie in the polygon, exactly."""
    edges = []
    for (x, y), (next_x, next_y) in pairwise(around(polygon.points)):
        edge = (next_y - y, x - next_x, x * next_y - y * next_x)
        if edge[2] <= 0:
            return False
        edges.append(edge)
    for part in parts:
        finer = part.scale - polygon.scale
        up, down = max(0, finer), max(0, -finer)
        points = [(x << down, y << down) for x, y in part.points]
        for a, b, c in edges:
            limit = c << up
            if any(not -limit <= a * x + b * y <= limit for x, y in points):
                return False
    return True


def enclose(parts: Sequence[Points], tolerance: float) -> Points:
    """A polygon that holds the points, and of corners as few as exceed their hull by no more than
    about that part of its size."""
    scale = min(part.scale - max(part.most).bit_length() for part in parts)
    found = [
        (round(x * unit * GRID) / GRID, round(y * unit * GRID) / GRID)
        for part in parts
        for unit in (2.0 ** (scale - part.scale),)
        for x, y in part.points
    ]
    corners = simplified(half_hull(found), tolerance)
    for margin in MARGINS:
        size = 2.0**BITS * (1 + margin)
        polygon = Points([(round(x * size), round(y * size)) for x, y in corners], scale + BITS)
        if holds(polygon, parts):
            return polygon
    raise UnprovedError("no polygon was found that holds the points")


def around(half: Sequence[tuple[Number, Number]]) -> list[tuple[Number, Number]]:
    """Half of a polygon's corners and the one after them."""
    found = list(half)
    found.append((-half[0][0], -half[0][1]))
    return found


def half_hull(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """From the smallest corner of the convex hull of points and their negatives on to that before
    its negative, counterclockwise."""
    return chain(sorted({*points, *((-x, -y) for x, y in points)}))


def hull(points: Sequence[Point]) -> list[Point]:
    """The corners of the convex hull of points, counterclockwise."""
    ordered = sorted(set(points))
    return chain(ordered) + chain(ordered[::-1]) or ordered


def chain(ordered: Sequence[tuple[Number, Number]]) -> list[tuple[Number, Number]]:
    """Corners from the first point to the last, which is left out, to the right of all others."""
    found: list[tuple[Number, Number]] = []
    for p in ordered:
        while len(found) > 1 and not is_left(found[-2], found[-1], p):
            found.pop()
        found.append(p)
    return found[:-1]


def is_left(a: tuple[Number, Number], b: tuple[Number, Number], p: tuple[Number, Number]) -> bool:
    return (b[0] - a[0]) * (p[1] - a[1]) > (b[1] - a[1]) * (p[0] - a[0])


def simplified(
    half: Sequence[tuple[float, float]], tolerance: float
) -> Sequence[tuple[float, float]]:
    """Leaves edges out whose neighbours meet closely outside."""
    lines = list(map(line, half, around(half)[1:]))
    i = 0
    while i < len(lines) and len(lines) > 2:
        before = lines[i - 1] if i else opposite(lines[-1])
        after = lines[i + 1] if i + 1 < len(lines) else opposite(lines[0])
        a, b, c = lines[i]
        corner = meeting(before, after)
        if corner is not None and a * corner[0] + b * corner[1] - c < tolerance:
            del lines[i]
        else:
            i += 1
    corners = list(meetings([*lines, opposite(lines[0])]))
    return half if None in corners else [corner for corner in corners if corner]


def line(p: tuple[float, float], q: tuple[float, float]) -> Line:
    a, b = q[1] - p[1], p[0] - q[0]
    length = (a * a + b * b) ** 0.5
    return a / length, b / length, (a * p[0] + b * p[1]) / length


def opposite(one: Line) -> Line:
    return -one[0], -one[1], one[2]


def meetings(lines: Sequence[Line]) -> Iterator[tuple[float, float] | None]:
    return (meeting(one, other) for one, other in pairwise(lines))


def meeting(one: Line, other: Line) -> tuple[float, float] | None:
    """Where two lines of which the other is the next counterclockwise meet."""
    turn = one[0] * other[1] - one[1] * other[0]
    if turn < 2.0**-40:
        return None
    x = (one[2] * other[1] - one[1] * other[2]) / turn
    return x, (one[0] * other[2] - one[2] * other[0]) / turn
