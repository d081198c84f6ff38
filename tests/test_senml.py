# SPDX-License-Identifier: MIT
"""Sensor Measurement Lists: what Python's json and cbor2 read is what was written."""

import base64
import ctypes
import json
import random
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import cbor2
import pytest

from tests.messages import BEHIND, Buffer, Messages, shared, size

NUMBER, TEXT, BOOLEAN, DATA = 1, 2, 3, 4
# RFC 8428, 4 and 6.
LABELS = {
    **{"bn": -2, "bt": -3, "bu": -4, "n": 0, "u": 1},
    **{"v": 2, "vs": 3, "vb": 4, "t": 6, "vd": 8},
}
LEAST, MOST = -(1 << 63), (1 << 63) - 1


class Decimals(ctypes.Structure):
    _fields_ = [("mantissa", ctypes.c_int64), ("exponent", ctypes.c_int8)]


class Record(ctypes.Structure):
    _fields_ = [
        ("base_name", ctypes.c_char_p),
        ("base_time", Decimals),
        ("base_unit", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("unit", ctypes.c_char_p),
        ("time", Decimals),
        ("kind", ctypes.c_int),
        ("value", Decimals),
        ("text", ctypes.c_char_p),
        ("data", ctypes.c_char_p),
        ("data_length", ctypes.c_size_t),
    ]


FIELDS = {"bn": "base_name", "bu": "base_unit", "n": "name", "u": "unit"}


def record(given: Mapping[str, Any]) -> Record:
    made = Record()
    for name, value in given.items():
        if name in FIELDS:
            setattr(made, FIELDS[name], value.encode())
        elif name in ("bt", "t"):
            setattr(made, "base_time" if name == "bt" else "time", Decimals(*value))
        elif name == "v":
            made.kind, made.value = NUMBER, Decimals(*value)
        elif name == "vs":
            made.kind, made.text = TEXT, value.encode()
        elif name == "vb":
            made.kind, made.data_length = BOOLEAN, int(value)
        else:
            made.kind, made.data, made.data_length = DATA, value, len(value)
    return made


def number(value: tuple[int, int]) -> Decimal:
    return Decimal(value[0]).scaleb(value[1])


def expected(given: Mapping[str, Any], in_cbor: bool) -> dict[Any, Any]:
    """What a reader of the record finds."""
    found: dict[Any, Any] = {}
    for name, value in given.items():
        read = number(value) if name in ("bt", "t", "v") else value
        if name == "vd" and not in_cbor:
            read = base64.urlsafe_b64encode(value).rstrip(b"=").decode()
        found[LABELS[name] if in_cbor else name] = read
    return found


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> Messages:
    return Messages(shared(tmp_path_factory.mktemp("senml")))


def written(
    messages: Messages, form: str, records: Sequence[Mapping[str, Any]], capacity: int = 4000
) -> tuple[str, bytes]:
    array = (Record * len(records))(*map(record, records))
    out, length = Buffer(b"", capacity), size(77)
    given = (out.memory, size(capacity), ctypes.byref(length), array, size(len(records)))
    status = messages.call(f"senml_{form}", *given)
    if status not in ("OK", "ERROR_ARGUMENT"):
        assert out.is_wiped
        assert length.value == 0
    return status, out.content[: length.value] if status == "OK" else b""


def held_by_json(text: bytes) -> Any:
    return json.loads(text, parse_float=Decimal, parse_int=Decimal)


def test_the_reading_of_the_header(messages: Messages) -> None:
    given = {
        "bn": "urn:dev:mac:0024befffe804ff1:",
        "n": "temperature",
        "u": "Cel",
        "v": (20953, -3),
    }
    assert written(messages, "json", [given]) == (
        "OK",
        b'[{"bn":"urn:dev:mac:0024befffe804ff1:","n":"temperature","u":"Cel","v":20.953}]',
    )
    status, pack = written(messages, "cbor", [given])
    assert status == "OK"
    assert cbor2.loads(pack) == [expected(given, in_cbor=True)]


def test_an_example_of_rfc_8428(messages: Messages) -> None:
    """Section 5.1.2: a base name, and measurements of two quantities."""
    records = [
        {"bn": "urn:dev:ow:10e2073a01080063:", "n": "voltage", "u": "V", "v": (1201, -1)},
        {"n": "current", "u": "A", "v": (12, -1)},
    ]
    assert written(messages, "json", records)[1] == (
        b'[{"bn":"urn:dev:ow:10e2073a01080063:","n":"voltage","u":"V","v":120.1},'
        b'{"n":"current","u":"A","v":1.2}]'
    )


def numbers() -> list[tuple[int, int]]:
    mantissas = (0, 1, -1, 9, 10, 42, -999, 20953, LEAST, MOST, 10**18)
    exponents = (0, -1, -2, -3, -5, -19, -20, -21, 1, 20, 127, -128)
    return [(mantissa, exponent) for mantissa in mantissas for exponent in exponents]


def test_numbers_are_exact(messages: Messages) -> None:
    chosen = random.Random(8428)
    drawn = [(chosen.randrange(LEAST, MOST), chosen.randrange(-128, 128)) for _ in range(200)]
    for value in (*numbers(), *drawn):
        given = {"n": "a", "v": value}
        status, text = written(messages, "json", [given])
        assert status == "OK"
        read = held_by_json(text)[0]["v"]
        assert read == number(value)
        assert -21 < value[1] < 1 or b"e" in text
        if -21 < value[1] < 1:  # the places that were given
            assert read.as_tuple().exponent == value[1]
        pack = written(messages, "cbor", [given])[1]
        plain = cbor2.CBORTag(4, [value[1], value[0]]) if value[1] else value[0]
        assert pack == cbor2.dumps([{0: "a", 2: plain}])


EACH: list[Mapping[str, Any]] = [
    {"bn": "urn:x:", "bt": (17649, 5), "bu": "%RH", "v": (1, 0)},
    {"n": "a", "t": (-5, 0), "vs": 'quote " back \\ line\n\x01\x7f \xe9 \u20ac \U0001f600'},
    {"n": "b", "vb": True, "t": (1, -3)},
    {"n": "c", "vb": False},
    {"bn": "dev1/", "n": "raw", "vd": bytes(range(256))},
    {"n": "none", "vd": b""},
    {"n": "d", "u": "\xb5", "vs": ""},
]


@pytest.mark.parametrize("count", range(1, len(EACH) + 1))
def test_every_field_is_read_as_it_was_given(messages: Messages, count: int) -> None:
    status, text = written(messages, "json", EACH[:count])
    assert status == "OK"
    assert held_by_json(text) == [expected(each, in_cbor=False) for each in EACH[:count]]
    status, pack = written(messages, "cbor", EACH[:count])
    assert status == "OK"
    assert cbor2.loads(pack) == [expected(each, in_cbor=True) for each in EACH[:count]]
    labels = [list(each) for each in cbor2.loads(pack)]
    assert labels == [sorted(each, key=lambda label: cbor2.dumps(label)) for each in labels]


@pytest.mark.parametrize("form", ["json", "cbor"])
def test_a_capacity_that_is_too_short(messages: Messages, form: str) -> None:
    whole = written(messages, form, EACH)[1]
    assert written(messages, form, EACH, len(whole)) == ("OK", whole)
    for capacity in range(len(whole)):
        assert written(messages, form, EACH, capacity)[0] == "ERROR_OUTPUT_LENGTH"


@pytest.mark.parametrize("form", ["json", "cbor"])
@pytest.mark.parametrize(
    "names",
    [
        [{}],
        [{"n": ""}],
        [{"n": "a b"}],
        [{"n": "-a"}],
        [{"bn": "/a"}],
        [{"bn": "a"}, {"bn": "", "n": ":"}],
        [{"bn": "a"}, {"n": "\xe9"}],
        [{"bn": "a,"}, {"n": "b"}],
    ],
)
def test_names_that_are_none(messages: Messages, form: str, names: list[dict[str, str]]) -> None:
    records = [{**each, "v": (1, 0)} for each in names]
    assert written(messages, form, records)[0] == "ERROR_MESSAGE_TEXT"


@pytest.mark.parametrize("form", ["json", "cbor"])
def test_what_is_refused(messages: Messages, form: str) -> None:
    def called(each: Record, count: int = 1, out: Any = None) -> tuple[str, Buffer]:
        buffer, length = Buffer(b"", 300), size(77)
        array = (Record * 1)(each)
        given = (out or buffer.memory, size(300), ctypes.byref(length), array, size(count))
        return messages.call(f"senml_{form}", *given), buffer

    sound: dict[str, Any] = {"bn": "a", "n": "b"}
    for field in ("base_unit", "unit", "text"):
        broken = record({**sound, "vs": "text"})
        setattr(broken, field, b"\xc3")
        status, buffer = called(broken)
        assert status == "ERROR_MESSAGE_TEXT"
        assert buffer.is_wiped
    for kind in (0, 5, TEXT):
        broken = record(sound)
        broken.kind = kind
        assert called(broken)[0] == "ERROR_ARGUMENT"
    broken = record({**sound, "vb": True})
    broken.data_length = 2
    assert called(broken)[0] == "ERROR_ARGUMENT"
    broken = record(sound)
    broken.kind, broken.data_length = DATA, 1
    assert called(broken)[0] == "ERROR_ARGUMENT"
    status, buffer = called(record({**sound, "v": (1, 0)}), 0)
    assert (status, buffer.content) == ("ERROR_ARGUMENT", BEHIND * 300)
    inside = ctypes.create_string_buffer(b"name\0", 300)
    for field in ("base_name", "base_unit", "name", "unit", "text", "data"):
        broken = record({**sound, "vs": "text"} if field != "data" else {**sound, "vd": b"text"})
        setattr(broken, field, ctypes.c_char_p(ctypes.addressof(inside)))
        status, _ = called(broken, out=inside)
        assert status == "ERROR_OVERLAP"
    assert inside.value == b"name"
    length, array = size(7), (Record * 1)(record({**sound, "v": (1, 0)}))
    out = Buffer(b"", 9)
    given: list[Any] = [out.memory, size(9), ctypes.byref(length), array, size(1)]
    for missing in (0, 2, 3):
        some = [None if at == missing else each for at, each in enumerate(given)]
        assert messages.call(f"senml_{form}", *some) == "ERROR_ARGUMENT"
    assert messages.call(f"senml_{form}", array, *given[1:]) == "ERROR_OVERLAP"
