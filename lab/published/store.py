# SPDX-License-Identifier: MIT
"""The recording in results/, which reports render without a toolchain."""

import json
from pathlib import Path

from lab.errors import LabError
from lab.model import Value
from lab.paths import RESULTS, shown, write_whole
from lab.published.causes import explained
from lab.published.figures import tables
from lab.published.records import (
    KEYS,
    OF_SOME,
    RAN,
    RECORDING_SCHEMA,
    Recording,
    Row,
    summarise,
)

RECORDING = RESULTS / "reproduction.json"


def load(path: Path = RECORDING) -> Recording:
    """LabError when there is none or it is not readable."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(content, dict):
            raise ValueError("not a recording")
        recording = Recording.from_record(content)
    except FileNotFoundError:
        raise LabError(f"{shown(path)} is not there; whit reproduce --save makes it") from None
    except (OSError, ValueError, TypeError) as error:
        raise LabError(f"{shown(path)}: {error}") from error
    return Recording(recording.made_by, explained(recording.rows))


def save(recording: Recording, path: Path = RECORDING) -> None:
    """Keep the rows, and of tables that have none among them those that were kept. So are those
    of libraries in no registry, which ran from someone's own copy, while nobody runs them anew."""
    made_by = set(recording.made_by)
    rows = {_key(row): row for row in recording.rows}
    if path.exists():
        before = load(path)
        fresh = {(row.source, row.table) for row in recording.rows}
        others = [row for row in before.rows if (row.source, row.table) not in fresh]
        rows |= {_key(row): row for row in others}
        lent = [
            row
            for row in before.rows
            if row.status in RAN
            and rows.get(_key(row), row).status == "unavailable"
            and _local(row)
        ]
        rows |= {_key(row): row for row in lent}
        made_by |= set(before.made_by) if others or lent else set()
    ordered = [
        row
        for table in tables()
        for figure in table.figures
        if (row := rows.get((figure.source, figure.table, figure.row))) is not None
    ]
    write_whole(path, written(Recording(tuple(sorted(made_by)), explained(ordered))))


def _key(row: Row) -> tuple[str, str, str]:
    return row.source, row.table, row.row


def _local(row: Row) -> bool:
    return any(
        row.library in table.terms.absent for table in tables() if table.source == row.source
    )


def written(recording: Recording) -> bytes:
    """The file. A row a line, so that changes can be read; the summaries are for whoever has not
    this program."""
    head = json.dumps({"schema": RECORDING_SCHEMA, "made_by": recording.made_by})
    lines = ",\n".join(json.dumps(_kept(row), ensure_ascii=False) for row in recording.rows)
    summary = ",\n".join(
        json.dumps(each, ensure_ascii=False) for each in _summaries(recording.rows)
    )
    return f'{head[:-1]},\n"summary": [\n{summary}\n],\n"rows": [\n{lines}\n]}}\n'.encode()


def _kept(row: Row) -> dict[str, Value]:
    known = row.record()
    return {key: known[key] for key in KEYS if key not in OF_SOME or known[key] is not None}


def _summaries(rows: tuple[Row, ...]) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for table in tables():
        own = [row for row in rows if (row.source, row.table) == (table.source, table.table)]
        if own:
            summary = summarise(own)
            found.append(
                {
                    "source": table.source,
                    "table": table.table,
                    "title": table.title,
                    "rows": len(own),
                }
                | dict(summary.statuses)
                | {"within_5_percent": summary.close, "within_10_percent": summary.near}
                | {"median": summary.median, "least": summary.least, "most": summary.most}
                | {"whit": summary.whit}
            )
    return found
