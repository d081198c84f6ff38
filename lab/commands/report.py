# SPDX-License-Identifier: MIT
"""whit report: tables of documents, drawings, and a page, from results/."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from lab import published
from lab.commands import examples
from lab.errors import LabError, UnsupportedError
from lab.findings import (
    AGREEMENTS,
    SENSOR,
    BusAgreement,
    Confirmation,
    Faults,
    Proof,
    SensorFirmware,
)
from lab.leakage.record import RECORDS, Leakage
from lab.model import Sample
from lab.paths import RESULTS, ROOT, shown, write_whole
from lab.reports import (
    faults,
    findings,
    front_drawing,
    leakage,
    page,
    power_drawing,
    reproduction,
    scaling_drawing,
)
from lab.reports.documents import EXAMPLES, has_tables, render
from lab.store import Findings, Results, arrays, levels
from lab.timings import CyclesBySymbol, KeyTimes

DOCUMENTS = tuple(
    path for path in (ROOT / "README.md", *sorted((ROOT / "doc").glob("*.md"))) if has_tables(path)
)
REPRODUCTION = ROOT / "doc" / "reproduction.md"
FINDINGS = ROOT / "doc" / "findings.md"
FIGURES = ROOT / "doc" / "figures"
DRAWINGS: Mapping[Path, Callable[[tuple[Sample, ...]], bytes]] = {
    FIGURES / "ecdh-by-field-size.svg": scaling_drawing.draw,
    FIGURES / "front-of-secp256r1.svg": front_drawing.draw,
    FIGURES / "power-trace.svg": power_drawing.draw,
}
# Of the tests of leakage, those without and with randomised coordinates.
LEAKAGE_DRAWING = FIGURES / "leak-of-ecdh.svg"
_DRAWN = {"target": "cortex-m4", "curve": "secp256r1", "operation": "ecdh", "fixed": "key"}


def command(
    documents: Annotated[
        list[Path] | None,
        typer.Argument(help="Documents with markers; all documents and drawings if none."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail when something is not current.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(help="Write a page with everything, readable offline, and nothing else."),
    ] = None,
) -> None:
    """Render tables of documents, drawings, or a page, from the samples in results/."""
    samples = tuple(Results(RESULTS).newest().values())
    if html is not None:
        if check or documents:
            raise UnsupportedError("--html takes neither --check nor documents")
        write_whole(html, page.render(samples, _extras(RESULTS)))
        print(f"{shown(html)}: {len(samples)} samples")
        return
    profiled = [CyclesBySymbol.from_record(one) for one in Findings(RESULTS).read("profiles")]
    proved = [Proof.from_record(one) for one in arrays(RESULTS, "proofs*.json")]
    confirmed = [Confirmation.from_record(one) for one in arrays(RESULTS, "rtl.json")]
    leveled = levels(RESULTS)
    leaked = [Leakage.from_record(one) for one in arrays(RESULTS, RECORDS)]
    agreed = [BusAgreement(**one) for one in Findings(RESULTS).read(AGREEMENTS)]
    bore = RESULTS / "sensor.json"
    load = cast(Mapping[str, Any], _read(bore)) if bore.exists() else None
    firmware = [SensorFirmware(**one) for one in Findings(RESULTS).read(SENSOR)]
    recorded = {name: tuple(arrays(RESULTS, name)) for name in EXAMPLES}
    for path in documents or DOCUMENTS:
        before = path.read_text(encoding="utf-8")
        try:
            after = render(
                before,
                samples,
                profiled,
                proved,
                confirmed,
                leveled,
                agreed,
                leaked,
                firmware,
                load,
                recorded,
                examples.output,
            )
        except LabError as error:
            error.args = (f"{shown(path)}: {error}",)
            raise
        _settle(path, "its tables and examples", before.encode(), after.encode(), check)
    for path, draw in DRAWINGS.items() if not documents else ():
        drawn = path.read_bytes() if path.exists() else b""
        _settle(path, "the drawing", drawn, draw((*samples, *published.points())), check)
    if not documents:
        _settle_leakage(leaked, check)
    recording = RESULTS / published.RECORDING.name
    if not documents and recording.exists():
        kept = published.load(recording)
        _settle(recording, "its causes", recording.read_bytes(), published.written(kept), check)
        written = REPRODUCTION.read_bytes() if REPRODUCTION.exists() else b""
        rendered = reproduction.as_document(kept).encode()
        _settle(REPRODUCTION, "all of it", written, rendered, check)
    faulted, timed = _findings(RESULTS)
    if not documents and (faulted or timed):
        written = FINDINGS.read_bytes() if FINDINGS.exists() else b""
        rendered = findings.as_document(faulted, timed).encode()
        _settle(FINDINGS, "all of it", written, rendered, check)


def _settle_leakage(leaked: Sequence[Leakage], check: bool) -> None:
    drawn = [each for each in leaked if all(getattr(each, k) == v for k, v in _DRAWN.items())]
    if drawn:
        before = LEAKAGE_DRAWING.read_bytes() if LEAKAGE_DRAWING.exists() else b""
        _settle(LEAKAGE_DRAWING, "the drawing", before, leakage.draw(drawn), check)


def _settle(path: Path, what: str, before: bytes, after: bytes, check: bool) -> None:
    """Write what changed, or fail if nothing may."""
    if after == before:
        print(f"{shown(path)}: {what}: current")
    elif check:
        raise LabError(f"{shown(path)}: {what}: not current; run whit report")
    else:
        write_whole(path, after)
        print(f"{shown(path)}: {what}: rendered")


def _extras(directory: Path) -> page.Extras:
    """What stands beside the samples, where it does."""
    reproduction = directory / "reproduction.json"
    return page.Extras(
        traces=list(arrays(directory, "traces*.json")),
        reproduction=_read(reproduction) if reproduction.exists() else None,
        faults=faults.as_rows(_findings(directory)[0]),
    )


def _findings(directory: Path) -> tuple[list[Faults], list[KeyTimes]]:
    """The records of whit fault and of whit worst-key."""
    recorded = Findings(directory)
    return (
        [Faults.from_record(one) for one in recorded.read("faults")],
        [KeyTimes.from_record(one) for one in recorded.read("keys")],
    )


def _read(path: Path) -> object:
    try:
        content: object = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise LabError(f"{shown(path)}: {error}") from error
    return content
