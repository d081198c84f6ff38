#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What verification with a prepared key costs, beside that with the key itself and OpenSSL's.

    python3 -m tools.develop.prepared             on this machine and on an emulated Cortex-M4
    python3 -m tools.develop.prepared --record    write it to results/gateway-prepared.txt too
    python3 -m tools.develop.prepared --place host --rounds 3

Profile fast, with the quickest kernels that this machine has; tables of 1 and of 4 kB. On this
machine in microseconds: all take turns for some rounds, each for some runs, and the least counts.
On the Cortex-M4 in thousand cycles, modelled. Messages have 32 bytes; of ECDSA they are digests.
Together, 64 signatures are verified by as many keys, and on the Cortex-M4 eight by one.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from lab.fleet.machine import processor
from lab.paths import RESULTS
from lab.store import sources
from tools.develop.driven import CORE, HEAD, LIMIT, amalgamated, booted, host_library
from tools.develop.gateway import FAMILIES, OPENSSL, openssl, output

RECORD = RESULTS / "gateway-prepared.txt"
KILOBYTES = (1, 4)
RUNS = 20

DRIVER = (
    HEAD
    + """

static WHIT_SPACE(MOST) prepared;
static size_t prepared_length;
static uint8_t private_key[PRIVATE_BYTES];
static uint8_t public_key[PUBLIC_BYTES];
static uint8_t signature[SIGNATURE_BYTES];
static const uint8_t message[32] = "a message of thirty-two bytes...";
#if ECDSA
static WHIT_SPACE(MOST) tables[KEYS];
static uint8_t signatures[TOGETHER][SIGNATURE_BYTES];
static whit_ecdsa_signed given[TOGETHER];
#endif

unsigned prepared_make(unsigned bytes);
unsigned prepared_plainly(unsigned count);
unsigned prepared_prepare(unsigned count);
unsigned prepared_verify(unsigned count);
unsigned prepared_make_many(unsigned bytes);
unsigned prepared_together(unsigned count);

/* Keys and a signature, and room for a table. */
unsigned prepared_make(unsigned bytes)
{
    prepared_length = bytes;
    if (MY(keygen)(private_key, public_key, &source) != WHIT_OK) {
        return 1;
    }
#if ECDSA
    return MY(sign_digest)(signature, private_key, message, 32, &source) != WHIT_OK;
#else
    return MY(sign)(signature, private_key, message, 32) != WHIT_OK;
#endif
}

unsigned prepared_plainly(unsigned count)
{
    unsigned bad = 0;
    while (count-- > 0) {
#if ECDSA
        bad += MY(verify_digest)(public_key, sizeof public_key, message, 32, signature,
                                 sizeof signature) != WHIT_OK;
#else
        bad += MY(verify)(public_key, sizeof public_key, message, 32, signature,
                          sizeof signature) != WHIT_OK;
#endif
    }
    return bad;
}

unsigned prepared_prepare(unsigned count)
{
    unsigned bad = 0;
    while (count-- > 0) {
        bad += MY(prepare_public_key)(&prepared, prepared_length, public_key,
                                      sizeof public_key) != WHIT_OK;
    }
    return bad;
}

unsigned prepared_verify(unsigned count)
{
    unsigned bad = 0;
    while (count-- > 0) {
#if ECDSA
        bad += MY(verify_digest_prepared)(&prepared, prepared_length, message, 32, signature,
                                          sizeof signature) != WHIT_OK;
#else
        bad += MY(verify_prepared)(&prepared, prepared_length, message, 32, signature,
                                   sizeof signature) != WHIT_OK;
#endif
    }
    return bad;
}

/* Tables of so many bytes, and signatures by their keys in turn. */
unsigned prepared_make_many(unsigned bytes)
{
    unsigned bad = 0;
#if ECDSA
    uint8_t own_private[PRIVATE_BYTES], own_public[PUBLIC_BYTES];
    for (unsigned i = 0; i < TOGETHER; i++) {
        const whit_ecdsa_signed item = {&tables[i % KEYS], bytes, message, 32, signatures[i],
                                        SIGNATURE_BYTES};
        if (i < KEYS) {
            bad += MY(keygen)(own_private, own_public, &source) != WHIT_OK;
            bad += MY(prepare_public_key)(&tables[i], bytes, own_public, PUBLIC_BYTES) != WHIT_OK;
        }
        bad += MY(sign_digest)(signatures[i], own_private, message, 32, &source) != WHIT_OK;
        given[i] = item;
    }
#else
    (void)bytes;
#endif
    return bad;
}

unsigned prepared_together(unsigned count)
{
    unsigned bad = 0;
#if ECDSA
    while (count-- > 0) {
        bad += MY(verify_digest_prepared_many)(NULL, given, TOGETHER) != WHIT_OK;
    }
#else
    (void)count;
#endif
    return bad;
}
"""
)
CALLS = (
    *("prepared_make", "prepared_plainly", "prepared_prepare", "prepared_verify"),
    *("prepared_make_many", "prepared_together"),
)
TOGETHER = {"host": (64, 64), CORE: (8, 1)}  # signatures, and keys
NO_LANES = "WHIT_AVX512=0"


@dataclass(frozen=True)
class Scheme:
    """A curve: the bytes of its keys and signatures, those of a table and of each of its points
    more, and whose row of `openssl speed` it is in."""

    curve: str
    private: int
    public: int
    signature: int
    fixed: int
    point: int
    family: str

    @property
    def ecdsa(self) -> bool:
        return self.curve == self.family

    def table(self, kilobytes: int) -> int:
        return self.fixed + kilobytes * 1024 // self.point * self.point

    def defines(self, place: str) -> tuple[str, ...]:
        signatures, keys = TOGETHER[place]
        values = {"WHIT_CURVES": self.curve, "WHIT_PROFILE": "fast", "WHIT_PREPARED": 1}
        values |= {"CURVE": self.curve, "ECDSA": int(self.ecdsa)}
        values |= {"PRIVATE_BYTES": self.private, "PUBLIC_BYTES": self.public}
        values |= {"SIGNATURE_BYTES": self.signature, "MOST": self.table(KILOBYTES[-1])}
        values |= {"TOGETHER": signatures, "KEYS": keys}
        return tuple(f"{name}={value}" for name, value in values.items())


SCHEMES = (
    Scheme("secp256r1", 32, 65, 64, 24, 64, "secp256r1"),
    Scheme("ed25519", 64, 32, 64, 152, 96, "curve25519"),
)
PLAIN = "the key itself"


def prepared(kilobytes: int) -> str:
    return f"prepared, {kilobytes} kB"


def together(kilobytes: int, *, lanes: bool = True) -> str:
    return f"together, {kilobytes} kB" if lanes else f"no AVX-512, {kilobytes} kB"


def preparing(kilobytes: int) -> str:
    return f"preparing {kilobytes} kB"


ROWS = (
    PLAIN,
    *(row(size) for row in (prepared, together, preparing) for size in KILOBYTES),
)
Times = dict[str, dict[str, float]]  # by row and curve


class HostLibrary:
    """A curve's, with lanes for AVX-512 or without."""

    def __init__(self, folder: Path, scheme: Scheme, *, lanes: bool = True) -> None:
        folder.mkdir()
        files = amalgamated(folder, scheme.curve, DRIVER)
        defines = (*scheme.defines("host"), *(() if lanes else (NO_LANES,)))
        self.curve = scheme.curve
        self.functions = host_library(folder, files, defines)

    def call(self, name: str, number: int) -> None:
        if getattr(self.functions, name)(number) != 0:
            raise RuntimeError(f"{name} on {self.curve} is wrong")

    def least(self, name: str, runs: int = RUNS) -> float:
        """Microseconds of a call in the best of some runs."""
        best = float("inf")
        for _ in range(RUNS):
            start = time.perf_counter()
            self.call(name, runs)
            best = min(best, time.perf_counter() - start)
        return 1e6 * best / runs


def on_host(folder: Path, rounds: int) -> Times:
    """Microseconds; libraries, tables and OpenSSL take turns."""
    libraries = {scheme: HostLibrary(folder / scheme.curve, scheme) for scheme in SCHEMES}
    without = {
        scheme: HostLibrary(folder / f"{scheme.curve}-no-lanes", scheme, lanes=False)
        for scheme in SCHEMES
        if scheme.ecdsa
    }
    rows = [together(kilobytes, lanes=False) for kilobytes in KILOBYTES]
    last = ROWS.index(together(KILOBYTES[-1])) + 1
    least: Times = {row: {} for row in (*ROWS[:last], *rows, *ROWS[last:], OPENSSL)}

    def keep(row: str, scheme: Scheme, took: float) -> None:
        least[row][scheme.curve] = min(took, least[row].get(scheme.curve, took))

    def each_together(scheme: Scheme, kilobytes: int) -> None:
        count, _ = TOGETHER["host"]
        for lanes, library in ((True, libraries[scheme]), (False, without[scheme])):
            library.call("prepared_make_many", scheme.table(kilobytes))
            took = library.least("prepared_together", 1) / count
            keep(together(kilobytes, lanes=lanes), scheme, took)

    for turn in range(rounds):
        print(f"round {turn + 1} of {rounds}", file=sys.stderr, flush=True)
        for scheme, library in libraries.items():
            for kilobytes in KILOBYTES:
                library.call("prepared_make", scheme.table(kilobytes))
                keep(preparing(kilobytes), scheme, library.least("prepared_prepare"))
                keep(prepared(kilobytes), scheme, library.least("prepared_verify"))
                if scheme.ecdsa:
                    each_together(scheme, kilobytes)
                keep(PLAIN, scheme, library.least("prepared_plainly"))
            theirs = openssl(FAMILIES[scheme.family], "verify")
            if theirs is not None:
                keep(OPENSSL, scheme, theirs)
    return least


def on_core(folder: Path) -> Times:
    """Thousand cycles."""
    found: Times = {row: {} for row in ROWS}
    for scheme in SCHEMES:
        place = folder / scheme.curve
        place.mkdir()
        files = amalgamated(place, scheme.curve, DRIVER)
        machine = booted(place, files, scheme.defines(CORE), CALLS)

        def call(name: str, number: int) -> float:
            done = machine.call(name, number, limit=LIMIT)  # noqa: B023
            if done.value != 0:
                raise RuntimeError(f"{name} on {scheme.curve} is wrong")  # noqa: B023
            return done.cycles / 1e3

        for kilobytes in KILOBYTES:
            call("prepared_make", scheme.table(kilobytes))
            found[preparing(kilobytes)][scheme.curve] = call("prepared_prepare", 1)
            found[prepared(kilobytes)][scheme.curve] = call("prepared_verify", 1)
            if scheme.ecdsa:
                call("prepared_make_many", scheme.table(kilobytes))
                took = call("prepared_together", 1) / TOGETHER[CORE][0]
                found[together(kilobytes)][scheme.curve] = took
        found[PLAIN][scheme.curve] = call("prepared_plainly", 1)
    return found


def table(times: Times) -> list[str]:
    lines = [f"{'':20}" + "".join(f"{scheme.curve:>12}" for scheme in SCHEMES)]
    for row, of in times.items():
        cells = (f"{of[s.curve]:>12.1f}" if s.curve in of else f"{'-':>12}" for s in SCHEMES)
        lines.append(f"{row:20}" + "".join(cells))
    return lines


def shares(times: Times) -> list[str]:
    """Of the time with the key itself."""
    lines = ["", f"Time over that with {PLAIN}"]
    for row in (form(kilobytes) for form in (prepared, together) for kilobytes in KILOBYTES):
        of = (
            f"{times[row][s.curve] / times[PLAIN][s.curve]:>12.2f}"
            if s.curve in times[row]
            else f"{'-':>12}"
            for s in SCHEMES
        )
        lines.append(f"{row:20}" + "".join(of))
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--record", action="store_true", help=f"write results/{RECORD.name}")
    parser.add_argument("--place", choices=("host", CORE), help="there alone")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    if options.record and options.place:
        parser.error("a record has both places")
    lines = []
    with tempfile.TemporaryDirectory(prefix="whit-prepared-") as directory:
        for place in (options.place,) if options.place else ("host", CORE):
            folder = Path(directory) / place
            folder.mkdir()
            if place == "host":
                times = on_host(folder, options.rounds)
                compiler = output("gcc", "--version").splitlines()[0]
                lines += [
                    f"Verification with prepared keys on {processor()}",
                    f"{compiler}; {output('openssl', 'version').strip()}",
                    f"load average {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores",
                    f"microseconds, the least of {options.rounds} rounds; profile fast",
                ]
            else:
                times = on_core(folder)
                lines += ["", f"The same on {CORE}, emulated: thousand cycles, modelled"]
            lines += ["", *table(times), *shares(times)]
    text = "\n".join(lines).lstrip("\n") + "\n"
    print(text, end="")
    if options.record:
        RECORD.write_text(f"{sources()}\nwritten by tools.develop.prepared --record\n{text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
