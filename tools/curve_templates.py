# SPDX-License-Identifier: MIT
"""The text of the files that tools/curves.py generates."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from build_facts import KERNELS, contradictions, has_byte_code
from curve_text import (
    LINKAGE_CLOSES,
    LINKAGE_OPENS,
    NOTICE,
    array,
    fill,
    limb_list,
    minus_inverse,
    modulus,
    rom_constant,
    rom_value,
    wrap,
)
from endomorphism import find
from primes import PRIMES

if TYPE_CHECKING:
    from forms import FormCurve

    from curves import Comb, Curve

PROTOTYPE = re.compile(r"^whit_status (whit_\w+)\(\s*(const whit_curve \*curve[^;]*)\);", re.M)


def prototypes(headers: list[Path]) -> list[tuple[str, list[str]]]:
    """Name and parameters of every function of the headers that takes a curve first."""
    found = []
    for header in headers:
        for match in PROTOTYPE.finditer(header.read_text()):
            parameters = [" ".join(part.split()) for part in match[2].split(",")]
            found.append((match[1], parameters))
    return found


@dataclass(frozen=True)
class Layout:
    """Limb widths at which a curve's constants are the same bits."""

    field: int  # bits of a field element in memory
    scalar: int
    reduction: str
    constant: int  # of the reduction
    radix: int  # what a field element is multiplied with
    widths: tuple[int, ...]

    @property
    def condition(self) -> str:
        return " || ".join(f"WHIT_LIMB_BITS == {width}" for width in self.widths)


def layouts(curve: Curve, widths: tuple[int, ...]) -> list[Layout]:
    groups: dict[tuple[int, int, str], list[int]] = {}
    for width in widths:
        field = -(-curve.field_size // width) * width
        scalar = -(-curve.scalar_size // width) * width
        groups.setdefault((field, scalar, curve.reduction_at(width)), []).append(width)
    return [
        Layout(
            *(field, scalar, reduction, curve.reduction_constant(members[-1])),
            *(curve.radix(members[-1], field), tuple(members)),
        )
        for (field, scalar, reduction), members in groups.items()
    ]


def coordinates(point: tuple[int, int], curve: Curve, layout: Layout) -> str:
    """Of an affine point, within the braces of an array of one."""
    x, y = (value * layout.radix % curve.p for value in point)
    inner = " " * 4
    x_text, y_text = (fill(limb_list(value, layout.field), inner) for value in (x, y))
    return f"    {{{{{x_text.lstrip()}}},\n    {{{y_text.lstrip()}}}}}"


def twist_table(curve: Curve, layout: Layout) -> str:
    """What coordinates are multiplied with on their way to the twist and back, in place of R^2
    and 1."""
    there, radix = curve.scale, layout.radix
    back = pow(there, -1, curve.p)
    factors = [radix**2 * there**2, radix**2 * there**3, back**2, back**3]
    limbs = ",\n".join(
        fill(limb_list(factor % curve.p, layout.field), "    ") for factor in factors
    )
    return f"static const limb {curve.name}_twist[] WHIT_ROM = {{\n{limbs}\n}};\n\n"


def domain(curve: Curve, layout: Layout) -> str:
    name, field, scalar, radix = curve.name, layout.field, layout.scalar, layout.radix
    scalar_radix = 2**scalar
    worked = curve.worked
    constants = [
        ("p_r2", radix * radix % curve.p, field),
        ("n_r2", scalar_radix * scalar_radix % curve.order, scalar),
        ("one", radix % curve.p, field),
        ("a", worked.a * radix % curve.p, field),
        ("b", worked.b * radix % curve.p, field),
    ]
    text = "".join(
        rom_constant("limb", f"{name}_{what}", fill(limb_list(value, bits), "    "))
        for what, value, bits in constants
    )
    kind = f"whit_weierstrass_{curve.size}_affine"
    text += rom_constant(kind, f"{name}_g", coordinates(worked.g, curve, layout)) + "\n"
    cofactor = root = twist = ""
    if curve.cofactor > 1:
        cofactor = f"{name}_cofactor"
        text += array(cofactor, curve.cofactor, -(-curve.cofactor.bit_length() // 64) * 64) + "\n"
    if curve.two_adicity > 1:
        root = f"{name}_root"
        text += array(root, curve.root * radix % curve.p, field) + "\n"
    if curve.twist:
        twist = f"{name}_twist"
        text += twist_table(curve, layout)
    parts = [
        modulus(curve.p, field, layout.reduction, layout.constant, f"{name}_p_r2", "    "),
        modulus(
            *(curve.order, scalar, "montgomery", minus_inverse(curve.order)),
            *(f"{name}_n_r2", "    "),
        ),
        *(f"    {rom_value(f'{name}_{what}')}" for what in ("one", "a", "b", "g")),
        f"#if WHIT_COFACTORS_OF_SIZE_{curve.size}\n"
        f"    {cofactor or 'NULL'},\n    {curve.cofactor.bit_length()},\n#endif\n"
        f"#if WHIT_ROOTS_OF_SIZE_{curve.size}\n"
        f"    {root or 'NULL'},\n    {curve.two_adicity},\n#endif\n"
        f"#if WHIT_TWISTS_OF_SIZE_{curve.size}\n    {twist or 'NULL'},\n#endif\n"
        f"#if WHIT_ENDOMORPHISMS_OF_SIZE_{curve.size} && !WHIT_ENDOMORPHISM_ALONE_{curve.size}\n"
        f"    {f'&{name}_endomorphism' if find(curve) else 'NULL'},\n#endif\n"
        f"    whit_weierstrass_{curve.size}_{worked.doubling}",
    ]
    return (
        "".join(f"{line}\n" for line in contradictions(curve, layout.reduction))
        + text
        + endomorphism(curve, layout)
        + f"static const whit_weierstrass_{curve.size}_domain {name}_domain = {{\n"
        + ",\n".join(parts)
        + "\n};\n"
    )


def endomorphism(curve: Curve, layout: Layout) -> str:
    """The object of a curve that has one, with its table for verification."""
    found = find(curve)
    if found is None:
        return ""
    name, size = curve.name, curve.size
    beta = found.beta * layout.radix % curve.p
    # k1 and k2 are sums with the negative of the basis, in two's complement.
    basis = [-value % 2**found.half for vector in found.basis for value in vector]
    constants = {
        "beta": limb_list(beta, layout.field),
        "factors": ", ".join(limb_list(value, found.factor) for value in found.factors),
        "basis": ", ".join(limb_list(value, found.half) for value in basis),
    }
    points = curve.odd_multiples(MULTIPLES_IN_FAST)
    lines = [
        f"#if WHIT_ENDOMORPHISMS_OF_SIZE_{size}",
        f"static const limb {name}_multiples[] WHIT_ROM = {{",
        point_limbs(curve, points[:MULTIPLES_OF_HALVES], layout) + ",",
        f"#if {profile_condition(['fast'])}",
        point_limbs(curve, points[MULTIPLES_OF_HALVES:], layout),
        "#endif",
        "};",
    ]
    for what, values in constants.items():
        lines.append(rom_constant("limb", f"{name}_{what}", fill(values, "    ")).rstrip())
    lines += [
        f"static const whit_weierstrass_{size}_endomorphism {name}_endomorphism = {{",
        *(f"    {rom_value(f'{name}_{what}')}," for what in constants),
        f"    {found.shift},",
        f"    {found.bits},",
        f"#if !WHIT_ENDOMORPHISM_ALONE_{size}",
        f"    {name}_multiples,",
        f"    whit_weierstrass_{size}_multiply_halves,",
        f"    whit_weierstrass_{size}_multiply_two_vartime_halves,",
        "#endif",
        "};",
        "#endif",
    ]
    return "\n".join([*lines, "", ""])


def table(name: str, curve: Curve, points: list[tuple[int, int]], layout: Layout) -> str:
    limbs = point_limbs(curve, points, layout)
    return f"static const limb {curve.name}_{name}[] WHIT_ROM = {{\n{limbs}\n}};\n"


def point_limbs(curve: Curve, points: list[tuple[int, int]], layout: Layout) -> str:
    return ",\n".join(
        fill(limb_list(value * layout.radix % curve.p, layout.field), "    ")
        for point in points
        for value in point
    )


# Odd multiples of the base point for verification, by profile; in balanced over one prime alone, in
# fast where WHIT_MANY_MULTIPLES is 1 of fields up to 256 bits twice as many.
MULTIPLES = {"balanced": 4, "fast": 8}
MULTIPLES_IN_BALANCED = PRIMES["p256"]
# Where there is an endomorphism: 2^(BASE_HALF_WINDOW - 2) of group/weierstrass_endomorphism.inc.
MULTIPLES_OF_HALVES = 8
MULTIPLES_IN_FAST = 16


def has_multiples_in_balanced(curve: Curve) -> bool:
    return curve.p == MULTIPLES_IN_BALANCED and not find(curve)


def multiples(curve: Curve, layout: Layout) -> list[str]:
    """The tables that WHIT_STATIC_MULTIPLES of src/group/weierstrass.h is about."""
    if find(curve):
        return []
    lines = [
        f"#if WHIT_FUSED && defined(WHIT_AMALGAMATION) && WHIT_USES_SIZE_{curve.size} == 1",
    ]
    for profile, count in MULTIPLES.items():
        if profile == "balanced" and not has_multiples_in_balanced(curve):
            continue
        points = curve.worked.odd_multiples(2 * count)
        more = []
        if profile == "fast" and layout.field <= 256:
            rest = point_limbs(curve, points[count:], layout)
            more = ["#if WHIT_MANY_MULTIPLES", f"    ,\n{rest}", "#endif"]
        lines += [
            f"#if {profile_condition([profile])}",
            f"static const limb {curve.name}_multiples[] WHIT_ROM = {{",
            point_limbs(curve, points[:count], layout),
            *more,
            "};",
            "#endif",
        ]
    return [*lines, "#endif", ""]


def compact_widths(curve: Curve) -> tuple[int, ...]:
    """The limb widths with which src/group/compact.inc serves a curve that a build has alone of its
    size; none for most."""
    full = curve.field_size == curve.p.bit_length() == curve.order.bit_length()
    plain = curve.cofactor == 1 and curve.worked.a in (0, curve.p - 3)
    return tuple(width for width in (32, 64) if full and plain and curve.field_size % width == 0)


def compact(curve: Curve, layout: Layout) -> list[str]:
    """What that has for an object: the rows of constants, and the base point as it is sent."""
    p, order, bits = curve.p, curve.order, layout.field
    rows = (p, order, pow(order, -1, 1 << bits))
    prime, other, inverse = (fill(limb_list(row, bits), "    ") for row in rows)
    limbs = [f"    (limb)0x{minus_inverse(modulus):016x}" for modulus in (p, order)]

    def scaled(value: int, power: int) -> list[str]:
        """Times a power of what the kernel for the prime divides by, or the one for any."""
        own, any_prime = (
            f"{fill(limb_list(value * pow(radix, power, p) % p, bits), '    ')},"
            for radix in (layout.radix, 1 << bits)
        )
        if own == any_prime:
            return [own]
        chosen = f"#if WHIT_LEAST || WHIT_COMPACT_ANY_{curve.size}"
        return [chosen, any_prime, "#else", own, "#endif"]

    text = scaled(curve.worked.b, -2)
    more = "," if curve.twist else ""
    text += [f"{prime},", f"#if WHIT_COMPACT_INVERSE_{curve.size}", f"{other},"]
    text += [
        f"{inverse}{more}",
        "#else",
        f"{limbs[0]},",
        f"{other},",
        f"{limbs[1]}{more}",
        "#endif",
    ]
    text += scaled(curve.scale, 1) if curve.twist else []
    octets = [byte for value in curve.g for byte in value.to_bytes(layout.field // 8)]
    listed = fill(", ".join(f"0x{octet:02x}" for octet in octets), "    ")
    return [
        f"#if WHIT_COMPACT_{curve.size}",
        f"static const limb {curve.name}_constants[] = {{",
        *text,
        "};",
        "",
        "/* ECDH alone has no use for it. */",
        f"#if WHIT_LEAST != 2 || WHIT_COMPACT_A_ZERO_{curve.size}",
        f"static const uint8_t {curve.name}_base_point[] = {{\n{listed}\n}};",
        "#endif",
        "#endif",
        "",
    ]


def profile_condition(names: list[str], combs: Iterable[str] = (), apart: str = "") -> str:
    return " || ".join(one_condition(name, combs, apart) for name in names)


def one_condition(name: str, combs: Iterable[str], apart: str) -> str:
    """A name that ends in _apart is for builds of the condition `apart`, where there is one."""
    plain, _, in_apart = name.partition("_")
    profile = f"WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_{plain}"
    if in_apart:
        return f"{profile} && {apart}"
    return f"{profile} && !{apart}" if apart and f"{name}_apart" in combs else profile


def apart_condition(found: list[Layout]) -> str:
    """Which builds of these layouts have the combs of names in _apart: those whose program memory
    is not data memory, with limbs as such processors have them. Others have no such table."""
    having = [layout for layout in found if 8 in layout.widths]
    if len(having) == len(found):
        return "WHIT_ROM_APART"
    return f"WHIT_ROM_APART && ({having[0].condition})" if having else ""


def curve_source(curve: Curve, widths: tuple[int, ...]) -> str:
    """src/curve/<name>.c: the domain and, apart from it, the base-point comb."""
    lines = [
        NOTICE.rstrip(),
        f"/* {curve.name}: {'; '.join(curve.sources)}. */",
        f'#include "instance/size_{curve.size}.h"',
        f"#include <whit/{curve.name}.h>",
        "",
        f"#if WHIT_HAS({curve.name})",
        "",
    ]
    combs: dict[Comb, list[str]] = {}
    for profile, comb in curve.combs.items():
        combs.setdefault(comb, []).append(profile)
    tables = {comb: curve.worked.comb_table(comb) for comb in combs}
    found = layouts(curve, widths)
    for layout in found:
        if len(found) > 1:
            lines += [f"#if {layout.condition}", ""]
        lines.append(domain(curve, layout))
        apart = apart_condition([layout])
        for comb, profiles in combs.items():
            if not apart and all(name.endswith("_apart") for name in profiles):
                continue
            lines += [
                f"#if {profile_condition(profiles, curve.combs, apart)}",
                table("comb", curve, tables[comb], layout).rstrip(),
                "#endif",
                "",
            ]
        lines += multiples(curve, layout)
        if set(layout.widths) & set(compact_widths(curve)):
            lines += compact(curve, layout)
        if len(found) > 1:
            lines += ["#endif", ""]
    found_by = (
        f"const whit_curve whit_{curve.name} = {{{curve.size}, {curve.security_bits}, "
        f"{-(-curve.p.bit_length() // 8)}, {-(-curve.order.bit_length() // 8)}, "
    )
    if compact_widths(curve):
        # All that would follow the pointer knows the object.
        lines += [f"#if WHIT_COMPACT_{curve.size}", f"{found_by}NULL}};", "#else"]
    lines.append(f"{found_by}&{curve.name}_domain}};")
    lines += ["#endif", ""] if compact_widths(curve) else [""]
    if curve.oid:
        octets = ", ".join(f"0x{octet:02x}" for octet in curve.oid_octets)
        lines += [
            f"const whit_oid whit_{curve.name}_oid = {{{len(curve.oid_octets)}, {{{octets}}}}};",
            "",
        ]
    lines += [
        "#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small",
        f"const whit_base whit_{curve.name}_base = {{0, 0, 0, NULL}};",
    ]
    # Those of builds with less room come before the others of their profile.
    apart = apart_condition(found)
    for comb, profiles in sorted(combs.items(), key=lambda item: not item[1][0].endswith("_apart")):
        lines += [
            f"#elif {profile_condition(profiles, apart=apart)}",
            f"const whit_base whit_{curve.name}_base = {{{comb.teeth}, {comb.blocks}, "
            f"{comb.spacing(curve.order.bit_length())}, {curve.name}_comb}};",
        ]
    return "\n".join([*lines, "#endif", "", "#endif", ""])


def field_condition(size: int, curves: list[Curve], others: list[FormCurve]) -> str:
    """Whether a build has a curve whose field or order has this size."""
    tags = sorted({c.size for c in curves if size in (c.field_size, c.scalar_size)})
    questions = [f"WHIT_USES_SIZE_{tag}" for tag in tags]
    if any(size in curve.field_sizes for curve in others):
        questions.append(f"WHIT_USES_LADDER_{size}")
    return " || ".join(questions)


def field_declaration(size: int, curves: list[Curve], others: list[FormCurve]) -> str:
    """src/instance/field_<bits>.h: the field template declared once at one size."""
    guard = f"WHIT_INSTANCE_FIELD_{size}_H"
    return (
        f'{NOTICE}#ifndef {guard}\n#define {guard}\n\n#include "curve/sizes.h"\n\n'
        f"#if {field_condition(size, curves, others)}\n#undef WHIT_FIELD_SIZE\n"
        f'#define WHIT_FIELD_SIZE {size}\n#include "field/field.h"\n#endif\n\n#endif\n'
    )


def field_source(size: int, curves: list[Curve], others: list[FormCurve]) -> str:
    """src/instance/field_<bits>.c: the bodies of the field template at one size."""
    return (
        f'{NOTICE}#include "instance/field_{size}.h"\n\n'
        f"#if {field_condition(size, curves, others)}\n"
        f"#undef WHIT_FIELD_SIZE\n#define WHIT_FIELD_SIZE {size}\n"
        f'#include "field/field.inc"\n#include "field/field_steps.inc"\n#endif\n'
    )


def size_macros(curve: Curve) -> str:
    """What the templates ask of the curves of one size."""
    names: dict[str, object] = {
        "WHIT_SIZE": curve.size,
        "WHIT_FIELD_SIZE": curve.field_size,
        "WHIT_SCALAR_SIZE": curve.scalar_size,
    }
    names |= {
        "WHIT_CURVES_OF_SIZE": f"WHIT_USES_SIZE_{curve.size}",
        "WHIT_COFACTORS_OF_SIZE": f"WHIT_COFACTORS_OF_SIZE_{curve.size}",
        "WHIT_ROOTS_OF_SIZE": f"WHIT_ROOTS_OF_SIZE_{curve.size}",
        "WHIT_TWISTS_OF_SIZE": f"WHIT_TWISTS_OF_SIZE_{curve.size}",
        "WHIT_MULTIPLES_OF_SIZE": f"WHIT_MULTIPLES_OF_SIZE_{curve.size}",
        "WHIT_ENDOMORPHISMS_OF_SIZE": f"WHIT_ENDOMORPHISMS_OF_SIZE_{curve.size}",
        "WHIT_ENDOMORPHISM_ALONE": f"WHIT_ENDOMORPHISM_ALONE_{curve.size}",
        "WHIT_ONLY_DOMAIN": f"WHIT_ONLY_DOMAIN_{curve.size}",
        "WHIT_ONLY_BASE": f"WHIT_ONLY_BASE_{curve.size}",
        "WHIT_ONLY_MULTIPLES": f"WHIT_ONLY_MULTIPLES_{curve.size}",
        "WHIT_COMPACT": f"WHIT_COMPACT_{curve.size}",
        "WHIT_COMPACT_A_ZERO": f"WHIT_COMPACT_A_ZERO_{curve.size}",
        "WHIT_COMPACT_TWISTED": f"WHIT_COMPACT_TWISTED_{curve.size}",
        "WHIT_ONLY_CONSTANTS": f"WHIT_ONLY_CONSTANTS_{curve.size}",
        "WHIT_ONLY_BASE_POINT": f"WHIT_ONLY_BASE_POINT_{curve.size}",
        "WHIT_ONLY_ENDOMORPHISM": f"WHIT_ONLY_ENDOMORPHISM_{curve.size}",
    }
    return "\n".join(f"#undef {name}\n#define {name} {value}" for name, value in names.items())


def size_declaration(curve: Curve) -> str:
    """src/instance/size_<tag>.h: group and schemes declared once at one size."""
    guard = f"WHIT_INSTANCE_SIZE_{curve.size}_H"
    fields = "\n".join(
        f'#include "instance/field_{size}.h"'
        for size in sorted({curve.field_size, curve.scalar_size})
    )
    return (
        f"{NOTICE}#ifndef {guard}\n#define {guard}\n\n{fields}\n"
        f'#include "scheme/hardened.h"\n\n'
        f"#if WHIT_USES_SIZE_{curve.size}\n{size_macros(curve)}\n"
        '#include "group/weierstrass.h"\n#include "scheme/scheme.h"\n#endif\n\n#endif\n'
    )


def size_source(curve: Curve) -> str:
    """src/instance/size_<tag>.c: the bodies of group and schemes at one size."""
    bodies = "\n".join(
        f'#include "{name}.inc"'
        for name in (
            "group/weierstrass_formulas",
            "group/weierstrass",
            "group/weierstrass_multiply",
            "group/weierstrass_vartime",
            "group/weierstrass_endomorphism",
            "group/weierstrass_steps",
            "group/weierstrass_bytes",
            "group/compact",
            "group/compact_points",
            "group/compact_ladder",
            "group/compact_tasks",
            "scheme/scheme",
            "scheme/compact",
            "scheme/compact_key",
            "scheme/key",
            "scheme/ecdh",
            "scheme/ecdsa",
            "scheme/ecdsa_rfc6979",
            "scheme/ecdsa_verify",
            "scheme/ecdsa_hardened",
            "scheme/ecdsa_checked",
            "scheme/ecdsa_der",
            "scheme/ecdsa_recover",
            "scheme/ecdsa_stream",
            "scheme/ecdsa_low",
            "scheme/selftest",
            "scheme/steps",
            "scheme/steps_key",
            "scheme/steps_sign",
            "scheme/steps_verify",
            "scheme/randomised",
        )
    )
    return (
        f'{NOTICE}#include "instance/size_{curve.size}.h"\n'
        f"#include <whit/der.h>\n#include <whit/sized.h>\n\n#if WHIT_USES_SIZE_{curve.size}\n"
        f"{size_macros(curve)}\n{bodies}\n#endif\n"
    )


def any_of(names: list[str]) -> str:
    """The question whether a build has one of these curves."""
    return " || ".join(f"WHIT_HAS({name})" for name in names) or "0"


def endomorphism_macros(size: int, names: list[str]) -> list[str]:
    """Whether a build has curves of this size with an endomorphism; and whether it has one curve
    of this size, sees its objects, and that is such a curve."""
    if not names:
        return [
            f"#define WHIT_ENDOMORPHISMS_OF_SIZE_{size} 0",
            f"#define WHIT_ENDOMORPHISM_ALONE_{size} 0",
        ]
    return [
        f"#define WHIT_ENDOMORPHISMS_OF_SIZE_{size} \\\n"
        f"    (WHIT_PROFILE_RANK > WHIT_PROFILE_RANK_small && ({any_of(names)}))",
        f"#if defined(WHIT_AMALGAMATION) && WHIT_USES_SIZE_{size} == 1",
        f"#define WHIT_ENDOMORPHISM_ALONE_{size} WHIT_ENDOMORPHISMS_OF_SIZE_{size}",
        "#else",
        f"#define WHIT_ENDOMORPHISM_ALONE_{size} 0",
        "#endif",
    ]


def compact_macros(size: int, curves: list[Curve]) -> list[str]:
    """Where src/group/compact.inc serves the one curve of its size, and what it is to know."""
    served = {curve: compact_widths(curve) for curve in curves if compact_widths(curve)}
    if not served:
        return []
    every = sorted(set(served.values()))
    assert len(every) == 1
    wide = " || ".join(f"WHIT_LIMB_BITS == {width}" for width in every[0])
    lines = [
        f"#if {profile_condition(['small'])}",
        "#if defined(WHIT_AMALGAMATION) && !WHIT_STEPS && WHIT_LITTLE_ENDIAN && "
        f"WHIT_USES_SIZE_{size} == 1 && \\\n    ({wide})",
    ]
    for curve in served:
        lines += [
            f"#if WHIT_HAS({curve.name})",
            f"#define WHIT_COMPACT_{size} 1",
            f"#define WHIT_COMPACT_A_ZERO_{size} {int(curve.worked.a == 0)}",
            f"#define WHIT_COMPACT_TWISTED_{size} {int(curve.twist is not None)}",
            f"#define WHIT_ONLY_CONSTANTS_{size} {curve.name}_constants",
            f"#define WHIT_ONLY_BASE_POINT_{size} {curve.name}_base_point",
            *(f"#define WHIT_COMPACT_{name} 1" for name in KERNELS if has_byte_code(name, curve)),
            "#endif",
        ]
    return [*lines, "#endif", "#endif"]


def known_curves(names: list[str]) -> list[str]:
    """The check of WHIT_CURVES: whether each of its names is one of these."""
    return [
        *(f"#define WHIT_CURVES_TAKES_{name}_ , 1" for name in ["", "all", *names]),
        "#if !WHIT_TAKES_CURVES(WHIT_CURVES)",
        'WHIT_REFUSE("WHIT_CURVES is all, or at most 24 curves of this copy of Whit with commas "',
        '            "between them, not ", WHIT_CURVES);',
        "#undef WHIT_CURVES",
        "#define WHIT_CURVES all",
        "#endif",
        "",
    ]


def sizes_header(curves: list[Curve], others: list[FormCurve], more: list[str]) -> str:
    """src/curve/sizes.h: the answers to WHIT_HAS, and how many curves each size serves."""
    lines = [NOTICE + "#ifndef WHIT_CURVE_SIZES_H", "#define WHIT_CURVE_SIZES_H", ""]
    lines += ['#include "base/config.h"', ""]
    every: list[Curve | FormCurve] = [*curves, *others]
    lines += known_curves([curve.name for curve in every])
    for curve in curves:
        strong = f"({curve.security_bits} >= WHIT_MINIMUM_SECURITY)"
        lines += [
            f"#define WHIT_NAMED_{curve.name}_{curve.name} {strong}",
            f"#define WHIT_NAMED_{curve.name}_all {strong}",
            f"#define WHIT_LISTED_{curve.name}_{curve.name} 1",
        ]
    lines += more
    for bits in sorted({curve.security_bits for curve in every}):
        weak = [c.name for c in every if c.security_bits == bits]
        lines += [
            "",
            f"#if {bits} < WHIT_MINIMUM_SECURITY",
            *(
                line
                for name in weak
                for line in (
                    f"#if WHIT_LISTS({name})",
                    f'#error "{name} has {bits}-bit security, less than WHIT_MINIMUM_SECURITY"',
                    "#endif",
                )
            ),
            "#endif",
        ]
    for size in sorted({curve.size for curve in curves}):
        users = [c.name for c in curves if c.size == size]
        count = " + ".join(f"WHIT_HAS({name})" for name in users)
        lines += ["", f"#define WHIT_USES_SIZE_{size} ({count})"]
        cleared = [c.name for c in curves if c.size == size and c.cofactor > 1]
        rooted = [c.name for c in curves if c.size == size and c.two_adicity > 1]
        twisted = [c.name for c in curves if c.size == size and c.twist]
        tabled = [c.name for c in curves if c.size == size and has_multiples_in_balanced(c)]
        lines += [
            f"#define WHIT_COFACTORS_OF_SIZE_{size} ({any_of(cleared)})",
            f"#define WHIT_ROOTS_OF_SIZE_{size} ({any_of(rooted)})",
            f"#define WHIT_TWISTS_OF_SIZE_{size} ({any_of(twisted)})",
            f"#define WHIT_MULTIPLES_OF_SIZE_{size} ({any_of(tabled)})",
            *endomorphism_macros(size, [c.name for c in curves if c.size == size and find(c)]),
        ]
        for name in users:
            lines += [
                f"#if WHIT_USES_SIZE_{size} == 1 && WHIT_HAS({name})",
                f"#define WHIT_ONLY_DOMAIN_{size} {name}_domain",
                f"#define WHIT_ONLY_BASE_{size} whit_{name}_base",
                f"#define WHIT_ONLY_MULTIPLES_{size} {name}_multiples",
                f"#define WHIT_ONLY_ENDOMORPHISM_{size} {name}_endomorphism",
                "#endif",
            ]
        lines += compact_macros(size, [c for c in curves if c.size == size])
    any_curve = any_of([c.name for c in every])
    lines += [
        "",
        f"#if !({any_curve})",
        '#error "WHIT_CURVES and WHIT_MINIMUM_SECURITY leave no curve in this build"',
        "#endif",
    ]
    return "\n".join([*lines, "", "#endif", ""])


def sized_header(curves: list[Curve], headers: list[Path]) -> str:
    """include/whit/sized.h: the functions that take a curve, one for each size."""
    lines = [
        NOTICE.rstrip(),
        "/* The functions of key.h, ecdh.h, ecdsa.h, selftest.h, steps.h and randomised.h for one",
        " * size of curve each: the same contracts, and only the code of that size is linked. A",
        " * curve's header calls these. */",
        "#ifndef WHIT_SIZED_H",
        "#define WHIT_SIZED_H",
        "",
        "#include <whit/ecdh.h>",
        "#include <whit/ecdsa.h>",
        "#include <whit/key.h>",
        "#include <whit/randomised.h>",
        "#include <whit/selftest.h>",
        "#include <whit/steps.h>",
        "",
        *LINKAGE_OPENS,
    ]
    for size in sorted({curve.size for curve in curves}):
        lines.append("")
        for name, parameters in prototypes(headers):
            lines.append(wrap(f"whit_status {name}_{size}", parameters, ";"))
    return "\n".join([*lines, "", *LINKAGE_CLOSES, "", "#endif", ""])


# What src/scheme/hardened.h has the arguments of.
HARDENED = "_hardened"
HALVES = [f"const volatile hardened_arguments *{half}" for half in ("one", "other")]


def hardened_declarations(names: list[str], sizes: list[int]) -> list[str]:
    """Those of the functions that a hardened one goes to."""
    inner = [name.removeprefix("whit_ecdsa_") for name in names]
    declared = [wrap(f"    whit_status whit_scheme_##size##_{name}", HALVES, ";") for name in inner]
    declared = [line.replace("\n", " \\\n") for line in declared]
    return [
        "",
        "#ifndef WHIT_AMALGAMATION",
        " \\\n".join(["#define DECLARE(size)", *declared]).removesuffix(";"),
        *(f"DECLARE({size});" for size in sizes),
        "#endif",
    ]


def hardened_dispatch(name: str, sizes: list[int]) -> list[str]:
    """A function that passes its caller's arguments on twice, each time as it was called."""
    inner = name.removeprefix("whit_ecdsa_")
    lines = [
        "",
        f"whit_status {name}({inner.upper()}_PARAMETERS)",
        "{",
        "    volatile hardened_arguments one, other;",
        f"    {inner.upper()}_TAKE(one);",
        f"    {inner.upper()}_TAKE(other);",
        "    (void)other.signature;",
        "    switch (one.curve == NULL ? 0 : one.curve->size) {",
    ]
    for size in sizes:
        call = f"        return whit_scheme_{size}_{inner}(&one, &other);"
        lines += [f"#if WHIT_USES_SIZE_{size}", f"    case {size}:", call, "#endif"]
    return [*lines, "    default:", "        return WHIT_ERROR_ARGUMENT;", "    }", "}"]


def wrapped_condition(names: list[str]) -> list[str]:
    """#if with names any of which is enough, in lines that are not too long."""
    text = textwrap.wrap(f"#if {' || '.join(names or ['0'])}", 96, subsequent_indent="    ")
    return [*(f"{line} \\" for line in text[:-1]), text[-1]]


def dispatch_source(curves: list[Curve], headers: list[Path], option: str | None = None) -> str:
    """src/scheme/dispatch.c: the generic functions, by the size of the curve they are given. Those
    that are in a build with an option have a file of their own, where some may need steps too."""
    sizes = sorted({curve.size for curve in curves})
    lines = [
        NOTICE.rstrip(),
        "/* For programs that choose their curve at run time: the sizes of the build's curves are",
        " * all linked, and none in a build that has curves of other forms alone. */",
        '#include "curve/sizes.h"',
        '#include "group/curve.h"',
        "#include <whit/sized.h>",
        *([] if option is None else ["", f"#if {option}"]),
    ]
    hardened = [name for name, _ in prototypes(headers) if name.endswith(HARDENED)]
    if hardened:
        lines[-1:-1] = ['#include "scheme/hardened.h"']
        lines += hardened_declarations(hardened, sizes)
    lines += [
        "",
        "/* Whether there is a size to choose: 0 if what functions are given goes unused. */",
        *wrapped_condition([f"WHIT_USES_SIZE_{size}" for size in sizes]),
        "#define DISPATCHES 1",
        "#else",
        "#define DISPATCHES 0",
        "#endif",
    ]
    for name, parameters in prototypes(headers):
        if name in hardened:
            lines += hardened_dispatch(name, sizes)
            continue
        arguments = [re.split(r"[ *]", parameter)[-1] for parameter in parameters]
        in_steps = name.startswith("whit_steps_") and option != "WHIT_STEPS"
        lines += [
            "",
            *(["#if WHIT_STEPS"] if in_steps else []),
            wrap(f"whit_status {name}", parameters, ""),
            "{",
            *(
                "#if !DISPATCHES",
                *(f"    (void){argument};" for argument in arguments[1:]),
                "#endif",
            ),
            "    switch (curve == NULL ? 0 : curve->size) {",
        ]
        for size in sizes:
            call = wrap(f"        return {name}_{size}", arguments, ";")
            lines += [f"#if WHIT_USES_SIZE_{size}", f"    case {size}:", call, "#endif"]
        lines += ["    default:", "        return WHIT_ERROR_ARGUMENT;", "    }", "}"]
        lines += ["#endif"] if in_steps else []
    return "\n".join([*lines, *([] if option is None else ["", "#endif"]), ""])
