# SPDX-License-Identifier: MIT
"""Progress on standard error; standard output holds only results."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from lab.model import Case


class Terminal:
    """An observer: a bar on a terminal, a line a case in a log."""

    def __init__(self, cases: int, missing: Sequence[str] = ()) -> None:
        """`missing` says what was asked for and is not there."""
        self._console = Console(stderr=True)
        self._total = cases
        self._started = 0
        self._missing = missing
        self._said: set[str] = set()
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )
        self._task = self._bar.add_task("", total=None)

    def __enter__(self) -> Self:
        self._bar.start()
        for line in self._missing:
            self.say(f"left out: {line}")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def say(self, text: str) -> None:
        """Once, however many cases fail for the same reason."""
        if text in self._said:
            return
        self._said.add(text)
        self._bar.console.print(text, style="dim", markup=False, highlight=False, soft_wrap=True)

    def case(self, case: Case | str, steps: int) -> None:
        self._started += 1
        text = f"[{self._started}/{self._total}] {case}"
        self._bar.reset(self._task, description=text.replace("[", "\\["), total=steps)
        if not self._console.is_terminal:
            self.say(text)

    def advance(self) -> None:
        self._bar.advance(self._task)
