# SPDX-License-Identifier: MIT
"""The driver for PSA Cryptography: added to Mbed TLS, compiled for what configurations want, and
called through PSA."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ports.psa import add_driver
from tests.psa import builds, flash
from tests.runner.tools import ROOT, run

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
