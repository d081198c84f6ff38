# SPDX-License-Identifier: MIT
"""The command line: tools.curves.generate says what it takes."""

import sys

from tools.curves.generate import main

sys.exit(main())
