# SPDX-License-Identifier: MIT
"""Messages of the emulated sensor, without the board: what verifies and what does not."""

import base64
import json
import os
import signal
import struct
import tempfile
import time
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from lab.errors import LabError, UnknownNameError
from lab.sensor import device
from lab.sensor.device import MAGIC, page
from lab.sensor.firmware import EXAMPLE, Build
from lab.sensor.keys import new_key, private_bytes
from lab.sensor.verifying import Verifier
from tests.sensor.datagrams import BLOCK2, LARGEST, URI_PATH, Datagrams, message, option

READING = b'{"chip_temp":-20953,"measurement_id":34}'
KEY = new_key("secp256r1")
VERIFIER = Verifier(KEY.public_key())


def signature(signed: bytes) -> bytes:
    r, s = decode_dss_signature(KEY.sign(signed, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def jss(algorithm: str = "ES256") -> bytes:
    signed = b'{"jss.protected":{"alg":"' + algorithm.encode() + b'"},' + READING[1:]
    encoded = base64.urlsafe_b64encode(signature(signed)).rstrip(b"=")
    return signed[:-1] + b',"jss.signature":"' + encoded + b'"}'


def cose(algorithm: int = -7) -> bytes:
    protected = cbor2.dumps({1: algorithm})
    signed = cbor2.dumps(["Signature1", protected, b"", READING])
    return cbor2.dumps(cbor2.CBORTag(18, [protected, {}, READING, signature(signed)]))


def test_signed_readings_verify() -> None:
    assert VERIFIER.jss(jss()) == VERIFIER.cose(cose()) == json.loads(READING)


@pytest.mark.parametrize("at", [30, 45, 60, 90, 120])
def test_another_byte_does_not(at: int) -> None:
    for make, verify in ((jss, VERIFIER.jss), (cose, VERIFIER.cose)):
        changed = bytearray(make())
        changed[at % len(changed)] ^= 1
        with pytest.raises(LabError):
            verify(bytes(changed))


def test_other_algorithms_keys_and_forms_are_refused() -> None:
    for bad in (jss("ES192"), b"", READING, b'[1,"jss.signature":"AA"}', jss() + b" "):
        with pytest.raises(LabError):
            VERIFIER.jss(bad)
    untagged = cbor2.dumps(cbor2.loads(cose()).value)
    for bad in (cose(-8), b"", b"\xff", untagged, cose()[:-1]):
        with pytest.raises(LabError):
            VERIFIER.cose(bad)
    with pytest.raises(LabError, match="does not hold"):
        Verifier(new_key("secp256r1").public_key()).jss(jss())


def test_public_keys_are_read_strictly() -> None:
    der = KEY.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    assert Verifier.of_der(der).curve == "secp256r1"
    other = ec.generate_private_key(ec.SECP384R1()).public_key()
    for bad in (b"", der[:-1], other.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)):
        with pytest.raises(LabError):
            Verifier.of_der(bad)


def test_the_page_of_a_device_is_as_the_firmware_reads_it() -> None:
    content = page(private_bytes(KEY))
    assert struct.unpack("<I", content[:4]) == (MAGIC,)
    assert len(content) == 12 + 32
    assert content[12:] == KEY.private_numbers().private_value.to_bytes(32, "big")
    assert f"0x{MAGIC:x}u" in (EXAMPLE / "device.h").read_text()


@pytest.mark.parametrize("ready", [True, False])
def test_an_end_from_outside_leaves_neither_board_nor_key(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ready: bool
) -> None:
    """Whether it comes while the board runs or while it starts."""
    before = signal.getsignal(signal.SIGTERM)
    scratch, number = tmp_path / "scratch", tmp_path / "number"
    scratch.mkdir()
    board = tmp_path / "board"
    tells = 'echo ready >"${each#file:}"' if ready else "kill -TERM $PPID"
    board.write_text(
        f"#!/bin/sh\necho $$ >{number}\n"
        f"for each; do case $each in file:*) {tells};; esac; done\nexec sleep 60\n"
    )
    board.chmod(0o755)
    monkeypatch.setattr(device, "PROGRAM", str(board))
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    firmware: Any = SimpleNamespace(device_page=0, elf="none")

    def use() -> None:
        with device.Device(firmware, private_bytes(KEY)):
            assert ready
            assert [each.name for each in scratch.glob("*/page")] == ["page"]
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(10)

    with pytest.raises(SystemExit) as caught:
        use()
    assert caught.value.code == 128 + signal.SIGTERM
    assert list(scratch.iterdir()) == []
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)
    assert signal.getsignal(signal.SIGTERM) == before


def test_builds_differ_in_their_names() -> None:
    builds = [Build(), Build(curve="secp192r1"), Build(forms="jss"), Build(nonces="random"),
              Build(forms="none"), Build(profile="fast"), Build(seconds=2)]  # fmt: skip
    assert len({each.name for each in builds}) == len(builds)
    with pytest.raises(UnknownNameError):
        Build(curve="secp384r1")


def test_datagrams_are_those_of_their_seed() -> None:
    first, again, other = (list(islice(Datagrams(seed), 500)) for seed in (1, 1, 2))
    assert first == again != other
    assert max(map(len, first)) <= LARGEST
    assert len(set(first)) > 400
    assert any(len(each) > 1000 for each in first)


def test_messages_are_as_coap_has_them() -> None:
    # RFC 7252, 3.1: Uri-Path has 11 and a length of 11; Block2 has 23.
    asked = message(0, 1, 0x7D34, b"\x20", [(BLOCK2, b"\x02"), (URI_PATH, b"temperature")])
    assert asked == bytes.fromhex("41017d3420bb") + b"temperature" + b"\xc1\x02"
    assert option(0, 300, b"x" * 13) == b"\xed\x00\x1f\x00" + b"x" * 13


def test_no_machine_but_this_one_is_asked() -> None:
    for path in (*Path("lab/sensor").glob("*.py"), *Path("tests/sensor").glob("*.py")):
        assert "0.0.0.0" not in path.read_text(encoding="utf-8"), path
