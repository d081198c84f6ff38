# SPDX-License-Identifier: MIT
"""The command line: errors, exit codes, and what goes to which stream."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import FakeBench, samples

from lab import curves
from lab.commands import demo, measure, report
from lab.commands.main import main
from lab.errors import FetchError
from lab.findings import Constancy
from lab.model import Case, Operation, Run, Sample
from lab.peers.catalogue import Library
from lab.runner import DEFAULT_LIBRARIES, Lab, Selection, measuring, select, worker_pool, workshop
from lab.runner.workshop import Built, Workshop
from lab.store import Results
from lab.targets.toolchain import Image

Captured = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def whit(monkeypatch: Patch, *arguments: str) -> int:
    """Run the program; its exit code."""
    monkeypatch.setattr(sys, "argv", ["whit", *arguments])
    with pytest.raises(SystemExit) as caught:
        main()
    assert isinstance(caught.value.code, int)
    return caught.value.code


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("measure --target cortex-m9", "unknown target 'cortex-m9'; nearest: cortex-m"),
        ("measure --library foo", "unknown library 'foo'; whit list libraries has all "),
        ("measure --curve foo", "unknown curve 'foo'; whit list curves has all "),
        ("measure --operation foo", "unknown operation 'foo'; whit list operations has all "),
        ("measure --profile foo", "unknown profile 'foo'; valid: small, balanced, fast, all"),
        ("measure --configuration foo", "unknown configuration 'foo'; valid: default, "),
        ("measure --format foo", "unknown format 'foo'; valid: table, json, csv"),
        ("measure --keys 0", "--keys must be at least 1"),
        ("measure --keys x", "Invalid value for '--keys'"),
        ("measure --foo", "No such option: --foo"),
        ("measure --library p256-m --operation decompress", "p256-m (default) has no decompress"),
        ("measure --wait-states 2", "--wait-states needs --clock"),
        ("measure --clock 0", "--clock 0: must be more than zero"),
        ("measure --clock 0.2Hz", "--clock must be at least 1 Hz"),
        ("measure --clock -48MHz", "--clock -48MHz: not a number with a unit of Hz, kHz, MHz, GHz"),
        ("measure --clock fast", "--clock fast: not a number with a unit of Hz, "),
        (
            "measure --clock 48MHz --wait-states -1",
            "Invalid value for '--wait-states': Input should be g",
        ),
        (
            "measure --clock 48MHz --wait-states 16",
            "Invalid value for '--wait-states': Input should be l",
        ),
        (
            "measure --clock 48MHz --wait-states x",
            "Invalid value for '--wait-states': Input should be a",
        ),
        ("measure --clock 48MHz --save", "--save takes no --clock: a part whose samples are kept "),
        ("measure --cflags -O2 --save", "--save takes no --cflags: samples in results/ have the "),
        ("measure --cflags -O2 --recorded", "--recorded takes no --cflags"),
        ("measure --clock 48MHz --recorded", "--recorded takes no --clock"),
        ("measure --clock 48MHz --probe gdb://localhost:3333", "--probe takes no --clock"),
        (
            "measure --target stm32f407 --clock 48MHz",
            "stm32f407 has a clock and wait states of its",
        ),
        ("measure --target host --library p256-m --clock 3GHz", "host is not emulated: its clock"),
        (
            "measure --target avr --clock 16MHz --wait-states 1",
            "--wait-states 1: the lab has no model of the flash of avr",
        ),
        (
            "measure --target rv32imc --clock 16MHz --wait-states 1",
            "--wait-states 1: the lab has no model of the flash of rv32imc",
        ),
        ("list foo", "unknown list 'foo'; valid: targets, "),
        ("trace --operation verify", "unknown operation with secrets 'verify'; valid: keygen, "),
        ("trace --target host", "host is not emulated; choose from "),
        ("demo --target host", "host is not emulated; choose from "),
        ("trace --format csv", "unknown format 'csv'; valid: text, json"),
        ("trace --secrets 1", "--secrets must be at least 2"),
        ("trace --cflags O2", "--cflags 'O2': O2 is no flag"),
        ("profile --target host", "host is not emulated; choose from "),
        ("profile --target cortex-m9", "unknown target 'cortex-m9'; nearest: cortex-m"),
        ("profile --operation foo", "unknown operation 'foo'; whit list operations has all "),
        ("profile --operation all", "unknown operation 'all'; whit list operations has all "),
        ("profile --curve ed25519 --operation decompress", "ed25519 has no decompress"),
        ("profile --format text", "unknown format 'text'; valid: table, json, csv"),
        ("profile --keys 0", "--keys must be at least 1"),
        ("profile --top 0", "--top must be at least 1"),
        ("profile --probe gdb://localhost:3333", "No such option: --probe"),
        ("demo --target foo", "unknown target 'foo'"),
        ("foo", "No such command 'foo'"),
    ],
)
def test_usage_errors_are_one_line(
    arguments: str, message: str, monkeypatch: Patch, capsys: Captured
) -> None:
    assert whit(monkeypatch, *arguments.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"whit: {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("targets", "cortex-m0 cortex-m0plus cortex-m3 cortex-m4 host"),
        ("libraries", "whit micro-ecc p256-m"),
        ("curves", "secp256r1"),
        ("operations", "keygen ecdh sign verify sign_message validate decompress all"),
    ],
)
def test_list(kind: str, names: str, monkeypatch: Patch, capsys: Captured) -> None:
    assert whit(monkeypatch, "list", kind) == 0
    out = capsys.readouterr().out
    first = {line.split()[0] for line in out.splitlines() if not line.startswith(" ")}
    assert set(names.split()) <= first


def test_list_of_curves_says_what_they_are(monkeypatch: Patch, capsys: Captured) -> None:
    assert whit(monkeypatch, "list", "curves") == 0
    text = " ".join(capsys.readouterr().out.split())
    assert (
        "secp160r1 160-bit field, 161-bit order, cofactor 1, 80-bit security, sha256; in whit, "
    ) in text
    assert "; also ansip160r1" in text
    assert "ed25519 255-bit field, 253-bit order, cofactor 8, 128-bit security, sha512; " in text
    assert "secp112r2 112-bit field, 110-bit order, cofactor 4, 55-bit security, " in text
    assert "ss_p1536 1536-bit field, 256-bit order, cofactor of 1281 bits, " in text
    assert "128-bit security, no ECDSA; in whit" in text


def test_list_without_a_kind_lists_everything(monkeypatch: Patch, capsys: Captured) -> None:
    assert whit(monkeypatch, "list") == 0
    out = capsys.readouterr().out
    assert "targets\n" in out
    assert "operations\n" in out


class FakeLab:
    """Answers every case with a sample."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def measure(self, case: Case) -> Sample:
        return next(s for s in samples() if s.operation == case.operation)

    def image(self, case: Case) -> str:
        return str(case)


def test_json_stands_alone_on_standard_output(monkeypatch: Patch, capsys: Captured) -> None:
    monkeypatch.setattr(worker_pool, "open_lab", FakeLab)
    arguments = "measure --library p256-m --library whit --operation verify --format json --jobs 1"
    assert whit(monkeypatch, *arguments.split()) == 0
    records = json.loads(capsys.readouterr().out)
    assert [record["operation"] for record in records] == ["verify", "verify"]


def test_saved_samples_are_appended(monkeypatch: Patch, tmp_path: Path, capsys: Captured) -> None:
    monkeypatch.setattr(worker_pool, "open_lab", FakeLab)
    monkeypatch.setattr(measure, "RESULTS", tmp_path)
    assert whit(monkeypatch, "measure", "--library", "whit", "--operation", "verify", "--save") == 0
    (saved,) = Results(tmp_path).newest().values()
    assert saved.operation == "verify"
    assert "verify" in capsys.readouterr().out


def test_report_renders_and_checks(monkeypatch: Patch, tmp_path: Path, capsys: Captured) -> None:
    monkeypatch.setattr(report, "RESULTS", tmp_path)
    Results(tmp_path).append(samples())
    page = tmp_path / "page.md"
    page.write_text("<!-- whit:costs target=fake -->\n<!-- whit:end -->\n")
    assert whit(monkeypatch, "report", str(page), "--check") == 1
    assert "not current" in capsys.readouterr().err
    assert whit(monkeypatch, "report", str(page)) == 0
    rendered = page.read_text()
    assert "| whit (balanced) |" in rendered
    assert whit(monkeypatch, "report", str(page), "--check") == 0
    assert page.read_text() == rendered


def test_report_draws_and_checks(monkeypatch: Patch, tmp_path: Path, capsys: Captured) -> None:
    """Documents and drawings are those of the checkout; here, others."""
    drawing = tmp_path / "figures" / "drawing.svg"
    monkeypatch.setattr(report, "RESULTS", tmp_path)
    monkeypatch.setattr(report, "DOCUMENTS", ())
    counted = {drawing: lambda found: f"{sum(not one.published for one in found)}".encode()}
    monkeypatch.setattr(report, "DRAWINGS", counted)
    assert whit(monkeypatch, "report", "--check") == 1
    assert "not current; run whit report" in capsys.readouterr().err
    assert not drawing.exists()
    assert whit(monkeypatch, "report") == 0
    assert drawing.read_bytes() == b"0"
    assert whit(monkeypatch, "report", "--check") == 0
    Results(tmp_path).append(samples())
    assert whit(monkeypatch, "report", "--check") == 1
    assert drawing.read_bytes() == b"0"


def test_report_names_a_missing_document(monkeypatch: Patch, capsys: Captured) -> None:
    assert whit(monkeypatch, "report", "no/such.md") == 1
    err = capsys.readouterr().err
    assert err.startswith("whit: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(("library", "code"), [("whit", 1), ("micro-ecc", 0)])
def test_trace_fails_when_whits_traces_differ(
    library: str, code: int, monkeypatch: Patch, capsys: Captured
) -> None:
    def leaky(_: Lab, case: Case) -> Constancy:
        names = (case.target, case.library, "v", case.curve, "ecdh")
        return Constancy(*names, 2, 2, 2, 2, 1, 9, {0: 2}, "cc", "", "")

    monkeypatch.setattr(Lab, "trace", leaky)
    assert whit(monkeypatch, "trace", "--library", library, "--operation", "ecdh") == code
    assert "NOT constant time" in capsys.readouterr().out


def test_a_wrong_result_is_an_error_that_names_its_origin(
    monkeypatch: Patch, capsys: Captured
) -> None:
    """Build nothing, run a fake library that returns a wrong secret."""

    def wrong_secret(_: Operation, run: Run) -> Run:
        return replace(run, outputs={"secret": bytes(32)})

    image = Image(Path("x"), Path("x"), "00")
    monkeypatch.setattr(Workshop, "build", lambda *_: Built(image, image, ""))
    monkeypatch.setattr(measuring, "open_bench", lambda *_: FakeBench(wrong_secret))
    words = ("measure", "--library", "p256-m", "--operation", "ecdh", "--no-cache")
    code = whit(monkeypatch, *words)
    out, err = capsys.readouterr()
    assert code == 1
    assert "failed: p256-m (default), secp256r1 ecdh: " in out
    told = "p256-m (default) on cortex-m4: ecdh gave a wrong result"
    assert sum(line.startswith(told) for line in err.splitlines()) == 1


def test_sources_that_cannot_be_had_are_asked_for_once(
    monkeypatch: Patch, capsys: Captured
) -> None:
    asked: list[str] = []

    def prepare(library: Library, *_: object) -> Path:
        asked.append(library.name)
        raise FetchError(f"fetching {library.name} failed")

    monkeypatch.setattr(workshop, "prepare", prepare)
    assert whit(monkeypatch, "measure", "--library", "p256-m", "--no-cache") == 1
    out, err = capsys.readouterr()
    assert asked == ["p256-m"]
    assert err.count("fetching p256-m failed") == 1
    assert "secp256r1 keygen, ecdh, sign, verify, all: fetching p256-m failed\n" in out


def test_demo_goes_on_without_a_peer(monkeypatch: Patch, capsys: Captured) -> None:
    class LabWithoutNetwork(FakeLab):
        def measure(self, case: Case) -> Sample:
            error = "fetching p256-m failed" if case.library == "p256-m" else None
            return replace(super().measure(case), library=case.library, error=error)

    monkeypatch.setattr(demo, "Lab", LabWithoutNetwork)
    monkeypatch.setattr(demo, "demonstrate", lambda *_: None)
    monkeypatch.setattr(demo, "as_story", lambda _: "the story")
    assert whit(monkeypatch, "demo") == 0
    out, _ = capsys.readouterr()
    assert "micro-ecc (" in out
    assert "p256-m (" not in out


def test_all_selects_everything_there_is() -> None:
    cases, missing = select(
        Selection(libraries=("all",), operations=("sign_message",), profiles=("all",))
    )
    of_whit = {case.profile for case in cases if case.library == "whit"}
    assert of_whit == {"small", "balanced", "fast"}
    assert {case.library for case in cases} >= {"whit", "bearssl"}
    assert "micro-ecc" not in {case.library for case in cases}
    assert "p256-m (default) has no sign_message" in missing


def test_options_of_whit_are_measured_beside_its_builds_when_they_are_named() -> None:
    def of_whit(*asked: str) -> list[tuple[str | None, str | None]]:
        cases, _ = select(Selection(("cortex-m3",), operations=("ecdh",), configurations=asked))
        return [(case.profile, case.configuration) for case in cases if case.library == "whit"]

    assert of_whit() == of_whit("default") == [("balanced", None)]
    both = [("balanced", None), ("balanced", "variable-multiply")]
    assert of_whit("variable-multiply") == both
    assert set(of_whit("all")) == {*both, ("balanced", "randomise")}
    asked = Selection(("cortex-m4",), ("whit",), profiles=("all",), configurations=("least",))
    with_it = {case.profile for case in select(asked)[0] if case.configuration == "least"}
    assert with_it == {"small"}
    cases, missing = select(Selection(("cortex-m4",), ("whit",), configurations=("all",)))
    assert {case.configuration for case in cases} == {None, "randomise"}
    assert "whit (variable-multiply) is not for cortex-m4" in missing


def test_an_option_may_be_for_curves_of_one_form() -> None:
    asked = Selection(curves=("all",), operations=("keygen",), configurations=("randomise",))
    randomised = {case.curve for case in select(asked)[0] if case.configuration}
    assert {curves.find(name).form for name in randomised} == {"weierstrass"}


def test_every_curve_is_selected_where_a_library_has_it() -> None:
    cases, missing = select(Selection(curves=("all",), operations=("ecdh",)))
    whit = [case.curve for case in cases if case.library == "whit"]
    assert whit == [curve.name for curve in curves.every() if "ecdh" in curve.operations]
    assert {case.curve for case in cases if case.library == "p256-m"} == {"secp256r1"}
    assert f"p256-m has 1 of {len(curves.names())} curves" in missing
    assert f"micro-ecc has 5 of {len(curves.names())} curves" in missing


def test_a_curve_that_a_library_lacks_is_left_out_with_a_line() -> None:
    selection = Selection(curves=("secp160r1", "secp256k1"), operations=("ecdh",))
    cases, missing = select(selection)
    assert {case.library for case in cases} == {"whit", "micro-ecc"}
    assert missing == ("p256-m has no secp160r1, secp256k1",)


def test_libraries_are_fetched_when_they_are_named() -> None:
    cases, _ = select(Selection(libraries=("all",), operations=("ecdh",)))
    assert {case.library for case in cases} > set(DEFAULT_LIBRARIES)


def test_a_curve_without_ecdsa_has_no_signing() -> None:
    operations = ("keygen", "ecdh", "sign", "sign_message", "verify", "all")
    cases, missing = select(Selection((), ("whit",), ("sm2p256v1",), operations))
    assert [case.operation for case in cases] == ["keygen", "ecdh"]
    assert "sm2p256v1 has no ECDSA: no verify" in missing
    assert len(missing) == 4


def test_defaults() -> None:
    cases, missing = select(Selection())
    assert missing == ()
    assert {case.target for case in cases} == {"cortex-m4"}
    assert {case.operation for case in cases} == {"keygen", "ecdh", "sign", "verify", "all"}
    assert {(case.library, case.variant) for case in cases} == {
        ("whit", "balanced"),
        ("micro-ecc", "default"),
        ("p256-m", "default"),
    }
