# SPDX-License-Identifier: MIT
"""doc/findings.md: what was found inside runs, from results/findings/."""

import textwrap
from collections.abc import Sequence

from lab.findings import Faults
from lab.reports import faults, worst_key
from lab.timings import KeyTimes

_WIDTH = 100
_TITLE = """# Findings

What the lab found by looking into runs. Rendered by `whit report` from results/findings/.
"""
_FAULTS = """
## Faults

`whit fault` repeats the verification of a forged signature with one fault at a time, and counts how
often it is then accepted. A fault skips one executed instruction, or flips one bit of its result.
Accepted means that the program that called the library is told so; a run that gets past this
program, crashes or never ends has not accepted. Faults in the calling program are not tried, nor is
more than one fault a run, nor a program counter that goes anywhere at all.

A verification executes millions of instructions, nearly all of them in its arithmetic, so that not
all are tried; `skipped` and `flipped` say how many were:

{efforts}

`whit fault --rare 100000000` skips every instruction each time that it is executed, which takes
about a day where there are five million. The forgeries `zero` (r = s = 0), `zero-r`, `zero-s` and
`off-curve` (a key of order two on another curve) are those that one skipped check would let
through; a library that refuses them at once executes so little that all of it is tried. Others are
those that one flipped bit of an argument would let through, a bit that is flipped in every result
that is tried: messages longer than what is signed (`prefix-128`, `prefix-256`) or the first part of
it (`cut-128`), and keys, signatures, and messages or digests with good ones at the addresses that
differ from theirs by one bit (`key-beside`, `signature-beside`, `content-beside`). The signature
`zero-digest` is right for a digest of zeros, and the dead stack is full of zeros.

"""
_KEYS = """
## Which private key takes longest

micro-ecc's page says that a private key of all ones takes the longest time that ECDH would ever
take. `whit worst-key` compares such a key, of as many ones as are below the order, with random keys
and other forms.
{verdict}

"""


def as_document(faulted: Sequence[Faults], timed: Sequence[KeyTimes]) -> str:
    """The whole document."""
    parts = [_TITLE]
    if faulted:
        efforts = "\n".join(
            textwrap.fill(f"- {one}", _WIDTH, subsequent_indent="  ") for one in _efforts(faulted)
        )
        parts += [_FAULTS.format(efforts=efforts), faults.as_markdown(faulted)]
    if timed:
        parts += [_KEYS.format(verdict=_verdict(timed)), worst_key.table(timed).markdown()]
        seeds = ", ".join(sorted({one.seed for one in timed}))
        parts.append(f"\n{textwrap.fill(f'{worst_key.LEGEND} Seed {seeds}.', _WIDTH)}\n")
    return "".join(parts)


def _efforts(faulted: Sequence[Faults]) -> list[str]:
    """What was tried, and of what."""
    groups: dict[tuple[int, int, int, int, str], list[Faults]] = {}
    for one in faulted:
        effort = (one.tail, one.rare, one.sample, one.bits, one.seed)
        groups.setdefault(effort, []).append(one)
    return [
        f"{_named(members)}: of the last {tail:,} executed instructions each is skipped, and each "
        f"bit of its result flipped; before these, each execution of instructions that are "
        f"executed {rare} times at most, {sample} executions of each of the others, {bits} bits "
        f"of each result; seed {seed}."
        for (tail, rare, sample, bits, seed), members in sorted(groups.items())
    ]


def _build(one: Faults) -> str:
    return one.library if one.variant == "default" else f"{one.library} {one.variant}"


def _named(members: Sequence[Faults]) -> str:
    """The forgeries, and whose verification was to take them."""
    forgeries = ", ".join(sorted({one.forgery for one in members}))
    takers = ", ".join(sorted({f"{_build(one)} {one.operation}" for one in members}))
    return f"{forgeries} ({takers})"


def _verdict(timed: Sequence[KeyTimes]) -> str:
    varying = [one for one in timed if one.cycles_min != one.cycles_max]
    right = [one for one in varying if one.all_ones_is_worst]
    return (
        f"Of the {len(varying)} rows whose time depends on the key, the claim holds in "
        f"{len(right)}."
    )
