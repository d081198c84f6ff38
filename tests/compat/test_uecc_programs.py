# SPDX-License-Identifier: MIT
"""Programs written for micro-ecc, its own tests among them, compile with compat/ and run as
before; and both libraries link into one program."""

import re
import shlex
from pathlib import Path

import pytest

from tests.compat.builds import (
    COMPAT,
    Configuration,
    compat_objects,
    compile_all,
    upstream_objects,
    upstream_sources,
)
from tests.runner.host import STANDARD, WARNINGS
from tests.runner.tools import ROOT, compile_with, run

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent
INCLUDE = f"-I{ROOT / 'include'}"
OWN_TESTS = ("test_compress.c", "test_compute.c", "test_ecdh.c", "test_ecdsa.c")
EXAMPLE = "test_ecdsa_deterministic.c.example"
COMPLAINTS = re.compile(r"fail|not identical", re.IGNORECASE)


ONE_CURVE = """\
#include "uECC.h"
#include <stdio.h>
int main(void)
{
    uint8_t key[32], point[64], signature[64];
    uECC_Curve curve = uECC_secp256r1();
    int good = uECC_make_key(point, key, curve) && uECC_sign(key, key, 32, signature, curve);
    printf("%d\\n", good && uECC_verify(point, key, 32, signature, curve));
    return 0;
}
"""


def link(output: Path, *objects: Path, fixed: bool = False) -> Path:
    compile_with(["gcc", *(["-no-pie"] if fixed else []), *objects, "-o", output])
    return output


def output_of(program: Path) -> str:
    done = run([program])
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# As firmware is compiled: uECC.h then has inline functions.
FIXED = ("-fno-pic", "-fno-pie")


@pytest.mark.parametrize("place", [(), FIXED], ids=["anywhere", "fixed"])
@pytest.mark.parametrize("little_endian", [False, True], ids=["big-endian", "little-endian"])
def test_a_program_prints_the_same(
    whit: list[Path], tmp_path: Path, little_endian: bool, place: tuple[str, ...]
) -> None:
    # With 8-byte words micro-ecc's little-endian mode leaves gaps between short coordinates.
    theirs = Configuration(little_endian, word_bytes=4)
    ours = Configuration(little_endian)
    printed = []
    for name, header, objects in (
        ("ours", COMPAT, [*compat_objects(tmp_path, ours, place), *whit]),
        ("theirs", upstream_sources(), upstream_objects(tmp_path, theirs)),
    ):
        flags = [*STANDARD, *WARNINGS, *ours.defines, f"-I{header}", *place]
        (program,) = compile_all(tmp_path / name, [HERE / "program.c"], flags)
        linked = link(tmp_path / name / "program", program, *objects, fixed=bool(place))
        printed.append(output_of(linked))
    assert printed[0] == printed[1]
    assert printed[0].count("sign 1 verify 1 changed 0 changed 0\n") == 5 * 4
    assert printed[0].count("refused 0 0 0 1\nzero 0\nmade 1 1 0\n") == 5


@pytest.mark.parametrize("name", [*OWN_TESTS, EXAMPLE])
def test_tests_of_micro_ecc_run_unchanged(whit: list[Path], tmp_path: Path, name: str) -> None:
    """They report on standard output; their exit status is not about every fault."""
    text = (upstream_sources() / "test" / name).read_text()
    source = tmp_path / f"{name.split('.')[0]}.c"
    source.write_text(text)
    flags = ["-std=c99", "-w", "-O1", f"-I{COMPAT}", INCLUDE]
    objects = compile_all(tmp_path, [source, HERE / "sha256.c"], flags)
    compat = compat_objects(tmp_path, Configuration())
    printed = output_of(link(tmp_path / "program", *objects, *compat, *whit))
    assert printed.startswith("Testing ")
    assert printed.count(".") >= 5 * 256
    assert not COMPLAINTS.search(printed)


def symbols(file: Path) -> set[str]:
    """The names that an object offers to others."""
    done = run(["nm", "--defined-only", "--extern-only", "--format=posix", file])
    assert done.returncode == 0, done.stderr
    return {line.split()[0] for line in done.stdout.splitlines() if not line.endswith(":")}


def test_every_symbol_of_whit_begins_with_whit(whit: list[Path], tmp_path: Path) -> None:
    offered = set[str]().union(*map(symbols, whit))
    assert {"whit_ecdh", "whit_secp256r1", "whit_random_posix"} <= offered
    assert {name for name in offered if not name.startswith("whit_")} == set()
    theirs = symbols(upstream_objects(tmp_path, Configuration(arithmetic=True))[0])
    assert "uECC_sign" in theirs
    assert offered & theirs == set()


def test_compat_offers_what_micro_ecc_does(tmp_path: Path) -> None:
    for arithmetic in (False, True):
        configuration = Configuration(arithmetic=arithmetic)
        objects = compat_objects(tmp_path / str(arithmetic), configuration)
        ours = set[str]().union(*map(symbols, objects))
        (theirs,) = upstream_objects(tmp_path / str(arithmetic), configuration)
        # These micro-ecc defines and declares nowhere unless its arithmetic is asked for.
        undeclared = set() if arithmetic else {"uECC_valid_point"}
        own = {name for name in ours if name.startswith("whit_uecc_")}
        # Version 1.0 keeps it to itself, 1.1 offers it.
        assert ours - own == symbols(theirs) - undeclared | {"uECC_sign_with_k"}


def test_files_compiled_either_way_make_one_program(whit: list[Path], tmp_path: Path) -> None:
    """A program with inline functions and uECC.c without, and the other way round."""
    printed = []
    for i, (program_place, compat_place) in enumerate((((), ()), ((), FIXED), (FIXED, ()))):
        folder = tmp_path / str(i)
        compat = compat_objects(folder, Configuration(), compat_place)
        flags = [*STANDARD, *WARNINGS, f"-I{COMPAT}", *program_place]
        (program,) = compile_all(folder, [HERE / "program.c"], flags)
        printed.append(output_of(link(folder / "program", program, *compat, *whit, fixed=True)))
    assert printed[0] == printed[1] == printed[2]


def test_files_may_disagree_on_curves(whit: list[Path], tmp_path: Path) -> None:
    """A program that leaves none out, and uECC.c without one that it does not use."""
    compat = compat_objects(tmp_path, Configuration(), (*FIXED, "-DuECC_SUPPORTS_secp160r1=0"))
    source = tmp_path / "program.c"
    source.write_text(ONE_CURVE)
    (program,) = compile_all(tmp_path, [source], [*STANDARD, f"-I{COMPAT}", *FIXED])
    assert output_of(link(tmp_path / "program", program, *compat, *whit, fixed=True)) == "1\n"


def test_both_libraries_in_one_program(whit: list[Path], tmp_path: Path) -> None:
    flags = [*STANDARD, *WARNINGS, f"-I{upstream_sources()}", INCLUDE]
    (program,) = compile_all(tmp_path, [HERE / "both.c"], flags)
    theirs = upstream_objects(tmp_path, Configuration())
    assert output_of(link(tmp_path / "both", program, *theirs, *whit)) == "good\n"


@pytest.mark.parametrize("compiler", ["gcc", "g++", "clang"])
def test_headers_of_another_language(tmp_path: Path, compiler: str) -> None:
    """The headers alone, each by itself, in C and in C++."""
    suffix = "cpp" if compiler == "g++" else "c"
    for header, define in (
        ("uECC.h", "-DuECC_SUPPORTS_secp160r1=0"),
        ("uECC_vli.h", "-DuECC_ENABLE_VLI_API=1"),
        ("ecc.h", "-DECC_CURVE=secp192r1"),
    ):
        source = tmp_path / f"{header.split('.')[0]}.{suffix}"
        source.write_text(f'#include "{header}"\n#include "{header}"\nint only;\n')
        warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
        flags = [*warnings, define, f"-I{COMPAT}"]
        compile_with([compiler, *flags, "-c", source, "-o", source.with_suffix(".o")])


@pytest.mark.parametrize("interface", ["uECC", "tinycrypt", "p256-m"])
def test_the_commands_of_the_guide(tmp_path: Path, interface: str) -> None:
    """In a copy of what they name."""
    guide = (ROOT / "doc" / "migration.md").read_text()
    blocks = re.findall(r"^```sh\n(.*?)^```$", guide, re.M | re.S)
    (commands,) = [block for block in blocks if f"--compat {interface}\n" in block]
    for folder in ("tools", "curves", "include", "src", "compat", "ports"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    program = HERE / f"program_{interface.replace('-', '_')}.c"
    if interface == "uECC":
        program = upstream_sources() / "test" / "test_ecdh.c"
    (tmp_path / "program.c").write_text(program.read_text())
    done = run(["sh", "-c", f"set -e; cd {shlex.quote(str(tmp_path))}; {commands}"])
    assert done.returncode == 0, done.stderr
    assert not COMPLAINTS.search(output_of(tmp_path / "program"))


def test_what_cannot_be_is_said(tmp_path: Path) -> None:
    flags = [INCLUDE, f"-I{ROOT / 'src'}", f"-I{COMPAT}", "-fsyntax-only"]
    wide = ["-DuECC_ENABLE_VLI_API=1", "-DuECC_WORD_SIZE=4", "-DWHIT_LIMB_BITS=64"]
    cases: list[tuple[list[str], str, str]] = [
        (wide, "uECC_vli.c", "uECC_vli.c needs WHIT_LIMB_BITS = 8 * uECC_WORD_SIZE"),
        (["-DECC_CURVE=secp521r1"], "ecc.c", "ECC_CURVE is secp128r1,"),
        ([], "ecc.c", "define ECC_CURVE, as in -DECC_CURVE=secp256r1"),
    ]
    for defines, file, message in cases:
        done = run(["gcc", *flags, *defines, COMPAT / file])
        assert done.returncode != 0
        assert message in done.stderr
