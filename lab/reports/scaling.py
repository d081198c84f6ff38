# SPDX-License-Identifier: MIT
"""How each curve costs by the law of growth, and why some cost more."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lab.curves import Curve
from lab.goals import Reason
from lab.model import ALL_PARTS, Sample
from lab.reports.figures import NONE
from lab.reports.scaling_fit import Fit, Law, laws, of_cases
from lab.reports.table import Part, Table

HIGH = 1.5  # times the law: what needs a reason
_LEGEND = (
    f"An exponent in brackets is no law but a mean: it leaves more than a tenth of what differs "
    f"unexplained. Times what the law of the curve's kind says; above {HIGH} with the reason. The "
    "laws are fitted to curves of cofactor 1, and those of Montgomery and Edwards curves to the "
    "ones whose prime no kernel knows."
)
UNEXPLAINED = "**none given**"


@dataclass(frozen=True)
class Standing:
    """A curve in an operation."""

    curve: Curve
    operation: str
    times: float
    reasons: tuple[Reason, ...]  # where it is high

    @property
    def unexplained(self) -> bool:
        return self.times > HIGH and not self.reasons


def standings(samples: Sequence[Sample], reasons: Iterable[Reason]) -> tuple[Standing, ...]:
    """Every curve in every operation; the samples are of one build on one target."""
    known = tuple(reasons)
    return tuple(
        standing
        for operation in ALL_PARTS
        for law in _laws(samples, operation)
        for standing in of_law(law, operation, known)
    )


def of_law(law: Law, operation: str, reasons: Sequence[Reason]) -> Iterator[Standing]:
    """The curves of one law."""
    for point in law.points:
        times = law.fit.times(point)
        why = tuple(
            each
            for each in reasons
            if times > HIGH and each.explains(point.curve, operation, times)
        )
        yield Standing(point.curve, operation, times, why)


def _laws(samples: Iterable[Sample], operation: str) -> tuple[Law, ...]:
    return laws(of_cases(sample for sample in samples if sample.operation == operation))


def parts(samples: Sequence[Sample], reasons: Iterable[Reason]) -> tuple[Part, ...]:
    """The exponents, how many curves are high, and a row for each curve."""
    found = standings(samples, reasons)
    by_curve: dict[Curve, dict[str, Standing]] = {}
    for each in found:
        by_curve.setdefault(each.curve, {})[each.operation] = each
    rows = [_row(curve, by_curve[curve]) for curve in sorted(by_curve, key=_place)]
    high = [each for each in found if each.times > HIGH]
    summary = (
        f"{len({each.curve for each in high})} of {len(rows)} curves take more than {HIGH} times "
        f"the law in some operation, {len({each.curve for each in high if each.unexplained})} of "
        "them for no reason that is given.\n"
    )
    exponents: dict[str, dict[str, str]] = {}
    for operation in ALL_PARTS:
        for law in _laws(samples, operation):
            exponents.setdefault(law.kind, {})[operation] = _exponent(law.fit)
    lines = [
        (kind, *(of.get(operation, NONE) for operation in ALL_PARTS))
        for kind, of in exponents.items()
    ]
    return (
        Table(("cycles ∝ bits ^", *ALL_PARTS), lines),
        summary,
        Table(("curve", *ALL_PARTS, "reason"), rows, legend=_LEGEND),
    )


def _exponent(fit: Fit) -> str:
    """With what it accounts for, where that is too little for a law."""
    shown = f"{fit.exponent:.2f}"
    return shown if fit.holds else f"({shown}; r² {fit.share:.2f})"


def _place(curve: Curve) -> tuple[int, str]:
    return curve.field_bits, curve.name.lower()


def _row(curve: Curve, of: Mapping[str, Standing]) -> tuple[str, ...]:
    cells = []
    for operation in ALL_PARTS:
        each = of.get(operation)
        text = NONE if each is None else f"{each.times:.2f}"
        cells.append(f"**{text}**" if each and each.times > HIGH else text)
    why = dict.fromkeys(reason.says for each in of.values() for reason in each.reasons)
    lacking = any(each.unexplained for each in of.values())
    return (curve.name, *cells, "; ".join((*why, *([UNEXPLAINED] if lacking else []))))
