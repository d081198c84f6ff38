# SPDX-License-Identifier: MIT
"""whit::compat and whit::tinycrypt, installed: CMake and pkg-config tell a program all that it has
to know."""

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
TINYCRYPT = HERE / "program_tinycrypt.c"
PROJECT = """\
cmake_minimum_required(VERSION 3.16)
project(program LANGUAGES C)
find_package(Whit REQUIRED)
add_executable(program program.c)
target_link_libraries(program PRIVATE whit::compat)
add_executable(tinycrypt tinycrypt.c)
target_link_libraries(tinycrypt PRIVATE whit::tinycrypt)
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


def test_pkg_config_of_tinycrypt(prefix: Path, tmp_path: Path) -> None:
    place = f"PKG_CONFIG_PATH={next(prefix.rglob('whit-tinycrypt.pc')).parent}"
    flags = succeed("env", place, "pkg-config", "--cflags", "--libs", "whit-tinycrypt").split()
    program = tmp_path / "program"
    succeed("gcc", *STANDARD, *WARNINGS, "-o", program, TINYCRYPT, *flags)
    assert succeed(program) == "good\n"


def test_find_package(prefix: Path, tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text(PROGRAM)
    shutil.copy(TINYCRYPT, tmp_path / "tinycrypt.c")
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    build = tmp_path / "build"
    succeed("cmake", "-S", tmp_path, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}")
    succeed("cmake", "--build", build)
    assert succeed(build / "program") == "1\n"
    assert succeed(build / "tinycrypt") == "good\n"
