# SPDX-License-Identifier: MIT
"""ECPV against the scheme on Python's integers, both ways; forgeries and bad input."""

import ctypes
import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from lab import curves
from lab.oracle.ecpv import Ecpv
from tests.arithmetic import OK, Group, Source, shared, status_of
from tests.runner.tools import ROOT

# The compiler takes a while for each build.
pytestmark = [pytest.mark.slow, pytest.mark.sampled(1)]

# By build: options, and its curves.
BUILDS = {
    "64-bit": ((), ("secp160r1", "secp256r1", "secp521r1")),
    "32-bit": (
        ("-DWHIT_LIMB_BITS=32", "-DWHIT_PROFILE=small", "-O1"),
        ("secp112r2", "secp192r1", "secp256k1"),
    ),
    "8-bit randomised": (
        ("-DWHIT_LIMB_BITS=8", "-DWHIT_PROFILE=fast", "-DWHIT_RANDOMISE=1", "-O1"),
        ("secp160r1", "brainpoolP224r1"),
    ),
}


def on(*builds: str) -> list[tuple[str, str]]:
    """Builds with each of their curves."""
    return [(build, curve) for build in builds for curve in BUILDS[build][1]]


MOST = 32000
MESSAGE, CLEAR, IDENTITY = b'{"t":20.9,"id":34}', b"12:31", b"sensor 7 of the greenhouse"
INVALID = status_of("SIGNATURE_INVALID")


def filled(length: int) -> "ctypes.Array[ctypes.c_char]":
    return ctypes.create_string_buffer(b"\xa5" * length, length)


class Signer:
    """A key pair in the library, and the scheme beside it."""

    def __init__(self, library: ctypes.CDLL, curve: str, seed: int = 1) -> None:
        self.group = Group(library, curve)
        self.scheme = Ecpv(curves.find(curve))
        self.chosen = random.Random(f"{curve} {seed}")
        self._hash = ctypes.byref(ctypes.c_char.in_dll(library, f"whit_{self.group.curve.hash}"))
        self.private = self.chosen.randrange(1, self.scheme.q)
        self.key = self.private.to_bytes(self.scheme.order_bytes, "big")
        self.public = self.scheme.public_key(self.private)

    @property
    def digest_bytes(self) -> int:
        return len(self.scheme.block(0, 0, b""))

    def call(self, name: str, *arguments: Any) -> int:
        """Buffers come with their length."""
        given: list[Any] = []
        for each in arguments:
            given.append(each)
            if isinstance(each, bytes | ctypes.Array):
                given.append(ctypes.c_size_t(len(each)))
        return self.group.call(f"ecpv_{name}", *given)

    def sign(
        self,
        message: bytes = MESSAGE,
        clear: bytes = CLEAR,
        identity: bytes = IDENTITY,
        *,
        source: Source | None = None,
        key: bytes | None = None,
        longer: int = 0,
    ) -> tuple[int, bytes]:
        out = filled(self.scheme.overhead + len(message) + longer)
        status = self.call(
            *("sign", self.group.base, self._hash, out, self.key if key is None else key),
            *(message, clear, identity, (source or Source(pattern=b"\7")).pointer),
        )
        return status, out.raw

    def recover(
        self,
        signature: bytes,
        clear: bytes = CLEAR,
        identity: bytes = IDENTITY,
        *,
        public: bytes | None = None,
        longer: int = 0,
    ) -> tuple[int, bytes]:
        out = filled(max(len(signature) - self.scheme.overhead + longer, 0))
        given = self.public if public is None else public
        status = self.call("recover", self._hash, out, given, signature, clear, identity)
        return status, out.raw

    def refuses(self, signature: bytes, error: str = "SIGNATURE_INVALID", **other: Any) -> None:
        status, out = self.recover(signature, **other)
        assert (status, any(out)) == (status_of(error), False)


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], ctypes.CDLL]:
    @cache
    def library(name: str) -> ctypes.CDLL:
        options, curves = BUILDS[name]
        return shared(tmp_path_factory.mktemp("ecpv"), *options, curves=curves)

    return library


@pytest.fixture
def signer(libraries: Callable[[str], ctypes.CDLL]) -> Signer:
    return Signer(libraries("64-bit"), "secp256r1")


@pytest.mark.parametrize(("build", "curve"), on(*BUILDS))
def test_both_sides_agree(libraries: Callable[[str], ctypes.CDLL], build: str, curve: str) -> None:
    """Signatures are the same to the bit, and each side recovers what the other signed."""
    made = Signer(libraries(build), curve)
    for lengths in ((0, 0, 0), (1, 0, 3), (64, 5, 0), (made.chosen.randrange(300), 200, 70)):
        message, clear, identity = map(made.chosen.randbytes, lengths)
        entropy = made.chosen.randbytes(1)
        status, signature = made.sign(message, clear, identity, source=Source(pattern=entropy))
        wanted = made.scheme.sign(
            made.private, entropy * made.digest_bytes, message, clear, identity
        )
        assert (status, signature) == (OK, wanted)
        assert made.scheme.recover(made.public, signature, clear, identity) == message
        other = made.scheme.sign_with(
            *(made.private, made.chosen.randrange(1, made.scheme.q)),
            *(bytes(made.scheme.redundancy) + message, clear, identity),
        )
        assert made.recover(other, clear, identity) == (OK, message)


@pytest.mark.parametrize("length", [0, 1, MOST])
def test_any_length_is_recovered(signer: Signer, length: int) -> None:
    message = signer.chosen.randbytes(length)
    clear = signer.chosen.randbytes(70000)
    status, signature = signer.sign(message, clear, clear)
    assert (status, len(signature)) == (OK, length + 48)
    assert signer.recover(signature, clear, clear) == (OK, message)


def test_a_message_that_is_too_long_is_refused(signer: Signer) -> None:
    status, out = signer.sign(bytes(MOST + 1))
    assert (status, set(out)) == (status_of("MESSAGE_LENGTH"), {0xA5})
    status, out = signer.recover(bytes(MOST + 1 + signer.scheme.overhead))
    assert (status, set(out)) == (status_of("SIGNATURE_LENGTH"), {0xA5})


@pytest.mark.parametrize(("build", "curve"), on("64-bit", "32-bit"))
def test_mutated_signatures_are_refused(
    libraries: Callable[[str], ctypes.CDLL], build: str, curve: str
) -> None:
    """A thousand, of bits that changed, bytes that are others, ends cut off, bytes put in."""
    made = Signer(libraries(build), curve)
    status, signature = made.sign()
    assert (status, made.recover(signature)) == (OK, (OK, MESSAGE))
    chosen = made.chosen
    for _ in range(1000):
        mutated, at = bytearray(signature), chosen.randrange(len(signature))
        kind = chosen.randrange(4)
        if kind == 0:
            mutated[at] ^= 1 << chosen.randrange(8)
        elif kind == 1:
            mutated[at : at + 8] = chosen.randbytes(len(mutated[at : at + 8]))
        elif kind == 2:
            del mutated[at : at + chosen.randrange(1, 9)]
        else:
            mutated[at:at] = chosen.randbytes(chosen.randrange(1, 9))
        if bytes(mutated) != signature:
            status, out = made.recover(bytes(mutated))
            assert status != OK, mutated.hex()
            assert status == status_of("SIGNATURE_LENGTH") or not any(out)


def test_every_bit_counts(signer: Signer) -> None:
    _, signature = signer.sign()
    for at in range(8 * len(signature)):
        changed = bytearray(signature)
        changed[at // 8] ^= 1 << at % 8
        assert signer.recover(bytes(changed))[0] in (INVALID, status_of("SIGNATURE_RANGE"))


def test_another_part_or_key_is_refused(signer: Signer) -> None:
    _, signature = signer.sign()
    whole = CLEAR + IDENTITY
    for at in range(len(whole) + 1):
        if at != len(CLEAR):  # the same bytes, cut elsewhere
            signer.refuses(signature, clear=whole[:at], identity=whole[at:])
    signer.refuses(signature, clear=CLEAR[::-1])
    signer.refuses(signature, identity=IDENTITY[:-1])
    signer.refuses(signature, public=signer.scheme.public_key(signer.private + 1))
    # -Q is the public key with another y.
    y = signer.group.curve.p - int.from_bytes(signer.public[33:], "big")
    signer.refuses(signature, public=signer.public[:33] + y.to_bytes(32, "big"))


def test_bytes_do_not_move_between_parts(signer: Signer) -> None:
    """A signature whose first part ends elsewhere: s has to stand where it stood."""
    _, signature = signer.sign(clear=b"")
    for moved in range(1, len(MESSAGE)):
        end = len(signature) - signer.scheme.order_bytes
        cut = signature[: end - moved] + signature[end:]
        signer.refuses(cut, clear=signature[end - moved : end])


def test_redundancy_is_checked_to_the_last_bit(signer: Signer) -> None:
    scheme = signer.scheme
    assert scheme.redundancy == 16
    for bit in range(128):
        padded = (1 << bit).to_bytes(16, "big") + MESSAGE
        signer.refuses(scheme.sign_with(signer.private, 5, padded, CLEAR, IDENTITY))
    right = scheme.sign_with(signer.private, 5, bytes(16) + MESSAGE, CLEAR, IDENTITY)
    assert signer.recover(right) == (OK, MESSAGE)


def test_the_identity_is_no_nonce_point(signer: Signer) -> None:
    """s = h d gives R = 0, for the challenge of any bytes."""
    scheme, masked = signer.scheme, bytes(16) + MESSAGE
    s = scheme.challenge(masked, CLEAR, IDENTITY) * signer.private % scheme.q
    signature = masked + s.to_bytes(32, "big")
    signer.refuses(signature)
    assert scheme.recover(signer.public, signature, CLEAR, IDENTITY) is None


@pytest.mark.parametrize(("build", "curve"), on("64-bit"))
def test_numbers_that_are_not_reduced_are_refused(
    libraries: Callable[[str], ctypes.CDLL], build: str, curve: str
) -> None:
    made = Signer(libraries(build), curve)
    size, q = made.scheme.order_bytes, made.scheme.q
    _, signature = made.sign()
    s = int.from_bytes(signature[-size:], "big")
    large = [q, (1 << 8 * size) - 1] + [s + q] * (s + q < 1 << 8 * size)
    for number in large:
        made.refuses(signature[:-size] + number.to_bytes(size, "big"), "SIGNATURE_RANGE")


def test_public_keys_are_validated(signer: Signer) -> None:
    _, signature = signer.sign()
    p = signer.group.curve.p.to_bytes(32, "big")
    wrong = {
        "PUBLIC_KEY_LENGTH": signer.public[:-1],
        "PUBLIC_KEY_PREFIX": b"\0" + signer.public[1:],
        "PUBLIC_KEY_RANGE": b"\4" + p + signer.public[33:],
        "PUBLIC_KEY_CURVE": signer.public[:-1] + bytes([signer.public[-1] ^ 1]),
    }
    for error, public in wrong.items():
        signer.refuses(signature, error, public=public)


def test_private_keys_are_validated(signer: Signer) -> None:
    for number in (0, signer.scheme.q, (1 << 256) - 1):
        status, out = signer.sign(key=number.to_bytes(32, "big"))
        assert (status, any(out)) == (status_of("PRIVATE_KEY_RANGE"), False)
    for key in (b"", signer.key[1:], b"\0" + signer.key):
        assert signer.sign(key=key)[0] == status_of("PRIVATE_KEY_LENGTH")


def test_lengths(signer: Signer) -> None:
    _, signature = signer.sign()
    for length in range(signer.scheme.overhead):
        assert signer.recover(signature[-length:] if length else b"") == (
            *(status_of("SIGNATURE_LENGTH"), b""),
        )
    for longer in (-1, 1):
        status, out = signer.recover(signature, longer=longer)
        assert (status, set(out)) == (status_of("OUTPUT_LENGTH"), {0xA5})
        status, out = signer.sign(longer=longer)
        assert (status, set(out)) == (status_of("OUTPUT_LENGTH"), {0xA5})


def test_nonces_are_of_the_message_and_of_the_source(signer: Signer) -> None:
    """A source that repeats itself gives one signature to one message, and to two messages two
    nonces: the redundancy is zeros, so that a mask shows what it was made of."""
    first, again = (signer.sign()[1] for _ in range(2))
    assert first == again
    other = signer.sign(source=Source(pattern=b"\x08"))[1]
    masks = {first[:16], other[:16]}
    for changed in ((MESSAGE[:-1] + b"!",), (MESSAGE, b"12:32"), (MESSAGE, CLEAR, b"another")):
        masks.add(signer.sign(*changed)[1][:16])
    assert len(masks) == 5
    assert signer.recover(other) == (OK, MESSAGE)


def test_a_random_source_that_fails_leaves_nothing(signer: Signer) -> None:
    status, out = signer.sign(source=Source(draws=0))
    assert (status, any(out)) == (status_of("RANDOM_FAILED"), False)
    assert signer.sign(source=Source(draws=1))[0] == OK


def test_the_known_answer_of_the_tests_in_c() -> None:
    """tests/unit/test_ecpv.c has a signature that the scheme gives."""
    text = (ROOT / "tests" / "unit" / "test_ecpv.c").read_text()
    found = re.search(r"known\[\] = \{(.*?)\}", text, re.S)
    assert found is not None
    known = bytes(int(each, 16) for each in re.findall(r"0x[0-9a-f]{2}", found[1]))
    scheme = Ecpv(curves.find("secp256r1"))
    answers = (ROOT / "tests" / "unit" / "known_answers.c").read_text()
    key = re.search(r"ka_private_a\[\w*\] = \{(.*?)\}", answers, re.S)
    assert key is not None
    private = int("".join(re.findall(r"0x([0-9a-f]{2})", key[1])), 16)
    assert known == scheme.sign(private, bytes(range(1, 33)), MESSAGE, CLEAR, IDENTITY)
