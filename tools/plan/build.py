# SPDX-License-Identifier: MIT
"""The plan of one build: what its field, its curve and its schemes take, each with the reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from tools.curves.endomorphism import find
from tools.curves.forms import FormCurve
from tools.curves.objects import has_multiples_in_balanced
from tools.curves.primes import REDUCTIONS
from tools.curves.read import load
from tools.curves.read_forms import FORMS
from tools.curves.read_forms import load as load_form
from tools.curves.weierstrass import Curve
from tools.files import ROOT
from tools.options import load as load_options
from tools.plan.bodies import of_schemes
from tools.plan.chosen import Choice, read, value
from tools.plan.details import Detail, details
from tools.plan.fields import KOBLITZ, cases
from tools.plan.forms import of_form
from tools.plan.interpreter import is_ladder, lacks, macros_of, of_interpreter
from tools.plan.questions import answer
from tools.plan.records import GROUPS, PROFILES, InstructionSet, Record
from tools.plan.scalars import of_scalars
from tools.plan.sets import SETS

USES = re.compile(r"^#define (WHIT_USES_[A-Z]+_\d+) (.+)$", re.MULTILINE)
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
GROUP_NAMES = {
    "MULTIPLIES": "multiplication",
    "ADDS": "addition",
    "HALVES": "halving, a - 2 b",
    "SUMS": "sums of products",
}


PROGRAMS = "programs do all arithmetic"
# The options that a plan depends on, besides curves and profile.
OPTIONS = (
    *("WHIT_LEAST", "WHIT_LADDER", "WHIT_STEPS", "WHIT_RANDOMISE", "WHIT_ARITHMETIC"),
    *("WHIT_HASH_TO_CURVE", "WHIT_X_COMB", "WHIT_PREPARED", "WHIT_PAIRINGS"),
)
RANKS = {f"WHIT_PROFILE_RANK_{name}": str(rank) for rank, name in enumerate(PROFILES, 1)}


class PlanError(Exception):
    """A build that there is no plan for."""


def options_of(given: Mapping[str, str], profile: str) -> dict[str, str]:
    """The options of a build, with the defaults of those that are not given."""
    known = {each.name: each for each in load_options() if each.name in OPTIONS}
    for name, taken in given.items():
        if name not in known:
            raise PlanError(f"a plan takes {', '.join(known)}, not {name!r}")
        if taken not in known[name].values:
            raise PlanError(f"{name} is {known[name].takes}, not {taken!r}")
    found = {name: given.get(name, option.default) for name, option in known.items()}
    for name in ("WHIT_LEAST", "WHIT_LADDER"):
        if found[name] != "0" and profile != "small":
            raise PlanError(f"{name} is for profile small, not {profile}")
    return found


@cache
def usage() -> dict[str, str]:
    """What src/generated/curve/sizes.h says of the curves of each size."""
    text = (ROOT / "src" / "generated" / "curve" / "sizes.h").read_text()
    return dict(USES.findall(text))


@cache
def facts(curve: str, width: int) -> dict[str, str]:
    """Which primes and sizes a build of one curve has, and that the compiler sees it."""

    def has(name: str) -> bool:
        return name == curve

    given = {"WHIT_LIMB_BITS": str(width), "WHIT_AMALGAMATION": "1"}
    asked, _ = read("generated/curve/primes.h", given, has)
    found = {n: str(answer(value, asked, has)) for n, value in asked.items() if value}
    sizes = {name: str(answer(value, {}, has)) for name, value in usage().items()}
    return {**sizes, **found}


def settled(
    family: InstructionSet, profile: str, curve: Curve | FormCurve, options: Mapping[str, str]
) -> dict[str, str]:
    """The macros of a build: its primes and options, what its instruction set has, and what is
    asked of its one curve."""
    macros = {**facts(curve.name, family.limb_bits), **RANKS, **options}
    macros["WHIT_PROFILE_RANK"] = f"WHIT_PROFILE_RANK_{profile}"
    macros["WHIT_ROM_APART"] = str(int(family.name == "avr"))
    macros["WHIT_FIELD_SIZE"] = str(curve.field_size)
    if isinstance(curve, Curve):
        halves = str(int(profile != "small" and find(curve) is not None))
        macros |= {"WHIT_ENDOMORPHISMS_OF_SIZE": halves, "WHIT_ENDOMORPHISM_ALONE": halves}
        macros["WHIT_CURVES_OF_SIZE"] = "1"
        macros["WHIT_MULTIPLES_OF_SIZE"] = str(int(has_multiples_in_balanced(curve)))
        if not lacks(curve, profile, family.limb_bits, options):
            macros |= macros_of(curve)
    macros |= family.features[profile]
    if answer(KOBLITZ, macros):
        macros["WHIT_KOBLITZ_256"] = "1"
    for question, more in family.asked.get(profile, ()):
        if answer(question, macros):
            macros |= more
    return macros


def runs_all(curve: Curve, macros: Mapping[str, str]) -> bool:
    """Whether all operations of a build are programs of the bytecode interpreter."""
    return "WHIT_COMPACT" in macros and not is_ladder(curve, macros)


def of_field(
    family: InstructionSet, profile: str, curve: Curve | FormCurve, macros: dict[str, str]
) -> list[Choice]:
    """What coordinates take, by group of operations."""
    if isinstance(curve, Curve) and runs_all(curve, macros) and macros["WHIT_LEAST"] != "0":
        why = "WHIT_LEAST: one multiplication for both moduli"
        parts = (GROUP_NAMES[group] for group in ("MULTIPLIES", "ADDS"))
        return [Choice(part, "bytecode, modulo the prime", why) for part in parts]
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
        if group == "SUMS" and not answer(f"WHIT_PAIRINGS && WHIT_PAIRS_FIELD({size})", macros):
            continue
        if group not in taken:
            why = "no kernel of this instruction set fits the prime in this profile"
            found.append(Choice(GROUP_NAMES[group], "loops over limbs, then the reduction", why))
            continue
        record, why = taken[group]
        names = tuple(f"field_{each}_{record.name}" for each in operations)
        found.append(Choice(GROUP_NAMES[group], ", ".join(names), why, names))
    return found


def of_points(
    curve: Curve, family: InstructionSet, profile: str, macros: dict[str, str]
) -> list[Choice]:
    """Formulas, and how points are multiplied."""
    worked = curve.worked
    formulas = {
        "double_a_zero": "a = 0",
        "double_a_minus_3": "a = -3",
        "double_a_any": "a is neither 0 nor -3",
    }
    of_twist = ", on the twist that its file names" if curve.twist else ""
    found = [Choice("doubling", worked.doubling, formulas[worked.doubling] + of_twist)]
    programs = "WHIT_COMPACT" in macros
    if programs:
        found += of_interpreter(curve, family, profile, macros)
    if runs_all(curve, macros):
        taken = "both halves of a scalar at once, in signed bits"
        why = "programs/points.txt: a table of two points, for the base point too"
        if answer("WHIT_COMPACT_LINES", macros):
            taken, why = "a ladder", "programs/lines.txt, and WHIT_LADDER is 1"
        found.append(Choice("multiplication by secrets", taken, why))
        if curve.ecdsa:
            why = "programs/points.txt: one loop for every operation"
            found.append(Choice("verification", "both scalars at once, in signed bits", why))
        return found
    macros, _ = read("group/weierstrass_multiply.inc", macros)
    taken, why = f"windows of {value('WHIT_WINDOW', macros)} signed bits", f"profile {profile}"
    if profile != "small" and find(curve):
        taken, why = f"two halves in {taken}", f"{why}; the curve has an endomorphism"
    if programs:
        taken, why = f"for ECDH a ladder, else {taken}", "programs/ladder.txt, and WHIT_LEAST is 2"
    found.append(Choice("multiplication by secrets", taken, why))
    found.append(of_base(curve, family, profile))
    return [*found, *([of_verification(macros)] if curve.ecdsa else [])]


def of_base(curve: Curve, family: InstructionSet, profile: str) -> Choice:
    """How the base point is multiplied where no program does it."""
    if profile == "small":
        return Choice("base point", "like any other", "profile small has no table")
    apart = f"{profile}_apart" if family.name == "avr" else profile
    comb = curve.combs.get(apart, curve.combs[profile])
    entries = comb.blocks * 2 ** (comb.teeth - 1)
    shape = f"comb, {comb.teeth} teeth, {comb.blocks} blocks"
    return Choice("base point", shape, f"profile {profile}: a table of {entries} points")


def of_verification(macros: dict[str, str]) -> Choice:
    """The windows of two public scalars, where no program multiplies by them. `macros` are those
    that hold behind the bodies for secret scalars."""
    macros, _ = read("generated/group/weierstrass_formulas.inc", macros)
    macros, _ = read("group/weierstrass_vartime.inc", macros)
    if macros["WHIT_ENDOMORPHISM_ALONE"] != "0":
        macros, _ = read("group/weierstrass_endomorphism.inc", macros)
        of_any, of_base = value("WIDE_WINDOW", macros), value("BASE_HALF_WINDOW", macros)
        taken = f"four halves, windows of {of_any} bits, of the base point {of_base}"
        return Choice("verification", taken, "the curve has an endomorphism")
    if macros.get("WHIT_QUICK_INVERSION", "0") == "0":
        taken = f"windows of {value('VARTIME_WINDOW', macros)} bits"
        return Choice("verification", taken, "inversion is not quick: tables are not affine")
    of_any, of_base = value("WIDE_WINDOW", macros), value("BASE_WINDOW", macros)
    taken = f"windows of {of_any} bits, of the base point {of_base}"
    why = "inversion is quick: tables are affine"
    if macros["WHIT_STATIC_MULTIPLES"] != "0":
        why += f", that of the base point is a constant of {2 ** (of_base - 2)} points"
    return Choice("verification", taken, why)


def scalars(
    curve: Curve, family: InstructionSet, profile: str, width: int, macros: Mapping[str, str]
) -> list[Choice]:
    """What arithmetic modulo the order takes."""
    if runs_all(curve, macros):
        return [Choice("scalars", "bytecode, modulo the order", PROGRAMS)]
    return list(of_scalars(curve, family, profile, width, macros))


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


def of_form_curve(
    curve: FormCurve, family: InstructionSet, profile: str, options: Mapping[str, str]
) -> list[Choice]:
    """The plan of a curve in Montgomery or Edwards form."""
    width = family.limb_bits
    macros = settled(family, profile, curve, options)
    found, own = of_form(family, profile, curve, macros)
    field = [] if own else of_field(family, profile, curve, macros)
    elements = of_elements(f"{curve.form}/{curve.name}", curve, width, own)
    of_order = of_scalars(curve, family, profile, width, macros) if curve.signs else ()
    return [*elements, *field, *of_order, *found]


@cache
def found_curve(name: str) -> Curve | FormCurve:
    """A curve of curves/, in any form."""
    for form in FORMS:
        if (ROOT / "curves" / form / f"{name}.toml").is_file():
            return load_form(ROOT / "curves" / form / f"{name}.toml")
    path = ROOT / "curves" / f"{name}.toml"
    if not path.is_file():
        raise PlanError(f"no curve is called {name!r}")
    return load(path)


def kernels_of(
    name: str, family: str, profile: str, given: Mapping[str, str] | None = None
) -> list[Detail]:
    """What is to know of the kernels that plan() names."""
    macros = settled(SETS[family], profile, found_curve(name), options_of(given or {}, profile))
    return list(details(plan(name, family, profile, given), SETS[family], profile, macros))


def plan(
    name: str, family: str, profile: str, given: Mapping[str, str] | None = None
) -> list[Choice]:
    """What a build of one curve takes where the compiler sees it. Options that are not given have
    their defaults."""
    options = options_of(given or {}, profile)
    of, curve = SETS[family], found_curve(name)
    if isinstance(curve, FormCurve):
        return of_form_curve(curve, of, profile, options)
    width = of.limb_bits
    macros = settled(of, profile, curve, options)
    return [
        *of_elements(name, curve, width),
        *of_field(of, profile, curve, macros),
        *scalars(curve, of, profile, width, macros),
        *of_points(curve, of, profile, macros),
        *of_schemes(curve, profile, width, options),
    ]
