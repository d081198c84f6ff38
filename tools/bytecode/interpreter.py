# SPDX-License-Identifier: MIT
"""The bytecode interpreter on integers: what C and its kernels do, word by word."""

import functools
import random
from dataclasses import dataclass, field

from tools.bytecode import instructions
from tools.bytecode.assembler import (
    CALLED,
    SUMS,
    Build,
    Program,
    ProgramError,
    Source,
    assemble,
    resolve,
)
from tools.bytecode.instructions import CONSTANTS, GO_ON, REGISTERS, Size

Point = tuple[int, int] | None


@functools.cache
def inverse_of_square(value: int, modulus: int) -> int:
    return pow(value, -2, modulus)


@dataclass(frozen=True)
class Curve:
    """y^2 = x^3 + a x + b modulo p, of prime order, and where x and y of it are computed on: on the
    curve with x t^2 and y t^3, whose a is -3 or 0."""

    name: str
    p: int
    a: int
    b: int
    g: tuple[int, int]
    order: int
    t: int = 1

    @property
    def bits(self) -> int:
        return self.p.bit_length()

    @functools.cached_property
    def worked_b(self) -> int:
        return self.b * pow(self.t, 6, self.p) % self.p

    @property
    def worked_a(self) -> int:
        return self.a * pow(self.t, 4, self.p) % self.p

    @property
    def kinds(self) -> Build:
        zero = {"a_zero"} if self.worked_a == 0 else set()
        return frozenset(zero | ({"twisted"} if self.t != 1 else set()))

    def add(self, p: Point, q: Point) -> Point:
        if p is None or q is None:
            return p or q
        if p[0] == q[0]:
            if (p[1] + q[1]) % self.p == 0:
                return None
            slope = (3 * p[0] * p[0] + self.a) * pow(2 * p[1], -1, self.p)
        else:
            slope = (p[1] - q[1]) * pow(p[0] - q[0], -1, self.p)
        x = (slope * slope - p[0] - q[0]) % self.p
        return x, (slope * (p[0] - x) - p[1]) % self.p

    def multiply(self, k: int, p: Point) -> Point:
        total: Point = None
        for bit in f"{k % self.order:b}":
            total = self.add(total, total)
            total = self.add(total, p) if bit == "1" else total
        return total

    def has(self, x: int, y: int) -> bool:
        return (y * y - x * x * x - self.a * x - self.b) % self.p == 0


@dataclass(frozen=True)
class Code:
    """The programs of a build, as numbers."""

    source: Source
    build: Build
    programs: dict[str, Program]
    words: dict[str, list[int]]
    whole: "Code | None" = None  # of the build that interprets what this one has in C

    @property
    def labels(self) -> dict[str, int]:
        return self.programs[CALLED].labels


@dataclass
class Interpreter:
    """`plain`: the prime's multiplication is without R, as its own reduction has it. `counts`:
    multiplications add to the borrows, whatever they like; modulo the order they always may."""

    code: Code
    curve: Curve
    size: Size
    plain: bool = False
    counts: bool = False
    strings: dict[str, bytearray] = field(default_factory=dict)
    mask: bool = False
    modulus: str = "p"
    borrows: int = 0
    values: list[int] = field(default_factory=lambda: [0] * REGISTERS)
    chance: random.Random = field(default_factory=lambda: random.Random("interpreter"))
    infinite: int = 0  # sums that began anew

    def __getitem__(self, name: str) -> int:
        return self.values[self.code.source.register(name)]

    def __setitem__(self, name: str, value: int) -> None:
        self.values[self.code.source.register(name)] = value

    @property
    def m(self) -> int:
        return self.curve.p if self.modulus == "p" else self.curve.order

    @property
    def r_of_prime(self) -> int:
        """The R that the prime's multiplication divides by."""
        return 1 if self.plain else 1 << self.size.bits

    @property
    def r(self) -> int:
        return self.r_of_prime if self.modulus == "p" else 1 << self.size.bits

    @property
    def scale(self) -> int:
        return self.curve.t * self.r_of_prime % self.curve.p

    @functools.cached_property
    def moduli(self) -> dict[str, tuple[int, int]]:
        """Each modulus, and 1 / R modulo it."""
        rows = {"p": (self.curve.p, self.r_of_prime), "n": (self.curve.order, 1 << self.size.bits)}
        return {name: (m, pow(r, -1, m)) for name, (m, r) in rows.items()}

    def constant(self, index: int) -> int:
        if index == CONSTANTS["M"]:
            return self.m
        if index != CONSTANTS["B"] or self.modulus != "p":
            raise ProgramError(f"no constant {index} of {self.modulus}")
        return self.curve.worked_b * inverse_of_square(self.r, self.m) % self.m

    def borrow(self, bit: int) -> None:
        self.borrows = (self.borrows << 1 | bit) & 0xFFFFFFFF

    def arithmetic(self, name: str, r: int, a: int, b: int) -> None:
        values = self.values
        first = values[a]
        second = values[b] if b < REGISTERS else self.constant(b)
        m, inverse_of_r = self.moduli[self.modulus]
        if name == "MUL":
            values[r] = first * second * inverse_of_r % m
            if self.counts or self.modulus == "n":
                self.borrow(self.chance.getrandbits(1) if self.modulus == "n" else 0)
        elif name == "SUB":
            difference = first - second
            if difference < 0:
                values[r] = (difference + m) % (1 << self.size.bits)
                self.borrow(1)
            else:
                values[r] = difference
                self.borrow(0)
        elif self.mask:
            values[r], values[a] = first, values[r]

    def run(self, name: str, label: str = "") -> int:
        """A program from its start or a label. What it returns."""
        self.mask = False
        return self.go(name, self.code.programs[name].labels[label] if label else 0)

    def called(self, label: str) -> int:
        """The borrows behind one that the loops run."""
        name = CALLED if label in self.code.labels else SUMS
        if self.go(name, self.code.programs[name].labels[label]) != GO_ON:
            raise ProgramError(f"{label} does not go on")
        return self.borrows

    def go(self, name: str, at: int) -> int:
        words = self.code.words[name]
        while True:
            word = words[at]
            at += 1
            found = instructions.decoded(word)
            if found is None:
                return word
            instruction, said = found
            kind = instruction.name
            if instruction.arithmetic:
                self.arithmetic(kind, said["r"], said["a"], said.get("b", 0))
            elif kind in ("LOAD", "STORE", "SET"):
                self.move(kind, **said)
            elif kind == "CHECK":
                if self.borrows & said["mask"] != said["borrows"]:
                    return words[at]
                at += 1
            elif kind == "SKIP":
                at += said["operand"] if self.borrows & 3 else 0
            elif kind == "MODULUS":
                names = {
                    self.size.value("COMPACT_PRIME"): "p",
                    self.size.value("COMPACT_ORDER"): "n",
                }
                self.modulus = names[said["operand"]]
            elif kind == "CALL":
                status = self.go(CALLED, said["operand"])
                if status != GO_ON:
                    return status
            elif kind == "MULTIPLY":
                self.multiply(said["operand"])
            else:
                self.invert()

    def move(self, kind: str, r: int, **said: int) -> None:
        octets = self.size.bits // 8
        if kind == "SET":
            self.values[r] = self.preset(said["value"], said["index"])
            return
        name = instructions.STRINGS[said["string"]]
        start = said["half"] * octets
        if kind == "LOAD":
            part = self.strings[name][start : start + octets]
            if name != "third" and len(part) != octets:
                raise ProgramError(f"string {name} is too short")
            self.values[r] = int.from_bytes(part, "big")
        else:
            self.strings[name][start : start + octets] = self.values[r].to_bytes(octets, "big")

    def preset(self, value: int, index: int) -> int:
        if index == 0 and value != 0:
            return value
        if index == 0 and "twisted" in self.code.build:
            return self.scale
        index >>= 0 if self.size.limbs > 8 else 2
        half = self.size.limbs % 2 * self.size.limb_bits // 2
        limb = value << half if value else 1 << self.size.limb_bits - 1
        return limb << index * self.size.limb_bits

    def bit(self, register: str, index: int) -> int:
        """Of a register, or of the one behind it."""
        at = self.code.source.register(register) + index // self.size.bits
        return self.values[at] >> index % self.size.bits & 1

    def invert(self) -> None:
        for i in reversed(range(self.size.bits - 1)):
            self.called("square")
            if self.bit("E", i):
                self.called("times")

    def multiply(self, length: int) -> None:
        if "lines" in self.code.build:
            self.lines()
        elif "ladder" in self.code.build:
            self.ladder(length)
        else:
            self.digits(length)

    def lines(self) -> None:
        """The ladder for 2^(bits + 1) and E; the mask exchanges the multiple by K to U1."""
        last = 0
        self.mask = False
        self.step()
        for i in reversed(range(self.size.bits)):
            bit = self.bit("E", i)
            self.mask = bool(bit ^ last)
            last = bit
            self.step()
        self.mask = bool(last)

    def step(self) -> None:
        """One of the ladder of lines, by the program that compiled C is written from."""
        own = self.code
        self.code = own.whole or own
        self.called("step")
        self.code = own

    def ladder(self, length: int) -> None:
        last = 0
        for i in reversed(range(length)):
            bit = self.bit("K", i)
            self.mask = bool(bit ^ last)
            last = bit
            self.called("step")
        self.mask = bool(last)

    def digits(self, length: int) -> None:
        """P = u (U, V) + v 2^(bits - length) P, for digits of u from E on and behind them v's."""
        for _ in range(self.size.bits - length):
            self.called("twice")
        self.called("table")
        last = 0
        for i in reversed(range(length)):
            u = self.bit("E", i)
            differ = u ^ self.bit("E", i + length)
            self.mask = bool(differ ^ last)
            last = differ
            self.digit(bool(u))

    def digit(self, positive: bool) -> None:
        label = "choose"
        while True:
            borrows = self.called(label)
            self.mask = not positive
            if not borrows & (0x10 if self.counts else 1):
                self.infinite += 1
                self.called("begin")
                return
            borrows = self.called("compare")
            if borrows & 0xC:
                self.called("add")
                return
            if borrows & 3:
                return  # the sum and its negative leave it as it is
            self.called("twice")  # 3 T = 2 (2 T) - T
            positive = not positive
            label = "scale"


def code(
    source: Source, build: Build, programs: dict[str, Program], size: Size, statuses: dict[str, int]
) -> Code:
    whole = None
    if "compiled" in build:
        of = build - {"compiled"}
        whole = code(source, of, assemble(source, of), size, statuses)
    return Code(source, build, programs, resolve(programs, size, statuses), whole)
