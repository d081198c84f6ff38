# SPDX-License-Identifier: MIT
"""Keys and signatures go both ways between Whit and the openssl program, for every curve that
both know: openssl's keys are read and written back byte for byte, and it reads and checks
Whit's."""

import functools
import re
import subprocess
from pathlib import Path

import pytest

from lab.library import Curve, StatusError, load, parameters

_NAME = re.compile(r"^ *([\w-]+) *:", re.MULTILINE)


def openssl(*arguments: str | Path, given: bytes = b"") -> bytes:
    done = subprocess.run(
        ["openssl", *map(str, arguments)], input=given, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@functools.cache
def listed() -> tuple[str, ...]:
    return tuple(_NAME.findall(openssl("ecparam", "-list_curves").decode()))


def shared() -> list[tuple[str, str]]:
    """Whit's name and openssl's of every curve that both have. An alias of WTLS is another
    identifier for the same curve; such keys are the same but for their name."""
    pairs = []
    for each in parameters.load_all():
        folded = {name.casefold() for name in each.names}
        theirs = [n for n in listed() if n.casefold() in folded and not n.startswith("wap")]
        pairs += [(each.name, name) for name in theirs if each.oid]
    return pairs


PAIRS = [pytest.param(*pair, id=pair[0]) for pair in shared()]
ECDSA = [pytest.param(*pair, id=pair[0]) for pair in shared() if pair[0] != "sm2p256v1"]


def generated(theirs: str) -> bytes:
    """An ECPrivateKey made by openssl."""
    if theirs == "SM2":
        return openssl("genpkey", "-algorithm", "SM2", "-outform", "DER")
    arguments = ("-pkeyopt", f"ec_paramgen_curve:{theirs}", "-outform", "DER")
    return openssl("genpkey", "-algorithm", "EC", *arguments)


def as_pkcs8(der: bytes) -> bytes:
    arguments = ("-topk8", "-nocrypt", "-inform", "DER", "-outform", "DER")
    return openssl("pkcs8", *arguments, given=der)


def as_public(der: bytes, *arguments: str) -> bytes:
    common = ("-inform", "DER", "-pubout", "-outform", "DER")
    return openssl("pkey", *common, *arguments, given=der)


def test_every_prime_curve_of_openssl_is_here() -> None:
    """All but those of WTLS: three have the parameters of SEC's and an identifier of their own,
    two are on nobody's list."""
    descriptions = openssl("ecparam", "-list_curves").decode()
    prime = {
        name
        for name, text in re.findall(r"^ *([\w-]+) *:\s*(.*)$", descriptions, re.MULTILINE)
        if "prime field" in text
    }
    assert prime - {theirs for _, theirs in shared()} == {
        f"wap-wsg-idm-ecid-wtls{number}" for number in (6, 7, 8, 9, 12)
    }


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_keys_of_openssl_are_read_and_written_back(ours: str, theirs: str) -> None:
    curve = load().curve(ours)
    sec1 = generated(theirs)
    parts = curve.private_from_der(sec1)
    assert curve.private_to_der(parts.private_key, parts.public_key) == sec1
    assert curve.public_key(parts.private_key) == parts.public_key
    pkcs8 = as_pkcs8(sec1)
    assert curve.private_from_pkcs8(pkcs8) == parts
    assert curve.private_to_pkcs8(parts.private_key, parts.public_key) == pkcs8
    spki = as_public(sec1)
    assert curve.public_from_der(spki) == parts.public_key
    assert curve.public_to_der(parts.public_key) == spki
    for der in (sec1, pkcs8, spki):
        assert load().curve_of(der) is curve
    if theirs != "SM2":  # openssl compresses no points there
        compressed = as_public(sec1, "-ec_conv_form", "compressed")
        assert curve.public_from_der(compressed) == curve.compress(parts.public_key)
        assert curve.public_to_der(curve.compress(parts.public_key)) == compressed


@pytest.mark.brief(4)
@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_openssl_reads_and_checks_keys(ours: str, theirs: str) -> None:
    curve = load().curve(ours)
    pair = curve.generate()
    point = curve.compress(pair.public_key)
    check = ("pkey", "-inform", "DER", "-noout")
    for write in (curve.private_to_der, curve.private_to_pkcs8):
        for public_key in (pair.public_key, point, b""):
            der = write(pair.private_key, public_key)
            assert openssl(*check, "-check", given=der) == b"Key is valid\n"
            assert as_public(der) == curve.public_to_der(public_key or pair.public_key)
    for public_key in (pair.public_key, point):
        der = curve.public_to_der(public_key)
        assert openssl(*check, "-pubin", "-pubcheck", given=der) == b"Key is valid\n"


@pytest.mark.brief(4)
@pytest.mark.parametrize(("ours", "theirs"), ECDSA)
def test_signatures_go_both_ways(ours: str, theirs: str, tmp_path: Path) -> None:
    curve = load().curve(ours)
    pair = curve.generate()
    message, signature = tmp_path / "message", tmp_path / "signature"
    private_key, public_key = tmp_path / "private", tmp_path / "public"
    message.write_bytes(b"signed by one, verified by the other")
    private_key.write_bytes(curve.private_to_pkcs8(pair.private_key))
    public_key.write_bytes(curve.public_to_der(pair.public_key))
    signed = curve.sign(pair.private_key, message.read_bytes(), "sha256")
    signature.write_bytes(curve.signature_to_der(signed))
    verify = ("-keyform", "DER", "-verify", public_key, "-signature", signature)
    assert openssl("dgst", "-sha256", *verify, message) == b"Verified OK\n"
    for _ in range(8):  # integers of several lengths
        made = openssl("dgst", "-sha256", "-keyform", "DER", "-sign", private_key, message)
        raw = curve.signature_from_der(made)
        assert curve.signature_to_der(raw) == made
        assert curve.verify(pair.public_key, message.read_bytes(), raw, "sha256")
        assert not curve.verify(pair.public_key, b"another", raw, "sha256")


@pytest.mark.parametrize("ours", [pair[0] for pair in shared()][:3])
def test_explicit_parameters_are_refused(ours: str) -> None:
    theirs = dict(shared())[ours]
    arguments = ("-name", theirs, "-genkey", "-noout", "-outform", "DER")
    explicit = openssl("ecparam", *arguments, "-param_enc", "explicit")
    curve = load().curve(ours)
    assert load().curve_of(explicit) is None
    with pytest.raises(StatusError, match="not the DER encoding of such a key"):
        curve.private_from_der(explicit)
    with pytest.raises(StatusError, match="not the DER encoding of such a key"):
        curve.private_from_pkcs8(as_pkcs8(explicit))


def integer(value: bytes) -> bytes:
    return element(0x02, value)


def element(tag: int, value: bytes) -> bytes:
    length = len(value)
    if length < 0x80:
        return bytes([tag, length]) + value
    octets = length.to_bytes((length.bit_length() + 7) // 8)
    return bytes([tag, 0x80 | len(octets)]) + octets + value


def minimal(number: int) -> bytes:
    return number.to_bytes(number.bit_length() // 8 + 1)


@pytest.mark.parametrize("name", [each.name for each in parameters.load_all()])
def test_a_signature_has_one_encoding(name: str) -> None:
    """For every curve: both ways at the ends of the range, and each way to be wrong."""
    curve = load().curve(name)
    size, order = curve.order_bytes, curve.parameters.order
    numbers = (0, 1, 0x7F, 0x80, order // 2, order - 1, 2 ** (8 * size) - 1, 2 ** (8 * size - 1))
    for r in numbers:
        for s in numbers:
            raw = r.to_bytes(size) + s.to_bytes(size)
            der = element(0x30, integer(minimal(r)) + integer(minimal(s)))
            assert curve.signature_to_der(raw) == der
            assert curve.signature_from_der(der) == raw
    r, s = minimal(order - 1), minimal(order // 3)
    good = integer(r) + integer(s)
    long_form = bytes([0x02, 0x81, len(r)]) + r
    too_long = b"\1" + bytes(size)
    for bad in (
        element(0x30, good) + b"\0",
        element(0x30, good + b"\0"),
        element(0x30, good + integer(b"\1")),
        element(0x30, integer(r)),
        element(0x30, long_form + integer(s)),
        element(0x30, integer(b"\0" + r) + integer(s)),
        element(0x30, integer(r) + integer(b"\0" + s)),
        element(0x30, integer(b"\xff") + integer(s)),
        element(0x30, integer(r) + integer(b"\x80" + s[1:])),
        element(0x30, integer(b"") + integer(s)),
        element(0x30, integer(too_long) + integer(s)),
        element(0x30, integer(r) + integer(too_long)),
        element(0x31, good),
        b"\x30\x82\x00" + bytes([len(good)]) + good,
        b"\x30\x80" + good + b"\0\0",
        *(element(0x30, good)[:cut] for cut in range(len(good))),
    ):
        assert refused(curve, bad), bad.hex()


def refused(curve: Curve, der: bytes) -> bool:
    try:
        curve.signature_from_der(der)
    except StatusError as error:
        return error.status.name == "WHIT_ERROR_SIGNATURE_ENCODING"
    return False
