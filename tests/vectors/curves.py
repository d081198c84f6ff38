# SPDX-License-Identifier: MIT
"""What the converters need to know of Whit's curves, from curves/*.toml."""

import functools
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from tests.vectors.record import VectorError

HERE = Path(__file__).resolve().parent
CURVES = HERE.parent.parent / "curves"


@dataclass(frozen=True)
class Curve:
    name: str
    oid: str  # "" where there is none
    field_bytes: int
    order: int

    @property
    def order_bytes(self) -> int:
        return (self.order.bit_length() + 7) // 8

    def coordinate(self, text: str) -> bytes:
        """Longer than a coordinate when the value is, as some that must be refused are."""
        return _bytes(int(text, 16), self.field_bytes)

    def scalar(self, text: str) -> bytes:
        return _bytes(int(text, 16), self.order_bytes)

    def nonce(self, text: str) -> bytes:
        """A nonce as random bytes: Whit takes as many bits as the order has, the leftmost."""
        return _bytes(int(text, 16) << -self.order.bit_length() % 8, self.order_bytes)

    def point(self, x: str, y: str) -> bytes:
        return b"\x04" + self.coordinate(x) + self.coordinate(y)

    def signature(self, r: str, s: str) -> bytes:
        return self.scalar(r) + self.scalar(s)


def _bytes(value: int, least: int) -> bytes:
    return value.to_bytes(max(least, (value.bit_length() + 7) // 8), "big")


@functools.cache
def find(name: str) -> Curve:
    path = CURVES / f"{name}.toml"
    if not path.is_file():
        raise VectorError(f"there is no curve {name} in curves/")
    file = tomllib.loads(path.read_text())
    prime = int(file["p"], 16)
    return Curve(
        name=name,
        oid=file.get("oid", ""),
        field_bytes=(prime.bit_length() + 7) // 8,
        order=int(file["order"], 16),
    )


def exists(name: str) -> bool:
    return (CURVES / f"{name}.toml").is_file()


def with_vectors() -> list[str]:
    """The curves in the runner's table."""
    return re.findall(r"\bVECTORS_CURVE\((\w+)\),", (HERE / "curves.h").read_text())
