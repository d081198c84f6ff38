# SPDX-License-Identifier: MIT
"""Opening a bench for an image of a target."""

from pathlib import Path

from lab.model import Bench
from lab.targets.catalogue import Target
from lab.targets.emulated import EmulatedBench
from lab.targets.host import HostBench


def open_bench(target: Target, elf: Path) -> Bench:
    if target.emulation is None:
        return HostBench(elf)
    return EmulatedBench(target, target.emulation, elf)
