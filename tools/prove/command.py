# SPDX-License-Identifier: MIT
"""What the command lines of provers share: their help, names chosen by patterns, and their end."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path


def parser(documentation: str | None) -> argparse.ArgumentParser:
    """Of a module: its first sentence, and the rest below the arguments."""
    first, _, rest = (documentation or "").partition("\n\n")
    return argparse.ArgumentParser(
        description=first, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def with_record(documentation: str | None) -> argparse.ArgumentParser:
    made = parser(documentation)
    made.add_argument("--known", type=Path, metavar="FILE", help="what was proved before")
    return made


def matches(patterns: Sequence[str] | None, *names: str) -> bool:
    """Whether a name is one of the patterns; all are where there is no pattern."""
    return not patterns or any(fnmatchcase(name, each) for each in patterns for name in names)


def finish(passed: int, failures: Iterable[str]) -> int:
    """Count, say on standard error what failed, and return the exit code."""
    failed = sorted(failures)
    print(f"{passed} passed, {len(failed)} failed")
    for each in failed:
        print(f"prove: {each}", file=sys.stderr)
    return 1 if failed else 0


def lost(proved_before: set[str], refused: set[str]) -> list[str]:
    return [f"proved before, and refused now: {name}" for name in proved_before & refused]
