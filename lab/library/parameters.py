# SPDX-License-Identifier: MIT
"""What the files of curves/ say about a curve."""

import functools
import tomllib
from dataclasses import dataclass
from pathlib import Path

from lab.errors import LabError
from lab.paths import CURVES, shown


@dataclass(frozen=True)
class Parameters:
    """Domain parameters and names of one curve."""

    name: str
    aliases: tuple[str, ...]
    oid: str | None
    hash: str
    ecdsa: bool
    security_bits: int
    p: int
    a: int
    b: int
    base: tuple[int, int]
    order: int
    cofactor: int

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.aliases)


def load(path: Path) -> Parameters:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return Parameters(
            name=data["name"],
            aliases=tuple(data.get("aliases", ())),
            oid=data.get("oid"),
            hash=data.get("hash", "sha256"),
            ecdsa=data.get("ecdsa", True),
            security_bits=data["security_bits"],
            p=int(data["p"], 16),
            a=int(data["a"], 16),
            b=int(data["b"], 16),
            base=(int(data["gx"], 16), int(data["gy"], 16)),
            order=int(data["order"], 16),
            cofactor=int(data["cofactor"], 16),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise LabError(f"{shown(path)}: {error!r}") from None


@functools.cache
def load_all(directory: Path = CURVES) -> tuple[Parameters, ...]:
    """Every curve, by name."""
    return tuple(load(path) for path in sorted(directory.glob("*.toml")))
