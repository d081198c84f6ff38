# SPDX-License-Identifier: MIT
"""Fetching, without a network: a cargo cache and a cargo made by the test."""

import hashlib
import io
import os
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lab.errors import LabError
from lab.peers import sources
from lab.peers.catalogue import Crate, Library, find

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
    return replace(find("micro-ecc"), name="some", directory=directory, crate=CRATE)


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


def test_fetching_says_how_much(place: Path) -> None:
    content = place / "fetched"
    content.write_bytes(GOOD)
    folder = place / "cargo" / "registry" / "cache" / "x"
    cargo(place, f"/bin/mkdir -p {folder} && /bin/cp {content} {folder}/some-sys-1.2.3.crate")
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
        (lying_cargo, "does not match its checksum"),
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


def test_lock_file_that_does_not_pin(place: Path) -> None:
    some = library(place, GOOD)
    with pytest.raises(LabError, match="does not pin some-sys 9"):
        sources.locked_checksum(some, replace(CRATE, version="9"))
    (some.directory / "Cargo.lock").write_text("[[package")
    with pytest.raises(LabError, match="not a lock file"):
        sources.locked_checksum(some, CRATE)
