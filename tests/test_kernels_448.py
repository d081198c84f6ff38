# SPDX-License-Identifier: MIT
"""The field arithmetic of ARMv7E-M and ARMv7-M modulo 2^448 - 2^224 - 1, as
tests/test_kernels_primes.py has that of other primes: against integers and the portable twins.
Carries of this prime run in halves of a number."""

import itertools
import random
from collections.abc import Callable, Iterator

import pytest
from emulator.assembler import function

from lab.emulator import Machine
from tests.test_kernels import edges, read, write
from tests.test_kernels_25519 import image
from tests.test_kernels_primes import TWIN

P = 2**448 - 2**224 - 1
LIMBS = 14
ROUNDS = 120
FIELD: dict[str, tuple[int, Callable[..., int]]] = {
    "mul": (2, lambda a, b: a * b),
    "sqr": (1, lambda a: a * a),
    "add": (2, lambda a, b: a + b),
    "sub": (2, lambda a, b: a - b),
    "mul_small": (2, lambda a, b: 39081 * a + b),
}
HALVES = (0, 1, 2, 2**32, 2**223, 2**224 - 2**192, 2**224 - 2, 2**224 - 1)
ENDS = [n for upper in HALVES for lower in HALVES if (n := upper << 224 | lower) < P]


CORES = {
    "m4": ("m4", ""),
    "m3": ("m3", ""),
    "wide": ("m3", "_wide"),  # products by UMULL
}


@pytest.fixture(scope="module", params=CORES)
def build(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def machine(build: str, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    core, ending = CORES[build]
    names = {
        name: f"whit_field_{name}_curve448_asm" for name in (*FIELD, "negate_masked", "select")
    }
    names["mul"] = names["mul"].replace("_mul_", f"_mul{ending}_")
    if core != "m4":
        names["sqr"] = names["mul"]
    text = function("twin", TWIN.format(name="448", limbs=LIMBS, constant=0, reduction="curve448"))
    words = ", ".join(f"{P >> 32 * i & 0xFFFFFFFF:#x}" for i in range(LIMBS))
    text += f".balign 4\nprime_448: .word {words}\n"
    more = f"-DWHIT_VARIABLE_MULTIPLY={int(bool(ending))}"
    return image(tmp_path_factory.mktemp("kernels"), core, names, more, text=text)


def cases(name: str, arity: int) -> Iterator[tuple[int, ...]]:
    """All pairs of a few ends of carries, sums and products at multiples of the prime, and
    others."""
    yield from (
        itertools.product(ENDS, repeat=arity)
        if arity == 1
        else zip(
            *(random.Random(f"{name} {i}").choices(ENDS, k=600) for i in range(2)), strict=True
        )
    )
    numbers = edges(random.Random(name), P, LIMBS)
    generator = random.Random(name)
    for _ in range(ROUNDS):
        a = next(numbers)
        near = generator.randrange(-2, 3) + generator.randrange(-2, 3) * 2**224
        if arity == 1:
            yield (a,)
            continue
        for b in (next(numbers), near - a, near + a, near - 39081 * a, near * pow(a or 1, -1, P)):
            yield a, b % P


@pytest.mark.parametrize("name", FIELD)
def test_field_arithmetic(build: str, machine: Machine, name: str) -> None:
    """UMULL's time shows operands."""
    arity, expected = FIELD[name]
    traces = set()
    for turn, values in enumerate(cases(name, arity)):
        operands = [write(machine, 1 + i, value, LIMBS) for i, value in enumerate(values)]
        # Apart, and in place of each operand.
        result = write(machine, 0, 0) if turn % 3 == 0 else operands[turn % 3 % arity]
        call = machine.call(name, result, *operands, trace=True)
        found = read(machine, result, LIMBS)
        assert found == expected(*values) % P, [f"{value:#x}" for value in values]
        if turn % 3 == 0:
            traces.add(call.traces)
    assert (len(traces) == 1) is (build != "wide" or name not in ("mul", "sqr"))


def test_multiplication_is_its_twin(machine: Machine) -> None:
    numbers = edges(random.Random("twin"), P, LIMBS)
    for values in [*zip(ENDS, reversed(ENDS), strict=True), *zip(numbers, ENDS, strict=False)]:
        operands = [write(machine, 1 + i, value, LIMBS) for i, value in enumerate(values)]
        result = write(machine, 0, 0)
        machine.call("mul", result, *operands)
        found = read(machine, result, LIMBS)
        machine.call("twin", result, *operands)
        assert found == read(machine, result, LIMBS)


def test_negation_by_a_mask(machine: Machine) -> None:
    traces = set()
    for value in (*ENDS, *itertools.islice(edges(random.Random("negate"), P, LIMBS), ROUNDS)):
        for mask in (0, 0xFFFFFFFF):
            result = write(machine, 0, value, LIMBS)
            traces.add(machine.call("negate_masked", result, mask, trace=True).traces)
            assert read(machine, result, LIMBS) == (-value % P if mask else value)
    assert len(traces) == 1


def test_selection(machine: Machine) -> None:
    generator = random.Random("select")
    traces = set()
    for _ in range(ROUNDS):
        values = [generator.randrange(P) for _ in range(2)]
        for bit in (0, 1):
            operands = [write(machine, i, value, LIMBS) for i, value in enumerate(values)]
            traces.add(machine.call("select", *operands, bit, trace=True).traces)
            assert [read(machine, at, LIMBS) for at in operands] == [values[bit], values[1]]
    assert len(traces) == 1
