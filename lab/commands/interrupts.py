# SPDX-License-Identifier: MIT
"""Ctrl-C ends the program, whatever it is doing."""

import atexit
import fcntl
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from select import select
from threading import Thread, current_thread, main_thread

INTERRUPTED = 130
PATIENCE_SECONDS = 4.0  # longer than workers are given to end
_STOP = b"\0"
_FIRST_FREE = 3  # behind the standard streams


@contextmanager
def watched() -> Iterator[None]:
    """Meanwhile an interrupt is sure to end the program. Python hears of it when what is under way
    returns, and an emulated core may run for minutes; then a thread ends all."""
    if current_thread() is not main_thread():
        yield
        return
    reader, writer = _pipe()
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    thread = Thread(target=_watch, args=(reader,), daemon=True)
    try:
        thread.start()
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.write(writer, _STOP)
        os.close(writer)


def _pipe() -> tuple[int, int]:
    """A pipe that takes the place of no standard stream, where one of those is closed."""
    ends = os.pipe()
    reader, writer = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE) for end in ends)
    for end in ends:
        os.close(end)
    return reader, writer


def _watch(reader: int) -> None:
    """Waits for an interrupt, and then for what it should bring about."""
    try:
        while True:
            came = os.read(reader, 1)
            if came in (b"", _STOP):
                return
            if came == bytes([signal.SIGINT]) and not _stopped(reader):
                _end_all()
    finally:
        os.close(reader)


def _stopped(reader: int) -> bool:
    """Whether the program comes to its end by itself soon."""
    waits = PATIENCE_SECONDS
    while select([reader], [], [], waits)[0]:
        if os.read(reader, 1) in (b"", _STOP):
            return True
    return False


def _end_all() -> None:
    for worker in multiprocessing.active_children():
        worker.kill()
    print("whit: interrupted", file=sys.stderr, flush=True)
    os._exit(INTERRUPTED)


def quiet_end(code: int) -> None:
    """An interrupt that comes while the interpreter ends would be a stack trace, as would a second
    one while the program says that it was interrupted."""
    if code == INTERRUPTED and current_thread() is main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
