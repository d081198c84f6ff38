# SPDX-License-Identifier: MIT
"""Key exchanges of examples/edhoc, message by message."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lab.reports.figures import count, kilocycles
from lab.reports.table import Table

Run = Mapping[str, Any]
_CREDENTIALS = {2: "signatures, X.509 by hash, suite 0", 3: "static keys, CCS by kid, suite 2"}
_DONE = (("write_cycles", "written"), ("read_cycles", "read"))


def table(runs: Sequence[Run]) -> Table:
    """A row a message of each chapter of RFC 9529, and one for all that a party computes."""
    profiles = tuple(dict.fromkeys(run["profile"] for run in runs))
    header = ["run", "message", "bytes"]
    header += [f"{profile}: {word}" for profile in profiles for _, word in _DONE]
    rows = [row for chapter in _CREDENTIALS for row in _rows(chapter, _of(runs, chapter))]
    return Table(header, rows, left=2, legend=" ".join(_legend(runs, profiles)))


def _of(runs: Iterable[Run], chapter: int) -> list[Run]:
    return [run for run in runs if run["chapter"] == chapter]


def _rows(chapter: int, runs: Sequence[Run]) -> Iterable[Sequence[str]]:
    for number in range(len(runs[0]["messages"])):
        messages = [run["messages"][number] for run in runs]
        cycles = [kilocycles(message[key]) for message in messages for key, _ in _DONE]
        name = _CREDENTIALS[chapter] if number == 0 else ""
        yield (name, str(number + 1), count(messages[0]["bytes"]), *cycles)
    for first, party in enumerate(("initiator", "responder")):
        cells = []
        for run in runs:
            cells += [kilocycles(sum(_computed(run, first))), ""]
        total = sum(message["bytes"] for message in runs[0]["messages"])
        yield ("", f"all, {party}", count(total), *cells)


def _computed(run: Run, first: int) -> Iterable[int]:
    """Messages that a party writes, and the others, which it reads."""
    for number, message in enumerate(run["messages"]):
        yield message["write_cycles" if number % 2 == first else "read_cycles"]


def _legend(runs: Sequence[Run], profiles: Sequence[str]) -> Iterable[str]:
    yield "Thousands of cycles on the lab's Cortex-M4, emulated; every byte is the RFC's."
    yield "Flash is of a whole program with both parties, both suites and the RFC's credentials:"
    figures = []
    for profile in profiles:
        those = [run for run in runs if run["profile"] == profile]
        keys = ("write_stack_bytes", "read_stack_bytes")
        stack = max(each[key] for run in those for each in run["messages"] for key in keys)
        figures.append(f"{profile} {count(those[0]['flash_bytes'])} B, stack {count(stack)} B")
    yield f"{'; '.join(figures)}."
