# SPDX-License-Identifier: MIT
"""Compilers of the user's own, by name or path."""

import json
import shutil
from pathlib import Path

import pytest
from program import Captured, Patch, Whit

from lab.errors import ToolchainError, UnknownNameError
from lab.targets import catalogue, compilers

LINE = "--target cortex-m4 --library whit --profile small --operation ecdh --format json"


def program(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def wrapper(tmp_path: Path) -> Path:
    """A compiler elsewhere, with a name that does not say what it is."""
    return program(tmp_path / "my compiler", 'exec arm-none-eabi-gcc "$@"')


def test_a_program_is_of_a_family(wrapper: Path) -> None:
    assert compilers.named("clang") == "clang"
    assert compilers.named("arm-none-eabi-gcc") == shutil.which("arm-none-eabi-gcc")
    assert compilers.family_of(str(wrapper)) == "gcc"
    clang = shutil.which("clang")
    assert clang is not None
    assert compilers.family_of(clang) == "clang"


def test_a_target_takes_it_in_place_of_its_own(wrapper: Path) -> None:
    usual = catalogue.find("cortex-m4")
    other = catalogue.find("cortex-m4", compiler=str(wrapper))
    assert (other.compiler, other.linker) == (str(wrapper), str(wrapper))
    assert (other.family, other.flags) == ("gcc", usual.flags)
    clang = catalogue.find("cortex-m4", compiler=str(shutil.which("clang")))
    assert (clang.family, clang.linker) == ("clang", "arm-none-eabi-gcc")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("exit 3", "--version fails: it is no compiler"),
        ("echo GNU Fortran 1", "is neither gcc nor clang: gnu fortran 1"),
    ],
)
def test_what_is_no_compiler_is_refused(text: str, problem: str, tmp_path: Path) -> None:
    other = program(tmp_path / "other", text)
    with pytest.raises(ToolchainError) as raised:
        compilers.family_of(str(other))
    assert str(raised.value) == f"{other} {problem}"


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    for name in (str(tmp_path / "none"), "gcd", str(tmp_path)):
        with pytest.raises(UnknownNameError):
            compilers.named(name)


@pytest.mark.slow
def test_rows_show_it(wrapper: Path, monkeypatch: Patch, capsys: Captured) -> None:
    whit = Whit(monkeypatch, capsys)
    words = LINE.split()
    assert whit("measure", "--compiler", str(wrapper), *words) == 0
    (own,) = json.loads(whit.out)
    assert own["compiler"].startswith(f"{wrapper} ")
    assert whit("measure", *words) == 0
    (usual,) = json.loads(whit.out)
    assert (own["image_sha256"], own["cycles"]) == (usual["image_sha256"], usual["cycles"])


def test_its_samples_are_not_saved(wrapper: Path, monkeypatch: Patch, capsys: Captured) -> None:
    whit = Whit(monkeypatch, capsys)
    assert whit("measure", "--compiler", str(wrapper), "--save", *LINE.split()) == 2
    assert "--save takes no compiler of one's own" in whit.error
    assert whit.error.count("\n") == 1


@pytest.mark.slow
def test_one_for_another_core_is_told_in_one_line(monkeypatch: Patch, capsys: Captured) -> None:
    whit = Whit(monkeypatch, capsys)
    assert whit("measure", "--compiler", "/usr/bin/gcc", *LINE.split()) == 1
    assert "/usr/bin/gcc" not in whit.out or "error" in whit.out
    assert "Traceback" not in whit.error
    assert "-mcpu=cortex-m4" in whit.error + whit.out or "-mthumb" in whit.error + whit.out
