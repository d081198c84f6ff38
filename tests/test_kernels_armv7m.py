# SPDX-License-Identifier: MIT
"""The kernels of ARMv7-M on an emulated Cortex-M3, as tests/test_kernels.py has those of ARMv7E-M
on a Cortex-M4: the same cases where the kernels do the same or are the same."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from emulator.assembler import HEADER, boot, link

from lab.emulator import Machine
from tests.kernels import FLAGS, kernels
from tests.test_kernels import FIELD as FIELD_ARMV7EM
from tests.test_kernels import (  # noqa: F401
    ROUNDS,
    WORDS,
    P,
    R,
    assembly,
    check_field,
    edges,
    five,
    read,
    test_bits_modulo_m,
    test_combinations,
    test_division_steps,
    test_hashing,
    test_look_up,
    test_multiplication_is_its_twin,
    test_negation_by_a_mask,
    test_passes_over_limbs,
    write,
)

pytestmark = pytest.mark.brief(3)

# The multiplication squares.
FIELD: dict[str, tuple[int, Callable[..., int]]] = {
    **{name: FIELD_ARMV7EM[name] for name in ("mul", "add", "sub")},
    "half": (1, lambda a: a * (P + 1) // 2),
}
INVERSE = pow(R, -1, P)
LENGTHS = (*range(1, 13), 16, 17, 20)


def image(directory: Path, wide: bool) -> Machine:
    """A build with products from halves or, `wide`, with those of UMULL, under the same names."""
    source = directory / "calls.S"
    text = assembly(*FIELD)
    if wide:
        text = text.replace("whit_field_mul_p", "whit_field_mul_wide_p")
    source.write_text(HEADER + text)
    choice = f"-DWHIT_VARIABLE_MULTIPLY={int(wide)}"
    return boot(link(directory, "m3", [source, kernels(directory, "[ac]*")], *FLAGS, choice), "m3")


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return image(tmp_path_factory.mktemp("kernels"), False)


@pytest.fixture(scope="module")
def wide_machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return image(tmp_path_factory.mktemp("kernels"), True)


@pytest.mark.parametrize("name", FIELD)
def test_field_arithmetic(machine: Machine, name: str) -> None:
    check_field(machine, name, *FIELD[name])


def squares(machine: Machine) -> int:
    """Products of an array with itself, in place as well; returns how many traces there are."""
    numbers = edges(random.Random("square"), P, 8)
    traces = set()
    for turn in range(ROUNDS):
        value = next(numbers)
        operand = write(machine, 1, value)
        result = write(machine, 0, 0) if turn % 2 == 0 else operand
        call = machine.call("field_mul", result, operand, operand, trace=True)
        assert read(machine, result) == value * value * INVERSE % P, f"{value:#x}"
        traces.add((turn % 2, call.traces))
    return len(traces)


def products(machine: Machine, name: str, limbs: int) -> int:
    """The same of multiplications of two arrays, and of one with itself. Nothing is written beyond
    the product."""
    numbers = edges(random.Random(limbs), 2 ** (32 * limbs), limbs)
    mark = 0xA5A5A5A5
    traces = set()
    for _ in range(60):
        values = [next(numbers), next(numbers)]
        operands = [write(machine, 1 + i, value, limbs) for i, value in enumerate(values)]
        for b in range(2):
            result = write(machine, 0, mark << 64 * limbs, 2 * limbs + 1)
            call = machine.call(name, result, operands[0], operands[b], limbs, trace=True)
            expected = values[0] * values[b] | mark << 64 * limbs
            assert read(machine, result, 2 * limbs + 1) == expected
            traces.add((b, call.traces))
    return len(traces)


def products_with_a_limb(machine: Machine, name: str, limbs: int) -> int:
    """The same of rows, by limbs whose halves are at an edge too."""
    generator = random.Random("limb")
    numbers = edges(generator, 2 ** (32 * limbs), limbs)
    traces = set()
    for _ in range(60):
        r, a = next(numbers), next(numbers)
        b = generator.choice((*WORDS, 0xFFFF, 0x10000, generator.randrange(2**32)))
        operands = [write(machine, i, value, limbs) for i, value in enumerate((r, a))]
        call = machine.call(name, *operands, b, limbs, trace=True)
        total = r + a * b
        assert read(machine, operands[0], limbs) == total % 2 ** (32 * limbs)
        assert call.value == total >> 32 * limbs
        traces.add(call.traces)
    return len(traces)


def products_at_the_edge(machine: Machine, name: str, field: bool = True) -> None:
    """Numbers of half words that are zero, one, or all ones: every carry between halves. With the
    field's as well."""
    generator = random.Random("halves")
    limbs = 8

    def number() -> int:
        halves = [generator.choice((0, 1, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF)) for _ in range(16)]
        return sum(half << 16 * i for i, half in enumerate(halves))

    for _ in range(ROUNDS):
        values = [number(), number()]
        operands = [write(machine, 1 + i, value) for i, value in enumerate(values)]
        result = write(machine, 0, 0)
        machine.call(name, result, *operands, limbs)
        assert read(machine, result, 2 * limbs) == values[0] * values[1]
        if not field:
            continue
        values = [value % P for value in values]
        operands = [write(machine, 1 + i, value) for i, value in enumerate(values)]
        for b in range(2):
            machine.call("field_mul", result, operands[0], operands[b])
            assert read(machine, result) == values[0] * values[b] * INVERSE % P


def products_of_8(machine: Machine, name: str) -> int:
    numbers = edges(random.Random("product"), 2**256, 8)
    traces = set()
    for _ in range(ROUNDS):
        values = [next(numbers), next(numbers)]
        operands = [write(machine, 1 + i, value) for i, value in enumerate(values)]
        result = write(machine, 0, 0)
        for b in range(2):
            call = machine.call(name, result, operands[0], operands[b], trace=True)
            assert read(machine, result, 16) == values[0] * values[b]
            traces.add((b, call.traces))
    return len(traces)


def test_product_of_8(machine: Machine) -> None:
    assert products_of_8(machine, "whit_mp_mul_8_asm") == 2


def cleared(machine: Machine, name: str, limbs: int) -> int:
    """The halves of t + q m for Montgomery's q, which add up to the reduced number, in place of the
    halves of t; returns how many traces there are."""
    generator = random.Random(limbs)
    size = 2 ** (32 * limbs)
    traces = set()
    for turn in range(40):
        modulus = next(edges(generator, size, limbs)) if turn % 2 else size - 1
        modulus = (modulus if turn % 4 != 1 else generator.randrange(size)) | 1
        inverse = -pow(modulus, -1, 2**32) % 2**32
        numbers = edges(generator, size, limbs)
        for t in (next(numbers) + size * next(numbers) for _ in range(12)):
            q = -t * pow(modulus, -1, size) % size
            operands = write(machine, 0, t, 2 * limbs), write(machine, 1, modulus, limbs)
            call = machine.call(name, *operands, inverse, limbs, trace=True)
            halves = [read(machine, operands[0] + 4 * i, limbs) for i in (0, limbs)]
            assert sum(halves) == (t + q * modulus) // size
            traces.add(call.traces)
    return len(traces)


@pytest.mark.parametrize("limbs", LENGTHS)
def test_rows_of_a_reduction(machine: Machine, limbs: int) -> None:
    assert cleared(machine, "whit_mp_clear_limbs_asm", limbs) == 1


def test_squaring(machine: Machine) -> None:
    assert squares(machine) == 2


@pytest.mark.parametrize("limbs", LENGTHS)
def test_multiplication(machine: Machine, limbs: int) -> None:
    assert products(machine, "whit_mp_mul_asm", limbs) == 2


@pytest.mark.parametrize("limbs", [1, 2, 5, 8, 17])
def test_multiplication_by_a_limb(machine: Machine, limbs: int) -> None:
    assert products_with_a_limb(machine, "whit_mp_mul_add_limb_asm", limbs) == 1


def test_halves_at_the_edge(machine: Machine) -> None:
    products_at_the_edge(machine, "whit_mp_mul_asm")


def test_wide_products(wide_machine: Machine) -> None:
    """Those of UMULL, whose time shows their operands: which is why builds have to ask for it."""
    products_at_the_edge(wide_machine, "whit_mp_mul_wide_asm")
    assert products_of_8(wide_machine, "whit_mp_mul_8_wide_asm") > 2
    assert squares(wide_machine) > 2
    assert all(products(wide_machine, "whit_mp_mul_wide_asm", limbs) > 2 for limbs in LENGTHS)
    for limbs in (1, 2, 5, 8, 17):
        assert products_with_a_limb(wide_machine, "whit_mp_mul_add_limb_wide_asm", limbs) > 1


@pytest.mark.slow
def test_wide_rows_of_a_reduction(wide_machine: Machine) -> None:
    assert all(cleared(wide_machine, "whit_mp_clear_limbs_wide_asm", n) > 1 for n in LENGTHS)


def test_wide_field_multiplication(wide_machine: Machine) -> None:
    numbers = edges(random.Random("wide"), P, 8)
    for turn in range(ROUNDS):
        values = [next(numbers), next(numbers)]
        operands = [write(wide_machine, 1 + i, value) for i, value in enumerate(values)]
        result = [write(wide_machine, 0, 0), *operands][turn % 3]
        wide_machine.call("field_mul", result, *operands)
        assert read(wide_machine, result) == values[0] * values[1] * INVERSE % P


def test_largest_factors_of_combinations(machine: Machine) -> None:
    """Sizes of factors that add up to 2^31 and to one more, by the sums that they are for."""
    generator = random.Random("factors")
    limbs = 9
    for s, t in ((-(2**31), 0), (0, -(2**31)), (1, -(2**31)), (1, 2**31 - 1), (-1, 2**31 - 1)):
        for _ in range(20):
            a = generator.choice((-1, 1)) * generator.choice((0, 1, 2**255, 2**256 - 1))
            b = generator.choice((-1, 1)) * generator.choice((0, 1, 2**32, 2**255 - 1))
            operands = [write(machine, 1 + i, value, limbs) for i, value in enumerate((a, b))]
            factors = write(machine, 3, s % 2**32 | t % 2**32 << 32, 2)
            result = write(machine, 0, 0)
            five(machine, "mp_combine", result, *operands, factors, limbs)
            total = s * a + t * b
            assert read(machine, result, limbs) == total % 2 ** (32 * limbs)
            five(machine, "mp_combine_shifted", result, *operands, factors, limbs)
            assert read(machine, result, limbs) == (total >> 31) % 2 ** (32 * limbs)
