# SPDX-License-Identifier: MIT
"""Write what ports/rust has from the headers: bindings, curves and features.

python3 -m tools.rust [--check]"""

import argparse
import sys

from tools.files import put
from tools.rust.crates import files


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing")
    check = parser.parse_args().check
    return max(put("rust", path, text, check) for path, text in files().items())


if __name__ == "__main__":
    sys.exit(main())
