# SPDX-License-Identifier: MIT
"""The library as a whole: its curves and hashes."""

import functools
from collections.abc import Callable
from pathlib import Path

from lab.errors import UnknownNameError
from lab.library import parameters
from lab.library.binding import Binding
from lab.library.build import build
from lab.library.curve import Curve


class Library:
    """A build of the library with every curve of curves/."""

    def __init__(self, path: Path) -> None:
        self.binding = Binding(path)
        self.hashes = self.binding.hashes
        self._curves = {
            each.name: Curve(self.binding, each)
            for each in parameters.load_all()
            if self.binding.has(f"whit_{each.name}")
        }

    @property
    def curves(self) -> tuple[str, ...]:
        """The names of the curves."""
        return tuple(self._curves)

    def curve(self, name: str) -> Curve:
        """The curve of that name or alias, in letters of either case; UnknownNameError if none."""
        for curve in self._curves.values():
            if name.casefold() in (each.casefold() for each in curve.parameters.names):
                return curve
        raise UnknownNameError("curve", name, self.curves)

    def digest(self, hash_name: str, message: bytes) -> bytes:
        """The digest of a message by one of the library's hashes."""
        return self.binding.digest(hash_name, message)

    def curve_of(self, der: bytes) -> Curve | None:
        """The curve that a key in DER is for, if the library has it."""
        named = (curve for curve in self._curves.values() if curve.parameters.oid)
        return next((curve for curve in named if curve.is_curve_of(der)), None)


def _silent(_: str) -> None:
    pass


@functools.cache
def load(say: Callable[[str], None] = _silent) -> Library:
    """The library, compiled for this machine if need be, which `say` is told. LabError without
    a compiler."""
    return Library(build(say))
