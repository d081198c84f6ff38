# SPDX-License-Identifier: MIT
"""Assemble programs/*.txt into C.

    python3 -m tools.bytecode            write src/generated/group/bytecode_points.inc and its like
    python3 -m tools.bytecode --check    fail if a file would change

Every label's contract is run on integers and on points of curves before anything is written; see
tools/bytecode/contracts.py. tests/test_bytecode.py does so on all curves that byte code serves.
"""

import argparse
import re
import sys

from tools.bytecode import assembler, instructions, listing, trials
from tools.bytecode.assembler import ProgramError
from tools.bytecode.interpreter import Curve
from tools.curves.read import load
from tools.files import ROOT, put

PROGRAMS = ROOT / "programs"


def statuses() -> dict[str, int]:
    text = (ROOT / "include" / "whit" / "status.h").read_text(encoding="utf-8")
    return {name: int(value, 16) for name, value in re.findall(r"(WHIT_\w+) = (0x\w+)", text)}


def curve(name: str) -> Curve:
    """A curve of curves/."""
    each = load(ROOT / "curves" / f"{name}.toml")
    t = each.scale if each.twist else 1
    return Curve(each.name, each.p, each.a, each.b, each.g, each.order, t)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if a file would change")
    arguments = parser.parse_args()
    try:
        source = assembler.load(PROGRAMS)
        known = statuses()
        instructions.check_ends(known)
        trials.run_all(source, known, tuple(map(curve, trials.FULL)))
        written = listing.files(source)
    except (ProgramError, ValueError) as error:
        print(f"tools.bytecode: {error}", file=sys.stderr)
        return 1
    found = [
        put("tools.bytecode", ROOT / path, text, arguments.check) for path, text in written.items()
    ]
    return max(found)


if __name__ == "__main__":
    sys.exit(main())
