# SPDX-License-Identifier: MIT
"""The text of the files that tools/curves generates."""

from __future__ import annotations

from tools.curves.forms import FormCurve
from tools.curves.schemes import Scheme, bodies_of
from tools.curves.text import NOTICE
from tools.curves.weierstrass import Curve


def field_condition(size: int, curves: list[Curve], others: list[FormCurve]) -> str:
    """Whether a build has a curve whose field or order has this size."""
    tags = sorted({c.size for c in curves if size in (c.field_size, c.scalar_size)})
    questions = [f"WHIT_USES_SIZE({tag})" for tag in tags]
    if any(size in curve.field_sizes for curve in others):
        questions.append(f"WHIT_USES_LADDER({size})")
    return " || ".join(questions)


def field_declaration(size: int, curves: list[Curve], others: list[FormCurve]) -> str:
    """src/generated/instance/field_<bits>.h: the field template declared once at one size."""
    guard = f"WHIT_INSTANCE_FIELD_{size}_H"
    return (
        f'{NOTICE}#ifndef {guard}\n#define {guard}\n\n#include "generated/curve/sizes.h"\n'
        f'#include "generated/instance/names.h"\n\n'
        f"#if {field_condition(size, curves, others)}\n#undef WHIT_FIELD_SIZE\n"
        f'#define WHIT_FIELD_SIZE {size}\n#include "field/field.h"\n#endif\n\n#endif\n'
    )


def field_source(size: int, curves: list[Curve], others: list[FormCurve]) -> str:
    """src/generated/instance/field_<bits>.c: the bodies of the field template at one size."""
    return (
        f'{NOTICE}#include "generated/instance/field_{size}.h"\n\n'
        f"#if {field_condition(size, curves, others)}\n"
        f"#undef WHIT_FIELD_SIZE\n#define WHIT_FIELD_SIZE {size}\n"
        f'#include "field/field.inc"\n#include "field/field_steps.inc"\n#endif\n'
    )


def size_macros(curve: Curve) -> str:
    """The configuration of one size: its tag, and the bits of coordinates and of scalars."""
    values = {
        "WHIT_SIZE": curve.size,
        "WHIT_FIELD_SIZE": curve.field_size,
        "WHIT_SCALAR_SIZE": curve.scalar_size,
    }
    return "\n".join(f"#undef {name}\n#define {name} {value}" for name, value in values.items())


def size_declaration(curve: Curve) -> str:
    """src/generated/instance/size_<tag>.h: group and schemes declared once at one size."""
    guard = f"WHIT_INSTANCE_SIZE_{curve.size}_H"
    fields = "\n".join(
        f'#include "generated/instance/field_{size}.h"'
        for size in sorted({curve.field_size, curve.scalar_size})
    )
    return (
        f"{NOTICE}#ifndef {guard}\n#define {guard}\n\n{fields}\n"
        '#include "generated/group/bytecode.h"\n#include "group/size.h"\n'
        '#include "scheme/ecdsa/hardened.h"\n#include "scheme/ecpv/parts.h"\n'
        '#include "scheme/point/object.h"\n\n'
        f"#if WHIT_USES_SIZE({curve.size})\n{size_macros(curve)}\n"
        '#include "group/weierstrass.h"\n#include "scheme/scheme.h"\n#endif\n\n#endif\n'
    )


def size_source(curve: Curve, schemes: list[Scheme]) -> str:
    """src/generated/instance/size_<tag>.c: the bodies of group and schemes at one size."""
    bodies = "\n".join(
        f'#include "{name}.inc"'
        for name in (
            "generated/group/weierstrass_formulas",
            "group/weierstrass",
            "group/weierstrass_multiply",
            "group/weierstrass_base",
            "group/weierstrass_vartime",
            "group/weierstrass_comb",
            "group/weierstrass_lanes",
            "group/weierstrass_endomorphism",
            "group/weierstrass_steps",
            "group/weierstrass_bytes",
            "group/weierstrass_map",
            "group/weierstrass_svdw",
            "group/weierstrass_hash",
            "group/compact",
            "generated/group/bytecode_points",
            "group/compact_tasks",
            "scheme/scheme",
            "generated/scheme/bytecode_programs",
            "scheme/compact",
            "scheme/compact_key",
            *bodies_of(schemes),
        )
    )
    return (
        f'{NOTICE}#include "generated/instance/size_{curve.size}.h"\n'
        "#include <whit/der.h>\n#include <whit/sized.h>\n"
        '#include "generated/instance/public.h"\n\n'
        f"#if WHIT_USES_SIZE({curve.size})\n"
        f"{size_macros(curve)}\n{bodies}\n#endif\n"
    )
