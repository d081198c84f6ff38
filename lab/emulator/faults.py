# SPDX-License-Identifier: MIT
"""A Cortex-M that errs on request: one instruction skipped, or one bit of its result flipped.

    machine = FaultMachine(elf, core)
    machine.boot()
    machine.write(...)                          # the inputs
    machine.hold("adapter_verify", *arguments)
    outcome, counts = machine.survey()          # executions by address
    machine.inject({0x1234: [1, 7]}, bits, trials.append)

Every trial starts from the state of the run without faults at the instruction in question, and
goes on to the end. The called function stands for the program around a library: a run that gets
to its caller without it, by a stack pointer that is off, has not had an answer and crashed. Not
faulted: PC as a result, which is to go anywhere at all.
"""

import ctypes
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import capstone
from capstone import arm_const as names
from unicorn import arm_const

from lab.emulator import native
from lab.emulator.arm import ArmMachine
from lab.emulator.errors import EmulationError
from lab.emulator.machine import Core
from lab.findings import Outcome

_REGISTERS = {
    **{f"r{n}": getattr(arm_const, f"UC_ARM_REG_R{n}") for n in range(13)},
    "sp": arm_const.UC_ARM_REG_SP,
    "lr": arm_const.UC_ARM_REG_LR,
    "xpsr": arm_const.UC_ARM_REG_XPSR,
}
_RESULTS = {
    **{getattr(names, f"ARM_REG_R{n}"): f"r{n}" for n in range(13)},
    names.ARM_REG_SP: "sp",
    names.ARM_REG_LR: "lr",
    names.ARM_REG_CPSR: "flags",
}
_WORD_BITS = tuple(range(32))
_FLAG_BITS = (28, 29, 30, 31)  # V, C, Z, N
_IT_MASK = 0x0600FC00
_PC = arm_const.UC_ARM_REG_PC
_VISIT = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_int)


@dataclass(frozen=True)
class Trial:
    """One fault and what came of it. No register: the instruction was skipped."""

    address: int
    execution: int  # of the instruction at the address, counted from 1
    register: str | None
    bit: int | None
    outcome: Outcome


@dataclass(frozen=True)
class _State:
    registers: Mapping[str, int]
    ram: bytes
    address: int
    it_state: int


_Decoded = tuple[str, Sequence[tuple[str, Sequence[int]]], int]

# Of the bits of a result register, those to flip at an execution of an instruction.
Bits = Callable[[int, int, str, Sequence[int]], Sequence[int]]


class FaultMachine(ArmMachine):
    """A Cortex-M on which one call can be repeated with faults. A call that returns zero has
    accepted its input."""

    def __init__(self, elf_path: Path, core: Core) -> None:
        super().__init__(elf_path, core)
        self._lib = _functions()
        self._walking, self._sprinting = self._another_core(), self._another_core()
        self._walker = self._lib.walker_open(self._walking._uch, self._flash.host, *core.flash)
        self._sprinter = self._lib.sprinter_open(self._sprinting._uch)
        if not self._walker or not self._sprinter:
            raise EmulationError("the emulator's engine does not start: memory is short")
        weakref.finalize(self, self._lib.walker_close, self._walker)
        weakref.finalize(self, self._lib.sprinter_close, self._sprinter)
        self._decoder = capstone.Cs(
            capstone.CS_ARCH_ARM, capstone.CS_MODE_THUMB | capstone.CS_MODE_MCLASS
        )
        self._decoder.detail = True
        self._decode = lru_cache(maxsize=None)(self._decode_once)
        self._conditions: dict[int, int | None] = {}  # of IT blocks, by address
        self._held: _State | None = None
        self._limit = self.blocks = 0  # of instructions; those of the run without faults
        self._called = self._returns = range(0)  # the function; where it returns from

    def _load(self, path: Path) -> None:
        """Flash that was not written reads as ones, no instruction; zeros would be one that does
        nothing, and lead whatever gets there to the end."""
        self._flash.bytes[:] = b"\xff" * len(self._flash.bytes)
        super()._load(path)

    def hold(self, function: str, *args: int) -> None:
        """Takes the memory as it is, and a call of the function, as the start of what follows."""
        if self._stack == 0:
            raise EmulationError("boot() comes before a call")
        if len(args) > len(self.ARGUMENTS):
            raise EmulationError(f"{function}: more arguments than registers for them")
        self._reset_registers(self._stack, args)
        registers = {name: self._uc.reg_read(number) for name, number in _REGISTERS.items()}
        self._held = _State(registers, bytes(self._ram.bytes), self.symbol(function), 0)
        found = self._image.symbols[function]
        self._called = range(found.address, found.address + found.size_bytes)

    def bury(self, byte: int) -> None:
        """What the dead stack is full of."""
        floor = self._floor(self._stack)
        self.write(floor, bytes([byte]) * (self._stack - floor))

    def survey(self, limit: int = 1 << 32, longest: int = 0) -> tuple[Outcome, Mapping[int, int]]:
        """Without a fault: the outcome, and how often each instruction was executed. `longest`:
        the blocks of instructions of a longer run, which a fault may lead into.

        EmulationError when it crashes, or runs into the limit of blocks of instructions."""
        start = self._start_state()
        self._returns = range(0, 1 << 32)
        outcome = self._sprint(start, {}, start.address, 0, limit)
        if outcome in ("crashed", "hung"):
            raise EmulationError(f"the call without a fault {outcome}")
        if self._lib.sprinter_last(self._sprinter) in self._called:
            self._returns = self._called
        self.blocks = int(self._lib.sprinter_blocks(self._sprinter))
        # A quarter more than all of it: a fault may lead back to the start.
        self._limit = max(self.blocks, longest) * 5 // 4 + 1000
        self._walk(start, lambda _, __: None, {})
        return outcome, self._by_address(self._lib.walker_counts(self._walker))

    def executions_among_first(self, instructions: int) -> Mapping[int, int]:
        """Without a fault: how often each instruction was executed by the time when so many
        had been. Call survey() first."""
        self._walk(self._start_state(), lambda _, __: None, {}, instructions)
        return self._by_address(self._lib.walker_marked_counts(self._walker))

    def _by_address(self, counts: Any) -> Mapping[int, int]:
        base, size = self.core.flash
        return {base + 2 * n: count for n, count in enumerate(counts[: size // 2]) if count}

    def inject(
        self, plan: Mapping[int, Sequence[int]], bits: Bits, report: Callable[[Trial], None]
    ) -> None:
        """Skips the planned executions (from 1, ascending) of instructions, flips the bits of
        their results that `bits` chooses, and reports each. Call survey() first."""
        start = self._start_state()
        waiting = {address: list(reversed(times)) for address, times in plan.items() if times}
        behind: list[tuple[int, int, Sequence[tuple[str, int]]]] = []  # what the step is for

        def visit(state: _State, due: bool) -> None:
            while behind:
                address, execution, chosen = behind.pop()
                for register, bit in chosen:
                    mask = {register: 1 << bit}
                    outcome = self._sprint(state, mask, state.address, state.it_state)
                    report(Trial(address, execution, register, bit, outcome))
            if due:
                times = waiting[state.address]
                execution = times.pop()
                self._lib.walker_visit_at(self._walker, state.address, times[-1] if times else 0)
                report(Trial(state.address, execution, None, None, self._skip(state)))
                chosen = [
                    (register, bit)
                    for register, every in self._decoded(state)[1]
                    for bit in bits(state.address, execution, register, every)
                ]
                if chosen:
                    behind.append((state.address, execution, chosen))
                    self._lib.walker_step(self._walker)
            self._ram.bytes[:] = state.ram

        self._walk(start, visit, {address: times[-1] for address, times in waiting.items()})
        if self._sprint(start, {}, start.address, 0) not in ("accepted", "rejected"):
            raise EmulationError("the call without a fault does not end any more")

    def instruction(self, address: int) -> str:
        """An instruction in assembly, with the condition that it was last met under."""
        return self._decode(address, self._conditions.get(address))[0]

    def _decoded(self, state: _State) -> _Decoded:
        condition = state.it_state >> 4 if state.it_state & 15 else None
        self._conditions[state.address] = condition
        return self._decode(state.address, condition)

    def _decode_once(self, address: int, condition: int | None) -> _Decoded:
        """An instruction's text; the registers that it writes, less PC, and their bits, of the
        status register the condition flags alone; and its length."""
        code = self.read(address, 4)
        if condition is None:
            decoded = list(self._decoder.disasm(code, address, 1))
        else:
            block = bytes([condition << 4 | 8, 0xBF])
            decoded = list(self._decoder.disasm(block + code, address - 2, 2))[1:]
        if not decoded:
            return "?", (), 2
        found = decoded[0]
        written = {
            _RESULTS[register] for register in found.regs_access()[1] if register in _RESULTS
        }
        if found.update_flags:
            written.add("flags")
        results = [
            (name, _FLAG_BITS if name == "flags" else _WORD_BITS) for name in sorted(written)
        ]
        return f"{found.mnemonic} {found.op_str}".strip(), results, found.size

    def _skip(self, state: _State) -> Outcome:
        """Goes on behind an instruction, and behind it in its IT block."""
        it = state.it_state
        advanced = 0 if it & 7 == 0 else it & 0xE0 | it << 1 & 0x1F
        return self._sprint(state, {}, state.address + self._decoded(state)[2], advanced)

    def _start_state(self) -> _State:
        if self._held is None:
            raise EmulationError("hold() comes before faults")
        return self._held

    def _walk(
        self,
        start: _State,
        visit: Callable[[_State, bool], None],
        executions: Mapping[int, int],
        mark: int | None = None,
    ) -> None:
        """Runs without a fault, and visits an execution of each of the instructions."""
        failed: list[BaseException] = []

        def called(address: int, it_state: int, due: int) -> None:
            # What is raised here would be lost in the emulator.
            if failed:
                return
            try:
                registers = {
                    name: self._walking.reg_read(number) for name, number in _REGISTERS.items()
                }
                visit(_State(registers, bytes(self._ram.bytes), address, it_state), bool(due))
            except BaseException as error:
                failed.append(error)
                self._walking.emu_stop()

        callback = _VISIT(called)
        self._lib.walker_begin(self._walker, callback)
        for address, execution in executions.items():
            self._lib.walker_visit_at(self._walker, address, execution)
        if mark is not None:
            self._lib.walker_mark(self._walker, mark)
        self._ram.bytes[:] = start.ram
        _set(self._walking, start.registers, 0)
        try:
            self._walking.emu_start(start.address | 1, self._return)
        except native.unicorn.UcError as error:
            raise EmulationError(f"the call without a fault crashed: {error}") from error
        if failed:
            raise failed[0]

    def _sprint(
        self,
        state: _State,
        flips: Mapping[str, int],
        address: int,
        it_state: int,
        limit: int | None = None,
    ) -> Outcome:
        """From a state with bits flipped, at an address, to the end."""
        registers = dict(state.registers)
        for name, mask in flips.items():
            registers["xpsr" if name == "flags" else name] ^= mask
        self._ram.bytes[:] = state.ram
        _set(self._sprinting, registers, it_state)
        most = self._limit if limit is None else limit
        self._lib.sprinter_begin(self._sprinter, most)
        try:
            self._sprinting.emu_start(address | 1, self._return)
        except native.unicorn.UcError:
            return "crashed"
        if self._lib.sprinter_blocks(self._sprinter) > most:
            return "hung"
        if self._sprinting.reg_read(_PC) != self._return:
            return "crashed"
        if self._lib.sprinter_last(self._sprinter) not in self._returns:
            return "crashed"
        return "accepted" if self._sprinting.reg_read(self.ARGUMENTS[0]) == 0 else "rejected"


def _set(uc: Any, registers: Mapping[str, int], it_state: int) -> None:
    for name, value in registers.items():
        uc.reg_write(_REGISTERS[name], value)
    status = registers["xpsr"] & ~_IT_MASK | (it_state & 3) << 25 | it_state >> 2 << 10
    uc.reg_write(_REGISTERS["xpsr"], status)


def _functions() -> ctypes.CDLL:
    """The functions of fault.h."""
    lib = native.load()
    u32, u64, pointer = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_void_p
    interface: dict[str, tuple[list[Any], Any]] = {
        "walker_open": ([pointer, pointer, u32, u32], pointer),
        "walker_close": ([pointer], None),
        "walker_begin": ([pointer, _VISIT], None),
        "walker_counts": ([pointer], ctypes.POINTER(u32)),
        "walker_mark": ([pointer, u64], None),
        "walker_marked_counts": ([pointer], ctypes.POINTER(u32)),
        "walker_visit_at": ([pointer, u32, u32], None),
        "walker_step": ([pointer], None),
        "sprinter_open": ([pointer], pointer),
        "sprinter_close": ([pointer], None),
        "sprinter_begin": ([pointer, u64], None),
        "sprinter_blocks": ([pointer], u64),
        "sprinter_last": ([pointer], u32),
    }
    for name, (arguments, result) in interface.items():
        getattr(lib, name).argtypes = arguments
        getattr(lib, name).restype = result
    return lib
