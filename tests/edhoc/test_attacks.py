# SPDX-License-Identifier: MIT
"""What comes from attackers: changed, cut and forged messages, bad keys, wrong suites. Each is
refused with a status of its own, and no key is left."""

from collections.abc import Iterator
from dataclasses import replace

import cbor2
import pytest

from tests.edhoc.party import STATUSES, Answer, Party
from tests.edhoc.reference import SUITES, Run
from tests.edhoc.runs import (
    CHAPTERS,
    begin,
    begin_initiator,
    begin_responder,
    drawn,
    kind,
    of_chapter,
)

pytestmark = pytest.mark.slow

RUNS = {
    "chapter 2": of_chapter(CHAPTERS[0]),
    "chapter 3": replace(of_chapter(CHAPTERS[1]), suites=[2]),
    "suite 0, method 2": drawn(1, 0, 2),
    "suite 2, method 1": drawn(1, 2, 1),
}
REFUSALS = set(STATUSES.values()) - {
    *("OK", "ARGUMENT", "ORDER", "OUTPUT", "WORKSPACE", "RANDOM", "PRIVATE_KEY"),
}
# x-coordinates of points of small order, and what X25519 reduces to them. [RFC 7748, 7]
SMALL_ORDER = (
    *("00" * 32, "01" + "00" * 31, "ec" + "ff" * 30 + "7f", "ed" + "ff" * 30 + "7f"),
    *("ee" + "ff" * 30 + "7f", "ed" + "ff" * 30 + "ff"),
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
)
NO_POINT = "a04e73601df544a70ba7ea1e57030f7d4b4eb7f673924e58d54ca77a5e7d4d4a"
NOT_REDUCED = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"


def refused(party: Party, message: int, content: bytes) -> Answer:
    """Read a bad message, and see that the session is gone and nothing of the message left."""
    answer = party.read(message, content)
    assert answer.status in REFUSALS, (answer.status, content.hex())
    assert party.ask("wiped").status == "OK"
    if message > 1 and answer.status != "PEER":
        assert answer.content == bytes(len(content))
    assert party.ask("export", 0, b"", 16) == Answer("ORDER", bytes(16))
    assert party.read(message, content).status == "ORDER"
    return answer


def ready(run: Run, message: int, initiator: Party, responder: Party) -> tuple[Party, bytes]:
    """Who reads a message, with everything before it done and its session saved, and what is
    sent."""
    begin(run, initiator, responder)
    reader = responder if message % 2 else initiator
    if message % 2 == 0:
        assert initiator.write(1).status == "OK"
    if message == 3:
        assert responder.read(1, run.message_1).status == "OK"
        assert responder.write(2).status == "OK"
    if message == 4:
        assert initiator.read(2, run.message_2).status == "OK"
        assert initiator.write(3).status == "OK"
    assert reader.ask("save").status == "OK"
    return reader, (run.message_1, run.message_2, run.message_3, run.message_4)[message - 1]


def flips(content: bytes) -> Iterator[bytes]:
    for place in range(8 * len(content)):
        changed = bytearray(content)
        changed[place // 8] ^= 1 << place % 8
        yield bytes(changed)


@pytest.mark.parametrize("message", [2, 3, 4])
@pytest.mark.parametrize("name", RUNS)
def test_a_flipped_bit_is_refused(
    name: str, message: int, initiator: Party, responder: Party
) -> None:
    """Every bit of messages 2 to 4."""
    reader, good = ready(RUNS[name], message, initiator, responder)
    for changed in flips(good):
        reader.ask("load")
        refused(reader, message, changed)
    reader.ask("load")
    assert reader.read(message, good).status == "OK"


@pytest.mark.parametrize("name", RUNS)
def test_a_flipped_bit_of_message_1_is_seen_by_the_initiator(
    name: str, initiator: Party, responder: Party
) -> None:
    """A changed one that the responder takes gives an answer that the initiator refuses."""
    run = RUNS[name]
    reader, good = ready(run, 1, initiator, responder)
    assert initiator.write(1).content == good
    initiator.ask("save")
    answered = 0
    for changed in flips(good):
        reader.ask("load")
        if reader.read(1, changed).status != "OK":
            assert reader.ask("wiped").status == "OK"
            continue
        answered += 1
        answer = reader.write(2)
        assert answer.status == "OK"
        initiator.ask("load")
        refused(initiator, 2, answer.content)
    assert answered >= (240 if run.suite.number == 0 else 90)  # half of all x are of P-256


@pytest.mark.parametrize("message", [1, 2, 3, 4])
@pytest.mark.parametrize("name", RUNS)
def test_a_cut_message_and_a_longer_one_are_refused(
    name: str, message: int, initiator: Party, responder: Party
) -> None:
    reader, good = ready(RUNS[name], message, initiator, responder)
    for length in range(len(good)):
        reader.ask("load")
        assert refused(reader, message, good[:length]).status == "TRUNCATED"
    if message > 1:  # behind message 1 external data may follow
        for more in (b"\0", b"\xff", good):
            reader.ask("load")
            assert refused(reader, message, good + more).status == "TRAILING"


def forged_proof(plaintext: bytes) -> bytes:
    """The last byte of a proof changed, in a plaintext that ends in it."""
    return plaintext[:-1] + bytes([plaintext[-1] ^ 1])


@pytest.mark.parametrize("method", range(4))
@pytest.mark.parametrize("suite", [0, 2])
def test_a_wrong_proof_has_the_status_of_its_kind(
    suite: int, method: int, initiator: Party, responder: Party
) -> None:
    """From somebody who has the ephemeral keys, and not the private key."""
    run = drawn(2, suite, method)
    ready(run, 2, initiator, responder)
    expected = ("SIGNATURE", "MAC")
    forged = run.encrypt_2(forged_proof(run.plaintext_2))
    assert refused(initiator, 2, forged).status == expected[kind(method, True)]
    assert responder.read(1, run.message_1).status == "OK"
    assert responder.write(2).status == "OK"
    forged = run.encrypt_3(forged_proof(run.plaintext_3))
    assert refused(responder, 3, forged).status == expected[kind(method, False)]


@pytest.mark.parametrize("message", [2, 3])
@pytest.mark.parametrize("suite", [0, 2])
def test_credentials_that_are_refused(
    suite: int, message: int, initiator: Party, responder: Party
) -> None:
    """An unknown one, one's own from a message that is sent back, and a key of the other kind."""
    run = drawn(5, suite, 3)
    other = drawn(6, suite, 3)
    for changed in ("unknown", "own"):
        by = {"unknown": other.responder, "own": run.initiator}[changed]
        if message == 2:
            forged = replace(run, responder=by)
            begin_initiator(run, initiator)
            if changed == "own":  # it knows itself
                initiator.knows(run.initiator, 1)
            assert initiator.write(1).status == "OK"
            assert refused(initiator, 2, forged.message_2).status == "CREDENTIAL"
        else:
            by = run.responder if changed == "own" else by
            forged = replace(run, initiator=by)
            begin_responder(run, responder)
            if changed == "own":
                responder.knows(run.responder, 1)
            assert responder.read(1, run.message_1).status == "OK"
            assert responder.write(2).content == run.message_2
            assert refused(responder, 3, forged.message_3).status == "CREDENTIAL"


def test_a_key_for_signatures_is_no_static_key(initiator: Party) -> None:
    run = drawn(7, 2, 3)
    initiator.set_up(run.initiator, 1, run.responder, 0, [2], run.x)
    assert initiator.ask("initiate", 3, 0, run.c_i).status == "OK"
    assert initiator.write(1).status == "OK"
    assert refused(initiator, 2, run.message_2).status == "CREDENTIAL"


def with_key(message: bytes, key: str) -> bytes:
    """Message 1 or 2 with another ephemeral key."""
    at = message.index(b"\x58\x20") + 2 if message[0] < 4 else 2
    return message[:at] + bytes.fromhex(key) + message[at + 32 :]


@pytest.mark.parametrize("message", [1, 2])
@pytest.mark.parametrize(
    ("suite", "key"),
    [*((0, key) for key in SMALL_ORDER), (2, NO_POINT), (2, NOT_REDUCED), (2, "ff" * 32)],
)
def test_bad_ephemeral_keys_are_refused(
    suite: int, key: str, message: int, initiator: Party, responder: Party
) -> None:
    run = drawn(8, suite, 3)
    reader, good = ready(run, message, initiator, responder)
    assert refused(reader, message, with_key(good, key)).status == "PUBLIC_KEY"


@pytest.mark.parametrize("length", [0, 31, 33, 48, 65])
@pytest.mark.parametrize("suite", [0, 2])
def test_ephemeral_keys_of_another_length_are_refused(
    suite: int, length: int, responder: Party
) -> None:
    run = drawn(8, suite, 3)
    begin_responder(run, responder)
    key = (SUITES[suite].public(run.x) + run.c_i + bytes(65))[:length]
    message = cbor2.dumps(3) + cbor2.dumps(suite) + cbor2.dumps(key) + b"\x17"
    assert refused(responder, 1, message).status == "PUBLIC_KEY"


@pytest.mark.parametrize("side", ["initiator", "responder"])
@pytest.mark.parametrize(
    ("suite", "key"), [(0, SMALL_ORDER[0]), (0, "11" * 31), (2, NO_POINT), (2, "04" + "11" * 64)]
)
def test_bad_static_keys_are_refused(
    suite: int, key: str, side: str, initiator: Party, responder: Party
) -> None:
    """Of a peer that somebody has put into the list of those that are trusted."""
    run = drawn(9, suite, 3)
    bad = replace(getattr(run, side), public=bytes.fromhex(key))
    begin(replace(run, **{side: bad}), initiator, responder)
    if side == "responder":
        assert initiator.write(1).status == "OK"
        assert refused(initiator, 2, run.message_2).status == "PUBLIC_KEY"
    else:
        assert responder.read(1, run.message_1).status == "OK"
        assert responder.write(2).status == "OK"
        assert refused(responder, 3, run.message_3).status == "PUBLIC_KEY"


@pytest.mark.parametrize("message", [2, 3, 4])
def test_messages_of_other_sessions_are_refused(
    message: int, initiator: Party, responder: Party
) -> None:
    run = drawn(10, 0, 0)
    other = replace(run, x=run.y, y=run.x)
    reader, _ = ready(run, message, initiator, responder)
    sent = {2: other.message_2, 3: other.message_3, 4: other.message_4}[message]
    status = refused(reader, message, sent).status
    assert message == 2 or status == "CIPHERTEXT"


def test_connection_identifiers(initiator: Party, responder: Party) -> None:
    """One's own, sent back by the peer, and one that is too long."""
    run = drawn(11, 0, 3)
    for connection in (run.c_i, bytes(8), bytes(200)):
        begin_initiator(run, initiator)
        assert initiator.write(1).status == "OK"
        forged = replace(run, c_r=connection)
        assert refused(initiator, 2, forged.message_2).status == "CONNECTION"
    for connection in (run.c_r, bytes(8), bytes(200)):
        begin_responder(run, responder)
        forged = replace(run, c_i=connection)
        assert refused(responder, 1, forged.message_1).status == "CONNECTION"


INVALID_1 = {
    "4.1.1": ("84030258 20{} 0e", "ENCODING"),
    "4.1.2": ("03025820{}410e", "ENCODING"),
    "4.1.3": ("0381025820{}0e", "ENCODING"),
    "4.1.4": ("03027820{}0e", "ENCODING"),
    "4.2.1": ("038202181858 20{}0e", "SUITE"),
    "4.2.2": (f"03025820{NOT_REDUCED}0e", "PUBLIC_KEY"),
    "4.2.3": (f"03025820{NO_POINT}0e", "PUBLIC_KEY"),
    "4.2.6": (
        "0302581fd9697725d23a688b12d1c7e0108a08c9f71a85a09c20814976ab21122248fc0e",
        "PUBLIC_KEY",
    ),
    "4.3.1": ("190003025820{}0e", "ENCODING"),
    "4.3.2": ("039f0602ff5820{}0e", "ENCODING"),
}
OFFERED = "741a13d7ba048fbb615e94386aa3b61bea5b3d8f65f32620b749bee8d278efa9"
INVALID_PLAINTEXTS = {
    "4.1.6": "27a10442321048fa5efa2ebf920bf3",
    "4.1.7": "27413248fa5efa2ebf920bf3",
    "4.2.5": "273244fa5efa2e",
    "4.3.3": "27a20a466d6f72646f7204447269 6e6748fa5efa2ebf920bf3",
}


@pytest.mark.parametrize("section", INVALID_1)
def test_invalid_message_1_of_the_rfc(section: str, responder: Party) -> None:
    """Chapter 4 of RFC 9529, as a draft of it has the bytes."""
    message, status = INVALID_1[section]
    begin_responder(RUNS["chapter 3"], responder)
    assert refused(responder, 1, bytes.fromhex(message.format(OFFERED))).status == status


def test_invalid_message_1_of_small_order(responder: Party) -> None:
    """4.2.4."""
    run = drawn(1, 0, 3)
    begin_responder(run, responder)
    message = bytes.fromhex(f"03005820ed{'ff' * 30}7f0e")
    assert refused(responder, 1, message).status == "PUBLIC_KEY"


def test_invalid_message_2_of_the_rfc(initiator: Party) -> None:
    """4.1.5: a sequence of two items."""
    begin_initiator(RUNS["chapter 3"], initiator)
    assert initiator.write(1).status == "OK"
    key = "419701d7f00a26c2dc587a36dd752549f33763c893422c8ea0f955a13a4ff5d5"
    message = bytes.fromhex(f"5820{key}4b9862a11de42a95d785386a")
    assert refused(initiator, 2, message).status == "TRAILING"


@pytest.mark.parametrize("section", INVALID_PLAINTEXTS)
def test_invalid_plaintexts_of_the_rfc(section: str, initiator: Party) -> None:
    run = RUNS["chapter 3"]
    begin_initiator(run, initiator)
    assert initiator.write(1).content == run.message_1
    message = run.encrypt_2(bytes.fromhex(INVALID_PLAINTEXTS[section]))
    assert refused(initiator, 2, message).status == "ENCODING"


def test_suites_and_methods_that_are_refused(responder: Party) -> None:
    """The responder has suites 0 and 2, and takes methods 1 and 3."""
    run = drawn(12, 2, 3)

    def offered(method: bytes, suites: bytes) -> str:
        responder.set_up(run.responder, 1, run.initiator, 1, [0, 2], run.y)
        responder.ask("methods", 0b1010)
        assert responder.ask("respond", run.c_r).status == "OK"
        key = SUITES[2].public(run.x)
        return responder.read(1, method + suites + cbor2.dumps(key) + b"\x40").status

    for good in (b"\x02", b"\x82\x06\x02", b"\x83\x06\x18\x18\x02"):
        assert offered(b"\x03", good) == "OK"
    for bad in (b"\x06", b"\x21", b"\x82\x00\x02", b"\x82\x02\x06", b"\x83\x06\x00\x02"):
        assert offered(b"\x03", bad) == "SUITE"
    for method in (b"\x00", b"\x02", b"\x04", b"\x20", b"\x18\x40", b"\x1a\x00\x01\x00\x00"):
        assert offered(method, b"\x02") == "METHOD"
    for bad in (b"\x18\x03", b"\x19\x00\x03", b"\x1a\x00\x00\x00\x03", b"\xf5", b"\x43"):
        assert offered(bad, b"\x02") == "ENCODING"
    for bad in (b"\x18\x02", b"\x98\x02\x06\x02", b"\x82\x06\x18\x02", b"\x82\x06\x60"):
        assert offered(b"\x03", bad) == "ENCODING"
    for bad in (b"\x80", b"\x81\x02", b"\x41\x02", b"\x1b" + bytes(7) + b"\x02", b"\x9f\x02\xff"):
        assert offered(b"\x03", bad) == "ENCODING"


def test_error_messages(initiator: Party, responder: Party) -> None:
    codes = {name: f"{value:x}" for value, name in STATUSES.items()}
    run = drawn(13, 2, 3)
    begin(run, initiator, responder)
    assert responder.ask("write-error", codes["SUITE"], "no", 2).content == b"\2\2"
    assert responder.ask("write-error", codes["SUITE"], "no", 1).status == "OUTPUT"
    assert responder.ask("write-error", codes["CREDENTIAL"], "no", 9).content == b"\3\xf5"
    assert responder.ask("write-error", codes["MAC"], "no", 9).content == b"\1\x62no"
    responder.ask("suites", 0, 2)
    assert responder.ask("write-error", codes["SUITE"], "no", 9).content == b"\2\x82\0\2"
    assert initiator.ask("read-error", b"\2\x82\0\2").content == bytes([2, 0, 0, 2])
    assert initiator.ask("read-error", b"\2\6").content == bytes([2, 255, 6])
    assert initiator.ask("read-error", b"\3\xf5").status == "OK"
    bad = {
        "TRUNCATED": (b"", b"\1", b"\1\x62n", b"\2", b"\2\x82\0", b"\3"),
        "TRAILING": (b"\1\x60\0", b"\2\0\0", b"\3\xf5\0"),
        "ENCODING": (b"\0", b"\4\0", b"\1\x40", b"\2\x40", b"\2\x81\0", b"\3\xf4", b"\2\x89" * 9),
    }
    for status, messages in bad.items():
        for message in messages:
            assert initiator.ask("read-error", message).status == status, message
    assert initiator.write(1).status == "OK"
    assert refused(initiator, 2, b"\1\x62no") == Answer("PEER", b"\1\x62no")


@pytest.mark.parametrize("method", range(4))
@pytest.mark.parametrize("suite", [0, 2])
def test_callers_errors(suite: int, method: int, initiator: Party, responder: Party) -> None:
    """An output too short changes nothing; calls have their order; the workspace may be as short as
    the header says, and no shorter."""
    run = drawn(14, suite, method)
    begin(run, initiator, responder)
    assert responder.write(2).status == "ORDER"
    assert initiator.read(2, run.message_2).status == "ORDER"
    messages = (run.message_1, run.message_2, run.message_3, run.message_4)
    for number, message in enumerate(messages, 1):
        writer, reader = (initiator, responder) if number % 2 else (responder, initiator)
        assert reader.write(number).status == "ORDER"
        for room in (0, 1, len(message) - 1):
            assert writer.write(number, room) == Answer("OUTPUT", b"")
        assert writer.write(number, len(message)).content == message
        assert writer.write(number).status == "ORDER"
        assert reader.read(number, message).status == "OK"
    parties = (run.initiator, run.responder)
    longest = (
        max(len(each.identifier) for each in parties),
        max(len(each.credential) for each in parties),
    )
    enough = 96 + sum(longest)
    for room in (0, 32, 33, 60, 110, enough // 2, *range(enough - 24, enough + 1)):
        outcomes = set()
        begin(run, initiator, responder, room)
        for number, message in enumerate(messages, 1):
            writer, reader = (initiator, responder) if number % 2 else (responder, initiator)
            outcomes |= {writer.write(number).status, reader.read(number, message).status}
        assert outcomes <= {"OK", "WORKSPACE", "ORDER"}, room
        assert "WORKSPACE" in outcomes or room > enough // 2
    assert outcomes == {"OK"}


def test_bad_keys_of_ones_own(initiator: Party, responder: Party) -> None:
    """No random bytes, and a private key that is none."""
    run = drawn(15, 2, 3)
    begin(run, initiator, responder)
    for party in (initiator, responder):
        party.ask("key", b"short")
    assert initiator.write(1).status == "RANDOM"
    assert responder.read(1, run.message_1).status == "RANDOM"
    for method, party in ((3, responder), (0, responder)):
        run = drawn(15, 2, method)
        owner = replace(run.responder, private=bytes(32))
        begin_responder(replace(run, responder=owner), party)
        assert party.read(1, run.message_1).status == "OK"
        assert party.write(2) == Answer("PRIVATE_KEY", b"")
        assert party.ask("wiped").status == "OK"


def test_arguments(initiator: Party) -> None:
    run = drawn(16, 0, 0)
    begin_initiator(run, initiator)
    for words in ((4, 0, b""), (0, 1, b""), (2, 0, b""), (3, 0, b""), (0, 0, bytes(8))):
        assert initiator.ask("initiate", *words).status == "ARGUMENT"
    for methods in (0, 0b10, 0b1000, 0b10001):
        initiator.ask("methods", methods)
        assert initiator.ask("respond", b"").status == "ARGUMENT"
    assert initiator.ask("export", 0, b"", 16).status == "ORDER"


def test_statuses_are_far_apart() -> None:
    values = sorted(STATUSES)
    assert len(values) > 15
    pairs = [(a, b) for a in values for b in values if a < b]
    assert min((a ^ b).bit_count() for a, b in pairs) >= 5
