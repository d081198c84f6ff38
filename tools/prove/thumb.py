# SPDX-License-Identifier: MIT
"""ARMv6-M, ARMv7-M and ARMv7E-M, as objdump writes their instructions.

Source: the Arm architecture reference manuals of ARMv6-M and ARMv7-M, chapter A6 and A7."""

import re
from collections.abc import Callable

from tools.prove.algebra import UnprovedError, Value
from tools.prove.build import Toolchain
from tools.prove.machine import RETURN, Instruction, Processor, Program, Region
from tools.prove.proof import Convention
from tools.prove.solver import Solver

NAMES = {"sp": "r13", "lr": "r14", "pc": "r15", "ip": "r12", "fp": "r11", "sl": "r10", "sb": "r9"}
CONDITIONS = ("eq", "ne", "cs", "cc", "mi", "pl", "hi", "ls", "ge", "lt", "gt", "le", "hs", "lo")
SHIFTED = re.compile(r"(lsl|lsr|asr|ror) #(\d+)|rrx")
SIZES = {"": 4, "h": 2, "b": 1, "sh": 2, "sb": 1}
# Those that set flags have an s behind.
ARITHMETIC = ("add", "adc", "sub", "sbc", "rsb", "neg", "cmp", "cmn")
LOGIC = ("mov", "mvn", "and", "orr", "eor", "bic", "orn", "tst", "teq")
SHIFTS = ("lsl", "lsr", "asr", "ror", "rrx")
BASES = sorted((*ARITHMETIC, *LOGIC, *SHIFTS, "mul"), key=len, reverse=True)


class Thumb(Processor):
    """Registers r0 to r15, and the flags n, z, c, v: each a bit, none where it is unknown."""

    def __init__(self, program: Program, solver: Solver) -> None:
        super().__init__(program, solver)
        self.memory.frame = self.stack
        self.flags: dict[str, Value | None] = dict.fromkeys("nzcv")
        self._conditions: list[str] = []
        self._greater: Value | None = None  # what the flags of parallel additions are, all alike

    def begin(self, stack: int) -> None:
        self.registers["r13"] = stack

    def stack(self) -> int:
        return self.pointer("r13")

    def give(self, place: str, value: Value) -> None:
        if place == "[sp]":
            # The fifth, for which there is no register; its place is the function's from then on.
            at = self.pointer("sp")
            self.memory.regions.append(Region("arguments", at, 4, True))
            self.memory.put(at, 4, value)
        else:
            super().give(place, value)

    def call(self, address: int) -> None:
        self.registers["r14"] = RETURN
        self.run(address)

    def forget(self) -> None:
        if self._conditions:
            raise UnprovedError("a block that ends on a condition")
        self.flags = dict.fromkeys("nzcv")
        self._greater = None

    # Operands

    def get(self, name: str) -> Value:
        name = NAMES.get(name, name)
        if name == "r15":
            raise UnprovedError("a read of the program counter")
        if name not in self.registers:
            raise UnprovedError(f"a read of {name}, which holds nothing")
        return self.registers[name]

    def put(self, name: str, value: Value) -> None:
        name = NAMES.get(name, name)
        if name == "r15":
            self.jump(value if not isinstance(value, int) or value == RETURN else value & ~1)
        else:
            self.registers[name] = value

    def operand(self, words: tuple[str, ...]) -> tuple[Value, Value | None]:
        """A register, shifted, or a constant; and the carry of the shifter."""
        if words[0].startswith("#"):
            number = int(words[0][1:], 0) % self.solver.radix
            # A rotated constant sets the carry: nothing here may then read it.
            return number, self.flags["c"] if number < 256 else None
        value = self.get(words[0])
        if len(words) == 1:
            return value, self.flags["c"]
        return self.shifted(value, words[1])

    def shifted(self, value: Value, shift: str) -> tuple[Value, Value | None]:
        match = SHIFTED.fullmatch(shift)
        if match is None:
            raise UnprovedError(f"no known shift: {shift}")
        if match[0] == "rrx":
            low, high = self.solver.split(value, 1)
            carry = self.carry()
            return self.solver.sum(high, self.solver.times(carry, self.solver.radix >> 1)), low
        return self.shift(match[1], value, int(match[2]))

    def shift(self, kind: str, value: Value, bits: int) -> tuple[Value, Value | None]:
        solver = self.solver
        if not bits:
            return value, self.flags["c"]
        if kind == "lsl":
            if bits >= 32:
                return 0, None
            out = solver.split(value, 32 - bits)[1]
            return solver.shift_left(value, bits), solver.split(out, 1)[
                0
            ] if bits == 1 or isinstance(out, int) else None
        if kind == "lsr" and bits == 32:
            return 0, solver.split(value, 31)[1]
        out = solver.split(value, bits)[0]
        carry = out if bits == 1 else solver.split(out, bits - 1)[1]
        if kind == "lsr":
            return solver.shift_right(value, bits), carry
        if kind == "asr":
            return solver.shift_signed(value, min(bits, 31)), carry
        return solver.rotate(value, bits), carry

    def carry(self) -> Value:
        if self.flags["c"] is None:
            raise UnprovedError("a read of a carry that is not known")
        return self.flags["c"]

    # Flags

    def set_word(self, value: Value, carry: Value | None) -> None:
        """Flags of a result that has no overflow of its own."""
        self.flags["c"] = carry
        self.flags["v"] = None
        if isinstance(value, int):
            self.flags["z"], self.flags["n"] = int(value == 0), value >> 31
        else:
            self.flags["z"] = self.flags["n"] = None

    def condition(self, name: str) -> bool:
        """What a condition is, by flags that are numbers or on which the run goes both ways."""
        name = {"hs": "cs", "lo": "cc"}.get(name, name)
        if name in ("cs", "cc"):
            return bool(self.solver.decide(self.carry())) == (name == "cs")
        if name in ("eq", "ne"):
            return bool(self.flag("z")) == (name == "eq")
        if name in ("mi", "pl"):
            return bool(self.flag("n")) == (name == "mi")
        if name in ("hi", "ls"):
            higher = bool(self.flag("c")) and not self.flag("z")
            return higher == (name == "hi")
        raise UnprovedError(f"a condition that is not followed: {name}")

    def flag(self, name: str) -> int:
        value = self.flags[name]
        if not isinstance(value, int):
            raise UnprovedError(f"flag {name} depends on an operand")
        return value

    # Instructions

    def execute(self, instruction: Instruction) -> None:
        mnemonic, operands = instruction.mnemonic, instruction.operands
        if self._conditions:
            condition = self._conditions.pop(0)
            mnemonic = self._without(mnemonic, condition)
            if not self.condition(condition):
                return
        elif re.fullmatch(r"it[te]*", mnemonic):
            opposite = {"eq": "ne", "ne": "eq", "cs": "cc", "cc": "cs", "hi": "ls", "ls": "hi"}
            opposite |= {"mi": "pl", "pl": "mi"}
            name = {"hs": "cs", "lo": "cc"}.get(operands[0], operands[0])
            self._conditions = [
                name if each == "t" else opposite[name] for each in "t" + mnemonic[2:]
            ]
            return
        if handler := self._handlers().get(mnemonic):
            handler(operands)
        elif self._branch(mnemonic, operands) or self._memory(mnemonic, operands):
            pass
        elif not self._compute(mnemonic, operands):
            raise UnprovedError("an instruction that is not followed")

    @staticmethod
    def _without(mnemonic: str, condition: str) -> str:
        for end in (condition, {"cs": "hs", "cc": "lo"}.get(condition, condition)):
            if mnemonic.endswith(end):
                return mnemonic.removesuffix(end)
        raise UnprovedError(f"an instruction without the condition {condition}")

    def _branch(self, mnemonic: str, operands: tuple[str, ...]) -> bool:
        if mnemonic == "bl":
            self.put("lr", self.next | 1)
            self.enter(self.next)
            self.jump(int(operands[0], 16))
        elif mnemonic == "b":
            self.jump(int(operands[0], 16))
        elif mnemonic in ("bx", "blx"):
            if mnemonic == "blx":
                self.put("lr", self.next | 1)
            self.put("pc", self.get(operands[0]))
        elif mnemonic in ("cbz", "cbnz"):
            value = self.get(operands[0])
            if not isinstance(value, int):
                raise UnprovedError("a branch depends on an operand")
            if (value == 0) == (mnemonic == "cbz"):
                self.jump(int(operands[1], 16))
        elif mnemonic[0] == "b" and mnemonic[1:] in CONDITIONS:
            if mnemonic[1:] in ("cs", "cc", "hs", "lo") and not isinstance(self.carry(), int):
                raise UnprovedError("a branch depends on an operand")
            if self.condition(mnemonic[1:]):
                self.jump(int(operands[0], 16))
        else:
            return False
        return True

    # Memory

    def _memory(self, mnemonic: str, operands: tuple[str, ...]) -> bool:
        if match := re.fullmatch(r"(ldm|stm)(ia|db|)|push|pop", mnemonic):
            self._multiple(match[0], operands)
        elif mnemonic in ("ldrd", "strd"):
            self._each(mnemonic[:3], operands[:2], operands[2:], 4)
        elif match := re.fullmatch(r"(ldr|str)(h|b|sh|sb|)", mnemonic):
            self._each(match[1], operands[:1], operands[1:], SIZES[match[2]], match[2])
        else:
            return False
        return True

    def _each(
        self, what: str, names: tuple[str, ...], place: tuple[str, ...], size: int, kind: str = ""
    ) -> None:
        address = self.address(place)
        for name in names:
            if what == "str":
                value = self.get(name)
                if size < 4:
                    value = self.solver.split(value, 8 * size)[0]
                self.memory.store(address, size, value)
            else:
                value = self.memory.load(address, size)
                if kind.startswith("s"):
                    sign = self.solver.split(value, 8 * size - 1)[1]
                    above = self.solver.radix - (1 << 8 * size)
                    value = self.solver.sum(value, self.solver.times(sign, above))
                self.put(name, value)
            address += size

    def address(self, place: tuple[str, ...]) -> int:
        """[rn, #offset], [rn, rm], [rn, rm, lsl #k], [rn, #offset]! or [rn], #offset."""
        inside, _, behind = ",".join(place).partition("]")
        words = [each.strip() for each in inside.removeprefix("[").split(",")]
        base = self.pointer(words[0])
        offset = 0
        if len(words) > 1:
            value = self.operand(tuple(words[1:]))[0]
            if not isinstance(value, int):
                raise UnprovedError("an address depends on an operand")
            offset = value
        found = (base + offset) % self.solver.radix
        if behind == "!":
            self.put(words[0], found)
        elif behind:
            step = self.operand((behind.removeprefix(",").strip(),))[0]
            assert isinstance(step, int)
            self.put(words[0], (base + step) % self.solver.radix)
        return found

    def pointer(self, name: str) -> int:
        if name == "pc":
            return self.next + 2 & ~3
        value = self.get(name)
        if not isinstance(value, int):
            raise UnprovedError("an address depends on an operand")
        return value

    def _multiple(self, mnemonic: str, operands: tuple[str, ...]) -> None:
        """Registers in a row, the lowest at the lowest address."""
        if mnemonic in ("push", "pop"):
            base, keeps, names = "sp", True, operands
            mnemonic = {"push": "stmdb", "pop": "ldmia"}[mnemonic]
        else:
            base, keeps, names = operands[0].rstrip("!"), operands[0].endswith("!"), operands[1:]
        listed = register_list(names)
        start = self.pointer(base)
        size = 4 * len(listed)
        lowest = start - size if mnemonic.endswith("db") else start
        if keeps:
            self.put(base, lowest if mnemonic.endswith("db") else start + size)
        for i, name in enumerate(listed):
            if mnemonic.startswith("stm"):
                self.memory.store(lowest + 4 * i, 4, self.get(name))
            else:
                self.put(name, self.memory.load(lowest + 4 * i, 4))

    # Arithmetic

    def _compute(self, mnemonic: str, operands: tuple[str, ...]) -> bool:
        for base in BASES:
            if mnemonic.removesuffix("w") == base or mnemonic == base + "s":
                sets = mnemonic == base + "s" or base in ("cmp", "cmn", "tst", "teq")
                break
        else:
            return False
        if base in SHIFTS:
            self._shift(base, operands, sets)
        elif base == "mul":
            left, right = self.get(operands[-2]), self.get(operands[-1])
            value = self.solver.multiply(left, right)[0]
            self.put(operands[0], value)
            if sets:
                self.set_word(value, self.flags["c"])
        elif base in LOGIC:
            self._logic(base, operands, sets)
        else:
            self._arithmetic(base, operands, sets)
        return True

    def _shift(self, base: str, operands: tuple[str, ...], sets: bool) -> None:
        if base == "rrx":
            value, carry = self.shifted(self.get(operands[-1]), "rrx")
        else:
            *_, source, by = operands if len(operands) > 2 else (operands[0], *operands)
            amount = int(by[1:]) if by.startswith("#") else self.get(by)
            if not isinstance(amount, int):
                raise UnprovedError("a shift depends on an operand")
            value, carry = self.shift(base, self.get(source), amount)
        self.put(operands[0], value)
        if sets:
            self.set_word(value, carry)

    def _logic(self, base: str, operands: tuple[str, ...], sets: bool) -> None:
        solver = self.solver
        if base in ("mov", "mvn"):
            value, carry = self.operand(operands[1:])
            value = solver.complement(value) if base == "mvn" else value
        else:
            shifted = len(operands) > 2 and SHIFTED.fullmatch(operands[-1])
            end = len(operands) - (2 if shifted else 1)
            left = self.get(operands[end - 1] if end > 0 else operands[0])
            right, carry = self.operand(operands[end:])
            if base in ("bic", "orn"):
                right = solver.complement(right)
            of = {"orr": solver.either, "orn": solver.either}
            of |= {"eor": solver.differing, "teq": solver.differing}
            if base in ("tst", "teq") and carry is None and not isinstance(left, int):
                raise UnprovedError("flags of a test that are not followed")
            value = of.get(base, solver.both)(left, right)
        if base not in ("tst", "teq"):
            self.put(operands[0], value)
        if sets:
            self.set_word(value, carry)

    def _arithmetic(self, base: str, operands: tuple[str, ...], sets: bool) -> None:
        solver = self.solver
        if base == "neg":
            operands, base = (operands[0], operands[1], "#0"), "rsb"
        shifted = len(operands) > 2 and SHIFTED.fullmatch(operands[-1])
        end = len(operands) - (2 if shifted else 1)
        left = self.get(operands[max(end - 1, 0)])
        right = self.operand(operands[end:])[0]
        if base in ("rsb",):
            left, right = right, left
        if base in ("add", "adc", "cmn"):
            value, carry = solver.add(left, right, self.carry() if base == "adc" else 0)
        else:
            borrow = solver.less(1, self.carry()) if base == "sbc" else 0
            value, lent = solver.subtract(left, right, borrow)
            carry = solver.less(1, lent)
        if base not in ("cmp", "cmn"):
            self.put(operands[0], value)
        if sets:
            self.set_word(value, carry)

    def _handlers(self) -> dict[str, Callable[[tuple[str, ...]], None]]:
        return {
            "nop": lambda operands: None,
            "umull": self._umull,
            "umaal": self._umaal,
            "umlal": self._umlal,
            "mla": self._mla,
            "mls": self._mls,
            "uxth": lambda operands: self._extract(operands, 0, 16),
            "uxtb": lambda operands: self._extract(operands, 0, 8),
            "ubfx": lambda operands: self._extract(
                operands[:2], *(int(each[1:]) for each in operands[2:])
            ),
            "sbfx": self._sbfx,
            "movt": self._movt,
            "clz": self._clz,
            "uadd8": self._uadd8,
            "sel": self._sel,
        }

    def _long(self, operands: tuple[str, ...], *addends: Value) -> None:
        low, high, left, right = operands
        words = self.solver.multiply(self.get(left), self.get(right), *addends)
        self.put(low, words[0])
        self.put(high, words[1])

    def _umull(self, operands: tuple[str, ...]) -> None:
        self._long(operands)

    def _umaal(self, operands: tuple[str, ...]) -> None:
        self._long(operands, self.get(operands[0]), self.get(operands[1]))

    def _umlal(self, operands: tuple[str, ...]) -> None:
        upper = self.solver.times(self.get(operands[1]), self.solver.radix)
        low, high, left, right = operands
        words = self.solver.multiply(self.get(left), self.get(right), self.get(low), upper)
        self.put(low, words[0])
        self.put(high, self.solver.divide(words[1], self.solver.radix)[0])

    def _mla(self, operands: tuple[str, ...]) -> None:
        into, left, right, more = operands
        self.put(into, self.solver.multiply(self.get(left), self.get(right), self.get(more))[0])

    def _mls(self, operands: tuple[str, ...]) -> None:
        into, left, right, more = operands
        product = self.solver.product(self.get(left), self.get(right))
        taken = self.solver.less(self.get(more), product)
        self.put(into, self.solver.divide(taken, self.solver.radix)[0])

    def _extract(self, operands: tuple[str, ...], place: int, bits: int) -> None:
        below = self.solver.split(self.get(operands[1]), place + bits)[0]
        self.put(operands[0], self.solver.split(below, place)[1] if place else below)

    def _sbfx(self, operands: tuple[str, ...]) -> None:
        place, bits = (int(each[1:]) for each in operands[2:])
        self._extract(operands[:2], place, bits)
        value = self.get(operands[0])
        sign = self.solver.split(value, bits - 1)[1] if bits > 1 else value
        above = self.solver.radix - (1 << bits)
        self.put(operands[0], self.solver.sum(value, self.solver.times(sign, above)))

    def _clz(self, operands: tuple[str, ...]) -> None:
        value = self.get(operands[1])
        if not isinstance(value, int):
            raise UnprovedError("the leading zeros of what is no number")
        self.put(operands[0], self.solver.bits - value.bit_length())

    def _uadd8(self, operands: tuple[str, ...]) -> None:
        """Four sums of bytes, whose carries are flags by which `sel` chooses: of numbers where all
        carry or none does; and of a mask and itself, whose sum may be any word here."""
        left, right = self.get(operands[1]), self.get(operands[2])
        if isinstance(left, int) and isinstance(right, int):
            sums = [(left >> i & 0xFF) + (right >> i & 0xFF) for i in range(0, 32, 8)]
            carries = {each >> 8 for each in sums}
            self._greater = carries.pop() if len(carries) == 1 else None
            self.put(operands[0], sum((each & 0xFF) << 8 * i for i, each in enumerate(sums)))
        else:
            self._greater = self.solver.mask_bit(left) if left == right else None
            self.put(operands[0], self.solver.word(self.solver.new(0, self.solver.radix - 1)))

    def _sel(self, operands: tuple[str, ...]) -> None:
        if self._greater is None:
            raise UnprovedError("a choice by flags that are not known")
        solver, bit = self.solver, self._greater
        chosen, other = self.get(operands[1]), self.get(operands[2])
        change = solver.product(bit, solver.less(chosen, other))
        value = solver.sum(other, change)
        self.put(operands[0], solver.bounded(value, 0, solver.radix - 1))

    def _movt(self, operands: tuple[str, ...]) -> None:
        low = self.solver.split(self.get(operands[0]), 16)[0]
        self.put(operands[0], self.solver.sum(low, int(operands[1][1:]) << 16))


def register_list(names: tuple[str, ...]) -> list[str]:
    """Of {r4-r6, lr}, in the order of their numbers."""
    found = []
    for each in ",".join(names).strip("{}").replace(" ", "").split(","):
        first, _, last = (NAMES.get(end, end) for end in each.partition("-"))
        numbers = range(int(first[1:]), int((last or first)[1:]) + 1)
        found += [f"r{number}" for number in numbers]
    return sorted(found, key=lambda name: int(name[1:]))


def toolchain(cpu: str) -> Toolchain:
    return Toolchain(
        ("arm-none-eabi-gcc", f"-mcpu={cpu}", "-mthumb", "-Os"),
        ("arm-none-eabi-objdump", "-d", "--no-show-raw-insn"),
    )


REGISTERS = tuple(f"r{number}" for number in range(13))
CONVENTION = Convention(Thumb, 32, REGISTERS, "r13", REGISTERS, REGISTERS[4:12], "r0")
