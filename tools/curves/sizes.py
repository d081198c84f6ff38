# SPDX-License-Identifier: MIT
"""src/generated/curve/sizes.h: which curves a build has, and how many each size serves."""

from tools.curves.build_facts import KERNELS, has_byte_code
from tools.curves.endomorphism import find
from tools.curves.forms import FormCurve
from tools.curves.objects import LINES, compact_widths, has_lines, has_multiples_in_balanced
from tools.curves.primes import LIMB_WIDTHS, REDUCTIONS
from tools.curves.text import NOTICE, profile_condition
from tools.curves.weierstrass import Curve


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
        f"#if defined(WHIT_AMALGAMATION) && WHIT_USES_SIZE({size}) == 1",
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
    # With limbs of 8 bits the bodies of other profiles have kernels, the bytecode none.
    wide = " || ".join(f"WHIT_LIMB_BITS == {width}" for width in every[0] if width >= 32)
    others = [f"WHIT_LIMB_BITS != {width}" for width in LIMB_WIDTHS if width not in every[0]]
    portable = " && ".join(["WHIT_PORTABLE", *others])
    portable = f"({portable})" if others else portable
    lines = [
        f"#if {profile_condition(['small'])}",
        "#if defined(WHIT_AMALGAMATION) && !WHIT_STEPS && "
        f"WHIT_USES_SIZE({size}) == 1 && \\\n    ({wide} || {portable})",
    ]
    for curve in served:
        lines += [
            f"#if WHIT_HAS({curve.name})",
            f"#define WHIT_COMPACT_{size} 1",
            f"#define WHIT_COMPACT_A_ZERO_{size} {int(curve.worked.a == 0)}",
            f"#define WHIT_COMPACT_TWISTED_{size} {int(curve.twist is not None)}",
            f"#define WHIT_COMPACT_LINES_{size} {LINES if has_lines(curve) else 0}",
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


def named(curve: Curve | FormCurve) -> list[str]:
    """Whether a build has a curve: by its name, in a list of names, or as one of all. A build that
    has an Edwards curve has the Montgomery curve of its keys; one that has this has the other where
    it makes public keys there."""
    strong = f"({curve.security_bits} >= WHIT_MINIMUM_SECURITY)"
    lines = [
        f"#define WHIT_NAMED_{curve.name}_{curve.name} {strong}",
        f"#define WHIT_NAMED_{curve.name}_all {strong}",
        f"#define WHIT_LISTED_{curve.name}_{curve.name} 1",
    ]
    if isinstance(curve, FormCurve) and curve.edwards:
        lines.append(f"#define WHIT_NAMED_{curve.name}_{curve.edwards} {strong}")
        there = "(WHIT_X_COMB || WHIT_HASH_TO_CURVE)" if curve.mapping else "WHIT_X_COMB"
        other = f"({there} && WHIT_NAMED_{curve.edwards}_{curve.edwards})"
        lines.append(f"#define WHIT_NAMED_{curve.edwards}_{curve.name} {other}")
    return lines


# What a build has of a size: curves in short Weierstrass form, and those in other forms whose
# arithmetic takes that field, or keeps coordinates of it plain.
QUESTIONS = [
    f"#define WHIT_USES_{what}(size) WHIT_USES_{what}_##size"
    for what in ("SIZE", "LADDER", "PLAIN")
]


def field_users(curves: list[FormCurve]) -> list[str]:
    """The sizes of field that curves in other forms take."""
    lines = []
    for size in sorted({size for curve in curves for size in curve.field_sizes}):
        users = [c.name for c in curves if size in c.field_sizes]
        lines.append(f"#define WHIT_USES_LADDER_{size} ({any_of(users)})")
        own = [c for c in curves if c.field_size == size]
        if plain := [c.name for c in own if REDUCTIONS[c.reduction].plain]:
            lines.append(f"#define WHIT_USES_PLAIN_{size} ({any_of(plain)})")
    return lines


def too_weak(bits: int, names: list[str]) -> list[str]:
    """What stops a build that asks by name for a curve of less security than its least."""
    lines = ["", f"#if {bits} < WHIT_MINIMUM_SECURITY"]
    for name in names:
        lines += [
            f"#if WHIT_LISTS({name})",
            f'#error "{name} has {bits}-bit security, less than WHIT_MINIMUM_SECURITY"',
            "#endif",
        ]
    return [*lines, "#endif"]


def maps_of(curves: list[Curve]) -> str:
    """The maps of a build: bits as src/group/size.h has them."""
    mapped = [(curve.name, curve.mapping) for curve in curves if curve.mapping]
    bits = {
        1: [name for name, mapping in mapped if not mapping.by_svdw],
        2: [name for name, mapping in mapped if mapping.by_svdw],
        4: [name for name, mapping in mapped if mapping.first.isogeny],
    }
    return " + ".join(f"({any_of(names)}) * {bit}" for bit, names in bits.items() if names) or "0"


def of_size(size: int, curves: list[Curve]) -> list[str]:
    """How many curves of a size a build has, what they need, and the objects of an only one."""
    users = [c.name for c in curves]
    count = " + ".join(f"WHIT_HAS({name})" for name in users)
    needs = {
        "COFACTORS": [c.name for c in curves if c.cofactor > 1],
        "ROOTS": [c.name for c in curves if c.two_adicity > 1],
        "TWISTS": [c.name for c in curves if c.twist],
        "MULTIPLES": [c.name for c in curves if has_multiples_in_balanced(c)],
    }
    lines = ["", f"#define WHIT_USES_SIZE_{size} ({count})"]
    lines += [
        f"#define WHIT_{need}_OF_SIZE_{size} ({any_of(names)})" for need, names in needs.items()
    ]
    lines.append(f"#define WHIT_MAPS_OF_SIZE_{size} ({maps_of(curves)})")
    lines += endomorphism_macros(size, [c.name for c in curves if find(c)])
    for name in users:
        lines += [
            f"#if WHIT_USES_SIZE({size}) == 1 && WHIT_HAS({name})",
            f"#define WHIT_ONLY_DOMAIN_{size} {name}_domain",
            f"#define WHIT_ONLY_BASE_{size} whit_{name}_base",
            f"#define WHIT_ONLY_MULTIPLES_{size} {name}_multiples",
            f"#define WHIT_ONLY_ENDOMORPHISM_{size} {name}_endomorphism",
            "#endif",
        ]
    return lines + compact_macros(size, curves)


def field_sizes(curves: list[Curve], others: list[FormCurve]) -> list[int]:
    """Those of coordinates and scalars."""
    sizes = {size for curve in curves for size in (curve.field_size, curve.scalar_size)}
    return sorted(sizes | {size for other in others for size in other.field_sizes})


def sizes_header(curves: list[Curve], others: list[FormCurve]) -> str:
    """generated/curve/sizes.h: the answers to WHIT_HAS, and how many curves each size serves."""
    every: list[Curve | FormCurve] = [*curves, *others]
    lines = [NOTICE + "#ifndef WHIT_CURVE_SIZES_H", "#define WHIT_CURVE_SIZES_H", ""]
    lines += [
        '#include "base/config.h"',
        "",
        *QUESTIONS,
        "",
        *known_curves([curve.name for curve in every]),
    ]
    for curve in every:
        lines += named(curve)
    lines += field_users(others)
    for bits in sorted({curve.security_bits for curve in every}):
        lines += too_weak(bits, [c.name for c in every if c.security_bits == bits])
    for size in sorted({curve.size for curve in curves}):
        lines += of_size(size, [c for c in curves if c.size == size])
    lines += [
        "",
        "/* The sizes of field; src/generated/native/<instruction set>/plan.h says which. */",
    ]
    lines += [f"#define WHIT_KERNELS_{size} 0" for size in field_sizes(curves, others)]
    lines += [
        "",
        f"#if !({any_of([c.name for c in every])})",
        '#error "WHIT_CURVES and WHIT_MINIMUM_SECURITY leave no curve in this build"',
        "#endif",
    ]
    return "\n".join([*lines, "", "#endif", ""])
