# SPDX-License-Identifier: MIT
"""The library as a whole: its curves and hashes."""

import functools
from collections.abc import Callable
from pathlib import Path

from lab import curves
from lab.library import parameters
from lab.library.binding import Binding
from lab.library.build import build
from lab.library.curve import Curve
from lab.library.string_curve import StringCurve

AnyCurve = Curve | StringCurve


class Library:
    """A build of the library, with every curve of curves/ or some."""

    def __init__(self, path: Path) -> None:
        self.binding = Binding(path)
        self.hashes = self.binding.hashes
        self._curves = {
            each.name: Curve(self.binding, each)
            for each in parameters.load_all()
            if self.binding.has(f"whit_{each.name}")
        }
        self._string_curves = {
            each.name: StringCurve(self.binding, each)
            for each in curves.every()
            if not each.hydrogen and self.binding.has(f"whit_{each.scheme_name}_keygen")
        }

    @property
    def curves(self) -> tuple[str, ...]:
        """The names of the curves."""
        return tuple(self._curves)

    def curve(self, name: str) -> Curve:
        """The curve of that name or alias in short Weierstrass form; UnknownNameError if none."""
        return self._curves[curves.named(name, self.curves)]

    def string_curve(self, name: str) -> StringCurve:
        """The curve of that name or alias whose keys are strings of bytes."""
        return self._string_curves[curves.named(name, tuple(self._string_curves))]

    def any_curve(self, name: str) -> AnyCurve:
        """The curve of that name or alias, of either kind."""
        every: dict[str, AnyCurve] = {**self._curves, **self._string_curves}
        return every[curves.named(name, tuple(every))]

    def digest(self, hash_name: str, message: bytes) -> bytes:
        """The digest of a message by one of the library's hashes."""
        return self.binding.digest(hash_name, message)

    def curve_of(self, der: bytes) -> AnyCurve | None:
        """The curve that a key in DER is for, if the library has it."""
        every: tuple[AnyCurve, ...] = (*self._curves.values(), *self._string_curves.values())
        named = (curve for curve in every if curve.encodings)
        return next((curve for curve in named if curve.is_curve_of(der)), None)


def _silent(_: str) -> None:
    pass


@functools.cache
def load(say: Callable[[str], None] = _silent) -> Library:
    """The library, compiled for this machine if need be, which `say` is told. LabError without
    a compiler."""
    return Library(build(say))
