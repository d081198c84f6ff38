# SPDX-License-Identifier: MIT
"""What is proved of a program: rows of the record."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tools.prove.algebra import UnprovedError

Prove = Callable[[], None]


@dataclass(frozen=True)
class Proof:
    """`exceptions`: what inputs the claim is not of, or what becomes of them. `forms`: the program
    in each that it has, such as its text, C, and builds, with what raises UnprovedError where the
    claim does not follow of it."""

    source: str
    program: str
    claim: str
    exceptions: str
    forms: tuple[tuple[str, Prove], ...]

    def refusal(self) -> str:
        """Why a form of it is not proved, or nothing."""
        for name, prove in self.forms:
            try:
                prove()
            except UnprovedError as error:
                return f"{name}: {error}" if name else str(error)
        return ""


Proofs = Iterator[Proof]
