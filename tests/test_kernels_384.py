# SPDX-License-Identifier: MIT
"""The field arithmetic of ARMv6-M modulo prime p384, in Montgomery form, as
tests/test_kernels_256k1.py has that modulo k256: against integers and the portable twin."""

import itertools
import random
from collections.abc import Callable, Iterator

import pytest
from emulator.assembler import function

from lab.emulator import Machine
from tests.test_kernels import edges, read, write
from tests.test_kernels_25519 import image
from tests.test_kernels_primes import PRIMES, TWIN

pytestmark = pytest.mark.brief(3)

PRIME = PRIMES["p384"]
P = PRIME.p
LIMBS = 12
R = 2**384
ROUNDS = 150
FIELD: dict[str, tuple[int, Callable[..., int]]] = {
    "mul": (2, lambda a, b: a * b * PRIME.factor),
    "sqr": (1, lambda a: a * a * PRIME.factor),
    "add": (2, lambda a, b: a + b),
    "sub": (2, lambda a, b: a - b),
    "half": (1, lambda a: a * (P + 1) // 2),
}
NEAR = (0, 1, 2, 2**32 - 1, 2**32, 2**96, 2**128 - 1, 2**128, 2**256, R - P - 1, R - P, R - P + 1)
ENDS = sorted({value % P for near in NEAR for value in (near, -near, P // 2 + near)})
THIRDS = (0, 1, 2**32, 2**127, 2**128 - 2**96, 2**128 - 2, 2**128 - 1)
WORDS = ", ".join(f"{P >> 32 * i & 0xFFFFFFFF:#x}" for i in range(LIMBS))
TEXT = TWIN.format(name="384", limbs=LIMBS, constant=1, reduction="p384")
TEXT = function("twin", TEXT) + f".balign 4\nprime_384: .word {WORDS}\n"


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    names = {f"field_{name}": f"whit_field_{name}_p384_asm" for name in FIELD}
    names["field_sqr"] = names["field_mul"]
    return image(tmp_path_factory.mktemp("kernels"), "m0", names, text=TEXT)


def in_thirds(generator: random.Random) -> int:
    """Differences of thirds that are none, of either sign, and the largest."""
    return sum(generator.choice(THIRDS) << 128 * i for i in range(3)) % P


def products(generator: random.Random, multiples: Iterator[int]) -> Iterator[tuple[int, int]]:
    """Factors for which the multiple of p that clears the lower half has words that make carries
    run, some with nothing above."""
    for turn, multiple in zip(range(4 * ROUNDS), multiples, strict=False):
        a = (1, generator.randrange(P) | 1, P - 1 - 2 * generator.randrange(2**40) - 1)[turn % 3]
        b = -multiple * P * pow(a, -1, R) % R
        if b < P:
            yield a, b


def cases(name: str, arity: int) -> Iterator[tuple[int, ...]]:
    """All pairs of ends of carries, sums and products near multiples of the prime, thirds, and
    others."""
    yield from itertools.product(ENDS, repeat=arity)
    generator = random.Random(name)
    numbers = edges(random.Random(name), P, LIMBS)
    for _ in range(ROUNDS):
        a = next(numbers)
        near = generator.choice((-1, 1)) * generator.choice(NEAR)
        for b in (next(numbers), near - a, near + a, near * pow(a or 1, -1, P)):
            yield (a, b % P)[:arity]
        yield tuple(in_thirds(generator) for _ in range(arity))
    if name == "mul":
        yield from products(generator, edges(generator, R, LIMBS))


@pytest.mark.parametrize("name", FIELD)
def test_field_arithmetic(machine: Machine, name: str) -> None:
    arity, expected = FIELD[name]
    traces = set()
    for turn, values in enumerate(cases(name, arity)):
        operands = [write(machine, 1 + i, value, LIMBS) for i, value in enumerate(values)]
        # Apart, and in place of each operand.
        result = write(machine, 0, 0) if turn % 3 == 0 else operands[turn % 3 % arity]
        call = machine.call(f"field_{name}", result, *operands, trace=True)
        found = read(machine, result, LIMBS)
        assert found == expected(*values) % P, [f"{value:#x}" for value in values]
        if turn % 3 == 0:
            traces.add(call.traces)
    assert len(traces) == 1


def test_multiplication_is_its_twin(machine: Machine) -> None:
    numbers = edges(random.Random("twin"), P, LIMBS)
    for values in [*zip(ENDS, reversed(ENDS), strict=True), *zip(numbers, ENDS, strict=False)]:
        operands = [write(machine, 1 + i, value, LIMBS) for i, value in enumerate(values)]
        result = write(machine, 0, 0)
        machine.call("field_mul", result, *operands)
        found = read(machine, result, LIMBS)
        machine.call("twin", result, *operands)
        assert found == read(machine, result, LIMBS)
