# SPDX-License-Identifier: MIT
"""Prove, with CBMC [CKL04], that what reads bytes from outside stays inside them.

    python3 -m tests.proofs                    every proof of every harness
    python3 -m tests.proofs der 'base64url.*'  those of these names

Of a function it is proved, for every content of every buffer and every length up to the bound:
no read or write beyond a buffer, no pointer formed beyond its end, no signed overflow, no shift
by too much, no loop without an end, and what the harness states of the result. The row has the
number of checks and the digest of all that the proof depends on. With --known, the rows of a
record, a proof of the same digest is not made again."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from lab.errors import FetchError
from lab.paths import passing
from tests.proofs import checker
from tests.proofs.checker import Command
from tests.proofs.harness import ROOT, Proof, ProofError, digest, harnesses, run
from tools.prove import command

WIDTHS = (34, 4, 8, 6, 7, 6, 7)
HEADING = ("proof", "limb", "profile", "up to", "verdict", "checks", "seconds")
PROVED = "proved"
SHOWN = 3  # of the checks that fail


def columns(values: tuple[str, ...]) -> str:
    return " ".join(f"{each:<{width}}" for each, width in zip(values, WIDTHS, strict=True)).rstrip()


def spent() -> float:
    """Seconds of a processor that the checker took so far."""
    times = os.times()
    return times.children_user + times.children_system


def row(proof: Proof, programs: Mapping[str, Command], key: str) -> tuple[str, bool]:
    """A line of the table, and whether it is proved."""
    start = spent()
    what = (proof.title, str(proof.limb), proof.profile, str(proof.most))
    try:
        with passing() as directory:
            found = run(proof, programs, Path(directory))
    except ProofError as error:
        return f"{columns((*what, 'refused', '', ''))}  {error}", False
    seconds = f"{spent() - start:.0f}"
    verdict = PROVED if found.is_proved else "refused"
    told = key if found.is_proved else "; ".join(found.failures[:SHOWN])
    return f"{columns((*what, verdict, str(found.checks), seconds))}  {told}", found.is_proved


def known_rows(record: Path | None) -> dict[str, str]:
    """What a record has as proved, by digest."""
    if record is None or not record.exists():
        return {}
    lines = record.read_text(encoding="utf-8").splitlines()
    return {line.split()[-1]: line for line in lines if PROVED in line.split()[4:5]}


def main() -> int:
    parser = command.with_record(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of a harness or of a proof")
    arguments = parser.parse_args()
    chosen = [
        proof
        for harness in harnesses()
        for proof in harness.proofs()
        if command.matches(arguments.names, harness.name, proof.title)
    ]
    if not chosen:
        parser.error("no proof has this name")
    known = known_rows(arguments.known)
    proved = 0
    try:
        programs = checker.find()
        version = checker.version(programs)
        print(columns(HEADING), flush=True)
        for proof in chosen:
            key = digest(proof, ROOT, version)
            text, is_proved = (known[key], True) if key in known else row(proof, programs, key)
            print(text, flush=True)
            proved += is_proved
    except FetchError as error:
        print(f"proofs: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("proofs: interrupted", file=sys.stderr)
        return 130
    print(f"{proved} passed, {len(chosen) - proved} failed")
    return 0 if proved == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
