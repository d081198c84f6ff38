# SPDX-License-Identifier: MIT
"""A cell whose senders listen before they send, event by event, in many cells side by side: a row
of each array is a cell, a column a sensor."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lab.wire.access import Carrier

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]


class Contention:
    """Each sensor sends one message, whose frames have these seconds on the air."""

    def __init__(
        self,
        access: Carrier,
        frames: Sequence[float],
        loss: float,
        begins: Floats,
        chance: np.random.Generator,
    ) -> None:
        """`begins`: when each sensor has its message, cells by sensors."""
        self._access, self._loss, self._chance = access, loss, chance
        self._frames = np.array(frames)
        self._lost_seconds = np.array([access.lost_seconds(frame) for frame in frames])
        waits = (*access.backoffs, access.again)
        self._least = np.array([each.least for each in waits])
        self._most = np.array([each.most for each in waits])
        self._slots = np.array([each.slot_seconds for each in waits])
        cells = begins.shape[0]
        self._frame = np.zeros(begins.shape, dtype=np.int64)
        self._tries, self._looks = np.zeros_like(self._frame), np.zeros_like(self._frame)
        self._sends = np.zeros(begins.shape, dtype=bool)  # so that its next event is the end
        self._lost, self._met = np.zeros_like(self._sends), np.zeros_like(self._sends)
        self._began = np.zeros(begins.shape)
        self._whole = np.ones(begins.shape, dtype=bool)
        self._opens, self._closes = np.full(cells, -np.inf), np.full(cells, -np.inf)
        self._when = begins + self._until_look(self._looks)
        self.sent, self.collided, self.failed = (np.zeros(cells) for _ in range(3))
        self.held_seconds = np.zeros(cells)

    @property
    def delivered(self) -> Floats:
        """Messages a cell."""
        whole: Floats = self._whole.sum(axis=1).astype(float)
        return whole

    def run(self) -> None:
        """Until nobody has anything left to send."""
        rows = np.arange(len(self._opens))
        while True:
            who = self._when.argmin(axis=1)
            now = self._when[rows, who]
            live = np.isfinite(now)
            if not live.any():
                return
            ends = self._sends[rows, who] & live
            looks = live & ~ends
            self._end(rows[ends], who[ends], now[ends])
            self._look(rows[looks], who[looks], now[looks])

    def _until_look(self, looks: Numbers) -> Floats:
        """From now to the end of the next look, behind so many at a busy channel; -1: behind a
        frame in vain."""
        slots = self._chance.integers(self._least[looks], self._most[looks] + 1)
        until: Floats = slots * self._slots[looks] + self._access.look_seconds
        return until

    def _look(self, rows: Numbers, who: Numbers, now: Floats) -> None:
        free = now >= self._closes[rows]
        unseen = ~free & (now < self._opens[rows])
        held = ~free & ~unseen
        self._look_again(rows[held], who[held], now[held])
        goes = ~held
        self._send(rows[goes], who[goes], now[goes], unseen[goes])

    def _look_again(self, rows: Numbers, who: Numbers, now: Floats) -> None:
        looks = self._looks[rows, who] + 1
        gives_up = looks == len(self._access.backoffs)
        self._looks[rows, who] = np.where(gives_up, 0, looks)
        self._when[rows, who] = now + self._until_look(self._looks[rows, who])
        self._next_frame(rows[gives_up], who[gives_up], heard=False)

    def _send(self, rows: Numbers, who: Numbers, now: Floats, meets: NDArray[np.bool_]) -> None:
        access, frame = self._access, self._frame[rows, who]
        start = now + access.turnaround_seconds
        lost = self._chance.random(len(rows)) < self._loss
        wakes = access.wake_seconds * self._chance.random(len(rows))
        lasts = np.where(lost | meets, self._lost_seconds[frame], self._frames[frame] + wakes)
        crowded = rows[meets]
        self._met[crowded] |= self._sends[crowded]
        if access.wake_seconds and len(crowded):
            self._go_on(crowded)
        self._sends[rows, who], self._lost[rows, who] = True, lost
        self._met[rows, who], self._began[rows, who] = meets, start
        self._when[rows, who] = start + lasts
        self._opens[rows] = np.where(meets, self._opens[rows], start)
        self._closes[rows] = np.where(
            meets, np.maximum(self._closes[rows], start + lasts), start + lasts
        )

    def _go_on(self, rows: Numbers) -> None:
        """Those who repeat a frame while another does: nobody hears them."""
        sends = self._sends[rows]
        ends = self._began[rows] + self._access.wake_seconds
        self._when[rows] = np.where(sends, ends, self._when[rows])
        last = np.where(sends, ends, -np.inf).max(axis=1)
        self._closes[rows] = np.maximum(self._closes[rows], last)

    def _end(self, rows: Numbers, who: Numbers, now: Floats) -> None:
        access = self._access
        met, lost = self._met[rows, who], self._lost[rows, who]
        heard = ~(met | lost)
        answer = np.where(heard, access.answer_seconds, 0)
        self.sent[rows] += 1
        self.collided[rows] += met
        self.failed[rows] += ~heard
        self.held_seconds[rows] += now - self._began[rows, who] + answer
        self._closes[rows] = np.maximum(self._closes[rows], now + answer)
        self._sends[rows, who], self._looks[rows, who] = False, 0
        self._tries[rows, who] += 1
        after = np.where(heard, answer + access.space_seconds, access.missing_seconds)
        self._when[rows, who] = now + after + self._until_look(np.where(heard, 0, -1))
        self._next_frame(rows[heard], who[heard], heard=True)
        over = ~heard & (self._tries[rows, who] == access.attempts)
        self._next_frame(rows[over], who[over], heard=False)

    def _next_frame(self, rows: Numbers, who: Numbers, *, heard: bool) -> None:
        """The message goes on without one that was given up."""
        self._whole[rows, who] &= heard
        self._tries[rows, who] = 0
        self._frame[rows, who] += 1
        over = self._frame[rows, who] == len(self._frames)
        self._when[rows[over], who[over]] = np.inf
