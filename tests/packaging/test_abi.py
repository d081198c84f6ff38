# SPDX-License-Identifier: MIT
"""The shared library offers what cmake/abi.txt says and nothing else, by a name that says how long
programs can do with it."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.emitting import run
from tools.amalgamate import Tree, whole
from tools.release import abi

ROOT = Path(__file__).resolve().parents[2]
CONSUMER = Path(__file__).resolve().parent / "consumer"
RECORDED = abi.parts(abi.ABI.read_text())
DEFAULT, OPTIONAL, DECLARED = (RECORDED[part] for part in abi.PARTS)


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return whole(Tree(None, [ROOT / "curves"]))


def test_the_record_is_of_this_version(version: str) -> None:
    assert f"Version {version}.\n" in abi.ABI.read_text()


def test_names_are_those_that_the_header_declares(files: dict[str, str]) -> None:
    declared = list(abi.declarations(files["whit.h"]))
    assert not set(DEFAULT) & set(OPTIONAL)
    assert abi.names(declared) == {*DEFAULT, *OPTIONAL}
    held = {abi.common(each) for each in declared if not each.startswith("extern")}
    assert sorted(held) == DECLARED


@pytest.mark.slow
def test_the_default_build_offers_what_is_recorded(files: dict[str, str]) -> None:
    """The amalgamation hides nothing but by `static`."""
    assert sorted(abi.built(files)) == DEFAULT


@pytest.mark.campaign
def test_options_offer_the_rest(files: dict[str, str]) -> None:
    options = ("STEPS", "RANDOMISE", "ARITHMETIC", "HASH_TO_CURVE", "PAIRINGS", "BLS", "PREPARED")
    offered = abi.built(files, *(f"-DWHIT_{name}=1" for name in options))
    assert sorted(offered) == sorted([*DEFAULT, *OPTIONAL])


def done(*command: str | Path) -> str:
    """The output of a command that succeeds."""
    found = run(*command)
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


def configured(build: Path, *options: str) -> Path:
    done("cmake", "-S", ROOT, "-B", build, "-DWHIT_SHARED=ON", *options)
    return build


def name_at_run_time(version: str) -> str:
    major, minor, _ = version.split(".")
    return f"libwhit.so.{major}.{minor}" if major == "0" else f"libwhit.so.{major}"


@pytest.mark.slow
def test_the_shared_library(tmp_path: Path, version: str) -> None:
    """Its names, its name at run time, and a program that is linked to it."""
    build = configured(tmp_path, "-DWHIT_CURVES=secp256r1")
    done("cmake", "--build", build, "--target", "whit_shared")
    library = build / "libwhit.so"
    offered = abi.exported(library)
    assert {"whit_secp256r1", "whit_ecdh_256"} <= offered < {*DEFAULT}
    assert f"[{name_at_run_time(version)}]" in done("readelf", "--dynamic", library)
    assert library.resolve().name == f"libwhit.so.{version}"
    sources = (CONSUMER / "main.c", ROOT / "ports" / "posix" / "random.c")
    found = (f"-I{ROOT / 'include'}", f"-L{build}", "-lwhit", f"-Wl,-rpath,{build}")
    done("gcc", "-std=c99", *sources, *found, "-o", tmp_path / "consumer")
    assert done(tmp_path / "consumer") == f"Whit {version}\n"


@pytest.mark.campaign
def test_the_shared_library_with_every_curve_installed(tmp_path: Path, version: str) -> None:
    prefix = tmp_path / "prefix"
    build = configured(tmp_path / "build", f"-DCMAKE_INSTALL_PREFIX={prefix}")
    done("cmake", "--build", build, "--parallel", "2")
    done("cmake", "--install", build)
    assert sorted(abi.exported(next(prefix.rglob("libwhit.so")))) == DEFAULT
    source = tmp_path / "consumer"
    source.mkdir()
    # The random source is in a library of its own, which is over the static one.
    text = (CONSUMER / "package" / "CMakeLists.txt").read_text()
    for before, after in (
        ("../main.c", f"{CONSUMER / 'main.c'} {ROOT / 'ports/posix/random.c'}"),
        ("whit::posix", "whit::shared"),
    ):
        assert before in text
        text = text.replace(before, after)
    (source / "CMakeLists.txt").write_text(text)
    using = tmp_path / "using"
    done("cmake", "-S", source, "-B", using, f"-DCMAKE_PREFIX_PATH={prefix}")
    done("cmake", "--build", using)
    assert done(using / "consumer") == f"Whit {version}\n"
    needed = done("readelf", "--dynamic", using / "consumer")
    assert re.search(rf"NEEDED.*\[{re.escape(name_at_run_time(version))}\]", needed)


def test_a_name_that_is_gone_or_hidden_is_seen(tmp_path: Path) -> None:
    """By the means of these tests: a library that offers another name."""
    source = tmp_path / "whit.c"
    source.write_text("int whit_more(void);\nint whit_more(void)\n{\n    return 1;\n}\n")
    library = tmp_path / "libwhit.so"
    subprocess.run(["gcc", "-shared", "-fPIC", source, "-o", library], check=True)
    assert abi.exported(library) == {"whit_more"}
    changed = "whit_status whit_f_256(int a);\nstatic inline int g(void) { return 1; }\n"
    assert list(abi.declarations(changed)) == ["whit_status whit_f_256(int a);"]
    assert abi.common("whit_status whit_f_256(uint8_t *a);") == "whit_status whit_f_#(uint8_t *a);"
