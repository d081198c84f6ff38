# SPDX-License-Identifier: MIT
"""A gateway on paper: cores, each with a queue of its own sensors' readings."""

from dataclasses import dataclass
from math import ceil

from lab.fleet.model import Verifying

_ROUNDING = 1e-9


def cores(offered: float, busy: float) -> int:
    """The fewest that are not busy for more of the time."""
    return max(1, ceil(offered / busy * (1 - _ROUNDING)))


@dataclass(frozen=True)
class Gateway:
    """Cores that verify `rate` readings a second, none of which is planned to work for more than
    `busy` of the time."""

    rate: float
    verifying: Verifying
    busy: float

    @property
    def offered(self) -> float:
        """Cores' worth of work, in erlangs: the rate times what one takes."""
        return self.rate * self.verifying.seconds

    @property
    def cores(self) -> int:
        return cores(self.offered, self.busy)

    @property
    def load(self) -> float:
        """Of each core."""
        return self.offered / self.cores

    @property
    def core_rate(self) -> float:
        return self.rate / self.cores

    @property
    def delay_seconds(self) -> float:
        """From arrival until verified, on average. One by one: Pollaczek and Khinchine's of
        arrivals at random and times that are all alike, t + r t / (2 (1 - r)). In batches of b: at
        most the wait for the rest of a batch, (b - 1) / (2 l), Kingman's bound of the queue,
        1 / (2 l (1 - r)), and the batch's own time."""
        seconds, batch = self.verifying.seconds, self.verifying.batch
        if batch == 1:
            return seconds + self.load * seconds / (2 * (1 - self.load))
        filling = (batch - 1) / (2 * self.core_rate)
        queue = 1 / (2 * self.core_rate * (1 - self.load))
        return filling + queue + batch * seconds


def all_at_once_seconds(gateway: Gateway, sensors: int) -> float:
    """How long the cores work when every sensor reports at the same moment."""
    return sensors * gateway.verifying.seconds / gateway.cores
