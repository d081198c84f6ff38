# SPDX-License-Identifier: MIT
"""CBMC, a bounded model checker of C [CKL04]: the one that is installed, or else the one of
Debian 13, unpacked below build/ beside the libraries that it was linked with. apt checks what it
fetches by Debian's signature; nothing is installed, and root is not needed."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from lab.errors import FetchError
from lab.paths import BUILD, locked, passing, shown
from lab.peers.debian import sites

PROGRAMS = ("cbmc", "goto-cc", "goto-instrument")
OLDEST = 6  # the first version that checks pointers and loops to their ends by itself
SUITE = "trixie"
PACKAGES = ("cbmc", "minisat", "libc6", "libgcc-s1", "libstdc++6", "zlib1g")
MEGABYTES = 37
KEYRINGS = ("debian-archive-keyring.pgp", "debian-archive-keyring.gpg")
PLACE = BUILD / "cbmc"
MESSAGE_LINES = 3

Command = tuple[str, ...]


def find() -> dict[str, Command]:
    """How each of the programs is called; they are fetched if need be."""
    installed: dict[str, Command] = {name: (name,) for name in PROGRAMS}
    if all(map(shutil.which, PROGRAMS)) and int(version(installed).partition(".")[0]) >= OLDEST:
        return installed
    with locked(PLACE.parent):
        if not (PLACE / "whole").is_file():
            _fetch()
    libraries = next((PLACE / "usr/lib").glob("*-linux-gnu*"))
    loader = next(libraries.glob("ld-linux*.so.*"))
    start = (str(loader), "--library-path", f"{libraries}:{libraries.parent}")
    return {name: (*start, str(PLACE / "usr/bin" / name)) for name in PROGRAMS}


def version(programs: dict[str, Command]) -> str:
    """As the checker says it."""
    done = subprocess.run(
        [*programs["cbmc"], "--version"], capture_output=True, text=True, check=True
    )
    return done.stdout.split()[0]


def _fetch() -> None:
    keyring = next(
        (path for name in KEYRINGS if (path := Path("/usr/share/keyrings", name)).is_file()), None
    )
    known = sites()
    if keyring is None or not known:
        raise FetchError("CBMC 6 is not installed, and fetching it needs apt and Debian's keyring")
    print(f"fetching CBMC from Debian ({MEGABYTES} MB)", flush=True)
    reasons = [_fetch_from(site, keyring) for site in known if not PLACE.is_dir()]
    if not PLACE.is_dir():
        raise FetchError(f"fetching CBMC failed: {reasons[0]}; repeat the command later")


def _fetch_from(site: str, keyring: Path) -> str:
    """Try one mirror; why it failed, if it did."""
    with passing() as directory:
        place = Path(directory)
        for name in ("state/lists/partial", "cache/archives/partial", "fresh"):
            (place / name).mkdir(parents=True)
        (place / "status").touch()
        source = f"deb [signed-by={keyring}] {site} {SUITE} main\n"
        (place / "sources.list").write_text(source, encoding="ascii")
        for command in (("update",), ("download", *PACKAGES)):
            if reason := _run(["apt-get", *_options(place), *command], place):
                return reason
        for package in place.glob("*.deb"):
            if reason := _run(["dpkg-deb", "-x", str(package), "fresh"], place):
                return reason
        (place / "fresh/whole").touch()
        shutil.move(place / "fresh", PLACE)
    return f"{shown(PLACE)} is there"


def _options(place: Path) -> list[str]:
    """apt's, by which it keeps to a directory."""
    options = {
        "Dir::State": place / "state",
        "Dir::State::status": place / "status",
        "Dir::Cache": place / "cache",
        "Dir::Etc::sourcelist": place / "sources.list",
        "Dir::Etc::sourceparts": "-",
        "Dir::Etc::preferencesparts": "-",
        "Acquire::Languages": "none",
        "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled": "false",
        "Acquire::Retries": "3",
        "APT::Update::Error-Mode": "any",
    }
    if os.geteuid() == 0:
        options["APT::Sandbox::User"] = "root"
    return [word for name, value in options.items() for word in ("-o", f"{name}={value}")]


def _run(command: Sequence[str], place: Path) -> str:
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    told = done.stderr.strip().splitlines() or ["no message"]
    return "" if done.returncode == 0 else " ".join(told[-MESSAGE_LINES:])
