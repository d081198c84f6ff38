# SPDX-License-Identifier: MIT
"""The version that a release has, the commit that it is of, and what it is refused for."""

import os
import re
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

HEADER = Path("include/whit/version.h")
CHANGES = "CHANGELOG.md"
UNRELEASED = "Unreleased"
FIRST_HEADING = re.compile(r"^## (\S+)", re.M)
NUMBER = re.compile(r"^#define WHIT_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", re.M)
WHOLE = re.compile(r'^#define WHIT_VERSION "(\d+\.\d+\.\d+)"$', re.M)
SHOWN = 5


class ReleaseError(Exception):
    """There is no release; the message says why."""


@dataclass(frozen=True)
class Commit:
    name: str
    seconds: int  # since 1970, when it was made: the time of every file of a release


def stated(root: Path) -> dict[str, str]:
    """Where a version is stated, and which."""
    header = (root / HEADER).read_text(encoding="utf-8")
    whole = WHOLE.search(header)
    if whole is None:
        raise ReleaseError(f"{HEADER} states no version")
    files = {
        "pyproject.toml": ("project", "version"),
        "peers/whit/peer.toml": ("version",),
    }
    found = {str(HEADER): whole[1], "its numbers": ".".join(NUMBER.findall(header))}
    for name, keys in files.items():
        value = tomllib.loads((root / name).read_text(encoding="utf-8"))
        for key in keys:
            value = value[key]
        found[name] = str(value)
    return found


def version(root: Path) -> str:
    """The one version that all of these state."""
    found = stated(root)
    first = found[str(HEADER)]
    for place, value in found.items():
        if value != first:
            raise ReleaseError(f"{HEADER} states version {first}, and {place} {value}")
    return first


def git(root: Path, *words: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *words],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    except OSError as error:
        raise ReleaseError(f"git: {error.strerror}") from error
    if done.returncode != 0:
        told = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise ReleaseError(f"git {words[0]}: {told}")
    return done.stdout


def commit(root: Path) -> Commit:
    name, seconds = git(root, "log", "-1", "--format=%H %ct").split()
    return Commit(name, int(seconds))


def tracked(root: Path) -> dict[str, bool]:
    """The files of the commit, and whether they are programs."""
    entries = git(root, "ls-files", "-s", "-z").rstrip("\0").split("\0")
    found = {}
    for entry in entries:
        mode, _, rest = entry.partition(" ")
        name = rest.partition("\t")[2]
        if mode not in ("100644", "100755"):
            raise ReleaseError(f"{name} is no plain file, and archives have no other")
        found[name] = mode == "100755"
    return found


def check(root: Path) -> str:
    """The version, where the tree is one to make a release of."""
    changed = git(root, "status", "--porcelain").splitlines()
    if changed:
        names = ", ".join(line[3:] for line in changed[:SHOWN])
        more = f" and {len(changed) - SHOWN} more" if len(changed) > SHOWN else ""
        raise ReleaseError(f"not committed: {names}{more}; a release is of a commit")
    found = version(root)
    tags = [tag for tag in git(root, "tag", "--points-at", "HEAD").split() if tag[:1] == "v"]
    for tag in tags:
        if tag != f"v{found}":
            raise ReleaseError(f"the commit is tagged {tag}, and {HEADER} states version {found}")
    heading = FIRST_HEADING.search((root / CHANGES).read_text(encoding="utf-8"))
    wanted = [found] if tags else [found, UNRELEASED]
    if heading is None or heading[1] not in wanted:
        told = heading[1] if heading else "nothing"
        raise ReleaseError(f"{CHANGES} begins with {told}, and the version is {found}")
    return found
