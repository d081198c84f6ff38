# SPDX-License-Identifier: MIT
"""X25519, Ed25519, X448 and Ed448 in an amalgamation of their own: every case of Wycheproof, the
answers of the RFCs, and what a program that calls one function holds."""

import ctypes
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed448, ed25519, x448, x25519

from tests.runner.host import STANDARD, WARNINGS
from tests.runner.tools import ROOT
from tests.vectors.forms import blocks, groups, signed_25519

STATUSES = dict(
    re.findall(r"(WHIT_\w+) = (0x[0-9a-f]+)", (ROOT / "include" / "whit" / "status.h").read_text())
)
OK = int(STATUSES["WHIT_OK"], 16)
SMALL_ORDER = int(STATUSES["WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER"], 16)
LENGTH = int(STATUSES["WHIT_ERROR_PUBLIC_KEY_LENGTH"], 16)
CONTEXT = int(STATUSES["WHIT_ERROR_CONTEXT_LENGTH"], 16)
ARGUMENT = int(STATUSES["WHIT_ERROR_ARGUMENT"], 16)
OVERLAP = int(STATUSES["WHIT_ERROR_OVERLAP"], 16)
ENCODING = int(STATUSES["WHIT_ERROR_KEY_ENCODING"], 16)
OTHER_CURVE = int(STATUSES["WHIT_ERROR_KEY_CURVE"], 16)
OUTPUT_LENGTH = int(STATUSES["WHIT_ERROR_OUTPUT_LENGTH"], 16)


def succeed(*parts: str | Path) -> str:
    command = [str(part) for part in parts]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# The curves of a build, and the bytes of a key of X25519 or X448 and of Ed25519 or Ed448.
FAMILIES = {"25519": (32, 32), "448": (56, 57)}


def amalgamate(folder: Path, family: str) -> Path:
    """A folder with whit.c and whit.h of an Edwards curve, and so of the Montgomery curve."""
    tool = ROOT / "tools" / "amalgamate.py"
    succeed(sys.executable, tool, "--output", folder, "--curves", f"ed{family}")
    return folder


@pytest.fixture(scope="module", params=FAMILIES)
def sources(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return amalgamate(tmp_path_factory.mktemp(f"curve{request.param}"), request.param)


class Family:
    """The functions of one family, with bytes in and out and the status before them."""

    def __init__(self, folder: Path, family: str, *options: str, curves: str = "ed{}") -> None:
        output = amalgamate(folder, family) / "whit.so"
        chosen = f"-DWHIT_CURVES={curves.format(family)}"
        flags = (*STANDARD, *WARNINGS, "-O2", "-fPIC", "-shared", chosen, *options)
        succeed("gcc", *flags, folder / "whit.c", "-o", output)
        self.name = family
        self.x_bytes, self.ed_bytes = FAMILIES[family]
        self.library = ctypes.CDLL(str(output))

    def call(self, scheme: str, function: str, output_bytes: int, *inputs: bytes) -> Any:
        """The status, with the output if there is one. Of keys the length is not passed."""
        name = f"whit_{scheme.replace('#', self.name)}_{function}"
        arguments: list[Any] = []
        output = ctypes.create_string_buffer(output_bytes) if output_bytes else None
        if output is not None:
            arguments.append(output)
        sized = {"ecdh": (1,), "verify": (0, 1, 2), "sign": (1,)}.get(function, ())
        sized = {"edctx verify": (0, 1, 2, 3), "edctx sign": (1, 2)}.get(
            f"{'edctx' if 'ctx' in scheme else ''} {function}", sized
        )
        for index, value in enumerate(inputs):
            arguments += [value, ctypes.c_size_t(len(value))] if index in sized else [value]
        status = getattr(self.library, name)(*arguments)
        return status if output is None else (status, output.raw)

    def key_pair(self, seed: bytes) -> tuple[bytes, bytes]:
        private = ctypes.create_string_buffer(2 * self.ed_bytes)
        public = ctypes.create_string_buffer(self.ed_bytes)
        function = getattr(self.library, f"whit_ed{self.name}_key_pair")
        assert function(private, public, seed) == OK
        return private.raw, public.raw


@pytest.fixture(scope="module", params=FAMILIES)
def family(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Family:
    return Family(tmp_path_factory.mktemp(f"library{request.param}"), request.param)


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_key_agreement_of_wycheproof(family: Family) -> None:
    counts: Counter[str] = Counter()
    for group in groups(f"x{family.name}_test.json"):
        for case in group["tests"]:
            private, public, shared = (
                bytes.fromhex(case[key]) for key in ("private", "public", "shared")
            )
            # A shared secret of zero is one that no honest public key gives.
            wanted = OK if any(shared) else SMALL_ORDER
            if len(public) != family.x_bytes:
                wanted, shared = LENGTH, bytes(family.x_bytes)
            found = family.call("x#", "ecdh", family.x_bytes, private, public)
            assert (case["tcId"], *found) == (case["tcId"], wanted, shared)
            counts["accepted" if wanted == OK else "refused"] += 1
    print(dict(counts))
    assert counts["accepted"] > 400
    assert counts["refused"] > 10


ORDERS = {
    "25519": 2**252 + 27742317777372353535851937790883648493,
    "448": 2**446 - 0x8335DC163BB124B65129C96FDE933D8D723A70AADC873D6D54A7BB0D,
}
BASE = {"25519": 9, "448": 5}


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize(
    ("bits", "profile"), [(64, "fast"), (32, "balanced"), (16, "fast"), (8, "fast")], ids=str
)
def test_combs_make_the_public_keys_of_ladders(
    name: str, bits: int, profile: str, tmp_path: Path
) -> None:
    """Those of any private key, with a build that has no hash for signatures. A multiple of the
    order by the cofactor of X448 is a private key, and its public key zero."""
    options = (f"-DWHIT_LIMB_BITS={bits}", f"-DWHIT_PROFILE={profile}", "-DWHIT_HASH_LIMIT=256")
    comb = Family(tmp_path, name, *options, "-DWHIT_X_COMB=1", curves="curve{}")
    size = comb.x_bytes
    drawn = random.Random(name)
    numbers = [0, 1, 8, 2 ** (8 * size) - 1, 2 ** (8 * size - 1), 2 ** (8 * size - 2)]
    numbers += [k * ORDERS[name] + e for k in (1, 2, 3, 4, 8) for e in (-8, -1, 0, 1, 8)]
    numbers = [k % 2 ** (8 * size) for k in numbers]
    numbers += [drawn.getrandbits(8 * size) for _ in range(200)]
    base = BASE[name].to_bytes(size, "little")
    for k in numbers:
        private = k.to_bytes(size, "little")
        status, by_ladder = comb.call("x#", "ecdh", size, private, base)
        assert comb.call("x#", "public_key", size, private) == (OK, by_ladder), k
        assert (status == OK) == any(by_ladder)


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize(("profile", "more"), [("small", "1"), ("balanced", "2")])
def test_combs_are_for_profiles_with_room(profile: str, more: str, tmp_path: Path) -> None:
    options = (f"-DWHIT_PROFILE={profile}", f"-DWHIT_X_COMB={more}")
    with pytest.raises(AssertionError, match="WHIT_X_COMB is "):
        Family(tmp_path, "25519", *options)


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_signatures_of_wycheproof(family: Family) -> None:
    counts: Counter[str] = Counter()
    for group in groups(f"ed{family.name}_test.json"):
        public = bytes.fromhex(group["publicKey"]["pk"])
        for case in group["tests"]:
            message, signature = (bytes.fromhex(case[key]) for key in ("msg", "sig"))
            status = family.call("ed#", "verify", 0, public, message, signature)
            wanted = case["result"] == "valid"
            assert (case["tcId"], status == OK) == (case["tcId"], wanted)
            counts[case["result"]] += 1
    print(dict(counts))
    assert counts["valid"] > 15
    assert counts["invalid"] > 50


# RFC 7748, 5.2: what 1, 1,000 and 1,000,000 turns give.
ITERATED = {
    ("25519", 1): "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079",
    ("25519", 1000): "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51",
    ("25519", 1000000): "7c3911e0ab2586fd864497297e575e6f3bc601c0883c30df5f4dd2d24f665424",
    (
        "448",
        1,
    ): "3f482c8a9f19b01e6c46ee9711d9dc14fd4bf67af30765c2ae2b846a4d23a8cd0db897086239492caf350b51"
    "f833868b9bc2b3bca9cf4113",
    (
        "448",
        1000,
    ): "aa3b4749d55b9daf1e5b00288826c467274ce3ebbdd5c17b975e09d4af6c67cf10d087202db88286e2b7"
    "9fceea3ec353ef54faa26e219f38",
    (
        "448",
        1000000,
    ): "077f453681caca3693198420bbe515cae0002472519b3e67661a7e89cab94695c8f4bcd66e61b9b9c9"
    "46da8d524de3d69bd9d9d66b997e37",
}


def check_iterations(family: Family, count: int) -> None:
    k = u = bytes([9 if family.name == "25519" else 5]).ljust(family.x_bytes, b"\0")
    for _ in range(count):
        status, product = family.call("x#", "ecdh", family.x_bytes, k, u)
        assert status == OK
        k, u = product, k
    assert k.hex() == ITERATED[family.name, count]


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("count", [1, 1000])
def test_iterations_of_the_rfc(family: Family, count: int) -> None:
    check_iterations(family, count)


@pytest.mark.campaign
@pytest.mark.slow
def test_a_million_iterations_of_the_rfc(family: Family) -> None:
    check_iterations(family, 1_000_000)


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_products_of_the_rfc(family: Family) -> None:
    checked = 0
    for case in blocks(f"X{family.name}/rfc7748.txt"):
        if case["INPUT_SCALAR"] == case["INPUT_U"]:
            continue  # the beginning of iterations
        found = family.call("x#", "ecdh", family.x_bytes, case["INPUT_SCALAR"], case["INPUT_U"])
        assert found == (OK, case["OUTPUT_U"])
        checked += 1
    assert checked == 2


def check_signature(
    family: Family, seed: bytes, public: bytes, message: bytes, context: bytes | None, sig: bytes
) -> None:
    private, made = family.key_pair(seed)
    assert made == public
    scheme = "ed#" if context is None else "ed#ctx"
    inside = () if context is None else (context,)
    wanted = (OK, sig)
    assert family.call(scheme, "sign", 2 * family.ed_bytes, private, *inside, message) == wanted
    assert family.call(scheme, "verify", 0, public, *inside, message, sig) == OK
    changed = bytes([*sig[:-9], sig[-9] ^ 1, *sig[-8:]])
    assert family.call(scheme, "verify", 0, public, *inside, message, changed) != OK


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_signatures_of_the_rfc(family: Family) -> None:
    if family.name == "25519":
        checked = 0
        for seed, public, message, signed in signed_25519():
            check_signature(family, seed, public, message, None, signed)
            checked += 1
        assert checked == 1024
        return
    cases = list(blocks("Ed448/rfc8032.txt"))
    assert len(cases) >= 9
    for case in cases:
        check_signature(
            *(family, case["SECRET"], case["PUBLIC"], case["MESSAGE"]),
            *(case.get("CONTEXT"), case["SIGNATURE"]),
        )


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_contexts_have_255_bytes_at_most(family: Family) -> None:
    private, public = family.key_pair(bytes(family.ed_bytes))
    for length, wanted in ((255, OK), (256, CONTEXT)):
        context = bytes(length)
        status, signed = family.call(
            "ed#ctx", "sign", 2 * family.ed_bytes, private, context, b"message"
        )
        assert status == wanted
        status = family.call("ed#ctx", "verify", 0, public, context, b"message", signed)
        assert status == wanted


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_keys_become_those_of_key_agreement(family: Family) -> None:
    """What the one makes of a private key's owner, the other makes of the public key."""
    for turn in range(20):
        private, public = family.key_pair(bytes([turn]) * family.ed_bytes)
        status, x_private = family.call("ed#", "private_to_x", family.x_bytes, private)
        assert status == OK
        x_public = ctypes.create_string_buffer(family.x_bytes)
        convert = getattr(family.library, f"whit_ed{family.name}_public_to_x")
        assert convert(x_public, public, ctypes.c_size_t(len(public))) == OK
        assert family.call("x#", "public_key", family.x_bytes, x_private) == (OK, x_public.raw)
    refused = {
        (1).to_bytes(family.ed_bytes, "little"): SMALL_ORDER,
        b"\xff" * family.ed_bytes: int(STATUSES["WHIT_ERROR_PUBLIC_KEY_RANGE"], 16),
        public[:-1]: LENGTH,
    }
    for key, wanted in refused.items():
        x_public = ctypes.create_string_buffer(b"\xa5" * family.x_bytes, family.x_bytes)
        assert convert(x_public, key, ctypes.c_size_t(len(key))) == wanted
        assert x_public.raw == bytes(family.x_bytes)
    assert convert(None, public, ctypes.c_size_t(len(public))) == ARGUMENT
    assert convert(x_public, None, ctypes.c_size_t(len(public))) == ARGUMENT
    assert convert(x_public, x_public, ctypes.c_size_t(len(public))) == OVERLAP
    both = ctypes.create_string_buffer(200)
    secret = getattr(family.library, f"whit_ed{family.name}_private_to_x")
    assert secret(both, both) == OVERLAP
    assert (secret(None, both), secret(both, None)) == (ARGUMENT, ARGUMENT)


OKP_KEYS: dict[str, tuple[Any, int]] = {
    "x25519": (x25519.X25519PrivateKey, 32),
    "x448": (x448.X448PrivateKey, 56),
    "ed25519": (ed25519.Ed25519PrivateKey, 32),
    "ed448": (ed448.Ed448PrivateKey, 57),
}


class Okp:
    """The functions of whit/okp_der.h for one type of key."""

    def __init__(self, library: ctypes.CDLL, name: str) -> None:
        self._library = library
        self._type = ctypes.byref(ctypes.c_uint8.in_dll(library, f"whit_okp_{name}"))

    def write(self, function: str, key: bytes, capacity: int) -> tuple[int, bytes]:
        der = ctypes.create_string_buffer(b"\xa5" * 100, 100)
        length = ctypes.c_size_t(capacity)
        size = ctypes.c_size_t(len(key))
        call = getattr(self._library, f"whit_okp_{function}")
        status = call(self._type, der, ctypes.byref(length), key, size)
        return status, der.raw[: length.value] if status == OK else der.raw

    def read(self, function: str, der: bytes, size: int) -> tuple[int, bytes]:
        key = ctypes.create_string_buffer(b"\xa5" * 100, 100)
        call = getattr(self._library, f"whit_okp_{function}")
        arguments = (ctypes.c_size_t(size), der, ctypes.c_size_t(len(der)))
        status: int = call(self._type, key, *arguments)
        assert key.raw[size:] == b"\xa5" * (100 - size)
        return status, key.raw[:size]


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", OKP_KEYS)
def test_keys_in_der(family: Family, name: str) -> None:
    kind, size = OKP_KEYS[name]
    okp = Okp(family.library, name)
    private = bytes(range(size))
    key = kind.from_private_bytes(private)
    public = key.public_key().public_bytes_raw()
    unencrypted = serialization.NoEncryption()
    forms = {
        "public": ("to_der", "from_der", public, key.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )),
        "private": ("to_pkcs8", "from_pkcs8", private, key.private_bytes(
            serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, unencrypted
        )),
    }  # fmt: skip
    for form, (write, read, raw, der) in forms.items():
        for capacity in (len(der), 100):
            assert okp.write(f"{form}_{write}", raw, capacity) == (OK, der)
        short = okp.write(f"{form}_{write}", raw, len(der) - 1)
        assert short == (OUTPUT_LENGTH, b"\xa5" * 100)
        wrong = LENGTH if form == "public" else int(STATUSES["WHIT_ERROR_PRIVATE_KEY_LENGTH"], 16)
        assert okp.write(f"{form}_{write}", raw[1:], 100) == (wrong, b"\xa5" * 100)
        assert okp.read(f"{form}_{read}", der, size) == (OK, raw)
        assert okp.read(f"{form}_{read}", der, size - 1) == (OUTPUT_LENGTH, b"\xa5" * (size - 1))
        for changed in (*(der[:i] for i in range(len(der))), der + b"\0"):
            assert okp.read(f"{form}_{read}", changed, size) == (ENCODING, bytes(size))
        for i in range(len(der) - size):
            for bit in range(8):
                changed = bytes([*der[:i], der[i] ^ 1 << bit, *der[i + 1 :]])
                status, found = okp.read(f"{form}_{read}", changed, size)
                assert status in (ENCODING, OTHER_CURVE)
                assert found == bytes(size)
        for other, (other_kind, other_size) in OKP_KEYS.items():
            if other != name:
                theirs = other_kind.from_private_bytes(bytes(range(other_size)))
                given = {
                    "public": theirs.public_key().public_bytes(
                        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
                    ),
                    "private": theirs.private_bytes(
                        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, unencrypted
                    ),
                }[form]
                assert okp.read(f"{form}_{read}", given, size) == (OTHER_CURVE, bytes(size))


# A call of one function, and what the program must not hold then.
CALLS = {
    "x": (
        "whit_x#_ecdh(a, b, c, 32)",
        ("sha", "hash", "edwards", "ed25519", "ed448", "ecdsa", "weierstrass"),
    ),
    "verify": (
        "whit_ed#_verify(a, 32, b, 1, c, 64)",
        (
            "whit_montgomery",
            "x25519",
            "x448",
            "ed25519_comb",
            "ed448_comb",
            "multiply_base",
            "sign",
            "ecdsa",
            "weierstrass",
        ),
    ),
    "sign": (
        "whit_ed#_sign(a, b, c, 1)",
        (
            "whit_montgomery",
            "x25519",
            "x448",
            "multiples",
            "square_root",
            "verify",
            "ecdsa",
            "weierstrass",
        ),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
def test_a_program_holds_what_it_calls(sources: Path, tmp_path: Path, name: str) -> None:
    call, absent = CALLS[name]
    family = "448" if "whit_ed448" in (sources / "whit.h").read_text() else "25519"
    call = call.replace("#", family)
    program = tmp_path / "program.c"
    program.write_text(
        '#include "whit.h"\nint main(void)\n{\n    static uint8_t a[128], b[128], c[128];\n'
        f"    return {call} == WHIT_OK;\n}}\n"
    )
    binary = tmp_path / "program"
    flags = (
        *STANDARD,
        "-Os",
        "-ffunction-sections",
        "-fdata-sections",
        f"-DWHIT_CURVES=ed{family}",
    )
    files = (f"-I{sources}", program, sources / "whit.c")
    succeed("gcc", *flags, *files, "-Wl,--gc-sections", "-o", binary)
    held = [line.split()[-1] for line in succeed("nm", binary).splitlines()]
    # Parts of names that the compiler made itself begin with a dot.
    held = [symbol for symbol in held if "." not in symbol]
    assert any(symbol.startswith("whit_") for symbol in held)
    assert [symbol for symbol in held if any(word in symbol for word in absent)] == []
