# SPDX-License-Identifier: MIT
"""What others measured on silicon, and how the lab does the same: published/."""

from lab.published.causes import explained, idle, time_rows, unexplained
from lab.published.checks import Check, checks
from lab.published.figures import COLUMNS, Figure, Source, Table, sources, tables
from lab.published.points import points
from lab.published.records import (
    CLOSE,
    KEYS,
    NEAR,
    RAN,
    STATUSES,
    Recording,
    Row,
    Status,
    Summary,
    summarise,
)
from lab.published.rules import MEASURES, Measure, Rule
from lab.published.store import RECORDING, load, save, written

__all__ = [
    "CLOSE",
    "COLUMNS",
    "KEYS",
    "MEASURES",
    "NEAR",
    "RAN",
    "RECORDING",
    "STATUSES",
    "Check",
    "Figure",
    "Measure",
    "Recording",
    "Row",
    "Rule",
    "Source",
    "Status",
    "Summary",
    "Table",
    "checks",
    "explained",
    "idle",
    "load",
    "points",
    "save",
    "sources",
    "summarise",
    "tables",
    "time_rows",
    "unexplained",
    "written",
]
