# SPDX-License-Identifier: MIT
"""How deep the dead stack below a multiplication is overwritten, by any compiler at any level of
optimisation: the bounds of src/group/scrub.h against what the emulated cores write.

A bound holds where every byte on the stack that depends on a secret, when the overwriting begins,
lies no lower than what is overwritten, then or by another such function of the operation."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from lab import curves
from lab.curves import Curve
from lab.emulator.image import read_image
from lab.emulator.word_machine import Entry, WordMachine
from lab.measures import inputs
from lab.model import ALL, PROFILES, Case
from lab.runner.observer import Silence
from lab.runner.workshop import Workshop
from lab.targets import catalogue
from lab.targets.buffers import Layout
from lab.targets.loading import load
from tests.images import LIMB_BYTES, SECRETS, boot, buffer, differing, left_behind, without_limbs

pytestmark = pytest.mark.skipif(
    shutil.which("arm-none-eabi-gcc") is None or shutil.which("clang") is None,
    reason="arm-none-eabi-gcc or clang is not installed",
)

TARGETS = ("cortex-m0", "cortex-m3", "cortex-m4", "rv32imc")
CLANG_TARGETS = ("cortex-m0", "cortex-m3", "cortex-m4")
LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os")
CURVES = ("secp256r1", "secp256k1", "curve25519", "ed25519")
MORE_CURVES = (
    *("secp128r1", "secp160r1", "secp384r1", "secp521r1", "brainpoolP256r1"),
    *("curve448", "ed448"),
)
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


def builds() -> Iterator[object]:
    usual = (*QUICK, *USUAL)
    every = (
        (target, compiler, level, profile, curve)
        for curve in (*CURVES, *MORE_CURVES)
        for compiler, targets in (("gcc", TARGETS), ("clang", CLANG_TARGETS))
        for target in targets
        for level in LEVELS
        for profile in PROFILES
    )
    for build in (*usual, *(build for build in every if build not in usual)):
        marks = [pytest.mark.slow] if build not in QUICK else []
        if build not in usual:
            marks.append(pytest.mark.campaign)
        *how, curve = build
        yield pytest.param(build, id=f"{'-'.join(how)}@{curve}", marks=marks)


@dataclass(frozen=True)
class Run:
    """Of an operation on one secret."""

    # Of functions that overwrite the dead stack, without the limbs of an output that may stay.
    entries: dict[str, Entry]
    left: bytes  # in memory


@dataclass(frozen=True)
class Held:
    """An operation in an image that holds it, and its runs on some secrets."""

    name: str
    elf: Path
    runs: list[Run]


@pytest.fixture(scope="module", params=list(builds()))
def held(request: pytest.FixtureRequest) -> tuple[Build, list[Held]]:
    """A build's operations with secrets. Each image is built, and each operation run, once."""
    build = request.param
    described = curves.find(build[-1])
    images: dict[str, Path] = {}
    found = []
    for name, (image, public) in OPERATIONS.get(described.name, WEIERSTRASS).items():
        if image not in images:
            images[image] = built(build, image)
        elf = images[image]
        runs = [run(elf, build[0], described, name, number, public) for number in range(SECRETS)]
        found.append(Held(name, elf, runs))
    return build, found


def built(build: Build, image: str) -> Path:
    """The image of a build with a compiler and a level of optimisation."""
    target, compiler, level, profile, curve = build
    found = catalogue.find(target, compiler=compiler)
    flags = tuple(level if flag in ("-Os", "-Oz") else flag for flag in found.flags)
    assert level in flags
    workshop = Workshop(replace(found, name=f"{target}{level}", flags=flags), Silence(), {}, {})
    return workshop.build(Case(target, "whit", curve, image, profile=profile)).image.elf


def run(elf: Path, target: str, described: Curve, name: str, number: int, public: str) -> Run:
    machine = boot(elf, target)
    assert isinstance(machine, WordMachine)
    operation, layout = described.operation(name), Layout(described.sizes)
    given = inputs.make(operation, described, "scrubbing", number)
    arguments = load(machine, layout, operation, given)
    entries = machine.entries(operation.function, *arguments, of=overwriting(elf, target))
    content = buffer(machine, described, public) if public else b""
    stacks = {
        function: replace(entry, below=without_limbs(whole_limbs(entry.below), content))
        for function, entry in entries.items()
    }
    return Run(stacks, left_behind(machine, content))


def whole_limbs(stack: bytes) -> bytes:
    """What lies below a stack pointer, from a multiple of a limb on."""
    return stack.rjust(-(-len(stack) // LIMB_BYTES) * LIMB_BYTES, b"\0")


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


def depth_of_secrets(found: list[bytes]) -> int:
    """How far below the stack pointer a byte differs between secrets."""
    deepest = max(map(len, found))
    padded = [stack.rjust(deepest, b"\0") for stack in found]
    differ = (at for at in range(deepest) if len({stack[at] for stack in padded}) > 1)
    return deepest - next(differ, deepest)


@pytest.mark.slow
def test_no_secret_lies_deeper_than_what_is_overwritten(held: tuple[Build, list[Held]]) -> None:
    build, operations = held
    for operation in operations:
        lowest: dict[str, tuple[int, int]] = {}  # of what is overwritten, of what is secret
        for function in operation.runs[0].entries:
            entries = [run.entries[function] for run in operation.runs]
            pointer = entries[0].stack_pointer
            secret = depth_of_secrets([entry.below for entry in entries])
            depth = overwritten(operation.elf, build[0], function)
            lowest[function] = pointer - depth, pointer - secret
        assert lowest, operation.name
        # Below the multiplication of a signature lies what is left of the derivation of its nonce,
        # which is overwritten behind it.
        ends = [end for end, secret in lowest.values() if end <= secret]
        assert ends, (operation.name, lowest)
        assert all(min(ends) <= secret for _, secret in lowest.values()), (operation.name, lowest)


@pytest.mark.slow
def test_what_stays_in_memory_is_the_same_for_all_secrets(held: tuple[Build, list[Held]]) -> None:
    build, operations = held
    if build[1:3] == ("clang", "-O3"):
        pytest.skip("clang leaves limbs in registers, which the overwriting function saves")
    for operation in operations:
        assert differing([run.left for run in operation.runs]) == [], operation.name
