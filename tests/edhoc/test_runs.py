# SPDX-License-Identifier: MIT
"""EDHOC between parties of the example, byte by byte as RFC 9529 and a second implementation have
it."""

import random
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cbor2
import pytest

from tests.edhoc.party import Party, make
from tests.edhoc.reference import Run, exported
from tests.edhoc.runs import CHAPTERS, begin, begin_responder, drawn, of_chapter
from tests.packaging.test_examples import needs_arm, printed

pytestmark = pytest.mark.slow

COMPUTED = (
    *("message_1", "message_2", "message_3", "message_4"),
    *("th_2", "th_3", "th_4", "prk_2e", "prk_3e2m", "prk_4e3m", "prk_out"),
)
SECRET, SALT = (0, 16), (1, 8)  # OSCORE's labels and lengths


@pytest.mark.parametrize("trace", CHAPTERS, ids=lambda trace: f"chapter {trace['chapter']}")
def test_second_implementation_has_what_the_rfc_has(trace: Mapping[str, Any]) -> None:
    run = of_chapter(trace)
    for name in COMPUTED:
        assert getattr(run, name).hex() == trace[name], name
    assert exported(run.prk_out, SECRET[0], b"", SECRET[1]).hex() == trace["master_secret"]
    updated = run.updated(bytes.fromhex(trace["update"]))
    assert updated.hex() == trace["updated_prk_out"]


def expected_output() -> str:
    lines = []
    for trace in CHAPTERS:
        lines.append(trace["name"])
        lines += [f"message {n}  {trace[f'message_{n}']}" for n in range(1, 5)]
        lines += [f"secret     {trace['master_secret']}", f"salt       {trace['master_salt']}"]
    return "\n".join([*lines, "done", ""])


def test_example_prints_the_runs_of_the_rfc(tmp_path: Path) -> None:
    make(tmp_path, "edhoc")
    done = subprocess.run([tmp_path / "edhoc"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, expected_output())


@needs_arm
def test_example_prints_them_on_an_emulated_board(tmp_path: Path) -> None:
    make(tmp_path, "edhoc.elf")
    assert printed(tmp_path / "edhoc.elf", "done") == expected_output()


@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not installed")
def test_clang_has_no_warning(tmp_path: Path) -> None:
    make(tmp_path, "host/libedhoc.a", HOST_CC="clang", HOST="-O1 -Werror")


def test_certificates_have_the_hashes_by_which_they_are_named(initiator: Party) -> None:
    for party in ("initiator", "responder"):
        of_party = CHAPTERS[0][party]
        certificate = cbor2.loads(bytes.fromhex(of_party["credential"]))
        assert initiator.ask("x5t", certificate).content.hex() == of_party["identifier"]


def exchange(run: Run, initiator: Party, responder: Party) -> None:
    """A run whose every message is as expected."""
    expected = (run.message_1, run.message_2, run.message_3, run.message_4)
    for number, message in enumerate(expected, 1):
        writer, reader = (initiator, responder) if number % 2 else (responder, initiator)
        written = writer.write(number, len(message))
        assert (written.status, written.content.hex()) == ("OK", message.hex()), number
        assert reader.read(number, message).status == "OK", number
    assert initiator.ask("who").content == run.responder.identifier
    assert responder.ask("who").content == run.initiator.identifier


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("method", range(4))
@pytest.mark.parametrize("suite", [0, 2])
def test_parties_agree(
    suite: int, method: int, seed: int, initiator: Party, responder: Party
) -> None:
    """With every method, connection identifiers of any length and credentials of any name."""
    run = drawn(seed, suite, method)
    begin(run, initiator, responder)
    exchange(run, initiator, responder)
    rng, secret = random.Random(seed), run.prk_out
    for _ in range(2):
        for label, length in (SECRET, SALT, (70000, 33), (24, 200), (2, 0)):
            context = rng.randbytes(rng.randrange(60))
            wanted = exported(secret, label, context, length) if length else b""
            for party in (initiator, responder):
                found = party.ask("export", label, context, length)
                assert (found.status, found.content) == ("OK", wanted)
        context = rng.randbytes(16)
        secret = run.updated(context)
        assert initiator.ask("update", context).status == "OK"
        assert responder.ask("update", context).status == "OK"


def test_longest_export(initiator: Party, responder: Party) -> None:
    run = drawn(1, 0, 3)
    begin(run, initiator, responder)
    exchange(run, initiator, responder)
    assert initiator.ask("export", 5, b"", 8160).content == exported(run.prk_out, 5, b"", 8160)
    for party in (initiator, responder):
        assert party.ask("end").status == "OK"
        assert party.ask("wiped").status == "OK"
        assert party.ask("export", 0, b"", 16).status == "ORDER"


@pytest.mark.parametrize("method", range(4))
@pytest.mark.parametrize("suite", [0, 2])
def test_external_data_that_is_not_critical_is_passed_over(
    suite: int, method: int, initiator: Party, responder: Party
) -> None:
    """It is authenticated: both sides of the run are those of the second implementation."""
    run = drawn(3, suite, method)
    run.external = {1: b"\x01", 2: b"\x00\x43abc\x17", 3: b"\x19\x01\x00\x40", 4: b"\x02\x41\xff"}
    begin_responder(run, responder)
    assert responder.read(1, run.message_1).status == "OK"
    assert responder.write(2).status == "OK"
    peer = drawn(3, suite, method)
    peer.external = {2: run.external[2], 4: run.external[4]}
    begin(peer, initiator, responder)
    assert initiator.write(1).content == peer.message_1
    assert initiator.read(2, peer.message_2).status == "OK"
    assert initiator.write(3).content == peer.message_3
    assert initiator.read(4, peer.message_4).status == "OK"
    own = drawn(3, suite, method)
    own.external = {1: run.external[1], 3: run.external[3]}
    begin_responder(own, responder)
    assert responder.read(1, own.message_1).status == "OK"
    assert responder.write(2).content == own.message_2
    assert responder.read(3, own.message_3).status == "OK"
    assert responder.write(4).content == own.message_4


@pytest.mark.parametrize(
    ("message", "external"), [(1, b"\x20"), (2, b"\x01\x20"), (3, b"\x38\x40\x41a"), (4, b"\x20")]
)
def test_external_data_that_is_critical_is_refused(
    message: int, external: bytes, initiator: Party, responder: Party
) -> None:
    run = drawn(4, 2, 3)
    run.external = {message: external}
    begin(run, initiator, responder)
    if message % 2:
        if message == 3:
            assert responder.read(1, run.message_1).status == "OK"
            assert responder.write(2).status == "OK"
        sent = run.message_1 if message == 1 else run.message_3
        assert responder.read(message, sent).status == "EXTERNAL"
    else:
        assert initiator.write(1).status == "OK"
        if message == 4:
            assert initiator.read(2, run.message_2).status == "OK"
            assert initiator.write(3).status == "OK"
        sent = run.message_2 if message == 2 else run.message_4
        assert initiator.read(message, sent).status == "EXTERNAL"
