#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make every package of a release, once, into a folder.

python3 -m tools.release.build DIR [--only PATTERN]
"""

import argparse
import fnmatch
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tools.curves.primes import CurveError
from tools.emission.source import EmissionError
from tools.files import ROOT
from tools.release import drop_ins, ports, sbom
from tools.release.package import ARCHIVES, Package, archives, sums
from tools.release.version import Commit, ReleaseError, commit, version

INDEX, SUMS = "index.json", "SHA256SUMS"


def packages(release: ports.Release, only: Sequence[str]) -> Iterator[Package]:
    """Those whose names have one of these patterns; a folder of ports/ is whit-<folder>, the
    sources are whit-source."""

    def chosen(name: str) -> bool:
        return any(fnmatch.fnmatchcase(f"whit-{name}", pattern) for pattern in only)

    for name, make in release.made.items():
        if chosen(name):
            yield make()
    for folder in ports.folders():
        if chosen(folder.name):
            yield ports.package(release, folder)
    for each in drop_ins.every():
        if chosen(each.name.removeprefix("whit-")):
            yield drop_ins.package(each, release.version, release.results)


def index(release: str, of: Commit, found: Sequence[Package]) -> str:
    """The packages, and what one chooses by."""
    entries = [
        {"name": each.name, "title": each.title, "files": list(archives_of(each)), **each.facts}
        for each in found
    ]
    text = {"version": release, "commit": of.name, "packages": entries}
    return json.dumps(text, indent=1) + "\n"


def archives_of(package: Package) -> list[str]:
    names = [f"{package.name}{end}" for end in ARCHIVES]
    return [*names, package.bare] if package.bare else names


def build(folder: Path, only: Sequence[str] = ("*",)) -> list[str]:
    """Write a release's files, and give their names."""
    of = commit(ROOT)
    release = ports.Release(version(ROOT), of.seconds, ROOT / "results")
    folder.mkdir(parents=True, exist_ok=True)
    made: dict[str, bytes] = {}
    described: list[Package] = []
    for package in packages(release, only):
        held = archives(package, of.seconds)
        for name, content in held.items():
            (folder / name).write_bytes(content)
        made |= held
        # The index needs no contents.
        described.append(replace(package, files={}, programs=frozenset()))
    if not made:
        raise ReleaseError(f"no package is called {' or '.join(only)}")
    name = f"whit-{release.version}.spdx.json"
    (folder / name).write_text(sbom.document(release.version, of, made), encoding="utf-8")
    (folder / INDEX).write_text(index(release.version, of, described), encoding="utf-8")
    (folder / SUMS).write_text(sums(folder), encoding="utf-8")
    return [path.name for path in sorted(folder.iterdir())]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", action="append", metavar="PATTERN", help="such as whit-*-avr-*")
    arguments = parser.parse_args()
    try:
        build(arguments.folder, arguments.only or ("*",))
    except (ReleaseError, CurveError, EmissionError) as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
