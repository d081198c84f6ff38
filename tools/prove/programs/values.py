# SPDX-License-Identifier: MIT
"""What registers and borrows of byte code are on symbols."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from tools.prove.algebra import UnprovedError
from tools.prove.programs.laurent import Laurent, constant, unit, variable
from tools.prove.programs.laws import Point

Modulus = Literal["p", "n", ""]
# 1 / R of the prime's multiplication; 2^l for l = bits / 2; what a twist's coordinates take.
RHO = unit("1 / R")
HALF = unit("2^l")
SCALE = unit("t")
# b of the curve computed on: with b = 0 it had a point of order two.
B = unit("b")
# Units that are so where a program has checked them.
CHECKED = ("k", "s", "r")
# What a multiplication comes to.
PRODUCT = Point(variable("x of the product"), variable("y of the product"))


@dataclass(frozen=True)
class Value:
    """A number, with no modulus, or what is below the modulus and this modulo it; `needs`: only
    where that is so."""

    residue: Laurent
    modulus: Modulus
    needs: "Fact | None" = None

    @cached_property
    def number(self) -> int | None:
        found = self.residue.number()
        return found if self.modulus == "" and isinstance(found, int) else None


@dataclass(frozen=True)
class Condition:
    """below: a number is below a modulus; nonzero: it is not 0; less: the difference of two numbers
    borrows; true and false."""

    kind: Literal["below", "nonzero", "less", "true", "false"]
    first: Laurent = field(default_factory=lambda: constant(0))
    second: Laurent = field(default_factory=lambda: constant(0))
    modulus: Modulus = ""


TRUE, FALSE = Condition("true"), Condition("false")


@dataclass(frozen=True)
class Fact:
    """What is so where a program goes on: below, nonzero, or zero."""

    kind: Literal["below", "nonzero", "zero"]
    value: Laurent
    modulus: Modulus = ""


@dataclass(frozen=True)
class Check:
    """All of the facts, or else a status."""

    facts: frozenset[Fact]
    status: str


def facts(conditions: list[tuple[Condition, bool]]) -> list[Fact]:
    """What conditions say that are so, or not so."""
    found = []
    less = [each for each, holds in conditions if each.kind == "less" and not holds]
    for condition, holds in conditions:
        if condition.kind in ("true", "false"):
            if holds != (condition.kind == "true"):
                raise UnprovedError("a check that never passes")
        elif condition.kind == "below" and holds:
            found.append(Fact("below", condition.first, condition.modulus))
        elif condition.kind == "nonzero":
            kind: Literal["nonzero", "zero"] = "nonzero" if holds else "zero"
            found.append(Fact(kind, condition.first, condition.modulus))
        elif condition.kind == "less" and is_mutual(less):
            found.append(Fact("zero", less[0].first - less[0].second, condition.modulus))
        else:
            raise UnprovedError("a check of an order of numbers")
    return found


def is_mutual(less: list[Condition]) -> bool:
    """Neither of two numbers is less than the other."""
    if len(less) != 2:
        return False
    one, other = less
    return (one.first, one.second, one.modulus) == (other.second, other.first, other.modulus)
