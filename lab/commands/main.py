# SPDX-License-Identifier: MIT
"""The program `whit`."""

import os
import sys
from typing import Annotated, NoReturn

import typer
from typer.exceptions import TyperException

from lab.commands import (
    acvp,
    advise,
    compare,
    demo,
    emit,
    fault,
    front,
    key,
    libraries,
    listing,
    measure,
    plan,
    profile,
    prove,
    report,
    reproduce,
    rtl,
    sign,
    stale,
    trace,
    verify,
    worst_key,
)
from lab.errors import LabError
from lab.paths import version

INTERRUPTED = 130

app = typer.Typer(name="whit", pretty_exceptions_enable=False)


def tell_version(asked: bool) -> None:
    if asked:
        print(f"whit {version()}")
        raise typer.Exit


@app.callback()
def of_all_commands(
    _: Annotated[
        bool,
        typer.Option(
            "--version", help="Say the version and exit.", callback=tell_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Builds Whit and its peers for emulated microcontrollers and says what they cost."""


app.command("list")(listing.command)
app.add_typer(libraries.app, name="libraries")
app.command("measure")(measure.command)
app.command("profile")(profile.command)
app.command("trace")(trace.command)
app.command("prove")(prove.command)
app.command("rtl")(rtl.command)
app.command("fault")(fault.command)
app.command("worst-key")(worst_key.command)
app.command("report")(report.command)
app.command("reproduce")(reproduce.command)
app.command("advise")(advise.command)
app.command("front")(front.command)
app.command("stale")(stale.command)
app.command("compare")(compare.command)
app.command("emit")(emit.command)
app.command("plan")(plan.command)
app.command("demo")(demo.command)
app.add_typer(key.app, name="key")
app.command("sign")(sign.command)
app.command("verify")(verify.command)
app.command("acvp")(acvp.command)


def main() -> None:
    """Run a command; an error is one line on standard error."""
    try:
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
    except TyperException as error:
        fail(error.format_message(), 2)
    except LabError as error:
        fail(str(error), error.exit_code)
    except BrokenPipeError:
        # The reader of our output has gone; let the interpreter's last flush succeed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        fail(str(error), 1)
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    if code == INTERRUPTED:  # typer turns an interrupt of a command into this code
        fail("interrupted", INTERRUPTED)
    sys.exit(code or 0)


def fail(message: str, code: int) -> NoReturn:
    print(f"whit: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(code)
