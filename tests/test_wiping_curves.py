# SPDX-License-Identifier: MIT
"""What a call leaves in memory on other curves than secp256r1, and on every core: what differs
between secrets, whatever form it has. tests/test_wiping.py says more of what it looks for."""

import shutil
from collections.abc import Iterator

import pytest

from lab import curves
from lab.model import ALL, Case
from lab.runner import Lab
from tests.images import SECRETS, differing, memory_after

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
    ),
]

TARGETS = ("cortex-m0", "cortex-m3", "cortex-m4", "rv32imc")
PROFILES = ("small", "balanced", "fast")
# A short field; an order longer than the field; a = 0; then other shapes and longer fields.
CURVES = ("secp128r1", "secp160r1", "secp256k1")
MORE_CURVES = (
    *("secp112r2", "secp224k1", "prime239v1", "bn_p254", "brainpoolP256r1"),
    *("secp384r1", "secp521r1", "bn_p638"),
)
# Operation: what it puts out that may stay.
PUBLIC = {"keygen": "public_key", "ecdh": "", "sign": "signature"}


def builds() -> Iterator[object]:
    """In `make test` a profile for each pair of a curve and a target, in turn."""
    number = 0
    for curve in (*CURVES, *MORE_CURVES):
        for target in TARGETS:
            number += 1
            for profile in PROFILES:
                usual = curve in CURVES and profile == PROFILES[number % 3]
                marks = () if usual else (pytest.mark.campaign,)
                yield pytest.param(target, profile, curve, marks=marks)


@pytest.fixture(scope="module")
def lab() -> Lab:
    return Lab()


@pytest.mark.parametrize(("target", "profile", "curve"), list(builds()))
def test_what_stays_in_memory_is_the_same_for_all_secrets(
    lab: Lab, target: str, profile: str, curve: str
) -> None:
    described = curves.find(curve)
    built = lab.workshop(target, "gcc").build(Case(target, "whit", curve, ALL, profile=profile))
    for name, public in PUBLIC.items():
        contents = [
            memory_after(built.image.elf, target, described, name, number, public)
            for number in range(SECRETS)
        ]
        assert differing(contents) == [], name
