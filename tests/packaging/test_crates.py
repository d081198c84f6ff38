# SPDX-License-Identifier: MIT
"""The crates of ports/rust: current, tested by cargo, built for microcontrollers and run on one."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256

from lab.emulator import open_machine
from lab.paths import BUILD, locked
from lab.targets import catalogue, rustc
from lab.targets.loading import core_of
from lab.targets.toolchain import Sources, Toolchain
from tools.amalgamate import Tree, whole
from tools.files import ROOT, write
from tools.rust.bindings import HEADERS, bound, curve_headers, curves_file, form_headers, header
from tools.rust.crates import PORT
from tools.rust.crates import files as written
from tools.rust.declarations import DeclarationError, read

PLACE = BUILD / "rust"
FOLDERS = ("whit-sys", "whit", "example")
LIMIT = 400_000_000
BLOCKS = re.compile(r"^```(sh|rust)\n(.*?)^```$", re.M | re.S)
MADE = re.compile(r"test result: ok\. (\d+) passed; 0 failed; 0 ignored")
Cargo = Callable[..., "subprocess.CompletedProcess[str]"]

needs_cargo = pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo is not installed")
needs_rust = pytest.mark.skipif(rustc.lacking() is not None, reason=str(rustc.lacking()))


def lacks(tool: str) -> bool:
    """Whether cargo has not this command."""
    if shutil.which("cargo") is None:
        return True
    asked = subprocess.run(["cargo", tool, "--version"], capture_output=True, check=False)
    return asked.returncode != 0


@pytest.fixture(scope="module")
def crates() -> Path:
    """The package: ports/rust, and the amalgamation where package.toml puts it. What is the same
    as before stays as it is, so that cargo builds nothing twice."""
    place = PLACE / "crates"
    listed = ("git", "-C", str(PORT), "ls-files", "--cached", "--others", "--exclude-standard")
    names = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split()
    files = {place / name: (PORT / name).read_text(encoding="utf-8") for name in names}
    made = whole(Tree(None, [ROOT / "curves"]))
    files |= {place / "whit-sys" / "whit" / name: text for name, text in made.items()}
    with locked(place):
        for path, text in files.items():
            write(path, text)
    return place


@pytest.fixture
def cargo(crates: Path) -> Cargo:
    def run(
        *words: str, folder: str = ".", fails: bool = False, **environment: str
    ) -> "subprocess.CompletedProcess[str]":
        kept = {name: value for name, value in os.environ.items() if name != "WHIT_SOURCE"}
        told = kept | {"CARGO_TARGET_DIR": str(PLACE / "target"), "LC_ALL": "C"} | environment
        done = subprocess.run(
            ["cargo", *words],
            cwd=crates / folder,
            env=told,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode != 0) == fails, done.stdout + done.stderr
        return done

    return run


def test_what_programs_wrote_is_current() -> None:
    for path, text in written().items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: python3 -m tools.rust"


def test_every_function_of_the_headers_is_bound() -> None:
    """But those that write an object which is private: Rust knows no size of it."""
    bindings, _ = bound()
    for name in (*HEADERS, *form_headers()):
        text = re.sub(r"/\*.*?\*/", "", header(name), flags=re.S)
        found = re.findall(r"^(?:whit_status|void|size_t|unsigned) (whit_\w+)\(", text, re.M)
        assert found or name in ("status", "random")
        assert set(found) - bindings.functions.keys() <= {"whit_hash_hook_sha256"}


def test_every_curve_has_its_functions() -> None:
    text = curves_file(bound()[0])
    for name, of_curve in curve_headers().items():
        found = re.search(rf"^pub mod {name} {{\n(.*?)^}}", text, re.M | re.S)
        assert found is not None
        signs = "#define WHIT_MY_HAS_ecdsa 1" in of_curve
        assert ("functions_ecdsa!" in found[1]) == signs


@pytest.mark.parametrize(
    "text",
    ["whit_status whit_x(int);", "typedef union u { int a; } u;", "int whit_x[2];"],
)
def test_a_declaration_of_another_kind_is_refused(text: str) -> None:
    with pytest.raises(DeclarationError):
        list(read(text))


@pytest.mark.slow
@needs_cargo
@pytest.mark.parametrize("profile", ["", "small", "fast"])
def test_cargo_test(cargo: Cargo, profile: str) -> None:
    """On the host: known answers, forged signatures, bad keys, and the documents' examples."""
    features = [*(["std"] if profile == "fast" else []), *([profile] if profile else [])]
    done = cargo("test", "--locked", "--package=whit", *(f"--features={each}" for each in features))
    counts = [int(count) for count in MADE.findall(done.stdout)]
    assert len(counts) == 5
    assert sum(counts) >= 19


@pytest.mark.slow
@needs_cargo
def test_bindings_alone(cargo: Cargo) -> None:
    """With other curves than the default."""
    curves = "--features=ed25519,x25519,secp384r1,brainpoolP256r1,ed448"
    done = cargo("test", "--locked", "--package=whit-sys", curves)
    assert sum(int(count) for count in MADE.findall(done.stdout)) == 6


@pytest.mark.slow
@needs_cargo
def test_every_curve_compiles(cargo: Cargo) -> None:
    """And with more curves than WHIT_CURVES takes, the library has all."""
    every = ",".join((*curve_headers(), *form_headers()))
    cargo("check", "--locked", "--package=whit", f"--features={every}")


@pytest.mark.slow
@needs_cargo
def test_no_curve_compiles(cargo: Cargo) -> None:
    cargo("check", "--locked", "--package=whit", "--no-default-features")


@pytest.mark.slow
@pytest.mark.skipif(lacks("clippy"), reason="cargo clippy is not installed")
def test_clippy(cargo: Cargo) -> None:
    cargo("clippy", "--locked", "--workspace", "--all-targets", "--", "-Dwarnings")


@pytest.mark.skipif(lacks("fmt"), reason="cargo fmt is not installed")
@pytest.mark.parametrize("folder", [".", "example"])
def test_fmt(cargo: Cargo, folder: str) -> None:
    cargo("fmt", "--check", folder=folder)


@pytest.mark.slow
@needs_cargo
def test_what_is_refused(cargo: Cargo, tmp_path: Path) -> None:
    def refusal(*words: str, **environment: str) -> str:
        return cargo("check", "--locked", *words, fails=True, **environment).stderr

    both = refusal("--package=whit", "--features=small,fast")
    assert "whit-sys: the features small and fast exclude each other" in both
    assert "secp256r2" in refusal("--package=whit", "--features=secp256r2")
    missing = refusal("--package=whit", WHIT_SOURCE=str(tmp_path))
    assert f"whit-sys: {tmp_path / 'whit.c'} is missing; WHIT_SOURCE names a folder" in missing


@pytest.fixture
def empty(crates: Path) -> Path:
    """A folder that has nothing but the repository, or what of it the page speaks of. It is always
    the same one: cargo keeps what it builds by the place of the sources."""
    place = PLACE / "page"
    shutil.rmtree(place, ignore_errors=True)
    whit = place / "whit"
    (whit / "ports").mkdir(parents=True)
    for name in ("tools", "src", "include", "curves", "LICENSE"):
        (whit / name).symlink_to(ROOT / name)
    left_out = shutil.ignore_patterns("target")
    shutil.copytree(crates, whit / "ports" / "rust", ignore=left_out)
    shutil.rmtree(whit / "ports" / "rust" / "whit-sys" / "whit")
    return place


@pytest.mark.slow
@needs_rust
def test_the_page(empty: Path) -> None:
    """From an empty folder, what doc/rust.md says; Rust's core is built too, which rustup has
    ready."""
    page = (ROOT / "doc" / "rust.md").read_text(encoding="utf-8")
    steps = ["set -e"]
    for kind, text in BLOCKS.findall(page):
        steps += [f"cat >src/main.rs <<'END'\n{text}END"] if kind == "rust" else [text]
    assert len(steps) == 5
    script = "\n".join(steps).replace("python3 ", f"{sys.executable} ")
    script = script.replace("-none-eabi", "-none-eabi -Zbuild-std=core")
    compiler = {"RUSTC": str(rustc.find().rustc), "RUSTC_BOOTSTRAP": "1"}
    told = os.environ | compiler | {"CARGO_TARGET_DIR": str(PLACE / "target")}
    done = subprocess.run(
        ["sh", "-c", script], cwd=empty, env=told, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "verified"
    assert (PLACE / "target" / "thumbv7em-none-eabi" / "release" / "libexample.a").is_file()


def test_versions(version: str) -> None:
    """Both crates have the library's, and one asks for the other in it."""
    for name in ("whit", "whit-sys"):
        manifest = tomllib.loads((PORT / name / "Cargo.toml").read_text(encoding="utf-8"))
        assert manifest["package"]["version"] == version
        needs = manifest.get("dependencies", {})
        assert name == "whit-sys" or needs["whit-sys"]["version"] == version


class Firmware:
    """The example, linked with a board and run on an emulated core."""

    def __init__(self, core: str, archive: Path, folder: Path) -> None:
        target = catalogue.find(core)
        assert target.emulation is not None
        board = Sources((ROOT / "tests" / "packaging" / "rust_board.c",))
        image = Toolchain(target).image(folder / "example.elf", (board,), archives=(archive,))
        self._elf, self._core = image.elf, core_of(target, target.emulation)

    def call(self, function: str, argument: int, given: bytes = b"") -> tuple[int, bytes]:
        """What a function returns, and the signature that it left."""
        machine = open_machine(self._elf, self._core, given)
        machine.boot()
        value = machine.call(function, argument, limit=LIMIT).value
        return value, machine.read(machine.symbol("made"), 64)


@pytest.mark.slow
@needs_rust
@pytest.mark.parametrize(
    ("core", "triple"),
    [("cortex-m4", "thumbv7em-none-eabi"), ("cortex-m0", "thumbv6m-none-eabi")],
)
def test_firmware(cargo: Cargo, core: str, triple: str, tmp_path: Path) -> None:
    """It signs and verifies on the core; what it signed there, OpenSSL verifies."""
    compiler = rustc.find()
    cargo(
        *("build", "--locked", "--release", f"--target={triple}", "-Zbuild-std=core"),
        folder="example",
        RUSTC=str(compiler.rustc),
        RUSTC_BOOTSTRAP="1",
    )
    archive = PLACE / "target" / triple / "release" / "libexample.a"
    firmware = Firmware(core, archive, tmp_path)
    assert firmware.call("all_of_it", 0)[0] == 0
    assert firmware.call("all_of_it", 1)[0] == 7  # a generator that fails is no key

    key, message = bytes(range(1, 33)), b"21.5 degrees"
    status, signature = firmware.call("signed_of", len(message), key + message)
    assert status == 0
    r, s = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
    public = ec.derive_private_key(int.from_bytes(key, "big"), ec.SECP256R1()).public_key()
    public.verify(utils.encode_dss_signature(r, s), message, ec.ECDSA(SHA256()))
    assert firmware.call("signed_of", len(message), bytes(32) + message) == (1, bytes(64))
