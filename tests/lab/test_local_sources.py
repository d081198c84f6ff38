# SPDX-License-Identifier: MIT
"""Libraries that a user brings: named sources, and the skeleton of a new one."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lab.commands.main import main
from lab.errors import UnknownNameError, UnsupportedError
from lab.model import Case
from lab.paths import FIRMWARE, INCLUDE, PEERS, ROOT
from lab.peers import catalogue as libraries
from lab.runner import Lab, Selection, add_library, named_sources, select
from lab.targets import host

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


def test_sources_are_named(tmp_path: Path) -> None:
    assert named_sources([f"tinycrypt={tmp_path}"]) == {"tinycrypt": tmp_path}


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("tinycrypt", UnsupportedError, "must be NAME=DIR"),
        ("tinycrypt=", UnsupportedError, "must be NAME=DIR"),
        ("tinycrip=/", UnknownNameError, "nearest: tinycrypt"),
        ("tinycrypt=/nowhere/at/all", UnsupportedError, "is not a directory"),
    ],
)
def test_sources_that_cannot_be(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        named_sources([text])


def test_libraries_without_sources_are_left_out_with_a_line() -> None:
    asked = Selection(libraries=("whit", "tinycrypt", "miracl"), operations=("ecdh",))
    cases, missing = select(asked)
    assert {case.library for case in cases} == {"whit"}
    assert any(line.startswith("tinycrypt is in no registry: --source ") for line in missing)
    assert any(line.startswith("miracl: no adapter: ") for line in missing)
    local_sources, _ = select(Selection(libraries=("tinycrypt",), local_sources=("tinycrypt",)))
    assert {case.library for case in local_sources} == {"tinycrypt"}


def test_libraries_are_for_their_cores() -> None:
    asked = Selection(("cortex-m0",), ("p256-cortex-m4", "whit"), (), ("ecdh",))
    cases, missing = select(asked)
    assert {case.library for case in cases} == {"whit"}
    assert missing == ("p256-cortex-m4 (default) is not for cortex-m0",)


def test_configurations_have_their_own_curves() -> None:
    asked = Selection((), ("bearssl",), ("secp384r1",), ("ecdh",), ("m15", "i15"))
    cases, missing = select(asked)
    assert {case.configuration for case in cases} == {"i15"}
    assert "bearssl (m15) has no secp384r1" in missing


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "sources"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "curve.c").write_text("int curve;\n")
    return folder


def test_a_skeleton_is_read_but_not_measured(tmp_path: Path, sources: Path) -> None:
    files = add_library("mine", sources, tmp_path)
    assert [path.name for path in files] == ["peer.toml", "adapter.c"]
    library = libraries.load(tmp_path / "mine")
    assert library.sources == ("src/curve.c",)
    assert library.missing.startswith("peers/mine is not filled in: ")


@needs_gcc
def test_the_adapter_of_a_skeleton_does_not_compile_until_filled_in(
    tmp_path: Path, sources: Path
) -> None:
    _, adapter = add_library("mine", sources, tmp_path)
    sizes = ("FIELD", "ORDER", "DIGEST", "PRIVATE_KEY", "PUBLIC_KEY")
    defines = [f"-DWHIT_LAB_{name}_BYTES=32" for name in sizes]
    command = ["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", f"-I{FIRMWARE}", *defines,
               "-DWHIT_LAB_EDDSA=0", "-fsyntax-only", str(adapter)]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "peers/mine/adapter.c is not filled in" in done.stderr
    filled = re.sub(r"#error.*\n", "", adapter.read_text())
    adapter.write_text(filled)
    assert subprocess.run(command, check=False).returncode == 0


def test_nothing_is_overwritten(tmp_path: Path, sources: Path) -> None:
    add_library("mine", sources, tmp_path)
    before = (tmp_path / "mine" / "peer.toml").read_bytes()
    with pytest.raises(UnsupportedError, match="already"):
        add_library("mine", sources, tmp_path)
    (tmp_path / "bare").mkdir()
    with pytest.raises(UnsupportedError, match="is there already"):
        add_library("bare", sources, tmp_path)
    assert (tmp_path / "mine" / "peer.toml").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bare", "mine", "sources"]


@pytest.mark.parametrize(
    ("name", "folder", "message"),
    [
        ("Mine", "sources", "small letters"),
        ("../mine", "sources", "small letters"),
        ("mine", "nowhere", "is not a directory"),
        ("mine", ".git", "is not a directory"),
    ],
)
def test_skeletons_that_cannot_be(
    tmp_path: Path, sources: Path, name: str, folder: str, message: str
) -> None:
    with pytest.raises(UnsupportedError, match=message):
        add_library(name, sources.parent / folder, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["sources"]


def test_a_directory_without_sources_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="has no C or assembly files"):
        add_library("mine", tmp_path, tmp_path)


def test_assembly_is_listed_and_programs_are_not(tmp_path: Path) -> None:
    folder = tmp_path / "sources"
    folder.mkdir()
    for name, text in {
        "mul.s": ".global mul\nmul: bx lr\n",
        "sqr.S": "#define ENTRY sqr\n",
        "curve.c": "/* main(void) is in test.c. */\nint domain(int a) { return a; }\n",
        "test.c": "int helper;\nint main(void)\n{\n    return 0;\n}\n",
        "start.s": "main:\n    bx lr\n",
        "readme.txt": "no source\n",
    }.items():
        (folder / name).write_text(text)
    declaration, _ = add_library("mine", folder, tmp_path)
    assert libraries.load(tmp_path / "mine").sources == ("curve.c", "mul.s", "sqr.S")
    text = declaration.read_text()
    assert "# left out, as programs with main: 2\n    # start.s\n    # test.c\n" in text


def test_the_command_lists(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["whit", "libraries"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 0
    listed = {line.split()[0] for line in capsys.readouterr().out.splitlines() if line[0] != " "}
    assert listed == set(libraries.names())


def test_the_command_says_what_to_do(
    tmp_path: Path,
    sources: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def add(name: str, source: Path) -> tuple[Path, ...]:
        return add_library(name, source, tmp_path)

    monkeypatch.setattr("lab.commands.libraries.add_library", add)
    monkeypatch.setattr(sys, "argv", ["whit", "libraries", "add", "mine", "--source", str(sources)])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 0
    assert f"whit measure --library mine --source mine={sources}" in capsys.readouterr().out
    assert not (PEERS / "mine").exists()


@pytest.mark.slow
@needs_gcc
def test_the_adapter_of_2013_on_our_own_interface_of_2013(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whit behind ecc.h in place of a checkout: the adapter calls it as it should."""
    checkout = tmp_path / "checkout"
    (checkout / "whit").mkdir(parents=True)
    subprocess.run(
        [
            *(sys.executable, ROOT / "tools" / "amalgamate.py"),
            *("--curves", "secp256r1", "--output", checkout),
        ],
        check=True,
        capture_output=True,
    )
    for header in INCLUDE.glob("whit/*.h"):
        (checkout / "whit" / header.name).write_text('#include "whit.h"\n')
    # ecc.h is read before all else, and has the options of June 2013
    naf = "#define ECC_USE_NAF 1\n"
    (checkout / "ecc.h").write_text(naf + (ROOT / "compat" / "ecc.h").read_text())
    ours = (ROOT / "compat" / "ecc.c").read_text()
    whit = '#undef secp256r1\n#include "whit.c"\n#define secp256r1 3\n'
    (checkout / "ecc.c").write_text(whit + ours)
    monkeypatch.setattr(host, "COUNTER", "none")  # instructions are not looked at, and take long
    lab = Lab(keys=2, cached=False, sources={"micro-ecc-2013": checkout})
    operations = libraries.find("micro-ecc-2013").variant("default").operations
    for operation in operations:
        case = Case("host", "micro-ecc-2013", "secp256r1", operation, "default")
        sample = lab.measure(case)
        assert sample.error is None
        assert sample.stack_bytes is not None


@pytest.mark.slow
@needs_gcc
def test_a_skeleton_that_is_filled_in_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As doc/libraries.md says, with Whit as the library that the lab does not know."""
    checkout = tmp_path / "checkout"
    subprocess.run(
        [sys.executable, ROOT / "tools" / "amalgamate.py", "--output", checkout],
        check=True,
        capture_output=True,
    )
    declaration, adapter = add_library("mine", checkout, tmp_path)
    text = re.sub(r"missing = .*\n", "", declaration.read_text())
    text = re.sub(r"operations = .*\n", 'operations = ["ecdh", "validate"]\n', text)
    declaration.write_text(text.replace("defines = []", 'defines = ["WHIT_CURVES={curve}"]'))
    adapter.write_text(
        """
        #include "adapter.h"
        #include "whit.h"
        #include <string.h>
        int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
        {
            uint8_t encoded[65] = {4};
            memcpy(encoded + 1, public_key, 64);
            return whit_secp256r1_ecdh(secret, private_key, encoded, 65) != WHIT_OK;
        }
        int adapter_validate(const uint8_t *public_key)
        {
            return public_key == NULL; /* all others are points: wrong */
        }
        """
    )
    library = libraries.load(tmp_path / "mine")
    monkeypatch.setattr(libraries, "find", lambda name: {"mine": library}[name])
    monkeypatch.setattr(host, "COUNTER", "none")
    lab = Lab(keys=1, cached=False, sources={"mine": checkout})
    sample = lab.measure(Case("host", "mine", "secp256r1", "ecdh", "default"))
    assert sample.error is None
    assert sample.stack_bytes is not None
    wrong = lab.measure(Case("host", "mine", "secp256r1", "validate", "default"))
    assert wrong.cycles is None
    assert wrong.error == "validate accepted bad input"
