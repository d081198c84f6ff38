# SPDX-License-Identifier: MIT
"""Proofs of memory safety: one that is made, mutants that are refused, and where invariants go."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from lab.errors import FetchError
from tests.proofs import checker
from tests.proofs.__main__ import known_rows
from tests.proofs.checker import Command
from tests.proofs.harness import (
    ROOT,
    Proof,
    ProofError,
    digest,
    harnesses,
    loop_ends,
    outcome,
    run,
)

VERSION = "6.6.0"
RECORD = ROOT / "results/proofs-of-buffers.txt"
# Each lets a read go a byte too far.
MUTANTS = (
    ("left < 2 ||", "left < 1 ||"),
    ("left < header", "left + 1 < header"),
    ("length > left - header", "length > left - header + 1"),
)


@pytest.fixture(scope="module")
def programs() -> Mapping[str, Command]:
    try:
        return checker.find()
    except FetchError as error:
        pytest.skip(str(error))


def smallest() -> Proof:
    return next(
        proof
        for harness in harnesses()
        for proof in harness.proofs()
        if proof.title == "der.signature_from_der"
    )


def test_every_loop_with_an_invariant_is_there() -> None:
    found = harnesses()
    assert {each.stem for each in (ROOT / "tests/proofs").glob("*.c")} == {
        "models",
        *(harness.name for harness in found),
    }
    for harness in found:
        assert [*harness.proofs()], harness.name
        text = "".join(harness.annotated(ROOT).values())
        assert text.count("__CPROVER_loop_invariant") == len(harness.loops)


def test_invariants_stand_behind_conditions() -> None:
    text = "int f(int a)\n{\n    while (g(a)) {\n    }\n    for (;;) {\n    }\n}\n\nint g(int a);\n"
    ends = loop_ends(text, "f")
    assert [text[:end].splitlines()[-1].strip() for end in ends] == ["while (g(a))", "for (;;)"]
    assert loop_ends(text, "g") == []


def test_a_loop_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    harness = smallest().harness
    shutil.copytree(ROOT / "src/scheme/der", tmp_path / "src/scheme/der")
    shutil.copytree(ROOT / "src/base", tmp_path / "src/base")
    path = tmp_path / "src/scheme/der/der.c"
    path.write_text(path.read_text().replace("while (length > 1", "if (length > 1"))
    with pytest.raises(ProofError, match="0 loops der_integer_bytes"):
        harness.annotated(tmp_path)


def test_what_has_to_be_possible_is_refuted() -> None:
    proved = "[a.assertion.1] line 1 x < y: SUCCESS\n"
    reached = "[a.assertion.2] line 2 reached: x: {}\n"
    assert outcome(proved + reached.format("FAILURE")).is_proved
    assert not outcome(proved + reached.format("SUCCESS")).is_proved
    assert not outcome(proved).is_proved
    assert not outcome(proved.replace("SUCCESS", "UNKNOWN") + reached.format("FAILURE")).is_proved


def test_the_record_has_nothing_else() -> None:
    known = {tuple(line.split()[:4]) for line in known_rows(RECORD).values()}
    asked = {
        (proof.title, str(proof.limb), proof.profile, str(proof.most))
        for harness in harnesses()
        for proof in harness.proofs()
    }
    assert known
    assert known <= asked


@pytest.mark.slow
def test_a_parser_is_proved(programs: Mapping[str, Command], tmp_path: Path) -> None:
    found = run(smallest(), programs, tmp_path)
    assert found.is_proved, found.failures
    assert found.checks > 100


@pytest.mark.slow
@pytest.mark.parametrize(("text", "mutant"), MUTANTS)
def test_a_mutant_is_refused(
    programs: Mapping[str, Command], tmp_path: Path, text: str, mutant: str
) -> None:
    for name in ("src", "include"):
        shutil.copytree(ROOT / name, tmp_path / "tree" / name)
    path = tmp_path / "tree/src/scheme/der/der_codec.c"
    source = path.read_text()
    assert source.count(text) == 1
    path.write_text(source.replace(text, mutant))
    proof = smallest()
    assert digest(proof, tmp_path / "tree", VERSION) != digest(proof, ROOT, VERSION)
    assert not run(proof, programs, tmp_path / "work", tmp_path / "tree").is_proved
