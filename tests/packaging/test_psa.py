# SPDX-License-Identifier: MIT
"""The driver for PSA Cryptography: added to Mbed TLS, compiled for what configurations want, and
called through PSA."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.errors import FetchError
from ports.psa import add_driver
from tests.psa import __main__ as psa
from tests.psa import builds, flash
from tests.runner.host import STANDARD, WARNINGS
from tests.runner.made import compiled
from tests.runner.tools import ROOT, TESTS, compile_with, run

TOOL = ROOT / "ports" / "psa" / "add_driver.py"


def added(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return run([sys.executable, TOOL, *words])


def wrapper(entry_point: str, drivers: str) -> str:
    return (
        f"psa_status_t psa_driver_wrapper_{entry_point}(\n    const uint8_t *key_buffer )\n"
        "{\n    switch( location )\n    {\n"
        f"        {add_driver.LOCAL}\n{drivers}#endif\n"
        "            return( builtin() );\n    }\n}\n"
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """What the program reads of a copy of Mbed TLS that has generated wrappers alone."""
    folder = tmp_path / "mbedtls" / "library"
    folder.mkdir(parents=True)
    (folder / "psa_crypto.c").touch()
    header, source = (folder / name for name in add_driver.WRAPPERS)
    names = list(add_driver.ARGUMENTS)
    text = "".join(wrapper(name, add_driver.DRIVERS) for name in names if "public" not in name)
    header.write_text(f"{add_driver.HEADERS}\n{text}")
    source.write_text(f"{add_driver.HEADERS}\n{wrapper('export_public_key', add_driver.DRIVERS)}")
    return folder.parent


def contents(folder: Path) -> dict[str, str]:
    return {str(each): each.read_text() for each in folder.rglob("*") if each.is_file()}


def test_every_entry_point_is_called_and_once(tree: Path) -> None:
    assert added(tree, "--check").returncode == 1
    assert added(tree).returncode == 0
    after = contents(tree)
    text = "".join(after.values())
    for name in add_driver.ARGUMENTS:
        assert len(re.findall(rf"\bwhit_transparent_{name}\b", text)) == 1, name
        assert text.index(f"psa_driver_wrapper_{name}(") < text.index(f"whit_transparent_{name}\n")
    assert text.count('#include "whit_psa_driver.h"') == 2
    again = added(tree)
    assert (again.returncode, contents(tree)) == (0, after)
    assert added(tree, "--check").returncode == 0


def without_a_wrapper(tree: Path) -> None:
    header = tree / "library" / add_driver.WRAPPERS[0]
    header.write_text(header.read_text().replace("wrapper_sign_hash(", "wrapper_sign("))


def without_drivers(tree: Path) -> None:
    source = tree / "library" / add_driver.WRAPPERS[1]
    source.write_text(source.read_text().replace(add_driver.DRIVERS, ""))


def without_headers(tree: Path) -> None:
    source = tree / "library" / add_driver.WRAPPERS[1]
    source.write_text(source.read_text().replace(add_driver.HEADERS, ""))


def without_wrappers(tree: Path) -> None:
    for name in add_driver.WRAPPERS:
        (tree / "library" / name).unlink()


def without_sources(tree: Path) -> None:
    (tree / "library" / "psa_crypto.c").unlink()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (without_a_wrapper, "has no wrapper for sign_hash"),
        (without_drivers, "psa_driver_wrapper_export_public_key calls no drivers"),
        (without_headers, "no place for headers"),
        (without_wrappers, "neither templates nor generated wrappers"),
        (without_sources, "is no copy of Mbed TLS"),
        (lambda tree: shutil.rmtree(tree), "is no copy of Mbed TLS"),
    ],
)
def test_what_is_not_known_is_an_error_and_nothing_is_changed(
    spoil: Callable[[Path], None], said: str, tree: Path
) -> None:
    spoil(tree)
    before = contents(tree)
    done = added(tree)
    assert done.returncode == 1
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert contents(tree) == before


def test_description_names_what_the_header_declares() -> None:
    description = json.loads(add_driver.DESCRIPTION.read_text())
    named = description["capabilities"][0]["entry_points"]
    declared = re.findall(
        r"\bwhit_transparent_(\w+)\(", (TOOL.parent / "whit_psa_driver.h").read_text()
    )
    assert named == declared == list(add_driver.ARGUMENTS) == list(builds.ENTRY_POINTS)


def test_page_shows_what_was_measured() -> None:
    page = (ROOT / "doc" / "psa.md").read_text()
    shown = page.split("<!-- flash:begin -->\n")[1].split("<!-- flash:end -->")[0]
    assert shown == flash.table((ROOT / "results" / "psa-flash.txt").read_text())


def test_download_that_fails_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise FetchError("fetching mbedtls failed: no network; repeat the command")

    monkeypatch.setattr("tests.psa.builds.sources.prepare", fail)
    builds.tree.cache_clear()
    assert psa.main(["psa_crypto", "--jobs", "1"]) == 1
    assert capsys.readouterr().out.count("failed: no network; repeat the command") == 2


def test_suite_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        psa.main(["psa_crypt"])
    assert "there is no suite psa_crypt; there are psa_crypto," in capsys.readouterr().err


slow = pytest.mark.slow


@slow
def test_what_the_generator_writes_is_what_was_added(tmp_path: Path) -> None:
    """By Mbed TLS's own generator, but for the numbers of drivers. It checks descriptions with
    jsonschema, for which the rules that are used here stand in."""
    tree = tmp_path / "mbedtls"
    for name in ("library", "scripts"):
        shutil.copytree(builds.tree() / name, tree / name)
    for name in ("include", "tests", "programs"):
        (tree / name).mkdir()
    schema = json.loads((tree / add_driver.LISTED / "driver_transparent_schema.json").read_text())
    description = json.loads((tree / add_driver.LISTED / "whit_driver.json").read_text())
    assert set(schema["required"]) <= set(description) <= set(schema["properties"])
    rules = schema["properties"]["capabilities"]["items"][0]
    assert set(rules["required"]) <= set(description["capabilities"][0])
    (tree / "scripts" / "jsonschema.py").write_text("def validate(instance, schema): pass\n")
    generator = tree / "scripts" / "generate_driver_wrappers.py"
    done = subprocess.run(
        [sys.executable, generator], cwd=tree, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr

    def compared(folder: Path, name: str) -> list[str]:
        text = (folder / "library" / name).read_text()
        return re.sub(r"\(\d\)|^.*WHIT_TRANSPARENT_DRIVER_ID.*$|\s", "", text, flags=re.M).split(
            ";"
        )

    for name in add_driver.WRAPPERS:
        assert compared(tree, name) == compared(builds.tree(), name)


@slow
@pytest.mark.skipif(
    shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
)
def test_lines_of_the_page_give_all_that_the_driver_needs(tmp_path: Path) -> None:
    tree = tmp_path / "mbedtls"
    for name in ("include", "library"):
        shutil.copytree(builds.upstream() / name, tree / name)
    page = (ROOT / "doc" / "psa.md").read_text()
    lines = page.split("```\n")[1].replace("MBEDTLS", str(tree))
    environment = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = run(["sh", "-ec", lines.replace(".venv/bin/", "")], environment)
    assert done.returncode == 0, done.stderr
    assert added(tree, "--check").returncode == 0
    flags = (
        *(*flash.CORE, *STANDARD, *WARNINGS, "-Werror", "-Os", "-DFLASH_SIGNS", "-DFLASH_WHIT"),
        *('-DMBEDTLS_CONFIG_FILE="flash.h"', f"-I{builds.FOLDER}", f"-isystem{tree / 'include'}"),
        *(f"-I{tree / 'whit'}", "-DWHIT_PROFILE=small"),
    )
    sources = sorted((tree / "whit").glob("*.c"))
    assert len(sources) == 3
    for source in sources:
        compile_with(["arm-none-eabi-gcc", *flags, "-c", source, "-o", tmp_path / "object.o"])


# Of what a program wants, and what the driver then has of Whit.
CHOICES = {
    "verify": ("ALG_ECDSA ECC_SECP_R1_256 KEY_TYPE_ECC_PUBLIC_KEY",
               "key_validate_public ecdsa_verify_digest secp256r1"),
    "sign": ("ALG_DETERMINISTIC_ECDSA ALG_SHA_256 ECC_SECP_R1_384 KEY_TYPE_ECC_KEY_PAIR_IMPORT",
             "key_validate_public key_validate_private key_public ecdsa_verify_digest"
             " ecdsa_sign_digest_deterministic sha256 secp384r1 secp384r1_base"),
    "agree": ("ALG_ECDH ECC_SECP_R1_256 KEY_TYPE_ECC_KEY_PAIR_GENERATE",
              "key_validate_public key_validate_private key_public ecdh secp256r1 secp256r1_base"),
    "X25519": ("ALG_ECDH ECC_MONTGOMERY_255 KEY_TYPE_ECC_KEY_PAIR_GENERATE",
               "x25519_public_key x25519_ecdh"),
    "Ed25519": ("ALG_PURE_EDDSA ALG_ED25519PH ECC_TWISTED_EDWARDS_255 KEY_TYPE_ECC_PUBLIC_KEY",
                "ed25519_validate_public_key ed25519_verify ed25519ph_verify_digest"),
    "nothing": ("KEY_TYPE_RAW_DATA", ""),
}  # fmt: skip


@slow
@pytest.mark.parametrize("choice", CHOICES)
def test_driver_has_what_the_configuration_wants_and_no_more(choice: str) -> None:
    wanted, has = (words.split() for words in CHOICES[choice])
    objects = builds.driver(
        "only", "-fno-sanitize=all", *(f"-DPSA_WANT_{each}=1" for each in wanted)
    )
    named = run(["nm", *objects]).stdout
    used = set(re.findall(r"\bU whit_(\w+)", named)) - set(re.findall(r"\bT whit_(\w+)", named))
    assert used == set(has)
    # Nothing of the heap, of Mbed TLS's own arithmetic, or writable.
    assert not re.search(r"alloc|mbedtls_(ecp|mpi)|\b[BDC] ", named)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("psa")


@slow
def test_driver_alone_does_what_psa_says(folder: Path) -> None:
    program = folder / "entry_points"
    builds.linked("alone", builds.FOLDER / "entry_points.c", program)
    done = run([program])
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[0]) > 1000


@slow
def test_cases_of_mbedtls_pass_through_the_driver_alone(folder: Path) -> None:
    """A sample: `python3 -m tests.psa` runs all, which a campaign records."""
    program = builds.suite("alone", "psa_crypto", folder)
    symbols = run(["nm", program]).stdout
    assert not re.search(r"\bmbedtls_((mpi|ecp|ecdh)_|ecdsa_(sign|verify))", symbols)
    done = builds.tried(program)
    print(f"{done.cases.passed} cases passed, {done.elliptic.passed} of elliptic curves")
    assert done.cases.failed == 0, done.output
    assert done.elliptic.passed > 150
    served = {name for name, count in done.calls.items() if count > 10}
    assert served == set(builds.ENTRY_POINTS) - {"sign_message", "verify_message"}


@slow
def test_no_branch_and_no_address_depends_on_a_secret(folder: Path) -> None:
    """Of entry points and of what they call of Whit, under valgrind."""
    program = folder / "secrets"
    flags = (
        *(*STANDARD, "-O2", "-g", builds.configuration("alone")),
        *("-include", str(TESTS / "ct" / "declassify.h"), f"-isystem{builds.tree() / 'include'}"),
        *(f"-I{each}" for each in (TESTS / "ct", builds.FOLDER, builds.PORT, ROOT / "include")),
    )
    sources = (*builds.PORT.glob("*.c"), builds.FOLDER / "secrets.c", builds.amalgamation())
    compile_with(["gcc", *(compiled("gcc", flags, each) for each in sources), "-o", program])
    done = run(["valgrind", "--quiet", "--track-origins=yes", program])
    assert (done.returncode, done.stdout) == (0, "good, 0 errors\n"), done.stderr


@slow
def test_source_that_gives_no_key_is_an_error_and_no_loop(folder: Path) -> None:
    source = folder / "stuck.c"
    source.write_text(STUCK)
    objects = builds.driver("only", "-DPSA_WANT_ECC_SECP_R1_521=1", *GENERATE)
    flags = (
        *STANDARD,
        "-O2",
        builds.configuration("only"),
        "-DPSA_WANT_ECC_SECP_R1_521=1",
        *GENERATE,
    )
    folders = (builds.FOLDER, builds.PORT, builds.tree() / "include")
    own = compiled("gcc", (*flags, *(f"-I{each}" for each in folders)), source)
    program = folder / "stuck"
    compile_with(["gcc", *builds.SANITIZED, own, *objects, builds.whit(), "-o", program])
    assert run([program]).stdout == "129 draws, -148, zero\n"


GENERATE = ("-DPSA_WANT_KEY_TYPE_ECC_KEY_PAIR_GENERATE=1", "-DPSA_WANT_ALG_ECDH=1")
STUCK = """\
#include <stdio.h>
#include <string.h>
#include "whit_psa_driver.h"
#include <mbedtls/platform_util.h>
static unsigned draws;
psa_status_t psa_generate_random(uint8_t *output, size_t output_size)
{
    memset(output, 0xff, output_size);
    draws++;
    return PSA_SUCCESS;
}
void mbedtls_platform_zeroize(void *buf, size_t len)
{
    memset(buf, 0, len);
}
int main(void)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    uint8_t key[66], zero[66] = {0};
    size_t length = 9;
    psa_set_key_type(&attributes, PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_SECP_R1));
    psa_set_key_bits(&attributes, 521);
    psa_status_t status = whit_transparent_generate_key(&attributes, key, sizeof key, &length);
    printf("%u draws, %d, %s\\n", draws, (int)status,
           length == 0 && memcmp(key, zero, sizeof key) == 0 ? "zero" : "not zero");
    return 0;
}
"""
