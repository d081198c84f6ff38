# SPDX-License-Identifier: MIT
"""Which kernels a field takes. For each size of elements there is a list of cases, the first that
holds is taken: those that know the prime of one of a build's curves; else those for any modulus,
if all of the size are reduced in Montgomery's way. p256 is asked for before, beside
the others of its size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tools.plan.records import InstructionSet, Record
from tools.plan.sets import SETS

# The primes whose kernels a size takes where the compiler sees the modulus, besides p256.
ALONE = "defined(WHIT_AMALGAMATION)"
# Where the compiler sees the only modulus that reduce_koblitz is for.
KOBLITZ = f"{ALONE} && WHIT_SOLE_PRIME(k256)"


@dataclass(frozen=True)
class Case:
    """Kernels, by the group of operations that take them, where a question is answered by yes."""

    question: str
    record: Record
    groups: tuple[str, ...]
    why: str

    @property
    def kernels(self) -> str:
        """What C calls them: those for any modulus that multiply alone have another name."""
        whole = self.record.prime or "ADDS" in self.groups
        return self.record.field if whole else f"products_{self.record.limbs}"


def lacks_sums(record: Record) -> bool:
    """Whether kernels of another instruction set with that name have what fields with pairings
    would ask for."""
    every = (each for family in SETS.values() for each in family.records)
    named = any(each.field == record.field and "SUMS" in each.groups for each in every)
    return named and "SUMS" not in record.groups


def cases(family: InstructionSet, profile: str, size: int) -> Iterator[Case]:
    """What elements of a size may take."""
    known = [
        record for record in family.available(profile) if size in record.sizes and record.groups
    ]
    primes = [record for record in known if record.prime and record.prime != "p256"]
    for record in primes:
        question = f"WHIT_USES_PRIME({record.prime})"
        yield Case(question, record, record.groups, f"know the prime {record.prime}")
    for record in known:
        if record.prime:
            continue
        if profile == "fast" and size == 256 and record.of_scalars:
            why = "only scalars of Edwards curves are multiplied by them"
            yield Case("WHIT_SCALARS_ALONE_256", record, ("MULTIPLIES",), why)
        question = f"WHIT_USES_FIELD({size}) && !WHIT_PLAIN_FIELD({size})"
        question += " && !WHIT_USES_p256" if size == 256 else ""
        if lacks_sums(record):
            question += f" && !(WHIT_PAIRINGS && WHIT_PAIRS_FIELD({size}))"
        why = "every modulus of this size is reduced in Montgomery's way"
        if record.pairings:
            paired = f"WHIT_PAIRINGS && WHIT_PAIRS_FIELD({size}) && {question}"
            yield Case(paired, record, record.groups, f"{why}, and a curve of it has pairings")
        groups = tuple(each for each in record.groups if each not in record.pairings)
        if groups:
            yield Case(question, record, groups, why)


def sizes(family: InstructionSet, profile: str) -> list[int]:
    """Sizes for which there is something to choose, besides p256."""
    return sorted(
        {
            size
            for each in family.available(profile)
            for size in each.sizes
            if each.prime != "p256" and each.groups
        }
    )
