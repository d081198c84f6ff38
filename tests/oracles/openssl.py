# SPDX-License-Identifier: MIT
"""OpenSSL's curves, through the C interface of its libcrypto: a process a signature would be
slow."""

import ctypes
import ctypes.util
from dataclasses import dataclass
from typing import Any

# Its names, where they are not those of curves/.
NAMES = {"secp192r1": "prime192v1", "secp256r1": "prime256v1", "sm2p256v1": "SM2"}

COFACTOR_ECDH = 0x1000
UNCOMPRESSED = 4

POINTERS = (
    *("EC_KEY_new_by_curve_name", "EC_KEY_get0_group", "EC_POINT_new", "BN_bin2bn"),
    *("ECDSA_do_sign", "ECDSA_SIG_new", "ECDSA_SIG_get0_r", "ECDSA_SIG_get0_s"),
)


class OpensslError(Exception):
    """It refused what it should have taken."""


def _load() -> Any:
    name = ctypes.util.find_library("crypto") or "libcrypto.so.3"
    library: Any = ctypes.CDLL(name)
    for function in POINTERS:
        getattr(library, function).restype = ctypes.c_void_p
    library.EC_POINT_point2oct.restype = ctypes.c_size_t
    return library


@dataclass(frozen=True)
class Openssl:
    """One curve. Keys, points and signatures are in Whit's encoding."""

    nid: int
    field_bytes: int
    order_bytes: int
    library: Any

    @staticmethod
    def find(curve: str, field_bytes: int, order_bytes: int) -> "Openssl | None":
        """None if it does not know the curve."""
        library = _load()
        nid = library.OBJ_txt2nid(NAMES.get(curve, curve).encode())
        if nid == 0:
            return None
        key = library.EC_KEY_new_by_curve_name(nid)
        if not key:
            return None
        library.EC_KEY_free(ctypes.c_void_p(key))
        return Openssl(nid, field_bytes, order_bytes, library)

    def _number(self, value: bytes) -> ctypes.c_void_p:
        return ctypes.c_void_p(self.library.BN_bin2bn(value, len(value), None))

    def _key(self, private: bytes | None = None, public: bytes | None = None) -> ctypes.c_void_p:
        """An EC_KEY, to be freed."""
        ssl = self.library
        key = ctypes.c_void_p(ssl.EC_KEY_new_by_curve_name(self.nid))
        if private is not None:
            number = self._number(private)
            done = ssl.EC_KEY_set_private_key(key, number)
            ssl.BN_free(number)
            if done != 1:
                raise OpensslError("the private key")
        if public is not None and ssl.EC_KEY_oct2key(key, public, len(public), None) != 1:
            raise OpensslError("the public key")
        return key

    def public(self, private: bytes) -> bytes:
        ssl = self.library
        key = self._key(private)
        group = ctypes.c_void_p(ssl.EC_KEY_get0_group(key))
        point = ctypes.c_void_p(ssl.EC_POINT_new(group))
        number = self._number(private)
        if ssl.EC_POINT_mul(group, point, number, None, None, None) != 1:
            raise OpensslError("the multiplication")
        out = ctypes.create_string_buffer(1 + 2 * self.field_bytes)
        ssl.EC_POINT_point2oct(group, point, UNCOMPRESSED, out, ctypes.c_size_t(len(out)), None)
        ssl.BN_free(number)
        ssl.EC_POINT_free(point)
        ssl.EC_KEY_free(key)
        return out.raw

    def derive(self, private: bytes, public: bytes, cofactor: bool = False) -> bytes:
        ssl = self.library
        mine, theirs = self._key(private), self._key(public=public)
        ssl.EC_KEY_set_flags(mine, COFACTOR_ECDH) if cofactor else None
        out = ctypes.create_string_buffer(self.field_bytes)
        point = ctypes.c_void_p(self._point_of(theirs))
        length = ssl.ECDH_compute_key(out, ctypes.c_size_t(len(out)), point, mine, None)
        ssl.EC_KEY_free(mine)
        ssl.EC_KEY_free(theirs)
        if length != self.field_bytes:
            raise OpensslError("the derivation")
        return out.raw

    def _point_of(self, key: ctypes.c_void_p) -> int:
        get = self.library.EC_KEY_get0_public_key
        get.restype = ctypes.c_void_p
        return int(get(key))

    def sign(self, private: bytes, digest: bytes) -> bytes:
        ssl = self.library
        key = self._key(private)
        made = ctypes.c_void_p(ssl.ECDSA_do_sign(digest, len(digest), key))
        if not made:
            raise OpensslError("the signing")
        halves = b""
        for getter in (ssl.ECDSA_SIG_get0_r, ssl.ECDSA_SIG_get0_s):
            half = ctypes.create_string_buffer(self.order_bytes)
            ssl.BN_bn2binpad(ctypes.c_void_p(getter(made)), half, self.order_bytes)
            halves += half.raw
        ssl.ECDSA_SIG_free(made)
        ssl.EC_KEY_free(key)
        return halves

    def verify(self, public: bytes, digest: bytes, signature: bytes) -> bool:
        ssl = self.library
        key = self._key(public=public)
        made = ctypes.c_void_p(ssl.ECDSA_SIG_new())
        o = self.order_bytes
        # The signature owns its numbers then.
        ssl.ECDSA_SIG_set0(made, self._number(signature[:o]), self._number(signature[o:]))
        result = ssl.ECDSA_do_verify(digest, len(digest), made, key)
        ssl.ECDSA_SIG_free(made)
        ssl.EC_KEY_free(key)
        return bool(result == 1)
