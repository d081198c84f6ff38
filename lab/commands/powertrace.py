# SPDX-License-Identifier: MIT
"""whit powertrace: energies of tasks from power traces, and traces whose energies are known."""

from math import inf
from pathlib import Path
from typing import Annotated

import typer

from lab.commands import files
from lab.commands.options import Names, check_least, check_name, offer
from lab.commands.powertrace_synthesis import synthesise
from lab.commands.quantities import (
    CURRENTS,
    DURATIONS,
    SHARES,
    VOLTAGES,
    optional,
    quantity,
)
from lab.errors import LabError, UnsupportedError
from lab.power import readers
from lab.power.analysis import CLOCK_ERROR, Question, analyse
from lab.power.instrument import MCP3008_CODES, Converter, Setup, Shunt
from lab.power.jls import read_jls
from lab.power.trace import TimeTrace, Trace, read_times
from lab.reports import drawing
from lab.reports.powertrace import FORMATS, draw

OHMS = {"": 1.0, "ohm": 1.0, "mohm": 1e-3}
_LONGEST_LOG = 64 << 20
_MOST_BITS = 32

app = typer.Typer(no_args_is_help=True, help="Energies of tasks from power traces.")
app.command("synthesise")(synthesise)


@app.command("read")
def read(
    trace: Annotated[Path, typer.Argument(help="What the instrument recorded: CSV or JLS.")],
    times: Annotated[
        Path | None, typer.Option(metavar="LOG", help="A log with timelib's lines in it.")
    ] = None,
    instrument: Annotated[
        str | None,
        typer.Option(
            "--input",
            help=f"Of the trace: {', '.join(readers.NAMES)}; by its header if none.",
            autocompletion=offer(lambda: readers.NAMES),
        ),
    ] = None,
    column: Annotated[
        Names,
        typer.Option(
            metavar="QUANTITY=HEADER",
            help="What a column of any CSV holds, repeatable: time, current, voltage, shunt (volts "
            "over it), code, or a digital channel's name; HEADER*FACTOR makes it SI units, and "
            "#1 is the first column.",
        ),
    ] = None,
    digital: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Digital channels in a file of their own, same clock."),
    ] = None,
    supply: Annotated[
        str | None, typer.Option(metavar="5V", help="Of the device; else it is in the trace.")
    ] = None,
    shunt: Annotated[str | None, typer.Option(metavar="OHM")] = None,
    gain: Annotated[float, typer.Option(help="Of the amplifier behind the shunt.")] = 1.0,
    reference: Annotated[
        str | None, typer.Option(metavar="3.25V", help="Of the converter.")
    ] = None,
    bits: Annotated[int, typer.Option(help="Of the converter.")] = MCP3008_CODES.bit_length() - 1,
    zero: Annotated[float, typer.Option(help="The code that it reads without a current.")] = 0.0,
    offset_error: Annotated[
        str | None,
        typer.Option(
            metavar="100uA",
            help="What the instrument's zero may be off; of mcp3008 one code if none.",
        ),
    ] = None,
    gain_error: Annotated[
        str,
        typer.Option(
            metavar="PERCENT", help="What shunt, reference and supply together may be off."
        ),
    ] = "0%",
    clock_error: Annotated[
        str, typer.Option(metavar="PERCENT", help="What the device's clock may be off.")
    ] = f"{CLOCK_ERROR:.0%}",
    channel: Annotated[
        Names,
        typer.Option(
            metavar="NAME[=TASK]",
            help="The digital channel with the marks; with --gate repeatable, and each a task's.",
        ),
    ] = None,
    gate: Annotated[
        bool, typer.Option("--gate", help="The channel is high while a task runs.")
    ] = False,
    marker: Annotated[
        str | None, typer.Option(metavar="40ms", help="How long a marker is; else the log says it.")
    ] = None,
    threshold: Annotated[
        str | None, typer.Option(metavar="25mA", help="Marks are above it; found if none.")
    ] = None,
    task: Annotated[
        Names, typer.Option(help="Names of tasks in their order, repeatable, without a log.")
    ] = None,
    output: Annotated[str, typer.Option("--format", help=", ".join(FORMATS))] = "text",
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the trace with its tasks.")
    ] = None,
    plot_until: Annotated[
        str | None, typer.Option(metavar="2s", help="Draw so much of its beginning; all if none.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file of that name.")] = False,
) -> None:
    """Find the tasks of a power trace, and say what energy each took and how sure that is.

    Tasks are marked as firmware/timelib does: by a pin whose LED shows in the current or that is
    wired to a digital channel, or by a channel that is high while a task runs. What cannot be
    aligned is refused. doc/power.md says more.
    """
    check_name("format", output, tuple(FORMATS))
    if instrument is not None:
        check_name("input", instrument, readers.NAMES)
    until = optional("--plot-until", plot_until, DURATIONS)
    if plot is not None:
        drawing.check()
        files.check_place(plot, force=force)
    setup = Setup(
        supply_volts=optional("--supply", supply, VOLTAGES),
        shunt=_shunt(shunt, gain),
        converter=_converter(reference, bits, zero),
        offset_error_amperes=optional("--offset-error", offset_error, CURRENTS, zero=True),
        gain_error=quantity("--gain-error", gain_error, SHARES, zero=True),
    )
    question = Question(
        times=_times(times),
        channels=tuple(_channel(each) for each in channel or ()),
        gates=gate,
        marker_seconds=optional("--marker", marker, DURATIONS),
        threshold_amperes=optional("--threshold", threshold, CURRENTS, zero=True),
        names=tuple(task or ()),
        clock_error=quantity("--clock-error", clock_error, SHARES, zero=True),
    )
    _check(question)
    columns = tuple(readers.column(each) for each in column or ())
    read = _trace(trace, instrument, columns, setup)
    if digital is not None:
        read = _with_channels(read, _trace(digital, None, (), setup))
    found = analyse(read, question)
    print(FORMATS[output](found), end="")
    if plot is not None:
        drawn = draw(found, inf if until is None else until)
        files.write(plot, drawn, secret=False, force=force)


def _check(question: Question) -> None:
    if question.times and question.names:
        raise UnsupportedError("--task is for traces without --times, which has the names")
    if any(name for _, name in question.channels) and (question.times or not question.gates):
        raise UnsupportedError("--channel NAME=TASK is for --gate without --times")
    if question.clock_error >= 1:
        raise UnsupportedError("--clock-error: must be less than 100%")


def _shunt(text: str | None, gain: float) -> Shunt | None:
    if not 0 < gain < inf:
        raise UnsupportedError(f"--gain {gain:g}: must be more than zero")
    return None if text is None else Shunt(quantity("--shunt", text, OHMS), gain)


def _converter(text: str | None, bits: int, zero: float) -> Converter | None:
    check_least("--bits", bits)
    if bits > _MOST_BITS:
        raise UnsupportedError(f"--bits must be at most {_MOST_BITS}")
    if not 0 <= zero < 1 << bits:
        raise UnsupportedError(f"--zero {zero:g}: is no code of {bits} bits")
    if text is None:
        return None
    return Converter(quantity("--reference", text, VOLTAGES), 1 << bits, zero)


def _channel(text: str) -> tuple[str, str | None]:
    name, equals, task = text.partition("=")
    if not name or (equals and not task):
        raise UnsupportedError(f"--channel {text}: not NAME or NAME=TASK")
    return name, task or None


def _times(path: Path | None) -> TimeTrace | None:
    if path is None:
        return None
    content = files.read(path, _LONGEST_LOG)
    return read_times(str(path), content.decode("utf-8", errors="replace"))


def _trace(path: Path, kind: str | None, columns: readers.Columns, setup: Setup) -> Trace:
    if kind == readers.JLS or (kind is None and not columns and path.suffix == ".jls"):
        files.read(path)
        return read_jls(path, setup)
    return readers.read_text(str(path), files.read(path), kind, columns, setup)


def _with_channels(trace: Trace, other: Trace) -> Trace:
    if not other.channels:
        raise LabError(f"{other.source}: no digital channel in it")
    if twice := set(trace.channels) & set(other.channels):
        raise LabError(f"{other.source}: channel {min(twice)} is in {trace.source} too")
    return Trace(trace.source, trace.current, {**trace.channels, **other.channels})
