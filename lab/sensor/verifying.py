# SPDX-License-Identifier: MIT
"""Verifying the device's messages without Whit: Python's JSON, cbor2, and OpenSSL by way of the
package cryptography."""

import base64
import json
import re
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import load_der_public_key

from lab.errors import LabError

# By curve, as OpenSSL calls it: the names in JSS and COSE [doc/messages.md].
ALGORITHMS = {"secp192r1": ("ES192", -65728), "secp224r1": ("ES224", -65760),
              "secp256r1": ("ES256", -7)}  # fmt: skip
_SIGNATURE = re.compile(rb',"jss\.signature":"([A-Za-z0-9_-]+)"\}$')
_SIGN1_TAG = 18


@dataclass(frozen=True)
class Verifier:
    """Of the messages that are signed with one key."""

    key: ec.EllipticCurvePublicKey

    @classmethod
    def of_der(cls, der: bytes) -> "Verifier":
        """From a SubjectPublicKeyInfo. LabError if it is none, or of a key of another kind."""
        try:
            key = load_der_public_key(der)
        except ValueError as error:
            raise LabError(f"the device's public key cannot be read: {error}") from error
        if not isinstance(key, ec.EllipticCurvePublicKey) or key.curve.name not in ALGORITHMS:
            raise LabError("the device's public key is on none of the curves of the firmware")
        return cls(key)

    @property
    def curve(self) -> str:
        return self.key.curve.name

    def jss(self, message: bytes) -> dict[str, object]:
        """The reading in a message whose signature holds; LabError for any other message."""
        found = _SIGNATURE.search(message)
        if found is None:
            raise LabError("a JSON Sensor Signature is missing")
        reading = self._object(message)
        if reading.get("jss.protected") != {"alg": ALGORITHMS[self.curve][0]}:
            raise LabError("the signature has another algorithm than the key")
        encoded = found[1] + b"=" * (-len(found[1]) % 4)
        self._verify(base64.urlsafe_b64decode(encoded), message[: found.start()] + b"}")
        return {name: value for name, value in reading.items() if not name.startswith("jss.")}

    def cose(self, message: bytes) -> dict[str, object]:
        """The same of a COSE_Sign1."""
        import cbor2  # of requirements-sensor.txt

        try:
            tagged = cbor2.loads(message)
            protected, _, payload, signature = tagged.value
            algorithm = cbor2.loads(protected)
        except (ValueError, AttributeError, TypeError, cbor2.CBORDecodeError) as error:
            raise LabError(f"the message is no COSE_Sign1: {error}") from error
        if tagged.tag != _SIGN1_TAG or algorithm != {1: ALGORITHMS[self.curve][1]}:
            raise LabError("the message is no COSE_Sign1 of the key's algorithm")
        self._verify(signature, cbor2.dumps(["Signature1", protected, b"", payload]))
        return self._object(payload)

    def _verify(self, signature: bytes, signed: bytes) -> None:
        half = len(signature) // 2
        r, s = (int.from_bytes(part, "big") for part in (signature[:half], signature[half:]))
        try:
            self.key.verify(encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))
        except (InvalidSignature, ValueError) as error:
            raise LabError("the signature does not hold") from error

    def _object(self, text: bytes) -> dict[str, object]:
        try:
            reading = json.loads(text)
        except ValueError as error:
            raise LabError(f"the reading is no JSON: {error}") from error
        if not isinstance(reading, dict):
            raise LabError("the reading is no JSON object")
        return reading
