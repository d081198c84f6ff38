# SPDX-License-Identifier: MIT
"""The kernels of ARMv6-M on an emulated Cortex-M0, as tests/test_kernels.py has those of ARMv7E-M
on a Cortex-M4: the same cases where the kernels do the same."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from emulator.assembler import HEADER, boot, function, link

from lab.emulator import Machine
from tests.kernels import FLAGS, kernels
from tests.test_kernels import (  # noqa: F401
    DATA,
    FIVE,
    ROUNDS,
    WORDS,
    P,
    R,
    check_field,
    edges,
    five,
    read,
    test_combinations,
    test_division_steps,
    test_look_up,
    test_multiplication_is_its_twin,
    write,
)

pytestmark = pytest.mark.brief(3)

INVERSE = pow(R, -1, P)
FIELD: dict[str, tuple[int, Callable[..., int]]] = {
    "mul": (2, lambda a, b: a * b * INVERSE),
    "add": (2, lambda a, b: a + b),
    "sub": (2, lambda a, b: a - b),
    "half": (1, lambda a: a * (P + 1) // 2),
}
# Field arithmetic saves no registers but r7: calls go through a function that saves the others.
SAVING = (
    "push {{r4, r5, r6, lr}}; mov r4, r8; mov r5, r9; mov r6, r10; mov r3, r11; "
    "push {{r3, r4, r5, r6}}; bl {name}; pop {{r3, r4, r5, r6}}; mov r8, r4; mov r9, r5; "
    "mov r10, r6; mov r11, r3; pop {{r4, r5, r6, pc}}"
)
TWIN_MUL = (
    "push {r4, lr}; sub sp, #72; mov r4, r0; add r0, sp, #8; movs r3, #8; bl whit_mp_mul_c; "
    "mov r0, r4; add r1, sp, #8; ldr r2, =prime; movs r3, #1; movs r4, #8; str r4, [sp]; "
    "bl whit_reduce_p256_c; add sp, #72; pop {r4, pc}"
)


def image(directory: Path, profile: str) -> Machine:
    small = profile == "small"
    fields = {name: name for name in FIELD if not (small and name == "half")}
    if small:
        fields["mul"] = "mul_small"
    text = "".join(
        function(f"field_{name}", SAVING.format(name=f"whit_field_{kernel}_p256_asm"))
        for name, kernel in fields.items()
    )
    if not small:
        for name in ("mp_lookup", "mp_combine", "mp_combine_shifted"):
            text += function(name, FIVE.format(name=f"whit_{name}_asm"))
    text += function("lookup_twin", FIVE.format(name="whit_mp_lookup_c"))
    text += function("mul_twin", TWIN_MUL)
    source = directory / "calls.S"
    source.write_text(HEADER + text + DATA)
    choice = f"-DWHIT_PROFILE={profile}"
    return boot(link(directory, "m0", [source, kernels(directory, "[ac]*")], *FLAGS, choice), "m0")


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return image(tmp_path_factory.mktemp("kernels"), "balanced")


@pytest.fixture(scope="module")
def small_machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return image(tmp_path_factory.mktemp("kernels"), "small")


@pytest.mark.parametrize("name", FIELD)
def test_field_arithmetic(machine: Machine, name: str) -> None:
    check_field(machine, name, *FIELD[name])


def test_small_multiplication(small_machine: Machine) -> None:
    for name in ("mul", "add", "sub"):
        check_field(small_machine, name, *FIELD[name])


@pytest.mark.parametrize("profile", ["balanced", "small"])
def test_squaring(machine: Machine, small_machine: Machine, profile: str) -> None:
    """A product of an array with itself, in place as well."""
    on = small_machine if profile == "small" else machine
    numbers = edges(random.Random("square"), P, 8)
    traces = set()
    for turn in range(ROUNDS):
        value = next(numbers)
        operand = write(on, 1, value)
        result = write(on, 0, 0) if turn % 2 == 0 else operand
        call = on.call("field_mul", result, operand, operand, trace=True)
        assert read(on, result) == value * value * INVERSE % P, f"{value:#x}"
        traces.add((turn % 2, call.traces))
    assert len(traces) == 2


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


def test_doubling_modulo_m(machine: Machine) -> None:
    generator = random.Random("double")
    for limbs in range(1, 18):
        traces = set()
        for _ in range(20):
            modulus = generator.randrange(2 ** (32 * limbs - 1), 2 ** (32 * limbs))
            numbers = edges(generator, modulus, limbs)
            for value, bit in ((next(numbers), generator.randrange(2)) for _ in range(9)):
                operands = write(machine, 0, value, limbs), write(machine, 1, modulus, limbs)
                call = machine.call("whit_mp_double_mod_asm", *operands, bit, limbs, trace=True)
                traces.add(call.traces)
                assert read(machine, operands[0], limbs) == (2 * value + bit) % modulus
        assert len(traces) == 1


def test_product(machine: Machine) -> None:
    """Of two arrays, and of one with itself."""
    limbs = 8
    numbers = edges(random.Random("product"), 2**256, limbs)
    traces = set()
    for turn in range(ROUNDS):
        values = [next(numbers), next(numbers)]
        operands = [write(machine, 1 + i, value) for i, value in enumerate(values)]
        result = write(machine, 0, 0)
        for b in range(2):
            call = machine.call("whit_mp_mul_8_asm", result, operands[0], operands[b], trace=True)
            assert read(machine, result, 16) == values[0] * values[b], turn
            traces.add((b, call.traces))
    assert len(traces) == 2


def test_multiplication_by_a_limb(machine: Machine) -> None:
    generator = random.Random("limb")
    for limbs in (1, 2, 5, 8, 17):
        traces = set()
        numbers = edges(generator, 2 ** (32 * limbs), limbs)
        for turn in range(60):
            r, a = next(numbers), next(numbers)
            b = generator.choice((*WORDS, 0xFFFF, 0x10000, generator.randrange(2**32)))
            operands = [write(machine, i, value, limbs) for i, value in enumerate((r, a))]
            call = machine.call("whit_mp_mul_add_limb_asm", *operands, b, limbs, trace=True)
            total = r + a * b
            assert read(machine, operands[0], limbs) == total % 2 ** (32 * limbs), turn
            assert call.value == total >> 32 * limbs
            traces.add(call.traces)
        assert len(traces) == 1
