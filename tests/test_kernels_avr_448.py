# SPDX-License-Identifier: MIT
"""The kernels of AVR for 2^448 - 2^224 - 1 on the emulated core, each called directly: against
integers and the portable twin on operands at the edges of carries, in place, with callee-saved
registers poisoned by the emulator, and with one trace for all operands."""

import itertools
import random
import shutil

import pytest

from lab.emulator.avr import AvrMachine
from tests.test_kernels_448 import ENDS, ROUNDS, P, cases
from tests.test_kernels_avr import MODELS, edges, image, read, write

pytestmark = pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="avr-gcc is not installed")

LIMBS = 56


@pytest.fixture(scope="module", params=["small", "balanced"])
def machine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AvrMachine:
    return image(tmp_path_factory.mktemp("kernels"), MODELS[0], request.param)


def test_reduction(machine: AvrMachine) -> None:
    numbers = edges(random.Random("reduction"), P << 448, 2 * LIMBS)
    products = [*(a * b for a, b in zip(ENDS, reversed(ENDS), strict=True)), P * P, (P << 448) - 1]
    products += [k * P + d for k in (1, 2**224, 2**448 - 1) for d in (-1, 0, 1, 2**224)]
    prime = write(machine, 3, P, LIMBS)
    traces = set()
    for product in (*products, *itertools.islice(numbers, ROUNDS)):
        result = write(machine, 0, 0, LIMBS)
        arguments = (result, write(machine, 1, product, 2 * LIMBS), prime, 0, LIMBS)
        traces.add(machine.call("whit_reduce_p448_asm", *arguments, trace=True).traces)
        assert read(machine, result, LIMBS) == product % P, f"{product:#x}"
        write(machine, 1, product, 2 * LIMBS)
        machine.call("whit_reduce_p448_c", *arguments)
        assert read(machine, result, LIMBS) == product % P
    assert len(traces) == 1


def test_small_multiple(machine: AvrMachine) -> None:
    name = "whit_field_mul_small_p448_asm"
    try:
        machine.symbol(name)
    except KeyError:
        pytest.skip("profile small multiplies by the constant as by any number")
    traces = set()
    for turn, values in enumerate(cases("mul_small", 2)):
        operands = [write(machine, 1 + i, value, LIMBS) for i, value in enumerate(values)]
        # Apart, and in place of each operand.
        result = write(machine, 0, 0) if turn % 3 == 0 else operands[turn % 3 % 2]
        call = machine.call(name, result, *operands, trace=turn % 3 == 0)
        found = read(machine, result, LIMBS)
        assert found == (39081 * values[0] + values[1]) % P, [f"{value:#x}" for value in values]
        if turn % 3 == 0:
            traces.add(call.traces)
    assert len(traces) == 1
