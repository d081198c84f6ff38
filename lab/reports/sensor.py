# SPDX-License-Identifier: MIT
"""Builds of the sensor's firmware, and what signing adds to it."""

from collections.abc import Sequence

from lab.findings import SensorFirmware
from lab.reports.figures import count
from lab.reports.table import Table

LEGEND = (
    "Flash: of the whole firmware, without the device's page. Added: beside the same firmware "
    "without signatures. Signing: one signature, thousands of cycles of the lab's Cortex-M3, "
    "emulated. A random source is one that the board of this firmware does not have."
)
_FORMS = {"none": "unsigned", "jss": "and JSS", "all": "and JSS, COSE, public key"}


def table(found: Sequence[SensorFirmware]) -> Table:
    """A row for each build, the smallest first."""
    header = ("curve", "readings", "nonces", "profile", "flash B", "added B", "static RAM B",
              "signing")  # fmt: skip
    rows = [
        (
            each.curve if each.forms != "none" else "",
            _FORMS[each.forms],
            each.nonces if each.forms != "none" else "",
            each.profile if each.forms != "none" else "",
            count(each.flash_bytes),
            count(each.added_flash_bytes) if each.forms != "none" else "",
            count(each.static_bytes),
            "" if each.signing_cycles is None else count(round(each.signing_cycles / 1000)),
        )
        for each in sorted(found, key=lambda each: each.flash_bytes)
    ]
    return Table(header, rows, left=4, legend=LEGEND)
