# SPDX-License-Identifier: MIT
"""Portable drop-ins, where the compiler's limb width decides what is used."""

import re
from pathlib import Path

import pytest

from tests.emitting import SECTIONS, WARNINGS, emit, run

SETS = (
    "secp256r1,curve25519",  # in one file: no template serves both
    "curve25519",
    "secp256r1,secp384r1",
    "secp256k1,brainpoolP512r1",
    "secp192r1,secp256k1,ed25519",
    "secp224r1,secp521r1,curve448,ed448",
)


@pytest.mark.slow
def test_what_is_said_to_be_0_are_macros_of_the_library(tmp_path: Path) -> None:
    """Not words that are joined to make their names, which were then other names."""
    folder = emit(tmp_path, "portable", "small", "secp224r1,curve448")
    zeros, *_ = (folder / "whit.inc").read_text().split("#if")
    names = re.findall(r"#define (\w+) 0", zeros)
    assert names
    assert all(name.startswith("WHIT_") for name in names), names


@pytest.mark.slow
@pytest.mark.parametrize("curves", SETS)
@pytest.mark.parametrize("profile", ["small", "balanced", "fast"])
@pytest.mark.sampled(3)
def test_compilers_have_nothing_to_say_at_any_width(
    tmp_path: Path, curves: str, profile: str
) -> None:
    """At the host's width of limbs and at others."""
    folder = emit(tmp_path, "portable", profile, curves)
    for compiler in ("gcc", "clang"):
        for width in ((), *((f"-DWHIT_LIMB_BITS={bits}",) for bits in (32, 16, 8))):
            flags = (*SECTIONS, *WARNINGS, *width, "-c", "-o", "/dev/null")
            done = run(compiler, *flags, folder / "whit.c")
            assert (done.returncode, done.stderr) == (0, ""), width
