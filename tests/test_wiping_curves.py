# SPDX-License-Identifier: MIT
"""What a call leaves in memory on other curves than secp256r1, and on every core: what differs
between secrets, whatever form it has. tests/test_wiping.py says more of what it looks for."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab import curves
from lab.curves import Curve
from lab.emulator import open_machine
from lab.measures import inputs
from lab.model import ALL, Case
from lab.runner import Lab
from lab.targets import catalogue
from lab.targets.buffers import Layout
from lab.targets.loading import core_of, load

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
LIMB_BYTES = 4
SECRETS = 3


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


def memory_after(elf: Path, target: str, curve: Curve, name: str, number: int) -> bytes:
    """The RAM without what the harness owns and what the caller is given, which is public."""
    described = catalogue.find(target)
    assert described.emulation is not None
    core = core_of(described, described.emulation)
    machine = open_machine(elf, core)
    machine.boot()
    operation, layout = curve.operation(name), Layout(curve.sizes)
    given = inputs.make(operation, curve, "wiping", number)
    assert machine.call(operation.function, *load(machine, layout, operation, given)).value == 0
    buffers = machine.symbol("harness_buffers")
    public = {"keygen": "public_key", "sign": "signature"}.get(name)
    content = b""
    if public is not None:
        content = machine.read(buffers + layout.offset(public), curve.sizes.buffers[public])
    for symbol in ("harness_buffers", "harness_pool"):
        machine.write(machine.symbol(symbol), bytes(machine.symbol_size(symbol)))
    memory = machine.read(*core.ram)
    for half in (content[: len(content) // 2], content[len(content) // 2 :]):
        if half:
            memory = memory.replace(half, bytes(len(half)))
            memory = memory.replace(half[::-1], bytes(len(half)))
    return memory


@pytest.mark.parametrize(("target", "profile", "curve"), list(builds()))
def test_what_stays_in_memory_is_the_same_for_all_secrets(
    lab: Lab, target: str, profile: str, curve: str
) -> None:
    described = curves.find(curve)
    built = lab.workshop(target, "gcc").build(Case(target, "whit", curve, ALL, profile=profile))
    for name in ("keygen", "ecdh", "sign"):
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
