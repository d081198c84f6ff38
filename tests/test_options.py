# SPDX-License-Identifier: MIT
"""The options of a build: values that are none are refused in one line that names option and value,
in every form of the library; those that are take effect; what is nearly an option's name is
refused too; and tools/options.toml is the one list of them."""

import itertools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runner.made import amalgamation
from tests.runner.tools import ROOT
from tools import options as listed
from tools.curves.names import named
from tools.files import GENERATED

OPTIONS = {option.name: option for option in listed.load()}
COMPILERS = (
    ("gcc", "-std=c99", "-pedantic-errors"),
    ("clang", "-std=c99", "-pedantic-errors"),
    ("avr-gcc", "-std=c99", "-mmcu=atmega1284p"),
    ("arm-none-eabi-gcc", "-std=c11", "-mcpu=cortex-m4", "-mthumb"),
)
USER = '#include "native/api.h"\n#include <whit/hash.h>\n'
CURVES = ("P-256", "foo-1", "secp256r1-1", "1", "secp256", "secp256r1;secp256k1", "secp256r1+0")
# Of every option, beside what is a value of none of them.
WRONG = {
    "WHIT_CURVES": (
        *(*CURVES, "secp256r1 secp256k1", "secp256r1,nonesuch", "nonesuch,secp256r1"),
        ",".join(["secp256r1"] * 25),
    ),
    "WHIT_PROFILE": ("small-1", "1", "fast,small", "FAST", ""),
    "WHIT_MINIMUM_SECURITY": ("P-256", "high", ""),
    "WHIT_HASH_LIMIT": ("384", "0", ""),
    "WHIT_LIMB_BITS": ("24", "32-8", "64,32", "128", ""),
    "WHIT_LEAST": ("3", "yes", ""),
    "WHIT_LADDER": ("3", "yes", ""),
}
SWITCH = ("2", "yes", "true", "ON", "0,1", "1+0", "")
# Together they are none.
CONFLICTS = (
    (("WHIT_LEAST=1",), "WHIT_LEAST is for profile small, not balanced"),
    (("WHIT_LEAST=2", "WHIT_PROFILE=fast"), "WHIT_LEAST is for profile small, not fast"),
    (("WHIT_LADDER=1",), "WHIT_LADDER is for profile small, not balanced"),
    (("WHIT_LADDER=2",), "WHIT_LADDER is for profile small, not balanced"),
    (("WHIT_WIDE_MULTIPLY=0", "WHIT_LIMB_BITS=16"), "WHIT_WIDE_MULTIPLY=0 is for limbs of 32"),
    (("WHIT_CURVES=",), "WHIT_CURVES and WHIT_MINIMUM_SECURITY leave no curve"),
    (("WHIT_MINIMUM_SECURITY=300",), "WHIT_CURVES and WHIT_MINIMUM_SECURITY leave no curve"),
)


def compiled(compiler: tuple[str, ...], source: Path, *defines: str) -> list[str]:
    """The errors of a file."""
    arguments = [*compiler, "-fsyntax-only", *(f"-D{define}" for define in defines)]
    includes = [f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}"]
    done = subprocess.run(
        [*arguments, *includes, str(source)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C"},
    )
    errors = [line for line in done.stdout.splitlines() if re.search(r"\berror: ", line)]
    assert (done.returncode != 0) == bool(errors), done.stdout
    return errors


def wrong_values() -> Iterator[tuple[str, str]]:
    for name in OPTIONS:
        for value in WRONG.get(name, SWITCH):
            yield name, value
        yield name, "nonsense"


@pytest.fixture(scope="module")
def user(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("options") / "user.c"
    path.write_text(USER)
    return path


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The amalgamation of secp256r1 alone, asked for by an alias."""
    folder = tmp_path_factory.mktemp("alone")
    tool = ROOT / "tools" / "amalgamate.py"
    command = [sys.executable, str(tool), "--output", str(folder), "--curves", "P-256"]
    subprocess.run(command, check=True)
    return folder / "whit.c"


@pytest.mark.slow
@pytest.mark.brief(2)
@pytest.mark.parametrize(
    "compiler",
    [
        pytest.param(each, marks=() if index == 0 else pytest.mark.slow)
        for index, each in enumerate(COMPILERS)
    ],
    ids=lambda compiler: compiler[0],
)
def test_wrong_values_are_refused_in_one_line(compiler: tuple[str, ...], user: Path) -> None:
    if shutil.which(compiler[0]) is None:
        pytest.skip(f"no {compiler[0]} here")
    assert compiled(compiler, user) == []
    for name, value in wrong_values():
        errors = compiled(compiler, user, f"{name}={value}")
        assert len(errors) == 1, (name, value, errors)
        assert name in errors[0]
        assert f", not {value}" in errors[0], errors


@pytest.mark.parametrize("name", ["WHIT_STEPS", "WHIT_CURVES"])
@pytest.mark.parametrize("value", ["-1", "(1)", '"yes"'])
def test_what_begins_no_word_is_refused(name: str, value: str, user: Path) -> None:
    """The compiler has something to say of its own, before."""
    errors = compiled(COMPILERS[0], user, f"{name}={value}")
    assert f'pasting "{name}_TAKES_"' in errors[0]
    assert f"{name} is " in errors[-1]
    assert len(errors) <= 3


@pytest.mark.brief(4)
def test_values_are_taken(user: Path) -> None:
    rest = {"curves": ("secp256r1", "all", "ed448,secp256r1,"), "number": ("0", "80", "128")}
    for option in OPTIONS.values():
        if option.form:
            continue
        for value in option.values or rest[option.kind]:
            needed = (f"{name}=1" for name in option.needs)
            assert compiled(COMPILERS[0], user, f"{option.name}={value}", *needed) == []
        for missing in option.needs:
            others = (f"{name}=1" for name in option.needs if name != missing)
            (error,) = compiled(COMPILERS[0], user, f"{option.name}=1", *others)
            assert f"{missing}=1" in error
    everything = ",".join(itertools.islice(itertools.cycle(["secp256r1", "ed25519"]), 24))
    assert compiled(COMPILERS[0], user, f"WHIT_CURVES={everything}") == []


@pytest.mark.parametrize(("defines", "message"), CONFLICTS)
def test_values_that_exclude_each_other_are_refused(
    defines: tuple[str, ...], message: str, user: Path
) -> None:
    (error,) = compiled(COMPILERS[0], user, *defines)
    assert message in error


def test_the_layered_library_is_not_the_least() -> None:
    source = ROOT / "src" / "base" / "base.c"
    for name in ("WHIT_LEAST", "WHIT_LADDER"):
        (error,) = compiled(COMPILERS[0], source, f"{name}=1", "WHIT_PROFILE=small")
        assert f"{name} is for the amalgamation" in error
        assert compiled(COMPILERS[0], source, f"{name}=0") == []


@pytest.mark.parametrize(
    "option",
    [
        pytest.param(each, marks=() if each.name == "WHIT_RANDOMISE" else pytest.mark.slow)
        for each in OPTIONS.values()
    ],
    ids=OPTIONS,
)
def test_names_that_are_nearly_an_option_are_refused(option: listed.Option, user: Path) -> None:
    assert option.near
    for name in option.near:
        (error,) = compiled(COMPILERS[0], user, f"{name}=1")
        assert option.name in error
        assert name in error


def test_no_source_has_a_name_that_is_refused() -> None:
    near = {name for option in OPTIONS.values() for name in option.near}
    assert not near & set(OPTIONS)
    for folder in ("src", "include", "compat", "ports", "firmware", "peers", "lab"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".c", ".h", ".inc", ".py", ".toml") and path.name != "options.h":
                words = set(re.findall(r"\bWHIT_\w+", path.read_text(encoding="utf-8")))
                assert not words & near, path


@pytest.mark.brief(2)
@pytest.mark.parametrize(
    "define",
    [
        *("WHIT_CURVES=secp384r1", "WHIT_CURVES=P-256", "WHIT_PROFILE=tiny", "WHIT_LEAST=1"),
        "WHIT_HASH_LIMIT=384",
    ],
)
def test_an_amalgamation_refuses_what_it_has_not(define: str, alone: Path) -> None:
    name, _, value = define.partition("=")
    (error,) = compiled(COMPILERS[0], alone, define)
    assert name in error
    assert "not " + ("balanced" if name == "WHIT_LEAST" else value) in error


def test_an_amalgamation_takes_its_options(alone: Path) -> None:
    assert compiled(COMPILERS[0], alone, "WHIT_CURVES=secp256r1", "WHIT_STEPS=1") == []
    assert compiled(COMPILERS[0], alone, "WHIT_LEAST=2", "WHIT_PROFILE=small") == []
    header = (alone.parent / "whit.h").read_text().partition("*/\n\n")[0]
    assert [name for name in OPTIONS if f" {name}=" not in header] == []


def kernels(compiler: str, source: Path, folder: Path, *options: str) -> list[str]:
    """Functions of assembly alone in an object."""
    made = folder / "object.o"
    subprocess.run([compiler, "-Os", *options, "-c", source, "-o", made], check=True)
    nm = "arm-none-eabi-nm" if compiler.startswith("arm") else "nm"
    names = subprocess.run([nm, made], capture_output=True, text=True, check=True).stdout
    return [line for line in names.splitlines() if line.endswith("_asm")]


@pytest.mark.slow
def test_a_portable_build_is_one_that_was_asked_for(alone: Path, tmp_path: Path) -> None:
    core = ("-mcpu=cortex-m4", "-mthumb")
    if shutil.which("arm-none-eabi-gcc") is None:
        pytest.skip("no arm-none-eabi-gcc here")
    usual = kernels("arm-none-eabi-gcc", alone, tmp_path, *core)
    assert usual
    assert kernels("arm-none-eabi-gcc", alone, tmp_path, *core, "-DWHIT_PORTABLE=0") == usual
    assert kernels("arm-none-eabi-gcc", alone, tmp_path, *core, "-DWHIT_PORTABLE") == []


def test_a_portable_build_takes_no_instruction_set(user: Path) -> None:
    kernels_of_avr = user.with_name("avr.c")
    kernels_of_avr.write_text(
        USER + "#ifdef WHIT_NATIVE_AVR_KERNELS_H\n#error kernels\n#endif\n", encoding="utf-8"
    )
    if shutil.which("avr-gcc") is None:
        pytest.skip("no avr-gcc here")
    for defines, taken in (((), 1), (("WHIT_PORTABLE=0",), 1), (("WHIT_PORTABLE",), 0)):
        assert len(compiled(COMPILERS[2], kernels_of_avr, *defines)) == taken


def test_every_option_has_one_entry() -> None:
    assert len(OPTIONS) == len(listed.load())
    generated = GENERATED / "base" / "options.h"
    assert (ROOT / "src" / "base" / "config.h").read_text().count("options.h") == 1
    assert listed.c_header(list(OPTIONS.values())) == generated.read_text()
    # What a macro is by default if nobody says otherwise is an option, or of one instruction set.
    computed = (ROOT / "src" / "base" / "config.h").read_text()
    asked = set(re.findall(r"^#ifndef (WHIT_\w+)", computed, re.M)) - {"WHIT_BASE_CONFIG_H"}
    assert asked <= set(OPTIONS)


@pytest.mark.slow
def test_all_is_the_whole_amalgamation(tmp_path: Path) -> None:
    tool = ROOT / "tools" / "amalgamate.py"
    command = [sys.executable, str(tool), "--output", str(tmp_path), "--curves", "all"]
    subprocess.run(command, check=True)
    for name in ("whit.c", "whit.inc", "whit.h"):
        assert (tmp_path / name).read_bytes() == (amalgamation() / name).read_bytes()


@pytest.mark.brief(4)
@pytest.mark.parametrize(
    ("curves", "expected"),
    [
        ("secp256r2", "no curve is called 'secp256r2'; the nearest: secp256r1, "),
        ("P-257", "no curve is called 'P-257'; the nearest: secp256r1"),
        ("secp256r1,nonesuch", "no curve is called 'nonesuch'"),
        ("", "no curve is called ''"),
    ],
)
def test_an_unknown_curve_is_answered_by_the_nearest(
    curves: str, expected: str, tmp_path: Path
) -> None:
    tool = ROOT / "tools" / "amalgamate.py"
    command = [sys.executable, str(tool), "--output", str(tmp_path), "--curves", curves]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert expected in done.stderr
    assert len(done.stderr) < 200
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["prime256v1", "NIST P-256", "p256", "SECP256R1"], ["secp256r1"]),
        (["X25519", "Ed448"], ["curve25519", "ed448"]),
        (["m511"], ["m511"]),
        (["all"], None),
        (["secp256r1", "all"], None),
    ],
)
def test_aliases_are_curves(words: list[str], expected: list[str] | None) -> None:
    assert named(words, [ROOT / "curves"]) == expected


def test_configurations_refuse_what_the_compiler_refuses(user: Path) -> None:
    """By the list of what excludes what, that configurations have."""
    for condition in listed.conditions():
        given = f"{condition.name}={condition.value}"
        for asked in condition.wanted:
            others = [f"{e.name}={e.values[0]}" for e in condition.wanted if e is not asked]
            for value in OPTIONS[asked.name].values:
                said = compiled(COMPILERS[0], user, given, f"{asked.name}={value}", *others)
                assert (said == []) == (value in asked.values), (given, asked.name, value)
                assert all(condition.name in error for error in said)
