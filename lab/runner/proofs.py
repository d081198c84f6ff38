# SPDX-License-Identifier: MIT
"""Constant time, proved: what secrets decide in a run, and what of that is public."""

from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from lab.findings import DEPENDENT, Decided, Dependence, Place
from lab.peers.catalogue import Public

# What may be declared: an address that a secret decides is none of it.
DECLARABLE = {DEPENDENT[0], DEPENDENT[4]}


def dependences(
    decided: Iterable[Decided],
    place_of: Callable[[int], Place],
    sources: Path,
    public: Iterable[Public],
) -> Iterator[Dependence]:
    """With their places and reasons; `sources` is where the library's are."""
    declared = tuple(public)
    for each in decided:
        place, cause = place_of(each.address), place_of(each.cause)
        reason = ""
        if each.what in DECLARABLE:
            reason = _reason((place, cause), sources, declared)
        yield Dependence(each.what, place, cause, each.times, reason)


def _reason(at: tuple[Place, ...], sources: Path, declared: tuple[Public, ...]) -> str:
    for public in declared:
        for place in at:
            named = not public.function or fnmatchcase(place.function, public.function)
            if named and (not public.line or public.line in _line(place, sources)):
                return public.reason
    return ""


def _line(place: Place, sources: Path) -> str:
    if place.file is None or place.line is None:
        return ""
    for path in sorted(sources.rglob(place.file)):
        lines = _lines(path)
        if place.line <= len(lines):
            return lines[place.line - 1]
    return ""


@cache
def _lines(path: Path) -> tuple[str, ...]:
    return tuple(path.read_text(errors="replace").splitlines())
