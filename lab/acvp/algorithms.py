# SPDX-License-Identifier: MIT
"""What an algorithm's module offers, and NIST's names for what the library has."""

from dataclasses import dataclass
from typing import Any, Protocol

from lab.acvp.vectors import Item
from lab.errors import UnsupportedError
from lab.library import AnyCurve, Curve, Library, RandomSource, StatusError

CURVES = {f"P-{bits}": f"secp{bits}r1" for bits in (192, 224, 256, 384, 521)}
HASHES = {"SHA-1": "sha1"} | {f"SHA2-{bits}": f"sha{bits}" for bits in (224, 256, 384, 512)}


@dataclass(frozen=True)
class Context:
    """The library, and where its random bytes come from: the operating system if None."""

    library: Library
    random: RandomSource | None = None

    def curve(self, group: Item, field: str = "curve") -> Curve:
        name = group.text(field)
        if name not in CURVES:
            raise UnsupportedError(
                f"{group.name}: the curve {name} is not supported, only {', '.join(CURVES)}"
            )
        return self.library.curve(CURVES[name])

    def hash_name(self, group: Item, field: str = "hashAlg") -> str:
        name = group.text(field)
        if name not in HASHES:
            raise UnsupportedError(
                f"{group.name}: the hash {name} is not supported, only {', '.join(HASHES)}"
            )
        return HASHES[name]


class Algorithm(Protocol):
    """One mode of one algorithm. Each function takes one group."""

    def require(self, context: Context, group: Item) -> None:
        """Raise UnsupportedError if the library cannot answer the group."""

    def answer(self, context: Context, group: Item) -> dict[str, Any]:
        """The group's answers."""

    def agrees(self, context: Context, group: Item, test: Item, answers: Item, case: Item) -> bool:
        """Whether an answer that chance is in fits the test, as far as the library can tell.
        `answers` and `case` are the group and the case of an answer, ours or the expected one.
        False where there is one right answer."""


def integer(value: int, length: int) -> bytes | None:
    """The number in that many bytes, if it fits."""
    return value.to_bytes(length, "big") if value < 256**length else None


def point(curve: Curve, x: int, y: int) -> bytes | None:
    """A public key of two coordinates; None where one does not fit."""
    left, right = integer(x, curve.field_bytes), integer(y, curve.field_bytes)
    return None if left is None or right is None else b"\4" + left + right


def public_key(curve: Curve, item: Item, x: str, y: str) -> bytes | None:
    return point(curve, item.integer(x), item.integer(y))


def coordinates(curve: Curve, key: bytes) -> tuple[str, str]:
    """The coordinates of a public key in hexadecimal."""
    return shown(key[1 : 1 + curve.field_bytes]), shown(key[1 + curve.field_bytes :])


def shown(octets: bytes) -> str:
    return octets.hex().upper()


def is_of_input(error: StatusError) -> bool:
    """Whether a status tells of the key or the signature it was given."""
    return error.status.name.startswith(("WHIT_ERROR_PUBLIC_KEY", "WHIT_ERROR_SIGNATURE"))


def valid_key(curve: AnyCurve, key: bytes | None) -> bool:
    """Whether the library takes a public key."""
    if key is None:
        return False
    try:
        curve.validate_public(key)
    except StatusError as error:
        if is_of_input(error):
            return False
        raise
    return True
