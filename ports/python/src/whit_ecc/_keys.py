# SPDX-License-Identifier: MIT
"""What keys of all curves have in common."""

from typing import Any, Final, NoReturn, TypeVar

from whit_ecc._memory import Secret
from whit_ecc.errors import KeyCurveError

Kept = TypeVar("Kept", bound="SecretKey")
Point = TypeVar("Point", bound="PublicBytes")


class SecretKey:
    """A private key. It is no bytes, and says nothing of itself in a trace."""

    __slots__ = ("_secret",)

    def __init__(self, secret: Secret) -> None:
        self._secret = secret

    def wipe(self) -> None:
        """Overwrites the key, which cannot be used any more. `with` does it too, at its end."""
        self._secret.wipe()

    def __enter__(self: Kept) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        self.wipe()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a private key is neither pickled nor copied; to_bytes() gives its bytes")


class PublicBytes:
    """A public key, of a curve that has a name."""

    __slots__ = ("_bytes", "_name")

    def __init__(self, name: str, held: bytes) -> None:
        self._name: Final = name
        self._bytes: Final = held

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PublicBytes):
            return NotImplemented
        return (self._name, self._bytes) == (other._name, other._bytes)

    def __hash__(self) -> int:
        return hash((self._name, self._bytes))

    def __repr__(self) -> str:
        return f"<whit_ecc public key {self._name} {self._bytes.hex()}>"


def on(curve: Any, key: Point) -> Point:
    """The public key; KeyCurveError where it is of another curve."""
    if key._name != curve.name:
        raise KeyCurveError
    return key
