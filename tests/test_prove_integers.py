# SPDX-License-Identifier: MIT
"""The prover of kernels on integers of n limbs, reductions, look-ups and sums of products: what is
read of their sentences, and mutants of them, which are refused."""

import random
import shutil
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import prod
from pathlib import Path

import pytest

from tests.runner.tools import ROOT
from tests.test_prove import changed
from tools.prove import integers, trial
from tools.prove.algebra import Number as SolverNumber
from tools.prove.algebra import UnprovedError, Word
from tools.prove.claims import EXACT, Claim, operand
from tools.prove.cores import (
    CORES,
    Task,
    joined,
    kept_registers,
    program_of,
    prove_task,
    reason,
    tasks,
)
from tools.prove.machine import Program
from tools.prove.operands import RETURNED, Given, Known, Number
from tools.prove.proof import Call
from tools.prove.record import (
    HEADING,
    IN_PART,
    PROVED,
    REFUSED,
    UNCLAIMED,
    columns,
    name_of,
    renew,
    rows_of,
    verdict_of,
)
from tools.prove.solver import Solver
from tools.prove.trial import Trial

RECORD = ROOT / "results" / "proofs-of-kernels.txt"
needs_gcc = pytest.mark.skipif(
    any(shutil.which(core.toolchain.compiler[0]) is None for core in CORES.values()),
    reason="a compiler for microcontrollers is not installed",
)
# Of each kind of claim a kernel, and the case whose mutants are tried.
KINDS = (
    ("armv7em", "mp_mul_5", ""),
    ("armv7em", "mp_multiply_any", "n = 4"),
    ("armv7m", "mp_add", "n = 6"),
    ("armv7em", "mp_sub_any", "n = 3"),
    ("armv7em", "mp_add_masked_fours", "n = 4"),
    ("armv7m", "mp_select", "n = 5"),
    ("armv7em", "mp_mul_add_limb", "n = 5"),
    ("armv6m", "compact_sub", ""),
    ("armv6m", "mp_double_mod", "n = 3"),
    ("armv7m", "reduce_k256", ""),
    ("armv7em", "mp_combine", "n = 2"),
    ("armv7em", "field_select_two_p25519", ""),
    ("armv7em", "field_sum_p25519", "mode = 1"),
    ("armv7em", "field_add_word_p25519", ""),
    ("armv7em", "field_sum_products_any_5", "count = 2"),
    ("avr", "mp_halve_asm", "n = 4"),
    ("avr", "mp_subtract_once_asm", "n = 4"),
    ("avr", "field_fold_p25519_asm", ""),
    ("rv32", "mp_mul_add_limb_asm", "n = 3"),
)

# Mutants that are tried where each takes long.
FEW = {"reduce_k256": 8, "field_sum_products_any_5": 5, "mp_double_mod": 8, "field_sum_p25519": 8}


def task(core: str, name: str) -> Task:
    return next(each for each in tasks({core: CORES[core]}) if each.name == name)


def claim_of(core: str, name: str, case: str) -> Claim:
    return next(each for each in task(core, name).claims() if each.case == case)


@needs_gcc
@pytest.mark.parametrize(("core", "name", "case"), KINDS)
def test_a_claim_of_each_kind_is_proved(core: str, name: str, case: str) -> None:
    (runs, *_) = prove_task(task(core, name), claimed=claim_of(core, name, case), distinct=True)
    assert runs.count >= 1


@needs_gcc
@pytest.mark.parametrize(("core", "name", "case"), KINDS)
def test_another_claim_is_refused(core: str, name: str, case: str) -> None:
    """Of one term more of what is summed, and of what is returned."""
    of, true = task(core, name), claim_of(core, name, case)
    ((result, sum_),) = true.results
    for i, (factor, names) in enumerate(sum_):
        wrong = (*sum_[:i], (factor + factor, names), *sum_[i + 1 :])
        with pytest.raises(UnprovedError):
            prove_task(of, claimed=replace(true, results=((result, wrong),)), distinct=True)


def changes(program: Program, entry: int, end: int) -> Iterator[Program]:
    """Each instruction dropped, each register another, and each constant one more."""
    skipped = ("bx", "pop", "push", "ret", "c.jr", "nop", "stmdb", "ldmia.w")
    for address, old in program.instructions.items():
        if not entry <= address < end or old.mnemonic in skipped:
            continue
        yield changed(program, old, "nop", ())
        for i, each in enumerate(old.operands):
            others = list(old.operands)
            if each in ("r3", "r4", "r5", "r6", "r20", "r21", "a4", "a5", "t1"):
                others[i] = {"a": "a6", "t": "t2"}.get(each[0], "r8")
            elif each.startswith("#") and each[1:].isdigit():
                others[i] = f"#{int(each[1:]) + 1}"
            else:
                continue
            yield changed(program, old, old.mnemonic, tuple(others))


class Numbers(Solver):
    """A solver whose operands are numbers: edges, and random ones. A modulus is at most its most
    over `times`."""

    def __init__(self, bits: int, seed: str, times: int) -> None:
        super().__init__(bits, {})
        self.generator = random.Random(seed)
        self.times_modulus = times
        self.m = 0

    def pick(self, low: int, high: int) -> int:
        few = (low, high, min(low + 1, high), max(low, high - 1))
        return self.generator.choice((*few, *(self.generator.randint(low, high),) * 3))

    def new(self, low: int, high: int) -> int:
        value = self.pick(low, high)
        return super().new(value, value)

    def word(self, number: int) -> Word:
        return self.value({(number,): 1})  # type: ignore[return-value]

    def number(self, words: int, high: int) -> list[Word]:
        return self.words_of(self.pick(0, high), words)

    def words_of(self, value: int, words: int) -> list[Word]:
        found = [super(Numbers, self).new(0, 0) for _ in range(words)]
        self.numbers.append(SolverNumber(tuple(found), value))
        for place, each in enumerate(found):
            self.fix(each, value >> self.bits * place & self.radix - 1)
        return [self.word(each) for each in found]

    def odd_modulus(self, words: int) -> tuple[list[Word], Word]:
        self.m = self.pick(1, ((1 << self.bits * words) - 1) // self.times_modulus) | 1
        found = self.words_of(self.m, words)
        self.modulus = self.numbers[-1]
        inverse = -pow(self.m, -1, self.radix) % self.radix
        return found, inverse  # type: ignore[return-value]

    def number_by_modulus(self, words: int, above: int, moduli: int = 1) -> list[Word]:
        return self.words_of(
            self.pick(0, min(moduli * self.m + above, (1 << self.bits * words) - 1)), words
        )


def is_right(of: Task, program: Program, claim: Claim, seed: int) -> bool:
    """Whether the machine code computes by numbers what is claimed, for some operands."""
    core = CORES[of.core]
    solver = Numbers(core.convention.bits, f"{of.name} {seed}", claim.times)
    arguments = tuple(core.register(of.kernel, place) for place in range(len(of.kernel.inputs)))
    trial = Trial(core.convention, program, claim, Call(arguments), solver)
    trial.begin()
    given = {name: polynomial.get((), 0) for name, polynomial in trial.given.items()}
    trial.run(program.symbols[of.symbol], kept_registers(of))
    returned = trial.processor.registers[core.convention.returned]
    given[RETURNED] = returned if isinstance(returned, int) else 0
    ((name, sum_),) = claim.results
    found = trial.result(name).get((), 0)
    if claim.condition and not trial.bit:
        return found == given[name]
    scale = max(factor.denominator for factor, _ in sum_)
    expected = sum(
        int(factor * scale) * prod(given[each] for each in names) for factor, names in sum_
    )
    if claim.slack:
        return found == expected // scale
    if claim.modulus == EXACT or claim.is_exact:
        return scale * found == expected
    modulus = solver.m or claim.modulus
    bound = (solver.m if solver.m else 0) + (claim.high if claim.high is not None else modulus)
    return (scale * found - expected) % modulus == 0 and found <= bound


@needs_gcc
@pytest.mark.parametrize(("core", "name", "case"), KINDS)
@pytest.mark.slow
def test_mutants_are_refused_or_compute_the_same(core: str, name: str, case: str) -> None:
    """And the kernel itself computes by numbers what is claimed, so that this test can fail."""
    of, true = task(core, name), claim_of(core, name, case)
    program = program_of(of)
    assert all(is_right(of, program, true, seed) for seed in range(40))
    entry = program.symbols[of.symbol]
    after = (each for each in program.symbols.values() if each > entry)
    every = list(changes(program, entry, min(after, default=max(program.instructions) + 1)))
    assert len(every) > 8
    chosen = random.Random(name).sample(every, min(len(every), FEW.get(name, 25)))
    refused = 0
    for mutant in chosen:
        try:
            prove_task(of, mutant, true, distinct=True)
        except UnprovedError:
            refused += 1
        else:
            assert all(is_right(of, mutant, true, seed) for seed in range(40))
    assert refused > len(chosen) // 2


def ends_wrong(of: Task, program: Program, claim: Claim) -> bool:
    """Whether the machine code runs to its end and computes something else."""
    try:
        return not all(is_right(of, program, claim, seed) for seed in range(4))
    except UnprovedError:
        return False


@needs_gcc
@pytest.mark.slow
def test_mutants_of_a_sum_of_long_products_are_refused() -> None:
    """By the solver that proves the kernel: the others take long to find nothing."""
    name, case = "field_sum_products_any_12", "count = 1"
    of, true = task("armv7em", name), claim_of("armv7em", name, case)
    program, core = program_of(of), CORES[of.core]
    arguments = tuple(core.register(of.kernel, place) for place in range(len(of.kernel.inputs)))
    entry = program.symbols[of.symbol]
    assert is_right(of, program, true, 0)
    after = min(each for each in program.symbols.values() if each > entry)
    every = random.Random(name).sample(list(changes(program, entry, after)), 40)
    wrong = [each for each in every if ends_wrong(of, each, true)]
    assert len(wrong) > 10
    kept = kept_registers(of)
    for mutant in wrong[:2]:
        with pytest.raises(UnprovedError):
            trial.prove(core.convention, mutant, entry, true, Call(arguments), kept)
    assert trial.prove(core.convention, program, entry, true, Call(arguments), kept).count == 3


@needs_gcc
def test_a_look_up_of_another_entry_is_refused() -> None:
    of = task("armv7em", "mp_lookup_12")
    first = [each for each in of.claims() if each.case == of.claims()[0].case]
    assert [each.kind("index") for each in first] == [Given(i) for i in range(4)]
    with pytest.raises(UnprovedError, match="not what it should be"):
        prove_task(of, claimed=replace(first[1], results=first[2].results))


@needs_gcc
def test_other_instructions_for_another_secret_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of an addition, if its length were one: it takes another turn."""
    of = task("armv7em", "mp_add_any")
    program = program_of(of)
    for secret in ("", "n"):
        claims = tuple(replace(each, secret=secret) for each in of.claims()[1:3])
        monkeypatch.setattr("tools.prove.cores.claims_of", lambda *_, claims=claims: claims)
        if secret:
            with pytest.raises(UnprovedError, match="depend on a secret"):
                prove_task(of, program, distinct=True)
        else:
            assert prove_task(of, program, distinct=True)
        monkeypatch.undo()


def test_lengths_are_those_of_fields_and_orders() -> None:
    fields, orders = integers.moduli()
    assert len(fields) > 30
    assert set(integers.lengths(32)) >= {5, 6, 7, 8, 12, 14, 16, 17}
    for number in (*fields, *orders):
        for bits in (8, 32):
            assert -(-number.bit_length() // bits) in integers.lengths(bits)
    passes = task("armv7m", "mp_add").claims()
    assert [each.words for each in passes][:8] == list(range(1, 9))
    fours = task("armv7em", "mp_multiply_fours").claims()
    assert fours
    assert all(each.words % 4 == 0 for each in fours)


def test_what_a_sentence_says_of_the_bytes_of_a_factor_is_read() -> None:
    """The last n mod 8 bytes of a are left to others."""
    for claim in task("avr", "mp_mul_even_asm").claims():
        n = claim.words
        assert n % 8
        assert claim.length("a") == n - n % 8
        assert claim.length("r") == 2 * n - n % 8
        assert claim.length("b") == n


def test_what_a_sentence_says_of_a_reduction_is_read() -> None:
    (claim,) = task("avr", "reduce_p192_asm").claims()
    p = 2**192 - 2**64 - 1
    assert claim.modulus == p
    assert claim.high == p - 1
    assert claim.results == (("r", ((Fraction(1, 2**192), ("t",)),)),)
    assert claim.kind("t") == Number(48, 2**192 * p - 1, is_lost=True)
    assert claim.kind("p") == Known(24, p)
    for claim in task("avr", "reduce_koblitz_asm").claims():
        n, p = claim.words, claim.modulus
        assert claim.kind("fold") == Given((2 ** (8 * n) - 2**32 - p) % 256)
        assert 0 < 2 ** (8 * n) - 2**32 - p < 2**16


def test_a_sentence_that_says_something_else_is_not_read() -> None:
    kernel = task("armv7m", "mp_add").kernel
    assert integers.claims(kernel, 32)[0].modulus == EXACT
    for what in (
        "r = a + b.",
        "r = a + b + 1; returns the carry.",
        "r = a b + c; r overlaps none.",
    ):
        assert not integers.claims(replace(kernel, what=what), 32)
    with pytest.raises(ValueError, match="what x is, is not read"):
        integers.claims(replace(kernel, inputs=("r", "a", "b", "x")), 32)


def test_each_sentence_with_an_equation_is_read_or_known_not_to_be() -> None:
    """So that a kernel with a sentence of a new form does not go without a claim unnoticed."""
    unread = {
        each.kernel.name.removesuffix("_asm")
        for each in tasks()
        if not each.claims() and reason(each) == "what its sentence says is not read"
    }
    divisions = {"mp_combine_shifted", "mp_divide", "mp_mod_bits"}
    reductions = {"mp_clear_limbs", "mp_clear_limbs_wide"}
    assert unread == divisions | reductions | {"mp_lookup_rom"}


@pytest.mark.slow
def test_parts_name_the_kernels_that_they_are_parts_of() -> None:
    """But two of AVR, whose names plan.h gives to others outside profile fast."""
    unseen = set()
    for each in tasks():
        if not each.claims() and not each.kernel.is_for_c:
            assert reason(each).startswith("a part of ")
            if "a part of others" in reason(each):
                unseen.add(each.name)
    assert unseen == {"mp_product_even_asm", "mp_square_large_asm"}
    part = task("rv32", "field_back_k256_asm")
    assert "field_add_k256_asm" in reason(part)


def test_a_function_that_saves_registers_claims_what_it_calls_does() -> None:
    saving, called = task("rv32", "field_sub_p256"), task("rv32", "field_sub_p256_asm")
    assert saving.claims() == called.claims()
    assert saving.claims()


def test_arguments_have_registers_and_names() -> None:
    assert operand("r16 = n, 20 or more") == ("r16", "n")
    assert operand("a") == ("", "a")
    assert joined(("n = 1", "n = 2", "mode = 3", "mode = 4")) == "n = 1, 2, mode = 3, 4"


def test_a_term_of_what_is_returned_counts() -> None:
    claim = claim_of("armv7m", "mp_sub", "n = 4")
    assert claim.results[0][1][-1] == (Fraction(2**128), (RETURNED,))


def test_a_record_is_renewed_in_part(tmp_path: Path) -> None:
    """Rows in the order of all kernels, those without a claim last; and what is counted of them."""
    record = tmp_path / "record.txt"
    first = [
        columns(("a", name, verdict, "", "", ""))
        for name, verdict in (
            ("x", PROVED),
            ("y", REFUSED),
            ("w", UNCLAIMED),
            ("z", UNCLAIMED),
            ("gone", PROVED),
        )
    ]
    record.write_text("\n".join([columns(HEADING), *first, "2 proved", "2 passed"]) + "\n")
    row = columns(("a", "w", IN_PART, "", "", ""))
    renew(record, [row], ["a w", "a x", "a y", "a z"])
    lines = record.read_text().splitlines()
    assert [name_of(each) for each in lines[1:5]] == ["a w", "a x", "a y", "a z"]
    assert verdict_of(lines[1]) == IN_PART
    assert lines[-2:] == [
        "1 proved, 1 in part, 1 refused, 1 without a claim",
        "1 passed, 0 failed",
    ]


def test_the_record_gives_a_reason_where_a_kernel_has_no_claim() -> None:
    """Of kernels that are newer than it, it says nothing."""
    rows = rows_of(RECORD)
    known = {f"{each.core} {each.name}": each for each in tasks()}
    assert set(rows) <= set(known)
    for name, row in rows.items():
        each = known[name]
        assert (verdict_of(row) == UNCLAIMED) == (not each.claims()), row
        if verdict_of(row) == UNCLAIMED:
            assert row.endswith(f"  {reason(each)}")
