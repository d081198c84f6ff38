# SPDX-License-Identifier: MIT
"""The handshake between two emulated cores."""

from pathlib import Path

import pytest

from lab.paths import RESULTS
from lab.store import arrays
from tests.dtls.core import CONNECTED, CURVES, Board, handshake, image
from tests.packaging.test_examples import needs_arm

pytestmark = [pytest.mark.slow, needs_arm]
FAILED = 2  # party.h
CHANGED = 20  # a byte of the other party's public key


def test_record_is_of_this_handshake(tmp_path: Path) -> None:
    """Cycles may differ by what compilers do; what is sent may not. A peer with another key
    than the one that is known ends it."""
    recorded = {run["curve"]: run for run in arrays(RESULTS, "dtls.json")}
    assert tuple(recorded) == CURVES
    elf = image(tmp_path, "small")
    client, server = Board(elf, "client"), Board(elf, "server")
    handshake(client, server)
    for name, board in (("client", client), ("server", server)):
        assert board.state == CONNECTED
        known = recorded["small"][name]
        assert abs(board.bytes_sent - known["bytes_sent"]) <= 4  # signatures in DER
        assert board.cycles == pytest.approx(known["cycles"], rel=0.05)

    client, server = Board(elf, "client"), Board(elf, "server")
    peer = bytearray(client.read("core_party"))
    start = peer.index(client.read("core_peer"))
    peer[start + CHANGED] ^= 1
    client.write("core_party", bytes(peer))
    handshake(client, server)
    assert (client.state, server.state) == (FAILED, FAILED)
