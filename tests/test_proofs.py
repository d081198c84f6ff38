# SPDX-License-Identifier: MIT
"""Proofs of memory safety: one that is made, mutants that are refused, and where invariants go."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from lab.errors import FetchError
from tests.proofs import checker
from tests.proofs.__main__ import known_rows
from tests.proofs.checker import Command
from tests.proofs.harness import (
    MODELS,
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


class Mutant(NamedTuple):
    """A place of a source that, changed, lets a proof see bytes beyond a buffer."""

    proof: str
    source: str
    text: str
    changed: str


MUTANTS = (
    Mutant("der.signature_from_der", "scheme/der/der_codec.c", "left < 2 ||", "left < 1 ||"),
    Mutant(
        "der.signature_from_der", "scheme/der/der_codec.c", "left < header", "left + 1 < header"
    ),
    Mutant(
        "der.signature_from_der",
        "scheme/der/der_codec.c",
        "length > left - header",
        "length > left - header + 1",
    ),
    Mutant("der_codec.read", "scheme/der/der_codec.c", "left < 2 ||", "left < 1 ||"),
    Mutant("der_codec.header", "scheme/der/der_codec.c", "length >= 0x100)", "length > 0x7f)"),
    Mutant(
        "der.signature_to_der",
        "scheme/der/der.c",
        "*der_length < der_element_bytes(content)",
        "*der_length + 1 < der_element_bytes(content)",
    ),
    Mutant(
        "key_der.private",
        "scheme/der/key_der.c",
        "public_key != NULL && length > capacity",
        "public_key != NULL && length > capacity + 1",
    ),
    Mutant(
        "key_der.public",
        "scheme/der/key_der.c",
        "point->at == point->end ||",
        "",
    ),
    Mutant(
        "key_der_write.public",
        "scheme/der/key_der_write.c",
        "bytes += der_element_bytes(1 + public_key_length)",
        "bytes += der_element_bytes(public_key_length)",
    ),
    Mutant(
        "points.validate.112",
        "group/weierstrass_bytes.inc",
        "length != 1 + 2 * size",
        "length < 2 * size",
    ),
    Mutant(
        "points.decompress.112",
        "group/weierstrass_bytes.inc",
        "length != 1 + weierstrass_coordinate_bytes(d)",
        "length == 0",
    ),
    Mutant(
        "order.has_order.112",
        "group/weierstrass_vartime.inc",
        "mp_copy(p.x, x, FIELD_LIMBS)",
        "mp_copy(p.x, x, FIELD_LIMBS + 1)",
    ),
    Mutant(
        "root.square_root.112",
        "field/field.inc",
        "mp_copy(t, f->m, FIELD_LIMBS)",
        "mp_copy(t, f->m, FIELD_LIMBS + 1)",
    ),
    Mutant(
        "cbor.bytes",
        "message/cbor.c",
        "length > (size_t)(next.end - next.at)",
        "length > (size_t)(next.end - next.at) + 1",
    ),
)


@pytest.fixture(scope="module")
def programs() -> Mapping[str, Command]:
    try:
        return checker.find()
    except FetchError as error:
        pytest.skip(str(error))


def named(title: str) -> Proof:
    return next(
        proof for harness in harnesses() for proof in harness.proofs() if proof.title == title
    )


def smallest() -> Proof:
    return named("der.signature_from_der")


def test_every_loop_with_an_invariant_is_there() -> None:
    found = harnesses()
    models = {path.stem for path in MODELS}
    assert {each.stem for each in (ROOT / "tests/proofs").glob("*.c")} == {
        *models,
        *(harness.name for harness in found),
    }
    for harness in found:
        assert [*harness.proofs()], harness.name
        text = "".join(harness.annotated(ROOT, harness.sizes[0]).values())
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
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda each: f"{each.proof}: {each.changed}")
def test_a_mutant_is_refused(
    programs: Mapping[str, Command], tmp_path: Path, mutant: Mutant
) -> None:
    for name in ("src", "include"):
        shutil.copytree(ROOT / name, tmp_path / "tree" / name)
    path = tmp_path / "tree/src" / mutant.source
    source = path.read_text()
    assert source.count(mutant.text) == 1
    path.write_text(source.replace(mutant.text, mutant.changed))
    proof = named(mutant.proof)
    found = run(proof, programs, tmp_path / "work", tmp_path / "tree")
    assert not found.is_proved
    # It is refused for what it does, and not because nothing is reached.
    assert any("reached" not in each for each in found.failures)


def test_a_digest_is_of_sources_and_what_they_include(tmp_path: Path) -> None:
    for name in ("src", "include"):
        shutil.copytree(ROOT / name, tmp_path / name)
    digests = {digest(named("points.validate.112"), tmp_path, VERSION)}
    for name in ("generated/instance/size_112.c", "group/weierstrass_bytes.inc"):
        with (tmp_path / "src" / name).open("a") as file:
            file.write("\n")
        digests.add(digest(named("points.validate.112"), tmp_path, VERSION))
    assert len(digests) == 3
