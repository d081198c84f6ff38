# SPDX-License-Identifier: MIT
"""The vectors of hashing to curves: rfc9380.jsonl says where they are from."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parent / "rfc9380.jsonl"
MESSAGES = tuple(
    text.encode()
    for text in ("", "abc", "abcdef0123456789", "q128_" + 128 * "q", "a512_" + 512 * "a")
)


@dataclass(frozen=True)
class PointVector:
    suite: str
    message: bytes
    coordinates: tuple[int, ...]  # of x and then of y

    @property
    def x(self) -> int:
        return self.coordinates[0]

    @property
    def y(self) -> int:
        return self.coordinates[-1]

    @property
    def tag(self) -> bytes:
        return f"QUUX-V01-CS02-with-{self.suite}".encode()

    @property
    def uniform(self) -> bool:
        """Of hash_to_curve, not of encode_to_curve."""
        return self.suite.endswith("_RO_")

    @property
    def of_curve(self) -> str:
        """The suite's name up to RO_ or NU_."""
        return self.suite[:-3]


@dataclass(frozen=True)
class ExpansionVector:
    hash: str
    tag: bytes
    security_bits: int
    message: bytes
    uniform: bytes


@cache
def _rows() -> tuple[list[str | int | list[str]], ...]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return tuple(json.loads(line) for line in lines if not line.startswith("#"))


def _numbers(given: str | int | list[str]) -> list[int]:
    return [int(each, 16) for each in (given if isinstance(given, list) else [str(given)])]


def _vectors() -> list[PointVector]:
    return [
        PointVector(str(suite), MESSAGES[int(str(message))], (*_numbers(x), *_numbers(y)))
        for suite, message, x, y in (row for row in _rows() if len(row) == 4)
    ]


def points() -> list[PointVector]:
    """Those of curves over prime fields."""
    return [vector for vector in _vectors() if len(vector.coordinates) == 2]


def second_points() -> list[PointVector]:
    """Those of the second groups of pairings."""
    return [vector for vector in _vectors() if len(vector.coordinates) > 2]


def expansions() -> list[ExpansionVector]:
    return [
        ExpansionVector(
            *(str(name).lower(), str(tag).encode(), int(str(bits))),
            *(MESSAGES[int(str(message))], bytes.fromhex(str(uniform))),
        )
        for name, tag, bits, message, uniform in (row for row in _rows() if len(row) == 5)
    ]
