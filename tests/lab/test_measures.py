# SPDX-License-Identifier: MIT
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from fakes import SECP256R1, Change, FakeBench

from lab import curves, oracle
from lab.curves import Curve
from lab.errors import WrongResultError
from lab.measures import cost as costs
from lab.measures import inputs as generated
from lab.measures.checks import check
from lab.measures.cost import measure
from lab.measures.traces import distinct
from lab.model import (
    BATCHES,
    BLS_COUNTS,
    BLS_MANY,
    HASHING,
    OPERATIONS,
    PAIRING,
    VERIFYING,
    BlsSuite,
    Cost,
    Operation,
    Run,
    Traces,
)

EVERY = sorted(OPERATIONS.keys() - {*PAIRING, *BATCHES})  # what every curve has; others: see below
DECIDING = ("validate", "verify_show", *VERIFYING)
WITH_OUTPUTS = [name for name in EVERY if name not in DECIDING]
REFUSING = ["decompress", "ecdh", "sign_checked", *DECIDING]


def cost(bench: FakeBench, operation: str, keys: int = 3, curve: Curve = SECP256R1) -> Cost:
    return measure(bench, OPERATIONS[operation], curve, seed="test", keys=keys, trace=True)


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


def always_the_first() -> Change:
    """A result is right, and is that of the first run again."""
    first: dict[str, Run] = {}
    return lambda operation, run: first.setdefault(operation.name, run)


def undrawn(change: Change) -> Change:
    return lambda operation, run: replace(change(operation, run), draws=0)


def test_a_key_that_is_always_the_same_is_an_error() -> None:
    with pytest.raises(WrongResultError, match="keygen gave one private key twice"):
        cost(FakeBench(always_the_first()), "keygen")


def test_a_key_without_random_bytes_is_compared_with_another() -> None:
    """Where one is asked for, too."""
    with pytest.raises(WrongResultError, match="keygen gave one private key twice"):
        cost(FakeBench(undrawn(always_the_first())), "keygen", keys=1)
    assert cost(FakeBench(undrawn(lambda _, run: run)), "keygen", keys=1).cycles == 1000


def test_a_nonce_that_is_always_the_same_is_an_error() -> None:
    class Repeating(FakeBench):
        def run(
            self, operation: Operation, inputs: Mapping[str, bytes], *, trace: bool = False
        ) -> Run:
            return super().run(operation, {**inputs, "pool": bytes(64)}, trace=trace)

    with pytest.raises(WrongResultError, match="sign gave one nonce twice"):
        cost(Repeating(), "sign")


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
    for name in EVERY:
        operation = OPERATIONS[name]
        good = generated.make(operation, SECP256R1, "test", 0)
        bad = generated.bad(operation, SECP256R1, good)
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
    first = generated.make(sign, SECP256R1, "one", 0)
    assert generated.make(sign, SECP256R1, "one", 0) == first
    other_seed = generated.make(sign, SECP256R1, "two", 0)
    other_key = generated.make(sign, SECP256R1, "one", 1)
    assert other_seed["private_key"] != first["private_key"] != other_key["private_key"]
    assert other_key["digest"] == first["digest"], "public inputs stay, so traces compare"


CURVES_25519 = [
    *(("curve25519", name) for name in ("keygen", "ecdh")),
    *(("ed25519", name) for name in ("keygen", "sign", "verify")),
]


@pytest.mark.parametrize(("name", "operation"), CURVES_25519)
def test_25519(name: str, operation: str) -> None:
    curve = curves.find(name)
    chosen = curve.operation(operation)
    inputs = generated.make(chosen, curve, "test", 0)
    for buffer, content in inputs.items():
        assert buffer in ("message", "pool") or len(content) == curve.sizes.buffers[buffer]
    bench = FakeBench(curve=curve)
    found = measure(bench, chosen, curve, seed="test", keys=3, trace=True)
    assert found.cycles == 1000 * chosen.number
    assert found.constant_time is (True if chosen.secrets else None)


@pytest.mark.parametrize(
    ("name", "operation"), [one for one in CURVES_25519 if "verify" not in one]
)
def test_wrong_bits_on_25519_are_errors(name: str, operation: str) -> None:
    def spoil(_: Operation, run: Run) -> Run:
        outputs = {name: bytes([data[0] ^ 1]) + data[1:] for name, data in run.outputs.items()}
        return replace(run, outputs=outputs)

    curve = curves.find(name)
    with pytest.raises(WrongResultError, match="gave a wrong result"):
        measure(FakeBench(spoil, curve=curve), curve.operation(operation), curve,
                seed="test", keys=1, trace=False)  # fmt: skip


def test_an_ed25519_signature_whose_scalar_is_not_reduced_is_to_be_refused() -> None:
    curve = curves.find("ed25519")
    verify = curve.operation("verify")
    good = generated.make(verify, curve, "test", 0)
    *_, unreduced = generated.bad(verify, curve, good)
    halves = [int.from_bytes(one["signature"][32:], "little") for one in (good, unreduced)]
    assert halves[1] - halves[0] == curve.order
    assert unreduced["signature"][:32] == good["signature"][:32]


def test_batches_are_of_other_keys_and_equally_long_messages() -> None:
    curve, right = curves.find("ed25519"), oracle.of(curves.find("ed25519"))
    operation = curve.operation("verify_batch_4")
    good = generated.make(operation, curve, "test", 1)
    sizes = curve.sizes_for(operation.name).buffers
    assert (len(good["public_key"]), len(good["signature"])) == (4 * 32, 4 * 64)
    assert len(good["message"]) <= sizes["message"]

    def verdicts(inputs: Mapping[str, bytes]) -> list[bool]:
        def part(name: str, index: int) -> bytes:
            size = len(inputs[name]) // 4
            return inputs[name][index * size :][:size]

        names = ("public_key", "message", "signature")
        return [right.verify(*(part(name, index) for name in names)) for index in range(4)]

    keys = {good["public_key"][32 * index :][:32] for index in range(4)}
    assert (len(keys), verdicts(good)) == (4, [True] * 4)
    first, last = [False, True, True, True], [True, True, True, False]
    assert [verdicts(bad) for bad in generated.bad(operation, curve, good)] == [first, last] * 3


# Fields of every limb count's remainder, orders above and below the field, cofactors.
SHAPES = [
    *("secp112r2", "secp160r1", "secp521r1", "curve22103_relic", "bls12_381"),
    pytest.param("ss_p1536", marks=pytest.mark.slow),
]


@pytest.mark.brief(4)
@pytest.mark.parametrize("operation", EVERY)
@pytest.mark.parametrize("name", SHAPES)
def test_inputs_fit_every_shape_of_curve(name: str, operation: str) -> None:
    curve = curves.find(name)
    if operation == HASHING and curve.suite is None:
        pytest.skip("no suite hashes to it")
    inputs = generated.make(OPERATIONS[operation], curve, "test", 0)
    for buffer, content in inputs.items():
        assert buffer in ("message", "pool") or len(content) == curve.sizes.buffers[buffer]
    found = cost(FakeBench(curve=curve), operation, 2, curve)
    assert found.stack_bytes == 100 + OPERATIONS[operation].number


@pytest.mark.parametrize("operation", ["ecdh", "validate"])
def test_a_point_outside_the_subgroup_is_to_be_refused(operation: str) -> None:
    curve = curves.find("secp112r2")
    good = generated.make(OPERATIONS[operation], curve, "test", 0)
    *_, outside = generated.bad(OPERATIONS[operation], curve, good)
    right = oracle.of(curve)
    assert right.is_point(outside["public_key"])
    assert outside["public_key"] == right.outside_subgroup()

    def careless(_: Operation, run: Run) -> Run:
        return replace(run, value=0)

    with pytest.raises(WrongResultError, match="accepted bad input"):
        cost(FakeBench(careless, curve=curve), operation, 1, curve)


def test_runs_go_on_until_enough_drew_alike() -> None:
    """RFC 6979 refuses every second candidate on secp160r1."""
    curve, sign = curves.find("secp160r1"), OPERATIONS["sign_message"]
    bench = FakeBench(curve=curve)
    done = costs.runs(
        bench, sign, curve, seed="t", keys=6, trace=True, alike=True, advance=lambda: None
    )
    draws = [run.draws for run in done]
    assert max(map(draws.count, draws)) == draws.count(draws[-1]) == 6
    assert len(set(draws)) > 1
    right = oracle.of(curve)
    for index, run in enumerate(done):
        inputs = generated.make(sign, curve, "t", index)
        assert run.draws == 1 + right.nonces_refused(inputs["private_key"], inputs["message"])


def test_runs_are_as_many_as_keys_where_nothing_is_refused() -> None:
    sign = OPERATIONS["sign"]
    done = costs.runs(
        FakeBench(), sign, SECP256R1, seed="t", keys=4, trace=True, alike=True, advance=lambda: None
    )
    assert [run.draws for run in done] == [1] * 4


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


def signing(name: str) -> Curve:
    """As RELIC has the curve."""
    return replace(curves.find(name), signing=BlsSuite("SVDW", b"RELIC"))


@pytest.mark.parametrize("operation", sorted({*PAIRING} - {*BLS_MANY}))
@pytest.mark.parametrize("name", ["bn_p158", pytest.param("ss_p1536", marks=pytest.mark.slow)])
def test_bls_inputs_fit_and_bad_ones_differ(name: str, operation: str) -> None:
    curve, chosen = signing(name), OPERATIONS[operation]
    sizes = curve.sizes_for(operation).buffers
    inputs = generated.make(chosen, curve, "test", 0)
    for buffer, content in inputs.items():
        assert buffer == "pool" or len(content) == (20 if buffer == "message" else sizes[buffer])
    bad = generated.bad(chosen, curve, inputs)
    assert len(bad) == {"bls_verify": 5, "bls_verify_prepared": 3}.get(operation, 0)
    for each in bad:
        assert [name for name in each if each[name] != inputs[name]] != []
        assert all(len(each[name]) == len(inputs[name]) for name in inputs)


@pytest.mark.parametrize(
    "operation", [name for name in BLS_MANY if OPERATIONS[name].batch == BLS_COUNTS[1]]
)
def test_many_bls_inputs_fit_and_bad_ones_differ(operation: str) -> None:
    curve, chosen, right = signing("bn_p158"), OPERATIONS[operation], oracle.bls(signing("bn_p158"))
    sizes, count = curve.sizes_for(operation), chosen.batch
    inputs = generated.make(chosen, curve, "test", 0)
    assert all(len(each) <= sizes.buffers[name] for name, each in inputs.items() if name != "pool")
    assert len(inputs["pool"]) == sizes.pool
    messages = inputs.get("message", b"")
    assert len(messages) in (0, 20, 20 * count)
    assert len({messages[at:][:20] for at in range(0, len(messages), 20)}) == len(messages) // 20
    bad = generated.bad(chosen, curve, inputs)
    assert len(bad) == (3 if "public_key" in inputs else 1)
    for each in bad:
        assert [name for name in each if each[name] != inputs[name]] != []
        assert all(len(each[name]) == len(inputs[name]) for name in inputs)
    if len(inputs["signature"]) > sizes.field * 2 and messages:
        # What a batch alone must refuse is right as a sum.
        size = 2 * sizes.field
        told = [
            right.aggregate(each["signature"][at:][:size] for at in range(0, count * size, size))
            for each in (inputs, bad[-1])
        ]
        assert told[0] == told[1]


def test_a_wrong_sum_of_bls_signatures_is_an_error() -> None:
    curve, chosen = signing("bn_p158"), OPERATIONS[BLS_MANY[0]]
    inputs = generated.make(chosen, curve, "test", 0)
    signatures, size = inputs["signature"], 2 * curve.sizes.field
    total = oracle.bls(curve).aggregate([signatures[:size], signatures[size:]])[: size // 2]
    check(chosen, curve, inputs, Run(0, {"secret": total}, 1, 1, 0), "test")
    wrong = {"secret": total[:-1] + bytes([total[-1] ^ 1])}
    with pytest.raises(WrongResultError, match="not the sum of the signatures"):
        check(chosen, curve, inputs, Run(0, wrong, 1, 1, 0), "test")


@pytest.mark.parametrize("operation", ["bls_keygen", "bls_sign"])
def test_one_wrong_bit_of_a_bls_result_is_an_error(operation: str) -> None:
    curve, right = signing("bn_p158"), oracle.bls(signing("bn_p158"))
    inputs = dict(generated.make(OPERATIONS["bls_sign"], curve, "test", 0))
    own = inputs["private_key"]
    outputs = {
        "private_key": own,
        "public_key": right.public_key(own),
        "signature": right.sign(own, inputs["message"]),
    }
    chosen = OPERATIONS[operation]
    check(chosen, curve, inputs, Run(0, outputs, 1, 1, 0), "test")
    for name in ("public_key", "signature"):
        outputs[name] = outputs[name][:-1] + bytes([outputs[name][-1] ^ 1])
    with pytest.raises(WrongResultError, match=f"{operation} gave a wrong result"):
        check(chosen, curve, inputs, Run(0, outputs, 1, 1, 0), "test")
