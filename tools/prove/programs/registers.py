# SPDX-License-Identifier: MIT
"""Straight-line programs on polynomials: none reads what nothing has been written to, or writes
where it may not."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from tools.prove.algebra import UnprovedError
from tools.prove.programs.laurent import Laurent, unit, variable
from tools.prove.programs.sources import Step

# What a tower of fields is made by.
XI = variable("xi")
# What the first place becomes, of the others.
RESULTS: dict[str, Callable[..., Laurent]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "sqr": lambda a: a * a,
    "sub_twice": lambda a, b: a - 2 * b,
    "three_halves": lambda a: a * Fraction(3, 2),
    "negate": lambda a: -a,
    "copy": lambda a: a,
    "scale": lambda a, b: a * b,
    "mul_xi": lambda a: XI * a,
    "add_xi": lambda a, b: a + XI * b,
}


# Of the one number that a program inverts, which it may have to show not to be zero.
INVERSE = unit("inverse")


class Registers:
    """Values by place. `outputs`: where a program may write beside its local arrays."""

    def __init__(self, values: Mapping[str, Laurent], outputs: Iterable[str] = ()) -> None:
        self.values = dict(values)
        self.outputs = set(outputs)
        self.inverted: list[Laurent] = []

    def __getitem__(self, place: str) -> Laurent:
        if place not in self.values:
            raise UnprovedError(f"{place} is read, and nothing has been written there")
        return self.values[place]

    def __setitem__(self, place: str, value: Laurent) -> None:
        if not place.startswith("local ") and place not in self.outputs:
            raise UnprovedError(f"{place} is written")
        self.values[place] = value

    def run(self, steps: Iterable[Step], small: Laurent | None = None, bit: bool = False) -> None:
        """`small`: the factor of kernels that have one; `bit`: what selections go by."""
        for step in steps:
            self.step(step, small, bit)

    def step(self, step: Step, small: Laurent | None, bit: bool) -> None:
        kind, places = step.kind, step.places
        if kind in RESULTS:
            self[places[0]] = RESULTS[kind](*(self[each] for each in places[1:]))
        elif kind == "mul_small" and small is not None:
            self[places[0]] = small * self[places[1]] + self[places[2]]
        elif kind == "add_sub":
            s, a, b = places
            distinct(step, (s, a), (s, b))
            self[s], self[a] = self[a] + self[b], self[a] - self[b]
        elif kind == "sub_add":
            d, s, a, b = places
            distinct(step, (d, a), (d, b), (d, s))
            self[d], self[s] = self[a] - self[b], self[a] + self[b]
        elif kind == "sub_scale" and small is not None:
            r, a, b, d = places
            distinct(step, (r, d))
            difference = self[a] - self[b]
            self[r], self[d] = small * difference + self[a], difference
        elif kind == "inverse":
            self.inverted.append(self[places[1]])
            self[places[0]] = INVERSE
        elif kind == "negate_masked" and places[1:] == ("LIMB_MAX",):
            self[places[0]] = -self[places[0]]
        elif kind == "select":
            r, a = places[:2]
            self[r] = self[a] if bit else self[r]
        else:
            raise UnprovedError(f"no operation that is known: {kind}")


def distinct(step: Step, *pairs: tuple[str, str]) -> None:
    for one, other in pairs:
        if one == other:
            raise UnprovedError(f"{step.kind}: {one} is given twice")
