# SPDX-License-Identifier: MIT
"""Write plan.h and kernels.h of each instruction set, and targets/kernels.json, or print a plan.

python3 -m tools.plan                                                 write them
python3 -m tools.plan --check                                         fail if one would change
python3 -m tools.plan --curve secp256r1 --core cortex-m4 --profile small     part, taken, why
                      --option WHIT_LEAST=1                           as in the build; repeatable
                      --kernels       symbol, contract, what it may see, stack, registers not kept
"""

import argparse
import sys
from pathlib import Path

from tools.files import GENERATED, ROOT, write
from tools.plan import choice as fields
from tools.plan import header, kernels, known
from tools.plan.build import CORES, PlanError, kernels_of, plan
from tools.plan.records import PROFILES
from tools.plan.sets import SETS


def show(curve: str, core: str, profile: str, options: list[str], kernels_too: bool) -> int:
    """A line a choice or, of kernels, a line each, with tabs between its columns."""
    try:
        given = dict(option.partition("=")[::2] for option in options)
        choices = plan(curve, CORES[core], profile, given)
        details = kernels_of(curve, CORES[core], profile, given) if kernels_too else []
    except PlanError as error:
        print(f"plan: {error}", file=sys.stderr)
        return 1
    for each in details:
        print(each.symbol, each.contract, each.data, each.stack_bytes, each.lost, sep="\t")
    for choice in () if kernels_too else choices:
        print(choice.part, choice.taken, choice.why, sep="\t")
    return 0


def headers() -> dict[Path, str]:
    """What this package writes, by path."""
    native = GENERATED / "native"
    files = {native / "field.inc": fields.text()}
    for each in SETS.values():
        files[native / each.name / "plan.h"] = header.text(each)
        if kernels.KERNELS[each.name]:
            files[native / each.name / "kernels.h"] = kernels.text(each)
    return files


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if a file would change")
    parser.add_argument("--curve", help="a curve of curves/")
    parser.add_argument("--core", choices=CORES, default="cortex-m4")
    parser.add_argument("--profile", choices=PROFILES, default="balanced")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--kernels", action="store_true", help="what its kernels do and take")
    arguments = parser.parse_args()
    if arguments.curve:
        build = (arguments.curve, arguments.core, arguments.profile, arguments.option)
        return show(*build, arguments.kernels)
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
