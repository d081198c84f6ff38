# SPDX-License-Identifier: MIT
"""Records of images and sources that are no longer those that the sources give."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from fakes import SAMPLE
from program import Captured, Patch, Whit

from lab.commands import stale
from lab.errors import LabError
from lab.findings import AGREEMENT_KEY, AGREEMENTS, BusAgreement, Evidence
from lab.model import Case
from lab.runner import Lab, Silence, nanos, staleness
from lab.store import Findings, Results, sources

CORES, OPERATIONS = ("cortex-m0", "cortex-m4"), ("ecdh", "sign")
PRESENT, OTHER = "0" * 64, "f" * 64
CASE = Case("cortex-m4", "whit", "secp256r1", "ecdh", None, "small")
LOST = replace(CASE, curve="secp384r1")
TRACE = {
    **{"target": "cortex-m4", "library": "whit", "curve": "secp256r1", "operation": "sign"},
    **{"variant": "small, least", "compiler": "clang 14", "image_sha256": OTHER},
}
FAULT = {
    **{"target": "cortex-m4", "library": "p256-m", "curve": "secp256r1", "operation": "verify"},
    **{"variant": "default", "compiler": "gcc 12", "image_sha256": PRESENT},
}


@pytest.fixture
def results(tmp_path: Path, monkeypatch: Patch) -> Path:
    """Records of each kind; every image is PRESENT now, and LOST cannot be built."""
    recorded = replace(
        SAMPLE,
        library="whit",
        target="cortex-m4",
        curve="secp256r1",
        operation="ecdh",
        configuration=None,
        profile="small",
        compiler="gcc 12",
        image_sha256=OTHER,
    )
    store = Results(tmp_path)
    store.append([recorded])
    store.append([replace(recorded, image_sha256=PRESENT), replace(recorded, curve="secp384r1")])
    (tmp_path / "traces.json").write_text(json.dumps([TRACE]))
    (tmp_path / "reproduction.json").write_text('{"rows": []}')
    (tmp_path / "example.json").write_text('[{"target": "cortex-m4", "flash_bytes": 1}]')
    (tmp_path / "findings").mkdir()
    (tmp_path / "findings" / "faults.jsonl").write_text(json.dumps(FAULT) + "\n")
    (tmp_path / "old.txt").write_text("12 passed, 0 failed\n")
    (tmp_path / "other.txt").write_text("sources 00\n12 passed, 0 failed\n")
    (tmp_path / "new.txt").write_text(f"{sources()}\n12 passed, 0 failed\n")

    def build(case: Case) -> SimpleNamespace:
        if case == LOST:
            raise LabError("no room")
        return SimpleNamespace(image=SimpleNamespace(sha256=PRESENT))

    monkeypatch.setattr(Lab, "workshop", lambda *_: SimpleNamespace(build=build))
    monkeypatch.setattr(Lab, "prepare", lambda *_: None)
    monkeypatch.setattr(stale, "RESULTS", tmp_path)
    return tmp_path


def test_cases_are_read_from_rows_of_each_kind(results: Path) -> None:
    found = {(each.file, each.case) for each in staleness.recorded(results)}
    least = Case("cortex-m4", "whit", "secp256r1", "sign", "least", "small", "clang")
    peer = Case("cortex-m4", "p256-m", "secp256r1", "verify", "default")
    assert found == {
        ("cortex-m4.jsonl", CASE),
        ("cortex-m4.jsonl", LOST),
        ("traces.json", least),
        ("findings/faults.jsonl", peer),
    }


def states(whit: Whit, *words: str) -> tuple[int, Mapping[tuple[str, str], str]]:
    code = whit("stale", "--format", "json", *words)
    found = [Evidence(**each) for each in json.loads(whit.out)]
    return code, {(each.file, each.subject): each.state for each in found}


def test_every_record_is_judged(results: Path, monkeypatch: Patch, capsys: Captured) -> None:
    code, found = states(Whit(monkeypatch, capsys), "--library", "all")
    assert code == 1
    assert found == {
        ("cortex-m4.jsonl", str(CASE)): "present",
        ("cortex-m4.jsonl", str(LOST)): "unknown",
        ("traces.json", "cortex-m4 whit small, least secp256r1 sign"): "stale",
        ("findings/faults.jsonl", "cortex-m4 p256-m default secp256r1 verify"): "present",
        ("new.txt", "C tests"): "present",
        ("old.txt", "C tests"): "unknown",
        ("other.txt", "C tests"): "stale",
    }


def test_flags_of_a_record_are_those_of_its_image(results: Path, monkeypatch: Patch) -> None:
    (results / "proofs.json").write_text(json.dumps([TRACE | {"cflags": "-O3 -DA='b c'"}]))
    (run,) = (each for each in staleness.recorded(results) if each.file == "proofs.json")
    assert run.cflags == ("-O3", "-DA=b c")

    def workshop(lab: Lab, *_: str) -> SimpleNamespace:
        image = SimpleNamespace(sha256=OTHER if lab._cflags == run.cflags else PRESENT)
        return SimpleNamespace(build=lambda case: SimpleNamespace(image=image))

    monkeypatch.setattr(Lab, "workshop", workshop)
    plain = replace(run, cflags=())
    found = list(staleness.of_images((run, plain), (run.case,), Silence(), jobs=1))
    assert [each.state for each in found] == ["present", "stale"]
    assert found[0].subject == f"{run.case} -O3 -DA=b c"


def test_agreements_over_a_bus_are_judged_by_both_images(
    results: Path, monkeypatch: Patch, capsys: Captured
) -> None:
    known = BusAgreement("secp160r1", "fast", False, 630.0, 9.6, 104, 18812, 244, 1228, PRESENT)
    other = replace(known, authenticated=True, image_sha256=OTHER)
    Findings(results).replace(AGREEMENTS, [asdict(known), asdict(other)], AGREEMENT_KEY)
    monkeypatch.setattr(nanos, "image_sha256", lambda *_, authenticated: PRESENT)
    _, found = states(Whit(monkeypatch, capsys))
    assert found["findings/agreements.jsonl", "secp160r1 fast"] == "present"
    assert found["findings/agreements.jsonl", "secp160r1 fast authenticated"] == "stale"
    _, narrowed = states(Whit(monkeypatch, capsys), "--curve", "P-256")
    assert "findings/agreements.jsonl" not in {file for file, _ in narrowed}


def test_names_narrow_it(results: Path, monkeypatch: Patch, capsys: Captured) -> None:
    code, found = states(Whit(monkeypatch, capsys), "--library", "p256-m", "--curve", "P-256")
    assert code == 0
    assert list(found.values()) == ["present"]


def test_the_table_counts_and_names(results: Path, monkeypatch: Patch, capsys: Captured) -> None:
    whit = Whit(monkeypatch, capsys)
    assert whit("stale") == 1
    lines = whit.out.splitlines()
    assert next(line for line in lines if line.startswith("cortex-m4.jsonl ")).split()[1:] == [
        *("1", "0", "1")
    ]
    assert "cortex-m4.jsonl: cortex-m4 whit small secp384r1 ecdh: no room" in lines
    assert "traces.json: cortex-m4 whit small, least secp256r1 sign: stale" in lines


def test_an_interrupt_ends_it_at_once(results: Path, monkeypatch: Patch) -> None:
    """What is being built is finished, and nothing after it."""

    class Impatient(Silence):
        def case(self, case: Case, steps: int) -> None:
            begun.append(case)
            raise KeyboardInterrupt

    begun: list[Case] = []
    cases = [replace(CASE, target=core, operation=name) for core in CORES for name in OPERATIONS]
    runs = [staleness.Recorded("some.json", case, OTHER) for case in cases]
    with pytest.raises(KeyboardInterrupt):
        list(staleness.of_images(runs, cases, Impatient(), jobs=1))
    assert begun == cases[:1]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("stale --library micro", "unknown library 'micro'"),
        ("stale --target cortex-m5", "unknown target 'cortex-m5'"),
        ("stale --curve curve25519", "results/ has no such case"),
        ("stale --format csv", "unknown format 'csv'"),
        ("stale --jobs 0", "--jobs must be at least 1"),
    ],
)
def test_wrong_use_is_one_line(
    line: str, message: str, results: Path, monkeypatch: Patch, capsys: Captured
) -> None:
    assert message in Whit(monkeypatch, capsys).refuse(line, 2)


def test_a_record_that_was_cut_off_is_named(
    results: Path, monkeypatch: Patch, capsys: Captured
) -> None:
    (results / "proofs.json").write_text('[{"target": "cort')
    assert "proofs.json" in Whit(monkeypatch, capsys).refuse("stale")
