# SPDX-License-Identifier: MIT
"""The field arithmetic of ARMv7E-M, ARMv7-M, ARMv6-M and RV32IM modulo 2^448 - 2^224 - 1, as
tests/test_kernels_primes.py has that of other primes: against integers and the portable twins.
Carries of this prime run in halves of a number."""

import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from emulator import riscv
from emulator.assembler import function

from lab.emulator import Machine
from tests.kernels import FLAGS, kernels
from tests.runner.tools import ROOT
from tests.test_kernels import DATA, edges, read, write
from tests.test_kernels_25519 import image
from tests.test_kernels_primes import TWIN
from tests.test_kernels_rv32 import saving

pytestmark = pytest.mark.brief(5)

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


KERNELS = (*FIELD, "negate_masked", "select")
NAMES = {f"field_{name}": f"whit_field_{name}_p448_asm" for name in KERNELS}
PRIME_WORDS = ", ".join(f"{P >> 32 * i & 0xFFFFFFFF:#x}" for i in range(LIMBS))
PRIME = f".balign 4\nprime_448: .word {PRIME_WORDS}\n"
TWIN_RV32 = (
    "addi sp, sp, -128; sw ra, 124(sp); sw a0, 120(sp); mv a0, sp; li a3, 14; jal whit_mp_mul_c; "
    "lw a0, 120(sp); mv a1, sp; la a2, prime_448; li a3, 0; li a4, 14; "
    "jal whit_reduce_p448_c; lw ra, 124(sp); addi sp, sp, 128; ret"
)
CORES = {
    "m4": ("m4", ""),
    "m3": ("m3", ""),
    "wide": ("m3", "_wide"),  # products by UMULL
    "m0": ("m0", ""),
}


@pytest.fixture(scope="module", params=(*CORES, "rv32"))
def build(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def machine(build: str, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    directory = tmp_path_factory.mktemp("kernels")
    return rv32(directory) if build == "rv32" else arm(directory, *CORES[build])


def arm(directory: Path, core: str, ending: str) -> Machine:
    names = NAMES | {"field_mul": f"whit_field_mul{ending}_p448_asm"}
    if core == "m0":
        del names["field_negate_masked"]
    if core != "m4":
        names["field_sqr"] = names["field_mul"]
    text = function("twin", TWIN.format(name="448", limbs=LIMBS, constant=0, reduction="p448"))
    more = f"-DWHIT_VARIABLE_MULTIPLY={int(bool(ending))}"
    return image(directory, core, names, more, text=text + PRIME)


def rv32(directory: Path) -> Machine:
    source = directory / "calls.S"
    text = "".join(riscv.function(name, saving(of)) for name, of in NAMES.items())
    source.write_text(text + riscv.function("twin", TWIN_RV32) + PRIME + DATA)
    base = ROOT / "src" / "base" / "base.c"
    return riscv.boot(riscv.link(directory, [source, base, kernels(directory, "[cr]*")], *FLAGS))


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
        call = machine.call(f"field_{name}", result, *operands, trace=True)
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
        machine.call("field_mul", result, *operands)
        found = read(machine, result, LIMBS)
        machine.call("twin", result, *operands)
        assert found == read(machine, result, LIMBS)


def test_negation_by_a_mask(build: str, machine: Machine) -> None:
    if build == "m0":
        pytest.skip("subtracts from zero")
    traces = set()
    for value in (*ENDS, *itertools.islice(edges(random.Random("negate"), P, LIMBS), ROUNDS)):
        for mask in (0, 0xFFFFFFFF):
            result = write(machine, 0, value, LIMBS)
            traces.add(machine.call("field_negate_masked", result, mask, trace=True).traces)
            assert read(machine, result, LIMBS) == (-value % P if mask else value)
    assert len(traces) == 1


def test_selection(machine: Machine) -> None:
    generator = random.Random("select")
    traces = set()
    for _ in range(ROUNDS):
        values = [generator.randrange(P) for _ in range(2)]
        for bit in (0, 1):
            operands = [write(machine, i, value, LIMBS) for i, value in enumerate(values)]
            traces.add(machine.call("field_select", *operands, bit, trace=True).traces)
            assert [read(machine, at, LIMBS) for at in operands] == [values[bit], values[1]]
    assert len(traces) == 1
