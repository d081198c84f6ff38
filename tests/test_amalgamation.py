# SPDX-License-Identifier: MIT
"""The amalgamation as it ships: that it compiles anywhere, holds the curves it was asked for, and
shows nothing but its interface. With several curves of one size, with one, and with all, it gives
the same results."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.profiles import USUALLY_BALANCED
from tests.runner import host
from tests.runner.host import (
    ADDING,
    LIMB_BITS,
    PROFILES,
    STANDARD,
    WARNINGS,
    own_kernels,
    sources_with,
)
from tests.runner.other import CPLUSPLUS
from tests.runner.tools import ROOT, UNIT
from tests.unit.tables import toy_list

COMPILERS = [
    pytest.param(
        name, marks=pytest.mark.skipif(shutil.which(name) is None, reason=f"no {name} here")
    )
    for name in ("gcc", "clang")
]
STRICT = (*STANDARD, *WARNINGS)

# Every function of the library that computes, on fixed keys; prints what it gives.
PROGRAM = """\
#include "whit.h"
#include <stdio.h>

static whit_status fill(void *context, uint8_t *out, size_t length)
{
    uint8_t *next = (uint8_t *)context;
    while (length-- > 0) {
        *next = (uint8_t)(*next * 5u + 77u);
        *out++ = *next;
    }
    return WHIT_OK;
}

static void show(const char *what, whit_status status, const uint8_t *bytes, size_t length)
{
    printf("%s %d ", what, status == WHIT_OK);
    for (size_t i = 0; i < length; i++) {
        printf("%02x", bytes[i]);
    }
    printf("\\n");
}

int main(void)
{
    static const uint8_t message[] = "the same for everyone";
    uint8_t state = 1, key[2][32], public_key[2][65], back[65], out[64], compressed[33];
    whit_random random = {fill, &state};
    size_t n = sizeof message;
    for (int i = 0; i < 2; i++) {
        whit_status made = whit_secp256r1_keygen(key[i], public_key[i], &random);
        show("private key", made, key[i], 32);
        show("public key", made, public_key[i], 65);
        show("agreed", whit_secp256r1_ecdh(out, key[i], public_key[0], 65), out, 32);
    }
    show("compressed", whit_secp256r1_compress(compressed, public_key[0], 65), compressed, 33);
    show("decompressed", whit_secp256r1_decompress(back, compressed, 33), back, 65);
    show("digest", whit_secp256r1_sign_digest(out, key[0], key[1], 32, &random), out, 64);
    show("hedged", whit_secp256r1_sign_hedged(out, key[0], message, n, &random), out, 64);
    show("signature", whit_secp256r1_sign(out, key[0], message, n), out, 64);
    show("verified", whit_secp256r1_verify(public_key[0], 65, message, n, out, 64), out, 0);
    show("refused", whit_secp256r1_verify(public_key[1], 65, message, n, out, 64), out, 0);
    whit_status generic = whit_ecdsa_sign(&whit_secp256r1, &whit_secp256r1_base, &whit_sha256, out,
                                          64, key[0], 32, message, n);
    show("generic", generic, out, 64);
    return 0;
}
"""


def command(*parts: str | Path, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    arguments = [str(part) for part in parts]
    plain = {**os.environ, "LC_ALL": "C"}
    return subprocess.run(
        arguments, capture_output=True, text=True, check=False, env=plain, cwd=folder
    )


def succeed(*parts: str | Path, folder: Path | None = None) -> str:
    done = command(*parts, folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def generate(output: Path, root: Path = ROOT) -> Path:
    succeed(sys.executable, root / "tools" / "amalgamate.py", "--output", output)
    return output


def generate_curves(output: Path, curves: str) -> Path:
    tool = ROOT / "tools" / "amalgamate.py"
    succeed(sys.executable, tool, "--output", output, "--curves", curves)
    return output


def object_file(
    folder: Path, source: Path, *options: str | Path, compiler: str = "gcc", level: str = "-O1"
) -> Path:
    output = folder / "object.o"
    succeed(compiler, *STRICT, level, *options, "-c", source, "-o", output)
    return output


def globals_of(path: Path) -> set[str]:
    """The names that an object defines for others."""
    lines = succeed("nm", "--extern-only", "--defined-only", path).splitlines()
    return {line.split()[-1] for line in lines if line and not line.endswith(":")}


# Names of functions that the library has only where an option of ADDING asks for them.
ADDED = re.compile(
    r"_(steps?|randomised|integer|point|scalar|ecpv|macwbb|map|(hash|encode)_to_curve|expand_message"
    r"|prepared?|bls|min_sig|min_pk|pairing)(_|$)"
)
# Of WHIT_PREPARED.
PREPARED = re.compile(
    r"_(prepare_public_key|(?<!min_sig_)(?<!min_pk_)verify(_digest)?_prepared(_many)?)(_\d+)?$"
)


def interface(header: Path) -> set[str]:
    """The functions and objects that a header declares and does not define."""
    text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
    text = re.sub(r"^static inline [^{]*\{.*?^\}$", "", text, flags=re.S | re.M)
    functions = re.findall(r"^\w[\w ]*?[ *](whit_\w+)\([^;{]*\);", text, re.S | re.M)
    return {*functions, *re.findall(r"^extern const \w+ (\w+);", text, re.M)}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with whit.c, whit.inc and whit.h."""
    return generate(tmp_path_factory.mktemp("amalgamation"))


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("clang") is None, reason="no clang here")
@pytest.mark.parametrize("bits", LIMB_BITS)
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.sampled(4)
def test_clang_has_nothing_to_warn_of(whole: Path, tmp_path: Path, profile: str, bits: int) -> None:
    """Nor has gcc, in test_profiles_and_limbs_do_not_change_results."""
    chosen = (f"-DWHIT_PROFILE={profile}", f"-DWHIT_LIMB_BITS={bits}", "-DWHIT_CURVES=secp256r1")
    object_file(tmp_path, whole / "whit.c", *chosen, compiler="clang")


@pytest.mark.slow
@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_header_stands_alone(whole: Path, tmp_path: Path, compiler: str) -> None:
    user = tmp_path / "user.c"
    user.write_text('#include "whit.h"\n#include "whit.h"\nint user(void);\n')
    succeed(compiler, *STRICT, "-fsyntax-only", f"-I{whole}", user)
    cplusplus = {"gcc": "g++", "clang": "clang++"}[compiler]
    succeed(cplusplus, *CPLUSPLUS, "-x", "c++", "-fsyntax-only", f"-I{whole}", user)


@pytest.mark.slow
def test_the_header_defines_macros_of_its_own_alone(whole: Path, tmp_path: Path) -> None:
    def macros(text: str) -> set[str]:
        user = tmp_path / "user.c"
        user.write_text(text)
        output = succeed("gcc", *STANDARD, "-dM", "-E", f"-I{whole}", user)
        return set(re.findall(r"^#define (\w+)", output, re.M))

    plain = "#include <stddef.h>\n#include <stdint.h>\n"
    added = macros(plain + '#include "whit.h"\n') - macros(plain)
    assert {name for name in added if not name.startswith("WHIT_")} == set()
    assert "WHIT_SECP256R1_SIGNATURE_BYTES" in added


def run_program(folder: Path, whole: Path, *options: str) -> str:
    source = folder / "program.c"
    source.write_text(PROGRAM)
    binary = folder / "program"
    files = (source, whole / "whit.c")
    succeed("gcc", *STRICT, "-O2", *options, f"-I{whole}", *files, "-o", binary)
    return succeed(binary)


@pytest.fixture(scope="module")
def results(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What PROGRAM prints with one curve."""
    return run_program(tmp_path_factory.mktemp("results"), whole, "-DWHIT_CURVES=secp256r1")


@pytest.mark.slow
def test_the_program_computes(results: str) -> None:
    lines = [line.split() for line in results.splitlines()]
    assert {words[-2]: words[-1] for words in lines if words[0] in ("verified", "refused")} == {
        "verified": "1",
        "refused": "0",
    }
    values = {" ".join(words[:-2]): words[-1] for words in lines if words[-2] == "1"}
    assert len({values[name] for name in ("digest", "hedged", "signature")}) == 3
    assert values["generic"] == values["signature"]
    agreed = [words[-1] for words in lines if words[0] == "agreed"]
    assert all(len(secret) == 64 and int(secret, 16) for secret in agreed)


@pytest.mark.slow
@pytest.mark.parametrize(
    "curves",
    [
        *("secp384r1,secp256r1", "frp256v1,secp256r1"),
        *(pytest.param(c, marks=pytest.mark.campaign) for c in ("all", "all,secp256r1")),
    ],
)
def test_curves_of_a_build_do_not_change_results(
    whole: Path, tmp_path: Path, results: str, curves: str
) -> None:
    assert run_program(tmp_path, whole, f"-DWHIT_CURVES={curves}") == results


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("bits", LIMB_BITS)
@pytest.mark.sampled(4)
def test_profiles_and_limbs_do_not_change_results(
    whole: Path, tmp_path: Path, results: str, bits: int, profile: str
) -> None:
    chosen = (f"-DWHIT_LIMB_BITS={bits}", f"-DWHIT_PROFILE={profile}", "-DWHIT_CURVES=secp256r1")
    assert run_program(tmp_path, whole, *chosen) == results


@pytest.mark.parametrize("compiler", ["gcc", pytest.param("clang", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("WHIT_CURVES=P-256", "WHIT_CURVES is all, or at most 24 curves"),
        ("WHIT_CURVES=nonesuch,secp256r1", "WHIT_CURVES is all, or at most 24 curves"),
        ("WHIT_PROFILE=nonsense", "WHIT_PROFILE is small, balanced or fast, not nonsense"),
        ("WHIT_LIMB_BITS=24", "WHIT_LIMB_BITS is 8, 16, 32 or 64, not 24"),
    ],
)
def test_a_build_of_nonsense_says_so(
    whole: Path, tmp_path: Path, compiler: str, option: str, message: str
) -> None:
    options = ("-Wfatal-errors", f"-D{option}", "-o", tmp_path / "object.o")
    done = command(compiler, *options, "-c", whole / "whit.c")
    assert done.returncode != 0
    first = next(line for line in done.stderr.splitlines() if "error:" in line)
    assert message in first


@pytest.mark.slow
def test_generating_again_changes_nothing(tmp_path: Path) -> None:
    names = ("whit.c", "whit.inc", "whit.h", "whit.hpp")
    first = generate(tmp_path / "first")
    before = {name: (first / name).stat().st_mtime_ns for name in names}
    generate(first)
    assert {name: (first / name).stat().st_mtime_ns for name in names} == before
    elsewhere = tmp_path / "a" / "new" / "folder"
    tool = ROOT / "tools" / "amalgamate.py"
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, tool, "--output", elsewhere / seed],
            check=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        for name in names:
            assert (elsewhere / seed / name).read_bytes() == (first / name).read_bytes()
        assert {path.name for path in (elsewhere / seed).iterdir()} == set(names)


@pytest.mark.slow
def test_it_names_no_folder(whole: Path) -> None:
    for name in ("whit.c", "whit.inc", "whit.h", "whit.hpp"):
        text = (whole / name).read_text()
        assert str(ROOT) not in text
        assert set(re.findall(r"^#include (.*)", text, re.M)) <= {
            *("<stddef.h>", "<stdint.h>", "<stdlib.h>", "<string.h>"),
            "<immintrin.h>",  # on x86-64 alone
            *('"whit.h"', '"whit.inc"'),
            '"whit.hpp needs C++17 or later"',
        }


@pytest.mark.slow
@pytest.mark.parametrize("profile", USUALLY_BALANCED)
def test_it_exports_its_interface_and_nothing_else(
    whole: Path, tmp_path: Path, profile: str
) -> None:
    declared = interface(whole / "whit.h")
    assert {"whit_ecdh", "whit_secp256r1", "whit_sha256", "whit_hash_update"} <= declared
    assert all(name.startswith("whit_") for name in declared)
    # Profile small has no prepared keys.
    adding = (each for each in ADDING if profile != "small" or "WHIT_PREPARED" not in each)
    made = object_file(
        tmp_path, whole / "whit.c", f"-DWHIT_PROFILE={profile}", *adding, level="-O0"
    )
    if profile == "small":
        assert globals_of(made) == {name for name in declared if not PREPARED.search(name)}
        made = object_file(tmp_path, whole / "whit.c", f"-DWHIT_PROFILE={profile}", level="-O0")
        assert globals_of(made) == {name for name in declared if not ADDED.search(name)}
    else:
        assert globals_of(made) == declared


@pytest.mark.slow
@pytest.mark.parametrize(
    "bits",
    [
        pytest.param(bits, marks=[pytest.mark.campaign] if bits in (16, 32) else [])
        for bits in LIMB_BITS
    ],
)
def test_it_needs_little_of_a_c_library(whole: Path, tmp_path: Path, bits: int) -> None:
    chosen = (f"-DWHIT_LIMB_BITS={bits}", "-DWHIT_CURVES=secp160r1,secp256r1")
    made = object_file(tmp_path, whole / "whit.c", *chosen, level="-O2")
    needed = {line.split()[-1] for line in succeed("nm", "--undefined-only", made).splitlines()}
    assert needed - {"_GLOBAL_OFFSET_TABLE_"} <= {"memcpy", "memset", "__stack_chk_fail"}


@pytest.mark.slow
@pytest.mark.campaign
def test_the_layered_build_exports_whit_names_alone(whole: Path, tmp_path: Path) -> None:
    exported: set[str] = set()
    for source in (*sources_with(("all",), own_kernels(64)), *(ROOT / "src/message").glob("*.c")):
        includes = (f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}")
        made = object_file(tmp_path, source, *includes, *ADDING, level="-O0")
        exported |= globals_of(made)
    assert {name for name in exported if not name.startswith("whit_")} == set()
    assert exported >= interface(whole / "whit.h")


# With the toy curves


@pytest.fixture(scope="module")
def with_toys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The amalgamation of a tree whose curves/ hold the toys too, and headers that lead to it."""
    tree = tmp_path_factory.mktemp("tree")
    for folder in ("src", "include", "tools", "curves"):
        shutil.copytree(ROOT / folder, tree / folder)
    for toy in (UNIT / "toys").glob("*.toml"):
        shutil.copy(toy, tree / "curves")
    succeed(sys.executable, "-m", "tools.curves", folder=tree)
    output = generate(tree / "amalgamation", tree)
    headers = output / "include" / "whit"
    headers.mkdir(parents=True)
    for header in (tree / "include" / "whit").glob("*.h"):
        (headers / header.name).write_text('#include "../../whit.h"\n')
    return output


TOYS = host.toy_names()
TOY_FRAMEWORK = ("test.c", "print.c", "host.c", "toy.c", "test_toy.c", "test_toy_ecdsa.c")


def run_toys(folder: Path, whole: Path, curves: Sequence[str], cases: Sequence[str]) -> None:
    """Run cases of the toys' public suites on a build of some curves."""
    options = (*STRICT, "-O2", f"-I{whole / 'include'}", "-DTEST_TOY=1", "-DTEST_PUBLIC=0")
    library = folder / "whit.o"
    chosen = f"-DWHIT_CURVES={','.join(curves)}"
    succeed("gcc", *options, chosen, "-c", whole / "whit.c", "-o", library)
    held = {
        name for name in globals_of(library) if name.removeprefix("whit_") in (*TOYS, "secp256r1")
    }
    assert held == {f"whit_{curve}" for curve in curves}
    for path in (*UNIT.glob("*.h"), *(UNIT / name for name in TOY_FRAMEWORK)):
        shutil.copy(path, folder)
    (folder / "suites.h").write_text("TOY_SUITE(toy)\nTOY_SUITE(toy_ecdsa)\n")
    (folder / "toys.h").write_text(toy_list([toy for toy in TOYS if toy in curves]))
    program = folder / "toys"
    sources = [folder / name for name in TOY_FRAMEWORK]
    succeed("gcc", *options, *sources, library, "-o", program)
    for case in cases:
        assert succeed(program, case).endswith("1 passed, 0 failed\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("curves", "cases"),
    [
        (
            ("secp256r1", "toy_minus3_above", "toy_zero"),
            ("toy_minus3_above_signing", "toy_zero_agreement"),
        ),
        (("toy_any", "toy_cofactor_4"), ("toy_any_signing", "toy_cofactor_4_agreement")),
        (("toy_minus3_above",), ("toy_minus3_above_verifying",)),
        (("toy_halves",), ("toy_halves_agreement", "toy_halves_verifying")),
        (("toy_cofactor_4",), ("toy_cofactor_4_points",)),
        (("toy_wide_order", "secp256r1"), ("toy_wide_order_keys",)),
        (TOYS, ("toy_short_order_deterministic",)),
    ],
    ids=[
        *("several", "two of one size", "one", "one with an endomorphism"),
        *("one with a cofactor", "one of each size", "all"),
    ],
)
@pytest.mark.sampled(3)
def test_toy_curves_in_the_amalgamation(
    with_toys: Path, tmp_path: Path, curves: tuple[str, ...], cases: tuple[str, ...]
) -> None:
    run_toys(tmp_path, with_toys, curves, cases)


@pytest.mark.slow
@pytest.mark.parametrize(
    "curves",
    [
        *("secp256r1", "secp256r1,toy_zero", "toy_any,secp256r1"),
        pytest.param("all", marks=pytest.mark.campaign),
    ],
)
@pytest.mark.sampled(3)
def test_company_does_not_change_results(
    with_toys: Path, tmp_path: Path, results: str, curves: str
) -> None:
    assert run_program(tmp_path, with_toys, f"-DWHIT_CURVES={curves}") == results
