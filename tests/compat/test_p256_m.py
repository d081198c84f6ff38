# SPDX-License-Identifier: MIT
"""p256-m and Whit behind p256-m's interface do the same with the same inputs, take each other's
keys and signatures, and say the same of bad ones."""

import ctypes
import random
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from tests.compat import flash
from tests.compat.builds import COMPAT, compile_all, whit_objects
from tests.compat.p256_m import (
    INVALID_PRIVKEY,
    INVALID_PUBKEY,
    INVALID_SIGNATURE,
    RANDOM_FAILED,
    SUCCESS,
    Library,
    compat_objects,
    upstream_folder,
    upstream_objects,
)
from tests.runner.host import STANDARD, WARNINGS, own_kernels, sources_with
from tests.runner.tools import ROOT, TESTS, compile_with, run
from tests.test_link import BASE, names, parts
from tools.curves import read as curves

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent
CURVE = curves.load(ROOT / "curves" / "secp256r1.toml")
EXCHANGES = 10
ZERO, HIGH, ORDER = bytes(32), b"\xff" * 32, CURVE.order.to_bytes(32)
BASE_POINT = b"".join(x.to_bytes(32) for x in CURVE.g)
OFF_CURVE = BASE_POINT[:63] + bytes([BASE_POINT[63] ^ 1])


@dataclass(frozen=True)
class Pair:
    ours: Library
    theirs: Library

    @property
    def both(self) -> tuple[Library, Library]:
        return self.ours, self.theirs


@pytest.fixture(scope="module")
def whit(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return whit_objects(tmp_path_factory.mktemp("whit"), curves=("secp256r1",))


@pytest.fixture(scope="module")
def pair(whit: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Pair:
    ours, theirs = (tmp_path_factory.mktemp(name) for name in ("ours", "theirs"))
    return Pair(
        Library.linked(ours, COMPAT, [*compat_objects(ours), *whit]),
        Library.linked(theirs, upstream_folder(), upstream_objects(theirs)),
    )


@pytest.fixture
def numbers(pair: Pair) -> random.Random:
    source = random.Random(256)
    for library in pair.both:
        library.set_source(source.randbytes)
    return source


def always(drawn: bytes, _: int) -> bytes:
    """A source that yields these bytes."""
    return drawn


def test_keys_and_secrets_are_the_same(pair: Pair, numbers: random.Random) -> None:
    for _ in range(EXCHANGES):
        drawn = numbers.randbytes(32)
        for library in pair.both:
            library.set_source(partial(always, drawn))
        made = pair.ours.gen_keypair()
        assert made == pair.theirs.gen_keypair()
        assert made[:2] == (SUCCESS, drawn)
        peer = pair.theirs.public_from_private(numbers.randbytes(32))[1]
        secrets = {library.ecdh_shared_secret(drawn, peer) for library in pair.both}
        assert len(secrets) == 1
        assert secrets.pop()[0] == SUCCESS
        for library in pair.both:
            assert library.validate_privkey(drawn) == SUCCESS
            assert library.validate_pubkey(made[2]) == SUCCESS
            assert library.public_from_private(drawn) == (SUCCESS, made[2])


@pytest.mark.parametrize("digest_bytes", [0, 1, 20, 31, 32, 33, 48, 64])
def test_each_verifies_what_the_other_signed(
    pair: Pair, numbers: random.Random, digest_bytes: int
) -> None:
    for signer, verifier in (pair.both, pair.both[::-1]):
        done, private, public = signer.gen_keypair()
        digest = numbers.randbytes(digest_bytes)
        done, signature = signer.ecdsa_sign(private, digest)
        assert done == SUCCESS
        other = numbers.randbytes(32)
        changed = bytes([signature[40] ^ 1]).join((signature[:40], signature[41:]))
        for library in (signer, verifier):
            assert library.ecdsa_verify(signature, public, digest) == SUCCESS
            assert library.ecdsa_verify(changed, public, digest) == INVALID_SIGNATURE
            assert library.ecdsa_verify(signature, public, other) == INVALID_SIGNATURE
            assert library.ecdsa_verify(signature, BASE_POINT, digest) == INVALID_SIGNATURE


def test_the_same_nonce_signs_the_same(pair: Pair, numbers: random.Random) -> None:
    drawn, private, digest = numbers.randbytes(32), numbers.randbytes(32), numbers.randbytes(32)
    for library in pair.both:
        library.set_source(partial(always, drawn))
    assert pair.ours.ecdsa_sign(private, digest) == pair.theirs.ecdsa_sign(private, digest)


def test_bad_input_gets_its_code(pair: Pair, numbers: random.Random) -> None:
    _, private, public = pair.ours.gen_keypair()
    digest = numbers.randbytes(32)
    _, signature = pair.ours.ecdsa_sign(private, digest)
    r, s = signature[:32], signature[32:]
    for library in pair.both:
        for bad in (ZERO, ORDER, HIGH):
            assert library.validate_privkey(bad) == INVALID_PRIVKEY
            assert library.public_from_private(bad)[0] == INVALID_PRIVKEY
            assert library.ecdh_shared_secret(bad, public)[0] == INVALID_PRIVKEY
            assert library.ecdh_shared_secret(bad, OFF_CURVE)[0] == INVALID_PRIVKEY
            assert library.ecdsa_sign(bad, digest)[0] == INVALID_PRIVKEY
            assert library.ecdsa_verify(bad + s, public, digest) == INVALID_SIGNATURE
            assert library.ecdsa_verify(r + bad, public, digest) == INVALID_SIGNATURE
        for bad in (ZERO + ZERO, HIGH + HIGH, public[:32] + HIGH, OFF_CURVE):
            assert library.validate_pubkey(bad) == INVALID_PUBKEY
            assert library.ecdh_shared_secret(private, bad)[0] == INVALID_PUBKEY
            assert library.ecdsa_verify(signature, bad, digest) == INVALID_PUBKEY
        for useless in (lambda _: None, bytes, lambda size: b"\xff" * size):
            library.set_source(useless)
            assert library.gen_keypair()[0] == RANDOM_FAILED
            assert library.ecdsa_sign(private, digest)[0] == RANDOM_FAILED


def test_where_two_things_are_wrong_another_may_be_named(
    pair: Pair, numbers: random.Random
) -> None:
    """As the guide says."""
    digest = numbers.randbytes(32)
    codes = [library.ecdsa_verify(ZERO + ZERO, OFF_CURVE, digest) for library in pair.both]
    assert codes == [INVALID_PUBKEY, INVALID_SIGNATURE]
    for library in pair.both:
        library.set_source(lambda _: None)
    codes = [library.ecdsa_sign(ZERO, digest)[0] for library in pair.both]
    assert codes == [INVALID_PRIVKEY, RANDOM_FAILED]


def test_how_often_it_draws(pair: Pair) -> None:
    """As the guide says."""
    draws = []
    for library in pair.both:
        asked: list[int] = []

        def high(size: int, asked: list[int] = asked) -> bytes:
            asked.append(size)
            return b"\xff" * size

        library.set_source(high)
        assert library.gen_keypair()[0] == RANDOM_FAILED
        assert set(asked) == {32}
        draws.append(len(asked))
    assert draws == [64, 4]


def test_outputs_are_zero_after_a_failure(pair: Pair, numbers: random.Random) -> None:
    ours = pair.ours
    assert ours.public_from_private(ZERO)[1] == bytes(64)
    assert ours.ecdh_shared_secret(ORDER, BASE_POINT)[1] == ZERO
    assert ours.ecdh_shared_secret(numbers.randbytes(32), OFF_CURVE)[1] == ZERO
    assert ours.ecdsa_sign(HIGH, b"digest")[1] == bytes(64)
    ours.set_source(lambda _: None)
    assert ours.gen_keypair()[1:] == (ZERO, bytes(64))
    assert ours.ecdsa_sign(numbers.randbytes(32), b"digest")[1] == bytes(64)


def test_an_output_may_lie_on_an_input(pair: Pair, numbers: random.Random) -> None:
    _, private, public = pair.ours.gen_keypair()
    secret = pair.ours.ecdh_shared_secret(private, public)
    digest = numbers.randbytes(64)
    for library in pair.both:
        room = ctypes.create_string_buffer(private, 64)
        assert library.raw.p256_ecdh_shared_secret(room, room, public) == SUCCESS
        assert (SUCCESS, room.raw[:32]) == secret
        room = ctypes.create_string_buffer(private, 64)
        assert library.raw.p256_public_from_private(room, room) == SUCCESS
        assert room.raw == public
    length = ctypes.c_size_t(64)
    room = ctypes.create_string_buffer(digest, 64)
    assert pair.ours.raw.p256_ecdsa_sign(room, private, room, length) == SUCCESS
    assert pair.theirs.ecdsa_verify(room.raw, public, digest) == SUCCESS


def built(folder: Path, header: Path, objects: list[Path], compiler: str = "gcc") -> str:
    folder.mkdir(exist_ok=True)
    program = (*STANDARD, *WARNINGS, f"-I{header}", HERE / "program_p256_m.c")
    compile_with([compiler, *program, *objects, "-o", folder / "program"])
    done = run([folder / "program"])
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_program_prints_the_same(whit: list[Path], tmp_path: Path, compiler: str) -> None:
    theirs = built(tmp_path / "theirs", upstream_folder(), upstream_objects(tmp_path), compiler)
    ours = built(tmp_path / "ours", COMPAT, [*compat_objects(tmp_path), *whit], compiler)
    assert ours == theirs
    assert ours.count("verified 0 changed -4 changed ") == 5
    assert "private -3 -3 -3 -3 -3\npublic -2 -2 -2 -2\nsignature -4 -4\nrandom -1 -1\n" in ours


def test_with_sanitizers(whit: list[Path], tmp_path: Path) -> None:
    checks = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    flags = (*STANDARD, "-O1", *checks, f"-I{COMPAT}", f"-I{ROOT / 'include'}")
    files = (HERE / "program_p256_m.c", COMPAT / "p256-m.c")
    compile_with(["gcc", *flags, *files, *whit, "-o", tmp_path / "program"])
    assert "verified 0" in run([tmp_path / "program"]).stdout


@pytest.mark.parametrize("compiler", ["gcc", "g++", "clang"])
def test_the_header_by_itself(tmp_path: Path, compiler: str) -> None:
    source = tmp_path / ("header.cpp" if compiler == "g++" else "header.c")
    source.write_text('#include "p256-m.h"\n#include "p256-m.h"\nint only;\n')
    compile_with([compiler, *WARNINGS, f"-I{COMPAT}", "-c", source, "-o", tmp_path / "o"])


def symbols(objects: list[Path], which: str) -> set[str]:
    done = run(["nm", which, "--extern-only", "--format=posix", *objects])
    lines = (line.split() for line in done.stdout.splitlines())
    return {words[0] for words in lines if words and not words[0].endswith(":")}


def test_it_offers_what_p256_m_does(tmp_path: Path) -> None:
    ours = symbols(compat_objects(tmp_path), "--defined-only")
    theirs = symbols(upstream_objects(tmp_path)[:1], "--defined-only")
    assert ours == theirs - {"upstream_generate_random"}
    assert len(ours) == 7
    assert "p256_generate_random" in symbols(compat_objects(tmp_path), "--undefined-only")


def test_secrets_under_valgrind(tmp_path: Path) -> None:
    flags: list[str | Path] = [
        *(*STANDARD, "-O2", "-g", "-DWHIT_LIMB_BITS=64", "-DWHIT_CURVES=secp256r1"),
        *("-include", TESTS / "ct" / "declassify.h", f"-I{TESTS / 'ct'}"),
        *(f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}", f"-I{COMPAT}"),
    ]
    library = sources_with(("secp256r1",), own_kernels(64))
    files = [*library, COMPAT / "p256-m.c", HERE / "secrets_p256_m.c"]
    compile_with(["gcc", *compile_all(tmp_path, files, flags), "-o", tmp_path / "secrets"])
    command = ("valgrind", "--quiet", "--error-exitcode=9", "--track-origins=yes")
    done = run([*command, tmp_path / "secrets"])
    assert (done.returncode, done.stdout) == (0, "good\n"), done.stderr


# Program: the call it makes, and the parts of test_link.py it has to hold.
PROGRAMS = {
    "verify": ("p256_ecdsa_verify(b, k, k, 32)", {"verifying"}),
    "agree": ("p256_ecdh_shared_secret(b, k, k)", {"ladder"}),
    "make": ("p256_gen_keypair(b, b)", BASE | {"random"}),
    "public": ("p256_public_from_private(b, k)", BASE),
    "sign": ("p256_ecdsa_sign(b, k, k, 32)", BASE | {"signing", "random"}),
}


@pytest.mark.parametrize("program", list(PROGRAMS))
def test_a_program_holds_what_it_calls(tmp_path: Path, program: str) -> None:
    call, expected = PROGRAMS[program]
    build = flash.p256_m_build("cortex-m4", "balanced")
    image = build.image(flash.P256_M.format(call=call), tmp_path)
    assert parts(names(image.map.read_text())) == expected


def test_a_call_costs_little_more_than_whits_own() -> None:
    """In a build of one curve, on both cores."""
    for core in flash.CORES:
        build = flash.p256_m_build(core, "balanced")
        case = "verify a signature"
        ours = build.bytes(flash.P256_M.format(call=flash.P256_M_CALLS[case]))
        own = build.bytes(flash.WHIT.format(call=flash.CASES[case][1]))
        assert 0 < ours - own <= 250, (core, ours, own)
