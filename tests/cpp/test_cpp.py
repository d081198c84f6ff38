# SPDX-License-Identifier: MIT
"""The C++ interface: clean with every compiler and standard, over the layered headers and as the
amalgamation has it, and programs of it run; what must not compile does not; a firmware of it
needs no exceptions and no heap."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.emitting import emit
from tests.runner.host import ADDING, BLS
from tests.runner.made import amalgamation
from tests.runner.tools import ROOT

HERE = Path(__file__).resolve().parent
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
BARE = ("-fno-exceptions", "-fno-rtti")
COMPILERS = ("g++", "clang++")
STANDARDS = ("-std=c++17", "-std=c++20")
CORTEX_M = ("-mcpu=cortex-m4", "-mthumb")
MISUSES = {
    1: "delete",
    2: "no matching|no known conversion|could not convert|cannot convert",
    3: "no matching|no known conversion|could not convert|cannot convert|invalid initialization",
    4: "nodiscard",
    5: "no viable|cannot convert",
    6: "incomplete type|void|a random source returns",
    7: "whit_sm2p256v1_sign",
    8: "no matching|no viable",
    9: "no viable|conversion",
    10: "no matching|invalid initialization",
    11: "no matching|could not convert",
    12: "no matching|could not convert",
    13: "no matching|could not convert",
    14: "a point of this kind and arrangement",
    15: "not a member|no member",
}
# The curves of each program's library.
PROGRAMS = {
    "wrapper": "secp112r2,secp256r1,sm2p256v1,ed25519",
    "bls": "bls12_381,bn_p158",
}
# Statuses of C functions to which C++ gives outputs of its own.
IMPOSSIBLE = {"WHIT_ERROR_OUTPUT_LENGTH", "WHIT_ERROR_OVERLAP"}


def command(*parts: str | Path) -> subprocess.CompletedProcess[str]:
    arguments = [str(part) for part in parts]
    plain = {**os.environ, "LC_ALL": "C"}
    return subprocess.run(arguments, capture_output=True, text=True, check=False, env=plain)


def succeed(*parts: str | Path) -> str:
    done = command(*parts)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Objects of the library, by the programs that call them, once each is asked for."""
    return Libraries(tmp_path_factory.mktemp("cpp"))


class Libraries(dict[str, Path]):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def __missing__(self, program: str) -> Path:
        self[program] = self._folder / f"{program}.o"
        options = (f"-DWHIT_CURVES={PROGRAMS[program]}", *ADDING)
        source = amalgamation() / "whit.c"
        succeed("gcc", "-std=c99", "-O2", *options, "-c", source, "-o", self[program])
        return self[program]


def test_wrapper_has_every_function() -> None:
    header = (ROOT / "include" / "whit" / "functions.h").read_text()
    wrapper = "".join(path.read_text() for path in (ROOT / "include" / "whit").glob("*.hpp"))
    functions = re.findall(r"^static inline whit_status WHIT_MY\((\w+)\)", header, re.M)
    assert "ecdh_cofactor" in functions
    for function in functions:
        assert f"Functions::{function}(" in wrapper


def test_wrapper_has_every_function_of_bls_signatures() -> None:
    header = (ROOT / "include" / "whit" / "bls12_381_bls.h").read_text()
    wrapper = "".join(path.read_text() for path in (ROOT / "include" / "whit").glob("bls*.hpp"))
    functions = set(
        re.findall(r"^whit_status whit_bls12_381_(?:min_(?:sig|pk)_)?(\w+)\(", header, re.M)
    )
    assert {"bls_keygen", "sign", "fast_aggregate_verify", "pairing"} < functions
    for function in functions:
        assert re.search(rf"(Functions|shared)::(min_sig_)?{function}\(", wrapper), function


@pytest.mark.brief(2)
@pytest.mark.parametrize("compiler", COMPILERS)
def test_every_curve_with_a_pairing_has_bls_signatures(compiler: str, tmp_path: Path) -> None:
    """Every function that is no template, beside the curve itself."""
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} here")
    headers = (ROOT / "include" / "whit").glob("*_bls.h")
    curves = sorted(path.stem.removesuffix("_bls") for path in headers)
    assert {"bls12_381", "bn_p158", "ss_p1536"} < set(curves)
    lines = ["#include <whit/whit.hpp>"]
    for name in curves:
        lines += [f"#include <whit/{name}.h>", f"#include <whit/{name}_bls.h>"]
    for name in curves:
        lines += [f"WHIT_CPP_{each}({name}, {name.upper()})" for each in ("CURVE", "BLS")]
        parts = ("min_sig", "min_pk")
        functions = [f"whit::{name}_{part}_functions" for part in parts]
        lines += [f"template class whit::bls_arrangement<{each}>;" for each in functions]
        lines += [f"template class whit::bls_min_sig<{functions[0]}>;"]
        lines += [f"template class whit::bls<whit::{name}_bls_functions, {', '.join(functions)}>;"]
    source = tmp_path / "curves.cpp"
    source.write_text("\n".join([*lines, ""]))
    include = f"-I{ROOT / 'include'}"
    succeed(compiler, "-std=c++17", *WARNINGS, *BARE, include, "-fsyntax-only", source)


def test_every_status_of_bls_signatures_is_seen_through_the_wrapper() -> None:
    header = (ROOT / "include" / "whit" / "bls12_381_bls.h").read_text()
    statuses = set(re.findall(r"WHIT_ERROR_\w+[A-Z]\b", header))
    seen = set(re.findall(r"WHIT_ERROR_\w+", (HERE / "bls.cpp").read_text()))
    assert len(statuses) > 15
    assert statuses - IMPOSSIBLE == seen


@pytest.mark.slow
@pytest.mark.parametrize("drop_in", [False, True], ids=["headers", "amalgamation"])
@pytest.mark.parametrize("options", [(), BARE], ids=["default", "bare"])
@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.sampled(4)
def test_wrapper_runs(
    name: str,
    compiler: str,
    standard: str,
    options: tuple[str, ...],
    drop_in: bool,
    libraries: dict[str, Path],
    tmp_path: Path,
) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} here")
    headers = ("-DDROP_IN", f"-I{amalgamation()}") if drop_in else (f"-I{ROOT / 'include'}",)
    program = tmp_path / name
    succeed(
        *(compiler, standard, "-O2", *WARNINGS, *options, *headers),
        *(HERE / f"{name}.cpp", libraries[name], "-o", program),
    )
    assert succeed(program).splitlines()[-1].endswith(" passed, 0 failed")


@pytest.mark.slow
@pytest.mark.parametrize(
    "made",
    [
        "WHIT_CPP_CURVE(secp256r1, SECP256R1)",
        "WHIT_CPP_CURVE(sm2p256v1, SM2P256V1)",
        "WHIT_CPP_CURVE(bn_p158, BN_P158)",
    ],
)
def test_a_drop_in_has_cpp_without_what_it_lacks(made: str, tmp_path: Path) -> None:
    """Without the options that add functions, and on a curve that has no signatures."""
    found = re.search(r"\((\w+)", made)
    assert found is not None
    emit(tmp_path, "portable", "balanced", found[1], "--scheme", "all")
    source = tmp_path / "program.cpp"
    source.write_text(f'#include "whit.hpp"\n{made}\n')
    for compiler in filter(shutil.which, COMPILERS):
        succeed(compiler, "-std=c++17", *WARNINGS, *BARE, "-fsyntax-only", source)


@pytest.mark.slow
def test_a_drop_in_has_bls_signatures_in_cpp(tmp_path: Path) -> None:
    given = [part for each in BLS for part in ("--option", each.removeprefix("-D"))]
    emit(tmp_path, "portable", "balanced", PROGRAMS["bls"], "--scheme", "all", *given)
    library, program = tmp_path / "whit.o", tmp_path / "program"
    succeed("gcc", "-std=c99", "-O2", "-c", tmp_path / "whit.c", "-o", library)
    flags = ("-std=c++17", "-O1", *WARNINGS, "-DDROP_IN", f"-I{tmp_path}")
    succeed("g++", *flags, HERE / "bls.cpp", library, "-o", program)
    assert succeed(program).splitlines()[-1].endswith(" passed, 0 failed")


@pytest.mark.slow
@pytest.mark.parametrize("compiler", COMPILERS)
def test_misuse_does_not_compile(compiler: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} here")
    check = (compiler, "-std=c++17", "-Werror", "-fsyntax-only", f"-I{ROOT / 'include'}")
    succeed(*check, HERE / "misuse.cpp")
    for number, complaint in MISUSES.items():
        done = command(*check, f"-DMISUSE={number}", HERE / "misuse.cpp")
        assert done.returncode != 0, f"misuse {number} compiles"
        found = [word for word in complaint.split("|") if word in done.stderr]
        assert found, f"misuse {number}: {done.stderr}"


@pytest.mark.brief(5)
@pytest.mark.parametrize("standard", ["-std=c++98", "-std=c++14"])
@pytest.mark.parametrize("drop_in", [False, True], ids=["headers", "amalgamation"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_older_standards_are_refused_in_one_line(
    compiler: str, drop_in: bool, standard: str
) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} here")
    headers = ("-DDROP_IN", f"-I{amalgamation()}") if drop_in else (f"-I{ROOT / 'include'}",)
    done = command(compiler, standard, "-fsyntax-only", *headers, HERE / "wrapper.cpp")
    assert done.returncode != 0
    (error,) = [line for line in done.stderr.splitlines() if "error: " in line]
    assert "whit.hpp needs C++17 or later" in error


@pytest.mark.skipif(shutil.which("arm-none-eabi-g++") is None, reason="no arm-none-eabi-g++ here")
@pytest.mark.parametrize("standard", STANDARDS)
def test_firmware_needs_no_run_time(standard: str, tmp_path: Path) -> None:
    output = tmp_path / "embedded.o"
    succeed(
        *("arm-none-eabi-g++", standard, "-Os", *CORTEX_M, *WARNINGS, *BARE),
        *(f"-I{ROOT / 'include'}", "-c", HERE / "embedded.cpp", "-o", output),
    )
    needed = {
        line.split()[-1]
        for line in succeed("arm-none-eabi-nm", "--undefined-only", output).split("\n")
        if line
    }
    foreign = {name for name in needed if not name.startswith("whit_")}
    # A program pays for what it calls.
    assert needed - foreign == {
        *("whit_secp256r1", "whit_secp256r1_base", "whit_sha256", "whit_ecdsa_sign_256"),
        *("whit_bls12_381_min_sig_sign", "whit_bls12_381_min_sig_basic"),
    }
    # abort ends a program that asks for the value of a failure.
    assert foreign <= {"abort", "memcpy", "memset"}
