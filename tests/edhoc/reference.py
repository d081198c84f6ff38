# SPDX-License-Identifier: MIT
"""EDHOC with suites 0 and 2 in Python: both parties at once, from the text of RFC 9528."""

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils, x25519
from cryptography.hazmat.primitives.ciphers.aead import AESCCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

HASH_BYTES = 32
MAC_BYTES = 8
P256 = ec.SECP256R1()


def _p256(private: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(private), P256)


def _p256_public(public: bytes) -> ec.EllipticCurvePublicKey:
    encoded = b"\2" + public if len(public) == 32 else public
    return ec.EllipticCurvePublicKey.from_encoded_point(P256, encoded)


def _p256_x(private: bytes) -> bytes:
    return _p256(private).public_key().public_numbers().x.to_bytes(32)


def _p256_sign(private: bytes, message: bytes) -> bytes:
    algorithm = ec.ECDSA(SHA256(), deterministic_signing=True)
    r, s = utils.decode_dss_signature(_p256(private).sign(message, algorithm))
    return r.to_bytes(32) + s.to_bytes(32)


@dataclass(frozen=True)
class Suite:
    number: int
    public: Callable[[bytes], bytes]  # as it is sent
    agree: Callable[[bytes, bytes], bytes]
    sign: Callable[[bytes, bytes], bytes]


SUITES: Mapping[int, Suite] = {
    0: Suite(
        0,
        lambda key: x25519.X25519PrivateKey.from_private_bytes(key).public_key().public_bytes_raw(),
        lambda key, public: x25519.X25519PrivateKey.from_private_bytes(key).exchange(
            x25519.X25519PublicKey.from_public_bytes(public)
        ),
        lambda key, message: ed25519.Ed25519PrivateKey.from_private_bytes(key).sign(message),
    ),
    2: Suite(
        2,
        _p256_x,
        lambda key, public: _p256(key).exchange(ec.ECDH(), _p256_public(public)),
        _p256_sign,
    ),
}


def signing_public(suite: int, private: bytes) -> bytes:
    """The public key of a private key for signatures, as a credential has it."""
    if suite == 0:
        return ed25519.Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()
    encoding, form = Encoding.X962, PublicFormat.UncompressedPoint
    return _p256(private).public_key().public_bytes(encoding, form)


@dataclass(frozen=True)
class Owner:
    """A party's key and credential."""

    private: bytes
    public: bytes
    identifier: bytes
    credential: bytes


def kdf(prk: bytes, label: int, context: bytes, length: int) -> bytes:
    """EDHOC_KDF. [RFC 9528, 4.1.2]"""
    info = cbor2.dumps(label) + cbor2.dumps(context) + cbor2.dumps(length)
    return HKDFExpand(SHA256(), length, info).derive(prk)


def extract(salt: bytes, secret: bytes) -> bytes:
    return hmac.digest(salt, secret, "sha256")


def compact(content: bytes) -> bytes:
    """Of a connection identifier or a kid. [RFC 9528, 3.3.2]"""
    if len(content) == 1 and content[0] & 0xC0 == 0 and content[0] & 0x1F < 24:
        return content
    return cbor2.dumps(content)


def shown(identifier: bytes) -> bytes:
    """An ID_CRED_x as a plaintext has it."""
    found = cbor2.loads(identifier)
    return compact(found[4]) if list(found) == [4] else identifier


@dataclass
class Run:
    """A run between two parties, whose messages may have external authorization data."""

    method: int
    suites: list[int]  # SUITES_I
    initiator: Owner
    responder: Owner
    x: bytes
    y: bytes
    c_i: bytes
    c_r: bytes
    external: Mapping[int, bytes] = field(default_factory=dict)  # by message

    @property
    def suite(self) -> Suite:
        return SUITES[self.suites[-1]]

    @cached_property
    def message_1(self) -> bytes:
        suites = self.suites[0] if len(self.suites) == 1 else self.suites
        key = self.suite.public(self.x)
        written = cbor2.dumps(self.method) + cbor2.dumps(suites) + cbor2.dumps(key)
        return written + compact(self.c_i) + self._external(1)

    @cached_property
    def th_2(self) -> bytes:
        digest = cbor2.dumps(sha256(self.message_1).digest())
        return sha256(cbor2.dumps(self.suite.public(self.y)) + digest).digest()

    @cached_property
    def prk_2e(self) -> bytes:
        return extract(self.th_2, self.suite.agree(self.x, self.suite.public(self.y)))

    @cached_property
    def prk_3e2m(self) -> bytes:
        if self.method in (0, 2):
            return self.prk_2e
        salt = kdf(self.prk_2e, 1, self.th_2, HASH_BYTES)
        return extract(salt, self.suite.agree(self.x, self.responder.public))

    @cached_property
    def plaintext_2(self) -> bytes:
        signs = self.method in (0, 2)
        before = compact(self.c_r)
        proof = self._proof(2, self.prk_3e2m, self.responder, before, self.th_2, signs, 2)
        return before + shown(self.responder.identifier) + proof + self._external(2)

    def encrypt_2(self, plaintext: bytes) -> bytes:
        """Message 2 with this plaintext."""
        stream = kdf(self.prk_2e, 0, self.th_2, len(plaintext))
        hidden = bytes(a ^ b for a, b in zip(plaintext, stream, strict=True))
        return cbor2.dumps(self.suite.public(self.y) + hidden)

    @cached_property
    def message_2(self) -> bytes:
        return self.encrypt_2(self.plaintext_2)

    @cached_property
    def th_3(self) -> bytes:
        return self._next(self.th_2, self.plaintext_2, self.responder)

    @cached_property
    def prk_4e3m(self) -> bytes:
        if self.method in (0, 1):
            return self.prk_3e2m
        salt = kdf(self.prk_3e2m, 5, self.th_3, HASH_BYTES)
        return extract(salt, self.suite.agree(self.y, self.initiator.public))

    @cached_property
    def plaintext_3(self) -> bytes:
        signs = self.method in (0, 1)
        proof = self._proof(6, self.prk_4e3m, self.initiator, b"", self.th_3, signs, 3)
        return shown(self.initiator.identifier) + proof + self._external(3)

    def encrypt_3(self, plaintext: bytes) -> bytes:
        """Message 3 with this plaintext."""
        return self._encrypt(self.prk_3e2m, 3, self.th_3, plaintext)

    @cached_property
    def message_3(self) -> bytes:
        return self.encrypt_3(self.plaintext_3)

    @cached_property
    def th_4(self) -> bytes:
        return self._next(self.th_3, self.plaintext_3, self.initiator)

    @cached_property
    def message_4(self) -> bytes:
        return self._encrypt(self.prk_4e3m, 8, self.th_4, self._external(4))

    @cached_property
    def prk_out(self) -> bytes:
        return kdf(self.prk_4e3m, 7, self.th_4, HASH_BYTES)

    def updated(self, context: bytes) -> bytes:
        """PRK_out after a key update."""
        return kdf(self.prk_out, 11, context, HASH_BYTES)

    def _external(self, message: int) -> bytes:
        return self.external.get(message, b"")

    def _next(self, before: bytes, plaintext: bytes, owner: Owner) -> bytes:
        return sha256(cbor2.dumps(before) + plaintext + owner.credential).digest()

    def _proof(
        self, label: int, prk: bytes, owner: Owner, before: bytes, transcript: bytes, signs: bool,
        message: int,
    ) -> bytes:  # fmt: skip
        behind = cbor2.dumps(transcript) + owner.credential + self._external(message)
        context = before + owner.identifier + behind
        mac = kdf(prk, label, context, HASH_BYTES if signs else MAC_BYTES)
        if not signs:
            return cbor2.dumps(mac)
        parts = ["Signature1", owner.identifier, behind, mac]
        return cbor2.dumps(self.suite.sign(owner.private, cbor2.dumps(parts)))

    def _encrypt(self, prk: bytes, label: int, transcript: bytes, plaintext: bytes) -> bytes:
        key, nonce = kdf(prk, label, transcript, 16), kdf(prk, label + 1, transcript, 13)
        associated = cbor2.dumps(["Encrypt0", b"", transcript])
        sealed = AESCCM(key, tag_length=8).encrypt(nonce, plaintext, associated)
        return cbor2.dumps(sealed)


def exported(prk_out: bytes, label: int, context: bytes, length: int) -> bytes:
    """EDHOC_Exporter. [RFC 9528, 4.2.1]"""
    return kdf(kdf(prk_out, 10, b"", HASH_BYTES), label, context, length)
