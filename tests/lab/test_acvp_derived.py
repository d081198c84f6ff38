# SPDX-License-Identifier: MIT
"""whit acvp for KAS-ECC with derived keys, against another implementation of the curves and plain
HMAC, and against figures of NIST's."""

import hashlib
import hmac
import json
from collections.abc import Callable
from itertools import product

import pytest
from cryptography.hazmat.primitives import cmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from vector_sets import CURVES, SAMPLES, Json, Server, vectors

from lab.acvp import VectorSet, answer, compare
from lab.acvp.derivation import Derivation, Party
from lab.acvp.kas import PIECES
from lab.acvp.vectors import Item
from lab.commands import files
from lab.errors import LabError, UnsupportedError
from lab.library import Library

Keys = Callable[[bytes, bytes], bytes]
IUT, SERVER = bytes.fromhex("a1b2c3"), b"server"
BITS = 384
SALT, IV = bytes(range(40)), bytes(range(100, 148))


@pytest.fixture(scope="module")
def library() -> Library:
    return files.library()


def one_step(z: bytes, fixed: bytes) -> bytes:
    blocks = (hashlib.sha256(i.to_bytes(4) + z + fixed).digest() for i in (1, 2))
    return b"".join(blocks)[: BITS // 8]


def one_step_mac(z: bytes, fixed: bytes) -> bytes:
    blocks = (hmac.digest(bytes(128), i.to_bytes(4) + z + fixed, "sha512") for i in (1,))
    return b"".join(blocks)[: BITS // 8]


def without_counter(z: bytes, fixed: bytes) -> bytes:
    return hmac.digest(SALT, z + fixed, "sha3_512")[: BITS // 8]


def extract_and_expand(z: bytes, fixed: bytes) -> bytes:
    key, output, block = hmac.digest(SALT, z, "sha256"), b"", b""
    for number in (1, 2):
        block = hmac.digest(key, block + fixed + bytes([number]), "sha256")
        output += block
    return output[: BITS // 8]


def counted(z: bytes, fixed: bytes) -> bytes:
    key = hmac.digest(bytes(64), z, "sha256")
    return b"".join(hmac.digest(key, i.to_bytes(2) + fixed, "sha256") for i in (1, 2))[: BITS // 8]


def fed_back(z: bytes, fixed: bytes) -> bytes:
    key = hmac.digest(SALT, z, "sha384")
    return hmac.digest(key, IV + fixed + (1).to_bytes(4), "sha384")


def pipelined(z: bytes, fixed: bytes) -> bytes:
    key = hmac.digest(SALT, z, "sha256")
    first = hmac.digest(key, fixed, "sha256")
    second = hmac.digest(key, first, "sha256")
    return b"".join(
        hmac.digest(key, a + bytes([i]) + fixed, "sha256") for i, a in enumerate((first, second), 1)
    )[: BITS // 8]


def two(mac: str, mode: str, place: str, bits: int) -> Json:
    return {
        "kdfType": "twoStep",
        "macMode": mac,
        "kdfMode": mode,
        "counterLocation": place,
        "counterLen": bits,
    }


SALTED = {"salt": SALT.hex()}
KDFS: dict[str, tuple[Keys, Json, Json]] = {
    "one step": (one_step, {"kdfType": "oneStep", "auxFunction": "SHA2-256"}, {}),
    "HMAC": (one_step_mac, {"kdfType": "oneStep", "auxFunction": "HMAC-SHA2-512"}, {}),
    "no counter": (
        without_counter,
        {"kdfType": "oneStepNoCounter", "auxFunction": "HMAC-SHA3-512"},
        SALTED,
    ),
    "HKDF": (extract_and_expand, {"kdfType": "hkdf", "hmacAlg": "SHA2-256"}, SALTED),
    "counter": (counted, two("HMAC-SHA2-256", "counter", "before fixed data", 16), {}),
    "feedback": (
        fed_back,
        two("HMAC-SHA2-384", "feedback", "after fixed data", 32),
        SALTED | {"iv": IV.hex()},
    ),
    "pipeline": (
        pipelined,
        two("HMAC-SHA2-256", "double pipeline iteration", "before fixed data", 8),
        SALTED,
    ),
}
PATTERN = "literal[cafe]||l||uPartyInfo||vPartyInfo||label"
LABEL = b"what for"


def bound(u: bytes, v: bytes) -> bytes:
    return b"\xca\xfe" + BITS.to_bytes(4) + u + v + LABEL


def configured(kdf: str) -> tuple[Json, Json]:
    """What the group and what its tests say of a derivation."""
    _, said, given = KDFS[kdf]
    encoding = {"fixedInfoPattern": PATTERN, "fixedInfoEncoding": "concatenation"}
    group = {
        "iutId": IUT.hex(),
        "serverId": SERVER.hex(),
        "l": BITS,
        "kdfConfiguration": {**said, **encoding},
    }
    kind = {"kdfType": said["kdfType"], "label": LABEL.hex()}
    return group, {"kdfParameter": {**kind, **given}}


MACS: dict[str, tuple[int, Callable[[bytes, bytes], bytes]]] = {
    "HMAC-SHA2-256": (128, lambda key, data: hmac.digest(key, data, "sha256")[:16]),
    "CMAC": (256, lambda key, data: by_blocks(key, data)),
}


def by_blocks(key: bytes, data: bytes) -> bytes:
    context = cmac.CMAC(AES(key))
    context.update(data)
    return context.finalize()


def nonces(scheme: str, role: str, confirmed: tuple[str, str] | None) -> dict[str, bytes]:
    """What each side sends in place of an ephemeral key, as tables 4 to 7 of SP 800-56A have it:
    the names of the fields."""
    initiator, responder = ("Iut", "Server") if role == "initiator" else ("Server", "Iut")
    found = {}
    if scheme == "staticUnified":
        found[f"dkmNonce{initiator}"] = b"a nonce of the initiator"
    if scheme in ("staticUnified", "onePassUnified", "onePassDh") and confirmed is not None:
        direction, ours = confirmed
        provider = "Iut" if ours == "provider" else "Server"
        if direction == "bilateral" or provider == initiator:
            found[f"ephemeralNonce{responder}"] = b"a nonce of the responder"
    return found


class Session:
    """Both sides of an agreement with derived keys, ours played by another implementation."""

    def __init__(self, scheme: str, role: str, kdf: str, confirmed: tuple[str, str, str] | None):
        self.server = Server("P-256", scheme, role)
        self.role, self.kdf, self.confirmed = role, kdf, confirmed
        self.nonces = nonces(scheme, role, confirmed[:2] if confirmed else None)
        group, self.parameters = configured(kdf)
        named = {"scheme": scheme, "kasRole": role, "domainParameterGenerationMode": "P-256"}
        self.group: Json = {"tgId": 1, **named, **group}
        if confirmed:
            direction, ours, name = confirmed
            bits = {"keyLen": MACS[name][0], "macLen": 128}
            self.group |= {
                "macConfiguration": {"macType": name, **bits},
                "keyConfirmationDirection": direction,
                "keyConfirmationRole": ours,
            }

    def case(self, number: int) -> Json:
        sent = {name: each.hex() for name, each in self.nonces.items() if name.endswith("Server")}
        return {**self.server.case(number), **sent, **self.parameters}

    def derived(self, ours: dict[str, ec.EllipticCurvePublicKey], nonce: bytes) -> dict[str, str]:
        """What is right, for our public keys, or the nonce that we send."""
        z = self.server.z(ours)
        theirs = {kind: key.public_key() for kind, key in self.server.keys.items()}
        sent = {
            "Iut": point(ours["ephemeral"]) if "ephemeral" in ours else nonce,
            "Server": point(theirs["ephemeral"])
            if "ephemeral" in theirs
            else next((self.nonces[each] for each in self.nonces if each.endswith("Server")), b""),
        }
        names = {"Iut": IUT, "Server": SERVER}
        u, v = ("Iut", "Server") if self.role == "initiator" else ("Server", "Iut")
        fixed = bound(names[u] + sent[u], names[v] + sent[v])
        dkm = KDFS[self.kdf][0](z, fixed)
        found = {"dkm": dkm.hex().upper()}
        if self.confirmed:
            direction, role, name = self.confirmed
            p, r = ("Iut", "Server") if role == "provider" else ("Server", "Iut")
            said = f"KC_{2 if direction == 'bilateral' else 1}_{'U' if p == u else 'V'}".encode()
            bits, made = MACS[name]
            data = said + names[p] + names[r] + sent[p] + sent[r]
            found["tag"] = made(dkm[: bits // 8], data).hex().upper()
        return found


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    numbers = key.public_numbers()
    return numbers.x.to_bytes(32) + numbers.y.to_bytes(32)


def check(session: Session, library: Library) -> None:
    ours = {kind: key.public_key() for kind, key in session.server.ours.items()}
    mine = {name: each for name, each in session.nonces.items() if name.endswith("Iut")}
    right = session.derived(ours, next(iter(mine.values()), b""))
    given: Json = {
        **session.case(1),
        **session.server.private(),
        **{name: each.hex() for name, each in mine.items()},
        **right,
    }
    wrong = [
        {**given, "tcId": 2 + i, field: f"{int(right[field], 16) ^ 1:0{len(right[field])}X}"}
        for i, field in enumerate(right)
    ]
    others = {**given, "tcId": 9, "kdfParameter": {**given["kdfParameter"], "label": "00"}}
    groups = (
        {**session.group, "testType": "VAL", "tests": [given, *wrong, others]},
        {**session.group, "tgId": 2, "testType": "AFT", "tests": [session.case(10)]},
    )
    prompt = vectors("KAS-ECC", "", "Sp800-56Ar3", *groups)
    validated, agreed = answer(library, prompt).groups
    passed = [case.data["testPassed"] for case in validated.tests]
    assert passed == [True, *[False] * (len(wrong) + 1)]
    made = agreed.tests[0]
    drawn = {
        kind: ec.EllipticCurvePublicNumbers(
            made.integer(f"{kind}PublicIutX"), made.integer(f"{kind}PublicIutY"), CURVES["P-256"]
        ).public_key()
        for kind in session.server.ours
    }
    assert {name for name in made.data if "Nonce" in name} == set(mine)
    nonce = next((made.octets(name) for name in mine), b"")
    expected = session.derived(drawn, nonce)
    assert {field: made.text(field) for field in expected} == expected
    assert ("tag" in made.data) == (session.confirmed is not None)
    twice = [answer(library, prompt), answer(library, prompt)]
    assert compare(library, prompt, *twice).agreeing == 1


@pytest.mark.parametrize("kdf", KDFS)
@pytest.mark.parametrize(("scheme", "role"), PIECES)
def test_keys_are_derived(scheme: str, role: str, kdf: str, library: Library) -> None:
    check(Session(scheme, role, kdf, None), library)


CONFIRMED = [
    (*pair, direction, ours)
    for pair, direction, ours in product(
        PIECES, ("unilateral", "bilateral"), ("provider", "recipient")
    )
    # The initiator of these has no static key to confirm that it has [6.2.2.3].
    if pair[0] not in ("ephemeralUnified", "onePassDh")
    or (
        (pair[0] == "onePassDh" and direction == "unilateral")
        and (pair[1] == "responder") == (ours == "provider")
    )
]


@pytest.mark.parametrize(("scheme", "role", "direction", "ours"), CONFIRMED)
def test_keys_are_confirmed(
    scheme: str, role: str, direction: str, ours: str, library: Library
) -> None:
    for name in MACS:
        check(Session(scheme, role, "one step", (direction, ours, name)), library)


# NIST's figures


def test_nists_sample_is_refused_for_its_mac(library: Library) -> None:
    prompt = VectorSet.read((SAMPLES / "KAS-ECC-Sp800-56Ar3" / "prompt.json").read_bytes())
    with pytest.raises(UnsupportedError, match="tgId 1: KMAC-128 is not supported, only HMAC"):
        answer(library, prompt)


def test_nists_keys_are_derived(library: Library) -> None:
    """The same sample with a MAC that there is, and its tags made here."""
    data = json.loads((SAMPLES / "KAS-ECC-Sp800-56Ar3" / "prompt.json").read_bytes())
    group = data["testGroups"][0]
    group["macConfiguration"]["macType"] = "CMAC"
    for case in group["tests"]:
        u = group["iutId"]
        sent = case["ephemeralPublicIutX"] + case["ephemeralPublicIutY"]
        said = u + group["serverId"] + sent + case["ephemeralNonceServer"]
        key = bytes.fromhex(case["dkm"])[:16]
        case["tag"] = by_blocks(key, b"KC_1_U" + bytes.fromhex(said)).hex()
    group["tests"].append({**group["tests"][0], "tcId": 4, "dkm": group["tests"][1]["dkm"]})
    answers = answer(library, VectorSet.read(json.dumps(data).encode()))
    passed = [case.data["testPassed"] for case in answers.groups[0].tests]
    assert passed == [True, True, True, False]


def test_two_steps_as_nist_has_them() -> None:
    """The first case of NIST's sample of KDA TwoStep."""
    group = Item(
        "tgId 1",
        {
            "kdfConfiguration": {
                **two("HMAC-SHA2-512", "feedback", "after fixed data", 32),
                "l": 512,
                "fixedInfoPattern": "uPartyInfo||vPartyInfo||l",
                "fixedInfoEncoding": "concatenation",
            }
        },
    )
    parameters = Item(
        "tcId 1",
        {
            "salt": "D797D3F82A3C8120A1518CB40D9430D0C812BA86C289CEC0B5F9978E5B862E494A6816CB9B"
            "6504FCE484594EC44943C49E7D7AD5217522ED626F5D2F3866A4FB9F50FE5158CF4E42E7DCFCE57630"
            "2F1328D0F5FF82CE9A48BA6F9AEAA8ECD8E169D07FF45C6C94947DFDA3BBBDDC5CFD59061B11470ECC"
            "1F455ABEED63CC408A",
            "iv": "7BD203E80EC91A965F55FC095B39FA235FD1D0881FC36720AED46BE25A08B236ECBCCE5B0C3A"
            "E5DDBD955A819ACA9DF1415EC1D08003944A2D0F22F3A6D82BB9",
        },
    )
    u = Party(
        bytes.fromhex("ED91B39C20A6B287714748941DC5C5A2"),
        bytes.fromhex("346185C32D4E855B5603E3973E0EC10F3376E671190DFABDE620C73A"),
    )
    v = Party(
        bytes.fromhex("612203B8CAE5E1A4E122B6F6CFE2C4C8"),
        bytes.fromhex("FEB59A2C9E583DA603AD50D9993722F379B427968ECF05E198F1773D"),
    )
    z = bytes.fromhex("C7C4A95C3AE3619560E9DA140C3475971A791CC9855E03B81E4917D8")
    derivation = Derivation.of(group)
    derivation.require()
    assert derivation.derive(z, parameters, u, v).hex().upper() == (
        "251B7386CB15E2ABF9E203DCE8FD8768F4899073B69DA652A842CA28AC73C93F"
        "39CDCBD7F91D59DFC7DE432079014A46A7AE9DD5E1830AFC232D9C5A21E56249"
    )


@pytest.mark.parametrize(
    ("place", "changed", "message"),
    [
        ("kdfConfiguration", {"kdfType": "ikev2"}, "the derivation ikev2 is not supported"),
        ("kdfConfiguration", {"auxFunction": "KMAC-128"}, "KMAC-128 is not supported"),
        ("kdfConfiguration", {"auxFunction": 5}, "auxFunction is missing, or no text"),
        ("kdfConfiguration", {"fixedInfoEncoding": "ASN.1"}, "the encoding ASN.1 is not"),
        ("kdfConfiguration", {"fixedInfoPattern": "l||x"}, "fixed info with x is not supported"),
        ("kdfConfiguration", two("CMAC-AES128", "counter", "before fixed data", 8), "CMAC-AES128"),
        ("kdfConfiguration", two("HMAC-SHA2-256", "x", "none", 8), "the mode x is not supported"),
        ("kdfConfiguration", two("HMAC-SHA2-256", "counter", "none", 8), "without a counter"),
        ("kdfConfiguration", two("HMAC-SHA2-256", "counter", "middle fixed data", 8), "a counter"),
        ("kdfConfiguration", two("HMAC-SHA2-256", "counter", "before fixed data", 12), "12 bits"),
        (
            "kdfConfiguration",
            {"kdfType": "oneStepNoCounter", "auxFunction": "SHA2-256"},
            "384 bits are more than one sha256 has",
        ),
        ("macConfiguration", {"macType": "KMAC-256"}, "KMAC-256 is not supported"),
        ("macConfiguration", {"keyLen": 384}, "with a key of 384 bits"),
        ("macConfiguration", {"macLen": 0}, "a tag of 0 is not supported"),
        ("macConfiguration", {"macLen": 264}, "a tag of 264 is not supported"),
        ("macConfiguration", {"macType": "CMAC", "keyLen": 120}, "with a key of 120 bits"),
        ("kdfConfiguration", {"fixedInfoPattern": "literal[abc]"}, "fixed info with literal"),
        ("", {"l": 100}, "keys of 100 bits are not supported"),
        ("", {"l": 8 << 40}, "bits are not supported"),
        ("", {"l": "x"}, "l is missing, or no number"),
        ("", {"kdfConfiguration": None}, "kdfConfiguration is missing, or no object"),
        ("", {"keyConfirmationRole": "x"}, "keyConfirmationRole x is not supported"),
        ("", {"scheme": "fullMqv"}, "the scheme fullMqv as initiator is not supported"),
    ],
)
def test_what_is_not_supported_is_named(
    place: str, changed: Json, message: str, library: Library
) -> None:
    session = Session("fullUnified", "initiator", "one step", ("bilateral", "provider", "CMAC"))
    group = {**session.group, "testType": "AFT", "tests": [session.case(1)]}
    group["macConfiguration"] = {"macType": "HMAC-SHA2-256", "keyLen": 128, "macLen": 128}
    if place:
        group[place] = {**group[place], **changed}
    else:
        group |= changed
    with pytest.raises(LabError, match=message):
        answer(library, vectors("KAS-ECC", "", "Sp800-56Ar3", group))
