# SPDX-License-Identifier: MIT
"""whit acvp: NIST's samples, vector sets of our own made with another implementation, and what is
refused."""

import copy
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import (
    decode_dss_signature,
    encode_dss_signature,
)
from vector_sets import CURVES, SAMPLES, Json, Server, drawing, public, sample, vectors

from lab.acvp import VectorSet, answer, compare
from lab.acvp.kas import PIECES
from lab.commands import files
from lab.commands.main import main
from lab.errors import LabError
from lab.library import Library

Captured = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
# Answers that are equal to NIST's, and those that chance makes differ.
COUNTS = {
    "DetECDSA-SigGen-FIPS186-5": (0, 4),
    "ECDSA-KeyGen-FIPS186-5": (0, 6),
    "ECDSA-KeyVer-FIPS186-5": (15, 0),
    "ECDSA-SigGen-FIPS186-5": (0, 4),
    "ECDSA-SigVer-FIPS186-5": (15, 0),
    "EDDSA-KeyGen-1.0": (0, 4),
    "EDDSA-KeyVer-1.0": (8, 0),
    "EDDSA-SigVer-1.0": (8, 0),
    "KAS-ECC-CDH-Component-Sp800-56Ar3": (0, 4),
}
SECRETS: dict[str, list[str]] = json.loads((SAMPLES / "private_keys.json").read_text())
HASHES = {"SHA-1": hashes.SHA1(), "SHA2-256": hashes.SHA256(), "SHA2-512": hashes.SHA512()}


@pytest.fixture(scope="module")
def library() -> Library:
    return files.library()


# NIST's samples


@pytest.mark.parametrize("name", COUNTS)
def test_samples_are_answered_as_expected(name: str, library: Library) -> None:
    prompt, expected = sample(name)
    found = compare(library, prompt, answer(library, prompt), expected)
    assert (found.equal, found.agreeing, found.differences) == (*COUNTS[name], ())


@pytest.mark.parametrize("name", SECRETS)
def test_the_same_keys_give_the_same_bytes(name: str, library: Library) -> None:
    prompt, expected = sample(name)
    answers = answer(library, prompt, random=drawing(SECRETS[name]))
    assert answers.item.data == expected.item.data
    assert compare(library, prompt, answers, expected).equal == sum(COUNTS[name])


@pytest.mark.parametrize("name", COUNTS)
def test_a_wrong_answer_is_seen(name: str, library: Library) -> None:
    """In our answers and in the expected ones, each field of the first case."""
    prompt, expected = sample(name)
    answers = answer(library, prompt)
    case = answers.item.data["testGroups"][0]["tests"][0]
    fields = [field for field in case if field not in ("tcId", "z")]
    assert fields
    for field in fields:
        for side in range(2):
            sides = [answers, expected]
            wrong = copy.deepcopy(sides[side])
            case = wrong.item.data["testGroups"][0]["tests"][0]
            value = case[field]
            if isinstance(value, bool):
                case[field] = not value
            else:
                case[field] = f"{int(value, 16) ^ 2:0{len(value)}X}"
            sides[side] = wrong
            found = compare(library, prompt, *sides)
            assert len(found.differences) == 1, field
            first = prompt.groups[0]
            assert found.differences[0].startswith(f"{first.name}, {first.tests[0].name}: ")


def test_what_is_expected_has_to_be_there(library: Library) -> None:
    prompt, expected = sample("ECDSA-KeyVer-FIPS186-5")
    del expected.item.data["testGroups"][1]["tests"][0]
    found = compare(library, prompt, answer(library, prompt), expected)
    assert found.differences == ("tgId 2, tcId 4: nothing is expected",)
    with pytest.raises(LabError, match="sigVer FIPS186-5, not ECDSA keyVer FIPS186-5"):
        compare(library, prompt, answer(library, prompt), sample("ECDSA-SigVer-FIPS186-5")[1])


# Against another implementation


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("hash_name", HASHES)
def test_messages_are_hashed(curve: str, hash_name: str, library: Library) -> None:
    """Signatures verified there are made here, and the other way round."""
    key, function = ec.generate_private_key(CURVES[curve]), HASHES[hash_name]
    tests = []
    for number, text in enumerate((b"first", b"second")):
        r, s = decode_dss_signature(key.sign(text, ec.ECDSA(function)))
        signed = {"message": text.hex(), "r": f"{r:X}", "s": f"{s:X}", **public(key, "qx", "qy")}
        tests += [{"tcId": 2 * number, **signed}, {**signed, "tcId": 2 * number + 1, "r": f"{s:X}"}]
    group = {"tgId": 1, "testType": "AFT", "curve": curve, "hashAlg": hash_name, "tests": tests}
    verified = answer(library, vectors("ECDSA", "sigVer", "1.0", group))
    passed = [test.data["testPassed"] for test in verified.groups[0].tests]
    assert passed == [True, False, True, False]

    for algorithm in ("ECDSA", "DetECDSA"):
        prompt = vectors(algorithm, "sigGen", "FIPS186-5", group)
        signed_here = answer(library, prompt).groups[0]
        numbers = ec.EllipticCurvePublicNumbers(
            signed_here.integer("qx"), signed_here.integer("qy"), CURVES[curve]
        )
        for test, made in zip(tests, signed_here.tests, strict=True):
            r, s = made.integer("r"), made.integer("s")
            signature = encode_dss_signature(r, s)
            message = bytes.fromhex(str(test["message"]))
            numbers.public_key().verify(signature, message, ec.ECDSA(function))


@pytest.mark.parametrize("curve", ["P-256", "P-521"])
@pytest.mark.parametrize("hashed", ["none", "SHA2-512"])
@pytest.mark.parametrize(("scheme", "role"), PIECES)
def test_shared_secrets(scheme: str, role: str, hashed: str, curve: str, library: Library) -> None:
    server = Server(curve, scheme, role)
    plain = {"scheme": scheme, "kasRole": role, "domainParameterGenerationMode": curve}
    if hashed != "none":
        plain["hashFunctionZ"] = hashed
    field = "z" if hashed == "none" else "hashZ"

    def finished(z: bytes) -> str:
        return (z if hashed == "none" else hashlib.sha512(z).digest()).hex().upper()

    right = finished(server.z({kind: key.public_key() for kind, key in server.ours.items()}))
    wrong = f"{int(right, 16) ^ 1:0{len(right)}X}"
    given = {**server.case(1), **server.private(), field: right}
    off = dict.fromkeys((name for name in given if name.endswith("ServerY")), "5")
    cases = [given, {**given, "tcId": 2, field: wrong}, {**given, "tcId": 3, **off}]
    prompt = vectors(
        "KAS-ECC-SSC",
        "",
        "Sp800-56Ar3",
        {"tgId": 1, "testType": "VAL", **plain, "tests": cases},
        {"tgId": 2, "testType": "AFT", **plain, "tests": [server.case(4)]},
    )
    validated, agreed = answer(library, prompt).groups
    assert [test.data["testPassed"] for test in validated.tests] == [True, False, False]
    made = agreed.tests[0]
    ours = {
        kind: ec.EllipticCurvePublicNumbers(
            made.integer(f"{kind}PublicIutX"), made.integer(f"{kind}PublicIutY"), CURVES[curve]
        ).public_key()
        for kind in server.ours
    }
    assert made.text(field) == finished(server.z(ours))
    assert compare(library, prompt, *2 * [answer(library, prompt)]).equal == 4


# The program


class Whit:
    """The program, and what it said."""

    def __init__(self, monkeypatch: Patch, captured: Captured) -> None:
        self._monkeypatch = monkeypatch
        self._captured = captured
        self.out = ""
        self.error = ""

    def __call__(self, *arguments: str | Path) -> int:
        self._monkeypatch.setattr(sys, "argv", ["whit", "acvp", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        self.out, self.error = self._captured.readouterr()
        assert isinstance(caught.value.code, int)
        return caught.value.code


@pytest.fixture
def whit(monkeypatch: Patch, capsys: Captured, library: Library) -> Whit:
    return Whit(monkeypatch, capsys)


def test_answers_keep_the_wrapper(whit: Whit, tmp_path: Path) -> None:
    prompt = json.loads((SAMPLES / "ECDSA-KeyVer-FIPS186-5" / "prompt.json").read_bytes())
    wrapped, out = tmp_path / "prompt.json", tmp_path / "answers.json"
    wrapped.write_text(json.dumps([{"acvVersion": "1.0"}, prompt]))
    assert whit(wrapped, "--out", out) == 0
    assert (whit.out, whit.error) == ("", "")
    version, answers = json.loads(out.read_bytes())
    assert version == {"acvVersion": "1.0"}
    assert [answers[field] for field in ("vsId", "algorithm", "mode")] == [0, "ECDSA", "keyVer"]
    assert len(answers["testGroups"]) == 5
    assert whit(wrapped) == 0
    assert json.loads(whit.out) == [version, answers]
    assert whit(wrapped, "--out", out) == 1
    assert whit.error.endswith("--force replaces it\n")
    assert whit(wrapped, "--out", out, "--force") == 0


def test_comparison_says_what_differs(whit: Whit, tmp_path: Path) -> None:
    folder = SAMPLES / "ECDSA-KeyVer-FIPS186-5"
    prompt, expected = folder / "prompt.json", folder / "expectedResults.json"
    assert whit(prompt, "--expected", expected) == 0
    assert whit.out == (
        "ECDSA keyVer FIPS186-5: 15 answers are equal, 0 are drawn and fit, 0 differ\n"
    )
    other = json.loads(expected.read_bytes())
    other["testGroups"][2]["tests"][1]["testPassed"] = True
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(other))
    assert whit(prompt, "--expected", wrong) == 1
    first, counts = whit.out.splitlines()
    assert first == "tgId 3, tcId 8: testPassed False, and testPassed True is expected"
    assert counts.endswith("14 answers are equal, 0 are drawn and fit, 1 differ")
    assert whit.error == f"whit: {prompt}: not the answers of {wrong}\n"


GROUP: Json = {"tgId": 1, "testType": "AFT", "tests": []}
HASHED = {**GROUP, "curve": "P-256", "hashAlg": "SHA2-256"}
AGREED = {**GROUP, "domainParameterGenerationMode": "P-256", "kasRole": "initiator"}
SSC = ("KAS-ECC-SSC", "", "Sp800-56Ar3")


@pytest.mark.parametrize(
    ("prompt", "message"),
    [
        (vectors("ECDSA", "keyVer", "1.0", {**GROUP, "curve": "B-571"}), "the curve B-571 is not"),
        (vectors("ECDSA", "sigVer", "1.0", {**HASHED, "curve": "K-163"}), "the curve K-163 is not"),
        (
            vectors("ECDSA", "sigGen", "1.0", {**HASHED, "hashAlg": "SHA3-256"}),
            "tgId 1: the hash SHA3-256 is not supported, only SHA-1, SHA2-224, ",
        ),
        (
            vectors("ECDSA", "sigGen", "1.0", {**HASHED, "conformance": "SP800-106"}),
            "tgId 1: conformance SP800-106 is not supported",
        ),
        (
            vectors(
                *("ECDSA", "keyGen", "1.0"),
                {**GROUP, "curve": "P-256", "secretGenerationMode": "extra bits"},
            ),
            "keys by extra bits are not supported, only by testing candidates",
        ),
        (vectors("LMS", "keyGen", "1.0"), "LMS keyGen 1.0 is not supported, only ECDSA keyGen"),
        (vectors("EDDSA", "keyGen", "1.0", {**GROUP, "curve": "ED-521"}), "the curve ED-521 is"),
        (vectors("ECDSA", "keyGen", "2.0"), "ECDSA keyGen 2.0 is not supported"),
        (
            vectors(*SSC, {**AGREED, "scheme": "fullMqv"}),
            "the scheme fullMqv as initiator is not supported, only ephemeralUnified, ",
        ),
        (
            vectors(*SSC, {**AGREED, "scheme": "onePassDh", "hashFunctionZ": "SHA2-512/256"}),
            "the hash SHA2-512/256 is not supported",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_not_supported_is_named(
    prompt: VectorSet, message: str, whit: Whit, tmp_path: Path
) -> None:
    path, out = tmp_path / "prompt.json", tmp_path / "answers.json"
    path.write_bytes(prompt.written())
    assert whit(path, "--out", out) == 2
    assert whit.error.startswith(f"whit: {path}: ")
    assert message in whit.error
    assert whit.error.count("\n") == 1
    assert whit.out == ""
    assert not out.exists()


def test_a_binary_curve_of_nist_is_refused(whit: Whit) -> None:
    assert whit(SAMPLES / "KAS-ECC-SSC-Sp800-56Ar3" / "prompt.json") == 2
    assert "tgId 8: the curve K-233 is not supported, only P-192, " in whit.error


def test_groups_can_be_left_out(whit: Whit, tmp_path: Path) -> None:
    prompt = json.loads((SAMPLES / "ECDSA-KeyVer-FIPS186-5" / "prompt.json").read_bytes())
    prompt["testGroups"][1]["curve"] = "B-233"
    path = tmp_path / "prompt.json"
    path.write_text(json.dumps(prompt))
    assert whit(path, "--supported") == 0
    assert whit.error.startswith(f"whit: {path}: tgId 2: the curve B-233 is not supported")
    assert [group["tgId"] for group in json.loads(whit.out)["testGroups"]] == [1, 3, 4, 5]
    prompt["testGroups"] = prompt["testGroups"][1:2]
    path.write_text(json.dumps(prompt))
    assert whit(path, "--supported") == 2
    assert "none of its groups is supported: tgId 2: the curve B-233" in whit.error


KEY_VERIFICATION: Json = {
    "vsId": 1,
    "algorithm": "ECDSA",
    "mode": "keyVer",
    "revision": "1.0",
    "testGroups": [{"tgId": 4, "curve": "P-256", "tests": [{"tcId": 9, "qx": "1", "qy": "2"}]}],
}


def without(*path: str | int) -> bytes:
    """The vector set above without one of its parts."""
    data = copy.deepcopy(KEY_VERIFICATION)
    part: Any = data
    for step in path[:-1]:
        part = part[step]
    del part[path[-1]]
    return json.dumps(data).encode()


def with_x(value: str) -> bytes:
    data = copy.deepcopy(KEY_VERIFICATION)
    data["testGroups"][0]["tests"][0]["qx"] = value
    return json.dumps(data).encode()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no JSON: "),
        (b"\xff\xfe", "no JSON: "),
        (b"[" * 100_000, "no JSON: "),
        (b"17", "no vector set"),
        (b"[{}]", "no vector set"),
        (b"{}", "vector set: algorithm is missing"),
        (without("revision"), "vector set: revision is missing, or no text"),
        (without("testGroups"), "vector set: testGroups is missing, or no list"),
        (without("testGroups", 0, "tgId"), "vector set: testGroups has an entry without tgId"),
        (without("testGroups", 0, "curve"), "tgId 4: curve is missing, or no text"),
        (without("testGroups", 0, "tests"), "tgId 4: tests is missing, or no list"),
        (without("testGroups", 0, "tests", 0, "tcId"), "tgId 4: tests has an entry without tcId"),
        (without("testGroups", 0, "tests", 0, "qy"), "tcId 9: qy is missing, or no text"),
        *(
            (with_x(value), "tcId 9: qx is not in hexadecimal")
            for value in ("0g", "-1", "0x1", "1_0", "")
        ),
    ],
)
def test_bad_files_are_one_line(content: bytes, message: str, whit: Whit, tmp_path: Path) -> None:
    path = tmp_path / "prompt.json"
    path.write_bytes(content)
    assert whit(path) in (1, 2)
    assert whit.error.startswith(f"whit: {path}: {message}"), whit.error
    assert whit.error.count("\n") == 1
    assert whit.out == ""


def test_a_file_that_is_not_there(whit: Whit, tmp_path: Path) -> None:
    assert whit(tmp_path / "none.json") == 1
    assert whit.error == f"whit: {tmp_path / 'none.json'}: No such file or directory\n"
