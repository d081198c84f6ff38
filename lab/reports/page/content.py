# SPDX-License-Identifier: MIT
"""What the page shows, as plain data: samples by column, and what is computed from them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from lab import curves, goals
from lab.errors import UnknownNameError
from lab.model import ALL, OPERATIONS, Case, Sample
from lab.reports import best_peer, fronts, scaling, scaling_fit

Json = object  # what a file of JSON holds


@dataclass(frozen=True)
class Extras:
    """Other results, as their files have them; empty where there are none."""

    traces: Sequence[Json] = ()
    reproduction: Json = None
    faults: Sequence[Json] = ()


def content(samples: Sequence[Sample], extras: Extras) -> Mapping[str, Json]:
    """All of it."""
    ordered = sorted(samples, key=_order)
    return {
        "samples": _columns(ordered),
        "operations": {
            **{name: operation.description for name, operation in OPERATIONS.items()},
            ALL: "keygen, ecdh, sign and verify in one image",
        },
        "curves": _curves(ordered),
        "fronts": _fronts(ordered),
        "fits": _fits(ordered),
        "traces": extras.traces,
        "reproduction": extras.reproduction,
        "faults": extras.faults,
    }


def _order(sample: Sample) -> tuple[object, ...]:
    """Whit first, then the others by name."""
    case = sample.case
    return (case.target, sample.library != "whit", case.library, case.variant, case.curve,
            case.operation, case.compiler)  # fmt: skip


def _columns(samples: Sequence[Sample]) -> Mapping[str, Json]:
    """Texts recur, so that a row holds their numbers."""
    names = [field.name for field in fields(Sample)]
    texts: dict[str, int] = {}
    rows = [
        [
            texts.setdefault(value, len(texts)) if isinstance(value, str) else value
            for value in sample.record().values()
        ]
        for sample in samples
    ]
    textual = sorted(
        {
            name
            for sample in samples
            for name, value in sample.record().items()
            if isinstance(value, str)
        }
    )
    return {"names": names, "textual": textual, "texts": list(texts), "rows": rows}


def _curves(samples: Iterable[Sample]) -> Mapping[str, Json]:
    """Of those sampled, in the order of curves.known()."""
    names = {sample.curve for sample in samples}
    return {
        curve.name: {"bits": curve.field_bits, "security": curve.security_bits}
        for curve in curves.known()
        if curve.name in names
    }


def _fronts(samples: Sequence[Sample]) -> Sequence[Json]:
    """Each with the places of its samples, what a drawing shows of every build (place, bytes,
    hollow, named), and the places of those that beat one: builds of Whit for a peer's, and peers'
    for one of Whit."""
    leaks = best_peer.leaking(samples)
    places = {id(sample): place for place, sample in enumerate(samples)}

    def of(points: Iterable[fronts.Point]) -> list[int]:
        return [places[id(point.sample)] for point in points]

    return [
        {
            "target": each.target,
            "curve": each.curve,
            "operation": each.operation,
            "image": each.image,
            "memory": each.memory,
            "rows": of(each.points),
            "marks": [
                [
                    places[id(mark.point.sample)],
                    mark.point.size_bytes,
                    *map(int, (mark.hollow, mark.named)),
                ]
                for mark in fronts.marks(each.every, leaks)
            ],
            "beaten": [
                [places[id(point.sample)], of(rivals)]
                for point in each.every
                if (rivals := each.beaten_by(point))
            ],
        }
        for each in fronts.fronts(samples)
    ]


def _fits(samples: Sequence[Sample]) -> Sequence[Json]:
    """The laws of cycles by field size, for each build that has enough sizes."""
    groups: dict[Case, list[int]] = {}
    for place, sample in enumerate(samples):
        if _known(sample.curve):
            groups.setdefault(replace(sample.case, curve=""), []).append(place)
    reasons = goals.load().reasons
    found = []
    for case, rows in groups.items():
        fitted = scaling_fit.laws(scaling_fit.of_cases(samples[place] for place in rows))
        if fitted:
            plain = [place for place in rows if curves.find(samples[place].curve).cofactor == 1]
            found.append({"rows": rows, "plain": plain, "laws": _laws(case, fitted, reasons)})
    return found


def _laws(
    case: Case, fitted: Iterable[scaling_fit.Law], reasons: Sequence[goals.Reason]
) -> Sequence[Json]:
    """Each with what its curves take by it, and why where that is much; reasons are of Whit."""
    ours = reasons if case.library == fronts.OURS else ()
    return [
        {
            "kind": law.kind,
            "exponent": law.fit.exponent,
            "share": law.fit.share,
            "holds": law.fit.holds,
            "factor": law.fit.factor,
            "ends": law.ends_bits,
            "curves": [
                [each.curve.name, each.times, "; ".join(why.says for why in each.reasons)]
                for each in scaling.of_law(law, case.operation, ours)
            ],
        }
        for law in fitted
    ]


def _known(curve: str) -> bool:
    try:
        curves.find(curve)
    except UnknownNameError:
        return False
    return True
