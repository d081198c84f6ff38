# SPDX-License-Identifier: MIT
"""The kernels of AVR for p384 on the emulated core, each called directly, besides those of
tests/test_kernels_avr.py: the reduction against integers and its portable twin, and products of
operands whose parts are alike, which Karatsuba's method subtracts. Callee-saved registers are
poisoned by the emulator, and there is one trace for all operands."""

import itertools
import random
import shutil

import pytest

from lab.emulator.avr import AvrMachine
from tests.test_kernels_avr import MODELS, P384, ROUNDS, edges, image, kernel, read, write

pytestmark = pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="avr-gcc is not installed")

P = P384
LIMBS = 48
R = 2**384


@pytest.fixture(scope="module", params=["balanced", "fast"])
def machine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AvrMachine:
    return image(tmp_path_factory.mktemp("kernels"), MODELS[0], request.param)


def products() -> list[int]:
    """The largest, those whose result is p or next to it before the last subtraction, and of which
    q has words of zeros and ones."""
    found = [0, P * R - 1, P * R - P, P * P, (P - 1) ** 2, R - 1, (R - 1) * (P - 1)]
    generator = random.Random("products")
    words = (0, 1, 2**32 - 2, 2**32 - 1)
    for near in (P - 1, P, P + 1, P + 2**96, P - 2**32, P + 2**128, R - 1, R, R + 1, 2 * P - 1):
        for _ in range(12):
            # t = near R - q p for a q that leaves it in range.
            q = sum(generator.choice(words) << 32 * i for i in range(LIMBS // 4))
            t = near * R - q * P
            found += [t] if 0 <= t < P * R else []
    return found


def test_reduction(machine: AvrMachine) -> None:
    numbers = edges(random.Random("reduction"), P * R, 2 * LIMBS)
    prime = write(machine, 3, P, LIMBS)
    inverse = pow(R, -1, P)
    traces = set()
    for product in (*products(), *itertools.islice(numbers, ROUNDS)):
        for twin in ("asm", "c"):
            result = write(machine, 0, 0, LIMBS)
            arguments = (result, write(machine, 1, product, 2 * LIMBS), prime, 1, LIMBS)
            call = machine.call(f"whit_reduce_p384_{twin}", *arguments, trace=True)
            assert read(machine, result, LIMBS) == product * inverse % P, (twin, f"{product:#x}")
            traces.add((twin, call.traces))
    assert len(traces) == 2


def of_quarters() -> list[int]:
    """Numbers below p of four parts, each the smallest, the largest or between them: those whose
    halves, and the halves of these, are equal or differ either way."""
    size = 2**96
    parts = (0, 1, size // 3, size - 1)
    numbers = (
        sum(x << 96 * i for i, x in enumerate(four)) for four in itertools.product(parts, repeat=4)
    )
    return [number for number in numbers if number < P]


def test_products_of_like_parts(machine: AvrMachine) -> None:
    inverse = pow(R, -1, P)
    numbers = of_quarters()
    others = random.Random("parts").sample(numbers, len(numbers))
    result = write(machine, 0, 0, LIMBS)
    traces = set()
    for a, b in zip(numbers, others, strict=True):
        operands = [write(machine, 1 + i, x, LIMBS) for i, x in enumerate((a, b))]
        for name, expected in (("mul", a * b), ("sqr", a * a)):
            given = operands[: 2 if name == "mul" else 1]
            call = machine.call(kernel(machine, name, "p384"), result, *given, trace=True)
            assert read(machine, result, LIMBS) == expected * inverse % P, (name, hex(a), hex(b))
            traces.add((name, call.traces))
    assert len(traces) == 2
