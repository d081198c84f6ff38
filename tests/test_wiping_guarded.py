# SPDX-License-Identifier: MIT
"""What hedged and checked signing leave in memory; tests/test_wiping.py says more of what it looks
for. Verification leaves what is public and differs with the key: where what differs is looked for,
checked signing is compiled without it."""

import itertools
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from lab import curves, oracle
from lab.curves import Curve
from lab.measures import inputs
from lab.model import GUARDED, PROFILES, Case
from lab.oracle import nonces
from lab.oracle.curve25519 import EdwardsOracle
from lab.runner import Lab
from tests.images import LIMB_BYTES, SECRETS, core, differing, memory_after, without_wiping
from tests.test_portable import amalgamate
from tests.test_wiping import WINDOW_BYTES, Memory

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
    ),
]

TARGETS = ("cortex-m0", "cortex-m3", "cortex-m4", "rv32imc", "avr")
CURVES = ("secp256r1", "ed25519", "secp160r1", "ed448")
USUAL = CURVES[:2]
# What does not fit the RAM, or takes minutes.
LEFT_OUT = {("avr", "ed448")}
VERIFYING = re.compile(r"status =\s+whit_e[cd]dsa\w*_verify\w*\([^;]*,\s*w\.made,[^;]*\);")
FORMS = 5  # of checked signing: ECDSA of a message or a digest, EdDSA and its two variants


def builds() -> Iterator[object]:
    """In `make test` one for each target, with profiles and curves in turn."""
    for number, target in enumerate(TARGETS):
        for curve, (turn, profile) in itertools.product(CURVES, enumerate(PROFILES)):
            if (target, curve) in LEFT_OUT:
                continue
            usual = curve == USUAL[number % len(USUAL)] and turn == number % len(PROFILES)
            marks = () if usual else (pytest.mark.campaign,)
            yield pytest.param(target, profile, curve, marks=marks)


@pytest.fixture(scope="module")
def lab() -> Lab:
    return Lab()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return amalgamate(tmp_path_factory.mktemp("guarded") / "whole", *CURVES)


def changed(whole: Path, folder: Path, *, wipes: bool) -> Lab:
    """The lab with a library whose checked signing does not verify, and that may leave its wiping
    out."""
    shutil.copytree(whole, folder)
    count = 0
    for file in (folder / "whit.c", folder / "whit.inc"):
        text, found = VERIFYING.subn("", file.read_text())
        count += found
        file.write_text(text if wipes or file.suffix == ".inc" else without_wiping(text))
    assert count == FORMS
    return Lab(sources={"whit": folder})


@pytest.fixture(scope="module")
def signing(whole: Path) -> Lab:
    return changed(whole, whole.with_name("signing"), wipes=True)


@pytest.fixture(scope="module")
def careless(whole: Path) -> Lab:
    return changed(whole, whole.with_name("careless"), wipes=False)


def elf_of(lab: Lab, target: str, profile: str, curve: str, operation: str) -> Path:
    case = Case(target, "whit", curve, operation, profile=profile)
    return lab.workshop(target, "gcc").build(case).image.elf


def left(elf: Path, target: str, curve: str, operation: str) -> list[bytes]:
    """The memories after it, without a public key that it is given: the adapter encodes it."""
    described = curves.find(curve)
    given = {parameter.buffer for parameter in described.operation(operation).parameters}
    public = "public_key" if "public_key" in given else ""
    return [
        memory_after(elf, target, described, operation, number, public) for number in range(SECRETS)
    ]


@pytest.mark.parametrize("operation", GUARDED)
@pytest.mark.parametrize(("target", "profile", "curve"), list(builds()))
def test_what_stays_in_memory_is_the_same_for_all_secrets(
    signing: Lab, target: str, profile: str, curve: str, operation: str
) -> None:
    elf = elf_of(signing, target, profile, curve, operation)
    assert differing(left(elf, target, curve, operation)) == []


@pytest.mark.parametrize("operation", GUARDED)
@pytest.mark.parametrize("curve", USUAL)
def test_a_library_that_does_not_wipe_is_found_out(
    careless: Lab, curve: str, operation: str
) -> None:
    elf = elf_of(careless, "cortex-m4", "balanced", curve, operation)
    assert differing(left(elf, "cortex-m4", curve, operation)) != []


def secrets_of(curve: Curve, given: Mapping[str, bytes]) -> dict[str, bytes]:
    """Of a deterministic signature: the key, the nonce, and what leads from one to the other."""
    right, private_key, order = oracle.of(curve), given["private_key"], curve.order
    if isinstance(right, EdwardsOracle):
        prefix, size = right.prefix(private_key), len(private_key) // 2
        hashed = right.hashed(right.domain(None) + prefix + given["message"])
        nonce = int.from_bytes(hashed, "little") % order
        numbers = {"scalar": right.scalar(private_key), "nonce": nonce}
        secrets = {"seed": private_key[:size], "prefix": prefix, "hash of the nonce": hashed}
    else:
        candidates = nonces.candidates(order, curve.hash, private_key, given["digest"])
        nonce, size = next(k for k in candidates if 0 < k < order), len(private_key)
        d, public = int.from_bytes(private_key), right.public_key(nonce.to_bytes(size))
        r = int.from_bytes(public[: right.field_bytes]) % order
        numbers = {"private key": d, "nonce": nonce, "inverse of the nonce": pow(nonce, -1, order)}
        numbers["r times the private key"] = r * d % order
        secrets = {}
    return secrets | {name: number.to_bytes(size) for name, number in numbers.items()}


@pytest.mark.parametrize(("target", "profile", "curve"), list(builds()))
def test_no_secret_of_a_checked_signature_stays_in_memory(
    lab: Lab, target: str, profile: str, curve: str
) -> None:
    """With the verification."""
    described, name = curves.find(curve), "sign_checked"
    elf = elf_of(lab, target, profile, curve, name)
    given = inputs.make(described.operation(name), described, "wiping", 0)
    memory = Memory(memory_after(elf, target, described, name, 0), core(target).ram[0])
    secrets = secrets_of(described, given)
    for size, step in ((WINDOW_BYTES, 1), (LIMB_BYTES, LIMB_BYTES)):
        assert memory.findings(secrets, size, step) == []
