# SPDX-License-Identifier: MIT
"""What others measured on silicon, and how the lab does the same: published/."""

from lab.published.figures import COLUMNS, Figure, Source, Table, sources, tables
from lab.published.points import points
from lab.published.records import KEYS, STATUSES, Recording, Row, Status, Summary, summarise
from lab.published.rules import MEASURES, Measure, Rule
from lab.published.store import RECORDING, load, save

__all__ = [
    "COLUMNS",
    "KEYS",
    "MEASURES",
    "RECORDING",
    "STATUSES",
    "Figure",
    "Measure",
    "Recording",
    "Row",
    "Rule",
    "Source",
    "Status",
    "Summary",
    "Table",
    "load",
    "points",
    "save",
    "sources",
    "summarise",
    "tables",
]
