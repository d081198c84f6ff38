# SPDX-License-Identifier: MIT
"""What a probe would see: the model's numbers, code whose leaks are known, and statistics."""

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from emulator.assembler import assemble
from numpy.typing import NDArray
from test_following import program

from lab.emulator import EmulationError
from lab.emulator.arm import ArmMachine
from lab.emulator.leaking import Leakage, PartedError, Window, disassembled
from lab.errors import LabError
from lab.findings import Place
from lab.leakage import statistics
from lab.leakage.record import CERTAIN, PARTS
from lab.leakage.tally import Seen, Tally

MODELS = ("m0", "m0plus", "m3", "m4")
OPERANDS, RESULT, REGISTER, MEMORY = range(len(PARTS))
RUNS = 200

# r0 and r1 are given; r2 and r3 are zero.
FUNCTIONS = {
    # The secret itself.
    "unmasked": "movs r3, #0; eors r3, r0; movs r0, #0; bx lr",
    # Its shares, which a bus never has one behind the other.
    "apart": "movs r2, #0; mov r2, r0; mov r3, r3; mov r2, r2; mov r3, r3; mov r3, r1; bx lr",
    "adjacent": "mov r2, r0; mov r3, r1; bx lr",
    # Both in one instruction, with zero between them on the bus.
    "together": "push {r4, r5, r6, lr}; mov r4, r3; mov r4, r0; mov r5, r3; mov r6, r1; mov r5, r3;"
    "ldr r2, =buffer; mov r3, r5; str r5, [r2]; stm r2!, {r4, r5, r6}; str r5, [r2]; mov r3, r5;"
    "pop {r4, r5, r6, pc}",
}  # fmt: skip
V7M = {
    "skips": "cmp r0, r1; ite eq; moveq r2, r0; movne r2, r1; mov r0, r2; bx lr",
    "branches": "cmp r0, r1; beq 1f; movs r0, #1; 1: bx lr",
    "long": "push {r4, r5, lr}; movs r2, #3; movs r3, #5; umull r2, r3, r0, r1;"
    "umaal r2, r3, r0, r1; pop {r4, r5, pc}",
}  # fmt: skip


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], ArmMachine]:
    known: dict[str, ArmMachine] = {}

    def of(model: str) -> ArmMachine:
        if model not in known:
            functions = FUNCTIONS | (V7M if model == "m4" else {})
            known[model] = assemble(tmp_path_factory.mktemp(model), model, functions)
        return known[model]

    return of


def one(machine: ArmMachine, name: str, *given: int) -> Mapping[str, list[int]]:
    """The parts of each instruction of a run, by its text; of one that runs twice, the last."""
    with machine.leaking(Window()) as leakage:
        leakage.begin()
        machine.call(name, *given)
        seen = leakage.end()
        addresses, parts = leakage.addresses(), leakage.last()
        assert len(addresses) == len(parts) == seen.samples == seen.instructions
        return {
            disassembled(machine.read(int(address), 4), int(address)): [int(n) for n in each]
            for address, each in zip(addresses, parts, strict=True)
        }


def weight(value: int) -> int:
    return value.bit_count()


@pytest.mark.parametrize("model", MODELS)
def test_the_parts_of_a_sample(machines: Callable[[str], ArmMachine], model: str) -> None:
    """By hand, from the model's four sentences."""
    a, b = 0x12345678, 0xF0F0F00F
    found = one(machines(model), "unmasked", a, b)
    # Zero, then the exclusive or of zero and a: both buses had zero.
    assert found["eors r3, r0"] == [weight(a), weight(a), weight(a), 0]
    # r0 was a, the second bus had a, and nothing is set.
    assert found["movs r0, #0"] == [weight(a), 0, weight(a), 0]
    stored = one(machines(model), "together", a, b, 0, 0)["stm r2!, {r4, r5, r6}"]
    both = 2 * weight(a) + weight(b)
    # a behind zero, zero behind a, b behind zero; and the weights of a, zero and b.
    assert stored[MEMORY] == both + weight(a) + weight(b)
    assert stored[RESULT] == stored[REGISTER] == 0


def test_long_results_have_two_registers(machines: Callable[[str], ArmMachine]) -> None:
    a, b = 0xFFFFFFFF, 0x80000001
    found = one(machines("m4"), "long", a, b)
    first = a * b
    second = a * b + (first & 0xFFFFFFFF) + (first >> 32)

    def halves(value: int) -> tuple[int, int]:
        return value & 0xFFFFFFFF, value >> 32

    umull = found["umull r2, r3, r0, r1"]
    assert umull[RESULT] == sum(map(weight, halves(first)))
    assert umull[REGISTER] == weight(halves(first)[0] ^ 3) + weight(halves(first)[1] ^ 5)
    umaal = found["umaal r2, r3, r0, r1"]
    assert umaal[OPERANDS] == 0  # the same as before
    assert umaal[RESULT] == sum(map(weight, halves(second)))
    assert umaal[REGISTER] == weight(first ^ second)


def test_skipped_instructions_have_an_empty_sample(machines: Callable[[str], ArmMachine]) -> None:
    """So that runs stay side by side."""
    machine = machines("m4")
    with machine.leaking(Window()) as leakage:
        for given in ((1, 2), (2, 2)):
            leakage.begin()
            machine.call("skips", *given)
            assert leakage.end().samples == 6
            text = [list(map(int, each)) for each in leakage.last()]
            assert ([0, 0, 0, 0] in text[2:4]) is True


def test_runs_that_part_are_refused(machines: Callable[[str], ArmMachine]) -> None:
    machine = machines("m4")
    with machine.leaking(Window()) as leakage:
        leakage.begin()
        machine.call("branches", 1, 2)
        leakage.end()
        leakage.begin()
        machine.call("branches", 2, 2)
        with pytest.raises(PartedError) as parted:
            leakage.end()
        assert parted.value.after == 2
        assert (parted.value.here or 0) - (parted.value.there or 0) == 2
        with pytest.raises(EmulationError, match="summed up"):
            leakage.add(0)


@pytest.mark.parametrize("model", ["m0", "m4"])
def test_registers_are_followed(tmp_path: Path, model: str) -> None:
    """Through random instructions of every kind: end() compares them with the core's."""
    choose = random.Random(f"leak {model}")
    programs = {f"p{index}": program(model, choose) for index in range(40)}
    machine = assemble(tmp_path, model, programs)
    for name in programs:
        with machine.leaking(Window()) as leakage:
            leakage.begin()
            call = machine.call(name, *(choose.getrandbits(32) for _ in range(3)), 0)
            assert leakage.end().instructions == call.instructions


# Fixed against random


def compared(machine: ArmMachine, name: str, fixed: int | None, masked: bool) -> Tally:
    """A secret that is fixed in the first group, in two shares where it is masked."""
    choose = random.Random(f"{name} {masked}")

    def run(leakage: Leakage, group: int) -> None:
        secret = fixed if group == 0 and fixed is not None else choose.getrandbits(32)
        mask = choose.getrandbits(32) if masked else 0
        leakage.begin()
        machine.call(name, secret ^ mask, mask, 0, 0)
        leakage.end()
        leakage.add(group)

    with machine.leaking(Window()) as leakage:
        for index in range(2 * RUNS):
            run(leakage, index % 2)
        sums = leakage.sums(0), leakage.sums(1)
        addresses = leakage.addresses()
    return Tally(
        Seen(
            powers=(sums[0].powers, sums[1].powers),
            parts=(sums[0].parts, sums[1].parts),
            runs=(RUNS, RUNS),
            addresses=addresses,
            output=None,
        )
    )


def leaking(machine: ArmMachine, name: str, *secret: int | bool | None) -> tuple[set[str], ...]:
    """The instructions that a test of each order names."""
    fixed, masked = secret
    tally = compared(machine, name, fixed, bool(masked))
    worst = tally.worst(
        lambda at: Place(at, name, None, None),
        lambda at: disassembled(machine.read(at, 4), at),
        99,
    )
    assert {each.text for each in worst if each.first} or not tally.first.samples
    return (
        {each.text for each in worst if each.first},
        {each.text for each in worst if each.second},
    )


@pytest.mark.parametrize("model", ["m0", "m4"])
def test_a_secret_is_found_where_it_is_handled(
    machines: Callable[[str], ArmMachine], model: str
) -> None:
    first, _ = leaking(machines(model), "unmasked", 0x00010001, False)
    assert first == {"eors r3, r0", "movs r0, #0"}


@pytest.mark.parametrize("model", ["m0", "m4"])
def test_shares_apart_show_nothing(machines: Callable[[str], ArmMachine], model: str) -> None:
    assert leaking(machines(model), "apart", 0xFFFFFFFF, True) == (set(), set())


def test_shares_that_follow_one_another_show_the_secret(
    machines: Callable[[str], ArmMachine],
) -> None:
    first, _ = leaking(machines("m4"), "adjacent", 0xFFFFFFFF, True)
    assert first == {"mov r3, r1"}


@pytest.mark.parametrize("model", ["m0", "m4"])
def test_second_order_finds_shares_in_one_instruction(
    machines: Callable[[str], ArmMachine], model: str
) -> None:
    first, second = leaking(machines(model), "together", 0xFFFFFFFF, True)
    assert first == set()
    assert second == {"stm r2!, {r4, r5, r6}", "pop {r4, r5, r6, pc}"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_random_against_random_shows_nothing(
    machines: Callable[[str], ArmMachine], name: str
) -> None:
    for masked in (False, True):
        assert leaking(machines("m4"), name, None, masked) == (set(), set())


def test_the_part_is_named(machines: Callable[[str], ArmMachine]) -> None:
    tally = compared(machines("m4"), "adjacent", 0xFFFFFFFF, True)
    (found,) = tally.worst(lambda at: Place(at, "", None, None), str, 1)
    assert (found.part, found.executions, found.first) == ("operands", 1, 1)
    (function,) = tally.functions(lambda _: "adjacent")
    assert (function.samples, function.first) == (3, 1)


def test_a_window_narrows_what_is_seen(machines: Callable[[str], ArmMachine]) -> None:
    machine = machines("m4")
    for window, count in (
        (Window(1, 3), 2),
        (Window(3), 1),
        (Window(addresses=(machine.symbol("unmasked"), machine.symbol("unmasked") + 2)), 1),
        (Window(9, 12), 0),
    ):
        with machine.leaking(window) as leakage:
            leakage.begin()
            machine.call("unmasked", 1)
            seen = leakage.end()
            assert (seen.instructions, seen.samples) == (4, count)


# Statistics


def powers(samples: NDArray[np.int64]) -> NDArray[np.uint64]:
    return np.stack([(samples.astype(np.uint64) ** power).sum(0) for power in (1, 2, 3, 4)])


def welch(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.float64]:
    """From the samples themselves."""
    error = np.sqrt(x.var(0, ddof=1) / len(x) + y.var(0, ddof=1) / len(y))
    return np.asarray((x.mean(0) - y.mean(0)) / error)


@pytest.mark.parametrize("least", [0, 2000])
def test_t_is_that_of_the_samples(least: int) -> None:
    generator = np.random.default_rng(1)
    x = generator.integers(least, least + 30, (60, 500))
    y = generator.integers(least, least + 40, (70, 500))
    sums, runs = (powers(x), powers(y)), (60, 70)
    assert statistics.first_order(sums, runs) == pytest.approx(welch(x, y))
    squares = ((x - x.mean(0)) ** 2, (y - y.mean(0)) ** 2)
    assert statistics.second_order(sums, runs) == pytest.approx(welch(*squares))


def test_groups_that_do_not_vary() -> None:
    x = np.array([[5, 5, 5, 5]] * 3)
    y = np.array([[5, 6, 4, 5], [5, 6, 4, 7], [5, 6, 4, 9]])
    sums, runs = (powers(x), powers(y)), (3, 3)
    first = statistics.first_order(sums, runs)
    assert list(first[:3]) == [0, -CERTAIN, CERTAIN]
    assert first[3] == pytest.approx(-2 / np.sqrt(4 / 3))
    assert list(statistics.second_order(sums, runs)[:3]) == [0, 0, 0]
    assert list(statistics.varying(sums, runs)) == [False, True, True, True]


def test_two_values_have_constant_centred_squares() -> None:
    """Rounding must not make a leak of it."""
    x = np.array([[0, 1000]] * 5 + [[1, 1001]] * 5)
    assert list(statistics.second_order((powers(x), powers(x)), (10, 10))) == [0, 0]


def test_the_threshold() -> None:
    # Of Student's distribution with 10 and 30 degrees of freedom, as tables have it.
    assert statistics.tails(2.2281, 10) == pytest.approx(0.05, rel=1e-4)
    assert statistics.tails(3.6460, 30) == pytest.approx(0.001, rel=1e-3)
    assert statistics.threshold(1, (100_000, 100_000)) == pytest.approx(4.5, abs=1e-3)
    few, many = (statistics.threshold(10**6, (runs, runs)) for runs in (50, 5000))
    assert few > many > statistics.threshold(10**3, (5000, 5000)) > 4.5
    with pytest.raises(LabError, match="two runs"):
        statistics.threshold(10, (1, 50))


def test_noise_is_below_the_threshold() -> None:
    """A chance of 7 in a million for all samples together."""
    generator = np.random.default_rng(2)
    x, y = (generator.binomial(32, 0.5, (100, 50_000)) for _ in range(2))
    sums, runs = (powers(x), powers(y)), (100, 100)
    limit = statistics.threshold(50_000, runs)
    for t in (statistics.first_order(sums, runs), statistics.second_order(sums, runs)):
        assert 3.5 < np.abs(t).max() < limit
