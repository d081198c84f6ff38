# SPDX-License-Identifier: MIT
"""BLS signatures on every curve with a pairing: vectors, py_ecc, the oracles' groups and pairings,
and what is refused."""

import ctypes
import hashlib
import hmac
import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice

import pytest

from lab import curves, oracle
from lab.curves import Curve
from tests.arithmetic import FILL, OK, Random, shared, status_of
from tests.bls import ARRANGEMENTS, Arranged, Bls, Lines, Suite, given
from tests.bls_points import Points, strangers, wrong_points
from tests.runner.host import BLS
from tests.vectors import bls as vectors

CURVES = [curve for curve in curves.declared() if curve.tower is not None]
STANDARD = "bls12_381"
BUILDS: dict[str, tuple[str, ...]] = {
    "bn_p158": ("-DWHIT_LIMB_BITS=8", "-DWHIT_PROFILE=small"),
    "miracl_mnt6_160": ("-DWHIT_LIMB_BITS=16", "-DWHIT_PORTABLE"),
    "bn_p254": ("-DWHIT_LIMB_BITS=32", "-DWHIT_PROFILE=fast"),
    "bn254_snark": ("-DWHIT_LIMB_BITS=32", "-DWHIT_PROFILE=small"),
    "bn_p256": ("-DWHIT_RANDOMISE=1",),
    "bls12_455": ("-DWHIT_PROFILE=fast",),
    "kss18_508": ("-DWHIT_PROFILE=small",),
    "ss_p1536": ("-DWHIT_PROFILE=fast",),
}
LONG = [curve.name for curve in CURVES if curve.field_bits > 600]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Bls]:
    @cache
    def library(name: str) -> Bls:
        flags = (*BLS, *BUILDS.get(name, ()))
        folder = tmp_path_factory.mktemp(name)
        found = shared(folder, *flags, curves=(name,), arithmetic=False)
        return Bls(found, curves.find(name))

    return library


@pytest.fixture(scope="module", params=CURVES, ids=lambda curve: curve.name)
def bls(request: pytest.FixtureRequest, built: Callable[[str], Bls]) -> Bls:
    return built(request.param.name)


@pytest.fixture(scope="module")
def standard(built: Callable[[str], Bls]) -> Bls:
    return built(STANDARD)


@pytest.fixture(params=ARRANGEMENTS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def arranged(bls: Bls, name: str) -> Arranged:
    return Arranged(bls, name)


@pytest.fixture
def drawn(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.node.name)


def source(drawn: random.Random) -> Random:
    def fill(_context: int, out: int, length: int) -> int:
        ctypes.memmove(out, drawn.randbytes(length), length)
        return OK

    return Random(FILL(fill), None)


def private_key(bls: Bls, number: int) -> bytes:
    return number.to_bytes(bls.order_bytes)


def some_key(bls: Bls, drawn: random.Random) -> bytes:
    return private_key(bls, drawn.randrange(1, bls.curve.order))


# Vectors, and other implementations


@pytest.mark.parametrize("vector", vectors.derived(), ids=lambda vector: vector.arrangement)
def test_derived_keys_sign_as_circl_does(standard: Bls, vector: vectors.Derived) -> None:
    scheme = Arranged(standard, vector.arrangement)
    suite = scheme.own_suite("basic")
    status, key = standard.derive_key(vector.material, b"BLS-SIG-KEYGEN-SALT-")
    assert status == OK
    assert scheme.sign(key, suite, vector.message) == (OK, vector.signature)
    public = scheme.public_key(key)[1]
    assert scheme.verify(public, suite, vector.message, vector.signature) == OK


def test_signatures_are_those_of_the_crate(standard: Bls) -> None:
    scheme = Arranged(standard, "min_pk")
    suite = scheme.own_suite("basic")
    for vector in vectors.signatures():
        assert scheme.public_key(vector.private_key) == (OK, vector.public_key)
        signature = scheme.sign(vector.private_key, suite, vector.message)
        assert signature == (OK, vector.signature)
        assert scheme.verify(vector.public_key, suite, vector.message, vector.signature) == OK


def test_multiples_are_encoded_as_by_the_crate(standard: Bls) -> None:
    for vector in vectors.multiples():
        scheme = Arranged(standard, "min_sig" if vector.second else "min_pk")
        digest = hashlib.sha256()
        for number in range(1, 1000):
            status, key = scheme.public_key(private_key(standard, number), vector.compressed)
            assert status == OK
            assert len(key) == vector.size
            digest.update(key)
        assert digest.digest() == vector.digest


def test_suites_are_those_of_the_draft(standard: Bls) -> None:
    for name, group in (("min_sig", "G1"), ("min_pk", "G2")):
        suites = {kind: Arranged(standard, name).own_suite(kind) for kind in KINDS}
        middle = f"BLS12381{group}_XMD:SHA-256_SSWU_RO_"
        for kind, (tag, augments, distinct) in KINDS.items():
            suite = suites[kind]
            assert suite.tag == f"BLS_SIG_{middle}{tag}_".encode()
            assert suite.tag_length == len(suite.tag)
            assert (suite.augments, suite.distinct) == (augments, distinct)
            proved = f"BLS_POP_{middle}POP_".encode() if kind == "possession" else None
            assert suite.possession_tag == proved


KINDS = {"basic": ("NUL", 0, 1), "augmented": ("AUG", 1, 0), "possession": ("POP", 0, 0)}


def test_py_ecc_makes_the_same_signatures(standard: Bls, drawn: random.Random) -> None:
    from py_ecc.bls import G2Basic, G2MessageAugmentation, G2ProofOfPossession

    scheme = Arranged(standard, "min_pk")
    basic, augmented, possession = map(scheme.own_suite, KINDS)
    signed = []
    for length in (0, 1, 33, 200):
        key, message = some_key(standard, drawn), drawn.randbytes(length)
        number = int.from_bytes(key)
        public = G2Basic.SkToPk(number)
        assert scheme.public_key(key) == (OK, public)
        assert scheme.sign(key, basic, message) == (OK, G2Basic.Sign(number, message))
        right = G2MessageAugmentation.Sign(number, message)
        assert scheme.sign_augmented(key, public, augmented, message) == (OK, right)
        assert scheme.verify(public, augmented, message, right) == OK
        right = G2ProofOfPossession.PopProve(number)
        assert scheme.prove(key, possession) == (OK, right)
        assert scheme.verify_possession(public, possession, right) == OK
        signed.append((public, message, G2Basic.Sign(number, message)))
    total = G2Basic.Aggregate([signature for _, _, signature in signed])
    assert scheme.aggregate([signature for _, _, signature in signed]) == (OK, total)
    assert scheme.aggregate_verify(basic, [each[:2] for each in signed], total) == OK
    material = drawn.randbytes(32)
    for info in (b"", b"info"):
        right = private_key(standard, G2Basic.KeyGen(material, info))
        assert standard.derive_key(material, None, info) == (OK, right)


# Against the oracles


def test_public_keys_are_those_of_the_oracle(arranged: Arranged, drawn: random.Random) -> None:
    bls, points = arranged.bls, Points(arranged.bls)
    order = bls.curve.order
    for number in (1, 2, order - 1, drawn.randrange(1, order)):
        for compressed in (True, False):
            right = points.of(arranged.key_is_second)(number, compressed)
            key = arranged.public_key(private_key(bls, number), compressed)
            assert key == (OK, right)
            assert arranged.validate_key(right) == OK


def own_hash(curve: Curve) -> str:
    assert curve.suite is not None
    return curve.suite.hash


def test_short_signatures_are_those_of_the_oracle(bls: Bls, drawn: random.Random) -> None:
    """Multiples of what the oracle hashes to."""
    scheme, points = Arranged(bls, "min_sig"), Points(bls)
    size = bls.number_bytes
    tag = drawn.randbytes(20)
    suite = bls.suite(tag, hash_name=own_hash(bls.curve))
    for length in (0, 20):
        message, number = drawn.randbytes(length), drawn.randrange(1, bls.curve.order)
        hashed = oracle.hash_to_curve(bls.curve).hashed(message, tag, True)
        x, y = (int.from_bytes(hashed[1 + i * size :][:size]) for i in range(2))
        right = points.first(number, base=points.right.first((x, y)))
        assert scheme.sign(private_key(bls, number), suite, message) == (OK, right)


def test_signatures_are_multiples(arranged: Arranged, drawn: random.Random) -> None:
    """Sums of signatures are signatures by sums of keys, and -1 gives the opposite of 1."""
    bls, suite = arranged.bls, arranged.own_suite("possession")
    order, message = bls.curve.order, drawn.randbytes(30)
    one, two = (drawn.randrange(1, order // 2) for _ in range(2))
    signatures = [arranged.sign(private_key(bls, k), suite, message)[1] for k in (one, two)]
    total = arranged.sign(private_key(bls, one + two), suite, message)
    assert total[0] == OK
    assert arranged.aggregate(signatures) == total
    opposites = [
        arranged.sign(private_key(bls, k), suite, message, False)[1] for k in (1, order - 1)
    ]
    x = len(opposites[0]) // 2
    assert opposites[0][:x] == opposites[1][:x]
    assert opposites[0] != opposites[1]
    assert arranged.aggregate(opposites)[0] == status_of("SIGNATURE_ORDER")


def test_signatures_verify(arranged: Arranged, drawn: random.Random) -> None:
    bls = arranged.bls
    status, key = bls.keygen(source(drawn))
    assert status == OK
    assert bls.call("bls_validate_private_key", key) == OK
    public, whole = (arranged.public_key(key, compressed)[1] for compressed in (True, False))
    suite, message = arranged.own_suite("basic"), drawn.randbytes(20)
    status, signature = arranged.sign(key, suite, message)
    assert status == OK
    assert len(signature) == arranged.signature_size()
    status, long = arranged.sign(key, suite, message, False)
    assert status == OK
    invalid = status_of("SIGNATURE_INVALID")
    for which in (public, whole):
        for each in (signature, long):
            assert arranged.verify(which, suite, message, each) == OK
    assert arranged.verify(public, suite, message + b"\0", signature) == invalid
    assert arranged.verify(public, suite, b"", signature) == invalid
    assert arranged.verify(public, arranged.own_suite("possession"), message, signature) == invalid
    other = arranged.public_key(some_key(bls, drawn))[1]
    assert arranged.verify(other, suite, message, signature) == invalid
    assert arranged.verify(public, suite, message, opposite(arranged, signature)) == invalid


def opposite(arranged: Arranged, point: bytes) -> bytes:
    """Of a compressed point."""
    return bytes([point[0] ^ (0x20 if arranged.bls.has_flags else 1)]) + point[1:]


def test_augmented_signatures_verify(arranged: Arranged, drawn: random.Random) -> None:
    bls, suite = arranged.bls, arranged.own_suite("augmented")
    key, message = some_key(bls, drawn), drawn.randbytes(20)
    public, whole = (arranged.public_key(key, compressed)[1] for compressed in (True, False))
    status, signature = arranged.sign_augmented(key, public, suite, message)
    assert status == OK
    assert arranged.verify(public, suite, message, signature) == OK
    assert arranged.verify(whole, suite, message, signature) == OK
    plain = bls.suite(suite.tag, hash_name=own_hash(bls.curve))
    assert arranged.sign(key, plain, public + message) == (OK, signature)
    argument = status_of("ARGUMENT")
    assert arranged.sign(key, suite, message)[0] == argument
    assert arranged.sign_augmented(key, public, plain, message)[0] == argument
    wrong = status_of("PUBLIC_KEY_LENGTH")
    assert arranged.sign_augmented(key, whole, suite, message)[0] == wrong


def test_possession_is_proved(arranged: Arranged, drawn: random.Random) -> None:
    bls, suite = arranged.bls, arranged.own_suite("possession")
    keys = [some_key(bls, drawn) for _ in range(2)]
    public, other = (arranged.public_key(key)[1] for key in keys)
    status, proof = arranged.prove(keys[0], suite)
    assert status == OK
    assert arranged.verify_possession(public, suite, proof) == OK
    assert arranged.verify_possession(other, suite, proof) == status_of("SIGNATURE_INVALID")
    assert arranged.verify(public, suite, public, proof) == status_of("SIGNATURE_INVALID")
    basic = arranged.own_suite("basic")
    assert arranged.prove(keys[0], basic)[0] == status_of("ARGUMENT")
    assert arranged.verify_possession(public, basic, proof) == status_of("ARGUMENT")


def signed_by(
    arranged: Arranged, suite: Suite, messages: Sequence[bytes], drawn: random.Random
) -> list[tuple[bytes, bytes, bytes]]:
    found = []
    for message in messages:
        key = some_key(arranged.bls, drawn)
        status, signature = arranged.sign(key, suite, message)
        assert status == OK
        found.append((arranged.public_key(key)[1], message, signature))
    return found


def counts(bls: Bls) -> tuple[int, ...]:
    if bls.curve.name == STANDARD:
        return (1, 2, 7, 8, 9, 100)
    return (1, 3) if bls.curve.name in LONG else (1, 2, 4, 5, 9)


def test_aggregates(arranged: Arranged, drawn: random.Random) -> None:
    suite = arranged.own_suite("basic")
    for count in counts(arranged.bls):
        messages = [i.to_bytes(2) for i in range(count)]
        signed = signed_by(arranged, suite, messages, drawn)
        status, total = arranged.aggregate([signature for _, _, signature in signed])
        assert status == OK
        keyed = [each[:2] for each in signed]
        assert arranged.aggregate_verify(suite, keyed, total) == OK
        wrong = [*keyed[:-1], (keyed[-1][0], b"another")]
        assert arranged.aggregate_verify(suite, wrong, total) == status_of("SIGNATURE_INVALID")
    halves = [arranged.aggregate([s for _, _, s in part])[1] for part in (signed[:2], signed[2:])]
    assert arranged.aggregate(halves) == (OK, total)
    repeated = [*keyed, (keyed[0][0], keyed[-1][1])]
    assert arranged.aggregate_verify(suite, repeated, total) == status_of("MESSAGE_DUPLICATE")


def test_aggregates_with_repeated_messages(arranged: Arranged, drawn: random.Random) -> None:
    """Which the other suites allow."""
    suite = arranged.own_suite("possession")
    signed = signed_by(arranged, suite, [b"same", b"same", b"other"], drawn)
    total = arranged.aggregate([signature for _, _, signature in signed])[1]
    assert arranged.aggregate_verify(suite, [each[:2] for each in signed], total) == OK
    augmented, signatures, keyed = arranged.own_suite("augmented"), [], []
    for _ in range(2):
        key = some_key(arranged.bls, drawn)
        public = arranged.public_key(key)[1]
        signatures.append(arranged.sign_augmented(key, public, augmented, b"same")[1])
        keyed.append((public, b"same"))
    total = arranged.aggregate(signatures)[1]
    assert arranged.aggregate_verify(augmented, keyed, total) == OK


def test_fast_aggregates(arranged: Arranged, drawn: random.Random) -> None:
    suite = arranged.own_suite("possession")
    for count in counts(arranged.bls):
        signed = signed_by(arranged, suite, [b"message"] * count, drawn)
        keys = [key for key, _, _ in signed]
        total = arranged.aggregate([signature for _, _, signature in signed])[1]
        assert arranged.fast_aggregate_verify(keys, suite, b"message", total) == OK
        status, sum_of_keys = arranged.aggregate_keys(keys)
        assert status == OK
        assert arranged.verify(sum_of_keys, suite, b"message", total) == OK
        wrong = arranged.fast_aggregate_verify(keys, suite, b"messages", total)
        assert wrong == status_of("SIGNATURE_INVALID")
    for kind in ("basic", "augmented"):
        other = arranged.own_suite(kind)
        refused = arranged.fast_aggregate_verify(keys, other, b"message", total)
        assert refused == status_of("ARGUMENT")
    rogue = [keys[0], opposite(arranged, keys[0])]
    infinity = status_of("PUBLIC_KEY_INFINITY")
    assert arranged.fast_aggregate_verify(rogue, suite, b"message", total) == infinity
    assert arranged.aggregate_keys(rogue)[0] == infinity


def test_batches(arranged: Arranged, drawn: random.Random) -> None:
    suite, random_source = arranged.own_suite("basic"), source(drawn)
    for count in counts(arranged.bls):
        messages = [b"same" if i < 2 else i.to_bytes(2) for i in range(count)]
        signed = signed_by(arranged, suite, messages, drawn)
        assert arranged.verify_batch(suite, signed, random_source) == OK
        for place in {0, count // 2, count - 1}:
            public, _, signature = signed[place]
            wrong = [*signed[:place], (public, b"another", signature), *signed[place + 1 :]]
            found = arranged.verify_batch(suite, wrong, random_source)
            assert found == status_of("SIGNATURE_INVALID")
    # Two that are bad and make a good sum.
    if count > 1:
        (k1, m1, s1), (k2, m2, s2), *rest = signed
        swapped = [(k1, m1, s2), (k2, m2, s1), *rest]
        found = arranged.verify_batch(suite, swapped, random_source)
        assert found == status_of("SIGNATURE_INVALID")
    assert arranged.verify_batch(suite, [], None) == OK
    assert arranged.verify_batch(suite, signed, None) == status_of("RANDOM_MISSING")


def test_pairings_are_those_of_the_oracle(bls: Bls, drawn: random.Random) -> None:
    points = Points(bls)
    right, order = points.right, bls.curve.order
    base = right.pairing(right.first(bls.curve.base), right.untwisted(right.tower.base))
    pairs, exponent = [], 0
    for compressed in (True, False):
        a, b = drawn.randrange(1, order), drawn.randrange(1, order)
        first, second = points.first(a, compressed), points.second(b, not compressed)
        rows = right.tower_coordinates(right.field.power(base, a * b % order))
        value = b"".join(
            number.to_bytes(bls.number_bytes) for row in reversed(rows) for number in reversed(row)
        )
        assert bls.pairing(first, second) == (OK, value)
        pairs.append((first, second))
        exponent += a * b
    assert bls.product_is_one([]) == OK
    assert bls.product_is_one(pairs) == status_of("PROOF")
    last = (points.first(-exponent % order), points.second(1))
    for _ in range(2):
        assert bls.product_is_one([*pairs, last]) == OK
        pairs = [*pairs, last, (points.first(exponent % order), points.second(1))]


# Prepared points


def test_prepared_keys_verify(bls: Bls, drawn: random.Random) -> None:
    """As keys do, with the base point prepared and without."""
    scheme, invalid = Arranged(bls, "min_sig"), status_of("SIGNATURE_INVALID")
    basic, augmented = scheme.own_suite("basic"), scheme.own_suite("augmented")
    key, other, message = some_key(bls, drawn), some_key(bls, drawn), drawn.randbytes(20)
    public, whole = (scheme.public_key(key, compressed)[1] for compressed in (True, False))
    status, base = bls.prepare(None)
    assert status == OK
    assert bls.prepare(Points(bls).second(1))[1][:] == base[:]
    status, lines = bls.prepare(public)
    assert status == OK
    assert bls.prepare(whole)[1][:] == lines[:]
    other_lines = bls.prepare(scheme.public_key(other)[1])[1]
    signature = scheme.sign(key, basic, message)[1]
    long = scheme.sign(key, basic, message, False)[1]
    own = scheme.sign_augmented(key, public, augmented, message)[1]
    for with_base in (base, None):
        for each in (signature, long):
            assert bls.verify_prepared(lines, with_base, basic, message, each) == OK
        assert bls.verify_prepared(lines, with_base, augmented, message, own) == OK
        assert bls.verify_prepared(lines, with_base, augmented, message, signature) == invalid
        assert bls.verify_prepared(lines, with_base, basic, message + b"0", signature) == invalid
        assert bls.verify_prepared(other_lines, with_base, basic, message, signature) == invalid
        turned = opposite(scheme, signature)
        assert bls.verify_prepared(lines, with_base, basic, message, turned) == invalid


def test_products_with_prepared_points(bls: Bls, drawn: random.Random) -> None:
    """Of more pairs than go through a loop at once, with others and alone."""
    points, order = Points(bls), bls.curve.order
    prepared: list[tuple[bytes, Lines]] = []
    pairs: list[tuple[bytes, bytes]] = []
    known = others = 0
    seconds = {b: bls.prepare(points.second(b))[1] for b in (1, 5)}
    assert bls.prepared_product_is_one([], []) == OK
    for _ in range(1 if bls.curve.name in LONG else 4):
        for b, lines in seconds.items():
            a = drawn.randrange(1, order)
            prepared.append((points.first(a), lines))
            known += a * b
        last = (points.first(-known % order), seconds[1])
        assert bls.prepared_product_is_one([*prepared, last], []) == OK
        assert bls.prepared_product_is_one(prepared, []) == status_of("PROOF")
        a = drawn.randrange(1, order)
        pairs.append((points.first(a), points.second(7)))
        others += 7 * a
        last = (points.first(-(known + others) % order), seconds[1])
        assert bls.prepared_product_is_one([*prepared, last], pairs) == OK
        assert bls.prepared_product_is_one(prepared, pairs) == status_of("PROOF")
        plain = (points.first(-others % order), points.second(1))
        assert bls.prepared_product_is_one([], [*pairs, plain]) == OK


# What is refused


SIGNATURE = {"PREFIX": "ENCODING", "INFINITY": "ORDER"}


def test_wrong_points_are_refused(arranged: Arranged, drawn: random.Random) -> None:
    """As keys and as signatures, by every function that reads them."""
    bls, suite, message = arranged.bls, arranged.own_suite("possession"), b"message"
    key = some_key(bls, drawn)
    public, signature = arranged.public_key(key)[1], arranged.sign(key, suite, message)[1]
    for name, wrong in wrong_points(bls, arranged.key_is_second, drawn):
        status = status_of(f"PUBLIC_KEY_{name}")
        assert arranged.validate_key(wrong) == status, name
        assert arranged.verify(wrong, suite, message, signature) == status
        assert arranged.verify_possession(wrong, suite, signature) == status
        assert arranged.fast_aggregate_verify([wrong], suite, message, signature) == status
        assert arranged.aggregate_verify(suite, [(wrong, message)], signature) == status
        assert arranged.aggregate_keys([wrong]) == (status, bytes(arranged.key_size()))
        signed = [(public, message, signature), (wrong, message, signature)]
        assert arranged.verify_batch(suite, signed, source(drawn)) == status
    for name, wrong in wrong_points(bls, not arranged.key_is_second, drawn):
        status = status_of(f"SIGNATURE_{SIGNATURE.get(name, name)}")
        assert arranged.verify(public, suite, message, wrong) == status, name
        assert arranged.verify_possession(public, suite, wrong) == status
        assert arranged.fast_aggregate_verify([public], suite, message, wrong) == status
        assert arranged.aggregate_verify(suite, [(public, message)], wrong) == status
        assert arranged.aggregate([wrong]) == (status, bytes(arranged.signature_size()))
        assert arranged.verify_batch(suite, [(public, message, wrong)], source(drawn)) == status


def test_wrong_points_are_not_prepared(bls: Bls, drawn: random.Random) -> None:
    points = Points(bls)
    first, second, argument = points.first(3), points.second(3), status_of("ARGUMENT")
    lines, base = bls.prepare(second)[1], bls.prepare(None)[1]
    for name, wrong in wrong_points(bls, True, drawn):
        status, nothing = bls.prepare(wrong)
        assert status == status_of(f"PUBLIC_KEY_{name}")
        assert bls.is_zero(nothing)
        pairs = [(first, second), (first, wrong)]
        assert bls.prepared_product_is_one([(first, lines)], pairs) == status
        assert bls.prepared_product_is_one([(b"", lines)], pairs) == status
    suite, mixed = bls.own_suite("min_sig_basic"), status_of("MIXED")
    signature = points.first(5)
    assert bls.verify_prepared(nothing, base, suite, b"m", signature) == mixed
    assert bls.verify_prepared(nothing, None, suite, b"m", signature) == mixed
    assert bls.verify_prepared(lines, nothing, suite, b"m", signature) == mixed
    assert bls.verify_prepared(base, lines, suite, b"m", signature) == mixed
    assert bls.prepared_product_is_one([(first, lines), (first, nothing)], []) == mixed
    for name, wrong in wrong_points(bls, False, drawn):
        status = status_of(f"SIGNATURE_{SIGNATURE.get(name, name)}")
        assert bls.verify_prepared(lines, base, suite, b"m", wrong) == status
        status = status_of(f"PUBLIC_KEY_{name}")
        assert bls.prepared_product_is_one([(first, lines), (wrong, lines)], []) == status
    arguments = [lines, base, ctypes.byref(suite), *given(b"m"), *given(signature)]
    for place in (0, 2, 3, 5):
        changed = [*arguments[:place], None, *arguments[place + 1 :]]
        assert bls.call("min_sig_verify_prepared", *changed) == argument
    size = ctypes.c_size_t(len(second))
    assert bls.call("prepare", None, second, size) == argument
    assert bls.call("prepare", lines, None, size) == argument
    assert bls.call("prepare_base", None) == argument
    inside = ctypes.c_void_p(ctypes.addressof(lines) + 8)
    assert bls.call("prepare", lines, inside, size) == status_of("OVERLAP")
    one, none = ctypes.c_size_t(1), ctypes.c_size_t(0)
    assert bls.call("prepared_product_is_one", None, one, None, none) == argument
    assert bls.call("prepared_product_is_one", None, none, None, one) == argument


def test_what_is_wrong_first_is_said(arranged: Arranged, drawn: random.Random) -> None:
    """A point outside its group, which a loop may tell, before what is read after it."""
    bls, message = arranged.bls, b"message"
    suite = arranged.own_suite("possession")
    tagless = bls.suite(b"", hash_name=own_hash(bls.curve))
    key = some_key(bls, drawn)
    public, signature = arranged.public_key(key)[1], arranged.sign(key, suite, message)[1]
    short_key, short = status_of("PUBLIC_KEY_LENGTH"), status_of("SIGNATURE_LENGTH")
    good = (public, message, signature)
    for outside in islice(strangers(bls, arranged.key_is_second, drawn), 1):
        wrong = status_of("PUBLIC_KEY_ORDER")
        assert arranged.verify(outside, suite, message, b"") == wrong
        assert arranged.verify(outside, tagless, message, signature) == wrong
        assert arranged.verify_possession(outside, suite, b"") == wrong
        bad = (outside, message)
        for count in (0, 3, 9):
            before = [(public, b"%d" % i) for i in range(count)]
            listed = [*before, bad, (public, b"x"), (b"", message)]
            assert arranged.aggregate_verify(suite, listed, signature) == wrong
            listed = [*before, (b"", message), bad]
            assert arranged.aggregate_verify(suite, listed, signature) == short_key
        assert arranged.aggregate_verify(suite, [bad], b"") == short
        assert arranged.aggregate_verify(tagless, [bad], signature) == wrong
        for after in ((public, message, b""), (b"", message, signature)):
            signed = [good, (outside, message, signature), after]
            assert arranged.verify_batch(suite, signed, source(drawn)) == wrong
        assert arranged.verify_batch(suite, [(outside, message, b"")], source(drawn)) == wrong
        signed = [(public, message, b""), (outside, message, signature)]
        assert arranged.verify_batch(suite, signed, source(drawn)) == short
        assert arranged.verify_batch(tagless, [(outside, *good[1:])], source(drawn)) == wrong
    for outside in islice(strangers(bls, not arranged.key_is_second, drawn), 1):
        wrong = status_of("SIGNATURE_ORDER")
        assert arranged.verify(b"", suite, message, outside) == short_key
        assert arranged.verify(public, tagless, message, outside) == wrong
        assert arranged.verify_possession(public, suite, outside) == wrong
        assert arranged.fast_aggregate_verify([public], tagless, message, outside) == wrong
        assert arranged.aggregate_verify(tagless, [(public, message)], outside) == wrong
        assert arranged.aggregate_verify(suite, [(b"", message)], outside) == wrong


def test_wrong_points_have_no_pairing(bls: Bls, drawn: random.Random) -> None:
    points = Points(bls)
    first, second = points.first(3), points.second(3)
    assert bls.curve.tower is not None
    nothing = bytes(bls.number_bytes * bls.curve.tower.embedding)
    for is_second in (False, True):
        for name, wrong in wrong_points(bls, is_second, drawn):
            pair = (first, wrong) if is_second else (wrong, second)
            status = status_of(f"PUBLIC_KEY_{name}")
            assert bls.pairing(*pair) == (status, nothing)
            assert bls.product_is_one([(first, second), pair]) == status


def test_private_keys_out_of_range_are_refused(arranged: Arranged) -> None:
    bls, suite = arranged.bls, arranged.own_suite("possession")
    augmented = arranged.own_suite("augmented")
    public = arranged.public_key(private_key(bls, 1))[1]
    wrong = status_of("PRIVATE_KEY_RANGE")
    nothing = bytes(arranged.signature_size())
    for number in (0, bls.curve.order, 2 ** (8 * bls.order_bytes) - 1):
        key = private_key(bls, number)
        assert bls.call("bls_validate_private_key", key) == wrong
        assert arranged.public_key(key) == (wrong, bytes(arranged.key_size()))
        assert arranged.sign(key, suite, b"m") == (wrong, nothing)
        assert arranged.sign_augmented(key, public, augmented, b"m") == (wrong, nothing)
        assert arranged.prove(key, suite) == (wrong, nothing)


def test_wrong_lengths_and_missing_arguments_are_refused(arranged: Arranged) -> None:
    bls, suite = arranged.bls, arranged.own_suite("possession")
    key = private_key(bls, 7)
    public, signature = arranged.public_key(key)[1], arranged.sign(key, suite, b"m")[1]
    length, argument = status_of("OUTPUT_LENGTH"), status_of("ARGUMENT")
    for size in (0, 1, arranged.key_size() + 1, arranged.key_size(False) - 1):
        assert arranged.write("public_key", size, key)[0] == length
        rest = (public, ctypes.c_size_t(1), ctypes.c_size_t(len(public)))
        assert arranged.write("aggregate_keys", size, *rest)[0] == length
    pointer = ctypes.byref(suite)
    for size in (0, arranged.signature_size() - 1, arranged.signature_size(False) + 1):
        assert arranged.write("sign", size, key, pointer, *given(b"m"))[0] == length
        assert arranged.write("prove_possession", size, key, pointer)[0] == length
        rest = (signature, ctypes.c_size_t(1), ctypes.c_size_t(len(signature)))
        assert arranged.write("aggregate", size, *rest)[0] == length
    out = ctypes.create_string_buffer(arranged.signature_size(False))
    whole = ctypes.c_size_t(arranged.signature_size())
    arguments = [out, whole, key, pointer, b"m", ctypes.c_size_t(1)]
    for place in (0, 2, 3, 4):
        changed = [*arguments[:place], None, *arguments[place + 1 :]]
        assert arranged.call("sign", *changed) == argument
    arguments = [*given(public), pointer, *given(b"m"), *given(signature)]
    for place in (0, 2, 3, 5):
        changed = [*arguments[:place], None, *arguments[place + 1 :]]
        assert arranged.call("verify", *changed) == argument
    assert arranged.aggregate([])[0] == argument
    assert arranged.aggregate_keys([])[0] == argument
    assert arranged.aggregate_verify(suite, [], signature) == argument
    assert arranged.fast_aggregate_verify([], suite, b"m", signature) == argument
    tagless = bls.suite(b"", hash_name=own_hash(bls.curve))
    assert arranged.sign(key, tagless, b"m")[0] == status_of("TAG_LENGTH")
    assert arranged.verify(public, tagless, b"m", signature) == status_of("TAG_LENGTH")


def test_outputs_overlap_no_inputs(arranged: Arranged) -> None:
    bls, suite = arranged.bls, arranged.own_suite("possession")
    key = private_key(bls, 7)
    overlap = status_of("OVERLAP")
    size = arranged.signature_size()
    room = ctypes.create_string_buffer(4 * arranged.signature_size(False) + 4 * len(key))
    start = ctypes.addressof(room)
    ctypes.memmove(start + size, key, len(key))
    pointer, length = ctypes.byref(suite), ctypes.c_size_t(size)
    inside = ctypes.c_void_p(start + size - 1)
    assert arranged.call("sign", room, length, inside, pointer, b"m", ctypes.c_size_t(1)) == overlap
    assert arranged.call("sign", room, length, key, pointer, inside, ctypes.c_size_t(1)) == overlap
    one = ctypes.c_size_t(1)
    assert arranged.call("aggregate", room, length, inside, one, length) == overlap
    key_length = ctypes.c_size_t(arranged.key_size())
    assert arranged.call("public_key", room, key_length, ctypes.c_void_p(start)) == overlap


def test_keys_are_drawn_and_derived(bls: Bls, drawn: random.Random) -> None:
    status, key = bls.keygen(source(drawn))
    assert status == OK
    assert 0 < int.from_bytes(key) < bls.curve.order
    assert bls.keygen(None) == (status_of("RANDOM_MISSING"), bytes(len(key)))
    zeros = Random(FILL(lambda _context, out, length: ctypes.memset(out, 0, length) and OK), None)
    assert bls.keygen(zeros)[0] == status_of("RANDOM_STUCK")
    failing = Random(FILL(lambda *_: 0), None)
    assert bls.keygen(failing) == (status_of("RANDOM_FAILED"), bytes(len(key)))
    material = drawn.randbytes(48)
    name = own_hash(bls.curve)
    for salt in (None, b"", b"salt", drawn.randbytes(200)):
        for info in (b"", b"info"):
            right = private_key(bls, derived(bls.curve, name, material, salt, info))
            assert bls.derive_key(material, salt, info, name) == (OK, right)
    short = bls.derive_key(material[:31], None, b"", name)
    assert short == (status_of("PRIVATE_KEY_LENGTH"), bytes(len(key)))


def derived(curve: Curve, name: str, material: bytes, salt: bytes | None, info: bytes) -> int:
    """KeyGen of the draft."""
    length = -(-3 * curve.order_bits // 16)
    chosen = hashlib.new(name, b"BLS-SIG-KEYGEN-SALT-").digest() if salt is None else salt
    extracted = hmac.digest(chosen, material + b"\0", name)
    block, output = b"", b""
    for i in range(1, 255):
        text = block + info + length.to_bytes(2) + bytes([i])
        block = hmac.digest(extracted, text, name)
        output += block
    return int.from_bytes(output[:length]) % curve.order
