# SPDX-License-Identifier: MIT
"""Compare keys and secrets on sm2p256v1 with those of Bouncy Castle, and print the outcome.

    python3 -m tests.oracles.bouncy_castle [--count N] [--seed N] [--record FILE]

Needs Java 11 or later, and Maven for the library, of which it takes one release by its
checksum. Where they are missing it says so, and leaves the record as it is.
"""

import argparse
import datetime
import hashlib
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

from lab.store import sources
from tests.oracles.library import Library, LibraryError, build
from tests.runner.tools import TESTS, RunError
from tests.unit.curves import library_curves
from tests.vectors.record import write_bytes

CURVE = "sm2p256v1"
VERSION = "1.78.1"
ARTIFACT = f"org.bouncycastle:bcprov-jdk18on:{VERSION}"
SHA256 = "add5915e6acfc6ab5836e1fd8a5e21c6488536a8c1f21f386eeb3bf280b702d7"
FETCH_SECONDS = 600


class MissingError(Exception):
    """Something is not installed, or not to be had; the message is a line that says what."""


def fetch() -> Path:
    """Bouncy Castle's archive, from Maven's own store or through it."""
    for program in ("java", "mvn"):
        if shutil.which(program) is None:
            raise MissingError(f"{program} is not installed")
    home = Path(os.environ.get("MAVEN_REPOSITORY", Path.home() / ".m2" / "repository"))
    folder = home / "org" / "bouncycastle" / "bcprov-jdk18on" / VERSION
    jar = folder / f"bcprov-jdk18on-{VERSION}.jar"
    if not jar.exists():
        command = ["mvn", "--quiet", "--batch-mode", "dependency:get", "-Dtransitive=false"]
        try:
            done = subprocess.run(
                [*command, f"-Dartifact={ARTIFACT}", f"-Dmaven.repo.local={home}"],
                capture_output=True,
                timeout=FETCH_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise MissingError(f"Maven did not fetch {ARTIFACT} in time") from None
        if done.returncode != 0 or not jar.exists():
            raise MissingError(f"Maven cannot fetch {ARTIFACT}")
    found = hashlib.sha256(jar.read_bytes()).hexdigest()
    if found != SHA256:
        raise RunError(f"{jar.name} has the SHA-256 {found}, not {SHA256}")
    return jar


class BouncyCastle:
    """The process at work."""

    def __init__(self, jar: Path) -> None:
        program = TESTS / "oracles" / "BouncyCastle.java"
        self._process = subprocess.Popen(
            ["java", "-cp", jar, program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def close(self) -> None:
        self._process.communicate()

    def ask(self, verb: str, *arguments: bytes) -> bytes:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        words = (verb, CURVE, *(argument.hex() for argument in arguments))
        self._process.stdin.write(" ".join(words) + "\n")
        self._process.stdin.flush()
        kind, _, rest = self._process.stdout.readline().strip().partition(" ")
        if kind != "ok":
            raise RunError(f"Bouncy Castle refused: {verb}")
        return bytes.fromhex(rest)


def compare(library: Library, castle: BouncyCastle, count: int, seed: int) -> tuple[int, int]:
    """Key pairs and secrets in both directions. Returns how many agreed and how many did not."""
    curve = next(c for c in library_curves() if c.name == CURVE)
    drawn = random.Random(f"{seed} {CURVE}")
    passed = failed = 0
    for _ in range(count):
        ours, theirs = (
            drawn.randrange(1, curve.order).to_bytes(curve.order_bytes, "big") for _ in range(2)
        )
        our_public = library.must("public", CURVE, ours)
        their_public = castle.ask("public", theirs)
        agreed = (
            our_public == castle.ask("public", ours),
            library.ask("ecdh", CURVE, ours, their_public)
            == castle.ask("ecdh", theirs, our_public),
        )
        passed += sum(agreed)
        failed += len(agreed) - sum(agreed)
    return passed, failed


def main() -> int:
    today = int(datetime.date.today().strftime("%Y%m%d"))
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=500, help="exchanges")
    parser.add_argument("--seed", type=int, default=today)
    parser.add_argument("--record", type=Path, help="a file for the outcome, should all agree")
    options = parser.parse_args()
    try:
        jar = fetch()
        library, castle = Library(build()), BouncyCastle(jar)
        passed, failed = compare(library, castle, options.count, options.seed)
        library.close()
        castle.close()
    except MissingError as missing:
        print(f"skipped: {missing}", file=sys.stderr)
        return 0
    except (RunError, LibraryError, OSError) as error:
        print(f"bouncy_castle: {error}", file=sys.stderr)
        return 1
    outcome = (
        f"{CURVE}, {options.count} key pairs and secrets, Bouncy Castle {VERSION}\n"
        f"seed {options.seed}\n"
        f"{passed} passed, {failed} failed\n"
    )
    print(outcome, end="")
    if options.record and failed == 0:
        write_bytes(options.record, f"{sources()}\n{outcome}".encode())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
