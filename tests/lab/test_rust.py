# SPDX-License-Identifier: MIT
"""Libraries in Rust: what is needed to build them, and what is said where it is not there."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from program import Captured, Patch, Whit

from lab.errors import FetchError, LabError, ToolchainError
from lab.model import OPERATIONS, Case
from lab.paths import PEERS
from lab.peers import catalogue as libraries
from lab.runner import Lab, Selection, select
from lab.targets import catalogue as targets
from lab.targets import rustc
from lab.targets.elf import flash_content, symbols
from lab.targets.rust import Rust

LINE = "measure --target cortex-m4 --library rustcrypto --operation ecdh"
needs_rust = pytest.mark.skipif(
    rustc.lacking() is not None or shutil.which("arm-none-eabi-gcc") is None,
    reason=rustc.lacking() or "arm-none-eabi-gcc is not installed",
)


class System:
    """Programs that say a version, and the root of a compiler."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.root = place / "root"

    def program(self, name: str, version: str, folder: str = "bin") -> Path:
        path = self.place / folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'#!/bin/sh\n[ "$1" = --print ] && echo {self.root} || echo "{version}"\n')
        path.chmod(0o755)
        return path

    def sources(self) -> Path:
        library = self.root / "lib" / "rustlib" / "src" / "rust" / "library"
        (library / "vendor").mkdir(parents=True)
        return library


@pytest.fixture
def system(tmp_path: Path, monkeypatch: Patch) -> Iterator[System]:
    """A machine on whose path nothing else is."""
    monkeypatch.setenv("PATH", f"{tmp_path / 'old'}:{tmp_path / 'bin'}")
    for each in (rustc.find, rustc.lacking):
        each.cache_clear()
    yield System(tmp_path)
    for each in (rustc.find, rustc.lacking):
        each.cache_clear()


def test_the_first_rustc_with_sources_is_taken(system: System) -> None:
    system.program("rustc", "rustc 1.63.0", "old")
    system.program("cargo", "cargo 1.65.0", "old")
    program, cargo = (
        system.program("rustc", "rustc 1.96.1 (abc)"),
        system.program("cargo", "cargo 1.90.0"),
    )
    library = system.sources()
    assert rustc.find() == rustc.Compiler(program, library, "rustc 1.96.1", cargo)
    assert rustc.lacking() is None


NONE = "rustc 1.96 or newer with the sources of its library is not installed"
INSTALL = "; on Debian: apt-get install rustc-web rust-web-src cargo-web"


@pytest.mark.parametrize(
    ("programs", "sources", "message"),
    [
        ({}, False, NONE + INSTALL),
        ({"rustc": "rustc 1.96.0"}, False, f"{NONE} (found without: rustc 1.96.0){INSTALL}"),
        ({"rustc": "rustc 1.95.9-nightly"}, True, f"{NONE} (found without: rustc 1.95.9-nightly)"),
        ({"rustc": "wrapper"}, True, f"{NONE} (found without: wrapper)"),
        ({"rustc": "rustc 1.97.0"}, True, f"cargo 1.90 or newer is not installed{INSTALL}"),
        (
            {"rustc": "rustc 1.97.0", "cargo": "cargo 1.65.0"},
            True,
            f"cargo 1.90 or newer is not installed{INSTALL}",
        ),
    ],
)
def test_what_is_lacking_is_said_in_a_line(
    system: System, programs: dict[str, str], sources: bool, message: str
) -> None:
    for name, version in programs.items():
        system.program(name, version)
    if sources:
        system.sources()
    with pytest.raises(ToolchainError) as caught:
        rustc.find()
    assert str(caught.value).startswith(message)
    assert rustc.lacking() == str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_other_libraries_run_without_rust(system: System) -> None:
    asked = Selection(libraries=("whit", "rustcrypto"), operations=("ecdh",))
    cases, missing = select(asked)
    assert {case.library for case in cases} == {"whit"}
    assert missing == (f"rustcrypto: {NONE}{INSTALL}",)
    assert not (system.place / "bin").exists()


def test_alone_it_is_refused_without_rust(
    system: System, monkeypatch: Patch, capsys: Captured
) -> None:
    assert Whit(monkeypatch, capsys).refuse(LINE, 2).startswith(f"rustcrypto: {NONE}")
    assert not (system.place / "bin").exists()


@needs_rust
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("--compiler clang --operation ecdh", "rustcrypto is built by rustc, not by clang"),
        (
            "--target avr --operation ecdh",
            "rustcrypto is not for avr, which is no target of Rust's here",
        ),
        (
            "--target host --operation ecdh",
            "rustcrypto is not for host, which is no target of Rust's here",
        ),
        ("--curve curve25519", "rustcrypto has no curve25519"),
        (
            "--curve secp256k1 --operation sign_message",
            "rustcrypto has no sign_message on secp256k1",
        ),
    ],
)
def test_what_it_is_not_for_is_said(
    monkeypatch: Patch, capsys: Captured, asked: str, message: str
) -> None:
    assert Whit(monkeypatch, capsys).refuse(f"measure --library rustcrypto {asked}", 2) == message


def test_a_target_without_rust_builds_none() -> None:
    with pytest.raises(LabError, match=r"targets/avr.toml names no target of Rust's"):
        Rust(targets.find("avr"))


def test_a_choice_of_crates_goes_to_rustc(system: System, monkeypatch: Patch) -> None:
    system.program("rustc", "rustc 1.96.1")
    system.sources()
    cargo = system.program("cargo", "cargo 1.90.0")
    told = system.place / "told"
    cargo.write_text(
        '#!/bin/sh\n[ "$1" = build ] || { echo "cargo 1.90.0"; exit; }\n'
        f'printf "%s\\n" "$@" >{told}\nprintf %s "$CARGO_ENCODED_RUSTFLAGS" >{told}.rustc\nexit 1\n'
    )
    monkeypatch.setattr("lab.targets.rust._PLACE", system.place / "rust")
    flags = libraries.find("dalek").variant("small").flags
    choice = '--cfg=sha2_backend_soft="compact"'
    builder = Rust(targets.find("cortex-m4"))
    with pytest.raises(LabError, match="building dalek for cortex-m4 failed"):
        builder.archive(PEERS / "dalek", system.place / "bin", ("ed25519", "sign"), flags)
    assert set(flags) - set(told.read_text().splitlines()) == {choice}
    assert choice in told.with_suffix(".rustc").read_text().split("\x1f")
    assert choice in builder.arguments(flags)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[configurations.fast]", "[build]\n[configurations.fast]", "build is not a known key"),
        ("[configurations.fast]", '[configurations.fast]\ndefines = ["A"]', "fast has what is not"),
        ('"crates"', '"crate"', "source.crate is missing"),
        ('"secp256k1 sign_message"', '"secp256k1 signs"', "without names 'secp256k1 signs', which"),
    ],
)
def test_declarations_that_are_not_for_cargo(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    text = (PEERS / "rustcrypto" / "peer.toml").read_text()
    folder = tmp_path / "rustcrypto"
    folder.mkdir()
    assert old in text
    (folder / "peer.toml").write_text(text.replace(old, new))
    with pytest.raises(LabError, match=message):
        libraries.load(folder)


@pytest.mark.slow
@needs_rust
def test_cflags_are_not_taken(tmp_path: Path) -> None:
    lab = Lab(keys=1, seed="rust", cache_directory=tmp_path, cflags=("-O2",))
    sample = lab.measure(Case("cortex-m4", "rustcrypto", "secp256r1", "ecdh", "default"))
    assert sample.error == "rustcrypto is built by cargo, which takes no --cflags"
    assert sample.compiler.startswith("rustc ")


@needs_rust
def test_what_cargo_says_is_told_in_a_line(tmp_path: Path) -> None:
    """A manifest that is none, and crates that are not there."""
    folder, none = tmp_path / "broken", tmp_path / "none"
    folder.mkdir()
    none.mkdir()
    (folder / "Cargo.toml").write_text("[package]\nname = 1\n")
    builder = Rust(targets.find("cortex-m4"))
    flags = libraries.find("miracl32").variant("default").flags
    features = ("secp256r1", "ecdh")
    with pytest.raises(LabError) as caught:
        builder.archive(folder, none, features, flags)
    wanted = "building broken for cortex-m4 failed: error: invalid type: integer `1`"
    assert str(caught.value).startswith(wanted)
    assert "\n" not in str(caught.value)
    folder = tmp_path / "lacking"
    shutil.copytree(PEERS / "miracl32", folder)
    with pytest.raises(LabError, match=r"error: no matching package named `miracl32` found$"):
        builder.archive(folder, none, features, flags)


@pytest.mark.slow
@needs_rust
def test_an_image_has_what_it_calls_and_no_path_of_this_machine(tmp_path: Path) -> None:
    lab = Lab(keys=1, seed="rust", cache_directory=tmp_path)
    case = Case("cortex-m4", "dalek", "ed25519", "verify", "default")
    try:
        built = lab.workshop(case.target).build(case)
    except FetchError as error:
        pytest.skip(str(error))
    names = symbols(built.image.elf)
    assert "adapter_verify" in names
    assert "adapter_sign" not in names
    assert built.flags.startswith("--target=thumbv7em-none-eabi -Zbuild-std=core ")
    content = flash_content(built.image.elf)
    assert str(PEERS.parent).encode() not in content
    assert b"/usr/" not in content
    again = lab.workshop(case.target).build(case)
    assert again.image.sha256 == built.image.sha256


@pytest.mark.campaign
@pytest.mark.slow
@needs_rust
@pytest.mark.parametrize(
    "name", [each for each in libraries.names() if libraries.find(each).in_rust]
)
def test_every_operation_is_right_on_every_curve(tmp_path: Path, name: str) -> None:
    lab = Lab(keys=1, seed="rust", cache_directory=tmp_path)
    cases, _ = select(Selection(libraries=(name,), curves=("all",), operations=tuple(OPERATIONS)))
    assert {case.curve for case in cases} == set(libraries.find(name).curves)
    try:
        lab.workshop("cortex-m4").place(libraries.find(name))
    except FetchError as error:
        pytest.skip(str(error))
    errors = {str(case): lab.measure(case).error for case in cases}
    assert {case: error for case, error in errors.items() if error} == {}
