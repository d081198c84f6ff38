# SPDX-License-Identifier: MIT
"""What messages cost on the wire: formats against published lengths, links against figures that
others give, and against frames drawn at random."""

import json
import random
import re
from collections.abc import Sequence

import pytest

from lab import curves
from lab.commands.app import run
from lab.errors import UnknownNameError
from lab.oracle.ecpv import Ecpv
from lab.paths import ROOT
from lab.wire import formats, links
from lab.wire.coap import Resource, fetched, notified
from lab.wire.ieee802154 import MOST_ATTEMPTS, MOST_BYTES, PREAMBLE_BYTES, Ieee802154
from lab.wire.link import Link, attempts
from lab.wire.lorawan import Lorawan, air_seconds

READING = formats.compact(formats.READING)
BY_CURVE = {each.curve: each for each in formats.ALGORITHMS}
BY_NAME = {each.name: each for each in formats.FORMATS}
ALWAYS, WOKEN = links.find("ieee802154"), links.find("contikimac")


def test_the_study_s_lengths() -> None:
    """mossinger2016, section 6."""
    assert len(READING) == 39
    assert BY_NAME["jss"].size(READING, BY_CURVE["secp192r1"]) == 154


def test_a_message_of_cose_is_that_of_rfc_9052() -> None:
    """Appendix C.2.1, but for its unprotected header, which names a key."""
    made = formats.cose_sign1(b"This is the content.", BY_CURVE["secp256r1"], bytes(64))
    assert made[:9].hex() == "d28443a10126a05454"
    assert len(made) == 9 + 19 + 2 + 64


@pytest.mark.parametrize(
    ("value", "encoded"),
    [
        *((0, "00"), (-1, "20"), (1000000, "1a000f4240"), (-1000, "3903e7")),
        *((1 << 64, "c249010000000000000000"), (-1 - (1 << 64), "c349010000000000000000")),
        *((1.5, "f93e00"), (100000.0, "fa47c35000"), (1.1, "fb3ff199999999999a")),
        *((1.0e300, "fb7e37e43c8800759c"), (False, "f4"), (True, "f5"), (None, "f6")),
        *(("IETF", "6449455446"), ("\u00fc", "62c3bc"), ([1, [2, 3]], "8201820203")),
        ({"a": 1, "b": [2, 3]}, "a26161016162820203"),
    ],
)
def test_cbor_is_that_of_rfc_8949(value: object, encoded: str) -> None:
    """Appendix A."""
    assert formats.cbor(value).hex() == encoded


def longest(name: str, curve: str, block: int = 64) -> int:
    """How long a payload one block has room for."""
    fitting = (n for n in range(block, -1, -1) if size_of(name, curve, n) <= block)
    return next(fitting, -1)


def size_of(name: str, curve: str, length: int) -> int:
    return len(BY_NAME[name].make(bytes(length), BY_CURVE[curve], signature_of(curve)))


def signature_of(curve: str) -> bytes:
    return bytes(BY_CURVE[curve].signature_bytes)


def test_readings_of_one_block() -> None:
    """What doc/ecpv.md and doc/wire.md say of blocks of 64 bytes."""
    held = {each: longest("recovery", each) for each in ("secp160r1", "secp192r1", "secp256r1")}
    assert held == {"secp160r1": 33, "secp192r1": 28, "secp256r1": 16}
    beside = {each: 64 - len(signature_of(each)) for each in held}
    assert beside == {"secp160r1": 22, "secp192r1": 16, "secp256r1": 0}
    assert len(formats.cbor(json.loads(READING))) == 31
    assert BY_NAME["recovery-cbor"].size(READING, BY_CURVE["secp160r1"]) == 62
    assert BY_NAME["recovery"].size(READING, BY_CURVE["secp160r1"]) == 70


@pytest.mark.parametrize(
    "algorithm", formats.ALGORITHMS, ids=[each.curve for each in BY_CURVE.values()]
)
def test_recovery_is_as_long_as_what_the_scheme_makes(algorithm: formats.Algorithm) -> None:
    curve, made = curves.find(algorithm.curve), BY_NAME["recovery"]
    assert made.suits(algorithm) == (curve.form == "weierstrass")
    if made.suits(algorithm):
        scheme = Ecpv(curve)
        signature = scheme.sign(2, bytes(32), READING)
        assert made.size(READING, algorithm) == len(signature)
        assert scheme.recover(scheme.public_key(2), signature) == READING


@pytest.mark.parametrize("value", [0, 23, 24, 255, 256, 65535, 65536])
def test_heads_are_the_shortest(value: int) -> None:
    made = formats.head(2, value)
    assert made[0] >> 5 == 2
    assert len(made) == (1 if value < 24 else 2 if value < 256 else 3 if value < 65536 else 5)
    assert int.from_bytes(made[1:], "big") == value or (value < 24 and made[0] & 31 == value)


@pytest.mark.parametrize("link", [ALWAYS, WOKEN], ids=["always", "woken"])
@pytest.mark.parametrize("size", [0, 1, 76, 77, 78, 100, 200, 1000])
def test_fragments_carry_all_of_a_datagram(link: Ieee802154, size: int) -> None:
    frames = link.frames(size)
    around = PREAMBLE_BYTES + link.header_bytes + 2
    assert all(frame <= PREAMBLE_BYTES + MOST_BYTES for frame in frames)
    if len(frames) == 1:
        assert frames[0] == around + 9 + size
        return
    carried = [frame - around - 5 for frame in frames[1:]]
    first = frames[0] - around - 4 + 48 - 9  # as long as it is uncompressed
    assert first + sum(carried) == 48 + size
    assert all(each % 8 == 0 for each in (first, *carried[:-1]))


def drawn(loss: float, chosen: random.Random) -> int:
    for count in range(1, MOST_ATTEMPTS + 1):
        if chosen.random() >= loss:
            return count
    return MOST_ATTEMPTS


def test_frames_are_sent_again_as_often_as_when_drawn() -> None:
    chosen = random.Random(1)
    mean = sum(drawn(0.3, chosen) for _ in range(100_000)) / 100_000
    assert attempts(0.3, MOST_ATTEMPTS) == pytest.approx(mean, rel=0.01)
    cost = ALWAYS.sent(20, 0.3)
    assert cost.frames == attempts(0.3, MOST_ATTEMPTS)
    assert cost.delivered == pytest.approx(1 - 0.3**4)


@pytest.mark.parametrize("link", links.LINKS, ids=[each.name for each in links.LINKS])
def test_costs_grow_with_length_and_loss(link: Link) -> None:
    for call in (link.sent, link.received):
        costs = [call(size, 0.0) for size in (10, 60, 250, 900)]
        assert [each.seconds for each in costs] == sorted({each.seconds for each in costs})
        assert all(each.delivered == 1 for each in costs)
        lossy = call(60, 0.2)
        assert lossy.delivered < 1
        assert lossy.seconds >= costs[1].seconds
        for each in (*costs, lossy):
            # LoRaWAN's receive windows come after a frame has arrived.
            after = each.seconds if isinstance(link, Lorawan) else 0
            used = each.sending_seconds + each.listening_seconds
            assert used <= each.seconds * 1.0001 + after


def test_air_time_of_lora() -> None:
    """As the calculators of Semtech and The Things Network give it, for frames of 64 bytes."""
    known = {7: 118.016e-3, 9: 390.144e-3, 10: 698.368e-3, 12: 2793.472e-3}
    assert {sf: air_seconds(64, sf) for sf in known} == pytest.approx(known)


def test_a_notification_is_one_datagram() -> None:
    """Header, token, Observe, Content-Format and marker before the message."""
    assert Resource().notification_bytes(39) == 4 + 2 + 4 + 2 + 1 + 39
    told = notified(ALWAYS, Resource(), 39, 0.1)
    assert told == ALWAYS.sent(52, 0.1)
    assert told.seconds < fetched(ALWAYS, Resource(), 39, 0.1).seconds


def test_a_further_block_takes_as_long_as_the_study_s() -> None:
    """mossinger2016, table 7, if signing is not in its 361 ms: (361 - 92) / 2 = 134.5 ms."""
    resource = Resource()
    signed = BY_NAME["jss"].size(READING, BY_CURVE["secp192r1"])
    three, one = (fetched(WOKEN, resource, size).seconds for size in (signed, 39))
    assert (three - one) / 2 == pytest.approx(0.1345, rel=0.05)


def rows(capsys: pytest.CaptureFixture[str], *words: str) -> Sequence[dict[str, object]]:
    code, message = run(["wire", *words, "--format", "json"])
    assert (code, message) == (0, "")
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return found


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    found = rows(capsys, "--message", "jss", "--message", "plain", "--curve", "P-256")
    assert [(each["format"], each["message_bytes"], each["blocks"]) for each in found] == [
        ("plain", 39, 1),
        ("jss", 176, 3),
    ]
    (longer,) = rows(capsys, "--message", "plain", "--payload", '{"a": "\u00e9"}')
    assert longer["message_bytes"] == len('{"a":"é"}'.encode())
    assert rows(capsys, "--link", "udp", "--message", "plain")[0]["joules"] is None


def test_a_payload_as_deep_as_may_be(capsys: pytest.CaptureFixture[str]) -> None:
    deep = '{"a":' * 99 + "[1]" + "}" * 99
    assert rows(capsys, "--message", "plain", "--payload", deep)[0]["message_bytes"] == len(deep)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--link", "zigbee"), "unknown link 'zigbee'"),
        (("--message", "jsss"), "unknown message 'jsss'"),
        (("--curve", "curve25519"), "unknown curve 'curve25519'"),
        (("--block", "63"), "unknown block '63'"),
        (("--message", "recovery", "--curve", "ed25519"), "on any of these curves"),
        (("--loss", "100%"), "must be less than 100%"),
        (("--payload", "{"), "not JSON"),
        (("--payload", "[]"), "not an object"),
        (("--payload", '{"a":"\\ud800"}'), "--payload: not JSON: "),
        (("--payload", '{"a":' * 101 + "1" + "}" * 101), "more than 100 deep"),
        (("--payload", '{"a":' + "[" * 50_000 + "]" * 50_000 + "}"), "more than 100 deep"),
        (("--board", "moon"), "unknown board 'moon'"),
    ],
)
def test_bad_words(words: Sequence[str], message: str) -> None:
    code, said = run(["wire", *words])
    assert code == 2
    assert message in said


def test_an_unknown_link() -> None:
    with pytest.raises(UnknownNameError, match="bluetoth"):
        links.find("bluetoth")


def test_what_the_document_says_of_recovery() -> None:
    """The table of doc/ecpv.md."""
    text = (ROOT / "doc" / "ecpv.md").read_text()
    found = re.findall(r"^\| (secp\w+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.M)
    assert len(found) == 4
    for curve, *said in found:
        length = len(signature_of(curve))
        wanted = (length, size_of("recovery", curve, 0), 64 - length, longest("recovery", curve))
        assert tuple(map(int, said)) == wanted
