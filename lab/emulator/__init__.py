# SPDX-License-Identifier: MIT
"""Runs a linked Cortex-M program on an emulated core and says what each call costs.

Cycles are modelled from Arm's technical reference manuals at zero wait states (cycles.c).
"""

from lab.emulator.errors import EmulationError
from lab.emulator.machine import Call, Core, Machine, Trace

__all__ = ["Call", "Core", "EmulationError", "Machine", "Trace"]
