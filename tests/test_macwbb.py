# SPDX-License-Identifier: MIT
"""MACwBB against the scheme on Python's integers, both ways; forgeries and bad input."""

import ctypes
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from lab import curves
from lab.oracle.macwbb import Macwbb
from tests.arithmetic import OK, Group, Source, shared, status_of

CURVES = ("secp256r1", "secp256k1", "brainpoolP224r1", "secp521r1")
BUILDS = {
    "64-bit": (),
    "32-bit": ("-DWHIT_LIMB_BITS=32", "-DWHIT_PROFILE=small"),
    "8-bit randomised": ("-DWHIT_LIMB_BITS=8", "-DWHIT_PROFILE=fast", "-DWHIT_RANDOMISE=1"),
}
NONCE = b"a nonce of the verifier"
INVALID = status_of("PROOF")

# The compiler takes a while for each build.
pytestmark = [pytest.mark.slow, pytest.mark.sampled(1)]


class Holder:
    """A key, a credential and its attributes in the library, and the scheme beside it."""

    def __init__(self, library: ctypes.CDLL, curve: str, count: int, seed: int) -> None:
        self.group = Group(library, curve)
        self.scheme = Macwbb(curves.find(curve))
        self.chosen = random.Random(seed)
        name = f"whit_{self.group.curve.hash}"
        self._hash = ctypes.byref(ctypes.c_char.in_dll(library, name))
        q = self.group.curve.order
        self.numbers = [self.chosen.randrange(1, q) for _ in range(1 + count)]
        self.values = [
            self.chosen.choice([0, 1, q - 1, self.chosen.randrange(q)]) for _ in range(count)
        ]
        self.points = self.scheme.parameters(self.numbers)
        self.key = self.scheme.numbers(self.numbers)
        self.parameters = b"".join(map(self.scheme.point, self.points))
        self.attributes = self.scheme.numbers(self.values)
        self.credential, self.proof = b"", b""

    @property
    def compressed(self) -> int:
        return 1 + self.group.field_bytes

    def call(self, name: str, *arguments: Any) -> int:
        """Buffers of bytes come with their length."""
        given: list[Any] = []
        for each in arguments:
            given.append(each)
            if isinstance(each, bytes | ctypes.Array):
                given.append(ctypes.c_size_t(len(each)))
        prefix = () if name == "verify" else (self.group.base, self._hash)
        return self.group.call(f"macwbb_{name}", *prefix, *given)

    def source(self) -> Source:
        return Source(self.chosen.randrange(1 << 30))

    def issue(self, source: Source | None = None) -> int:
        each = 2 * self.group.field_bytes + 1
        credential = ctypes.create_string_buffer(
            b"\xa5" * each * len(self.numbers), each * len(self.numbers)
        )
        proof = ctypes.create_string_buffer(
            b"\xa5" * 2 * self.group.order_bytes, 2 * self.group.order_bytes
        )
        status = self.call(
            "issue",
            credential,
            proof,
            self.key,
            self.parameters,
            self.attributes,
            (source or self.source()).pointer,
        )
        self.credential, self.proof = credential.raw, proof.raw
        return status

    def accept(self, **other: bytes) -> int:
        given = self._given(other)
        return self.call(
            "accept", *(given[each] for each in ("credential", "proof", "parameters", "attributes"))
        )

    def verify(self, **other: bytes) -> int:
        given = self._given(other)
        return self.call("verify", *(given[each] for each in ("credential", "key", "attributes")))

    def show(
        self,
        disclosed: int,
        length: int | None = None,
        source: Source | None = None,
        **other: bytes,
    ) -> tuple[int, bytes]:
        given = {"nonce": NONCE, **self._given(other)}
        hidden = len(self.values) - disclosed.bit_count()
        usual = self.compressed + (2 + hidden) * self.group.order_bytes
        out = ctypes.create_string_buffer(b"\xa5" * (length or usual), length or usual)
        status = self.call(
            "show",
            out,
            given["credential"],
            given["parameters"],
            given["attributes"],
            ctypes.c_uint32(disclosed),
            given["nonce"],
            (source or self.source()).pointer,
        )
        return status, out.raw

    def verify_show(self, showing: bytes, disclosed: int, **other: bytes) -> int:
        given = {"nonce": NONCE, **self._given(other)}
        return self.call(
            "verify_show",
            showing,
            given["key"],
            given["parameters"],
            given["attributes"],
            ctypes.c_uint32(disclosed),
            given["nonce"],
        )

    def _given(self, other: dict[str, bytes]) -> dict[str, bytes]:
        return {
            name: getattr(self, name)
            for name in ("key", "parameters", "attributes", "credential", "proof")
        } | other

    def shown(self, disclosed: int) -> dict[int, int]:
        return {i: m for i, m in enumerate(self.values, 1) if disclosed >> (i - 1) & 1}

    def disclosing(self, disclosed: int) -> bytes:
        """The attributes that a verifier has: others are anything."""
        values = [
            m if disclosed >> i & 1 else (1 << 8 * self.group.order_bytes) - 1
            for i, m in enumerate(self.values)
        ]
        return self.scheme.numbers(values)

    def points_of(self, credential: bytes) -> list[tuple[int, int] | None]:
        each = len(credential) // len(self.numbers)
        return [
            self.scheme.decoded(credential[at : at + each])
            for at in range(0, len(credential), each)
        ]


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], ctypes.CDLL]:
    @cache
    def library(name: str) -> ctypes.CDLL:
        return shared(tmp_path_factory.mktemp("macwbb"), *BUILDS[name], curves=CURVES)

    return library


@pytest.fixture
def holder(libraries: Callable[[str], ctypes.CDLL]) -> Holder:
    made = Holder(libraries("64-bit"), "secp256r1", 3, seed=1)
    assert made.issue() == OK
    return made


@pytest.mark.sampled(2, "build")
@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("build", BUILDS)
def test_both_sides_agree(libraries: Callable[[str], ctypes.CDLL], build: str, curve: str) -> None:
    """Credentials and proofs of the library's are right, and so are the scheme's to the library."""
    for count in (1, 2, 5):
        made = Holder(libraries(build), curve, count, seed=count)
        assert made.issue() == OK
        assert (made.accept(), made.verify()) == (OK, OK)
        points = made.points_of(made.credential)
        assert points == made.scheme.issue(made.numbers, made.values)
        half = len(made.proof) // 2
        e, response = (
            int.from_bytes(each, "big") for each in (made.proof[:half], made.proof[half:])
        )
        assert made.scheme.accept(made.points, points, made.values, (e, response))
        own = made.scheme.prove_issue(made.numbers, points, made.chosen)
        assert made.accept(proof=made.scheme.numbers(own)) == OK
        for disclosed in {0, 1, (1 << count) - 1, made.chosen.randrange(1 << count)}:
            status, showing = made.show(disclosed)
            assert status == OK
            shown = made.shown(disclosed)
            assert made.scheme.verify_show(made.numbers, made.scheme.read(showing, shown), NONCE)
            given = made.disclosing(disclosed)
            assert made.verify_show(showing, disclosed, attributes=given) == OK
            theirs = made.scheme.show(
                made.points, points, made.values, set(shown), NONCE, made.chosen
            )
            assert made.verify_show(made.scheme.encoded(theirs), disclosed, attributes=given) == OK


def test_keys_are_made(holder: Holder) -> None:
    key = ctypes.create_string_buffer(4 * 32)
    parameters = ctypes.create_string_buffer(4 * 33)
    call = holder.group.call
    sizes = ctypes.c_size_t(len(key)), ctypes.c_size_t(len(parameters))
    base = holder.group.base
    assert (
        call("macwbb_keygen", base, key, sizes[0], parameters, sizes[1], holder.source().pointer)
        == OK
    )
    numbers = [int.from_bytes(key.raw[at : at + 32], "big") for at in range(0, 128, 32)]
    assert len(set(numbers)) == 4
    points = map(holder.scheme.point, holder.scheme.parameters(numbers))
    assert parameters.raw == b"".join(points)
    failing = Source(status=status_of("RANDOM_FAILED"))
    status = call("macwbb_keygen", base, key, sizes[0], parameters, sizes[1], failing.pointer)
    assert status == status_of("RANDOM_FAILED")
    assert not any(key.raw + parameters.raw)
    for wrong in (32, 33 * 32 + 32, 127, 0):
        status = call(
            "macwbb_keygen",
            base,
            key,
            ctypes.c_size_t(wrong),
            parameters,
            sizes[1],
            holder.source().pointer,
        )
        assert status == status_of("OUTPUT_LENGTH")


def test_two_showings_have_nothing_in_common(holder: Holder) -> None:
    first, second = (holder.show(0b010)[1] for _ in range(2))
    pieces = [(first[at : at + 8], second[at : at + 8]) for at in range(1, len(first) - 8)]
    assert all(a != b for a, b in pieces)


def altered(data: bytes, at: int) -> bytes:
    changed = bytearray(data)
    changed[at] ^= 1
    return bytes(changed)


@pytest.mark.parametrize("disclosed", [0, 0b101, 0b111])
def test_a_showing_with_any_part_altered_is_refused(holder: Holder, disclosed: int) -> None:
    status, showing = holder.show(disclosed)
    assert (status, holder.verify_show(showing, disclosed)) == (OK, OK)
    for at in range(len(showing)):
        assert holder.verify_show(altered(showing, at), disclosed) != OK, at
    refused = {
        "nonce": altered(NONCE, 0),
        "key": altered(holder.key, len(holder.key) - 1),
        "parameters": altered(holder.parameters, len(holder.parameters) - 1),
    }
    for name, value in refused.items():
        assert holder.verify_show(showing, disclosed, **{name: value}) == INVALID, name
    for shorter in (NONCE[:-1], NONCE + b"\0", b""):
        assert holder.verify_show(showing, disclosed, nonce=shorter) == INVALID
    for i in range(3):
        changed = altered(holder.attributes, 32 * i + 31)
        wanted = INVALID if disclosed >> i & 1 else OK
        assert holder.verify_show(showing, disclosed, attributes=changed) == wanted
    for other in range(8):
        if other != disclosed and other.bit_count() == disclosed.bit_count():
            assert holder.verify_show(showing, other) == INVALID


@pytest.mark.parametrize("signs", [(1, 1), (-1, -1), (-1, 1)])
def test_wrong_signs_are_refused(holder: Holder, signs: tuple[int, int]) -> None:
    points = holder.points_of(holder.credential)
    arguments = (holder.points, points, holder.values, {2}, NONCE, holder.chosen)
    right = holder.scheme.encoded(holder.scheme.show(*arguments))
    wrong = holder.scheme.encoded(holder.scheme.show(*arguments, signs=signs))
    assert holder.verify_show(right, 0b010) == OK
    assert holder.verify_show(wrong, 0b010) == INVALID


def test_a_false_attribute_is_refused_since_the_hash_has_it(holder: Holder) -> None:
    points = holder.points_of(holder.credential)
    arguments = (holder.points, points, holder.values, NONCE, holder.chosen)
    loose = Macwbb(holder.scheme.curve, binding=False)
    for scheme, believed in ((loose, True), (holder.scheme, False)):
        forged = scheme.forge(*arguments)
        assert forged.disclosed[1] != holder.values[0]
        assert scheme.verify_show(holder.numbers, forged, NONCE) == believed
        claimed = holder.scheme.numbers([forged.disclosed[i] for i in (1, 2, 3)])
        encoded = holder.scheme.encoded(forged)
        assert holder.verify_show(encoded, 0b111, attributes=claimed) == INVALID


def test_a_showing_by_another_key_is_refused(holder: Holder) -> None:
    other = [*holder.numbers[:-1], holder.numbers[-1] ^ 1]
    points = holder.scheme.issue(other, holder.values)
    forged = holder.scheme.show(holder.points, points, holder.values, {1}, NONCE, holder.chosen)
    assert holder.verify_show(holder.scheme.encoded(forged), 0b001) == INVALID


def test_numbers_that_are_not_reduced_are_refused(
    libraries: Callable[[str], ctypes.CDLL],
) -> None:
    """A number plus the order, which the bytes have room for on this curve, and the largest."""
    made = Holder(libraries("64-bit"), "secp521r1", 2, seed=5)
    assert made.issue() == OK
    status, showing = made.show(0b01)
    size, wanted = made.group.order_bytes, status_of("INTEGER_RANGE")
    assert (status, made.verify_show(showing, 0b01)) == (OK, OK)
    for at in range(made.compressed, len(showing), size):
        number = int.from_bytes(showing[at : at + size], "big") + made.group.curve.order
        for large in (number.to_bytes(size, "big"), b"\xff" * size):
            assert made.verify_show(showing[:at] + large + showing[at + size :], 0b01) == wanted
    grown = made.scheme.numbers([made.values[0] + made.group.curve.order, made.values[1]])
    assert made.verify_show(showing, 0b01, attributes=grown) == wanted
    assert made.accept(attributes=grown) == wanted
    assert made.show(0b01, attributes=grown)[0] == wanted


def points_to_refuse(holder: Holder) -> dict[str, tuple[bytes, bytes]]:
    """Encodings of no point: as the showing's S, and as one of the credential's."""
    x = next(x for x in range(1, 100) if not is_square(holder, x)).to_bytes(32, "big")
    p = holder.group.curve.p.to_bytes(32, "big")
    return {
        "PUBLIC_KEY_PREFIX": (bytes(33), bytes(65)),
        "PUBLIC_KEY_CURVE": (b"\2" + x, b"\4" + x + x),
        "PUBLIC_KEY_RANGE": (b"\3" + p, b"\4" + x + p),
    }


def is_square(holder: Holder, x: int) -> bool:
    curve = holder.group.curve
    square = (x**3 + curve.a * x + curve.b) % curve.p
    return pow(square, (curve.p - 1) // 2, curve.p) == 1


def test_no_point_is_refused(holder: Holder) -> None:
    _, showing = holder.show(0)
    for name, (compressed, whole) in points_to_refuse(holder).items():
        assert holder.verify_show(compressed + showing[33:], 0) == status_of(name)
        for place in range(4):
            start, end = 65 * place, 65 * place + 65
            credential = holder.credential[:start] + whole + holder.credential[end:]
            assert holder.accept(credential=credential) == status_of(name)
            assert holder.verify(credential=credential) == status_of(name)
            status, out = holder.show(0, credential=credential)
            assert (status, any(out)) == (status_of(name), False)
        parameters = compressed + holder.parameters[33:]
        assert holder.accept(parameters=parameters) == status_of(name)


def test_keys_with_zeros_are_refused(holder: Holder) -> None:
    _, showing = holder.show(0)
    q = holder.group.curve.order
    for place in range(4):
        for number in (0, q, (1 << 256) - 1):
            numbers = [*holder.numbers]
            numbers[place] = number
            key = holder.scheme.numbers(numbers)
            assert holder.verify_show(showing, 0, key=key) == status_of("PRIVATE_KEY_RANGE")
            assert holder.verify(key=key) == status_of("PRIVATE_KEY_RANGE")
            holder.key, kept = key, holder.key
            assert holder.issue() == status_of("PRIVATE_KEY_RANGE")
            holder.key = kept


def test_attributes_that_sum_up_to_zero_are_refused(holder: Holder) -> None:
    q, (x0, x1, x2, x3) = holder.group.curve.order, holder.numbers
    values = [5, 7, -(x0 + 5 * x1 + 7 * x2) * pow(x3, -1, q) % q]
    holder.attributes = holder.scheme.numbers(values)
    assert holder.issue() == status_of("NOT_INVERTIBLE")
    assert not any(holder.credential + holder.proof)


def test_an_issuer_that_cheats_is_found_out(holder: Holder) -> None:
    """By another key, of other attributes, or with an Si of its own for each holder."""
    changed = {
        "attributes": altered(holder.attributes, 95),
        "parameters": altered(holder.parameters, 0),
        "proof": altered(holder.proof, 63),
    }
    for name, value in changed.items():
        assert holder.accept(**{name: value}) == INVALID, name
    scheme = holder.scheme
    points = holder.points_of(holder.credential)
    for place in range(1, 4):
        marked = [*points]
        marked[place] = scheme.add(marked[place], scheme.curve.base)
        key = [*holder.numbers]
        e, response = scheme.prove_issue(key, marked, holder.chosen)
        credential = b"".join(scheme.point(each, compressed=False) for each in marked)
        proof = scheme.numbers([e, response])
        assert holder.accept(credential=credential, proof=proof) == INVALID
        assert holder.verify(credential=credential) == INVALID
    other = [*holder.numbers[:-1], holder.numbers[-1] ^ 1]
    credential = b"".join(
        scheme.point(each, compressed=False) for each in scheme.issue(other, holder.values)
    )
    assert holder.verify(credential=credential) == INVALID


def test_lengths_and_sets(holder: Holder) -> None:
    _, showing = holder.show(0b010)
    wrong = {
        "key": "PRIVATE_KEY_LENGTH",
        "parameters": "PUBLIC_KEY_LENGTH",
        "attributes": "ATTRIBUTES",
    }
    for name, error in wrong.items():
        short = getattr(holder, name)[:-1]
        assert holder.verify_show(showing, 0b010, **{name: short}) == status_of(error)
    assert holder.verify_show(showing[:-1], 0b010) == status_of("SIGNATURE_LENGTH")
    assert holder.verify_show(showing, 0b011) == status_of("SIGNATURE_LENGTH")
    assert holder.verify_show(showing, 0b1000) == status_of("ATTRIBUTES")
    assert holder.show(1 << 31)[0] == status_of("ATTRIBUTES")
    assert holder.show(0, credential=holder.credential[:-1])[0] == status_of("PUBLIC_KEY_LENGTH")
    status, out = holder.show(0, length=len(showing))
    assert (status, out) == (status_of("OUTPUT_LENGTH"), b"\xa5" * len(showing))
    assert holder.accept(proof=holder.proof[:-1]) == status_of("SIGNATURE_LENGTH")
    none = holder.verify_show(showing, 0, attributes=b"")
    many = holder.verify_show(showing, 0, attributes=bytes(33 * 32))
    assert (none, many) == (status_of("ATTRIBUTES"), status_of("ATTRIBUTES"))


def test_thirty_two_attributes(libraries: Callable[[str], ctypes.CDLL]) -> None:
    made = Holder(libraries("64-bit"), "secp256r1", 32, seed=3)
    assert made.issue() == OK
    assert made.accept() == OK
    for disclosed in (0, 0x80000001, 0xFFFFFFFF):
        status, showing = made.show(disclosed)
        assert (status, made.verify_show(showing, disclosed)) == (OK, OK)
        assert made.verify_show(showing, disclosed, nonce=b"other") == INVALID


@pytest.mark.parametrize("draws", range(4))
def test_a_random_source_that_fails_leaves_nothing(holder: Holder, draws: int) -> None:
    """A showing with two hidden attributes draws four times, issuance once."""
    status, out = holder.show(0b010, source=Source(draws=draws))
    assert (status, any(out)) == (status_of("RANDOM_FAILED"), False)
    assert holder.show(0b010, source=Source(draws=4))[0] == OK
    assert holder.issue(source=Source(draws=0)) == status_of("RANDOM_FAILED")
    assert not any(holder.credential + holder.proof)
