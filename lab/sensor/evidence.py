# SPDX-License-Identifier: MIT
"""Whether recorded builds of the firmware are those of the sources."""

from collections.abc import Iterator
from pathlib import Path

from lab.errors import LabError
from lab.findings import SENSOR, Evidence, SensorFirmware, State
from lab.sensor.firmware import Build, make
from lab.store import Findings


def of_firmware(results: Path) -> Iterator[Evidence]:
    """Each record, built anew; unknown where that fails."""
    for record in Findings(results).read(SENSOR):
        known = SensorFirmware(**record)
        build = Build(known.curve, known.profile, known.forms, known.nonces)
        file = f"findings/{SENSOR}.jsonl"
        try:
            present = make(build, lambda _: None).image_sha256
        except LabError as error:
            yield Evidence(file, build.name, "unknown", str(error))
            continue
        state: State = "present" if present == known.image_sha256 else "stale"
        yield Evidence(file, build.name, state)
