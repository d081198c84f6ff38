# SPDX-License-Identifier: MIT
"""Edwards and Montgomery curves of a few dozen points, with cofactors 4 and 8, on which everything
is tried: every scalar, every point of the whole curve and of its twist, every encoding, every pair
of a nonce's point and s. Against the affine laws on Python's integers."""

import ctypes
import functools
import hashlib
import itertools
import os
import re
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.kernels import parts
from tests.runner.host import LIMB_BITS, PROFILES, STANDARD
from tests.runner.tools import ROOT
from tests.test_agreement import Law
from tests.test_batches import FILL, Random, Signed
from tests.test_curve25519 import STATUSES, succeed
from tools.curves.form_schemes import load_form_schemes
from tools.curves.form_source import form_source
from tools.curves.forms import AGREEMENT, FormCurve, is_square
from tools.curves.primes import is_prime

pytestmark = pytest.mark.slow

Point = tuple[int, int]
SOURCES = ("base", "native/*", "mp", "hash")
VALUES = {name.removeprefix("WHIT_"): int(value, 16) for name, value in STATUSES.items()}
OK = VALUES["OK"]
DOMAIN = "SigToy"

# What a scheme's public header declares for batches.
BATCH_TYPES = """
#include <whit/random.h>

typedef struct whit_NAME_signed {
    const uint8_t *public_key;
    size_t public_key_length;
    const uint8_t *message;
    size_t message_length;
    const uint8_t *signature;
    size_t signature_length;
} whit_NAME_signed;
typedef struct whit_NAME_room {
    uint64_t words[64];
} whit_NAME_room;
"""
EDWARDS_DRIVER = """
static void toy_scalar(limb *k, unsigned value)
{
    uint8_t bytes[2];
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
    mp_from_bytes_le(k, SCALAR_LIMBS, bytes, 2);
}

void toy_base(uint8_t *out, unsigned k)
{
    limb scalar[SCALAR_LIMBS];
    edwards_point p;
    toy_scalar(scalar, k);
    edwards_multiply_base(&p, scalar);
    edwards_encode(out, &p);
}

int toy_decode(uint8_t *back, int *small, const uint8_t *in)
{
    edwards_point p, copy;
    int status = (int)edwards_decode(&p, in);
    if (status == (int)WHIT_OK) {
        copy = p;
        *small = edwards_has_small_order(&copy);
        edwards_encode(back, &p);
    }
    return status;
}

void toy_two(uint8_t *out, unsigned u, unsigned v, const uint8_t *q)
{
    limb s[SCALAR_LIMBS], t[SCALAR_LIMBS];
    edwards_point p, r;
    (void)edwards_decode(&p, q);
    toy_scalar(s, u);
    toy_scalar(t, v);
    edwards_multiply_two_vartime(&r, s, t, &p);
    edwards_encode(out, &r);
}

void toy_sum(uint8_t *out, unsigned u, const unsigned *scalars, const uint8_t *points,
             unsigned count)
{
    limb s[SCALAR_LIMBS];
    edwards_point p, r;
    edwards_term terms[3];
    toy_scalar(s, u);
    for (unsigned i = 0; i < count; i++) {
        (void)edwards_decode(&p, points + i * EDWARDS_BYTES);
        edwards_set_negative_term(&terms[i], &p);
        toy_scalar(terms[i].scalar, scalars[i]);
    }
    edwards_sum_vartime(&r, s, terms, count);
    edwards_encode(out, &r);
}
"""
MONTGOMERY_DRIVER = """
unsigned toy_ladder(unsigned k, unsigned x)
{
    uint8_t bytes[2];
    limb scalar[FIELD_LIMBS], r[FIELD_LIMBS];
    bytes[0] = (uint8_t)k;
    bytes[1] = (uint8_t)(k >> 8);
    mp_from_bytes_le(scalar, FIELD_LIMBS, bytes, 2);
    bytes[0] = (uint8_t)x;
    bytes[1] = (uint8_t)(x >> 8);
    mp_from_bytes_le(r, FIELD_LIMBS, bytes, 2);
    montgomery_multiply(r, scalar, r);
    mp_to_bytes_le(bytes, 2, r);
    return bytes[0] | (unsigned)bytes[1] << 8;
}
"""


@dataclass(frozen=True)
class Wanted:
    """A curve to look for: over which prime, with which a (of Edwards curves) and cofactor."""

    form: str
    p: int
    a: int
    cofactor: int

    @property
    def name(self) -> str:
        sign = "minus_" if self.a < 0 else ""
        return f"toy_{self.form}_{self.p}_{sign}{abs(self.a)}_{self.cofactor}"


# What a standard's curves of a form have.
BY_NAME = {scheme.name: scheme for scheme in load_form_schemes()}
SCHEMES = {"montgomery": BY_NAME["xdh"], "edwards": BY_NAME["eddsa"]}

# Primes that are 5 modulo 8, like 2^255 - 19, 3 modulo 4, like that of Curve448, and 1 modulo 16;
# of 8 bits, which leave no room for the bit of x, and of fewer.
EDWARDS = [
    *(Wanted("edwards", 109, -1, cofactor) for cofactor in (4, 8)),
    *(Wanted("edwards", 113, a, 8) for a in (-1, 1)),
    *(Wanted("edwards", 127, 1, cofactor) for cofactor in (4, 8)),
    Wanted("edwards", 251, 1, 4),
    Wanted("edwards", 241, -1, 4),
]
MONTGOMERY = [Wanted("montgomery", p, 0, cofactor) for p in (109, 127, 251) for cofactor in (4, 8)]


def curve(wanted: Wanted, a: int, d: int, g: Point, order: int) -> FormCurve:
    return FormCurve(
        name=wanted.name,
        sources=("exhaustive tests",),
        form=wanted.form,
        scheme=wanted.name,
        security_bits=1,
        reduction="montgomery",
        hash="shake256",
        domain=DOMAIN,
        edwards="",
        p=wanted.p,
        a=a % wanted.p,
        d=d,
        g=g,
        order=order,
        cofactor=wanted.cofactor,
    )


def all_points(c: FormCurve) -> list[Point]:
    return [
        (x, y)
        for x, y in itertools.product(range(c.p), repeat=2)
        if (c.a * x * x + y * y - 1 - c.d * x * x * y * y) % c.p == 0
    ]


def find_edwards(wanted: Wanted) -> FormCurve:
    p, h = wanted.p, wanted.cofactor
    assert is_square(wanted.a % p, p)
    for d in range(2, p):
        if is_square(d, p):
            continue
        points = all_points(curve(wanted, wanted.a, d, (0, 1), 1))
        n = len(points) // h
        if len(points) != n * h or n < 11 or not is_prime(n):
            continue
        c = curve(wanted, wanted.a, d, (0, 1), n)
        base = next(q for q in (c.multiply(h, q) for q in points) if q != (0, 1))
        return curve(wanted, wanted.a, d, base, n)
    raise AssertionError(f"no such curve: {wanted}")


def montgomery_points(p: int, a: int, b: int) -> list[Point]:
    """Those of b y^2 = x^3 + a x^2 + x but infinity."""
    plane = itertools.product(range(p), repeat=2)
    return [(x, y) for x, y in plane if (b * y * y - x**3 - a * x * x - x) % p == 0]


def montgomery_add(p: int, a: int, b: int, q: Point | None, r: Point | None) -> Point | None:
    if q is None or r is None:
        return r if q is None else q
    if q[0] == r[0]:
        if (q[1] + r[1]) % p == 0:
            return None
        slope = (3 * q[0] ** 2 + 2 * a * q[0] + 1) * pow(2 * b * q[1], -1, p)
    else:
        slope = (r[1] - q[1]) * pow(r[0] - q[0], -1, p)
    x = (b * slope * slope - a - q[0] - r[0]) % p
    return x, (slope * (q[0] - x) - q[1]) % p


def find_montgomery(wanted: Wanted) -> FormCurve:
    p, h = wanted.p, wanted.cofactor
    for a in range(6, p - 2, 4):
        points = montgomery_points(p, a, 1)
        n = (len(points) + 1) // h
        if len(points) + 1 != n * h or n < 11 or not is_prime(n):
            continue
        for q in points:
            multiples = [q]
            while (following := montgomery_add(p, a, 1, multiples[-1], q)) is not None:
                multiples.append(following)
            if len(multiples) + 1 == n:
                return curve(wanted, a, 0, q, n)
    raise AssertionError(f"no such curve: {wanted}")


@functools.cache
def rest(width: int, profile: str) -> tuple[list[str], Path]:
    """How to compile for the host, and what does not depend on the curve, compiled."""
    folder = Path(tempfile.mkdtemp(dir=os.environ["WHIT_TESTS_BUILD"]))
    flags = [*STANDARD, "-O1", "-fPIC", "-fsanitize=undefined", "-fno-sanitize-recover=all"]
    flags += [f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}"]
    flags += [f"-DWHIT_LIMB_BITS={width}", f"-DWHIT_PROFILE={profile}"]
    succeed("gcc", *flags, "-c", parts(folder, *SOURCES), "-o", folder / "rest.o")
    return flags, folder / "rest.o"


def build(c: FormCurve, folder: Path, driver: str, width: int, profile: str) -> ctypes.CDLL:
    """The templates of group and scheme on a toy curve, as tools.curves instantiates them."""
    template = (
        '#include "generated/instance/names.h"\n#define WHIT_FIELD_SIZE 16\n'
        '#include "field/field.h"\n#include "field/field.inc"'
    )
    text = form_source(c, (BY_NAME["agreement"] if c.agrees else SCHEMES[c.form],), None).replace(
        '#include "generated/instance/field_16.h"', template
    )
    signs = c.form == "edwards" and not c.agrees
    types = BATCH_TYPES.replace("NAME", c.scheme) if signs else ""
    text = text.replace(f"#include <whit/{c.header}.h>", "#include <whit/random.h>" + types)
    text = re.sub(r"^#if WHIT_HAS\(.*$", "#if 1", text, flags=re.MULTILINE)
    assert template in text
    source = folder / f"{c.name}.c"
    source.write_text(text + driver)
    output = folder / f"{c.name}_{width}_{profile}.so"
    flags, others = rest(width, profile)
    succeed("gcc", *flags, "-shared", source, others, "-o", output)
    return ctypes.CDLL(str(output))


def builds(wanted: list[Wanted]) -> list[Any]:
    """Every curve with every width and profile, each curve once in `make test`."""
    kinds = list(itertools.product(LIMB_BITS, PROFILES))
    found = []
    for index, w in enumerate(wanted):
        for turn, (width, profile) in enumerate(kinds):
            marks = [pytest.mark.campaign] if turn != 5 * index % len(kinds) else []
            name = f"{w.name}-{width}-{profile}"
            found.append(pytest.param(w, width, profile, marks=marks, id=name))
    return found


def encoded(c: FormCurve, point: Point) -> bytes:
    size = c.p.bit_length() // 8 + 1
    return (point[1] | (point[0] & 1) << (8 * size - 1)).to_bytes(size, "little")


def check_sums(c: FormCurve, library: ctypes.CDLL, points: list[Point]) -> None:
    """All terms, alone and in threes, beside a multiple of B."""
    out = ctypes.create_string_buffer(c.p.bit_length() // 8 + 1)
    multiples = {q: [c.multiply(k, q) for k in range(c.order)] for q in points}

    def check(u: int, terms: list[tuple[int, Point]]) -> None:
        scalars = (ctypes.c_uint * 3)(*(k for k, _ in terms))
        given = b"".join(encoded(c, q) for _, q in terms)
        library.toy_sum(out, u, scalars, given, len(terms))
        wanted = multiples[c.g][u]
        for k, q in terms:
            x, y = multiples[q][k]
            wanted = c.add(wanted, (-x % c.p, y))
        assert out.raw == encoded(c, wanted), (u, terms)

    for u in range(c.order):
        check(u, [])
    for i, q in enumerate(points):
        for v in range(c.order):
            others = [((v * j + i) % c.order, points[i * j % len(points)]) for j in (2, 3)]
            check((5 * v + i) % c.order, [(v, q)])
            check((7 * v + i) % c.order, [*others, (v, q)])


@pytest.mark.parametrize(("wanted", "width", "profile"), builds(EDWARDS))
@pytest.mark.sampled(3)
def test_edwards(wanted: Wanted, width: int, profile: str, tmp_path: Path) -> None:
    c = find_edwards(wanted)
    library = build(c, tmp_path, EDWARDS_DRIVER, width, profile)
    points = all_points(c)
    by_encoding = {encoded(c, q): q for q in points}
    assert len(by_encoding) == len(points)
    size = c.p.bit_length() // 8 + 1
    out = ctypes.create_string_buffer(size)
    multiples = [c.multiply(k, c.g) for k in range(c.order)]
    for k, multiple in enumerate(multiples):
        library.toy_base(out, k)
        assert out.raw == encoded(c, multiple), k
    for value in range(256**size):
        given = value.to_bytes(size, "little")
        small = ctypes.c_int()
        status = library.toy_decode(out, ctypes.byref(small), given)
        point = by_encoding.get(given)
        if point is not None:
            assert (status, out.raw) == (OK, given)
            assert (small.value != 0) == (c.multiply(c.cofactor, point) == (0, 1))
        else:
            y = value % 2 ** (8 * size - 1)
            canonical = y < c.p and not (
                value >> (8 * size - 1) and any(q == (0, y) for q in points)
            )
            name = "CURVE" if canonical else "RANGE"
            assert status == VALUES[f"ERROR_PUBLIC_KEY_{name}"], given
    for q in points:
        steps = [(0, 1)]
        for _ in range(c.order - 1):
            steps.append(c.add(steps[-1], q))
        for u, v in itertools.product(range(c.order), repeat=2):
            library.toy_two(out, u, v, encoded(c, q))
            assert out.raw == encoded(c, c.add(multiples[u], steps[v])), (u, v, q)
    check_sums(c, library, points)


def challenge(c: FormCurve, *parts: bytes) -> int:
    size = c.p.bit_length() // 8 + 1
    data = DOMAIN.encode() + b"\0\0" + b"".join(parts)
    return int.from_bytes(hashlib.shake_256(data).digest(2 * size), "little") % c.order


@pytest.mark.parametrize(("wanted", "width", "profile"), builds(EDWARDS))
def test_eddsa(wanted: Wanted, width: int, profile: str, tmp_path: Path) -> None:
    """Every seed's signature, and for some public keys every signature of some bytes that there
    is, verified."""
    c = find_edwards(wanted)
    library = build(c, tmp_path, "", width, profile)
    size = c.p.bit_length() // 8 + 1
    points = {encoded(c, q): q for q in all_points(c)}
    message = b"toy"
    private = ctypes.create_string_buffer(2 * size)
    public = ctypes.create_string_buffer(size)
    signature = ctypes.create_string_buffer(2 * size)
    make, sign, verify, verify_batch = (
        getattr(library, f"whit_{c.scheme}_{name}")
        for name in ("key_pair", "sign", "verify", "verify_batch")
    )
    room, one = (ctypes.c_uint64 * 64)(), ctypes.c_size_t(1)
    never = ctypes.byref(Random(FILL(lambda *_: 0), None))
    refused = 0
    for value in range(256):
        seed = value.to_bytes(size, "little")
        assert make(private, public, seed) == OK
        assert sign(signature, private, message, len(message)) == OK
        status = verify(public, size, message, len(message), signature, 2 * size)
        if c.multiply(c.cofactor, points[public.raw]) == (0, 1):
            # One key in the order is zero.
            assert status == VALUES["ERROR_PUBLIC_KEY_SMALL_ORDER"]
            refused += 1
        else:
            assert status == OK
    assert refused < 100
    mixed = [key for key, q in points.items() if c.multiply(c.cofactor, q) != (0, 1)]
    signed = range(0, 256**size, 1 if size == 1 else 61)
    for key in mixed[:: len(mixed) // 3]:
        for nonce in points if size == 1 else list(points)[::5]:
            k = challenge(c, nonce, key, message)
            right = c.add(points[nonce], c.multiply(k, points[key]))
            for s in signed:
                status = verify(
                    *(key, size, message, len(message)),
                    *(nonce + s.to_bytes(size, "little"), 2 * size),
                )
                if s >= c.order:
                    assert status == VALUES["ERROR_SIGNATURE_RANGE"]
                else:
                    good = c.multiply(s, c.g) == right
                    assert status == (OK if good else VALUES["ERROR_SIGNATURE_INVALID"])
                    if size > 1:
                        continue
                    # In a batch what differs by a point of small order is good.
                    good = c.multiply(c.cofactor * s, c.g) == c.multiply(c.cofactor, right)
                    given = Signed(key, size, message, 3, nonce + bytes([s]), 2)
                    status = verify_batch(None, room, one, ctypes.byref(given), one, never)
                    assert status == (OK if good else VALUES["ERROR_SIGNATURE_INVALID"])


@pytest.mark.parametrize(("wanted", "width", "profile"), builds(MONTGOMERY))
def test_montgomery(wanted: Wanted, width: int, profile: str, tmp_path: Path) -> None:
    c = find_montgomery(wanted)
    library = build(c, tmp_path, MONTGOMERY_DRIVER, width, profile)
    other = next(b for b in range(2, c.p) if not is_square(b, c.p))
    found: dict[int, list[int]] = {}
    scalars = 2 ** c.p.bit_length()
    for b in (1, other):
        for q in montgomery_points(c.p, c.a, b):
            at: Point | None = None
            for _ in range(scalars):
                found.setdefault(q[0], []).append(0 if at is None else at[0])
                at = montgomery_add(c.p, c.a, b, at, q)
    assert sorted(found) == list(range(c.p))
    for x, products in found.items():
        for k in range(0, scalars, 2):
            assert library.toy_ladder(k, x) == products[k], (k, x)
    # The scheme: which bits count, and which secrets are none.
    low, top = c.cofactor - 1, scalars // 2
    secret = ctypes.create_string_buffer(1)
    ecdh = getattr(library, f"whit_{c.scheme}_ecdh")
    for private, public in itertools.product(range(256), repeat=2):
        status = ecdh(secret, bytes([private]), bytes([public]), 1)
        k = private % scalars & ~low | top
        shared = found[public % scalars % c.p][k]
        assert secret.raw == bytes([shared])
        assert status == (OK if shared else VALUES["ERROR_PUBLIC_KEY_SMALL_ORDER"])


@pytest.mark.parametrize(("wanted", "width", "profile"), builds([*EDWARDS[1:4], *MONTGOMERY[1:4]]))
def test_agreement(wanted: Wanted, width: int, profile: str, tmp_path: Path) -> None:
    """Every scalar with every public key, and every string of bytes as one."""
    edwards = wanted.form == "edwards"
    found = find_edwards(wanted) if edwards else find_montgomery(wanted)
    c = replace(found, scheme=AGREEMENT)
    library, law = build(c, tmp_path, "", width, profile), Law(c)
    points = all_points(c) if edwards else montgomery_points(c.p, c.a, 1)
    known = {law.encode(q): q for q in points}
    make, validate, ecdh = (
        getattr(library, f"whit_{c.name}_{name}")
        for name in ("public_key", "validate_public_key", "ecdh")
    )
    size, one = c.point_bytes, ctypes.c_size_t(c.point_bytes)
    top = 2 ** (c.p.bit_length() - 1)
    privates = [*range(0, top, c.cofactor), 255, top + c.cofactor - 1]
    scalars = {value: law.scalar(bytes([value])) for value in privates}
    out = ctypes.create_string_buffer(size)

    def check(status: int, k: int, product: Point | None) -> None:
        none = k % c.order == 0
        wanted = bytes(size) if none else law.encode(product)
        assert out.raw == wanted, (k, product)
        assert status == (VALUES["ERROR_PRIVATE_KEY_RANGE"] if none else OK)

    for value, k in scalars.items():
        check(make(out, bytes([value])), k, law.multiply(k, c.g))
    for number in range(256**size):
        public = number.to_bytes(size, "little")
        status = VALUES[f"ERROR_PUBLIC_KEY_{what_is_wrong(c, number, known)}"]
        q = known.get(public)
        if q is not None and law.multiply(c.cofactor, q) != law.neutral:
            status = OK
        assert validate(public, one) == status, public
        if status != OK:
            out.raw = b"\xa5" * size
            assert (ecdh(out, b"\0", public, one), out.raw) == (status, bytes(size))
            continue
        multiples = [law.neutral]
        for _ in range(2 * top):
            multiples.append(law.add(multiples[-1], q))
        for value, k in scalars.items():
            check(ecdh(out, bytes([value]), public, one), k, multiples[k])


def what_is_wrong(c: FormCurve, number: int, known: dict[bytes, Point]) -> str:
    """With a string of bytes that is no public key, as a number."""
    if number.to_bytes(c.point_bytes, "little") in known:
        return "SMALL_ORDER"
    if c.form == "montgomery":
        return "CURVE" if number < c.p else "RANGE"
    y = number % 2 ** (8 * c.point_bytes - 1)
    minus_zero = y != number and any(q == (0, y) for q in known.values())
    return "CURVE" if y < c.p and not minus_zero else "RANGE"
