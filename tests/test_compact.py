# SPDX-License-Identifier: MIT
"""Profile small on emulated cores, of curves that it runs on byte code, where its one loop over
digits meets what it adds: equal and opposite points, infinity, and keys that make its table of two
points degenerate. And public keys alone, which have programs of their own there."""

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from lab import curves, oracle
from lab.curves import Curve
from lab.emulator import Call, Machine, open_machine
from lab.measures.flash import footprint
from lab.model import ALL, Case
from lab.oracle import Oracle
from lab.runner import Lab
from lab.targets import catalogue
from lab.targets.buffers import Layout
from lab.targets.loading import core_of, load
from tests.runner.tools import ROOT
from tools.curves.objects import compact_widths
from tools.curves.read import load as load_curve

pytestmark = pytest.mark.skipif(
    shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
)

SLOW = (pytest.mark.slow,)
CAMPAIGN = (pytest.mark.slow, pytest.mark.campaign)

# Targets, with builds in less flash among them, and curves: of a = 0, of limbs that are odd in
# number, and worked on as its twist. Outside a campaign each instruction set and each kind of curve
# is in one of them. The ladder of the last ones is for ECDH alone.
TARGETS = (
    pytest.param(("cortex-m4", None, "secp256r1")),
    pytest.param(("cortex-m4", "least", "secp256r1"), marks=CAMPAIGN),
    pytest.param(("cortex-m4", None, "secp256k1"), marks=SLOW),
    pytest.param(("cortex-m4", None, "secp224r1"), marks=SLOW),
    pytest.param(("cortex-m4", None, "brainpoolP256r1"), marks=SLOW),
    pytest.param(("cortex-m0", None, "secp256r1"), marks=SLOW),
    pytest.param(("cortex-m0", None, "secp256k1"), marks=CAMPAIGN),
    pytest.param(("rv32imc", None, "secp256r1"), marks=CAMPAIGN),
    pytest.param(("rv32imc", "least", "secp256r1"), marks=SLOW),
    pytest.param(("rv32imc", None, "secp256k1"), marks=CAMPAIGN),
    pytest.param(("rv32imc", None, "brainpoolP256t1"), marks=CAMPAIGN),
)
# Both programs of hardened verification.
HARDENED = (
    pytest.param(("cortex-m4", None, "secp256r1", "verify_hardened"), marks=SLOW),
    pytest.param(("cortex-m0", None, "secp256r1", "verify_hardened"), marks=CAMPAIGN),
    pytest.param(("cortex-m4", None, "brainpoolP256r1", "verify_hardened"), marks=CAMPAIGN),
    pytest.param(("rv32imc", None, "secp256k1", "verify_hardened"), marks=SLOW),
)
LADDERS = (
    pytest.param(("cortex-m4", "least-ecdh", "secp256r1"), marks=CAMPAIGN),
    pytest.param(("cortex-m0", "least-ecdh", "secp256r1"), marks=SLOW),
    pytest.param(("cortex-m4", "least-ecdh", "brainpoolP256r1"), marks=SLOW),
    pytest.param(("rv32imc", "least-ecdh", "secp256r1"), marks=CAMPAIGN),
)
# With a ladder for secret scalars beside the loop that verifies.
LINES = (
    pytest.param(("cortex-m4", "lines", "secp256r1"), marks=SLOW),
    pytest.param(("cortex-m0", "lines", "secp256r1"), marks=SLOW),
    pytest.param(("cortex-m3", "lines", "secp256r1"), marks=CAMPAIGN),
    pytest.param(("rv32imc", "lines", "secp256r1"), marks=CAMPAIGN),
    pytest.param(("cortex-m4", "lines-compiled", "secp256r1"), marks=SLOW),
    pytest.param(("cortex-m0", "lines-compiled", "secp256r1"), marks=SLOW),
    pytest.param(("cortex-m3", "lines-compiled", "secp256r1"), marks=SLOW),
    pytest.param(("rv32imc", "lines-compiled", "secp256r1"), marks=SLOW),
)
HARDENED_LINES = pytest.param(("cortex-m0", "lines", "secp256r1", "verify_hardened"), marks=SLOW)

HARDENED_BYTES = 500  # more than plain verification, at most

# The programs that an image with one operation holds besides those that all share.
OWN_PROGRAMS = {
    "keygen": {"generate"},
    "ecdh": {"exchange"},
    "sign": {"key", "sign"},
    "verify": {"verify"},
    "verify_hardened": {"verify", "verify_otherwise"},
}


@dataclass(frozen=True)
class Group:
    """A curve, and what is right on it."""

    curve: Curve

    @property
    def n(self) -> int:
        return self.curve.order

    @property
    def half(self) -> int:
        return 1 << self.curve.order_bits // 2

    @property
    def other_key(self) -> int:
        return random.Random("the other side").randrange(1, self.n)

    @property
    def right(self) -> Oracle:
        return oracle.of(self.curve)

    def number(self, value: int) -> bytes:
        return (value % self.n).to_bytes(self.curve.sizes.order)

    def public(self, key: int) -> bytes:
        return self.right.public_key(self.number(key))


@dataclass(frozen=True)
class Image:
    machine: Machine
    layout: Layout
    group: Group
    verify: str  # how it verifies

    def call(self, name: str, **inputs: bytes) -> int:
        return self.run(name, **inputs).value

    def run(self, name: str, **inputs: bytes) -> Call:
        operation = self.group.curve.operation(name)
        arguments = load(self.machine, self.layout, operation, inputs)
        return self.machine.call(operation.function, *arguments)

    def output(self, buffer: str) -> bytes:
        start = self.machine.symbol("harness_buffers") + self.layout.offset(buffer)
        return self.machine.read(start, self.group.curve.sizes.buffers[buffer])


@pytest.fixture(scope="module")
def images() -> dict[tuple[str, str | None, str, str], Image]:
    return {}


@pytest.fixture
def image(
    images: dict[tuple[str, str | None, str, str], Image], request: pytest.FixtureRequest
) -> Image:
    target, configuration, name = request.param[:3]
    operation = "ecdh" if configuration == "least-ecdh" else ALL
    build = target, configuration, name, *(request.param[3:] or (operation,))
    if build not in images:
        case = Case(target, "whit", name, build[3], configuration, profile="small")
        elf = Lab().workshop(target, "gcc").build(case).image.elf
        described = catalogue.find(target)
        assert described.emulation is not None
        machine = open_machine(elf, core_of(described, described.emulation))
        machine.boot()
        curve = curves.find(name)
        verify = "verify_hardened" if build[3] == "verify_hardened" else "verify"
        images[build] = Image(machine, Layout(curve.sizes), Group(curve), verify)
    return images[build]


def special_scalars(group: Group) -> Iterator[int]:
    """Those of digits' sums at which the last digits add equal or opposite points, and others at
    the edges, where a ladder meets infinity."""
    n, half = group.n, group.half
    for sign in (1, -1):
        for other in (1, -1):
            for factor in (1, 3, 2):
                yield factor * (sign + other * half) % n
    yield from (1, 2, 3, n - 1, n - 2, n // 2, n // 2 + 1, half, half - 1, n - half, 2 * half - 1)


@pytest.mark.slow
@pytest.mark.parametrize("image", [*TARGETS, *LADDERS, *LINES], indirect=True)
@pytest.mark.sampled(4)
def test_multiplication_by_special_scalars(image: Image) -> None:
    group = image.group
    for key in special_scalars(group):
        private_key = group.number(key)
        for other in (1, group.n - 1, group.other_key):
            public_key = group.public(other)
            assert image.call("ecdh", private_key=private_key, public_key=public_key) == 0
            expected = group.right.shared_secret(private_key, public_key)
            assert image.output("secret") == expected, (key, other)


def at_infinity(order: int, length: int) -> set[int]:
    """The scalars, multiples of `length` digits below the two highest, for which the sum of some
    digits is infinity, or the next digit or its negative: of all that can be, by the comment above
    programs/points.txt and by one that claims less."""
    half = 1 << length
    ends = {sign + other * half for sign in (1, -1) for other in (1, -1)}
    found = set()
    for key in {factor * end % order for end in ends for factor in (1, 2, 3, -3)}:
        e = (key - 1 - 3 * half) * (order + 1) // 2 % order
        added = [(1, -1)] + [
            (2 * (e >> i & 1) - 1, 2 * (e >> i + length & 1) - 1) for i in reversed(range(length))
        ]
        total = 1 + half
        for first, second in added:
            term = first + second * half
            if 0 in (total % order, (total - term) % order, (total + term) % order):
                found.add(key)
            total = 2 * total + term
        assert total % order == key
    return found


def byte_code_orders() -> dict[str, int]:
    """Of the curves that profile small can run on byte code."""
    read = (load_curve(path) for path in sorted((ROOT / "curves").glob("*.toml")))
    return {curve.name: curve.order for curve in read if compact_widths(curve)}


def test_the_curves_with_scalars_that_meet_infinity_are_those_of_security_md() -> None:
    having = set()
    for name, order in byte_code_orders().items():
        length = order.bit_length() // 2
        found = at_infinity(order, length)
        expected = {(a + b * (1 << length)) % order for a in (1, -1) for b in (1, -1)}
        assert found == (set() if order >> length & 1 else expected), name
        having |= {name} if found else set()
    text = " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").split())
    told = re.search(r"the order's bit l is 0: ([^.]+)\.", text)
    assert told is not None
    assert set(re.findall(r"\w+", told[1])) - {"and"} == having


@pytest.mark.slow
@pytest.mark.parametrize(
    "image",
    [
        *(TARGETS[0], TARGETS[2]),
        *(
            pytest.param(*each.values, marks=CAMPAIGN)
            for each in (TARGETS[1], *TARGETS[3:], *LADDERS, *LINES)
        ),
    ],
    indirect=True,
)
def test_only_scalars_that_meet_infinity_take_a_path_of_their_own(
    image: Image, request: pytest.FixtureRequest
) -> None:
    group = image.group
    public_key = group.public(group.other_key)
    ladder = request.node.callspec.params["image"][1] in ("least-ecdh", "lines", "lines-compiled")
    apart = set() if ladder else at_infinity(group.n, group.curve.order_bits // 2)

    def instructions(key: int) -> int:
        call = image.run("ecdh", private_key=group.number(key), public_key=public_key)
        assert call.value == 0
        return call.instructions

    usual = instructions(group.other_key)
    for key in {key for key in special_scalars(group) if key % group.n != 0}:
        assert (instructions(key) != usual) == (key in apart), key


@dataclass(frozen=True)
class Signature:
    """One that verifies, u z / s and v r / s being chosen first."""

    public_key: bytes
    digest: bytes
    signature: bytes

    @staticmethod
    def of(group: Group, u: int, v: int, key: int) -> "Signature":
        n = group.n
        r = int.from_bytes(group.public(u + v * key)[: group.curve.sizes.field]) % n
        s = r * pow(v, -1, n) % n
        # The last byte of a digest that is longer than the order counts for nothing.
        digest = group.number(u * s).ljust(group.curve.sizes.digest, b"\0")
        return Signature(group.public(key), digest, group.number(r) + group.number(s))

    def negated(self, group: Group) -> bytes:
        """(r, n - s)."""
        size = group.curve.sizes.order
        s = int.from_bytes(self.signature[size:])
        return self.signature[:size] + group.number(group.n - s)


def digits(group: Group, u: int, v: int) -> list[tuple[int, int]]:
    """Those that the loop takes from u and v, the highest first."""
    n, bits = group.n, group.curve.order_bits
    first, second = (u - 1) * (n + 1) // 2, (v - 1) * (n + 1) // 2 % n - 2**bits
    e, f = first % n, second % n
    return [(1, 1), (-1, 1)] + [
        (2 * (e >> i & 1) - 1, 2 * (f >> i & 1) - 1) for i in reversed(range(bits))
    ]


@pytest.mark.parametrize("name", ["secp256r1", "secp256k1", "secp224r1"])
def test_the_digits_are_those_of_the_scalars(name: str) -> None:
    group = Group(curves.find(name))
    u, v = 0x1234567 << 190, 0x7654321 << 100
    bits = group.curve.order_bits
    sums = [sum(d[i] << bits + 1 - j for j, d in enumerate(digits(group, u, v))) for i in (0, 1)]
    assert [total % group.n for total in sums] == [u, v]


def crafted(group: Group, step: int, generator: random.Random) -> Iterator[tuple[str, Signature]]:
    """Signatures that make the sum before a digit that digit, its negative, infinity or minus half
    of it."""
    n = group.n
    while True:
        u, v = generator.randrange(1, n), generator.randrange(1, n)
        a = b = 0
        taken = digits(group, u, v)
        for first, second in taken[:step]:
            a, b = 2 * a + first, 2 * b + second
        x, y = taken[step]
        aims = {
            "equal": (a - x, b - y),
            "opposite": (a + x, b + y),
            "infinity": (a, b),
            "minus half": (2 * a + x, 2 * b + y),
        }
        if all(first % n and second % n for first, second in aims.values()):
            break
    for name, (first, second) in aims.items():
        key = -first * pow(second, -1, n) % n
        if (u + v * key) % n != 0:
            yield name, Signature.of(group, u, v, key)


@pytest.mark.slow
@pytest.mark.parametrize("image", [*TARGETS, *HARDENED, *LINES, HARDENED_LINES], indirect=True)
@pytest.mark.sampled(4)
def test_sums_that_meet_the_next_digit(image: Image) -> None:
    generator = random.Random("crafted")
    bits = image.group.curve.order_bits
    for step in (3, 4, 5, 8, 40, 130, 200, bits - 1, bits, bits + 1):
        for name, made in crafted(image.group, step, generator):
            inputs = {"public_key": made.public_key, "digest": made.digest}
            assert image.call(image.verify, **inputs, signature=made.signature) == 0, (step, name)
            wrong = made.signature[:40] + bytes([made.signature[40] ^ 1]) + made.signature[41:]
            assert image.call(image.verify, **inputs, signature=wrong) != 0, (step, name)
            if image.verify != "verify":  # one of its programs has the digits of the other
                other = made.negated(image.group)
                assert image.call(image.verify, **inputs, signature=other) == 0, (step, name)


@pytest.mark.slow
@pytest.mark.parametrize("image", [*TARGETS, *HARDENED, *LINES, HARDENED_LINES], indirect=True)
@pytest.mark.sampled(3)
def test_keys_near_the_base_point(image: Image) -> None:
    generator = random.Random("near")
    n = image.group.n
    for key in (1, 2, 3, 4, n // 2, n // 2 + 1, n - 1, n - 2, n - 3):
        for _ in range(3):
            u, v = generator.randrange(1, n), generator.randrange(1, n)
            made = Signature.of(image.group, u, v, key)
            inputs = {"public_key": made.public_key, "digest": made.digest}
            assert image.call(image.verify, **inputs, signature=made.signature) == 0, key


# Images that hold that alone.
CHECKS = [
    pytest.param((target, None, name, operation), marks=marks)
    for target, name, marks in (
        ("cortex-m4", "secp256r1", SLOW),
        ("cortex-m4", "secp256k1", CAMPAIGN),
        ("cortex-m4", "brainpoolP256r1", SLOW),
        ("cortex-m0", "secp256r1", SLOW),
        ("rv32imc", "secp256r1", CAMPAIGN),
        ("rv32imc", "secp256k1", SLOW),
    )
    for operation in ("validate", "decompress")
]
CHECKS += [pytest.param(("cortex-m3", None, "secp256r1", "validate"), marks=SLOW)]


@pytest.mark.parametrize("image", CHECKS, indirect=True)
@pytest.mark.sampled(3)
def test_public_keys_alone(image: Image, request: pytest.FixtureRequest) -> None:
    operation = request.node.callspec.params["image"][3]
    group, p = image.group, image.group.curve.p
    size = group.curve.sizes.field
    generator = random.Random("public keys")
    a, b = group.curve.a, group.curve.b
    for _ in range(12):
        key = group.public(generator.randrange(1, group.n))
        x, y = (int.from_bytes(part) for part in (key[:size], key[size:]))
        if operation == "validate":
            assert image.call("validate", public_key=key) == 0
            over = (x + p, y) if x + p < 1 << 8 * size else (p, y)
            pairs = ((x, y ^ 1), (x ^ 1, y), (x, (y + p) % 2 ** (8 * size)), (p, 0), over, (0, 0))
            for wrong in pairs:
                octets = b"".join(value.to_bytes(size) for value in wrong)
                assert image.call("validate", public_key=octets) != 0, wrong
            continue
        for parity in (0, 1):
            compressed = bytes([2 | parity]) + key[:size]
            assert image.call("decompress", compressed=compressed) == 0
            root = y if y & 1 == parity else p - y
            assert image.output("public_key") == key[:size] + root.to_bytes(size)
        for prefix in (0, 1, 4, 6):
            assert image.call("decompress", compressed=bytes([prefix]) + key[:size]) != 0
        other = x
        while pow(other**3 + a * other + b, (p - 1) // 2, p) == 1:
            other = (other + 1) % p
        for wrong_x in (other, p, 2 ** (8 * size) - 1):
            compressed = b"\2" + wrong_x.to_bytes(size)
            assert image.call("decompress", compressed=compressed) != 0


@pytest.mark.slow
@pytest.mark.parametrize("operation", OWN_PROGRAMS)
def test_an_image_with_one_operation_holds_its_programs_alone(operation: str) -> None:
    case = Case("cortex-m4", "whit", "secp256r1", operation, profile="small")
    elf = Lab().workshop(case.target, case.compiler).build(case).image.elf
    listed = subprocess.run(
        ["arm-none-eabi-nm", elf], capture_output=True, text=True, check=True
    ).stdout
    names = {line.split()[-1] for line in listed.splitlines()}
    programs = {f"whit_compact_256_{name}": name for own in OWN_PROGRAMS.values() for name in own}
    assert {name for symbol, name in programs.items() if symbol in names} == OWN_PROGRAMS[operation]
    assert ("secp256r1_base_point" in names) == (operation != "ecdh")


@pytest.mark.slow
def test_hardened_verification_takes_few_bytes_more() -> None:
    """It runs the same programs twice and has one of its own."""

    def flash_of(operation: str) -> int:
        case = Case("cortex-m0plus", "whit", "secp256r1", operation, profile="small")
        built = Lab().workshop(case.target, case.compiler).build(case)
        return footprint(built.image.elf).flash_bytes - footprint(built.empty.elf).flash_bytes

    assert 0 < flash_of("verify_hardened") - flash_of("verify") < HARDENED_BYTES
