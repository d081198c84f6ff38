# SPDX-License-Identifier: MIT
"""Declarations of the peers agree with what they build from; every one is right on a core."""

import re
import shutil
from pathlib import Path

import pytest

from lab import curves
from lab.emulator import Machine
from lab.errors import FetchError, LabError
from lab.measures import inputs
from lab.model import ALL, ALL_PARTS, BLS, PAIRING, BlsSuite, Case
from lab.paths import PEERS
from lab.peers import catalogue
from lab.runner import Lab
from lab.targets import catalogue as targets
from lab.targets import emulated, loading, rustc
from lab.targets.bench import open_bench

# Those that tell in a header of ours what a curve is to the library.
HEADERS = {
    "wolfcrypt": ("include/curve_settings.h", "WHIT_PEER_"),
    "relic": ("include/relic_curve.h", "RELIC_"),
    "mbedtls": ("include/peer_curve.h", "MBEDTLS_PEER_"),
}
SIGNING = ("blst", "miracl_core", "zkcrypto")  # by pairings, and nothing else
CURVES = {  # where it is not secp256r1
    "libsecp256k1": "secp256k1",
    "dalek": "ed25519",
    **dict.fromkeys(SIGNING, "bls12_381"),
}
BUILT = (
    *("micro-ecc", "wolfcrypt", "relic", "mbedtls", "libsecp256k1"),
    *("rustcrypto", "dalek", "miracl32"),
    *SIGNING,
)
LONG = ("wolfcrypt", "relic", "rustcrypto", "miracl32", "miracl_core", "zkcrypto")  # to build

needs_compiler = pytest.mark.skipif(
    shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
)


@pytest.mark.parametrize("name", HEADERS)
def test_header_names_the_curves_of_the_declaration(name: str) -> None:
    path, prefix = HEADERS[name]
    text = (PEERS / name / path).read_text()
    named = set(re.findall(rf"if defined\({prefix}(\w+)\)", text))
    assert named == set(catalogue.find(name).curves)


@pytest.mark.parametrize("name", BUILT)
def test_every_configuration_can_be_built_for_a_target(name: str) -> None:
    library = catalogue.find(name)
    assert library.variant("default").curves == library.curves
    for variant in library.variants:
        assert variant.curves
        assert variant.operations
        if variant.cores is not None:
            assert any(targets.is_any(core, variant.cores) for core in targets.names())


def test_studied_configurations_of_micro_ecc_have_names() -> None:
    names = {variant.name for variant in catalogue.find("micro-ecc").variants}
    assembly = {"default", "small-square", "level-4", "fast"}
    assert names >= assembly | {"c", "c-square", "level-0", "level-1", "level-3"}


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    folder: Path = tmp_path_factory.mktemp("cache")
    return Lab(keys=1, seed="peers", cache_directory=folder)


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=(pytest.mark.campaign,) if name in LONG else ()) for name in BUILT],
)
def test_every_operation_is_right_on_cortex_m4(lab: Lab, name: str) -> None:
    library = catalogue.find(name)
    if library.in_rust and rustc.lacking():
        pytest.skip(f"{name}: {rustc.lacking()}")
    usual = CURVES.get(name, "secp256r1")
    for variant in library.variants[:1] if library.in_rust else library.variants:
        if not targets.is_any("cortex-m4", variant.cores):
            continue
        if variant.name.startswith(("level-", "c-level-")):
            continue  # but for the level, those that are here
        curve = usual if usual in variant.curves else variant.curves[0]
        known = set(variant.operations) & set(curves.find(curve).operations)
        whole = known & set(ALL_PARTS) if ALL in curves.find(curve).operations else set()
        others = known - whole
        alone = sorted(others if variant.name in ("default", "compressed") or not whole else ())
        for operation in (*((ALL,) if whole else ()), *alone):
            try:
                sample = lab.measure(Case("cortex-m4", name, curve, operation, variant.name))
            except FetchError as error:
                pytest.skip(str(error))
            assert sample.error is None
            assert sample.cycles is not None or operation == ALL
            assert sample.stack_bytes is not None
            assert sample.ram_static_bytes is not None
            if name in ("wolfcrypt", "mbedtls") and operation == ALL:
                assert sample.ram_static_bytes > 500, "the heap is not counted"


@pytest.mark.parametrize("name", ["whit", "relic", *SIGNING])
def test_who_signs_by_pairings_says_how_messages_are_hashed(name: str) -> None:
    library = catalogue.find(name)
    for variant in library.variants:
        if set(BLS) & set(variant.operations):
            having = [each for each in variant.curves if "bls_sign" in curves.find(each).operations]
            assert having
            assert all(library.curve(each).signing is not None for each in having)


def test_operations_are_named_by_how_they_begin(tmp_path: Path) -> None:
    whit = catalogue.find("whit")
    assert set(PAIRING) <= set(whit.variants[0].operations)
    assert set(PAIRING) == set(whit.own_operations["WHIT_BLS=1"])
    folder = tmp_path / "whit"
    shutil.copytree(PEERS / "whit", folder)
    text = (folder / "peer.toml").read_text()
    (folder / "peer.toml").write_text(text.replace('"bls_*"', '"bsl_*"'))
    with pytest.raises(LabError, match=r"own_operations names 'bsl_\*', which is none"):
        catalogue.load(folder)


def test_a_curve_is_as_its_library_has_it() -> None:
    standard = BlsSuite("SSWU", b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_")
    assert curves.find("bls12_381").signing is None
    for library, curve, suite in (
        ("whit", "bls12_381", standard),
        ("blst", "bls12_381", standard),
        ("whit", "bn_p254", BlsSuite("SVDW", b"RELIC")),
        ("relic", "bls12_381", BlsSuite("SVDW", b"RELIC")),
        ("whit", "secp256r1", None),
        ("micro-ecc", "secp256r1", None),
    ):
        case = Case("cortex-m4", library, curve, "bls_sign")
        assert catalogue.curve_of(case).signing == suite
        assert catalogue.curve_of(case).p == curves.find(curve).p


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('map = "SSWU"', 'map = "ELL2"', "bls.default.map must be among SVDW, SSWU"),
        ('map = "SSWU"', 'map = "SSWU"\nhash = "sha1"', "bls.default.hash is not a known key"),
        ("[bls.default]", "[bls.bn_p254]", "bls names 'bn_p254', which is no curve of it"),
    ],
)
def test_suites_that_are_none(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = (PEERS / "blst" / "peer.toml").read_text()
    folder = tmp_path / "blst"
    folder.mkdir()
    assert old in text
    (folder / "peer.toml").write_text(text.replace(old, new))
    with pytest.raises(LabError, match=message):
        catalogue.load(folder)


@pytest.mark.slow
@needs_compiler
def test_a_library_is_set_up_once_for_all_runs(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case("cortex-m4", "relic", "secp192r1", "keygen", "default")
    curve, workshop = curves.find(case.curve), lab.workshop(case.target, "gcc")
    try:
        built = workshop.build(case)
    except FetchError as error:
        pytest.skip(str(error))
    stacks: list[int] = []

    def prepare(machine: Machine) -> int:
        stacks.append(loading.prepare(machine))
        return stacks[-1]

    monkeypatch.setattr(emulated, "prepare", prepare)
    bench = open_bench(workshop.target, built.image.elf, curve.sizes)
    operation = curve.operation(case.operation)
    chosen = inputs.make(operation, curve, "test", 0)
    first, second = (bench.run(operation, chosen, trace=True) for _ in range(2))
    assert first == second
    assert first.value == 0
    assert len(stacks) == 1
    assert stacks[0] > 0
