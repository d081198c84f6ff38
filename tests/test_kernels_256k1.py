# SPDX-License-Identifier: MIT
"""Arithmetic modulo the prime k256 on ARMv6-M and ARMv7-M, as tests/test_kernels_448.py
has that of Curve448's: against integers and the portable twins."""

import itertools
import random
from collections.abc import Callable, Iterator

import pytest
from emulator.assembler import function

from lab.emulator import Machine
from tests.test_kernels import R, edges, read, write
from tests.test_kernels_25519 import image
from tests.test_kernels_armv7m import products, products_at_the_edge
from tests.test_kernels_primes import PRIMES, TWIN

pytestmark = pytest.mark.brief(3)

PRIME = PRIMES["k256"]
P = PRIME.p
LIMBS = 8
ROUNDS = 120
FIELD: dict[str, tuple[int, Callable[..., int]]] = {
    "mul": (2, lambda a, b: a * b),
    "sqr": (1, lambda a: a * a),
    "add": (2, lambda a, b: a + b),
    "sub": (2, lambda a, b: a - b),
    "half": (1, lambda a: a * (P + 1) // 2),
}
NEAR = (0, 1, 2, 976, 977, 978, 2**32 - 1, 2**32, R - P - 1, R - P, R - P + 1, 2**64, 2**255)
ENDS = sorted({value % P for near in NEAR for value in (near, -near, P // 2 + near)})
WORDS = ", ".join(f"{P >> 32 * i & 0xFFFFFFFF:#x}" for i in range(LIMBS))
TEXT = TWIN.format(name="256k1", limbs=LIMBS, constant=977, reduction="koblitz")
TEXT = function("twin", TEXT) + f".balign 4\nprime_256k1: .word {WORDS}\n"
SMALL = ("-DWHIT_PROFILE=small", "-DWHIT_CURVES=secp256k1", "-DWHIT_COMPACT_k256=1")


@pytest.fixture(scope="module")
def m0(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    names = {f"field_{name}": f"whit_field_{name}_k256_asm" for name in FIELD}
    names["field_sqr"] = names["field_mul"]
    return image(tmp_path_factory.mktemp("kernels"), "m0", names, text=TEXT)


@pytest.fixture(scope="module")
def m3(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return image(tmp_path_factory.mktemp("kernels"), "m3", {}, text=TEXT)


@pytest.fixture(scope="module")
def small_m3(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return image(tmp_path_factory.mktemp("kernels"), "m3", {}, *SMALL, text=TEXT)


def cases(name: str, arity: int) -> Iterator[tuple[int, ...]]:
    """All pairs of ends of carries, sums and products near multiples of the prime, and others."""
    yield from itertools.product(ENDS, repeat=arity)
    numbers = edges(random.Random(name), P, LIMBS)
    generator = random.Random(name)
    for _ in range(ROUNDS):
        a = next(numbers)
        near = generator.choice((-1, 1)) * generator.choice(NEAR)
        for b in (next(numbers), near - a, near + a, near * pow(a or 1, -1, P)):
            yield (a, b % P)[:arity]


@pytest.mark.parametrize("name", FIELD)
def test_field_arithmetic(m0: Machine, name: str) -> None:
    arity, expected = FIELD[name]
    traces = set()
    for turn, values in enumerate(cases(name, arity)):
        operands = [write(m0, 1 + i, value) for i, value in enumerate(values)]
        # Apart, and in place of each operand.
        result = write(m0, 0, 0) if turn % 3 == 0 else operands[turn % 3 % arity]
        call = m0.call(f"field_{name}", result, *operands, trace=True)
        assert read(m0, result) == expected(*values) % P, [f"{value:#x}" for value in values]
        if turn % 3 == 0:
            traces.add(call.traces)
    assert len(traces) == 1


def test_multiplication_is_its_twin(m0: Machine) -> None:
    numbers = edges(random.Random("twin"), P, LIMBS)
    for values in [*zip(ENDS, reversed(ENDS), strict=True), *zip(numbers, ENDS, strict=False)]:
        operands = [write(m0, 1 + i, value) for i, value in enumerate(values)]
        result = write(m0, 0, 0)
        m0.call("field_mul", result, *operands)
        found = read(m0, result)
        m0.call("twin", result, *operands)
        assert found == read(m0, result)


def sums() -> Iterator[int]:
    """Numbers below p R: multiples of p and what is near, both halves at the ends of carries."""
    generator = random.Random("sums")
    yield from (upper * R + lower for upper in ENDS for lower in (*ENDS, R - 1, P, P + 976))
    numbers = edges(generator, P, LIMBS)
    for a, b in itertools.islice(zip(numbers, numbers, strict=False), ROUNDS):
        for near in (0, 1, -1, 977, -977, 2**32, generator.randrange(R)):
            yield (a * b + near) % (P * R)
            yield (a * P + near) % (P * R)


@pytest.mark.parametrize("ending", ["", "_small"])
def test_reduction(m3: Machine, small_m3: Machine, ending: str) -> None:
    machine = small_m3 if ending else m3
    traces = set()
    for t in sums():
        result, operand = write(machine, 0, 0), write(machine, 1, t, 2 * LIMBS)
        name = f"whit_reduce_k256{ending}_asm"
        traces.add(machine.call(name, result, operand, 0, 977, trace=True).traces)
        assert read(machine, result) == t % P, f"{t:#x}"
    assert len(traces) == 1


def test_product_of_profile_small(small_m3: Machine) -> None:
    """Of two arrays, and of one with itself."""
    assert products(small_m3, "whit_mp_mul_8_small_asm", LIMBS) == 2
    products_at_the_edge(small_m3, "whit_mp_mul_8_small_asm", field=False)
