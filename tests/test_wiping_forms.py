# SPDX-License-Identifier: MIT
"""What X25519, X448, Ed25519 and Ed448 leave in memory: what differs between secrets, whatever form
it has. tests/test_wiping.py says more of what it looks for."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab import curves
from lab.curves import Curve
from lab.emulator import open_machine
from lab.measures import inputs
from lab.model import Case
from lab.runner import Lab
from lab.targets import catalogue
from lab.targets.buffers import Layout
from lab.targets.loading import core_of, load
from tests.test_wiping_curves import LIMB_BYTES, PROFILES, SECRETS, TARGETS

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


def memory_after(elf: Path, target: str, curve: Curve, name: str, number: int) -> bytes:
    """The RAM without what the harness owns."""
    described = catalogue.find(target)
    assert described.emulation is not None
    core = core_of(described, described.emulation)
    machine = open_machine(elf, core)
    machine.boot()
    operation, layout = curve.operation(name), Layout(curve.sizes)
    given = inputs.make(operation, curve, "wiping", number)
    assert machine.call(operation.function, *load(machine, layout, operation, given)).value == 0
    for symbol in ("harness_buffers", "harness_pool"):
        machine.write(machine.symbol(symbol), bytes(machine.symbol_size(symbol)))
    return machine.read(*core.ram)


@pytest.mark.parametrize(("target", "profile", "curve"), list(builds()))
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
        differing = [
            len(contents[0]) - at
            for at in range(0, len(contents[0]), LIMB_BYTES)
            if all(len({content[at + i] for content in contents}) > 1 for i in range(LIMB_BYTES))
        ]
        assert differing == [], name
