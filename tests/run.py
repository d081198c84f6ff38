#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Build and run the C tests: tests/run.py check | test | campaign, or --help."""

import sys
from pathlib import Path


def start() -> int:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from tests.runner.main import main

    try:
        return main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(start())
