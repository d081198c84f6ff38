# SPDX-License-Identifier: MIT
"""X25519 and Ed25519 on an ATmega328P: each operation runs in its RAM, with what a program holds
beside it, and an image of all of them lies in its flash. BLS signatures are verified in the RAM of
an ATmega1284P."""

import shutil

import pytest

from lab import curves
from lab.model import ALL, PROFILES, Case
from lab.runner import Lab
from lab.targets import catalogue

pytestmark = [
    pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="avr-gcc is not installed"),
    pytest.mark.slow,
]

OPERATIONS = (
    ("curve25519", "keygen"),
    ("curve25519", "ecdh"),
    ("ed25519", "keygen"),
    ("ed25519", "sign"),
    ("ed25519", "verify"),
)
# A private key, two public keys, a signature and a message of 64 bytes.
CALLER_BYTES = 64 + 2 * 32 + 64 + 64


@pytest.mark.parametrize("profile", PROFILES)
def test_the_curve25519_family_fits_an_atmega328p(profile: str) -> None:
    emulation = catalogue.find("avr").emulation
    assert emulation is not None
    assert emulation.part_ram_bytes == 2048
    lab = Lab(keys=1)
    for curve, operation in OPERATIONS:
        sample = lab.measure(Case("avr", "whit", curve, operation, profile=profile))
        assert sample.error is None
        assert sample.stack_bytes is not None
        assert sample.ram_static_bytes is not None
        taken = sample.stack_bytes + sample.ram_static_bytes
        assert taken + CALLER_BYTES <= emulation.part_ram_bytes, (curve, operation, taken)
    whole = lab.measure(Case("avr", "whit", "ed25519", ALL, profile=profile))
    assert whole.flash_bytes is not None
    assert whole.flash_bytes <= emulation.flash_bytes


@pytest.mark.parametrize("curve", ["bn_p158", "miracl_mnt6_160"])
def test_bls_signatures_are_verified_on_an_atmega1284p(curve: str) -> None:
    """With a public key, a signature and a message beside."""
    emulation = catalogue.find("avr-atmega1284p").emulation
    assert emulation is not None
    assert emulation.part_ram_bytes == 16384
    case = Case("avr-atmega1284p", "whit", curve, "bls_verify", profile="small")
    sample = Lab(keys=1).measure(case)
    assert sample.error is None
    assert sample.stack_bytes is not None
    assert sample.ram_static_bytes is not None
    held = curves.find(curve).sizes_for("bls_verify").buffers
    beside = held["public_key"] + held["signature"] + held["message"]
    assert sample.stack_bytes + sample.ram_static_bytes + beside <= emulation.part_ram_bytes
