# SPDX-License-Identifier: MIT
"""The field arithmetic of ARMv7E-M and RV32IM for primes besides secp256r1's, as
tests/test_kernels.py has that of secp256r1: against integers and the portable twins."""

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from emulator import assembler, riscv

from lab.emulator import Machine
from tests.kernels import FLAGS, kernels
from tests.runner.tools import ROOT
from tests.test_kernels import DATA, SAVING, edges, read, write
from tests.test_kernels_rv32 import saving

ROUNDS = 120


@dataclass(frozen=True)
class Prime:
    p: int
    limbs: int
    reduction: str
    constant: int
    plain: bool = False

    @property
    def factor(self) -> int:
        """What a product is multiplied with."""
        return 1 if self.plain else pow(2, -32 * self.limbs, self.p)


PRIMES = {
    "p160": Prime(2**160 - 2**31 - 1, 5, "crandall", 2**31 + 1, True),
    "p192": Prime(2**192 - 2**64 - 1, 6, "p192", 1),
    "p224": Prime(2**224 - 2**96 + 1, 7, "p224", 2**32 - 1),
    "k256": Prime(2**256 - 2**32 - 977, 8, "koblitz", 977, True),
    "p384": Prime(2**384 - 2**128 - 2**96 + 2**32 - 1, 12, "p384", 1),
    "p521": Prime(2**521 - 1, 17, "crandall", 2**23, True),
}
FIELD: dict[str, tuple[int, Callable[..., int]]] = {
    "mul": (2, lambda p, a, b: a * b * p.factor),
    "sqr": (1, lambda p, a: a * a * p.factor),
    "add": (2, lambda p, a, b: a + b),
    "sub": (2, lambda p, a, b: a - b),
    "sub_twice": (2, lambda p, a, b: a - 2 * b),
    "three_halves": (1, lambda p, a: 3 * a * ((p.p + 1) // 2)),
}
# Which kernels know which primes.
KNOWN = {"m4": tuple(PRIMES), "rv32": ("k256", "p384")}
BUILDS = [(core, which) for core, primes in KNOWN.items() for which in primes]
# What is made of others.
MADE = {"m4": (), "rv32": ("sub_twice",)}
every_build = pytest.mark.parametrize(("core", "which"), BUILDS, scope="module")
# r3 is the limbs.
TWIN = (
    "push {{r4, r5, lr}}; sub sp, #156; mov r4, r0; movs r5, #{limbs}; mov r3, r5; "
    "add r0, sp, #16; bl whit_mp_mul_c; str r5, [sp]; mov r0, r4; add r1, sp, #16; "
    "ldr r2, =prime_{name}; ldr r3, ={constant}; bl whit_reduce_{reduction}_c; "
    "add sp, #156; pop {{r4, r5, pc}}"
)
TWIN_RV32 = (
    "addi sp, sp, -160; sw ra, 156(sp); sw a0, 152(sp); mv a0, sp; li a3, {limbs}; "
    "jal whit_mp_mul_c; lw a0, 152(sp); mv a1, sp; la a2, prime_{name}; li a3, {constant}; "
    "li a4, {limbs}; jal whit_reduce_{reduction}_c; lw ra, 156(sp); addi sp, sp, 160; ret"
)


def own(core: str) -> list[str]:
    return [name for name in (*FIELD, "negate_masked") if name not in MADE[core]]


def assembly(core: str) -> str:
    text = ""
    function = riscv.function if core == "rv32" else assembler.function
    twin = TWIN_RV32 if core == "rv32" else TWIN
    for which in KNOWN[core]:
        prime = PRIMES[which]
        for name in own(core):
            kernel = f"whit_field_{name}_{which}_asm"
            body = saving(kernel) if core == "rv32" else SAVING.format(name=kernel)
            text += function(f"{which}_{name}", body)
        about = {"limbs": prime.limbs, "constant": prime.constant, "reduction": prime.reduction}
        text += function(f"{which}_twin", twin.format(name=which, **about))
    for which in KNOWN[core]:
        prime = PRIMES[which]
        words = ", ".join(f"{prime.p >> 32 * i & 0xFFFFFFFF:#x}" for i in range(prime.limbs))
        text += f".balign 4\nprime_{which}: .word {words}\n"
    return text + DATA


@pytest.fixture(scope="module")
def machine(core: str, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    directory = tmp_path_factory.mktemp("kernels")
    source = directory / "calls.S"
    if core == "rv32":
        source.write_text(assembly(core))
        base = ROOT / "src" / "base" / "base.c"
        objects = [source, base, kernels(directory, "[cr]*")]
        return riscv.boot(riscv.link(directory, objects, *FLAGS))
    source.write_text(assembler.HEADER + assembly(core))
    objects = [source, kernels(directory, "[ac]*")]
    return assembler.boot(assembler.link(directory, core, objects, *FLAGS), core)


@pytest.mark.parametrize(
    ("core", "which", "name"),
    [(*build, name) for build in BUILDS for name in FIELD if name in own(build[0])],
    scope="module",
)
def test_field_arithmetic(machine: Machine, which: str, name: str) -> None:
    prime = PRIMES[which]
    arity, expected = FIELD[name]
    numbers = edges(random.Random(f"{which} {name}"), prime.p, prime.limbs)
    generator = random.Random(name)
    seen: list[int] = []
    traces = set()
    for turn in range(ROUNDS):
        seen.append(next(numbers) % prime.p)
        values = [seen[-1], generator.choice(seen)][:arity]
        operands = [write(machine, 1 + i, value, prime.limbs) for i, value in enumerate(values)]
        # Apart, and in place of each operand.
        result = write(machine, 0, 0) if turn % 3 == 0 else operands[turn % 3 % arity]
        call = machine.call(f"{which}_{name}", result, *operands, trace=True)
        wanted = expected(prime, *values) % prime.p
        assert read(machine, result, prime.limbs) == wanted, [f"{value:#x}" for value in values]
        if turn % 3 == 0:
            traces.add(call.traces)
    assert len(traces) == 1


@pytest.mark.parametrize(
    ("core", "which"),
    [build for build in BUILDS if not PRIMES[build[1]].plain],
    scope="module",
)
def test_multiples_of_the_prime_at_the_edges_of_carries(machine: Machine, which: str) -> None:
    """Products that need a multiple of p whose words make carries run, some with nothing above."""
    prime = PRIMES[which]
    generator = random.Random(f"multiples {which}")
    radix = 2 ** (32 * prime.limbs)
    operands = [write(machine, 1 + i, 0, prime.limbs) for i in range(2)]
    for turn, multiple in zip(range(600), edges(generator, radix, prime.limbs), strict=False):
        a = 1 if turn % 3 == 0 else generator.randrange(prime.p) | 1
        b = -multiple * prime.p * pow(a, -1, radix) % radix
        if turn % 3 == 2:
            b = prime.p - 1 - generator.randrange(2**40)
            a = -multiple * prime.p * pow(b | 1, -1, radix) % radix
            b |= 1
        if max(a, b) >= prime.p:
            continue
        write(machine, 1, a, prime.limbs)
        write(machine, 2, b, prime.limbs)
        result = write(machine, 0, 0)
        machine.call(f"{which}_mul", result, *operands)
        assert read(machine, result, prime.limbs) == a * b * prime.factor % prime.p, (
            f"{multiple:#x}"
        )


@every_build
def test_multiplication_is_its_twin(machine: Machine, which: str) -> None:
    prime = PRIMES[which]
    numbers = edges(random.Random(f"twin {which}"), prime.p, prime.limbs)
    for _ in range(50):
        values = [next(numbers) % prime.p for _ in range(2)]
        operands = [write(machine, 1 + i, value, prime.limbs) for i, value in enumerate(values)]
        result = write(machine, 0, 0)
        machine.call(f"{which}_mul", result, *operands)
        found = read(machine, result, prime.limbs)
        machine.call(f"{which}_twin", result, *operands)
        assert found == read(machine, result, prime.limbs)


@every_build
def test_negation_by_a_mask(machine: Machine, which: str) -> None:
    prime = PRIMES[which]
    numbers = edges(random.Random(f"negate {which}"), prime.p, prime.limbs)
    traces = set()
    for _ in range(ROUNDS):
        value = next(numbers) % prime.p
        for mask in (0, 0xFFFFFFFF):
            result = write(machine, 0, value, prime.limbs)
            call = machine.call(f"{which}_negate_masked", result, mask, trace=True)
            traces.add(call.traces)
            expected = -value % prime.p if mask else value
            assert read(machine, result, prime.limbs) == expected
    assert len(traces) == 1
