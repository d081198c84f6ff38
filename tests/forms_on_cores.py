# SPDX-License-Identifier: MIT
"""Give emulated cores the vectors of X25519, Ed25519, X448 and Ed448, and print the outcome.

    python3 -m tests.forms_on_cores [--target NAME] [--profile NAME] [--family 25519 | 448]

Each core in profile balanced, and Cortex-M4 in every profile, if nothing else is said; each family
in an image of the lab that holds all of it, whose buffers leave out some vectors: keys and
signatures of other lengths, and messages that are longer than the buffer.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence

from lab import curves
from lab.errors import WrongResultError
from lab.model import ALL, MESSAGE_BYTES, PROFILES, Bench, Case
from lab.runner import Lab
from lab.targets.bench import open_bench
from tests.vectors.forms import FAMILIES, Vector, agreements, signatures

TARGETS = (
    *("cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4", "cortex-m33"),
    *("rv32imc", "avr"),
)
THOROUGH = "cortex-m4"


def vectors(family: str) -> list[Vector]:
    """Those that the lab's buffers have room for."""
    return [each for each in (*agreements(family), *signatures(family)) if _fits(family, each)]


def _fits(family: str, vector: Vector) -> bool:
    curve = curves.find(f"ed{family}").under(vector.operation)
    sizes = curve.sizes.buffers
    return all(
        len(content) <= MESSAGE_BYTES if name == "message" else len(content) == sizes[name]
        for name, content in vector.inputs.items()
    )


def bench(lab: Lab, target: str, profile: str, family: str) -> Bench:
    """The image with everything of a family."""
    curve = curves.find(f"ed{family}")
    workshop = lab.workshop(target)
    built = workshop.build(Case(target, "whit", curve.name, ALL, profile=profile))
    return open_bench(workshop.target, built.image.elf, curve.sizes_for(ALL))


def check(bench: Bench, family: str, every: Iterable[Vector]) -> Counter[str]:
    """How many were accepted and refused; WrongResultError names the first that is wrong."""
    counts: Counter[str] = Counter()
    curve = curves.find(f"ed{family}")
    for vector in every:
        run = bench.run(curve.operation(vector.operation), vector.inputs)
        accepted = run.value == 0
        # In the image of an Edwards curve the secret's buffer may be longer than the secret.
        output = b"".join(run.outputs.values())[: len(vector.wanted or b"")]
        if accepted != (vector.wanted is not None) or (accepted and output != vector.wanted):
            raise WrongResultError(f"{vector.operation}, {vector.source}: wrong")
        counts["accepted" if accepted else "refused"] += 1
    return counts


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--target", choices=TARGETS, action="append")
    parser.add_argument("--profile", choices=tuple(PROFILES), action="append")
    parser.add_argument("--family", choices=FAMILIES, action="append")
    options = parser.parse_args(arguments)
    lab, passed, failed = Lab(), 0, 0
    for family in options.family or FAMILIES:
        every = vectors(family)
        for target in options.target or TARGETS:
            for profile in options.profile or (PROFILES if target == THOROUGH else ("balanced",)):
                start = time.monotonic()
                try:
                    counts = check(bench(lab, target, profile, family), family, every)
                    told = f"{counts['accepted']} accepted, {counts['refused']} refused"
                    passed += counts.total()
                except WrongResultError as error:
                    told, failed = str(error), failed + 1
                seconds = time.monotonic() - start
                print(f"{target} {profile} x{family} ed{family}: {told}, {seconds:.0f} s")
                sys.stdout.flush()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
