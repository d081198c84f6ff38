# SPDX-License-Identifier: MIT
"""Drop-ins, emitted and compiled for the cores they are for."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests.runner.tools import ROOT
from tools.emission import cores

TOOL = ROOT / "tools" / "amalgamate.py"
ARM = cores.ARM_GCC
CLANG: tuple[str, ...] = ("clang", "--target=arm-none-eabi", "-Os", "-mthumb", "-mfloat-abi=soft")
CLANG += ("-isystem/usr/lib/arm-none-eabi/include",)
COMPILERS = {core.name: core.command for core in cores.CORES.values()}
WARNINGS: tuple[str, ...] = (
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wshadow",
    "-Wundef",
)
WARNINGS += ("-Wredundant-decls", "-Wunused-macros")
SECTIONS = ("-std=c99", "-ffunction-sections", "-fdata-sections")
LINK = (
    *("-nostdlib", "-Wl,--gc-sections", "-Wl,-e,main", "-Wl,--unresolved-symbols=ignore-all"),
    "-Wl,--defsym=__flash_size=0x100000",  # picolibc's linker script takes 64 kB for granted
)
# One that drags in all there is.
PROGRAM = """\
#include "whit.h"
typedef void function(void);
const void *volatile objects[] = {%s};
function *volatile functions[] = {%s};
int main(void)
{
    functions[sizeof objects / sizeof *objects %% 2]();
    return objects[0] == 0;
}
"""


def run(*parts: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in parts], capture_output=True, text=True, check=False
    )


def succeed(*parts: str | Path) -> str:
    done = run(*parts)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def emit(folder: Path, core: str, profile: str, curves: str, *more: str) -> Path:
    words = ("--core", core, "--profile", profile, "--curve", curves, *more)
    succeed(sys.executable, TOOL, "--output", folder, *words)
    return folder


@cache
def options(core: str, profile: str, curves: str) -> tuple[str, ...]:
    """What the whole amalgamation is told for the same build."""
    chosen = (f"-DWHIT_PROFILE={profile}", f"-DWHIT_CURVES={curves}")
    return (*chosen, "-DWHIT_PORTABLE=1") if core == "portable" else chosen


def lines(folder: Path) -> int:
    return sum(len(path.read_text().splitlines()) for path in folder.glob("whit.*"))


def interface(header: str) -> tuple[list[str], list[str]]:
    """The functions and objects that a header offers."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    inline = re.findall(r"^static inline [\w ]*?[ *](whit_\w+)\([^{;]*\{", text, re.S | re.M)
    declared = re.findall(r"^\w[\w ]*?[ *](whit_\w+)\([^;{]*\);", text, re.S | re.M)
    objects = re.findall(r"^extern const \w+ (\w+);", text, re.M)
    return [*declared, *inline], objects


def inline(folder: Path) -> set[str]:
    """The functions of whit.h that are written out where they are called."""
    return set(
        re.findall(r"^static inline [\w ]*?[ *](whit_\w+)\(", (folder / "whit.h").read_text(), re.M)
    )


def program(folder: Path, header: Path) -> Path:
    functions, objects = interface(header.read_text())
    assert functions
    given = PROGRAM % (
        ", ".join(["0", *(f"&{name}" for name in objects)]),
        ", ".join(f"(function *){name}" for name in functions),
    )
    path = folder / "program.c"
    path.write_text(given)
    return path


def warnings(folder: Path, compiler: tuple[str, ...]) -> str:
    done = run(*compiler, *SECTIONS, *WARNINGS, "-c", folder / "whit.c", "-o", folder / "warned.o")
    return done.stderr if done.returncode == 0 else f"errors: {done.stderr}"


def image(library: Path, source: Path, compiler: tuple[str, ...], *flags: str) -> bytes:
    """What of a program and a library goes to flash."""
    folder = library / "built"
    folder.mkdir(exist_ok=True)
    objects = []
    for number, each in enumerate((source, library / "whit.c")):
        objects.append(folder / f"{number}.o")
        kept = (*SECTIONS, *flags, f"-I{library}")
        succeed(*compiler, *kept, "-c", each, "-o", objects[-1])
    elf = folder / "image.elf"
    succeed(*compiler, *LINK, "-Wl,--build-id=none", *objects, "-o", elf)
    binary = folder / "image.bin"
    succeed(objcopy(compiler[0]), "-O", "binary", elf, binary)
    return binary.read_bytes()


def objcopy(compiler: str) -> str:
    return compiler.removesuffix("gcc") + "objcopy"
