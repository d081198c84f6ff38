# SPDX-License-Identifier: MIT
"""Batteries: cells of batteries.toml, several in series."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lab.declarations import Declaration
from lab.errors import UnknownNameError

CELLS = Path(__file__).with_name("batteries.toml")
_COULOMBS = 3.6  # in a milliampere hour
_COUNTED = re.compile(r"(?:(?P<count>[1-9][0-9]?)x)?(?P<cell>.+)")


@dataclass(frozen=True)
class Battery:
    """Cells in series: the charge of one, the volts of all."""

    name: str
    description: str
    volts: float
    end_volts: float
    charge_coulombs: float
    loss_per_year: float  # fraction of what is left


@cache
def cells(path: Path = CELLS) -> dict[str, Battery]:
    """Single ones, by name."""
    file = Declaration.read(path)
    found = {}
    for name in file.names():
        table = file.table(name)
        found[name] = Battery(
            name=name,
            description=table.text("description"),
            volts=table.quantity("volts"),
            end_volts=table.quantity("end_volts"),
            charge_coulombs=table.quantity("milliampere_hours") * _COULOMBS,
            loss_per_year=table.quantity("loss_per_year"),
        )
        if not table.texts("sources"):
            raise table.error("sources", "must name where the figures come from")
        if not found[name].loss_per_year < 1:
            raise table.error("loss_per_year", "must be less than 1")
        table.finish()
    return found


def battery(name: str) -> Battery:
    """`AA`, or `2xAA`: two in series."""
    known = cells()
    match = _COUNTED.fullmatch(name)
    if match is None or match["cell"] not in known:
        raise UnknownNameError("battery", match["cell"] if match else name, known)
    cell = known[match["cell"]]
    count = int(match["count"] or 1)
    return Battery(
        name=name,
        description=cell.description,
        volts=count * cell.volts,
        end_volts=count * cell.end_volts,
        charge_coulombs=cell.charge_coulombs,
        loss_per_year=cell.loss_per_year,
    )
