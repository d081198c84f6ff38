# SPDX-License-Identifier: MIT
"""The records of each instruction set: which kernels its profiles take, and where."""

from tools.plan.sets.armv6m import ARMV6M
from tools.plan.sets.armv7 import ARMV7EM, ARMV7M
from tools.plan.sets.avr import AVR
from tools.plan.sets.c import PORTABLE
from tools.plan.sets.rv32 import RV32
from tools.plan.sets.x86_64 import X86_64

SETS = {each.name: each for each in (ARMV7EM, ARMV7M, ARMV6M, RV32, AVR, X86_64, PORTABLE)}
