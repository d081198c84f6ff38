# SPDX-License-Identifier: MIT
"""Write the kernels of src/generated/native.

python3 -m tools.kernels                     of every instruction set
python3 -m tools.kernels armv7em armv7m      of these
python3 -m tools.kernels --check             fail if a file would change
"""

import argparse
import sys

from tools.files import ROOT, write
from tools.kernels.armv6m import kernels as armv6m
from tools.kernels.armv7em import kernels as armv7em
from tools.kernels.armv7m import kernels as armv7m
from tools.kernels.avr import kernels as avr
from tools.kernels.rv32 import kernels as rv32
from tools.kernels.x86_64 import kernels as x86_64

SETS = {
    "armv7em": armv7em.files,
    "armv7m": armv7m.files,
    "armv6m": armv6m.files,
    "rv32": rv32.files,
    "avr": avr.files,
    "x86_64": x86_64.files,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}")
    parser.add_argument("--check", action="store_true", help="fail if a file would change")
    arguments = parser.parse_args()
    if unknown := set(arguments.sets) - set(SETS):
        parser.error(f"no instruction set: {', '.join(sorted(unknown))}")
    stale = []
    for name in arguments.sets or SETS:
        for path, content in SETS[name]().items():
            if not arguments.check:
                write(path, content)
            elif not path.exists() or path.read_text() != content:
                stale.append(str(path.relative_to(ROOT)))
    if stale:
        print(f"kernels: out of date: {', '.join(stale)}", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
