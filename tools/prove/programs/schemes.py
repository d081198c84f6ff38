# SPDX-License-Identifier: MIT
"""What the programs of programs/schemes.txt and programs/keys.txt do, in every build: which checks
they end by, and what they compute where these pass."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from tools.bytecode.assembler import Source
from tools.prove.algebra import UnprovedError
from tools.prove.programs.contracts import (
    Contract,
    Wanted,
    a_of,
    begun,
    below,
    equation,
    in_range,
    is_product,
    is_sequence,
    proof,
    run,
    stored,
)
from tools.prove.programs.laurent import Laurent, constant, ratio, unit, variable
from tools.prove.programs.laws import Point, same
from tools.prove.programs.machine import Machine
from tools.prove.programs.proofs import Proofs
from tools.prove.programs.values import PRODUCT, RHO, Condition, Fact, Value

ALL = "X Y Z C S T W E K U V U1 V1"
K, X = unit("k"), PRODUCT.x
BASE = Point(variable("x of G"), variable("y of G"))
KEY = Point(variable("x of Q"), variable("y of Q"))
# Of y, as public checks that (x, y) is on the curve; of G too.
ON_CURVE = ("PUBLIC_KEY_RANGE", "PUBLIC_KEY_CURVE")


def loaded(p: Point, string: str) -> dict[tuple[str, str], Value]:
    return {(string, "0"): Value(p.x, ""), (string, "1"): Value(p.y, "")}


def on_curve(machine: Machine, p: Point) -> tuple[Wanted, ...]:
    is_below = frozenset({Fact("below", p.x, "p"), Fact("below", p.y, "p")})
    return (ON_CURVE[0], is_below), (ON_CURVE[1], equation(machine, p.x, p.y))


def is_element(u: Laurent) -> frozenset[Fact]:
    return frozenset({Fact("nonzero", u, "p"), Fact("below", u, "p")})


def elements(machine: Machine) -> None:
    u = variable("drawn number")
    machine.number("U1", u)
    machine.modulus = "n"
    run(machine, "element", "W", "element", "end")
    is_sequence(machine, ("RANDOM_STUCK", is_element(u)))
    same(machine.value("U1").residue, u, "U1")


def scalars(machine: Machine) -> None:
    machine.number("K", K)
    run(machine, "scalar", "W T", "scalar", "end")
    is_sequence(machine, ("RANDOM_STUCK", in_range("k")))


def keys(machine: Machine) -> None:
    machine.strings = {("first", "0"): Value(K, "")}
    run(machine, "key", "K W T", "key", "end")
    is_sequence(machine, ("PRIVATE_KEY_RANGE", in_range("k")))
    same(machine.value("K").residue, K, "K")


def draw(machine: Machine) -> None:
    """The Z that a multiplication begins with, below p and not 0."""
    if "randomised" in machine.build:
        machine.registers["U1"] = Value(unit("drawn"), "p")


def generates(machine: Machine, label: str) -> None:
    machine.strings = loaded(BASE, "base")
    machine.number("K", K)
    draw(machine)
    checks: list[Wanted] = [*on_curve(machine, BASE)]
    if label == "generate":
        checks.insert(0, ("RANDOM_STUCK", in_range("k")))
    else:
        machine.facts |= in_range("k")
    run(machine, label, ALL, "generate", "end")
    is_sequence(machine, *checks)
    is_product(machine, (BASE, K))
    if label == "generate":
        same(stored(machine, "first", "0"), K, "the private key")
    for half, value in (("0", X), ("1", PRODUCT.y)):
        same(stored(machine, "second", half), value, "the public key")


def exchanges(machine: Machine) -> None:
    """Randomised by two programs, between which a Z is drawn until element takes it."""
    for swapped in (False, True) if "ladder" in machine.build else (False,):
        each = begun(machine)
        each.is_swapped = swapped
        each.strings = {("first", "0"): Value(K, ""), **loaded(KEY, "second")}
        run(each, "exchange", ALL, "exchange", "end")
        checks: list[Wanted] = [("PRIVATE_KEY_RANGE", in_range("k")), *on_curve(each, KEY)]
        if "randomised" in machine.build:
            z = unit("drawn")
            each.number("U1", z)
            run(each, "element", ALL, "element", "end")
            run(each, "share", ALL, "share", "end")
            checks.append(("RANDOM_STUCK", is_element(z)))
        is_sequence(each, *checks)
        wanted = replace(KEY, y=constant(0)) if "ladder" in machine.build else KEY
        is_product(each, (wanted, K))
        same(stored(each, "third", "0"), X, "what is shared")


def signs(machine: Machine) -> None:
    d, z = variable("private key"), variable("digest")
    machine.strings = {("first", "0"): Value(d, ""), ("third", "0"): Value(z, "")}
    machine.strings |= loaded(BASE, "base")
    machine.number("K", K)
    draw(machine)
    run(machine, "sign", ALL, "sign", "end")
    s = (z + X * d) / K
    checked = frozenset({Fact("nonzero", s, "n"), Fact("nonzero", X, "n")})
    is_sequence(
        machine,
        ("RANDOM_STUCK", in_range("k")),
        *on_curve(machine, BASE),
        ("RANDOM_STUCK", checked),
    )
    is_product(machine, (BASE, K))
    for half, register, value in (("0", "T", X), ("1", "S", s)):
        if machine.value(register) != Value(value, "n"):
            raise UnprovedError(f"{register} is not what it should be, modulo n")
        same(stored(machine, "second", half), value, "the signature")


def verifies(machine: Machine, label: str) -> None:
    for infinite, doubled in itertools.product((False, True), repeat=2):
        verified(begun(machine), label, infinite, doubled)


def verified(machine: Machine, label: str, infinite: bool, doubled: bool) -> None:
    """(r, s) of a digest z: x of (z / s) G + (r / s) Q modulo n is r. G is multiplied and, where
    its x is that of Q, 2 G by half of z."""
    r, s, z = unit("r"), unit("s"), variable("digest")
    machine.strings = {
        **loaded(BASE, "base"),
        **loaded(KEY, "second"),
        ("first", "0"): Value(r, ""),
        ("first", "1"): Value(s, ""),
        ("third", "0"): Value(z, ""),
    }
    machine.is_infinite = infinite
    machine.skips = [not doubled]
    g = BASE
    if doubled:
        # Then its double is a unit's division: G is not of order two.
        g = Point(BASE.x, unit("y of G, not 0"))
        machine.strings |= loaded(g, "base")
    if "lines" in machine.build:
        run(machine, label, ALL, label, "return")
        machine.add_multiples("all")
        label_of_sum = label.replace("verify", "verify_sum")
        run(machine, label_of_sum, ALL, label_of_sum, "end")
    else:
        run(machine, label, ALL, label, "end")
    (same_x,) = machine.skipped
    if {ratio(fact.value, g.x - KEY.x) is not None for fact in same_x} != {True}:
        raise UnprovedError("a skip is not by the x of G and Q")
    sign = 1 if label == "verify" else -1
    found = X if not infinite else constant(0)
    is_sequence(
        machine,
        *on_curve(machine, g),
        *on_curve(machine, KEY),
        ("SIGNATURE_RANGE", in_range("r")),
        ("SIGNATURE_RANGE", in_range("s")),
        ("SIGNATURE_INVALID", found - r),
    )
    first = machine.product[0][0]
    if doubled:
        slope = (3 * g.x**2 + a_of(machine) / machine.t**4) / (2 * g.y)
        x = slope**2 - 2 * g.x
        g, z = Point(x, slope * (g.x - x) - g.y), z / 2
    if first != g:
        raise UnprovedError("it is not of the base point")
    is_product(machine, (g, sign * z / s), (KEY, sign * r / s))


def small(machine: Machine) -> Machine:
    """What C sets for programs of keys."""
    each = begun(machine)
    each.number("C", 1)
    each.number("Z", 3)
    if "twisted" in each.build:
        each.set("K", "scale")
    else:
        each.registers.pop("K", None)
    return each


def is_below(machine: Machine) -> None:
    each = small(machine)
    u, v = variable("u"), variable("v")
    each.number("U", u)
    each.number("V", v)
    run(each, "below", "W", "below", "end")
    wanted = [Condition("below", value, modulus="p") for value in (u, v)]
    if [each.borrow(1), each.borrow(0)] != wanted:
        raise UnprovedError("the borrows do not say whether both are below p")


def solves(machine: Machine) -> None:
    each = small(machine)
    u, v = variable("u"), variable("v")
    each.number("U", u)
    each.number("V", v)
    each.facts |= below("u", "v")
    run(each, "equation", "U S T W", "equation", "end")
    is_zero(each, equation(each, u, v))


def is_zero(machine: Machine, wanted: Laurent) -> None:
    """The last borrow says whether a polynomial is not zero."""
    found = machine.borrow(0)
    if found.kind != "nonzero" or ratio(found.first, wanted) is None:
        raise UnprovedError("the borrow is not of what it should be")


def right_sides(machine: Machine) -> None:
    """S is u^3 + a u + b over R^2 of the curve computed on, and Y = T of the power's base."""
    each = small(machine)
    u = variable("u")
    each.number("U", u)
    each.facts |= below("u")
    run(each, "right", "U S T W Y E", "right", "end")
    right = -equation(each, u, constant(0)) * each.t**6
    same(each.value("S").residue, right * RHO**2, "S")
    same(each.f("T"), right * base(each), "T")
    same(each.f("Y"), each.f("T"), "Y")


def base(machine: Machine) -> Laurent:
    """The power is of the right side times this, in Montgomery form."""
    return RHO**4 * machine.t**8


def powers(machine: Machine, label: str) -> None:
    each = small(machine)
    y, t = variable("y of it"), variable("t of it")
    each.put("Y", y)
    each.put("T", t)
    run(each, label, "Y", label, "end")
    same(each.f("Y"), y * (y if label == "root_square" else t), "Y")


def roots(machine: Machine) -> None:
    """With q = T^((p - 3) / 4): q^2 T = 1, -1 or 0 as the right side is a square, none, or zero. So
    for a square the result is a root, and for zero 0; for none it is a root of the negative, which
    the borrow says."""
    right, q = unit("right side"), variable("q")
    for sign in (1, -1, 0):
        each = small(machine)
        side = right if sign else constant(0)
        t = right * base(each)
        each.registers["S"] = Value(side * RHO**2, "p")
        each.put("Y", q if sign else 0)
        each.number("W", 0)
        run(each, "root", "S T V X Y" if "twisted" in each.build else "S T V Y", "root", "end")
        # Of a twisted curve the root is y of the curve itself.
        v = each.value("V").residue
        same(each.value("Y").residue, -v, "Y")
        squared = (v**2).with_square(q, sign / t) if sign else v**2
        same(squared, sign * side / each.t**6, "the square of V")
        found = each.borrow(0)
        left = found.first.with_square(q, sign / t) if sign else found.first
        if found.kind != "nonzero" or (sign == -1) != (ratio(left, right) is not None):
            raise UnprovedError("the borrow does not say whether there is a root")
        if sign != -1 and left.terms:
            raise UnprovedError("the borrow says that there is no root")


def contracts() -> Iterator[Contract]:
    def of(
        label: str,
        claim: str,
        prove: Callable[[Machine], None],
        *,
        object_: str = "",
        may: str = "all",
        exceptions: str = "none",
        ladder: bool | None = False,
        lines: bool | None = None,
        randomised: bool | None = None,
    ) -> Contract:
        return Contract(
            *(label, claim, may, prove, exceptions, object_ or label, ladder, lines, randomised)
        )

    yield of(
        *("element", "WHIT_OK for 0 < U1 < p", elements), may="W", ladder=None, randomised=True
    )
    yield of("scalar", "WHIT_OK for 0 < K < n", scalars, may="W T", randomised=True)
    yield of("key", "the private key to K, for 0 < K < n", keys, may="K W T")
    for label, more in (("generate", ", and K, for 0 < K < n"), ("publish", "")):
        yield of(
            *(label, f"the public key K G is written{more}", partial(generates, label=label)),
            object_="generate",
            lines=False,
        )
    yield of(
        *("exchange, share", "x of K Q, for 0 < K < n and Q on the curve", exchanges),
        ladder=None,
        lines=False,
    )
    claim = "r = x of K G and s = (z + r d) / K modulo n, neither 0, for 0 < K < n"
    yield of("sign", claim, signs, lines=False)
    for label in ("verify", "verify_otherwise"):
        yield of(
            label,
            "WHIT_OK where 0 < r < n, 0 < s < n, Q is on the curve and x of (z / s) G + (r / s) Q "
            "is r modulo n, infinity and Q = +-G among them",
            partial(verifies, label=label),
        )
    yield of("below", "the borrows of u < p and v < p", is_below, may="W", ladder=None)
    yield of(
        *("equation", "the borrow of v^2 != u^3 + a u + b", solves), may="U S T W", ladder=None
    )
    yield of(
        *("right", "S = u^3 + a u + b, T and Y as the root takes them", right_sides),
        may="U S T W Y E",
        ladder=None,
    )
    for label, claim in (("root_square", "Y = Y Y"), ("root_times", "Y = Y T")):
        yield of(label, claim, partial(powers, label=label), may="Y", ladder=None)
    yield of(
        "root",
        "V = a root, Y = -V, and the borrow of there being none, for Y = T^((p - 3) / 4)",
        roots,
        may="S T V X Y",
        ladder=None,
    )


def proofs(source: Source) -> Proofs:
    for each in contracts():
        yield proof(source, each, "keys" if each.label in OF_KEYS else "schemes")


OF_KEYS = ("below", "equation", "right", "root_square", "root_times", "root")
