# SPDX-License-Identifier: MIT
"""The air of a cell on paper: how long its channel is held, and how often frames meet.

Each sensor sends once a period, at a moment that is as probable as any other."""

from dataclasses import dataclass
from itertools import accumulate, pairwise, product

import numpy as np

from lab.fleet.model import Fleet
from lab.wire.access import Access, Aloha, Carrier, Scheduled
from lab.wire.link import attempts


@dataclass(frozen=True)
class Air:
    """What happens to the transmissions of a cell. Shares are of 1."""

    collides: float  # a transmission, with another
    failing: float  # a transmission, for any reason that its sender sees
    delivered: float  # a message
    held: float  # of the time, a channel


def of(fleet: Fleet) -> Air:
    access = fleet.link.access
    if isinstance(access, Aloha):
        return _unannounced(fleet, access)
    meets, again = _meeting(fleet, access) if isinstance(access, Carrier) else (0.0, 0.0)
    fresh = attempts(fleet.loss, access.attempts)
    met = fresh * meets * attempts(again, access.attempts)
    collides = met / (fresh + met)
    failing = 1 - (1 - fleet.loss) * (1 - collides)
    heard = 1 - failing**access.attempts
    sent = attempts(failing, access.attempts)
    seconds = sum(_held(access, frame, sent, heard) for frame in fleet.frames)
    gone = _in_vain(fleet.loss, meets, again, access.attempts)
    if isinstance(access, Carrier):
        gone += fresh * _shut_out(fleet, access)
    delivered = max(0.0, 1 - gone) ** len(fleet.frames)
    return Air(collides, failing, delivered, fleet.cell * seconds / fleet.period_seconds)


def _held(access: Scheduled | Carrier, frame: float, sent: float, heard: float) -> float:
    """How long a frame of `frame` seconds that is sent so often holds the channel."""
    lost, good = frame, frame
    if isinstance(access, Carrier):
        lost, good = access.lost_seconds(frame), access.held_seconds(frame)
    return heard * (good + access.answer_seconds) + (sent - heard) * lost


def _meeting(fleet: Fleet, access: Carrier) -> tuple[float, float]:
    """How probable it is that a transmission meets another, and that two that met meet again.

    Two meet when both senders look within one turnaround: of each other sensor's transmissions,
    none may begin in two turnarounds around one's own. They meet again when that is so of their
    next looks, which begin as far apart as the first. All to the first order in the load, and of
    messages of one frame: sensors that wait for another's frame meet its next one more often."""
    turnaround, fresh = access.turnaround_seconds, attempts(fleet.loss, access.attempts)
    window = 2 * turnaround * fresh * len(fleet.frames) / fleet.period_seconds
    wait = access.again
    count = wait.most - wait.least + 1
    again = 0.0
    for apart in range(1 - count, count):
        shift = apart * wait.slot_seconds  # and up to a turnaround more
        both = min(turnaround, turnaround - shift) - max(0.0, -turnaround - shift)
        again += (count - abs(apart)) / count**2 * max(0.0, both) / turnaround
    return 1 - max(0.0, 1 - window) ** (fleet.cell - 1), again


def _in_vain(loss: float, meets: float, again: float, most: int) -> float:
    """How probable it is that all transmissions of a frame fail, if others are met once at most:
    p^k + m (1 - p) (r^(k-1) + p r^(k-2) + ... + p^(k-1)), r = q + (1 - q) p after a meeting."""
    after = again + (1 - again) * loss
    chains = sum(loss**before * after ** (most - 1 - before) for before in range(most))
    return loss**most + meets * (1 - loss) * chains


def _shut_out(fleet: Fleet, access: Carrier) -> float:
    """How probable it is that one other's frame keeps the channel busy through all looks: it is
    on the air for h, and the further looks take S, so that the first look falls into h - S."""
    _, *further = access.backoffs
    slots = np.ones(1)
    for wait in further:
        each = np.zeros(wait.most + 1)
        each[wait.least :] = 1 / (wait.most + 1 - wait.least)
        slots = np.convolve(slots, each)
    taken = np.arange(len(slots)) * further[0].slot_seconds + len(further) * access.look_seconds
    fresh = attempts(fleet.loss, access.attempts)
    seconds = 0.0
    for frame in fleet.frames:
        held = access.held_seconds(frame) + access.answer_seconds
        seconds += fresh * float((slots * np.maximum(0, held - taken)).sum())
    return (fleet.cell - 1) * seconds / fleet.period_seconds


def starts(frames: tuple[float, ...], access: Access) -> tuple[float, ...]:
    """When each frame of a message begins that is sent without listening, after the first: a
    duty cycle sets how long its sender is silent."""
    pause = 1 / access.duty_cycle if isinstance(access, Aloha) else 1.0
    return tuple(accumulate((frame * pause for frame in frames[:-1]), initial=0.0))


def _unannounced(fleet: Fleet, access: Aloha) -> Air:
    """A frame survives the n - 1 others with probability
    (1 - the sum over another's frames b of (a + b) / (c T))^(n - 1)."""
    frames, others = fleet.frames, fleet.cell - 1
    span = access.channels * fleet.period_seconds
    alone = [
        max(0.0, 1 - sum(frame + other for other in frames) / span) ** others for frame in frames
    ]
    survives = _untouched(fleet, access) ** others
    delivered = survives * (1 - fleet.loss) ** len(frames)
    collides = 1 - sum(alone) / len(frames)
    failing = 1 - (1 - fleet.loss) * (1 - collides)
    return Air(collides, failing, delivered, fleet.cell * sum(frames) / span)


def _untouched(fleet: Fleet, access: Aloha) -> float:
    """How probable it is that another sensor's message touches none of a message's frames: the
    mean over all shifts between them of (1 - 1/c)^k, where k pairs of frames overlap."""
    frames, period = fleet.frames, fleet.period_seconds
    begins = starts(frames, access)
    windows = []
    for (own, first), (other, second) in product(zip(begins, frames, strict=True), repeat=2):
        left = (own - second - other) % period
        length = first + second
        windows.append((left, min(left + length, period)))
        if left + length > period:
            windows.append((0.0, left + length - period))
    edges = sorted({0.0, period, *(edge for window in windows for edge in window)})
    share = 0.0
    for left, right in pairwise(edges):
        middle = (left + right) / 2
        pairs = sum(start <= middle < end for start, end in windows)
        share += (right - left) * (1 - 1 / access.channels) ** pairs
    return share / period
