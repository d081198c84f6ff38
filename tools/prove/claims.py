# SPDX-License-Identifier: MIT
"""What a kernel is to compute, read from the sentence that its file says of it."""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tools.curves.primes import PRIMES
from tools.kernels.kernel import Kernel
from tools.prove.operands import MODULUS, Factors, Kind, Known, Number, Pairs, Table

# A sum of products: each a factor and names.
Terms = tuple[tuple[Fraction, tuple[str, ...]], ...]
TERM = re.compile(
    r"(?P<sign>[+-])?\s*(?P<factor>\d+(?:/\d+)?)?\s*"
    r"(?P<names>[a-z]\b(?:\^2)?(?:\s+[a-z]\b)?)\s*"
    r"(?:/\s*(?P<by>\d+)(?:\^(?P<power>\d+))?)?\s*"
)
# What a claim has in place of a modulus: that of an argument, and none, where both are one integer.
ANY = 0
EXACT = -1
ANY_OF = re.compile(
    r"r = (?P<terms>[^;,]+) mod m"
    r"(?:, whose highest limb is at least (?P<least>\d+))?"
    r"(?: where (?P<condition>mask) is all ones, unchanged where it is zero)?"
    r", m of (?P<words>\d+) limbs; limbs below m in and out\."
)
UNREDUCED = re.compile(
    r"r = (?P<terms>a [+-] b) without reduction, which is a number of (?P<words>\d+) limbs\."
)
GIVEN = re.compile(
    r"(?P<result>[rd]) = (?P<terms>[^;,]*?)(?: mod(?:ulo)? (?:p|m)\b|,| and | where|$)"
)


@dataclass(frozen=True)
class Claim:
    """results[name] is congruent to these terms modulo `modulus` and at most `high`, for operands
    of `words` words of which each is at most `most`. Where the argument of that name, if there is
    one, is all ones or 1; else the result is unchanged.

    Where `modulus` is ANY, it is the odd number of so many words that the argument MODULUS points
    to, as field/field.h has it, or the argument m; `most` and `high` are what is added to it.
    `kinds` has the arguments that are something else. Where `apart`, no argument is in the memory
    of the result. The result may be so much less than the terms as `slack` counts, times what they
    are divided by. Where `is_exact`, both are one integer, though a modulus bounds operands; its
    highest word is at least `least`, and `times` times the modulus has no more words than it.
    `case` tells the claims of one kernel apart: for a length, say; those of one `secret` have to
    take the same instructions and addresses."""

    results: tuple[tuple[str, Terms], ...]
    modulus: int
    words: int
    most: int
    high: int | None
    condition: str = ""
    kinds: tuple[tuple[str, Kind], ...] = ()
    apart: bool = False
    slack: int = 0
    is_exact: bool = False
    least: int = 0
    times: int = 1
    case: str = ""
    secret: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether arguments are numbers of the claim's length in memory, modulo a number, as those
        of most field arithmetic are."""
        has_more = bool(self.kinds) or self.is_exact or self.least > 0 or self.slack > 0
        return self.modulus != EXACT and not has_more

    def kind(self, name: str) -> Kind | None:
        return dict(self.kinds).get(name)

    def length(self, name: str) -> int:
        """Of what an argument points to, in words."""
        kind = self.kind(name)
        if isinstance(kind, Number | Known):
            return kind.words
        if isinstance(kind, Table):
            return kind.entries * self.words
        if isinstance(kind, Pairs):
            return 2 * kind.count
        return kind.count if isinstance(kind, Factors) else self.words

    @cached_property
    def operands(self) -> set[str]:
        """Results that are operands as well."""
        found: set[str] = set()
        done: set[str] = set()
        for name, terms in self.results:
            found |= {each for _, names in terms for each in names} - done
            done.add(name)
        return found | (done if self.condition else set())


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
    if not kernel.name.startswith("field_"):
        return None
    if match := ANY_OF.fullmatch(what):
        return of_any(kernel, match)
    if match := UNREDUCED.fullmatch(what):
        # The same without the condition, modulo what so many limbs count to.
        words = int(match["words"])
        radix = 1 << bits * words
        return Claim((("r", terms(match["terms"])),), radix, words, radix - 1, radix - 1)
    p = modulus_of(what)
    if p is None:
        return None
    twice = "below 2 p in and out" in what or "for an a below 2 p" in what
    high = p if "below p, for" in what or "and below p" in what or not twice else 2 * p
    results = results_of(what)
    words = -(-p.bit_length() // bits)
    most = (2 * p if twice else p) - 1
    condition = condition_of(what)
    if not results or names_of(kernel) - {"r", "a", "b", "d", condition or "r"}:
        return None
    return Claim(results, p, words, most, high - 1, condition)


def of_any(kernel: Kernel, match: re.Match[str]) -> Claim | None:
    """Of arithmetic modulo any odd number of so many words, from numbers below it to such."""
    condition = match["condition"] or ""
    names = names_of(kernel)
    if MODULUS not in names or names - {"r", "a", "b", MODULUS, condition or "r"}:
        return None
    results = (("r", terms(match["terms"])),)
    least = int(match["least"] or 0)
    return Claim(results, ANY, int(match["words"]), -1, -1, condition, least=least)


def results_of(what: str) -> tuple[tuple[str, Terms], ...]:
    """What a sentence says of each result; none where something of it is not read."""
    try:
        return tuple(
            (match["result"], terms(match["terms"].strip())) for match in GIVEN.finditer(what)
        )
    except ValueError:
        return ()


def condition_of(what: str) -> str:
    match = re.search(r"where (mask|bit) is", what)
    return match[1] if match else ""


def names_of(kernel: Kernel) -> set[str]:
    return {operand(each)[1] for each in kernel.inputs}


def operand(told: str) -> tuple[str, str]:
    """The register of an argument, none where it is that of its place, and the argument's name,
    without what else is said of it."""
    register, is_named, name = told.partition(" = ")
    return (register, name.partition(",")[0]) if is_named else ("", told)
