# SPDX-License-Identifier: MIT
"""The reduction of AVR for p384 on the emulated core, called directly: against integers and the
portable twin on operands at the edges of carries, with callee-saved registers poisoned by the
emulator, and with one trace for all operands."""

import itertools
import random
import shutil

import pytest

from lab.emulator.avr import AvrMachine
from tests.test_kernels_avr import MODELS, P384, ROUNDS, edges, image, read, write

pytestmark = pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="avr-gcc is not installed")

P = P384
LIMBS = 48
R = 2**384


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> AvrMachine:
    return image(tmp_path_factory.mktemp("kernels"), MODELS[0], "balanced")


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
