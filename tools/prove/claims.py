# SPDX-License-Identifier: MIT
"""What a kernel is to compute, read from the sentence that its file says of it."""

import re
from dataclasses import dataclass
from fractions import Fraction

from tools.curves.primes import PRIMES
from tools.kernels.kernel import Kernel

# A sum of products: each a factor and names.
Terms = tuple[tuple[Fraction, tuple[str, ...]], ...]
TERM = re.compile(
    r"(?P<sign>[+-])?\s*(?P<factor>\d+(?:/\d+)?)?\s*"
    r"(?P<names>[a-z]\b(?:\^2)?(?:\s+[a-z]\b)?)\s*"
    r"(?:/\s*(?P<by>\d+)(?:\^(?P<power>\d+))?)?\s*"
)
GIVEN = re.compile(
    r"(?P<result>[rd]) = (?P<terms>[^;,]*?)(?: mod(?:ulo)? (?:p|m)\b|,| and | where|$)"
)


@dataclass(frozen=True)
class Claim:
    """results[name] is congruent to these terms modulo `modulus` and at most `high`, for operands
    of `words` words of which each is at most `most`. Where the argument of that name, if there is
    one, is all ones or 1; else the result is unchanged."""

    results: tuple[tuple[str, Terms], ...]
    modulus: int
    words: int
    most: int
    high: int
    condition: str = ""


def terms(text: str) -> Terms:
    """Of a sum such as 3/2 a, a b / 2^256, a - 2 b."""
    found = []
    place = 0
    while place < len(text):
        match = TERM.match(text, place)
        if match is None or match.end() == place:
            raise ValueError(f"no sum: {text}")
        place = match.end()
        factor = Fraction(match["factor"] or 1) * (-1 if match["sign"] == "-" else 1)
        if match["by"]:
            factor /= int(match["by"]) ** int(match["power"] or 1)
        names = match["names"]
        squared = names.endswith("^2")
        each = tuple(names.removesuffix("^2").split())
        found.append((factor, each * 2 if squared else each))
    return tuple(found)


def modulus_of(what: str) -> int | None:
    """The prime that a sentence names."""
    if match := re.search(r"\bp = (2\^[-+ ^0-9]*\d)", what):
        p = 0
        for sign, base, power in re.findall(r"([+-]?) ?(\d+)(?:\^(\d+))?", match[1]):
            value: int = int(base) ** int(power or 1)
            p += -value if sign == "-" else value
        return p
    if match := re.search(r"(?:p = |p the prime of |prime )(\w+)", what):
        return PRIMES.get(match[1])
    return None


def claim(kernel: Kernel, bits: int) -> Claim | None:
    """Of field arithmetic modulo a prime; none where the sentence says something else."""
    what = kernel.what
    p = modulus_of(what)
    if p is None or not kernel.name.startswith("field_"):
        return None
    twice = "below 2 p in and out" in what or "for an a below 2 p" in what
    high = p if "below p, for" in what or "and below p" in what or not twice else 2 * p
    results = []
    for match in GIVEN.finditer(what):
        try:
            results.append((match["result"], terms(match["terms"].strip())))
        except ValueError:
            return None
    if not results:
        return None
    words = -(-p.bit_length() // bits)
    most = (2 * p if twice else p) - 1
    condition = re.search(r"where (mask|bit) is", what)
    read = {"r", "a", "b", "d", condition[1] if condition else "r"}
    if {each.partition(" = ")[2] or each for each in kernel.inputs} - read:
        return None
    return Claim(tuple(results), p, words, most, high - 1, condition[1] if condition else "")
