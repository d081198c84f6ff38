# SPDX-License-Identifier: MIT
"""The functions that take a curve, at each size and for programs that choose when they run."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from itertools import groupby

from tools.curves.schemes import Function, Scheme, functions_of, headers_of, listed
from tools.curves.text import LINKAGE_CLOSES, LINKAGE_OPENS, NOTICE, comment, wrap


def continued(lines: Iterable[str]) -> str:
    """A macro of several lines."""
    *inner, last = "\n".join(lines).splitlines()
    return "\n".join([*(f"{line} \\" for line in inner), last])


def sized_header(sizes: list[int], schemes: list[Scheme], spelled_out: bool) -> str:
    """include/whit/sized.h: the functions that take a curve, one for each size; with each prototype
    by itself, or by a macro for a size."""
    prototypes = [
        (function.calls, [parameter.text for parameter in function.parameters])
        for function in functions_of(schemes)
    ]
    lines = [
        NOTICE.rstrip(),
        comment(
            f"The functions of {listed(headers_of(schemes))} for one size of curve each: the same "
            "contracts, and only the code of that size is linked. A curve's header calls these."
        ),
        "#ifndef WHIT_SIZED_H",
        "#define WHIT_SIZED_H",
        "",
        *(f"#include <whit/{header}>" for header in sorted(headers_of(schemes))),
        "",
        *LINKAGE_OPENS,
    ]
    if spelled_out:
        for size in sizes:
            lines.append("")
            lines += [wrap(f"whit_status {name}_{size}", taken, ";") for name, taken in prototypes]
    else:
        declared = [
            wrap(f"    whit_status {name}_##size", taken, ";") for name, taken in prototypes
        ]
        macro = continued(["#define WHIT_OF_SIZE(size)", *declared]).removesuffix(";")
        lines += ["", macro, "", *(f"WHIT_OF_SIZE({size});" for size in sizes)]
        lines += ["#undef WHIT_OF_SIZE"]
    return "\n".join([*lines, "", *LINKAGE_CLOSES, "", "#endif", ""])


# Of src/scheme/ecdsa/hardened.h.
HALVES = [f"const volatile hardened_arguments *{half}" for half in ("one", "other")]
SCHEME = "whit_ecdsa_"
STEPS, STEPS_OPTION = "whit_steps_", "WHIT_STEPS"


def hardened_declarations(functions: list[Function], sizes: list[int]) -> list[str]:
    """Those of the functions that a hardened one goes to."""
    names = [function.calls.removeprefix(SCHEME) for function in functions]
    declared = [wrap(f"    whit_status whit_scheme_##size##_{name}", HALVES, ";") for name in names]
    return [
        "#ifndef WHIT_AMALGAMATION",
        continued(["#define DECLARE(size)", *declared]).removesuffix(";"),
        *(f"DECLARE({size});" for size in sizes),
        "#endif",
        "",
    ]


def hardened(function: Function) -> list[str]:
    """A function that passes its caller's arguments on twice, each time as it was called."""
    inner = function.calls.removeprefix(SCHEME)
    return [
        f"whit_status {function.calls}({inner.upper()}_PARAMETERS)",
        "{",
        "    volatile hardened_arguments one, other;",
        f"    {inner.upper()}_TAKE(one);",
        f"    {inner.upper()}_TAKE(other);",
        "    (void)other.signature;",
        f"    CHOOSE(one.curve, whit_scheme_, _{inner}, (&one, &other))",
        "}",
        "",
    ]


def plain(function: Function) -> list[str]:
    """A function that passes on what it is given."""
    given = f"({', '.join(function.arguments)})"
    text = f"CHOOSE(curve, {function.calls}_, , {given})"
    return [
        wrap(f"whit_status {function.calls}", [each.text for each in function.parameters], ""),
        "{",
        textwrap.fill(text, 100, initial_indent=" " * 4, subsequent_indent=" " * 8),
        "}",
        "",
    ]


def choice(sizes: list[int]) -> list[str]:
    """CHOOSE: a switch with a case for every size that the build's curves have."""
    lines = []
    for size in sizes:
        lines += [
            f"#if WHIT_USES_SIZE({size})",
            f"#define CASE_{size}(before, after, given) \\",
            f"    case {size}: return before##{size}##after given;",
            "#else",
            f"#define CASE_{size}(before, after, given)",
            "#endif",
        ]
    chosen = [
        "#define CHOOSE(curve, before, after, given)",
        "    switch ((curve) == NULL ? 0 : (curve)->size) {",
        *(f"        CASE_{size}(before, after, given)" for size in sizes),
        "    default: return WHIT_ERROR_ARGUMENT;",
        "    }",
    ]
    return [
        "/* Call the function before_<size>_after of the curve's size. A build that has no size",
        " * refuses every curve. */",
        *lines,
        f"#if {' || '.join(f'WHIT_USES_SIZE({size})' for size in sizes) or 0}",
        continued(chosen),
        "#else",
        "#define CHOOSE(curve, before, after, given) return dispatch_none given;",
        "static whit_status dispatch_none(const volatile void *first, ...)",
        "{",
        "    (void)first;",
        "    return WHIT_ERROR_ARGUMENT;",
        "}",
        "#endif",
        "",
    ]


def options_of(function: Function) -> list[str]:
    """The options of builds that have a function."""
    options = [function.option] if function.option else []
    in_steps = function.calls.startswith(STEPS) and STEPS_OPTION not in options
    return [*options, STEPS_OPTION] if in_steps else options


def dispatch_source(sizes: list[int], schemes: list[Scheme]) -> str:
    """src/generated/scheme/dispatch.c: the generic functions, by the size of the curve they are
    given."""
    functions = functions_of(schemes)
    twice = [function for function in functions if function.twice]
    lines = [
        NOTICE.rstrip(),
        "/* For programs that choose their curve at run time: the sizes of the build's curves are",
        " * all linked, and none in a build that has curves of other forms alone. */",
        '#include "generated/curve/sizes.h"',
        '#include "group/curve.h"',
        '#include "scheme/ecdsa/hardened.h"',
        "#include <whit/sized.h>",
        "",
        *hardened_declarations(twice, sizes),
        *choice(sizes),
    ]
    for scheme in sorted(schemes, key=lambda scheme: scheme.option):
        for option, group in groupby(
            scheme.functions, lambda function: function.calls.startswith(STEPS)
        ):
            options = [scheme.option] if scheme.option else []
            if option and STEPS_OPTION not in options:
                options.append(STEPS_OPTION)
            lines += [f"#if {' && '.join(options)}", ""] if options else []
            for function in group:
                lines += hardened(function) if function.twice else plain(function)
            lines += ["#endif", ""] if options else []
    return "\n".join(lines)
