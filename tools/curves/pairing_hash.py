# SPDX-License-Identifier: MIT
"""The C of hashing to a curve's second group, in generated/instance/pairing_<name>.c."""

from tools.curves.exponents import bytes_of, steps
from tools.curves.towers import Tower, twist_order
from tools.curves.weierstrass import Curve


def clearing(curve: Curve, tower: Tower) -> list[str]:
    """What brings points of the twist into the second group: src/pairing/clear_by_parameter.inc or
    clear_by_cofactor.inc."""
    rows = tower.of_family.clearing
    if not rows:
        trace = curve.p + 1 - curve.order * curve.cofactor
        points = twist_order(curve.p, trace, curve.order, tower.of_family)
        return [bytes_of("pairing_cofactor", steps(points // curve.order))]
    coded = [2 * abs(each) + (each < 0) for row in rows for each in reversed(row)]
    macros = {
        "PAIRING_PARAMETER": f"pairing_{'loop' if tower.of_family.by_loop else 'parameter'}",
        "PAIRING_CLEARING_ROWS": len(rows),
        "PAIRING_CLEARING_COLUMNS": len(rows[0]),
    }
    defined = "".join(f"#undef {name}\n#define {name} {value}\n" for name, value in macros.items())
    return [defined + bytes_of("pairing_clearing", coded)]


def hash_lines(curve: Curve, tower: Tower) -> list[str]:
    """Hashing to the second group."""
    mapping = curve.mapping
    assert mapping is not None
    isogeny = mapping.second.isogeny
    return [
        "",
        "#if WHIT_HASH_TO_CURVE",
        *(
            [f"#undef TWIST_MAP_DEGREE\n#define TWIST_MAP_DEGREE {isogeny.degree}"]
            if isogeny
            else []
        ),
        *clearing(curve, tower),
        *(
            f'#include "pairing/{body}.inc"'
            for body in tower.of_family.hash_bodies(mapping.by_svdw)
        ),
        "#endif",
    ]
