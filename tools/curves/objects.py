# SPDX-License-Identifier: MIT
"""generated/curve/<name>.c: a short Weierstrass curve's objects, laid out for each limb width."""

from dataclasses import dataclass

from tools.curves import maps
from tools.curves.build_facts import contradictions
from tools.curves.endomorphism import find
from tools.curves.exponents import bytes_of, steps
from tools.curves.primes import LIMB_WIDTHS, PRIMES
from tools.curves.text import (
    NOTICE,
    array,
    fill,
    limb_list,
    minus_inverse,
    modulus,
    profile_condition,
    rom_constant,
    rom_value,
)
from tools.curves.weierstrass import Comb, Curve


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
    if clears(curve):
        text += "#if WHIT_HASH_TO_CURVE\n"
        text += bytes_of(f"{name}_clearing", steps(abs(curve.clearing))) + "#endif\n"
    parts = [
        modulus(curve.p, field, layout.reduction, layout.constant, f"{name}_p_r2", "    "),
        modulus(
            *(curve.order, scalar, "montgomery", minus_inverse(curve.order)),
            *(f"{name}_n_r2", "    "),
        ),
        *(f"    {rom_value(f'{name}_{what}')}" for what in ("one", "a", "b", "g")),
        "#if WHIT_COFACTORS_OF_SIZE\n"
        f"    {cofactor or 'NULL'},\n    {curve.cofactor.bit_length()},\n#endif\n"
        "#if WHIT_ROOTS_OF_SIZE\n"
        f"    {root or 'NULL'},\n    {curve.two_adicity},\n#endif\n"
        f"#if WHIT_TWISTS_OF_SIZE\n    {twist or 'NULL'},\n#endif\n"
        f"{clearing_members(curve)}"
        "#if WHIT_ENDOMORPHISMS_OF_SIZE && !WHIT_ENDOMORPHISM_ALONE\n"
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


def clears(curve: Curve) -> bool:
    """Whether points that messages are hashed to are multiplied."""
    return curve.mapping is not None and curve.cofactor > 1


def clearing_members(curve: Curve) -> str:
    """Those of a domain."""
    row = f"{curve.name}_clearing" if clears(curve) else "NULL"
    values = f"    {row},\n    {int(curve.clearing < 0)},\n"
    return f"#if WHIT_HASH_TO_CURVE && WHIT_COFACTORS_OF_SIZE\n{values}#endif\n"


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
        "#if WHIT_ENDOMORPHISMS_OF_SIZE",
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
        "#if !WHIT_ENDOMORPHISM_ALONE",
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
    return f"static const limb {name}[] WHIT_ROM = {{\n{limbs}\n}};\n"


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
        "#if WHIT_FIELD_KERNELS && defined(WHIT_AMALGAMATION) && WHIT_CURVES_OF_SIZE == 1",
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


def map_constants(curve: Curve, layout: Layout) -> list[str]:
    """Those of struct whit_map."""
    if curve.mapping is None:
        return []
    values = maps.constants(curve.mapping, curve.p, curve.a, curve.b)
    limbs = ",\n".join(
        fill(limb_list(value * layout.radix % curve.p, layout.field), "    ") for value in values
    )
    return [
        "#if WHIT_HASH_TO_CURVE",
        f"static const limb {curve.name}_map[] WHIT_ROM = {{",
        limbs,
        "};",
        "#endif",
        "",
    ]


# The most that its programs can name.
COMPACT_LIMBS = 32


LINES = "(WHIT_LADDER && WHIT_LEAST != 2)"  # a build that asks for that ladder


def compact_widths(curve: Curve) -> tuple[int, ...]:
    """The limb widths with which src/group/compact.inc serves a curve that a build has alone of its
    size; none for most."""
    full = curve.field_size == curve.p.bit_length() == curve.order.bit_length()
    plain = curve.cofactor == 1 and curve.worked.a in (0, curve.p - 3)
    if not full or not plain or curve.field_size % 32 != 0:
        return ()
    return tuple(
        width
        for width in LIMB_WIDTHS
        if curve.field_size % width == 0 and curve.field_size // width <= COMPACT_LIMBS
    )


def has_lines(curve: Curve) -> bool:
    """Whether the ladder of programs/lines.txt serves a curve that byte code serves: its text says
    why for these orders."""
    high = 4 * curve.order > 3 << curve.p.bit_length()
    return high and curve.twist is None and curve.worked.a == curve.p - 3


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
        chosen = "#if WHIT_LEAST || WHIT_AT_SIZE(WHIT_COMPACT_ANY_)"
        return [chosen, any_prime, "#else", own, "#endif"]

    text = scaled(curve.worked.b, -2)
    more = "," if curve.twist else ""
    text += [f"{prime},", "#if WHIT_AT_SIZE(WHIT_COMPACT_INVERSE_)", f"{other},"]
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
        "#if WHIT_COMPACT",
        f"static const limb {curve.name}_constants[] = {{",
        *text,
        "};",
        "",
        "/* ECDH alone has no use for it. */",
        "#if WHIT_LEAST != 2 || WHIT_COMPACT_A_ZERO",
        f"static const uint8_t {curve.name}_base_point[] = {{\n{listed}\n}};",
        "#endif",
        "#endif",
        "",
    ]


def apart_condition(found: list[Layout]) -> str:
    """Which builds of these layouts have the combs of names in _apart: those whose program memory
    is not data memory, with limbs as such processors have them. Others have no such table."""
    having = [layout for layout in found if 8 in layout.widths]
    if len(having) == len(found):
        return "WHIT_ROM_APART"
    return f"WHIT_ROM_APART && ({having[0].condition})" if having else ""


def profiles_of(curve: Curve) -> dict[Comb, list[str]]:
    """The shapes of its combs, and which profiles have them."""
    found: dict[Comb, list[str]] = {}
    for profile, comb in curve.combs.items():
        found.setdefault(comb, []).append(profile)
    return found


def combs(curve: Curve, layout: Layout, name: str) -> list[str]:
    """The base-point tables."""
    lines = []
    apart = apart_condition([layout])
    for comb, profiles in profiles_of(curve).items():
        if apart or not all(profile.endswith("_apart") for profile in profiles):
            lines += [
                f"#if {profile_condition(profiles, curve.combs, apart)}",
                table(name, curve, curve.worked.comb_table(comb), layout).rstrip(),
                "#endif",
                "",
            ]
    return lines


def combs_source(curve: Curve, widths: tuple[int, ...]) -> str:
    """generated/curve/<name>_combs.inc: those of a curve and who computes on it, as WHIT_COMB."""
    lines = [NOTICE.rstrip(), f"/* The combs of {curve.name}, and of curves that compute on it. */"]
    found = layouts(curve, widths)
    for layout in found:
        tables = combs(curve, layout, "WHIT_COMB")
        lines += [f"#if {layout.condition}", "", *tables, "#endif"] if len(found) > 1 else tables
    return "\n".join([*lines, ""])


def size_macros(curve: Curve) -> list[str]:
    """The size that the conditions of a curve's objects ask about."""
    values = {"WHIT_SIZE": curve.size, "WHIT_FIELD_SIZE": curve.field_size}
    return [f"#undef {name}\n#define {name} {value}" for name, value in values.items()]


def curve_source(curve: Curve, widths: tuple[int, ...], shares_combs: bool) -> str:
    """generated/curve/<name>.c: the domain and, apart from it, the base-point comb, apart
    if another curve has the same."""
    lines = [
        NOTICE.rstrip(),
        f"/* {curve.name}: {'; '.join(curve.sources)}. */",
        f'#include "generated/instance/size_{curve.size}.h"',
        f"#include <whit/{curve.name}.h>",
        "",
        f"#if WHIT_HAS({curve.name})",
        "",
        *size_macros(curve),
        "",
    ]
    found = layouts(curve, widths)
    for layout in found:
        if len(found) > 1:
            lines += [f"#if {layout.condition}", ""]
        lines.append(domain(curve, layout))
        if not shares_combs:
            lines += combs(curve, layout, f"{curve.name}_comb")
        lines += multiples(curve, layout) + map_constants(curve, layout)
        if set(layout.widths) & set(compact_widths(curve)):
            lines += compact(curve, layout)
        if len(found) > 1:
            lines += ["#endif", ""]
    if shares_combs:
        lines += [
            f"#define WHIT_COMB {curve.name}_comb",
            f'#include "generated/curve/{curve.worked.name}_combs.inc"',
            "#undef WHIT_COMB",
            "",
        ]
    found_by = (
        f"const whit_curve whit_{curve.name} = {{{curve.size}, {curve.security_bits}, "
        f"{-(-curve.p.bit_length() // 8)}, {-(-curve.order.bit_length() // 8)}, "
    )
    if compact_widths(curve):
        # All that would follow the pointer knows the object.
        lines += ["#if WHIT_COMPACT", f"{found_by}NULL}};", "#else"]
    lines.append(f"{found_by}&{curve.name}_domain}};")
    lines += ["#endif", ""] if compact_widths(curve) else [""]
    if curve.oid:
        octets = ", ".join(f"0x{octet:02x}" for octet in curve.oid_octets)
        lines += [
            f"const whit_oid whit_{curve.name}_oid = {{{len(curve.oid_octets)}, {{{octets}}}}};",
            "",
        ]
    if curve.mapping:
        size, degree = curve.mapping.element_bytes(curve.p), curve.mapping.degree
        lines += [
            "#if WHIT_HASH_TO_CURVE",
            f"const whit_map whit_{curve.name}_map = {{{size}, {degree}, {curve.name}_map}};",
            "#endif",
            "",
        ]
    lines += [
        "#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small",
        f"const whit_base whit_{curve.name}_base = {{0, 0, 0, NULL}};",
    ]
    # Those of builds with less room come before the others of their profile.
    apart = apart_condition(found)
    shapes = profiles_of(curve).items()
    for comb, profiles in sorted(shapes, key=lambda item: not item[1][0].endswith("_apart")):
        lines += [
            f"#elif {profile_condition(profiles, apart=apart)}",
            f"const whit_base whit_{curve.name}_base = {{{comb.teeth}, {comb.blocks}, "
            f"{comb.spacing(curve.order.bit_length())}, {curve.name}_comb}};",
        ]
    return "\n".join([*lines, "#endif", "", "#endif", ""])
