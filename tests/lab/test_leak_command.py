# SPDX-License-Identifier: MIT
"""whit leak: inputs of both groups, what is refused, what is known, and its reports; and that it
finds in Whit what a countermeasure removes."""

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from lab import curves, oracle
from lab.commands import leak
from lab.commands.main import main
from lab.errors import LabError, UnsupportedError
from lab.findings import Place
from lab.leakage.record import (
    CERTAIN,
    PARTS,
    Leakage,
    LeakingFunction,
    LeakingInstruction,
    Order,
)
from lab.measures import leakage as inputs
from lab.model import OPERATIONS, POOL_BYTES, Case
from lab.paths import ROOT
from lab.reports import leakage as report
from lab.reports.documents import render
from lab.runner import (
    MOST_TRACES,
    Lab,
    LeakEffort,
    Selection,
    Silence,
    Span,
    find_leaks,
    fixable,
    select_leaking,
)

CURVE = curves.find("secp256r1")
RIGHT = oracle.of(CURVE)


def given(operation: str, index: int, fixed: str) -> Mapping[str, bytes]:
    return inputs.make(CURVE.operation(operation), CURVE, "whit", index, fixed)


def test_what_is_fixed_stays_and_all_else_is_new() -> None:
    made = {fixed: [given("sign", index, fixed) for index in (3, 4)] for fixed in ("key", "nonce")}
    keys = {fixed: {each["private_key"] for each in runs} for fixed, runs in made.items()}
    nonces = {fixed: {each["pool"][:32] for each in runs} for fixed, runs in made.items()}
    rest = {each["pool"][32:] for runs in made.values() for each in runs}
    assert [len(keys["key"]), len(nonces["key"])] == [1, 2]
    assert [len(keys["nonce"]), len(nonces["nonce"])] == [2, 1]
    assert len(rest) == 2  # by the number of the run
    assert all(RIGHT.is_private_key(each) for each in nonces["key"])
    assert {each["digest"] for runs in made.values() for each in runs} == {
        given("sign", 0, "nothing")["digest"]
    }


def test_key_generation_draws_the_fixed_key() -> None:
    pools = [given("keygen", index, "key")["pool"] for index in (5, 6)]
    assert pools[0][:32] == pools[1][:32] != given("keygen", 5, "nothing")["pool"][:32]
    assert pools[0][32:] != pools[1][32:]
    assert {len(each) for each in pools} == {POOL_BYTES}


def test_the_other_side_is_the_same_in_both_groups() -> None:
    made = [given("ecdh", index, fixed) for index in (1, 2) for fixed in ("key", "nothing")]
    assert len({each["public_key"] for each in made}) == 1
    assert len({each["private_key"] for each in made}) == 3


def test_what_can_be_fixed() -> None:
    offered = {name: tuple(inputs.choices(operation)) for name, operation in OPERATIONS.items()}
    assert offered["keygen"] == offered["ecdh"] == offered["sign_message"] == ("key",)
    assert offered["sign"] == ("key", "nonce")
    assert offered["verify"] == ()
    assert inputs.public_output(OPERATIONS["keygen"]) == "public_key"
    assert inputs.public_output(OPERATIONS["ecdh"]) is None


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("--target rv32imc", "no model of what rv32imc leaks; choose from cortex-m0, "),
        ("--target cortex-m4f", "no model of what cortex-m4f leaks"),
        ("--operation verify", "unknown operation with secrets 'verify'"),
        ("--operation keygen --fixed nonce", "none of these operations has a secret"),
        ("--fixed pin", "unknown secret 'pin'; valid: key, nonce, nothing"),
        ("--traces 1", "--traces must be at least 2"),
        (f"--traces {MOST_TRACES + 1}", f"--traces is {MOST_TRACES} at most"),
        ("--top 21", "--top 20"),
        ("--window 7", "--window '7' is not like 1000..2000"),
        ("--window ..", "--window '..' is not like"),
        (f"--window ..1{'0' * 18}", "is not like"),
        ("--window 18446744073709551617..", "is not like"),
        ("--window 5..5", "a window ends behind its first instruction"),
        ("--format csv", "unknown format 'csv'; valid: text, json"),
    ],
)
def test_refusals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: str, told: str
) -> None:
    assert run(monkeypatch, arguments) == 2
    assert told in capsys.readouterr().err


def test_a_drawing_s_place_is_checked_before_the_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    there = tmp_path / "t.svg"
    there.write_text("mine")
    monkeypatch.setattr(leak, "find_leaks", lambda *_: pytest.fail("it ran"))
    for plot, told in (
        (there, "exists; --force replaces it"),
        (tmp_path, "is a directory"),
        (f"{tmp_path} --force", "is a directory"),
        (tmp_path / "none" / "t.svg", "No such file or directory"),
    ):
        assert run(monkeypatch, f"--operation sign --plot {plot}") == 1
        assert told in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert run(monkeypatch, f"--operation sign --plot {tmp_path / 'new.svg'}") == 1
    assert "drawing needs matplotlib" in capsys.readouterr().err
    assert [each.read_text() for each in tmp_path.iterdir()] == ["mine"]


def test_the_result_is_printed_before_it_is_drawn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def fails(_: object) -> bytes:
        raise LabError("no ink")

    drawing = tmp_path / "t.svg"
    drawing.write_text("old")
    monkeypatch.setattr(leak, "find_leaks", lambda *_: FOUND)
    asked = f"--operation sign --plot {drawing} --force"
    assert run(monkeypatch, asked) == 0
    assert drawing.read_bytes().startswith(b"<?xml")
    capsys.readouterr()
    monkeypatch.setattr(report, "draw", fails)
    assert run(monkeypatch, asked) == 1
    said = capsys.readouterr()
    assert "whit_mul" in said.out
    assert "no ink" in said.err


def run(monkeypatch: pytest.MonkeyPatch, arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["whit", "leak", *arguments.split()])
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


# Reports

FOUND = Leakage(
    target="cortex-m4",
    library="whit",
    variant="balanced",
    curve="secp256r1",
    operation="keygen",
    fixed="key",
    traces=(100, 100),
    left_out=3,
    window="",
    instructions=4000,
    samples=4000,
    varying=3000,
    output=3900,
    threshold=6.543,
    first=Order(1200, 7, CERTAIN, (2.0, CERTAIN, 7.5)),
    second=Order(0, 0, 4.4, (1.0, 2.0, 4.4)),
    functions=(LeakingFunction("whit_mul", 2000, 1200, 0, CERTAIN, 4.4),),
    worst=(
        LeakingInstruction(
            place=Place(0x278, "whit_mul", "mul.c", 12),
            text="adds r4, r4, r7",
            executions=40,
            first=30,
            second=0,
            most_first=CERTAIN,
            most_second=4.4,
            at=17,
            part=PARTS[1],
        ),
    ),
    seed="whit",
    compiler="gcc",
    flags="-Os",
    model="m",
    image_sha256="i",
)
SILENT = replace(
    FOUND, fixed="nothing", output=None, functions=(), worst=(), first=FOUND.second, left_out=0
)


def test_records_come_back() -> None:
    plain = json.loads(report.as_json([FOUND, SILENT]))
    assert [Leakage.from_record(each) for each in plain] == [FOUND, SILENT]
    assert FOUND.found
    assert not SILENT.found


def test_the_text_names_what_leaks() -> None:
    text = report.as_text([FOUND, SILENT])
    row = next(line for line in text.splitlines() if "keygen" in line)
    assert row.split() == [
        *("whit", "(balanced)", "cortex-m4", "secp256r1", "keygen", "key", "100", "4,000"),
        *("1,200", "(300.0‰)", "0", "7", "∞", "6.54"),
    ]
    assert "fixed key against random, 100 traces each, 3 left out that drew otherwise; " in text
    assert "1,200 at first order, 0 at second order" in text
    assert re.search(r"adds r4, r4, r7  whit_mul, mul.c:12 \(0x278\) +40 +30 +0 +∞", text)
    assert "random against random, 100 traces each; of 4,000 samples leak: none" in text


def test_documents_have_the_tables() -> None:
    text = render("<!-- whit:leaking -->\n<!-- whit:end -->\n", [], leaked=[FOUND, SILENT])
    assert text.count("| whit (balanced) |") == 1
    assert "| whit_mul 1,200 | `adds r4, r4, r7` in whit_mul, mul.c:12 |" in text
    with pytest.raises(LabError, match="no such tests"):
        render("<!-- whit:leakage target=avr -->\n<!-- whit:end -->\n", [], leaked=[FOUND])


def test_the_drawing_is_the_same_each_time() -> None:
    drawn = report.draw([FOUND, SILENT])
    assert drawn == report.draw([FOUND, SILENT])
    assert b"keygen" in drawn
    with pytest.raises(LabError, match="nothing to draw"):
        report.draw([])


# Whit


def whits(operation: str, effort: LeakEffort, known: tuple[Leakage, ...] = ()) -> list[Leakage]:
    """Without and with WHIT_RANDOMISE."""
    cases, _ = select_leaking(
        Selection.of(
            targets=["cortex-m4"],
            libraries=["whit"],
            curves=["secp256r1"],
            operations=[operation],
            configurations=["randomise"],
            profiles=None,
            compilers=None,
        )
    )
    lab = Lab(observer=Silence())
    assert [case.configuration for case in cases] == [None, "randomise"]
    return [find_leaks(lab, case, effort, known, Silence()) for case in cases]


@pytest.mark.slow
def test_what_is_known_is_not_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    effort = LeakEffort(traces=2, span=Span(0, 1000))
    found = whits("keygen", effort)
    assert [each.samples for each in found] == [1000, 1000]

    def fails(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("lab.runner.leaks.WatchedBench", fails)
    assert whits("keygen", effort, tuple(found)) == found
    with pytest.raises(AssertionError):
        whits("keygen", replace(effort, traces=3), tuple(found))


@pytest.mark.slow
def test_randomised_coordinates_silence_field_arithmetic() -> None:
    """But not what reads the scalar."""
    plain, randomised = whits("keygen", LeakEffort(traces=40))
    assert plain.first.samples > 5 * randomised.first.samples > 0
    leaking = {each.function: each.first for each in plain.functions}
    left = {each.function: each.first for each in randomised.functions}
    name = "whit_field_sqr_p256_asm"
    assert leaking[name] > 50 * max(left.get(name, 0), 1)
    assert left["whit_mp_lookup_16_asm"] > 1000
    assert {each.place.file is None for each in plain.worst} == {False}
    assert all(each.part in (*PARTS, None) for each in plain.worst)


@pytest.mark.slow
def test_key_agreement_is_randomised_too() -> None:
    effort = LeakEffort(traces=20, span=Span(function="whit_field_sqr_p256_asm"))
    plain, randomised = whits("ecdh", effort)
    assert plain.first.samples > 1000 > 100 * randomised.first.samples
    assert {each.function for each in plain.functions} == {"whit_field_sqr_p256_asm"}


@pytest.mark.slow
def test_random_against_random_finds_nothing() -> None:
    for found in whits("keygen", LeakEffort(traces=20, fixed="nothing")):
        assert (found.first.samples, found.second.samples) == (0, 0)
        assert found.varying > 200_000


@pytest.mark.slow
def test_a_path_that_depends_on_the_key_is_refused(tmp_path: Path) -> None:
    """With the place; traces of it are for another command."""
    case = Case("cortex-m4", "micro-ecc", "secp256r1", "ecdh", "default")
    assert fixable(case, "key")
    with pytest.raises(LabError, match=r"runs part after [\d,]+ instructions, at .*whit trace"):
        find_leaks(Lab(observer=Silence()), case, LeakEffort(traces=4), (), Silence())


@pytest.mark.slow
def test_a_function_that_an_image_lacks_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="the image has no function whit_mp_lookup_16"):
        whits("keygen", LeakEffort(traces=2, span=Span(function="whit_mp_lookup_16")))
    with pytest.raises(UnsupportedError, match="no instruction of the run"):
        whits("keygen", LeakEffort(traces=2, span=Span(10**9)))


@pytest.mark.slow
def test_the_command_prints_and_draws(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    drawing = tmp_path / "t.svg"
    asked = f"--operation sign --traces 2 --window 0..2000 --format json --plot {drawing}"
    monkeypatch.setattr(leak, "RESULTS", tmp_path)
    assert run(monkeypatch, asked) == 0
    (found,) = map(Leakage.from_record, json.loads(capsys.readouterr().out))
    assert (found.samples, found.window, found.traces) == (2000, "0..2000", (2, 2))
    assert drawing.read_bytes().startswith(b"<?xml")


def test_the_document_names_every_part() -> None:
    text = (ROOT / "doc" / "leak.md").read_text()
    assert all(f"\n| {part} | " in text for part in PARTS)
