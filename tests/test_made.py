# SPDX-License-Identifier: MIT
"""What programs of tests are made from is made once, and anew when what it is made from changed."""

import ctypes
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.runner import made
from tests.runner.tools import RunError, compile_with


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(made, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(made, "_trees", {})
    return tmp_path / "kept"


def compiled(source: Path, *flags: str) -> tuple[Path, int]:
    """The object, and when it was written."""
    path = made.compiled("gcc", flags, source)
    return path, path.stat().st_mtime_ns


def test_an_object_is_compiled_once_for_all(tmp_path: Path) -> None:
    source = tmp_path / "one.c"
    source.write_text("int one(void) { return 1; }\n")
    assert compiled(source) == compiled(source)
    assert compiled(source)[0] != compiled(source, "-O2")[0]


def test_an_object_is_compiled_anew_when_a_header_changed(tmp_path: Path) -> None:
    source, header = tmp_path / "one.c", tmp_path / "one.h"
    source.write_text('#include "one.h"\nint one(void) { return ONE; }\n')
    header.write_text("#define ONE 1\n")
    before = made.compiled("gcc", ("-O1",), source).read_bytes()
    header.write_text("#define ONE 17\n")
    assert made.compiled("gcc", ("-O1",), source).read_bytes() != before


def test_a_shared_library_is_linked_anew_of_objects_that_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def counted(command: Sequence[str | Path]) -> None:
        commands.append([str(word) for word in command])
        compile_with(command)

    monkeypatch.setattr(made, "compile_with", counted)
    sources = tmp_path / "one.c", tmp_path / "two.c"
    for source in sources:
        source.write_text(f"int {source.stem}(void);\nint {source.stem}(void) {{ return 1; }}\n")
    for turn in range(2):
        output = tmp_path / f"{turn}.so"
        assert made.shared_library("gcc", ("-O1",), sources, output) == output
        library = ctypes.CDLL(str(output))
        assert library.one() == library.two() == 1
    assert ["-c" in command for command in commands] == [True, True, False, False]


def test_what_cannot_be_compiled_is_named(tmp_path: Path) -> None:
    source = tmp_path / "broken.c"
    source.write_text("int one(void) { return }\n")
    for _ in range(2):
        with pytest.raises(RunError, match=r"gcc failed on broken\.c:"):
            made.compiled("gcc", (), source)


def test_trees_are_found_by_what_they_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    def tree(text: str) -> Path:
        monkeypatch.setattr(made, "_trees", {})  # as another process would begin
        return made._tree("some", lambda folder: (folder / "file.h").write_text(text))

    first = tree("#define A 1\n")
    written = (first / "file.h").stat().st_mtime_ns
    assert tree("#define A 1\n") == first
    assert (first / "file.h").stat().st_mtime_ns == written
    assert tree("#define A 2\n") != first
    assert (first / "file.h").read_text() == "#define A 1\n"


def test_what_a_tool_did_not_finish_is_no_tree(kept: Path) -> None:
    def stop(folder: Path) -> None:
        (folder / "half.h").write_text("#define A")
        raise RunError("the tool failed")

    with pytest.raises(RunError, match="the tool failed"):
        made._tree("some", stop)
    assert not list(kept.rglob("half.h"))
