# SPDX-License-Identifier: MIT
"""Hashing to curves: the vectors of RFC 9380 and an implementation on Python's integers, on
messages and tags of many lengths; and what is refused."""

import ctypes
import random
from collections.abc import Callable
from functools import cache

import pytest

from lab import oracle
from lab.curves import Curve, declared, every, find
from lab.oracle.hash_to_curve import HashToCurve, Kernel, expanded_xmd, expanded_xof
from lab.oracle.plain import square_root
from tests.arithmetic import GUARD, OK, shared, status_of
from tests.runner.host import HASH_TO_CURVE
from tests.runner.made import amalgamation
from tests.vectors import hashing

# The compiler takes a while for each build.
pytestmark = [pytest.mark.slow, pytest.mark.sampled(4, "build")]

CURVES = tuple(curve for curve in every() if curve.suite)
WEIERSTRASS = tuple(curve.name for curve in declared() if curve.suite and not curve.pairing)
PAIRING = tuple(curve.name for curve in declared() if curve.suite and curve.pairing)
EDWARDS = ("ed25519", "ed448")
# One of each kind: prime orders and cofactors, p = 3 mod 4 and 5 mod 8, both maps.
SOME_PAIRING = ("bn_p158", "miracl_mnt6_160", "bls12_381", "kss18_508")
BUILDS = {
    "64-bit": (),
    "32-bit": ("-DWHIT_LIMB_BITS=32", "-DWHIT_PROFILE=small"),
    "16-bit": ("-DWHIT_LIMB_BITS=16", "-DWHIT_PORTABLE"),
    "8-bit": ("-DWHIT_LIMB_BITS=8", "-DWHIT_PROFILE=fast"),
    "in steps": ("-DWHIT_LIMB_BITS=32", "-DWHIT_STEPS=1", "-DWHIT_ARITHMETIC=1"),
}
ON_PAIRING = {
    "pairings": (PAIRING, ()),
    "pairings 32-bit": (SOME_PAIRING, BUILDS["32-bit"]),
    "pairings 16-bit": (SOME_PAIRING[:3], BUILDS["16-bit"]),
    "pairings 8-bit": (SOME_PAIRING[:3], BUILDS["8-bit"]),
}
# Built with it alone, a curve has its objects folded, and programs in profile small.
ALONE = {
    "secp256r1 small": ("secp256r1", "-DWHIT_PROFILE=small"),
    "secp256r1 least": ("secp256r1", "-DWHIT_PROFILE=small", "-DWHIT_LEAST=1"),
    "secp256k1 fast": ("secp256k1", "-DWHIT_PROFILE=fast"),
    "ed25519 small": ("ed25519", "-DWHIT_PROFILE=small"),
    "curve448 alone": ("curve448", "-DWHIT_LIMB_BITS=32"),
    "bls12_381 small": ("bls12_381", "-DWHIT_PROFILE=small"),
    "bn254_snark fast": ("bn254_snark", "-DWHIT_PROFILE=fast"),
}
HASHES = {"sha256": 256, "sha512": 512}

Built = tuple[ctypes.CDLL, tuple[Curve, ...]]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Built]:
    @cache
    def library(name: str) -> Built:
        folder = tmp_path_factory.mktemp("hashing")
        if name in BUILDS:
            names = (*WEIERSTRASS, *EDWARDS)
            found = shared(folder, HASH_TO_CURVE, *BUILDS[name], curves=names, arithmetic=False)
            return found, tuple(each for each in CURVES if each.name not in PAIRING)
        if name in ON_PAIRING:
            names, options = ON_PAIRING[name]
            found = shared(folder, HASH_TO_CURVE, *options, curves=names, arithmetic=False)
            return found, tuple(each for each in CURVES if each.name in names)
        curve, *rest = ALONE[name]
        found = shared(folder, HASH_TO_CURVE, *rest, curves=(curve,), arithmetic=False)
        family = {curve, *(other for other in ("ed25519", "curve25519") if "25519" in curve)}
        family |= {other for other in ("ed448", "curve448") if "448" in curve}
        return found, tuple(each for each in CURVES if each.name in family)

    return library


@pytest.fixture(scope="module", params=[*BUILDS, *ON_PAIRING, *ALONE])
def build(request: pytest.FixtureRequest, built: Callable[[str], Built]) -> Built:
    return built(request.param)


def point_bytes(curve: Curve) -> int:
    field = -(-curve.p.bit_length() // 8)
    if curve.form == "edwards":
        return curve.p.bit_length() // 8 + 1
    return 2 * field + (curve.form == "weierstrass")


def call(
    library: ctypes.CDLL, curve: Curve, message: bytes, tag: bytes, uniform: bool
) -> tuple[int, bytes]:
    """Status and point; behind the point nothing is written."""
    size = point_bytes(curve)
    out = ctypes.create_string_buffer(b"\xff" * size + GUARD, size + len(GUARD))
    verb = "hash_to_curve" if uniform else "encode_to_curve"
    rest = (message, ctypes.c_size_t(len(message)), tag, ctypes.c_size_t(len(tag)))
    if curve.form == "weierstrass":
        assert curve.suite is not None
        names = (f"whit_{curve.name}", f"whit_{curve.name}_map", f"whit_{curve.suite.hash}")
        objects = (ctypes.byref(ctypes.c_char.in_dll(library, name)) for name in names)
        function = getattr(library, f"whit_{verb}")
        status: int = function(*objects, out, ctypes.c_size_t(size), *rest)
    else:
        status = getattr(library, f"whit_{curve.scheme_name}_{verb}")(out, *rest)
    assert out.raw[size:] == GUARD
    return status, out.raw[:size]


def encoded(curve: Curve, x: int, y: int) -> bytes:
    field = -(-curve.p.bit_length() // 8)
    if curve.form == "weierstrass":
        return b"\4" + x.to_bytes(field) + y.to_bytes(field)
    if curve.form == "montgomery":
        return x.to_bytes(field, "little") + y.to_bytes(field, "little")
    size = point_bytes(curve)
    return (y | x % 2 << 8 * size - 1).to_bytes(size, "little")


def test_every_suite_has_vectors() -> None:
    names = {curve.suite.name for curve in CURVES if curve.suite}
    standard = {name for name in names if "_SVDW_" not in name}
    assert len(standard) == 9
    found = {vector.of_curve for vector in hashing.points()}
    assert found == standard | {"BN254G1_XMD:SHA-256_SVDW_"}
    for name in found:
        own = [vector for vector in hashing.points() if vector.of_curve == name]
        assert {vector.suite for vector in own} == {f"{name}RO_", f"{name}NU_"}


def test_vectors_of_rfc_9380(build: Built) -> None:
    library, curves = build
    for curve in curves:
        assert curve.suite is not None
        own = [each for each in hashing.points() if each.of_curve == curve.suite.name]
        for vector in own:
            right = encoded(curve, vector.x, vector.y)
            given = (vector.message, vector.tag, vector.uniform)
            assert call(library, curve, *given) == (OK, right), vector.suite
            assert oracle.hash_to_curve(curve).hashed(*given) == right


@cache
def hashed(curve: Curve, message: bytes, tag: bytes, uniform: bool) -> bytes:
    return oracle.hash_to_curve(curve).hashed(message, tag, uniform)


@pytest.mark.parametrize("seed", range(3))
def test_points_are_those_of_the_oracle(build: Built, seed: int) -> None:
    library, curves = build
    for curve in curves:
        chosen = random.Random(f"{curve.name} {seed}")
        lengths = (*(chosen.randrange(300) for _ in range(6)), 0, 1000)
        for length in lengths[:: 4 if curve.pairing else 1]:
            message = chosen.randbytes(length)
            tag = chosen.randbytes(chosen.choice([1, 16, 50, 254, 255, 256, 257, 700]))
            for uniform in (True, False):
                right = hashed(curve, message, tag, uniform)
                assert call(library, curve, message, tag, uniform) == (OK, right), curve.name


def expand(
    library: ctypes.CDLL, name: str, message: bytes, tag: bytes, length: int, bits: int
) -> tuple[int, bytes]:
    out = ctypes.create_string_buffer(b"\xff" * length + GUARD, length + len(GUARD))
    given = (out, ctypes.c_size_t(length), message, ctypes.c_size_t(len(message)))
    rest = (*given, tag, ctypes.c_size_t(len(tag)))
    if name == "shake256":
        status: int = library.whit_expand_message_shake256(*rest, ctypes.c_uint(bits))
    else:
        hash_object = ctypes.byref(ctypes.c_char.in_dll(library, f"whit_{name}"))
        status = library.whit_expand_message_xmd(hash_object, *rest)
    assert out.raw[length:] == GUARD
    return status, out.raw[:length]


def test_expansions_of_rfc_9380(build: Built) -> None:
    assert {vector.hash for vector in hashing.expansions()} == {*HASHES, "shake256"}
    for vector in hashing.expansions():
        given = (vector.message, vector.tag, len(vector.uniform), vector.security_bits)
        assert expand(build[0], vector.hash, *given) == (OK, vector.uniform)


@pytest.mark.parametrize("seed", range(3))
def test_expansions_are_those_of_the_oracle(build: Built, seed: int) -> None:
    chosen = random.Random(seed)
    for name in ("sha1", "sha224", "sha384", *HASHES, "blake2s256"):
        for length in (1, 31, 32, 33, 64, 65, 129, 255 * 20):
            message, tag = chosen.randbytes(length % 200), chosen.randbytes(1 + 3 * length % 300)
            found = expand(build[0], name, message, tag, length, 0)
            digest = name.removesuffix("256") if name.startswith("blake") else name
            assert found == (OK, expanded_xmd(message, tag, length, digest))
    for length, bits in ((1, 128), (135, 224), (136, 256), (137, 1), (65535, 223)):
        message, tag = (
            chosen.randbytes(length % 300),
            chosen.randbytes(chosen.choice([1, 255, 256])),
        )
        found = expand(build[0], "shake256", message, tag, length, bits)
        assert found == (OK, expanded_xof(message, tag, length, bits))


def test_lengths_of_expansions(build: Built) -> None:
    wrong = status_of("OUTPUT_LENGTH")
    for name, length in (("sha256", 0), ("sha256", 255 * 32 + 1), ("shake256", 65536)):
        assert expand(build[0], name, b"m", b"tag", length, 128) == (wrong, bytes(length))
    for bits in (0, 257):
        status, _ = expand(build[0], "shake256", b"m", b"tag", 32, bits)
        assert status == status_of("ARGUMENT")


def test_tags_without_bytes_are_refused(build: Built) -> None:
    library, curves = build
    missing = status_of("TAG_LENGTH")
    for curve in curves:
        for uniform in (True, False):
            assert call(library, curve, b"message", b"", uniform) == (
                missing,
                bytes(point_bytes(curve)),
            )
    for name in ("sha256", "shake256"):
        assert expand(library, name, b"message", b"", 32, 128) == (missing, bytes(32))


def test_points_overlap_neither_message_nor_tag(build: Built) -> None:
    library, curves = build
    overlap = status_of("OVERLAP")
    room = ctypes.create_string_buffer(400)
    start = ctypes.addressof(room)
    for curve in curves:
        size = point_bytes(curve)
        for message, tag in ((start + size - 1, start + 300), (start + 300, start + size - 1)):
            given = [ctypes.c_void_p(message), ctypes.c_size_t(5)]
            given += [ctypes.c_void_p(tag), ctypes.c_size_t(5)]
            if curve.form == "weierstrass":
                assert curve.suite is not None
                names = (f"whit_{curve.name}", f"whit_{curve.name}_map", "whit_sha256")
                objects = [ctypes.byref(ctypes.c_char.in_dll(library, each)) for each in names]
                status = library.whit_hash_to_curve(*objects, room, ctypes.c_size_t(size), *given)
            else:
                name = f"whit_{curve.scheme_name}_encode_to_curve"
                status = getattr(library, name)(room, *given)
            assert status == overlap


def test_missing_arguments_and_wrong_lengths_are_refused(build: Built) -> None:
    library, curves = build
    missing, wrong = status_of("ARGUMENT"), status_of("OUTPUT_LENGTH")
    out = ctypes.create_string_buffer(200)
    for curve in curves:
        given = [out, b"m", ctypes.c_size_t(1), b"tag", ctypes.c_size_t(3)]
        if curve.form != "weierstrass":
            function = getattr(library, f"whit_{curve.scheme_name}_hash_to_curve")
            for place in (0, 1, 3):
                assert function(*given[:place], None, *given[place + 1 :]) == missing
            assert function(out, None, ctypes.c_size_t(0), b"tag", ctypes.c_size_t(3)) == OK
            continue
        names = (f"whit_{curve.name}", f"whit_{curve.name}_map", "whit_sha256")
        objects = [ctypes.byref(ctypes.c_char.in_dll(library, each)) for each in names]
        size = point_bytes(curve)
        given = [*objects, out, ctypes.c_size_t(size), *given[1:]]
        for place in (0, 1, 2, 3, 5, 7):
            changed = [*given[:place], None, *given[place + 1 :]]
            assert library.whit_encode_to_curve(*changed) == missing
        for length in (0, size - 1, size + 1, 1 + size // 2):
            changed = [*given[:4], ctypes.c_size_t(length), *given[5:]]
            assert library.whit_hash_to_curve(*changed) == wrong


def test_points_of_edwards_curves_are_those_that_points_are_read_from(
    built: Callable[[str], Built],
) -> None:
    """The headers of points accept them: they are multiples of the base point."""
    library, curves = built("in steps")
    for curve in curves:
        if curve.form == "edwards":
            status, point = call(library, curve, b"message", b"tag", True)
            assert status == OK
            room = ctypes.create_string_buffer(500)
            decode = getattr(library, f"whit_{curve.scheme_name}_point_decode")
            assert decode(room, point, ctypes.c_size_t(len(point))) == OK


# The maps by themselves: of elements that are special no message is known.
MAPS = """
#include "{source}"
#define WEIERSTRASS(name, field, size)                                        \\
    void map_##name(uint8_t *out, const uint8_t *u, size_t bytes)             \\
    {{                                                                         \\
        limb e[LIMBS(field)];                                                 \\
        whit_weierstrass_##size##_point p;                                    \\
        mp_from_bytes(e, LIMBS(field), u, bytes);                             \\
        whit_field_##field##_encode(e, e, &name##_domain.p);                  \\
        whit_weierstrass_##size##_map(&p, e, &whit_##name##_map, &name##_domain); \\
        whit_weierstrass_##size##_to_affine(&p, &name##_domain);              \\
        mp_to_bytes(out, bytes, p.x);                                         \\
        mp_to_bytes(out + bytes, bytes, p.y);                                 \\
    }}
#define EDWARDS(name)                                         \\
    void map_##name(uint8_t *out, const uint8_t *u, size_t bytes) \\
    {{                                                         \\
        limb e[LIMBS(512)];                                   \\
        whit_edwards_##name##_point p;                        \\
        whit_edwards_##name##_read_long(e, u, bytes);         \\
        whit_edwards_##name##_map(&p, e);                     \\
        whit_edwards_##name##_encode(out, &p);                \\
    }}
"""


def sizes(curve: Curve) -> str:
    """The field of a curve's coordinates, and the instance that serves it: WHIT_SIZE."""
    field, scalar = (-(-bits // 16) * 16 for bits in (curve.field_bits, curve.order_bits))
    return f"{field}, {field if field == scalar else field * 1000 + scalar}"


ON_MAPS = (*SOME_PAIRING, "bls24_509", "miracl_cp2_512")


@pytest.fixture(scope="module", params=[64, 32, 8])
def maps(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("maps")
    source = folder / "maps.c"
    short = (*WEIERSTRASS, *ON_MAPS)
    calls = [f"WEIERSTRASS({name}, {sizes(find(name))})\n" for name in short]
    calls += [f"EDWARDS({name})\n" for name in EDWARDS]
    source.write_text(MAPS.format(source=amalgamation() / "whit.c") + "".join(calls))
    names, bits = (*short, *EDWARDS), f"-DWHIT_LIMB_BITS={request.param}"
    return shared(folder, HASH_TO_CURVE, bits, curves=names, arithmetic=False, source=source)


def special(curve: Curve, z: int) -> list[int]:
    """0, where 1 + Z u^2 is 0 or 1, or 1 - (g(Z) u^2)^2 is 0, and both signs of others."""
    p, found = curve.p, [0, 1, 2]
    assert curve.suite is not None
    factors = [-z]
    if "_SVDW_" in curve.suite.name:
        at_z = z**3 + curve.a * z + curve.b
        factors = [at_z, -at_z]
    found += [square_root(pow(each, -1, p), p) for each in factors if is_square(each, p)]
    found += to_infinity(curve)
    found += [random.Random(u).randrange(p) for u in range(12)]
    return [each for u in found for each in (u, -u % p)]


def is_square(value: int, p: int) -> bool:
    return pow(value, (p - 1) // 2, p) == 1


def to_infinity(curve: Curve) -> list[int]:
    """What is mapped to points of an isogeny's kernel: there are such on bls12_381."""
    suite, p = curve.suite, curve.p
    if suite is None or suite.degree <= 3 or suite.isogenous is None:
        return []
    a, b = suite.isogenous
    found = []
    for x in {point[0] for point in Kernel(curve).points}:
        # x = -(b / a) (1 + 1 / (t^2 + t)) for t = Z u^2, or t times that.
        inverse = pow(-x * a * pow(b, -1, p) - 1, -1, p)
        square = (1 + 4 * inverse) % p
        if is_square(square, p):
            root = square_root(square, p)
            for t in ((root - 1) * pow(2, -1, p) % p, (-root - 1) * pow(2, -1, p) % p):
                if is_square(t * pow(suite.z, -1, p), p):
                    found.append(square_root(t * pow(suite.z, -1, p) % p, p))
    assert found
    return found


@pytest.mark.sampled(3, "maps")
@pytest.mark.parametrize("name", [*WEIERSTRASS, *ON_MAPS, *EDWARDS])
def test_maps_of_special_elements_are_those_of_the_oracle(maps: ctypes.CDLL, name: str) -> None:
    curve = next(each for each in CURVES if each.name == name)
    own = HashToCurve(curve)
    assert curve.suite is not None
    # What is mapped to an Edwards curve is read as two halves, each below the prime.
    size = (
        point_bytes(curve) // 2 if curve.form == "weierstrass" else 3 * curve.p.bit_length() // 16
    )
    for u in special(curve, own.z):
        out = ctypes.create_string_buffer(400)
        given = u
        if curve.form == "edwards":
            given = u + curve.p * (((1 << 8 * size) - 1 - u) // curve.p)
        getattr(maps, f"map_{name}")(out, given.to_bytes(size), ctypes.c_size_t(size))
        right = own.mapped(u)
        assert out.raw[: len(right)] == right, hex(u)
