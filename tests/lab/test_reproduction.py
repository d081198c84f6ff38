# SPDX-License-Identifier: MIT
"""From published rows to the lab's: what is run, what a row says, what is kept."""

import json
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import SAMPLE
from test_commands import whit

from lab import published
from lab.commands import report as reporting
from lab.commands import reproduce as command
from lab.errors import LabError
from lab.model import Case, Sample
from lab.published import KEYS, Recording, Row, Table
from lab.reports import reproduction as report
from lab.runner import planning, reproduce
from lab.runner.planning import Planner

Patch = pytest.MonkeyPatch
Captured = pytest.CaptureFixture[str]

CYCLES = {"keygen": 1_000, "ecdh": 2_000, "sign": 1_500, "verify": 3_000, "hash": 100}
SLOWNESS = {"whit": 1, "micro-ecc": 2, "relic": 4, "wolfcrypt": 8}


def sample(case: Case) -> Sample:
    """Costs that are easy to add up: a clock of 1 kHz, 0.1 W, and 10 bytes a cycle."""
    cycles = CYCLES.get(case.operation, 10) * SLOWNESS.get(case.library, 1)
    return replace(
        SAMPLE,
        library=case.library,
        target=case.target,
        curve=case.curve,
        operation=case.operation,
        cycles=cycles,
        time_seconds=cycles / 1000,
        energy_joules=cycles / 10_000,
        flash_bytes=10 * cycles,
        stack_bytes=cycles,
    )


def measure(cases: Sequence[Case]) -> list[Sample]:
    assert len(set(cases)) == len(cases)
    return [sample(case) for case in cases]


@pytest.fixture
def _anything(monkeypatch: Patch) -> None:
    """A lab that has everything that the rules name, except what no registry has."""

    def select(
        _: Planner, target: str, library: str, variant: str, curve: str, operation: str
    ) -> Case:
        if library in ("micro-ecc-2013", "pinol", "bignumber", "miracl"):
            raise LabError(f"{library} is not here")
        ours = library == planning.WHIT
        return Case(
            target, library, curve, operation, None if ours else variant, variant if ours else None
        )

    monkeypatch.setattr(Planner, "_select", select)


def rows_of(
    *names: str, measure: Callable[[Sequence[Case]], Sequence[Sample]] = measure
) -> dict[str, Row]:
    return {row.row: row for row in reproduce(published.tables(names), measure).rows}


@pytest.mark.usefixtures("_anything")
def test_what_is_recorded_is_not_run() -> None:
    """Whit's figures of kept rows are those that samples would give."""
    tables = published.tables(("popa2019-5",))
    run: list[Case] = []

    def noted(cases: Sequence[Case]) -> list[Sample]:
        run.extend(cases)
        return measure(cases)

    whole = reproduce(tables, noted).rows
    relic = [case for case in run if case.library == "relic" and case.curve != "secp256r1"]
    recorded = {case: sample(case) for case in run if case not in relic[:6]}
    run.clear()
    assert reproduce(tables, noted, (), recorded, whole).rows == whole
    assert run == []
    doubled = [replace(row, emulated=row.emulated and 2 * row.emulated) for row in whole]
    again = reproduce(tables, noted, (), recorded, doubled).rows
    kept = [(old, new) for old, new in zip(whole, again, strict=True) if new != old]
    assert kept
    for old, new in kept:
        assert new.whit == pytest.approx((old.whit or 0) / 2, rel=1e-5)
    assert reproduce(tables, noted, (), recorded).rows == whole
    assert sorted(run) == sorted(relic[:6])


@pytest.mark.usefixtures("_anything")
def test_a_time_is_the_sum_of_its_operations_in_whole_ticks() -> None:
    row = rows_of("mossinger2016-3")["micro-ecc, secp192r1, fast, sign, time"]
    ticks = round(3.1 * 32768)  # 3,000 cycles of micro-ecc and 100 of Whit's hash, at 1 kHz
    assert row.emulated == pytest.approx(ticks / 32768, rel=1e-5)
    assert row.whit == pytest.approx(1.6, rel=1e-4)
    assert (row.status, row.unit, row.published, row.reason) == ("run", "s", 0.206, None)
    assert row.ratio == pytest.approx(3.1 / 0.206, rel=1e-4)


@pytest.mark.usefixtures("_anything")
def test_energy_is_modelled() -> None:
    row = rows_of("mossinger2016-6")["micro-ecc, secp192r1, none, keygen, energy"]
    assert (row.status, row.emulated, row.whit, row.unit) == ("modelled", 0.2, 0.1, "J")


@pytest.mark.usefixtures("_anything")
def test_code_size_is_that_of_profile_small() -> None:
    seen: list[Case] = []

    def remember(cases: Sequence[Case]) -> list[Sample]:
        seen.extend(cases)
        return measure(cases)

    rows = rows_of("micro-ecc-page-ecdsa", measure=remember)
    row = rows["micro-ecc-2013, secp256r1, ecc_asm_thumb; none, ecdh+ecdsa, flash"]
    assert (row.status, row.emulated, row.whit, row.ratio) == ("unavailable", None, 100.0, None)
    assert row.reason is not None
    assert "--source micro-ecc-2013=DIR" in row.reason
    assert {case.profile for case in seen if case.operation == "all"} == {"small"}
    assert {case.profile for case in seen if case.operation == "verify"} == {"balanced"}


@pytest.mark.usefixtures("_anything")
def test_an_exchange_is_four_operations_on_the_curve_that_is_meant() -> None:
    def slow_on_256k1(cases: Sequence[Case]) -> list[Sample]:
        found = measure(cases)
        return [
            replace(each, time_seconds=5.0) if each.curve == "secp256k1" else each for each in found
        ]

    rows = rows_of("arduino2020-text-2.2", measure=slow_on_256k1)
    fastest = rows["micro-ecc, fastest of the five curves, ecdh, time"]
    slowest = rows["micro-ecc, slowest of the five curves, ecdh, time"]
    assert fastest.emulated == 1000 * (2 + 2 + 4 + 4)
    assert slowest.emulated == 1000 * 4 * 5


@pytest.mark.usefixtures("_anything")
def test_a_figure_of_zero_has_no_ratio() -> None:
    row = rows_of("arduino2020-3")["micro-ecc, secp192r1, mod_add, time"]
    assert (row.status, row.published, row.ratio) == ("run", 0.0, None)
    assert row.reason == "published as 0: there is no ratio"


@pytest.mark.usefixtures("_anything")
def test_a_ratio_is_to_the_other_library_for_the_same_curve() -> None:
    row = rows_of("popa2019-3")["relic, nistp192, 32-bit digits, ecdh, time"]
    assert row.status == "ratio"
    assert row.emulated == pytest.approx(36.4 * 4 / 8)  # wolfCrypt's published time
    assert row.ratio == pytest.approx((4 / 8) / (15.06 / 36.4), rel=1e-5)
    assert row.whit == pytest.approx(15.06 / 4)
    assert row.reason == (
        "to wolfcrypt, secp192r1, 32-bit digits, ecdh: published 0.414, emulated on cortex-m4 0.5"
    )


@pytest.mark.usefixtures("_anything")
@pytest.mark.parametrize(
    ("table", "row", "reference"),
    [
        ("popa2019-4", "wolfcrypt, secp521r1, 32-bit digits, ecdh, time", "relic, nistp521"),
        ("popa2019-4", "relic, curve67254, 32-bit digits, keygen, time", "relic, nistp256"),
        (
            "popa2019-3",
            "wolfcrypt, prime239v1, 32-bit digits, keygen, time",
            "wolfcrypt, secp256r1",
        ),
        ("popa2019-6", "relic, secgp160, BLAKE2S-160, sign, time", "wolfcrypt, secp160r1, SHA-1"),
        ("popa2019-6", "relic, nistp192, SHA-1, sign, time", "relic, nistp256, SHA-256, sign"),
    ],
)
def test_references(table: str, row: str, reference: str) -> None:
    reason = rows_of(table)[row].reason
    assert reason is not None
    assert reason.startswith(f"to {reference}")


@pytest.mark.usefixtures("_anything")
def test_an_operation_that_secp256r1_has_not_is_compared_with_its_ecdh() -> None:
    tables = published.tables(("popa2019-3", "popa2019-5"))
    plans = [Planner().plan(table, figure) for table in tables for figure in table.figures]
    (row,) = (
        plan
        for plan in plans
        if plan.figure.row.startswith("relic, bnp256, 32-bit digits, bls_sign")
    )
    first = next(planning.references(row, plans))
    assert first.figure.row == "relic, nistp256, 32-bit digits, ecdh, time"


@pytest.mark.usefixtures("_anything")
def test_every_bls_signature_of_relic_has_a_ratio() -> None:
    rows = rows_of("popa2019-5")
    theirs = [row for name, row in rows.items() if name.startswith("relic, ")]
    assert len(theirs) == 21
    assert {row.status for row in theirs} == {"ratio"}
    absent = rows["miracl, mnt, 32-bit digits, bls_sign, time"].reason or ""
    assert "; the MIRACL C SDK is in no package registry; " in absent


@pytest.mark.usefixtures("_anything")
def test_every_bls_signature_has_a_figure_of_whit() -> None:
    """Where nobody has the row's library, by RELIC's row whose field is nearest."""
    rows = rows_of("popa2019-5")
    assert len(rows) == 33
    assert all(row.whit is not None for row in rows.values())
    for name, nearest in {"mnt": "bnp158", "bn": "bnp256", "cp": "b12p455"}.items():
        row = rows[f"miracl, {name}, 32-bit digits, bls_sign, time"]
        of = rows[f"relic, {nearest}, 32-bit digits, bls_sign, time"]
        assert (row.status, row.emulated) == ("unavailable", None)
        assert row.whit == of.whit
        assert (row.reason or "").startswith(f"Whit's figure by relic's of {nearest}; the MIRACL")


def test_whit_and_relic_have_a_case_for_each_of_its_bls_signatures() -> None:
    """By the catalogues as they are."""
    (table,) = published.tables(("popa2019-5",))
    planner = Planner()
    planner._compilers["cortex-m4"] = None  # what is asked for here is not built
    for figure in table.figures:
        plan = planner.plan(table, figure)
        if figure.library == "relic":
            ((case,),) = plan.theirs.options
            assert (case.operation, case.configuration) == (figure.operation, "pairing")
        ((ours,),) = plan.ours.options
        assert (ours.library, ours.curve, ours.operation) == ("whit", plan.curve, figure.operation)


@pytest.mark.usefixtures("_anything")
def test_a_key_negotiation_is_modelled_with_its_wire() -> None:
    row = rows_of("arduino2020-text-3")[
        "micro-ecc, fastest of the five curves, key_negotiation, time"
    ]
    wire = 2 * (40 + 2) * 9 / 100_000  # two keys of secp160r1, each in two pieces
    assert row.status == "modelled"
    assert row.emulated == pytest.approx(1000 * (2 + 4 + wire))
    assert row.reason is None


@pytest.mark.usefixtures("_anything")
def test_a_remark_is_said_with_each_row() -> None:
    for row in rows_of("arduino2020-text-2.2").values():
        assert row.reason == "four operations, two a side; one ECDH takes a quarter of it"


def test_what_whit_has_not_is_to_come() -> None:
    error = LabError("whit (balanced) has no bls_sign")
    assert planning._reason(error) == "Whit has no bls_sign yet"


@pytest.mark.usefixtures("_anything")
def test_whit_stands_beside_a_library_that_is_absent_by_another() -> None:
    row = rows_of("popa2019-3")["miracl, nistp192, 32-bit digits, ecdh, time"]
    assert (row.status, row.emulated) == ("unavailable", None)
    assert row.whit is not None
    assert row.reason is not None
    assert row.reason.startswith("the MIRACL C SDK is in no package registry; ")
    assert "Whit" not in row.reason


@pytest.mark.usefixtures("_anything")
def test_what_fails_becomes_a_reason() -> None:
    def failing(cases: Sequence[Case]) -> list[Sample]:
        wrong = "sign gave a wrong result"
        return [
            replace(each, error=wrong if each.library == "micro-ecc" else None, stack_bytes=None)
            for each in measure(cases)
        ]

    row = rows_of("mossinger2016-3", measure=failing)["micro-ecc, secp192r1, fast, sign, time"]
    assert (row.status, row.emulated, row.reason) == (
        "unavailable",
        None,
        "sign gave a wrong result",
    )
    assert row.whit is not None
    stack = rows_of("micro-ecc-page-stack", measure=failing)
    assert all(each.reason is not None for each in stack.values())
    assert "Whit: lpc1114 gives no stack" in str(next(iter(stack.values())).reason)


def test_what_the_lab_has_not_is_said() -> None:
    (table,) = published.tables(("mossinger2016-3",))
    absent = replace(table.rules[0], target="cortex-x", match={})
    plan = Planner().plan(replace(table, rules=(absent,)), table.figures[0])
    assert plan.theirs.lack == "the lab has no target 'cortex-x'"
    assert plan.ours.lack == plan.theirs.lack
    assert plan.cases == frozenset()


def test_a_missing_compiler_is_said(monkeypatch: Patch) -> None:
    monkeypatch.setenv("PATH", "")
    (table,) = published.tables(("popa2019-3",))
    plan = Planner().plan(table, table.figures[0])
    assert plan.ours.lack is not None
    assert re.match("arm-none-eabi-gcc is not installed .* apt-get install", plan.ours.lack)


@pytest.mark.usefixtures("_anything")
def test_json_has_every_row(monkeypatch: Patch, capsys: Captured) -> None:
    monkeypatch.setattr(command, "measured", lambda cases, *_: measure(cases))
    assert whit(monkeypatch, "reproduce", "--format", "json", "--jobs", "1") == 0
    out, err = capsys.readouterr()
    rows = json.loads(out)
    assert len(rows) == 511
    assert {tuple(row) for row in rows} == {KEYS}
    assert KEYS == (
        "source", "table", "row", "library", "configuration", "curve", "operation", "metric",
        "target", "board", "status", "published", "emulated", "whit", "unit", "ratio",
        "reason", "why", "fed",
    )  # fmt: skip
    assert {row["status"] for row in rows} == set(published.STATUSES)
    assert all((row["status"] == "unavailable") == (row["emulated"] is None) for row in rows)
    assert all(row["reason"] for row in rows if row["status"] == "unavailable")
    assert len({(row["source"], row["table"], row["row"]) for row in rows}) == 511
    every, *counts = err.splitlines()[-1].split()[:5]
    assert (every, sum(map(int, counts))) == ("all", 511)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("popa2018", "unknown table 'popa2018'; nearest: popa2019"),
        ("--format xml", "unknown format 'xml'"),
        ("--keys 0", "--keys must be at least 1"),
        ("--jobs 0", "--jobs must be at least 1"),
        ("--kept --save", "--kept runs nothing that --save could keep"),
    ],
)
def test_usage_errors(arguments: str, message: str, monkeypatch: Patch, capsys: Captured) -> None:
    assert whit(monkeypatch, "reproduce", *arguments.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"whit: {message}")


def made(table: Table, value: float = 1.0) -> tuple[Row, ...]:
    return tuple(
        Row(figure.source, figure.table, figure.row, figure.library, None, figure.curve,
            figure.operation, figure.metric, None, None, "run", figure.value, value, None,
            figure.unit, value, None)
        for figure in table.figures
    )  # fmt: skip


def test_saving_keeps_what_other_tables_had(tmp_path: Path) -> None:
    path = tmp_path / "reproduction.json"
    first, second = published.tables(("mossinger2016-3", "mossinger2016-5"))
    published.save(Recording(("gcc 1",), made(second)), path)
    published.save(Recording(("gcc 2",), made(first)), path)
    published.save(Recording(("gcc 2",), made(first, value=2.0)), path)
    kept = published.load(path)
    assert [replace(row, why=None) for row in kept.rows] == [
        *made(first, value=2.0),
        *made(second),
    ]
    assert "in part the compiler" in str(kept.rows[0].why)
    assert kept.made_by == ("gcc 1", "gcc 2")
    summary = json.loads(path.read_text(encoding="utf-8"))["summary"]
    assert [(each["table"], each["median"]) for each in summary] == [("3", 2.0), ("5", 1.0)]


def test_saving_keeps_what_ran_from_a_copy_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "reproduction.json"
    (table,) = published.tables(("micro-ecc-page-ecdh",))
    published.save(Recording(("gcc 1",), made(table)), path)
    lost = [replace(row, status="unavailable", emulated=None, ratio=None) for row in made(table)]
    published.save(Recording(("gcc 2",), tuple(lost)), path)
    assert published.load(path).rows == made(table)
    assert published.load(path).made_by == ("gcc 1", "gcc 2")


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"schema": 1, "made_by": [], "rows": [{}]}'])
def test_a_recording_that_is_none_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "reproduction.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(LabError, match=r"reproduction\.json: "):
        published.load(path)


def test_a_recording_that_is_not_there_says_what_makes_it(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="whit reproduce --save makes it"):
        published.load(tmp_path / "reproduction.json")


def test_report_renders_the_recording(monkeypatch: Patch, tmp_path: Path, capsys: Captured) -> None:
    document = tmp_path / "reproduction.md"
    for name, value in {
        "RESULTS": tmp_path,
        "DOCUMENTS": (),
        "DRAWINGS": {},
        "REPRODUCTION": document,
    }.items():
        monkeypatch.setattr(reporting, name, value)
    (table,) = published.tables(("mossinger2016-1",))
    published.save(Recording(("gcc 1",), made(table)), tmp_path / "reproduction.json")
    assert whit(monkeypatch, "report", "--check") == 1
    assert "not current; run whit report" in capsys.readouterr().err
    assert whit(monkeypatch, "report") == 0
    summary = "| mossinger2016-1 | 4 | 0 | 0 | 0 | 4 | 4 | 4 | 1.000 |"
    assert summary in document.read_text(encoding="utf-8")
    assert whit(monkeypatch, "report", "--check") == 0


@pytest.mark.usefixtures("_anything")
def test_documents_say_why_and_how_often() -> None:
    recording = reproduce(published.tables(("mossinger2016-3", "micro-ecc-page")), measure)
    text = report.as_document(recording)
    assert "| micro-ecc-page-ecdh | 0 | 0 | 0 | 16 | 0 | 0 | 0 | – | – | – | 16 |\n" in text
    assert "\n1. micro-ecc of 2013 is in no package registry" in text
    assert "K. MacKay. micro-ecc" in text
    assert "popa2019" not in text
    for form in ("table", "markdown", "csv"):
        assert "secp192r1, fast, sign, time" in report.FORMATS[form](recording.rows)


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
)
def test_a_table_in_earnest(monkeypatch: Patch, capsys: Captured) -> None:
    """One row that runs, with Whit beside it, two by a link's model, and two that cannot."""
    assert whit(monkeypatch, "reproduce", "mossinger2016-7", "--format", "json") == 0
    rows = {row["row"]: row for row in json.loads(capsys.readouterr().out)}
    signing = rows.pop("micro-ecc, secp192r1, signed, jss_sign, time")
    if "fetch" in str(signing["reason"]):
        pytest.skip(signing["reason"])
    assert signing["status"] == "run"
    assert 0.9 < signing["ratio"] < 1.1
    assert 0 < signing["whit"] < signing["emulated"]
    signed = rows["micro-ecc, secp192r1, signed, coap_get, time"]
    whole = signed["emulated"] + signing["emulated"]
    assert f"with the signing inside: {whole:.4g}, ratio" in signed["reason"]
    firmware = rows["micro-ecc, secp192r1, signed, firmware, flash"]["reason"]
    assert "an image that does sign alone has " in firmware
    assert sorted(row["status"] for row in rows.values()) == ["modelled"] * 2 + ["unavailable"] * 2
