# SPDX-License-Identifier: MIT
"""The sensor's firmware on QEMU's board, asked by aiocoap and by libcoap's client, its signatures
checked by OpenSSL and pycose."""

import asyncio
import socket
import subprocess
from collections.abc import Iterator

import aiocoap
import cbor2
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from pycose.keys import EC2Key
from pycose.messages import Sign1Message

from lab.errors import LabError
from lab.sensor import client
from lab.sensor.device import HOST, Device
from lab.sensor.firmware import Build, Firmware, make
from lab.sensor.keys import new_key, private_bytes
from lab.sensor.verifying import Verifier
from tests.sensor.proxy import Proxy
from tests.sensor.traffic import fuzz, request

pytestmark = pytest.mark.slow
KEY = new_key("secp256r1")
SECONDS = 2  # from reading to reading, in place of 30
SPKI = KEY.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def built(build: Build) -> Firmware:
    try:
        return make(build, lambda _: None)
    except LabError as error:
        if "fetching" in str(error):
            pytest.skip(str(error))
        raise


@pytest.fixture(scope="module")
def firmware() -> Firmware:
    return built(Build())


@pytest.fixture(scope="module")
def device(firmware: Firmware) -> Iterator[Device]:
    with Device(firmware, private_bytes(KEY)) as running:
        yield running
        assert running.runs, running.console


def by_libcoap(port: int, path: str, *options: str) -> bytes:
    """What libcoap's client prints, without the end of line that it adds."""
    uri = f"coap://{HOST}:{port}/{path}"
    done = subprocess.run(
        ["coap-client-notls", "-B", "30", *options, uri],
        capture_output=True,
        timeout=60,
        check=True,
    )
    return done.stdout.removesuffix(b"\n")


def test_one_block_unsigned_three_of_jss_two_of_cose(device: Device) -> None:
    paths = ["temperature", "temperature/jss", "temperature/cose", "key"]
    plain, jss, cose, key = client.fetch(device.port, paths)
    assert [len(each.blocks) for each in (plain, jss, cose)] == [1, 3, 2]
    assert max(len(block) for each in (plain, jss, cose, key) for block in each.blocks) == 64
    assert key.body == SPKI
    verifier = Verifier.of_der(key.body)
    assert verifier.jss(jss.body) == verifier.cose(cose.body)
    assert set(verifier.jss(jss.body)) == {"chip_temp", "measurement_id"}


def test_pycose_verifies(device: Device) -> None:
    (cose,) = client.fetch(device.port, ["temperature/cose"])
    numbers = KEY.public_key().public_numbers()
    # CoseMessage.decode does not know what newer versions of cbor2 make of lists and maps in tags.
    protected, others, *rest = cbor2.loads(cose.body).value
    read = Sign1Message.from_cose_obj([protected, dict(others), *rest], True)
    read.key = EC2Key(crv="P_256", x=numbers.x.to_bytes(32), y=numbers.y.to_bytes(32))
    assert read.verify_signature()
    read.payload = cose.body
    assert not read.verify_signature()


def test_libcoap_gets_the_same(device: Device) -> None:
    verifier = Verifier(KEY.public_key())
    verifier.jss(by_libcoap(device.port, "temperature/jss"))
    verifier.cose(by_libcoap(device.port, "temperature/cose"))
    assert by_libcoap(device.port, "key") == SPKI
    listed = by_libcoap(device.port, ".well-known/core").decode()
    for path in ("temperature", "temperature/jss", "temperature/cose", "key"):
        assert f"</{path}>" in listed


def test_smaller_blocks_are_given_and_larger_ones_not(device: Device) -> None:
    whole = by_libcoap(device.port, "key")
    for size in ("16", "32", "128", "1024"):
        assert by_libcoap(device.port, "key", "-b", size) == whole == SPKI


async def answered(port: int, **options: object) -> aiocoap.Message:
    context = await aiocoap.Context.create_client_context(transports=["simple6"])
    try:
        code = options.pop("code", aiocoap.GET)
        path = options.pop("path", "temperature/jss")
        asked = aiocoap.Message(code=code, uri=f"coap://{HOST}:{port}/{path}")
        for name, value in options.items():
            setattr(asked.opt, name, value)
        async with asyncio.timeout(30):
            return await context.request(asked, handle_blockwise=False).response
    finally:
        await context.shutdown()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"accept": 50}, "2.05"),
        ({"accept": 18}, "4.06"),
        ({"path": "temperature/cose", "accept": 18}, "2.05"),
        ({"path": "humidity"}, "4.04"),
        ({"code": aiocoap.PUT}, "4.05"),
        ({"block2": (2, False, 2)}, "2.05"),
        ({"block2": (3, False, 2)}, "4.00"),
        ({"block2": (2**20 - 1, False, 6)}, "4.00"),
    ],
)
def test_what_is_not_there_is_said(device: Device, options: dict[str, object], code: str) -> None:
    answer = asyncio.run(answered(device.port, **options))
    assert answer.code.dotted == code


def test_malformed_messages_are_reset_if_they_ask_for_an_answer(device: Device) -> None:
    """RFC 7252, 4.2 and 4.3: a reserved length of the token, and an option that is cut off."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.connect((HOST, device.port))
        sender.settimeout(2)
        for number, malformed in enumerate((b"\x4f\x01", b"\x40\x01")):
            identity = bytes([7, number])
            sender.send(malformed + identity + b"\xbd")
            assert sender.recv(100) == b"\x70\x00" + identity
        sender.settimeout(0.3)
        for ignored in (b"\x5f\x01\x07\x07\xbd", b"\x80\x01\x07\x08\xbd", b"\x40\x01\x07"):
            sender.send(ignored)
            with pytest.raises(TimeoutError):
                sender.recv(100)


def test_a_device_without_a_valid_key_signs_nothing(firmware: Firmware) -> None:
    with Device(firmware, bytes(32)) as device:
        plain, *others = client.fetch(device.port, ["temperature", "temperature/jss", "key"])
        assert plain.code.startswith("2.05")
        assert [each.code[:4] for each in others] == ["5.03", "5.03"]
        assert "no valid key" in device.console


def test_a_device_without_a_page_says_so(
    firmware: Firmware, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lab.sensor.device.page", lambda _: bytes(64))
    with pytest.raises(LabError, match=r"stopped: the page"), Device(firmware, b""):
        pass


def test_readings_in_a_bad_network(device: Device) -> None:
    with Proxy(device.port, seed=3, lost=0.1, doubled=0.2, late=0.2) as proxy:
        for _ in range(5):
            (jss,) = client.fetch(proxy.port, ["temperature/jss"])
            Verifier(KEY.public_key()).jss(jss.body)
        Verifier(KEY.public_key()).jss(by_libcoap(proxy.port, "temperature/jss"))
        assert proxy.counts["doubled"] > 0
        assert proxy.counts["late"] > 0


def test_it_answers_after_many_requests_and_malformed_ones(device: Device) -> None:
    request(device.port, 1000)
    fuzz(device.port, 5000, seed=5)
    request(device.port, 10)


@pytest.fixture(scope="module")
def quick() -> Iterator[Device]:
    with Device(built(Build(seconds=SECONDS)), private_bytes(KEY)) as running:
        yield running
        assert running.runs, running.console


def test_aiocoap_observes(quick: Device) -> None:
    async def observe() -> list[bytes]:
        context = await aiocoap.Context.create_client_context(transports=["simple6"])
        try:
            uri = f"coap://{HOST}:{quick.port}/temperature/jss"
            asked = context.request(aiocoap.Message(code=aiocoap.GET, uri=uri, observe=0))
            found = [(await asked.response).payload]
            async with asyncio.timeout(10 * SECONDS):
                async for notification in asked.observation:
                    found.append(notification.payload)
                    if len(found) == 3:
                        break
            return found
        finally:
            await context.shutdown()

    readings = [Verifier(KEY.public_key()).jss(each) for each in asyncio.run(observe())]
    first = readings[0]["measurement_id"]
    assert [each["measurement_id"] for each in readings] == [first, first + 1, first + 2]  # type: ignore[operator]


def test_libcoap_observes(quick: Device) -> None:
    printed = by_libcoap(quick.port, "temperature", "-s", str(3 * SECONDS + 1), "-B", "20")
    assert printed.count(b"measurement_id") >= 3


def test_the_firmware_of_the_study_s_curve() -> None:
    key = new_key("secp192r1")
    with Device(built(Build(curve="secp192r1")), private_bytes(key)) as device:
        jss, cose = client.fetch(device.port, ["temperature/jss", "temperature/cose"])
        verifier = Verifier(key.public_key())
        assert verifier.jss(jss.body) == verifier.cose(cose.body)
        assert (len(jss.blocks), len(cose.blocks)) == (3, 2)


def test_signing_under_the_goal(firmware: Firmware) -> None:
    """The lab's own emulation of the function in this image; the goal of the flash is for boards
    with a random source."""
    assert 10**6 < firmware.signing_cycles() < 10**7
    unsigned = built(Build(forms="none")).flash_bytes
    assert built(Build(forms="jss", nonces="random")).flash_bytes - unsigned < 5000
