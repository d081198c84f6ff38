# SPDX-License-Identifier: MIT
"""What a CMake project sets before it adds Whit is what the first configure compiles with; what is
no option, or no value of one, ends it."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tools import options

ROOT = Path(__file__).resolve().parents[2]
PROJECT = """\
cmake_minimum_required(VERSION 3.16)
project(consumer LANGUAGES C)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
{before}
{added}
{after}
add_executable(program program.c)
target_link_libraries(program PRIVATE whit::whit)
"""
SUBDIRECTORY = f'add_subdirectory("{ROOT}" whit)'
FETCHED = f"""\
include(FetchContent)
FetchContent_Declare(whit SOURCE_DIR "{ROOT}")
FetchContent_MakeAvailable(whit)"""
# One of every option: a value that is not the default, and what the compiler is told.
SETTINGS = {
    "WHIT_PROFILE": "small",
    "WHIT_CURVES": "P-256;secp384r1",
    "WHIT_MINIMUM_SECURITY": "112",
    "WHIT_HASH_LIMIT": "256",
    "WHIT_LIMB_BITS": "32",
    "WHIT_PORTABLE": "1",
    "WHIT_LITTLE_ENDIAN": "0",
    "WHIT_WIDE_MULTIPLY": "0",
    "WHIT_VARIABLE_MULTIPLY": "1",
    "WHIT_STEPS": "1",
    "WHIT_RANDOMISE": "1",
    "WHIT_ARITHMETIC": "1",
    "WHIT_HASH_TO_CURVE": "1",
    "WHIT_PREPARED": "1",
    "WHIT_AVX512": "0",
    "WHIT_PAIRINGS": "1",
    "WHIT_BLS": "1",
    "WHIT_X_COMB": "0",
}
TOLD = {**SETTINGS, "WHIT_CURVES": "secp256r1,secp384r1"}


def configure(folder: Path, *arguments: str, before: str, added: str, after: str = "") -> str:
    """Of a project that adds Whit; the build is below it. What CMake says, on one line."""
    folder.mkdir(exist_ok=True)
    text = PROJECT.format(before=before, added=added, after=after)
    (folder / "CMakeLists.txt").write_text(text)
    (folder / "program.c").write_text("int main(void) { return 0; }\n")
    command = ["cmake", "-S", str(folder), "-B", str(folder / "build"), *arguments]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    said = " ".join(done.stdout.split())
    assert (done.returncode != 0) == ("CMake Error" in said), done.stdout
    return said


def told(folder: Path, file: str) -> dict[str, str]:
    """What the compiler is told of Whit for a file."""
    entries = json.loads((folder / "build" / "compile_commands.json").read_text())
    (line,) = [entry["command"] for entry in entries if entry["file"].endswith(file)]
    return dict(re.findall(r"-D(WHIT_\w+)=(\S+)", line))


def sets(values: dict[str, str]) -> str:
    return "\n".join(f"set({name} {value})" for name, value in values.items())


def test_every_option_is_tried() -> None:
    assert set(SETTINGS) == {option.name for option in options.load() if not option.form}


@pytest.mark.brief(2)
@pytest.mark.parametrize("added", [SUBDIRECTORY, FETCHED], ids=["add_subdirectory", "FetchContent"])
def test_the_first_configure_has_what_was_set(added: str, tmp_path: Path) -> None:
    for _ in range(2):
        assert "Error" not in configure(tmp_path, before=sets(SETTINGS), added=added)
        assert told(tmp_path, "base/base.c") == TOLD
        assert told(tmp_path, "program.c") == {"WHIT_HASH_LIMIT": "256"}


@pytest.mark.slow
def test_a_project_decides_before_the_command_line(tmp_path: Path) -> None:
    """Both times alike."""
    for _ in range(2):
        settings = {"WHIT_PROFILE": "small"}
        arguments = ("-DWHIT_PROFILE=fast", "-DWHIT_CURVES=prime256v1")
        said = configure(tmp_path, *arguments, before=sets(settings), added=SUBDIRECTORY)
        assert "Error" not in said
        assert told(tmp_path, "base/base.c") == {**settings, "WHIT_CURVES": "secp256r1"}


@pytest.mark.slow
def test_defaults_are_the_compilers(tmp_path: Path) -> None:
    assert "Error" not in configure(tmp_path, before=sets({"WHIT_STEPS": '""'}), added=SUBDIRECTORY)
    assert told(tmp_path, "base/base.c") == {}


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        pytest.param(*case, marks=() if index < 2 else pytest.mark.slow)
        for index, case in enumerate(
            [
                ("set(WHIT_RANDOMIZE 1)", "WHIT_RANDOMIZE is no option of Whit."),
                (
                    "set(WHIT_CURVES secp256r1 P-257)",
                    'WHIT_CURVES names "P-257", which Whit does not have; the nearest: secp256r1 ',
                ),
                (
                    "set(WHIT_CURVES secp256r2)",
                    "the nearest: secp256r1, secp256k1, secp224k1 ",
                ),
                ("set(WHIT_CURVES zzz)", 'WHIT_CURVES names "zzz", which Whit does not have '),
                ("set(WHIT_STEPS yes)", 'WHIT_STEPS is one of 0, 1, not "yes"'),
                ("set(WHIT_PORTABLE OFF)", 'WHIT_PORTABLE is one of 0, 1, not "OFF"'),
                ("set(WHIT_COMPAT perhaps)", "WHIT_COMPAT is one of ON, OFF, "),
                ("set(WHIT_MINIMUM_SECURITY -1)", "WHIT_MINIMUM_SECURITY is a number"),
                ("set(WHIT_LEAST 1)", "WHIT_LEAST is for the amalgamation"),
                ("set(WHIT_BLS 1)", "WHIT_BLS=1 takes WHIT_PAIRINGS=1 and WHIT_HASH_TO_CURVE=1 "),
                (
                    "set(WHIT_BLS 1)\nset(WHIT_PAIRINGS 1)",
                    "WHIT_BLS=1 takes WHIT_PAIRINGS=1 and WHIT_HASH_TO_CURVE=1 ",
                ),
                (
                    "set(WHIT_X_COMB 1)\nset(WHIT_PROFILE small)",
                    "WHIT_X_COMB=1 takes WHIT_PROFILE=balanced or fast ",
                ),
                (
                    "set(WHIT_WIDE_MULTIPLY 0)\nset(WHIT_LIMB_BITS 16)",
                    "WHIT_WIDE_MULTIPLY=0 takes WHIT_LIMB_BITS=32 or 64 ",
                ),
                (
                    "set(WHIT_CURVES secp256r1 secp160r1)\nset(WHIT_MINIMUM_SECURITY 112)",
                    "secp160r1 has 80-bit security, less than WHIT_MINIMUM_SECURITY ",
                ),
                ("set(WHIT_MINIMUM_SECURITY 999)", "WHIT_MINIMUM_SECURITY leaves no curve "),
                ("set(WHIT_MASKING 1 CACHE STRING x)", "WHIT_MASKING is no option of Whit."),
                ("add_compile_definitions(WHIT_STEPS=1)", "set the CMake variable WHIT_STEPS"),
                ("add_definitions(-DWHIT_FAST)", "WHIT_FAST is defined and no option of Whit."),
                ('set(CMAKE_C_FLAGS "-O2 -DWHIT_RANDOMIZE=1")', "WHIT_RANDOMIZE is defined and no"),
                ("add_compile_options(-DWHIT_PORTABLE)", "set the CMake variable WHIT_PORTABLE"),
            ]
        )
    ],
)
def test_what_is_no_option_or_value_is_refused(setting: str, message: str, tmp_path: Path) -> None:
    assert message in configure(tmp_path, before=setting, added=SUBDIRECTORY)


@pytest.mark.slow
def test_macros_of_the_target_are_options(tmp_path: Path) -> None:
    definition = "target_compile_definitions(whit PRIVATE {})"
    for macro in ("WHIT_RANDOMIZE=1", "WHIT_STEPS=1", "$<$<CONFIG:Debug>:WHIT_STEPS=1>"):
        after = definition.format(macro)
        said = configure(tmp_path, before="", added=SUBDIRECTORY, after=after)
        assert f"The macro {macro.rpartition(':')[2].partition('=')[0]} is defined" in said
    after = definition.format("UNRELATED=1")
    assert "Error" not in configure(tmp_path, before="", added=SUBDIRECTORY, after=after)


@pytest.mark.slow
def test_what_packages_are_called_passes(tmp_path: Path) -> None:
    mine = {"WHIT_SOURCE_DIR": "x", "WHIT_ADDED": "YES", "WHIT_VERSION": "1", "SNOWHIT_STEPS": "1"}
    assert "Error" not in configure(tmp_path, before=sets(mine), added=SUBDIRECTORY)
