# SPDX-License-Identifier: MIT
"""Towers of fields: an extension's elements are polynomials in a generator, a power of which is an
element of the field below. Of products that are sums of products, and so reduced once, nothing is
proved: these are the other way of each function."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from tools.files import ROOT
from tools.prove.algebra import UnprovedError
from tools.prove.programs.laurent import Laurent, constant, variable
from tools.prove.programs.laws import same
from tools.prove.programs.proofs import Proof, Proofs
from tools.prove.programs.registers import INVERSE, XI, Registers
from tools.prove.programs.sources import Function, functions, steps, without

FOLDER = ROOT / "src" / "pairing"
# Blocks that sum products.
SUMS = ("TWIST_TERMS > 1", "QUADRATIC_TERMS > 0")
V, W, IMAGINARY = variable("v"), variable("w"), variable("i")


@dataclass(frozen=True)
class Tower:
    """A file, and each coordinate's place behind an element's with what it is multiplied by."""

    file: str
    name: str
    basis: tuple[tuple[str, Laurent], ...]
    # Generators from the highest, with the power that is below.
    rules: tuple[tuple[Laurent, int, Laurent], ...]
    below: tuple[str, ...] = ()

    def reduced(self, value: Laurent) -> Laurent:
        for generator, degree, power in self.rules:
            value = value.with_power(generator, degree, power)
        return value

    def places(self, name: str) -> list[str]:
        return [f"{name} + {offset}" if offset else name for offset, _ in self.basis]

    def element(self, name: str) -> tuple[dict[str, Laurent], Laurent]:
        """Its coordinates by place, and what it is."""
        values = {place: variable(f"{place} of it") for place in self.places(name)}
        total = constant(0)
        for value, (_, factor) in zip(values.values(), self.basis, strict=True):
            total = total + value * factor
        return values, total

    def run(
        self, name: str, values: dict[str, Laurent], result: str = "r", **same_: str
    ) -> Registers:
        found: dict[str, Function] = {}
        for file in (*self.below, self.file):
            text = (FOLDER / file).read_text()
            found |= {each.name: without(each, SUMS) for each in functions(text)}
        registers = Registers(values, self.places(result))
        registers.run(steps(found[name], found, same_))
        return registers

    def value(self, registers: Registers, name: str = "r") -> Laurent:
        total = constant(0)
        for place, (_, factor) in zip(self.places(name), self.basis, strict=True):
            total = total + registers[place] * factor
        return total


QUADRATIC = Tower(
    "quadratic.inc",
    "quadratic",
    (("", constant(1)), ("FIELD_LIMBS", IMAGINARY)),
    ((IMAGINARY, 2, constant(-1)),),
)
CUBIC = Tower(*("cubic.inc", "cubic", (("", constant(1)), ("V1", V), ("V2", V**2))), ((V, 3, XI),))
FULL_2 = Tower("full_2.inc", "full", (("", constant(1)), ("TWIST_LIMBS", W)), ((W, 2, XI),))
FULL_6 = Tower(
    *("full_6.inc", "full"),
    tuple(
        (" + ".join(filter(None, (high, low))), factor * other)
        for high, factor in (("", constant(1)), ("CUBIC_LIMBS", W))
        for low, other in CUBIC.basis
    ),
    ((W, 2, V), (V, 3, XI)),
    ("cubic.inc",),
)


def product(tower: Tower, in_place: bool) -> None:
    """Also where the result is one of both."""
    a, b = tower.element("a"), tower.element("b")
    for result in ("r", "a", "b") if in_place else ("r",):
        given = {**a[0], **b[0]}
        found = tower.run(f"{tower.name}_mul", given, result, r=result)
        same(tower.value(found, result), tower.reduced(a[1] * b[1]), "the product")


def square(tower: Tower, in_place: bool) -> None:
    values, a = tower.element("a")
    for result in ("r", "a") if in_place else ("r",):
        found = tower.run(f"{tower.name}_sqr", values, result, r=result)
        same(tower.value(found, result), tower.reduced(a**2), "the square")


def inverse(tower: Tower) -> None:
    """r a is a number of the field below by its inverse. That number is the norm, which is not zero
    for an a that is not."""
    values, a = tower.element("a")
    found = tower.run(f"{tower.name}_inverse", values)
    if len(found.inverted) != 1:
        raise UnprovedError("not one number is inverted")
    (norm,) = found.inverted
    same(tower.reduced(tower.value(found) * a), norm * INVERSE, "the inverse times a")
    generator, degree, power = tower.rules[0]
    wanted = norm_of(a, generator, degree, power)
    if norm not in (wanted, -wanted):
        raise UnprovedError("it is not the norm that is inverted")


def norm_of(a: Laurent, generator: Laurent, degree: int, power: Laurent) -> Laurent:
    """The determinant of the multiplication by a."""
    number = generator.name()
    assert number is not None
    columns = [(a * generator**i).with_power(generator, degree, power) for i in range(degree)]
    rows = [[each.coefficient(generator, j) for j in range(degree)] for each in columns]
    if degree == 2:
        return rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]
    total = constant(0)
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        total = total + rows[0][i] * (rows[1][j] * rows[2][k] - rows[1][k] * rows[2][j])
    return total


def scaled(name: str, by: Laurent, in_place: bool) -> None:
    """r = a b times this, for a b in the twist's field."""
    values, a = CUBIC.element("a")
    b = variable("b of it")
    for result in ("r", "a") if in_place else ("r",):
        found = CUBIC.run(name, {**values, "b": b}, result, r=result)
        same(CUBIC.value(found, result), CUBIC.reduced(a * b * by), "the product")


def by_two() -> None:
    """r = a (b + c v)"""
    values, a = CUBIC.element("a")
    b, c = variable("b of it"), variable("c of it")
    for result in ("r", "a"):
        found = CUBIC.run("cubic_mul_two", {**values, "b": b, "c": c}, result, r=result)
        same(CUBIC.value(found, result), CUBIC.reduced(a * (b + c * V)), "the product")


def plus_v(sign: int) -> None:
    (first, a), (second, b) = CUBIC.element("a"), CUBIC.element("b")
    name = "cubic_add_v" if sign == 1 else "cubic_sub_v"
    for result in ("r", "a"):
        found = CUBIC.run(name, {**first, **second}, result, r=result)
        same(CUBIC.value(found, result), CUBIC.reduced(a + sign * b * V), "the sum")


def prepared() -> None:
    """f (c + x xi + w) for a line's x and c, scaled by P's coordinates."""
    values, f = FULL_2.element("f")
    given = {"line": variable("l0"), "line + TWIST_LIMBS": variable("l1")}
    x, y = variable("x of P"), variable("y of P")
    found = FULL_2.run("full_mul_prepared", {**values, **given, "x": x, "y": y}, "f")
    line = given["line + TWIST_LIMBS"] * y + XI * given["line"] * x + W
    same(FULL_2.value(found, "f"), FULL_2.reduced(f * line), "the product")


def claims() -> Iterator[tuple[Tower, str, str, partial[None]]]:
    for tower, in_place in ((QUADRATIC, True), (CUBIC, True), (FULL_2, True), (FULL_6, True)):
        yield tower, f"{tower.name}_mul", "a b, in place too", partial(product, tower, in_place)
    for tower, in_place in ((QUADRATIC, False), (FULL_2, True), (FULL_6, True)):
        more = ", in place too" if in_place else ""
        yield tower, f"{tower.name}_sqr", f"a^2{more}", partial(square, tower, in_place)
    for tower in (QUADRATIC, CUBIC, FULL_2):
        yield tower, f"{tower.name}_inverse", "1 / a by the norm", partial(inverse, tower)
    for name, factor, words in (("cubic_scale", constant(1), "a b"), ("cubic_scale_v", V, "a b v")):
        prove = partial(scaled, name, factor, name == "cubic_scale")
        yield CUBIC, name, f"{words}, b in the twist's field", prove
    yield CUBIC, "cubic_mul_two", "a (b + c v), b and c in the twist's field", partial(by_two)
    for name, sign, words in (("cubic_add_v", 1, "a + b v"), ("cubic_sub_v", -1, "a - b v")):
        yield CUBIC, name, words, partial(plus_v, sign)
    words = "f times a prepared line: its second y + xi times its first x + w"
    yield FULL_2, "full_mul_prepared", words, partial(prepared)


def proofs() -> Proofs:
    for tower, name, claim, prove in claims():
        source = str((FOLDER / tower.file).relative_to(ROOT))
        yield Proof(source, name, claim, "sums of products, where a build has them", (("", prove),))
