# SPDX-License-Identifier: MIT
"""Every profile compiles with limbs of every width, with kernels and without, for this machine, AVR
and Cortex-M; and without a warning where int has 16 bits. tests/runner/portable.py runs it."""

import itertools
import shutil
import sys
from pathlib import Path

import pytest

from tests.runner.host import ADDING, LIMB_BITS, PROFILES, STANDARD, WARNINGS
from tests.runner.tools import ROOT
from tests.test_amalgamation import succeed

# Curves that differ in what is compiled: an order longer than the field, in a layout that depends
# on the limbs as secp521r1's does; a = 0; a sparse prime, on byte code where alone of its size.
CURVES = ("secp160r1", "secp256k1", "secp384r1", "secp521r1", "curve25519", "ed25519")

COMPILERS = {
    "host": ("gcc",),
    "AVR": ("avr-gcc", "-mmcu=atmega1284p"),
    "Cortex-M0": ("arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb"),
    "Cortex-M3": ("arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb"),
    "Cortex-M4": ("arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb"),
    # There is no C library for it here, and none is needed.
    "MSP430": ("clang", "--target=msp430", "-ffreestanding", "-Wshift-sign-overflow"),
}

Build = tuple[str, str, int, bool]  # compiler, profile, limbs, without kernels

QUICK: tuple[Build, ...] = (
    ("AVR", "small", 8, True),
    ("AVR", "fast", 32, False),
    ("MSP430", "small", 16, True),
)
SAMPLE: tuple[Build, ...] = (
    *(("AVR", profile, bits, True) for profile in PROFILES for bits in (8, 16, 32)),
    *(("AVR", "fast", bits, False) for bits in (8, 16, 64)),
    *(("MSP430", profile, bits, True) for profile, bits in zip(PROFILES, (8, 16, 32), strict=True)),
    *(("host", profile, bits, True) for profile, bits in zip(PROFILES, (16, 64, 8), strict=True)),
    *(
        ("Cortex-M4", profile, bits, True)
        for profile, bits in zip(PROFILES, (32, 16, 64), strict=True)
    ),
    *(("Cortex-M0", profile, 32, False) for profile in ("balanced", "fast")),
)
EVERY = tuple(itertools.product(COMPILERS, PROFILES, LIMB_BITS, (True, False)))


def marked(case: Build) -> object:
    if case in QUICK:
        return pytest.param(case)
    slow = [pytest.mark.slow, *([] if case in SAMPLE else [pytest.mark.campaign])]
    return pytest.param(case, marks=slow)


def amalgamate(folder: Path, *curves: str) -> Path:
    """Of these curves, or of all."""
    chosen = ("--curves", ",".join(curves)) if curves else ()
    succeed(sys.executable, ROOT / "tools" / "amalgamate.py", "--output", folder, *chosen)
    return folder


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return amalgamate(tmp_path_factory.mktemp("few"), *CURVES)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return amalgamate(tmp_path_factory.mktemp("whole"))


def compile_build(folder: Path, build: Build, *options: str) -> None:
    """Without its code, which other tests run."""
    name, profile, bits, portable = build
    compiler = COMPILERS[name]
    if shutil.which(compiler[0]) is None:
        pytest.skip(f"no {compiler[0]} here")
    succeed(
        *(*compiler, *STANDARD, *WARNINGS, "-Os", "-fsyntax-only", *options),
        *(f"-DWHIT_PROFILE={profile}", f"-DWHIT_LIMB_BITS={bits}"),
        *(("-DWHIT_PORTABLE",) if portable else ()),
        folder / "whit.c",
    )


@pytest.mark.parametrize("build", [marked(case) for case in EVERY], ids=str)
@pytest.mark.sampled(3)
def test_it_compiles(few: Path, build: Build) -> None:
    compile_build(few, build, f"-DWHIT_CURVES={','.join(CURVES)}")


@pytest.mark.slow
@pytest.mark.campaign
@pytest.mark.parametrize("build", EVERY, ids=str)
def test_every_curve_compiles(whole: Path, build: Build) -> None:
    compile_build(whole, build, *ADDING)
