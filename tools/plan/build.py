# SPDX-License-Identifier: MIT
"""The plan of one build: what its field, its curve and its schemes take, each with the reason."""

from __future__ import annotations

import re
from functools import cache

from tools.curves.endomorphism import find
from tools.curves.forms import FormCurve
from tools.curves.primes import REDUCTIONS
from tools.curves.read import load
from tools.curves.read_forms import FORMS
from tools.curves.read_forms import load as load_form
from tools.curves.weierstrass import Curve
from tools.files import ROOT
from tools.plan.bodies import lacks, of_schemes
from tools.plan.chosen import Choice, window
from tools.plan.fields import cases
from tools.plan.forms import of_form
from tools.plan.questions import answer
from tools.plan.records import GROUPS, InstructionSet, Record
from tools.plan.sets import SETS

WORDS = re.compile(r"^#define (WHIT_\w+)[ \t]+((?:[^\n]*\\\n)*[^\n]+)$", re.MULTILINE)
# The instruction set of a core.
CORES = {
    **dict.fromkeys(("cortex-m4", "cortex-m7", "cortex-m33"), "armv7em"),
    "cortex-m3": "armv7m",
    **dict.fromkeys(("cortex-m0", "cortex-m0plus", "cortex-m23"), "armv6m"),
    "rv32imc": "rv32",
    "avr": "avr",
    "host": "x86_64",
    "portable": "c",
}
LIMB_BITS = {"avr": 8, "x86_64": 64}
GROUP_NAMES = {
    "MULTIPLIES": "multiplication",
    "ADDS": "addition",
    "HALVES": "halving, a - 2 b",
}


class PlanError(Exception):
    """A build that there is no plan for."""


@cache
def questions() -> dict[str, str]:
    """What src/generated/curve/primes.h asks."""
    text = (ROOT / "src" / "generated" / "curve" / "primes.h").read_text()
    return {name: value.replace("\\\n", " ") for name, value in WORDS.findall(text)}


def facts(curve: str, width: int) -> dict[str, str]:
    """Which primes a build of one curve has."""
    settled = {"WHIT_LIMB_BITS": str(width), "WHIT_AMALGAMATION": "1"}
    asked = {name: value for name, value in questions().items() if "ALONE_p" not in name}
    found = {
        name: str(answer(value, {**asked, **settled}, lambda each: each == curve))
        for name, value in asked.items()
    }
    return {**found, **settled}


def of_field(
    family: InstructionSet, profile: str, curve: Curve | FormCurve, macros: dict[str, str]
) -> list[Choice]:
    """What coordinates take, by group of operations."""
    size = curve.field_size
    taken: dict[str, tuple[Record, str]] = {}
    known = [each for each in family.available(profile) if each.prime == "p256"]
    if known and answer("WHIT_USES_p256", macros) and size == 256:
        held = set(known[0].operations)
        taken = {
            group: (known[0], "know the prime p256")
            for group, needed in GROUPS.items()
            if set(needed) <= held
        }
    for case in cases(family, profile, size):
        if not taken and answer(case.question, macros):
            taken = dict.fromkeys(case.groups, (case.record, case.why))
    found = []
    for group, operations in GROUPS.items():
        halves = isinstance(curve, Curve) and family.features[profile].get("WHIT_HALVING") == "1"
        if group == "HALVES" and not halves:
            continue
        if group not in taken:
            why = "no kernel of this instruction set fits the prime in this profile"
            found.append(Choice(GROUP_NAMES[group], "loops over limbs, then the reduction", why))
            continue
        record, why = taken[group]
        names = tuple(f"field_{each}_{record.name}" for each in operations)
        found.append(Choice(GROUP_NAMES[group], ", ".join(names), why, names))
    return found


def of_curve(curve: Curve, family: str, profile: str) -> list[Choice]:
    """Formulas, and how points are multiplied."""
    worked = curve.worked
    formulas = {
        "double_a_zero": "a = 0",
        "double_a_minus_3": "a = -3",
        "double_a_any": "a is neither 0 nor -3",
    }
    of_twist = ", on the twist that its file names" if curve.twist else ""
    found = [Choice("doubling", worked.doubling, formulas[worked.doubling] + of_twist)]
    if not lacks(curve, profile, LIMB_BITS.get(family, 32)):
        taken = "both halves of a scalar at once, in signed bits"
        why = "programs/points.txt: a table of two points, for the base point too"
        return [*found, Choice("multiplication by secrets", taken, why)]
    bits = window("weierstrass_multiply.inc", "WHIT_WINDOW", profile)
    taken, why = f"windows of {bits} signed bits", f"profile {profile}"
    if profile != "small" and find(curve):
        taken, why = f"two halves in {taken}", f"{why}; the curve has an endomorphism"
    found.append(Choice("multiplication by secrets", taken, why))
    if profile == "small":
        found.append(Choice("base point", "like any other", "profile small has no table"))
        return found
    apart = f"{profile}_apart" if family == "avr" else profile
    comb = curve.combs.get(apart, curve.combs[profile])
    entries = comb.blocks * 2 ** (comb.teeth - 1)
    shape = f"comb, {comb.teeth} teeth, {comb.blocks} blocks"
    found.append(Choice("base point", shape, f"profile {profile}: a table of {entries} points"))
    return found


def of_elements(
    name: str, curve: Curve | FormCurve, width: int, lazy: bool = False
) -> list[Choice]:
    """How elements are kept and reduced; `lazy` if its kernels reduce what they multiply."""
    reduction = curve.reduction_at(width)
    if reduction == "p25519" and not lazy:
        reduction = curve.reduction
    plain = REDUCTIONS[reduction].plain if reduction in REDUCTIONS else True
    size = f"{-(-curve.field_size // width)} limbs of {width} bits, {'plain' if plain else 'x R'}"
    why = f"the reduction is {'by folding' if plain else 'in the way of Montgomery'}"
    source = f"curves/{name}.toml, with limbs of {width} bits"
    elements = Choice("elements", size, why)
    if lazy:
        taken = "in each operation, to below twice the prime"
        return [elements, Choice("reduction", taken, "the prime has lazily reduced arithmetic")]
    return [elements, Choice("reduction", f"reduce_{reduction}", source)]


def of_form_curve(name: str, form: str, family: InstructionSet, profile: str) -> list[Choice]:
    """The plan of a curve in Montgomery or Edwards form."""
    curve = load_form(ROOT / "curves" / form / f"{name}.toml")
    width = LIMB_BITS.get(family.name, 32)
    macros = facts(name, width)
    found, own = of_form(family, profile, curve, macros)
    field = [] if own else of_field(family, profile, curve, macros)
    return [*of_elements(f"{form}/{name}", curve, width, own), *field, *found]


def plan(name: str, family: str, profile: str) -> list[Choice]:
    """What a build of one curve takes where the compiler sees it, with all options as they are by
    default."""
    for form in FORMS:
        if (ROOT / "curves" / form / f"{name}.toml").is_file():
            return of_form_curve(name, form, SETS[family], profile)
    path = ROOT / "curves" / f"{name}.toml"
    if not path.is_file():
        raise PlanError(f"no curve is called {name!r}")
    curve = load(path)
    width = LIMB_BITS.get(family, 32)
    return [
        *of_elements(name, curve, width),
        *of_field(SETS[family], profile, curve, facts(name, width)),
        *of_curve(curve, family, profile),
        *of_schemes(curve, profile, width),
    ]
