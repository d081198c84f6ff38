# SPDX-License-Identifier: MIT
"""How the tools are made: packages in layers, and no module that imports itself through others."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runner.tools import ROOT

# Lowest first; a package imports from its own layer and those below. A module that is in no package
# is named as one.
LAYERS = (
    ("files",),
    ("options", "formulas", "site"),
    ("curves",),
    ("bytecode", "adapter", "rust"),
    ("kernels",),
    ("plan", "prove"),
    ("emission",),
    ("amalgamate",),
    ("develop", "release"),
)


def modules(root: Path) -> dict[str, Path]:
    found = {}
    for path in sorted((root / "tools").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules that one imports anywhere, be it for its types alone."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, path
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if (name := whole if whole in known else str(node.module)) in known:
                    yield name


def imports(root: Path) -> dict[str, set[str]]:
    known = modules(root)
    return {name: set(imported(path, known)) for name, path in known.items()}


def circle(found: dict[str, set[str]]) -> list[str]:
    """A way from a module back to it, if there is one."""
    done: set[str] = set()

    def walk(way: list[str]) -> list[str]:
        for name in sorted(found[way[-1]]):
            if name in way:
                return [*way[way.index(name) :], name]
            if name not in done and (closed := walk([*way, name])):
                return closed
        done.add(way[-1])
        return []

    for name in sorted(found):
        if name not in done and (closed := walk([name])):
            return closed
    return []


def package(name: str) -> str:
    return name.split(".")[1]


def upward(found: dict[str, set[str]]) -> list[str]:
    layer = {each: rank for rank, names in enumerate(LAYERS) for each in names}
    return [
        f"{name} imports {other}"
        for name, others in found.items()
        for other in sorted(others)
        if layer[package(name)] < layer[package(other)]
        or (layer[package(name)] == layer[package(other)] and package(name) != package(other))
    ]


def tree(root: Path, **texts: str) -> dict[str, set[str]]:
    for name, text in texts.items():
        path = root / "tools" / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return imports(root)


def test_no_module_imports_itself_by_way_of_others() -> None:
    found = imports(ROOT)
    assert len(found) > 80
    assert circle(found) == []


def test_every_package_imports_from_below() -> None:
    found = {name: others for name, others in imports(ROOT).items() if name != "tools"}
    assert upward(found) == []


@pytest.mark.parametrize(
    "back",
    [
        "from tools.curves import one",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from tools.curves.one import x",
        "def later():\n    import tools.curves.one",
    ],
)
def test_a_circle_is_seen(tmp_path: Path, back: str) -> None:
    found = tree(tmp_path, curves__one="from tools.curves.two import y", curves__two=back)
    assert circle(found) == ["tools.curves.one", "tools.curves.two", "tools.curves.one"]


def test_a_step_up_is_seen(tmp_path: Path) -> None:
    found = tree(tmp_path, files="from tools.curves import one", curves__one="")
    assert upward(found) == ["tools.files imports tools.curves.one"]


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_nothing_is_imported_by_a_flat_name() -> None:
    flat = {path.stem for path in (ROOT / "tools").rglob("*.py")} - {"__init__", "__main__"}
    for folder in ("tools", "tests", "lab"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom) and node.level == 0:
                    assert node.module not in flat, path
