# SPDX-License-Identifier: MIT
"""Frozen records of what runs take: which key takes longest, where cycles go, what a function of
the user's costs."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

# What names the run that is kept of them.
RUN_KEY = ("target", "library", "variant", "curve", "operation", "compiler")


@dataclass(frozen=True)
class Record:
    """What is written as plain data, and read back."""

    def record(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """Back from plain data."""
        return cls(**record)


@dataclass(frozen=True)
class KeyTimes(Record):
    """What an operation takes with many random private keys, and with keys of special form."""

    target: str
    library: str
    version: str
    variant: str
    curve: str
    operation: str
    keys: int  # random ones
    cycles_min: int
    cycles: int  # median
    cycles_max: int
    special: Mapping[str, int | None]  # cycles by form; None: the library refuses the key
    seed: str
    compiler: str
    flags: str
    image_sha256: str

    @property
    def all_ones_is_worst(self) -> bool | None:
        """Does no other key take longer? None where the key is refused."""
        worst = self.special[ALL_ONES]
        if worst is None:
            return None
        taken = (cycles for cycles in self.special.values() if cycles is not None)
        return worst >= max(self.cycles_max, *taken)


ALL_ONES = "all ones"


@dataclass(frozen=True)
class CyclesBySymbol(Record):
    """Where the cycles of one run go. What is inlined counts for the symbol that it is in."""

    target: str
    library: str
    version: str
    variant: str
    curve: str
    operation: str
    keys: int  # the run is that of the median among so many
    cycles: int
    symbols: Mapping[str, int]  # cycles in each symbol itself, the costliest first
    seed: str
    compiler: str
    flags: str
    image_sha256: str


@dataclass(frozen=True)
class FunctionCost(Record):
    """What one call of a function costs that takes no arguments; what went wrong is its error.
    None: what it does not return, or what a target cannot give. It has no inputs, so that nothing
    can be said of constant time."""

    function: str
    files: tuple[str, ...]
    target: str
    board: str | None
    returned: int | None
    cycles: int | None
    instructions: int | None
    board_cycles: int | None
    flash_bytes: int | None
    stack_bytes: int | None
    ram_static_bytes: int | None
    time_seconds: float | None
    energy_joules: float | None
    constant_time: None
    origin: str
    compiler: str
    flags: str
    image_sha256: str
    chip_joules: float | None = None
    error: str | None = None
