# SPDX-License-Identifier: MIT
"""Fetching, without a network: a cargo cache and a cargo made by the test."""

import hashlib
import io
import json
import os
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lab.errors import FetchError, LabError
from lab.peers import crates, debian, sources
from lab.peers.catalogue import Crate, Crates, Debian, Library, Local, find

CRATE = Crate("some-sys", "1.2.3", "vendor/some", "1 kB")
Said = list[str]


def archive(files: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as tar:
        for name, data in files.items():
            member = tarfile.TarInfo(f"some-sys-1.2.3/{name}")
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return content.getvalue()


GOOD = archive({"vendor/some/a.c": b"int a;", "vendor/some/sub/b.h": b"", "build.rs": b"no"})


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sources, "BUILD", tmp_path / "build")
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "cargo"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path


def library(place: Path, content: bytes) -> Library:
    directory = place / "peers" / "some"
    directory.mkdir(parents=True, exist_ok=True)
    checksum = hashlib.sha256(content).hexdigest()
    (directory / "Cargo.lock").write_text(
        f'[[package]]\nname = "some-sys"\nversion = "1.2.3"\nchecksum = "{checksum}"\n'
    )
    return replace(find("micro-ecc"), name="some", directory=directory, source=CRATE)


def cached(place: Path, content: bytes) -> None:
    folder = place / "cargo" / "registry" / "cache" / "registry-1"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "some-sys-1.2.3.crate").write_bytes(content)


def cargo(place: Path, script: str) -> None:
    (place / "bin").mkdir()
    path = place / "bin" / "cargo"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def quiet(_: str) -> None:
    raise AssertionError("nothing is fetched here")


def test_only_the_needed_directory_is_unpacked(place: Path) -> None:
    cached(place, GOOD)
    found = sources.prepare(library(place, GOOD), quiet)
    names = {str(path.relative_to(found)) for path in found.rglob("*") if path.is_file()}
    assert names == {"a.c", "sub/b.h", ".checksum"}
    assert sources.prepare(library(place, GOOD), quiet) == found


def test_another_checksum_replaces_the_directory(place: Path) -> None:
    cached(place, GOOD)
    found = sources.prepare(library(place, GOOD), quiet)
    newer = archive({"vendor/some/new.c": b"int b;"})
    cached(place, newer)
    assert sources.prepare(library(place, newer), quiet) == found
    assert not (found / "a.c").exists()
    assert (found / "new.c").read_bytes() == b"int b;"


def fetching_cargo(place: Path) -> None:
    content = place / "fetched"
    content.write_bytes(GOOD)
    folder = place / "cargo" / "registry" / "cache" / "x"
    cargo(place, f"/bin/mkdir -p {folder} && /bin/cp {content} {folder}/some-sys-1.2.3.crate")


def test_fetching_says_how_much(place: Path) -> None:
    fetching_cargo(place)
    said: Said = []
    found = sources.prepare(library(place, GOOD), said.append)
    assert (found / "a.c").exists()
    assert said == ["fetching some (crate some-sys 1.2.3, 1 kB)"]


def no_cargo(place: Path) -> None:
    assert not (place / "bin").exists()


def failing_cargo(place: Path) -> None:
    cargo(place, "echo 'error: no network' >&2; exit 101")


def lying_cargo(place: Path) -> None:
    cargo(place, "exit 0")
    cached(place, b"something else")


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        (no_cargo, "fetching some needs cargo; .*apt-get install cargo; once this works"),
        (failing_cargo, "fetching some failed: error: no network; once this works"),
        (
            lying_cargo,
            r"some-sys-1.2.3.crate does not match its checksum in .*; delete it and repeat",
        ),
    ],
)
def test_failures_say_how_to_go_on(
    place: Path, prepare: Callable[[Path], None], message: str
) -> None:
    prepare(place)
    with pytest.raises(LabError, match=message) as caught:
        sources.prepare(library(place, GOOD), lambda _: None)
    assert "\n" not in str(caught.value)
    assert not (place / "build" / "peers" / "some").exists()


def test_archive_without_the_directory(place: Path) -> None:
    content = archive({"elsewhere/a.c": b""})
    cached(place, content)
    with pytest.raises(LabError, match="holds no vendor/some"):
        sources.prepare(library(place, content), quiet)
    assert os.listdir(place / "build" / "peers") == []  # noqa: PTH208


def in_rust(place: Path, content: bytes) -> Library:
    return replace(library(place, content), source=Crates("1 kB", ("core",)))


def test_crates_lie_as_cargo_takes_them(place: Path) -> None:
    """Each in a folder, with its checksum in a file; a version that is not pinned may stay."""
    cached(place, GOOD)
    some = in_rust(place, GOOD)
    found = sources.prepare(some, quiet)
    crate = found / "some-sys-1.2.3"
    assert (crate / "vendor" / "some" / "a.c").read_bytes() == b"int a;"
    told = json.loads((crate / crates.CHECKSUMS).read_text())
    assert told == {"files": {}, "package": hashlib.sha256(GOOD).hexdigest()}
    (place / "cargo").rename(place / "elsewhere")
    assert sources.prepare(some, quiet) == found
    (crate / crates.CHECKSUMS).unlink()
    with pytest.raises(FetchError, match="fetching some needs cargo"):
        sources.prepare(some, quiet)


def test_fetching_crates_says_how_many(place: Path) -> None:
    fetching_cargo(place)
    said: Said = []
    found = sources.prepare(in_rust(place, GOOD), said.append)
    assert (found / "some-sys-1.2.3" / "build.rs").exists()
    assert said == ["fetching some (1 crates, 1 kB)"]


def test_a_crate_that_is_not_the_pinned_one_is_named(place: Path) -> None:
    lying_cargo(place)
    with pytest.raises(LabError, match=r"some-sys-1.2.3.crate does not match its checksum in "):
        sources.prepare(in_rust(place, GOOD), lambda _: None)
    assert not (place / "build").exists()


def test_lock_file_that_does_not_pin(place: Path) -> None:
    some = library(place, GOOD)
    with pytest.raises(LabError, match="does not pin some-sys 9"):
        crates.locked_checksum(some, replace(CRATE, version="9"))
    (some.directory / "Cargo.lock").write_text("[[package")
    with pytest.raises(LabError, match="not a lock file"):
        crates.locked_checksum(some, CRATE)


def test_an_archive_that_is_cut_short_is_named(place: Path) -> None:
    content = GOOD[:-30]
    cached(place, content)
    with pytest.raises(LabError, match=r"some-sys-1.2.3.crate cannot be unpacked: "):
        sources.prepare(library(place, content), quiet)
    assert os.listdir(place / "build" / "peers") == []  # noqa: PTH208


PACKAGE = Debian("some", "1.2-3", "some_1.2.orig.tar.gz", "", "vendor/some", "1 kB")


def package(place: Path, content: bytes) -> Library:
    source = replace(PACKAGE, sha256=hashlib.sha256(content).hexdigest())
    return replace(library(place, content), source=source)


def apt(place: Path, monkeypatch: pytest.MonkeyPatch, *mirrors: str) -> Path:
    """An apt-get that lists mirrors, which are directories, and a helper that copies."""
    (place / "bin").mkdir()
    lister, helper = place / "bin" / "apt-get", place / "bin" / "helper"
    lines = "\n".join(f"echo {place}/{mirror}" for mirror in (*mirrors, *mirrors))
    lister.write_text(f"#!/bin/sh\n{lines}\n")
    helper.write_text(
        '#!/bin/sh\n/bin/cp "$2" "$3" 2> /dev/null || { echo "E: no $2" >&2; exit 1; }\n'
    )
    for program in (lister, helper):
        program.chmod(0o755)
    monkeypatch.setattr(debian, "HELPER", helper)
    return place


def mirrored(place: Path, mirror: str, content: bytes) -> None:
    folder = place / mirror / "pool" / "main" / "s" / "some"
    folder.mkdir(parents=True)
    (folder / "some_1.2.orig.tar.gz").write_bytes(content)


def test_debian_archive_comes_from_the_first_mirror_that_has_it(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apt(place, monkeypatch, "empty", "full")
    mirrored(place, "full", GOOD)
    said: Said = []
    found = sources.prepare(package(place, GOOD), said.append)
    assert (found / "sub" / "b.h").exists()
    assert not (found / "build.rs").exists()
    assert said == ["fetching some (some_1.2.orig.tar.gz of Debian, 1 kB)"]
    assert sources.prepare(package(place, GOOD), quiet) == found


def test_debian_archive_that_was_fetched_before_is_unpacked_again(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apt(place, monkeypatch, "full")
    mirrored(place, "full", GOOD)
    found = sources.prepare(package(place, GOOD), lambda _: None)
    (found / ".checksum").unlink()
    assert sources.prepare(package(place, GOOD), quiet) == found


def test_a_corrupted_download_is_not_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    apt(place, monkeypatch, "full")
    mirrored(place, "full", GOOD[:-1])
    with pytest.raises(FetchError, match=r"some_1.2.orig.tar.gz came with another checksum .*"
                       r"; repeat the command later; --source some=DIR takes"):  # fmt: skip
        sources.prepare(package(place, GOOD), lambda _: None)
    assert os.listdir(place / "build" / "downloads") == []  # noqa: PTH208
    assert not (place / "build" / "peers").exists()


def test_a_corrupted_archive_on_disk_is_named(place: Path) -> None:
    path = place / "build" / "downloads" / PACKAGE.archive
    path.parent.mkdir(parents=True)
    path.write_bytes(GOOD[:-1])
    with pytest.raises(FetchError, match=f"{path} does not match its checksum in .*; delete it"):
        sources.prepare(package(place, GOOD), quiet)


def test_debian_failures_say_how_to_go_on(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FetchError, match=r"needs apt and a mirror of Debian .*; --source some=DIR"):
        sources.prepare(package(place, GOOD), quiet)
    apt(place, monkeypatch, "empty")
    with pytest.raises(FetchError, match=r"fetching some failed: no .*; once this works again"):
        sources.prepare(package(place, GOOD), lambda _: None)


def test_sources_that_the_user_brings(place: Path) -> None:
    some = replace(library(place, GOOD), source=Local("a checkout"), sources=("a.c",))
    with pytest.raises(LabError, match=r"in no registry: --source some=DIR .* \(a checkout\)"):
        sources.prepare(some, quiet)
    with pytest.raises(LabError, match="is not a directory"):
        sources.prepare(some, quiet, place / "nowhere")
    with pytest.raises(LabError, match=r"--source some=.* has no a\.c"):
        sources.prepare(some, quiet, place)
    (place / "a.c").touch()
    assert sources.prepare(some, quiet, place) == place
    assert sources.prepare(replace(some, source=CRATE), quiet, place) == place
