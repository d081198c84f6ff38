# SPDX-License-Identifier: MIT
"""Faults: each does what it says, forgeries are forgeries, and hardened verification holds."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from emulator.assembler import CPUS, function, link

from lab import curves, oracle
from lab.commands.fault import HARDENED
from lab.emulator import Core, EmulationError
from lab.emulator.faults import Bits, FaultMachine, Trial
from lab.errors import UnsupportedError
from lab.findings import FAULTS_KEY, OUTCOMES, Faults
from lab.measures import forgeries
from lab.measures.faults import Effort, coverage, tally
from lab.model import Case
from lab.recorded import Recorded
from lab.reports import faults as report
from lab.runner import Lab, Silence, try_faults

# r0 = 0 accepts. Each returns 1 without a fault.
FUNCTIONS = {
    "compares": "movs r2, #1; cmp r0, r1; bne 1f; movs r2, #0; 1: movs r0, r2; bx lr",
    "loops": "movs r2, #5; movs r0, #1; 1: subs r2, #1; bne 1b; bx lr",
    "sums": "movs r0, #0; adds r0, #1; bx lr",
    "waits": "movs r0, #1; cmp r0, #1; beq 1f; 2: b 2b; 1: bx lr",
    "calls": "push {r4, lr}; bl compares; pop {r4, pc}",
    "loads": "ldr r2, =0x20000000; ldr r3, [r2, #64]; movs r0, #1; bx lr",
}
V7M = {
    "selects": "movs r2, #7; cmp r0, r1; ite eq; moveq r2, #0; movne r2, #1; mov r0, r2; bx lr",
    "blocks": "movs r0, #1; cmp r0, #1; itttt eq; addeq r0, #1; addeq r0, #1; addeq r0, #1; "
    "subeq r0, #3; bx lr",
}


def every(_: int, __: int, ___: str, bits: Sequence[int]) -> Sequence[int]:
    return bits


def none(*_: object) -> Sequence[int]:
    return ()


def faulty(directory: Path, model: str) -> FaultMachine:
    functions = FUNCTIONS | (V7M if model in ("m3", "m4") else {})
    source = directory / f"{model}.S"
    source.write_text("".join(function(name, body) for name, body in functions.items()))
    machine = FaultMachine(link(directory, model, [source]), Core(f"cortex-{model}", model))
    machine.boot()
    return machine


@pytest.fixture(params=[model for model in CPUS if model != "m33"])
def machine(request: pytest.FixtureRequest, tmp_path: Path) -> FaultMachine:
    return faulty(tmp_path, request.param)


@pytest.fixture
def m4(tmp_path: Path) -> FaultMachine:
    return faulty(tmp_path, "m4")


def injected(machine: FaultMachine, plan: Mapping[int, Sequence[int]], bits: Bits) -> list[Trial]:
    trials: list[Trial] = []
    machine.inject(plan, bits, trials.append)
    return trials


def skips(machine: FaultMachine, name: str, *args: int) -> dict[str, Sequence[str]]:
    """The outcomes of skipping each execution, by instruction."""
    machine.hold(name, *args)
    _, counts = machine.survey()
    plan = {address: range(1, count + 1) for address, count in counts.items()}
    found: dict[str, list[str]] = {}
    for trial in injected(machine, plan, none):
        found.setdefault(machine.instruction(trial.address), []).append(trial.outcome)
    return {name: tuple(outcomes) for name, outcomes in found.items()}


def test_a_skipped_instruction_is_not_executed(machine: FaultMachine) -> None:
    found = skips(machine, "compares", 1, 2)
    assert {name for name, outcomes in found.items() if "accepted" in outcomes} == {
        next(name for name in found if name.startswith("bne"))
    }
    assert skips(machine, "sums")["adds r0, #1"] == ("accepted",)
    assert skips(machine, "sums")["movs r0, #0"] == ("rejected",)


def test_each_execution_counts_for_itself(machine: FaultMachine) -> None:
    machine.hold("loops")
    outcome, counts = machine.survey()
    assert outcome == "rejected"
    assert sorted(counts.values()) == [1, 1, 1, 5, 5]
    found = skips(machine, "loops")
    assert found["subs r2, #1"] == ("rejected",) * 5
    assert found["movs r0, #1"] == ("rejected",)


def test_what_never_ends_is_hung(machine: FaultMachine) -> None:
    found = skips(machine, "waits")
    assert found[next(name for name in found if name.startswith("beq"))] == ("hung",)


def test_a_call_that_is_skipped_leaves_its_argument(machine: FaultMachine) -> None:
    found = skips(machine, "calls", 0, 2)
    assert found[next(name for name in found if name.startswith("bl "))] == ("accepted",)


def test_every_bit_of_a_result_is_flipped(machine: FaultMachine) -> None:
    machine.hold("compares", 6, 4)
    _, counts = machine.survey()
    trials = injected(machine, dict.fromkeys(counts, (1,)), every)
    accepted = [trial for trial in trials if trial.outcome == "accepted"]
    assert {(trial.register, trial.bit) for trial in accepted} == {
        (None, None),  # bne
        ("flags", 30),  # Z of cmp
        ("r2", 0),
        ("r0", 0),
    }
    assert {trial.bit for trial in trials if trial.register == "r2"} == set(range(32))
    assert {trial.bit for trial in trials if trial.register == "flags"} == {28, 29, 30, 31}


def test_a_flipped_address_crashes(machine: FaultMachine) -> None:
    machine.hold("loads")
    _, counts = machine.survey()
    trials = [
        trial
        for trial in injected(machine, dict.fromkeys(counts, (1,)), every)
        if trial.register == "r2"
    ]
    assert {trial.outcome for trial in trials} == {"rejected", "crashed"}
    assert next(trial for trial in trials if trial.bit == 31).outcome == "crashed"


@pytest.mark.parametrize(("first", "second"), [(1, 2), (3, 3)])
def test_blocks_of_it_go_on_behind_a_skip(m4: FaultMachine, first: int, second: int) -> None:
    m4.hold("selects", first, second)
    outcome, _ = m4.survey()
    assert outcome == ("accepted" if first == second else "rejected")
    found = skips(m4, "selects", first, second)
    assert found["moveq r2, #0" if first == second else "movne r2, #1"] == ("rejected",)  # r2 is 7


def test_each_place_of_a_block_of_it_can_be_skipped(m4: FaultMachine) -> None:
    m4.hold("blocks")
    assert m4.survey()[0] == "rejected"
    found = skips(m4, "blocks")
    assert found["addeq r0, #1"] == ("accepted",) * 3
    assert found["subeq r0, #3"] == ("rejected",)


def test_order_of_calls_matters(m4: FaultMachine) -> None:
    with pytest.raises(EmulationError, match="hold"):
        m4.survey()


def test_effort_exhausts_the_rare_and_samples_the_others() -> None:
    effort = Effort(rare=3, sample=2, bits=4, seed="test")
    executions = {0: 1, 2: 3, 4: 1000}
    plan = effort.plan(executions)
    assert (list(plan[0]), list(plan[2])) == ([1], [1, 2, 3])
    assert (plan[4][0], plan[4][-1], len(plan[4])) == (1, 1000, 4)
    assert plan == effort.plan(executions)
    assert plan[4] != Effort(rare=3, sample=2, bits=4, seed="other").plan(executions)[4]
    covered = coverage(executions, plan)
    assert (covered.executed, covered.distinct) == (1004, 3)
    assert (covered.distinct_exhausted, covered.tried) == (2, 8)
    assert len(effort.flips(0, 1, "r0", range(32))) == 4
    assert effort.flips(0, 1, "flags", (28, 29, 30, 31)) == [28, 29, 30, 31]
    assert Effort(bits=32).flips(0, 1, "r0", range(32)) == list(range(32))


def test_tally_tells_skips_from_flips() -> None:
    skipped, flipped = tally(
        [Trial(0, 1, None, None, "accepted"), Trial(0, 1, "r0", 3, "hung")],
    )
    assert skipped == dict.fromkeys(OUTCOMES, 0) | {"accepted": 1}
    assert flipped == dict.fromkeys(OUTCOMES, 0) | {"hung": 1}


@pytest.mark.parametrize("name", ["secp256r1", "secp160r1", "secp521r1", "ed25519"])
def test_forgeries_are_refused_by_the_oracle(name: str) -> None:
    curve = curves.find(name)
    right, verify = oracle.of(curve), curve.operation("verify")
    for kind in forgeries.kinds(curve):
        inputs = forgeries.make(kind, verify, curve, "test")
        assert inputs == forgeries.make(kind, verify, curve, "test")
        content = inputs["message" if curve.eddsa else "digest"]
        try:
            accepted = right.verify(inputs["public_key"], content, inputs["signature"])
        except ValueError:
            accepted = False
        assert not accepted, kind
    with pytest.raises(UnsupportedError, match="no forgery"):
        forgeries.make("absent", verify, curve, "test")


def found_by(library: str, operation: str, *kinds: str, rare: int = 4) -> tuple[Faults, ...]:
    lab = Lab(cached=False)
    ours = library == "whit"
    case = Case(
        "cortex-m4",
        library,
        "secp256r1",
        operation,
        None if ours else "default",
        "balanced" if ours else None,
    )
    effort = Effort(rare=rare, sample=0, bits=1, seed="test")
    return tuple(try_faults(lab, case, kinds, effort, Silence()))


def test_plain_verification_can_be_faulted_and_the_place_is_named(tmp_path: Path) -> None:
    found = found_by("whit", "verify", "zero")
    assert found[0].accepted > 0
    assert all(opening.place.file == "whit.c" for opening in found[0].openings)
    text = report.as_text(found)
    assert "whit (balanced), secp256r1 verify, on cortex-m4" in text
    assert "whit.c:" in text
    store = Recorded(tmp_path)
    store.replace("faults", [one.record() for one in found], FAULTS_KEY)
    store.replace("faults", [one.record() for one in found], FAULTS_KEY)
    assert [Faults.from_record(one) for one in store.read("faults")] == list(found)
    assert "| whit (balanced) | cortex-m4 | verify, secp256r1 |" in report.as_markdown(found)


def test_hardened_verification_takes_no_forgery_that_checks_stop() -> None:
    for one in found_by("whit", HARDENED, "zero", "zero-r", "zero-s", "off-curve"):
        assert one.accepted == 0, report.as_text([one])
        assert one.coverage.tried > 100


@pytest.mark.slow
def test_hardened_verification_takes_no_forgery() -> None:
    for one in found_by("whit", HARDENED, "other-message", rare=8):
        assert one.accepted == 0, report.as_text([one])
        assert one.coverage.tried > 1000
