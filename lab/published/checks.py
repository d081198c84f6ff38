# SPDX-License-Identifier: MIT
"""published/silicon/cycles.toml: what hand-written code takes on silicon, and by our models."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.declarations import Declaration
from lab.model import Case, Sample
from lab.paths import PUBLISHED

CHECKS = PUBLISHED / "silicon" / "cycles.toml"


@dataclass(frozen=True)
class Check:
    """One routine on one core."""

    code: str
    source: str
    core: str  # or a board
    part: str
    wait_states: int | None  # None: nobody says
    routine: str
    published: float
    cycles: int | None  # by the model, of a user's own copy; None: `case` says
    case: Case | None
    fitted: bool  # the model's rules were found on it

    def modelled(self, samples: Mapping[Case, Sample]) -> int | None:
        """What the lab says; None where results/ has no sample."""
        if self.case is None:
            return self.cycles
        sample = samples.get(self.case)
        return None if sample is None else sample.board_cycles or sample.cycles

    def ratio(self, samples: Mapping[Case, Sample]) -> float | None:
        """Of the lab's cycles to those that were published."""
        cycles = self.modelled(samples)
        return None if cycles is None else cycles / self.published


def checks(path: Path = CHECKS) -> Sequence[Check]:
    """In the order of the file; LabError where it says something else."""
    file = Declaration.read(path)
    found = [check for code in file.names() for check in _of_code(file.table(code))]
    file.finish()
    return found


def _of_code(table: Declaration) -> list[Check]:
    name, source = table.text("code"), table.text("source")
    library, curve = table.text("library", ""), table.text("curve", "")
    found = []
    for row in table.rows("rows"):
        core, routine = row.text("core"), row.text("routine")
        case = Case(core, library, curve, routine, configuration="default") if library else None
        found.append(
            Check(
                code=name,
                source=source,
                core=core,
                part=row.text("part"),
                wait_states=row.natural("wait_states") if row.has("wait_states") else None,
                routine=routine,
                published=row.quantity("published"),
                cycles=None if case else row.natural("cycles"),
                case=case,
                fitted=row.flag("fitted", False),
            )
        )
        row.finish()
    table.finish()
    return found
