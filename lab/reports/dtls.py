# SPDX-License-Identifier: MIT
"""Handshakes of examples/dtls between two cores."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lab.reports.figures import count, kilocycles
from lab.reports.table import Table

Run = Mapping[str, Any]
_OPERATIONS = {"generate": "key pair", "agree": "ECDH", "sign": "sign", "verify": "verify"}
_PARTIES = ("client", "server")


def table(runs: Sequence[Run]) -> Table:
    """A row an elliptic curve: Whit's profiles, and tinydtls' own."""
    header = ["elliptic curve", "flash B", "of it curve B", "stack B", *_OPERATIONS.values()]
    header += [f"handshake, {party}" for party in _PARTIES]
    return Table(header, [tuple(_cells(run)) for run in runs], left=1, legend=_legend(runs))


def _cells(run: Run) -> Iterable[str]:
    yield "tinydtls" if run["curve"] == "tinydtls" else f"whit {run['curve']}"
    yield count(run["flash_bytes"])
    yield count(run["curve_flash_bytes"])
    yield count(max(run[party]["stack_bytes"] for party in _PARTIES))
    for name in _OPERATIONS:
        yield kilocycles(run["operations"][name])
    for party in _PARTIES:
        yield kilocycles(run[party]["cycles"])


def _legend(runs: Sequence[Run]) -> str:
    sent = sum(runs[0][party]["bytes_sent"] for party in _PARTIES)
    return (
        "Thousands of cycles on the lab's Cortex-M4, emulated; a handshake has each operation once "
        f"a party, and {count(sent)} bytes in all. Flash: of a program with tinydtls, its cipher "
        "suites of keys shared beforehand and of elliptic curves, and C's library."
    )
