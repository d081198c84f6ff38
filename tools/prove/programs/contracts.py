# SPDX-License-Identifier: MIT
"""What a label of byte code has to do, in which builds, and what contracts share."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from tools.bytecode.assembler import CALLED, SUMS, Build, Source, builds
from tools.prove.algebra import UnprovedError
from tools.prove.programs.laurent import Laurent, constant, ratio, unit, variable
from tools.prove.programs.laws import Point, same
from tools.prove.programs.machine import Machine
from tools.prove.programs.proofs import Proof
from tools.prove.programs.values import PRODUCT, RHO, B, Check, Fact, Value

ONE = RHO  # plain one, as Montgomery form takes it
# Where an equation is modulo the order.
OF_ORDER = ("SIGNATURE_INVALID",)
# What a check is of: facts, or the polynomial that is to be zero, and its status.
Wanted = tuple[str, frozenset[Fact] | Laurent]


@dataclass(frozen=True)
class Contract:
    """`prove` takes a machine of a build, and raises UnprovedError. `may`: registers that are
    written."""

    label: str
    claim: str
    may: str
    prove: Callable[[Machine], None]
    exceptions: str = "none"
    of: str = CALLED
    ladder: bool | None = False
    lines: bool | None = None
    randomised: bool | None = None
    compiled: bool | None = None


def served(contract: Contract) -> Iterator[Build]:
    for build in builds():
        kinds = {
            "ladder": contract.ladder,
            "lines": contract.lines,
            "randomised": contract.randomised,
            "compiled": contract.compiled,
        }
        if all(holds is None or (name in build) == holds for name, holds in kinds.items()):
            yield build


def forms(source: Source, contract: Contract) -> tuple[tuple[str, Callable[[], None]], ...]:
    """Every build, with multiplications that add to the borrows and without."""
    return tuple(
        (", ".join(sorted(build)), partial(prove, source, contract, build, counts))
        for build in served(contract)
        for counts in (False, True)
    )


def prove(source: Source, contract: Contract, build: Build, counts: bool) -> None:
    contract.prove(Machine(source, build, counts))


def proof(source: Source, contract: Contract, text: str) -> Proof:
    return Proof(
        *(f"programs/{text}.txt", contract.label, f"{contract.claim}; writes {contract.may}"),
        *(contract.exceptions, forms(source, contract)),
    )


def run(
    machine: Machine, label: str, may: str, of: str = CALLED, ends: str = "return"
) -> dict[str, Value]:
    """Run a label, which ends so and writes no registers but these. What it began with."""
    before = dict(machine.registers)
    if "lines" in machine.build and of == CALLED and not machine.has(of, label):
        of = SUMS
    found = machine.run(of, label)
    if found != ends:
        raise UnprovedError(f"it ends with {found} and not with {ends}")
    for name in {*before, *machine.registers} - set(may.split()):
        if machine.registers.get(name) != before.get(name):
            raise UnprovedError(f"{name} is written")
    return before


def a_of(machine: Machine) -> Laurent:
    return constant(0 if "a_zero" in machine.build else -3)


def begun(machine: Machine) -> Machine:
    """The same, before it has run."""
    return Machine(machine.source, machine.build, machine.counts)


def in_range(name: str) -> frozenset[Fact]:
    k = unit(name)
    return frozenset({Fact("nonzero", k, "n"), Fact("below", k, "n")})


def below(*names: str) -> frozenset[Fact]:
    return frozenset(Fact("below", variable(name), "p") for name in names)


def equation(machine: Machine, x: Laurent, y: Laurent) -> Laurent:
    """y^2 - x^3 - a x - b of the curve, whose a and b are those that are computed on over t^4 and
    t^6."""
    t = machine.t
    return y**2 - x**3 - a_of(machine) * t**-4 * x - B * t**-6


def is_check(found: Check, status: str, wanted: frozenset[Fact]) -> None:
    if found != Check(wanted, status):
        raise UnprovedError(f"a check else {found.status} is not of what it should be")


def is_equation(found: Check, status: str, wanted: Laurent, modulus: str = "p") -> None:
    """It passes exactly where a polynomial is zero."""
    is_wanted = [
        fact.kind == "zero" and fact.modulus == modulus and ratio(fact.value, wanted) is not None
        for fact in found.facts
    ]
    if found.status != status or is_wanted != [True]:
        raise UnprovedError(f"a check else {found.status} is not of the equation")


def is_sequence(machine: Machine, *wanted: Wanted) -> None:
    """The checks are these, in this order."""
    if len(machine.checks) != len(wanted):
        raise UnprovedError(f"{len(machine.checks)} checks, and not {len(wanted)}")
    for found, (status, what) in zip(machine.checks, wanted, strict=True):
        if isinstance(what, Laurent):
            is_equation(found, status, what, "n" if status in OF_ORDER else "p")
        else:
            is_check(found, status, what)


def stored(machine: Machine, string: str, half: str) -> Laurent:
    if (string, half) not in machine.strings:
        raise UnprovedError(f"half {half} of string {string} is not written")
    return machine.strings[string, half].residue


def put_point(machine: Machine, p: Point, names: str = "U V") -> None:
    """A point as public leaves it."""
    x, y = names.split()
    machine.number("C", 1)
    machine.put(x, p.x * (ONE * machine.t) ** 2)
    machine.put(y, p.y * (ONE * machine.t) ** 3)


def is_product(machine: Machine, *wanted: tuple[Point, Laurent]) -> None:
    """The sum of these multiples, and nothing else."""
    if len(machine.product) != len(wanted):
        raise UnprovedError("other points are multiplied")
    for (p, k), (q, other) in zip(machine.product, wanted, strict=True):
        if p != q:
            raise UnprovedError("another point is multiplied")
        same(k, other, "the scalar")


def is_plain(machine: Machine) -> None:
    """The product's coordinates as numbers."""
    same(machine.value("X").residue, PRODUCT.x, "X")
    same(machine.value("Y").residue, PRODUCT.y, "Y")
