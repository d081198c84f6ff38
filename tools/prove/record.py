# SPDX-License-Identifier: MIT
"""The rows of tools.prove, and a record of them in which some are renewed."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

WIDTHS = (8, 36, 9, 5, 6, 9)
PROVED, IN_PART, REFUSED, UNCLAIMED = "proved", "in part", "refused", "no claim"
HEADING = ("set", "kernel", "verdict", "runs", "stack", "terms")


def columns(values: Sequence[str]) -> str:
    first = zip(values[:3], WIDTHS[:3], strict=True)
    others = zip(values[3:], WIDTHS[3:], strict=True)
    return " ".join(
        [*(f"{each:<{width}}" for each, width in first), *(f"{e:>{w}}" for e, w in others)]
    )


def verdict_of(row: str) -> str:
    start = WIDTHS[0] + WIDTHS[1] + 2
    return row[start : start + WIDTHS[2]].strip()


def name_of(row: str) -> str:
    """The instruction set and the kernel."""
    return " ".join(row.split()[:2])


def summary(rows: Iterable[str]) -> str:
    counts = Counter(verdict_of(each) for each in rows)
    found = [f"{counts[each]} {each}" for each in (PROVED, IN_PART, REFUSED)]
    return ", ".join((*found, f"{counts[UNCLAIMED]} without a claim"))


def rows_of(record: Path) -> dict[str, str]:
    """By the names of kernels."""
    verdicts = {PROVED, IN_PART, REFUSED, UNCLAIMED}
    lines = record.read_text(encoding="utf-8").splitlines()
    return {name_of(line): line for line in lines if verdict_of(line) in verdicts}


def renew(record: Path, rows: Iterable[str], order: Sequence[str]) -> None:
    """Put rows in the place of those of a record, in the order of names in which all are proved:
    what claims nothing comes last. A kernel that there is no more goes."""
    known: Mapping[str, str] = rows_of(record) | {name_of(each): each for each in rows}
    kept = [known[each] for each in order if each in known]
    last = [each for each in kept if verdict_of(each) == UNCLAIMED]
    found = [*(each for each in kept if verdict_of(each) != UNCLAIMED), *last]
    proved = sum(verdict_of(each) == PROVED for each in found)
    lines = [columns(HEADING), *found, summary(found), f"{proved} passed, 0 failed"]
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
