# SPDX-License-Identifier: MIT
"""How errors name the build that they come from."""

from collections.abc import Iterator
from contextlib import contextmanager

from lab.errors import LabError
from lab.model import Case


def named(case: Case) -> str:
    return f"{case.library} ({case.variant}) on {case.target}"


@contextmanager
def naming(case: Case) -> Iterator[None]:
    """Let errors say which library and target they come from."""
    try:
        yield
    except LabError as error:
        error.args = (f"{named(case)}: {error}",)
        raise
