# SPDX-License-Identifier: MIT
"""Profile small of secp256r1 on emulated cores where its one loop over digits meets what it adds:
equal and opposite points, infinity, and keys that make its table of two points degenerate."""

import random
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from lab import curves, oracle
from lab.emulator import Machine, open_machine
from lab.model import ALL, Case
from lab.runner import Lab
from lab.targets import catalogue
from lab.targets.buffers import Layout
from lab.targets.loading import core_of, load

pytestmark = pytest.mark.skipif(
    shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
)

# Targets, with builds in less flash among them. The ladder of the last ones is for ECDH alone.
TARGETS = (
    ("cortex-m4", None),
    ("cortex-m4", "least"),
    pytest.param(("cortex-m0", None), marks=pytest.mark.slow),
)
LADDERS = (
    ("cortex-m4", "least-ecdh"),
    pytest.param(("cortex-m0", "least-ecdh"), marks=pytest.mark.slow),
)
CURVE = curves.find("secp256r1")
RIGHT = oracle.of(CURVE)
N = CURVE.order
HALF = 2**128
OTHER_KEY = random.Random("the other side").randrange(1, N)


# The programs that an image with one operation holds besides those that all share.
OWN_PROGRAMS = {
    "keygen": {"generate"},
    "ecdh": {"exchange"},
    "sign": {"key", "sign"},
    "verify": {"verify"},
}


@dataclass(frozen=True)
class Image:
    machine: Machine
    layout: Layout

    def call(self, name: str, **inputs: bytes) -> int:
        operation = CURVE.operation(name)
        arguments = load(self.machine, self.layout, operation, inputs)
        return self.machine.call(operation.function, *arguments).value

    def output(self, buffer: str) -> bytes:
        start = self.machine.symbol("harness_buffers") + self.layout.offset(buffer)
        return self.machine.read(start, CURVE.sizes.buffers[buffer])


@pytest.fixture(scope="module")
def images() -> dict[tuple[str, str | None], Image]:
    return {}


@pytest.fixture
def image(images: dict[tuple[str, str | None], Image], request: pytest.FixtureRequest) -> Image:
    target, configuration = build = request.param
    if build not in images:
        operation = "ecdh" if configuration == "least-ecdh" else ALL
        case = Case(target, "whit", CURVE.name, operation, configuration, profile="small")
        elf = Lab().workshop(target, "gcc").build(case).image.elf
        described = catalogue.find(target)
        assert described.emulation is not None
        machine = open_machine(elf, core_of(described, described.emulation))
        machine.boot()
        images[build] = Image(machine, Layout(CURVE.sizes))
    return images[build]


def number(value: int) -> bytes:
    return (value % N).to_bytes(32)


def public(key: int) -> bytes:
    return RIGHT.public_key(number(key))


def special_scalars() -> Iterator[int]:
    """Those of digits' sums at which the last digits add equal or opposite points, and others at
    the edges, where a ladder meets infinity."""
    for sign in (1, -1):
        for other in (1, -1):
            for factor in (1, 3, 2):
                yield factor * (sign + other * HALF) % N
    yield from (1, 2, 3, N - 1, N - 2, N // 2, N // 2 + 1, HALF, HALF - 1, N - HALF, 2 * HALF - 1)


@pytest.mark.parametrize("image", [*TARGETS, *LADDERS], indirect=True)
def test_multiplication_by_special_scalars(image: Image) -> None:
    for key in special_scalars():
        for other in (1, N - 1, OTHER_KEY):
            assert image.call("ecdh", private_key=number(key), public_key=public(other)) == 0
            expected = RIGHT.shared_secret(number(key), public(other))
            assert image.output("secret") == expected, (key, other)


@dataclass(frozen=True)
class Signature:
    """One that verifies, u z / s and v r / s being chosen first."""

    public_key: bytes
    digest: bytes
    signature: bytes

    @staticmethod
    def of(u: int, v: int, key: int) -> "Signature":
        r = int.from_bytes(public(u + v * key)[:32]) % N
        s = r * pow(v, -1, N) % N
        return Signature(public(key), number(u * s), number(r) + number(s))


def digits(u: int, v: int) -> list[tuple[int, int]]:
    """Those that the loop takes from u and v, the highest first."""
    first, second = (u - 1) * (N + 1) // 2, (v - 1) * (N + 1) // 2 % N - 2**256
    e, f = first % N, second % N
    return [(1, 1), (-1, 1)] + [
        (2 * (e >> i & 1) - 1, 2 * (f >> i & 1) - 1) for i in range(255, -1, -1)
    ]


def test_the_digits_are_those_of_the_scalars() -> None:
    u, v = 0x1234567 << 200, 0x7654321 << 100
    sums = [sum(d[i] << 257 - j for j, d in enumerate(digits(u, v))) for i in (0, 1)]
    assert [total % N for total in sums] == [u, v]


def crafted(step: int, generator: random.Random) -> Iterator[tuple[str, Signature]]:
    """Signatures that make the sum before a digit that digit, its negative, infinity or minus half
    of it."""
    while True:
        u, v = generator.randrange(1, N), generator.randrange(1, N)
        a = b = 0
        taken = digits(u, v)
        for first, second in taken[:step]:
            a, b = 2 * a + first, 2 * b + second
        x, y = taken[step]
        aims = {
            "equal": (a - x, b - y),
            "opposite": (a + x, b + y),
            "infinity": (a, b),
            "minus half": (2 * a + x, 2 * b + y),
        }
        if all(first % N and second % N for first, second in aims.values()):
            break
    for name, (first, second) in aims.items():
        key = -first * pow(second, -1, N) % N
        if (u + v * key) % N != 0:
            yield name, Signature.of(u, v, key)


@pytest.mark.parametrize("image", TARGETS, indirect=True)
def test_sums_that_meet_the_next_digit(image: Image) -> None:
    generator = random.Random("crafted")
    for step in (3, 4, 5, 8, 40, 130, 200, 255, 256, 257):
        for name, made in crafted(step, generator):
            inputs = {"public_key": made.public_key, "digest": made.digest}
            assert image.call("verify", **inputs, signature=made.signature) == 0, (step, name)
            wrong = made.signature[:40] + bytes([made.signature[40] ^ 1]) + made.signature[41:]
            assert image.call("verify", **inputs, signature=wrong) != 0, (step, name)


@pytest.mark.parametrize("image", TARGETS, indirect=True)
def test_keys_near_the_base_point(image: Image) -> None:
    generator = random.Random("near")
    for key in (1, 2, 3, 4, N // 2, N // 2 + 1, N - 1, N - 2, N - 3):
        for _ in range(3):
            u, v = generator.randrange(1, N), generator.randrange(1, N)
            made = Signature.of(u, v, key)
            inputs = {"public_key": made.public_key, "digest": made.digest}
            assert image.call("verify", **inputs, signature=made.signature) == 0, key


@pytest.mark.parametrize("operation", OWN_PROGRAMS)
def test_an_image_with_one_operation_holds_its_programs_alone(operation: str) -> None:
    case = Case("cortex-m4", "whit", CURVE.name, operation, profile="small")
    elf = Lab().workshop(case.target, case.compiler).build(case).image.elf
    listed = subprocess.run(
        ["arm-none-eabi-nm", elf], capture_output=True, text=True, check=True
    ).stdout
    names = {line.split()[-1] for line in listed.splitlines()}
    programs = {f"whit_compact_256_{name}": name for own in OWN_PROGRAMS.values() for name in own}
    assert {name for symbol, name in programs.items() if symbol in names} == OWN_PROGRAMS[operation]
    assert ("secp256r1_base_point" in names) == (operation != "ecdh")
