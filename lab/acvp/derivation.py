# SPDX-License-Identifier: MIT
"""Deriving keys from a shared secret [SP 800-56C], as the protocol configures it, and confirming
them [SP 800-56A rev. 3, 5.9]. Whit agrees on the secret; this is `cryptography`'s."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cryptography.hazmat.primitives import cmac, hashes, hmac
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash, ConcatKDFHMAC
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from lab.acvp.vectors import Item
from lab.errors import UnsupportedError

HASHES: Mapping[str, hashes.HashAlgorithm] = {
    "SHA-1": hashes.SHA1(),
    "SHA2-224": hashes.SHA224(),
    "SHA2-256": hashes.SHA256(),
    "SHA2-384": hashes.SHA384(),
    "SHA2-512": hashes.SHA512(),
    "SHA2-512/224": hashes.SHA512_224(),
    "SHA2-512/256": hashes.SHA512_256(),
    "SHA3-224": hashes.SHA3_224(),
    "SHA3-256": hashes.SHA3_256(),
    "SHA3-384": hashes.SHA3_384(),
    "SHA3-512": hashes.SHA3_512(),
}
HMAC = "HMAC-"
KINDS = ("oneStep", "oneStepNoCounter", "twoStep", "hkdf")
MODES = ("counter", "feedback", "double pipeline iteration")
# Where a two-step derivation has its counter, beside what is iterated and the fixed data.
LOCATIONS = ("none", "before iterator", "before fixed data", "after fixed data")
MOST_BITS = 1 << 14  # of derived keys; every derivation here can give as many
_LITERAL = re.compile(r"literal\[((?:[0-9A-Fa-f]{2})*)\]")
_PARAMETERS = ("algorithmId", "label", "context", "salt", "iv", "t")
_PARTS = ("l", "uPartyInfo", "vPartyInfo", *_PARAMETERS)


@dataclass(frozen=True)
class Party:
    """One side: who it is, and its ephemeral key's coordinates or its nonce, if it has one."""

    identity: bytes
    ephemeral: bytes

    @property
    def information(self) -> bytes:
        return self.identity + self.ephemeral


def hash_of(name: str, where: str) -> hashes.HashAlgorithm:
    if name not in HASHES:
        raise UnsupportedError(
            f"{where}: {name} is not supported, only {', '.join(HASHES)} and HMAC with one of them"
        )
    return HASHES[name]


def mac(name: str, key: bytes, data: bytes, where: str) -> bytes:
    """HMAC with a hash, or CMAC with AES."""
    if name == "CMAC":
        by_blocks = cmac.CMAC(AES(key))
        by_blocks.update(data)
        return by_blocks.finalize()
    if not name.startswith(HMAC):
        raise UnsupportedError(f"{where}: {name} is not supported, only HMAC and CMAC")
    by_hash = hmac.HMAC(key, hash_of(name.removeprefix(HMAC), where))
    by_hash.update(data)
    return by_hash.finalize()


@dataclass(frozen=True)
class Derivation:
    """A group's way from the secret to keys."""

    group: Item
    configuration: Item

    @staticmethod
    def of(group: Item) -> "Derivation":
        return Derivation(group, group.item("kdfConfiguration"))

    @property
    def bits(self) -> int:
        holder = self.configuration if self.configuration.has("l") else self.group
        return holder.count("l")

    def require(self) -> None:
        """Refuse by name what is not offered."""
        where, said = self.group.name, self.configuration
        _among(where, "the derivation", said.text("kdfType"), KINDS)
        _among(where, "the encoding", said.text("fixedInfoEncoding"), ("concatenation",))
        for part in said.text("fixedInfoPattern").split("||"):
            if not _LITERAL.fullmatch(part):
                _among(where, "fixed info with", part, _PARTS)
        if self.bits % 8 or not 0 < self.bits <= MOST_BITS:
            raise UnsupportedError(f"{where}: keys of {self.bits} bits are not supported")
        kind = said.text("kdfType")
        if kind == "twoStep":
            self._require_two_steps()
        elif kind == "hkdf":
            hash_of(said.text("hmacAlg"), where)
        else:
            function = hash_of(said.text("auxFunction").removeprefix(HMAC), where)
            if kind == "oneStepNoCounter" and self.bits > 8 * function.digest_size:
                raise UnsupportedError(
                    f"{where}: {self.bits} bits are more than one {function.name} has"
                )

    def _require_two_steps(self) -> None:
        where, said = self.group.name, self.configuration
        _among(where, "the mode", said.text("kdfMode"), MODES)
        _among(where, "a counter", said.text("counterLocation"), LOCATIONS)
        name = said.text("macMode")
        if not name.startswith(HMAC):
            raise UnsupportedError(f"{where}: {name} is not supported, only HMAC")
        function = hash_of(name.removeprefix(HMAC), where)
        counted = said.text("counterLocation") != "none"
        if said.text("kdfMode") == "counter" and not counted:
            raise UnsupportedError(f"{where}: the mode counter without a counter")
        if not counted:
            return
        bits, blocks = said.count("counterLen"), -(-self.bits // (8 * function.digest_size))
        if bits not in (8, 16, 24, 32) or blocks >> bits:
            raise UnsupportedError(f"{where}: a counter of {bits} bits is not supported")

    def fixed(self, parameters: Item, u: Party, v: Party) -> bytes:
        """What the keys are bound to."""
        known: dict[str, Callable[[], bytes]] = {
            "l": lambda: self.bits.to_bytes(4, "big"),
            "uPartyInfo": lambda: u.information,
            "vPartyInfo": lambda: v.information,
        }
        parts = []
        for part in self.configuration.text("fixedInfoPattern").split("||"):
            literal = _LITERAL.fullmatch(part)
            if literal:
                parts.append(bytes.fromhex(literal[1]))
            else:
                parts.append(known[part]() if part in known else parameters.octets(part))
        return b"".join(parts)

    def derive(self, z: bytes, parameters: Item, u: Party, v: Party) -> bytes:
        said, where = self.configuration, self.group.name
        kind, length = said.text("kdfType"), self.bits // 8
        fixed = self.fixed(parameters, u, v)
        salt = parameters.octets("salt") if parameters.has("salt") else None
        if kind == "twoStep":
            return self._two_steps(z, salt, fixed, parameters)
        if kind == "hkdf":
            return HKDF(hash_of(said.text("hmacAlg"), where), length, salt, fixed).derive(z)
        name = said.text("auxFunction")
        function = hash_of(name.removeprefix(HMAC), where)
        if kind == "oneStepNoCounter":
            if name.startswith(HMAC):
                return mac(name, salt or _zeros(function), z + fixed, where)[:length]
            digest = hashes.Hash(function)
            digest.update(z + fixed)
            return digest.finalize()[:length]
        if name.startswith(HMAC):
            return ConcatKDFHMAC(function, length, salt or _zeros(function), fixed).derive(z)
        return ConcatKDFHash(function, length, fixed).derive(z)

    def _two_steps(self, z: bytes, salt: bytes | None, fixed: bytes, parameters: Item) -> bytes:
        """Extraction, then expansion in one of the modes of SP 800-108."""
        said, where = self.configuration, self.group.name
        name, mode, place = (said.text(each) for each in ("macMode", "kdfMode", "counterLocation"))
        key = mac(name, salt or _zeros(hash_of(name.removeprefix(HMAC), where)), z, where)
        pipeline, output = fixed, b""
        block = parameters.octets("iv") if mode == "feedback" and parameters.has("iv") else b""
        number = 0
        while len(output) < self.bits // 8:
            number += 1
            counted = b""
            if place != "none":
                counted = number.to_bytes(said.count("counterLen") // 8, "big")
            iterated = b""
            if mode == "feedback":
                iterated = block
            elif mode != "counter":
                iterated = pipeline = mac(name, key, pipeline, where)
            parts = {"before iterator": (counted, iterated, fixed)}.get(place)
            if parts is None:
                after = place == "after fixed data"
                parts = (iterated, fixed, counted) if after else (iterated, counted, fixed)
            block = mac(name, key, b"".join(parts), where)
            output += block
        return output[: self.bits // 8]


def _zeros(function: hashes.HashAlgorithm) -> bytes:
    """The salt that there is by default: a block of the hash, for SHA-3 its rate."""
    return bytes(function.block_size or 200 - 2 * function.digest_size)


def _among(where: str, what: str, given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        raise UnsupportedError(f"{where}: {what} {given} is not supported, only {', '.join(known)}")
