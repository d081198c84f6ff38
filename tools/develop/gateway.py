#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What secp256r1 costs on this x86-64 machine, beside micro-ecc and OpenSSL's nistz256, X25519,
Ed25519 and secp384r1 beside OpenSSL's, secp256k1 beside libsecp256k1, or BLS signatures on
bls12_381 beside blst.

    python3 -m tools.develop.gateway              measure, and print the table
    python3 -m tools.develop.gateway --record     write it to results/gateway.txt too
    python3 -m tools.develop.gateway --family curve25519
    python3 -m tools.develop.gateway --family bls12_381

Whit's profile fast, with both forms of its kernels where the processor has MULX, ADCX and ADOX, its
portable C where a family asks for it, and the peers' configurations are built and run by the lab,
which checks every result; `openssl speed` says what OpenSSL takes. All take turns for some rounds;
the table has the median of these.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median

from lab.fleet.machine import processor
from lab.measures.cost import measure
from lab.model import BLS, Case
from lab.paths import RESULTS
from lab.peers import catalogue as libraries
from lab.runner.observer import Silence
from lab.runner.workshop import Workshop
from lab.store import sources
from lab.targets import catalogue
from lab.targets.host import HostBench
from tests.runner.host import MULX, has_mulx

ROOT = Path(__file__).resolve().parents[2]

MICRO_ECC = "micro-ecc"
LIBSECP256K1 = "libsecp256k1"
OPENSSL = "OpenSSL"
OPENSSL_SECONDS = 1
PORTABLE = ("-DWHIT_PORTABLE=1",)


@dataclass(frozen=True)
class Family:
    """The curve of key agreement and that of the rest, other libraries' configurations that have
    them, the row that Whit's time is to be within so many times of, and what `openssl speed` calls
    them: where the operations have an algorithm, what begins its row, and which of the row's
    figures is theirs."""

    curves: tuple[str, str]
    peers: tuple[tuple[str, str], ...]
    openssl: Mapping[str, tuple[str, str, int]]
    operations: tuple[str, ...] = ("keygen", "ecdh", "sign", "verify")
    beside: str = OPENSSL
    goal: int = 2
    portable: bool = False

    def curve(self, operation: str) -> str:
        return self.curves[operation != "ecdh"]


FAMILIES = {
    "secp256r1": Family(
        ("secp256r1", "secp256r1"),
        tuple((MICRO_ECC, variant) for variant in ("default", "fast", "level-3", "level-4")),
        {
            "ecdh": ("ecdhp256", r"F5:\d+:256", 0),
            "sign": ("ecdsap256", r"F4:\d+:256", 0),
            "verify": ("ecdsap256", r"F4:\d+:256", 1),
        },
    ),
    "curve25519": Family(
        ("curve25519", "ed25519"),
        (),
        {
            "ecdh": ("ecdhx25519", r"F5:\d+:253", 0),
            "sign": ("ed25519", r"F6:\d+:253:Ed25519", 0),
            "verify": ("ed25519", r"F6:\d+:253:Ed25519", 1),
        },
    ),
    "secp256k1": Family(
        ("secp256k1", "secp256k1"),
        ((LIBSECP256K1, "fast"),),
        {},
        beside=f"{LIBSECP256K1} fast",
        goal=1,
        portable=True,
    ),
    "secp384r1": Family(
        ("secp384r1", "secp384r1"),
        (),
        {
            "ecdh": ("ecdhp384", r"F5:\d+:384", 0),
            "sign": ("ecdsap384", r"F4:\d+:384", 0),
            "verify": ("ecdsap384", r"F4:\d+:384", 1),
        },
        goal=1,
        portable=True,
    ),
    "bls12_381": Family(
        ("bls12_381", "bls12_381"),
        (("blst", "assembly"),),
        {},
        operations=BLS,
        beside="blst assembly",
        goal=3,
        portable=True,
    ),
}

# Ticks of the time-stamp counter in a second.
RATE = """
#include <stdint.h>
#include <stdio.h>
#include <time.h>
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
int main(void)
{
    double start = now(), end;
    uint64_t ticks = __builtin_ia32_rdtsc();
    do {
        end = now();
    } while (end - start < 0.5);
    printf("%.0f", (double)(__builtin_ia32_rdtsc() - ticks) / (end - start));
    return 0;
}
"""


@dataclass(frozen=True)
class Build:
    """A library and how to time an operation of it, in microseconds; None where it cannot."""

    name: str
    time: Callable[[str], float | None]


def output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def ticks_per_microsecond() -> float:
    with tempfile.TemporaryDirectory(prefix="whit-gateway-") as directory:
        source, program = Path(directory) / "rate.c", Path(directory) / "rate"
        source.write_text(RATE)
        output("gcc", "-O2", "-o", str(program), str(source))
        return float(output(str(program))) / 1e6


def lab_build(
    family: Family, name: str, library: str, variant: str, flags: tuple[str, ...], rate: float
) -> Build:
    """A build of the lab, with more flags than its target has."""
    target = catalogue.find("host")
    if flags:
        target = replace(target, name=f"host{''.join(flags)}", flags=(*target.flags, *flags))
    workshop = Workshop(target, Silence(), {}, {})
    benches = {}
    described = libraries.find(library)
    for operation in family.operations:
        whit = library == "whit"
        curve = described.curve(family.curve(operation))
        case = Case(
            *(target.name, library, curve.name, operation),
            configuration=None if whit else variant,
            profile=variant if whit else None,
        )
        elf = workshop.build(case).image.elf
        benches[operation] = HostBench(elf, curve.sizes_for(operation), counting=False)

    def time(operation: str) -> float | None:
        curve = described.curve(family.curve(operation))
        found = curve.operation(operation)
        cost = measure(benches[operation], found, curve, seed="gateway", keys=3, trace=False)
        return cost.cycles / rate if cost.cycles else None

    return Build(name, time)


def openssl(family: Family, operation: str) -> float | None:
    """By `openssl speed`, which counts processor time and makes no keys."""
    if operation not in family.openssl:
        return None
    algorithm, row, place = family.openssl[operation]
    done = output("openssl", "speed", "-seconds", str(OPENSSL_SECONDS), "-mr", algorithm)
    line = re.search(rf"^\+{row}:([\d.]+):([\d.]+)$", done, re.MULTILINE)
    if line is None:
        raise ValueError(f"openssl speed {algorithm} says nothing:\n{done}")
    return 1e6 / float(line[1 + place])


def builds(family: Family, rate: float) -> list[Build]:
    found = [lab_build(family, "Whit, MUL and ADC", "whit", "fast", (), rate)]
    if has_mulx():
        found.append(lab_build(family, "Whit, MULX and ADX", "whit", "fast", MULX, rate))
    if family.portable:
        found.append(lab_build(family, "Whit, portable C", "whit", "fast", PORTABLE, rate))
    for library, variant in family.peers:
        found.append(lab_build(family, f"{library} {variant}", library, variant, (), rate))
    return [*found, *([Build(OPENSSL, partial(openssl, family))] if family.openssl else [])]


def times(family: Family, found: list[Build], rounds: int) -> dict[str, dict[str, float]]:
    """The median over the rounds, by build and operation."""
    seen: dict[tuple[str, str], list[float]] = {}
    for turn in range(rounds):
        print(f"round {turn + 1} of {rounds}", file=sys.stderr, flush=True)
        for operation in family.operations:
            for build in found:
                took = build.time(operation)
                if took is not None:
                    seen.setdefault((build.name, operation), []).append(took)
    taken: dict[str, dict[str, float]] = {build.name: {} for build in found}
    for (name, operation), values in seen.items():
        taken[name][operation] = median(values)
    return taken


def cells(name: str, values: list[str], width: int) -> str:
    return (f"{name:28}" + "".join(f"{value:>{width}}" for value in values)).rstrip()


def report(title: str, taken: dict[str, dict[str, float]], rate: float, rounds: int) -> str:
    """The table, and the goals: ten times micro-ecc's speed, within some times that of another."""
    family = FAMILIES[title]
    operations = family.operations
    line = partial(cells, width=max(10, *(len(each) + 2 for each in operations)))
    compiler = output("gcc", "--version").splitlines()[0]
    lines = [
        f"{title} on {processor()}",
        f"{compiler}; {output('openssl', 'version').strip()}; time-stamp counter {rate:.0f} MHz",
        f"microseconds, the median of {rounds} rounds, each the median of 3 keys, each of 101 runs",
        "written by tools.develop.gateway --record",
        "",
        line("", list(operations)),
    ]
    for name, of in taken.items():
        lines.append(line(name, [f"{of[o]:.1f}" if o in of else "-" for o in operations]))
    peers = [of for name, of in taken.items() if name.startswith(MICRO_ECC)]
    if peers:
        lines += ["", "How many times as fast as micro-ecc's quickest configuration (goal: 10)"]
        quickest = {o: min(of[o] for of in peers) for o in operations}
        for name, of in taken.items():
            if name.startswith("Whit"):
                lines.append(line(name, [f"{quickest[o] / of[o]:.1f}" for o in operations]))
    lines += ["", f"Time over that of {family.beside} (goal: {family.goal} at most)"]
    theirs = taken[family.beside]
    for name, of in taken.items():
        if name.startswith("Whit"):
            ratios = [f"{of[o] / theirs[o]:.2f}" if o in theirs else "-" for o in operations]
            lines.append(line(name, ratios))
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--record", action="store_true", help="write results/gateway.txt")
    parser.add_argument("--family", choices=FAMILIES, default="secp256r1")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    rate = ticks_per_microsecond()
    family = FAMILIES[options.family]
    taken = times(family, builds(family, rate), options.rounds)
    text = report(options.family, taken, rate, options.rounds)
    print(text, end="")
    if options.record:
        ending = "" if options.family == "secp256r1" else f"-{options.family}"
        (RESULTS / f"gateway{ending}.txt").write_text(f"{sources()}\n{text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
