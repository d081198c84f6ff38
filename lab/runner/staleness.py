# SPDX-License-Identifier: MIT
"""Which records in results/ tell of images that the sources no longer give."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from lab.errors import LabError
from lab.findings import Evidence, State
from lab.model import Case
from lab.peers import catalogue as libraries
from lab.runner.measuring import Lab
from lab.runner.observer import Observer
from lab.store import SOURCES, Findings, Record, Results, array, sources

FINDINGS = ("faults", "keys", "profiles")


@dataclass(frozen=True)
class Recorded:
    """A run of which a file in results/ tells."""

    file: str
    case: Case
    image_sha256: str


def recorded(results: Path) -> Iterator[Recorded]:
    """Of every file whose rows name their image: the newest samples, traces, proofs, findings."""
    for case, sample in Results(results).newest().items():
        if sample.error is None:
            yield Recorded(f"{sample.target}.jsonl", case, sample.image_sha256)
    for path in sorted(results.glob("*.json")):
        if path.read_bytes()[:1] == b"[":
            yield from _runs(path.name, array(path))
    for name in FINDINGS:
        yield from _runs(f"findings/{name}.jsonl", Findings(results).read(name))


def _runs(file: str, records: Iterable[Record]) -> Iterator[Recorded]:
    for each in records:
        yield Recorded(file, _case(each), each["image_sha256"])


def _case(record: Record) -> Case:
    """A finding names its build as `Case.variant` does."""
    names: list[str | None] = [*record["variant"].split(", "), None]
    if libraries.find(record["library"]).variant_kind == "configuration":
        profile, configuration = None, names[0]
    else:
        profile, configuration = names[0], names[1]
    compiler = "clang" if "clang" in record["compiler"] else "gcc"
    where = (record["target"], record["library"], record["curve"], record["operation"])
    return Case(*where, configuration, profile, compiler)


def of_images(
    runs: Iterable[Recorded], cases: Sequence[Case], observer: Observer, jobs: int
) -> Iterator[Evidence]:
    """Build the image of each of the cases, and compare those of its runs."""
    lab = Lab(observer=observer)
    lab.prepare(cases)
    benches: dict[tuple[str, str], list[Case]] = {}
    for case in cases:
        benches.setdefault((case.target, case.compiler), []).append(case)

    stopped = Event()  # threads cannot be interrupted

    def build(together: Sequence[Case]) -> Mapping[Case, str | LabError]:
        return {case: _image(lab, case, observer) for case in together if not stopped.is_set()}

    images: dict[Case, str | LabError] = {}
    pool = ThreadPoolExecutor(jobs)
    try:
        for built in pool.map(build, benches.values()):
            images |= built
    finally:
        stopped.set()
        pool.shutdown(cancel_futures=True)
    for run in runs:
        image = images.get(run.case)
        if isinstance(image, LabError):
            yield Evidence(run.file, str(run.case), "unknown", str(image))
        elif image is not None:
            state: State = "present" if image == run.image_sha256 else "stale"
            yield Evidence(run.file, str(run.case), state)


def _image(lab: Lab, case: Case, observer: Observer) -> str | LabError:
    observer.case(case, 1)
    try:
        return lab.image(case)
    except LabError as error:
        return error


def of_sources(results: Path) -> Iterator[Evidence]:
    """Of what C tests printed: whether the sources are still those."""
    present = sources()
    for path in sorted(results.glob("*.txt")):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        if not first.startswith(SOURCES):
            yield Evidence(path.name, "C tests", "unknown", "it does not name its sources")
        else:
            yield Evidence(path.name, "C tests", "present" if first == present else "stale")
