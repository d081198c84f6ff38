# SPDX-License-Identifier: MIT
"""The library with a driver in C, whose functions take a number and return what is wrong: on this
machine and on an emulated Cortex-M4."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from lab.emulator import open_machine
from lab.emulator.machine import Machine
from lab.targets import catalogue
from lab.targets.loading import core_of
from lab.targets.toolchain import Sources, Toolchain
from tests.runner.host import MULX, STANDARD, has_mulx

ROOT = Path(__file__).resolve().parents[2]

CORE = "cortex-m4"
LIMIT = 10_000_000_000  # instructions

# What drivers begin with: MY(name) is a function of the curve, and `source` gives the same bytes in
# each run.
HEAD = """
#include "whit.h"

#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define MY(name) JOIN(whit_, CURVE, _##name)

static uint32_t state = 1;

static whit_status fill(void *context, uint8_t *out, size_t length)
{
    (void)context;
    while (length-- > 0) {
        state = 1664525u * state + 1013904223u;
        *out++ = (uint8_t)(state >> 24);
    }
    return WHIT_OK;
}

static const whit_random source = {fill, NULL};
"""


def amalgamated(folder: Path, curve: str, driver: str) -> tuple[Path, Path]:
    """whit.c of a curve, and the driver."""
    tool = [sys.executable, ROOT / "tools" / "amalgamate.py", "--output", folder]
    subprocess.run([*map(str, tool), "--curves", curve], check=True)
    path = folder / "driver.c"
    path.write_text(driver)
    return folder / "whit.c", path


def host_library(
    folder: Path, files: tuple[Path, Path], defines: Sequence[str], *, mulx: bool = True
) -> ctypes.CDLL:
    output = folder / "driver.so"
    flags = [*STANDARD, "-O2", "-fPIC", "-shared", *(MULX if mulx and has_mulx() else ())]
    flags += [f"-D{define}" for define in defines]
    subprocess.run(["gcc", *flags, *map(str, files), "-o", str(output)], check=True)
    return ctypes.CDLL(str(output))


def booted(
    folder: Path, files: tuple[Path, Path], defines: Sequence[str], calls: Sequence[str]
) -> Machine:
    """A Cortex-M4 that these functions of the driver can be called on."""
    target = catalogue.find(CORE)
    assert target.emulation is not None
    toolchain = Toolchain(target)
    whit, driver = files
    # The linker keeps what main calls, though the lab calls it in main's place.
    called = "".join(f"    {name}(1);\n" for name in calls)
    text = driver.read_text()
    for name in calls:
        text = text.replace(f"unsigned {name}(", f"__attribute__((noinline)) unsigned {name}(")
    driver.write_text(f"{text}\nint main(void)\n{{\n{called}    return 0;\n}}\n")
    ours = Sources(
        files=(whit, driver),
        includes=(folder,),
        defines=(*defines, f"WHIT_LIMB_BITS={target.limb_bits}"),
        flags=STANDARD,
    )
    elf = toolchain.image(folder / "driver.elf", (toolchain.firmware("console.c"), ours)).elf
    machine = open_machine(elf, core_of(target, target.emulation))
    machine.boot()
    return machine
