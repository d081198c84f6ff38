# SPDX-License-Identifier: MIT
"""TinyCrypt's interface over Whit, by the include path alone. TinyCrypt itself is in no registry:
the program is written to its documentation."""

import re
from pathlib import Path

import pytest

from lab.targets import catalogue
from lab.targets.toolchain import Sources, Toolchain
from tests.compat import flash
from tests.compat.builds import COMPAT
from tests.runner.host import STANDARD, WARNINGS
from tests.runner.tools import ROOT, compile_with, run
from tests.test_link import BASE, names, parts
from tools.curves import read as curves

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent
HEADERS = ("constants.h", "ecc.h", "ecc_dh.h", "ecc_dsa.h", "ecc_platform_specific.h")
INCLUDES = (f"-I{COMPAT}", f"-I{ROOT / 'include'}")

# A source of the program's own takes the system's place, as in TinyCrypt's ports.
OWN_SOURCE = """\
#include <tinycrypt/ecc_dh.h>
#include <tinycrypt/ecc_platform_specific.h>
#include <stdio.h>
int default_CSPRNG(uint8_t *dest, unsigned int size)
{
    while (size-- > 0) {
        *dest++ = 1;
    }
    return 1;
}
int main(void)
{
    uint8_t public_key[64], private_key[32];
    int made = uECC_make_key(public_key, private_key, uECC_secp256r1());
    printf("%d %d %d\\n", made, private_key[0], private_key[31]);
    return 0;
}
"""


def compat_object(directory: Path, compiler: str = "gcc", *options: str) -> Path:
    output = directory / "tinycrypt.o"
    flags = (*STANDARD, *WARNINGS, "-Wmissing-prototypes", *(options or ("-O2",)), *INCLUDES)
    compile_with([compiler, *flags, "-c", COMPAT / "tinycrypt" / "ecc.c", "-o", output])
    return output


def output_of(directory: Path, program: Path, *objects: Path) -> str:
    flags = (*STANDARD, *WARNINGS, f"-I{COMPAT}")
    compile_with(["gcc", *flags, program, *objects, "-o", directory / "program"])
    done = run([directory / "program"])
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("level", ["-O0", "-O3"])
def test_a_program_for_tinycrypt(
    whit: list[Path], tmp_path: Path, compiler: str, level: str
) -> None:
    compat = compat_object(tmp_path, compiler, level)
    assert output_of(tmp_path, HERE / "program_tinycrypt.c", compat, *whit) == "good\n"


def test_functions_for_tests_may_be_asked_for_in_the_whole_build(tmp_path: Path) -> None:
    """As TinyCrypt's own makefile asks for them; a warning is an error here."""
    for value in ("", "=1"):
        compat_object(tmp_path, "gcc", "-O1", f"-DENABLE_TESTS{value}")


def test_with_sanitizers(whit: list[Path], tmp_path: Path) -> None:
    checks = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    compat = compat_object(tmp_path, "gcc", "-O1", *checks)
    flags = (*STANDARD, *checks, f"-I{COMPAT}")
    program = tmp_path / "program"
    compile_with(["gcc", *flags, HERE / "program_tinycrypt.c", compat, *whit, "-o", program])
    assert run([program]).stdout == "good\n"


def test_the_programs_own_source(whit: list[Path], tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(OWN_SOURCE)
    assert output_of(tmp_path, program, compat_object(tmp_path), *whit) == "1 1 1\n"


@pytest.mark.parametrize("compiler", ["gcc", "g++", "clang"])
def test_each_header_by_itself(tmp_path: Path, compiler: str) -> None:
    suffix = "cpp" if compiler == "g++" else "c"
    for header in HEADERS:
        source = tmp_path / f"{header}.{suffix}"
        source.write_text(f"#include <tinycrypt/{header}>\n" * 2 + "int only;\n")
        compile_with([compiler, *WARNINGS, f"-I{COMPAT}", "-c", source, "-o", tmp_path / "o"])


def test_the_curve_is_whits() -> None:
    """The numbers of uECC_Curve_t are those of the file in curves/."""
    curve = curves.load(ROOT / "curves" / "secp256r1.toml")
    text = (COMPAT / "tinycrypt" / "ecc.c").read_text().split("secp256r1 = {")[1]
    words = [int(word, 16) for word in re.findall(r"0x[0-9a-f]{8}", text.split("};")[0])]
    numbers = [curve.p, curve.order, *curve.g, curve.b]
    assert words == [number >> (32 * i) & 0xFFFFFFFF for number in numbers for i in range(8)]


def test_it_has_names_of_tinycrypt_alone(tmp_path: Path) -> None:
    done = run(["nm", "--defined-only", "--extern-only", "--format=posix", compat_object(tmp_path)])
    offered = {line.split()[0] for line in done.stdout.splitlines()}
    assert offered >= {"uECC_make_key_with_d", "uECC_sign_with_k", "default_CSPRNG"}
    assert all(name.startswith(("uECC_", "EccPoint_", "default_CSPRNG")) for name in offered)


def test_a_program_holds_what_it_calls(tmp_path: Path) -> None:
    """On a Cortex-M4, where nobody has a random source."""
    folder = flash.drop_in_of(("secp256r1",))
    library = Sources((COMPAT / "tinycrypt" / "ecc.c",), (COMPAT, ROOT / "include"))
    whit = Sources((folder / "whit.c",), (folder,), ("WHIT_CURVES=secp256r1",))
    toolchain = Toolchain(catalogue.find("cortex-m4"))
    main = "#include <tinycrypt/ecc_dh.h>\n#include <tinycrypt/ecc_dsa.h>\nint main(void);\n"
    for call, expected in (
        ("uECC_verify(k, k, 32, b, uECC_secp256r1())", {"verifying"}),
        ("uECC_shared_secret(k, k, b, uECC_secp256r1())", {"ladder"}),
        ("uECC_make_key(b, b, uECC_secp256r1())", BASE | {"random"}),
    ):
        file = tmp_path / f"{call.split('(')[0]}.c"
        file.write_text(
            f"{main}uint8_t b[64], k[64];\nint main(void)\n{{\n    return {call};\n}}\n"
        )
        program = Sources((file,), (COMPAT,))
        image = toolchain.image(file.with_suffix(".elf"), (program, library, whit))
        assert parts(names(image.map.read_text())) == expected
