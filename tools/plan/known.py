# SPDX-License-Identifier: MIT
"""targets/kernels.json: what a multiplication in the field of a curve has on each core, for the
lab, which compares what is alike."""

import json
import tomllib
from functools import cache

from tools.files import ROOT
from tools.plan.build import CORES, PlanError, plan
from tools.plan.records import PROFILES

TARGETS = ROOT / "targets"


def text() -> str:
    """Curves by core, profile and kind of kernel; those without one are left out."""
    found: dict[str, dict[str, dict[str, list[str]]]] = {}
    curves = [path.stem for path in sorted((ROOT / "curves").glob("*.toml"))]
    for path in sorted(TARGETS.glob("*.toml")):
        core = _core(path.stem)
        if core is None:
            continue
        for profile in PROFILES:
            kinds = found.setdefault(path.stem, {}).setdefault(profile, {"prime": [], "length": []})
            for curve in curves:
                kind = _kind(curve, CORES[core], profile)
                if kind:
                    kinds[kind].append(curve)
    return json.dumps(found, indent=1) + "\n"


def _core(target: str) -> str | None:
    """The plan's core for a target of the lab: itself, or the one that its parts are of."""
    if target in CORES:
        return target
    emulation = tomllib.loads((TARGETS / f"{target}.toml").read_text()).get("emulation", {})
    near = [core for core in CORES if target.startswith(core)]
    return near[0] if near and emulation else None


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
