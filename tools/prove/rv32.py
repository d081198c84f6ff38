# SPDX-License-Identifier: MIT
"""RV32IMC, as objdump writes its instructions with -M no-aliases.

Source: the RISC-V instruction set manual, volume I, unprivileged architecture, the chapters RV32I,
M and C."""

import re
from collections.abc import Callable

from tools.prove.algebra import UnprovedError, Value
from tools.prove.build import Toolchain
from tools.prove.machine import RETURN, Instruction, Processor, Program
from tools.prove.proof import Convention
from tools.prove.solver import Solver

PLACE = re.compile(r"(-?\w+)\((\w+)\)")
LOADS = {"lw": 4, "lh": 2, "lhu": 2, "lb": 1, "lbu": 1}
STORES = {"sw": 4, "sh": 2, "sb": 1}
# Those of two registers, or of a register and a constant where they have an i behind.
COMPUTED = ("add", "and", "or", "xor", "slt", "sll", "srl", "sra")
# Short forms whose operands are those of another instruction.
SAME = {"c.lwsp": "lw", "c.swsp": "sw", "c.lw": "lw", "c.sw": "sw"}
SAME |= {"c.addi4spn": "addi", "c.lui": "lui", "c.nop": "nop"}
# Short forms whose first operand is the result and the left one.
TWICE = {"c.addi16sp": "addi"}
TWICE |= {f"c.{name}": name for name in ("add", "addi", "sub", "and", "andi", "or", "xor")}
TWICE |= {f"c.{name}": name for name in ("slli", "srli", "srai")}
# Short forms that name a register or a constant where the other instruction has zero.
ZERO = {"c.mv": ("add", 1), "c.li": ("addi", 1), "c.beqz": ("beq", 1), "c.bnez": ("bne", 1)}
ZERO |= {"c.j": ("jal", 0)}


class Rv32(Processor):
    """Registers by the names that the procedure call standard gives them."""

    def __init__(self, program: Program, solver: Solver) -> None:
        super().__init__(program, solver)
        self._results: dict[str, Callable[[Value, Value], Value]] = {
            "add": lambda left, right: solver.add(left, right)[0],
            "sub": lambda left, right: solver.subtract(left, right)[0],
            "and": solver.both,
            "or": solver.either,
            "xor": self._differing,
            "sll": lambda left, right: self._shifted(solver.shift_left, left, right),
            "srl": lambda left, right: self._shifted(solver.shift_right, left, right),
            "sra": lambda left, right: self._shifted(solver.shift_signed, left, right),
            "slt": self._less_signed,
            "sltu": solver.is_less,
            "mul": lambda left, right: solver.multiply(left, right)[0],
            "mulhu": lambda left, right: solver.multiply(left, right)[1],
            "mulhsu": lambda left, right: self._upper(left, right, False),
            "mulh": lambda left, right: self._upper(left, right, True),
        }
        self._results |= {f"{name}i": self._results[name] for name in COMPUTED}
        self._results["sltiu"] = solver.is_less

    # Operands

    def begin(self, stack: int) -> None:
        self.registers["sp"] = stack

    def call(self, address: int) -> None:
        self.registers["ra"] = RETURN
        self.run(address)

    def get(self, name: str) -> Value:
        if name == "zero":
            return 0
        if name not in self.registers:
            raise UnprovedError(f"a read of {name}, which holds nothing")
        return self.registers[name]

    def put(self, name: str, value: Value) -> None:
        if name != "zero":
            self.registers[name] = value

    def constant(self, text: str) -> int:
        """Signed, as it is written: the word that it becomes."""
        return int(text, 0) % self.solver.radix

    # Instructions

    def execute(self, instruction: Instruction) -> None:
        mnemonic, operands = long_form(instruction)
        if mnemonic in self._results:
            into, left, right = operands
            is_constant = mnemonic.removesuffix("u").endswith("i")
            with_ = self.constant(right) if is_constant else self.get(right)
            self.put(into, self._results[mnemonic](self.get(left), with_))
        elif mnemonic in LOADS:
            self._load(mnemonic, *operands)
        elif mnemonic in STORES:
            self._store(mnemonic, *operands)
        elif mnemonic in ("lui", "auipc"):
            above = int(operands[1], 0) << 12
            base = instruction.address if mnemonic == "auipc" else 0
            self.put(operands[0], (base + above) % self.solver.radix)
        elif mnemonic != "nop" and not self._branch(mnemonic, operands):
            raise UnprovedError("an instruction that is not followed")

    # Memory

    def _address(self, place: str) -> int:
        """offset(register)."""
        match = PLACE.fullmatch(place)
        if match is None:
            raise UnprovedError(f"no known address: {place}")
        base = self.get(match[2])
        if not isinstance(base, int):
            raise UnprovedError("an address depends on an operand")
        return (base + int(match[1], 0)) % self.solver.radix

    def _load(self, mnemonic: str, into: str, place: str) -> None:
        size = LOADS[mnemonic]
        value = self.memory.load(self._address(place), size)
        if size < 4 and not mnemonic.endswith("u"):
            sign = self.solver.split(value, 8 * size - 1)[1]
            above = self.solver.radix - (1 << 8 * size)
            value = self.solver.sum(value, self.solver.times(sign, above))
        self.put(into, value)

    def _store(self, mnemonic: str, of: str, place: str) -> None:
        size = STORES[mnemonic]
        value = self.get(of)
        if size < 4:
            value = self.solver.split(value, 8 * size)[0]
        self.memory.store(self._address(place), size, value)

    # Branches

    def _branch(self, mnemonic: str, operands: tuple[str, ...]) -> bool:
        if mnemonic == "jal":
            self.put(operands[0], self.next)
            self.jump(int(operands[1], 16))
        elif mnemonic == "jalr":
            match = PLACE.fullmatch(operands[1])
            if match is None:
                raise UnprovedError(f"no known address: {operands[1]}")
            target = self.get(match[2])
            if isinstance(target, int) and target != RETURN:
                target = (target + int(match[1], 0)) % self.solver.radix & ~1
            elif int(match[1], 0):
                raise UnprovedError("a return to elsewhere")
            self.put(operands[0], self.next)
            self.jump(target)
        elif mnemonic in ("beq", "bne", "blt", "bge", "bltu", "bgeu"):
            left, right = self.get(operands[0]), self.get(operands[1])
            if self._is_taken(mnemonic, left, right):
                self.jump(int(operands[2], 16))
        else:
            return False
        return True

    def _is_taken(self, mnemonic: str, left: Value, right: Value) -> bool:
        if not isinstance(left, int) or not isinstance(right, int):
            raise UnprovedError("a branch depends on an operand")
        if mnemonic in ("beq", "bne"):
            return (left == right) == (mnemonic == "beq")
        if not mnemonic.endswith("u"):
            left, right = self._signed(left), self._signed(right)
        return (left < right) == mnemonic.startswith("blt")

    # Arithmetic

    def _signed(self, value: int) -> int:
        """What a word is as two's complement."""
        return value - self.solver.radix if value >> self.solver.bits - 1 else value

    def _sign(self, value: Value) -> Value:
        return self.solver.split(value, self.solver.bits - 1)[1]

    def _differing(self, left: Value, right: Value) -> Value:
        if isinstance(right, int) and right == self.solver.radix - 1:
            return self.solver.complement(left)
        return self.solver.differing(left, right)

    def _shifted(self, shift: Callable[[Value, int], Value], value: Value, amount: Value) -> Value:
        """By the amount's lowest five bits."""
        if not isinstance(amount, int):
            raise UnprovedError("a shift depends on an operand")
        return shift(value, amount % self.solver.bits) if amount % self.solver.bits else value

    def _less_signed(self, left: Value, right: Value) -> Value:
        if isinstance(left, int) and isinstance(right, int):
            return int(self._signed(left) < self._signed(right))
        if right == 0:
            return self._sign(left)
        raise UnprovedError("an order of two's complements")

    def _upper(self, left: Value, right: Value, is_right_signed: bool) -> Value:
        """Of a product in which the left word is a two's complement: a number's sign counts for
        2^32, so that the other is taken from the upper word."""
        solver = self.solver
        taken = [solver.product(self._sign(left), right)]
        if is_right_signed:
            taken.append(solver.product(self._sign(right), left))
        upper = solver.multiply(left, right)[1]
        for each in taken:
            upper = solver.subtract(upper, each)[0]
        return upper


def long_form(instruction: Instruction) -> tuple[str, tuple[str, ...]]:
    """A mnemonic without short forms, and operands without what the disassembler remarks."""
    mnemonic = instruction.mnemonic
    operands = tuple(each.partition("#")[0].strip() for each in instruction.operands)
    if mnemonic in SAME:
        return SAME[mnemonic], operands
    if mnemonic in TWICE:
        return TWICE[mnemonic], (operands[0], *operands)
    if mnemonic in ZERO:
        name, place = ZERO[mnemonic]
        return name, (*operands[:place], "zero", *operands[place:])
    if mnemonic in ("c.jr", "c.jalr"):
        return "jalr", ("ra" if mnemonic == "c.jalr" else "zero", f"0({operands[0]})")
    if mnemonic == "c.jal":
        return "jal", ("ra", *operands)
    return mnemonic, operands


TOOLCHAIN = Toolchain(
    ("riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "-Os"),
    ("riscv64-unknown-elf-objdump", "-d", "--no-show-raw-insn", "-M", "no-aliases"),
)
SAVED = tuple(f"s{number}" for number in range(12))
REGISTERS = (*(f"a{number}" for number in range(8)), *(f"t{number}" for number in range(7)), *SAVED)
CONVENTION = Convention(Rv32, 32, (*REGISTERS, "gp", "tp"), "sp", REGISTERS, SAVED, "a0")
