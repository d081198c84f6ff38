# SPDX-License-Identifier: MIT
"""The program `whit`."""

import os
import sys

import typer

from lab.commands import demo, listing, measure, report, trace
from lab.errors import LabError

app = typer.Typer(
    name="whit",
    help="Builds Whit and its peers for emulated microcontrollers and says what they cost.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("list")(listing.command)
app.command("measure")(measure.command)
app.command("trace")(trace.command)
app.command("report")(report.command)
app.command("demo")(demo.command)


def main() -> None:
    """Run a command; an error is one line on standard error."""
    try:
        app()
    except LabError as error:
        print(f"whit: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output has gone; let the interpreter's last flush succeed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        print(f"whit: {error}", file=sys.stderr)
        sys.exit(1)
