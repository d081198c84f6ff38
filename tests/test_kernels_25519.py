# SPDX-License-Identifier: MIT
"""The kernels of ARMv7E-M, ARMv7-M, ARMv6-M and RV32IM for 2^255 - 19, and the reduction modulo
2^448 - 2^224 - 1, on emulated cores, each called directly: against integers on operands at the
edges of carries and of twice the prime, in place, with callee-saved registers poisoned by the
emulator, and with one trace for all operands."""

import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from emulator import riscv
from emulator.assembler import HEADER, boot, function, link

from lab.emulator import Machine
from tests.kernels import FLAGS, kernels
from tests.runner.tools import ROOT
from tests.test_kernels import DATA, ROUNDS, SAVING, WORDS, read, write
from tests.test_kernels_rv32 import saving

pytestmark = pytest.mark.brief(5)

P = 2**255 - 19
TOP = 2 * P

FIELD: dict[str, tuple[int, Callable[..., int]]] = {
    "mul": (2, lambda a, b: a * b),
    "sqr": (1, lambda a: a * a),
    "add": (2, lambda a, b: a + b),
    "sub": (2, lambda a, b: a - b),
    "mul_small": (2, lambda a, b: 121665 * a + b),
    "canonical": (1, lambda a: a),
}
CORES = ("m4", "m0", "small", "small_m3", "small_m4", "rv32")
OWN = [name for name in FIELD if name != "mul_small"]  # on Cortex-M4, which has another for it


# Calls of kernels by core: on Cortex-M0 registers from r8 on are saved by way of others.
SAVINGS = {
    "m4": SAVING,
    "m3": SAVING,
    "m0": "push {{r4, r5, r6, lr}}; mov r4, r8; mov r5, r9; mov r6, r10; mov r3, r11; "
    "push {{r3, r4, r5, r6}}; bl {name}; pop {{r3, r4, r5, r6}}; mov r8, r4; mov r9, r5; "
    "mov r10, r6; mov r11, r3; pop {{r4, r5, r6, pc}}",
}


def image(directory: Path, core: str, names: dict[str, str], *more: str, text: str = "") -> Machine:
    """With functions to call beside kernels, and what else to compile or tell the compiler."""
    source = directory / "calls.S"
    for name, kernel in names.items():
        # What squares where both factors are one array.
        both = "mov r2, r1; " if name.endswith("sqr") and "_mul_" in kernel else ""
        text += function(name, both + SAVINGS[core].format(name=kernel))
    source.write_text(HEADER + text + DATA)
    return boot(link(directory, core, [source, kernels(directory, "[ac]*")], *FLAGS, *more), core)


def kernels_of(core: str, *names: str) -> dict[str, str]:
    found = {f"field_{name}": f"whit_field_{name}_p25519_asm" for name in names}
    if core == "m0":
        found["field_sqr"] = found["field_mul"]
    return found


@pytest.fixture(scope="module")
def m4(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    masked = ("select", "select_two", "sub_scale", "sub_add", "negate_masked")
    names = kernels_of("m4", *OWN, *masked)
    direct = "b whit_field_lookup_prepared_p25519_asm"
    text = function("lookup_prepared", direct)
    return image(tmp_path_factory.mktemp("kernels"), "m4", names, text=text)


@pytest.fixture(scope="module")
def m0(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    names = kernels_of("m0", *FIELD, "select")
    return image(tmp_path_factory.mktemp("kernels"), "m0", names)


def small_image(
    directory: Path, core: str, total: str, product: str = "whit_field_25519_mul"
) -> Machine:
    """With what is C in profile small, and the function that adds and subtracts."""
    kept = "r4, r5, r6" if core == "m0" else "r4, r5, r6, r8, r9, r10, r11"
    call = "push {{{kept}, lr}}; {first}; bl {name}; pop {{{kept}, pc}}"
    text = ""
    for name, of, first in (
        ("add", total, "movs r3, #38"),
        ("sub", total, "movs r3, #1"),
        ("mul", product, "nop"),
        ("sqr", product, "mov r2, r1"),
        ("canonical", "whit_field_25519_canonical", "nop"),
        ("inverse", "whit_field_25519_ones", "movs r2, #255; movs r3, #20"),
    ):
        text += function(f"field_{name}", call.format(kept=kept, first=first, name=of))
    sources = [
        str(ROOT / "src" / part) for part in ("field/field_25519.c", "mp/mp.c", "base/base.c")
    ]
    return image(directory, core, {}, "-DWHIT_PROFILE=small", *sources, text=text)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """Of Cortex-M0, where two loops are kernels."""
    return small_image(tmp_path_factory.mktemp("k"), "m0", "whit_field_sum_p25519_asm")


@pytest.fixture(scope="module")
def small_m3(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return small_image(tmp_path_factory.mktemp("k"), "m3", "whit_field_25519_sum")


@pytest.fixture(scope="module")
def small_m4(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """Where the multiplication is a kernel too."""
    kernels = ("whit_field_sum_p25519_asm", "whit_field_mul_loops_p25519_asm")
    return small_image(tmp_path_factory.mktemp("k"), "m4", *kernels)


@pytest.fixture(scope="module")
def rv32(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    directory = tmp_path_factory.mktemp("kernels")
    source = directory / "calls.S"
    names = kernels_of("rv32", *FIELD, "select", "negate_masked")
    source.write_text("".join(riscv.function(n, saving(of)) for n, of in names.items()) + DATA)
    base = ROOT / "src" / "base" / "base.c"
    return riscv.boot(riscv.link(directory, [source, base, kernels(directory, "[cr]*")], *FLAGS))


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


@pytest.mark.parametrize(
    ("core", "name"),
    [
        (core, name)
        for core in CORES
        for name in (OWN if core == "m4" else FIELD)
        if name != "mul_small" or not core.startswith("small")
    ],
)
def test_field_arithmetic(core: str, name: str, request: pytest.FixtureRequest) -> None:
    machine = request.getfixturevalue(core)
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


@pytest.mark.parametrize("core", ["m4", "rv32"])
def test_negation_by_a_mask(core: str, request: pytest.FixtureRequest) -> None:
    machine = request.getfixturevalue(core)
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


@pytest.mark.parametrize(
    ("core", "name", "limbs"),
    [("m4", "select", 8), ("m0", "select", 8), ("rv32", "select", 8), ("m4", "select_two", 16)],
)
def test_selection(core: str, name: str, limbs: int, request: pytest.FixtureRequest) -> None:
    machine = request.getfixturevalue(core)
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


# Beside the difference, and where both may go: 1 and 2 are the numbers' places, 0 and 3 apart.
BESIDE_A_DIFFERENCE: dict[str, tuple[Callable[..., int], tuple[tuple[int, int], ...]]] = {
    "sub_scale": (lambda a, b: 121665 * (a - b) + a, ((0, 3), (1, 3), (2, 3), (0, 2))),
    "sub_add": (lambda a, b: a + b, tuple(itertools.permutations(range(4), 2))),
}


@pytest.mark.parametrize("name", BESIDE_A_DIFFERENCE)
def test_a_difference_and_more(m4: Machine, name: str) -> None:
    expected, places = BESIDE_A_DIFFERENCE[name]
    generator = random.Random(name)
    numbers = edges(generator)
    seen: list[int] = []
    traces = set()
    for turn in range(2 * ROUNDS + 300):
        seen.append(next(numbers))
        a, b = seen[-1], generator.choice(seen)
        at = [write(m4, place, value) for place, value in enumerate((0, a, b, 0))]
        result, other = (at[place] for place in places[turn % len(places)])
        call = m4.call(f"field_{name}", result, at[1], at[2], other, trace=True)
        if turn % len(places) == 0:
            traces.add(call.traces)
        assert max(read(m4, result), read(m4, other)) < TOP
        assert read(m4, other) % P == (a - b) % P, f"{a:#x} {b:#x}"
        assert read(m4, result) % P == expected(a, b) % P, f"{a:#x} {b:#x}"
    assert len(traces) == 1


def test_a_prepared_point_and_its_negative(m4: Machine) -> None:
    generator = random.Random("prepared")
    numbers = edges(generator)
    traces = set()
    for _ in range(ROUNDS // 8):
        entries = [[next(numbers) % P or 1 for _ in range(3)] for _ in range(8)]
        words = sum(n << 256 * i for i, n in enumerate(n for entry in entries for n in entry))
        table = write(m4, 2, words, 192)
        for index, (first, second, product) in enumerate(entries):
            for negative in (0, 1):
                result = write(m4, 0, 0, 24)
                call = m4.call("lookup_prepared", result, table, index, negative, trace=True)
                traces.add(call.traces)
                found = read(m4, result, 24)
                expected = (second, first, TOP - product) if negative else entries[index]
                assert found == sum(n << 256 * i for i, n in enumerate(expected))
    assert len(traces) == 1


def test_inversion_bit_by_bit(small: Machine) -> None:
    for value in (0, 1, 2, P - 1, P, P + 1, TOP - 1, random.Random("inverse").randrange(TOP)):
        result = write(small, 0, 0)
        small.call("field_inverse", result, write(small, 1, value))
        assert read(small, result) % P == pow(value, P - 2, P)


def test_reduction_modulo_the_prime_of_curve448(m4: Machine) -> None:
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
            t, result = write(m4, 1, case, 28), write(m4, 0, 0, 15)
            traces.add(m4.call("whit_reduce_p448_asm", result, t, trace=True).traces)
            assert read(m4, result, 15) == case % p, f"{case:#x}"
    assert len(traces) == 1


def test_folding_on_cortex_m3(tmp_path: Path) -> None:
    machine = image(tmp_path, "m3", {"fold": "whit_field_fold_p25519_asm"})
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
