# SPDX-License-Identifier: MIT
"""The field arithmetic of x86-64 modulo 2^448 - 2^224 - 1, in both forms, as
tests/test_kernels_448.py has that of cores with shorter limbs."""

import itertools
import random

import pytest

from tests.test_kernels_448 import ENDS, FIELD, ROUNDS, P, cases
from tests.test_kernels_x86_64 import LIMB, Processor, edges, processor

pytestmark = pytest.mark.brief(3)

__all__ = ["processor"]

LIMBS = 7


@pytest.mark.parametrize("name", FIELD)
def test_field_arithmetic(processor: Processor, name: str) -> None:
    arity, expected = FIELD[name]
    traces = set()
    for turn, values in enumerate(cases(name, arity)):
        operands = [processor.write(1 + i, value, LIMBS) for i, value in enumerate(values)]
        # Apart, and in place of each operand.
        result = processor.write(0, 0, 1) if turn % 3 == 0 else operands[turn % 3 % arity]
        call = processor.call(f"whit_field_{name}_p448_asm", result, *operands)
        found = processor.read(result, LIMBS)
        assert found == expected(*values) % P, [f"{value:#x}" for value in values]
        if turn % 3 == 0:
            traces.add(call.trace)
    assert len(traces) == 1


def test_reduction_in_portable_code(processor: Processor) -> None:
    numbers = edges(random.Random("reduction"), P << 448, 2 * LIMBS)
    products = [*(a * b for a, b in zip(ENDS, reversed(ENDS), strict=True)), P * P, (P << 448) - 1]
    products += [k * P + d for k in (1, 2**224, 2**448 - 1) for d in (-1, 0, 1, 2**224)]
    for product in (*products, *itertools.islice(numbers, ROUNDS)):
        result = processor.write(0, 0, LIMBS)
        operands = [processor.write(1, product, 2 * LIMBS), processor.write(2, P, LIMBS)]
        processor.call("whit_reduce_p448_c", result, *operands, 0, LIMBS)
        assert processor.read(result, LIMBS) == product % P, f"{product:#x}"


def test_negation_by_a_mask(processor: Processor) -> None:
    traces = set()
    for value in (*ENDS, *itertools.islice(edges(random.Random("negate"), P, LIMBS), ROUNDS)):
        for mask in (0, LIMB - 1):
            result = processor.write(0, value, LIMBS)
            call = processor.call("whit_field_negate_masked_p448_asm", result, mask)
            traces.add(call.trace)
            assert processor.read(result, LIMBS) == (-value % P if mask else value)
    assert len(traces) == 1


def test_selection(processor: Processor) -> None:
    generator = random.Random("select")
    traces = set()
    for _ in range(ROUNDS):
        values = [generator.randrange(P) for _ in range(2)]
        for bit in (0, 1):
            operands = [processor.write(i, value, LIMBS) for i, value in enumerate(values)]
            name = "whit_field_select_p448_asm"
            traces.add(processor.call(name, *operands, bit).trace)
            found = [processor.read(at, LIMBS) for at in operands]
            assert found == [values[bit], values[1]]
    assert len(traces) == 1
