# SPDX-License-Identifier: MIT
"""Drop-ins for the curves most asked for, one a set of cores and a profile: whit.c and whit.h with
a README, an example, and no option left to set."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tools import options
from tools.amalgamate import Tree, drop_in, whole
from tools.emission import cores
from tools.emission.cores import Core
from tools.files import ROOT
from tools.release import figures
from tools.release.package import Package

HERE = Path(__file__).resolve().parent
GOALS = ROOT / "goals.toml"
SECTIONS = ("-std=c99", "-ffunction-sections", "-fdata-sections")
FILES = {
    "whit.c": "the library",
    "whit.inc": "a part of `whit.c`, which includes it",
    "whit.h": "its interface",
    "whit.hpp": "the same for C++17",
}
BRIEF = {"small": "the least flash", "balanced": "flash and time", "fast": "the least time"}
UNMEASURED = """\
The repository has no sample of this build; its command `whit measure` takes one."""
MEASURED = """\
Cycles are emulated, by a model of the core without wait states; no board has confirmed them yet."""


@dataclass(frozen=True)
class DropIn:
    curves: tuple[str, ...]
    cores: tuple[Core, ...]  # that one drop-in is for
    profile: str

    @property
    def name(self) -> str:
        return "-".join(("whit", *self.curves, self.cores[0].name, self.profile))

    @property
    def core_names(self) -> tuple[str, ...]:
        return tuple(core.name for core in self.cores)

    @property
    def commands(self) -> list[str]:
        """Commands that compile it, one a core."""
        return [" ".join((*core.command, *SECTIONS, "-c whit.c")) for core in self.cores]


def choices() -> dict[str, Any]:
    """What choices.toml says."""
    found: dict[str, Any] = tomllib.loads((HERE / "choices.toml").read_text(encoding="utf-8"))
    return found


def curve_sets() -> list[tuple[str, ...]]:
    """Curves alone, and those that are together."""
    goals = tomllib.loads(GOALS.read_text(encoding="utf-8"))["goals"]
    return [*((name,) for name in sorted(goals)), *map(tuple, choices()["together"])]


def profiles() -> tuple[str, ...]:
    return next(each.values for each in options.load() if each.name == "WHIT_PROFILE")


def every() -> Iterator[DropIn]:
    """All of them, those of the same curves one after the other."""
    for curves in curve_sets():
        for group in cores.groups():
            for profile in profiles():
                yield DropIn(curves, group, profile)


@lru_cache(maxsize=1)
def _texts(curves: tuple[str, ...]) -> Mapping[str, str]:
    """The amalgamation that drop-ins of the same curves come from."""
    return whole(Tree(list(curves), [ROOT / "curves"]))


def example(curve: str) -> str:
    """A program that uses one curve, by the curve's file."""
    path = next((ROOT / "curves").rglob(f"{curve}.toml"))
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    text = (HERE / "examples" / f"{data.get('form', 'weierstrass')}.c").read_text(encoding="utf-8")
    prefix = f"whit_{data.get('scheme', curve)}"
    words = {"curve": curve, "prefix": prefix, "PREFIX": prefix.upper()}
    return filled(text, words)


def filled(text: str, words: Mapping[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    return text


def _costs(found: figures.Figures) -> str:
    if not found:
        return UNMEASURED
    tables = [f"### {target}\n\n{figures.table(target, each)}" for target, each in found.items()]
    return "\n\n".join([MEASURED, *(each.rstrip() for each in tables)])


def _readme(
    chosen: DropIn, version: str, files: Sequence[str], costs: figures.Figures, examples: str
) -> str:
    text = (HERE / "drop_ins.md").read_text(encoding="utf-8")
    known = {**FILES, **{f"example_{name}.c": f"a program for {name}" for name in chosen.curves}}
    rows = (f"| `{name}` | {known[name]} |" for name in known if name in files)
    words = {
        "name": chosen.name,
        "version": version,
        "curves": " and ".join(chosen.curves),
        "profile": chosen.profile,
        "core": chosen.cores[0].title,
        "files": "\n".join(rows),
        "compile": "\n".join(dict.fromkeys(chosen.commands)),
        "example": examples,
        "costs": _costs(costs),
    }
    return f"{filled(text, words).rstrip()}\n"


def package(chosen: DropIn, version: str, results: Path) -> Package:
    """A drop-in with all that its archives hold."""
    core = chosen.cores[0]
    texts = drop_in(_texts(chosen.curves), chosen.curves, core, chosen.profile)
    texts |= {f"example_{curve}.c": example(curve) for curve in chosen.curves}
    costs = figures.figures(results, chosen.curves, chosen.core_names, chosen.profile)
    told = " and ".join(f"`example_{curve}.c`" for curve in chosen.curves)
    texts["README.md"] = _readme(chosen, version, list(texts), costs, f"See {told}.")
    texts["LICENSE"] = (ROOT / "LICENSE").read_text(encoding="utf-8")
    return Package(
        chosen.name,
        f"{' and '.join(chosen.curves)} for {core.title}, {BRIEF[chosen.profile]}",
        {name: text.encode() for name, text in texts.items()},
        facts={
            "curves": chosen.curves,
            "cores": chosen.core_names,
            "profile": chosen.profile,
            "compile": chosen.commands,
            "lines": sum(texts[name].count("\n") for name in FILES if name in texts),
            "figures": figures.facts(costs),
        },
    )
