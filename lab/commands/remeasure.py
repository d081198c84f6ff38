# SPDX-License-Identifier: MIT
"""whit measure --recorded: what results/ has, measured again where images changed."""

from collections.abc import Sequence

from lab.commands.options import check_name
from lab.commands.progress import Terminal
from lab.model import Case, Sample
from lab.paths import RESULTS
from lab.reports.remeasured import FORMATS, Remeasured
from lab.runner import Selection, Settings, measured, open_pool, select_recorded
from lab.store import Results


class Remeasuring:
    """The recorded cases of a selection. What was measured is kept, and told at the end, also
    when the rest is interrupted."""

    def __init__(self, selection: Selection, within: float | None, output: str) -> None:
        check_name("format", output, FORMATS)
        self._results = Results(RESULTS)
        self._before = self._results.newest()
        self._cases, self._missing = select_recorded(selection, self._before)
        self._after: dict[Case, Sample] = {}
        self._within = within
        self._output = output

    def run(self, settings: Settings, jobs: int, dask: str | None, save: bool) -> bool:
        """Whether nothing failed and nothing is worse than it may be."""

        def keep(fresh: Sequence[Sample]) -> None:
            self._after |= {sample.case: sample for sample in fresh}
            changed = [each for each in fresh if each != self._before[each.case]]
            good = [sample for sample in changed if sample.error is None]
            if save and good:
                self._results.append(good)

        try:
            with Terminal(len(self._cases), self._missing) as terminal:
                workers = open_pool(self._cases, jobs, dask)
                measured(self._cases, settings, workers, terminal, keep)
        finally:
            after = {case: self._after[case] for case in self._cases if case in self._after}
            found = Remeasured(self._before, after, self._within)
            if after:
                print(FORMATS[self._output](found), end="")
        return not found.failed and not found.worse
