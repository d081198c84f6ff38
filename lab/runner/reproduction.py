# SPDX-License-Identifier: MIT
"""The published rows, run in the lab: each case once, its figure beside the published."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from lab import curves, published
from lab.errors import UnknownNameError
from lab.model import Case, Sample
from lab.published import Measure, Recording, Row, Rule, Status, Table
from lab.runner import messages
from lab.runner.planning import Plan, Planner, Share, references, same_work, yardsticks
from lab.targets import catalogue as targets

MeasureCases = Callable[[Sequence[Case]], Sequence[Sample]]

_FIGURES: Mapping[Measure, Callable[[Sample], float | None]] = {
    "time": lambda sample: sample.time_seconds,
    "flash": lambda sample: sample.flash_bytes,
    "stack": lambda sample: sample.stack_bytes,
    "energy": lambda sample: sample.energy_joules,
    "ratio": lambda sample: sample.cycles,
    "transfer": lambda sample: sample.time_seconds,  # of what is done before it is sent
}
_STATUSES: Mapping[Measure, Status] = {
    "time": "run",
    "flash": "run",
    "stack": "run",
    "energy": "modelled",
    "ratio": "ratio",
    "transfer": "modelled",
    "length": "modelled",
}
# How many of a document's unit are in one of the sample's.
_UNITS: Mapping[str, float] = {"s": 1, "ms": 1000, "J": 1, "bytes": 1, "kB": 1 / 1000}
_DIGITS = 6

# I2C [NXP UM10204, 3.1]: eight bits and an acknowledgement; an address before each piece,
# which is as long as the buffer of Arduino's Wire library.
I2C_BITS_PER_BYTE = 9
I2C_PIECE_BYTES = 32


def reproduce(
    tables: Sequence[Table],
    measure: MeasureCases,
    local_sources: Sequence[str] = (),
    recorded: Mapping[Case, Sample] | None = None,
    kept: Sequence[Row] = (),
) -> Recording:
    """Every row of the tables, in their order. `local_sources` are libraries whose sources the
    user names. Cases that are recorded are not run, nor is what rows that were kept say of other
    libraries, where these are compared by ratios."""
    planner = Planner(local_sources)
    plans = {table.name: _plans(planner, table) for table in tables}
    wanted = [plan for each in plans.values() for plan in each]
    pool = {
        source.name: [
            plan
            for table in source.tables
            for plan in plans.get(table.name) or _plans(planner, table)
        ]
        for source in published.sources()
        if any(plan.rule.measure == "ratio" and plan.table.source == source.name for plan in wanted)
    }
    beside = {
        id(plan): tuple(references(plan, pool[plan.table.source]))
        for plan in wanted
        if plan.rule.measure == "ratio" and plan.cases
    }
    nearest = {
        id(plan): tuple(yardsticks(plan, pool[plan.table.source]))
        for plan in wanted
        if id(plan) in beside and plan.theirs.lack
    }
    others = (*beside.values(), *nearest.values())
    needed = (*wanted, *(other for each in others for other in each))
    every = {case for plan in needed for case in plan.cases}
    known = {
        case: each
        for case, each in (recorded or {}).items()
        if case in every and each.error is None
    }
    emulated = _emulated(needed, known, kept)
    wanting = (
        share.options
        for plan in needed
        for share in (plan.ours, *(() if id(plan) in emulated else (plan.theirs,)))
    )
    cases = sorted({case for each in wanting for option in each for case in option} - known.keys())
    samples = known | dict(zip(cases, measure(cases) if cases else (), strict=True))
    judge = _Judge(samples, _derived(emulated, beside, _Judge(samples)))
    rows = tuple(
        judge.row(plan, beside.get(id(plan), ()), nearest.get(id(plan), ())) for plan in wanted
    )
    return Recording(_made_by(samples.values()), published.explained(rows))


def _emulated(
    plans: Iterable[Plan], known: Mapping[Case, Sample], kept: Sequence[Row]
) -> Mapping[int, float]:
    """What kept rows have, by plans whose library was not recorded."""
    rows = {(row.source, row.table, row.row): row.emulated for row in kept}
    found = {}
    for plan in plans:
        cases = {case for option in plan.theirs.options for case in option}
        figure = plan.figure
        value = rows.get((figure.source, figure.table, figure.row))
        if plan.rule.measure == "ratio" and value is not None and not cases <= known.keys():
            found[id(plan)] = value
    return found


def _derived(
    emulated: Mapping[int, float], beside: Mapping[int, Sequence[Plan]], judge: "_Judge"
) -> Mapping[int, float]:
    """The amounts that such rows were made of, by the row that each is compared with."""
    found = {}
    for plan, value in emulated.items():
        for other in beside.get(plan, ()):
            base = None if id(other) in emulated else judge.theirs(other)
            if base:
                found[plan] = value * base / other.figure.value
                break
    return found


def _plans(planner: Planner, table: Table) -> list[Plan]:
    return [planner.plan(table, figure) for figure in table.figures]


def _made_by(samples: Iterable[Sample]) -> tuple[str, ...]:
    """The compilers and the libraries that gave figures."""
    good = [sample for sample in samples if sample.error is None]
    compilers = sorted({sample.compiler for sample in good})
    return (*compilers, *sorted({f"{sample.library} {sample.version}" for sample in good}))


@dataclass(frozen=True)
class _Amount:
    """What a share came to, or why it came to nothing."""

    value: float | None
    lack: str | None


class _Judge:
    """Makes rows of plans and samples."""

    def __init__(
        self, samples: Mapping[Case, Sample], derived: Mapping[int, float] | None = None
    ) -> None:
        """`derived`: other libraries' amounts that no sample gives, by plans."""
        self._samples = samples
        self._derived = derived or {}

    def theirs(self, plan: Plan) -> float | None:
        """The other library's amount."""
        return self._amount(plan, plan.theirs).value

    def row(self, plan: Plan, others: Sequence[Plan], nearest: Sequence[Plan]) -> Row:
        theirs, ours = self._amount(plan, plan.theirs), self._amount(plan, plan.ours)
        if plan.rule.measure == "ratio":
            return self._relative(plan, others, nearest, theirs, ours)
        if plan.rule.message is not None:
            return _of_message(plan, plan.rule.message, theirs, ours)
        if plan.rule.beside is not None:
            return _row(plan, None, None, _absent(plan, theirs, ours), None)
        unit = _UNITS.get(plan.figure.unit, 1)
        emulated = theirs.value * unit if theirs.value is not None else None
        whit = ours.value * unit if ours.value is not None else None
        return _row(plan, emulated, whit, _lack(plan, theirs), ours.lack)

    def _relative(
        self,
        plan: Plan,
        others: Sequence[Plan],
        nearest: Sequence[Plan],
        theirs: _Amount,
        ours: _Amount,
    ) -> Row:
        """A row of a core that cannot be emulated: what it would be if libraries stood to
        each other as they do on the one that can."""
        emulated, lack, remark = None, _lack(plan, theirs), None
        scale = plan.figure.value / theirs.value if theirs.value else None
        for other in others:
            base = self._amount(other, other.theirs).value
            if not base:
                continue
            if theirs.value is not None and emulated is None:
                emulated = other.figure.value * theirs.value / base
                remark = _compared(plan, other, theirs.value / base)
            if scale is None and same_work(plan, other):
                scale = other.figure.value / base
        for other in nearest if scale is None and ours.value is not None else ():
            base = self._amount(other, other.theirs).value
            if base:
                scale = other.figure.value / base
                remark = f"Whit's figure by {other.figure.library}'s of {other.figure.curve}"
                break
        if theirs.value is not None and emulated is None:
            lack = "no row that it could be compared with was measured"
        whit = ours.value * scale if ours.value is not None and scale is not None else None
        beside = ours.lack or (None if whit is not None else "no library to compare it with")
        return _row(plan, emulated, whit, lack, beside, remark)

    def _amount(self, plan: Plan, share: Share) -> _Amount:
        """The sum of each option's figures; of several options, the one that is meant."""
        measure = plan.rule.measure or plan.rule.beside
        if share.lack is not None or measure is None:
            return _Amount(None, share.lack)
        if share is plan.theirs and id(plan) in self._derived:
            return _Amount(self._derived[id(plan)], None)
        sums: list[float] = []
        for cases in share.options:
            total = 0.0
            for case in cases:
                sample = self._samples[case]
                figure = _FIGURES[measure](sample)
                if sample.error is not None or figure is None:
                    return _Amount(None, sample.error or f"{case.target} gives no {measure}")
                total += figure
            if plan.rule.i2c_hertz:
                total += _exchange_seconds(cases[0].curve, plan.rule.i2c_hertz)
            sums.append(total)
        value = max(sums) if plan.rule.pick == "most" else min(sums)
        if plan.rule.ticks_hertz:
            value = round(value * plan.rule.ticks_hertz) / plan.rule.ticks_hertz
        return _Amount(value, None)


def _of_message(plan: Plan, message: str, theirs: _Amount, ours: _Amount) -> Row:
    """What a message takes is the same for every library whose signatures are as long. What is
    done before it is sent is not in the row's figure; the reason says what it is with that."""
    if plan.rule.link is None:
        size = float(messages.length(message, plan.curve))
        return _row(plan, size, size, None, None)
    unit = _UNITS[plan.figure.unit]
    found = messages.transfer(plan.rule.link, message, plan.curve)
    value = found.seconds * unit
    remark = (
        f"blocks: {found.blocks}; counted on the device, from when the first request has arrived: "
        f"{_shown(found.on_device_seconds * unit)}"
    )
    if theirs.value:
        whole = value + theirs.value * unit
        remark += (
            f"; with the signing inside: {_shown(whole)}, ratio {whole / plan.figure.value:.3f}"
        )
    if theirs.value and ours.value:
        remark += f", and with Whit's {_shown(value + ours.value * unit)}"
    return _row(plan, value, value, theirs.lack, ours.lack, remark)


def _absent(plan: Plan, theirs: _Amount, ours: _Amount) -> str:
    """Why there is no figure, and what there is of the part that a library has in it."""
    unit = _UNITS[plan.figure.unit]
    by = ((theirs, plan.figure.library), (ours, f"Whit, profile {plan.rule.profile}"))
    said = [
        f"{_shown(each.value * unit)} {plan.figure.unit} by {name}"
        for each, name in by
        if each.value is not None
    ]
    names = " and ".join(plan.rule.operations[plan.figure.operation])
    lacks = [amount.lack for amount in (theirs, ours) if amount.lack]
    parts = [f"an image that does {names} alone has {', '.join(said)}"] if said else lacks
    return "; ".join((str(plan.rule.absent), *parts))


def _shown(value: float) -> str:
    return f"{value:.4g}"


def _exchange_seconds(curve: str, hertz: int) -> float:
    """Two public keys on a bus, one after the other."""
    key_bytes = curves.find(curve).sizes.buffers["public_key"]
    pieces = -(-key_bytes // I2C_PIECE_BYTES)
    return 2 * (key_bytes + pieces) * I2C_BITS_PER_BYTE / hertz


def _lack(plan: Plan, theirs: _Amount) -> str | None:
    """Where no registry has the library, what to do is the better reason."""
    return plan.absent if plan.theirs.lack and plan.absent else theirs.lack


def _compared(plan: Plan, other: Plan, emulated: float) -> str:
    figure = other.figure
    of = ", ".join(
        word for word in (figure.library, figure.curve, figure.configuration, figure.operation)
    )
    return (
        f"to {of}: published {plan.figure.value / figure.value:.3g}, "
        f"emulated on {plan.rule.target} {emulated:.3g}"
    )


def _row(
    plan: Plan,
    emulated: float | None,
    whit: float | None,
    lack: str | None,
    lack_of_whit: str | None,
    remark: str | None = None,
) -> Row:
    figure, measure = plan.figure, plan.rule.measure
    reasons = [reason for reason in (remark, lack) if reason]
    if plan.rule.remark and emulated is not None:
        reasons.append(plan.rule.remark)
    if emulated is not None and not figure.value:
        reasons.append("published as 0: there is no ratio")
    if lack_of_whit and lack_of_whit != lack and measure is not None:
        of_both = lack_of_whit == plan.theirs.lack or lack_of_whit.startswith("Whit ")
        reasons.append(lack_of_whit if of_both else f"Whit: {lack_of_whit}")
    target, board = _where(plan.rule)
    return Row(
        source=figure.source,
        table=figure.table,
        row=figure.row,
        library=figure.library,
        configuration=figure.configuration or None,
        curve=figure.curve or None,
        operation=figure.operation,
        metric=figure.metric,
        target=target,
        board=board,
        status=_status(plan.rule) if emulated is not None else "unavailable",
        published=figure.value,
        emulated=_rounded(emulated),
        whit=_rounded(whit),
        unit=figure.unit,
        ratio=_rounded(emulated / figure.value) if emulated and figure.value else None,
        reason="; ".join(reasons) or None,
        fed=_rounded(_fed(plan)),
    )


def _fed(plan: Plan) -> float | None:
    """The energy that the board's power makes of the time which the document gives."""
    if plan.rule.measure != "energy":
        return None
    (source,) = (each for each in published.sources() if each.name == plan.figure.source)
    time = source.time_of(plan.table, plan.figure)
    board = targets.find(plan.rule.target).board
    watts = board.active_watts if board else None
    if time is None or watts is None:
        return None
    return watts * time.value / _UNITS[time.unit] * _UNITS[plan.figure.unit]


def _where(rule: Rule) -> tuple[str | None, str | None]:
    """Core and board; neither where nothing is run, or the lab has no such target."""
    try:
        target = targets.find(rule.target) if rule.measure else None
    except UnknownNameError:
        target = None
    if target is None:
        return None, None
    return target.name, target.board.name if target.board else None


def _status(rule: Rule) -> Status:
    """A wire is modelled, whatever is measured at its ends."""
    return "modelled" if rule.i2c_hertz or rule.measure is None else _STATUSES[rule.measure]


def _rounded(value: float | None) -> float | None:
    """No more digits than the model has, so that a change in a record is one."""
    return None if value is None else float(f"{value:.{_DIGITS}g}")
