# SPDX-License-Identifier: MIT
"""The commands of the program `whit`."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from lab.commands import (
    acvp,
    advise,
    agree,
    compare,
    demo,
    emit,
    fault,
    fleet,
    front,
    key,
    leak,
    levels,
    libraries,
    listing,
    measure,
    plan,
    powertrace,
    profile,
    prove,
    report,
    reproduce,
    rtl,
    sensor,
    sign,
    stale,
    trace,
    verify,
    wire,
    worst_key,
)
from lab.commands.interrupts import INTERRUPTED
from lab.errors import LabError
from lab.paths import version

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
app.command("levels")(levels.command)
app.command("profile")(profile.command)
app.command("trace")(trace.command)
app.command("prove")(prove.command)
app.command("rtl")(rtl.command)
app.command("fault")(fault.command)
app.command("leak")(leak.command)
app.command("worst-key")(worst_key.command)
app.command("agree")(agree.command)
app.command("sensor")(sensor.command)
app.command("wire")(wire.command)
app.add_typer(powertrace.app, name="powertrace")
app.command("fleet")(fleet.command)
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


@cache
def program() -> Callable[..., int | None]:
    """The parser of the whole command line."""
    return get_command(app)


def run(arguments: Sequence[str]) -> tuple[int, str]:
    """Runs a command: the code that the program ends with, and what it says before it does."""
    try:
        return program()(list(arguments), standalone_mode=False) or 0, ""
    except TyperException as error:
        return 2, error.format_message()
    except LabError as error:
        return error.exit_code, str(error)
    except typer.Abort:
        return INTERRUPTED, ""
