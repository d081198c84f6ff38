# SPDX-License-Identifier: MIT
"""How deep the dead stack below a multiplication is overwritten, by any compiler at any level of
optimisation: the bounds of src/group/scrub.h against what the emulated cores write.

A bound holds where every byte on the stack that depends on a secret, when the overwriting begins,
lies no lower than what is overwritten, then or by another such function of the operation."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lab import curves
from lab.emulator.image import read_image
from lab.emulator.word_machine import WordMachine
from lab.measures import inputs
from lab.model import ALL, PROFILES, Case
from lab.runner.observer import Silence
from lab.runner.workshop import Workshop
from lab.targets import catalogue
from lab.targets.buffers import Layout
from lab.targets.loading import load
from tests.images import SECRETS, boot, differing, memory_after

pytestmark = pytest.mark.skipif(
    shutil.which("arm-none-eabi-gcc") is None or shutil.which("clang") is None,
    reason="arm-none-eabi-gcc or clang is not installed",
)

TARGETS = ("cortex-m0", "cortex-m3", "cortex-m4", "rv32imc")
CLANG_TARGETS = ("cortex-m0", "cortex-m3", "cortex-m4")
LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os")
CURVES = ("secp256r1", "secp256k1", "curve25519", "ed25519")
MORE_CURVES = ("secp128r1", "secp160r1", "secp384r1", "secp521r1", "curve448", "ed448")
# Operations with a secret: the image that holds each, and what it puts out that may stay.
WEIERSTRASS = {
    "keygen": (ALL, "public_key"),
    "ecdh": (ALL, ""),
    "sign": (ALL, "signature"),
    "sign_message": ("sign_message", "signature"),
}
AGREEMENT = {"keygen": ("keygen", "public_key"), "ecdh": ("ecdh", "")}
SIGNATURES = {"keygen": ("keygen", "public_key"), "sign": ("sign", "signature")}
OPERATIONS = {
    "curve25519": AGREEMENT,
    "ed25519": SIGNATURES,
    "curve448": AGREEMENT,
    "ed448": SIGNATURES,
}
OVERWRITING = re.compile(r"_scrub|whit_scheme_\d+_finish")
Build = tuple[str, str, str, str, str]  # target, compiler, level, profile, curve

QUICK: tuple[Build, ...] = (("cortex-m4", "gcc", "-O0", "balanced", "secp256r1"),)
USUAL: tuple[Build, ...] = (
    ("cortex-m4", "gcc", "-O0", "small", "secp256r1"),
    ("cortex-m0", "clang", "-O3", "fast", "secp256r1"),
    ("cortex-m4", "clang", "-O0", "balanced", "secp256r1"),
    ("cortex-m3", "gcc", "-O2", "balanced", "ed25519"),
)
# Builds whose multiplications lie deeper than their bounds say: SECURITY.md names them.
TOO_DEEP: tuple[Build, ...] = (("cortex-m0", "clang", "-Os", "fast", "secp256r1"),)


def builds() -> Iterator[object]:
    for build in QUICK:
        yield pytest.param(build, id="-".join(build))
    for build in USUAL:
        yield pytest.param(build, id="-".join(build), marks=pytest.mark.slow)
    every = (
        (target, compiler, level, profile, curve)
        for curve in (*CURVES, *MORE_CURVES)
        for compiler, targets in (("gcc", TARGETS), ("clang", CLANG_TARGETS))
        for target in targets
        for level in LEVELS
        for profile in PROFILES
    )
    for build in every:
        if build not in (*QUICK, *USUAL):
            marks = [pytest.mark.slow, pytest.mark.campaign]
            if build in TOO_DEEP:
                marks.append(pytest.mark.xfail(strict=True, reason="clang spills more there"))
            yield pytest.param(build, id="-".join(build), marks=marks)


class Images:
    """Images of builds with a compiler and a level of optimisation; each is built once."""

    def __init__(self) -> None:
        self._places: dict[str, Path] = {}
        self._built: dict[tuple[Build, str], Path] = {}

    def elf(self, build: Build, held: str) -> Path:
        if (build, held) not in self._built:
            target, compiler, level, profile, curve = build
            found = catalogue.find(target, compiler=compiler)
            flags = tuple(level if flag in ("-Os", "-Oz") else flag for flag in found.flags)
            assert level in flags
            found = replace(found, name=f"{target}{level}", flags=flags)
            workshop = Workshop(found, Silence(), self._places, {})
            case = Case(target, "whit", curve, held, profile=profile)
            self._built[build, held] = workshop.build(case).image.elf
        return self._built[build, held]


@pytest.fixture(scope="module")
def images() -> Images:
    return Images()


def operations(build: Build) -> dict[str, tuple[str, str]]:
    return OPERATIONS.get(build[-1], WEIERSTRASS)


def overwriting(elf: Path, target: str) -> list[str]:
    """The functions that overwrite the dead stack. Those of bytecode wipe their argument too."""
    machine = "EM_RISCV" if target == "rv32imc" else "EM_ARM"
    return [name for name in read_image(elf, machine).symbols if OVERWRITING.search(name)]


def overwritten(elf: Path, target: str, function: str) -> int:
    """How far below the stack pointer at its entry a function leaves zeros. What lies below them
    is the frame of base_wipe."""
    machine = boot(elf, target)
    assert isinstance(machine, WordMachine)
    depth = machine.call(function, machine.symbol("harness_buffers")).painted_stack_bytes
    stack = machine.read(machine.stack_pointer - depth, depth)
    return depth - max(re.finditer(rb"\0+", stack), key=lambda run: len(run[0])).start()


def stacks(elf: Path, target: str, curve: str, name: str, function: str) -> tuple[int, list[bytes]]:
    """The stack pointer where a function is first entered, and what lies below it for some secrets;
    nothing if the operation does not come to it."""
    found = []
    pointer = 0
    for number in range(SECRETS):
        machine = boot(elf, target)
        assert isinstance(machine, WordMachine)
        described = curves.find(curve)
        operation, layout = described.operation(name), Layout(described.sizes)
        given = inputs.make(operation, described, "scrubbing", number)
        arguments = load(machine, layout, operation, given)
        reached = machine.reach(operation.function, *arguments, until=function)
        if reached is not None:
            pointer, lowest = reached
            found.append(machine.read(lowest, pointer - lowest))
    return pointer, found


def depth_of_secrets(found: list[bytes]) -> int:
    """How far below the stack pointer a byte differs between secrets."""
    deepest = max(map(len, found))
    padded = [stack.rjust(deepest, b"\0") for stack in found]
    differ = (at for at in range(deepest) if len({stack[at] for stack in padded}) > 1)
    return deepest - next(differ, deepest)


@pytest.mark.slow
@pytest.mark.parametrize("build", list(builds()))
def test_no_secret_lies_deeper_than_what_is_overwritten(images: Images, build: Build) -> None:
    target, curve = build[0], build[4]
    for name, (held, _) in operations(build).items():
        elf = images.elf(build, held)
        lowest: dict[str, tuple[int, int]] = {}  # of what is overwritten, of what is secret
        for function in overwriting(elf, target):
            pointer, found = stacks(elf, target, curve, name, function)
            if found:
                depth = overwritten(elf, target, function)
                lowest[function] = pointer - depth, pointer - depth_of_secrets(found)
        assert lowest, name
        # Below the multiplication of a signature lies what is left of the derivation of its nonce,
        # which is overwritten behind it.
        ends = [end for end, secret in lowest.values() if end <= secret]
        assert ends, (name, lowest)
        assert all(min(ends) <= secret for _, secret in lowest.values()), (name, lowest)


@pytest.mark.slow
@pytest.mark.parametrize("build", list(builds()))
def test_what_stays_in_memory_is_the_same_for_all_secrets(images: Images, build: Build) -> None:
    if build[1:3] == ("clang", "-O3"):
        pytest.skip("clang leaves limbs in registers, which the overwriting function saves")
    described = curves.find(build[4])
    for name, (held, public) in operations(build).items():
        elf = images.elf(build, held)
        contents = [
            memory_after(elf, build[0], described, name, number, public)
            for number in range(SECRETS)
        ]
        assert differing(contents) == [], name
