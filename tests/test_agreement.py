# SPDX-License-Identifier: MIT
"""Key agreement on the curves in Montgomery and Edwards form that have no standard for it: against
the affine laws on Python's integers, against the same curve in short Weierstrass form, and every
kind of bad key."""

import ctypes
import hashlib
import itertools
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.runner.host import LIMB_BITS, PROFILES, STANDARD, WARNINGS
from tests.runner.tools import ROOT
from tests.test_batches import FAILED, FILL, KEY_RANGE, MISSING, STUCK, Random
from tests.test_curve25519 import (
    ARGUMENT,
    LENGTH,
    OK,
    OVERLAP,
    SMALL_ORDER,
    STATUSES,
    succeed,
)
from tools.curves.forms import FormCurve
from tools.curves.read import load as load_short
from tools.curves.read_forms import load_all
from tools.curves.weierstrass import Curve

pytestmark = pytest.mark.slow

NO_POINT = int(STATUSES["WHIT_ERROR_PUBLIC_KEY_CURVE"], 16)
PRIVATE_RANGE = int(STATUSES["WHIT_ERROR_PRIVATE_KEY_RANGE"], 16)

Point = tuple[int, int]
CURVES = {curve.name: curve for curve in load_all(ROOT / "curves") if curve.agrees}
SHORT = {
    "curve1174": "curve1174_weierstrass",
    "e382": "e382_weierstrass",
    "m511": "m511_weierstrass",
    "curve383187": "curve383187_weierstrass",
    "curve22103": "curve22103_relic",
    "curve4417": "curve4417_relic",
}


def test_all_curves_are_there() -> None:
    assert set(CURVES) == {
        *("m221", "curve22103", "e222", "curve4417", "curve1174", "e382", "m383", "curve383187"),
        *("curve41417", "m511", "e521"),
    }
    assert set(SHORT) < set(CURVES)


class Law:
    """The group of a curve by affine formulas, and its keys as bytes; None is infinity."""

    def __init__(self, curve: FormCurve) -> None:
        self.curve, self.p = curve, curve.p

    def add(self, q: Point | None, r: Point | None) -> Point | None:
        c, p = self.curve, self.p
        if c.form == "edwards":
            assert q is not None
            assert r is not None
            t = c.d * q[0] * r[0] * q[1] * r[1]
            x = (q[0] * r[1] + q[1] * r[0]) * pow(1 + t, -1, p) % p
            return x, (q[1] * r[1] - c.a * q[0] * r[0]) * pow(1 - t, -1, p) % p
        if q is None or r is None:
            return r if q is None else q
        if q[0] == r[0]:
            if (q[1] + r[1]) % p == 0:
                return None
            slope = (3 * q[0] ** 2 + 2 * c.a * q[0] + 1) * pow(2 * q[1], -1, p)
        else:
            slope = (r[1] - q[1]) * pow(r[0] - q[0], -1, p)
        x = (slope**2 - c.a - q[0] - r[0]) % p
        return x, (slope * (q[0] - x) - q[1]) % p

    @property
    def neutral(self) -> Point | None:
        return (0, 1) if self.curve.form == "edwards" else None

    def multiply(self, k: int, q: Point | None) -> Point | None:
        found = self.neutral
        for bit in bin(k)[2:]:
            found = self.add(found, found)
            if bit == "1":
                found = self.add(found, q)
        return found

    def scalar(self, private: bytes) -> int:
        top = self.p.bit_length() - 1
        k: int = int.from_bytes(private, "little") % 2**top & ~(self.curve.cofactor - 1)
        return k | 1 << top

    def encode(self, q: Point | None) -> bytes:
        size = self.curve.point_bytes
        if self.curve.form == "montgomery":
            return (0 if q is None else q[0]).to_bytes(size, "little")
        assert q is not None
        return (q[1] | (q[0] & 1) << (8 * size - 1)).to_bytes(size, "little")

    def points(self) -> Iterator[tuple[int, Point | None]]:
        """For one coordinate after another a point with it, if there is one."""
        for value in range(2, 1000):
            other = self.other(value)
            point = (value, other) if self.curve.form == "montgomery" else (other, value)
            yield value, None if other is None else point  # type: ignore[misc]

    def other(self, value: int) -> int | None:
        """y of x on a Montgomery curve, x of y on an Edwards curve."""
        c, p = self.curve, self.p
        if c.form == "montgomery":
            square = (value**3 + c.a * value**2 + value) % p
        else:
            square = (1 - value**2) * pow(c.a - c.d * value**2, -1, p) % p
        x: int = pow(square, (p + 1) // 4 if p % 4 == 3 else (p + 3) // 8, p)
        if x * x % p != square and p % 8 == 5:
            x = x * pow(2, (p - 1) // 4, p) % p
        return x if x * x % p == square else None

    def torsion(self) -> list[Point | None]:
        """The points whose order divides the cofactor."""
        h = self.curve.cofactor
        for _, q in self.points():
            small = None if q is None else self.multiply(self.curve.order, q)
            if small is not None and self.multiply(h // 2, small) != self.neutral:
                return [self.multiply(i, small) for i in range(h)]
        raise AssertionError


def build(folder: Path, width: int, profile: str) -> ctypes.CDLL:
    flags = [*STANDARD, *WARNINGS, "-O1", "-fPIC", "-shared", f"-DWHIT_CURVES={','.join(CURVES)}"]
    flags += [f"-DWHIT_LIMB_BITS={width}", f"-DWHIT_PROFILE={profile}"]
    output = folder / f"{width}-{profile}.so"
    succeed("gcc", *flags, folder / "whit.c", "-o", output)
    return ctypes.CDLL(str(output))


BUILDS = tuple(itertools.product(LIMB_BITS, PROFILES))
USUAL_BUILD = (64, "balanced")


def cases(names: Iterable[str]) -> Iterator[object]:
    """In `make test` each curve in one build and in two or three others, in turn."""
    others = [build for build in BUILDS if build != USUAL_BUILD]
    for place, name in enumerate(names):
        for build in BUILDS:
            seldom = build in others and (others.index(build) + place) % 5
            marks = [pytest.mark.campaign] if seldom else []
            width, profile = build
            yield pytest.param((*build, name), marks=marks, id=f"{width}-{profile}-{name}")


class Libraries:
    """The curves compiled for this machine; each build once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        tool = ROOT / "tools" / "amalgamate.py"
        succeed(sys.executable, tool, "--output", folder, "--curves", ",".join(CURVES))
        self._built: dict[tuple[int, str], ctypes.CDLL] = {}

    def scheme(self, width: int, profile: str, name: str) -> "Scheme":
        if (width, profile) not in self._built:
            self._built[width, profile] = build(self._folder, width, profile)
        return Scheme(self._built[width, profile], CURVES[name])


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Libraries:
    return Libraries(tmp_path_factory.mktemp("agreement"))


class Scheme:
    """The functions of one curve, on bytes."""

    def __init__(self, library: ctypes.CDLL, curve: FormCurve) -> None:
        self._library, self.curve = library, curve

    def function(self, name: str) -> Any:
        return getattr(self._library, f"whit_{self.curve.name}_{name}")

    def public(self, private: bytes) -> tuple[int, bytes]:
        out = ctypes.create_string_buffer(b"\xa5" * self.curve.point_bytes, self.curve.point_bytes)
        return self.function("public_key")(out, private), out.raw

    def ecdh(self, private: bytes, public: bytes) -> tuple[int, bytes]:
        out = ctypes.create_string_buffer(b"\xa5" * self.curve.point_bytes, self.curve.point_bytes)
        length = ctypes.c_size_t(len(public))
        return self.function("ecdh")(out, private, public, length), out.raw

    def validate(self, public: bytes) -> int:
        status: int = self.function("validate_public_key")(public, ctypes.c_size_t(len(public)))
        return status


@pytest.fixture(params=list(cases(CURVES)))
def scheme(request: pytest.FixtureRequest, libraries: Libraries) -> Scheme:
    return libraries.scheme(*request.param)


def private_keys(curve: FormCurve) -> list[bytes]:
    """Random ones, and those of the least and the greatest scalars."""
    size = curve.private_bytes
    random = [hashlib.shake_256(f"{curve.name} {i}".encode()).digest(size) for i in range(3)]
    return [*random, bytes(size), b"\xff" * size]


@pytest.mark.sampled(3)
def test_products(scheme: Scheme) -> None:
    law, c = Law(scheme.curve), scheme.curve
    privates = private_keys(c)
    # A base point's multiples, and one that has a part of small order beside.
    publics = [law.multiply(law.scalar(key), c.g) for key in privates[:2]]
    publics.append(law.add(publics[0], law.torsion()[1]))
    for private in privates:
        k = law.scalar(private)
        assert scheme.public(private) == (OK, law.encode(law.multiply(k, c.g)))
    for private in privates[1:]:
        for public in publics:
            wanted = law.encode(law.multiply(law.scalar(private), public))
            assert scheme.validate(law.encode(public)) == OK
            assert scheme.ecdh(private, law.encode(public)) == (OK, wanted)


def to_short(curve: FormCurve, short: Curve, q: Point) -> Point:
    """The point of the same curve in short Weierstrass form."""
    p = curve.p
    a, b, (u, v) = curve.a, 1, q
    if curve.form == "edwards":
        a, b = (
            2 * (1 + curve.d) * pow(1 - curve.d, -1, p) % p,
            4 * pow(1 - curve.d, -1, p) % p,
        )
        u = (1 + q[1]) * pow(1 - q[1], -1, p) % p
        v = u * pow(q[0], -1, p) % p
    x, y = (u + a * pow(3, -1, p)) * pow(b, -1, p) % p, v * pow(b, -1, p) % p
    a4 = (3 - a * a) * pow(3 * b * b, -1, p) % p
    a6 = (2 * a**3 - 9 * a) * pow(27 * b**3, -1, p) % p
    # (x, y) -> (x s^2, y s^3) takes a4 and a6 to a4 s^4 and a6 s^6.
    square = short.b * a4 * pow(a6 * short.a, -1, p) % p
    s = pow(square, (p + 1) // 4 if p % 4 == 3 else (p + 3) // 8, p)
    if s * s % p != square:
        s = s * pow(2, (p - 1) // 4, p) % p
    assert s * s % p == square
    found = x * s**2 % p, y * s**3 % p
    assert (found[1] ** 2 - found[0] ** 3 - short.a * found[0] - short.b) % p == 0
    return found


@pytest.mark.parametrize("case", list(cases(SHORT)))
def test_products_in_short_form(libraries: Libraries, case: tuple[int, str, str]) -> None:
    width, profile, name = case
    scheme = libraries.scheme(width, profile, name)
    law, c = Law(scheme.curve), scheme.curve
    short = load_short(ROOT / "curves" / f"{SHORT[name]}.toml")
    assert (short.p, short.order, short.cofactor) == (c.p, c.order, c.cofactor)
    for private in private_keys(c)[:2]:
        k = law.scalar(private)
        wanted = short.multiply(k % c.order, to_short(c, short, c.g))
        status, public = scheme.public(private)
        value = int.from_bytes(public, "little") % 2 ** (8 * c.point_bytes - 1)
        other = law.other(value)
        assert status == OK
        assert other is not None
        q = (value, other) if c.form == "montgomery" else (other, value)
        if c.form == "edwards" and q[0] & 1 != public[-1] >> 7:
            q = (c.p - q[0], q[1])
        found = to_short(c, short, q)
        assert found in ((wanted,) if c.form == "edwards" else (wanted, short.negate(wanted)))


def test_bad_public_keys(scheme: Scheme) -> None:
    law, c = Law(scheme.curve), scheme.curve
    private, size = private_keys(c)[0], c.point_bytes
    good = law.encode(c.g)
    number = int.from_bytes(good, "little")
    none = next(value for value, q in law.points() if q is None)
    bad = {
        "": LENGTH,
        good[:-1]: LENGTH,
        good + b"\0": LENGTH,
        none.to_bytes(size, "little"): NO_POINT,
        c.p.to_bytes(size, "little"): KEY_RANGE,
        (c.p + number % 2**8).to_bytes(size, "little"): KEY_RANGE,
        b"\xff" * size: KEY_RANGE,
    }
    for q in law.torsion():
        bad[law.encode(q)] = SMALL_ORDER
    if c.form == "edwards":
        # x = 0 with its bit set.
        bad[b"\1" + bytes(size - 2) + b"\x80"] = KEY_RANGE
    for bit in range(c.p.bit_length(), 8 * size - (c.form == "edwards")):
        bad[(number | 1 << bit).to_bytes(size, "little")] = KEY_RANGE
    for key, status in bad.items():
        given = key if isinstance(key, bytes) else b""
        assert (given, scheme.validate(given)) == (given, status)
        assert scheme.ecdh(private, given) == (status, bytes(size))
    assert scheme.validate(good) == OK


def test_private_keys_of_no_use(scheme: Scheme) -> None:
    """h n is a scalar on some of the curves: of whatever point, it makes the neutral one."""
    law, c = Law(scheme.curve), scheme.curve
    multiple = c.cofactor * c.order
    if multiple.bit_length() != c.p.bit_length():
        multiple *= 2  # scalars have as many bits as the prime
    assert law.multiply(multiple, c.g) == law.neutral
    if multiple.bit_length() != c.p.bit_length():
        pytest.skip("no scalar is a multiple of the order")
    key = multiple.to_bytes(c.private_bytes, "little")
    assert law.scalar(key) == multiple
    assert scheme.public(key) == (PRIVATE_RANGE, bytes(c.point_bytes))
    assert scheme.ecdh(key, law.encode(c.g)) == (PRIVATE_RANGE, bytes(c.point_bytes))
    private = ctypes.create_string_buffer(c.private_bytes)
    public = ctypes.create_string_buffer(c.point_bytes)
    given = FILL(lambda _, out, length: (ctypes.memmove(out, key, length), OK)[1])
    random = ctypes.byref(Random(given, None))
    assert scheme.function("keygen")(private, public, random) == PRIVATE_RANGE
    assert private.raw + public.raw == bytes(c.private_bytes + c.point_bytes)


def test_key_generation(scheme: Scheme) -> None:
    c = scheme.curve
    keygen = scheme.function("keygen")
    private = ctypes.create_string_buffer(c.private_bytes)
    public = ctypes.create_string_buffer(c.point_bytes)

    def source(data: bytes, status: int = OK) -> FILL:  # type: ignore[valid-type]
        return FILL(lambda _, out, length: (ctypes.memmove(out, data, length), status)[1])

    key = private_keys(c)[0]
    good, failing = source(key), source(key, FAILED)
    zeros = source(bytes(c.private_bytes))
    assert keygen(private, public, ctypes.byref(Random(good, None))) == OK
    assert (private.raw, (OK, public.raw)) == (key, scheme.public(key))
    for fill, wanted in ((failing, FAILED), (zeros, STUCK), (FILL(), MISSING)):
        private.raw, public.raw = b"\xa5" * c.private_bytes, b"\xa5" * c.point_bytes
        assert keygen(private, public, ctypes.byref(Random(fill, None))) == wanted
        assert private.raw + public.raw == bytes(c.private_bytes + c.point_bytes)
    assert keygen(private, public, None) == MISSING


def test_bad_arguments(scheme: Scheme) -> None:
    c = scheme.curve
    length = ctypes.c_size_t(c.point_bytes)
    one, other = (ctypes.create_string_buffer(2 * c.point_bytes) for _ in range(2))
    near = ctypes.byref(one, c.point_bytes - 1)
    random = ctypes.byref(Random(FILL(), None))
    keygen, make = scheme.function("keygen"), scheme.function("public_key")
    ecdh, validate = scheme.function("ecdh"), scheme.function("validate_public_key")
    assert keygen(None, one, random) == keygen(one, None, random) == ARGUMENT
    assert make(None, one) == make(one, None) == validate(None, length) == ARGUMENT
    assert ecdh(None, one, other, length) == ARGUMENT
    assert ecdh(one, None, other, length) == ecdh(one, other, None, length) == ARGUMENT
    assert keygen(near, one, random) == make(one, near) == OVERLAP
    assert ecdh(one, near, other, length) == ecdh(one, other, near, length) == OVERLAP


def test_headers_say_the_sizes(scheme: Scheme) -> None:
    c = scheme.curve
    text = (ROOT / "include" / "whit" / f"{c.name}.h").read_text()
    upper = c.name.upper()
    assert f"#define WHIT_{upper}_PRIVATE_KEY_BYTES {c.private_bytes}\n" in text
    assert f"#define WHIT_{upper}_PUBLIC_KEY_BYTES {c.point_bytes}\n" in text
    assert f"#define WHIT_{upper}_SHARED_SECRET_BYTES {c.point_bytes}\n" in text


# A call of one function, and what the program must not hold then.
CALLS = {
    "ecdh": (
        "ecdh(a, b, c, sizeof c)",
        ("e222_comb", "multiply_base", "keygen", "hash", "sha", "_term"),
    ),
    "public_key": ("public_key(a, b)", ("square_root", "validate", "ecdh", "hash", "sha", "_term")),
    "validate_public_key": (
        "validate_public_key(a, sizeof a)",
        ("e222_comb", "s_e222_multiply", "m221_multiply", "ecdh", "hash", "sha", "_term"),
    ),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("curve", ["m221", "e222"])
def test_a_program_holds_what_it_calls(curve: str, name: str, tmp_path: Path) -> None:
    call, absent = CALLS[name]
    tool = ROOT / "tools" / "amalgamate.py"
    succeed(sys.executable, tool, "--output", tmp_path, "--curves", curve)
    program = tmp_path / "program.c"
    program.write_text(
        '#include "whit.h"\nint main(void)\n{\n    static uint8_t a[128], b[128], c[128];\n'
        f"    return whit_{curve}_{call} == WHIT_OK;\n}}\n"
    )
    flags = [*STANDARD, "-Os", "-ffunction-sections", "-fdata-sections", f"-DWHIT_CURVES={curve}"]
    files = (f"-I{tmp_path}", program, tmp_path / "whit.c")
    binary = tmp_path / "program"
    succeed("gcc", *flags, *files, "-Wl,--gc-sections", "-o", binary)
    held = [line.split()[-1] for line in succeed("nm", binary).splitlines()]
    held = [symbol for symbol in held if symbol.startswith("whit_") and "." not in symbol]
    assert f"whit_{curve}_{name}" in held
    ours = [symbol for symbol in held if symbol != f"whit_{curve}_{name}"]
    assert [symbol for symbol in ours if any(word in symbol for word in absent)] == []
