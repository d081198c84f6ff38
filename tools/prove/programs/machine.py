# SPDX-License-Identifier: MIT
"""The bytecode interpreter on symbols. A register holds nothing that is known, a number, or what is
below a modulus and known modulo it; a borrow is a condition.

It takes of an instruction what tools/bytecode/instructions.py says, for products modulo p of
numbers below p, and modulo n where one of both is below n. A modulus has as many bits as a
register, so that any number in one, less the modulus or as it was, is below it."""

from dataclasses import dataclass, field

from tools.bytecode.assembler import CALLED, Build, Line, Source, matched
from tools.bytecode.instructions import ENDS
from tools.prove.algebra import UnprovedError
from tools.prove.programs.laurent import Laurent, as_laurent, constant, unit, variable
from tools.prove.programs.laws import Point
from tools.prove.programs.values import (
    CHECKED,
    FALSE,
    HALF,
    PRODUCT,
    RHO,
    SCALE,
    TRUE,
    B,
    Check,
    Condition,
    Fact,
    Modulus,
    Value,
    facts,
)


@dataclass
class Machine:
    """`counts`: multiplications add to the borrows."""

    source: Source
    build: Build
    counts: bool = False
    modulus: Modulus = "p"
    mask: bool = False
    registers: dict[str, Value] = field(default_factory=dict)
    strings: dict[tuple[str, str], Value] = field(default_factory=dict)
    borrows: list[Condition | None] = field(default_factory=list)
    facts: set[Fact] = field(default_factory=set)
    checks: list[Check] = field(default_factory=list)
    skips: list[bool] = field(default_factory=list)  # whether each skip to come is taken
    skipped: list[frozenset[Fact]] = field(default_factory=list)  # and where none is
    stop: str = ""  # a label to stop before
    product: list[tuple[Point, Laurent]] = field(default_factory=list)
    is_infinite: bool = False  # that product
    is_swapped: bool = False  # how a ladder ends

    # Registers

    def value(self, name: str) -> Value:
        if name not in self.registers:
            raise UnprovedError(f"{name} is read, and nothing that is known is in it")
        value = self.registers[name]
        if value.needs and value.needs not in self.facts:
            raise UnprovedError(f"{name} is read, and may be too large")
        return value

    def f(self, name: str) -> Laurent:
        """What is in a register in Montgomery form, modulo p."""
        return self.residue(self.value(name), "p", name) * RHO

    def put(self, name: str, value: Laurent | int) -> None:
        self.registers[name] = Value(as_laurent(value) / RHO, "p")

    def number(self, name: str, value: Laurent | int) -> None:
        self.registers[name] = Value(as_laurent(value), "")

    def is_below(self, value: Value, modulus: Modulus) -> bool:
        """Whether it is known to be. Numbers that programs set are below all moduli."""
        if value.modulus != "" or value.number is not None:
            return value.modulus in ("", modulus)
        return Fact("below", value.residue, modulus) in self.facts

    def residue(self, value: Value, modulus: Modulus, name: str) -> Laurent:
        """Modulo another modulus a register counts where a variable stands for its number."""
        is_variable = value.residue.name() is not None and not value.residue.is_unit
        is_known = is_variable or not value.residue.terms
        if value.modulus not in ("", modulus) and not is_known:
            raise UnprovedError(f"{name} is modulo {value.modulus}, and taken modulo {modulus}")
        return value.residue

    @property
    def rho(self) -> Laurent:
        return RHO if self.modulus == "p" else HALF**-2

    def operand(self, name: str) -> Value:
        if name == "B":
            if self.modulus != "p":
                raise UnprovedError("there is no b of the order")
            return Value(B * RHO**2, "p")
        return self.value(name)

    # Instructions

    def multiply(self, r: str, a: str, b: str) -> None:
        first, second = self.operand(a), self.operand(b)
        below = [self.is_below(each, self.modulus) for each in (first, second)]
        if not (all(below) if self.modulus == "p" else any(below)):
            raise UnprovedError(f"{a} and {b} may be too large")
        product = self.residue(first, self.modulus, a) * self.residue(second, self.modulus, b)
        self.registers[r] = Value(product * self.rho, self.modulus)
        self.borrows.append(None)

    def subtract(self, r: str, a: str, b: str) -> None:
        if a == b:
            self.number(r, 0)
            self.borrows.append(FALSE)
            return
        first = self.value(a)
        if b == "M":
            self.reduce(r, first, a)
            return
        second = self.operand(b)
        if second.number == 0:
            self.registers[r] = first
            self.borrows.append(FALSE)
            return
        other = self.residue(second, self.modulus, b)
        if first.number == 0:
            self.borrows.append(Condition("nonzero", other, modulus=self.modulus))
        else:
            condition = Condition("less", first.residue, other, self.modulus)
            self.borrows.append(condition)
        if all(self.is_below(each, self.modulus) for each in (first, second)):
            difference = self.residue(first, self.modulus, a) - other
            self.registers[r] = Value(difference, self.modulus)
        else:
            if first.number != 0:
                raise UnprovedError(f"{a} or {b} may be too large")
            needs = Fact("below", other, self.modulus)
            self.registers[r] = Value(-other, self.modulus, needs)

    def reduce(self, r: str, value: Value, name: str) -> None:
        """r = a - M, and as it was where that borrows."""
        residue = self.residue(value, self.modulus, name)
        if self.is_below(value, self.modulus):
            self.borrows.append(TRUE)
            self.registers[r] = value
        else:
            self.borrows.append(Condition("below", residue, modulus=self.modulus))
            self.registers[r] = Value(residue, self.modulus)

    def exchange(self, r: str, a: str) -> None:
        if self.mask:
            pair = self.registers.get(r), self.registers.get(a)
            for name, value in zip((a, r), pair, strict=True):
                if value is None:
                    self.registers.pop(name, None)
                else:
                    self.registers[name] = value

    def set(self, r: str, text: str) -> None:
        if text.isdecimal():
            self.number(r, int(text))
        elif text == "scale" and self.modulus == "p":
            self.put(r, SCALE)
        elif self.modulus == "n" and text in ("highest", "middle"):
            value = HALF**2 / 2 if text == "highest" else 3 * HALF
            self.registers[r] = Value(value, "n")
        else:
            raise UnprovedError(f"set {r} {text} modulo {self.modulus}")

    # Conditions

    def borrow(self, back: int) -> Condition:
        """Of the last instruction but so many that have added to the borrows."""
        known = self.borrows if self.counts else [e for e in self.borrows if e is not None]
        found = known[-1 - back] if back < len(known) else None
        if found is None:
            raise UnprovedError("a borrow that is a multiplication's, or none")
        return found

    def facts_of(self, borrows: str) -> frozenset[Fact]:
        """What the last borrows say, where they are these."""
        conditions = []
        for back, bit in enumerate(reversed(borrows)):
            if bit != "-":
                if None in self.borrows[-1 - back :]:
                    raise UnprovedError("a multiplication is behind a borrow that is asked for")
                conditions.append((self.borrow(back), bit == "1"))
        return frozenset(facts(conditions))

    def check(self, borrows: str, status: str) -> None:
        found = self.facts_of(borrows)
        self.checks.append(Check(found, status))
        self.facts |= found

    # Programs

    def lines(self, name: str) -> list[Line]:
        return list(self.source.object(name, self.build).lines(self.build))

    def has(self, name: str, label: str) -> bool:
        return any(line.label == label for line in self.lines(name))

    def run(self, name: str, label: str = "") -> str:
        """A program from a label. What it ends with, or the label that it stops before."""
        lines = self.lines(name)
        at = next((i for i, line in enumerate(lines) if label and line.label == label), 0)
        while True:
            line = lines[at]
            at += 1
            if line.label is not None:
                if line.label == self.stop:
                    return line.label
                continue
            kind, said = matched(line)
            if kind in ENDS:
                return kind
            if kind == "SKIP":
                at = self.skip(at, lines, said["label"])
            elif kind == "CALL":
                if self.run(CALLED, said["label"]) != "return":
                    raise UnprovedError(f"{said['label']} does not return")
            else:
                self.instruction(kind, said)

    def skip(self, at: int, lines: list[Line], label: str) -> int:
        if not self.skips:
            raise UnprovedError("a skip that nothing is said of")
        equal = self.facts_of("00")
        self.skipped.append(equal)
        if not self.skips.pop(0):
            self.facts |= equal
            return at
        return next(i for i, line in enumerate(lines) if line.label == label)

    def instruction(self, kind: str, said: dict[str, str]) -> None:
        if kind == "MUL":
            self.multiply(said["r"], said["a"], said["b"])
        elif kind == "SUB":
            self.subtract(said["r"], said["a"], said["b"])
        elif kind == "SWAP":
            self.exchange(said["r"], said["a"])
        elif kind == "SET":
            self.set(said["r"], said["value"])
        elif kind == "LOAD":
            key = said["string"], said["half"]
            if key not in self.strings:
                raise UnprovedError(f"string {' '.join(key)} is read")
            self.registers[said["r"]] = self.strings[key]
        elif kind == "STORE":
            self.strings[said["string"], said["half"]] = self.value(said["r"])
        elif kind == "CHECK":
            self.check(said["borrows"], said["status"])
        elif kind == "MODULUS":
            self.modulus = "p" if said["modulus"] == "p" else "n"
        elif kind == "INVERT":
            self.invert()
        elif kind == "MULTIPLY":
            self.multiply_points(said["length"])
        else:
            raise UnprovedError(f"no instruction that is known: {kind}")

    def invert(self) -> None:
        """S = S^E for S = T and E = m - 2: R^2 / T, and 0 for 0."""
        exponent, base = self.value("E"), self.value("T")
        if exponent != Value(constant(-2), self.modulus):
            raise UnprovedError("E is not m - 2")
        residue = self.residue(base, self.modulus, "T")
        if self.value("S").residue != residue:
            raise UnprovedError("S is not T")
        if residue.terms:
            self.are_nonzero(residue)
            residue = residue.inverse() * self.rho**-2
        self.registers["S"] = Value(residue, self.modulus)
        self.borrows.append(None)

    def are_nonzero(self, residue: Laurent) -> None:
        """Units that stand for what a program has to check first."""
        for name in residue.names():
            of_it = {fact.kind for fact in self.facts if fact.value.name() == name}
            if name in CHECKED and not of_it >= {"nonzero", "below"}:
                raise UnprovedError(f"{name} may be 0")

    # The loops: what tools/prove/programs/loops.py proves of them.

    @property
    def t(self) -> Laurent:
        return SCALE if "twisted" in self.build else constant(1)

    def affine(self, x: str, y: str, z: Laurent) -> Point:
        """The point of the curve with these coordinates, for a Z of the curve computed on."""
        z = z * self.t
        return Point(self.f(x) / z**2, self.f(y) / z**3)

    def multiply_points(self, length: str) -> None:
        """The task. What it multiplies stays in `product`."""
        if self.modulus != "p":
            raise UnprovedError("points are multiplied modulo the order")
        if "ladder" in self.build:
            self.climb(length)
        elif "lines" in self.build:
            raise UnprovedError("nothing is proved of the ladder of lines as a whole")
        else:
            self.add_multiples(length)

    def add_multiples(self, length: str) -> None:
        """X, Y and Z become a sum of multiples of two points."""
        c = self.f("C")
        first, second = self.affine("X", "Y", c * self.f("Z")), self.affine("U", "V", c)
        e = self.residue(self.value("E"), "n", "E")
        if length == "half":
            if first != second:
                raise UnprovedError("the halves of a scalar are of different points")
            self.product = [(first, 2 * e + 1 + 3 * HALF)]
        else:
            k = self.residue(self.value("K"), "n", "K")
            self.product = [(first, 2 * k + 1), (second, 2 * e + 1 + 2 * HALF**2)]
        self.lose("SWTUV", "U1", "V1")
        c, z = unit("c'"), unit("z'")
        self.put("C", c)
        if self.is_infinite:
            self.put("Z", 0)
            self.put("X", variable("x of infinity"))
            self.put("Y", variable("y of infinity"))
        else:
            self.put("Z", z)
            self.put("X", PRODUCT.x * (c * z * self.t) ** 2)
            self.put("Y", PRODUCT.y * (c * z * self.t) ** 3)

    def climb(self, length: str) -> None:
        """The ladder begins with infinity and the point with x = u, and needs 4 b. It ends in
        either order, which the mask says."""
        u, b = self.f("U"), self.f("Y")
        if self.value("W").number != 0 or b != 4 * B or self.f("Z").terms or length != "all":
            raise UnprovedError("the ladder does not have what it begins with")
        if not self.f("X").is_unit or self.f("U1") / self.f("V1") != u:
            raise UnprovedError("the ladder does not begin with infinity and the point")
        k = self.residue(self.value("K"), "n", "K")
        self.are_nonzero(k)
        self.product = [(Point(u / self.t**2, constant(0)), k)]
        self.lose("STXZC", "U1", "V1")
        x, z = ("U1", "V1") if self.is_swapped else ("X", "Z")
        self.mask = self.is_swapped
        self.put(x, PRODUCT.x * self.t**2 * unit("z'"))
        self.put(z, unit("z'"))

    def lose(self, letters: str, *names: str) -> None:
        for name in (*letters, *names):
            self.registers.pop(name, None)
