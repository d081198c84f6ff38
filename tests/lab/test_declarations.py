# SPDX-License-Identifier: MIT
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from lab.errors import LabError, UnknownNameError
from lab.model import ALL_PARTS, Case
from lab.paths import PEERS, TARGETS
from lab.peers import catalogue as libraries
from lab.peers.catalogue import Crate, Crates, Debian
from lab.peers.crates import locked_checksum, pinned
from lab.runner.selection import Selection, select
from lab.targets import catalogue as targets


def test_there_are_the_promised_names() -> None:
    cores = {"cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4", "cortex-m33", "rv32imc"}
    assert {*cores, "cortex-m0-mul32", "host"} <= set(targets.names())
    assert {"whit", "micro-ecc", "p256-m"} <= set(libraries.names())
    assert libraries.names()[0] == "whit"


def test_cycles_without_a_manual_are_called_unvalidated() -> None:
    unvalidated = {name for name in targets.names() if "unvalidated" in targets.find(name).origin}
    assert unvalidated == {"cortex-m33"}
    assert "unvalidated" in targets.find("cortex-m33").description


@pytest.mark.parametrize("name", targets.names())
def test_target_is_valid(name: str) -> None:
    target = targets.find(name)
    assert target.limb_bits in (8, 16, 32, 64)
    if target.emulation is not None:
        assert target.linker_script is not None
        assert target.linker_script.is_file()
        assert all(path.is_file() for path in target.startup)
        assert any(re.match("-m(cpu|arch|mcu)=", flag) for flag in target.flags)


def test_cores_differ_in_nothing_but_the_core() -> None:
    emulated = [target for target in map(targets.find, targets.names()) if target.emulation]
    arm = [target for target in emulated if target.compiler.startswith("arm")]
    flags = {tuple(flag for flag in t.flags if not flag.startswith(("-mcpu=", "-mf"))) for t in arm}
    assert len(flags) == 1, "equal flags on every core"
    flags = {tuple(f for f in t.flags if not f.startswith(("-m", "--specs="))) for t in emulated}
    assert len(flags) == 1, "equal flags on every architecture"


@pytest.mark.parametrize("name", libraries.names())
def test_library_is_valid(name: str) -> None:
    library = libraries.find(name)
    adapter = "adapter.rs" if library.in_rust else "adapter.c"
    assert library.missing or (library.directory / adapter).is_file()
    for variant in library.variants:
        assert set(variant.curves) <= set(library.curves)
        for words in (variant.cores, variant.suits, variant.leaks_on, variant.unchanged_on):
            targets.is_any("cortex-m4", words or ())  # raises for one that means nothing
    assert set(library.curves) == {name for variant in library.variants for name in variant.curves}
    for folder in library.includes:
        assert (library.directory / folder).is_dir()
    assert bool(library.curves) != (bool(library.missing) and not library.variants[0].operations)
    for curve in library.curves[:1]:
        libraries.require(library, curve)
    with pytest.raises(LabError, match="has no secp999"):
        libraries.require(library, "secp999")


@pytest.mark.parametrize("name", ["whit", "micro-ecc", "p256-m"])
def test_the_first_libraries_do_what_the_image_with_all_holds(name: str) -> None:
    library = libraries.find(name)
    assert "secp256r1" in library.curves
    assert set(ALL_PARTS) <= set(library.variants[0].operations)


def of_kind(kind: type) -> list[str]:
    return [name for name in libraries.names() if isinstance(libraries.find(name).source, kind)]


@pytest.mark.parametrize("name", of_kind(Debian))
def test_debian_archive_is_pinned(name: str) -> None:
    source = libraries.find(name).source
    assert isinstance(source, Debian)
    assert len(bytes.fromhex(source.sha256)) == 32
    assert source.archive.startswith(f"{source.package}_")


@pytest.mark.parametrize("name", of_kind(Crate))
def test_crate_is_pinned(name: str) -> None:
    library = libraries.find(name)
    crate = library.source
    assert isinstance(crate, Crate)
    assert len(bytes.fromhex(locked_checksum(library, crate))) == 32
    manifest = tomllib.loads((library.directory / "Cargo.toml").read_text())
    (dependency,) = manifest["dependencies"].items()
    wanted = dependency[1] if isinstance(dependency[1], str) else dependency[1]["version"]
    assert (dependency[0], wanted) == (crate.name, f"={crate.version}")


@pytest.mark.parametrize("name", of_kind(Crates))
def test_crates_are_pinned(name: str) -> None:
    library = libraries.find(name)
    locked = {(crate.name, crate.version): crate.checksum for crate in pinned(library)}
    assert all(len(bytes.fromhex(checksum)) == 32 for checksum in locked.values())
    manifest = tomllib.loads((library.directory / "Cargo.toml").read_text())
    for crate, wanted in manifest["dependencies"].items():
        assert wanted["version"].startswith("=")
        assert (crate, wanted["version"].removeprefix("=")) in locked
        assert wanted["default-features"] is False
    operations = {name for variant in library.variants for name in variant.operations}
    flags = [flag for variant in library.variants for flag in variant.flags]
    added = {flag.partition("=")[2] for flag in flags if flag.startswith("--features=")}
    assert set(manifest["features"]) == {*library.curves, *operations, *added}


def test_whit_has_no_privilege() -> None:
    whit = libraries.find("whit")
    assert whit.flags == ()
    assert not any(define.startswith("WHIT_LAB") for define in whit.defines)


def changed(source: Path, folder: Path, old: str, new: str) -> Path:
    text = source.read_text(encoding="utf-8")
    assert old in text
    folder.mkdir(exist_ok=True)
    copy = folder / source.name
    copy.write_text(text.replace(old, new), encoding="utf-8")
    return copy


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('model = "m4"', 'model = "m5"', "core.model must be one of m0"),
        ('kind = "emulated"', 'kind = "real"', "kind must be"),
        ("limb_bits = 32", 'limb_bits = "32"', "limb_bits must be a whole number"),
        ("limb_bits", "limb_bit", "limb_bits is missing"),
        ("multiply_cycles = 1", "multiply_cycles = 1\nwait_states = 2", "wait_states is not a"),
        ('name = "cortex-m4"', 'name = "cortex-m5"', "name must be 'cortex-m4'"),
        ("[core]", "[core", "line"),
        ("flags = [", "flags = [1, ", "flags must be a list of texts"),
    ],
)
def test_target_errors_name_the_key(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = changed(TARGETS / "cortex-m4.toml", tmp_path, old, new)
    with pytest.raises(LabError, match=message) as caught:
        targets.load(path)
    assert "cortex-m4.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('images = "rv32imc"', 'images = "rv32"', "images must be a target: there is no rv32.toml"),
        ('images = "rv32imc"', 'images = "host"', "images must be an emulated target with images"),
        ('images = "rv32imc"', 'images = "ibex"', "images must be an emulated target with images"),
        ('model = "picorv32"', 'model = "pico"', "core.model must be one of hazard3, picorv32"),
        ("wrapper", "wrap", "rtl.wrapper is missing"),
        ("[rtl]", "[memory]\nram_bytes = 1\n[rtl]", "memory is not a known key"),
    ],
)
def test_errors_of_a_core_that_runs_others_images(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    for name in ("rv32imc", "host", "ibex"):
        changed(TARGETS / f"{name}.toml", tmp_path, "", "")
    path = changed(TARGETS / "picorv32.toml", tmp_path, old, new)
    with pytest.raises(LabError, match=message):
        targets.load(path)


def test_a_core_that_runs_others_images_differs_in_the_core_alone() -> None:
    core, other = targets.find("picorv32"), targets.find("rv32imc")
    assert core.images == other.name == other.images
    assert (core.flags, core.link_flags, core.startup) == (
        other.flags,
        other.link_flags,
        other.startup,
    )
    assert core.emulation is not None
    assert other.emulation is not None
    assert replace(core.emulation, model="hazard3") == other.emulation
    assert core.circuit is not None
    assert other.circuit is None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "crate"', 'kind = "box"', "source.kind must be"),
        ('"verify", "validate"]', '"verify", "valid"]', "names 'valid'"),
        ("[configurations.default]", "[profiles.default]", "profiles must be among small"),
        ("caveats", "caveat", "caveats is missing"),
        ('name = "micro-ecc"', 'name = "macro-ecc"', "name must be"),
    ],
)
def test_library_errors_name_the_key(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = changed(PEERS / "micro-ecc" / "peer.toml", tmp_path / "micro-ecc", old, new)
    with pytest.raises(LabError, match=message):
        libraries.load(path.parent)


def test_a_library_has_configurations_or_profiles(tmp_path: Path) -> None:
    path = changed(PEERS / "p256-m" / "peer.toml", tmp_path / "p256-m", "[configurations.", "[x.")
    with pytest.raises(LabError, match="configurations or profiles must be given"):
        libraries.load(path.parent)


def test_an_option_adds_to_a_profile() -> None:
    whit = libraries.find("whit")
    (option,) = (each for each in whit.options if each.name == "variable-multiply")
    case = Case("cortex-m3", "whit", "secp256r1", "ecdh", profile="fast")
    assert whit.build(case) == (whit.variant("fast"),)
    assert whit.build(replace(case, configuration=option.name)) == (whit.variant("fast"), option)
    assert str(replace(case, configuration=option.name)).startswith(
        f"cortex-m3 whit fast, {option.name} "
    )
    with pytest.raises(UnknownNameError, match="configuration of whit"):
        whit.build(replace(case, configuration="huge"))


def test_unknown_names_list_the_valid_ones() -> None:
    with pytest.raises(UnknownNameError, match="nearest: cortex-m4"):
        targets.find("cortex-m99")
    with pytest.raises(UnknownNameError, match="nearest: micro-ecc"):
        libraries.find("macro-ecc")
    with pytest.raises(UnknownNameError, match="configuration of micro-ecc"):
        libraries.find("micro-ecc").variant("huge")


def test_defines_of_an_operation_that_is_none_are_refused(tmp_path: Path) -> None:
    old, new = '"WHIT_ARITHMETIC=1" = [', '"WHIT_ARITHMETIC=1" = ["mod_ad", '
    path = changed(PEERS / "whit" / "peer.toml", tmp_path / "whit", old, new)
    (path.parent / "operations.toml").write_text((PEERS / "whit" / "operations.toml").read_text())
    with pytest.raises(LabError, match="own_operations names 'mod_ad', which is none"):
        libraries.load(path.parent)


def test_all_libraries_are_without_studies() -> None:
    """Which can be had by name."""
    asked = {"targets": ("cortex-m3",), "configurations": ("all",)}
    every, _ = select(Selection.of(libraries=("all",), **asked))
    named, _ = select(Selection.of(libraries=("coordinates",), **asked))
    assert {case.library for case in named} == {"coordinates"}
    assert "coordinates" not in {case.library for case in every}
