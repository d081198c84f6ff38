# SPDX-License-Identifier: MIT
"""Building examples/dtls, and running its programs. By itself it fetches the sources that the
example takes, and builds and runs the example:

python -m tests.dtls.example
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from lab.errors import LabError
from lab.paths import BUILD, ROOT
from lab.peers import catalogue
from lab.peers.catalogue import Crate
from lab.peers.sources import from_crate
from lab.sensor import firmware

EXAMPLE = ROOT / "examples" / "dtls"
WITH_WHIT, WITH_ITS_OWN = "dtls-whit", "dtls-tinydtls"


def say(text: str) -> None:
    print(text, file=sys.stderr)


def tinydtls() -> Path:
    """All of tinydtls; as a peer the lab unpacks its elliptic curve alone."""
    library = catalogue.find("tinydtls")
    crate = library.source
    assert isinstance(crate, Crate)
    whole = replace(crate, directory=str(Path(crate.directory).parent))
    return from_crate("tinydtls-whole", library, whole, say)


def command(out: Path, *targets: str, **variables: str) -> list[str]:
    """That builds targets in `out` by the example's Makefile."""
    others = firmware.sources(say)
    words: dict[str, Path | str] = {
        "OUT": out,
        "TINYDTLS": tinydtls(),
        "LIBCOAP": others["libcoap"],
    }
    words |= {"LWIP": others["lwip"], **variables}
    named = [f"{name}={value}" for name, value in words.items()]
    return ["make", "--silent", "-C", str(EXAMPLE), *named, *targets]


def make(out: Path, *programs: str, **variables: str) -> None:
    words = command(out, *(str(out / each) for each in programs), **variables)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def new_keys(folder: Path) -> tuple[Path, Path]:
    """Of a server and a client; each program makes one."""
    files = (folder / "server.key", folder / "client.key")
    for file, program in zip(files, (WITH_WHIT, WITH_ITS_OWN), strict=True):
        done = subprocess.run([folder / program, "key"], capture_output=True, check=True)
        file.write_bytes(done.stdout)
    return files


@contextmanager
def started(words: list[str | Path]) -> Iterator["subprocess.Popen[str]"]:
    """A server that has said that it is ready, ended in the end."""
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.kill()


def main() -> int:
    try:
        words = command(BUILD / "dtls", "run")
    except LabError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return subprocess.run(words, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
