# SPDX-License-Identifier: MIT
"""Montgomery and Edwards curves: read and checked, and the C of each.

curves/montgomery/*.toml and curves/edwards/*.toml hold one curve each. Such a curve has an
instance of its own of the templates of group and scheme, in src/instance/<form>_<name>.c, where
its constants stand before the code. The public header of a standard's scheme is written by hand,
that of the others (tools/form_header.py) made.
"""

import itertools
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from build_facts import contradictions
from curve_templates import profile_condition
from curve_text import NOTICE, fill, limb_list, minus_inverse, modulus, rom_constant, rom_value
from primes import (
    LIMB_WIDTHS,
    PRIMES,
    REDUCTIONS,
    CurveError,
    element_bits,
    is_prime,
    memory_bits,
    reduction_at,
)

FORMS = ("montgomery", "edwards")
AGREEMENT = "ecdh"
NUMBERS = {
    "montgomery": ("p", "a", "gx", "gy", "order", "cofactor"),
    "edwards": ("p", "a", "d", "gx", "gy", "order", "cofactor"),
}

# Of Edwards curves by profile: teeth and blocks of the comb, and the odd multiples of the base
# point that verification has at hand.
COMBS = {"small": (2, 1), "balanced": (4, 2), "fast": (4, 8)}
# For key generation alone.
AGREEMENT_COMBS = {"small": (2, 1), "balanced": (4, 2), "fast": (4, 4)}
MULTIPLES = {"small": 1, "balanced": 4, "fast": 16}

# Of the two points that a program starts from.
PROGRAM_SPACING = 128

# Primes that kernels may know, by the name that these have for them.
PRIME_NAMES = {PRIMES["p25519"]: "curve25519", PRIMES["p448"]: "curve448"}

Point = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """Limb widths at which a curve's constants are the same bits."""

    field: int
    scalar: int
    reduction: str
    widths: tuple[int, ...]

    @property
    def condition(self) -> str:
        return " || ".join(f"WHIT_LIMB_BITS == {width}" for width in self.widths)


@dataclass(frozen=True)
class FormCurve:
    """y^2 = x^3 + a x^2 + x, or a x^2 + y^2 = 1 + d x^2 y^2 with a square a and a d that is none;
    the base point has an odd prime order, the cofactor is a power of two."""

    name: str
    sources: tuple[str, ...]
    form: str
    scheme: str
    security_bits: int
    reduction: str
    hash: str
    domain: str
    edwards: str  # the Edwards curve of a Montgomery curve, whose builds have both
    p: int
    a: int
    d: int
    g: Point
    order: int
    cofactor: int
    aliases: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether it is for the key agreement of scheme/agreement.inc, with a generated header."""
        return self.scheme == AGREEMENT

    @property
    def signs(self) -> bool:
        return self.form == "edwards" and not self.agrees

    @property
    def prime_name(self) -> str:
        """What kernels call its prime, if they know it and it is kept as they keep it."""
        return PRIME_NAMES.get(self.p, "none") if REDUCTIONS[self.reduction].plain else "none"

    @property
    def named_reduction(self) -> str:
        """The kernel that its modulus is to name."""
        return self.reduction if self.prime_name == "none" else self.prime_name

    def reduction_at(self, width: int) -> str:
        """The kernel that its modulus names with limbs of `width` bits."""
        found = reduction_at(self.reduction, self.p, width)
        return PRIME_NAMES.get(self.p, found) if REDUCTIONS[found].plain else found

    @property
    def header(self) -> str:
        return self.name if self.agrees else self.scheme

    @property
    def private_bytes(self) -> int:
        return -(-self.p.bit_length() // 8)

    @property
    def point_bytes(self) -> int:
        """Of an encoded point: its x, or its y and one bit."""
        return self.private_bytes if self.form == "montgomery" else self.p.bit_length() // 8 + 1

    @property
    def combs(self) -> dict[str, tuple[int, int]]:
        return AGREEMENT_COMBS if self.agrees else COMBS

    @property
    def a24(self) -> int:
        """(a - 2) / 4 of a Montgomery curve."""
        return (self.a - 2) * pow(4, -1, self.p) % self.p

    @property
    def field_size(self) -> int:
        return element_bits(self.p)

    @property
    def scalar_size(self) -> int:
        return element_bits(self.order)

    @property
    def field_sizes(self) -> tuple[int, ...]:
        """The field templates that it stands on."""
        if self.form == "montgomery":
            return (self.field_size,)
        return tuple(sorted({self.field_size, self.scalar_size}))

    @property
    def condition(self) -> str:
        """Whether a build has it."""
        limit = " && WHIT_HASH_LIMIT >= 512" if self.hash == "sha512" else ""
        return f"WHIT_HAS({self.name}){limit}"

    @property
    def two_adicity(self) -> int:
        """The s of p - 1 = q 2^s with q odd."""
        return ((self.p - 1) & (1 - self.p)).bit_length() - 1

    @property
    def root(self) -> int:
        """An element of order 2^s, which square roots start from."""
        base = next(z for z in range(2, self.p) if not is_square(z, self.p))
        return pow(base, (self.p - 1) >> self.two_adicity, self.p)

    @property
    def layouts(self) -> list[Layout]:
        groups: dict[tuple[int, int, str], list[int]] = {}
        for width in LIMB_WIDTHS:
            key = (memory_bits(self.p, width), memory_bits(self.order, width))
            reduction = reduction_at(self.reduction, self.p, width)
            groups.setdefault((*key, reduction), []).append(width)
        return [Layout(*key, tuple(widths)) for key, widths in groups.items()]

    def radix(self, layout: Layout) -> int:
        """What a field element is multiplied with in memory."""
        return 1 if REDUCTIONS[layout.reduction].plain else 1 << layout.field

    def add(self, p: Point, q: Point) -> Point:
        """The Edwards law, which holds for all points."""
        product = self.d * p[0] * q[0] * p[1] * q[1]
        x = (p[0] * q[1] + p[1] * q[0]) * pow(1 + product, -1, self.p)
        y = (p[1] * q[1] - self.a * p[0] * q[0]) * pow(1 - product, -1, self.p)
        return x % self.p, y % self.p

    def multiply(self, k: int, point: Point) -> Point:
        """k times a point of an Edwards curve, for any k >= 0."""
        result: Point = (0, 1)
        for bit in bin(k)[2:]:
            result = self.add(result, result)
            if bit == "1":
                result = self.add(result, point)
        return result

    def spacing(self, teeth: int, blocks: int) -> int:
        """Of a comb that takes odd scalars below twice the order."""
        return -(-(self.order.bit_length() + 1) // (teeth * blocks))

    def comb(self, teeth: int, blocks: int) -> list[Point]:
        """The points of the table, block after block."""
        step = 2 ** self.spacing(teeth, blocks)
        table = []
        tooth = self.g
        for _ in range(blocks):
            weights = []
            for _ in range(teeth):
                weights.append(tooth)
                tooth = self.multiply(step, tooth)
            for entry in range(2 ** (teeth - 1)):
                point = weights[-1]
                for t, (x, y) in enumerate(weights[:-1]):
                    point = self.add(point, (x, y) if entry >> t & 1 else (-x % self.p, y))
                table.append(point)
        return table

    def odd_multiples(self, count: int) -> list[Point]:
        """B, 3 B, 5 B and so on."""
        return [self.multiply(2 * i + 1, self.g) for i in range(count)]


def is_square(value: int, p: int) -> bool:
    return pow(value, (p - 1) // 2, p) in (0, 1)


def load(path: Path) -> FormCurve:
    """Read and check one curve file. Raises CurveError."""
    try:
        data = tomllib.loads(path.read_text())
        form = data["form"]
        if form not in FORMS or form != path.parent.name:
            raise CurveError(f"{path.name}: its form is not that of its folder")
        numbers = {key: int(data[key], 16) for key in NUMBERS[form]}
        curve = FormCurve(
            name=data["name"],
            sources=tuple(data["sources"]),
            form=form,
            scheme=data["scheme"],
            security_bits=data["security_bits"],
            reduction=data.get("reduction", "montgomery"),
            hash=data.get("hash", ""),
            domain=data.get("domain", ""),
            edwards=data.get("edwards", ""),
            p=numbers["p"],
            a=numbers["a"],
            d=numbers.get("d", 0),
            g=(numbers["gx"], numbers["gy"]),
            order=numbers["order"],
            cofactor=numbers["cofactor"],
            aliases=tuple(data.get("aliases", ())),
        )
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise CurveError(f"{path.name}: {error!r}") from error
    if curve.name != path.stem:
        raise CurveError(f"{path.name}: the file is not named after its curve")
    check(curve)
    return curve


def check(curve: FormCurve) -> None:
    """Ranges, primality, completeness, the base point and its order, the Hasse interval."""
    p, n, h = curve.p, curve.order, curve.cofactor
    x, y = curve.g
    montgomery = curve.form == "montgomery"
    claims: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("p is not an odd prime", lambda: p % 2 == 1 and is_prime(p)),
        ("p - 1 is a power of two, which square roots exclude", lambda: (p - 1) & (p - 2) != 0),
        (
            "a coefficient or coordinate is not below p",
            lambda: all(0 <= v < p for v in (curve.a, curve.d, x, y)),
        ),
        (
            "its reduction is for no such prime",
            lambda: curve.reduction in REDUCTIONS and REDUCTIONS[curve.reduction].fits(p),
        ),
        ("the order is not an odd prime", lambda: n % 2 == 1 and is_prime(n)),
        ("the cofactor is not a power of two above one", lambda: h > 1 and h & (h - 1) == 0),
        ("the order is outside the Hasse interval", lambda: (p + 1 - n * h) ** 2 <= 4 * p),
        (
            "scalars are longer than the order",
            lambda: not curve.agrees or p.bit_length() < n.bit_length() + h.bit_length(),
        ),
        (
            "the order has not the security that is claimed",
            lambda: 0 < curve.security_bits <= (n.bit_length() + 3) // 2,
        ),
    )
    if montgomery:
        claims += (
            ("the curve is singular", lambda: curve.a not in (2, p - 2)),
            (
                "the base point is not on the curve",
                lambda: (y * y - x**3 - curve.a * x * x - x) % p == 0,
            ),
            ("the base point has another order", lambda: ladder(curve, n) == 0 and x != 0),
        )
    else:
        claims += (
            ("a is not 1 or -1", lambda: curve.a in (1, p - 1)),
            (
                "the formulas are not complete",
                lambda: is_square(curve.a, p) and not is_square(curve.d, p),
            ),
            (
                "the base point is not on the curve",
                lambda: (curve.a * x * x + y * y - 1 - curve.d * x * x * y * y) % p == 0,
            ),
            (
                "the base point has another order",
                lambda: curve.multiply(n, curve.g) == (0, 1) and curve.g != (0, 1),
            ),
        )
    for complaint, holds in claims:
        if not holds():
            raise CurveError(f"{curve.name}: {complaint}")


def ladder(curve: FormCurve, k: int) -> int:
    """The z of k times the base point of a Montgomery curve, by its x-coordinate."""
    p, a24 = curve.p, curve.a24
    x1 = curve.g[0]
    (x2, z2), (x3, z3) = (1, 0), (x1, 1)
    for bit in bin(k)[2:]:
        if bit == "1":
            (x2, z2), (x3, z3) = (x3, z3), (x2, z2)
        plus, minus = x2 + z2, x2 - z2
        cross, other = (x3 - z3) * plus, (x3 + z3) * minus
        x3, z3 = (cross + other) ** 2 % p, x1 * (cross - other) ** 2 % p
        square, less = plus * plus, minus * minus
        x2, z2 = square * less % p, (square - less) * (square + a24 * (square - less)) % p
        if bit == "1":
            (x2, z2), (x3, z3) = (x3, z3), (x2, z2)
    return z2


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
    return curve.prime_name == "curve25519" and not curve.agrees


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
    for profile, count in () if curve.agrees else MULTIPLES.items():
        text += f"#if {profile_condition([profile], MULTIPLES)}\n"
        text += table(curve, "multiples", curve.odd_multiples(count), layout) + "#endif\n\n"
    return text + parameters(curve, [*members, f"    {curve.name.upper()}_COMB"])


def scheme_of(curve: FormCurve) -> tuple[dict[str, object], list[str]]:
    """What is defined before the templates of a curve's group and scheme, and their bodies."""
    edwards = curve.form == "edwards"
    macros: dict[str, object] = {"WHIT_MONTGOMERY_POINTS": int(curve.agrees)}
    bodies = ["group/coordinates", "group/montgomery"]
    if edwards:
        macros = {
            "WHIT_SCALAR_SIZE": curve.scalar_size,
            "WHIT_EDWARDS_A": 1 if curve.a == 1 else -1,
            "WHIT_EDWARDS_SIGNS": int(not curve.agrees),
        }
        bodies = ["group/coordinates", "group/edwards_formulas", "group/edwards"]
    if curve.agrees:
        macros |= {"WHIT_FORM_EDWARDS": int(edwards)}
        group = "group/edwards_multiply" if edwards else "group/montgomery_points"
        return macros, [*bodies, group, "scheme/agreement"]
    if not edwards:
        return {**macros, "WHIT_X_NAME": curve.scheme}, [*bodies, "scheme/x"]
    macros |= {
        "WHIT_EDDSA_NAME": curve.scheme,
        "WHIT_EDDSA_SHAKE": int(curve.hash == "shake256"),
        "WHIT_EDDSA_DOMAIN": f'"{curve.domain}"',
    }
    if has_programs(curve):
        bodies.append("group/edwards_programs")
    schemes = ["scheme/eddsa", "scheme/eddsa_hedged", "scheme/eddsa_checked", "scheme/eddsa_batch"]
    return macros, [*bodies, "group/edwards_sum", *schemes]


def form_source(curve: FormCurve) -> str:
    """src/instance/<form>_<name>.c: the constants of a curve, and its group and scheme."""
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
    more, bodies = scheme_of(curve)
    macros |= more
    hashes = [] if curve.agrees or curve.form == "montgomery" else ["hash", "shake256"]
    lines = [
        NOTICE.rstrip(),
        f"/* {curve.name}: {'; '.join(curve.sources)}. */",
        *(f'#include "instance/field_{size}.h"' for size in curve.field_sizes),
        *(f"#include <whit/{name}.h>" for name in (*hashes, curve.header)),
        "",
        f"#if {curve.condition}",
        "",
        *(f"#undef {name}\n#define {name} {value}" for name, value in macros.items()),
        f'#include "group/{curve.form}.h"',
        "",
        *constants,
        *(f'#include "{body}.inc"' for body in bodies),
        "",
        "#endif",
        "",
    ]
    return "\n".join(lines)


def load_all(folder: Path) -> list[FormCurve]:
    """The curves below a folder of curve files, form by form."""
    return [load(path) for form in FORMS for path in sorted((folder / form).glob("*.toml"))]


def named(curves: list[FormCurve]) -> list[str]:
    """Lines of src/curve/sizes.h: which curves a build has, and the sizes of field that they take.
    A build that has an Edwards curve has the Montgomery curve of its keys."""
    lines = []
    for curve in curves:
        strong = f"({curve.security_bits} >= WHIT_MINIMUM_SECURITY)"
        lines += [
            f"#define WHIT_NAMED_{curve.name}_{curve.name} {strong}",
            f"#define WHIT_NAMED_{curve.name}_all {strong}",
            f"#define WHIT_LISTED_{curve.name}_{curve.name} 1",
        ]
        if curve.edwards:
            lines.append(f"#define WHIT_NAMED_{curve.name}_{curve.edwards} {strong}")
    for size in sorted({size for curve in curves for size in curve.field_sizes}):
        users = [f"WHIT_HAS({c.name})" for c in curves if size in c.field_sizes]
        lines.append(f"#define WHIT_USES_LADDER_{size} ({' || '.join(users)})")
        plain = [
            f"WHIT_HAS({c.name})"
            for c in curves
            if c.field_size == size and REDUCTIONS[c.reduction].plain
        ]
        if plain:
            lines.append(f"#define WHIT_USES_PLAIN_{size} ({' || '.join(plain)})")
    return lines
