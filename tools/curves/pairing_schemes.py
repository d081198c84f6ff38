# SPDX-License-Identifier: MIT
"""What the headers of schemes for curves with pairings say of a curve."""

from __future__ import annotations

from tools.curves.pairing_loop import loop_lines
from tools.curves.primes import CurveError, round_up
from tools.curves.weierstrass import Curve

PAIRING = "pairing"  # a form: of short Weierstrass curves, those with a pairing
FLAGS = 3
LONG_HASHES = ("sha384", "sha512")
LEAST_SECURITY = 100
OBSOLETE = "That is too little for anything but comparison with older figures. "
WITH_FLAGS = """The three highest bits of the first byte say how a point is encoded: compressed, \
infinity, and in a compressed one whether y is larger than -y. Then x follows, or x and y."""
WITH_PREFIX = """A byte says how a point is encoded [SEC 1, 2.3.3]: 2 or 3, and x follows; or 4, \
and x and y. In the first group 3 stands for an odd y, in the second for one that is larger than \
-y."""
COORDINATES = {
    1: "A coordinate of the second group is one number",
    2: "A coordinate of the second group, a + b i with i^2 = -1, is b and then a",
    3: "A coordinate of the second group, a + b j + c j^2, is c, then b, then a",
    4: """A coordinate of the second group, a + b i + (c + d i) v with i^2 = -1, is d, then c, \
then b, then a""",
}
EXPONENTS = {
    "bn": "2 u (6 u^2 + 3 u + 1) for the family's parameter u",
    "bls12": "3",
    "bls24": "3",
    "kss18": "3 u^2 / 49 for the family's parameter u",
    "mnt6": "1",
    "k2": "1",
}


def pairing_words(curve: Curve) -> dict[str, str]:
    """What stands for each @word@ of the header of a curve that has a pairing."""
    tower, mapping = curve.tower, curve.mapping
    if tower is None or mapping is None:
        raise CurveError(f"{curve.name} has no pairing, or no message is hashed to it")
    family = tower.of_family
    size, prefix = -(-curve.p.bit_length() // 8), 0 if has_flags(curve) else 1
    second = size * family.below
    long_hash = mapping.hash in LONG_HASHES
    found: dict[str, object] = {
        "name": curve.name,
        "NAME": curve.name.upper(),
        "title": curve.name,
        "security": curve.security_bits,
        "obsolete": OBSOLETE if curve.security_bits < LEAST_SECURITY else "",
        "order_bytes": -(-curve.order.bit_length() // 8),
        "first": prefix + size,
        "first_both": prefix + 2 * size,
        "second": prefix + second,
        "second_both": prefix + 2 * second,
        "lines": loop_lines(curve, tower),
        "lines_bytes": lines_bytes(curve),
        "value_bytes": second * family.twist,
        "encoding": WITH_FLAGS if has_flags(curve) else WITH_PREFIX,
        "coordinates": COORDINATES[family.below],
        "degree": family.embedding,
        "above": family.twist - 1,
        "exponent": EXPONENTS[tower.family],
        "hash": mapping.hash,
        "suite": mapping.suite,
        "opens": "#if WHIT_HASH_LIMIT == 512" if long_hash else "",
        "closes": "#endif" if long_hash else "",
    }
    return {word: str(value) for word, value in found.items()}


def lines_bytes(curve: Curve) -> int:
    """What is prepared of a point of the second group: it, and the lines, two elements each. Limbs
    of 64 bits take most."""
    assert curve.tower is not None
    elements = 2 * (loop_lines(curve, curve.tower) + 1) * curve.tower.of_family.below
    return elements * round_up(curve.field_size, 64) // 8


def has_flags(curve: Curve) -> bool:
    """Whether a coordinate leaves the three bits free that say how a point is encoded."""
    return -curve.p.bit_length() % 8 >= FLAGS
