# SPDX-License-Identifier: MIT
"""Write plan.h and kernels.h of each instruction set, and targets/kernels.json, or print a plan.

python3 -m tools.plan                                                 write them
python3 -m tools.plan --check                                         fail if one would change
python3 -m tools.plan --curve secp256r1 --core cortex-m4 --profile small     part, taken, why
                      --option WHIT_LEAST=1                           as in the build; repeatable
"""

import argparse
import sys
from pathlib import Path

from tools.files import GENERATED, ROOT, write
from tools.plan import choice as fields
from tools.plan import header, kernels, known
from tools.plan.build import CORES, PlanError, plan
from tools.plan.records import PROFILES
from tools.plan.sets import SETS


def show(curve: str, core: str, profile: str, options: list[str]) -> int:
    """A line a choice, with tabs between its columns."""
    try:
        given = dict(option.partition("=")[::2] for option in options)
        choices = plan(curve, CORES[core], profile, given)
    except PlanError as error:
        print(f"plan: {error}", file=sys.stderr)
        return 1
    for choice in choices:
        print(choice.part, choice.taken, choice.why, sep="\t")
    return 0


def headers() -> dict[Path, str]:
    """What this package writes, by path."""
    native = GENERATED / "native"
    files = {native / "field.inc": fields.text()}
    for each in SETS.values():
        files[native / each.name / "plan.h"] = header.text(each)
        if each.records:
            files[native / each.name / "kernels.h"] = kernels.text(each)
    return files


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if a file would change")
    parser.add_argument("--curve", help="a curve of curves/")
    parser.add_argument("--core", choices=CORES, default="cortex-m4")
    parser.add_argument("--profile", choices=PROFILES, default="balanced")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments = parser.parse_args()
    if arguments.curve:
        return show(arguments.curve, arguments.core, arguments.profile, arguments.option)
    files = headers() | {known.TARGETS / "kernels.json": known.text()}
    stale = []
    for path, content in files.items():
        if not arguments.check:
            write(path, content)
        elif not path.exists() or path.read_text() != content:
            stale.append(path.relative_to(ROOT).as_posix())
    if stale:
        print(f"plan: out of date: {', '.join(stale)}", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
