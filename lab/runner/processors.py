# SPDX-License-Identifier: MIT
"""Worker processes on this machine.

The program's one thread gives them batches and waits for answers, so that an interrupt finds it
there, whatever a worker is doing; workers do not see it, and are ended."""

import pickle
import signal
import sys
import tempfile
import time
import traceback
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context, resource_tracker
from threading import current_thread, main_thread
from typing import Any

from lab.errors import LabError
from lab.paths import passing
from lab.runner.batches import Batch, Found, LostError, Outcome, Perform, Settings
from lab.runner.naming import named

ATTEMPTS = 3
GRACE_SECONDS = 1.0  # until a worker that was told to end is killed
AGAIN_SECONDS = 0.01  # until one exits that could not at once


@dataclass(frozen=True)
class _Failure:
    """What a worker brings back in place of an outcome."""

    error: Exception


class _Worker:
    """A process that performs one batch after the other. Each has what it does to itself, so that a
    death is one batch's alone."""

    def __init__(self, scratch: str) -> None:
        """`scratch` is for its temporary files, which it may not live to remove."""
        # A fresh interpreter: what this one has open is not the worker's.
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, scratch), daemon=True)
        self._process.start()
        theirs.close()
        self.batch: Batch | None = None
        self.attempts = 0

    def give(self, work: tuple[Any, Settings, Batch], attempts: int) -> None:
        self.batch, self.attempts = work[2], attempts
        with suppress(OSError):  # if it is dead, its answer says so
            self.connection.send(work)

    def answer(self) -> Any:
        """EOFError if it died."""
        try:
            return self.connection.recv()
        except (OSError, pickle.UnpicklingError) as error:
            raise EOFError from error

    def tell_to_end(self, *, at_once: bool) -> None:
        self.connection.close()
        if at_once:
            self._process.terminate()

    def end(self, deadline: float) -> None:
        self._process.join(max(0.0, deadline - time.monotonic()))
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _serve(home: "connection.Connection[Any, Any]", scratch: str) -> None:
    """What a worker does. Interrupts are blocked in it since before it began."""
    end_when_told()
    tempfile.tempdir = scratch
    while True:
        try:
            perform, settings, batch = home.recv()
        except (EOFError, OSError):
            return  # nobody is left who would want anything
        try:
            found = perform(settings, batch)
        except Exception as error:
            found = _Failure(_portable(error))
        with suppress(OSError):
            home.send(found)


def end_when_told() -> None:
    """SIGTERM makes this process exit as if by itself, so that what it runs ends, too."""
    for number in (signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, lambda *_: sys.exit(1))
    sys.unraisablehook = _exit_later


def _exit_later(swallowed: "sys.UnraisableHookArgs") -> None:
    """What a destructor or a callback of C raises is lost; an exit is tried again."""
    if swallowed.exc_type is SystemExit:
        signal.setitimer(signal.ITIMER_REAL, AGAIN_SECONDS)
    else:
        sys.__unraisablehook__(swallowed)


def _portable(error: Exception) -> Exception:
    """The error if it survives the way home, or one with its text; with the stack if it is a fault
    of ours."""
    if not isinstance(error, LabError):
        error.add_note(traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return LabError(str(error))
    return error


class Processors:
    """Workers, each with one batch at a time."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def work(
        self, perform: Perform[Found], settings: Settings, batches: Sequence[Batch]
    ) -> Generator[tuple[Batch, Outcome[Found] | LostError], None, None]:
        workers: list[_Worker] = []
        scratch = passing()
        done = False
        try:
            waiting = deque((batch, 1) for batch in batches)
            while waiting or any(worker.batch for worker in workers):
                self._occupy(workers, waiting, scratch.name, perform, settings)
                busy = {worker.connection: worker for worker in workers if worker.batch}
                for ready in connection.wait(list(busy)):
                    yield from self._home(busy[ready], workers, waiting)  # type: ignore[index]
            done = True
        finally:
            with deferred_interrupts():
                _end(workers, at_once=not done)
                scratch.cleanup()

    def _occupy(
        self,
        workers: list[_Worker],
        waiting: deque[tuple[Batch, int]],
        scratch: str,
        perform: Perform[Found],
        settings: Settings,
    ) -> None:
        """Give what waits to workers that have nothing, and to new ones."""
        while waiting:
            idle = next((worker for worker in workers if not worker.batch), None)
            if idle is None:
                if len(workers) == self._jobs:
                    return
                idle = _hire(workers, scratch)
            batch, attempts = waiting.popleft()
            idle.give((perform, settings, batch), attempts)

    def _home(
        self, worker: _Worker, workers: list[_Worker], waiting: deque[tuple[Batch, int]]
    ) -> Iterator[tuple[Batch, Any]]:
        """What a worker brought, unless it died and the batch is tried again."""
        batch = worker.batch
        assert batch is not None
        try:
            answer = worker.answer()
        except EOFError:
            with deferred_interrupts():
                workers.remove(worker)
                _end([worker], at_once=True)
            if worker.attempts < ATTEMPTS:
                waiting.appendleft((batch, worker.attempts + 1))
            else:
                yield batch, LostError(f"{named(batch[0])}: {ATTEMPTS} workers died of it")
            return
        worker.batch = None
        if isinstance(answer, _Failure):
            raise answer.error
        yield batch, answer


def _hire(workers: list[_Worker], scratch: str) -> _Worker:
    """A worker more. A process inherits the signals that are blocked here; starting the tracker of
    resources, which processes have in common, would let them through again."""
    resource_tracker.ensure_running()
    with deferred_interrupts():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            workers.append(_Worker(scratch))
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return workers[-1]


def _end(workers: Sequence[_Worker], *, at_once: bool) -> None:
    """Those that have nothing left end by themselves."""
    for worker in workers:
        worker.tell_to_end(at_once=at_once)
    deadline = time.monotonic() + GRACE_SECONDS
    for worker in workers:
        worker.end(deadline)


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """An interrupt that comes meanwhile comes afterwards. Blocking it would not do: another thread
    may take it, of which this one then hears."""
    if current_thread() is not main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)
