# SPDX-License-Identifier: MIT
"""The functions of a curve's bls.h in a library of this host, and points of its groups as bytes."""

import ctypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from lab.curves import Curve
from tests.arithmetic import GUARD, Random
from tests.runner.tools import ROOT

ARRANGEMENTS = ("min_sig", "min_pk")
FLAGS = 3  # bits of the first byte
Kind = TypeVar("Kind", bound=ctypes.Structure)


class Suite(ctypes.Structure):
    _fields_ = [
        ("hash", ctypes.c_void_p),
        ("tag", ctypes.c_char_p),
        ("tag_length", ctypes.c_size_t),
        ("augments", ctypes.c_uint8),
        ("distinct", ctypes.c_uint8),
        ("possession_tag", ctypes.c_char_p),
        ("possession_tag_length", ctypes.c_size_t),
    ]


class Message(ctypes.Structure):
    _fields_ = [
        ("public_key", ctypes.c_char_p),
        ("public_key_length", ctypes.c_size_t),
        ("message", ctypes.c_char_p),
        ("message_length", ctypes.c_size_t),
    ]


class Signed(ctypes.Structure):
    _fields_ = [
        *Message._fields_,
        ("signature", ctypes.c_char_p),
        ("signature_length", ctypes.c_size_t),
    ]


class Pair(ctypes.Structure):
    _fields_ = [
        ("first", ctypes.c_char_p),
        ("first_length", ctypes.c_size_t),
        ("second", ctypes.c_char_p),
        ("second_length", ctypes.c_size_t),
    ]


class PreparedPair(ctypes.Structure):
    _fields_ = [
        ("first", ctypes.c_char_p),
        ("first_length", ctypes.c_size_t),
        ("second", ctypes.c_void_p),
    ]


Lines = ctypes.Array[ctypes.c_uint64]


def given(data: bytes) -> tuple[bytes, ctypes.c_size_t]:
    return data, ctypes.c_size_t(len(data))


def structure(kind: type[Kind], *fields: bytes) -> Kind:
    return kind(*(part for each in fields for part in (each, len(each))))


@dataclass(frozen=True)
class Bls:
    """A curve's functions. Each gives a status, or a status and what was written."""

    library: ctypes.CDLL
    curve: Curve

    @property
    def below(self) -> int:
        """The degree of the second group's field."""
        assert self.curve.tower is not None
        return self.curve.tower.below

    @cached_property
    def number_bytes(self) -> int:
        return -(-self.curve.p.bit_length() // 8)

    @cached_property
    def order_bytes(self) -> int:
        return -(-self.curve.order.bit_length() // 8)

    @property
    def has_flags(self) -> bool:
        return -self.curve.p.bit_length() % 8 >= FLAGS

    def size(self, second: bool, compressed: bool = True) -> int:
        """Of an encoded point."""
        x = self.number_bytes * (self.below if second else 1)
        return (not self.has_flags) + (x if compressed else 2 * x)

    def encoded(
        self, x: Sequence[int], y: Sequence[int], second: bool, compressed: bool = True
    ) -> bytes:
        """A point, by the definition."""
        size, p = self.number_bytes, self.curve.p
        text = b"".join(number.to_bytes(size) for number in reversed(x))
        if not compressed:
            text += b"".join(number.to_bytes(size) for number in reversed(y))
        larger = tuple(reversed(y)) > tuple(-number % p for number in reversed(y))
        if self.has_flags:
            mark = (0x80 | 0x20 * larger) if compressed else 0
            return bytes([text[0] | mark]) + text[1:]
        chosen = larger if second else y[0] % 2
        return bytes([2 + chosen if compressed else 4]) + text

    def suite(
        self,
        tag: bytes,
        *,
        augments: bool = False,
        distinct: bool = False,
        possession: bytes | None = None,
        hash_name: str = "sha256",
    ) -> Suite:
        found = ctypes.addressof(ctypes.c_char.in_dll(self.library, f"whit_{hash_name}"))
        rest = (possession, len(possession or b""))
        return Suite(found, tag, len(tag), augments, distinct, *rest)

    def own_suite(self, name: str) -> Suite:
        """Such as min_sig_basic."""
        return Suite.in_dll(self.library, f"whit_{self.curve.name}_{name}")

    def call(self, name: str, *arguments: object) -> int:
        function = getattr(self.library, f"whit_{self.curve.name}_{name}")
        return int(function(*arguments))

    def write(
        self, name: str, size: int, *arguments: object, length: bool = True
    ) -> tuple[int, bytes]:
        """Status and output, behind which nothing is written."""
        out = ctypes.create_string_buffer(b"\xff" * size + GUARD, size + len(GUARD))
        lengths = (ctypes.c_size_t(size),) if length else ()
        status = self.call(name, out, *lengths, *arguments)
        assert out.raw[size:] == GUARD
        return status, out.raw[:size]

    # Keys

    def keygen(self, source: Random | None) -> tuple[int, bytes]:
        pointer = None if source is None else ctypes.byref(source)
        return self.write("bls_keygen", self.order_bytes, pointer, length=False)

    def derive_key(
        self,
        material: bytes,
        salt: bytes | None = None,
        info: bytes = b"",
        hash_name: str = "sha256",
    ) -> tuple[int, bytes]:
        size = self.order_bytes
        out = ctypes.create_string_buffer(b"\xff" * size, size)
        hash_object = ctypes.byref(ctypes.c_char.in_dll(self.library, f"whit_{hash_name}"))
        salts = (salt, ctypes.c_size_t(len(salt or b"")))
        status = self.call(
            "bls_derive_key", hash_object, out, *given(material), *salts, *given(info)
        )
        return status, out.raw

    def pairing(self, first: bytes, second: bytes) -> tuple[int, bytes]:
        assert self.curve.tower is not None
        size = self.number_bytes * self.curve.tower.embedding
        return self.write("pairing", size, *given(first), *given(second))

    # Prepared points

    @cached_property
    def lines_words(self) -> int:
        """The words of what is prepared, as the header has it."""
        header = (ROOT / f"include/whit/{self.curve.name}_bls.h").read_text()
        found = re.search(r"_LINES_BYTES (\d+)$", header, re.M)
        assert found
        return int(found[1]) // 8

    def prepare(self, second: bytes | None) -> tuple[int, Lines]:
        """Of the base point for None."""
        size = self.lines_words
        room = (ctypes.c_uint64 * (size + 1))(*[2**64 - 1] * (size + 1))
        status = (
            self.call("prepare_base", room)
            if second is None
            else self.call("prepare", room, *given(second))
        )
        assert room[size] == 2**64 - 1
        return status, room

    def is_zero(self, lines: Lines) -> bool:
        return not any(lines[: self.lines_words])

    def verify_prepared(
        self, key: Lines, base: Lines | None, suite: Suite, message: bytes, signature: bytes
    ) -> int:
        rest = (ctypes.byref(suite), *given(message), *given(signature))
        return self.call("min_sig_verify_prepared", key, base, *rest)

    def prepared_product_is_one(
        self, prepared: Sequence[tuple[bytes, Lines]], pairs: Sequence[tuple[bytes, bytes]]
    ) -> int:
        known = (PreparedPair * len(prepared))(
            *(PreparedPair(first, len(first), ctypes.addressof(lines)) for first, lines in prepared)
        )
        row = (Pair * len(pairs))(*(structure(Pair, *each) for each in pairs))
        counts = (ctypes.c_size_t(len(prepared)), row, ctypes.c_size_t(len(pairs)))
        return self.call("prepared_product_is_one", known, *counts)

    def product_is_one(self, pairs: Sequence[tuple[bytes, bytes]]) -> int:
        row = (Pair * len(pairs))(*(structure(Pair, *each) for each in pairs))
        return self.call("pairing_product_is_one", row, ctypes.c_size_t(len(pairs)))


@dataclass(frozen=True)
class Arranged:
    """Those of one arrangement."""

    bls: Bls
    name: str

    @property
    def key_is_second(self) -> bool:
        return self.name == "min_sig"

    def key_size(self, compressed: bool = True) -> int:
        return self.bls.size(self.key_is_second, compressed)

    def signature_size(self, compressed: bool = True) -> int:
        return self.bls.size(not self.key_is_second, compressed)

    def own_suite(self, kind: str) -> Suite:
        return self.bls.own_suite(f"{self.name}_{kind}")

    def call(self, name: str, *arguments: object) -> int:
        return self.bls.call(f"{self.name}_{name}", *arguments)

    def write(self, name: str, size: int, *arguments: object) -> tuple[int, bytes]:
        return self.bls.write(f"{self.name}_{name}", size, *arguments)

    def public_key(self, private_key: bytes, compressed: bool = True) -> tuple[int, bytes]:
        return self.write("public_key", self.key_size(compressed), private_key)

    def validate_key(self, public_key: bytes) -> int:
        return self.call("validate_key", *given(public_key))

    def sign(
        self, private_key: bytes, suite: Suite, message: bytes, compressed: bool = True
    ) -> tuple[int, bytes]:
        size = self.signature_size(compressed)
        return self.write("sign", size, private_key, ctypes.byref(suite), *given(message))

    def sign_augmented(
        self, private_key: bytes, public_key: bytes, suite: Suite, message: bytes
    ) -> tuple[int, bytes]:
        rest = (*given(public_key), ctypes.byref(suite), *given(message))
        return self.write("sign_augmented", self.signature_size(), private_key, *rest)

    def verify(self, public_key: bytes, suite: Suite, message: bytes, signature: bytes) -> int:
        rest = (ctypes.byref(suite), *given(message), *given(signature))
        return self.call("verify", *given(public_key), *rest)

    def prove(self, private_key: bytes, suite: Suite) -> tuple[int, bytes]:
        rest = (private_key, ctypes.byref(suite))
        return self.write("prove_possession", self.signature_size(), *rest)

    def verify_possession(self, public_key: bytes, suite: Suite, proof: bytes) -> int:
        rest = (ctypes.byref(suite), *given(proof))
        return self.call("verify_possession", *given(public_key), *rest)

    def aggregate(self, signatures: Sequence[bytes], compressed: bool = True) -> tuple[int, bytes]:
        return self._sum("aggregate", self.signature_size(compressed), signatures)

    def aggregate_keys(self, keys: Sequence[bytes], compressed: bool = True) -> tuple[int, bytes]:
        return self._sum("aggregate_keys", self.key_size(compressed), keys)

    def _sum(self, name: str, size: int, parts: Sequence[bytes]) -> tuple[int, bytes]:
        counts = (ctypes.c_size_t(len(parts)), ctypes.c_size_t(len(parts[0]) if parts else 0))
        return self.write(name, size, b"".join(parts), *counts)

    def aggregate_verify(
        self, suite: Suite, keyed: Sequence[tuple[bytes, bytes]], signature: bytes
    ) -> int:
        row = (Message * len(keyed))(*(structure(Message, *each) for each in keyed))
        counts = (ctypes.c_size_t(len(keyed)), *given(signature))
        return self.call("aggregate_verify", ctypes.byref(suite), row, *counts)

    def fast_aggregate_verify(
        self, keys: Sequence[bytes], suite: Suite, message: bytes, signature: bytes
    ) -> int:
        counts = (ctypes.c_size_t(len(keys)), ctypes.c_size_t(len(keys[0]) if keys else 0))
        rest = (ctypes.byref(suite), *given(message), *given(signature))
        return self.call("fast_aggregate_verify", b"".join(keys), *counts, *rest)

    def verify_batch(
        self, suite: Suite, signed: Sequence[tuple[bytes, bytes, bytes]], source: Random | None
    ) -> int:
        row = (Signed * len(signed))(*(structure(Signed, *each) for each in signed))
        pointer = None if source is None else ctypes.byref(source)
        counts = (ctypes.c_size_t(len(signed)), pointer)
        return self.call("verify_batch", ctypes.byref(suite), row, *counts)
