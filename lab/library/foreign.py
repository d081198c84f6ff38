# SPDX-License-Identifier: MIT
"""What a file holds that is no key of Whit's, in words for an error."""

import re
import warnings
from collections.abc import Callable, Sequence

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_der_private_key, load_der_public_key

ENCRYPTED = "the key is encrypted, which whit does not read; openssl pkey decrypts it"
UNKNOWN = (
    "no key in PKCS #8 version 1, SEC 1 or SubjectPublicKeyInfo on a curve that it names and that "
    "Whit has"
)
_CERTIFICATE = "a certificate; openssl x509 -pubkey -noout gives its public key"
_RSA, _DSA = "an RSA key", "a DSA key"
_OPENSSH = "an OpenSSH key"
_LABELS = {
    "CERTIFICATE": _CERTIFICATE,
    "X509 CERTIFICATE": _CERTIFICATE,
    "TRUSTED CERTIFICATE": _CERTIFICATE,
    "CERTIFICATE REQUEST": "a certificate request",
    "NEW CERTIFICATE REQUEST": "a certificate request",
    "X509 CRL": "a list of revoked certificates",
    "OPENSSH PRIVATE KEY": _OPENSSH,
    "RSA PRIVATE KEY": _RSA,
    "RSA PUBLIC KEY": _RSA,
    "DSA PRIVATE KEY": _DSA,
    "PGP PRIVATE KEY BLOCK": "an OpenPGP key",
    "PGP PUBLIC KEY BLOCK": "an OpenPGP key",
    "ENCRYPTED PRIVATE KEY": ENCRYPTED,
}
_PASSWORD_BASED = bytes.fromhex("2a864886f70d0105")  # 1.2.840.113549.1.5, PKCS #5
_SECOND_VERSION = re.compile(rb"\x30(.|\x81.)\x02\x01\x01\x30\x05\x06\x03\x2b\x65", re.DOTALL)
_SSH_LINE = re.compile(rb"(ssh-(rsa|dss|ed25519|ed448)|ecdsa-sha2-\S+|sk-\S+@openssh\.com) AAAA")
_IDENTIFIER = re.compile(r"\d+(?:\.\d+){3,}")


def of_labels(labels: Sequence[str]) -> str | None:
    """The one block of a text in PEM, if it is known by its label."""
    return _LABELS.get(labels[0]) if len(labels) == 1 else None


def of_text(content: bytes) -> str | None:
    """What is neither PEM nor DER."""
    if _SSH_LINE.match(content.lstrip()):
        return _OPENSSH
    return "a JSON web key" if re.match(rb'\s*\{[^}]*"kty"', content) else None


def of_der(der: bytes) -> str | None:
    if _PASSWORD_BASED in der[:40]:
        return ENCRYPTED
    if _SECOND_VERSION.match(der):
        return "a key in PKCS #8 version 2, which whit does not read"
    if _loads(x509.load_der_x509_certificate, der):
        return _CERTIFICATE
    if _loads(x509.load_der_x509_csr, der):
        return _LABELS["CERTIFICATE REQUEST"]
    return _key(lambda: load_der_private_key(der, None)) or _key(lambda: load_der_public_key(der))


def _loads(load: Callable[[bytes], object], der: bytes) -> bool:
    try:
        load(der)
    except (ValueError, x509.InvalidVersion):
        return False
    return True


def _key(load: Callable[[], object]) -> str | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a kind of key is old-fashioned
        try:
            key = load()
        except TypeError:
            return ENCRYPTED
        except UnsupportedAlgorithm as error:
            found = _IDENTIFIER.search(str(error))
            return f"a key on a curve that Whit does not have, {found[0]}" if found else None
        except ValueError:
            return None
    if isinstance(key, ec.EllipticCurvePrivateKey | ec.EllipticCurvePublicKey):
        return "an EC key that does not name its curve; openssl ec -param_enc named_curve does"
    kind = re.sub(r"(Private|Public)(Key|Numbers)$", "", type(key).__name__)
    if kind in ("Ed25519", "Ed448", "X25519", "X448"):
        return f"an {kind} key in a form that whit does not read; openssl pkey writes another"
    return {"RSA": _RSA, "DSA": _DSA, "DH": "a Diffie-Hellman key"}.get(kind, f"a key for {kind}")
