# SPDX-License-Identifier: MIT
"""RV32IMC."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar

from unicorn import riscv_const

from lab.emulator import native
from lab.emulator.errors import EmulationError
from lab.emulator.following import Secrets, following
from lab.emulator.machine import Beginning, Core
from lab.emulator.word_machine import STALE, WordMachine

_REGISTERS = [getattr(riscv_const, f"UC_RISCV_REG_X{n}") for n in range(32)]
_RETURN_ADDRESS, _GLOBAL_POINTER, _THREAD_POINTER = 1, 3, 4
_SAVED = (8, 9, *range(18, 28))  # s0 to s11
_NAMES = {
    _GLOBAL_POINTER: "gp",
    _THREAD_POINTER: "tp",
    **{register: f"s{n}" for n, register in enumerate(_SAVED)},
}


class RiscvMachine(WordMachine):
    """An RV32IMC core. Calls follow the ABI ilp32, in which gp and tp are nobody's to change."""

    FORMAT = "EM_RISCV"
    ALIGNMENT = 16
    ARGUMENTS = _REGISTERS[10:18]
    PRESERVED: ClassVar = {
        _REGISTERS[n]: (name, 0x5EED0000 + 0x111 * n) for n, name in _NAMES.items()
    }
    STACK_POINTER = _REGISTERS[2]

    def _check_core(self, core: Core) -> None:
        if core.model not in native.RISCV_CORES or core.multiply_cycles != 1:
            raise EmulationError(f"core {core.name}: no such model or multiplier")

    def _open_core(self) -> Any:
        return native.unicorn.Uc(native.unicorn.UC_ARCH_RISCV, native.unicorn.UC_MODE_RISCV32)

    def _engine_functions(self) -> native.Functions:
        return native.functions("riscv_engine")

    def _open_engine(self) -> Any:
        return self._functions.open(
            self._uc._uch,
            native.RISCV_CORES[self.core.model],
            self._flash.host,
            *self.core.flash,
        )

    def following(self) -> AbstractContextManager[Secrets]:
        return following(self._program(), "open_riscv")

    def beginning(self, function: str, *args: int) -> Beginning:
        entry, _, _ = self._enter(function, args)
        flash, ram = (
            (memory.address, bytes(memory.bytes[: memory.size_bytes]))
            for memory in (self._flash, self._ram)
        )
        registers = tuple(self._uc.reg_read(register) for register in _REGISTERS)
        return Beginning(entry, registers, flash, ram)

    def _reset(self) -> tuple[int, int]:
        """The start-up code sets the stack pointer; until then it is the end of the RAM."""
        return self._ram.address + self._ram.size_bytes, self._image.entry

    def _reset_registers(self, sp: int, args: Sequence[int]) -> None:
        values = dict.fromkeys(_REGISTERS[1:], STALE)
        values |= {register: value for register, (_, value) in self._preserved().items()}
        values |= dict(zip(self.ARGUMENTS, args, strict=False))
        values |= {self.STACK_POINTER: sp, _REGISTERS[_RETURN_ADDRESS]: self._return}
        for register, value in values.items():
            self._uc.reg_write(register, value)

    def _preserved(self) -> Mapping[int, tuple[str, int]]:
        """A program that addresses its data by gp says what that holds."""
        pointer = self._image.symbols.get("__global_pointer$")
        if pointer is None:
            return self.PRESERVED
        return {**self.PRESERVED, _REGISTERS[_GLOBAL_POINTER]: ("gp", pointer.address)}

    def _start(self, entry: int, until: int, timeout_us: int = 0) -> None:
        self._uc.emu_start(entry, until, timeout_us)
