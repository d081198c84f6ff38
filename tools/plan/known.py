# SPDX-License-Identifier: MIT
"""targets/kernels.json: what a multiplication in the field of a curve has on each target, for the
lab, which compares what is alike."""

import json
import tomllib
from functools import cache

from tools.files import ROOT
from tools.plan.build import CORES, PlanError, plan
from tools.plan.records import PROFILES

TARGETS = ROOT / "targets"


def text() -> str:
    """The instruction set of each target, a core or a board, and curves by instruction set, profile
    and kind of kernel; those without one are left out."""
    targets = {path.stem: instruction_set(path.stem) for path in sorted(TARGETS.glob("*.toml"))}
    for path in sorted(TARGETS.glob("boards/*.toml")):
        targets[path.stem] = targets[tomllib.loads(path.read_text())["core"]]
    curves = [path.stem for path in sorted((ROOT / "curves").glob("*.toml"))]
    kernels = {
        family: {
            profile: {
                kind: [curve for curve in curves if _kind(curve, family, profile) == kind]
                for kind in ("prime", "length")
            }
            for profile in PROFILES
        }
        for family in sorted(set(targets.values()))
    }
    return json.dumps({"targets": targets, "kernels": kernels}, indent=1) + "\n"


def instruction_set(target: str) -> str:
    """The plan's name of that of a target of the lab: of the core whose images it runs, which it
    is or whose name its own begins with."""
    images = tomllib.loads((TARGETS / f"{target}.toml").read_text()).get("images", target)
    cores = [core for core in CORES if images.startswith(core)]
    if not cores:
        raise PlanError(f"the plan knows no core of {target}: {', '.join(CORES)}")
    return CORES[max(cores, key=len)]


@cache
def _kind(curve: str, family: str, profile: str) -> str | None:
    try:
        choices = plan(curve, family, profile)
    except PlanError:
        return None
    taken = next(each.taken for each in choices if each.part == "multiplication")
    if not taken.startswith("field_"):
        return None
    return "length" if "_any_" in taken else "prime"
