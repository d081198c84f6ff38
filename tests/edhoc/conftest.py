# SPDX-License-Identifier: MIT
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.edhoc.party import Party, party_program


@pytest.fixture(scope="package")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return party_program(tmp_path_factory.mktemp("edhoc"))


@pytest.fixture
def initiator(program: Path) -> Iterator[Party]:
    with Party(program) as party:
        yield party


@pytest.fixture
def responder(program: Path) -> Iterator[Party]:
    with Party(program) as party:
        yield party
