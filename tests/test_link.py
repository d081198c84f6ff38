# SPDX-License-Identifier: MIT
"""A program holds what it calls and nothing else, says the linker's map of programs that call
one function each, cross-compiled for a Cortex-M4.

Each program is checked for every part of the library, so a part that is wrongly missing (a
pattern that no longer matches anything, say) shows as much as one that is wrongly there."""

import re
from pathlib import Path

import pytest

from lab.measures.flash import footprint
from lab.targets import catalogue
from lab.targets.toolchain import Image, Sources, Toolchain
from tests.runner.core import kernels_of
from tests.runner.host import ARITHMETIC, HASH_TO_CURVE, sources_with
from tests.runner.made import amalgamation
from tests.runner.tools import ROOT
from tools.curves.known_answers import HASH_NAME

pytestmark = pytest.mark.slow

CURVES = ROOT / "curves"
HASHES = ROOT / "include" / "whit" / "hash.h"
SOURCES = ROOT / "src" / "message"  # which sources_with leaves out
BUILD = ("secp112r2", "secp256r1", "secp384r1")  # one with a cofactor, one of another size

# Part of the library: the names of its functions and objects.
PARTS = {
    "signing": re.compile(r"(^|_)sign(ing|_|$)"),
    "verifying": re.compile(r"verify|multiply_two"),
    "hardened verifying": re.compile(r"hardened|verify_otherwise"),
    "checked signing": re.compile(r"checked"),
    "DER": re.compile(r"_der(_|$)"),
    "recovery": re.compile(r"recover"),
    "low s": re.compile(r"(make|is)_low"),
    "streaming": re.compile(r"stream|(sign|verify)_final"),
    "cofactor": re.compile(r"multiply_vartime"),
    "HMAC": re.compile(r"hmac|absorb_key"),
    "RFC 6979": re.compile(r"nonces"),
    "hash": re.compile("|".join(["whit_hash", *HASH_NAME.findall(HASHES.read_text())])),
    "SHA-512": re.compile(r"sha384|sha512"),
    "base-point table": re.compile(r"_comb\b|secp256r1_base"),
    # The compiler keeps one of two functions that wipe as much.
    "base-point multiplication": re.compile(r"(?<!scrub_)multiply_base"),
    "random": re.compile(r"draw|random"),
    "self-tests": re.compile(r"selftest|_answer"),
    "answer for signatures": re.compile(r"ecdsa_answer|answer_signature"),
    "ladder": re.compile(r"whit_ecdh|weierstrass_256_multiply$"),
    "integers": re.compile(r"^whit_integer_(mul|exp|inverse)"),
    "scalars": re.compile(r"^whit_scalar_"),
    "points": re.compile(r"^whit_point_"),
    "hashing to curves": re.compile(
        r"(hash|encode)_to_curve|(weierstrass_\d+|secp256r1)_map(_|$)|expand_message"
    ),
    "another curve": re.compile(
        "|".join(p.stem for p in CURVES.glob("*.toml") if p.stem != "secp256r1")
    ),
    "JSON": re.compile(r"_(jss|jws|base64url)_"),
    "reading JSON": re.compile(r"_json_(next|skip)$"),
    "CBOR": re.compile(r"_(cbor|cose)_"),
    "reading CBOR": re.compile(r"_cbor_(skip|head)$"),
    "sensor lists": re.compile(r"_senml_"),
    # The compiler keeps one of two functions that do the same.
    "another size": re.compile(r"(field|weierstrass|scheme)_(?!256_)\d+_(?!digit$)"),
}
BASE = {"base-point table", "base-point multiplication"}
DERIVED = {"HMAC", "RFC 6979", "hash"}

SIGN = "whit_secp256r1_sign(b, k, k, n)"
JSS = 'whit_jss_begin(b, 100, &n, "ES256", k, n) ^ whit_jss_end(b, 100, &n, k, 64)'
COSE = "whit_cose_begin(&cose, b, 100, &n) ^ whit_cose_end(&cose, b, 100, &n, k, 64)"

# Program: the call it makes, the parts it has to hold. The names b, k, r, n stand for a buffer,
# a key, a random source and a length.
PROGRAMS = {
    "verify": ("whit_secp256r1_verify(k, 65, b, n, b, 64)", {"verifying", "hash"}),
    "verify_digest": ("whit_secp256r1_verify_digest(k, 65, b, 32, b, 64)", {"verifying"}),
    "verify_digest_hardened": (
        "whit_secp256r1_verify_digest_hardened(k, 65, b, 32, b, 64)",
        {"verifying", "hardened verifying"},
    ),
    "verify_hardened": (
        "whit_secp256r1_verify_hardened(k, 65, b, n, b, 64)",
        {"verifying", "hardened verifying", "hash"},
    ),
    "verify_digest_der": (
        "whit_secp256r1_verify_digest_der(k, 65, b, 32, b, n)",
        {"verifying", "DER"},
    ),
    "verify_der": (
        "whit_secp256r1_verify_der(k, 65, b, n, b, n)",
        {"verifying", "DER", "hash"},
    ),
    "verify, generic": (
        "whit_ecdsa_verify_digest(&whit_secp256r1, k, 65, b, 32, b, 64)",
        {"verifying", "cofactor", "another size"},
    ),
    "validate": ("whit_secp256r1_validate_public_key(k, 65)", set()),
    "decompress": ("whit_secp256r1_decompress(b, k, 33)", set()),
    "low": ("whit_secp256r1_make_low(b, k) ^ whit_secp256r1_is_low(b, 64)", {"low s"}),
    "recover_digest": (
        "whit_secp256r1_recover_digest(b, 0, k, 32, k, 64)",
        {"recovery", "verifying"},
    ),
    "verify in pieces": (
        "whit_ecdsa_stream_init(&stream, &whit_sha256) ^ "
        "whit_secp256r1_verify_final(&stream, k, 65, b, 64)",
        {"verifying", "hash", "streaming"},
    ),
    "verify secp384r1": (
        "whit_secp384r1_verify(k, 97, b, n, b, 96)",
        {"verifying", "hash", "SHA-512", "another curve", "another size"},
    ),
    "ecdh_cofactor": (
        "whit_secp112r2_ecdh_cofactor(b, k, k, 29)",
        {"ladder", "cofactor", "another curve", "another size"},
    ),
    "der": ("whit_ecdsa_signature_from_der(&whit_secp256r1, b, 64, k, n)", {"DER"}),
    "hash": ("whit_hmac(&whit_sha256, b, k, 32, k, n)", {"HMAC", "hash"}),
    "hooked hash": (
        "whit_hash_hook_sha256(&h, f) ^ whit_hmac(&h, b, k, 32, k, n)",
        {"HMAC", "hash"},
    ),
    "ecdh": ("whit_secp256r1_ecdh(b, k, k, 65)", {"ladder"}),
    "keygen": ("whit_secp256r1_keygen(b, k, r)", BASE | {"random"}),
    "public_key": ("whit_secp256r1_public_key(b, k)", BASE),
    "sign_digest": ("whit_secp256r1_sign_digest(b, k, k, 32, r)", BASE | {"signing", "random"}),
    "sign": (SIGN, BASE | DERIVED | {"signing"}),
    "sign_digest_deterministic": (
        "whit_secp256r1_sign_digest_deterministic(b, k, k, 32)",
        BASE | DERIVED | {"signing"},
    ),
    "sign_checked": (
        "whit_secp256r1_sign_checked(b, k, k, k, n)",
        BASE | DERIVED | {"signing", "checked signing", "verifying"},
    ),
    "sign_digest_checked": (
        "whit_secp256r1_sign_digest_checked(b, k, k, k, 32)",
        BASE | DERIVED | {"signing", "checked signing", "verifying"},
    ),
    "self-test of ecdh": ("whit_secp256r1_selftest_ecdh()", {"self-tests", "ladder"}),
    "self-test of verify": (
        "whit_secp256r1_selftest_verify()",
        {"self-tests", "answer for signatures", "verifying", "hash"},
    ),
    "self-test of verify_digest": (
        "whit_secp256r1_selftest_verify_digest()",
        {"self-tests", "answer for signatures", "verifying"},
    ),
    "self-test of key pairs": (
        "whit_secp256r1_selftest_key_pair(b, k)",
        BASE | {"self-tests"},
    ),
    "self-test of the hash": (
        "whit_selftest_hash(&whit_sha256, &whit_sha256_answer)",
        {"self-tests", "HMAC", "hash"},
    ),
    "sign_hedged": (
        "whit_secp256r1_sign_hedged(b, k, k, n, r)",
        BASE | DERIVED | {"signing", "random"},
    ),
    "product of scalars": ("whit_secp256r1_scalar_mul(&s, &s, &s)", {"scalars"}),
    "sum of points": ("whit_secp256r1_point_add(&p, &p, &p)", {"points"}),
    "multiple of a point": ("whit_secp256r1_point_mul(&p, &s, &p)", {"points", "ladder"}),
    "multiple of the base point": ("whit_secp256r1_point_mul_base(&p, &s)", {"points"} | BASE),
    "sum of two multiples": (
        "whit_secp256r1_point_mul_two_vartime(&p, &s, &s, &p)",
        {"points", "verifying"},
    ),
    "sign JSON": (f"{SIGN} ^ {JSS}", BASE | DERIVED | {"signing", "JSON"}),
    "verify JSON": (
        'whit_jss_open("ES256", k, n, b, 100, &n, k, 64) ^ '
        "whit_secp256r1_verify(k, 65, b, n, k, 64)",
        {"verifying", "hash", "JSON", "reading JSON"},
    ),
    "sign JWS": (
        'whit_jws_begin(b, 100, &n, "ES256", k, n) ^ whit_jws_end(b, 100, &n, k, 64)',
        {"JSON"},
    ),
    "sign CBOR": (f"{SIGN} ^ {COSE}", BASE | DERIVED | {"signing", "CBOR"}),
    "open CBOR": ("whit_cose_open(&cose, k, n, b, 100, &n, k, 64)", {"CBOR", "reading CBOR"}),
    "write sensor lists": ("whit_senml_json(b, 100, &n, &record, 1)", {"sensor lists", "JSON"}),
    "message recovery, signing": (
        "whit_secp256r1_ecpv_sign(b, n, k, k, n, k, n, k, n, r)",
        BASE | {"signing", "random", "hash", "scalars", "points"},
    ),
    "message recovery": (
        "whit_secp256r1_ecpv_recover(b, n, k, 65, k, n, k, n, k, n)",
        {"recovery", "verifying", "hash", "scalars", "points"},
    ),
    "hash_to_curve": (
        "whit_secp256r1_hash_to_curve(b, k, n, k, n)",
        {"hashing to curves", "hash"},
    ),
    "product of integers": ("number_mul(&a, &a, &a, &m)", {"integers"}),
}
# In one unit the compiler sees the build's curves, and refers to them where any may be meant.
IN_ONE_UNIT = {"verify, generic": {"another curve"}}
MAIN = """\
#include <whit/arithmetic.h>
#include <whit/cose.h>
#include <whit/der.h>
#include <whit/jss.h>
#include <whit/jws.h>
#include <whit/secp112r2.h>
#include <whit/secp256r1.h>
#include <whit/secp384r1.h>
#include <whit/senml.h>
int main(void);
uint8_t b[100], k[100];
size_t n;
whit_ecdsa_stream stream;
whit_hash h;
void f(whit_hash_state *state);
void f(whit_hash_state *state)
{{
    state->chain[0]++;
}}
whit_random *r;
whit_cose cose;
whit_senml_record record;
whit_secp256r1_scalar s;
whit_secp256r1_point p;
WHIT_INTEGERS(number, 256);
number_integer a;
number_modulus m;
int main(void)
{{
    return {call};
}}
"""
# An input section that was kept: its name, perhaps a line break, its address and size.
KEPT = re.compile(r"^ \.(?:text|rodata|data|bss)\.(\S+)\s+0x[0-9a-f]+\s+0x([0-9a-f]+) ", re.M)
ADDED = re.compile(r"^startup\.|\.(constprop|isra|part|cold)\.\d+|\.str\d.*")  # by the compiler


def names(map_text: str) -> set[str]:
    """Functions and objects in the image, from the sections the linker kept."""
    _, kept = map_text.split("Linker script and memory map", 1)
    found = {name for name, size in KEPT.findall(kept) if int(size, 16) > 0}
    return {ADDED.sub("", name) for name in found}


def parts(held: set[str]) -> set[str]:
    return {part for part, mark in PARTS.items() if any(mark.search(name) for name in held)}


class Linker:
    """One toolchain, so that the library is compiled once for all programs."""

    def __init__(
        self,
        amalgamated: bool,
        directory: Path,
        curves: tuple[str, ...] = BUILD,
        profile: str = "balanced",
        core: str = "cortex-m4",
    ) -> None:
        target = catalogue.find(core)
        self.amalgamated = amalgamated
        self._toolchain = Toolchain(target)
        self._directory = directory
        library: tuple[Path, ...] = tuple(sources_with(curves, kernels_of(target.name)))
        library += tuple(SOURCES.glob("*.c"))
        self._includes: tuple[Path, ...] = (ROOT / "include", ROOT / "src")
        if amalgamated:
            library = (amalgamation() / "whit.c",)
            self._includes = (amalgamation() / "include",)
        defines = (
            *(f"WHIT_LIMB_BITS={target.limb_bits}", f"WHIT_CURVES={','.join(curves)}"),
            f"WHIT_PROFILE={profile}",
            *(option.removeprefix("-D") for option in (ARITHMETIC, HASH_TO_CURVE)),
        )
        self._library = Sources(library, self._includes, defines)

    def image(self, program: str) -> Image:
        call = PROGRAMS[program][0] if program in PROGRAMS else "0"
        main = self._directory / (re.sub(r"\W+", "_", program) + ".c")
        main.write_text(MAIN.format(call=call))
        return self._toolchain.image(
            main.with_suffix(".elf"), (Sources((main,), self._includes), self._library)
        )

    def held(self, program: str) -> set[str]:
        return names(self.image(program).map.read_text())


@pytest.fixture(
    scope="module",
    params=[False, True],
    ids=["layered", "amalgamated"],
)
def linker(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Linker:
    return Linker(request.param, tmp_path_factory.mktemp("link"))


@pytest.mark.parametrize("program", list(PROGRAMS))
def test_a_program_holds_what_it_calls(linker: Linker, program: str) -> None:
    held = linker.held(program)
    assert "main" in held
    expected = PROGRAMS[program][1]
    if linker.amalgamated:
        expected = expected | IN_ONE_UNIT.get(program, set())
    assert parts(held) == expected, sorted(held)


def test_a_program_that_compresses_itself_holds_no_other_compression(linker: Linker) -> None:
    compression = re.compile(r"sha256_(compress|round_constants)")
    assert any(compression.search(name) for name in linker.held("hash"))
    held = linker.held("hooked hash")
    assert "whit_hash_hook_sha256" in held
    assert not any(compression.search(name) for name in held), sorted(held)


def test_every_part_is_looked_for_and_found() -> None:
    expected: set[str] = set().union(*(held for _, held in PROGRAMS.values()))
    assert expected == set(PARTS)


def test_the_map_is_read() -> None:
    text = """\
Discarded input sections

 .text.whit_ecdsa_sign_256
                0x00000000       0x20 whit.o

Linker script and memory map

 .text.main     0x00000040       0x1c main.o
 .text.whit_hmac_init.constprop.0
                0x00000100       0x30 whit.o
 .rodata.secp256r1_comb
                0x00000200      0x400 whit.o
 .text.empty    0x00000600        0x0 whit.o
"""
    assert names(text) == {"main", "whit_hmac_init", "secp256r1_comb"}
    assert parts(names(text)) == {"HMAC", "base-point table"}


def test_verifying_secp384r1_takes_less_than_6_kb(tmp_path: Path) -> None:
    """MCUboot's case: a boot loader that checks one signature, SHA-384 included. In profile small:
    the kernels of the others are for time."""
    linker = Linker(True, tmp_path, ("secp384r1",), "small")
    image = linker.image("verify secp384r1")
    empty = linker.image("empty")
    assert footprint(image.elf).flash_bytes - footprint(empty.elf).flash_bytes < 6000


@pytest.mark.parametrize(("program", "most"), [("sign JSON", 1300), ("sign CBOR", 1400)])
def test_a_message_adds_little_to_its_signature(tmp_path: Path, program: str, most: int) -> None:
    """On a Cortex-M3, as the CC2538 has: bytes beside those of signing."""
    linker = Linker(True, tmp_path, ("secp256r1",), core="cortex-m3")
    flash = [footprint(linker.image(each).elf).flash_bytes for each in (program, "sign")]
    assert 0 < flash[0] - flash[1] < most
