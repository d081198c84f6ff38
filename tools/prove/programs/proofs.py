# SPDX-License-Identifier: MIT
"""What is proved of a program: rows of the record."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tools.prove.algebra import UnprovedError


@dataclass(frozen=True)
class Proof:
    """`prove` raises UnprovedError where the claim does not follow. `exceptions`: what inputs the
    claim is not of, or what becomes of them."""

    source: str
    program: str
    claim: str
    exceptions: str
    prove: Callable[[], None]

    def verdict(self) -> tuple[bool, str]:
        try:
            self.prove()
        except UnprovedError as error:
            return False, str(error)
        return True, ""


Proofs = Iterator[Proof]
