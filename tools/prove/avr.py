# SPDX-License-Identifier: MIT
"""AVR with a multiplication, as objdump writes its instructions.

Source: the AVR instruction set manual, Microchip DS40002198. Addresses of instructions count bytes;
a return address on the stack counts words, in two bytes. Data addresses have 16 bits."""

import re
from collections.abc import Callable

from tools.prove.algebra import UnprovedError, Value, Word
from tools.prove.build import Toolchain
from tools.prove.machine import Instruction, Memory, Processor, Program
from tools.prove.proof import Convention, Places
from tools.prove.solver import Solver

POINTERS = {"X": 26, "Y": 28, "Z": 30}
# Where an ELF file puts what data memory holds.
DATA = 0x80_0000
# The last word of a program memory of 128 KiB, where no function is.
HALT = 0x1_FFFE
LOW, HIGH, STATUS = 0x3D, 0x3E, 0x3F
PLACE = re.compile(r"(?P<before>-)?(?P<pointer>[XYZ])(?P<behind>\+)?(?P<offset>\d+)?")
Handler = Callable[[tuple[str, ...]], None]


class Avr(Processor):
    """Registers r0 to r31 of a byte, and sp; flags c, z and t: bits, or what finds them when they
    are read, and none where they are unknown."""

    back = HALT
    pushed = 2

    def __init__(self, program: Program, solver: Solver) -> None:
        super().__init__(program, solver)
        data = {at - DATA: byte for at, byte in program.image.items() if at >= DATA}
        self.memory = Memory(solver, data)
        self.flags: dict[str, Value | Callable[[], Value] | None] = dict.fromkeys("czt")
        self._status: dict[int, dict[str, Value | Callable[[], Value] | None]] = {}
        self._handlers = self._every()

    def begin(self, stack: int) -> None:
        # The stack pointer is at the first free byte.
        self.registers["sp"] = stack - 1
        self.registers["r1"] = 0

    def give(self, place: str, value: Value) -> None:
        number = POINTERS[place] if place in POINTERS else int(place[1:])
        if isinstance(value, int):
            self._put_pair(number, value)
        else:
            self.put(f"r{number}", value)

    def base(self, name: str) -> int:
        return self._pair(POINTERS[name]) if name in POINTERS else super().base(name)

    def call(self, address: int) -> None:
        self._push_address(self.back)
        self.memory.written.clear()
        self.run(address)

    # Registers

    def get(self, name: str) -> Value:
        if name not in self.registers:
            raise UnprovedError(f"a read of {name}, which holds nothing")
        return self.registers[name]

    def put(self, name: str, value: Value) -> None:
        self.registers[name] = value

    def _pair(self, number: int) -> int:
        """A pair of registers that is a number."""
        low, high = self.get(f"r{number}"), self.get(f"r{number + 1}")
        if not isinstance(low, int) or not isinstance(high, int):
            raise UnprovedError("an address depends on an operand")
        return low | high << 8

    def _put_pair(self, number: int, value: int) -> None:
        self.put(f"r{number}", value & 0xFF)
        self.put(f"r{number + 1}", value >> 8 & 0xFF)

    def _stack(self) -> int:
        value = self.get("sp")
        assert isinstance(value, int)
        return value

    @staticmethod
    def _number(text: str) -> int:
        return int(text, 0)

    # Flags

    def flag(self, name: str) -> Value:
        found = self.flags[name]
        if callable(found):
            found = self.flags[name] = found()
        if found is None:
            raise UnprovedError(f"a read of flag {name}, which is not known")
        return found

    def _is_set(self, name: str) -> bool:
        value = self.flag(name)
        if not isinstance(value, int):
            raise UnprovedError("a branch depends on an operand")
        return bool(value)

    @staticmethod
    def _is_zero(value: Value) -> int | None:
        return int(value == 0) if isinstance(value, int) else None

    def _set_zero(self, value: Value) -> None:
        self.flags["z"] = self._is_zero(value)

    def _keep_zero(self, value: Value) -> None:
        """Z of a number of several bytes: as it was, where this one is zero."""
        zero = self._is_zero(value)
        if zero == 0:
            self.flags["z"] = 0
        elif zero is None:
            self.flags["z"] = 0 if self.flags["z"] == 0 else None

    # Instructions

    def execute(self, instruction: Instruction) -> None:
        mnemonic, operands = instruction.mnemonic, instruction.operands
        if handler := self._handlers.get(mnemonic):
            handler(operands)
        else:
            raise UnprovedError("an instruction that is not followed")

    def _every(self) -> dict[str, Handler]:
        found: dict[str, Handler] = {
            "nop": lambda operands: None,
            # Interrupts are none of what a function does.
            "cli": lambda operands: None,
            "mov": lambda operands: self.put(operands[0], self.get(operands[1])),
            "ldi": lambda operands: self.put(operands[0], self._number(operands[1])),
            "movw": self._movw,
            "add": lambda operands: self._add(operands, 0),
            "adc": lambda operands: self._add(operands, self.flag("c")),
            "sub": lambda operands: self._subtract(operands[0], self.get(operands[1])),
            "subi": lambda operands: self._subtract(operands[0], self._number(operands[1])),
            "cp": lambda operands: self._subtract(
                operands[0], self.get(operands[1]), is_kept=False
            ),
            "cpi": lambda operands: self._subtract(
                operands[0], self._number(operands[1]), is_kept=False
            ),
            "sbc": lambda operands: self._carry_on(operands[0], self.get(operands[1])),
            "sbci": lambda operands: self._carry_on(operands[0], self._number(operands[1])),
            "cpc": lambda operands: self._carry_on(
                operands[0], self.get(operands[1]), is_kept=False
            ),
            "adiw": self._adiw,
            "sbiw": self._sbiw,
            "and": lambda operands: self._logic(
                operands[0], self.solver.both, self.get(operands[1])
            ),
            "andi": lambda operands: self._logic(
                operands[0], self.solver.both, self._number(operands[1])
            ),
            "or": lambda operands: self._logic(
                operands[0], self.solver.either, self.get(operands[1])
            ),
            "ori": lambda operands: self._logic(
                operands[0], self.solver.either, self._number(operands[1])
            ),
            "eor": self._eor,
            "com": self._com,
            "neg": self._neg,
            "inc": lambda operands: self._count(operands[0], 1),
            "dec": lambda operands: self._count(operands[0], -1),
            "lsr": lambda operands: self._shift_right(operands[0], 0),
            "ror": lambda operands: self._shift_right(operands[0], self.flag("c")),
            "asr": self._asr,
            "swap": self._swap,
            "mul": lambda operands: self._multiply(operands, (False, False)),
            "muls": lambda operands: self._multiply(operands, (True, True)),
            "mulsu": lambda operands: self._multiply(operands, (True, False)),
            "bst": self._bst,
            "bld": self._bld,
        }
        for name in "czt":
            found[f"se{name}"] = self._setting(name, 1)
            found[f"cl{name}"] = self._setting(name, 0)
        return found | self._branches() | self._transfers()

    def _setting(self, flag: str, value: int) -> Handler:
        def handler(operands: tuple[str, ...]) -> None:
            self.flags[flag] = value

        return handler

    # Arithmetic

    def _movw(self, operands: tuple[str, ...]) -> None:
        into, source = (int(each[1:]) for each in operands)
        for i in (0, 1):
            self.put(f"r{into + i}", self.get(f"r{source + i}"))

    def _add(self, operands: tuple[str, ...], carry: Value) -> None:
        into, other = operands
        value, self.flags["c"] = self.solver.add(self.get(into), self.get(other), carry)
        self.put(into, value)
        self._set_zero(value)

    def _subtract(self, name: str, other: Value, *, is_kept: bool = True) -> None:
        value, self.flags["c"] = self.solver.subtract(self.get(name), other)
        self._set_zero(value)
        if is_kept:
            self.put(name, value)

    def _carry_on(self, name: str, other: Value, *, is_kept: bool = True) -> None:
        """A subtraction of more bytes."""
        value, self.flags["c"] = self.solver.subtract(self.get(name), other, self.flag("c"))
        self._keep_zero(value)
        if is_kept:
            self.put(name, value)

    def _adiw(self, operands: tuple[str, ...]) -> None:
        low, high = operands[0], f"r{int(operands[0][1:]) + 1}"
        value, carry = self.solver.add(self.get(low), self._number(operands[1]))
        above, self.flags["c"] = self.solver.add(self.get(high), 0, carry)
        self.put(low, value)
        self.put(high, above)
        self._set_zero(value)
        self._keep_zero(above)

    def _sbiw(self, operands: tuple[str, ...]) -> None:
        self._subtract(operands[0], self._number(operands[1]))
        self._carry_on(f"r{int(operands[0][1:]) + 1}", 0)

    def _logic(self, name: str, of: Callable[[Value, Value], Value], other: Value) -> None:
        value = of(self.get(name), other)
        self.put(name, value)
        self._set_zero(value)

    def _eor(self, operands: tuple[str, ...]) -> None:
        if operands[0] == operands[1]:
            self.put(operands[0], 0)
            self.flags["z"] = 1
        else:
            self._logic(operands[0], self.solver.differing, self.get(operands[1]))

    def _com(self, operands: tuple[str, ...]) -> None:
        value = self.solver.complement(self.get(operands[0]))
        self.put(operands[0], value)
        self.flags["c"] = 1
        self._set_zero(value)

    def _neg(self, operands: tuple[str, ...]) -> None:
        value, self.flags["c"] = self.solver.subtract(0, self.get(operands[0]))
        self.put(operands[0], value)
        self._set_zero(value)

    def _count(self, name: str, by: int) -> None:
        """The carry stays."""
        value = self.solver.divide(self.solver.sum(self.get(name), by), self.solver.radix)[0]
        self.put(name, value)
        self._set_zero(value)

    def _shift_right(self, name: str, above: Value) -> None:
        low, high = self.solver.split(self.get(name), 1)
        value = self.solver.sum(high, self.solver.times(above, 0x80))
        self.put(name, value)
        self.flags["c"] = low
        self._set_zero(value)

    def _asr(self, operands: tuple[str, ...]) -> None:
        self._shift_right(operands[0], self.solver.split(self.get(operands[0]), 7)[1])

    def _swap(self, operands: tuple[str, ...]) -> None:
        self.put(operands[0], self.solver.rotate(self.get(operands[0]), 4))

    def _multiply(self, operands: tuple[str, ...], signs: tuple[bool, bool]) -> None:
        """The carry is the highest bit of the product."""
        solver = self.solver
        factors = []
        for name, is_signed in zip(operands, signs, strict=True):
            value = self.get(name)
            if is_signed:
                value = solver.less(value, solver.times(solver.split(value, 7)[1], 0x100))
            factors.append(value)
        low, high = solver.multiply(factors[0], factors[1])
        high = solver.divide(high, solver.radix)[0] if any(signs) else high
        self.put("r0", low)
        self.put("r1", high)
        self.flags["c"] = lambda: solver.split(high, 7)[1]
        self._set_zero(low)
        self._keep_zero(high)

    def _bit(self, name: str, place: str) -> Value:
        below = self.solver.split(self.get(name), int(place) + 1)[0] if place != "7" else None
        value = self.get(name) if below is None else below
        return self.solver.split(value, int(place))[1] if place != "0" else value

    def _bst(self, operands: tuple[str, ...]) -> None:
        self.flags["t"] = self._bit(*operands)

    def _bld(self, operands: tuple[str, ...]) -> None:
        name, place = operands
        changed = self.solver.less(self.flag("t"), self._bit(name, place))
        value = self.solver.sum(self.get(name), self.solver.times(changed, 1 << int(place)))
        self.put(name, self.solver.bounded(value, 0, 0xFF))

    # Branches

    def _branches(self) -> dict[str, Handler]:
        found: dict[str, Handler] = {
            "jmp": lambda operands: self.jump(self._number(operands[0])),
            "rjmp": lambda operands: self.jump(self._target(operands[0])),
            "call": lambda operands: self._call(self._number(operands[0])),
            "rcall": lambda operands: self._call(self._target(operands[0])),
            "ijmp": lambda operands: self.jump(2 * self._pair(POINTERS["Z"])),
            "icall": lambda operands: self._call(2 * self._pair(POINTERS["Z"])),
            "ret": lambda operands: self._return(),
            "sbrs": lambda operands: self._skip(operands, 1),
            "sbrc": lambda operands: self._skip(operands, 0),
        }
        conditions = {"brcs": "c", "brlo": "c", "breq": "z", "brts": "t"}
        opposite = {"brcc": "c", "brsh": "c", "brne": "z", "brtc": "t"}
        for is_set, names in ((True, conditions), (False, opposite)):
            for mnemonic, flag in names.items():
                found[mnemonic] = self._branch(flag, is_set)
        return found

    def _branch(self, flag: str, is_set: bool) -> Handler:
        def handler(operands: tuple[str, ...]) -> None:
            if self._is_set(flag) == is_set:
                self.jump(self._target(operands[0]))

        return handler

    def _target(self, text: str) -> int:
        """Of .+8: from the next instruction on."""
        return self.next + int(text.removeprefix("."))

    def _skip(self, operands: tuple[str, ...], bit: int) -> None:
        value = self._bit(*operands)
        if not isinstance(value, int):
            raise UnprovedError("a branch depends on an operand")
        if value == bit:
            self.next = self.program.instructions[self.next].after

    def _call(self, target: int) -> None:
        self._push_address(self.next)
        self.jump(target)

    def _push_address(self, address: int) -> None:
        """The lower byte at the higher address."""
        self._push(address >> 1 & 0xFF)
        self._push(address >> 9 & 0xFF)

    def _return(self) -> None:
        high, low = self._pop(), self._pop()
        if not isinstance(low, int) or not isinstance(high, int):
            raise UnprovedError("a return to what depends on an operand")
        self.jump((low | high << 8) << 1)

    # Memory

    def _transfers(self) -> dict[str, Handler]:
        return {
            "push": lambda operands: self._push(self.get(operands[0])),
            "pop": lambda operands: self.put(operands[0], self._pop()),
            "ld": self._load,
            "ldd": self._load,
            "lds": lambda operands: self.put(
                operands[0], self.memory.load(self._number(operands[1]), 1)
            ),
            "st": self._store,
            "std": self._store,
            "sts": lambda operands: self.memory.store(
                self._number(operands[0]), 1, self.get(operands[1])
            ),
            "lpm": self._lpm,
            "in": self._in,
            "out": self._out,
        }

    def _push(self, value: Value) -> None:
        at = self._stack()
        self.memory.store(at, 1, value)
        self.registers["sp"] = at - 1

    def _pop(self) -> Value:
        at = self._stack() + 1
        self.registers["sp"] = at
        return self.memory.load(at, 1)

    def _address(self, text: str) -> int:
        """Of X, -X, X+ or Y+3."""
        match = PLACE.fullmatch(text)
        if match is None:
            raise UnprovedError("an address that is not followed")
        number = POINTERS[match["pointer"]]
        address = self._pair(number)
        if match["before"]:
            address = address - 1 & 0xFFFF
            self._put_pair(number, address)
        elif match["offset"]:
            address = address + int(match["offset"]) & 0xFFFF
        elif match["behind"]:
            self._put_pair(number, address + 1 & 0xFFFF)
        return address

    def _load(self, operands: tuple[str, ...]) -> None:
        address = self._address(operands[1])
        self.put(operands[0], self.memory.load(address, 1))

    def _store(self, operands: tuple[str, ...]) -> None:
        value = self.get(operands[1])
        self.memory.store(self._address(operands[0]), 1, value)

    def _lpm(self, operands: tuple[str, ...]) -> None:
        into, place = operands or ("r0", "Z")
        address = self._address(place)
        if address not in self.program.image:
            raise UnprovedError(f"a read at {address:#x} of program memory, where nothing is")
        self.put(into, self.program.image[address])

    def _in(self, operands: tuple[str, ...]) -> None:
        into, port = operands[0], self._number(operands[1])
        if port == LOW:
            self.put(into, self._stack() & 0xFF)
        elif port == HIGH:
            self.put(into, self._stack() >> 8)
        elif port == STATUS:
            # Any byte, by which the flags are found when it is written back.
            number = self.solver.new(0, 0xFF)
            self._status[number] = dict(self.flags)
            self.put(into, self.solver.word(number))
        else:
            raise UnprovedError("a read of a register of inputs and outputs")

    def _out(self, operands: tuple[str, ...]) -> None:
        port, value = self._number(operands[0]), self.get(operands[1])
        if port == STATUS:
            for number, flags in self._status.items():
                if isinstance(value, Word) and value.key == self.solver.word(number).key:
                    self.flags = dict(flags)
                    return
            raise UnprovedError("a write of flags that were not read")
        if not isinstance(value, int):
            raise UnprovedError("a stack pointer that depends on an operand")
        if port == LOW:
            self.registers["sp"] = self._stack() & 0xFF00 | value
        elif port == HIGH:
            self.registers["sp"] = self._stack() & 0xFF | value << 8
        else:
            raise UnprovedError("a write of a register of inputs and outputs")


# The products that profiles other than fast take, by the names that plan.h has for them.
TOOLCHAIN = Toolchain(
    (
        *("avr-gcc", "-mmcu=atmega1284p", "-Os", "-Dwhit_mp_rows=whit_mp_rows_asm"),
        *("-Dwhit_mp_product_even=whit_mp_product_asm", "-Dwhit_mp_square=whit_mp_square_asm"),
    ),
    ("avr-objdump", "-d", "--no-show-raw-insn"),
    8,
)
REGISTERS = tuple(f"r{number}" for number in range(32))
# C keeps r2 to r17, r28 and r29, and r1 as zero.
SAVED = (*REGISTERS[1:18], *REGISTERS[28:30])
CONVENTION = Convention(
    *(Avr, 8, REGISTERS, "sp", REGISTERS, SAVED, "r24"),
    places=Places(0x8000, 4096, 0x9000, 0x400),
)
