# SPDX-License-Identifier: MIT
"""Messages that are refused, each with its status."""

import base64
import ctypes
from typing import Any

import cbor2
import pytest

from tests.messages import BEHIND, PAYLOAD, Buffer, Messages, shared, size

TEXT = base64.urlsafe_b64encode(bytes(range(48))).decode()
PROTECTED, SIGNED = '"jss.protected":{"alg":"ES192"}', f'"jss.signature":"{TEXT}"'
DEEP = "[" * 15 + "]" * 15


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> Messages:
    return Messages(shared(tmp_path_factory.mktemp("messages")))


def jss(payload: str = '"t":1', protected: str = PROTECTED, signed: str = SIGNED) -> bytes:
    return f"{{{protected},{payload},{signed}}}".encode()


def raw(payload: str) -> bytes:
    """The same with each character as a byte."""
    return jss("@").replace(b"@", payload.encode("latin-1"))


@pytest.mark.parametrize(
    ("message", "status"),
    [
        (jss(), "OK"),
        (jss(f'"t":{DEEP}'), "OK"),
        (jss(f'"t":[{DEEP}]'), "MESSAGE_DEPTH"),
        (jss('"t":1,"t":2'), "MESSAGE_DUPLICATE"),
        (jss('"t":1,"\\u0074":2'), "MESSAGE_DUPLICATE"),
        (jss('"\xe9":1 , "\\u00E9":2'), "MESSAGE_DUPLICATE"),
        (jss('"\\ud83d\\ude00":1,"\U0001f600":2'), "MESSAGE_DUPLICATE"),
        (jss('"t":[{"a":1,"b":[{"a":2}],"a":3}]'), "MESSAGE_DUPLICATE"),
        (jss('"t":[{"a":1,"b":[{"a":2}]},{"a":3}]'), "OK"),
        (jss('"t":{"":1,"":2}'), "MESSAGE_DUPLICATE"),
        (jss(SIGNED), "MESSAGE_DUPLICATE"),
        (jss('"jss\\u002esignature":"AA"'), "MESSAGE_DUPLICATE"),
        (jss('"jss\\u002eprotected":{"alg":"ES160"}'), "MESSAGE_DUPLICATE"),
        (jss(signed=f'"jss\\u002esignature":"{TEXT}"'), "MESSAGE_HEADER"),
        (jss(protected='"\\u006ass.protected":{"alg":"ES192"}'), "MESSAGE_HEADER"),
        (jss(protected='"jss.protecteD":{"alg":"ES192"}'), "MESSAGE_HEADER"),
        (jss(protected='"jss.protected":"ES192"'), "MESSAGE_HEADER"),
        (jss(protected='"jss.protected":{}'), "MESSAGE_HEADER"),
        (jss(protected='"jss.protected":["alg","ES192"]'), "MESSAGE_HEADER"),
        (jss(protected='"jss.protected":{"alg":192}'), "MESSAGE_HEADER"),
        (jss(protected='"jss.protected":{"al\\u0067":"ES192"}'), "MESSAGE_HEADER"),
        (jss(protected='"jss.protected":{"alg":"ES192","kid":"1"}'), "MESSAGE_HEADER"),
        (jss(protected='"jss.protected":{"kid":"1","alg":"ES192"}'), "MESSAGE_HEADER"),
        (jss(protected='"jss.protected":{"alg":"ES160"}'), "MESSAGE_EXPECTED"),
        (jss(protected='"jss.protected":{"alg":"EdDSA"}'), "MESSAGE_EXPECTED"),
        (jss(protected='"jss.protected":{"alg":"none"}'), "MESSAGE_ALGORITHM"),
        (jss(protected='"jss.protected":{"alg":"HS256"}'), "MESSAGE_ALGORITHM"),
        (jss(protected='"jss.protected":{"alg":"es192"}'), "MESSAGE_ALGORITHM"),
        (jss(protected='"jss.protected":{"alg":"ES1922"}'), "MESSAGE_ALGORITHM"),
        (jss(protected='"jss.protected":{"alg":""}'), "MESSAGE_ALGORITHM"),
        (jss(protected='"jss.protected":{"alg":"\\u0045S192"}'), "MESSAGE_ALGORITHM"),
        (jss(signed='"t2":2'), "MESSAGE_HEADER"),
        (jss(signed='"jss.signature":1'), "MESSAGE_HEADER"),
        (jss(signed=f'"jss.signature" :"{TEXT}"'), "MESSAGE_ENCODING"),
        (jss(signed=f'"jss.signature": "{TEXT}"'), "MESSAGE_ENCODING"),
        (jss(signed=f' "jss.signature":"{TEXT}"'), "MESSAGE_ENCODING"),
        (f'{{{SIGNED} ,{PROTECTED},"t":1}}'.encode(), "MESSAGE_ENCODING"),
        (jss(signed='"jss.signature":""'), "SIGNATURE_LENGTH"),
        (jss(signed=f'"jss.signature":"{TEXT}AAAA"'), "SIGNATURE_LENGTH"),
        (jss(signed=f'"jss.signature":"{TEXT[:-4]}"'), "SIGNATURE_LENGTH"),
        (jss(signed=f'"jss.signature":"{TEXT}="'), "MESSAGE_BASE64URL"),
        (jss(signed=f'"jss.signature":"{TEXT}A"'), "MESSAGE_BASE64URL"),
        (jss(signed=f'"jss.signature":"{TEXT[:-2]}=="'), "MESSAGE_BASE64URL"),
        (jss(signed=f'"jss.signature":"{TEXT[:-1]}+"'), "MESSAGE_BASE64URL"),
        (jss(signed=f'"jss.signature":"{TEXT[:-1]}/"'), "MESSAGE_BASE64URL"),
        (jss(signed=f'"jss.signature":"{TEXT[:-1]} "'), "MESSAGE_BASE64URL"),
        (jss(signed=f'"jss.signature":"\\u0041{TEXT[1:]}"'), "MESSAGE_BASE64URL"),
        (jss() + b" ", "MESSAGE_TRAILING"),
        (jss() + b"\0", "MESSAGE_TRAILING"),
        (jss() + b"}", "MESSAGE_TRAILING"),
        (jss() + jss(), "MESSAGE_TRAILING"),
        (b" " + jss(), "MESSAGE_ENCODING"),
        (b"\xef\xbb\xbf" + jss(), "MESSAGE_ENCODING"),
        (jss()[:-1], "MESSAGE_ENCODING"),
        (b"[" + jss() + b"]", "MESSAGE_ENCODING"),
        (b"", "MESSAGE_ENCODING"),
        (b"{", "MESSAGE_ENCODING"),
        (b"{}", "MESSAGE_HEADER"),
        (raw('"t":"\xff"'), "MESSAGE_TEXT"),
        (raw('"t":"\xc0\x80"'), "MESSAGE_TEXT"),
        (raw('"t":"\xed\xa0\x80"'), "MESSAGE_TEXT"),
        (raw('"t":"\xf4\x90\x80\x80"'), "MESSAGE_TEXT"),
        (raw('"t":"\xe2\x82"'), "MESSAGE_TEXT"),
        (raw('"\x80":1'), "MESSAGE_TEXT"),
        (raw('"t":\xff'), "MESSAGE_ENCODING"),
        (jss('"t":"\\ud800"'), "MESSAGE_ENCODING"),
        (jss('"t":"\\ud800\\u0041"'), "MESSAGE_ENCODING"),
        (jss('"t":"\\udc00\\ud800"'), "MESSAGE_ENCODING"),
        (jss('"t":"\\x41"'), "MESSAGE_ENCODING"),
        (jss('"t":"\\u00g1"'), "MESSAGE_ENCODING"),
        (jss('"t":"\t"'), "MESSAGE_ENCODING"),
        (jss('"t":"\0"'), "MESSAGE_ENCODING"),
        (jss('"t":1,'), "MESSAGE_ENCODING"),
        (jss('"t":[1,]'), "MESSAGE_ENCODING"),
        (jss('"t":[,]'), "MESSAGE_ENCODING"),
        (jss('"t":[1 2]'), "MESSAGE_ENCODING"),
        (jss('"t":[1}'), "MESSAGE_ENCODING"),
        (jss('"t"'), "MESSAGE_ENCODING"),
        (jss('t:1'), "MESSAGE_ENCODING"),
        (jss("'t':1"), "MESSAGE_ENCODING"),
        (jss('"t":01'), "MESSAGE_ENCODING"),
        (jss('"t":+1'), "MESSAGE_ENCODING"),
        (jss('"t":1.'), "MESSAGE_ENCODING"),
        (jss('"t":.5'), "MESSAGE_ENCODING"),
        (jss('"t":1e'), "MESSAGE_ENCODING"),
        (jss('"t":-'), "MESSAGE_ENCODING"),
        (jss('"t":NaN'), "MESSAGE_ENCODING"),
        (jss('"t":True'), "MESSAGE_ENCODING"),
        (jss('"t":nul'), "MESSAGE_ENCODING"),
        (jss('"t":-0.5e+10,"u":[true,false,null],"v":"\\"\\\\\\/\\b\\f\\n\\r\\t"'), "OK"),
    ],
)  # fmt: skip
def test_what_jss_refuses(messages: Messages, message: bytes, status: str) -> None:
    expected = status if status == "OK" else f"ERROR_{status}"
    assert messages.jss_open("ES192", message, 48).status == expected
    assert messages.jss_open("ES192", message, 48, in_place=True).status == expected


def test_jss_is_opened_with_what_the_algorithm_has(messages: Messages) -> None:
    assert messages.jss_open("ES192", jss(), 64).status == "ERROR_SIGNATURE_LENGTH"
    assert messages.jss_open("ES192", jss(), 0).status == "ERROR_SIGNATURE_LENGTH"
    none = jss(protected='"jss.protected":{"alg":"none"}')
    assert messages.jss_open("none", none, 48).status == "ERROR_MESSAGE_ALGORITHM"
    short = len(jss()) - len(SIGNED) - 1
    assert messages.jss_open("ES192", jss(), 48, short).status == "OK"
    assert messages.jss_open("ES192", jss(), 48, short - 1).status == "ERROR_OUTPUT_LENGTH"


def url(text: bytes | str) -> str:
    given = text.encode() if isinstance(text, str) else text
    return base64.urlsafe_b64encode(given).rstrip(b"=").decode()


def jws(header: str = '{"alg":"ES192"}', payload: str = "e30", signature: str = TEXT) -> bytes:
    return f"{url(header)}.{payload}.{signature}".encode()


PLAIN = '{"alg":"ES192","b64":false,"crit":["b64"]}'


@pytest.mark.parametrize(
    ("message", "status"),
    [
        (jws(), "OK"),
        (jws('{ "typ":"JWT",\r\n "alg" : "ES192", "kid":{"a":[1]} }'), "OK"),
        (jws('{"\\u0061lg":"ES192"}'), "OK"),
        (jws(PLAIN, '{"t":1}'), "OK"),
        (jws(PLAIN.replace("false", "true")), "OK"),
        (jws(PLAIN, '{"t":1.5}'), "MESSAGE_TRAILING"),
        (jws(PLAIN, '{"\t":1}'), "MESSAGE_TEXT"),
        (jws(PLAIN, '{"\x7f":1}'), "MESSAGE_TEXT"),
        (jws(PLAIN, '{"\xe9":1}'), "MESSAGE_TEXT"),
        (jws('{"alg":"ES192","b64":false}', "{}"), "MESSAGE_HEADER"),
        (jws('{"alg":"ES192","b64":true}'), "MESSAGE_HEADER"),
        (jws('{"alg":"ES192","crit":["b64"]}'), "MESSAGE_HEADER"),
        (jws('{"alg":"ES192","b64":0,"crit":["b64"]}'), "MESSAGE_HEADER"),
        (jws('{"alg":"ES192","b64":"false","crit":["b64"]}'), "MESSAGE_HEADER"),
        (jws('{"alg":"ES192","b64":false,"crit":"b64"}'), "MESSAGE_HEADER"),
        (jws('{"alg":"ES192","b64":false,"crit":[]}'), "MESSAGE_HEADER"),
        (jws('{"alg":"ES192","b64":false,"crit":["b64","b64"]}'), "MESSAGE_HEADER"),
        (jws('{"alg":"ES192","b64":false,"crit":["b64","exp"],"exp":1}'), "MESSAGE_HEADER"),
        (jws('{"alg":"ES192","b64":false,"crit":[{"b64":1}]}'), "MESSAGE_HEADER"),
        (jws('{"alg":"ES192","crit":["exp"],"exp":1}'), "MESSAGE_HEADER"),
        (jws('{"alg":"ES192","crit":null}'), "MESSAGE_HEADER"),
        (jws('{"typ":"JWT"}'), "MESSAGE_HEADER"),
        (jws('{"alg":["ES192"]}'), "MESSAGE_HEADER"),
        (jws('{"alg":"ES160"}'), "MESSAGE_EXPECTED"),
        (jws('{"alg":"none"}'), "MESSAGE_ALGORITHM"),
        (jws('{"alg":"none"}', signature=""), "MESSAGE_ALGORITHM"),
        (jws('{"alg":"HS256"}'), "MESSAGE_ALGORITHM"),
        (jws('{"alg":"ES192","alg":"ES192"}'), "MESSAGE_DUPLICATE"),
        (jws('{"alg":"ES192","a\\u006cg":"ES160"}'), "MESSAGE_DUPLICATE"),
        (jws('{"alg":"ES192"} '), "MESSAGE_TRAILING"),
        (jws('["alg"]'), "MESSAGE_ENCODING"),
        (jws(f'{{"alg":"ES192","a":[{DEEP}]}}'), "MESSAGE_DEPTH"),
        (jws(""), "MESSAGE_ENCODING"),
        (jws() + b".", "MESSAGE_TRAILING"),
        (jws() + b"\n", "MESSAGE_BASE64URL"),
        (b"", "MESSAGE_ENCODING"),
        (b".", "MESSAGE_ENCODING"),
        (b"..", "MESSAGE_ENCODING"),
        (jws().rpartition(b".")[0], "MESSAGE_ENCODING"),
        (jws(payload="e30="), "MESSAGE_BASE64URL"),
        (jws(payload="e31"), "MESSAGE_BASE64URL"),
        (jws(payload="eA"), "OK"),
        (jws(payload="eB"), "MESSAGE_BASE64URL"),
        (jws(payload="e"), "MESSAGE_BASE64URL"),
        (jws(payload="{}"), "MESSAGE_BASE64URL"),
        (b"=" + jws(), "MESSAGE_BASE64URL"),
        (jws(signature=TEXT + "AAAA"), "SIGNATURE_LENGTH"),
        (jws(signature=""), "SIGNATURE_LENGTH"),
        (jws(signature=TEXT[:-1]), "SIGNATURE_LENGTH"),
        (jws(signature=TEXT[:-2] + "_"), "MESSAGE_BASE64URL"),
    ],
)
def test_what_jws_refuses(messages: Messages, message: bytes, status: str) -> None:
    expected = status if status == "OK" else f"ERROR_{status}"
    assert messages.jws_open("ES192", message, 48).status == expected


def test_jws_passes_its_header_through_the_payload(messages: Messages) -> None:
    """So that a capacity below the header's length is refused, and nothing of it is left."""
    header = b'{"alg":"ES192"}'
    assert messages.jws_open("ES192", jws(), 48, len(header)).payload == b"{}"
    assert messages.jws_open("ES192", jws(), 48, len(header) - 1).status == "ERROR_OUTPUT_LENGTH"
    long = jws(payload=url(b"x" * 16))
    assert messages.jws_open("ES192", long, 48, 15).status == "ERROR_OUTPUT_LENGTH"


HEADERS = b"\xa1\x01\x3a\x00\x01\x00\xbf"


def cose(
    headers: bytes = HEADERS,
    others: bytes = b"\xa0",
    payload: bytes = b"\x42hi",
    signature: bytes = b"\x58\x30" + bytes(48),
    start: bytes = b"\xd2\x84",
) -> bytes:
    protected: bytes = cbor2.dumps(headers)
    return start + protected + others + payload + signature


def mapped(*entries: bytes) -> bytes:
    return bytes([0xA0 + len(entries)]) + b"".join(entries)


ALG = HEADERS[1:]


@pytest.mark.parametrize(
    ("message", "status"),
    [
        (cose(), "OK"),
        (cose(mapped(ALG, b"\x03\x18\x32", b"\x63abc\xf5")), "OK"),
        (cose(mapped(b"\x03\x60", ALG, b"\x39\xff\xff\x82\x01\xa1\x02\xf9\x00\x00")), "OK"),
        (cose(others=b"\xa2\x04\x41k\x18\x21\x40"), "OK"),
        (cose(mapped(ALG, b"\x04\x41k")), "OK"),
        (cose(others=b"\xa1\x01\x26"), "MESSAGE_DUPLICATE"),
        (cose(mapped(ALG, ALG)), "MESSAGE_DUPLICATE"),
        (cose(mapped(ALG, b"\x03\x00", b"\x03\x01")), "MESSAGE_DUPLICATE"),
        (cose(mapped(ALG, b"\x61a\x00", b"\x61a\x01")), "MESSAGE_DUPLICATE"),
        (cose(others=b"\xa2\x04\x41k\x04\x41k"), "MESSAGE_DUPLICATE"),
        (cose(mapped(ALG, b"\x04\x41k"), b"\xa1\x04\x41k"), "MESSAGE_DUPLICATE"),
        (cose(mapped(ALG, b"\x02\x81\x03", b"\x03\x00")), "MESSAGE_HEADER"),
        (cose(mapped(ALG, b"\x02\x81\x18\x63")), "MESSAGE_HEADER"),
        (cose(others=b"\xa1\x02\x81\x03"), "MESSAGE_HEADER"),
        (cose(mapped(b"\x03\x00")), "MESSAGE_HEADER"),
        (cose(mapped(b"\x03\x00"), b"\xa1" + ALG), "MESSAGE_HEADER"),
        (cose(b"\xa0"), "MESSAGE_HEADER"),
        (cose(b""), "MESSAGE_HEADER"),
        (cose(b"", b"\xa1" + ALG), "MESSAGE_HEADER"),
        (cose(mapped(b"\x01\x65ES192")), "MESSAGE_HEADER"),
        (cose(mapped(b"\x01\x3b\x00\x00\x00\x01\x00\x00\x00\x00")), "MESSAGE_HEADER"),
        (cose(mapped(ALG, b"\x04\x61k")), "MESSAGE_HEADER"),
        (cose(mapped(ALG, b"\x41a\x00")), "MESSAGE_HEADER"),
        (cose(mapped(ALG, b"\xf6\x00")), "MESSAGE_HEADER"),
        (cose(mapped(b"\x01\x26")), "MESSAGE_EXPECTED"),
        (cose(mapped(b"\x01\x3a\x00\x01\x00\x9f")), "MESSAGE_EXPECTED"),
        (cose(mapped(b"\x01\x05")), "MESSAGE_ALGORITHM"),
        (cose(mapped(b"\x01\x00")), "MESSAGE_ALGORITHM"),
        (cose(HEADERS + b"\x00"), "MESSAGE_TRAILING"),
        (cose() + b"\x00", "MESSAGE_TRAILING"),
        (cose() + cose(), "MESSAGE_TRAILING"),
        (cose(mapped(ALG, b"\x03\x61\xff")), "MESSAGE_TEXT"),
        (cose(mapped(ALG, b"\x61\xff\x00")), "MESSAGE_TEXT"),
        (cose(others=b"\xa1\x05\x81\x61\x80"), "MESSAGE_TEXT"),
        (cose(start=b"\xd2\x83"), "MESSAGE_ENCODING"),
        (cose(start=b"\xd2\x85") + b"\x00", "MESSAGE_ENCODING"),
        (cose(start=b"\xd1\x84"), "MESSAGE_ENCODING"),
        (cose(start=b"\xd8\x12\x84"), "MESSAGE_ENCODING"),
        (cose(start=b"\xd8\x62\x84"), "MESSAGE_ENCODING"),
        (cose(start=b"\xd2\xd2\x84"), "MESSAGE_ENCODING"),
        (cose(start=b"\x84"), "MESSAGE_ENCODING"),
        (cose(start=b"\xd2\x98\x04"), "MESSAGE_ENCODING"),
        (cose(start=b"\xd2\x9f") + b"\xff", "MESSAGE_ENCODING"),
        (cose(b"\xbf" + ALG + b"\xff"), "MESSAGE_ENCODING"),
        (cose(b"\xb8\x01" + ALG), "MESSAGE_ENCODING"),
        (cose(b"\xa1\x18\x01" + ALG[1:]), "MESSAGE_ENCODING"),
        (cose(mapped(b"\x01\x3b\x00\x00\x00\x00\x00\x01\x00\xbf")), "MESSAGE_HEADER"),
        (cose(mapped(b"\x01\x38\x07")), "MESSAGE_HEADER"),
        (cose(HEADERS[:-1]), "MESSAGE_HEADER"),
        (cose(b"\xa2" + ALG), "MESSAGE_ENCODING"),
        (cose(b"\xbb" + b"\xff" * 8 + ALG), "MESSAGE_ENCODING"),
        (cose(mapped(ALG, b"\x05\x9b" + b"\xff" * 8)), "MESSAGE_ENCODING"),
        (cose(mapped(ALG, b"\x05\x5f\x41a\xff")), "MESSAGE_ENCODING"),
        (cose(mapped(ALG, b"\x05\xf8\x14")), "MESSAGE_ENCODING"),
        (cose(mapped(ALG, b"\x05\xff")), "MESSAGE_ENCODING"),
        (cose(mapped(ALG, b"\x05\xfc")), "MESSAGE_ENCODING"),
        (cose(mapped(ALG, b"\x05\xc1")), "MESSAGE_ENCODING"),
        (cose(others=b"\x80"), "MESSAGE_ENCODING"),
        (cose(payload=b"\xf6"), "MESSAGE_ENCODING"),
        (cose(payload=b"\x62hi"), "MESSAGE_ENCODING"),
        (cose(payload=b"\x5f\x42hi\xff"), "MESSAGE_ENCODING"),
        (cose(payload=b"\x58\x02hi"), "MESSAGE_ENCODING"),
        (cose(payload=b"\x5b" + b"\xff" * 8 + b"hi"), "MESSAGE_ENCODING"),
        (cose(signature=b"\x58\x30" + bytes(47)), "MESSAGE_ENCODING"),
        (cose(signature=b"\x59\x00\x30" + bytes(48)), "MESSAGE_ENCODING"),
        (cose(signature=b"\xf6"), "MESSAGE_ENCODING"),
        (cose(signature=b"\x40"), "SIGNATURE_LENGTH"),
        (cose(signature=b"\x58\x31" + bytes(49)), "SIGNATURE_LENGTH"),
        (b"", "MESSAGE_ENCODING"),
        (b"\xd2", "MESSAGE_ENCODING"),
    ],
)
def test_what_cose_refuses(messages: Messages, message: bytes, status: str) -> None:
    expected = status if status == "OK" else f"ERROR_{status}"
    assert messages.cose_open(-65728, message, 48).status == expected


@pytest.mark.parametrize("cut", range(len(cose())))
def test_a_part_of_a_message_is_none(messages: Messages, cut: int) -> None:
    assert messages.cose_open(-65728, cose()[:cut], 48).status == "ERROR_MESSAGE_ENCODING"
    whole = jss()
    assert messages.jss_open("ES192", whole[:cut], 48).status == "ERROR_MESSAGE_ENCODING"
    assert messages.jws_open("ES192", jws()[:cut], 48).status != "OK"


def test_cose_is_opened_as_expected(messages: Messages) -> None:
    detached = cose(payload=b"\xf6")
    assert messages.cose_open(-65728, detached, 48, detached=True, payload=b"hi").status == "OK"
    # Whole, undefined, false; and null in longer heads, or as the low bits of a float.
    for other in (
        *(cose(), cose(payload=b"\xf7"), cose(payload=b"\xf4"), cose(payload=b"\xf8\xf6")),
        *(cose(payload=b"\xf8\x16"), cose(payload=b"\xf9\x00\x16"), cose(payload=b"\xf8\x36")),
        cose(payload=b"\xfb" + bytes(7) + b"\x16"),
    ):
        opened = messages.cose_open(-65728, other, 48, detached=True, payload=b"hi")
        assert opened.status == "ERROR_MESSAGE_ENCODING"
    assert messages.cose_open(-65728, cose(), 64).status == "ERROR_SIGNATURE_LENGTH"
    unknown = cose(mapped(b"\x01\x05"))
    assert messages.cose_open(5, unknown, 48).status == "ERROR_MESSAGE_ALGORITHM"


def test_what_begin_and_end_refuse(messages: Messages) -> None:
    for name, payload in (("jss_begin", PAYLOAD), ("jws_begin", b""), ("jws_begin_plain", b"")):
        for algorithm in ("", "ES1", "es256", "ES2566", "none"):
            given = messages.begin(name, algorithm, payload)
            assert given == ("ERROR_MESSAGE_ALGORITHM", b"")
    for payload in (b"", b"{", b"[]", b"1", b' {"a":1}', b'{"a":1}\n'):
        assert messages.begin("jss_begin", "ES256", payload)[0] == "ERROR_MESSAGE_ENCODING"
    for payload in (b"21.5", b"\xc3\xa9", b"\n", b"\x7f"):
        assert messages.begin("jws_begin_plain", "ES256", payload)[0] == "ERROR_MESSAGE_TEXT"
    for number in (0, -6, -9, -38, 7):
        assert messages.cose_begin(number, b"")[0] == "ERROR_MESSAGE_ALGORITHM"
        assert messages.cose_end(number, b"", bytes(64))[0] == "ERROR_MESSAGE_ALGORITHM"
    begun = {
        "jss": messages.begin("jss_begin", "ES256", PAYLOAD)[1],
        "jws": messages.begin("jws_begin", "ES256", PAYLOAD)[1],
    }
    for name, message in begun.items():
        for length in (0, 63, 65, 114):
            assert messages.end(name, message, bytes(length))[0] == "ERROR_SIGNATURE_LENGTH"
        for other in (b"", b"{}", b".", PAYLOAD, message[1:], message[:14], b"e30.e30"):
            assert messages.end(name, other, bytes(64))[0] == "ERROR_MESSAGE_ENCODING"
        changed = message.replace(b"ES256", b"ES257").replace(b"UzI1N", b"UzI1O")
        assert messages.end(name, changed, bytes(64))[0] == "ERROR_MESSAGE_ALGORITHM"
    ended = messages.end("jws", begun["jws"], bytes(64))[1]
    unclosed = b'{"jss.protected":{"alg":"ES256}'
    for name, message in (("jws", ended), ("jss", unclosed), ("jws", b"eyJhbGciOiJFUzI1Ng.e30")):
        assert messages.end(name, message, bytes(64))[0] == "ERROR_MESSAGE_ENCODING"
    for length in (0, 63, 65):
        assert messages.cose_end(-7, b"", bytes(length))[0] == "ERROR_SIGNATURE_LENGTH"


def test_missing_arguments_and_overlaps(messages: Messages) -> None:
    """With nothing written."""
    memory = ctypes.create_string_buffer(BEHIND * 400, 400)
    length, other = size(7), size(7)
    at = ctypes.addressof(memory)
    ref, ref2, name = ctypes.byref(length), ctypes.byref(other), b"ES256"
    structure, held = messages.cose(-7, b"payload", external=b"e", key_id=b"k")
    inside = ctypes.cast(at + 20, ctypes.c_void_p)
    n, room = size(50), size(64)
    sound: dict[str, list[Any]] = {
        "jss_begin": [memory, n, ref, name, PAYLOAD, size(39)],
        "jss_end": [memory, n, ref, bytes(64), room],
        "jss_open": [name, jss(), size(len(jss())), memory, n, ref, Buffer(bytes(64)).memory, room],
        "jss_payload": [memory, n, ref, PAYLOAD, size(39)],
        "jws_begin": [memory, n, ref, name, PAYLOAD, size(39)],
        "jws_begin_plain": [memory, n, ref, name, PAYLOAD, size(39)],
        "jws_end": [memory, n, ref, bytes(64), room],
        "jws_open": [name, jws(), n, ref2, memory, n, ref, Buffer(bytes(64)).memory, room],
        "cose_begin": [ctypes.byref(structure), memory, n, ref],
        "cose_begin_head": [ctypes.byref(structure), memory, n, ref],
        "cose_end": [ctypes.byref(structure), memory, n, ref, bytes(64), room],
        "cose_open": [
            *(ctypes.byref(structure), cose(), size(len(cose())), memory, n, ref),
            *(Buffer(bytes(64)).memory, room),
        ],
    }
    sound["cose_open_head"] = sound["cose_open"]
    for call, arguments in sound.items():
        for number, each in enumerate(arguments):
            if not isinstance(each, ctypes.c_size_t):
                given = [*arguments[:number], None, *arguments[number + 1 :]]
                assert messages.call(call, *given) == "ERROR_ARGUMENT"
        inputs = [each for each in arguments if isinstance(each, bytes) and each != name]
        for each in inputs:
            given = [inside if one is each else one for one in arguments]
            assert messages.call(call, *given) == "ERROR_OVERLAP"
    for field in ("payload", "external", "key_id"):
        broken, more = messages.cose(-7, b"payload", external=b"e", key_id=b"k")
        setattr(broken, field, None)
        given = [ctypes.byref(broken), memory, n, ref]
        assert messages.call("cose_begin", *given) == "ERROR_ARGUMENT"
        setattr(broken, field, at + 49)
        assert messages.call("cose_begin", *given) == "ERROR_OVERLAP"
        assert len(more) == 3
    for call in ("jss_begin", "jws_begin", "jws_begin_plain"):
        named = ctypes.create_string_buffer(BEHIND * 3 + name, 50)
        within = ctypes.cast(ctypes.addressof(named) + 3, ctypes.c_void_p)
        before, given = named.raw, [named, n, ref, within, PAYLOAD, size(39)]
        assert messages.call(call, *given) == "ERROR_OVERLAP"
        assert named.raw == before
    length.value = 51
    assert messages.call("jss_end", *sound["jss_end"]) == "ERROR_ARGUMENT"
    assert messages.call("jws_end", *sound["jws_end"]) == "ERROR_ARGUMENT"
    assert memory.raw == BEHIND * 400
    assert len(held) == 3
