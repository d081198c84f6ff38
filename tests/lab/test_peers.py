# SPDX-License-Identifier: MIT
"""Every peer built for a core, and the results of what it does checked there."""

import shutil
from pathlib import Path

import pytest

from lab import curves
from lab.errors import FetchError
from lab.measures.flash import footprint
from lab.model import ALL, Case, Sample
from lab.peers import catalogue as libraries
from lab.runner import Lab

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
    ),
]

TARGET = "cortex-m4"
CURVES = {"bearssl": ("secp256r1", "curve25519")}  # of several, these
PEERS = ("bearssl", "c25519", "monocypher", "p256-cortex-m4", "tinydtls", "tweetnacl")

# P256-Cortex-M4's README, "Performance": an nRF52840 with its instruction cache on, in
# thousands of cycles.
README = {"keygen": 327, "sign": 375, "verify": 976, "ecdh": 906, "decompress": 48}
README_SPREAD = 0.06

# .text on a Cortex-M4 of a program with keygen, ECDH, sign and verify, built by hand with the
# same flags and compiler, and how far the lab's images may be from it: adapters differ.
BUILT_BY_HAND = {
    ("p256-cortex-m4", "default", "secp256r1"): 9256,
    ("p256-cortex-m4", "small", "secp256r1"): 7244,
    ("monocypher", "default", "ed25519"): 14272,
    ("c25519", "default", "ed25519"): 6388,
    ("tweetnacl", "default", "ed25519"): 7108,
}
SIZE_SPREAD = 0.02


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    folder: Path = tmp_path_factory.mktemp("cache")
    return Lab(keys=1, seed="peers", cache_directory=folder)


def measured(lab: Lab, library: str, configuration: str, curve: str, operation: str) -> Sample:
    sample = lab.measure(Case(TARGET, library, curve, operation, configuration))
    if sample.error is not None and sample.error.startswith("fetching "):
        pytest.skip(sample.error)
    assert sample.error is None
    return sample


@pytest.mark.parametrize("name", PEERS)
def test_results_are_right(lab: Lab, name: str) -> None:
    library = libraries.find(name)
    variant = library.variant("default")
    for curve in CURVES.get(name, library.curves):
        offered = set(variant.operations) & set(curves.find(curve).operations)
        for operation in sorted(offered):
            sample = measured(lab, name, "default", curve, operation)
            assert sample.cycles is not None
            assert sample.flash_bytes is not None
            assert sample.flash_bytes > 500


@pytest.mark.parametrize("operation", README)
def test_p256_cortex_m4_is_as_fast_as_its_readme_says(lab: Lab, operation: str) -> None:
    sample = measured(lab, "p256-cortex-m4", "default", "secp256r1", operation)
    assert sample.cycles == pytest.approx(1000 * README[operation], rel=README_SPREAD)


@pytest.mark.parametrize("built", BUILT_BY_HAND)
def test_sizes_are_those_of_programs_built_by_hand(lab: Lab, built: tuple[str, str, str]) -> None:
    library, configuration, curve = built
    try:
        images = lab.workshop(TARGET).build(Case(TARGET, library, curve, ALL, configuration))
    except FetchError as error:
        pytest.skip(str(error))
    whole, empty = footprint(images.image.elf), footprint(images.empty.elf)
    flash_bytes = whole.flash_bytes - empty.flash_bytes
    assert flash_bytes == pytest.approx(BUILT_BY_HAND[built], rel=SIZE_SPREAD)
