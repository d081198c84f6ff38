#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a batch of signatures costs, for each of them, beside one after the other.

    python3 -m tools.develop.batches            on this machine and on an emulated Cortex-M4
    python3 -m tools.develop.batches --curve ed448    of Ed448
    python3 -m tools.develop.batches --profile balanced
    python3 -m tools.develop.batches --record   of Ed25519 on this machine, to
                                                results/gateway-batches.txt too

On this machine in microseconds, the least of some rounds; on the Cortex-M4 in thousand cycles,
modelled. Every signature is by another key, of a message of 32 bytes. `one bad` is a batch of which
one signature is bad, with the statuses that tell which. On this machine a build without AVX-512 is
measured too.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from lab.fleet.machine import processor
from lab.paths import RESULTS
from lab.store import sources as digest_of_sources
from tools.develop.driven import CORE, HEAD, LIMIT, amalgamated, booted, host_library
from tools.develop.gateway import output
from tools.develop.prepared import NO_LANES

RECORD = RESULTS / "gateway-batches.txt"
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


def on_host(folder: Path, curve: str, profile: str, *options: str) -> Measure:
    """In a build with these options."""
    folder.mkdir(exist_ok=True)
    given = (*defines(curve, profile, COUNTS["host"][-1]), *options)
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


def table(measures: Sequence[Measure], counts: tuple[int, ...]) -> list[str]:
    """By the first of these; of a second one batches that are good and not."""
    heads = ("count", "singly", "at once", "gain", "one bad", "no AVX-512", "then 1 bad")
    lines = ["".join(f"{head:>12}" for head in heads[: 3 + 2 * len(measures)])]
    for count in counts:
        singly, at_once, one_bad = (measures[0](name, count) for name in CALLS)
        cells = [f"{count}", *(f"{took:.1f}" for took in (singly, at_once))]
        cells += [f"{singly / at_once:.2f}", f"{one_bad:.1f}"]
        for measure in measures[1:]:
            cells += [f"{measure(name, count):.1f}" for name in CALLS[1:]]
        lines.append("".join(f"{cell:>12}" for cell in cells))
    return lines


def host_lines(folder: Path, curve: str, profile: str) -> list[str]:
    with_lanes = on_host(folder / "lanes", curve, profile)
    without = on_host(folder / "no-lanes", curve, profile, NO_LANES)
    lines = table((with_lanes, without), COUNTS["host"])
    return [
        f"Batches of {curve} on {processor()}",
        output("gcc", "--version").splitlines()[0],
        f"load average {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores",
        f"microseconds a signature, the least of {ROUNDS} rounds; profile {profile}",
        "",
        *lines,
    ]


def core_lines(folder: Path, curve: str, profile: str) -> list[str]:
    title = f"{curve} {profile}, {CORE}, emulated: thousand cycles a signature, modelled"
    return [title, *table((on_core(folder, curve, profile),), COUNTS[CORE])]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--curve", choices=BYTES, default="ed25519")
    parser.add_argument("--profile", choices=("small", "balanced", "fast"), default="fast")
    parser.add_argument("--record", action="store_true", help=f"write results/{RECORD.name}")
    options = parser.parse_args()
    if options.record and (options.curve, options.profile) != ("ed25519", "fast"):
        parser.error("a record is of Ed25519 in profile fast")
    for lines_of in (host_lines, core_lines)[: 1 if options.record else 2]:
        with tempfile.TemporaryDirectory(prefix="whit-batches-") as directory:
            text = "\n".join(lines_of(Path(directory), options.curve, options.profile)) + "\n"
        print(text, end="")
        if options.record:
            head = f"{digest_of_sources()}\nwritten by tools.develop.batches --record\n"
            RECORD.write_text(head + text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
