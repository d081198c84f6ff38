# SPDX-License-Identifier: MIT
"""What became of the published figures: a row each, and a summary a table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from statistics import median
from typing import Literal, Self, get_args

from lab.model import Value

Status = Literal["run", "modelled", "ratio", "unavailable"]
STATUSES: tuple[Status, ...] = get_args(Status)
RAN: tuple[Status, ...] = ("run", "modelled")
RECORDING_SCHEMA = 2
CLOSE, NEAR = 0.05, 0.10  # of the published figure: how far off one may be that agrees


@dataclass(frozen=True)
class Row:
    """A published figure beside the lab's, in one unit. `ratio` is emulated / published. Library,
    configuration, curve and operation are named as the document does, board and target as the lab
    does."""

    source: str
    table: str
    row: str
    library: str
    configuration: str | None
    curve: str | None
    operation: str
    metric: str
    target: str | None  # a core; None: nothing of the row can be run
    board: str | None  # None: the core alone
    status: Status
    published: float
    emulated: float | None
    whit: float | None
    unit: str
    ratio: float | None
    reason: str | None  # why there is no figure, or what is to be known of it
    why: str | None = None  # it is far from what was published
    fed: float | None = None  # what the model makes of the document's own time

    def differs(self, share: float) -> bool:
        """Whether it is further off than that, where there is something to compare."""
        return self.ratio is not None and abs(self.ratio - 1) > share + 1e-9

    @property
    def fed_ratio(self) -> float | None:
        return self.fed / self.published if self.fed is not None and self.published else None

    @property
    def needs_why(self) -> bool:
        return self.status in RAN and self.differs(NEAR)

    def record(self) -> dict[str, Value]:
        """The row as plain data."""
        return asdict(self)


OF_SOME = ("fed",)  # fields that stand in a kept row only where they have a value
KEYS = tuple(field.name for field in fields(Row))


@dataclass(frozen=True)
class Recording:
    """Rows as they are kept, with what they were made by."""

    made_by: tuple[str, ...]  # compilers and libraries with their versions
    rows: tuple[Row, ...]

    @classmethod
    def from_record(cls, record: Mapping[str, object]) -> Self:
        """Back from plain data; raises ValueError when it is not a recording's."""
        made_by, rows = record.get("made_by"), record.get("rows")
        if (
            record.get("schema") != RECORDING_SCHEMA
            or not isinstance(made_by, list)
            or not isinstance(rows, list)
            or not all(isinstance(row, dict) and set(row) | {*OF_SOME} == set(KEYS) for row in rows)
            or not all(row["status"] in STATUSES for row in rows)
        ):
            raise ValueError("not a recording of this schema")
        return cls(tuple(map(str, made_by)), tuple(Row(**row) for row in rows))


@dataclass(frozen=True)
class Summary:
    """How the rows of a table, or of several, came out."""

    statuses: Mapping[Status, int]
    compared: int  # rows with a ratio
    close: int  # of these, within 5%
    near: int  # and within 10%
    median: float | None
    least: float | None
    most: float | None
    whit: int  # rows with a figure of Whit


def summarise(rows: Sequence[Row]) -> Summary:
    """Counts by status, and the middle and the ends of the ratios."""
    counted = Counter(row.status for row in rows)
    ratios = [row.ratio for row in rows if row.ratio is not None]
    return Summary(
        statuses={status: counted[status] for status in STATUSES},
        compared=len(ratios),
        close=len(ratios) - sum(row.differs(CLOSE) for row in rows),
        near=len(ratios) - sum(row.differs(NEAR) for row in rows),
        median=median(ratios) if ratios else None,
        least=min(ratios, default=None),
        most=max(ratios, default=None),
        whit=sum(row.whit is not None for row in rows),
    )
