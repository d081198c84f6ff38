# SPDX-License-Identifier: MIT
"""What functions of the user's cost, as a table, JSON or CSV."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields

from lab.reports.figures import NONE, count, thousandths
from lab.reports.table import Table
from lab.timings import FunctionCost

_NO_INPUTS = "Constant time is not applicable: a function without arguments has no secrets."


def as_json(found: Sequence[FunctionCost]) -> str:
    """One array of objects."""
    return json.dumps([each.record() for each in found], indent=2) + "\n"


def as_csv(found: Sequence[FunctionCost]) -> str:
    """A header and a line a function; an empty field is null."""
    names = [field.name for field in fields(FunctionCost)]
    rows = [{**each.record(), "files": " ".join(each.files)} for each in found]
    return Table(names, [tuple(row[name] for name in names) for row in rows]).csv()


def as_table(found: Sequence[FunctionCost]) -> str:
    """A row for each function on each target; below it what compiled and counted them, and what
    failed."""
    good = [each for each in found if each.error is None]
    failed = "".join(_failed(each) for each in found if each.error is not None)
    if not good:
        return failed
    on_boards = any(each.board for each in good)
    on_chips = any(each.chip_joules is not None for each in good)
    of_board = ("on board", "ms", "mJ", *(("chip mJ",) if on_chips else ())) if on_boards else ()
    header = ("target", "function", "cycles", *of_board,
              "instructions", "flash B", "stack B", "static RAM B", "returns")  # fmt: skip
    rows = [
        (
            each.board or each.target,
            each.function,
            count(each.cycles),
            *(_on_board(each)[: len(of_board)] if on_boards else ()),
            count(each.instructions),
            count(each.flash_bytes),
            count(each.stack_bytes),
            count(each.ram_static_bytes),
            NONE if each.returned is None else str(each.returned),
        )
        for each in good
    ]
    told = {f"{each.board or each.target}: {each.compiler} {each.flags}; {each.origin}": None
            for each in good}  # fmt: skip
    return (
        f"{Table(header, rows, left=2).text()}\n" + "\n".join((*told, _NO_INPUTS)) + "\n" + failed
    )


def _on_board(each: FunctionCost) -> tuple[str, ...]:
    joules = (thousandths(each.energy_joules), thousandths(each.chip_joules))
    return count(each.board_cycles), thousandths(each.time_seconds), *joules


def _failed(each: FunctionCost) -> str:
    compiler = each.compiler.partition(" ")[0]
    where = f"{each.files[0]}:{each.function}, {each.board or each.target}, {compiler}"
    return f"failed: {where}: {each.error}\n"


FORMATS: Mapping[str, Callable[[Sequence[FunctionCost]], str]] = {
    "table": as_table,
    "json": as_json,
    "csv": as_csv,
}
