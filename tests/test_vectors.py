# SPDX-License-Identifier: MIT
"""The tests' own tools: converter, blob, subset, known answers, and a runner that can fail."""

import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.runner.host import HostBuild, Objects, build
from tests.runner.tools import UNIT, Counts, closing_counts
from tests.unit import known_answers
from tests.vectors import cavp, convert, spki
from tests.vectors.record import Expect, Operation, Record, from_line, pack, read_lines, to_line

KEY = bytes.fromhex("04") + bytes(64)


@pytest.fixture(scope="module")
def everything() -> list[Record]:
    return convert.everything()


@pytest.fixture(scope="module")
def runner() -> Path:
    return build(HostBuild(sanitizer="none"), Objects())[1]


def outcome(runner: Path, tmp_path: Path, blob: bytes) -> tuple[Counts | None, str]:
    path = tmp_path / "blob.bin"
    path.write_bytes(blob)
    done = subprocess.run([runner, path], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    counts = closing_counts(done.stdout)
    assert counts is not None
    assert (done.returncode == 0) == (counts.failed == 0)
    return counts, done.stdout


# The strict reader of ASN.1 keys


def test_spki_reads_what_it_should() -> None:
    assert spki.decode(spki.encode(KEY)) == KEY
    assert spki.decode(spki.encode(KEY[:33])) == KEY[:33]


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        spki.encode(KEY) + b"\0",
        spki.encode(KEY)[:-1],
        b"\x30\x81" + spki.encode(KEY)[1:],
        spki.encode(KEY).replace(b"\x03\x01\x07\x03", b"\x03\x01\x06\x03"),
        spki.encode(KEY).replace(b"\x03\x42\x00", b"\x03\x42\x01"),
        spki.encode(bytes(200 - 2)[:90] + bytes(30)) + bytes(10),
    ],
)
def test_spki_refuses_the_rest(bad: bytes) -> None:
    assert spki.decode(bad) is None


# The sources


def test_every_case_of_the_files_is_there(everything: list[Record]) -> None:
    counts = Counter(record.source for record in everything)
    wycheproof = {name: count for name, count in counts.items() if name.endswith(".json")}
    assert len(wycheproof) == 10
    assert sum(wycheproof.values()) == 4367
    assert len(everything) == 4953
    keys = {(record.source, record.case) for record in everything}
    assert len(keys) == len(everything)


def test_acceptable_cases_have_a_reason() -> None:
    counts: Counter[str] = Counter()
    convert.everything(counts)
    assert sorted(counts.values()) == [2, 7, 222]


def test_cavp_sections_are_told_apart() -> None:
    path = cavp.directory() / "ECDSA" / "FIPS_186-3" / "SigVer.rsp"
    sections = dict(cavp.sections(path, cavp.CURVE))
    assert {name: len(cases) for name, cases in sections.items()} == dict.fromkeys(
        ["SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512"], 15
    )


# The subset and the samples


def test_the_committed_subset_is_what_would_be_chosen(everything: list[Record]) -> None:
    assert convert.SUBSET.read_text() == convert.subset_text(everything)


def test_the_subset_is_small_and_covers_every_comment(everything: list[Record]) -> None:
    assert convert.SUBSET.stat().st_size < 300_000
    chosen = convert.subset(everything)
    assert comments(chosen) == comments(everything)
    assert flags(chosen) == flags(everything)


def comments(records: list[Record]) -> set[object]:
    return {(record.comment, record.expect) for record in records}


def flags(records: list[Record]) -> set[object]:
    return {(record.source, flag, record.expect) for record in records for flag in record.flags}


def test_samples_follow_the_seed(everything: list[Record]) -> None:
    first = convert.sample(everything, 40, 7)
    assert first == convert.sample(everything, 40, 7)
    assert first != convert.sample(everything, 40, 8)
    assert len({(record.source, record.case) for record in first}) == 40
    assert all(record.operation is not Operation.NOTHING for record in first)
    assert len(convert.sample(everything, 10**6, 7)) == sum(
        record.operation is not Operation.NOTHING for record in everything
    )


def test_lines_hold_the_whole_record(everything: list[Record]) -> None:
    for record in everything[::97]:
        assert from_line(to_line(record)) == replace(record, flags=(), comment="")


# The runner in C


def test_the_operations_have_the_same_numbers_in_c() -> None:
    source = (UNIT.parent / "vectors" / "run_vectors.c").read_text()
    found = re.search(r"enum operation \{([^}]*)\}", source)
    assert found is not None
    names = re.findall(r"\w+", found.group(1))
    assert names == [*(operation.name for operation in Operation), "OPERATIONS"]


def test_the_subset_passes(runner: Path, tmp_path: Path) -> None:
    records = read_lines(convert.SUBSET)
    counts, _ = outcome(runner, tmp_path, pack(records))
    assert counts == Counts(len(records), 0)


OPPOSITE = {
    Expect.VALID: Expect.INVALID,
    Expect.INVALID: Expect.VALID,
    Expect.DIFFERENT: Expect.VALID,
}


def test_every_wrong_expectation_fails(runner: Path, tmp_path: Path) -> None:
    records = [
        replace(record, expect=OPPOSITE[record.expect]) for record in read_lines(convert.SUBSET)
    ]
    counts, output = outcome(runner, tmp_path, pack(records))
    assert counts == Counts(0, len(records))
    assert f"FAILED {records[0].source} #{records[0].case}: " in output


def test_a_wrong_result_fails(runner: Path, tmp_path: Path) -> None:
    """Every operation with a result notices when the result is another."""
    seen: set[Operation] = set()
    records = []
    for record in read_lines(convert.SUBSET):
        compared = record.operation in (
            *(Operation.ECDH, Operation.SIGN, Operation.SIGN_DIGEST),
            *(Operation.PUBLIC_KEY, Operation.DECOMPRESS),
        )
        if compared and record.expect is Expect.VALID and record.operation not in seen:
            seen.add(record.operation)
            last = record.fields[-1]
            changed = last[:-1] + bytes([last[-1] ^ 1])
            records.append(replace(record, fields=(*record.fields[:-1], changed)))
    assert len(records) == 5
    counts, _ = outcome(runner, tmp_path, pack(records))
    assert counts == Counts(0, 5)


@pytest.mark.parametrize("damage", ["empty", "magic", "cut", "longer", "operation"])
def test_a_damaged_blob_fails(runner: Path, tmp_path: Path, damage: str) -> None:
    record = Record("source", 1, Operation.VALIDATE, Expect.INVALID, (KEY,))
    blob = pack([record])
    damaged = {
        "empty": b"",
        "magic": b"X" + blob[1:],
        "cut": blob[:-1],
        "longer": blob + b"\0",
        "operation": pack([replace(record, operation=Operation.ECDH)]),
    }[damage]
    assert outcome(runner, tmp_path, blob)[0] == Counts(1, 0)
    assert outcome(runner, tmp_path, damaged)[0] == Counts(0, 1)


# The known answers of the unit tests


def test_the_known_answers_are_what_their_generator_writes(tmp_path: Path) -> None:
    program = Path(known_answers.__file__)
    subprocess.run([sys.executable, program, "--output", tmp_path], check=True)
    for name in ("known_answers.h", "known_answers.c"):
        assert (tmp_path / name).read_text() == (UNIT / name).read_text()
