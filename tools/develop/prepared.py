#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What verification with a prepared key costs, beside that with the key itself and OpenSSL's.

    python3 -m tools.develop.prepared             on this machine and on an emulated Cortex-M4
    python3 -m tools.develop.prepared --record    write it to results/gateway-prepared.txt too
    python3 -m tools.develop.prepared --place host --rounds 3

Profile fast, with the quickest kernels that this machine has; tables of 1 and of 4 kB. On this
machine in microseconds: all take turns for some rounds, each for some runs, and the least counts.
On the Cortex-M4 in thousand cycles, modelled. Messages have 32 bytes; of ECDSA they are digests.
"""

from __future__ import annotations

import argparse
import ctypes
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

unsigned prepared_make(unsigned bytes);
unsigned prepared_plainly(unsigned count);
unsigned prepared_prepare(unsigned count);
unsigned prepared_verify(unsigned count);

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
"""
)
CALLS = ("prepared_make", "prepared_plainly", "prepared_prepare", "prepared_verify")


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

    @property
    def defines(self) -> tuple[str, ...]:
        values = {"WHIT_CURVES": self.curve, "WHIT_PROFILE": "fast", "WHIT_PREPARED": 1}
        values |= {"CURVE": self.curve, "ECDSA": int(self.ecdsa)}
        values |= {"PRIVATE_BYTES": self.private, "PUBLIC_BYTES": self.public}
        values |= {"SIGNATURE_BYTES": self.signature, "MOST": self.table(KILOBYTES[-1])}
        return tuple(f"{name}={value}" for name, value in values.items())


SCHEMES = (
    Scheme("secp256r1", 32, 65, 64, 24, 64, "secp256r1"),
    Scheme("ed25519", 64, 32, 64, 152, 96, "curve25519"),
)
PLAIN = "the key itself"


def prepared(kilobytes: int) -> str:
    return f"prepared, {kilobytes} kB"


def preparing(kilobytes: int) -> str:
    return f"preparing {kilobytes} kB"


ROWS = (PLAIN, *map(prepared, KILOBYTES), *map(preparing, KILOBYTES))
Times = dict[str, dict[str, float]]  # by row and curve


def on_host(folder: Path, rounds: int) -> Times:
    """Microseconds; libraries, tables and OpenSSL take turns."""
    libraries: dict[Scheme, ctypes.CDLL] = {}
    for scheme in SCHEMES:
        place = folder / scheme.curve
        place.mkdir()
        files = amalgamated(place, scheme.curve, DRIVER)
        libraries[scheme] = host_library(place, files, scheme.defines)
    least: Times = {row: {} for row in (*ROWS, OPENSSL)}

    def keep(row: str, scheme: Scheme, took: float) -> None:
        least[row][scheme.curve] = min(took, least[row].get(scheme.curve, took))

    def run(scheme: Scheme, name: str) -> float:
        best = float("inf")
        for _ in range(RUNS):
            start = time.perf_counter()
            failed = getattr(libraries[scheme], name)(RUNS)
            best = min(best, time.perf_counter() - start)
            if failed:
                raise RuntimeError(f"{name} on {scheme.curve} is wrong")
        return 1e6 * best / RUNS

    for turn in range(rounds):
        print(f"round {turn + 1} of {rounds}", file=sys.stderr, flush=True)
        for scheme in SCHEMES:
            for kilobytes in KILOBYTES:
                if libraries[scheme].prepared_make(scheme.table(kilobytes)) != 0:
                    raise RuntimeError(f"no signature on {scheme.curve}")
                keep(preparing(kilobytes), scheme, run(scheme, "prepared_prepare"))
                keep(prepared(kilobytes), scheme, run(scheme, "prepared_verify"))
                keep(PLAIN, scheme, run(scheme, "prepared_plainly"))
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
        machine = booted(place, files, scheme.defines, CALLS)

        def call(name: str, number: int) -> float:
            done = machine.call(name, number, limit=LIMIT)  # noqa: B023
            if done.value != 0:
                raise RuntimeError(f"{name} on {scheme.curve} is wrong")  # noqa: B023
            return done.cycles / 1e3

        for kilobytes in KILOBYTES:
            call("prepared_make", scheme.table(kilobytes))
            found[preparing(kilobytes)][scheme.curve] = call("prepared_prepare", 1)
            found[prepared(kilobytes)][scheme.curve] = call("prepared_verify", 1)
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
    for kilobytes in KILOBYTES:
        row = prepared(kilobytes)
        of = (times[row][s.curve] / times[PLAIN][s.curve] for s in SCHEMES)
        lines.append(f"{row:20}" + "".join(f"{share:>12.2f}" for share in of))
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
