# SPDX-License-Identifier: MIT
"""whit sensor: a signed reading, from an emulated board to a client that verifies it."""

from dataclasses import asdict
from typing import Annotated

import typer

from lab.commands.options import check_name, curve_name, offer
from lab.errors import LabError
from lab.findings import SENSOR, SENSOR_KEY, SensorFirmware
from lab.model import PROFILES
from lab.paths import RESULTS
from lab.sensor import client
from lab.sensor.device import HOST, MACHINE, Device
from lab.sensor.firmware import CLOCK_HZ, CURVES, DEFAULT_CURVE, Build, Firmware, make
from lab.sensor.keys import new_key, private_bytes
from lab.sensor.verifying import Verifier
from lab.store import Findings

PATHS = ("temperature", "temperature/jss", "temperature/cose", "key")
MILLI = 1000
# What doc/sensor.md tells the flash of.
MEASURED = (
    Build(forms="none"),
    *(
        Build(curve=curve, forms=forms, nonces=nonces)
        for curve in ("secp192r1", "secp256r1")
        for forms, nonces in (("jss", "random"), ("jss", "RFC 6979"), ("all", "RFC 6979"))
    ),
)


def command(
    curve: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=f"By name or alias: {', '.join(CURVES)}.",
            parser=curve_name,
            autocompletion=offer(lambda: CURVES),
        ),
    ] = DEFAULT_CURVE,
    profile: Annotated[
        str, typer.Option(help=", ".join(PROFILES), autocompletion=offer(lambda: tuple(PROFILES)))
    ] = "small",
    save: Annotated[
        bool,
        typer.Option(
            "--save", help="Build what doc/sensor.md tells of, and record its flash in results/."
        ),
    ] = False,
) -> None:
    """Run examples/coap-sensor on an emulated board, and fetch and verify its readings.

    QEMU runs the firmware, a CoAP server on lwIP and libcoap; aiocoap asks it through a port of the
    loopback interface, and OpenSSL verifies. The device gets a new key each time.
    """
    check_name("curve", curve, CURVES)
    check_name("profile", profile, tuple(PROFILES))
    if save:
        _save()
        return
    firmware = make(Build(curve=curve, profile=profile), _say)
    with Device(firmware, private_bytes(new_key(curve))) as device:
        print(f"{MACHINE} runs at udp {HOST}:{device.port}: {firmware.flash_bytes:,} B of flash")
        answers = client.fetch(device.port, PATHS)
        for path, answer in zip(PATHS, answers, strict=True):
            _show(path, answer)
        _, jss, cose, key = answers
        verifier = Verifier.of_der(key.body)
        for form, reading in (("JSS", verifier.jss(jss.body)), ("COSE", verifier.cose(cose.body))):
            print(f"{form}: verified by OpenSSL: {reading}")
        if not device.runs:
            raise LabError(f"the device did not last: {device.console.strip()}")
    cycles = firmware.signing_cycles()
    print(
        f"one signature: {cycles:,} cycles on the lab's Cortex-M3, "
        f"{MILLI * cycles / CLOCK_HZ:.0f} ms at {CLOCK_HZ // 10**6} MHz (emulated)"
    )


def _show(path: str, answer: client.Answer) -> None:
    total = len(answer.body)
    print(f"\n/{path}: {answer.code}, {total} bytes in {len(answer.blocks)} blocks")
    for number, block in enumerate(answer.blocks):
        text = block.decode("ascii") if block.isascii() else block.hex()
        print(f"  {number}  {len(block):2} B  {text}")


def _save() -> None:
    unsigned = make(MEASURED[0], _say)
    found = [_record(each, unsigned) for each in (make(build, _say) for build in MEASURED)]
    Findings(RESULTS).replace(SENSOR, [asdict(each) for each in found], SENSOR_KEY)
    for one in found:
        print(f"{one.curve} {one.forms} {one.nonces}: {one.added_flash_bytes:,} B added")


def _record(firmware: Firmware, unsigned: Firmware) -> SensorFirmware:
    build = firmware.build
    signs = build.forms != "none" and build.nonces != "random"
    return SensorFirmware(
        curve=build.curve,
        profile=build.profile,
        forms=build.forms,
        nonces=build.nonces,
        flash_bytes=firmware.flash_bytes,
        static_bytes=firmware.static_bytes,
        added_flash_bytes=firmware.flash_bytes - unsigned.flash_bytes,
        signing_cycles=firmware.signing_cycles() if signs else None,
        image_sha256=firmware.image_sha256,
    )


def _say(message: str) -> None:
    print(f"whit: {message}", flush=True)
