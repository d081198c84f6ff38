# SPDX-License-Identifier: MIT
"""Behind micro-ecc's interface too a program holds what it calls and nothing else, all curves
being there to be had: images for Cortex-M, where there is no random source until the program sets
one."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.compat import flash
from tests.compat.builds import CURVES
from tests.runner.tools import compile_with, run
from tests.test_link import BASE, names, parts

pytestmark = pytest.mark.slow

# Program: the call it makes, and the parts of test_link.py it has to hold.
PROGRAMS = {
    "verify": ("uECC_verify(k, k, 32, k, uECC_secp256r1())", {"verifying"}),
    "shared_secret": ("uECC_shared_secret(k, k, b, uECC_secp256r1())", {"ladder"}),
    "valid": ("uECC_valid_public_key(k, uECC_secp256r1())", set()),
    "make_key": ("uECC_make_key(b, b, uECC_secp256r1())", BASE | {"random"}),
    "compute": ("uECC_compute_public_key(k, b, uECC_secp256r1())", BASE),
    "compress": ("(uECC_compress(k, b, uECC_secp256r1()), 0)", set()),
    "decompress": ("(uECC_decompress(k, b, uECC_secp256r1()), 0)", set()),
    "sign": ("uECC_sign(k, k, 32, b, uECC_secp256r1())", BASE | {"signing", "random"}),
    "sign_with_k": (
        "uECC_sign_with_k(k, k, 32, k, b, uECC_secp256r1())",
        BASE | {"signing", "random"},
    ),
    "sign_deterministic": (
        "uECC_sign_deterministic(k, k, 32, &hash, b, uECC_secp256r1())",
        BASE | {"signing", "random"},
    ),
}
MAIN = """\
#include "uECC.h"
int main(void);
uint8_t b[100], k[100];
uECC_HashContext hash;
int main(void)
{{
    return {call};
}}
"""

ARM = ("-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=soft")
SECTIONS = ("-ffunction-sections", "-fdata-sections")
CLANG = "clang --target=arm-none-eabi -isystem/usr/lib/arm-none-eabi/include"
ALL_OF_ONE = BASE | {"verifying", "signing", "random", "ladder"}
ONE_OF_ALL = {"verifying", "another curve", "another size"}
# A way to compile the program and uECC.c, and what the image holds.
WAYS = {
    "unoptimised": ("arm-none-eabi-gcc -O0", "arm-none-eabi-gcc -O0", {"verifying"}),
    "for speed": ("arm-none-eabi-gcc -O3", "arm-none-eabi-gcc -O3", {"verifying"}),
    "clang": (f"{CLANG} -Os", f"{CLANG} -Os", {"verifying"}),
    "clang's program": (f"{CLANG} -O2", "arm-none-eabi-gcc -Os", {"verifying"}),
    "C++": ("arm-none-eabi-g++ -x c++ -Os", "arm-none-eabi-gcc -Os", {"verifying"}),
    "C90": (
        "arm-none-eabi-gcc -std=c90 -pedantic-errors -Os",
        "arm-none-eabi-gcc -Os",
        {"verifying"},
    ),
    "optimised when linked": (
        "arm-none-eabi-gcc -Os -flto",
        "arm-none-eabi-gcc -Os -flto",
        {"verifying"},
    ),
    "position-independent": (
        "arm-none-eabi-gcc -Os -fPIC",
        "arm-none-eabi-gcc -Os -fPIC",
        ALL_OF_ONE,
    ),
    "without inline functions": (
        "arm-none-eabi-gcc -Os -DWHIT_UECC_LINKED=0",
        "arm-none-eabi-gcc -Os",
        ONE_OF_ALL,
    ),
}
# A program of two files, whose curve is in a variable.
TWO_FILES = {
    "main.c": """\
#include "uECC.h"
int main(void);
extern uECC_Curve curve;
uint8_t b[100], k[100];
void choose(void);
int main(void)
{
    choose();
    return uECC_verify(k, k, 32, b, curve);
}
""",
    "choose.c": """\
#include "uECC.h"
extern uECC_Curve curve;
uECC_Curve curve;
void choose(void);
void choose(void)
{
    curve = uECC_secp256r1();
}
""",
}


# Whit's own calls have these too, in a build with all five curves: a field of 256 bits chooses
# among the kernels of its primes, and the compiler keeps one of two functions that do the same.
SHARED = re.compile(r"whit_field_mul_k256_asm|whit_scheme_\d+_draw")


def parts_but_shared(held: Iterable[str]) -> set[str]:
    return parts({name for name in held if not SHARED.fullmatch(name)})


@pytest.mark.parametrize("program", list(PROGRAMS))
def test_a_program_holds_what_it_calls(tmp_path: Path, program: str) -> None:
    call, expected = PROGRAMS[program]
    build = flash.Build("cortex-m4", "balanced")
    image = build.image(MAIN.format(call=call), tmp_path)
    held = names(image.map.read_text())
    assert "main" in held
    assert parts_but_shared(held) == expected, sorted(held)


@pytest.fixture(scope="module")
def whit_object(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("whit") / "whit.o"
    source = flash.drop_in_of(CURVES) / "whit.c"
    compile_with(["arm-none-eabi-gcc", *ARM, *SECTIONS, "-Os", "-c", source, "-o", output])
    return output


@pytest.mark.parametrize("way", list(WAYS))
def test_however_it_is_compiled(whit_object: Path, tmp_path: Path, way: str) -> None:
    program, compat, expected = WAYS[way]
    folder = flash.drop_in_of(CURVES)
    flags = (*ARM, *SECTIONS, f"-I{folder}", "-c")
    objects = [whit_object, tmp_path / "uECC.o"]
    compile_with([*compat.split(), *flags, folder / "uECC.c", "-o", objects[1]])
    for name, text in TWO_FILES.items():
        (tmp_path / name).write_text(f'extern "C" {{\n{text}}}\n' if "c++" in program else text)
        objects.append(tmp_path / f"{name}.o")
        compile_with([*program.split(), *flags, tmp_path / name, "-o", objects[-1]])
    image = tmp_path / "image.elf"
    specs = ("--specs=nano.specs", "--specs=nosys.specs", "-nostartfiles", "-e", "main")
    options = (
        (*compat.split(), *ARM, *SECTIONS) if "-flto" in compat else ("arm-none-eabi-gcc", *ARM)
    )
    compile_with([*options, *specs, "-Wl,--gc-sections", *objects, "-o", image])
    listed = run(["arm-none-eabi-nm", "--format=posix", image]).stdout.splitlines()
    kept = {line.split()[0] for line in listed}
    assert "whit_ecdsa_verify_digest_256" in kept
    assert parts_but_shared(kept) == expected, sorted(kept)
