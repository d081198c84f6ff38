# SPDX-License-Identifier: MIT
"""whit trace of builds with the user's compiler flags."""

import pytest

from lab.commands.options import split
from lab.errors import UnsupportedError
from lab.model import Case
from lab.runner import Lab

CASE = Case("cortex-m3", "whit", "secp256r1", "ecdh", profile="small")


def test_flags_are_split_as_by_a_shell() -> None:
    assert split("") == ()
    assert split("-O2 -flto '-DNAME=a b'") == ("-O2", "-flto", "-DNAME=a b")
    assert split("--param max-inline-insns-auto=9") == ("--param", "max-inline-insns-auto=9")


@pytest.mark.parametrize("cflags", ["O2", "-O2 -c", "-o x", "-ox", "-O2 -E", "'"])
def test_what_is_no_flag_is_refused(cflags: str) -> None:
    with pytest.raises(UnsupportedError, match="--cflags "):
        split(cflags)


@pytest.mark.slow
def test_a_build_with_flags_is_traced() -> None:
    """They reach the compiler, after the lab's, and nothing else is built or kept in its place."""
    plain = Lab(keys=2, cached=False).trace(CASE)
    optimised = Lab(keys=2, cached=False, cflags=("-O2", "-flto")).trace(CASE)
    assert plain.constant
    assert optimised.constant
    assert plain.image_sha256 != optimised.image_sha256
    assert optimised.flags.index(" -O2 -flto") > optimised.flags.index("-Os")
    assert "-O2" not in plain.flags
    assert Lab(keys=2, cached=False).trace(CASE).image_sha256 == plain.image_sha256


@pytest.mark.slow
def test_flags_that_give_up_constant_time_are_seen() -> None:
    """UMULL takes a time on a Cortex-M3 that depends on its operands."""
    flags = ("-DWHIT_VARIABLE_MULTIPLY=1", "-DWHIT_PORTABLE")
    case = Case("cortex-m3", "whit", "secp256r1", "ecdh", profile="balanced")
    found = Lab(keys=4, cached=False, cflags=flags).trace(case)
    assert (found.program_counters, found.addresses) == (1, 1)
    assert found.cycles > 1
    assert not found.constant
