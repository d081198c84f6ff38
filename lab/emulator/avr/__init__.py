# SPDX-License-Identifier: MIT
"""AVR, on simavr's core."""

from lab.emulator.avr.machine import AvrMachine

__all__ = ["AvrMachine"]
