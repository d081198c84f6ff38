# SPDX-License-Identifier: MIT
"""The library's driver, and the seed of what is drawn."""

import datetime
import os
import random
from collections.abc import Iterator

import pytest

from tests.oracles.library import Library, build

SEED = int(os.environ.get("WHIT_SEED", datetime.date.today().strftime("%Y%m%d")))


def pytest_report_header() -> str:
    return f"seed of the oracles' exchanges: {SEED} (WHIT_SEED)"


@pytest.fixture(scope="session")
def library() -> Iterator[Library]:
    process = Library(build())
    yield process
    process.close()


@pytest.fixture
def drawn(request: pytest.FixtureRequest) -> random.Random:
    """What a test draws, given by its name and the seed, which a failure shows."""
    print(f"WHIT_SEED={SEED}")
    return random.Random(f"{SEED} {request.node.name}")
