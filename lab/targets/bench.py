# SPDX-License-Identifier: MIT
"""Opening a bench for an image of a target."""

from pathlib import Path

from lab.model import Bench, Sizes
from lab.targets.catalogue import Target
from lab.targets.emulated import EmulatedBench
from lab.targets.host import HostBench


def open_bench(target: Target, elf: Path, sizes: Sizes) -> Bench:
    if target.emulation is None:
        return HostBench(elf, sizes)
    return EmulatedBench(target, target.emulation, elf, sizes)
