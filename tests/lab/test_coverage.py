# SPDX-License-Identifier: MIT
"""What results/ must hold: every build of a library on every core that it suits."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest

from lab.commands import front
from lab.errors import UnknownNameError
from lab.model import Case, Sample
from lab.paths import RESULTS
from lab.peers import catalogue as libraries
from lab.runner import measured_cores, unmeasured
from lab.runner.coverage import suits
from lab.store import newest
from lab.targets import catalogue as targets

IN_C = ("sp_c", "sp_c_fast")


@pytest.fixture(scope="module")
def samples() -> Mapping[Case, Sample]:
    return newest(RESULTS)


def test_every_build_has_samples_on_every_core_that_it_suits(
    samples: Mapping[Case, Sample],
) -> None:
    """Where this fails, its message is what to run."""
    lacking = unmeasured(samples, measured_cores(samples))
    assert not lacking, front.commands(lacking)


@pytest.mark.parametrize(
    "case",
    [
        Case("cortex-m0", "bearssl", "secp256r1", "ecdh", "m15"),
        Case("cortex-m3", "wolfcrypt", "secp521r1", "sign", "sp_asm_fast"),
        Case("cortex-m33", "mbedtls", "secp384r1", "verify", "fast"),
        Case("rv32imc", "p256-m", "secp256r1", "all", "default"),
        Case("avr", "whit", "curve25519", "keygen", profile="small"),
    ],
    ids=str,
)
def test_a_sample_that_lacks_is_found(samples: Mapping[Case, Sample], case: Case) -> None:
    others = {each: sample for each, sample in samples.items() if each != case}
    assert case in samples
    assert case in unmeasured(others, [case.target])
    assert case in unmeasured(others, [case.target], [case.curve])
    assert case not in unmeasured(samples, [case.target])


def test_a_sample_of_another_version_of_a_peer_is_none(samples: Mapping[Case, Sample]) -> None:
    case = Case("cortex-m4", "libsecp256k1", "secp256k1", "sign", "default")
    older = {**samples, case: replace(samples[case], version="0.4.1")}
    assert case in unmeasured(older, ["cortex-m4"])


@cache
def all_due(core: str) -> tuple[Case, ...]:
    return unmeasured({}, [core])


def due_on(core: str, library: str, curve: str = "secp256r1") -> set[str | None]:
    """The builds that need samples there."""
    return {
        case.configuration
        for case in all_due(core)
        if case.library == library and case.curve == curve
    }


@pytest.mark.parametrize(
    ("core", "for_any_curve", "single_precision"),
    [
        ("cortex-m0", ("thumb",), (*IN_C, "sp_thumb", "sp_thumb_fast")),
        ("cortex-m0plus", ("thumb",), (*IN_C, "sp_thumb", "sp_thumb_fast")),
        ("cortex-m3", ("asm",), (*IN_C, "sp_asm", "sp_asm_fast")),
        ("cortex-m4", ("asm",), (*IN_C, "sp_asm", "sp_asm_fast")),
        ("cortex-m33", ("asm",), (*IN_C, "sp_asm", "sp_asm_fast")),
        ("rv32imc", (), IN_C),
    ],
)
def test_builds_of_wolfcrypt_are_due_on_their_cores(
    core: str, for_any_curve: tuple[str, ...], single_precision: tuple[str, ...]
) -> None:
    """By what the core executes: no assembly of another, and none of its own left out."""
    every = {"default", "small", *for_any_curve, *single_precision}
    assert due_on(core, "wolfcrypt", "secp256r1") == every
    assert due_on(core, "wolfcrypt", "secp384r1") == set(single_precision)
    largest = due_on(core, "wolfcrypt", "secp521r1")
    best = set(single_precision) - set(IN_C) or set(IN_C)
    assert best <= largest <= set(single_precision)


def test_a_build_is_due_where_its_file_says_that_it_suits() -> None:
    assert due_on("cortex-m0", "bearssl") == {"default", "m15", "i31", "i15"}
    assert due_on("cortex-m4", "bearssl") == {"default", "i31"}
    assert due_on("cortex-m4", "libsecp256k1", "secp256k1") == {"default", "fast"}
    assert due_on("cortex-m4", "mbedtls", "secp256r1") == {"default", "small"}
    assert due_on("cortex-m4", "whit") == {None, "least", "least-ecdh", "lines", "lines-compiled"}


def test_a_further_curve_is_due_where_a_build_says_so() -> None:
    assert due_on("cortex-m4", "mbedtls", "secp384r1") == {"fast"}
    assert due_on("cortex-m4", "whit", "secp521r1") == {None}
    assert due_on("avr", "whit", "secp521r1") == set()
    assert due_on("cortex-m4", "mbedtls", "secp521r1") == set()
    asked = unmeasured({}, ["cortex-m4"], ["secp521r1"])
    assert {case.library for case in asked} >= {"whit", "mbedtls", "wolfcrypt"}


def test_a_build_is_not_due_where_it_gives_the_images_of_another() -> None:
    library = libraries.find("micro-ecc")
    case = Case("cortex-m4", "micro-ecc", "secp256r1", "ecdh", "level-3")
    assert suits(case, library)
    assert not suits(replace(case, target="rv32imc"), library)
    assert due_on("rv32imc", "micro-ecc") == {"default", "fast"}


def test_boards_and_cores_that_nothing_was_measured_on_are_not_due(
    samples: Mapping[Case, Sample],
) -> None:
    case = next(case for case in samples if case.target == "cortex-m4")
    elsewhere = [replace(case, target=name) for name in ("nrf52840", "host")]
    assert measured_cores([case, *elsewhere]) == ("cortex-m4",)
    assert measured_cores([]) == ()


def test_cores_go_by_names_instruction_sets_and_words() -> None:
    assert targets.is_any("cortex-m4", ["thumb2"])
    assert targets.is_any("cortex-m4f", ["dsp"])
    assert not targets.is_any("cortex-m3", ["dsp", "armv6-m"])
    assert targets.is_any("ibex", ["rv32imc"])  # runs its images
    assert targets.is_any("host", ["32-bit"])
    assert not targets.is_any("avr", ["32-bit"])
    with pytest.raises(UnknownNameError, match="thumb3"):
        targets.is_any("cortex-m4", ["thumb2", "thumb3"])
