# SPDX-License-Identifier: MIT
"""Messages that the library makes and takes apart: to the byte those of the lab's formats, signed
and verified by OpenSSL and by pycose, and those of the standards' examples."""

import base64
import json
import re
from pathlib import Path
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from pycose.headers import Algorithm as AlgorithmHeader
from pycose.keys import EC2Key, OKPKey
from pycose.messages import Sign1Message

from lab import curves
from lab.wire import formats
from lab.wire.formats import ALGORITHMS, Algorithm
from tests.messages import PAYLOAD, Messages, Opened, ecdsa, ids, keys, shared
from tests.runner.tools import ROOT, compile_with

FORMATS = {each.name: each.make for each in formats.FORMATS}
NAMES = {"jss": "jss", "jws": "jws", "jws_plain": "jws-plain"}
HASH_NAMES = {"sha256": "SHA-256", "sha384": "SHA-384", "sha512": "SHA-512"}
EACH = pytest.mark.parametrize("of", ALGORITHMS, ids=ids(ALGORITHMS))
PAYLOADS = (PAYLOAD, b"{}", b"{ }", b'{\n "t" : 21 , "\xc3\xa9":["{}",{"jss.signature":1}]\n}')
ANY_BYTES = (b"", b"\0", b"This is the content.", bytes(range(256)) * 3, b"x" * 70000)


@pytest.fixture(scope="module", params=["gcc", "clang"])
def messages(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Messages:
    return Messages(shared(tmp_path_factory.mktemp("messages"), compiler=request.param))


def test_the_study_s_lengths(messages: Messages) -> None:
    """154 characters signed and 39 unsigned [mossinger2016, 6], of which 90 are signed by what
    doc/jss.md says: all but the signature's member."""
    sign, verify = ecdsa("ES192")
    message = messages.made("jss", "ES192", PAYLOAD, sign)
    assert (len(PAYLOAD), len(message)) == (39, 154)
    assert message.startswith(b'{"jss.protected":{"alg":"ES192"},"chip_temp":20953,')
    opened = messages.jss_open("ES192", message, 48)
    assert opened.status == "OK"
    assert verify(opened.signed, opened.signature)
    assert message == opened.signed[:-1] + b',"jss.signature":"' + message[89 - 1 :]
    assert messages.jss_payload(opened.signed) == ("OK", PAYLOAD)


@EACH
@pytest.mark.parametrize("name", NAMES)
def test_messages_in_json_are_those_of_the_lab(
    messages: Messages, name: str, of: Algorithm
) -> None:
    sign, verify = keys(of)
    message = messages.made(name, of.jose, PAYLOAD, sign)
    if name == "jss":
        opened = messages.jss_open(of.jose, message, of.signature_bytes)
        payload = messages.jss_payload(opened.signed)[1]
    else:
        opened = messages.jws_open(of.jose, message, of.signature_bytes)
        payload = opened.payload
    assert payload == PAYLOAD
    assert verify(opened.signed, opened.signature)
    assert not verify(opened.signed + b" ", opened.signature)
    assert message == FORMATS[NAMES[name]](PAYLOAD, of, opened.signature)


@EACH
@pytest.mark.parametrize("detached", [False, True], ids=["inside", "detached"])
def test_messages_of_cose_are_those_of_the_lab(
    messages: Messages, of: Algorithm, detached: bool
) -> None:
    sign, verify = keys(of)
    status, begun = messages.cose_begin(of.cose, PAYLOAD, detached=detached)
    assert status == "OK"
    headers = formats.head(5, 1) + formats.integer(1) + formats.integer(of.cose)
    assert begun == cbor2.dumps(["Signature1", headers, b"", PAYLOAD])
    signature = sign(begun)
    status, message = messages.cose_end(of.cose, PAYLOAD, signature, detached=detached)
    assert status == "OK"
    expected = formats.cose_sign1(PAYLOAD, of, signature)
    carried = formats.string(PAYLOAD)
    assert message == (expected.replace(carried, b"\xf6") if detached else expected)
    given: dict[str, Any] = {"payload": PAYLOAD, "detached": True} if detached else {}
    opened = messages.cose_open(of.cose, message, of.signature_bytes, **given)
    assert opened == Opened("OK", begun, signature, PAYLOAD)
    assert verify(opened.signed, opened.signature)


def test_algorithms_of_the_header_are_those_of_the_lab() -> None:
    text = (ROOT / "include/whit/cose.h").read_text()
    found = re.findall(r"#define WHIT_COSE_(E\w+) \((-\d+)L\)", text)
    expected = {each.jose.upper(): each.cose for each in ALGORITHMS}
    assert {name: int(number) for name, number in found} == expected
    assert len(found) == len(expected)


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("in_place", [False, True], ids=["copied", "in place"])
def test_a_payload_of_jss_is_untouched(messages: Messages, payload: bytes, in_place: bool) -> None:
    sign, verify = ecdsa("ES256")
    message = messages.made("jss", "ES256", payload, sign)
    read = json.loads(message)
    assert next(iter(read)) == "jss.protected"
    assert list(read)[-1] == "jss.signature"
    opened = messages.jss_open("ES256", message, 64, in_place=in_place)
    assert verify(opened.signed, opened.signature)
    status, found = messages.jss_payload(opened.signed, in_place=in_place)
    assert (status, found) == ("OK", payload)


SIGNATURE = base64.urlsafe_b64encode(bytes(range(48))).decode()
PROTECTED, SIGNED = '"jss.protected":{"alg":"ES192"}', f'"jss.signature":"{SIGNATURE}"'


@pytest.mark.parametrize(
    ("message", "signed", "payload"),
    [
        (f'{{{SIGNED},"t":1,{PROTECTED}}}', f'{{"t":1,{PROTECTED}}}', '{"t":1}'),
        (f'{{{PROTECTED},{SIGNED},"t":1}}', f'{{{PROTECTED},"t":1}}', '{"t":1}'),
        (f'{{"t":1,{SIGNED},{PROTECTED}}}', f'{{"t":1,{PROTECTED}}}', '{"t":1}'),
        (f'{{ {SIGNED},\n"t" :1 ,{PROTECTED} }}', f'{{ \n"t" :1 ,{PROTECTED} }}', '{ \n"t" :1  }'),
        (
            f'{{"t":[1, 2] ,{SIGNED} , {PROTECTED}}}',
            f'{{"t":[1, 2]  , {PROTECTED}}}',
            '{"t":[1, 2]  }',
        ),
        (f"{{{SIGNED},{PROTECTED}}}", f"{{{PROTECTED}}}", "{}"),
        (
            f'{{"jss.protected" : {{ "alg" : "ES192" }} , "t":",\\"jss.signature\\":",{SIGNED}}}',
            '{"jss.protected" : { "alg" : "ES192" } , "t":",\\"jss.signature\\":"}',
            '{ "t":",\\"jss.signature\\":"}',
        ),
    ],
)
def test_members_of_jss_stand_in_any_order(
    messages: Messages, message: str, signed: str, payload: str
) -> None:
    opened = messages.jss_open("ES192", message.encode(), 48)
    assert opened == Opened("OK", signed.encode(), bytes(range(48)))
    assert messages.jss_payload(opened.signed) == ("OK", payload.encode())


def test_a_message_of_rfc_7515(messages: Messages) -> None:
    """Appendix A.3."""
    x = base64.urlsafe_b64decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU=")
    y = base64.urlsafe_b64decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0=")
    message = (
        b"eyJhbGciOiJFUzI1NiJ9"
        b".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt"
        b"cGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        b".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSA"
        b"pmWQxfKTUJqPP3-Kg6NU1Q"
    )
    opened = messages.jws_open("ES256", message, 64)
    payload = b'{"iss":"joe",\r\n "exp":1300819380,\r\n "http://example.com/is_root":true}'
    assert (opened.status, opened.payload) == ("OK", payload)
    assert verified_by_openssl(x, y, opened.signed, opened.signature)
    begun = messages.begin("jws_begin", "ES256", payload)[1]
    assert messages.end("jws", begun, opened.signature) == ("OK", message)


def verified_by_openssl(x: bytes, y: bytes, signed: bytes, signature: bytes) -> bool:
    """With SHA-256 on P-256."""
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b"\4" + x + y)
    r, s = int.from_bytes(signature[:32]), int.from_bytes(signature[32:])
    key.verify(utils.encode_dss_signature(r, s), signed, ec.ECDSA(SHA256()))
    return True


def test_a_message_of_rfc_9052(messages: Messages) -> None:
    """Appendix C.2.1, with the key of appendix C.7.1."""
    x = bytes.fromhex("bac5b11cad8f99f9c72b05cf4b9e26d244dc189f745228255a219a86d6a09eff")
    y = bytes.fromhex("20138bf82dc1b6d562be0fa54ab7804a3a64b6d72ccfed6b6fb6ed28bbfc117e")
    message = bytes.fromhex(
        "d28443a10126a10442313154546869732069732074686520636f6e74656e742e5840"
        "8eb33e4ca31d1c465ab05aac34cc6b23d58fef5c083106c4d25a91aef0b0117e"
        "2af9a291aa32e14ab834dc56ed2a223444547e01f11d3b0916e5a4c345cacb36"
    )
    opened = messages.cose_open(-7, message, 64)
    assert (opened.status, opened.payload) == ("OK", b"This is the content.")
    assert opened.key_id == b"11"
    assert verified_by_openssl(x, y, opened.signed, opened.signature)
    made = messages.cose_end(-7, opened.payload, opened.signature, key_id=b"11")
    assert made == ("OK", message)


SURROUNDINGS = """\
#include <whit/cose.h>
#include <whit/secp192r1.h>
#include <whit/secp256r1.h>
#include <whit/senml.h>
{includes}
#define PAYLOAD_BYTES 39
uint8_t message[200], payload[PAYLOAD_BYTES], pack[200], signature[64];
uint8_t private_key[32], public_key[65];
size_t message_length, payload_length, public_key_length, length;
int main(void);
int main(void)
{{
{statements}
    return 0;
}}
"""


def test_what_the_page_shows_compiles(tmp_path: Path) -> None:
    text = (ROOT / "doc/messages.md").read_text()
    blocks = re.findall(r"^```c\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 4
    for number, block in enumerate(blocks):
        lines = block.splitlines()
        includes = [line for line in lines if line.startswith("#include")]
        parts = {
            "includes": includes,
            "statements": [each for each in lines if each not in includes],
        }
        source = tmp_path / f"block{number}.c"
        joined = {name: "\n".join(each) for name, each in parts.items()}
        source.write_text(SURROUNDINGS.format(**joined))
        flags = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only")
        compile_with(["gcc", *flags, f"-I{ROOT / 'include'}", str(source)])


def test_the_page_has_the_lab_s_algorithms() -> None:
    """With the hash that is the curve's default, which they mean."""
    text = (ROOT / "doc/messages.md").read_text()
    found = re.findall(
        r"^\| `(E\w+)` \| (-\d+) \| `(\w+)` \| (\w+) \| (\S+) \| (\d+) B \|$", text, re.M
    )
    assert found == [
        (
            *(each.jose, str(each.cose), f"WHIT_COSE_{each.jose.upper()}", each.curve),
            *("–" if each.jose == "EdDSA" else HASH_NAMES[curves.find(each.curve).hash],),
            str(each.signature_bytes),
        )
        for each in ALGORITHMS
    ]


PYCOSE_KEYS: dict[str, Any] = {
    "ES256": EC2Key.generate_key("P_256"),
    "ES384": EC2Key.generate_key("P_384"),
    "ES512": EC2Key.generate_key("P_521"),
    "EdDSA": OKPKey.generate_key("ED25519"),
}


@pytest.mark.parametrize("name", PYCOSE_KEYS)
@pytest.mark.parametrize("external", [b"", b"to whom it may concern"], ids=["", "external"])
def test_pycose_makes_what_is_taken(messages: Messages, name: str, external: bytes) -> None:
    """And what is made is what pycose takes."""
    key = PYCOSE_KEYS[name]
    theirs = Sign1Message(phdr={AlgorithmHeader: name}, payload=PAYLOAD, external_aad=external)
    theirs.key = key
    number = next(each.cose for each in ALGORITHMS if each.jose == name)
    size = next(each.signature_bytes for each in ALGORITHMS if each.jose == name)
    message = theirs.encode()
    opened = messages.cose_open(number, message, size, external=external)
    assert (opened.status, opened.payload) == ("OK", PAYLOAD)
    status, begun = messages.cose_begin(number, PAYLOAD, external=external)
    assert opened.signed == begun
    status, made = messages.cose_end(number, PAYLOAD, opened.signature, external=external)
    assert (status, made) == ("OK", message)
    # CoseMessage.decode does not know what newer versions of cbor2 make of lists and maps in tags.
    headers, others, *rest = cbor2.loads(made).value
    again = Sign1Message.from_cose_obj([headers, dict(others), *rest], True)
    again.key, again.external_aad = key, external
    assert again.verify_signature()
    again.external_aad = external + b"."
    assert not again.verify_signature()


@pytest.mark.parametrize("payload", ANY_BYTES, ids=len)
@pytest.mark.parametrize("untagged", [False, True], ids=["tagged", "untagged"])
@pytest.mark.parametrize("key_id", [None, b"", b"key 7"])
def test_any_bytes_are_a_payload_of_cose(
    messages: Messages, payload: bytes, untagged: bool, key_id: bytes | None
) -> None:
    more: dict[str, Any] = {"external": b"e" * 300, "untagged": untagged}
    capacity = len(payload) + 700
    begun = messages.cose_begin(-8, payload, capacity, **more)[1]
    head = messages.cose_begin(-8, payload, capacity, head=True, **more)[1]
    structure = ["Signature1", b"\xa1\1\x27", b"e" * 300, payload]
    assert begun == head + payload == cbor2.dumps(structure)
    message = messages.cose_end(-8, payload, bytes(64), capacity, key_id=key_id, **more)[1]
    parts = [b"\xa1\1\x27", {} if key_id is None else {4: key_id}, payload, bytes(64)]
    assert message == cbor2.dumps(parts if untagged else cbor2.CBORTag(18, parts))
    opened = messages.cose_open(-8, message, 64, capacity, **more)
    assert opened == Opened("OK", begun, bytes(64), payload, key_id)
    assert messages.cose_open(-8, message, 64, capacity, head=True, **more).signed == head
    more["untagged"] = not untagged
    assert messages.cose_open(-8, message, 64, capacity, **more).status == (
        "ERROR_MESSAGE_ENCODING"
    )


@pytest.mark.parametrize("payload", ANY_BYTES, ids=len)
def test_any_bytes_are_a_payload_of_jws(messages: Messages, payload: bytes) -> None:
    capacity = 2 * len(payload) + 200
    begun = messages.begin("jws_begin", "EdDSA", payload, capacity)[1]
    assert begun.split(b".")[1] == base64.urlsafe_b64encode(payload).rstrip(b"=")
    message = messages.end("jws", begun, bytes(114), capacity)[1]
    opened = messages.jws_open("EdDSA", message, 114)
    assert opened == Opened("OK", begun, bytes(114), payload)


@EACH
def test_capacities_of_the_headers_are_exact_enough(messages: Messages, of: Algorithm) -> None:
    """Messages fit what the headers name, with at most one or two bytes left, of the algorithm with
    the longest name; and one byte less than a message needs is refused."""
    left = len("ES256K") - len(of.jose)
    size, payload = of.signature_bytes, len(PAYLOAD)
    digits = (size * 4 + 2) // 3
    capacities = {
        "jss": payload + 52 + digits,
        "jws": 24 + (payload * 4 + 2) // 3 + digits,
        "jws_plain": 60 + payload + digits,
    }
    sign = keys(of)[0]
    for name, capacity in capacities.items():
        family, _, plain = name.partition("_")
        call = f"{family}_begin{'_plain' if plain else ''}"
        message = messages.made(name, of.jose, PAYLOAD, sign)
        assert capacity - 2 - left <= len(message) <= capacity
        begun = messages.begin(call, of.jose, PAYLOAD)[1]
        assert messages.begin(call, of.jose, PAYLOAD, len(begun))[0] == "OK"
        short = messages.begin(call, of.jose, PAYLOAD, len(begun) - 1)
        assert short[0] == "ERROR_OUTPUT_LENGTH"
        for given, status in ((len(message), "OK"), (len(message) - 1, "ERROR_OUTPUT_LENGTH")):
            assert messages.end(family, begun, bytes(size), given)[0] == status
    begun = messages.cose_begin(of.cose, PAYLOAD)[1]
    made = messages.cose_end(of.cose, PAYLOAD, bytes(size), key_id=b"k")[1]
    assert len(begun) <= payload + 38
    assert len(made) <= payload + 1 + size + 42
    for capacity, status in ((len(begun), "OK"), (len(begun) - 1, "ERROR_OUTPUT_LENGTH")):
        assert messages.cose_begin(of.cose, PAYLOAD, capacity)[0] == status
        assert messages.cose_open(of.cose, made, size, capacity).status == status
    assert messages.cose_end(of.cose, PAYLOAD, bytes(size), len(made) - 1, key_id=b"k")[0] == (
        "ERROR_OUTPUT_LENGTH"
    )
