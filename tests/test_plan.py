# SPDX-License-Identifier: MIT
"""The plan takes for every curve, instruction set and profile kernels that fit its prime, and the
compiler sees what the plan takes."""

import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.runner.tools import ROOT
from tools.curves.primes import PRIMES, REDUCTIONS
from tools.curves.read import load
from tools.curves.read_forms import FORMS
from tools.curves.read_forms import load as load_form
from tools.files import GENERATED
from tools.plan.__main__ import headers
from tools.plan.bodies import schemes
from tools.plan.build import CORES, PlanError, kernels_of, plan
from tools.plan.details import known
from tools.plan.functions import HELPERS
from tools.plan.header import text
from tools.plan.interpreter import PARTS, REASONS
from tools.plan.known import TARGETS, instruction_set
from tools.plan.questions import QuestionError, answer
from tools.plan.records import PROFILES
from tools.plan.sets import SETS

CURVES = sorted(path.stem for path in (ROOT / "curves").glob("*.toml"))
OF_FORMS = {path.stem: path for form in FORMS for path in (ROOT / "curves" / form).glob("*.toml")}


def fields(name: str, family: str, profile: str) -> set[str]:
    """The fields whose kernels coordinates take in a build of one curve."""
    choices = [each for each in plan(name, family, profile) if each.part != "scalars"]
    kernels = [each for choice in choices for each in choice.kernels]
    found = {re.fullmatch(r"field_\w+?_((?:any_)?[a-z]*\d+)", each) for each in kernels}
    return {match[1] for match in found if match}


@pytest.mark.brief(3)
@pytest.mark.parametrize("family", SETS)
def test_kernels_fit_the_prime(family: str) -> None:
    width = SETS[family].limb_bits
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
    assert some > 0 or not SETS[family].records


@pytest.mark.brief(3)
@pytest.mark.parametrize("family", SETS)
def test_kernels_fit_the_prime_of_other_forms(family: str) -> None:
    some = 0
    for name, path in OF_FORMS.items():
        for profile in PROFILES:
            for each in fields(name, family, profile):
                some += 1
                assert PRIMES[each] == load_form(path).p, (name, profile, each)
    assert some > 0 or not SETS[family].records


def test_kernels_of_no_field_have_a_header_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SETS, "rv32", replace(SETS["rv32"], records=()))
    text = headers()[GENERATED / "native" / "rv32" / "kernels.h"]
    assert "limb whit_mp_mul_add_limb_asm(" in text
    assert GENERATED / "native" / "c" / "kernels.h" not in headers()


@pytest.mark.parametrize("core", sorted(CORES))
@pytest.mark.brief(6)
def test_every_curve_has_a_plan_with_reasons(core: str) -> None:
    of_ecdsa = {each.name for each in schemes() if "ecdsa" in (each.name, *each.needs)}
    for name in (*CURVES, *OF_FORMS):
        for profile in PROFILES:
            choices = plan(name, CORES[core], profile)
            assert all(each.taken and each.why for each in choices)
            parts = [each.part for each in choices]
            assert len(set(parts)) == len(parts)
            assert {"elements", "reduction", "multiplication", "addition"} <= set(parts)
            bodies = {part.removeprefix("scheme ") for part in parts if part.startswith("scheme ")}
            if name in OF_FORMS:
                assert len(bodies) == 1
            else:
                signs = load(ROOT / "curves" / f"{name}.toml").ecdsa
                without = set() if signs else of_ecdsa
                assert bodies == {each.name for each in schemes() if each.bodies} - without


def taken(name: str, family: str, profile: str, part: str, **options: str) -> str:
    choices = plan(name, family, profile, options)
    return next((each.taken for each in choices if each.part == part), "")


def preprocessed(compiler: tuple[str, ...], profile: str, curve: str, *more: str) -> str:
    options = [f"-DWHIT_PROFILE={profile}", f"-DWHIT_CURVES={curve}", "-DWHIT_AMALGAMATION"]
    paths = [f"-I{ROOT / each}" for each in INCLUDES]
    command = [*compiler, "-E", *options, *paths, *more]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("family", "compiler"), [("c", "gcc"), ("armv7em", "arm-none-eabi-gcc"), ("avr", "avr-gcc")]
)
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.brief(9)
@pytest.mark.sampled(2)
def test_tables_and_bodies_are_those_of_the_plan(family: str, compiler: str, profile: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    words = (compiler, *FLAGS.get(family, ()))
    some = 0
    for name in CURVES:
        curve = load(ROOT / "curves" / f"{name}.toml")
        place = GENERATED / "curve"
        text = preprocessed(words, profile, name, "-dD", str(place / f"{name}.c"))
        match = re.search(r"\bwhit_base whit_\w+_base = \{(\d+), (\d+)", text)
        assert match
        shape = f"comb, {match[1]} teeth, {match[2]} blocks"
        comb = taken(name, family, profile, "base point")
        assert comb == shape if match[1] != "0" else comb in ("", "like any other"), name
        runs = re.search(rf"^#define WHIT_COMPACT_{curve.size} 1$", text, re.MULTILINE)
        some += runs is not None
        assert taken(name, family, profile, "scheme ecdh").startswith("bytecode") == bool(runs), (
            name
        )
    assert (some > 0) == (profile == "small" and family != "avr")


# Builds with each option, and those whose tables and programs differ.
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"WHIT_LEAST": "1"},
    {"WHIT_LEAST": "2"},
    {"WHIT_LADDER": "1"},
    {"WHIT_LADDER": "2"},
    {"WHIT_LADDER": "1", "WHIT_LEAST": "1"},
    {"WHIT_STEPS": "1"},
    {"WHIT_RANDOMISE": "1"},
)
SOME_CURVES = ("secp256r1", "secp256k1", "brainpoolP256r1", "secp384r1", "secp521r1", "secp160r1")


def sized(family: str, profile: str, curve: str, options: dict[str, str]) -> str:
    """The code of a size and all its macros, as the compiler of a build sees them."""
    size = load(ROOT / "curves" / f"{curve}.toml").size
    source = str(GENERATED / "instance" / f"size_{size}.c")
    defines = [f"-D{name}={value}" for name, value in options.items()]
    return preprocessed(TOOLCHAINS[family], profile, curve, "-dD", *defines, source)


def windows(macros: dict[str, str]) -> list[int]:
    """Those of verification, for any point and for the base point, as its body has them."""
    if "BASE_HALF_WINDOW" in macros:
        return [answer(name, macros) for name in ("WIDE_WINDOW", "BASE_HALF_WINDOW")]
    names = ("WIDE_WINDOW", "BASE_WINDOW") if "BASE_WINDOW" in macros else ("VARTIME_WINDOW",)
    return [answer(name, macros) for name in names]


@pytest.mark.brief(15)
@pytest.mark.parametrize("family", ["armv7em", "armv7m", "armv6m", "rv32", "avr", "c"])
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_options_change_the_plan_as_they_change_the_build(
    family: str, profile: str, options: dict[str, str]
) -> None:
    """Windows, kernels of the interpreter, and which schemes have programs."""
    if shutil.which(TOOLCHAINS[family][0]) is None:
        pytest.skip(f"{TOOLCHAINS[family][0]} is not installed")
    if {"WHIT_LEAST", "WHIT_LADDER"} & set(options) and profile != "small":
        with pytest.raises(PlanError, match="profile small"):
            plan(SOME_CURVES[0], family, profile, options)
        return
    for name in SOME_CURVES:
        code = sized(family, profile, name, options)
        macros = dict(re.findall(r"^#define (\w+) (.*)$", code, re.MULTILINE))
        size = load(ROOT / "curves" / f"{name}.toml").size
        found = {each.part: each for each in plan(name, family, profile, options)}
        runs = macros.get(f"WHIT_COMPACT_{size}") == "1"
        for part, macro, _ in PARTS:
            assert (part in found) == runs
            if runs:
                kernel = macros.get(f"{macro}_{size}")
                assert (found[part].taken == kernel) == (kernel is not None), (name, part)
        for scheme, function in (("ecdh", "finish"), ("ecdsa", "verify_by")):
            programs = found[f"scheme {scheme}"].taken.startswith("bytecode")
            assert programs == (f" whit_scheme_{size}_{function}(" in code), (name, scheme)
        for scheme in ("steps", "randomised"):
            on = options.get(f"WHIT_{scheme.upper().removesuffix('D')}") == "1"
            assert (found[f"scheme {scheme}"].taken != "none") == on
        verification = found["verification"].taken
        if found["scheme ecdsa"].taken.startswith("bytecode"):
            assert not re.search(r"\d", verification)
        else:
            assert [int(n) for n in re.findall(r"\d+", verification)] == windows(macros), name


@pytest.mark.parametrize("family", [name for name in SETS if SETS[name].records])
def test_details_are_those_of_the_files(family: str) -> None:
    for profile in PROFILES:
        some = 0
        for curve in ("secp256r1", "ed25519", "ed448"):
            for each in kernels_of(curve, family, profile):
                text = each.path.read_text().partition("{")[0]
                head = " ".join(text.replace("\n *", "").split())
                assert each.contract in head
                assert f"Stack: {each.stack_bytes} bytes." in head or each.stack_bytes == 0
                assert each.lost in head or each.lost == "as C's"
                assert each.data == ("public" if "_wide" in each.symbol else "secret")
                some += 1
        assert some or profile == "small", profile


def test_kernels_for_public_data_are_told_apart() -> None:
    found = {
        s: source.is_constant_time(k) for s, each in known("armv7m").items() for source, k in each
    }
    assert {symbol for symbol, constant in found.items() if not constant} == {
        symbol for symbol in found if "_wide" in symbol
    }


def test_every_kernel_of_the_interpreter_has_a_reason() -> None:
    for family in SETS.values():
        for question, more in (each for some in family.asked.values() for each in some):
            if any(name.startswith(("compact_run", "compact_perform")) for name in more):
                assert question in REASONS


@pytest.mark.parametrize("option", ["WHIT_LEAST=3", "WHIT_RANDOMISE", "WHIT_CURVES=all"], ids=str)
def test_an_unknown_option_is_refused(option: str) -> None:
    name, _, value = option.partition("=")
    with pytest.raises(PlanError, match=name):
        plan("secp256r1", "armv7em", "small", {name: value})


@pytest.mark.parametrize("profile", PROFILES)
def test_combs_of_edwards_curves_are_those_of_the_plan(profile: str) -> None:
    for name, path in OF_FORMS.items():
        if load_form(path).form == "edwards":
            place = GENERATED / "instance" / f"edwards_{name}.c"
            macros = preprocessed(("gcc",), profile, name, "-dM", str(place))
            match = re.search(rf"^#define {name.upper()}_COMB (\d+), (\d+),", macros, re.MULTILINE)
            assert match
            shape = f"comb, {match[1]} teeth, {match[2]} blocks"
            assert taken(name, "c", profile, "base point") == shape


@pytest.mark.parametrize("family", SETS)
def test_every_record_has_its_kernels(family: str) -> None:
    folders = [family, "armv7m"] if family == "armv7em" else [family]
    files = {
        path.stem.removesuffix("_asm")
        for folder in folders
        for path in (ROOT / "src").rglob(f"native/{folder}/*.c")
    }

    inline = (GENERATED / "native" / "x86_64" / "inline.h").read_text()
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
    "rv32": ("riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "--specs=picolibc.specs"),
    "avr": ("avr-gcc", "-mmcu=atmega328p"),
    "x86_64": ("gcc",),
    "c": ("gcc", "-DWHIT_PORTABLE=1", "-DWHIT_LIMB_BITS=32"),
}
ARM = ("armv7em", "armv7m", "armv6m")
FLAGS = {family: TOOLCHAINS[family][1:] for family in ("c", "armv7em", "avr")}
ASKED = {"secp256k1": "k256", "secp384r1": "p384", "secp521r1": "p521", "secp224r1": "p224"}
ASKED |= {"brainpoolP256r1": "any_8", "brainpoolP512r1": "any_16", "secp160r1": "p160"}


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
@pytest.mark.parametrize("family", ARM)
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
    assert "#define WHIT_KERNELS_192 WHIT_KERNELS_p192" in text(SETS["armv7em"])
    assert "WHIT_KERNELS_192" not in text(SETS["c"])


@pytest.mark.parametrize("family", [name for name in SETS if SETS[name].records])
def test_every_function_of_kernels_has_a_contract(family: str) -> None:
    path = GENERATED / "native" / family / "kernels.h"
    lines = path.read_text().splitlines()
    inline = [at for at, line in enumerate(lines) if line.startswith("WHIT_INLINE ")]
    assert inline
    assert [lines[at] for at in inline if not lines[at - 1].endswith("*/")] == []


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


def test_every_target_of_the_lab_has_an_instruction_set() -> None:
    """Of the longest name, as cortex-m0plus is no cortex-m0; what runs another's images has that
    one's."""
    found = {path.stem: instruction_set(path.stem) for path in TARGETS.glob("*.toml")}
    assert set(found.values()) == set(SETS) - {"c"}
    assert found["cortex-m4f"] == found["cortex-m4"] == "armv7em"
    assert found["ibex"] == found["rv32imc"] == "rv32"


def test_a_target_without_a_core_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.plan.known.TARGETS", tmp_path)
    (tmp_path / "xtensa.toml").write_text('name = "xtensa"\n')
    with pytest.raises(PlanError, match="no core of xtensa: cortex-m4, "):
        instruction_set("xtensa")


@pytest.mark.slow
def test_whit_prints_a_plan_with_reasons() -> None:
    whit = Path(sys.executable).parent / "whit"
    words = ["plan", "--curve", "secp256r1", "--core", "cortex-m4", "--profile", "small"]
    done = subprocess.run([whit, *words], capture_output=True, text=True, check=True)
    assert "field_mul_p256" in done.stdout
    assert "know the prime p256" in done.stdout
    assert "bytecode of programs/" in done.stdout
    words[2] = "ed25519"
    done = subprocess.run([whit, *words], capture_output=True, text=True, check=True)
    assert "field_mul_p25519" in done.stdout or "field_25519" in done.stdout
    words[2] = "nosuch"
    done = subprocess.run([whit, *words], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "nosuch" in done.stderr
