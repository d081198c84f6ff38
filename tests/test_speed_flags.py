# SPDX-License-Identifier: MIT
"""Constant time of images that gcc optimises for speed. Where instructions are predicated it would
store a carry, of C and not of kernels, only where that is 1: an address that tells of secrets."""

import shutil
from dataclasses import replace

import pytest

from lab.model import Case
from lab.reports.constancy import as_text
from lab.runner import Lab

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
    ),
]

CAMPAIGN = [
    pytest.param(core, level, profile, options, operation, marks=pytest.mark.campaign)
    for core in ("cortex-m0", "cortex-m3", "cortex-m4")
    for level in ("-O2", "-O3")
    for profile in ("small", "balanced", "fast")
    for options in ((), ("-DWHIT_PORTABLE=1",), ("-DWHIT_PORTABLE=1", "-DWHIT_WIDE_MULTIPLY=0"))
    for operation in ("keygen", "ecdh", "sign")
]


@pytest.mark.parametrize(
    ("core", "level", "profile", "options", "operation"),
    [("cortex-m3", "-O3", "balanced", ("-DWHIT_PORTABLE=1",), "sign"), *CAMPAIGN],
)
def test_images_optimised_for_speed_take_constant_time(
    core: str, level: str, profile: str, options: tuple[str, ...], operation: str
) -> None:
    lab = Lab(keys=3, cached=False)
    workshop = lab.workshop(core)
    target = workshop.target
    flags = tuple(level if flag == "-Os" else flag for flag in target.flags)
    assert level in flags
    name = "".join((core, level, *options))
    workshop.target = replace(target, name=name, flags=(*flags, *options))
    found = lab.trace(Case(core, "whit", "secp256r1", operation, None, profile))
    assert level in found.flags
    assert found.constant, as_text(found)
