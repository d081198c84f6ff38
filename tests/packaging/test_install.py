# SPDX-License-Identifier: MIT
"""doc/install.md is right: from an empty folder, what each section says ends in a program that
signs and verifies. Tools that are not installed are said."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tools.release import drop_ins, ports
from tools.release.package import Package, tar_gz
from tools.release.version import ReleaseError, version

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "doc" / "install.md"
SECONDS = 1_700_000_001
NEEDED = {
    "A ready drop-in": ("cc",),
    "CMake": ("cmake",),
    "CMake or pkg-config, installed": ("cmake", "pkg-config"),
    "Meson": ("meson", "ninja"),
    "Conan": ("conan", "cmake"),
    "Debian": ("dpkg-buildpackage", "dh", "pkg-config"),
}
# vcpkg is in no registry; test_the_port_of_vcpkg stands for its section.
UNTRIED = {"vcpkg"}
PARTS = re.compile(r"(?:^`([\w./-]+)`:\n\n)?^```(\w+)\n(.*?)^```$", re.M | re.S)
ARCHIVE = re.compile(r"whit-([a-z0-9-]+?)(-\*)?\.tar\.gz")
# Nothing is installed on the machine that runs the tests: its package is unpacked beside.
INSTALL = "sudo apt-get install ./libwhit-dev_*.deb\n"
UNPACK = """\
dpkg-deb -x libwhit-dev_*.deb unpacked
export PKG_CONFIG_PATH=$(dirname $PWD/unpacked/usr/lib/*/pkgconfig/whit.pc)
"""


@dataclass(frozen=True)
class Section:
    files: dict[str, str]
    commands: str


def sections(page: Path) -> dict[str, Section]:
    """Those of the page, by their headings; the first, without one, has what all begin with."""
    found = {}
    for number, part in enumerate(re.split(r"^## ", page.read_text(), flags=re.M)):
        blocks = PARTS.findall(part)
        files = {name: text for name, _, text in blocks if name}
        commands = "".join(text for name, kind, text in blocks if not name and kind == "sh")
        found["" if number == 0 else part.partition("\n")[0]] = Section(files, commands)
    return found


SECTIONS = sections(PAGE)


@cache
def release() -> ports.Release:
    return ports.Release(version(ROOT), SECONDS, ROOT / "results")


def package(name: str) -> Package:
    if (ROOT / "ports" / name / ports.DECLARATION).is_file():
        return ports.package(release(), ROOT / "ports" / name)
    return release().named(name)


def put_packages(commands: str, folder: Path) -> None:
    """The archives that commands take."""
    for name, _ in ARCHIVE.findall(commands):
        made = package(name)
        (folder / f"{made.name}.tar.gz").write_bytes(tar_gz(made, SECONDS))


def environment(folder: Path) -> dict[str, str]:
    """That of this program, with its tools, and folders of the tests' own."""
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    own = {"PATH": tools, "CONAN_HOME": str(folder / ".conan"), "PYTHONPATH": ""}
    return {**os.environ, **own}


def missing(heading: str) -> str:
    """The tools of a section that are not there."""
    path = environment(Path())["PATH"]
    return ", ".join(name for name in NEEDED[heading] if not shutil.which(name, path=path))


def run_in(folder: Path, script: str) -> str:
    done = subprocess.run(
        ["sh", "-ec", script], cwd=folder, env=environment(folder),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_each_section_is_tried() -> None:
    assert set(SECTIONS) == {"", *NEEDED, *UNTRIED}
    assert set(SECTIONS[""].files) == {"main.c"}
    for heading in NEEDED:
        assert re.search(r"^(?:\S*/)?program$", SECTIONS[heading].commands, re.M), heading


def prepared(heading: str, folder: Path) -> str:
    """A section's folder with what it begins with, and its commands."""
    section = SECTIONS[heading]
    for name, text in {**SECTIONS[""].files, **section.files}.items():
        (folder / name).write_text(text)
    put_packages(section.commands, folder)
    assert list(folder.glob("*.tar.gz"))
    assert INSTALL not in section.commands or heading == "Debian"
    return section.commands.replace(INSTALL, UNPACK)


@pytest.mark.slow
@pytest.mark.parametrize("heading", NEEDED)
@pytest.mark.sampled(3)
def test_a_section(heading: str, tmp_path: Path) -> None:
    if absent := missing(heading):
        pytest.skip(f"not installed: {absent}")
    commands = prepared(heading, tmp_path)
    assert run_in(tmp_path, commands).splitlines()[-1] == "verified"
    assert (
        "Multi-Arch: same" in run_in(tmp_path, "dpkg-deb -f *.deb") if heading == "Debian" else True
    )
    if heading == "Debian" and shutil.which("lintian"):
        run_in(tmp_path, "lintian --allow-root --fail-on error,warning whit_*.changes")


BLS = "WHIT_BLS=1 takes WHIT_PAIRINGS=1 and"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("heading", "before", "after", "told"),
    [
        ("Meson", "curves=secp256r1", "curves=secp257r1", "secp257r1.*nearest:.*secp256r1"),
        ("Meson", "profile=small", "profile=tiny", "tiny"),
        ("Meson", "profile=small", "bls=1", BLS),
        ("Meson", "profile=small", "profile=small', 'x_comb=1", "WHIT_X_COMB=1 takes WHIT_PROFILE"),
        ("Meson", "profile=small", "minimum_security=192", "secp256r1 has 128-bit security, less"),
        ("Meson", "curves=secp256r1", "minimum_security=999", "leaves no curve"),
        ("Meson", "profile=small", "minimum_security=many", 'is a number, not "many"'),
        ("CMake", "CURVES secp256r1", "CURVES secp257r1", "secp257r1.*nearest:.*secp256r1"),
        ("CMake", "WHIT_PROFILE small", "WHIT_BLS 1", BLS),
        ("Conan", "curves=secp256r1", "curves=secp257r1", "secp257r1.*nearest:.*secp256r1"),
        ("Conan", "profile=small", "bls=1", BLS),
        ("Conan", "profile=small", "profile=tiny", "'tiny' is not a valid"),
    ],
)
@pytest.mark.sampled(2)
def test_a_wrong_option_ends_the_configuration(
    heading: str, before: str, after: str, told: str, tmp_path: Path
) -> None:
    if absent := missing(heading):
        pytest.skip(f"not installed: {absent}")
    commands = prepared(heading, tmp_path)
    changed = 0
    for path in [*tmp_path.glob("*.txt"), *tmp_path.glob("meson.build")]:
        text = path.read_text()
        changed += before in text
        path.write_text(text.replace(before, after))
    assert changed or before in commands
    done = subprocess.run(
        ["sh", "-ec", commands.replace(before, after)], cwd=tmp_path, env=environment(tmp_path),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert re.search(told, done.stdout, re.S), done.stdout
    assert "Building C object" not in done.stdout
    assert not (tmp_path / "build" / "program").exists()


# The port of vcpkg, without vcpkg

# What vcpkg's manual says that these do, of what the port asks.
STAND_INS = """\
cmake_minimum_required(VERSION 3.16)
function(vcpkg_check_linkage kind)
    if(NOT kind STREQUAL "ONLY_STATIC_LIBRARY")
        message(FATAL_ERROR "unknown: ${kind}")
    endif()
endfunction()
function(vcpkg_extract_source_archive result)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "ARCHIVE" "")
    file(ARCHIVE_EXTRACT INPUT "${arg_ARCHIVE}" DESTINATION "${CURRENT_BUILDTREES_DIR}/src")
    file(GLOB found "${CURRENT_BUILDTREES_DIR}/src/*")
    set(${result} "${found}" PARENT_SCOPE)
endfunction()
function(vcpkg_check_features)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUT_FEATURE_OPTIONS" "FEATURES")
    set(options "")
    list(LENGTH arg_FEATURES count)
    math(EXPR last "${count} - 1")
    foreach(place RANGE 0 ${last} 2)
        math(EXPR next "${place} + 1")
        list(GET arg_FEATURES ${place} feature)
        list(GET arg_FEATURES ${next} name)
        if(feature IN_LIST FEATURES)
            list(APPEND options "-D${name}=ON")
        else()
            list(APPEND options "-D${name}=OFF")
        endif()
    endforeach()
    set(${arg_OUT_FEATURE_OPTIONS} "${options}" PARENT_SCOPE)
endfunction()
function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${out}")
    endif()
endfunction()
function(vcpkg_cmake_configure)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
    run(cmake -S "${arg_SOURCE_PATH}" -B "${CURRENT_BUILDTREES_DIR}/rel" ${arg_OPTIONS}
        -DBUILD_SHARED_LIBS=OFF -DCMAKE_BUILD_TYPE=Release ${VCPKG_CMAKE_CONFIGURE_OPTIONS}
        "-DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}" -DCMAKE_INSTALL_LIBDIR:STRING=lib)
endfunction()
function(vcpkg_cmake_install)
    run(cmake --build "${CURRENT_BUILDTREES_DIR}/rel" --target install --parallel 2)
endfunction()
function(vcpkg_cmake_config_fixup)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "PACKAGE_NAME;CONFIG_PATH" "")
    file(MAKE_DIRECTORY "${CURRENT_PACKAGES_DIR}/share")
    file(RENAME "${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}"
        "${CURRENT_PACKAGES_DIR}/share/${arg_PACKAGE_NAME}")
endfunction()
function(vcpkg_fixup_pkgconfig)
    file(GLOB found "${CURRENT_PACKAGES_DIR}/lib/pkgconfig/whit.pc")
    if(NOT found)
        message(FATAL_ERROR "no whit.pc")
    endif()
endfunction()
function(vcpkg_install_copyright)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
    file(COPY ${arg_FILE_LIST} DESTINATION "${CURRENT_PACKAGES_DIR}/share/whit")
endfunction()
include("${CURRENT_PORT_DIR}/portfile.cmake")
"""
# [vcpkg's manual, vcpkg.json]: of versions, names and licences what it accepts.
VERSION_KEYS = {"version", "version-semver", "version-date", "version-string"}
PORT_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def test_the_manifest_of_vcpkg(tmp_path: Path, version: str) -> None:
    made = package("vcpkg")
    manifest = json.loads(made.files["whit/vcpkg.json"])
    assert [manifest[key] for key in VERSION_KEYS & manifest.keys()] == [version]
    assert PORT_NAME.fullmatch(manifest["name"])
    assert manifest["license"] == "MIT"
    called = {
        "vcpkg_cmake_configure": "vcpkg-cmake",
        "vcpkg_cmake_config_fixup": "vcpkg-cmake-config",
    }
    port = made.files["whit/portfile.cmake"].decode()
    for function, needed in called.items():
        assert function in port
        assert {"name": needed, "host": True} in manifest["dependencies"]
    features = re.search(r"FEATURES ((?:[a-z]+ WHIT_\w+ ?)+)", port)
    assert features is not None
    assert set(features[1].split()[::2]) == set(manifest["features"])
    known = manifest.keys() - {"name", "description", "license", "dependencies", "features"}
    assert known <= VERSION_KEYS


@pytest.mark.slow
@pytest.mark.parametrize("feature", ["", "compat"])
@pytest.mark.sampled(2)
def test_the_port_of_vcpkg(feature: str, tmp_path: Path) -> None:
    """With stand-ins for vcpkg's functions."""
    for name, content in package("vcpkg").files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    (tmp_path / "run.cmake").write_text(STAND_INS)
    (tmp_path / "main.c").write_text(SECTIONS[""].files["main.c"])
    words = {
        "CURRENT_PORT_DIR": tmp_path / "whit",
        "CURRENT_BUILDTREES_DIR": tmp_path / "trees",
        "CURRENT_PACKAGES_DIR": tmp_path / "packages",
        "FEATURES": feature,
        "VCPKG_CMAKE_CONFIGURE_OPTIONS": "-DWHIT_CURVES=secp256r1",
    }
    defined = " ".join(f"'-D{name}={value}'" for name, value in words.items())
    run_in(tmp_path, f"cmake {defined} -P run.cmake")
    packages = tmp_path / "packages"
    assert (packages / "share" / "whit" / "LICENSE").is_file()
    assert (packages / "share" / "Whit" / "WhitConfig.cmake").is_file()
    assert (packages / "lib" / "libwhit-compat.a").is_file() == bool(feature)
    script = "cc main.c -Ipackages/include -Lpackages/lib -lwhit -o program\n./program"
    assert run_in(tmp_path, script).splitlines()[-1] == "verified"


# What makes packages of folders


def folder(place: Path, declaration: str, **files: str) -> Path:
    place.mkdir(parents=True)
    (place / ports.DECLARATION).write_text(declaration)
    for name, text in files.items():
        (place / name.replace("__", ".")).write_text(text)
    return place


@pytest.mark.parametrize(
    ("declaration", "told"),
    [
        ("holds = {}", "has no title"),
        ('title = "x"\nhold = {}', "'hold' is no key; there are bare, holds, options, title"),
        ('title = "x"\nholds = { a = "nonesuch" }', "'nonesuch' is neither a drop-in nor"),
        ('title = "x"\nholds = { a = "library.rar" }', "'library.rar' is neither"),
    ],
)
def test_a_declaration_that_is_wrong_is_said(declaration: str, told: str, tmp_path: Path) -> None:
    place = folder(tmp_path / "x", declaration)
    with pytest.raises(ReleaseError, match=re.escape(told)):
        ports.package(release(), place)


@pytest.mark.slow
def test_every_port_is_a_package() -> None:
    names = [path.name for path in ports.folders()]
    assert {"conan", "debian", "meson", "vcpkg"} <= set(names)
    for name in names:
        made = package(name)
        assert made.name == f"whit-{name}-{version(ROOT)}"
        assert "LICENSE" in made.files
        assert ports.DECLARATION not in made.files
        own = ROOT / "ports" / name
        for path in own.rglob("*.in"):
            made_of = path.relative_to(own).as_posix()
            assert made_of not in made.files
            assert made_of.removesuffix(".in") in made.files
    assert package("debian").mode("debian/rules") == 0o755
    wrap = package("meson").files["whit.wrap"].decode()
    assert "@" not in wrap
    (archive,) = (file for file in package("meson").files if file.endswith(".tar.gz"))
    assert f"source_filename = {Path(archive).name}" in wrap


def test_the_library_is_a_part_of_the_sources() -> None:
    """All that its list names is there, and nothing else."""
    places = drop_ins.choices()["library"]
    assert all((ROOT / place).exists() for place in places)
    files = package("library").files
    assert {name.split("/")[0] for name in files} == {place.split("/")[0] for place in places}
    assert not [name for name in files if name.startswith("ports/") and "posix" not in name]
