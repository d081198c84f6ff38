# SPDX-License-Identifier: MIT
"""The field kernels in an image that the linker made are those of the plan, and no others."""

import re
from pathlib import Path

import pytest

from lab.targets import catalogue
from lab.targets.toolchain import Sources, Toolchain
from tests.runner.made import amalgamation
from tests.test_link import names
from tools.plan.build import CORES, plan
from tools.plan.sets import SETS

pytestmark = pytest.mark.slow

NAME = r"any_\d+|[pk]\d+"
FIELD = re.compile(rf"whit_field_(mul|add|sub)(?:_small|_large|_wide)?_({NAME})(?:_asm)?")
MAIN = """\
#include <whit/{curve}.h>
uint8_t b[100], k[100];
int main(void);
int main(void)
{{
    return whit_{curve}_ecdh(b, k, k, 65);
}}
"""
CURVES = ("secp256r1", "secp256k1", "brainpoolP256r1", "secp384r1")
TARGETS = ("cortex-m4", "cortex-m3", "cortex-m0", "rv32imc", "avr")


def planned(curve: str, target: str, profile: str) -> set[tuple[str, str]]:
    """The operation and the field of each kernel that the plan takes."""
    kernels = [each for choice in plan(curve, CORES[target], profile) for each in choice.kernels]
    found = {re.fullmatch(rf"field_(mul|add|sub)_({NAME})", each) for each in kernels}
    return {(match[1], match[2]) for match in found if match}


def held(curve: str, target: str, profile: str, folder: Path) -> set[tuple[str, str]]:
    """Those in the image of a key agreement."""
    described = catalogue.find(target)
    main = folder / "main.c"
    main.write_text(MAIN.format(curve=curve))
    includes = (amalgamation() / "include",)
    defines = (
        f"WHIT_LIMB_BITS={described.limb_bits}",
        f"WHIT_CURVES={curve}",
        f"WHIT_PROFILE={profile}",
    )
    library = Sources((amalgamation() / "whit.c",), includes, defines)
    image = Toolchain(described).image(
        main.with_suffix(".elf"), (Sources((main,), includes, defines), library)
    )
    matches = {FIELD.fullmatch(name) for name in names(image.map.read_text())}
    return {(match[1], match[2]) for match in matches if match}


@pytest.mark.parametrize("profile", ["balanced", "fast"])
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.sampled(4)
def test_the_linker_keeps_what_the_plan_takes(
    curve: str, target: str, profile: str, tmp_path: Path
) -> None:
    assert held(curve, target, profile, tmp_path) == planned(curve, target, profile)


def test_some_plans_differ() -> None:
    plans = {frozenset(planned(curve, "cortex-m4", "fast")) for curve in CURVES}
    assert len(plans) == len(CURVES)
    assert set(CORES.values()) == set(SETS)
