# SPDX-License-Identifier: MIT
"""Cortex-M."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from typing import Any, ClassVar

from unicorn import arm_const

from lab.emulator import native
from lab.emulator.errors import EmulationError
from lab.emulator.following import Secrets, following
from lab.emulator.leaking import Leakage, Window, leaking
from lab.emulator.machine import Core
from lab.emulator.word_machine import STALE, WordMachine

_CPU = {
    "m0": arm_const.UC_CPU_ARM_CORTEX_M0,
    "m0plus": arm_const.UC_CPU_ARM_CORTEX_M0,
    "m3": arm_const.UC_CPU_ARM_CORTEX_M3,
    "m4": arm_const.UC_CPU_ARM_CORTEX_M4,
    "m4f": arm_const.UC_CPU_ARM_CORTEX_M4,
    "m33": arm_const.UC_CPU_ARM_CORTEX_M33,
}
_WITH_FLOAT = ("m4f",)
_REGISTERS = [getattr(arm_const, f"UC_ARM_REG_R{n}") for n in range(13)]
_FLOATS = {getattr(arm_const, f"UC_ARM_REG_S{n}"): f"s{n}" for n in range(16, 32)}
# Words that a core holds fetched: the prefetch unit of M4 has room for three (quoted from its
# technical reference manual), and M3 and M33 are taken to have the same. The manuals of M0 and M0+
# name none: the word that runs out and the one behind it.
_AHEAD_WORDS = {"m0": 2, "m0plus": 2, "m3": 3, "m4": 3, "m4f": 3, "m33": 3}
_THUMB_STATE = 0x01000000


class ArmMachine(WordMachine):
    """A Cortex-M; the first words of its program are a vector table. Calls follow the AAPCS."""

    FORMAT = "EM_ARM"
    ALIGNMENT = 8
    ARGUMENTS = _REGISTERS[:4]
    PRESERVED: ClassVar = {_REGISTERS[n]: (f"r{n}", 0x5EED0000 + 0x1111 * n) for n in range(4, 12)}
    STACK_POINTER = arm_const.UC_ARM_REG_SP

    def _preserved(self) -> Mapping[int, tuple[str, int]]:
        if self.core.model not in _WITH_FLOAT:
            return self.PRESERVED
        floats = {one: (name, 0x5EED0000 + one) for one, name in _FLOATS.items()}
        return {**self.PRESERVED, **floats}

    def _check_core(self, core: Core) -> None:
        if core.model not in native.ARM_CORES or core.multiply_cycles not in (1, 32):
            raise EmulationError(f"core {core.name}: no such model or multiplier")

    def _open_core(self) -> Any:
        mode = native.unicorn.UC_MODE_THUMB | native.unicorn.UC_MODE_MCLASS
        uc = native.unicorn.Uc(native.unicorn.UC_ARCH_ARM, mode)
        uc.ctl_set_cpu_model(_CPU[self.core.model])
        return uc

    def _engine_functions(self) -> native.Functions:
        return native.functions("engine")

    def _open_engine(self) -> Any:
        engine = self._functions.open(
            self._uc._uch,
            native.ARM_CORES[self.core.model],
            self.core.multiply_cycles,
            self._flash.host,
            *self.core.flash,
        )
        timing = self.core.flash_timing
        if engine is not None and timing is not None and timing.wait_states:
            ahead = _AHEAD_WORDS[self.core.model]
            if not native.set_flash(
                engine, native.FlashTiming(**asdict(timing), ahead_words=ahead)
            ):
                self._functions.close(engine)
                raise EmulationError(f"core {self.core.name}: no flash is like {timing}")
        return engine

    def following(self) -> AbstractContextManager[Secrets]:
        core = native.ARM_CORES[self.core.model], self.core.multiply_cycles
        return following(self._program(), "open_arm", *core)

    def leaking(self, window: Window) -> AbstractContextManager[Leakage]:
        if self.core.model in _WITH_FLOAT:
            raise EmulationError(f"core {self.core.name}: the model has no floating point")
        core = native.ARM_CORES[self.core.model]
        return leaking(self._program(), self._ram.host, core, window)

    def _reset(self) -> tuple[int, int]:
        vectors = self.read(self.core.flash[0], 8)
        sp, entry = (int.from_bytes(vectors[n : n + 4], "little") for n in (0, 4))
        return sp, entry

    def _reset_registers(self, sp: int, args: Sequence[int]) -> None:
        values = dict.fromkeys(_REGISTERS, STALE)
        values |= {register: value for register, (_, value) in self._preserved().items()}
        values |= dict(zip(self.ARGUMENTS, args, strict=False))
        values |= {
            arm_const.UC_ARM_REG_XPSR: _THUMB_STATE,
            arm_const.UC_ARM_REG_SP: sp,
            arm_const.UC_ARM_REG_LR: self._return | 1,
        }
        for register, value in values.items():
            self._uc.reg_write(register, value)

    def _start(self, entry: int, until: int, timeout_us: int = 0) -> None:
        self._uc.emu_start(entry | 1, until, timeout_us)
