# SPDX-License-Identifier: MIT
"""The program `whit`."""

import os
import sys
from typing import NoReturn

from lab.commands.interrupts import INTERRUPTED, quiet_end, watched


def main() -> None:
    """Run a command; an error is one line on standard error."""
    try:
        with watched():
            # What an interrupt may find half imported is imported here, where it is one line.
            from lab.commands.app import run

            code, message = run(sys.argv[1:] or ["--help"])
    except BrokenPipeError:
        # The reader of our output has gone; let the interpreter's last flush succeed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        fail(str(error), 1)
    except KeyboardInterrupt:
        code, message = INTERRUPTED, ""
    quiet_end(code)
    if code == INTERRUPTED:  # typer turns an interrupt of a command into this code
        fail("interrupted", INTERRUPTED)
    if message:
        fail(message, code)
    sys.exit(code)


def fail(message: str, code: int) -> NoReturn:
    print(f"whit: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(code)
