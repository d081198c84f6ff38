# SPDX-License-Identifier: MIT
"""whit powertrace synthesise: a power trace of emulated runs, with the truth about it."""

import json
import shlex
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from lab.commands.options import (
    Configurations,
    Curves,
    Names,
    Profiles,
    check_least,
    check_name,
    of_kind,
    offer_libraries,
    offer_operations,
)
from lab.commands.progress import Terminal
from lab.commands.quantities import CURRENTS, DURATIONS, SHARES, VOLTAGES, quantity
from lab.errors import LabError, UnsupportedError
from lab.paths import RESULTS
from lab.power.instrument import Converter, Setup
from lab.power.synthesis import (
    Device,
    Job,
    Pattern,
    Sampling,
    Synthetic,
    check_range,
    least_marker,
    shunt_for,
)
from lab.power.synthesis import synthesise as made
from lab.power.trace import write_times
from lab.runner import Lab, Selection, select_emulated
from lab.runner.emulated_tasks import currents_of, task_seconds
from lab.runner.naming import named
from lab.store import Results

MODES = ("power", "timing")
MOST_RUNS = 1000
_OPERATIONS = ("keygen", "sign", "verify")
_LIBRARIES = ("whit",)
_TRACE, _TIMES, _TRUTH = "trace.csv", "times.log", "truth.json"


def synthesise(
    out: Annotated[Path, typer.Option(metavar="DIR", help="A directory to make, with the files.")],
    board: Annotated[
        str,
        typer.Option(
            help="Whose runs and currents these are.",
            autocompletion=of_kind("boards", every=False),
        ),
    ] = "zolertia-remote",
    library: Annotated[
        Names,
        typer.Option(help="Repeatable; whit if none.", autocompletion=offer_libraries),
    ] = None,
    curve: Curves = None,
    operation: Annotated[
        Names,
        typer.Option(
            help=f"Repeatable; {', '.join(_OPERATIONS)} if none.", autocompletion=offer_operations
        ),
    ] = None,
    profile: Profiles = None,
    configuration: Configurations = None,
    repeat: Annotated[
        int, typer.Option("--runs", help=f"How often each is run, {MOST_RUNS:,} at most.")
    ] = 3,
    interval: Annotated[str, typer.Option(metavar="10ms", help="Between two samples.")] = "10ms",
    jitter: Annotated[str, typer.Option(metavar="0ms", help="How late a sample may be.")] = "0ms",
    codes: Annotated[
        float, typer.Option(help="How many codes the active current is, which sets the shunt.")
    ] = 100.0,
    reference: Annotated[
        str, typer.Option(metavar="3.25V", help="Of the converter of 10 bits.")
    ] = "3.25V",
    noise: Annotated[float, typer.Option(help="Deviation of a sample, in codes.")] = 0.5,
    offset: Annotated[float, typer.Option(help="Of the converter, in codes.")] = 0.0,
    led: Annotated[
        str, typer.Option(metavar="10mA", help="Of the LED that marks, on top.")
    ] = "10mA",
    marker: Annotated[str, typer.Option(metavar="40ms", help="How long a marker is.")] = "40ms",
    drift: Annotated[
        str, typer.Option(metavar="PERCENT", help="By which the device's clock is fast.")
    ] = "0.005%",
    mode: Annotated[
        str,
        typer.Option(help="power: the times are of this run; timing: of another one."),
    ] = MODES[0],
    seed: Annotated[int, typer.Option(help="Of noise and phases.")] = 1,
) -> None:
    """Make the power trace that an instrument would record of a board while it runs operations.

    Times are emulated: those in results/, or of a run. The directory gets trace.csv, as an MCP3008
    gives it, times.log, as timelib writes it, and truth.json with each task's energy.
    """
    check_name("mode", mode, MODES)
    check_least("--runs", repeat)
    if repeat > MOST_RUNS:
        raise UnsupportedError(f"--runs must be at most {MOST_RUNS:,}")
    check_least("--seed", seed, 0)
    if out.exists():
        raise LabError(f"{out}: exists; name a new directory")
    converter = Converter(quantity("--reference", reference, VOLTAGES))
    currents = currents_of(board)
    within = 0 < codes < converter.codes and 0 <= noise < converter.codes
    if not (within and abs(offset) < converter.codes):
        raise UnsupportedError(
            f"--codes, --noise and --offset must be codes of a converter of {converter.codes}"
        )
    setup = Setup(currents.volts, shunt_for(currents.active_amperes, codes, converter), converter)
    step = currents.active_amperes / codes
    sampling = Sampling(
        interval=quantity("--interval", interval, DURATIONS),
        jitter=quantity("--jitter", jitter, DURATIONS, zero=True),
        noise_amperes=noise * step,
        offset_codes=offset,
    )
    device = Device(
        currents.volts,
        currents.active_amperes,
        currents.idle_amperes,
        quantity("--led", led, CURRENTS),
        clock_error=quantity("--drift", drift, SHARES, zero=True),
    )
    pattern = Pattern(quantity("--marker", marker, DURATIONS), mode=mode)
    _check(device, sampling, pattern, setup)
    jobs = _jobs(
        Selection.of(
            targets=[board],
            libraries=library or _LIBRARIES,
            curves=curve,
            operations=operation or _OPERATIONS,
            profiles=profile,
            configurations=configuration,
        )
    )
    synthetic = made(jobs * repeat, device, sampling, pattern, setup, seed)
    _write(out, synthetic)
    print(f"{out}: {_TRACE}, {_TIMES}, {_TRUTH}; to read it:\n{_command(out, setup)}")


def _check(device: Device, sampling: Sampling, pattern: Pattern, setup: Setup) -> None:
    check_range(device, setup)
    if device.clock_error >= 1:
        raise UnsupportedError("--drift must be less than 100%")
    if sampling.jitter >= sampling.interval:
        raise UnsupportedError("--jitter must be less than --interval")
    if pattern.marker_seconds < least_marker(sampling):
        raise UnsupportedError(
            f"--marker: at least {1000 * least_marker(sampling):.3g} ms, three samples"
        )


def _jobs(selection: Selection) -> list[Job]:
    cases, missing = select_emulated(selection)
    recorded = Results(RESULTS).newest()
    names = {case: case.operation for case in cases}
    if len(set(names.values())) < len(names):
        names = {case: "-".join(named(case).replace(",", " ").split()[1:]) for case in cases}
    with Terminal(len(cases), missing) as terminal:
        lab = Lab(observer=terminal)
        jobs = []
        for case in cases:
            jobs.append(Job(names[case][:32], task_seconds(case, recorded, lab)))
            terminal.advance()
    return jobs


def _write(out: Path, synthetic: Synthetic) -> None:
    """All files or none."""
    current = synthetic.trace.current
    assert current is not None
    rows = zip(current.seconds.tolist(), synthetic.codes.tolist(), strict=True)
    truth = [
        {"task": task.name, "seconds": seconds, "energy_joules": joules}
        for task, seconds, joules in zip(
            synthetic.times.tasks, synthetic.seconds, synthetic.joules, strict=True
        )
    ]
    contents = {
        _TRACE: "time,code\n" + "".join(f"{second:.6f},{code:.0f}\n" for second, code in rows),
        _TIMES: write_times(synthetic.times),
        _TRUTH: json.dumps(truth, indent=2) + "\n",
    }
    try:
        folder = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}."))
        try:
            for name, text in contents.items():
                (folder / name).write_text(text, encoding="utf-8")
            folder.chmod(0o755)
            folder.rename(out)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
    except OSError as error:
        raise LabError(f"{out}: {error.strerror}") from None


def _command(out: Path, setup: Setup) -> str:
    assert setup.shunt is not None
    assert setup.converter is not None
    words: Sequence[str] = (
        *("whit", "powertrace", "read", str(out / _TRACE), "--times", str(out / _TIMES)),
        *("--supply", f"{setup.supply_volts:g}V", "--shunt", f"{setup.shunt.ohms:.6g}"),
        *("--reference", f"{setup.converter.reference_volts:g}V"),
    )
    return shlex.join(words)
