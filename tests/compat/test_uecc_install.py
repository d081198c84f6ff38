# SPDX-License-Identifier: MIT
"""whit::compat, and the interfaces of one curve, installed: CMake and pkg-config tell a program all
that it has to know."""

import shutil
from pathlib import Path

import pytest

from tests.runner.host import STANDARD, WARNINGS
from tests.runner.tools import ROOT, run

pytestmark = pytest.mark.slow

PROGRAM = """\
#include "uECC_vli.h"
#include <stdio.h>
#if uECC_SUPPORTS_secp160r1
#error "this build has no secp160r1"
#endif
int main(void)
{
    uint8_t key[32], point[64];
    uECC_word_t words[4];
    int good = uECC_make_key(point, key, uECC_secp256r1());
    uECC_vli_bytesToNative(words, key, 32);
    good &= uECC_vli_cmp(words, uECC_curve_n(uECC_secp256r1()), 4) == -1;
    printf("%d\\n", good);
    return !good;
}
"""
HERE = Path(__file__).resolve().parent
# Interface of one curve: a program, and what it prints among other things.
OF_ONE_CURVE = {
    "tinycrypt": (HERE / "program_tinycrypt.c", "good\n"),
    "p256-m": (HERE / "program_p256_m.c", "\nverified 0 changed -4 "),
}
PROJECT = """\
cmake_minimum_required(VERSION 3.16)
project(program LANGUAGES C)
find_package(Whit REQUIRED)
add_executable(program program.c)
target_link_libraries(program PRIVATE whit::compat)
foreach(name IN ITEMS tinycrypt p256-m)
    add_executable(${name} ${name}.c)
    target_link_libraries(${name} PRIVATE whit::${name})
endforeach()
"""


def succeed(*command: str | Path) -> str:
    done = run(command)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("install")
    options = ("-DWHIT_COMPAT=ON", "-DWHIT_CURVES=secp192r1,secp256r1", "-DWHIT_LIMB_BITS=64")
    place = f"-DCMAKE_INSTALL_PREFIX={folder / 'prefix'}"
    succeed("cmake", "-S", ROOT, "-B", folder / "build", *options, place)
    assert "warning" not in succeed("cmake", "--build", folder / "build", "--parallel", "2")
    succeed("cmake", "--install", folder / "build")
    return folder / "prefix"


def test_pkg_config(prefix: Path, tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text(PROGRAM)
    place = f"PKG_CONFIG_PATH={next(prefix.rglob('whit-compat.pc')).parent}"
    flags = succeed("env", place, "pkg-config", "--cflags", "--libs", "whit-compat").split()
    program = tmp_path / "program"
    succeed("gcc", *STANDARD, *WARNINGS, "-o", program, tmp_path / "program.c", *flags)
    assert succeed(program) == "1\n"


@pytest.mark.parametrize("interface", list(OF_ONE_CURVE))
def test_pkg_config_of_one_curve(prefix: Path, tmp_path: Path, interface: str) -> None:
    source, printed = OF_ONE_CURVE[interface]
    place = f"PKG_CONFIG_PATH={next(prefix.rglob(f'whit-{interface}.pc')).parent}"
    flags = succeed("env", place, "pkg-config", "--cflags", "--libs", f"whit-{interface}").split()
    program = tmp_path / "program"
    succeed("gcc", *STANDARD, *WARNINGS, "-o", program, source, *flags)
    assert printed in succeed(program)


def test_every_header_is_installed(prefix: Path) -> None:
    """But that of 2013, whose curve the program chooses when it compiles ecc.c."""
    installed = prefix / "include" / "whit" / "compat"
    headers = {str(path.relative_to(installed)) for path in installed.rglob("*") if path.is_file()}
    folder = ROOT / "compat"
    assert headers == {str(path.relative_to(folder)) for path in folder.rglob("*.h")} - {"ecc.h"}


def test_find_package(prefix: Path, tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text(PROGRAM)
    for interface, (source, _) in OF_ONE_CURVE.items():
        shutil.copy(source, tmp_path / f"{interface}.c")
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    build = tmp_path / "build"
    succeed("cmake", "-S", tmp_path, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}")
    succeed("cmake", "--build", build)
    assert succeed(build / "program") == "1\n"
    for interface, (_, printed) in OF_ONE_CURVE.items():
        assert printed in succeed(build / interface)
