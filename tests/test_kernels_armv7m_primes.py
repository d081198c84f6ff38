# SPDX-License-Identifier: MIT
"""The field arithmetic of ARMv7-M modulo p192 and p384 on an emulated Cortex-M3: against integers
and the portable twins, by halves of limbs and by UMULL."""

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from emulator.assembler import HEADER, boot, function, link

from lab.emulator import Machine
from tests.kernels import FLAGS, kernels
from tests.test_kernels import DATA, SAVING, edges, read, write
from tests.test_kernels_primes import FIELD, PRIMES, TWIN, Prime

ROUNDS = 200
OPERATIONS = {
    "p192": ("mul", "add", "sub", "half"),
    "p384": ("mul", "add", "sub", "three_halves"),
}
NEGATED = ("p384",)
ALL: dict[str, tuple[int, Callable[..., int]]] = {
    **FIELD,
    "half": (1, lambda p, a: a * ((p.p + 1) // 2)),
}
# Halves of a number of 384 bits, of which products are made: equal, and either one the larger.
HALVES_384 = (0, 1, 2**32, 2**96 - 1, 2**128, 2**191, 2**192 - 2**128, 2**192 - 1)
MISSING_384 = 2**128 + 2**96 - 2**32 + 1
# Where sums reach p, differences zero, and what is missing from p to 2^192 or 2^384, which stands
# for p, carries or borrows.
EDGES = {
    "p192": (0, 1, 2, 2**64, 2**64 + 1, 2**64 + 2),
    "p384": (
        *(upper << 192 | lower for upper in HALVES_384 for lower in HALVES_384),
        *range(MISSING_384 - 1, MISSING_384 + 2),
    ),
}


@dataclass(frozen=True)
class Build:
    """A machine with the arithmetic of one prime. Its products are from halves or, `wide`, those
    of UMULL, under the same names."""

    which: str
    wide: bool
    machine: Machine

    @property
    def prime(self) -> Prime:
        return PRIMES[self.which]

    @property
    def edges(self) -> list[int]:
        p = self.prime.p
        some = [value for value in EDGES[self.which] if value < p]
        return [*some, p // 2, p // 2 + 1, *(p - value for value in some[1:])]

    def write(self, slot: int, value: int) -> int:
        return write(self.machine, slot, value, self.prime.limbs)

    def read(self, place: int) -> int:
        return read(self.machine, place, self.prime.limbs)

    def called(self, name: str, result: int, values: list[int]) -> object:
        """The traces of a call; what it gives is compared."""
        limbs = self.prime.limbs
        operands = [self.write(1 + i, value) for i, value in enumerate(values)]
        mark = 0xA5 << 32 * limbs
        place = operands[result - 1] if result else write(self.machine, 0, mark, limbs + 1)
        call = self.machine.call(f"field_{name}", place, *operands, trace=True)
        _, expected = ALL[name]
        wanted = expected(self.prime, *values) % self.prime.p
        assert self.read(place) == wanted, [f"{value:#x}" for value in values]
        if not result:
            assert read(self.machine, place, limbs + 1) >> 32 * limbs == 0xA5
        return call.traces


def image(directory: Path, which: str, wide: bool) -> Build:
    prime = PRIMES[which]
    names = {name: name for name in OPERATIONS[which]} | ({"mul": "mul_wide"} if wide else {})
    if which in NEGATED:
        names["negate_masked"] = "negate_masked"
    text = "".join(
        function(f"field_{name}", SAVING.format(name=f"whit_field_{own}_{which}_asm"))
        for name, own in names.items()
    )
    about = {"limbs": prime.limbs, "constant": prime.constant, "reduction": prime.reduction}
    text += function("field_twin", TWIN.format(name=which, **about))
    limbs = ", ".join(f"{prime.p >> 32 * i & 0xFFFFFFFF:#x}" for i in range(prime.limbs))
    source = directory / "calls.S"
    source.write_text(HEADER + text + f".balign 4\nprime_{which}: .word {limbs}\n" + DATA)
    choice = f"-DWHIT_VARIABLE_MULTIPLY={int(wide)}"
    elf = link(directory, "m3", [source, kernels(directory, "[ac]*")], *FLAGS, choice)
    return Build(which, wide, boot(elf, "m3"))


@pytest.fixture(scope="module", params=OPERATIONS)
def which(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=[False, True], ids=["halves", "wide"])
def build(
    which: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Build:
    return image(tmp_path_factory.mktemp("kernels"), which, request.param)


@pytest.mark.parametrize("name", ALL)
def test_field_arithmetic(build: Build, name: str) -> None:
    if name not in OPERATIONS[build.which]:
        pytest.skip("it has no kernel")
    arity, _ = ALL[name]
    p = build.prime.p
    numbers = edges(random.Random(f"{build.which} {name}"), p, build.prime.limbs)
    drawn = [next(numbers) % p for _ in range(2 * ROUNDS)]
    pairs = [*zip(drawn[::2], drawn[1::2], strict=True)]
    ends = [(a, b) for a in build.edges for b in build.edges]
    pairs += random.Random(name).sample(ends, min(len(ends), 4 * ROUNDS))
    pairs += [(a, (p + near - a) % p) for a in build.edges for near in (-1, 0, 1)]
    traces: dict[object, set[object]] = {}
    for turn, pair in enumerate(pairs):
        place = turn % (arity + 1)  # apart, and in place of each operand
        traces.setdefault(place, set()).add(build.called(name, place, list(pair[:arity])))
    if name != "mul" or not build.wide:
        assert all(len(found) == 1 for found in traces.values())


def test_squares(build: Build) -> None:
    """Products of an array with itself, apart and in place."""
    prime = build.prime
    numbers = edges(random.Random(f"square {build.which}"), prime.p, prime.limbs)
    traces: dict[int, set[object]] = {0: set(), 1: set()}
    for turn, value in enumerate([*build.edges, *itertools.islice(numbers, ROUNDS)]):
        operand = build.write(1, value)
        result = operand if turn % 2 else build.write(0, 0)
        call = build.machine.call("field_mul", result, operand, operand, trace=True)
        assert build.read(result) == value * value * prime.factor % prime.p, f"{value:#x}"
        traces[turn % 2].add(call.traces)
    if not build.wide:
        assert all(len(found) == 1 for found in traces.values())


def test_multiples_of_the_prime_at_the_edges_of_carries(build: Build) -> None:
    """Products that need a multiple of p whose words make carries run, some with nothing above."""
    p, limbs = build.prime.p, build.prime.limbs
    generator = random.Random(f"multiples {build.which}")
    radix = 2 ** (32 * limbs)
    tried = 0
    for turn, multiple in zip(range(400), edges(generator, radix, limbs), strict=False):
        a = 1 if turn % 3 == 0 else generator.randrange(p) | 1
        b = -multiple * p * pow(a, -1, radix) % radix
        if b < p:
            build.called("mul", 0, [a, b])
            tried += 1
    assert tried > 300


def test_multiplication_is_its_twin(build: Build) -> None:
    numbers = edges(random.Random(f"twin {build.which}"), build.prime.p, build.prime.limbs)
    for _ in range(50):
        operands = [build.write(1 + i, next(numbers) % build.prime.p) for i in range(2)]
        result = build.write(0, 0)
        build.machine.call("field_mul", result, *operands)
        found = build.read(result)
        build.machine.call("field_twin", result, *operands)
        assert found == build.read(result)


def test_negation_by_a_mask(build: Build) -> None:
    if build.which not in NEGATED:
        pytest.skip("it has no kernel")
    p = build.prime.p
    numbers = edges(random.Random(f"negate {build.which}"), p, build.prime.limbs)
    traces = set()
    for value in (*build.edges, *itertools.islice(numbers, ROUNDS)):
        for mask in (0, 0xFFFFFFFF):
            result = build.write(0, value)
            call = build.machine.call("field_negate_masked", result, mask, trace=True)
            traces.add(call.traces)
            assert build.read(result) == (-value % p if mask else value)
    assert len(traces) == 1
