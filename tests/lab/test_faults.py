# SPDX-License-Identifier: MIT
"""Faults: each does what it says, forgeries are forgeries, and hardened verification holds."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from emulator.assembler import CPUS, function, link

from lab import curves, oracle
from lab.commands.main import main
from lab.emulator import Core, EmulationError
from lab.emulator.faults import Bits, FaultMachine, Trial
from lab.errors import UnsupportedError
from lab.findings import FAULTS_KEY, OUTCOMES, Faults
from lab.measures import forgeries
from lab.measures import inputs as generated
from lab.measures.faults import Effort, coverage, tally
from lab.model import MESSAGE_HARDENED, Case
from lab.reports import faults as report
from lab.runner import Lab, Silence, try_faults
from lab.store import Findings
from lab.targets.faulty import FaultBench

# r0 = 0 accepts. Each returns 1 without a fault.
FUNCTIONS = {
    "compares": "movs r2, #1; cmp r0, r1; bne 1f; movs r2, #0; 1: movs r0, r2; bx lr",
    "loops": "movs r2, #5; movs r0, #1; 1: subs r2, #1; bne 1b; bx lr",
    "sums": "movs r0, #0; adds r0, #1; bx lr",
    "waits": "movs r0, #1; cmp r0, #1; beq 1f; 2: b 2b; 1: bx lr",
    "calls": "push {r4, lr}; bl compares; pop {r4, pc}",
    "inner": "push {r4, lr}; movs r0, #0; pop {r4, pc}",
    "around": "push {r4, lr}; bl inner; movs r0, #1; pop {r4, pc}",
    "far_around": "push {r3, r4, r5, lr}; bl around; pop {r3, r4, r5, pc}",
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


def test_executions_before_the_tail_are_counted(machine: FaultMachine) -> None:
    machine.hold("loops")
    _, counts = machine.survey()
    total = sum(counts.values())
    assert sum(machine.executions_among_first(total - 4).values()) == total - 4
    last = machine.executions_among_first(total - 4)
    left = {address: count - last.get(address, 0) for address, count in counts.items()}
    assert sorted(left.values()) == [0, 0, 1, 1, 2]  # bne; subs, bne; bx
    assert machine.executions_among_first(0) == {}
    assert machine.executions_among_first(total) == counts


WEAK = """
unsigned char stored[4] = {7, 1, 7, 1};

__attribute__((noinline)) static int equal(const unsigned char *a, const unsigned char *b)
{
    unsigned difference = 0, i;
    for (i = 0; i < 4; i++)
        difference |= (unsigned)(a[i] ^ b[i]);
    return difference == 0;
}

__attribute__((noinline)) static int refuse(void)
{
    __asm volatile("");
    return 0x40;
}

int weak(unsigned forged)
{
    unsigned char given[4];
    given[0] = given[2] = (unsigned char)forged;
    given[1] = given[3] = (unsigned char)(forged >> 8);
    if (!equal(given, stored))
        return refuse();
    return 0;
}
"""


class Patched(FaultMachine):
    """With one instruction overwritten by what does nothing."""

    def __init__(self, elf: Path, core: Core, address: int) -> None:
        self._address = address
        super().__init__(elf, core)

    def _load(self, path: Path) -> None:
        super()._load(path)
        wide = self._flash.bytes[self._address + 1] >> 3 >= 0x1D
        nops = b"\x00\xbf" * (1 + wide)
        self._flash.bytes[self._address : self._address + len(nops)] = nops


def patched(elf: Path, core: Core, address: int) -> str:
    machine = Patched(elf, core, address)
    machine.boot()
    machine.hold("weak", 0x0202)
    try:
        return machine.survey(limit=1000)[0]
    except EmulationError:
        return "lost"


def test_what_a_comparison_with_one_branch_lets_through_is_counted(tmp_path: Path) -> None:
    """Each skip does what a program does in which the instruction is overwritten."""
    source = tmp_path / "weak.c"
    source.write_text(WEAK)
    elf = link(tmp_path, "m0", [source])
    core = Core("cortex-m0", "m0")
    machine = FaultMachine(elf, core)
    machine.boot()
    machine.hold("weak", 0x0202)
    outcome, counts = machine.survey()
    assert outcome == "rejected"
    once = [address for address, count in counts.items() if count == 1]
    trials = injected(machine, {address: [1] for address in once}, none)
    assert {trial.address for trial in trials} == set(once)
    lost = dict.fromkeys(("crashed", "hung"), "lost")
    found = {trial.address: lost.get(trial.outcome, trial.outcome) for trial in trials}
    assert found == {address: patched(elf, core, address) for address in once}
    branch = next(address for address in once if machine.instruction(address).startswith("beq"))
    assert found[branch] == "accepted"


def test_what_never_ends_is_hung(machine: FaultMachine) -> None:
    found = skips(machine, "waits")
    assert found[next(name for name in found if name.startswith("beq"))] == ("hung",)


def test_a_call_that_is_skipped_leaves_its_argument(machine: FaultMachine) -> None:
    found = skips(machine, "calls", 0, 2)
    assert found[next(name for name in found if name.startswith("bl "))] == ("accepted",)


def test_a_return_past_the_called_function_is_no_answer(machine: FaultMachine) -> None:
    """`inner` takes the frame of its caller for its own, and r0 is 0."""
    machine.hold("around")
    _, counts = machine.survey()
    trials = injected(machine, dict.fromkeys(counts, (1,)), every)
    flipped = [trial.outcome for trial in trials if (trial.register, trial.bit) == ("sp", 3)]
    assert "accepted" not in flipped
    assert "crashed" in flipped
    machine.hold("far_around")
    _, counts = machine.survey()
    trials = injected(machine, dict.fromkeys(counts, (1,)), every)
    assert any(trial.register == "sp" and trial.outcome == "accepted" for trial in trials)


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


def test_effort_exhausts_the_rare_and_the_tail_and_samples_the_others() -> None:
    effort = Effort(tail=7, rare=3, sample=4, bits=4, seed="test")
    executions, before_tail = {0: 1, 2: 3, 4: 1000, 6: 500}, {0: 1, 2: 3, 4: 1000, 6: 497}
    plan = effort.plan(executions, before_tail)
    chosen = plan.executions
    assert (list(chosen[0]), list(chosen[2])) == ([1], [1, 2, 3])
    assert (chosen[4][0], chosen[4][-1], len(chosen[4])) == (1, 1000, 4)
    assert set(chosen[6]) >= {1, 498, 499, 500}
    assert plan == effort.plan(executions, before_tail)
    for count, times in ((0, ()), (1, (1,)), (2, (1, 1000))):
        few = replace(effort, rare=0, sample=count).plan(executions, before_tail)
        assert tuple(few.executions[4]) == times
    other = replace(effort, seed="other").plan(executions, before_tail)
    assert chosen[4] != other.executions[4]
    covered = coverage(executions, chosen)
    assert (covered.executed, covered.distinct, covered.distinct_exhausted) == (1504, 4, 2)
    assert covered.tried == sum(map(len, chosen.values()))
    assert len(plan.flips(0, 1, "r0", range(32))) == 4
    assert plan.flips(6, 498, "r0", range(32)) == list(range(32))
    assert plan.flips(0, 1, "flags", (28, 29, 30, 31)) == [28, 29, 30, 31]
    every_bit = replace(effort, bits=32).plan(executions, before_tail)
    assert every_bit.flips(0, 1, "r0", range(32)) == list(range(32))


def test_a_run_that_is_no_longer_than_the_tail_is_tried_in_full() -> None:
    plan = Effort(tail=12, rare=0, sample=0).plan({0: 5, 2: 7}, {})
    assert {address: list(times) for address, times in plan.executions.items()} == {
        0: [1, 2, 3, 4, 5],
        2: [1, 2, 3, 4, 5, 6, 7],
    }


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
    for kind in forgeries.kinds(curve, verify):
        inputs = forgeries.make(kind, verify, curve, "test").inputs
        assert inputs == forgeries.make(kind, verify, curve, "test").inputs
        content = inputs["message" if curve.signs_messages else "digest"]
        try:
            accepted = right.verify(inputs["public_key"], content, inputs["signature"])
        except ValueError:
            accepted = False
        assert not accepted, kind
    with pytest.raises(UnsupportedError, match="no forgery"):
        forgeries.make("absent", verify, curve, "test")


def found_by(
    library: str,
    operation: str,
    *kinds: str,
    profile: str = "balanced",
    tail: int = 0,
    rare: int = 4,
    sample: int = 2,
    bits: int = 1,
) -> tuple[Faults, ...]:
    lab = Lab(cached=False)
    ours = library == "whit"
    case = Case(
        "cortex-m4",
        library,
        "secp256r1",
        operation,
        None if ours else "default",
        profile if ours else None,
    )
    effort = Effort(tail=tail, rare=rare, sample=sample, bits=bits, seed="test")
    return tuple(try_faults(lab, case, kinds, effort, Silence()))


@pytest.mark.slow
def test_plain_verification_can_be_faulted_and_the_place_is_named(tmp_path: Path) -> None:
    found = found_by("whit", "verify", "zero")
    assert found[0].accepted > 0
    assert {opening.place.file for opening in found[0].openings} <= {"whit.c", "whit.inc"}
    text = report.as_text(found)
    assert "whit (balanced), secp256r1 verify, on cortex-m4" in text
    assert "whit.inc:" in text
    store = Findings(tmp_path)
    store.replace("faults", [one.record() for one in found], FAULTS_KEY)
    store.replace("faults", [one.record() for one in found], FAULTS_KEY)
    assert [Faults.from_record(one) for one in store.read("faults")] == list(found)
    assert "| whit (balanced), verify, secp256r1, cortex-m4 | zero |" in report.as_markdown(found)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--library nope", "unknown library 'nope'; whit list libraries has all "),
        ("--operation sign", "unknown verification 'sign'; valid: verify, verify_hardened, "),
        ("--forgery zer", "unknown forgery 'zer'; nearest: zero, "),
        ("--rare -1", "count from 0"),
        ("--library bignumber", "bignumber: "),
        ("--library micro-ecc --operation verify_hardened", "has no verify_hardened"),
        ("--format xml", "unknown format 'xml'"),
    ],
)
def test_what_cannot_be_tried_is_one_line(
    arguments: str,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["whit", "fault", *arguments.split()])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code not in (0, None)
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


CHECKED = ("zero", "zero-r", "zero-s", "off-curve", "zero-digest")
ARGUMENTS = (*forgeries.LONGER, forgeries.CUT, *forgeries.BESIDE)
DIGEST_HARDENED = "verify_hardened"
PROFILES = pytest.mark.parametrize("profile", ["balanced", "small"])


@pytest.mark.slow
@PROFILES
@pytest.mark.sampled(2)
def test_hardened_verification_takes_no_forgery_that_checks_stop(profile: str) -> None:
    for one in found_by("whit", DIGEST_HARDENED, *CHECKED, profile=profile):
        assert one.accepted == 0, report.as_text([one])
        assert one.coverage.tried > 100


@pytest.mark.slow
def test_no_bit_of_a_status_takes_a_key_off_the_curve_in_profile_small() -> None:
    """All statuses that refuse a key have none of these bits in common with what goes on."""
    curve = curves.find("secp256r1")
    ecdh = curve.operation("ecdh")
    workshop = Lab().workshop("cortex-m4", "gcc")
    built = workshop.build(Case("cortex-m4", "whit", curve.name, ecdh.name, profile="small"))
    bench = FaultBench(workshop.target, built.image.elf, curve.sizes)
    good = generated.make(ecdh, curve, "test", 0)
    bench.learn(ecdh, good)
    key = good["public_key"]
    survey = bench.survey(ecdh, {**good, "public_key": key[:-1] + bytes([key[-1] ^ 1])})
    assert survey.outcome == "rejected"
    few = Effort(tail=0, rare=4, sample=0, bits=0, seed="test")
    plan = few.plan(survey.library, survey.before_tail, frozenset({12, 13, 14}))
    trials: list[Trial] = []
    bench.inject(plan.executions, plan.flips, trials.append)
    flipped = [trial for trial in trials if trial.register is not None]
    assert len(flipped) > 300
    assert [trial for trial in flipped if trial.outcome == "accepted"] == []


@pytest.mark.slow
@PROFILES
def test_hardened_verification_takes_no_forgery(profile: str) -> None:
    """The last of the run in full, and the instructions that decide."""
    (one,) = found_by(
        "whit", DIGEST_HARDENED, "other-message", profile=profile, tail=300, rare=1, sample=0
    )
    assert one.accepted == 0, report.as_text([one])
    assert one.coverage.tried > 300


@pytest.mark.slow
@PROFILES
@pytest.mark.sampled(2)
def test_hardened_verification_takes_no_forgery_by_an_argument(profile: str) -> None:
    """One bit of a length or a pointer makes what is signed of these."""
    for one in found_by(
        "whit", MESSAGE_HARDENED, *ARGUMENTS, profile=profile, rare=1, sample=0, bits=0
    ):
        assert one.accepted == 0, report.as_text([one])
        assert sum(one.flipped.values()) > 30


@pytest.mark.slow
@pytest.mark.campaign
@PROFILES
def test_hardened_verification_takes_no_forgery_under_any_fault_that_is_feasible(
    profile: str,
) -> None:
    *short, long = found_by("whit", DIGEST_HARDENED, *CHECKED, profile=profile, tail=20_000)
    if profile == "balanced":
        for one in short:
            assert one.coverage.distinct_exhausted == one.coverage.distinct
    for one in (
        *short,
        long,
        *found_by("whit", DIGEST_HARDENED, "other-message", profile=profile, tail=20_000, rare=64),
        *found_by("whit", MESSAGE_HARDENED, *ARGUMENTS, profile=profile, rare=64),
    ):
        assert one.accepted == 0, report.as_text([one])
