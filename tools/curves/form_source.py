# SPDX-License-Identifier: MIT
"""The C of a Montgomery or Edwards curve: generated/instance/<form>_<name>.c, its constants and the
templates of group and scheme."""

import itertools
from collections.abc import Iterable, Sequence

from tools.curves import maps
from tools.curves.build_facts import contradictions
from tools.curves.form_schemes import FormScheme
from tools.curves.forms import MULTIPLES, FormCurve, Layout, Point
from tools.curves.primes import REDUCTIONS
from tools.curves.text import (
    NOTICE,
    fill,
    limb_list,
    minus_inverse,
    modulus,
    profile_condition,
    rom_constant,
    rom_value,
)

# Of the two points that a program starts from.
PROGRAM_SPACING = 128


def constant(name: str, value: int, bits: int) -> str:
    return rom_constant("limb", name, fill(limb_list(value, bits), "    "))


def field_parts(curve: FormCurve, layout: Layout) -> tuple[str, str]:
    """The constants of the modulus that stand apart, and the modulus."""
    radix = curve.radix(layout)
    name = f"{curve.name}_p_r2"
    made = REDUCTIONS[layout.reduction].constant(curve.p, layout.widths[-1])
    reduction = curve.reduction_at(layout.widths[-1])
    return (
        constant(name, radix * radix % curve.p, layout.field),
        modulus(curve.p, layout.field, reduction, made, name, "    "),
    )


def parameters(curve: FormCurve, members: list[str]) -> str:
    kind = f"whit_{curve.form}_{curve.name}"
    body = ",\n".join(members)
    return f"static const {kind}_parameters {kind}_domain = {{\n{body}\n}};\n"


def montgomery_domain(curve: FormCurve, layout: Layout) -> str:
    radix, p = curve.radix(layout), curve.p
    apart, field = field_parts(curve, layout)
    values = {
        "a24": curve.a24 * radix % p,
        "u": curve.g[0],
    }
    text = apart + "".join(
        constant(f"{curve.name}_{what}", value, layout.field) for what, value in values.items()
    )
    members = [field, *(f"    {rom_value(f'{curve.name}_{what}')}" for what in values)]
    return text + "\n" + parameters(curve, [*members, f"    {curve.cofactor.bit_length() - 1}"])


def prepared(curve: FormCurve, point: Point) -> tuple[int, int, int]:
    """A point as the formulas take it."""
    x, y = point
    if curve.a == 1:
        return x, y, curve.d * x * y % curve.p
    half = (curve.p + 1) // 2
    return (y - x) * half % curve.p, (y + x) * half % curve.p, curve.d * x * y % curve.p


def table(curve: FormCurve, what: str, points: list[Point], layout: Layout) -> str:
    limbs = ",\n".join(
        fill(limb_list(value * curve.radix(layout) % curve.p, layout.field), "    ")
        for point in points
        for value in prepared(curve, point)
    )
    return f"static const limb whit_edwards_{curve.name}_{what}[] WHIT_ROM = {{\n{limbs}\n}};\n"


def has_programs(curve: FormCurve) -> bool:
    """Whether profile small runs an Edwards curve's formulas as programs, where it can."""
    return curve.prime_name == "p25519" and curve.signs


def program_constants(curve: FormCurve, layout: Layout) -> str:
    """What profile small has in place of a comb where formulas are programs: the base point and
    its multiple by a power of two, each x and y, 2 d, the root of -1, and minus the order."""
    points = (curve.g, curve.multiply(2**PROGRAM_SPACING, curve.g))
    values = [*itertools.chain(*points), 2 * curve.d % curve.p, curve.root]
    values.append(2**layout.scalar - curve.order)
    limbs = ",\n".join(fill(limb_list(value, layout.field), "    ") for value in values)
    name = curve.name
    return (
        f"#if FIELD_25519_PROGRAMS\nstatic const limb whit_edwards_{name}_constants[] WHIT_ROM = "
        f"{{\n{limbs}\n}};\n#define {name.upper()}_COMB 2, 1, {PROGRAM_SPACING}\n#endif\n\n"
    )


def edwards_domain(curve: FormCurve, layout: Layout) -> str:
    radix, p, n = curve.radix(layout), curve.p, curve.order
    apart, field = field_parts(curve, layout)
    scalar_radix = 1 << layout.scalar
    values = {"d": curve.d * radix % p, "root": curve.root * radix % p}
    text = apart + constant(f"{curve.name}_n_r2", scalar_radix**2 % n, layout.scalar)
    text += "".join(
        constant(f"{curve.name}_{what}", value, layout.field) for what, value in values.items()
    )
    scalars = modulus(
        *(n, layout.scalar, "montgomery", minus_inverse(n), f"{curve.name}_n_r2", "    ")
    )
    members = [field, scalars, *(f"    {rom_value(f'{curve.name}_{what}')}" for what in values)]
    members += [f"    {curve.two_adicity}", f"    {curve.cofactor.bit_length() - 1}"]
    text += "\n"
    programs = has_programs(curve)
    if programs:
        text += program_constants(curve, layout)
    for profile, (teeth, blocks) in curve.combs.items():
        unless = " && !FIELD_25519_PROGRAMS" if programs and profile == "small" else ""
        text += f"#if {profile_condition([profile], curve.combs)}{unless}\n"
        text += table(curve, "comb", curve.comb(teeth, blocks), layout)
        text += f"#define {curve.name.upper()}_COMB {teeth}, {blocks}, "
        text += f"{curve.spacing(teeth, blocks)}\n#endif\n\n"
    if curve.mapping and curve.montgomery:
        found = maps.elligator_constants(p, curve.a, curve.montgomery.a)
        limbs = ",\n".join(
            fill(limb_list(value * radix % p, layout.field), "    ") for value in found
        )
        text += "#if WHIT_HASH_TO_CURVE\n"
        text += f"static const limb whit_edwards_{curve.name}_map_constants[] WHIT_ROM = {{\n"
        text += f"{limbs}\n}};\n#endif\n\n"
    for profile, count in () if curve.agrees else MULTIPLES.items():
        text += f"#if {profile_condition([profile], MULTIPLES)}\n"
        text += table(curve, "multiples", curve.odd_multiples(count), layout) + "#endif\n\n"
    return text + parameters(curve, [*members, f"    {curve.name.upper()}_COMB"])


def group_of(curve: FormCurve) -> tuple[dict[str, object], list[str]]:
    """What is defined before the templates of a curve's group, and their bodies."""
    edwards = curve.form == "edwards"
    macros: dict[str, object] = {"WHIT_MONTGOMERY_POINTS": int(curve.agrees)}
    bodies = ["group/coordinates", "group/montgomery"]
    if edwards:
        macros = {
            "WHIT_SCALAR_SIZE": curve.scalar_size,
            "WHIT_EDWARDS_A": 1 if curve.a == 1 else -1,
            "WHIT_EDWARDS_SIGNS": int(not curve.agrees),
        }
        bodies = [
            "group/coordinates",
            "generated/group/edwards_formulas",
            "group/edwards",
            "group/edwards_bytes",
        ]
    if edwards:
        bodies.append("group/edwards_multiply")
    elif curve.agrees:
        bodies.append("group/montgomery_points")
    if has_programs(curve):
        bodies.append("group/edwards_programs")
    if curve.signs:
        bodies += ["group/edwards_sum", "group/edwards_lanes", "group/edwards_comb"]
    if edwards and curve.mapping:
        bodies.append("group/edwards_map")
    return macros, bodies


def included(bodies: Iterable[str]) -> list[str]:
    return [f'#include "{body}.inc"' for body in bodies]


def scheme_lines(curve: FormCurve, schemes: Sequence[FormScheme]) -> list[str]:
    """The bodies of its schemes: the first hashes."""
    first, *beside = (
        included(f"scheme/{scheme.name}/{body}" for body in scheme.bodies) for scheme in schemes
    )
    if curve.hash_condition:
        first = [f"#if {curve.hash_condition}", *first, "#endif"]
    return [*first, *(line for lines in beside for line in lines)]


def form_source(
    curve: FormCurve, schemes: Sequence[FormScheme], comb: tuple[FormCurve, FormScheme] | None
) -> str:
    """generated/instance/<form>_<name>.c: the constants of a curve, its group and its schemes.
    `comb`: the Montgomery curve that makes public keys on this one, and its scheme."""
    found = curve.layouts
    domain = montgomery_domain if curve.form == "montgomery" else edwards_domain
    constants = []
    for layout in found:
        opening = [f"#if {layout.condition}", ""] if len(found) > 1 else []
        opening += contradictions(curve, curve.reduction_at(layout.widths[-1]))
        constants += [*opening, domain(curve, layout), *(["#endif", ""] if len(found) > 1 else [])]
    macros: dict[str, object] = {
        "WHIT_CURVE_NAME": curve.name,
        "WHIT_PRIME_BITS": curve.p.bit_length(),
        "WHIT_PRIME_NAME": curve.prime_name,
        "WHIT_FIELD_SIZE": curve.field_size,
    }
    more, bodies = group_of(curve)
    macros |= more
    for scheme in schemes:
        macros |= scheme.macros(curve)
    combs = []
    if comb:
        macros |= comb[1].macros(comb[0])
        combs = [f"scheme/{comb[1].name}/{comb[1].comb}"]
    headers = [scheme.header_name(curve) for scheme in schemes]
    hashes = [] if curve.agrees or curve.form == "montgomery" else ["hash", "shake256"]
    lines = [
        NOTICE.rstrip(),
        f"/* {curve.name}: {'; '.join(curve.sources)}. */",
        *(f'#include "generated/instance/field_{size}.h"' for size in curve.field_sizes),
        *(['#include "scheme/point/object.h"'] if curve.form == "edwards" else []),
        *(f"#include <whit/{name}.h>" for name in (*hashes, *headers)),
        "",
        f"#if WHIT_HAS({curve.name})",
        "",
        *(f"#undef {name}\n#define {name} {value}" for name, value in macros.items()),
        f'#include "group/{curve.form}.h"',
        "",
        *constants,
        *included(bodies),
        *scheme_lines(curve, schemes),
        *included(combs),
        "",
        "#endif",
        "",
    ]
    return "\n".join(lines)
