# SPDX-License-Identifier: MIT
"""Tables in documents, rendered from results between two markers:

<!-- whit:costs target=cortex-m4 curve=secp256r1 -->
...
<!-- whit:end -->

`costs` has a build a row, `libraries` the fastest and the smallest of each library, `levels` a
build with a compiler's flags, `curves` and `forms` a curve, `scaling` a curve beside what its
field's size says, `ratios` and `price` a core, `comparison`, `batches`, `guarded` and `verdicts` a
build, `proofs` and `compilers` a curve and a build, `declared` a reason, `leaks` a peer's
operation, `claims` a core and curve, `agreements` a key agreement over a bus, `sensor` a build of
examples/coap-sensor and `load` what it bore, `exchanges` a message of examples/edhoc, `handshakes`
an elliptic curve under examples/dtls, `bootloaders` a signature in examples/mcuboot, beside
`verifiers` and `programs` of others, `coordinates` one of examples/coordinates, `energy` a build on
a board in two figures, `integers` and `points` a core's public arithmetic, `hashing` a core's
hashing to a curve, `prepared` a way to verify with a prepared key, `together` how many signatures
of Ed25519 are in a batch on x86-64, `pairings` a build's BLS
signatures on a curve and `aggregates` a call for many of them, `goals` a goal, `profiles` a missed
one, `rtl` a run on a circuit, `leakage` and `leaking` a fixed against random test; `records` lists
what the goals come from; `agreement` says how many published figures the lab's agree with, `boards`
the same of each board's times, `fidelity` how close the models come to silicon.

An example of a command has its words in the marker, and is rendered as the command with what it
prints:

<!-- whit:command advise --board nrf52840 --sign-every 30s -->
"""

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from lab import goals
from lab.errors import LabError
from lab.findings import BusAgreement, Confirmation, Proof, SensorFirmware
from lab.goals import Goal
from lab.leakage.record import Leakage
from lab.model import BLS, PAIRING, Sample
from lab.published import checks, load, points
from lab.reports import (
    agreements,
    arithmetic,
    best_peer,
    claims,
    comparison,
    constancy,
    coordinates,
    costs,
    curve_costs,
    dtls,
    edhoc,
    energy,
    fidelity,
    hashing,
    leakage,
    mcuboot,
    pairings,
    prepared,
    profiles,
    proofs,
    reproduction,
    rtl,
    scaling,
    sensor,
    signatures,
)
from lab.reports import goals as of_goals
from lab.reports.table import Part, Table, markdown
from lab.timings import CyclesBySymbol

_MARK = "<!-- whit:"
_BLOCK = re.compile(
    r"(?P<open><!-- whit:(?P<table>[a-z]+)(?P<filters>(?: [a-z]+=[^ ]+)*) -->\n)"
    r"(?P<body>.*?)"
    r"(?P<close><!-- whit:end -->)",
    re.DOTALL,
)
_COMMAND = re.compile(
    r"(?P<open><!-- whit:command (?P<line>[^\n]+) -->\n)(?P<body>.*?)(?P<close><!-- whit:end -->)",
    re.DOTALL,
)
_COLUMNS = 100
_FILTERS = ("target", "curve", "library", "configuration", "profile", "compiler")
_VARIANT = {"configuration": "default", "profile": "balanced", "compiler": "gcc"}
_EVERY = {"configuration": "all", "profile": "all", "compiler": "gcc"}

Filters = Mapping[str, str]
Render = Callable[[Filters, Sequence[Sample]], Sequence[Part]]  # its filters, all samples
Write = Callable[[Sequence[Sample]], Table]
Run = Callable[[str], str]  # what `whit` prints, given the rest of the line
Example = Mapping[str, Any]  # what an example did in one build
Found = TypeVar("Found")
OnCore = TypeVar("OnCore", Proof, Leakage)


def _nothing(line: str) -> str:
    raise LabError(f"nothing here runs `whit {line}`")


def _of_target(write: Write, defaults: Filters) -> Render:
    """A table of samples of one target, which says how they were made."""

    def parts(filters: Filters, samples: Sequence[Sample]) -> Sequence[Part]:
        _check(filters, _FILTERS, needs=("target",))
        chosen = _matching(samples, {**defaults, **filters})
        return _made(chosen, write(chosen))

    return parts


def _made(samples: Iterable[Sample], table: Table) -> Sequence[Part]:
    """With what compiled and counted them."""
    known = tuple(samples)
    compilers = sorted({sample.compiler for sample in known})
    origins = sorted({sample.origin for sample in known})
    made = f"{'; '.join(compilers)}; {'; '.join(origins)}."
    return (replace(table, legend=f"{table.legend} {made}"),)


def _of_curve(write: Write, *needs: str) -> Render:
    """A table of every build on every core, for one curve."""

    def parts(filters: Filters, samples: Sequence[Sample]) -> Sequence[Part]:
        _check(filters, ("curve",), needs)
        return (write(_matching(samples, {"curve": "secp256r1", **_EVERY, **filters})),)

    return parts


def _scaling(filters: Filters, samples: Sequence[Sample]) -> Sequence[Part]:
    _check(filters, ("target", "profile"), needs=("target",))
    build = {"library": "whit", "curve": "all"} | _VARIANT
    return scaling.parts(_matching(samples, {**build, **filters}), goals.load().reasons)


def _goals(filters: Filters, samples: Sequence[Sample]) -> Sequence[Part]:
    return of_goals.parts(of_goals.outcomes(samples, _asked(filters)))


def _profiles(found: Sequence[CyclesBySymbol]) -> Render:
    """Of records of cycles by symbol, which are no samples."""

    def parts(filters: Filters, samples: Sequence[Sample]) -> Sequence[Part]:
        return (profiles.missed(of_goals.outcomes(samples, _asked(filters)), found),)

    return parts


def _of_core(
    write: Callable[[Sequence[OnCore]], Table], found: Sequence[OnCore], what: str
) -> Render:
    """Of findings on all cores or on one, which are no samples."""

    def parts(filters: Filters, _: Sequence[Sample]) -> Sequence[Part]:
        _check(filters, ("target",))
        table = write([each for each in found if filters.get("target", each.target) == each.target])
        if not table.rows:
            raise LabError(f"results/ has no such {what}")
        return (table,)

    return parts


def _arithmetic(write: Write, of_board: Callable[[Sequence[Sample], str], Table]) -> Render:
    """A table of operations of the public arithmetic: of all cores, or of one board."""

    def parts(filters: Filters, samples: Sequence[Sample]) -> Sequence[Part]:
        _check(filters, ("target",))
        board = filters.get("target")
        table = write(samples) if board is None else of_board(samples, board)
        if not table.rows:
            raise LabError("results/ has no samples of arithmetic")
        return (table,)

    return parts


def _hashing(filters: Filters, samples: Sequence[Sample]) -> Sequence[Part]:
    _check(filters, ())
    table = hashing.table(samples)
    if not table.rows:
        raise LabError("results/ has no samples of hashing to curves")
    return (table,)


def _pairings(
    write: Callable[[Sequence[Sample]], Table], operations: Sequence[str], defaults: Filters
) -> Render:
    """Of BLS signatures on one core."""

    def parts(filters: Filters, samples: Sequence[Sample]) -> Sequence[Part]:
        _check(filters, ("target",), needs=("target",))
        asked = {**defaults, **filters}
        chosen = [
            each for each in samples if each.operation in operations and _matches(each, asked)
        ]
        table = write(chosen)
        if not table.rows:
            raise LabError(f"results/ has no samples of BLS signatures on {filters['target']}")
        return _made(chosen, table)

    return parts


def _energy(filters: Filters, samples: Sequence[Sample]) -> Sequence[Part]:
    _check(filters, ("target",), needs=("target",))
    return _made(
        [each for each in samples if each.board == filters["target"]],
        energy.table(samples, filters["target"]),
    )


def _load(record: Mapping[str, Any] | None) -> Render:
    """Of what the sensor bore in a campaign."""

    def parts(filters: Filters, _: Sequence[Sample]) -> Sequence[Part]:
        _check(filters, ())
        if record is None:
            raise LabError("results has no sensor.json")
        return (sensor.load(record),)

    return parts


def _recorded(
    write: Callable[[Sequence[Found]], Part], found: Sequence[Found], lacking: str
) -> Render:
    """Of findings, which are no samples; `lacking` says that there are none."""

    def parts(filters: Filters, _: Sequence[Sample]) -> Sequence[Part]:
        _check(filters, ())
        if not found:
            raise LabError(lacking)
        return (write(found),)

    return parts


def _bare(write: Callable[[Sequence[Sample]], Table]) -> Render:
    """A table that takes all samples, and no filter."""

    def parts(filters: Filters, samples: Sequence[Sample]) -> Sequence[Part]:
        _check(filters, ())
        return (write(samples),)

    return parts


def _levels(found: Sequence[tuple[str, Sample]]) -> Render:
    """Of samples with other flags, which stand beside the others."""

    def parts(filters: Filters, _: Sequence[Sample]) -> Sequence[Part]:
        _check(filters, ("target", "curve"), needs=("target",))
        chosen = {"curve": "secp256r1", **filters}
        members = [(flags, sample) for flags, sample in found if _matches(sample, chosen)]
        if not members:
            raise LabError(f"results/findings has no levels for {chosen['target']}")
        return _made((sample for _, sample in members), costs.levels(members))

    return parts


def _records(filters: Filters, _: Sequence[Sample]) -> Sequence[Part]:
    return (of_goals.records(_asked(filters)),)


def _asked(filters: Filters) -> Sequence[Goal]:
    """The goals of some curves, separated by commas, or of all."""
    _check(filters, ("curve",))
    every = goals.load().goals
    if "curve" not in filters:
        return every
    chosen = [goal for goal in every if goal.curve in filters["curve"].split(",")]
    if not chosen:
        raise LabError(f"goals.toml has no goals for {filters['curve']}")
    return chosen


_TABLES: Mapping[str, Render] = {
    "costs": _of_target(costs.table, {"curve": "secp256r1"} | _VARIANT),
    "alone": _of_target(costs.alone, {"curve": "secp256r1", "library": "whit"} | _EVERY),
    "libraries": _of_target(costs.libraries, {"curve": "secp256r1"} | _EVERY),
    "curves": _of_target(curve_costs.table, {"library": "whit"} | _VARIANT),
    "forms": _of_target(curve_costs.forms, {"library": "whit"} | _VARIANT),
    "ratios": _of_curve(best_peer.ratios),
    "comparison": _of_curve(comparison.table, "curve"),
    "batches": _of_curve(signatures.batches),
    "guarded": _of_curve(signatures.guarded),
    "price": _of_curve(constancy.price),
    "verdicts": _of_curve(constancy.verdicts),
    "goals": _goals,
    "records": _records,
    "claims": _bare(lambda made: claims.places(claims.findings((*made, *points()), goals.load()))),
    "agreement": _bare(lambda _: reproduction.agreement(load().rows)),
    "coordinates": _bare(coordinates.table),
    "verifiers": _bare(mcuboot.verifiers),
    "programs": _bare(lambda _: mcuboot.published()),
    "energy": _energy,
    "integers": _arithmetic(arithmetic.integers, arithmetic.integers_on),
    "points": _arithmetic(arithmetic.points, arithmetic.points_on),
    "hashing": _hashing,
    "prepared": _bare(lambda _: prepared.table()),
    "together": _bare(lambda _: prepared.batches()),
    "pairings": _pairings(pairings.table, BLS, {}),
    "aggregates": _pairings(pairings.many, PAIRING, {"library": pairings.WHIT}),
    "boards": _bare(lambda _: reproduction.of_boards(load().rows)),
    "fidelity": _bare(lambda samples: fidelity.table(checks(), samples)),
    "scaling": _scaling,
}
# Of examples: what is made of which record.
_EXAMPLES: Mapping[str, tuple[Callable[[Sequence[Example]], Part], str]] = {
    "exchanges": (edhoc.table, "edhoc.json"),
    "handshakes": (dtls.table, "dtls.json"),
    "bootloaders": (mcuboot.backends, "mcuboot.json"),
}
EXAMPLES = tuple(record for _, record in _EXAMPLES.values())


def render(
    text: str,
    samples: Iterable[Sample],
    profiled: Iterable[CyclesBySymbol] = (),
    proved: Iterable[Proof] = (),
    confirmed: Iterable[Confirmation] = (),
    leveled: Iterable[tuple[str, Sample]] = (),
    agreed: Iterable[BusAgreement] = (),
    leaked: Iterable[Leakage] = (),
    firmware: Iterable[SensorFirmware] = (),
    load: Mapping[str, Any] | None = None,
    examples: Mapping[str, Sequence[Example]] = MappingProxyType({}),
    run: Run = _nothing,
) -> str:
    """The document with every table and every example of a command rendered anew."""
    known, followed, tested = tuple(samples), tuple(proved), tuple(leaked)
    tables = {
        **_TABLES,
        "profiles": _profiles(tuple(profiled)),
        "rtl": _recorded(rtl.table, tuple(confirmed), "results/ has no rtl.json"),
        "levels": _levels(tuple(leveled)),
        "agreements": _recorded(
            agreements.table, tuple(agreed), "results/findings has no agreements"
        ),
        **{
            name: _of_core(write, tested, "tests of leakage")
            for name, write in leakage.TABLES.items()
        },
        "sensor": _recorded(
            sensor.table,
            tuple(firmware),
            "results/findings has no builds of the sensor's firmware",
        ),
        "load": _load(load),
        **{
            name: _recorded(write, examples.get(record, ()), f"results has no {record}")
            for name, (write, record) in _EXAMPLES.items()
        },
        **{name: _of_core(write, followed, "proofs") for name, write in proofs.TABLES.items()},
    }
    blocks = len(_BLOCK.findall(text)) + len(_COMMAND.findall(text))
    if text.count(_MARK) != 2 * blocks:
        raise LabError("a marker <!-- whit:... --> is misspelt or has no partner")
    rendered = _BLOCK.sub(lambda match: _block(match, known, tables), text)
    return _COMMAND.sub(lambda match: _example(match, run), rendered)


def _example(match: re.Match[str], run: Run) -> str:
    command = textwrap.wrap(
        f".venv/bin/whit {match['line']}",
        _COLUMNS - 2,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    printed = run(match["line"]).rstrip("\n")
    shown = " \\\n".join(command)
    return f"{match['open']}```\n{shown}\n\n{printed}\n```\n{match['close']}"


def has_tables(path: Path) -> bool:
    """Whether there is something to render in a document."""
    return _MARK in path.read_text(encoding="utf-8")


def _block(match: re.Match[str], samples: tuple[Sample, ...], tables: Mapping[str, Render]) -> str:
    name = match["table"]
    if name not in tables:
        raise LabError(f"there is no table {name}; there are {', '.join(tables)}")
    filters = dict(item.split("=", 1) for item in match["filters"].split())
    body = markdown(tables[name](filters, samples))
    return f"{match['open']}{body}{match['close']}"


def _check(filters: Filters, known: Sequence[str], needs: Sequence[str] = ()) -> None:
    if not set(needs) <= set(filters) <= set(known):
        needed = f"needs {'=... and '.join(needs)}=... and " if needs else ""
        raise LabError(f"a table {needed}takes {', '.join(known) or 'nothing'}")


def _matching(samples: Iterable[Sample], filters: Filters) -> list[Sample]:
    chosen = [sample for sample in samples if _matches(sample, filters)]
    if not chosen:
        words = " ".join(f"{name}={value}" for name, value in filters.items())
        raise LabError(f"results/ has no samples for {words}")
    return chosen


def _matches(sample: Sample, filters: Filters) -> bool:
    """Is the sample's case one of these? `all` matches any; what a case does not have, such
    as a peer's profile, is not compared. A board is a target of its own."""
    case = asdict(sample.case)
    return all(case[name] in (value, None) or value == "all" for name, value in filters.items())
