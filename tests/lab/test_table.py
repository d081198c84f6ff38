# SPDX-License-Identifier: MIT
"""A table as text, Markdown and CSV."""

from lab.reports.table import Table, markdown, text

TABLE = Table(("name", "B", "yes"), [("a", 12, True), ("long name", None, "")], legend="B: bytes.")


def test_text_is_in_columns() -> None:
    assert TABLE.text() == (
        "name        B   yes\n"
        "───────────────────\n"
        "a          12  True\n"
        "long name   –\n"
        "\nB: bytes.\n"
    )


def test_left_columns_are_flush_left() -> None:
    lines = Table(TABLE.header, TABLE.rows, left=2).text().splitlines()
    assert lines[2] == "a          12  True"
    assert lines[0] == "name       B    yes"


def test_markdown_says_how_columns_are_aligned() -> None:
    assert TABLE.markdown() == (
        "| name | B | yes |\n"
        "| --- | ---: | ---: |\n"
        "| a | 12 | True |\n"
        "| long name | – |  |\n"
        "\nB: bytes.\n"
    )


def test_csv_is_data() -> None:
    assert TABLE.csv() == "name,B,yes\na,12,True\nlong name,,\n"


def test_a_table_without_rows_is_its_header() -> None:
    assert Table(("a", "b"), []).text() == "a  b\n────\n"


def test_parts_stand_apart() -> None:
    plain = Table(("a",), [("b",)])
    assert text(["Says.\n", plain]) == "Says.\n\na\n─\nb\n"
    assert markdown([plain, "Says.\n"]) == "| a |\n| --- |\n| b |\n\nSays.\n"
