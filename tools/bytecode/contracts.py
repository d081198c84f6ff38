# SPDX-License-Identifier: MIT
"""What every label of programs/*.txt has to do, on numbers and on points of curves. A label
without a contract is refused, and so is one that breaks it."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from tools.bytecode.assembler import CALLED, ProgramError
from tools.bytecode.instructions import GO_ON
from tools.bytecode.interpreter import Code, Curve, Interpreter, Point


@dataclass
class Trial:
    """One interpreter with a curve, and what checks of its programs share."""

    machine: Interpreter
    statuses: dict[str, int]
    chance: random.Random
    thorough: bool = True  # which takes time where registers are long

    @property
    def curve(self) -> Curve:
        return self.machine.curve

    @property
    def p(self) -> int:
        return self.curve.p

    @property
    def octets(self) -> int:
        return self.machine.size.bits // 8

    def number(self, modulus: int) -> int:
        return self.chance.randrange(1, modulus)

    def point(self) -> tuple[int, int]:
        found = self.curve.multiply(self.number(self.curve.order), self.curve.g)
        assert found is not None
        return found

    def key(self, k: int) -> bytes:
        return k.to_bytes(self.octets, "big")

    def encoded(self, point: Point) -> bytes:
        assert point is not None
        return b"".join(value.to_bytes(self.octets, "big") for value in point)

    def begin(self) -> Interpreter:
        """Registers that hold anything, as a stack does."""
        machine = self.machine
        machine.values = [self.chance.randrange(1 << machine.size.bits) for _ in machine.values]
        machine.borrows = self.chance.randrange(16)
        machine.modulus = "p"
        machine.mask = False
        machine["U1"] = self.number(self.p)  # a Z, drawn or constant
        return machine

    def ends(self, status: int, name: str) -> None:
        expected = GO_ON if name == "GO_ON" else self.statuses[name]
        if status != expected:
            raise ProgramError(f"ends with 0x{status:04x} and not with {name}")

    def same(self, found: object, expected: object) -> None:
        if found != expected:
            raise ProgramError(f"gives {found} and not {expected}")

    # Coordinates. In memory v stands for v / R, and a table's x is x / C^2 of the curve's.

    def field(self, register: str) -> int:
        """The value of a register in Montgomery form."""
        machine = self.machine
        return machine[register] * pow(machine.r_of_prime, -1, self.p) % self.p

    def put(self, register: str, value: int) -> None:
        self.machine[register] = value * self.machine.r_of_prime % self.p

    def affine(self, x: str, y: str, z: int) -> Point:
        """A point with these coordinates for a Z of the curve that is computed on."""
        z = z * self.curve.t % self.p
        if z == 0:
            return None
        inverse = pow(z, -1, self.p)
        return (
            self.field(x) * inverse**2 % self.p,
            self.field(y) * inverse**3 % self.p,
        )

    def sum(self) -> Point:
        return self.affine("X", "Y", self.field("C") * self.field("Z") % self.p)

    def entry(self, x: str = "U", y: str = "V") -> Point:
        return self.affine(x, y, self.field("C"))

    def put_point(self, point: Point, names: tuple[str, str], z: int) -> None:
        assert point is not None
        z = z * self.curve.t % self.p
        self.put(names[0], point[0] * z**2)
        self.put(names[1], point[1] * z**3)

    def put_sum(self, point: Point, z: int) -> None:
        """P with Z = z, for the C that there is. Infinity has X = Y, as additions leave it."""
        self.put("Z", z if point else 0)
        if point is None:
            self.put("X", z * z)
            self.put("Y", z**3)
        else:
            self.put_point(point, ("X", "Y"), z * self.field("C"))


Check = Callable[[Trial], None]
CONTRACTS: dict[tuple[str, str], list[tuple[bool | None, bool | None, Check]]] = {}


def contract(
    *labels: str, of: str = CALLED, ladder: bool | None = False, lines: bool | None = None
) -> Callable[[Check], Check]:
    """What these labels of an object have to do, without or with `ladder` and `lines` or, for None,
    both."""

    def add(check: Check) -> Check:
        for label in labels:
            CONTRACTS.setdefault((of, label), []).append((ladder, lines, check))
        return check

    return add


def check(code: Code, trial: Trial) -> int:
    """Run the contract of every label. Returns how many."""
    kinds = tuple(name in code.build for name in ("ladder", "lines"))
    run: set[Check] = set()
    for program in code.programs.values():
        for label in program.exported:
            checks = CONTRACTS.get((program.name, label), [])
            found = [
                each
                for *where, each in checks
                if all(one in (is_so, None) for one, is_so in zip(where, kinds, strict=True))
            ]
            if not found:
                raise ProgramError(f"{program.name}: label {label} has no contract")
            for each in found:
                if each not in run:
                    run.add(each)
                    try:
                        each(trial)
                    except (ProgramError, KeyError) as error:
                        raise ProgramError(
                            f"{program.name}, {label}, on {trial.curve.name}, a build of "
                            f"{sorted(code.build)}: {error}"
                        ) from error
    return len(run)
