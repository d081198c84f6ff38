# SPDX-License-Identifier: MIT
"""Objects are compiled once, and again when anything that they were made of has changed."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.targets.objects import Objects

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")

Compile = Callable[..., Path]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "a header.h").write_text("#define VALUE 1\n")
    source = tmp_path / "source.c"
    source.write_text('#include "a header.h"\nint value(void) { return VALUE; }\n')
    return source


@pytest.fixture
def runs() -> list[list[str]]:
    return []


@pytest.fixture
def made(tmp_path: Path, source: Path, runs: list[list[str]]) -> Compile:
    """Compiles with a memory of its own each time, as another process would."""

    def make(command: list[str]) -> None:
        runs.append(command)
        subprocess.run(command, check=True)

    def compiled(*flags: str) -> Path:
        return Objects(tmp_path / "kept").made(["gcc", *flags, "-c", str(source)], make)

    return compiled


def test_a_second_process_compiles_nothing(made: Compile, runs: list[list[str]]) -> None:
    first = made()
    content = first.read_bytes()
    assert made() == first
    assert first.read_bytes() == content
    assert len(runs) == 1


def test_other_flags_are_another_object(made: Compile, runs: list[list[str]]) -> None:
    assert made() != made("-DNOTHING")
    assert len(runs) == 2


def test_a_changed_header_is_seen(made: Compile, runs: list[list[str]], tmp_path: Path) -> None:
    before = made().read_bytes()
    (tmp_path / "a header.h").write_text("#define VALUE 234567\n")
    assert made().read_bytes() != before
    assert len(runs) == 2


@pytest.mark.parametrize("name", ["object.o", "inputs.json"])
def test_what_was_cut_off_is_made_again(
    name: str, made: Compile, runs: list[list[str]], tmp_path: Path
) -> None:
    whole = made().read_bytes()
    kept = next(tmp_path.rglob(name))
    kept.write_bytes(kept.read_bytes()[:-5])
    assert made().read_bytes() == whole
    assert len(runs) == 2


def test_a_failed_compilation_leaves_nothing_behind(
    made: Compile, source: Path, runs: list[list[str]]
) -> None:
    good = source.read_text()
    source.write_text("this is not C\n")
    with pytest.raises(subprocess.CalledProcessError):
        made()
    source.write_text(good)
    assert made().is_file()
    assert len(runs) == 2
