# SPDX-License-Identifier: MIT
"""Constant time, proved: what secrets decide in a run, and what of that is public."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from lab.findings import DEPENDENT, Decided, Dependence, Place
from lab.peers.catalogue import Public

# What may be declared: an address that a secret decides is none of it.
DECLARABLE = {DEPENDENT[0], DEPENDENT[4]}


# Why what is decided at an instruction, by the flags of another, is public; empty where it is not.
Reason = Callable[[tuple[Place, ...]], str]


def dependences(
    decided: Iterable[Decided], place_of: Callable[[int], Place], reason_of: Reason
) -> Iterator[Dependence]:
    """With their places and reasons."""
    for each in decided:
        place, cause = place_of(each.address), place_of(each.cause)
        reason = ""
        if each.what in DECLARABLE:
            reason = reason_of((place, cause))
        yield Dependence(each.what, place, cause, each.times, reason)


def of_library(folders: Sequence[Path], public: Iterable[Public]) -> Reason:
    """What a library declares; its sources are in these folders."""
    declared = tuple(public)

    def reason(at: tuple[Place, ...]) -> str:
        for public in declared:
            for place in at:
                if _covers(public, place, folders):
                    return public.reason
        return ""

    return reason


def _covers(public: Public, place: Place, folders: Sequence[Path]) -> bool:
    if public.function and not fnmatchcase(place.function, public.function):
        return False
    if public.lineless:
        return place.line == 0
    return not public.line or public.line in _line(place, folders)


def _line(place: Place, folders: Sequence[Path]) -> str:
    if place.file is None or not place.line:
        return ""
    for path in (path for folder in folders for path in sorted(folder.rglob(place.file))):
        lines = _lines(path)
        if place.line <= len(lines):
            return lines[place.line - 1]
    return ""


@cache
def _lines(path: Path) -> tuple[str, ...]:
    return tuple(path.read_text(errors="replace").splitlines())
