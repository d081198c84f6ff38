# SPDX-License-Identifier: MIT
"""Cells by simulation: every sensor sends one message, at a random moment of a period."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lab.fleet.airtime import starts
from lab.fleet.contention import Contention, Floats
from lab.fleet.model import Estimate, Fleet
from lab.wire.access import Aloha, Carrier, Scheduled

MESSAGES = 100_000
FEW = 100  # events
ROUNDING = 1e-12
LEAST_CELLS = 20  # whose spread says how sure a figure is


@dataclass(frozen=True)
class Counts:
    """Of each cell."""

    sent: Floats  # transmissions
    collided: Floats
    failed: Floats  # transmissions, as their senders see it
    delivered: Floats  # messages
    held_seconds: Floats

    def estimates(self, fleet: Fleet, channels: int) -> Air:
        messages = np.full(len(self.sent), float(fleet.cell))
        missed = messages - self.delivered
        delivered = _share(missed, messages)
        time = np.full(len(self.sent), channels * fleet.period_seconds)
        return Air(
            collides=_share(self.collided, self.sent),
            failing=_share(self.failed, self.sent),
            delivered=Estimate(1 - delivered.value, delivered.error),
            held=_ratio(self.held_seconds, time),
        )


@dataclass(frozen=True)
class Air:
    """As airtime.Air, estimated."""

    collides: Estimate
    failing: Estimate
    delivered: Estimate
    held: Estimate


def _ratio(part: Floats, whole: Floats) -> Estimate:
    """A ratio of sums over cells, which are independent."""
    value = part.sum() / whole.sum()
    count = len(part)
    variance = ((part - value * whole) ** 2).sum() * count / (count - 1)
    error = np.sqrt(variance) / whole.sum()
    return Estimate(float(value), 0.0 if error < ROUNDING * value else float(error))


def _share(part: Floats, whole: Floats) -> Estimate:
    """The same of events that are counted, which come in twos: of few of them, or none, the spread
    says too little."""
    found, count = _ratio(part, whole), part.sum()
    least = 2 * np.sqrt(count / 2 + 4) / whole.sum() if count < FEW else 0
    return Estimate(found.value, max(found.error, float(least)))


def simulate(fleet: Fleet, chance: np.random.Generator) -> Air:
    cells = max(LEAST_CELLS, MESSAGES // fleet.cell)
    begins = chance.random((cells, fleet.cell)) * fleet.period_seconds
    access = fleet.link.access
    if isinstance(access, Carrier):
        contention = Contention(access, fleet.frames, fleet.loss, begins, chance)
        contention.run()
        counts = Counts(
            contention.sent,
            contention.collided,
            contention.failed,
            contention.delivered,
            contention.held_seconds,
        )
        return counts.estimates(fleet, 1)
    if isinstance(access, Aloha):
        return _unannounced(fleet, access, begins, chance).estimates(fleet, access.channels)
    return _apart(fleet, access, begins, chance).estimates(fleet, 1)


def _apart(fleet: Fleet, access: Scheduled, begins: Floats, chance: np.random.Generator) -> Counts:
    """Frames that only chance takes."""
    frames = np.array(fleet.frames)
    tries = chance.geometric(1 - fleet.loss, (*begins.shape, len(frames)))
    heard = tries <= access.attempts
    sent = np.minimum(tries, access.attempts)
    held = sent * frames + heard * access.answer_seconds
    return Counts(
        sent.sum(axis=(1, 2)).astype(float),
        np.zeros(len(begins)),
        (sent - heard).sum(axis=(1, 2)).astype(float),
        heard.all(axis=2).sum(axis=1).astype(float),
        held.sum(axis=(1, 2)),
    )


def _unannounced(
    fleet: Fleet, access: Aloha, begins: Floats, chance: np.random.Generator
) -> Counts:
    """Frames on channels that are drawn; periods follow each other, so that what leaves one at its
    end enters it at its beginning."""
    frames = np.array(fleet.frames)
    shape = (*begins.shape, len(frames))
    start = (begins[:, :, None] + np.array(starts(fleet.frames, access))) % fleet.period_seconds
    channel = chance.integers(access.channels, size=shape)
    lane = np.arange(len(begins))[:, None, None] * access.channels + channel
    lasts = np.broadcast_to(frames, shape)
    met = overlapping(lane.ravel(), start.ravel(), lasts.ravel(), fleet.period_seconds)
    met = met.reshape(shape)
    lost = met | (chance.random(shape) < fleet.loss)
    each = np.full(len(begins), float(fleet.cell))
    return Counts(
        each * len(frames),
        met.sum(axis=(1, 2)).astype(float),
        lost.sum(axis=(1, 2)).astype(float),
        (~lost).all(axis=2).sum(axis=1).astype(float),
        each * frames.sum(),
    )


def overlapping(
    lane: NDArray[np.int64], start: Floats, lasts: Floats, period: float
) -> NDArray[np.bool_]:
    """Which of these frames overlap others in their lane, on a clock of one period's length."""
    count = len(start)
    late = np.flatnonzero(start + lasts > period)  # also seen a period before
    early = np.flatnonzero(start < lasts.max())  # and these a period later
    which = np.concatenate([np.arange(count), late, early])
    moved = np.concatenate([start, start[late] - period, start[early] + period])
    moved = moved + lane[which] * (4 * period)
    order = np.argsort(moved, kind="stable")
    which, begins = which[order], moved[order]
    ends = np.maximum.accumulate(begins + lasts[which])
    hits = begins[1:] < ends[:-1]
    found = np.zeros(count, dtype=bool)
    found[which[1:][hits]] = True
    own = begins[1:] < (begins + lasts[which])[:-1]
    found[which[:-1][own]] = True
    return found
