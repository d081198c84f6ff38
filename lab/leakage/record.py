# SPDX-License-Identifier: MIT
"""Frozen records of what fixed against random tests found."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self

from lab.findings import Place

RECORDS = "leaks*.json"  # of a campaign, in results/
# Where neither group varies and yet they differ, no |t| is large enough; a record takes this.
CERTAIN = 1e6

# The parts of a sample, in the order of leakage.h.
PARTS = ("operands", "result", "register", "memory")

# What is the same in every run of the first group. Nothing: a control, whose groups are alike.
Fixed = Literal["key", "nonce", "nothing"]
FIXED: tuple[Fixed, ...] = ("key", "nonce", "nothing")


@dataclass(frozen=True)
class Order:
    """What a test of one order found: how many samples tell the groups apart, how many of these
    from where the public output is written on, and the largest |t| in each of equal stretches of
    the samples."""

    samples: int
    behind_output: int
    most: float
    course: tuple[float, ...]


@dataclass(frozen=True)
class LeakingFunction:
    """How many of the samples of a function tell the groups apart, by order, and the largest
    |t|."""

    function: str
    samples: int
    first: int
    second: int
    most_first: float
    most_second: float


@dataclass(frozen=True)
class LeakingInstruction:
    """An instruction that tells the groups apart: at how many of its executions, by order; the
    largest |t|, at which sample; and the part of the model that tells them apart best there. None:
    none of them by itself."""

    place: Place
    text: str
    executions: int
    first: int
    second: int
    most_first: float
    most_second: float
    at: int
    part: str | None


@dataclass(frozen=True)
class Leakage:
    """A fixed against random test of one operation. `traces` are those of each group, `left_out`
    those that drew randomness more often; `window` says what of the run was looked at, nothing
    for all; `varying` samples are not the same in all traces."""

    target: str
    library: str
    variant: str
    curve: str
    operation: str
    fixed: Fixed
    traces: tuple[int, int]
    left_out: int
    window: str
    instructions: int
    samples: int
    varying: int
    output: int | None  # the sample from which on the public output is written
    threshold: float
    first: Order
    second: Order
    functions: tuple[LeakingFunction, ...]
    worst: tuple[LeakingInstruction, ...]
    seed: str
    compiler: str
    flags: str
    model: str  # a digest of it and of the statistics
    image_sha256: str

    @property
    def found(self) -> bool:
        return self.first.samples + self.second.samples > 0

    def record(self) -> dict[str, object]:
        """As plain data."""
        return asdict(self)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """Back from plain data."""
        worst = (
            LeakingInstruction(**{**each, "place": Place(**each["place"])})
            for each in record["worst"]
        )
        orders = {
            name: Order(**{**record[name], "course": tuple(record[name]["course"])})
            for name in ("first", "second")
        }
        return cls(
            **{
                **record,
                **orders,
                "traces": tuple(record["traces"]),
                "functions": tuple(LeakingFunction(**each) for each in record["functions"]),
                "worst": tuple(worst),
            }
        )
