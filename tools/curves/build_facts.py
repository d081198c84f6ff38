# SPDX-License-Identifier: MIT
"""generated/curve/primes.h: which kernels a build can take, by the primes of its curves.

Which curves have a prime, how it is reduced at a limb width, and what else is of its size, is known
here alone. The library's sources name primes, and ask; they name no curve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tools.curves.forms import FormCurve
from tools.curves.primes import LIMB_WIDTHS, PRIMES, REDUCTIONS
from tools.curves.text import NOTICE
from tools.curves.weierstrass import Curve

WORD = 2**32 - 1

SEEN = "defined(WHIT_AMALGAMATION)"  # the compiler sees which curves there are
TEXT = """\
/* Which primes the curves of a build have, and how these are reduced at its limb width: what
 * decides which kernels it can take. Each is 0, or not 0 where it is true of the build:
 *
 * WHIT_USES_p256          a curve has that prime and the reduction by which kernels know it; of
 *                         p448 and p25519 in Montgomery or Edwards form, else in short Weierstrass
 *                         form
 * WHIT_SIGNS_p448         one in Edwards form with signatures has
 * WHIT_SOLE_k256          a curve has that prime, and its reduction, for many, no other
 * WHIT_USES_FIELD_256     coordinates of a curve in short Weierstrass form have that size
 * WHIT_PLAIN_FIELD_256    coordinates of that size are kept plain, R = 1, not in Montgomery form
 * WHIT_PAIRS_FIELD_256    a curve for pairings has coordinates of that size
 * WHIT_SCALARS_ALONE_256  of that size nothing is multiplied but scalars of Edwards curves, and
 *                         coordinates modulo 2^255 - 19, which have arithmetic of their own
 * WHIT_ALONE_p256         there is one curve, which the compiler sees: that prime, a = -3, no
 *                         cofactor
 * WHIT_ALONE_p25519       there are an Edwards curve with signatures over that prime, which the
 *                         compiler sees, and the Montgomery curve of its keys */
"""


@dataclass(frozen=True)
class Kernel:
    """What tells kernels for a prime that a modulus is theirs, the reduction or that and the length
    of the prime; and which curves they are for, in short Weierstrass form or in the other forms.
    Byte code with kernels for the prime is for y^2 = x^3 + a x + b with this a, where one is
    named."""

    reduction: str
    by_length: bool = False
    others: bool = False
    a: int | None = None


KERNELS = {
    "p192": Kernel("p192"),
    "p224": Kernel("p224"),
    "p256": Kernel("p256", a=-3),
    "k256": Kernel("koblitz", a=0),
    "p384": Kernel("p384"),
    "p521": Kernel("crandall", by_length=True),
    "p448": Kernel("p448", others=True),
    "p25519": Kernel("p25519", others=True),
}

# Where 1, a reduction for many primes is for this one.
MARKS = {"k256": ("WHIT_KOBLITZ_256", "WHIT_TAG_k256"), "p521": ("WHIT_TAG_p521",)}


def asked(curve: Curve | FormCurve, holds: Callable[[int], bool] = lambda width: True) -> str:
    """The question whether a build has a curve, at the limb widths where something holds."""
    widths = [width for width in LIMB_WIDTHS if holds(width)]
    if len(widths) == len(LIMB_WIDTHS):
        return f"WHIT_HAS({curve.name})"
    limbs = " || ".join(f"WHIT_LIMB_BITS == {width}" for width in widths)
    return f"(WHIT_HAS({curve.name}) && ({limbs}))" if widths else ""


def any_of(questions: Iterable[str]) -> str:
    return " || ".join(filter(None, questions)) or "0"


def together(curves: list[Curve], others: list[FormCurve]) -> list[Curve | FormCurve]:
    return [*curves, *others]


def reduced_by(curve: Curve | FormCurve, reduction: str) -> Callable[[int], bool]:
    """Whether the reduction may be the curve's at a limb width. The one that its file names counts
    at every width, what takes its place elsewhere where it does."""
    return lambda width: reduction in (curve.named_reduction, curve.reduction_at(width))


def users(name: str, curves: Iterable[Curve | FormCurve]) -> list[Curve | FormCurve]:
    """The curves whose modulus kernels for a prime take for theirs."""
    reduction = KERNELS[name].reduction
    return [c for c in curves if c.p == PRIMES[name] and c.named_reduction == reduction]


def of_prime(name: str, curves: list[Curve], others: list[FormCurve]) -> list[str]:
    """Whether a build has such a modulus, and none that kernels could not tell from it; and whether
    such a curve in Edwards form has signatures."""
    kernel = KERNELS[name]
    held = any_of(map(asked, users(name, others if kernel.others else curves)))
    bits = PRIMES[name].bit_length() if kernel.by_length else 0
    rest = [c for c in together(curves, others) if c.p != PRIMES[name]]
    like = [asked(c, reduced_by(c, kernel.reduction)) for c in rest if c.p.bit_length() == bits]
    alone = f"({held}) && !({any_of(like)})" if any(like) else held
    lines = [f"#define WHIT_USES_{name} ({alone})"]
    if kernel.others:
        signing = (asked(c) for c in others if c.signs and c in users(name, others))
        lines.append(f"#define WHIT_SIGNS_{name} ({any_of(signing)})")
    return lines


def of_reduction(name: str, curves: list[Curve], others: list[FormCurve]) -> list[str]:
    """Whether a reduction that is for many primes has this one alone."""
    reduction = KERNELS[name].reduction
    rest = [c for c in together(curves, others) if c.p != PRIMES[name]]
    found = any_of(asked(c, reduced_by(c, reduction)) for c in rest)
    return [f"#define WHIT_SOLE_{name} (WHIT_USES_{name} && !({found}))"]


def of_size(size: int, curves: list[Curve], others: list[FormCurve]) -> list[str]:
    """Whether coordinates in short Weierstrass form have it, and such of curves for pairings;
    whether any of it are kept plain; and whether none but scalars of Edwards curves and what has
    arithmetic of its own have it."""
    every = [c for c in together(curves, others) if c.field_size == size]
    plain = [c for c in every if REDUCTIONS[c.reduction].plain]
    short = [c for c in curves if c.field_size == size]
    lines = [
        f"#define WHIT_USES_FIELD_{size} ({any_of(map(asked, short))})",
        f"#define WHIT_PLAIN_FIELD_{size} ({any_of(map(asked, plain))})",
        f"#define WHIT_PAIRS_FIELD_{size} ({any_of(asked(c) for c in short if c.pairing)})",
    ]
    scalars = [c for c in others if c.form == "edwards" and c.scalar_size == size]
    near = users("p25519", others)
    rest = [c for c in every if c not in near]
    if any(c not in rest for c in scalars):
        lines.append(
            f"#define WHIT_SCALARS_ALONE_{size} \\\n"
            f"    (({any_of(map(asked, scalars))}) && !({any_of(map(asked, rest))}))"
        )
    return lines


def has_byte_code(name: str, curve: Curve) -> bool:
    """Whether a curve is what kernels for p256 or k256 take for such: they are made for
    its a, and take for the prime what has a limb of all ones in its lower half where that has."""
    a = KERNELS[name].a
    limbs = [(curve.p >> at & WORD, curve.order >> at & WORD) for at in range(0, 128, 32)]
    return (
        a is not None
        and curve in users(name, [curve])
        and (curve.a - a) % curve.p == 0
        and curve.twist is None
        and curve.cofactor == 1
        and curve.order.bit_length() == curve.p.bit_length()
        and all(p != WORD or n != WORD for p, n in limbs)
    )


def contradictions(curve: Curve | FormCurve, reduction: str) -> list[str]:
    """What stops a build that takes kernels for other moduli for this one, for whatever reason."""
    if not REDUCTIONS.get(reduction, REDUCTIONS["crandall"]).plain or reduction == "p25519":
        return []
    wrong: list[str] = []
    for name, marks in MARKS.items():
        if KERNELS[name].reduction == reduction and curve.p != PRIMES[name]:
            wrong += marks
    taken = "FIELD_KERNELS >= WHIT_KERNELS_MONTGOMERY"
    asks = " || \\\n    ".join([taken, *(f"(defined({each}) && {each})" for each in wrong)])
    return [f"#if {asks}", f'#error "{curve.name} is not what its kernels take it for"', "#endif"]


def answered(name: str, question: str) -> list[str]:
    """A long question, asked once."""
    return [f"#if {question}", f"#define {name} 1", "#else", f"#define {name} 0", "#endif"]


def alone(curves: list[Curve], others: list[FormCurve]) -> list[str]:
    """Whether the one curve of a build is one like secp256r1; and whether what a build has is one
    like ed25519, beside which there is the Montgomery curve of its keys, not asked for by name."""
    like = any_of(asked(c) for c in curves if has_byte_code("p256", c))
    count = " + ".join(map(asked, together(curves, others)))
    near = users("p25519", others)
    rest = [asked(c) for c in together(curves, others) if c not in near]
    rest += [f"WHIT_LISTS({c.name})" for c in others if c in near and not c.signs]
    return [
        *answered("WHIT_ALONE_p256", f"{SEEN} && ({like}) && {count} == 1"),
        *answered("WHIT_ALONE_p25519", f"{SEEN} && WHIT_SIGNS_PRIME(p25519) && !({any_of(rest)})"),
    ]


def lengths(curves: list[Curve], others: list[FormCurve]) -> list[str]:
    """Of numbers that a build's curves have, coordinates and scalars."""
    every = [(asked(c), {c.field_size, c.scalar_size}) for c in curves]
    every += [(asked(c), set(c.field_sizes)) for c in others]
    long = any_of(question for question, sizes in every if max(sizes) > 256)
    uneven = any_of(question for question, sizes in every if any(size % 128 for size in sizes))
    return [
        "/* 1 if some numbers have more than 256 bits; and 2 if some have a length that is not a",
        " * multiple of 128. */",
        f"#define WHIT_LENGTHS (({long}) + 2 * ({uneven}))",
    ]


def facts_header(curves: list[Curve], others: list[FormCurve]) -> str:
    sizes = {c.field_size for c in together(curves, others)}
    sizes |= {c.scalar_size for c in others if c.form == "edwards"}
    lines = [
        NOTICE.rstrip(),
        TEXT.rstrip(),
        "#ifndef WHIT_CURVE_PRIMES_H",
        "#define WHIT_CURVE_PRIMES_H",
        "",
        '#include "generated/curve/sizes.h"',
        "",
        "#define WHIT_USES_PRIME(name) WHIT_USES_##name",
        "#define WHIT_SIGNS_PRIME(name) WHIT_SIGNS_##name",
        "#define WHIT_SOLE_PRIME(name) WHIT_SOLE_##name",
        "#define WHIT_USES_FIELD(size) WHIT_USES_FIELD_##size",
        "#define WHIT_PLAIN_FIELD(size) WHIT_PLAIN_FIELD_##size",
        "#define WHIT_PAIRS_FIELD(size) WHIT_PAIRS_FIELD_##size",
        "",
    ]
    for name in KERNELS:
        lines += of_prime(name, curves, others)
    for name in MARKS:
        lines += of_reduction(name, curves, others)
    for size in sorted(sizes):
        lines += of_size(size, curves, others)
    lines += lengths(curves, others)
    return "\n".join([*lines, *alone(curves, others), "", "#endif", ""])
