# SPDX-License-Identifier: MIT
from collections.abc import Sequence
from dataclasses import replace

import pytest
from fakes import FakeBench

from lab.errors import WrongResultError
from lab.measures import inputs as generated
from lab.measures.cost import measure
from lab.measures.traces import distinct
from lab.model import OPERATIONS, Cost, Operation, Run, Traces

EVERY = sorted(OPERATIONS)
WITH_OUTPUTS = [name for name in EVERY if name not in ("verify", "validate")]
REFUSING = ["decompress", "ecdh", "validate", "verify"]


def cost(bench: FakeBench, operation: str, keys: int = 3) -> Cost:
    return measure(bench, OPERATIONS[operation], seed="test", keys=keys, trace=True)


@pytest.mark.parametrize("operation", EVERY)
def test_right_results_are_measured(operation: str) -> None:
    found = cost(FakeBench(), operation)
    number = OPERATIONS[operation].number
    assert (found.cycles, found.stack_bytes) == (1000 * number, 100 + number)
    assert found.constant_time is (True if OPERATIONS[operation].secrets else None)


@pytest.mark.parametrize("operation", WITH_OUTPUTS)
def test_one_wrong_bit_is_an_error(operation: str) -> None:
    def spoil(_: Operation, run: Run) -> Run:
        outputs = {name: data[:-1] + bytes([data[-1] ^ 1]) for name, data in run.outputs.items()}
        return replace(run, outputs=outputs)

    with pytest.raises(WrongResultError, match=f"{operation} gave a wrong result"):
        cost(FakeBench(spoil), operation)


@pytest.mark.parametrize("operation", WITH_OUTPUTS)
def test_output_that_was_not_written_is_an_error(operation: str) -> None:
    def skip(_: Operation, run: Run) -> Run:
        stale = {name: b"\xa5" * len(data) for name, data in run.outputs.items()}
        return replace(run, outputs=stale)

    with pytest.raises(WrongResultError):
        cost(FakeBench(skip), operation)


@pytest.mark.parametrize("operation", EVERY)
def test_refusing_good_input_is_an_error(operation: str) -> None:
    with pytest.raises(WrongResultError, match="refused good input"):
        cost(FakeBench(lambda _, run: replace(run, value=1)), operation)


@pytest.mark.parametrize("operation", REFUSING)
def test_accepting_bad_input_is_an_error(operation: str) -> None:
    with pytest.raises(WrongResultError, match="accepted bad input"):
        cost(FakeBench(lambda _, run: replace(run, value=0)), operation)


def test_every_operation_that_takes_public_data_has_bad_input() -> None:
    for name, operation in OPERATIONS.items():
        bad = generated.bad(operation, generated.make(operation, "test", 0))
        assert bool(bad) == (name in REFUSING), name


def test_a_leak_is_seen() -> None:
    found = cost(FakeBench(leaks=True), "ecdh", keys=8)
    assert found.constant_time is False
    assert found.cycles is not None
    assert found.cycles_min is not None
    assert found.cycles_max is not None
    assert found.cycles_min <= found.cycles <= found.cycles_max
    assert found.cycles_min < found.cycles_max


def test_inputs_are_seeded() -> None:
    sign = OPERATIONS["sign"]
    first = generated.make(sign, "one", 0)
    assert generated.make(sign, "one", 0) == first
    other_seed, other_key = generated.make(sign, "two", 0), generated.make(sign, "one", 1)
    assert other_seed["private_key"] != first["private_key"] != other_key["private_key"]
    assert other_key["digest"] == first["digest"], "public inputs stay, so traces compare"


def runs(*marks: tuple[int, str]) -> Sequence[Run]:
    return [Run(0, {}, 1, 1, draws, Traces("p", mark, "c")) for draws, mark in marks]


def test_traces_are_compared_between_equal_draws_only() -> None:
    apart = distinct(runs((1, "a"), (1, "a"), (2, "b"), (2, "b")))
    assert apart is not None
    assert apart.constant
    mixed = distinct(runs((1, "a"), (1, "b"), (2, "b")))
    assert mixed is not None
    assert (mixed.program_counters, mixed.addresses, mixed.cycles) == (1, 2, 1)
    assert not mixed.constant


def test_single_traces_say_nothing() -> None:
    assert distinct(runs((1, "a"), (2, "b"))) is None
