# SPDX-License-Identifier: MIT
"""What verifying takes on this machine: real signatures of many sensors, made and verified by
Whit's build for it, by Dask on several cores."""

from __future__ import annotations

import multiprocessing
import re
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from lab import curves
from lab.errors import LabError, WrongResultError
from lab.fleet.machine import processor
from lab.fleet.model import Verifying
from lab.library import AnyCurve, Library, Signed, StringCurve, build_alone
from lab.model import BATCHES
from lab.paths import ROOT

PROFILE = "fast"
PACKAGE = "dask"
PINS = ROOT / "requirements-dev.txt"
PARTS = 8  # of each worker's signatures: what they take tells how sure the figure is
SIGNATURES = 16_384

Advance = Callable[[], None]
Worked = tuple[tuple[bool, ...], float]  # which hold, and the processor's seconds


@dataclass(frozen=True)
class Measured:
    """On `workers` cores at once."""

    curve: str
    profile: str
    signatures: int
    workers: int
    singly: Verifying
    batches: Verifying | None  # where the scheme has them
    rate: float  # verified a second by all workers, as the clock on the wall has it
    processor: str

    @property
    def best(self) -> Verifying:
        if self.batches is None or self.batches.seconds >= self.singly.seconds:
            return self.singly
        return self.batches


def largest_batch(curve: str) -> int:
    """That the lab measures; 1 where there are none."""
    offered = curves.find(curve).operations
    return max((count for name, count in BATCHES.items() if name in offered), default=1)


def measure(
    curve: str,
    payload: bytes,
    workers: int,
    signatures: int = SIGNATURES,
    advance: Advance = lambda: None,
    say: Callable[[str], None] = lambda _: None,
) -> Measured:
    """Make signatures, then verify them singly and in batches. `advance` is called `steps` times.
    WrongResultError if a good one is refused or a bad one is not."""
    batch = largest_batch(curve)
    parts = _parts(signatures, PARTS * workers)
    _dask()
    code = str(build_alone(say, curve, PROFILE))
    with _workers(workers, code) as pool:
        advance()
        make_each = [(code, curve, payload, count) for count in parts]
        made = _all(pool, make, make_each, advance)
        singly, rate = _verified(pool, code, curve, made, 1, advance)
        batches = None
        if batch > 1:
            batches, rate = _verified(pool, code, curve, made, batch, advance)
    return Measured(curve, PROFILE, sum(parts), workers, singly, batches, rate, processor())


def steps(curve: str, workers: int, signatures: int = SIGNATURES) -> int:
    rounds = 2 if largest_batch(curve) == 1 else 3
    return 1 + rounds * len(_parts(signatures, PARTS * workers))


def _parts(count: int, into: int) -> list[int]:
    """Nearly equal ones, none of them empty."""
    into = min(count, into)
    return [count * (i + 1) // into - count * i // into for i in range(into)]


@contextmanager
def _workers(count: int, code: str) -> Iterator[Executor]:
    """As many processes that have loaded the build, for Dask to work with."""
    pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"))
    try:
        # Those that are started meanwhile leave interrupts to this process, which ends them.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            started = [pool.submit(ready, code) for _ in range(count)]
        finally:
            signal.signal(signal.SIGINT, before)
        for each in started:
            each.result()
        yield pool
    except BaseException as error:
        for worker in multiprocessing.active_children():
            worker.kill()
        if isinstance(error, BrokenProcessPool):
            raise LabError("a worker died while it verified") from None
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _dask() -> Any:
    """The module; LabError with what to install."""
    try:
        return import_module(PACKAGE)
    except ImportError:
        raise LabError(
            f"signatures are verified through Dask: pip install {requirement()}; or say what one "
            "takes with --verification"
        ) from None


def requirement() -> str:
    """Dask as this checkout is tested with it, for pip."""
    found = re.search(rf"^{PACKAGE}==\S+$", PINS.read_text(encoding="utf-8"), re.MULTILINE)
    return found[0] if found else PACKAGE


def _all(
    pool: Executor, work: Callable[..., Any], given: Sequence[tuple[Any, ...]], advance: Advance
) -> Sequence[Any]:
    """What Dask's scheduler of processes makes of each, in order."""
    dask, callbacks = _dask(), import_module(f"{PACKAGE}.callbacks")
    graph = [dask.delayed(work, pure=False)(*each) for each in given]
    with callbacks.Callback(posttask=lambda *_: advance()):
        found: Sequence[Any] = dask.compute(
            *graph, scheduler="processes", pool=pool, chunksize=1, optimize_graph=False
        )
    return found


def _verified(
    pool: Executor,
    code: str,
    curve: str,
    made: Sequence[Sequence[Signed]],
    batch: int,
    advance: Advance,
) -> tuple[Verifying, float]:
    """What one takes of a core, and how many a second all workers do."""
    begun = time.monotonic()
    verify_each = [(code, curve, part, batch) for part in made]
    worked: Sequence[Worked] = _all(pool, verify, verify_each, advance)
    elapsed = time.monotonic() - begun
    for part, (holds, _) in zip(made, worked, strict=True):
        if not all(holds) or len(holds) != len(part):
            raise WrongResultError(f"{curve}: a signature that was just made is refused")
    each = [seconds / len(part) for part, (_, seconds) in zip(made, worked, strict=True)]
    spread = stdev(each) / len(each) ** 0.5 if len(each) > 1 else 0.0
    return Verifying(mean(each), batch, spread), sum(map(len, made)) / elapsed


def ready(code: str) -> None:
    """A worker's part before it is timed."""
    _library(code)


def make(code: str, curve_name: str, payload: bytes, count: int) -> list[Signed]:
    """A worker's part: sensors of as many keys, each with a reading that it signed."""
    curve = _curve(code, curve_name)
    made = []
    for number in range(count):
        pair, message = curve.generate(), payload + number.to_bytes(4)
        made.append(Signed(pair.public_key, message, curve.sign(pair.private_key, message)))
    return made


def verify(code: str, curve_name: str, signed: Sequence[Signed], batch: int) -> Worked:
    """A worker's part: which signatures hold, and the processor's seconds. A bad one is tried
    first, whose time does not count."""
    curve = _curve(code, curve_name)
    good = signed[0]
    bad = good._replace(message=good.message + b"?")
    if any(_checked(curve, [bad], batch)):
        raise WrongResultError(f"{curve_name}: the signature of another message is accepted")
    begun = time.thread_time()
    holds = _checked(curve, signed, batch)
    return tuple(holds), time.thread_time() - begun


def _checked(curve: AnyCurve, signed: Sequence[Signed], batch: int) -> list[bool]:
    if batch == 1 or not isinstance(curve, StringCurve):
        return [curve.verify(*each) for each in signed]
    parts = (signed[i : i + batch] for i in range(0, len(signed), batch))
    return [holds for part in parts for holds in curve.verify_batch(part)]


def _curve(code: str, name: str) -> AnyCurve:
    return _library(code).any_curve(name)


@cache
def _library(code: str) -> Library:
    """The build, loaded once a process."""
    return Library(Path(code))
