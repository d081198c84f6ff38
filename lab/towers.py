# SPDX-License-Identifier: MIT
"""What a pairing needs besides its curve: a family, a tower of fields, and a second group. The keys
of a curve file's table `pairing`, and what they mean, stand here; tools/curves/pairing.py checks
the numbers."""

from dataclasses import dataclass

from lab.declarations import Declaration

Element = tuple[int, ...]  # of a field over the prime's: its coordinates, the real one first


@dataclass(frozen=True)
class Family:
    """The second group is over an extension of the prime's field of the degree `below`; its twist,
    of the degree `twist`, has its points on the curve over one of the degree below times twist."""

    below: int
    twist: int

    @property
    def embedding(self) -> int:
        return self.below * self.twist


FAMILIES = {
    "bn": Family(2, 6),
    "bls12": Family(2, 6),
    "bls24": Family(4, 6),
    "kss18": Family(3, 6),
    "mnt6": Family(3, 2),
    "k2": Family(1, 2),  # none: any curve whose order divides p + 1
}


@dataclass(frozen=True)
class Tower:
    """Elements of the second group's field are coordinates of 1; of 1, i with i² = -1; of 1, j, j²
    with j³ = cubic; or of 1, i, v, v i with v² = quartic. Over that field w⁶ = xi, or w² = xi. A
    point (x, y) of the twist y² = x³ + a x + b is (x w², y w³) on the curve, or for a twist of
    type M (x / w², y / w³)."""

    family: str
    u: int  # the family's parameter, or 0
    multiplies: bool  # the twist is of type M
    cubic: int
    quartic: Element
    xi: Element
    b: Element
    base: tuple[Element, Element]

    @property
    def below(self) -> int:
        return FAMILIES[self.family].below

    @property
    def twist(self) -> int:
        return FAMILIES[self.family].twist

    @property
    def embedding(self) -> int:
        return FAMILIES[self.family].embedding


def read(file: Declaration, b: int, base: tuple[int, int]) -> Tower:
    """From the table `pairing`; where it has no second group, that is the curve's own."""
    family = file.text("family")
    if family not in FAMILIES:
        raise file.error("family", f"must be among {', '.join(FAMILIES)}")
    below = FAMILIES[family].below
    kind = file.text("twist")
    if kind not in ("D", "M"):
        raise file.error("twist", "must be D or M")
    apart = file.has("second_b")
    if not apart and below != 1:
        raise file.error("second_b", "is missing")
    return Tower(
        family=family,
        u=_number(file, "u") if family != "k2" else 0,
        multiplies=kind == "M",
        cubic=_number(file, "cubic") if below == 3 else 0,
        quartic=_element(file, "quartic", 2) if below == 4 else (),
        xi=_element(file, "xi", below),
        b=_element(file, "second_b", below) if apart else (b,),
        base=(_element(file, "second_x", below), _element(file, "second_y", below))
        if apart
        else ((base[0],), (base[1],)),
    )


def _number(file: Declaration, key: str) -> int:
    return _parsed(file, key, file.text(key))


def _element(file: Declaration, key: str, degree: int) -> Element:
    coordinates = tuple(_parsed(file, key, text) for text in file.texts(key))
    if len(coordinates) != degree:
        raise file.error(key, f"must be {degree} numbers")
    return coordinates


def _parsed(file: Declaration, key: str, text: str) -> int:
    try:
        return int(text, 16)
    except ValueError as error:
        raise file.error(key, "must be a hexadecimal number") from error
