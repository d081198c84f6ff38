# SPDX-License-Identifier: MIT
"""Every way to get Whit into a program ends in one that runs."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.profiles import USUALLY_BALANCED

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
CONSUMER = Path(__file__).resolve().parent / "consumer"
PROFILES = ("small", "balanced", "fast")
ONE_CURVE = "-DWHIT_CURVES=secp256r1"
WARNINGS = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")


def run(*command: str | Path, fails: bool = False) -> str:
    """The output of a command that is to succeed, or to fail."""
    done = subprocess.run(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert (done.returncode != 0) == fails, done.stdout
    return done.stdout


def configure(source: Path, build: Path, *options: str, fails: bool = False) -> str:
    return run("cmake", "-S", source, "-B", build, *options, fails=fails)


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Whit, installed, and the whole tree moved after that."""
    folder = tmp_path_factory.mktemp("installed")
    configure(ROOT, folder / "build", f"-DCMAKE_INSTALL_PREFIX={folder / 'first'}")
    output = run("cmake", "--build", folder / "build", "--parallel", "2")
    assert "warning" not in output
    run("cmake", "--install", folder / "build")
    shutil.rmtree(folder / "build")
    (folder / "first").rename(folder / "second")
    return folder / "second"


def pkg_config(prefix: Path, *arguments: str) -> str:
    folder = next(prefix.rglob("whit.pc")).parent
    return run("env", f"PKG_CONFIG_PATH={folder}", "pkg-config", *arguments).strip()


def test_find_package(prefix: Path, tmp_path: Path, version: str) -> None:
    configure(CONSUMER / "package", tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", tmp_path)
    assert run(tmp_path / "consumer") == f"Whit {version}\n"


def test_find_package_of_another_version(prefix: Path, tmp_path: Path) -> None:
    source = tmp_path / "package"
    source.mkdir()
    text = (CONSUMER / "package" / "CMakeLists.txt").read_text()
    assert "Whit 0.1 " in text
    (source / "CMakeLists.txt").write_text(text.replace("Whit 0.1 ", "Whit 99.0 "))
    options = f"-DCMAKE_PREFIX_PATH={prefix}"
    assert "99.0" in configure(source, tmp_path / "build", options, fails=True)


def test_pkg_config(prefix: Path, tmp_path: Path, version: str) -> None:
    assert pkg_config(prefix, "--modversion", "whit") == version
    flags = pkg_config(prefix, "--cflags", "--libs", "whit-posix").split()
    program = tmp_path / "consumer"
    run("gcc", *WARNINGS, "-o", program, CONSUMER / "main.c", *flags)
    assert run(program) == f"Whit {version}\n"


def test_archives_export_no_foreign_names(prefix: Path) -> None:
    for archive in prefix.rglob("*.a"):
        names = defined_names(archive)
        assert names
        assert [name for name in names if not name.startswith("whit_")] == []


@pytest.mark.parametrize(
    "options",
    [
        (ONE_CURVE, "-DWHIT_PROFILE=small", "-DWHIT_LIMB_BITS=8"),
        (),
        *(
            pytest.param((ONE_CURVE, *options), marks=pytest.mark.campaign)
            for options in (
                *((f"-DWHIT_PROFILE={name}", "-DWHIT_LIMB_BITS=32") for name in PROFILES),
                ("-DWHIT_LIMB_BITS=8",),
                ("-DWHIT_WIDE_MULTIPLY=0",),
            )
        ),
    ],
    ids=" ".join,
)
@pytest.mark.sampled(2)
def test_fetch_content(options: tuple[str, ...], tmp_path: Path, version: str) -> None:
    build = tmp_path / "build"
    prefix = tmp_path / "prefix"
    place = (f"-DCHECKOUT={ROOT}", f"-DCMAKE_INSTALL_PREFIX={prefix}")
    configure(CONSUMER / "fetch", build, *place, *options)
    run("cmake", "--build", build, "--parallel", "2")
    assert run(build / "consumer") == f"Whit {version}\n"
    run("cmake", "--install", build)
    installed = [path.name for path in prefix.rglob("*") if path.is_file()]
    assert installed == ["consumer"]


@pytest.mark.parametrize(
    "option",
    [
        "-DWHIT_PROFILE=tiny",
        "-DWHIT_LIMB_BITS=24",
        "-DWHIT_WIDE_MULTIPLY=2",
        "-DWHIT_VARIABLE_MULTIPLY=yes",
        "-DWHIT_CURVES=secp256r1,secp257r1",
    ],
)
def test_wrong_options_are_refused(option: str, tmp_path: Path) -> None:
    name, _, value = option.removeprefix("-D").partition("=")
    output = configure(ROOT, tmp_path, option, fails=True)
    assert name in output
    assert value.rpartition(",")[2] in output


@pytest.mark.parametrize(
    "define",
    [pytest.param("WHIT_CURVES=all", marks=pytest.mark.campaign), "WHIT_CURVES=secp256r1"],
)
@pytest.mark.parametrize("profile", USUALLY_BALANCED)
def test_drop_in(define: str, profile: str, tmp_path: Path, version: str) -> None:
    run(sys.executable, ROOT / "tools" / "amalgamate.py", "--output", tmp_path)
    library = tmp_path / "whit.o"
    options = ("-Os", f"-D{define}", f"-DWHIT_PROFILE={profile}")
    run("gcc", *WARNINGS, *options, "-c", tmp_path / "whit.c", "-o", library)
    names = defined_names(library)
    assert "whit_secp256r1" in names
    assert [name for name in names if not name.startswith("whit_")] == []
    program = tmp_path / "consumer"
    arguments = ("-DCONSUMER_DROP_IN", f"-I{tmp_path}", CONSUMER / "main.c", library)
    run("gcc", *WARNINGS, "-o", program, *arguments)
    assert run(program) == f"Whit {version}\n"


def defined_names(binary: Path) -> list[str]:
    output = run("nm", "--extern-only", "--defined-only", binary)
    return [line.split()[2] for line in output.splitlines() if len(line.split()) == 3]
