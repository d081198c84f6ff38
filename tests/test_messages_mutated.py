# SPDX-License-Identifier: MIT
"""Messages changed at random: JSON is what Python says it is, and no mutation of a valid message is
accepted."""

import json
import random
from typing import Any

import pytest

from tests.arithmetic import STATUSES
from tests.messages import PAYLOAD, Messages, ecdsa, shared

MUTATIONS = 16_384


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> Messages:
    return Messages(shared(tmp_path_factory.mktemp("messages")))


def test_statuses_are_far_from_each_other() -> None:
    """As tests/unit/test_status.c says of most of them: in five bits; and in seven from WHIT_OK,
    zero and all ones."""
    ok = STATUSES["OK"]
    for name, value in STATUSES.items():
        assert value <= 0x7FFF
        others = [each for other, each in STATUSES.items() if other != name]
        assert min((value ^ each).bit_count() for each in others) >= 5
        assert value == ok or (value ^ ok).bit_count() >= 7
        assert 7 <= value.bit_count() <= 9
    assert "ERROR_MESSAGE_TRAILING" in STATUSES


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a name stands twice")
    return dict(pairs)


def depth(value: Any) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


def refuse(word: str) -> None:
    raise ValueError(word)


def is_sound(text: bytes) -> bool:
    """What Python says of the JSON of a message without its signature."""
    try:
        read = json.loads(text.decode(), object_pairs_hook=unique, parse_constant=refuse)
        json.dumps(read, ensure_ascii=False).encode()  # no half of a pair
    except ValueError:
        return False
    whole = text[:1] == b"{" and text[-1:] == b"}"
    return whole and depth(read) <= 16 and "jss.protected" in read


PIECES = [
    b'"',
    b"\\",
    b"\\u00e9",
    b"\\ud83d\\ude00",
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b" ",
    b"\n",
]
PIECES += [
    b"0",
    b"-1.5e3",
    b"true",
    b"null",
    b'"a"',
    b'"b":',
    b"\xc3\xa9",
    b"\xff",
    b"[" * 8,
    b"]" * 8,
]
SOUND = (
    b'{"jss.protected":{"alg":"ES256"},"a":[1,{"b":null,"c":[true,false]}],"\xc3\xa9":"\\u00e9"}',
    b'{ "a" : -0.5e+3 , "jss.protected" : { } , "b" : [ ] , "c" : [ [ ] , { "" : "\\n" } ] }',
)


def test_json_is_that_of_python(messages: Messages) -> None:
    chosen = random.Random(8259)
    verdicts = [0, 0]
    for _ in range(8192):
        text = bytearray(chosen.choice(SOUND))
        for _ in range(chosen.randrange(1, 3)):
            at = chosen.randrange(len(text))
            text[at : at + chosen.randrange(3)] = chosen.choice(PIECES)
        sound = is_sound(bytes(text))
        status = messages.jss_payload(bytes(text))[0]
        assert (status == "OK") == sound, bytes(text)
        verdicts[sound] += 1
    assert min(verdicts) > 400


def mutated(message: bytes, chosen: random.Random) -> bytes:
    """Another message: bytes changed, put in, left out, exchanged or doubled."""
    text = bytearray(message)
    for _ in range(chosen.choice((1, 1, 1, 2, 4))):
        at, kind = chosen.randrange(len(text)), chosen.randrange(7)
        if kind == 0:
            text[at] ^= 1 << chosen.randrange(8)
        elif kind == 1:
            text[at] = chosen.randrange(256)
        elif kind == 2:
            text.insert(at, chosen.choice((chosen.randrange(256), *b' "\\,:{}[].')))
        elif kind == 3:
            del text[at : at + chosen.choice((1, 1, 2, 9))]
        elif kind == 4:
            other = chosen.randrange(len(text))
            text[at], text[other] = text[other], text[at]
        elif kind == 5:
            text[at:at] = text[at : at + chosen.randrange(1, 20)]
        else:
            text[at] = text[chosen.randrange(len(text))]
        text = text or bytearray(b"\0")
    return bytes(text)


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["jss", "jws", "jws_plain", "cose", "cose detached"])
def test_mutations_are_never_accepted(messages: Messages, name: str) -> None:
    sign, verify = ecdsa("ES256")
    more: dict[str, Any] = {"external": b"external"}
    if name.startswith("cose"):
        begun = messages.cose_begin(-7, PAYLOAD, **more)[1]
        more["detached"] = name == "cose detached"
        message = messages.cose_end(-7, PAYLOAD, sign(begun), **more)[1]
        more |= {"payload": PAYLOAD} if more["detached"] else {}
    else:
        message = messages.made(name, "ES256", PAYLOAD, sign)

    def accepted(given: bytes) -> tuple[bool, bool]:
        """Whether a message was taken apart, and whether its signature is right."""
        if name == "jss":
            opened = messages.jss_open("ES256", given, 64)
        elif name.startswith("jws"):
            opened = messages.jws_open("ES256", given, 64)
        else:
            opened = messages.cose_open(-7, given, 64, 400, **more)
        return opened.status == "OK", opened.status == "OK" and verify(
            opened.signed, opened.signature
        )

    assert accepted(message) == (True, True)
    chosen = random.Random(name)
    tried = opened_too = 0
    while tried < MUTATIONS:
        given = mutated(message, chosen)
        if given != message:
            is_open, is_right = accepted(given)
            assert not is_right, given
            opened_too += is_open
            tried += 1
    assert opened_too > MUTATIONS // 100  # it is the signature that refuses these
