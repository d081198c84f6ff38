# SPDX-License-Identifier: MIT
"""Which records in results/ tell of images that the sources no longer give."""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from lab.errors import LabError
from lab.findings import AGREEMENTS, BusAgreement, Evidence, State
from lab.model import Case
from lab.peers import catalogue as libraries
from lab.runner import nanos
from lab.runner.measuring import Lab
from lab.runner.observer import Observer
from lab.store import LEVELS, SOURCES, Findings, Record, Results, array, levels, sources

FINDINGS = ("faults", "keys", "profiles")
Cflags = tuple[str, ...]
Build = tuple[Case, Cflags]


@dataclass(frozen=True)
class Recorded:
    """A run of which a file in results/ tells."""

    file: str
    case: Case
    image_sha256: str
    cflags: Cflags = ()  # of the compiler, beside those of the target

    @property
    def build(self) -> Build:
        """What its image depends on."""
        return self.case, self.cflags

    @property
    def subject(self) -> str:
        return " ".join((str(self.case), *self.cflags))


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
    for cflags, sample in levels(results):
        file, flags = f"findings/{LEVELS}.jsonl", tuple(shlex.split(cflags))
        yield Recorded(file, sample.case, sample.image_sha256, flags)


def _runs(file: str, records: Iterable[Record]) -> Iterator[Recorded]:
    for each in records:
        if "image_sha256" in each:
            cflags = tuple(shlex.split(each.get("cflags", "")))
            yield Recorded(file, _case(each), each["image_sha256"], cflags)


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
    known, chosen = tuple(runs), set(cases)
    builds = dict.fromkeys(run.build for run in known if run.case in chosen)
    labs = {cflags: Lab(observer=observer, cflags=cflags) for _, cflags in builds}
    Lab(observer=observer).prepare(cases)
    benches: dict[tuple[str, str, Cflags], list[Case]] = {}
    for case, cflags in builds:
        benches.setdefault((case.target, case.compiler, cflags), []).append(case)

    stopped = Event()  # threads cannot be interrupted

    def build(cflags: Cflags, together: Sequence[Case]) -> Mapping[Build, str | LabError]:
        lab = labs[cflags]
        return {
            (case, cflags): _image(lab, case, observer) for case in together if not stopped.is_set()
        }

    images: dict[Build, str | LabError] = {}
    pool = ThreadPoolExecutor(jobs)
    try:
        for built in pool.map(build, (key[2] for key in benches), benches.values()):
            images |= built
    finally:
        stopped.set()
        pool.shutdown(cancel_futures=True)
    for run in known:
        image = images.get(run.build)
        if isinstance(image, LabError):
            yield Evidence(run.file, run.subject, "unknown", str(image))
        elif image is not None:
            state: State = "present" if image == run.image_sha256 else "stale"
            yield Evidence(run.file, run.subject, state)


def _image(lab: Lab, case: Case, observer: Observer) -> str | LabError:
    observer.case(case, 1)
    try:
        return lab.image(case)
    except LabError as error:
        return error


def of_agreements(results: Path) -> Iterator[Evidence]:
    """Of key agreements over a bus: whether both images are still those."""
    for record in Findings(results).read(AGREEMENTS):
        known = BusAgreement(**record)
        subject = f"{known.curve} {known.profile}{' authenticated' if known.authenticated else ''}"
        present = nanos.image_sha256(known.curve, known.profile, authenticated=known.authenticated)
        state: State = "present" if present == known.image_sha256 else "stale"
        yield Evidence(f"findings/{AGREEMENTS}.jsonl", subject, state)


def of_sources(results: Path) -> Iterator[Evidence]:
    """Of what C tests printed: whether the sources are still those."""
    present = sources()
    for path in sorted(results.glob("*.txt")):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        if not first.startswith(SOURCES):
            yield Evidence(path.name, "C tests", "unknown", "it does not name its sources")
        else:
            yield Evidence(path.name, "C tests", "present" if first == present else "stale")
