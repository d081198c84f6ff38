# SPDX-License-Identifier: MIT
"""Many cases at once: on the processors of this machine, or on a Dask cluster.

Cases that share a library's objects are one batch, which one worker builds and runs. A
worker that dies takes its batch along; the batch is tried again elsewhere."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from multiprocessing import get_context, resource_tracker
from pathlib import Path
from signal import SIG_BLOCK, SIG_SETMASK, SIG_UNBLOCK, SIGINT, pthread_sigmask
from threading import Event, local
from typing import Any, Generic, Protocol, TypeVar

from lab.errors import LabError
from lab.findings import Constancy
from lab.model import Case, Sample
from lab.runner.measuring import CACHE, DEFAULT_KEYS, DEFAULT_SEED, Lab, named
from lab.runner.observer import Observer
from lab.runner.twins import Twins
from lab.store import arrays, newest
from lab.targets.boards import Part

ATTEMPTS = 3
CONNECT_SECONDS = 10

Batch = tuple[Case, ...]
Keep = Callable[[Sequence[Sample]], None]
Found = TypeVar("Found")  # what comes of a case


@dataclass(frozen=True)
class Settings:
    """What every worker's lab is made from."""

    seed: str = DEFAULT_SEED
    keys: int = DEFAULT_KEYS
    cached: bool = True
    cache_directory: str = str(CACHE)
    sources: tuple[tuple[str, str], ...] = ()  # checkouts of libraries in no registry
    probe: str | None = None  # a board; there is one, so there is no pool
    part: Part | None = None  # without a file, over cores
    recorded: str | None = None  # results whose samples stand where images are theirs
    traced: str | None = None  # results whose traces do
    cflags: tuple[str, ...] = ()  # the user's


def portable(local_sources: Mapping[str, Path]) -> tuple[tuple[str, str], ...]:
    """Checkouts as settings hold them, wherever a worker runs."""
    return tuple((name, str(place.resolve())) for name, place in local_sources.items())


@dataclass(frozen=True)
class Outcome(Generic[Found]):
    """What a worker brings back, of each case of its batch."""

    found: tuple[Found, ...]
    said: tuple[str, ...] = ()


class LostError(LabError):
    """A batch killed every worker that tried it."""


class WorkerPool(Protocol):
    """Those who do the work."""

    def work(
        self, perform: "Perform[Found]", settings: Settings, batches: Sequence[Batch]
    ) -> Iterator[tuple[Batch, Outcome[Found] | LostError]]:
        """Each batch with what came of it, in the order in which they are done."""


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


def batches(cases: Sequence[Case]) -> tuple[Batch, ...]:
    """Cases by what they share: target, compiler, library, variant, curve."""
    groups: dict[tuple[str, ...], list[Case]] = {}
    for case in cases:
        key = (case.target, case.compiler, case.library, case.variant, case.curve)
        groups.setdefault(key, []).append(case)
    return tuple(tuple(group) for group in groups.values())


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


Perform = Callable[[Settings, Batch], Outcome[Found]]


def _perform_alone(perform: Perform[Found], settings: Settings, batch: Batch) -> Outcome[Found]:
    """What a process of this machine is given: its work is all that an interrupt ends in it. As it
    begins, and between batches, it would end in a stack trace."""
    pthread_sigmask(SIG_UNBLOCK, {SIGINT})
    try:
        return perform(settings, batch)
    finally:
        pthread_sigmask(SIG_BLOCK, {SIGINT})


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
    for batch, outcome in pool.work(measure_batch, settings, batches(cases)):
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
    for batch, outcome in pool.work(trace_batch, settings, batches(cases)):
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


class Processors:
    """Worker processes on this machine, each with one batch at a time."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._stopping = Event()
        self._mine = local()
        self._pools: list[ProcessPoolExecutor] = []

    def work(
        self, perform: Perform[Found], settings: Settings, batches: Sequence[Batch]
    ) -> Iterator[tuple[Batch, Outcome[Found] | LostError]]:
        threads = ThreadPoolExecutor(self._jobs)
        done = False
        try:
            futures = {
                threads.submit(self._one, perform, settings, batch): batch for batch in batches
            }
            for future in as_completed(futures):
                yield futures[future], future.result()
            done = True
        finally:
            # Workers that have nothing left end at once. Unless that is waited for, the
            # interpreter may write to a pool's pipe as it exits, while the pool closes it.
            self._stopping.set()
            threads.shutdown(cancel_futures=True, wait=done)
            for pool in self._pools:
                pool.shutdown(cancel_futures=True, wait=done)

    def _one(
        self, perform: Perform[Found], settings: Settings, batch: Batch
    ) -> Outcome[Found] | LostError:
        """Each thread has a process of its own, so that a death is one batch's alone."""
        for _ in range(ATTEMPTS):
            try:
                return self._given(perform, settings, batch).result()
            except BrokenProcessPool:
                self._mine.pool = None
                if self._stopping.is_set():
                    break
        return LostError(f"{named(batch[0])}: {ATTEMPTS} workers died of it")

    def _given(
        self, perform: Perform[Found], settings: Settings, batch: Batch
    ) -> Future[Outcome[Found]]:
        """A process that this starts inherits the signals that are blocked here; starting the
        tracker of resources, which processes have in common, would let them through again."""
        resource_tracker.ensure_running()
        before = pthread_sigmask(SIG_BLOCK, {SIGINT})
        try:
            return self._pool().submit(_perform_alone, perform, settings, batch)
        finally:
            pthread_sigmask(SIG_SETMASK, before)

    def _pool(self) -> ProcessPoolExecutor:
        pool: ProcessPoolExecutor | None = getattr(self._mine, "pool", None)
        if pool is None:
            # A fresh interpreter: what this one has open is not the worker's.
            pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
            self._mine.pool = pool
            self._pools.append(pool)
        return pool


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
    ) -> Iterator[tuple[Batch, Outcome[Found] | LostError]]:
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
