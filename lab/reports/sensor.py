# SPDX-License-Identifier: MIT
"""Builds of the sensor's firmware, and what signing adds to it."""

from collections.abc import Mapping, Sequence
from typing import Any

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


def load(record: Mapping[str, Any]) -> Table:
    """What it bore, in a campaign's record."""
    network = record["network"]
    rows = (
        ("requests in a row", record["requests"], record["requests_answered"]),
        ("fuzzed datagrams", record["datagrams"], record["datagrams_answered"]),
        ("signed readings over a bad network", record["fetches"], record["fetches_verified"]),
    )
    legend = (
        f"The device ran from the first to the last of them: "
        f"{'yes' if record['runs'] else 'NO'}; it answered then: "
        f"{'yes' if record['answers_after'] else 'NO'}. Of the datagrams on the bad network "
        f"{network['lost']:,} were lost, {network['doubled']:,} doubled, "
        f"{network['late']:,} late."
    )
    lines = [(name, count(sent), count(answered)) for name, sent, answered in rows]
    return Table(("sent", "number", "answered"), lines, legend=legend)
