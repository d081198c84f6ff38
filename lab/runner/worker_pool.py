# SPDX-License-Identifier: MIT
"""Many cases at once: on the processors of this machine, or on a Dask cluster.

Cases that share a library's objects are one batch, which one worker builds and runs. A
worker that dies takes its batch along; the batch is tried again elsewhere."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from lab.errors import LabError
from lab.findings import Constancy
from lab.model import Case, Sample
from lab.runner.batches import (
    Batch,
    Found,
    LostError,
    Outcome,
    Perform,
    Settings,
    WorkerPool,
    batches,
)
from lab.runner.measuring import Lab
from lab.runner.naming import named
from lab.runner.observer import Observer
from lab.runner.processors import Processors
from lab.runner.twins import Twins
from lab.store import arrays, newest

CONNECT_SECONDS = 10

Keep = Callable[[Sequence[Sample]], None]


@dataclass
class _Notes:
    """The observer in a worker: its lines travel home with the samples."""

    lines: list[str] = field(default_factory=list)

    def say(self, text: str) -> None:
        self.lines.append(text)

    def case(self, case: Case, steps: int) -> None:
        """Told when the batch is home."""

    def advance(self) -> None:
        """Told when the batch is home."""


def measure_batch(settings: Settings, batch: Batch) -> Outcome[Sample]:
    """A worker's part of measuring."""
    lab, notes = _lab(settings)
    notes.lines.clear()
    samples = tuple(lab.measure(case) for case in batch)
    return Outcome(samples, tuple(notes.lines))


def trace_batch(settings: Settings, batch: Batch) -> Outcome[Constancy]:
    """A worker's part of tracing."""
    lab, notes = _lab(settings)
    notes.lines.clear()
    found = tuple(lab.trace(case) for case in batch)
    return Outcome(found, tuple(notes.lines))


@cache
def _lab(settings: Settings) -> tuple[Lab, _Notes]:
    """One a process, so that toolchains and sources are made ready once."""
    notes = _Notes()
    return open_lab(settings, notes), notes


def open_lab(settings: Settings, observer: Observer) -> Lab:
    return Lab(
        seed=settings.seed,
        keys=settings.keys,
        cached=settings.cached,
        observer=observer,
        cache_directory=Path(settings.cache_directory),
        sources={name: Path(place) for name, place in settings.sources},
        probe=settings.probe,
        part=settings.part,
        cflags=settings.cflags,
        recorded=newest(Path(settings.recorded)) if settings.recorded else None,
        traced=_traces(Path(settings.traced)) if settings.traced else (),
    )


def _traces(results: Path) -> Iterator[Constancy]:
    return map(Constancy.from_record, arrays(results, "traces*.json"))


def measured(
    cases: Sequence[Case],
    settings: Settings,
    pool: WorkerPool | None,
    observer: Observer,
    keep: Keep = lambda _: None,
) -> list[Sample]:
    """The samples of the cases, in their order; without a pool, by this process alone.
    `keep` is given samples as soon as they are there, so that an interrupted run loses
    no more than it had under way."""
    lab = open_lab(settings, observer)
    twins = Twins(lab.image)
    found: dict[Case, Sample] = {}
    if pool is None:
        for case in cases:
            found[case] = twins.judged(case, lab.measure(case))
            keep((found[case],))
        return [twins.marked(case, found[case]) for case in cases]
    lab.prepare(cases)
    with closing(pool.work(measure_batch, settings, batches(cases))) as work:
        for batch, outcome in work:
            if isinstance(outcome, LostError):
                observer.say(str(outcome))
                outcome = Outcome(tuple(lab.failed(case, str(outcome)) for case in batch))
            home = _home(batch, outcome, observer)
            fresh = {case: twins.judged(case, sample) for case, sample in home.items()}
            found |= fresh
            keep(tuple(fresh.values()))
    return [twins.marked(case, found[case]) for case in cases]


def traced(
    cases: Sequence[Case],
    settings: Settings,
    pool: WorkerPool | None,
    observer: Observer,
) -> list[Constancy]:
    """The traces of the cases, in their order; without a pool, by this process alone."""
    lab = open_lab(settings, observer)
    if pool is None:
        return [lab.trace(case) for case in cases]
    lab.prepare(cases)
    found: dict[Case, Constancy] = {}
    with closing(pool.work(trace_batch, settings, batches(cases))) as work:
        for batch, outcome in work:
            if isinstance(outcome, LostError):
                raise outcome
            found |= _home(batch, outcome, observer)
    return [found[case] for case in cases]


def _home(batch: Batch, outcome: Outcome[Found], observer: Observer) -> dict[Case, Found]:
    """What a worker brought back, case by case, told as it would have been told here."""
    for line in outcome.said:
        observer.say(line)
    for case in batch:
        observer.case(case, 1)
        observer.advance()
    return dict(zip(batch, outcome.found, strict=True))


class Cluster:
    """The workers of a Dask cluster. Each needs this checkout, at the same version, with
    its virtual environment and the toolchains."""

    def __init__(self, address: str) -> None:
        """LabError when Dask is not installed or no scheduler answers."""
        try:
            self._dask: Any = import_module("distributed")
        except ImportError:
            raise LabError("--dask needs Dask: pip install distributed") from None
        try:
            self._client = self._dask.Client(address, timeout=CONNECT_SECONDS)
        except (OSError, ValueError, TimeoutError) as error:
            raise LabError(f"no Dask scheduler at {address}: {error}") from error

    def work(
        self, perform: Perform[Found], settings: Settings, batches: Sequence[Batch]
    ) -> Generator[tuple[Batch, Outcome[Found] | LostError], None, None]:
        try:
            # Dask itself gives a dead worker's batch to another one.
            futures = {
                self._client.submit(perform, settings, batch, pure=False): batch
                for batch in batches
            }
            for future in self._dask.as_completed(futures):
                batch = futures[future]
                try:
                    yield batch, future.result()
                except self._dask.KilledWorker:
                    yield batch, LostError(f"{named(batch[0])}: its Dask workers died of it")
        finally:
            self._client.close()


def open_pool(cases: Sequence[Case], jobs: int, dask: str | None) -> WorkerPool | None:
    """Who works on the cases: a cluster, processors, or nobody else when one is enough."""
    if dask is not None:
        return Cluster(dask)
    return Processors(jobs) if jobs > 1 and len(batches(cases)) > 1 else None
