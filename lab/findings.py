# SPDX-License-Identifier: MIT
"""Frozen records of what is found inside a run: places in the code, what tells two runs
apart, what traces say, what secrets decide, what faults did."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self


@dataclass(frozen=True)
class Place:
    """An instruction: its function by the symbols, its file and line by the debugging
    information; None where there is none, as in the compiler's own helpers."""

    address: int
    function: str
    file: str | None
    line: int | None

    def __str__(self) -> str:
        if self.file is None:
            return f"{self.function} ({self.address:#x})"
        return f"{self.function}, {self.file}:{self.line} ({self.address:#x})"


What = Literal["program counter", "data address", "cycles"]


@dataclass(frozen=True)
class Difference:
    """The first instruction by which an observer tells two runs apart. Both values are of
    that instruction: where it goes, which address it accesses, what it takes. None: no
    access, since the one run skips it, or no next instruction."""

    what: What
    instruction: int  # how many came before
    place: Place
    first: int | None
    second: int | None


@dataclass(frozen=True)
class WireDifference:
    """The first wire by which two runs on a circuit are told apart, and the instruction that the
    core is at. The cycle counts from the call on."""

    wire: str
    cycle: int
    place: Place
    first: int
    second: int


@dataclass(frozen=True)
class BusAgreement:
    """A key agreement of two devices over a bus: from the first step of either to its last. Bus:
    while bits were on the wire. RAM: what is static, and the stack at its deepest."""

    curve: str
    profile: str
    authenticated: bool
    milliseconds: float
    bus_milliseconds: float
    bus_bytes: int  # addresses too
    flash_bytes: int
    static_bytes: int
    stack_bytes: int
    image_sha256: str  # of both images, one after the other


AGREEMENTS = "agreements"  # results/findings/agreements.jsonl
AGREEMENT_KEY = ("curve", "profile", "authenticated")


@dataclass(frozen=True)
class SensorFirmware:
    """A build of examples/coap-sensor. `forms`: none, jss (JSON Sensor Signatures alone), or all
    (COSE and the public key too); `nonces`: of RFC 6979, or random."""

    curve: str
    profile: str
    forms: str
    nonces: str
    flash_bytes: int
    static_bytes: int
    added_flash_bytes: int  # beside the same firmware without signatures
    signing_cycles: int | None  # modelled, of one signature
    image_sha256: str


SENSOR = "sensor"  # results/findings/sensor.jsonl
SENSOR_KEY = ("curve", "profile", "forms", "nonces")


@dataclass(frozen=True)
class Confirmation:
    """What a circuit says of an operation: the cycles that it took with the first secret, beside
    those of the model, and the first wire that runs with so many secrets differ in. Results are
    those of the independent implementation, or there is no such record."""

    target: str
    library: str
    variant: str
    curve: str
    operation: str
    secrets: int
    cycles_measured: int
    cycles_modelled: int
    instructions: int
    difference: WireDifference | None
    circuit: str
    simulator: str
    seed: str
    compiler: str
    flags: str
    image_sha256: str

    @property
    def constant(self) -> bool:
        return self.difference is None

    @property
    def deviation(self) -> float:
        """How far the model is off, as a part of what was measured."""
        return self.cycles_modelled / self.cycles_measured - 1

    def record(self) -> dict[str, object]:
        """As plain data, with the verdict."""
        return asdict(self) | {"constant_time": self.constant}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """Back from plain data."""
        known = {name: value for name, value in record.items() if name != "constant_time"}
        parted = record["difference"]
        if parted is not None:
            parted = WireDifference(**{**parted, "place": Place(**parted["place"])})
        return cls(**{**known, "difference": parted})


State = Literal["present", "stale", "unknown"]


@dataclass(frozen=True)
class Evidence:
    """What a file in results/ tells of, and whether it is of the image that the sources give now;
    unknown where that cannot be built, or where the file does not say of what it is."""

    file: str
    subject: str
    state: State
    reason: str = ""


Outcome = Literal["accepted", "rejected", "crashed", "hung"]
OUTCOMES: tuple[Outcome, ...] = ("accepted", "rejected", "crashed", "hung")


@dataclass(frozen=True)
class Constancy:
    """How many different traces N secrets gave, among runs with equally many draws."""

    target: str
    library: str
    variant: str
    curve: str
    operation: str
    secrets: int
    program_counters: int
    addresses: int
    cycles: int
    cycles_min: int
    cycles_max: int
    draws: Mapping[int, int]  # draws: runs with that many
    compiler: str
    flags: str
    image_sha256: str
    difference: Difference | None = None  # by which two runs are told apart

    @property
    def constant(self) -> bool:
        return self.program_counters == self.addresses == self.cycles == 1

    @property
    def verdict(self) -> str:
        """In words. A path or addresses that differ are not constant time, but no clock tells them
        from outside where all runs take as many cycles."""
        if self.constant:
            return "constant time"
        paths, addresses = self.program_counters > 1, self.addresses > 1
        if self.cycles_min < self.cycles_max or not (paths or addresses):
            return "NOT constant time"
        return f"{'the path differs' if paths else 'addresses differ'}, at equal time"

    def record(self) -> dict[str, object]:
        """As plain data, with the verdict."""
        return asdict(self) | {"constant_time": self.constant, "verdict": self.verdict}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """Back from plain data, which has the numbers of draws as text."""
        told = ("constant_time", "verdict")
        known = {name: value for name, value in record.items() if name not in told}
        parted = record["difference"]
        if parted is not None:
            parted = Difference(**{**parted, "place": Place(**parted["place"])})
        draws = {int(count): runs for count, runs in record["draws"].items()}
        return cls(**{**known, "difference": parted, "draws": draws})


# What a secret may decide, as lab/emulator/secrets.h numbers it from 1 on.
DEPENDENT = (
    "whether a branch is taken",
    "where a jump goes",
    "an address",
    "an operand that time depends on",
    "whether an instruction of several cycles is skipped",
    "unknown: the lab has no rule for the instruction",
)


@dataclass(frozen=True)
class Decided:
    """What a secret decides at an address, one of DEPENDENT, and how often it came by there.
    `cause` is where the flags were written that decide; elsewhere it is the address itself."""

    what: str
    address: int
    cause: int
    times: int


@dataclass(frozen=True)
class Followed:
    """A run whose secrets were followed: how many instructions it has, and what they decide."""

    instructions: int
    decided: tuple[Decided, ...]

    @classmethod
    def of_plain(cls, instructions: int, decided: Iterable[Mapping[str, Any]]) -> Self:
        """From the fields of a record."""
        return cls(instructions, tuple(Decided(**each) for each in decided))


@dataclass(frozen=True)
class Dependence:
    """The same with places. `reason` says why what decides is public after all; empty where
    nothing says so."""

    what: str
    place: Place
    cause: Place
    times: int
    reason: str


@dataclass(frozen=True)
class Proof:
    """A run whose secrets were followed. Where every dependence has a reason, program counters,
    addresses and cycles are those of every run with other secrets for which the same is public."""

    target: str
    library: str
    variant: str
    curve: str
    operation: str
    instructions: int
    dependences: tuple[Dependence, ...]
    seed: str
    compiler: str
    flags: str
    image_sha256: str
    cflags: str = ""  # the user's, among the flags

    @property
    def leaks(self) -> tuple[Dependence, ...]:
        return tuple(each for each in self.dependences if not each.reason)

    @property
    def proved(self) -> bool:
        return not self.leaks

    def record(self) -> dict[str, object]:
        """As plain data, with the verdict."""
        return asdict(self) | {"proved": self.proved}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """Back from plain data."""
        known = {name: value for name, value in record.items() if name != "proved"}
        dependences = (
            Dependence(**{**one, "place": Place(**one["place"]), "cause": Place(**one["cause"])})
            for one in record["dependences"]
        )
        return cls(**{**known, "dependences": tuple(dependences)})


@dataclass(frozen=True)
class Opening:
    """A fault that made a library accept a forgery. No register: a skipped instruction."""

    place: Place
    instruction: str
    executions: int  # of the instruction, in the run without a fault
    execution: int
    register: str | None
    bit: int | None


@dataclass(frozen=True)
class Coverage:
    """What was tried of what could be."""

    executed: int  # instructions
    distinct: int
    distinct_exhausted: int  # skipped at every one of their executions
    tried: int  # executions that were skipped


@dataclass(frozen=True)
class Faults:
    """What became of one forgery under every fault that was tried."""

    target: str
    library: str
    version: str
    variant: str
    curve: str
    operation: str
    forgery: str
    skipped: Mapping[Outcome, int]
    flipped: Mapping[Outcome, int]
    openings: tuple[Opening, ...]
    coverage: Coverage
    tail: int
    rare: int
    sample: int
    bits: int
    seed: str
    compiler: str
    flags: str
    image_sha256: str

    @property
    def accepted(self) -> int:
        return self.skipped["accepted"] + self.flipped["accepted"]

    def record(self) -> dict[str, object]:
        """As plain data."""
        return asdict(self)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """Back from plain data."""
        openings = (one | {"place": Place(**one["place"])} for one in record["openings"])
        return cls(
            **{
                **record,
                "openings": tuple(Opening(**one) for one in openings),
                "coverage": Coverage(**record["coverage"]),
            }
        )


# What names a record of faults.
FAULTS_KEY = ("target", "library", "variant", "curve", "operation", "compiler", "forgery")
