# SPDX-License-Identifier: MIT
"""The kernels of ARMv7E-M and ARMv7-M for 2^255 - 19, and the reduction modulo 2^448 - 2^224 - 1,
on emulated cores, each called directly: against integers on operands at the edges of carries and of
twice the prime, in place, with callee-saved registers poisoned by the emulator, and with one trace
for all operands."""

import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from emulator.assembler import HEADER, boot, function, link

from lab.emulator import Machine
from tests.runner.tools import ROOT
from tests.test_kernels import DATA, ROUNDS, SAVING, WORDS, read, write

P = 2**255 - 19
TOP = 2 * P

FIELD: dict[str, tuple[int, Callable[..., int]]] = {
    "mul": (2, lambda a, b: a * b),
    "sqr": (1, lambda a: a * a),
    "add": (2, lambda a, b: a + b),
    "sub": (2, lambda a, b: a - b),
    "canonical": (1, lambda a: a),
}
MASKED = ("negate_masked", "select", "select_two", "sub_mul_small")


def image(directory: Path, core: str, names: dict[str, str]) -> Machine:
    source = directory / "calls.S"
    text = "".join(function(name, SAVING.format(name=of)) for name, of in names.items())
    source.write_text(HEADER + text + DATA)
    kernels = sorted((ROOT / "src" / "native").glob("[ac]*/*.c"))
    flags = ("-Os", "-std=c99", f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}", "-ffunction-sections")
    return boot(link(directory, core, [source, *kernels], *flags), core)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    names = {f"field_{name}": f"whit_field_{name}_curve25519_asm" for name in (*FIELD, *MASKED)}
    return image(tmp_path_factory.mktemp("kernels"), "m4", names)


def edges(generator: random.Random) -> Iterator[int]:
    """Numbers below twice the prime at both its multiples and at the ends of limbs, and others."""
    for centre in (0, P, TOP - 1, 2**255, 2**255 - 2**224):
        yield from (n for n in range(centre - 45, centre + 46) if 0 <= n < TOP)
    while True:
        words = [generator.choice(WORDS) for _ in range(8)]
        yield sum(word << 32 * i for i, word in enumerate(words)) % TOP
        yield TOP - 1 - generator.randrange(2 ** generator.randrange(1, 256))
        yield generator.randrange(TOP)
        yield generator.randrange(2 ** generator.randrange(1, 256)) % TOP


@pytest.mark.parametrize("name", FIELD)
def test_field_arithmetic(machine: Machine, name: str) -> None:
    arity, expected = FIELD[name]
    generator = random.Random(name)
    numbers = edges(generator)
    seen: list[int] = []
    traces = set()
    for turn in range(2 * ROUNDS + 300):
        seen.append(next(numbers))
        values = [seen[-1], generator.choice(seen)][:arity]
        operands = [write(machine, 1 + i, value) for i, value in enumerate(values)]
        # Apart, and in place of each operand.
        result = write(machine, 0, 0) if turn % 3 == 0 else operands[turn % 3 % arity]
        call = machine.call(f"field_{name}", result, *operands, trace=True)
        found = read(machine, result)
        assert found < (P if name == "canonical" else TOP), [f"{value:#x}" for value in values]
        assert found % P == expected(*values) % P, [f"{value:#x}" for value in values]
        if turn % 3 == 0:
            traces.add(call.traces)
    assert len(traces) == 1


def test_negation_by_a_mask(machine: Machine) -> None:
    numbers = edges(random.Random("negate"))
    traces = set()
    for _ in range(2 * ROUNDS):
        value = next(numbers)
        for mask in (0, 0xFFFFFFFF):
            result = write(machine, 0, value)
            traces.add(machine.call("field_negate_masked", result, mask, trace=True).traces)
            found = read(machine, result)
            assert found < TOP
            assert (found + value) % P == 0 if mask else found == value
    assert len(traces) == 1


@pytest.mark.parametrize(("name", "limbs"), [("select", 8), ("select_two", 16)])
def test_selection(machine: Machine, name: str, limbs: int) -> None:
    generator = random.Random(name)
    traces = set()
    for _ in range(ROUNDS):
        values = [generator.randrange(2 ** (32 * limbs)) for _ in range(2)]
        for bit in (0, 1):
            operands = [write(machine, i, value, limbs + 1) for i, value in enumerate(values)]
            traces.add(machine.call(f"field_{name}", *operands, bit, trace=True).traces)
            found = [read(machine, at, limbs + 1) for at in operands]
            assert found == [values[bit], values[1]]
    assert len(traces) == 1


def test_a_difference_and_its_multiple(machine: Machine) -> None:
    generator = random.Random("difference")
    numbers = edges(generator)
    seen: list[int] = []
    traces = set()
    for turn in range(2 * ROUNDS + 300):
        seen.append(next(numbers))
        a, b = seen[-1], generator.choice(seen)
        first, second = write(machine, 1, a), write(machine, 2, b)
        # Apart, and in place of what may be lost.
        result = (write(machine, 0, 0), first, second)[turn % 3]
        other = (write(machine, 3, 0), second)[turn % 2 if turn % 3 == 0 else 0]
        call = machine.call("field_sub_mul_small", result, first, second, other, trace=True)
        if turn % 6 == 0:
            traces.add(call.traces)
        assert max(read(machine, result), read(machine, other)) < TOP
        assert read(machine, other) % P == (a - b) % P, f"{a:#x} {b:#x}"
        assert read(machine, result) % P == (121665 * (a - b) + a) % P, f"{a:#x} {b:#x}"
    assert len(traces) == 1


def test_reduction_modulo_the_prime_of_curve448(machine: Machine) -> None:
    p = 2**448 - 2**224 - 1
    generator = random.Random("448")
    halves = (0, 1, 2**224 - 1, 2**224 - 2)
    cases = [
        sum(h << 224 * i for i, h in enumerate(c)) for c in itertools.product(halves, repeat=4)
    ]
    cases += [k * p + d for k in (0, 1, 2, 2**447, 2**448 - 1) for d in (0, 1, 2**224, 2**224 + 1)]
    cases += [k * p - 1 for k in (1, 2, 2**224, 2**448 - 1, 2**448)]
    for _ in range(ROUNDS):
        words = [generator.choice((*WORDS, generator.randrange(2**32))) for _ in range(28)]
        cases.append(sum(word << 32 * i for i, word in enumerate(words)))
    traces = set()
    for case in cases:
        if case < p << 448:
            t, result = write(machine, 1, case, 28), write(machine, 0, 0, 15)
            traces.add(machine.call("whit_reduce_curve448_asm", result, t, trace=True).traces)
            assert read(machine, result, 15) == case % p, f"{case:#x}"
    assert len(traces) == 1


def test_folding_on_cortex_m3(tmp_path: Path) -> None:
    machine = image(tmp_path, "m3", {"fold": "whit_field_fold_curve25519_asm"})
    generator = random.Random("fold")
    numbers = edges(generator)
    cases = [2**512 - 1, 2**512 - 2**256, (2**256 - 39) ** 2, 0]
    cases += [next(numbers) * generator.choice((1, P, TOP, TOP - 1)) for _ in range(2 * ROUNDS)]
    for _ in range(ROUNDS):
        words = [generator.choice((*WORDS, generator.randrange(2**32))) for _ in range(16)]
        cases.append(sum(word << 32 * i for i, word in enumerate(words)))
    traces = set()
    for case in cases:
        t, result = write(machine, 1, case, 16), write(machine, 0, 0)
        traces.add(machine.call("fold", result, t, t, trace=True).traces)
        assert read(machine, result) < TOP
        assert read(machine, result) % P == case % P, f"{case:#x}"
    assert len(traces) == 1
