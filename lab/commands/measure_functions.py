# SPDX-License-Identifier: MIT
"""whit measure file.c:function: what functions of the user's cost."""

from collections.abc import Sequence
from dataclasses import dataclass

from lab.commands.options import check_name
from lab.commands.progress import Terminal
from lab.commands.quantities import quantity
from lab.errors import UnsupportedError
from lab.reports.functions import FORMATS
from lab.runner import (
    FunctionBench,
    Selection,
    Settings,
    find_function,
    select_emulated_targets,
)
from lab.runner.devices import check_part
from lab.timings import FunctionCost

DEFAULT_LIMIT = "1000M"
_INSTRUCTIONS = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9}


@dataclass(frozen=True)
class Asked:
    """What was asked of functions."""

    functions: Sequence[str]  # file.c:function
    others: Sequence[str]  # further files
    limit: str
    output: str


def refuse(functions: Sequence[str], **given: object) -> None:
    """UnsupportedError for an option of libraries that was given a value."""
    for option, value in given.items():
        if value:
            raise UnsupportedError(f"--{option} is of libraries: {functions[0]} takes none")


def measure_functions(asked: Asked, selection: Selection, settings: Settings) -> bool:
    """Whether none failed."""
    check_name("format", asked.output, FORMATS)
    functions = [find_function(text, asked.others) for text in asked.functions]
    limit = int(quantity("--limit", asked.limit, _INSTRUCTIONS))
    where, missing = select_emulated_targets(selection)
    if settings.part:
        check_part(settings.part, dict.fromkeys(target for target, _ in where))
    found: list[FunctionCost] = []
    with Terminal(len(where) * len(functions), missing) as terminal:
        for target, compiler in where:
            bench = FunctionBench(target, compiler, settings.cflags, settings.part, limit)
            for function in functions:
                terminal.case(f"{target} {compiler} {function}", 1)
                found.append(bench.measure(function, settings.seed))
                terminal.advance()
    print(FORMATS[asked.output](found), end="")
    return not any(each.error for each in found)
