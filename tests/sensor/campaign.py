# SPDX-License-Identifier: MIT
"""What the emulated sensor bears at length, as a record: requests in a row, fuzzed datagrams, and
messages over a bad network.

    python -m tests.sensor.campaign --record results/sensor.json
"""

import argparse
import json
import sys
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from lab.paths import write_whole
from lab.sensor import client
from lab.sensor.device import Device
from lab.sensor.firmware import Build, make
from lab.sensor.keys import new_key, private_bytes
from lab.sensor.verifying import Verifier
from tests.sensor.proxy import Proxy
from tests.sensor.traffic import fuzz, request

REQUESTS = 10_000
DATAGRAMS = 100_000
FETCHES = 100
SEED = 21
LOST, DOUBLED, LATE = 0.05, 0.1, 0.1


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--record", type=Path, required=True, help="a file for what was found")
    record = parser.parse_args().record
    found = borne()
    good = found["answers_after"] and found["runs"] and found["fetches_verified"] == FETCHES
    print(json.dumps(found, indent=2))
    if good:
        write_whole(record, (json.dumps(found, indent=2) + "\n").encode())
    return 0 if good else 1


def borne() -> dict[str, object]:
    """What was sent and answered. SilentError or LabError where the device fails."""
    firmware = make(Build(), lambda message: print(message, file=sys.stderr, flush=True))
    key = new_key(firmware.build.curve)
    expected = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    verifier = Verifier.of_der(expected)
    found: dict[str, object] = {"seed": SEED, "flash_sha256": firmware.image_sha256}
    with Device(firmware, private_bytes(key)) as device:
        found["requests"] = REQUESTS
        found["request_seconds"] = round(request(device.port, REQUESTS), 1)
        found["requests_answered"] = REQUESTS  # or the line above raises
        found["datagrams"] = DATAGRAMS
        found["datagrams_answered"] = fuzz(device.port, DATAGRAMS, SEED)
        with Proxy(device.port, SEED, LOST, DOUBLED, LATE) as proxy:
            found["fetches"] = FETCHES
            found["fetches_verified"] = sum(
                bool(verifier.jss(client.fetch(proxy.port, ["temperature/jss"])[0].body))
                for _ in range(FETCHES)
            )
            found["network"] = dict(proxy.counts)
        (last,) = client.fetch(device.port, ["key"])
        found["answers_after"] = last.body == expected
        found["runs"] = device.runs
    return found


if __name__ == "__main__":
    sys.exit(main())
