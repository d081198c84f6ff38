# SPDX-License-Identifier: MIT
"""whit acvp for EdDSA, against RFC 8032 and cryptography; NIST's samples are in test_acvp.py. And
what is expected may leave out what the prompt has said."""

import copy
import re

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ed448, ed25519
from vector_sets import Json, sample, vectors

from lab.acvp import VectorSet, answer, compare
from lab.commands import files
from lab.errors import LabError
from lab.library import Library, RandomSource

CURVES: dict[str, type[ed25519.Ed25519PrivateKey | ed448.Ed448PrivateKey]] = {
    "ED-25519": ed25519.Ed25519PrivateKey,
    "ED-448": ed448.Ed448PrivateKey,
}
PUBLIC: dict[str, type[ed25519.Ed25519PublicKey | ed448.Ed448PublicKey]] = {
    "ED-25519": ed25519.Ed25519PublicKey,
    "ED-448": ed448.Ed448PublicKey,
}
# RFC 8032, 7.2 to 7.5: private key, message, context, whether it is hashed first, signature.
RFC = {
    "ED-25519": [
        (
            "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
            "616263",
            "",
            True,
            "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae41"
            "31f85042463c2a355a2003d062adf5aaa10b8c61e636062aaad11c2a26083406",
        ),
        (
            "0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6",
            "f726936d19c800494e3fdaff20b276a8",
            "666f6f",
            False,
            "55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a"
            "8b36950b95130022907a7fb7c4e9b2d5f6cca685a587b4b21f4b888e4e7edb0d",
        ),
    ],
    "ED-448": [
        (
            "c4eab05d357007c632f3dbb48489924d552b08fe0c353a0d4a1f00acda2c463a"
            "fbea67c5e8d2877c5e3bc397a659949ef8021e954e0a12274e",
            "03",
            "666f6f",
            False,
            "d4f8f6131770dd46f40867d6fd5d5055de43541f8c5e35abbcd001b32a89f7d2"
            "151f7647f11d8ca2ae279fb842d607217fce6e042f6815ea000c85741de5c8da"
            "1144a6a1aba7f96de42505d7a7298524fda538fccbbb754f578c1cad10d54d0d"
            "5428407e85dcbc98a49155c13764e66c3c00",
        ),
        (
            "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42"
            "ef7822e0d5104127dc05d6dbefde69e3ab2cec7c867c6e2c49",
            "616263",
            "666f6f",
            True,
            "c32299d46ec8ff02b54540982814dce9a05812f81962b649d528095916a2aa48"
            "1065b1580423ef927ecf0af5888f90da0f6a9a85ad5dc3f280d91224ba9911a3"
            "653d00e484e2ce232521481c8658df304bb7745a73514cdb9bf3e15784ab7128"
            "4f8d0704a608c54a6b62d97beb511d132100",
        ),
    ],
}


@pytest.fixture(scope="module")
def library() -> Library:
    return files.library()


def drawing(key: bytes) -> RandomSource:
    return lambda _: key


@pytest.mark.parametrize("curve", RFC)
def test_signatures_of_the_rfc_are_made_and_verified(curve: str, library: Library) -> None:
    for d, message, context, prehash, signature in RFC[curve]:
        key = library.string_curve(curve.replace("ED-", "Ed"))
        test: Json = {"tcId": 1, "message": message}
        if context:
            test |= {"context": context, "contextLength": len(context) // 2}
        group = {"tgId": 1, "testType": "AFT", "curve": curve, "preHash": prehash}
        made = answer(
            library,
            vectors("EDDSA", "sigGen", "1.0", {**group, "tests": [test]}),
            random=drawing(bytes.fromhex(d)),
        )
        assert made.groups[0].tests[0].text("signature") == signature.upper()
        q = key.public_key(bytes.fromhex(d)).hex()
        assert made.groups[0].text("q") == q.upper()
        given = {**test, "q": q, "signature": signature}
        changed = [
            given,
            {**given, "tcId": 2, "context": "666f6e"},
            {**given, "tcId": 3, "message": message + "00"},
            {**given, "tcId": 4, "signature": signature[:-2]},
            {**given, "tcId": 5, "q": "ff" * (len(q) // 2)},
        ]
        verified = answer(
            library, vectors("EDDSA", "sigVer", "1.0", {**group, "tests": changed})
        ).groups[0]
        assert [case.data["testPassed"] for case in verified.tests] == [True, *[False] * 4]
        other = {**group, "preHash": not prehash, "tests": [given]}
        verified = answer(library, vectors("EDDSA", "sigVer", "1.0", other)).groups[0]
        assert not verified.tests[0].data["testPassed"]


@pytest.mark.parametrize("curve", CURVES)
def test_another_implementation_agrees(curve: str, library: Library) -> None:
    """Whit's signatures verify there, its key pairs are the same there, theirs verify here."""
    group = {"tgId": 1, "testType": "AFT", "curve": curve, "preHash": False}
    messages = [bytes(length) for length in (0, 1, 100)]
    tests = [{"tcId": i, "message": each.hex()} for i, each in enumerate(messages)]
    made = answer(library, vectors("EDDSA", "sigGen", "1.0", {**group, "tests": tests})).groups[0]
    key = PUBLIC[curve].from_public_bytes(made.octets("q"))
    for message, case in zip(messages, made.tests, strict=True):
        key.verify(case.octets("signature"), message)
        with pytest.raises(InvalidSignature):
            key.verify(case.octets("signature"), message + b"x")
    asked = vectors("EDDSA", "keyGen", "1.0", {**group, "tests": [{"tcId": 1}, {"tcId": 2}]})
    for pair in answer(library, asked).groups[0].tests:
        theirs = CURVES[curve].from_private_bytes(pair.octets("d"))
        assert theirs.public_key().public_bytes_raw() == pair.octets("q")
    theirs = CURVES[curve].generate()
    q = theirs.public_key().public_bytes_raw().hex()
    signed = [
        {"tcId": i, "message": each.hex(), "q": q, "signature": theirs.sign(each).hex()}
        for i, each in enumerate(messages)
    ]
    verified = answer(library, vectors("EDDSA", "sigVer", "1.0", {**group, "tests": signed}))
    assert all(case.data["testPassed"] for case in verified.groups[0].tests)


@pytest.mark.parametrize("left_out", [["revision"], ["algorithm", "mode", "revision"]])
def test_what_is_expected_may_say_less(left_out: list[str], library: Library) -> None:
    prompt, expected = sample("EDDSA-KeyVer-1.0")
    shorter = copy.deepcopy(expected)
    for field in left_out:
        del shorter.item.data[field]
    assert compare(library, prompt, answer(library, prompt), shorter).equal == 8
    for field in ("algorithm", "mode", "revision"):
        wrong = VectorSet.read(expected.written())
        wrong.item.data[field] = "other"
        with pytest.raises(LabError, match=re.escape("not EDDSA keyVer 1.0")):
            compare(library, prompt, answer(library, prompt), wrong)
