# SPDX-License-Identifier: MIT
"""The plan takes for every curve, instruction set and profile kernels that fit its prime, and the
compiler sees what the plan takes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runner.tools import ROOT
from tools.curves.primes import PRIMES, REDUCTIONS
from tools.curves.read import load
from tools.plan.build import LIMB_BITS, plan
from tools.plan.functions import HELPERS
from tools.plan.header import text
from tools.plan.questions import QuestionError, answer
from tools.plan.records import PROFILES
from tools.plan.sets import SETS

CURVES = sorted(path.stem for path in (ROOT / "curves").glob("*.toml"))


def fields(name: str, family: str, profile: str) -> set[str]:
    """The fields whose kernels a build of one curve takes."""
    kernels = [each for choice in plan(name, family, profile) for each in choice.kernels]
    found = {re.fullmatch(r"field_\w+?_((?:any_)?[a-z]*\d+)", each) for each in kernels}
    return {match[1] for match in found if match}


@pytest.mark.brief(3)
@pytest.mark.parametrize("family", SETS)
def test_kernels_fit_the_prime(family: str) -> None:
    width = LIMB_BITS.get(family, 32)
    some = 0
    for name in CURVES:
        curve = load(ROOT / "curves" / f"{name}.toml")
        plain = REDUCTIONS[curve.reduction_at(width)].plain
        for profile in PROFILES:
            for each in fields(name, family, profile):
                some += 1
                if each.startswith("any_"):
                    limbs = -(-curve.field_size // width)
                    assert not plain, (name, profile, each)
                    assert int(each.removeprefix("any_")) == limbs, (name, profile, each)
                else:
                    assert PRIMES[each] == curve.p, (name, profile, each)
    assert some > 0 or family == "c"


@pytest.mark.parametrize("family", SETS)
def test_every_record_has_its_kernels(family: str) -> None:
    folders = [family, "armv7m"] if family == "armv7em" else [family]
    files = {
        path.stem.removesuffix("_asm")
        for folder in folders
        for path in (ROOT / "src").rglob(f"native/{folder}/**/*.c")
    }

    inline = (ROOT / "src" / "native" / "x86_64" / "generated" / "inline.h").read_text()
    for record in SETS[family].records:
        for operation in record.own:
            default = (("", f"whit_field_{operation}_{record.name}_asm"),)
            for _, symbol in record.symbols.get(operation, default):
                name = symbol.removeprefix("whit_").removesuffix("_asm")
                here = name in files or f"{name}_adx" in files or f"{symbol}(" in inline
                assert here or symbol in HELPERS, (record, operation, symbol)


INCLUDES = ("src", "include")
PROBE = '#include "native/api.h"\n'
TOOLCHAINS = {
    "armv7em": ("arm-none-eabi-gcc", "-mthumb", "-mcpu=cortex-m4"),
    "armv7m": ("arm-none-eabi-gcc", "-mthumb", "-mcpu=cortex-m3"),
    "armv6m": ("arm-none-eabi-gcc", "-mthumb", "-mcpu=cortex-m0"),
}
ASKED = {"secp256k1": "k256", "secp384r1": "p384", "secp521r1": "p521", "secp224r1": "p224"}
ASKED |= {"brainpoolP256r1": "any_8", "brainpoolP512r1": "any_16", "secp160r1": "any_5"}


def defined(family: str, profile: str, curve: str, folder: Path) -> dict[str, str]:
    """The macros that the compiler sees."""
    source = folder / "probe.c"
    source.write_text(PROBE)
    options = [f"-DWHIT_PROFILE={profile}", f"-DWHIT_CURVES={curve}", "-DWHIT_AMALGAMATION"]
    paths = [f"-I{ROOT / each}" for each in INCLUDES]
    command = [*TOOLCHAINS[family], "-dM", "-E", *options, *paths, str(source)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return dict(re.findall(r"^#define (\S+) ?(.*)$", "\n".join(lines), re.MULTILINE))


@pytest.mark.brief(3)
@pytest.mark.parametrize("family", TOOLCHAINS)
@pytest.mark.parametrize("profile", PROFILES)
def test_the_compiler_sees_what_the_plan_takes(family: str, profile: str, tmp_path: Path) -> None:
    for curve, field in ASKED.items():
        size = load(ROOT / "curves" / f"{curve}.toml").field_size
        macros = defined(family, profile, curve, tmp_path)
        taken = fields(curve, family, profile)
        number = macros[f"WHIT_KERNELS_{size}"]
        assert (number != "0") == bool(taken), (curve, taken)
        if taken:
            ways = {field, field.replace("any", "montgomery"), field.replace("any", "products")}
            assert number.removeprefix("WHIT_KERNELS_") in ways, curve
        assert taken <= {field}, curve
        for name, value in SETS[family].features[profile].items():
            assert macros[name] == value


def test_headers_are_those_of_the_records() -> None:
    command = [sys.executable, "-m", "tools.plan", "--check"]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    assert "#define WHIT_KERNELS_192 WHIT_KERNELS_p192" in text(SETS["armv7em"])
    assert "WHIT_KERNELS_192" not in text(SETS["c"])


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("WHIT_A && !WHIT_B", 1),
        ("WHIT_B || WHIT_C == 2", 1),
        ("defined(WHIT_NONE) || defined(WHIT_B)", 1),
        ("WHIT_HAS(x) && !(WHIT_HAS(y) || WHIT_NONE)", 1),
        ("WHIT_HAS(x) + WHIT_A + WHIT_HAS(y)", 2),
        ("WHIT_D", 1),
    ],
)
def test_questions_of_c_are_answered(question: str, value: int) -> None:
    macros = {"WHIT_A": "1", "WHIT_B": "0", "WHIT_C": "2", "WHIT_D": "(WHIT_A && WHIT_C > 1)"}
    assert answer(question, macros, lambda name: name == "x") == value


@pytest.mark.parametrize("question", ["#0", "WHIT_A ?", "f(1)"])
def test_no_question_is_refused(question: str) -> None:
    with pytest.raises(QuestionError):
        answer(question, {})


@pytest.mark.slow
def test_whit_prints_a_plan_with_reasons() -> None:
    whit = Path(sys.executable).parent / "whit"
    words = ["plan", "--curve", "secp256r1", "--core", "cortex-m4", "--profile", "small"]
    done = subprocess.run([whit, *words], capture_output=True, text=True, check=True)
    assert "field_mul_p256" in done.stdout
    assert "know the prime p256" in done.stdout
    words[2] = "nosuch"
    done = subprocess.run([whit, *words], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "nosuch" in done.stderr
