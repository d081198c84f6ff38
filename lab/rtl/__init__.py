# SPDX-License-Identifier: MIT
"""Runs the lab's images on the RTL of cores, as their authors wrote it.

Verilator makes a program of the RTL, a wrapper of ours and bench.cpp; memory is as fast as the
cycle models have it. Cycles are those of the circuit: measured, not modelled.
"""

from lab.rtl.bench import PROGRESS_CYCLES, CircuitBench
from lab.rtl.simulator import RtlError, Simulator, build, lacking

__all__ = ["PROGRESS_CYCLES", "CircuitBench", "RtlError", "Simulator", "build", "lacking"]
