# SPDX-License-Identifier: MIT
"""Who may import whom in the lab. A layer imports only what its line lists."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import lab

ROOT = Path(lab.__file__).parent
BASIS = {"curves", "errors", "findings", "model", "paths", "timings"}
ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "paths": set(),
    "model": set(),
    "findings": set(),
    "timings": set(),
    "declarations": {"errors", "paths"},
    "towers": {"declarations", "errors"},
    "curves": BASIS - {"curves"} | {"declarations", "towers"},
    "oracle": BASIS | {"towers"},
    "store": BASIS,
    "library": BASIS,
    "published": BASIS | {"declarations"},
    "acvp": BASIS | {"library"},
    "advice": BASIS | {"declarations"},
    "leakage": BASIS,
    "emulator": BASIS,
    "targets": BASIS | {"declarations", "emulator"},
    "rtl": BASIS | {"emulator", "targets"},
    "peers": BASIS | {"declarations"},
    "measures": BASIS | {"oracle"},
    "runner": BASIS
    | {"oracle", "store", "targets", "rtl", "peers", "measures", "published", "advice", "leakage"}
    | {"wire"},
    "wire": BASIS,
    "power": BASIS,
    "fleet": BASIS | {"advice", "library", "wire"},
    "sensor": BASIS | {"declarations", "store", "peers", "targets"},
    "goals": BASIS | {"declarations"},
    "reports": BASIS | {"published", "advice", "goals", "power", "fleet", "leakage"},
    "commands": BASIS
    | {"runner", "reports", "store", "library", "acvp", "published", "advice", "goals"}
    | {"wire", "power", "fleet", "leakage", "sensor"},
}
OUTSIDE_REPORTS = {"subprocess", "unicorn", "elftools", "capstone"}


def layer(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT.parent).with_suffix("").as_posix().replace("/", ".")
        yield name.removesuffix(".__init__"), path


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            if module == "lab":
                yield from (f"lab.{alias.name}" for alias in node.names)
            else:
                yield module


def wrong(name: str, imported: str) -> bool:
    here, there = layer(name), layer(imported)
    return imported.startswith("lab.") and here != there and there not in ALLOWED[here]


@pytest.mark.parametrize(("name", "path"), list(modules()), ids=lambda value: Path(value).name)
def test_imports_run_downward(name: str, path: Path) -> None:
    if name != "lab":
        assert [module for module in imports(path) if wrong(name, module)] == []


def test_the_rule_can_fail() -> None:
    assert wrong("lab.measures.cost", "lab.targets.toolchain")
    assert wrong("lab.targets.bench", "lab.measures.cost")
    assert wrong("lab.reports.costs", "lab.runner.measuring")
    assert not wrong("lab.commands.measure", "lab.runner")


def test_reports_touch_no_toolchain() -> None:
    for name, path in modules():
        if layer(name) == "reports":
            assert not OUTSIDE_REPORTS & {module.split(".")[0] for module in imports(path)}
