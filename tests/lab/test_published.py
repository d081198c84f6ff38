# SPDX-License-Identifier: MIT
"""The published figures and the rules that map them to what the lab runs."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from lab import published
from lab.errors import LabError, UnknownNameError
from lab.published import Row, figures, summarise

# How many figures a table has, and what they add up to, in whatever units.
FIGURES = {
    "arduino2020-1": (14, 9260),
    "arduino2020-2": (18, 29988),
    "arduino2020-3": (25, 623),
    "arduino2020-text-2.2": (2, 23000),
    "arduino2020-text-3": (2, 7000),
    "micro-ecc-page-optimization": (16, 18818),
    "micro-ecc-page-ecdh": (16, 20774.4),
    "micro-ecc-page-ecdsa": (16, 28117.6),
    "micro-ecc-page-stack": (40, 25192),
    "mossinger2016-1": (4, 6790.097),
    "mossinger2016-2": (24, 47120.907),
    "mossinger2016-3": (60, 72349.991),
    "mossinger2016-4": (3, 1.33),
    "mossinger2016-5": (18, 34.522),
    "mossinger2016-6": (45, 2.219),
    "mossinger2016-7": (5, 836.05),
    "mossinger2016-text-6": (2, 193),
    "popa2019-3": (80, 2685.04),
    "popa2019-4": (34, 8549.47),
    "popa2019-5": (33, 36013.49),
    "popa2019-6": (54, 2239.28),
}


def test_every_figure_is_there() -> None:
    tables = published.tables()
    assert [table.name for table in tables] == list(FIGURES)
    assert sum(len(table.figures) for table in tables) == 511


@pytest.mark.parametrize("name", FIGURES)
def test_figures_add_up(name: str) -> None:
    (table,) = published.tables((name,))
    count, total = FIGURES[name]
    assert len(table.figures) == count
    assert sum(figure.value for figure in table.figures) == pytest.approx(total)


@pytest.mark.parametrize("table", published.tables(), ids=lambda table: table.name)
def test_one_rule_matches_a_row_and_every_rule_has_rows(table: published.Table) -> None:
    used = Counter(table.rule(figure).name for figure in table.figures)
    assert set(used) == {rule.name for rule in table.rules}


@pytest.mark.parametrize("table", published.tables(), ids=lambda table: table.name)
def test_rules_name_what_their_table_has(table: published.Table) -> None:
    """A misspelt name in a mapping would silently stand for nothing."""
    for rule in table.rules:
        rows = [figure for figure in table.figures if table.rule(figure) == rule]
        assert set(rule.operations) <= {figure.operation for figure in rows}


@pytest.mark.parametrize("source", published.sources(), ids=lambda source: source.name)
def test_documents_name_what_their_figures_have(source: published.Source) -> None:
    rows = [figure for table in source.tables for figure in table.figures]
    for table in source.tables:
        assert set(table.terms.curves) <= {figure.curve for figure in rows}
        assert set(table.terms.configurations) <= {figure.configuration for figure in rows}
        assert set(table.terms.absent) <= {figure.library for figure in rows}
    assert str(source.year) in source.citation


def test_rows_of_a_table_have_names_of_their_own() -> None:
    for table in published.tables():
        assert len({figure.row for figure in table.figures}) == len(table.figures)


def test_a_document_stands_for_its_tables() -> None:
    names = [table.name for table in published.tables(("micro-ecc-page", "popa2019-5"))]
    assert names == [
        "micro-ecc-page-optimization",
        "micro-ecc-page-ecdh",
        "micro-ecc-page-ecdsa",
        "micro-ecc-page-stack",
        "popa2019-5",
    ]


def test_an_unknown_table_is_told_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="unknown table 'popa2019-7'; nearest: popa2019-"):
        published.tables(("popa2019-7",))


DOCUMENT = """
authors = "A"
title = "T"
venue = "V"
year = 2000
[tables.1]
title = "one"
[tables.1.rules.time]
"""
LINE = "1,lib,board,curve,,keygen,time,{value},ms,\n"


def write(directory: Path, rules: str, value: str = "1.5") -> None:
    header = ",".join(figures.COLUMNS) + "\n"
    (directory / "d.csv").write_text(header + LINE.format(value=value), encoding="utf-8")
    (directory / "d.toml").write_text(DOCUMENT + rules, encoding="utf-8")


@pytest.mark.parametrize(
    ("rules", "value", "message"),
    [
        ("absent = 'x'", "abc", "d.csv, line 2: not a figure"),
        ("absent = 'x'", "nan", "d.csv, line 2: not a figure"),
        ("measure = 'time'", "1", "rules.time.target is missing"),
        ("target = 'cc2538'", "1", "rules.time.absent must say why there is no measure"),
        ("measure = 'weight'", "1", "rules.time.measure must be one of time, "),
        ("absent = 'x'\nmatch = { colour = ['red'] }", "1", "rules.time.match names 'colour'"),
        ("measure = 'length'", "1", "rules.time.message must be the format of what is sent"),
        ("absent = 'x'\nmessage = 'jss'", "1", "rules.time.message must be the format of what"),
        ("measure = 'transfer'\nmessage = 'jss'\ntarget = 'x'", "1", "link must be that of a"),
        ("absent = 'x'\nbeside = 'flash'", "1", "rules.time.target is missing"),
        ("measure = 'time'\ntarget = 'x'\nbeside = 'flash'", "1", "is for what is absent"),
        ("absent = 'x'\ncolour = 'red'", "1", "rules.time.colour is not a known key"),
        ("absent = 'x'\n[tables.2]\ntitle = 'two'\nyear = 1", "1", "tables.2.year is not a known"),
    ],
)
def test_bad_files_are_refused(rules: str, value: str, message: str, tmp_path: Path) -> None:
    write(tmp_path, rules, value)
    with pytest.raises(LabError) as caught:
        published.tables(directory=tmp_path)
    assert message in str(caught.value)


def test_a_row_without_a_rule_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, "absent = 'x'\nmatch = { operation = ['sign'] }")
    (table,) = published.tables(directory=tmp_path)
    with pytest.raises(LabError, match="one rule must match, not none"):
        table.rule(table.figures[0])


def test_a_summary_has_the_middle_and_the_ends() -> None:
    def row(ratio: float | None) -> Row:
        status: published.Status = "run" if ratio else "unavailable"
        return Row("s", "1", "r", "l", None, None, "sign", "time", None, None, status,
                   1.0, ratio, None, "ms", ratio, None)  # fmt: skip

    found = summarise([row(ratio) for ratio in (1.1, None, 0.9, 1.0, 2.0)])
    assert dict(found.statuses) == {"run": 4, "modelled": 0, "ratio": 0, "unavailable": 1}
    assert (found.compared, found.median, found.least, found.most) == (4, 1.05, 0.9, 2.0)
    assert (found.close, found.near) == (1, 3)
    assert summarise([]).median is None


def test_every_row_that_is_far_off_says_why() -> None:
    rows = published.load().rows
    assert published.unexplained(rows) == ()
    assert published.idle(rows) == ()


def test_a_cause_is_missed_and_an_idle_one_found() -> None:
    """The same of rows that are all exact, or all far off."""
    rows = published.load().rows
    exact = [replace(row, ratio=1.0) for row in rows]
    assert all(row.why is None for row in published.explained(exact))
    assert "mossinger2016-3: prime" in published.idle(exact)
    far = [replace(row, ratio=1.2, status="run") for row in rows if row.source == "popa2019"]
    assert len(published.unexplained(far)) == len(far)
