# SPDX-License-Identifier: MIT
"""The drawing of ECDH against the size of the field."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from fakes import SAMPLE

from lab import curves
from lab.errors import LabError
from lab.model import Sample
from lab.paths import RESULTS
from lab.reports import scaling_drawing, scaling_fit
from lab.store import Results

OURS = replace(SAMPLE, target="cortex-m4", operation="ecdh")


def sampled(exponent: float, names: tuple[str, ...]) -> list[Sample]:
    """Cycles that grow as a power of the field's bits."""
    bits = {name: curves.find(name).field_bits for name in names}
    return [replace(OURS, curve=name, cycles=round(7 * bits[name] ** exponent)) for name in names]


SOME = ("secp521r1", "secp192r1", "secp256r1", "secp224r1")


def test_points_are_whits_and_ordered_by_field() -> None:
    others = [
        replace(OURS, library="peer", cycles=1),
        replace(OURS, target="cortex-m0", cycles=1),
        replace(OURS, operation="sign", cycles=1),
        replace(OURS, profile="small", cycles=1),
        replace(OURS, cycles=None),
    ]
    found = scaling_drawing.points([*sampled(2, SOME), *others])
    assert [point.curve.name for point in found] == sorted(SOME, key=lambda name: int(name[4:7]))
    assert [point.cycles for point in found] == [7 * bits**2 for bits in (192, 224, 256, 521)]


@pytest.mark.parametrize("exponent", [2.0, 2.585, 3.0])
def test_the_exponent_is_found(exponent: float) -> None:
    found = scaling_fit.fit(scaling_drawing.points(sampled(exponent, SOME)))
    assert found is not None
    assert found.exponent == pytest.approx(exponent, abs=0.001)
    assert found.cycles(256) == pytest.approx(7 * 256**exponent, rel=0.001)


def test_cofactors_do_not_bend_the_line() -> None:
    """Their scalars may be shorter than the field, and keys cost more to check."""
    cheap = replace(OURS, curve="bls12_381", cycles=1000)
    found = scaling_fit.fit(scaling_drawing.points([*sampled(2.5, SOME), cheap]))
    assert found is not None
    assert found.exponent == pytest.approx(2.5, abs=0.001)


def test_forms_have_laws_of_their_own() -> None:
    """Fitted to those curves that no kernel knows."""
    names = ("m221", "m383", "m511", "e222", "e382", "e521")
    cheap = [replace(OURS, curve=name, cycles=1000) for name in ("curve25519", "ed448")]
    short = sampled(2.1, SOME)
    found = scaling_fit.laws(scaling_drawing.points([*short, *sampled(2.5, names[:3]), *cheap]))
    assert [law.kind for law in found] == ["a kernel knows the prime", "Montgomery curves"]
    assert [round(law.fit.exponent, 2) for law in found] == [2.1, 2.5]
    assert len(scaling_fit.laws(scaling_drawing.points(sampled(2.5, names)))) == 2


def test_one_size_makes_no_line() -> None:
    assert scaling_fit.fit(scaling_drawing.points(sampled(2, ("secp256r1", "secp256k1")))) is None


def test_every_curve_is_in_the_drawing() -> None:
    names = curves.names()
    picture = scaling_drawing.draw(sampled(2.5, names))
    ET.fromstring(picture)
    text = picture.decode()
    assert "cycles ∝ bits ^ 2.50" in text
    assert text.count("<use ") >= len(names)
    assert "ss_p1536" in text


def test_a_mixture_has_no_law() -> None:
    """Curves of one kind of which some take a twentieth of what others take."""
    small = sampled(2.5, ("secp160k1", "secp192k1", "secp224k1"))
    fast = [
        replace(sample, cycles=(sample.cycles or 0) // 20)
        for sample in sampled(2.5, ("secp160r1", "bn_p638", "secp160r2"))
    ]
    mixed = scaling_fit.fit(scaling_drawing.points([*small, *fast]))
    assert mixed is not None
    assert not mixed.holds
    assert "bits ^" not in scaling_drawing.draw([*small, *fast]).decode()
    alone = scaling_fit.fit(scaling_drawing.points(small))
    assert alone is not None
    assert alone.holds
    assert "no kernel of its own: cycles ∝ bits ^ 2.50" in scaling_drawing.draw(small).decode()


def test_kinds_are_those_of_the_build() -> None:
    """A kernel knows secp384r1 in profile balanced on Cortex-M4, and none in profile small."""
    names = ("secp384r1", "brainpoolP256r1", "secp160r2")

    def kinds(**changes: str) -> list[str]:
        found = [replace(each, **changes) for each in sampled(2, names)]  # type: ignore[arg-type]
        by_name = {point.curve.name: point.kind for point in scaling_fit.of_cases(found)}
        return [by_name[name] for name in names]

    knows, length, none = scaling_fit.KERNELS.values()
    assert kinds() == [knows, length, none]
    assert kinds(profile="small") == [none] * 3
    form = ["primes of a special form", "other primes", "primes of a special form"]
    assert kinds(library="peer") == form
    assert kinds(target="core-a") == form
    assert kinds(target="cortex-m4f") == kinds(target="nrf52832") == kinds()


def test_nist_curves_lie_on_one_line() -> None:
    """P-192 to P-521, whose primes kernels know: the line leaves little unexplained."""
    measured = scaling_drawing.points(Results(RESULTS).newest().values())
    found = {law.kind: law.fit for law in scaling_fit.laws(measured)}
    fit = found["a kernel knows the prime"]
    assert fit.holds
    assert 2.2 < fit.exponent < 2.5


def test_the_legend_stands_beside_the_axes() -> None:
    """Every line of it is right of every label within the axes, and inside the drawing."""
    picture = ET.fromstring(scaling_drawing.draw(sampled(2.5, curves.names())))
    places = [
        (found.text or "", x)
        for found in picture.iter("{http://www.w3.org/2000/svg}text")
        if (x := _left(found)) is not None
    ]
    words = ("kernel", "curves")
    legend = [x for text, x in places if any(word in text for word in words)]
    others = [x for text, x in places if not any(word in text for word in words)]
    assert len(legend) >= 8
    assert max(others) < min(legend)
    assert max(legend) < float(picture.attrib["width"].removesuffix("pt"))


def _left(text: ET.Element) -> float | None:
    moved = text.attrib.get("transform", "")
    if "translate(" in moved:
        return float(moved.split("translate(")[1].split()[0])
    return float(text.attrib["x"]) if "x" in text.attrib else None


def test_the_same_samples_give_the_same_bytes() -> None:
    once = scaling_drawing.draw(sampled(2.5, SOME))
    assert scaling_drawing.draw(sampled(2.5, tuple(reversed(SOME)))) == once
    assert scaling_drawing.draw(sampled(2.5, SOME[1:])) != once


def test_no_samples_is_an_error() -> None:
    with pytest.raises(LabError, match="no ecdh of whit on cortex-m4"):
        scaling_drawing.draw([replace(OURS, library="peer")])
