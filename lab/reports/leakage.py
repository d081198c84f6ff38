# SPDX-License-Identifier: MIT
"""What a probe would learn, as tables, as a drawing and as data."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from lab.errors import LabError
from lab.leakage.record import CERTAIN, Leakage, LeakingInstruction, Order
from lab.reports.drawing import svg
from lab.reports.figures import NONE, count
from lab.reports.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_HEADER = (
    "build", "target", "curve", "operation", "fixed", "traces", "samples", "first order",
    "second order", "from output on", "largest t", "threshold",
)  # fmt: skip
_LEGEND = (
    "A sample is an executed instruction. First and second order: samples whose |t| is above the "
    "threshold, and how many of a thousand these are. From output on: those of first order from "
    "where the public output is first written. Traces: of each group. All of it is modelled."
)
_FUNCTIONS = 8  # in a text, for each run
_INSTRUCTIONS = 10


def table(found: Sequence[Leakage]) -> Table:
    """A row for each test."""
    return Table(_HEADER, [_row(each) for each in found], left=5, legend=_LEGEND)


def _row(each: Leakage) -> tuple[str, ...]:
    behind = NONE if each.output is None else count(each.first.behind_output)
    return (
        f"{each.library} ({each.variant})",
        each.target,
        each.curve,
        each.operation,
        each.fixed,
        count(min(each.traces)),
        count(each.samples),
        _share(each.first, each),
        _share(each.second, each),
        behind,
        _t(each.first.most),
        f"{each.threshold:.2f}",
    )


def _share(order: Order, found: Leakage) -> str:
    if not order.samples:
        return "0"
    share = 1000 * order.samples / found.samples
    return f"{count(order.samples)} ({share:.1f}‰)"


def _t(value: float) -> str:
    return "∞" if value >= CERTAIN else f"{value:.1f}"


def instructions(found: Sequence[Leakage]) -> Table:
    """The functions that leak most of each test that found something, and the instruction of the
    largest |t|."""
    rows = []
    for each in found:
        if not each.worst:
            continue
        best = each.worst[0]
        names = (f"{one.function} {count(one.first)}" for one in each.functions[:3] if one.first)
        rows.append(
            (
                f"{each.library} ({each.variant})",
                each.target,
                each.curve,
                f"{each.operation}, {each.fixed}",
                ", ".join(names) or None,
                f"`{best.text}` in {_place(best)}",
            )
        )
    header = ("build", "target", "curve", "operation", "functions that leak most", "worst")
    legend = (
        "Functions with their samples that leak at first order; the instruction of the largest |t|."
    )
    return Table(header, rows, left=6, legend=legend)


def _place(one: LeakingInstruction) -> str:
    place = one.place
    return place.function if place.file is None else f"{place.function}, {place.file}:{place.line}"


def as_text(found: Sequence[Leakage], shown: int = _INSTRUCTIONS) -> str:
    """The table, and below it the functions and instructions of each test."""
    return table(found).text() + "".join(_told(each, shown) for each in found)


def _told(found: Leakage, shown: int) -> str:
    title = f"{found.library} ({found.variant}), {found.curve} {found.operation}, {found.target}"
    window = f", {found.window} alone" if found.window else ""
    head = f"\n{title}{window}: {_verdict(found)}\n"
    if not found.found:
        return head
    functions = Table(
        ("function", "samples", "first order", "second order", "largest t", "second"),
        [
            (
                each.function,
                count(each.samples),
                count(each.first),
                count(each.second),
                _t(each.most_first),
                _t(each.most_second),
            )
            for each in found.functions[:_FUNCTIONS]
        ],
    )
    worst = Table(
        ("instruction", "executed", "first", "second", "largest t", "second", "by"),
        [
            (
                f"{each.text}  {each.place}",
                count(each.executions),
                count(each.first),
                count(each.second),
                _t(each.most_first),
                _t(each.most_second),
                each.part,
            )
            for each in found.worst[:shown]
        ],
    )
    return f"{head}\n{functions.text()}\n{worst.text()}"


def _verdict(found: Leakage) -> str:
    fixed = "random" if found.fixed == "nothing" else f"fixed {found.fixed}"
    compared = f"{fixed} against random, {count(min(found.traces))} traces each"
    left = f", {found.left_out} left out that drew otherwise" if found.left_out else ""
    first, second = (
        f"{count(order.samples)} at {name} order"
        for name, order in (("first", found.first), ("second", found.second))
    )
    said = f"{first}, {second}" if found.found else "none"
    return f"{compared}{left}; of {count(found.samples)} samples leak: {said}"


def as_json(found: Sequence[Leakage]) -> str:
    """One array of objects, a line each."""
    return "[\n" + ",\n".join(json.dumps(each.record()) for each in found) + "\n]\n"


TABLES: Mapping[str, Callable[[Sequence[Leakage]], Table]] = {
    "leakage": table,
    "leaking": instructions,
}
FORMATS: Mapping[str, Callable[[Sequence[Leakage]], str]] = {"text": as_text, "json": as_json}


def draw(found: Sequence[Leakage]) -> bytes:
    """The largest |t| over each run, both orders, a row for each test."""
    if not found:
        raise LabError("there is nothing to draw")

    def plot(figure: "Figure") -> None:
        axes = figure.subplots(len(found), 1, squeeze=False)
        for each, (axis,) in zip(found, axes, strict=True):
            for order, name in ((each.first, "first order"), (each.second, "second order")):
                step = each.samples / len(order.course)
                at = [index * step for index in range(len(order.course))]
                axis.plot(at, [max(t, 0.1) for t in order.course], linewidth=0.8, label=name)
            axis.axhline(each.threshold, color="black", linewidth=0.6, linestyle="--")
            axis.set_yscale("log")
            # The sample is the time; what is certain is at the top.
            axis.set_ylim(1, 1e3)
            title = f"{each.target}, {each.library} ({each.variant}), {each.curve} {each.operation}"
            axis.set_title(title, loc="left", fontsize=8)
            axis.set_ylabel("|t|")
        axes[0][0].legend(frameon=False, fontsize=7, ncols=2, loc="upper right")
        axes[-1][0].set_xlabel("executed instruction")

    return svg("Largest |t| over a run", (7.2, 0.6 + 1.5 * len(found)), plot)
