# SPDX-License-Identifier: MIT
"""What a curve in Montgomery or Edwards form takes: coordinates, multiplications and scheme."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tools.curves.forms import MULTIPLES, FormCurve
from tools.plan.bodies import of_form_scheme
from tools.plan.chosen import Choice, read, value
from tools.plan.records import GROUPS, InstructionSet

LAZY = "know the prime p25519"


def of_25519(family: InstructionSet, profile: str) -> Iterator[Choice]:
    """The arithmetic of such coordinates."""
    own = {
        operation
        for record in family.available(profile)
        if record.prime == "p25519"
        for operation in record.own
    }
    for part, group in (("multiplication", "MULTIPLIES"), ("addition", "ADDS")):
        names = tuple(f"field_{each}_p25519" for each in GROUPS[group] if each in own)
        if names:
            yield Choice(part, ", ".join(names), LAZY, names)
        else:
            why = "no kernel of this instruction set is for it in this profile"
            yield Choice(part, "src/field/field_25519.c", why)


def of_multiplications(
    curve: FormCurve, profile: str, macros: Mapping[str, str]
) -> Iterator[Choice]:
    if curve.form == "montgomery":
        why = "a curve in Montgomery form: x-coordinates are enough"
        yield Choice("multiplication by secrets", "ladder, one step a bit", why)
        return
    teeth, blocks = curve.combs[profile]
    points = blocks * 2 ** (teeth - 1)
    shape = f"comb, {teeth} teeth, {blocks} blocks"
    yield Choice("base point", shape, f"profile {profile}: a table of {points} points")
    if curve.agrees:
        after, _ = read("group/edwards_multiply.inc", macros)
        bits = value("EDWARDS_SECRET_WINDOW", after)
        taken = f"windows of {bits} signed bits"
        yield Choice("multiplication by secrets", taken, f"profile {profile}")
    elif profile != "small":
        taken = f"{MULTIPLES[profile]} odd multiples of the base point"
        yield Choice("verification", taken, f"profile {profile}")


def of_form(
    family: InstructionSet, profile: str, curve: FormCurve, macros: Mapping[str, str]
) -> tuple[list[Choice], bool]:
    """What follows from the form, and whether its coordinates have arithmetic of their own."""
    own = curve.prime_name == "p25519" and macros.get("WHIT_COORDINATES_p25519", "0") != "0"
    found = list(of_25519(family, profile)) if own else []
    found += of_multiplications(curve, profile, macros)
    found.append(of_form_scheme(curve, profile, own and profile == "small"))
    return found, own
