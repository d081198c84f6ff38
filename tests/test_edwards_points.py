# SPDX-License-Identifier: MIT
"""Points and scalars of Edwards curves against affine arithmetic on Python's integers."""

import ctypes
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.arithmetic import OK, Object, Source, number_bytes, shared, status_of
from tests.runner.tools import ROOT
from tools.curves.forms import FormCurve, Point
from tools.curves.read_forms import load

# Signatures with programs in profile small, with a = -1 and with a = 1; key agreement.
CURVES = ("ed25519", "ed448", "curve1174", "e521")
BUILDS = {
    "64-bit": ("-DWHIT_LIMB_BITS=64",),
    "32-bit": ("-DWHIT_LIMB_BITS=32", "-DWHIT_PROFILE=small"),
    "8-bit": ("-DWHIT_LIMB_BITS=8", "-DWHIT_PROFILE=fast"),
}
GROUPS = [(build, curve) for build in BUILDS for curve in CURVES]
CASES = 6

# The compiler takes a while for each build.
pytestmark = [pytest.mark.slow, pytest.mark.sampled(1)]


class Group:
    """The functions of a curve's point header."""

    def __init__(self, library: ctypes.CDLL, name: str) -> None:
        self._library = library
        self.curve: FormCurve = load(ROOT / "curves" / "edwards" / f"{name}.toml")
        self.order_bytes = (self.curve.order.bit_length() + 7) // 8
        self.scalar_size = 8 + number_bytes(self.curve.scalar_size)
        self.point_size = 8 + 4 * number_bytes(max(self.curve.field_sizes))

    @property
    def neutral(self) -> Point:
        return 0, 1

    def add(self, p: Point, q: Point) -> Point:
        """The affine addition [RFC 8032, 5.1.4], which holds for all points."""
        modulus, a, d = self.curve.p, self.curve.a, self.curve.d
        (x1, y1), (x2, y2) = p, q
        product = d * x1 * x2 * y1 * y2
        x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, modulus)
        y = (y1 * y2 - a * x1 * x2) * pow(1 - product, -1, modulus)
        return x % modulus, y % modulus

    def negate(self, p: Point) -> Point:
        return -p[0] % self.curve.p, p[1]

    def multiple(self, k: int, p: Point) -> Point:
        total = self.neutral
        for bit in bin(k % (self.curve.order * self.curve.cofactor))[2:]:
            total = self.add(total, total)
            if bit == "1":
                total = self.add(total, p)
        return total

    def call(self, name: str, *arguments: Any) -> int:
        given = [each.memory if isinstance(each, Object) else each for each in arguments]
        status: int = getattr(self._library, f"whit_{self.curve.header}_{name}")(*given)
        return status

    def scalar(self, value: int) -> Object:
        found = Object(self.scalar_size)
        given = value.to_bytes(self.order_bytes, "little")
        assert self.call("scalar_read", found, given, ctypes.c_size_t(len(given))) == OK
        return found

    def scalar_value(self, given: Object) -> int:
        out = ctypes.create_string_buffer(self.order_bytes)
        assert given.content
        assert self.call("scalar_write", out, given) == OK
        return int.from_bytes(out.raw, "little")

    def encoded(self, p: Point) -> bytes:
        value = p[1] | (p[0] & 1) << (8 * self.curve.point_bytes - 1)
        return value.to_bytes(self.curve.point_bytes, "little")

    def decode(self, found: Object, given: bytes) -> int:
        return self.call("point_decode", found, given, ctypes.c_size_t(len(given)))

    def point(self, p: Point) -> Object:
        found = Object(self.point_size)
        assert self.decode(found, self.encoded(p)) == OK
        return found

    def encoding(self, given: Object) -> bytes:
        """Of a point that is valid and called the identity if it is."""
        assert given.content
        assert self.call("point_validate", given) == OK
        out = ctypes.create_string_buffer(self.curve.point_bytes)
        assert self.call("point_encode", out, given) == OK
        identity = self.answer("point_is_identity", given)
        assert identity == (out.raw == self.encoded(self.neutral))
        return out.raw

    def answer(self, name: str, *arguments: Any) -> int:
        answer = ctypes.c_int(-7)
        assert self.call(name, ctypes.byref(answer), *arguments) == OK
        return answer.value

    def new_scalar(self, name: str, *arguments: Any) -> int:
        found = Object(self.scalar_size)
        assert self.call(name, found, *arguments) == OK
        return self.scalar_value(found)

    def check(self, right: Point, name: str, *arguments: Any) -> None:
        """That a function gives a point."""
        found = Object(self.point_size)
        assert self.call(name, found, *arguments) == OK
        assert self.encoding(found) == self.encoded(right), name

    def some_scalar(self, chosen: random.Random) -> int:
        n = self.curve.order
        edges = (0, 1, 2, n - 1, n - 2, n // 2, 1 << 20)
        return chosen.choice([*edges, *(chosen.randrange(n) for _ in range(6))])

    def some_point(self, chosen: random.Random) -> Point:
        k = chosen.choice([0, 1, -1, 2, *(chosen.randrange(self.curve.order) for _ in range(4))])
        return self.multiple(k % self.curve.order, self.curve.g)


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], ctypes.CDLL]:
    @cache
    def library(name: str) -> ctypes.CDLL:
        return shared(tmp_path_factory.mktemp("edwards"), *BUILDS[name], curves=CURVES)

    return library


@pytest.fixture(scope="module", params=GROUPS, ids=" ".join)
def group(request: pytest.FixtureRequest, libraries: Callable[[str], ctypes.CDLL]) -> Group:
    build, curve = request.param
    return Group(libraries(build), curve)


def row(objects: list[Object], size: int) -> ctypes.Array[ctypes.c_char]:
    return ctypes.create_string_buffer(b"".join(each.content for each in objects), size + 8)


@pytest.mark.parametrize("seed", range(CASES))
def test_scalars_are_integers_modulo_the_order(group: Group, seed: int) -> None:
    chosen, n = random.Random(seed), group.curve.order
    x, y = group.some_scalar(chosen), group.some_scalar(chosen)
    a, b = group.scalar(x), group.scalar(y)
    for name, value in (("add", x + y), ("sub", x - y), ("mul", x * y)):
        assert group.new_scalar(f"scalar_{name}", a, b) == value % n, (x, y)
    assert group.new_scalar("scalar_negate", a) == -x % n
    if x:
        assert group.new_scalar("scalar_inverse", a) == pow(x, -1, n)
    else:
        assert group.call("scalar_inverse", a, group.scalar(0)) == status_of("NOT_INVERTIBLE")
        a = group.scalar(x)
    wide = chosen.randbytes(chosen.randrange(250))
    given = (wide, ctypes.c_size_t(len(wide)))
    assert group.new_scalar("scalar_reduce", *given) == int.from_bytes(wide, "little") % n
    assert group.answer("scalar_equal", a, b) == (x == y)
    assert group.answer("scalar_is_zero", a) == (x == 0)
    for choice, value in enumerate((x, y)):
        assert group.new_scalar("scalar_select", a, b, ctypes.c_uint(choice)) == value


@pytest.mark.parametrize("seed", range(CASES))
def test_sums_of_points(group: Group, seed: int) -> None:
    chosen = random.Random(seed)
    p = group.some_point(chosen)
    for q in (p, group.negate(p), group.neutral, group.some_point(chosen)):
        a, b = group.point(p), group.point(q)
        group.check(group.add(p, q), "point_add", a, b)
        group.check(group.add(p, group.negate(q)), "point_sub", a, b)
        assert group.answer("point_equal", a, b) == (p == q)
        for choice, value in enumerate((p, q)):
            group.check(value, "point_select", a, b, ctypes.c_uint(choice))
        assert group.call("point_add", b, a, b) == OK
        assert group.encoding(b) == group.encoded(group.add(p, q))
    group.check(group.add(p, p), "point_double", group.point(p))
    group.check(group.negate(p), "point_negate", group.point(p))


@pytest.mark.parametrize("seed", range(CASES))
def test_multiples_of_points(group: Group, seed: int) -> None:
    chosen = random.Random(seed)
    u, v, p = group.some_scalar(chosen), group.some_scalar(chosen), group.some_point(chosen)
    k, j, a = group.scalar(u), group.scalar(v), group.point(p)
    for suffix in ("", "_vartime"):
        group.check(group.multiple(u, p), f"point_mul{suffix}", k, a)
    group.check(group.multiple(u, group.curve.g), "point_mul_base", k)
    both = group.add(group.multiple(u, group.curve.g), group.multiple(v, p))
    group.check(both, "point_mul_two_vartime", k, j, a)
    # What multiplications give is taken by additions.
    product = Object(group.point_size)
    for name, arguments, point in (
        ("point_mul_base", (k,), group.multiple(u, group.curve.g)),
        ("point_mul", (k, a), group.multiple(u, p)),
        ("point_mul_two_vartime", (k, j, a), both),
    ):
        assert group.call(name, product, *arguments) == OK
        group.check(group.add(point, p), "point_add", a, product)


@pytest.mark.parametrize("count", range(5))
def test_sums_of_multiples(group: Group, count: int) -> None:
    chosen = random.Random(count)
    scalars = [group.some_scalar(chosen) for _ in range(count)]
    points = [group.some_point(chosen) for _ in range(count)]
    total = group.neutral
    for scalar, point in zip(scalars, points, strict=True):
        total = group.add(total, group.multiple(scalar, point))
    k = row([group.scalar(each) for each in scalars], count * group.scalar_size)
    a = row([group.point(each) for each in points], count * group.point_size)
    for name in ("point_mul_sum", "point_mul_sum_vartime"):
        group.check(total, name, k, a, ctypes.c_size_t(count))


def test_the_base_point_and_the_identity(group: Group) -> None:
    group.check(group.curve.g, "point_set_base")
    group.check(group.neutral, "point_set_identity")
    group.check(group.neutral, "point_sub", *(group.point(group.curve.g),) * 2)


def test_points_of_another_order_are_refused(group: Group) -> None:
    """Of small order, and with a component of it."""
    p = group.curve.p
    small = (0, p - 1)
    found = group.point(group.curve.g)
    for point in (small, group.add(group.curve.g, small)):
        assert group.decode(found, group.encoded(point)) == status_of("PUBLIC_KEY_ORDER")
        assert not any(found.content)


def test_bad_encodings_of_points_are_refused(group: Group) -> None:
    good = group.encoded(group.curve.g)
    found = group.point(group.curve.g)
    for length in (0, len(good) - 1, len(good) + 1):
        given = (good + b"\0")[:length]
        assert group.decode(found, given) == status_of("PUBLIC_KEY_LENGTH")
        assert not any(found.content)
    above = group.curve.p.to_bytes(group.curve.point_bytes, "little")
    assert group.decode(found, above) == status_of("PUBLIC_KEY_RANGE")
    outcomes = {group.decode(found, group.encoded((0, y))) for y in range(2, 30)}
    assert status_of("PUBLIC_KEY_CURVE") in outcomes


def test_objects_that_were_never_set_are_refused(group: Group) -> None:
    mixed, argument = status_of("MIXED"), status_of("ARGUMENT")
    scalar, point = group.scalar(2), group.point(group.curve.g)
    bad = Object(group.scalar_size), Object(group.point_size)
    for name in ("add", "sub", "mul"):
        assert group.call(f"scalar_{name}", group.scalar(1), scalar, bad[0]) == mixed
    for name in ("add", "sub"):
        found = group.point(group.curve.g)
        assert group.call(f"point_{name}", found, point, bad[1]) == mixed
        assert not any(found.content)
        assert group.call(f"point_{name}", None, point, point) == argument
    one = ctypes.c_size_t(1)
    for suffix in ("", "_vartime"):
        assert group.call(f"point_mul{suffix}", found, scalar, bad[1]) == mixed
        assert group.call(f"point_mul{suffix}", found, bad[0], point) == mixed
        assert group.call(f"point_mul_sum{suffix}", found, scalar, bad[1], one) == mixed
        overlap = group.call(f"point_mul_sum{suffix}", point, scalar, point, one)
        assert overlap == status_of("OVERLAP")
    assert group.call("point_validate", bad[1]) == mixed
    ctypes.memset(ctypes.byref(point.memory, 8), 0x11, 4)
    assert group.call("point_validate", point) == status_of("PUBLIC_KEY_CURVE")


def test_random_scalars(group: Group) -> None:
    source = Source(seed=5)
    drawn = {group.new_scalar("scalar_random", source.pointer) for _ in range(20)}
    assert len(drawn) == 20
    assert all(0 < each < group.curve.order for each in drawn)
    found = group.scalar(1)
    for source, error in (
        (Source(pattern=b"\0"), "RANDOM_STUCK"),
        (Source(status=0), "RANDOM_FAILED"),
    ):
        assert group.call("scalar_random", found, source.pointer) == status_of(error)
        assert not any(found.content)
    assert group.call("scalar_random", found, None) == status_of("RANDOM_MISSING")
