# SPDX-License-Identifier: MIT
"""Traces from files of instruments. A format of CSV is a map from columns to what they hold."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lab.errors import LabError, UnsupportedError
from lab.power import instrument
from lab.power.instrument import Setup
from lab.power.trace import Channel, Current, Floats, Trace, edges, transitions

QUANTITIES = ("time", "current", "voltage", "shunt", "code")
BITS = "bits"  # eight digital inputs as a word of eight digits
_BITS = 8
_ROWS_LEAST = 2


@dataclass(frozen=True)
class Column:
    """What a column holds: one of QUANTITIES, BITS, or the digital channel of that name; in SI
    units, once it is multiplied. Without a header `header` is #1 for the first one."""

    quantity: str
    header: str
    factor: float = 1.0


Columns = tuple[Column, ...]
_MAPPED = re.compile(r"(?P<quantity>[^=]+)=(?P<header>.+?)(?:\*(?P<factor>[0-9.eE+-]+))?")


def column(text: str) -> Column:
    """From QUANTITY=HEADER or QUANTITY=HEADER*FACTOR."""
    match = _MAPPED.fullmatch(text)
    try:
        factor = float(match["factor"] or 1) if match else 0.0
    except ValueError:
        factor = 0.0
    if match is None or factor == 0 or not np.isfinite(factor):
        raise UnsupportedError(
            f"--column {text}: not QUANTITY=HEADER or QUANTITY=HEADER*FACTOR, such as "
            f"time=ms*0.001; QUANTITY is {', '.join(QUANTITIES)} or the name of a digital channel"
        )
    return Column(match["quantity"].strip(), match["header"].strip(), factor)


@dataclass(frozen=True)
class Lines:
    """A text as its header and the lines of data, of which `first` is the number of the first."""

    source: str
    header: tuple[str, ...]
    data: tuple[str, ...]
    first: int

    def error(self, line: int, what: str) -> LabError:
        return LabError(f"{self.source}, line {line}: {what}")


def lines(source: str, content: bytes) -> Lines:
    """Comments before the data begin with #; the last of them may be the header."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LabError(f"{source}: not a text") from None
    header: tuple[str, ...] = ()
    all_lines = text.splitlines()
    for number, line in enumerate(all_lines, 1):
        words = tuple(word.strip().strip('"') for word in line.lstrip("# \t").split(","))
        if line.startswith("#") or not line.strip():
            header = words if len(words) > 1 else header
        elif _is_number(words[0]):
            return Lines(source, header, tuple(all_lines[number - 1 :]), number)
        elif len(words) > 1:
            header = words
    raise LabError(f"{source}: no line of numbers, apart by commas, in it")


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


# -- the formats ---------------------------------------------------------------------------------


def _ppk2(header: Sequence[str]) -> Columns:
    """nRF Connect's Power Profiler. Older ones write the inputs as a number, D7 first."""
    own = [Column("time", "Timestamp(ms)", 1e-3), Column("current", "Current(uA)", 1e-6)]
    own += [Column(BITS, name) for name in ("D0-D7", "Bits") if name in header]
    own += [Column(name, name) for name in header if re.fullmatch("D[0-7]", name)]
    return tuple(own)


def _joulescope(header: Sequence[str]) -> Columns:
    own = {"time": ("time", "t"), "current": ("current", "i"), "voltage": ("voltage", "v")}
    return tuple(
        Column(quantity, name)
        for name in header
        for quantity, words in own.items()
        if re.split(r"[ (\[]", name.casefold())[0] in words
    )


def _mcp3008(header: Sequence[str]) -> Columns:
    """Two columns, and digital channels behind them."""
    if not header:
        return Column("time", "#1"), Column("code", "#2")
    milliseconds = re.search(r"\bms\b", header[0]) is not None
    return (
        Column("time", header[0], 1e-3 if milliseconds else 1.0),
        *(Column(quantity, name) for quantity, name in zip(("code",), header[1:], strict=False)),
        *(Column(name, name) for name in header[2:]),
    )


def _saleae(header: Sequence[str]) -> Columns:
    """Logic 2's export of raw data: digital with a line a change, or analog volts, the first
    channel's over the shunt."""
    if not header:
        raise UnsupportedError("saleae's files have a header; --column says what the columns hold")
    return Column("time", header[0]), *(Column(name, name) for name in header[1:])


FORMATS: Mapping[str, Callable[[Sequence[str]], Columns]] = {
    "mcp3008": _mcp3008,
    "ppk2": _ppk2,
    "joulescope": _joulescope,
    "saleae": _saleae,
}
JLS, ANY = "jls", "csv"
NAMES = (*FORMATS, JLS, ANY)


def told_by(header: Sequence[str]) -> str | None:
    """The format with such a header."""
    first = header[0] if header else ""
    if first == "Timestamp(ms)":
        return "ppk2"
    if first == "Time [s]" and len(header) > 1 and header[1].startswith(("Channel", "D", "A")):
        return "saleae"
    words = [re.split(r"[ (\[]", name.casefold())[0] for name in header]
    if words[:1] == ["time"] and ("current" in words or "i" in words):
        return "joulescope"
    if "code" in words:
        return "mcp3008"
    return None


# -- from text to a trace ------------------------------------------------------------------------


def read_text(source: str, content: bytes, kind: str | None, given: Columns, setup: Setup) -> Trace:
    """Of a format, or of any CSV with columns that were given."""
    found = lines(source, content)
    kind = kind or (ANY if given else told_by(found.header))
    if kind is None or (kind == ANY and not given):
        raise UnsupportedError(
            f"{source}: its header {','.join(found.header) or 'is missing and'} tells no "
            "format: --input names one, or --column says what its columns hold"
        )
    try:
        columns = given or FORMATS[kind](found.header)
        table = _table(found, columns)
        return (
            _saleae_trace(found, table, setup)
            if kind == "saleae" and not given
            else (_trace(found, columns, table, setup))
        )
    except UnsupportedError as error:
        error.args = (f"{source}: {error}",)
        raise


def _places(found: Lines, columns: Columns) -> list[int]:
    width = found.data[0].count(",") + 1
    places = []
    for each in columns:
        numbered = re.fullmatch("#([0-9]+)", each.header)
        if each.header in found.header:
            place = found.header.index(each.header)
        elif numbered:
            place = int(numbered[1]) - 1
        else:
            raise UnsupportedError(
                f"no column {each.header!r}; it has {', '.join(found.header) or 'no header'}"
            )
        if not 0 <= place < width:
            raise found.error(found.first, f"no column {place + 1}; it has {width}")
        places.append(place)
    quantities = [each.quantity for each in columns]
    if "time" not in quantities:
        raise UnsupportedError("no column holds the time")
    if twice := {each for each in quantities if quantities.count(each) > 1}:
        raise UnsupportedError(f"two columns hold {min(twice)}")
    return places


def _table(found: Lines, columns: Columns) -> Floats:
    """A row for each column, in the columns' units. A line with NaN is left out."""
    places = _places(found, columns)
    try:
        cells: Floats = np.loadtxt(
            found.data, delimiter=",", usecols=places, ndmin=2, comments=None, unpack=True
        )
    except (ValueError, IndexError) as error:
        raise _wrong_line(found, places) from error
    table: Floats = cells * np.array([each.factor for each in columns])[:, None]
    table = table[:, ~np.isnan(table).any(axis=0)]
    if table.shape[1] < _ROWS_LEAST:
        raise LabError(f"{found.source}: {table.shape[1]} samples are no trace")
    if not np.isfinite(table).all():
        raise LabError(f"{found.source}: a value is infinite")
    seconds: Floats = table[[each.quantity for each in columns].index("time")]
    back = np.flatnonzero(np.diff(seconds) <= 0)
    if len(back):
        raise LabError(
            f"{found.source}: the time does not increase behind {seconds[back[0]]:.9g} s"
        )
    return table


def _wrong_line(found: Lines, places: Sequence[int]) -> LabError:
    for number, line in enumerate(found.data, found.first):
        words = line.split(",")
        if not line.strip():
            continue
        if len(words) <= max(places):
            return found.error(number, f"{len(words)} columns, and column {max(places) + 1} is "
                               "needed; was it cut off?")  # fmt: skip
        for place in places:
            if not _is_number(words[place]):
                return found.error(number, f"{words[place]!r} is no number")
    return LabError(f"{found.source}: not a table of numbers")


def _trace(found: Lines, columns: Columns, table: Floats, setup: Setup) -> Trace:
    rows = {each.quantity: row for each, row in zip(columns, table, strict=True)}
    seconds = rows.pop("time")
    current = _current(seconds, rows, setup)
    bits = rows.pop(BITS, None)
    channels: dict[str, Channel] = {}
    if bits is not None:
        first = any(each.quantity == BITS and each.header == "D0-D7" for each in columns)
        for name, row in _unpacked(bits, lowest_first=first).items():
            rows[name] = row
    for name, row in rows.items():
        if not np.isin(row, (0, 1)).all():
            raise UnsupportedError(f"channel {name} holds more than 0 and 1")
        channels[name] = edges(name, seconds, row > 0)
    return Trace(found.source, current, channels)


def _current(seconds: Floats, rows: dict[str, Floats], setup: Setup) -> Current | None:
    """From what is there of it, which is taken out of the rows."""
    voltage = rows.pop("voltage", None)
    ways = {
        "current": instrument.of_amperes,
        "shunt": instrument.of_drop,
        "code": instrument.of_codes,
    }
    named = [name for name in ways if name in rows]
    if len(named) > 1:
        raise UnsupportedError(f"columns hold both {named[0]} and {named[1]}; one is enough")
    return ways[named[0]](seconds, rows.pop(named[0]), voltage, setup) if named else None


def _unpacked(bits: Floats, *, lowest_first: bool) -> dict[str, Floats]:
    """Eight digits, which were read as one decimal number."""
    digits = (bits[None, :] // 10.0 ** np.arange(_BITS)[:, None]) % 10  # from the last one on
    if lowest_first:
        digits = digits[::-1]
    return {f"D{number}": row for number, row in enumerate(digits)}


def _saleae_trace(found: Lines, table: Floats, setup: Setup) -> Trace:
    seconds, values, names = table[0], table[1:], found.header[1:]
    if not np.isin(values, (0, 1)).all():
        current = instrument.of_drop(seconds, values[0], None, setup)
        return Trace(found.source, current)
    channels = {
        name: transitions(name, seconds, row > 0) for name, row in zip(names, values, strict=True)
    }
    return Trace(found.source, None, channels)
