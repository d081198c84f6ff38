#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a batch of signatures costs, for each of them, beside one after the other.

    python3 -m tools.develop.batches            on this machine and on an emulated Cortex-M4
    python3 -m tools.develop.batches --curve ed448    of Ed448
    python3 -m tools.develop.batches --profile balanced

On this machine in microseconds, the least of some rounds; on the Cortex-M4 in thousand cycles,
modelled. Every signature is by another key, of a message of 32 bytes. The last column is a batch
of which one signature is bad, with the statuses that tell which.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tools.develop.driven import CORE, HEAD, LIMIT, amalgamated, booted, host_library

COUNTS = {"host": (1, 2, 4, 8, 16, 32, 64), CORE: (1, 2, 4, 8, 16)}
ROUNDS = 20

DRIVER = (
    HEAD
    + """
#define MESSAGE_BYTES 32

static MY(room) room[MOST];
static MY(signed) given[MOST];
static whit_status statuses[MOST];
static uint8_t public_key[MOST][PUBLIC_BYTES];
static uint8_t signature[MOST][2 * PUBLIC_BYTES];
static uint8_t message[MOST][MESSAGE_BYTES];

unsigned batches_make(unsigned count);
unsigned batches_singly(unsigned count);
unsigned batches_at_once(unsigned count);
unsigned batches_one_bad(unsigned count);

unsigned batches_make(unsigned count)
{
    uint8_t private_key[2 * PUBLIC_BYTES];
    for (unsigned i = 0; i < count; i++) {
        fill(NULL, message[i], MESSAGE_BYTES);
        if (MY(keygen)(private_key, public_key[i], &source) != WHIT_OK ||
            MY(sign)(signature[i], private_key, message[i], MESSAGE_BYTES) != WHIT_OK) {
            return 1;
        }
        given[i].public_key = public_key[i];
        given[i].public_key_length = sizeof public_key[i];
        given[i].message = message[i];
        given[i].message_length = MESSAGE_BYTES;
        given[i].signature = signature[i];
        given[i].signature_length = sizeof signature[i];
    }
    return 0;
}

unsigned batches_singly(unsigned count)
{
    unsigned bad = 0;
    for (unsigned i = 0; i < count; i++) {
        bad += MY(verify)(public_key[i], sizeof public_key[i], message[i], MESSAGE_BYTES,
                          signature[i], sizeof signature[i]) != WHIT_OK;
    }
    return bad;
}

unsigned batches_at_once(unsigned count)
{
    return MY(verify_batch)(NULL, room, count, given, count, &source) != WHIT_OK;
}

unsigned batches_one_bad(unsigned count)
{
    unsigned bad = 0;
    message[count / 2][0] ^= 1;
    bad = MY(verify_batch)(statuses, room, count, given, count, &source) == WHIT_OK;
    message[count / 2][0] ^= 1;
    for (unsigned i = 0; i < count; i++) {
        bad += (statuses[i] == WHIT_OK) == (i == count / 2);
    }
    return bad;
}
"""
)
CALLS = ("batches_singly", "batches_at_once", "batches_one_bad")
BYTES = {"ed25519": 32, "ed448": 57}


def sources(folder: Path, curve: str) -> tuple[Path, Path]:
    """whit.c and the driver."""
    return amalgamated(folder, curve, DRIVER)


def defines(curve: str, profile: str, most: int) -> tuple[str, ...]:
    values = {"WHIT_CURVES": curve, "WHIT_PROFILE": profile, "CURVE": curve}
    values |= {"PUBLIC_BYTES": str(BYTES[curve]), "MOST": str(most)}
    return tuple(f"{name}={value}" for name, value in values.items())


Measure = Callable[[str, int], float]


def on_host(folder: Path, curve: str, profile: str) -> Measure:
    given = defines(curve, profile, COUNTS["host"][-1])
    library = host_library(folder, sources(folder, curve), given)
    if library.batches_make(COUNTS["host"][-1]) != 0:
        raise RuntimeError("no signatures")

    def measure(name: str, count: int) -> float:
        least = float("inf")
        for _ in range(ROUNDS):
            start = time.perf_counter()
            failed = getattr(library, name)(count)
            least = min(least, time.perf_counter() - start)
            if failed:
                raise RuntimeError(f"{name} of {count} is wrong")
        return 1e6 * least / count

    return measure


def on_core(folder: Path, curve: str, profile: str) -> Measure:
    given = defines(curve, profile, COUNTS[CORE][-1])
    machine = booted(folder, sources(folder, curve), given, ("batches_make", *CALLS))
    if machine.call("batches_make", COUNTS[CORE][-1], limit=LIMIT).value != 0:
        raise RuntimeError("no signatures")

    def measure(name: str, count: int) -> float:
        call = machine.call(name, count, limit=LIMIT)
        if call.value != 0:
            raise RuntimeError(f"{name} of {count} is wrong")
        return call.cycles / 1e3 / count

    return measure


def table(title: str, measure: Measure, counts: tuple[int, ...]) -> None:
    print(f"{title}\n{'count':>8}{'singly':>10}{'at once':>10}{'gain':>8}{'one bad':>10}")
    for count in counts:
        singly, at_once, one_bad = (measure(name, count) for name in CALLS)
        print(f"{count:>8}{singly:>10.1f}{at_once:>10.1f}{singly / at_once:>8.2f}{one_bad:>10.1f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--curve", choices=BYTES, default="ed25519")
    parser.add_argument("--profile", choices=("small", "balanced", "fast"), default="fast")
    options = parser.parse_args()
    for place, unit, build in (("host", "us", on_host), (CORE, "kcycles", on_core)):
        with tempfile.TemporaryDirectory(prefix="whit-batches-") as directory:
            measure = build(Path(directory), options.curve, options.profile)
            title = f"{options.curve} {options.profile}, {place}, {unit} a signature"
            table(title, measure, COUNTS[place])
    return 0


if __name__ == "__main__":
    sys.exit(main())
