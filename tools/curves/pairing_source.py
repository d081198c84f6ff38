# SPDX-License-Identifier: MIT
"""The C of a curve's pairing: generated/instance/pairing_<name>.c, its constants and the templates
of pairing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from tools.curves.exponents import bytes_of, steps
from tools.curves.fields import Element
from tools.curves.form_schemes import FormScheme
from tools.curves.maps import second_constants
from tools.curves.pairing_hash import hash_lines
from tools.curves.pairing_loop import exponents, loop_lines
from tools.curves.pairing_schemes import LONG_HASHES, PAIRING, has_flags, lines_bytes
from tools.curves.primes import LIMB_WIDTHS, memory_bits, round_up
from tools.curves.text import (
    NOTICE,
    fill,
    limb_list,
    modulus,
    profile_condition,
    rom_constant,
    rom_value,
)
from tools.curves.towers import Tower, TwistField, TwistPoint, coefficients
from tools.curves.weierstrass import Curve

TEETH = 4  # of the comb


@dataclass(frozen=True)
class Parts:
    """How scalars of the second group are split: src/pairing/group.inc."""

    multiple: int  # the power p as a multiple
    count: int
    bits: int

    @property
    def size(self) -> int:
        """Bits in memory, with a bit to spare: those of every limb width."""
        return round_up(self.bits + 1, 64)

    @property
    def cost(self) -> int:
        """Of the multiplication, in multiplications of the field: by law_6.inc."""
        return 8 * self.bits + 12 * self.count * -(-self.bits // 4)


def parts(curve: Curve) -> Parts:
    """The quickest split."""
    order = curve.order
    multiple = curve.p % order
    if 2 * multiple > order:
        multiple -= order
    found = [Parts(multiple, 1, order.bit_length())]
    size = abs(multiple)
    while size > 1 and size ** found[-1].count < order:
        count = found[-1].count + 1
        longest = max(size - 1, order // size ** (count - 1))
        found.append(Parts(multiple, count, longest.bit_length()))
    return min(found, key=lambda each: each.cost)


def tables(curve: Curve, tower: Tower) -> dict[str, list[Element]]:
    """The elements that bodies read, by the names that these have for them."""
    family, field = tower.of_family, TwistField(curve.p, tower)
    found = {"b": [tower.b]}
    if field.roots:
        found["roots"] = list(field.roots)
    if family.below > 1:
        root = field.power(tower.xi, (curve.p - 1) // family.twist)
        found["powers"] = [field.power(root, j) for j in range(1, family.twist)]
        sign = -1 if tower.multiplies else 1
        found["shifts"] = [field.power(root, sign * j) for j in (2, 3)]
    return found


def comb(curve: Curve, tower: Tower) -> list[Element]:
    """The base point's table of src/pairing/base.inc: x and y of each entry."""
    field = TwistField(curve.p, tower)
    a, _ = coefficients(field, curve.a, curve.b)
    step = 2 ** ((curve.order.bit_length() + TEETH) // TEETH)
    teeth: list[TwistPoint] = [tower.base]
    for _ in range(TEETH - 1):
        teeth.append(field.multiply(a, step, teeth[-1]))
    found = []
    for entry in range(2 ** (TEETH - 1)):
        total = teeth[-1]
        for t, tooth in enumerate(teeth[:-1]):
            total = field.sum(a, total, tooth if entry >> t & 1 else field.opposite(tooth))
        assert total is not None
        found += list(total)
    return found


def constants(curve: Curve, tower: Tower, width: int) -> str:
    """The objects as limbs of one width have them."""
    bits = memory_bits(curve.p, width)
    radix = curve.radix(width, bits)
    p, name = curve.p, f"pairing_{curve.name}"
    a, b = coefficients(TwistField(p, tower), curve.a, curve.b)
    three_b = tuple(3 * each for each in b)

    def limbs(elements: Sequence[Element]) -> str:
        return ",\n".join(
            fill(limb_list(each * radix % p, bits), "    ")
            for element in elements
            for each in element
        )

    values: dict[str, Sequence[Element]] = {"one": [(1,)], "a": [a], "b3": [three_b]}
    text = rom_constant("limb", f"{name}_r2", fill(limb_list(radix * radix % p, bits), "    "))
    for what, elements in values.items():
        text += rom_constant("limb", f"{name}_{what}", limbs(elements))
    reduction = curve.reduction_at(width)
    field = modulus(p, bits, reduction, curve.reduction_constant(width), f"{name}_r2", "    ")
    members = [field, *(f"    {rom_value(f'{name}_{what}')}" for what in values)]
    body = ",\n".join(members)
    text += f"static const pairing_parameters pairing_domain = {{\n{body}\n}};\n"
    apart = tables(curve, tower)
    if tower.of_family.below == 3:
        apart["root"] = [(curve.root,)]
    for what, elements in apart.items():
        text += table(what, limbs(elements))
    assert curve.mapping is not None
    mapped = second_constants(curve.mapping, TwistField(p, tower), a, b)
    text += f"#if WHIT_HASH_TO_CURVE\n{table('map', limbs(mapped))}#endif\n"
    order = fill(limb_list(curve.order, memory_bits(curve.order, width)), "    ")
    text += first_group(curve, tower, width)
    text += f"#if {profile_condition(['small'])} || WHIT_BLS\n"
    text += table("base", limbs(tower.base)) + "#endif\n"
    text += f"#if {profile_condition(['balanced', 'fast'])}\n" + table("order", order)
    return text + table("comb", limbs(comb(curve, tower))) + "#endif\n"


def first_test(curve: Curve, tower: Tower) -> str:
    """The file of src/pairing that tells points of the first group from others of the curve."""
    if curve.cofactor == 1:
        return "first_all"
    return "first_endomorphism" if tower.of_family.half else "first_order"


def first_group(curve: Curve, tower: Tower, width: int) -> str:
    """The constants of first_endomorphism.inc: of the cube roots of one that whose endomorphism is
    a point's multiple by -u^e."""
    if first_test(curve, tower) != "first_endomorphism":
        return ""
    p, order, half = curve.p, curve.order, tower.u**tower.of_family.half
    assert half > 0
    assert half * half - half + 1 == order
    assert curve.order * curve.cofactor % order**2
    bits = memory_bits(p, width)
    x, y = curve.g
    known = curve.multiply(half, curve.g)
    root = next(each for each in cube_roots(p) if known == (each * x % p, -y % p))
    limbs = fill(limb_list(root * curve.radix(width, bits) % p, bits), "    ")
    number = fill(limb_list(half, memory_bits(order, width)), "    ")
    text = f"#if WHIT_BLS\n{table('cube_root', limbs)}"
    text += f"static const limb pairing_half[] = {{\n{number}\n}};\n"
    text += f"#undef PAIRING_HALF_BITS\n#define PAIRING_HALF_BITS {half.bit_length()}\n"
    return text + "#endif\n"


def cube_roots(p: int) -> Iterator[int]:
    """Those of one but one itself."""
    root = next(z for n in count(2) if (z := pow(n, (p - 1) // 3, p)) != 1)
    yield from (root, root * root % p)


def table(what: str, limbs: str) -> str:
    return f"static const limb pairing_{what}[] WHIT_ROM = {{\n{limbs}\n}};\n"


def widths(curve: Curve) -> list[tuple[int, ...]]:
    """Limb widths at which the constants are the same bits."""
    groups: dict[tuple[int, int, str], list[int]] = {}
    for width in LIMB_WIDTHS:
        bits = (memory_bits(curve.p, width), memory_bits(curve.order, width))
        key = (*bits, curve.reduction_at(width))
        groups.setdefault(key, []).append(width)
    return [tuple(group) for group in groups.values()]


def bls_macros(curve: Curve) -> dict[str, object]:
    """What the schemes for pairings ask."""
    mapping = curve.mapping
    assert mapping is not None
    suite = f'"{mapping.suite}RO_"'
    return {
        "BLS_FIELD_BYTES": -(-curve.p.bit_length() // 8),
        "BLS_ORDER_BYTES": -(-curve.order.bit_length() // 8),
        "BLS_FLAGS": int(has_flags(curve)),
        "BLS_LINES_BYTES": lines_bytes(curve),
        "BLS_HASH": f"whit_{mapping.hash}",
        "BLS_FIRST_SUITE": suite,
        "BLS_SECOND_SUITE": suite.replace("G1_", "G2_", 1),
    }


def pairing_lines(curve: Curve, schemes: Iterable[FormScheme]) -> list[str]:
    """What the instance of a curve's pairing includes of the schemes for it."""
    mapping = curve.mapping
    lines = []
    for scheme in schemes:
        if PAIRING not in scheme.forms or mapping is None:
            continue
        path = f"scheme/{scheme.name}"
        hashed = [f'#include "{path}/{body}.inc"' for body in scheme.hashed]
        if mapping.hash in LONG_HASHES:
            hashed = ["#if WHIT_HASH_LIMIT == 512", *hashed, "#endif"]
        lines += [f'#include "{path}/{body}.inc"' for body in scheme.bodies]
        for arrangement in scheme.arrangements:
            some = (arrangement, *scheme.arranged)
            lines += [f'#include "{path}/{body}.inc"' for body in some] + hashed
    return lines


def scheme_lines(curve: Curve, tower: Tower, schemes: Iterable[FormScheme]) -> list[str]:
    """The schemes, behind the bodies of the pairing."""
    lines = pairing_lines(curve, schemes)
    if not lines:
        return []
    return [
        "",
        "#if WHIT_BLS",
        *(f"#undef {name}\n#define {name} {value}" for name, value in bls_macros(curve).items()),
        f'#include "pairing/{first_test(curve, tower)}.inc"',
        *lines,
        "#endif",
    ]


def pairing_source(curve: Curve, schemes: Iterable[FormScheme]) -> str:
    """generated/instance/pairing_<name>.c."""
    tower = curve.tower
    assert tower is not None
    assert curve.mapping is not None
    family = tower.of_family
    negative, split = tower.u < 0, parts(curve)
    macros = {
        "WHIT_CURVE_NAME": curve.name,
        "WHIT_SIZE": curve.size,
        "WHIT_FIELD_SIZE": curve.field_size,
        "WHIT_SCALAR_SIZE": curve.scalar_size,
        "PAIRING_LINES": loop_lines(curve, tower),
        "PAIRING_ORDER_BITS": curve.order.bit_length(),
        "PAIRING_PARTS": split.count,
        "PAIRING_PART_BITS": split.bits,
        "PAIRING_PART_SIZE": split.size,
        "PAIRING_MULTIPLE_NEGATIVE": int(split.multiple < 0),
        "PAIRING_TWO_ADICITY": curve.two_adicity,
        "TWIST_DEGREE": family.below,
        "FULL_DEGREE": family.twist,
        "FULL_MULTIPLIES": int(tower.multiplies),
        "TWIST_RESIDUE": tower.residue,
        "PAIRING_NEGATIVE": int(negative),
        "PAIRING_LOOP_NEGATIVE": int(negative and family.loop(tower.u) < 0),
        "PAIRING_ELEMENT_BYTES": curve.mapping.element_bytes(curve.p),
    }
    groups = widths(curve)
    objects = []
    for group in groups:
        text = constants(curve, tower, group[-1])
        if len(groups) > 1:
            condition = " || ".join(f"WHIT_LIMB_BITS == {width}" for width in group)
            text = f"#if {condition}\n\n{text}\n#endif\n"
        objects.append(text)
    if split.count > 1:
        objects.append(table("multiple", fill(limb_list(abs(split.multiple), split.size), "    ")))
    for what, exponent in exponents(curve, tower).items():
        objects.append(bytes_of(f"pairing_{what}", steps(exponent)))
    lines = [
        NOTICE.rstrip(),
        f"/* {curve.name}: {'; '.join(curve.sources)}. */",
        f'#include "generated/instance/size_{curve.size}.h"',
        '#include "scheme/expand_message/expand.h"',
        f"#include <whit/{curve.name}.h>",
        f"#include <whit/{curve.name}_bls.h>",
        "",
        f"#if WHIT_PAIRINGS && WHIT_HAS({curve.name})",
        "",
        *(f"#undef {name}\n#define {name} {value}" for name, value in macros.items()),
        '#include "pairing/pairing.h"',
        "",
        *objects,
        *(f'#include "pairing/{body}.inc"' for body in family.bodies),
        *hash_lines(curve, tower),
        *scheme_lines(curve, tower, schemes),
        "",
        "#endif",
        "",
    ]
    return "\n".join(lines)
