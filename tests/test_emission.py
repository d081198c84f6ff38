# SPDX-License-Identifier: MIT
"""Drop-ins for one build: how long they are, that they give the image that the whole amalgamation
gives, that compilers have nothing to say, and that they refuse what they are not for."""

import re
import shutil
from pathlib import Path

import pytest

from tests.emitting import (
    ARM,
    CLANG,
    COMPILERS,
    WARNINGS,
    emit,
    image,
    inline,
    interface,
    lines,
    options,
    program,
    run,
    succeed,
    warnings,
)
from tests.runner.tools import ROOT
from tests.test_amalgamation import generate_curves, run_program
from tools.emission.schemes import declared
from tools.options import load

PROFILES = ("small", "balanced", "fast")
MOST = {"cortex-m4": 6150, "portable": 5000}
EVERYTHING = ("--scheme", "all")
# Each function compiled by itself, whoever calls it.
APART = ("-fno-inline", "-fno-ipa-cp", "-fno-ipa-sra", "-fno-ipa-ra")
UNLINKED = ("-c", "-o", "/dev/null")


# A curve of each form, and one with a pairing.
EVERY_FORM = "secp256r1,ed25519,curve448,e521,bn_p158"


@pytest.fixture(scope="module")
def wholes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Folders of whole amalgamations, by their curves."""
    return Wholes(tmp_path_factory)


class Wholes(dict[str, Path]):
    def __init__(self, factory: pytest.TempPathFactory) -> None:
        super().__init__()
        self._factory = factory

    def __missing__(self, curves: str) -> Path:
        self[curves] = generate_curves(self._factory.mktemp("whole"), curves)
        return self[curves]


def same_image(
    wholes: dict[str, Path], folder: Path, core: str, profile: str, curves: str, *more: str
) -> None:
    """Whether a drop-in with every scheme gives the image that the whole gives."""
    emit(folder, core, profile, curves, *EVERYTHING, *more)
    source = program(folder, folder / "whit.h")
    flags = options(core, profile, curves)
    whole = image(wholes[curves], source, COMPILERS[core], *flags)
    assert image(folder, source, COMPILERS[core]) == whole
    assert len(whole) > 5000
    assert image(folder, source, COMPILERS[core], *flags) == whole, "told what it knows"


# What is quick: secp256r1 on a Cortex-M4, and portable


@pytest.fixture(scope="module")
def flagship(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return emit(tmp_path_factory.mktemp("m4"), "cortex-m4", "balanced", "secp256r1")


@pytest.fixture(scope="module")
def portable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return emit(tmp_path_factory.mktemp("portable"), "portable", "balanced", "secp256r1")


@pytest.mark.slow
def test_it_is_short(flagship: Path, portable: Path) -> None:
    assert lines(flagship) <= MOST["cortex-m4"]
    assert lines(portable) <= MOST["portable"]
    assert {path.name for path in flagship.iterdir()} >= {"whit.c", "whit.h"}


@pytest.mark.slow
@pytest.mark.parametrize("core", ["cortex-m4", "portable"])
@pytest.mark.parametrize("profile", ["small", "fast"])
@pytest.mark.sampled(2)
def test_other_profiles_are_short_too(tmp_path: Path, core: str, profile: str) -> None:
    folder = emit(tmp_path, core, profile, "secp256r1")
    assert lines(folder) <= MOST[core]
    assert warnings(folder, COMPILERS[core]) == ""
    if core == "portable":
        assert warnings(folder, ("clang", "-O1")) == ""


@pytest.mark.slow
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_small_has_no_warnings_on_64_bits(wholes: dict[str, Path], compiler: str) -> None:
    """Nor has the whole amalgamation, with kernels and without."""
    own = [each for each in WARNINGS if each not in ("-Wundef", "-Wunused-macros")]
    for portable in ("0", "1"):
        chosen = (*options("x86-64", "small", "secp256r1"), f"-DWHIT_PORTABLE={portable}")
        done = run(
            compiler, "-std=c99", "-Os", *own, *chosen, *UNLINKED, wholes["secp256r1"] / "whit.c"
        )
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("core", ["cortex-m4", "portable"])
def test_compilers_have_nothing_to_say(flagship: Path, portable: Path, core: str) -> None:
    folder = flagship if core == "cortex-m4" else portable
    assert warnings(folder, COMPILERS[core]) == ""
    if core == "portable":
        assert warnings(folder, ("clang", "-O1")) == ""
        assert warnings(folder, COMPILERS["cortex-m3"]) == ""


@pytest.mark.slow
def test_it_reads_as_one_would_write_it(flagship: Path, portable: Path) -> None:
    for path in (*flagship.glob("whit.*"), *portable.glob("whit.*")):
        text = path.read_text()
        assert "\n\n\n" not in text
        assert "{\n\n" not in text
        for shell in ("#if", "#ifdef", "#ifndef", "#else"):
            assert not [
                pair
                for pair in zip(text.splitlines(), text.splitlines()[1:], strict=False)
                if pair[0].startswith(shell) and pair[1].startswith(("#endif", "#el"))
            ]
        for absent in (
            "native/avr",
            "native/rv32",
            "native/x86_64",
            "native/armv6m",
            "secp384r1",
            "ed25519",
            "WHIT_HAS(",
        ):
            assert absent not in text, f"{path.name} has {absent}"


@pytest.mark.slow
def test_it_computes_what_the_whole_computes(
    portable: Path, wholes: dict[str, Path], tmp_path: Path
) -> None:
    chosen = "-DWHIT_CURVES=secp256r1"
    whole = run_program(tmp_path, wholes["secp256r1"], chosen)
    assert run_program(tmp_path, portable) == whole
    assert run_program(tmp_path, portable, chosen, "-O0", "-DWHIT_LIMB_BITS=16") == whole


@pytest.mark.slow
def test_the_image_is_that_of_the_whole(wholes: dict[str, Path], tmp_path: Path) -> None:
    same_image(wholes, tmp_path, "cortex-m4", "balanced", "secp256r1")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("core", "flags", "told"),
    [
        ("cortex-m4", ("-DWHIT_PROFILE=fast",), "WHIT_PROFILE=balanced"),
        ("cortex-m4", ("-DWHIT_CURVES=secp384r1",), "WHIT_CURVES=secp256r1"),
        ("cortex-m4", ("-DWHIT_CURVES=secp256r1,secp384r1",), "WHIT_CURVES=secp256r1"),
        ("cortex-m4", ("-DWHIT_CURVES=all",), "WHIT_CURVES=secp256r1"),
        ("cortex-m4", ("-DWHIT_STEPS=1",), "WHIT_STEPS=0"),
        ("cortex-m4", ("-DWHIT_HASH_LIMIT=256",), "WHIT_HASH_LIMIT=512"),
        ("cortex-m4", ("-DWHIT_LIMB_BITS=16",), "WHIT_LIMB_BITS=32"),
        ("cortex-m4", ("-DWHIT_PORTABLE",), "an option differs"),
        ("cortex-m4", ("-DWHIT_WIDE_MULTIPLY=0",), "an option differs"),
        ("cortex-m4", ("-DWHIT_RANDOMIZE=1",), "called WHIT_RANDOMISE, not WHIT_RANDOMIZE, "),
        ("cortex-m4", ("-DWHIT_STEP=1",), "called WHIT_STEPS, not WHIT_STEP, "),
        ("cortex-m4", ("-fPIC",), "Cortex-M4"),
        ("cortex-m0", (), "Cortex-M4"),
        ("cortex-m3", (), "Cortex-M4"),
        ("x86-64", (), "Cortex-M4"),
    ],
)
def test_it_refuses_another_build(
    flagship: Path, core: str, flags: tuple[str, ...], told: str
) -> None:
    done = run(*COMPILERS[core], *flags, "-fsyntax-only", flagship / "whit.c")
    errors = [line for line in done.stderr.splitlines() if "error:" in line]
    assert done.returncode != 0
    assert len(errors) == 1, done.stderr
    assert "whit.c was emitted" in errors[0]
    assert told in errors[0]


@pytest.mark.slow
def test_it_refuses_names_that_were_meant_for_options(flagship: Path, portable: Path) -> None:
    """One error each, as from the library's own sources."""
    for folder, core in ((flagship, "cortex-m4"), (portable, "portable")):
        for option in load():
            for near in option.near:
                done = run(*COMPILERS[core], f"-D{near}=1", "-E", *UNLINKED[1:], folder / "whit.c")
                errors = [line for line in done.stderr.splitlines() if "error:" in line]
                assert len(errors) == 1, f"{near}: {errors}"
                assert re.search(rf"called {option.name}, not .*\b{near}\b", errors[0])


@pytest.mark.slow
def test_a_portable_one_is_for_any_compiler(portable: Path) -> None:
    for compiler in ((*ARM, "-mcpu=cortex-m0"), (*CLANG, "-mcpu=cortex-m4"), COMPILERS["avr"]):
        if shutil.which(compiler[0]):
            succeed(*compiler, "-std=c99", "-fsyntax-only", portable / "whit.c")
    refused = run("gcc", "-DWHIT_PORTABLE=0", "-fsyntax-only", portable / "whit.c")
    assert refused.stderr.count("error:") == 1


@pytest.mark.brief(8)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--core", "cortex-m5"), "no core is called 'cortex-m5'; the nearest: cortex-m"),
        (("--core", "avr", "--scheme", "ecsda"), "no scheme is called 'ecsda'; the nearest: ecdsa"),
        (("--core", "avr", "--curve", "P-257"), "'P-257'"),
        (("--core", "avr", "--option", "WHIT_STEP=1"), "the nearest: WHIT_STEPS"),
        (("--core", "avr", "--option", "WHIT_STEPS=2"), "WHIT_STEPS is 0 or 1, not 2"),
        (("--core", "avr", "--profile", "tiny"), "WHIT_PROFILE is small, balanced or fast"),
        (("--core", "avr", "--option", "WHIT_LEAST=1"), "WHIT_LEAST is for profile small"),
    ],
)
@pytest.mark.sampled(2)
def test_what_is_none_is_said(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    tool = (ROOT / ".venv/bin/whit", "emit", "--output", tmp_path)
    given = words if "--curve" in words else (*words, "--curve", "P-256")
    done = run(*tool, *given)
    assert done.returncode != 0
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


# Profile small without optimisation


@pytest.mark.slow
@pytest.mark.parametrize("core", ["cortex-m4", "avr"])
def test_small_is_small_without_optimisation(tmp_path: Path, core: str) -> None:
    compiler = (COMPILERS[core][0], *COMPILERS[core][2:], "-O0")
    sizes = {}
    for profile in ("small", "balanced"):
        folder = emit(tmp_path / profile, core, profile, "secp256r1")
        sizes[profile] = len(image(folder, program(folder, folder / "whit.h"), compiler))
    assert sizes["small"] <= sizes["balanced"]


# Every core, profiles and curves: the same image


@pytest.mark.slow
@pytest.mark.parametrize(
    ("core", "profile"),
    [
        pytest.param(core, profile, marks=[] if turn == number % 3 else [pytest.mark.campaign])
        for number, core in enumerate(COMPILERS)
        for turn, profile in enumerate(PROFILES)
        if (core, profile) != ("cortex-m4", "balanced")
    ],
)
@pytest.mark.sampled(3)
def test_every_core_has_the_same_image(
    wholes: dict[str, Path], tmp_path: Path, core: str, profile: str
) -> None:
    same_image(wholes, tmp_path, core, profile, "secp256r1")
    if core != "portable":
        assert warnings(tmp_path, COMPILERS[core]) == ""
    # Macros that one width of limbs uses alone, others do not.
    width = ("--option", "WHIT_LIMB_BITS=64") if core == "portable" else ()
    shorter = emit(tmp_path / "shorter", core, profile, "secp256r1", *width)
    assert lines(shorter) <= MOST.get(core, 16000)
    assert warnings(shorter, COMPILERS[core]) == ""


SETS = (
    ("secp256k1", "cortex-m0", "small"),
    ("secp256r1,secp384r1", "cortex-m4", "balanced"),
    ("curve25519,ed25519", "cortex-m4", "fast"),
    ("secp256r1,secp256k1,brainpoolP256r1", "cortex-m3", "balanced"),
    ("secp521r1", "rv32imc", "fast"),
    ("curve448,ed448", "cortex-m33", "balanced"),
    ("secp160r1,secp192r1", "avr", "small"),
    ("secp224r1,e521,m221", "portable", "balanced"),
    ("bls12_381", "x86-64", "balanced"),
    ("secp192r1,secp521r1,ed448", "portable", "small"),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("curves", "core", "profile"),
    [
        pytest.param(*each, marks=[] if number < 3 else [pytest.mark.campaign])
        for number, each in enumerate(SETS)
    ],
)
def test_curves_and_sets_of_them_have_the_same_image(
    wholes: dict[str, Path], tmp_path: Path, curves: str, core: str, profile: str
) -> None:
    same_image(wholes, tmp_path, core, profile, curves)
    assert warnings(tmp_path, COMPILERS[core]) == ""


# Of these sizes and curves some have what is asked for of each.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("curves", "core", "profile"),
    [
        ("secp256k1,brainpoolP512r1", "cortex-m4", "small"),
        ("secp256r1,secp384r1,curve25519", "cortex-m4", "balanced"),
        ("secp256k1,brainpoolP512r1", "cortex-m0", "fast"),
    ],
)
@pytest.mark.sampled(3)
def test_what_only_some_sizes_have_is_0_for_the_others(
    tmp_path: Path, curves: str, core: str, profile: str
) -> None:
    folder = emit(tmp_path, core, profile, curves)
    assert warnings(folder, COMPILERS[core]) == ""


@pytest.mark.slow
def test_macros_that_only_several_curves_use_are_left_out(tmp_path: Path) -> None:
    folder = emit(tmp_path, "cortex-m4", "small", "secp256r1,curve25519")
    assert warnings(folder, COMPILERS["cortex-m4"]) == ""


@pytest.mark.slow
@pytest.mark.parametrize("more", ["WHIT_STEPS=1", "WHIT_RANDOMISE=1", "WHIT_HASH_LIMIT=256"])
@pytest.mark.sampled(3)
def test_options_have_the_same_image(wholes: dict[str, Path], tmp_path: Path, more: str) -> None:
    folder = emit(tmp_path, "cortex-m4", "small", "secp256r1", *EVERYTHING, "--option", more)
    source = program(folder, folder / "whit.h")
    flags = (*options("cortex-m4", "small", "secp256r1"), f"-D{more}")
    whole = image(wholes["secp256r1"], source, COMPILERS["cortex-m4"], *flags)
    assert image(folder, source, COMPILERS["cortex-m4"]) == whole


@pytest.mark.slow
@pytest.mark.parametrize("scheme", [*declared().choices, "ecdh,selftest", "verify,der"])
@pytest.mark.sampled(4)
def test_each_scheme_alone_compiles(tmp_path: Path, scheme: str) -> None:
    words = [word for name in scheme.split(",") for word in ("--scheme", name)]
    folder = emit(tmp_path, "x86-64", "balanced", "secp256r1,ed25519", *words)
    assert warnings(folder, COMPILERS["x86-64"]) == ""
    functions, _ = interface((folder / "whit.h").read_text())
    made = succeed("nm", "--defined-only", "--extern-only", folder / "warned.o")
    given = {line.split()[-1] for line in made.splitlines()}
    assert {name for name in functions if name not in given} == inline(folder)
    assert given <= {*functions, *interface((folder / "whit.h").read_text())[1]}


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["ecdh", "verify"])
def test_few_schemes_take_less_text_and_no_more_flash(
    wholes: dict[str, Path], flagship: Path, tmp_path: Path, scheme: str
) -> None:
    """Not the same image: a compiler puts in its place what is then called once."""
    folder = emit(tmp_path, "cortex-m4", "balanced", "secp256r1", "--scheme", scheme)
    source = program(folder, folder / "whit.h")
    flags = options("cortex-m4", "balanced", "secp256r1")
    whole = len(image(wholes["secp256r1"], source, COMPILERS["cortex-m4"], *flags))
    assert 0.96 * whole <= len(image(folder, source, COMPILERS["cortex-m4"])) <= whole
    assert lines(folder) < lines(flagship) * 0.8


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["small", "balanced"])
@pytest.mark.parametrize("scheme", ["ecdh", "verify", ""])
@pytest.mark.sampled(2)
def test_few_schemes_have_the_same_image_where_callers_do_not_matter(
    wholes: dict[str, Path], tmp_path: Path, scheme: str, profile: str
) -> None:
    more = ("--scheme", scheme) if scheme else ()
    folder = emit(tmp_path, "cortex-m4", profile, "secp256r1", *more)
    source = program(folder, folder / "whit.h")
    compiler = (*COMPILERS["cortex-m4"], *APART)
    whole = image(
        wholes["secp256r1"], source, compiler, *options("cortex-m4", profile, "secp256r1")
    )
    assert image(folder, source, compiler) == whole


@pytest.mark.slow
def test_every_public_function_belongs_to_a_scheme(wholes: dict[str, Path]) -> None:
    folder = wholes[EVERY_FORM]
    functions, objects = interface((folder / "whit.h").read_text())
    plain = {*functions, *objects} - inline(folder)
    unknown = [name for name in plain if declared().rule(name) is None]
    assert sorted(unknown) == ["whit_bn_p158", "whit_secp256r1", "whit_step", "whit_steps_abort"]


def test_every_pattern_of_a_declaration_is_that_of_a_name(wholes: dict[str, Path]) -> None:
    folder = wholes[EVERY_FORM]
    functions, objects = interface((folder / "whit.h").read_text())
    found = {declared().pattern(name) for name in (*functions, *objects)}
    declarations = declared().declarations.values()
    assert {(each.folder, pattern) for each in declarations for pattern in each.parts} <= found
    ends = {end for each in declarations for end in each.objects}
    assert ends == {end for end in ends if any(name.endswith(f"_{end}") for name in objects)}
