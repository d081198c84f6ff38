# SPDX-License-Identifier: MIT
"""Sources out of Debian's source packages, from the mirrors that this machine's apt is
set up with; needs neither root nor lines for sources."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from lab.errors import FetchError
from lab.paths import shown
from lab.peers.archives import sha256
from lab.peers.catalogue import Debian

HELPER = Path("/usr/lib/apt/apt-helper")


def fetch(
    name: str, package: Debian, pinned: Path, downloads: Path, say: Callable[[str], None]
) -> Path:
    """The archive among the downloads, brought there if need be; `pinned` is the file that has its
    checksum."""
    archive = downloads / package.archive
    pin = shown(pinned)
    if archive.is_file():
        if sha256(archive) == package.sha256:
            return archive
        raise FetchError(
            f"{shown(archive)} does not match its checksum in {pin}; delete it and repeat the "
            "command"
        )
    other = f"--source {name}=DIR takes an unpacked copy"
    mirrors = sites()
    if not HELPER.is_file() or not mirrors:
        raise FetchError(f"fetching {name} needs apt and a mirror of Debian in its lists; {other}")
    say(f"fetching {name} ({package.archive} of Debian, {package.download})")
    downloads.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=downloads, prefix=".fetching-") as directory:
        fresh = Path(directory) / package.archive
        reasons = [_download(site, package, fresh) for site in mirrors if not fresh.is_file()]
        if not fresh.is_file():
            raise FetchError(
                f"fetching {name} failed: {reasons[-1]}; once this works again, repeat "
                f"the command; {other}"
            )
        if sha256(fresh) != package.sha256:
            raise FetchError(
                f"{package.archive} came with another checksum than in {pin} and was dropped; "
                f"repeat the command later; {other}"
            )
        fresh.rename(archive)
    return archive


def sites() -> list[str]:
    """The mirrors of this machine, each once, in apt's order."""
    apt = shutil.which("apt-get")
    if apt is None:
        return []
    done = subprocess.run(
        [apt, "indextargets", "--no-release-info", "--format", "$(SITE)", "Created-By: Packages"],
        capture_output=True,
        text=True,
        check=False,
    )
    return list(dict.fromkeys(line for line in done.stdout.splitlines() if line))


def _download(site: str, package: Debian, to: Path) -> str:
    """Try one mirror; why it failed, if it did."""
    initial = package.package[: 4 if package.package.startswith("lib") else 1]
    address = f"{site.rstrip('/')}/pool/main/{initial}/{package.package}/{package.archive}"
    done = subprocess.run(
        [HELPER, "download-file", address, to], capture_output=True, text=True, check=False
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("E:")] or ["no message"]
    return lines[0].removeprefix("E:").strip()
