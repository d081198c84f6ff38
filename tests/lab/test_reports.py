# SPDX-License-Identifier: MIT
"""Golden reports. To renew one, delete its file in golden/ and run twice; read the diff."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import SAMPLE, samples

from lab import curves
from lab.commands import examples
from lab.errors import LabError
from lab.findings import Constancy
from lab.model import Demonstration, Step, Thing
from lab.reports import constancy as traces
from lab.reports import costs, demonstration, documents, listing
from lab.reports.samples import as_csv, as_json, as_table

GOLDEN = Path(__file__).parent / "golden"


def same(name: str, text: str) -> None:
    path = GOLDEN / name
    if not path.exists():
        path.write_text(text, encoding="utf-8")
        pytest.fail(f"wrote {path}; check it")
    assert text == path.read_text(encoding="utf-8")


def test_table() -> None:
    same("table.txt", as_table(samples()))


def test_table_of_curves() -> None:
    """From the smallest field to the largest, in whatever order they come."""
    several = [
        replace(sample, curve=name)
        for name in ("secp384r1", "secp112r1", "secp256r1")
        for sample in samples()
        if sample.operation == "ecdh"
    ]
    same("curves.txt", as_table(several))


def test_rows_show_flags_that_are_not_the_target_s() -> None:
    """Those that decide the code, in the table of a curve, of curves, and of what failed."""
    flags = "-Os -mcpu=x -std=c99 -w -include a.h -O3 -DA=1 -flto -DB"
    built = replace(SAMPLE, flags=flags)
    shown = f"{SAMPLE.case.variant} -O3 -flto  "
    assert shown in as_table([built])
    assert f"({shown.strip()})" in as_table([built, replace(built, curve="secp384r1")])
    assert f"({shown.strip()})" in as_table([replace(built, error="no room")])
    assert " -" not in as_table([replace(SAMPLE, flags="-Os -std=c99 -w -DA=1")])


def test_a_failure_is_told_once() -> None:
    """With all that it stopped."""
    lost = [
        replace(SAMPLE, curve=curve, operation=operation, error=error)
        for curve, operation, error in (
            ("secp256r1", "ecdh", "no header"),
            ("secp256r1", "sign", "no header"),
            ("secp384r1", "ecdh", "no header"),
            ("secp384r1", "sign", "no room"),
        )
    ]
    build = f"{SAMPLE.library} ({SAMPLE.case.variant})"
    assert [line for line in as_table(lost).splitlines() if line.startswith("failed")] == [
        f"failed: {build}, secp256r1 ecdh, sign; secp384r1 ecdh: no header",
        f"failed: {build}, secp384r1 sign: no room",
    ]


def test_costs_as_text() -> None:
    same("costs.txt", costs.as_text(samples()))


def test_costs_as_markdown() -> None:
    same("costs.md", costs.table(samples()).markdown())
    same("alone.md", costs.alone(samples()).markdown())


def test_demonstration() -> None:
    same("demonstration.txt", demonstration.as_story(_demonstration()))


def constancy() -> Constancy:
    draws = {1: 19, 2: 1}
    names = ("fake", "peer", "default", "secp256r1", "sign")
    return Constancy(*names, 20, 1, 19, 2, 100, 1234, draws, "cc 1", "-Os", "ab")


def test_constancy() -> None:
    same("constancy.txt", traces.as_text(constancy()))


def test_constancy_as_json() -> None:
    (record,) = json.loads(traces.FORMATS["json"]([constancy()]))
    assert record["constant_time"] is False
    assert (record["program_counters"], record["addresses"], record["cycles"]) == (1, 19, 2)
    assert (record["compiler"], record["flags"], record["image_sha256"]) == ("cc 1", "-Os", "ab")


@pytest.mark.parametrize(
    ("paths", "addresses", "cycles", "most", "told"),
    [
        (1, 1, 1, 100, "constant time"),
        (2, 1, 2, 100, "the path differs, at equal time"),
        (1, 3, 1, 100, "addresses differ, at equal time"),
        (2, 3, 2, 100, "the path differs, at equal time"),
        (2, 1, 2, 101, "NOT constant time"),
        (1, 2, 1, 101, "NOT constant time"),
        (1, 1, 2, 100, "NOT constant time"),  # the times between
    ],
)
def test_what_differs_is_told(
    paths: int, addresses: int, cycles: int, most: int, told: str
) -> None:
    found = replace(
        constancy(),
        program_counters=paths,
        addresses=addresses,
        cycles=cycles,
        cycles_min=100,
        cycles_max=most,
    )
    assert f": {told}\n" in traces.as_text(found)
    assert found.record()["verdict"] == told
    assert Constancy.from_record(found.record()) == found


@pytest.mark.parametrize("name", ["table.txt", "curves.txt", "costs.txt", "demonstration.txt"])
def test_text_fits_100_columns(name: str) -> None:
    text = (GOLDEN / name).read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 100


def test_list_wraps_at_100_columns() -> None:
    text = listing.as_list([Thing("name", "word " * 40), Thing("other", "short")])
    assert text.splitlines()[0].startswith("name   word")
    assert max(map(len, text.splitlines())) <= 100


def test_json_is_an_array_of_records() -> None:
    assert json.loads(as_json(samples())) == [sample.record() for sample in samples()]
    assert json.loads(as_json([])) == []


def test_csv_has_a_line_a_sample_and_empty_nulls() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(samples()))))
    assert len(rows) == len(samples())
    assert rows[0]["cycles"] == "1000400"
    assert rows[4]["cycles"] == ""
    assert list(rows[0]) == list(SAMPLE.record())


DOCUMENT = """# Title

<!-- whit:costs target=fake -->
old
<!-- whit:end -->

The end.
"""


def test_document_is_rendered_between_markers() -> None:
    text = documents.render(DOCUMENT, samples())
    assert "old" not in text
    assert replace(costs.table(samples()), legend="").markdown() in text
    assert text.startswith("# Title\n\n<!-- whit:costs target=fake -->\n| library |")
    assert text.endswith("<!-- whit:end -->\n\nThe end.\n")
    assert documents.render(text, samples()) == text


def test_samples_of_boards_and_of_other_compilers_stay_out_of_a_core_s_table() -> None:
    known = samples()
    others = [replace(sample, board="a-board", origin="a board's") for sample in known]
    others += [replace(sample, compiler="fake-clang 1") for sample in known]
    assert documents.render(DOCUMENT, [*known, *others]) == documents.render(DOCUMENT, known)
    of_board = DOCUMENT.replace("target=fake", "target=a-board")
    assert "a board's" in documents.render(of_board, [*known, *others])


def test_a_table_of_curves() -> None:
    page = DOCUMENT.replace("whit:costs", "whit:curves")
    text = documents.render(page, samples())
    lines = text.splitlines()
    (row,) = [line for line in lines if line.startswith("| secp256r1 |")]
    assert row == (
        "| secp256r1 | 256 | 256 | 1 | 128 | sha256 | 2,001 | 3,001 | 4,002 | 3,456 | 789 |"
    )
    rows = [line for line in lines if line.startswith("| ")][2:]
    assert [line.split()[1] for line in rows] == [curve.name for curve in curves.declared()]
    (sm2,) = [line for line in rows if line.startswith("| sm2p256v1 |")]
    assert sm2.split("|")[6:] == [" no ECDSA ", *[" – "] * 5, ""]
    assert "peer" not in text
    assert documents.render(text, samples()) == text


def test_ratios_to_the_best_peer() -> None:
    known = samples()  # a peer that leaks, and below one that does not, and is slower
    others = [
        replace(each, library="slow", constant_time=True, cycles=each.cycles and 2 * each.cycles)
        for each in known
        if each.library == "peer"
    ]
    whits = [replace(each, profile="fast", cycles=1) for each in known if each.library == "whit"]
    leaking = [replace(each, configuration="leaking") for each in whits]
    page = DOCUMENT.replace("whit:costs target=fake", "whit:ratios")
    on_board = [replace(each, board="a-board") for each in whits]
    text = documents.render(page, [*known, *others, *leaking, *on_board])
    ratios = " | ".join(["0.40 (peer)"] * 4)
    assert f"| fake | all | {ratios} |\n" in text
    ratios = " | ".join(["0.20 (slow)"] * 4)
    assert f"| fake | in constant time | {ratios} |\n" in text
    assert "| fake | all | 0.00 (peer) |" in documents.render(page, [*known, *whits])


def test_each_library_s_fastest_and_smallest_build() -> None:
    known = samples()
    fast = [
        replace(each, profile="fast", cycles=each.cycles and each.cycles - 1, flash_bytes=9_000)
        for each in known
        if each.library == "whit"
    ]
    between = [replace(each, profile="small", flash_bytes=4_000) for each in fast]
    small = [replace(each, configuration="least", flash_bytes=3_000) for each in known[:5]]
    leaking = [replace(each, configuration="variable-multiply", cycles=1) for each in known[:5]]
    partial = [replace(each, profile="small", flash_bytes=1) for each in known[1:5]]
    page = DOCUMENT.replace("whit:costs", "whit:libraries")
    text = documents.render(page, [*known, *fast, *between, *small, *leaking])
    rows = [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| ")][2:]
    assert rows == ["| whit (small)", "| whit (balanced, least)", "| peer (default)"]
    assert documents.render(page, [*known, *partial]) == documents.render(page, known)
    assert "Each library's fastest build" in text


def test_document_filters() -> None:
    narrowed = DOCUMENT.replace("target=fake", "target=fake library=whit")
    text = documents.render(narrowed, samples())
    assert "| whit (balanced) |" in text
    assert "peer" not in text


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (DOCUMENT.replace("target=fake", "target=other"), "no samples"),
        (DOCUMENT.replace(" target=fake", ""), "needs target"),
        (DOCUMENT.replace("target=fake", "target=fake colour=red"), "takes"),
        (DOCUMENT.replace("whit:end", "whit:and"), "misspelt"),
        (DOCUMENT.replace("whit:costs", "whit:cots"), "there is no table cots"),
        (DOCUMENT.replace("whit:costs target=fake", "whit:ratios target=fake"), "takes curve"),
        (DOCUMENT.replace("whit:costs target=fake", "whit:goals curve=oval"), "no goals for oval"),
        (DOCUMENT.replace("whit:costs target=fake", "whit:comparison"), "needs curve"),
    ],
)
def test_document_errors(document: str, message: str) -> None:
    with pytest.raises(LabError, match=message):
        documents.render(document, samples())


def _demonstration() -> Demonstration:
    def step(cycles: int, **values: bytes) -> Step:
        return Step(cycles, values)

    return Demonstration(
        target="fake",
        description="a fake core",
        version="0.1.0",
        compiler="fake-gcc 1.2.3",
        profile="balanced",
        curve="secp256r1",
        message=b"Hello.",
        alice=step(64_000, private_key=b"\1" * 32, public_key=bytes(range(64))),
        bob=step(64_001, private_key=b"\2" * 32, public_key=bytes(range(64, 128))),
        alice_secret=step(6_400_000, secret=b"\3" * 32),
        bob_secret=step(6_400_000, secret=b"\3" * 32),
        signature=step(1_000_000, signature=b"\4" * 64),
        verify=step(123_456_789),
    )


EXAMPLE = "<!-- whit:command advise --board b -->\n{body}<!-- whit:end -->\n"


def test_an_example_is_the_command_with_what_it_prints() -> None:
    text = documents.render(EXAMPLE.format(body="old\n"), [], run=lambda line: f"<{line}>\n")
    body = "```\n.venv/bin/whit advise --board b\n\n<advise --board b>\n```\n"
    assert text == EXAMPLE.format(body=body)
    assert documents.render(text, [], run=lambda _: "new\n") != text


def test_a_long_example_goes_on_in_the_next_line() -> None:
    page = EXAMPLE.format(body="").replace("--board b", "--board b " + "--curve secp256r1 " * 8)
    text = documents.render(page, [], run=lambda _: "")
    assert text.count(" \\\n  ") == 1
    assert max(map(len, text.splitlines()[2:])) <= 100


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("measure", "must be one of advise, fleet, list and measure nothing"),
        ("advise --clock 1MHz --sign-every 1h --measure", "measure nothing"),
        ("fleet --every 1h", "measure nothing"),
        ("list nothing", "unknown list 'nothing'"),
        ("list --nothing", "No such option"),
    ],
)
def test_examples_that_cannot_be(line: str, message: str) -> None:
    with pytest.raises(LabError, match=message):
        examples.output(line)


def test_an_example_is_run_on_what_is_here() -> None:
    assert "cortex-m4" in examples.output("list targets")
