# SPDX-License-Identifier: MIT
"""The text of a curve's own header, include/whit/<name>.h."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Collection
from itertools import groupby

from tools.curves.form_schemes import FormScheme
from tools.curves.schemes import (
    ANSWER,
    NEEDS,
    Function,
    Parameter,
    Scheme,
    Size,
    answered,
    functions_of,
    headers_of,
    listed,
    sizes_of,
    types_of,
)
from tools.curves.text import LINKAGE_CLOSES, LINKAGE_OPENS, NOTICE, comment, wrap
from tools.curves.weierstrass import HASHES, Curve

RECOVERY_BITS = 6  # as in src/scheme/scheme.h
STEPS = {"steps": "&steps->steps", "steps_length": "sizeof *steps"}
SIZE_WORD = re.compile(r"\b(?:field|order)\b")
OBJECT = re.compile(r"^((?:const )?)whit_(\w+) \*$")
FILLED = ("curve", "base", "map", "hash", "steps_length")


def holds(curve: Curve, need: str) -> bool:
    """Whether a curve has what functions may need."""
    excess = curve.p.bit_length() - curve.order.bit_length()
    return {
        "ecdsa": curve.ecdsa,
        "recovery": curve.ecdsa and excess <= RECOVERY_BITS,
        "cofactor": curve.cofactor > 1,
        "map": curve.mapping is not None,
    }[need]


def has(curve: Curve, function: Function) -> bool:
    """Whether a curve's header has a function."""
    return all(holds(curve, need) for need in function.needs)


def answered_by(curve: Curve, schemes: list[Scheme]) -> list[tuple[Scheme, tuple[str, ...]]]:
    """The schemes of which a curve has known answers, with their values."""
    return [each for each in answered(schemes) if all(holds(curve, need) for need in each[0].needs)]


def object_of(parameter: Parameter, types: Collection[str]) -> re.Match[str] | None:
    """Of a pointer to an object of a curve, what it is qualified by and the object's name."""
    found = OBJECT.match(parameter.type)
    return found if found and found[2] in types else None


def passed(
    function: Function,
    filled: dict[str, str],
    types: Collection[str],
    macro: Callable[[Size], str],
) -> list[str]:
    """What a function of a curve's header passes on: the curve's objects, the lengths of buffers
    that have one, and else its parameters."""
    arguments = []
    for parameter in function.parameters:
        buffer = parameter.name.removesuffix("_length")
        if buffer != parameter.name and buffer in function.sizes:
            arguments.append(macro(function.sizes[buffer]))
        elif answer := ANSWER.search(parameter.type):
            arguments.append(filled["known answer"].format(answer[1]))
        elif object_of(parameter, types):
            arguments.append(f"({parameter.type}){parameter.name}")
        else:
            arguments.append((filled | STEPS).get(parameter.name, parameter.name))
    return arguments


def taken(function: Function, types: Collection[str], named: Callable[[str], str]) -> list[str]:
    """The parameters that are left to it; `named` is what types of the curve's are called."""
    filled = {*FILLED, *(f"{buffer}_length" for buffer in function.sizes)}

    def text(parameter: Parameter) -> str:
        if parameter.name == "steps":
            return f"{named('steps')} *steps"
        if found := object_of(parameter, types):
            return f"{found[1]}{named(found[2])} *{parameter.name}"
        return parameter.text

    return [
        text(parameter)
        for parameter in function.parameters
        if parameter.name not in filled and ANSWER.search(parameter.type) is None
    ]


def introduction(curve: Curve, schemes: list[Scheme]) -> list[str]:
    """What the header says of the curve."""
    name = curve.hash.upper().replace("SHA", "SHA-")
    filled = "curve and base-point table"
    if curve.ecdsa:
        filled = f"curve, base-point table and hash ({name})"
    text = f"{curve.name}: {'; '.join(curve.sources)}. {curve.security_bits}-bit security"
    text += ", too little for new designs." if curve.security_bits < 112 else "."
    if curve.cofactor.bit_length() > 16:
        text += f" Cofactor of {curve.cofactor.bit_length()} bits."
    elif curve.cofactor > 1:
        text += f" Cofactor {curve.cofactor}."
    wrapped = textwrap.wrap(text, 84)
    wrapped += [
        "",
        *textwrap.wrap(
            f"The functions of {listed(headers_of(schemes))} with "
            f"{filled} filled in; their contracts are there. Buffers have the sizes below. Byte "
            "order: big-endian. What a program does not call is not linked.",
            84,
        ),
    ]
    lines = [f" * {line}".rstrip() for line in wrapped]
    return ["/*" + lines[0][2:], *lines[1:-1], lines[-1] + " */"]


def curve_header(curve: Curve, schemes: list[Scheme], spelled_out: bool) -> str:
    """include/whit/<name>.h: sizes, objects, and the functions with the curve filled in: written
    out, or included."""
    field = -(-curve.p.bit_length() // 8)
    order = -(-curve.order.bit_length() // 8)
    upper = curve.name.upper()
    lines = [NOTICE.rstrip(), *introduction(curve, schemes)]
    lines += [
        f"#ifndef WHIT_{upper}_H",
        f"#define WHIT_{upper}_H",
        "",
        "#include <whit/der.h>",
        "#include <whit/hash.h>",
        "#include <whit/sized.h>",
        "",
        *LINKAGE_OPENS,
        "",
        *(
            f"#define WHIT_{upper}_{name}_BYTES {size.of(field, order)}"
            for name, size in sizes_of(schemes).items()
        ),
        f"#define WHIT_{upper}_STEPS_BYTES "
        f"WHIT_STEPS_BYTES({curve.field_size}, {curve.scalar_size})",
        "",
        "/* The context of an operation in steps: whit/steps.h. */",
        f"typedef union whit_{curve.name}_steps {{",
        "    whit_steps steps;",
        f"    uint64_t room[WHIT_{upper}_STEPS_BYTES / 8];",
        f"}} whit_{curve.name}_steps;",
        "",
        *objects(curve, schemes),
        f"extern const whit_curve whit_{curve.name};",
        f"extern const whit_base whit_{curve.name}_base;",
    ]
    if curve.oid:
        lines.append(f"extern const whit_oid whit_{curve.name}_oid; /* {curve.oid} */")
    if curve.mapping:
        suite = curve.mapping.suite
        lines += [
            f"extern const whit_map whit_{curve.name}_map;",
            "",
            "/* The suites of whit/hash_to_curve.h. [RFC 9380, 8] */",
            f'#define WHIT_{upper}_HASH_TO_CURVE "{suite}RO_"',
            f'#define WHIT_{upper}_ENCODE_TO_CURVE "{suite}NU_"',
            "",
        ]
    lines += [
        f"extern const whit_{scheme.name}_answer whit_{curve.name}_{scheme.name}_answer;"
        for scheme, _ in answered_by(curve, schemes)
    ]
    functions = spelled(curve, schemes) if spelled_out else included(curve)
    return "\n".join([*lines, *functions, "", *LINKAGE_CLOSES, "", "#endif", ""])


def objects(curve: Curve, schemes: list[Scheme]) -> list[str]:
    """The types of objects whose fields are private."""
    sizes = {"field": str(curve.field_size), "order": str(curve.scalar_size)}
    lines = []
    for name, count in types_of(schemes).items():
        lines += [
            f"typedef union whit_{curve.name}_{name} {{",
            f"    whit_{name} {name};",
            f"    WHIT_SPACE({SIZE_WORD.sub(lambda word: sizes[word[0]], count)}) space;",
            f"}} whit_{curve.name}_{name};",
            "",
        ]
    return ["/* Objects of whit/point.h. */", *lines] if lines else []


def spelled(curve: Curve, schemes: list[Scheme]) -> list[str]:
    """The functions of a curve, written out."""
    name, upper = curve.name, curve.name.upper()
    filled = {"curve": f"&whit_{name}", "base": f"&whit_{name}_base", "hash": f"&whit_{curve.hash}"}
    filled |= {"map": f"&whit_{name}_map", "known answer": f"&whit_{name}_{{}}_answer"}
    types = types_of(schemes)
    lines = []
    for function in functions_of(schemes):
        if not has(curve, function):
            continue
        guarded = HASHES[curve.hash] > 256 and function.hashes
        lines += [
            "",
            *(["#if WHIT_HASH_LIMIT > 256"] if guarded else []),
            *definition(
                f"whit_{name}_{function.name}",
                f"{function.calls}_{curve.size}",
                taken(function, types, lambda what: f"whit_{name}_{what}"),
                passed(function, filled, types, lambda size: f"WHIT_{upper}_{size.name}_BYTES"),
            ),
            *(["#endif"] if guarded else []),
        ]
    return lines


def definition(name: str, calls: str, parameters: list[str], arguments: list[str]) -> list[str]:
    return [
        wrap(f"static inline whit_status {name}", parameters or ["void"], ""),
        "{",
        wrap(f"    return {calls}", arguments, ";"),
        "}",
    ]


def included(curve: Curve) -> list[str]:
    """What whit/functions.h asks of the header that includes it, and its inclusion."""
    name = curve.name
    return [
        "",
        f"/* The functions whit_{name}_..., as whit/functions.h lists them. */",
        f"#define WHIT_MY(what) whit_{name}_##what",
        f"#define WHIT_MY_BYTES(what) WHIT_{name.upper()}_##what##_BYTES",
        f"#define WHIT_MY_SIZE(function) function##_{curve.size}",
        f"#define WHIT_MY_CURVE whit_{name}",
        f"#define WHIT_MY_HASH whit_{curve.hash}",
        f"#define WHIT_MY_HAS_hash (WHIT_HASH_LIMIT >= {HASHES[curve.hash]})",
        *(f"#define WHIT_MY_HAS_{need} {int(holds(curve, need))}" for need in NEEDS if need),
        "#define WHIT_MY_HAS(need) WHIT_MY_HAS_##need",
        "#include <whit/functions.h>",
    ]


def condition(function: Function) -> list[str]:
    """When a curve and a build have a function."""
    needs = [*function.needs, *(["hash"] if function.hashes else [])]
    return [f"WHIT_MY_HAS({need})" for need in needs]


def functions_header(schemes: list[Scheme]) -> str:
    """include/whit/functions.h: a curve's functions, for the curve that its header defines."""
    filled = {"curve": "&WHIT_MY_CURVE", "base": "&WHIT_MY(base)", "hash": "&WHIT_MY_HASH"}
    filled |= {"map": "&WHIT_MY(map)", "known answer": "&WHIT_MY({}_answer)"}
    types = types_of(schemes)
    about = (
        "The functions of a curve's header, which includes this file and has no others. WHIT_MY(x) "
        "is whit_<curve>_x, such as whit_secp256r1_sign, and calls the function named in it for "
        "curves of its size, with its objects and the lengths of its buffers. Contracts stand in "
        f"{listed(headers_of(schemes))}."
    )
    lines = [NOTICE.rstrip(), comment(about)]
    for conditions, group in groupby(functions_of(schemes), condition):
        lines += ["", f"#if {' && '.join(conditions)}"] if conditions else []
        for function in group:
            lines += [
                "",
                *definition(
                    f"WHIT_MY({function.name})",
                    f"WHIT_MY_SIZE({function.calls})",
                    taken(function, types, "WHIT_MY({})".format),
                    passed(function, filled, types, lambda size: f"WHIT_MY_BYTES({size.name})"),
                ),
            ]
        lines += ["", "#endif"] if conditions else []
    macros = ["", "_BYTES", "_SIZE", "_CURVE", "_HASH", "_HAS", "_HAS_hash"]
    macros = [f"WHIT_MY{macro}" for macro in macros]
    macros += [f"WHIT_MY_HAS_{need}" for need in NEEDS if need]
    return "\n".join([*lines, "", *(f"#undef {macro}" for macro in macros), ""])


WRAPPED = """\
/* The functions of a curve's C header, for whit.hpp. One is looked for when it is called, so that a
 * curve may have fewer. */
#ifndef WHIT_CPP_FUNCTIONS_H
#define WHIT_CPP_FUNCTIONS_H

#define WHIT_CPP_FUNCTION(name, verb)                                                      \\
    template <class... Arguments> static whit_status verb(Arguments... arguments) noexcept \\
    {                                                                                      \\
        return whit_##name##_##verb(arguments...);                                         \\
    }

"""


def wrapped_functions(schemes: list[Scheme], form_schemes: list[FormScheme]) -> str:
    """include/whit/functions.hpp: each of them in a macro, and in macros of their own those of a
    scheme that has arrangements."""
    macros = {"FUNCTIONS": [each.name for each in functions_of(schemes)]}
    for scheme in form_schemes:
        if scheme.arrangements:
            name = scheme.name.upper()
            macros[f"{name}_FUNCTIONS"], macros[f"{name}_ARRANGED"] = scheme.functions()
    made = []
    for macro, names in macros.items():
        lines = [f"    WHIT_CPP_FUNCTION(name, {each})" for each in names]
        made.append(" \\\n".join([f"#define WHIT_CPP_{macro}(name)", *lines]))
    text = "\n\n".join(made)
    return f"{NOTICE}{WRAPPED}{text}\n\n#endif\n"
