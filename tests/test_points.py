# SPDX-License-Identifier: MIT
"""Points and scalars of curves against affine arithmetic on Python's integers: special scalars and
points in every combination, bad input, and objects of another curve."""

import ctypes
import random
from collections.abc import Callable
from functools import cache

import pytest

from tests.arithmetic import INFINITY, OK, Group, Object, Source, shared, status_of
from tools.curves.weierstrass import Affine

# a = -3; a = 0, with an endomorphism; any a and a cofactor; an order longer than the field; a
# twist.
CURVES = ("secp256r1", "secp256k1", "secp112r2", "secp160r1", "brainpoolP256r1")
BUILDS = {
    "64-bit": (),
    "32-bit": ("-DWHIT_LIMB_BITS=32", "-DWHIT_PROFILE=small"),
    "8-bit randomised": ("-DWHIT_LIMB_BITS=8", "-DWHIT_PROFILE=fast", "-DWHIT_RANDOMISE=1"),
}
# Built with it alone, a curve has its objects folded, and programs in profile small.
ALONE = {"small": "secp256r1", "fast": "secp256k1"}
GROUPS = [
    *((name, curve) for name in BUILDS for curve in CURVES),
    *((name, curve) for name, curve in ALONE.items()),
]
CASES = 8

# The compiler takes a while for each build.
pytestmark = [pytest.mark.slow, pytest.mark.sampled(1)]


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], ctypes.CDLL]:
    @cache
    def library(name: str) -> ctypes.CDLL:
        folder = tmp_path_factory.mktemp("points")
        if name in BUILDS:
            return shared(folder, *BUILDS[name], curves=CURVES)
        return shared(folder, f"-DWHIT_PROFILE={name}", curves=(ALONE[name],))

    return library


@pytest.fixture(scope="module", params=GROUPS, ids=" ".join)
def group(request: pytest.FixtureRequest, libraries: Callable[[str], ctypes.CDLL]) -> Group:
    build, curve = request.param
    return Group(libraries(build), curve)


def some_scalar(group: Group, chosen: random.Random) -> int:
    n = group.curve.order
    edges = (0, 1, 2, 3, n - 1, n - 2, n // 2, n // 2 + 1, 1 << 20)
    return chosen.choice([*edges, *(chosen.randrange(n) for _ in range(6))])


def some_point(group: Group, chosen: random.Random) -> Affine:
    curve = group.curve
    k = chosen.choice([0, 1, -1, 2, *(chosen.randrange(curve.order) for _ in range(4))])
    return curve.multiply(k, curve.g)


def held(group: Group, value: Affine, chosen: random.Random) -> Object:
    """A point, half of the time with a Z that is not 1."""
    found = group.point(value, compressed=chosen.randrange(2) == 1)
    if chosen.randrange(2):
        other = group.point(group.curve.multiply(5, group.curve.g))
        for name in ("point_add", "point_sub"):
            assert group.call(name, found, found, other) == OK
    return found


def row(objects: list[Object], size: int) -> ctypes.Array[ctypes.c_char]:
    """An array of them."""
    return ctypes.create_string_buffer(b"".join(each.content for each in objects), size + 8)


@pytest.mark.parametrize("seed", range(CASES))
def test_scalars_are_integers_modulo_the_order(group: Group, seed: int) -> None:
    chosen = random.Random(seed)
    n = group.curve.order
    x, y = some_scalar(group, chosen), some_scalar(group, chosen)
    a, b = group.scalar(x), group.scalar(y)
    for name, value in (("add", x + y), ("sub", x - y), ("mul", x * y)):
        assert group.new_scalar(f"scalar_{name}", a, b) == value % n, (x, y)
    assert group.new_scalar("scalar_negate", a) == -x % n
    if x:
        assert group.new_scalar("scalar_inverse", a) == pow(x, -1, n)
    else:
        assert group.call("scalar_inverse", a, a) == status_of("NOT_INVERTIBLE")
        assert not any(a.content)
        a = group.scalar(x)
    wide = chosen.randbytes(chosen.randrange(250))
    given = (wide, ctypes.c_size_t(len(wide)))
    assert group.new_scalar("scalar_reduce", *given) == int.from_bytes(wide, "big") % n
    assert group.answer("scalar_equal", a, b) == (x == y)
    assert group.answer("scalar_is_zero", a) == (x == 0)
    for choice, value in enumerate((x, y)):
        assert group.new_scalar("scalar_select", a, b, ctypes.c_uint(choice)) == value


@pytest.mark.parametrize("seed", range(CASES))
def test_sums_of_points(group: Group, seed: int) -> None:
    chosen, curve = random.Random(seed), group.curve
    p = some_point(group, chosen)
    for q in (p, curve.negate(p), None, some_point(group, chosen)):
        a, b = held(group, p, chosen), held(group, q, chosen)
        assert group.new_point("point_add", a, b) == curve.add(p, q), (p, q)
        assert group.new_point("point_sub", a, b) == curve.add(p, curve.negate(q)), (p, q)
        assert group.answer("point_equal", a, b) == (p == q), (p, q)
        for choice, value in enumerate((p, q)):
            assert group.new_point("point_select", a, b, ctypes.c_uint(choice)) == value
        assert group.call("point_add", b, a, b) == OK
        assert group.point_value(b) == curve.add(p, q), (p, q)
    a = held(group, p, chosen)
    assert group.new_point("point_double", a) == curve.add(p, p), p
    assert group.new_point("point_negate", a) == curve.negate(p), p
    assert group.call("point_add", a, a, a) == OK
    assert group.point_value(a) == curve.add(p, p), p


@pytest.mark.parametrize("seed", range(CASES))
def test_multiples_of_points(group: Group, seed: int) -> None:
    chosen, curve = random.Random(seed), group.curve
    u, v, p = some_scalar(group, chosen), some_scalar(group, chosen), some_point(group, chosen)
    k, j, a = group.scalar(u), group.scalar(v), held(group, p, chosen)
    for suffix in ("", "_vartime"):
        assert group.new_point(f"point_mul{suffix}", k, a) == curve.multiply(u, p), (u, p)
    of_base = Object(group.point_size)
    assert group.call("point_mul_base", group.base, of_base, k) == OK
    assert group.point_value(of_base) == curve.multiply(u, curve.g), u
    both = curve.add(curve.multiply(u, curve.g), curve.multiply(v, p))
    assert group.new_point("point_mul_two_vartime", k, j, a) == both, (u, v, p)
    assert group.call("point_mul", a, k, a) == OK
    assert group.point_value(a) == curve.multiply(u, p), (u, p)


@pytest.mark.parametrize("count", range(6))
def test_sums_of_multiples(group: Group, count: int) -> None:
    chosen, curve = random.Random(count), group.curve
    scalars = [some_scalar(group, chosen) for _ in range(count)]
    points = [some_point(group, chosen) for _ in range(count)]
    if count == 2:  # which cancel each other
        scalars[1], points[1] = -scalars[0] % curve.order, points[0]
    total: Affine = None
    for scalar, point in zip(scalars, points, strict=True):
        total = curve.add(total, curve.multiply(scalar, point))
    k = row([group.scalar(each) for each in scalars], count * group.scalar_size)
    a = row([held(group, each, chosen) for each in points], count * group.point_size)
    for name in ("point_mul_sum", "point_mul_sum_vartime"):
        assert group.new_point(name, k, a, ctypes.c_size_t(count)) == total, (scalars, points)


def test_the_base_point(group: Group) -> None:
    assert group.new_point("point_set_base") == group.curve.g


def test_bad_encodings_of_points_are_refused(group: Group) -> None:
    curve = group.curve
    good = group.encoded(curve.g)
    x, y = curve.g
    off = group.encoded((x, (y + 1) % curve.p))
    assert x < curve.p
    above = b"\4" + curve.p.to_bytes(group.field_bytes, "big") + good[1 + group.field_bytes :]
    for encoding, error in (
        (b"\0", "INFINITY"),
        (good[:-1], "LENGTH"),
        (good + b"\0", "LENGTH"),
        (b"\5" + good[1:], "PREFIX"),
        (b"\4" + good[1 : 1 + group.field_bytes], "PREFIX"),
        (above, "RANGE"),
        (off, "CURVE"),
    ):
        found = group.point(curve.g)
        status = group.call("point_decode", found, encoding, ctypes.c_size_t(len(encoding)))
        assert status == status_of(f"PUBLIC_KEY_{error}"), encoding
        assert not any(found.content)


def test_points_of_another_order_are_refused(group: Group) -> None:
    curve = group.curve
    if curve.cofactor == 1:
        pytest.skip("all points have the order")
    found = group.point(curve.g)
    for x in range(1, 60):
        for compressed in (b"\2", b"\3"):
            given = compressed + x.to_bytes(group.field_bytes, "big")
            status = group.call("point_decode", found, given, ctypes.c_size_t(len(given)))
            if status == status_of("PUBLIC_KEY_ORDER"):
                assert not any(found.content)
                return
    pytest.fail("no point of another order was tried")


def test_objects_that_are_not_of_the_curve_are_refused(group: Group) -> None:
    """Never set, or of another curve; an output is zero then."""
    mixed = status_of("MIXED")
    scalar, point = group.scalar(2), group.point(group.curve.g)
    bad = Object(group.scalar_size), Object(group.point_size)
    ctypes.memset(bad[0].memory, 0x5A, 8)
    for name in ("add", "sub", "mul"):
        assert group.call(f"scalar_{name}", group.scalar(1), scalar, bad[0]) == mixed
        assert group.call(f"scalar_{name}", group.scalar(1), bad[0], scalar) == mixed
    for name in ("add", "sub"):
        found = group.point(group.curve.g)
        assert group.call(f"point_{name}", found, point, bad[1]) == mixed
        assert not any(found.content)
    for suffix in ("", "_vartime"):
        found = group.point(group.curve.g)
        assert group.call(f"point_mul{suffix}", found, scalar, bad[1]) == mixed
        assert group.call(f"point_mul{suffix}", found, bad[0], point) == mixed
        one = ctypes.c_size_t(1)
        assert group.call(f"point_mul_sum{suffix}", found, bad[0], point, one) == mixed
        assert group.call(f"point_mul_sum{suffix}", found, scalar, bad[1], one) == mixed
    assert group.call("point_mul_base", group.base, found, bad[0]) == mixed
    assert group.call("point_validate", bad[1]) == mixed
    assert group.call("point_encode", found, ctypes.c_size_t(33), bad[1]) == mixed


def test_a_sum_does_not_overlap_its_points(group: Group) -> None:
    k, a = group.scalar(2), group.point(group.curve.g)
    for suffix in ("", "_vartime"):
        status = group.call(f"point_mul_sum{suffix}", a, k, a, ctypes.c_size_t(1))
        assert status == status_of("OVERLAP")
    assert group.point_value(a) == group.curve.g


def test_a_damaged_point_is_found(group: Group) -> None:
    point = group.point(group.curve.g)
    ctypes.memset(ctypes.byref(point.memory, 8), 0x11, 4)
    assert group.call("point_validate", point) == status_of("PUBLIC_KEY_CURVE")


def test_lengths_of_outputs(group: Group) -> None:
    scalar, point = group.scalar(2), group.point(group.curve.g)
    wrong = status_of("OUTPUT_LENGTH")
    for length in (0, group.order_bytes - 1, group.order_bytes + 1):
        out = ctypes.create_string_buffer(b"\xa5" * 99, 99)
        assert group.call("scalar_write", out, ctypes.c_size_t(length), scalar) == wrong
        assert out.raw == b"\xa5" * 99
    for length in (0, group.field_bytes, 2 * group.field_bytes, 2 * group.field_bytes + 2):
        out = ctypes.create_string_buffer(b"\xa5" * 199, 199)
        assert group.call("point_encode", out, ctypes.c_size_t(length), point) == wrong
        assert out.raw == b"\xa5" * 199
    identity = group.point(None)
    out = ctypes.create_string_buffer(b"\xa5" * 199, 199)
    length = 1 + group.field_bytes
    assert group.call("point_encode", out, ctypes.c_size_t(length), identity) == INFINITY
    assert not any(out.raw[:length])


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


def test_missing_arguments_are_refused(group: Group) -> None:
    argument = status_of("ARGUMENT")
    scalar, point = group.scalar(2), group.point(group.curve.g)
    for name, kind, count in (
        ("scalar_add", scalar, 3),
        ("scalar_negate", scalar, 2),
        ("scalar_inverse", scalar, 2),
        ("scalar_equal", scalar, 3),
        ("point_add", point, 3),
        ("point_double", point, 2),
        ("point_equal", point, 3),
        ("point_validate", point, 1),
    ):
        for missing in range(count):
            given: list[Object | None] = [kind] * count
            given[missing] = None
            assert group.call(name, *given) == argument, name
    for given in ([None, scalar, point], [point, None, point], [point, scalar, None]):
        for suffix in ("", "_vartime"):
            assert group.call(f"point_mul{suffix}", *given) == argument
    assert group.call("point_mul_base", None, point, scalar) == argument
    assert group.point_value(point) == group.curve.g
