# SPDX-License-Identifier: MIT
"""What the plan takes for arithmetic modulo the order of a curve is what the compiler calls."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.runner.tools import ROOT
from tests.test_plan import ASKED, INCLUDES, OF_FORMS, TOOLCHAINS, taken
from tools.curves.read_forms import load as load_form
from tools.plan.build import found_curve, options_of, plan, settled
from tools.plan.details import symbols
from tools.plan.records import PROFILES
from tools.plan.sets import SETS

# What field_mul and field_sqr do modulo the order of a curve, which no kernel for a prime knows.
SCALARS = """\
#include "generated/instance/field_{size}.h"
void probe(limb *r, limb *t, const limb *a, const limb *b, const field_modulus *f);
void probe(limb *r, limb *t, const limb *a, const limb *b, const field_modulus *f)
{{
#if WHIT_FIELD_KERNELS
    if (field_kernel_mul(r, a, b, f) && field_kernel_sqr(r, a, f)) {{
        return;
    }}
#endif
    field_product(t, a, b);
    field_product(t, a, a);
    reduce_montgomery(r, t, f->m, f->constant, FIELD_LIMBS);
}}
"""
OF_SCALARS = (*ASKED, "secp256r1", "secp192r1", "frp256v1", "bn_p158", "bls12_381", "secp112r1")
OF_SCALARS += tuple(name for name, path in OF_FORMS.items() if load_form(path).signs)


def called(family: str, profile: str, curve: str, size: int, folder: Path) -> set[str]:
    """The functions of the library that a compiler calls for scalars."""
    source, built = folder / "scalars.c", folder / "scalars.o"
    source.write_text(SCALARS.format(size=size))
    options = [f"-DWHIT_PROFILE={profile}", f"-DWHIT_CURVES={curve}", "-DWHIT_AMALGAMATION"]
    paths = [f"-I{ROOT / each}" for each in INCLUDES]
    command = [*TOOLCHAINS[family], "-Os", "-w", *options, *paths, "-c", str(source)]
    subprocess.run([*command, "-o", str(built)], check=True)
    nm = TOOLCHAINS[family][0].removesuffix("gcc") + "nm"
    done = subprocess.run([nm, "-u", str(built)], capture_output=True, text=True, check=True)
    return set(re.findall(r"\bwhit_\w+", done.stdout))


@pytest.mark.brief(6)
@pytest.mark.parametrize("family", TOOLCHAINS)
@pytest.mark.parametrize("profile", PROFILES)
def test_the_compiler_calls_what_the_plan_takes_for_scalars(
    family: str, profile: str, tmp_path: Path
) -> None:
    if shutil.which(TOOLCHAINS[family][0]) is None:
        pytest.skip(f"{TOOLCHAINS[family][0]} is not installed")
    some = 0
    for name in OF_SCALARS:
        (choice,) = (each for each in plan(name, family, profile) if each.part == "scalars")
        if not choice.kernels:
            assert choice.taken.startswith("bytecode"), name
            continue
        curve = found_curve(name)
        macros = settled(SETS[family], profile, curve, options_of({}, profile))
        names = [symbols(each, SETS[family], profile, macros) for each in choice.kernels]
        wanted = {symbol for each in names for symbol in each}
        found = called(family, profile, name, curve.scalar_size, tmp_path)
        assert found == wanted, (name, choice.taken)
        some += 1
    assert some > 0


def test_the_reduction_of_scalars_differs_by_their_instruction_set() -> None:
    reductions = {
        family: taken("brainpoolP256r1", family, "balanced", "scalars").split()[-1]
        for family in ("avr", "x86_64", "c")
    }
    assert reductions == {
        "avr": "whit_reduce_montgomery_blocks",
        "x86_64": "whit_reduce_montgomery_by_length",
        "c": "whit_reduce_montgomery_c",
    }
