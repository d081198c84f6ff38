# SPDX-License-Identifier: MIT
"""What `make release` makes: which drop-ins, that they are the library, that archives are the same
whenever they are made, and what a release is refused for."""

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from lab.store import newest
from tests.emitting import image, options, program, run, succeed
from tests.test_amalgamation import generate_curves
from tools.emission import cores
from tools.release import __main__ as release
from tools.release import build, drop_ins, sbom
from tools.release.figures import HEADER, figures
from tools.release.package import Package, archives, tar_gz, zipped
from tools.release.version import Commit, ReleaseError, check, commit, version

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "results"
EVERY = {each.name: each for each in drop_ins.every()}
SECONDS = 1_700_000_001
NATIVE = ("x86-64", "portable")
MAIN = """\
#define _POSIX_C_SOURCE 200809L
#include "whit.h"
#include <stdio.h>
static whit_status fill(void *context, uint8_t *out, size_t length)
{
    FILE *file = fopen("/dev/urandom", "rb");
    size_t count = file != NULL ? fread(out, 1, length, file) : 0;
    (void)context;
    return file != NULL && fclose(file) == 0 && count == length ? WHIT_OK
                                                                : WHIT_ERROR_RANDOM_FAILED;
}
int main(void)
{
    const whit_random random = {fill, NULL};
    return CALLS;
}
"""


# Which there are


def test_drop_ins_are_of_what_the_repository_declares() -> None:
    """Each main curve and each pair, each core once, each profile."""
    goals = set(tomllib.loads((ROOT / "goals.toml").read_text())["goals"])
    assert {each.curves[0] for each in EVERY.values() if len(each.curves) == 1} == goals
    assert {("secp256r1", "ed25519"), ("secp256r1", "curve25519")} <= {
        each.curves for each in EVERY.values()
    }
    groups = {each.core_names for each in EVERY.values()}
    assert sorted(name for group in groups for name in group) == sorted(cores.CORES)
    assert len(EVERY) == len(drop_ins.curve_sets()) * len(groups) * len(drop_ins.profiles())
    assert "whit-secp256r1-cortex-m4-balanced" in EVERY


def test_cores_that_share_a_drop_in_differ_in_nothing_that_decides() -> None:
    together = {tuple(core.name for core in group) for group in cores.groups()}
    assert ("cortex-m4", "cortex-m7", "cortex-m33") in together
    assert ("cortex-m0", "cortex-m0plus") in together
    for group in cores.groups():
        assert len({str(core.meanings()) for core in group}) == 1
        assert len({(core.title, core.limb_bits) for core in group}) == 1


# That they are the library


def unpacked(name: str, place: Path) -> Path:
    """A drop-in as its archive has it."""
    package = drop_ins.package(EVERY[name], version(ROOT), RESULTS)
    with tarfile.open(fileobj=io.BytesIO(tar_gz(package, SECONDS))) as archive:
        # Python 3.11 has filters from 3.11.4 on.
        archive.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        archive.extractall(place)
    return place / name


def commands(readme: str) -> list[str]:
    """What a README says how to compile."""
    found = re.search(r"^```\n(.*?)\n```$", readme, re.M | re.S)
    assert found is not None
    return found[1].splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(EVERY))
@pytest.mark.sampled(104)
def test_a_drop_in_as_it_is_shipped(name: str, tmp_path: Path) -> None:
    """Its README's commands compile it, its image is that of the whole library's same build, and
    its examples run where this machine runs them."""
    chosen = EVERY[name]
    folder = unpacked(name, tmp_path)
    for command in commands((folder / "README.md").read_text()):
        done = subprocess.run(
            [*command.split(), "-Wall", "-Wextra", "-Werror"],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, ""), command
    for example in folder.glob("example_*.c"):
        succeed(*chosen.cores[0].command, "-std=c99", "-Wall", "-Wextra", "-c", example,
                "-o", folder / "example.o")  # fmt: skip
    curves = ",".join(chosen.curves)
    whole = generate_curves(tmp_path / "whole", curves)
    source = program(folder, folder / "whit.h")
    for core in chosen.cores:
        flags = options(core.name, chosen.profile, curves)
        expected = image(whole, source, core.command, *flags)
        assert image(folder, source, core.command) == expected
        assert len(expected) > 2000


@pytest.mark.slow
@pytest.mark.parametrize("core", NATIVE)
@pytest.mark.parametrize("curves", [["secp256r1", "curve25519"], ["ed448"], ["secp256r1"]])
@pytest.mark.sampled(3)
def test_examples_run(core: str, curves: Sequence[str], tmp_path: Path) -> None:
    name = "-".join(("whit", *curves, core, "balanced"))
    folder = unpacked(name, tmp_path)
    declared = "".join(f"int example_{each}(const whit_random *);\n" for each in curves)
    calls = " || ".join(f"example_{each}(&random) != 0" for each in curves)
    text = MAIN.replace("int main", f"{declared}int main").replace("CALLS", calls)
    (folder / "main.c").write_text(text)
    command = ("gcc", "-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{folder}")
    succeed(*command, *sorted(folder.glob("*.c")), "-o", folder / "program")
    assert run(folder / "program").returncode == 0
    (folder / "main.c").write_text(text.replace('"/dev/urandom"', '"/dev/null"'))
    succeed(*command, *sorted(folder.glob("*.c")), "-o", folder / "program")
    assert run(folder / "program").returncode == 1, "a source without random bytes"


@pytest.mark.slow
def test_a_drop_in_needs_little_of_the_c_library(tmp_path: Path) -> None:
    folder = unpacked("whit-secp256r1-portable-small", tmp_path)
    succeed("gcc", "-O2", "-std=c99", "-c", folder / "whit.c", "-o", folder / "whit.o")
    needed = {line.split()[-1] for line in succeed("nm", "-u", folder / "whit.o").splitlines()}
    assert needed <= {"memcpy", "memmove", "memset", "memcmp", "_GLOBAL_OFFSET_TABLE_"}
    readme = (folder / "README.md").read_text()
    assert "@" not in readme
    assert "has no sample of this build" in readme


@pytest.mark.slow
def test_figures_are_the_newest_samples() -> None:
    chosen = EVERY["whit-secp256r1-cortex-m4-small"]
    found = figures(RESULTS, chosen.curves, chosen.core_names, chosen.profile)
    samples = newest(RESULTS)
    assert {"cortex-m4", "cortex-m33"} <= set(found)
    for each in (each for of in found.values() for each in of.values()):
        assert samples[each.case] == each
        assert (each.configuration, each.board, each.profile) == (None, None, "small")
    package = drop_ins.package(chosen, version(ROOT), RESULTS)
    readme = package.files["README.md"].decode()
    assert f"| {' | '.join(HEADER)} |" in readme
    assert f"| verify | {found['cortex-m4']['verify'].cycles:,} |" in readme
    pair = EVERY["whit-secp256r1-ed25519-cortex-m4-small"]
    assert figures(RESULTS, pair.curves, pair.core_names, pair.profile) == {}


# Archives


FILES = {"b.c": b"int x;\n", "a/b.h": b"", "run": b"#!/bin/sh\n"}


def test_archives_are_the_same_whenever_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Package("whit-x", "", FILES, frozenset({"run"}))
    other = Package("whit-x", "", dict(reversed(FILES.items())), frozenset({"run"}))
    made = archives(one, SECONDS)
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    assert archives(other, SECONDS) == made
    assert {hashlib.sha256(each).hexdigest() for each in made.values()} == {
        "d713a9fa968e097aa6147577a01221669577ec3c184c216d01d57ec7eaaf51af",
        "3492827a8116d700f5710473130e7a3ed575adf4e3e470a8de8da054abba4cb9",
    }


def test_archives_hold_what_they_are_to() -> None:
    package = Package("whit-x", "", FILES, frozenset({"run"}))
    with tarfile.open(fileobj=io.BytesIO(tar_gz(package, SECONDS))) as archive:
        entries = archive.getmembers()
        assert [each.name for each in entries] == ["whit-x/a/b.h", "whit-x/b.c", "whit-x/run"]
        assert {(each.mtime, each.uid, each.gid, each.uname) for each in entries} == {
            (SECONDS, 0, 0, "root")
        }
        assert [each.mode for each in entries] == [0o644, 0o644, 0o755]
        held = archive.extractfile("whit-x/b.c")
        assert held is not None
        assert held.read() == FILES["b.c"]
    with zipfile.ZipFile(io.BytesIO(zipped(package, SECONDS))) as other:
        assert other.testzip() is None
        found = {each.filename: each for each in other.infolist()}
        assert {each.date_time for each in found.values()} == {(2023, 11, 14, 22, 13, 20)}
        assert found["whit-x/run"].external_attr >> 16 == 0o100755
        assert other.read("whit-x/b.c") == FILES["b.c"]


def test_the_sbom_names_every_archive_by_its_digest() -> None:
    made = {"whit-x.zip": b"one", "whit-x+y.tar.gz": b"two"}
    text = json.loads(sbom.document("1.2.3", Commit("c0ffee", 0), made))
    assert (text["spdxVersion"], text["creationInfo"]["created"]) == (
        "SPDX-2.3",
        "1970-01-01T00:00:00Z",
    )
    found = {each["SPDXID"]: each for each in text["packages"]}
    assert len(found) == len(text["packages"]) == 3
    assert all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", name) for name in found)
    sums = {each["name"]: each["checksums"][0]["checksumValue"] for each in found.values()
            if "checksums" in each}  # fmt: skip
    assert sums == {name: hashlib.sha256(each).hexdigest() for name, each in made.items()}
    for each in text["relationships"]:
        assert {each["spdxElementId"], each["relatedSpdxElement"]} <= {*found, "SPDXRef-DOCUMENT"}


# A release as a whole


def repository(place: Path, **changes: tuple[str, str]) -> Path:
    """A repository of the files that state a version, with changes in them."""
    place.mkdir()
    for name in ("include/whit/version.h", "pyproject.toml", "peers/whit/peer.toml",
                 "CHANGELOG.md"):  # fmt: skip
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / name).read_text()
        before, after = changes.get(Path(name).stem, ("", ""))
        assert before in text
        (place / name).write_text(text.replace(before, after, 1) if before else text)
    identity = ("-c", "user.name=x", "-c", "user.email=x@x")
    for words in (("init", "-q"), ("add", "-A"), (*identity, "commit", "-qm", "All")):
        succeed("git", "-C", place, *words)
    return place


def test_a_good_tree_has_a_version_and_a_commit(tmp_path: Path, version: str) -> None:
    tree = repository(tmp_path / "tree")
    assert check(tree) == version
    succeed("git", "-C", tree, "tag", "other")
    assert check(tree) == version
    assert len(commit(tree).name) == 40


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"pyproject": ('version = "0', 'version = "9')}, "and pyproject.toml 9."),
        ({"peer": ('version = "0', 'version = "9')}, "and peers/whit/peer.toml 9."),
        ({"version": ("_MINOR 1", "_MINOR 7")}, "and its numbers 0.7.0"),
        ({"version": ("WHIT_VERSION ", "WHIT_VERSIONS ")}, "version.h states no version"),
        ({"CHANGELOG": ("## Unreleased", "## 0.0.1")}, "CHANGELOG.md begins with 0.0.1"),
    ],
)
def test_versions_that_differ_are_refused(
    changes: dict[str, tuple[str, str]], told: str, tmp_path: Path
) -> None:
    tree = repository(tmp_path / "tree", **changes)
    with pytest.raises(ReleaseError) as refused:
        check(tree)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_tag_of_another_version_is_refused_and_one_without_changes(tmp_path: Path) -> None:
    tree = repository(tmp_path / "tree")
    succeed("git", "-C", tree, "tag", "v9.0.0")
    with pytest.raises(ReleaseError, match=r"tagged v9\.0\.0, and .* states version 0"):
        check(tree)
    succeed("git", "-C", tree, "tag", "-d", "v9.0.0")
    succeed("git", "-C", tree, "tag", f"v{version(tree)}")
    with pytest.raises(ReleaseError, match="begins with Unreleased"):
        check(tree)


def test_a_tree_with_changes_is_refused(tmp_path: Path) -> None:
    tree = repository(tmp_path / "tree")
    for number in range(7):
        (tree / f"new{number}.c").write_text("")
    with pytest.raises(ReleaseError, match=r"not committed: new0\.c, .* and 2 more"):
        check(tree)
    with pytest.raises(ReleaseError, match="git"):
        check(tmp_path)


def test_the_command_refuses_in_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    """The repository's own, with a file changed."""
    tree = tmp_path / "tree"
    succeed("git", "clone", "-q", "--shared", ROOT, tree)
    with (tree / "README.md").open("a") as file:
        file.write("more\n")
    output = tmp_path / "release"
    done = subprocess.run(
        [sys.executable, "-m", "tools.release", "--output", output],
        cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "release: not committed: README.md; a release is of a commit\n"
    assert not output.exists()


class Builds:
    """Stands for the two builds: each writes these files, or fails."""

    def __init__(self, *turns: dict[str, str] | None) -> None:
        self.turns = turns

    def __call__(
        self, tree: Path, folder: Path, only: Sequence[str], turn: int
    ) -> subprocess.Popen[str]:
        files = self.turns[turn]
        folder.mkdir()
        for name, text in (files or {}).items():
            (folder / name).write_text(text)
        script = "exit 0" if files is not None else "echo 'release: no such thing' >&2; exit 1"
        return subprocess.Popen(["sh", "-c", script], stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (({"a": "1", "b": "2"}, {"a": "1", "b": "3"}), "two builds differ in b"),
        (({"a": "1"}, {"a": "1", "c": ""}), "two builds differ in c"),
        (({"a": "1"}, None), "no such thing"),
        ((None, {"a": "1"}), "no such thing"),
    ],
)
def test_what_there_was_stays_where_a_release_fails(
    turns: tuple[dict[str, str] | None, ...],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(release, "check", lambda root: "0.0.0")
    monkeypatch.setattr(release, "git", lambda *words: "")
    monkeypatch.setattr(release, "started", Builds(*turns))
    output = tmp_path / "release"
    output.mkdir()
    (output / "old").write_text("old")
    with pytest.raises(ReleaseError) as refused:
        release.make(output, ())
    assert told in str(refused.value)
    assert [path.name for path in tmp_path.iterdir()] == ["release"]
    assert [path.name for path in output.iterdir()] == ["old"]


def test_a_release_takes_the_place_of_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "check", lambda root: "0.0.0")
    monkeypatch.setattr(release, "git", lambda *words: "")
    monkeypatch.setattr(release, "started", Builds({"a": "1"}, {"a": "1"}))
    output = tmp_path / "release"
    output.mkdir()
    (output / "old").write_text("old")
    assert release.make(output, ()) == ["a"]
    assert [path.name for path in tmp_path.iterdir()] == ["release"]


@pytest.mark.slow
def test_a_part_of_a_release(tmp_path: Path) -> None:
    """Checksums as sha256sum reads them, an index, and archives that are the same when a tree
    elsewhere makes them at another time."""
    names = build.build(tmp_path / "one", ["whit-curve25519-cortex-m0-small"])
    name = "whit-curve25519-cortex-m0-small"
    told = f"whit-{version(ROOT)}.spdx.json"
    assert set(names) == {f"{name}.tar.gz", f"{name}.zip", "SHA256SUMS", "index.json", told}
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", "SHA256SUMS"],
        cwd=tmp_path / "one", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert done.stdout.count(": OK") == len(names) - 1
    index = json.loads((tmp_path / "one" / "index.json").read_text())
    (entry,) = index["packages"]
    assert entry["cores"] == ["cortex-m0", "cortex-m0plus"]
    assert entry["figures"]["cortex-m0"]["ecdh"]["flash_bytes"] > 0
    tree = tmp_path / "tree"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns("build", ".venv", "__pycache__"))
    subprocess.run(
        [sys.executable, "-m", "tools.release.build", tmp_path / "two", "--only", name],
        cwd=tree, env={**os.environ, "PYTHONPATH": str(tree), **release.SETTINGS[1]}, check=True,
    )  # fmt: skip
    assert release.differing(tmp_path / "one", tmp_path / "two") == []


def test_a_pattern_that_names_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="no package is called whit-secp257r1-"):
        build.build(tmp_path / "out", ["whit-secp257r1-*"])
