# SPDX-License-Identifier: MIT
"""Whit's objects, compiled once for all tests here."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.compat import builds

Objects = Callable[[int], list[Path]]


@pytest.fixture(scope="session")
def whit_by_word(tmp_path_factory: pytest.TempPathFactory) -> Objects:
    """Whit's objects with limbs of so many bytes."""
    made: dict[int, list[Path]] = {}

    def objects(word_bytes: int) -> list[Path]:
        if word_bytes not in made:
            folder = tmp_path_factory.mktemp(f"whit-{word_bytes}")
            made[word_bytes] = builds.whit_objects(folder, word_bytes)
        return made[word_bytes]

    return objects


@pytest.fixture(scope="session")
def whit(whit_by_word: Objects) -> list[Path]:
    return whit_by_word(8)
