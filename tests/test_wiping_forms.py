# SPDX-License-Identifier: MIT
"""What X25519, X448, Ed25519 and Ed448 leave in memory: what differs between secrets, whatever form
it has. tests/test_wiping.py says more of what it looks for."""

import shutil
from collections.abc import Iterator

import pytest

from lab import curves
from lab.model import Case
from lab.runner import Lab
from tests.images import SECRETS, differing, memory_after
from tests.test_wiping_curves import PROFILES, TARGETS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
    ),
]

OPERATIONS = {
    "curve25519": ("keygen", "ecdh"),
    "ed25519": ("keygen", "sign"),
    "curve448": ("keygen", "ecdh"),
    "ed448": ("keygen", "sign"),
}


def builds() -> Iterator[object]:
    """In `make test` a profile for each pair of a curve and a target, in turn."""
    number = 0
    for curve in OPERATIONS:
        for target in TARGETS:
            number += 1
            for profile in PROFILES:
                usual = curve.endswith("25519") and profile == PROFILES[number % 3]
                marks = () if usual else (pytest.mark.campaign,)
                yield pytest.param(target, profile, curve, marks=marks)
    for profile in PROFILES:
        for curve in ("curve25519", "ed25519"):
            yield pytest.param("avr", profile, curve)


@pytest.fixture(scope="module")
def lab() -> Lab:
    return Lab()


@pytest.mark.parametrize(("target", "profile", "curve"), list(builds()))
@pytest.mark.sampled(3)
def test_what_stays_in_memory_is_the_same_for_all_secrets(
    lab: Lab, target: str, profile: str, curve: str
) -> None:
    described = curves.find(curve)
    for name in OPERATIONS[curve]:
        built = lab.workshop(target, "gcc").build(
            Case(target, "whit", curve, name, profile=profile)
        )
        contents = [
            memory_after(built.image.elf, target, described, name, number)
            for number in range(SECRETS)
        ]
        assert differing(contents) == [], name
