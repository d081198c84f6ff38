# SPDX-License-Identifier: MIT
"""Who wants to know how far the work is."""

from typing import Protocol

from lab.model import Case


class Observer(Protocol):
    """Told as the work goes on."""

    def say(self, text: str) -> None:
        """Something worth a line, such as a download."""

    def case(self, case: Case, steps: int) -> None:
        """A case begins; `advance` will be called so many times, or fewer."""

    def advance(self) -> None:
        """One run is done."""


class Silence:
    """Does not care."""

    def say(self, text: str) -> None:
        """Drop it."""

    def case(self, case: Case, steps: int) -> None:
        """Drop it."""

    def advance(self) -> None:
        """Drop it."""
