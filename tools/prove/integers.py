# SPDX-License-Identifier: MIT
"""What kernels for integers are to compute, read from the sentences that their files say of them:
of n limbs, and reductions of twice as many. One that takes its length as an argument claims this
for each length that a field or an order of the library has, and kernels that pass over their
operands once for every length up to a small one as well."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

from tools.curves.read import load
from tools.curves.read_forms import load_all
from tools.files import ROOT
from tools.kernels.kernel import Kernel
from tools.prove.claims import ANY, EXACT, Claim, Terms, modulus_of, names_of, terms
from tools.prove.operands import (
    MODULUS,
    PLAIN_MODULUS,
    RETURNED,
    Factors,
    Given,
    Kind,
    Known,
    Limb,
    Mask,
    Number,
    Pairs,
    Sum,
    Table,
)

Kinds = dict[str, Kind]
Maker = Callable[[Kernel, re.Match[str], int], Iterator[Claim]]
FOLDER = ROOT / "curves"
# Products and differences from a modulus are followed up to so many words.
LONGEST_PRODUCT = {8: 32, 32: 20}
LONGEST_DIFFERENCE = {8: 20, 32: 16}
# Where operands are passed over once, each length up to this one is tried.
EVERY = 9
# Pairs of factors of which a kernel adds the products.
COUNTS = (1, 2, 3)
# The most bits of a table.
TABLE = {8: 8 * 0x400, 32: 8 * 0x1_0000}
NUMBERS = {"four": 4, "eight": 8, "twelve": 12}


@cache
def moduli() -> tuple[set[int], set[int]]:
    """The primes of the library's fields, and the orders of its groups."""
    curves = [load(path) for path in sorted(FOLDER.glob("*.toml"))]
    forms = [form for each in ("edwards", "montgomery") for form in load_all(FOLDER / each)]
    fields = {each.p for each in curves} | {each.p for each in forms}
    return fields, {each.order for each in curves} | {each.order for each in forms}


@cache
def lengths(bits: int) -> tuple[int, ...]:
    """Of fields and orders, in words."""
    return tuple(sorted({-(-each.bit_length() // bits) for each in set.union(*moduli())}))


def lengths_of(kernel: Kernel, bits: int, passes: int = 2) -> list[int]:
    """Those that a kernel claims something for; `passes` is 1 where it passes over operands
    once."""
    what = kernel.what
    if match := re.search(r"(?<!mod )(?<!>= )\b(\d+|twelve) (?:limbs|bytes)\b", what):
        return [int(NUMBERS.get(match[1], match[1]))]
    if match := re.search(r"\bn = (\d+) limbs", what):
        return [int(match[1])]
    if passes == 1:
        found = sorted({*range(1, EVERY), *lengths(bits)})
    else:
        found = [each for each in lengths(bits) if each <= LONGEST_PRODUCT[bits]]
    return [each for each in found if allows(what, each)]


def allows(what: str, n: int) -> bool:
    """Whether a sentence speaks of such a length."""
    rules = (
        (r"a multiple of eight", n % 8 == 0),
        (r"a multiple of 16", n % 16 == 0),
        (r"multiple of four and not of eight", n % 4 == 0 and n % 8 > 0 and n >= 12),
        (r"number is a multiple of four", n % 4 == 0),
        (r"at least four limbs", n >= 4),
        (r"pairs of limbs|\beven n\b", n % 2 == 0),
        (r"from eight on|n >= 8", n >= 8),
        (r"n >= 2", n >= 2),
        (r"n mod 8 (?:is|of) four or more", n % 8 >= 4 and n > 8),
    )
    return all(is_so for pattern, is_so in rules if re.search(pattern, what))


def made(
    kernel: Kernel,
    results: tuple[tuple[str, Terms], ...],
    n: int,
    bits: int,
    kinds: Kinds,
    modulus: int = EXACT,
    high: int | None = None,
    **more: object,
) -> Claim:
    """A claim for a length. Of the arguments those that no term names are to be of a kind."""
    given: Kinds = {"n": Given(n), **kinds}
    used = {each for _, sum_ in results for _, names in sum_ for each in names}
    used |= {name for name, _ in results} | {str(more.get("condition", ""))}
    named = names_of(kernel)
    moduli = {MODULUS, PLAIN_MODULUS} if modulus == ANY else set()
    if unread := named - used - set(given) - moduli:
        raise ValueError(f"{kernel.name}: what {', '.join(sorted(unread))} is, is not read")
    most = (1 << bits * n) - 1 if modulus != ANY else -1
    chosen = tuple((name, kind) for name, kind in given.items() if name in named)
    case = f"n = {n}" if "n" in named else ""
    return Claim(
        results,
        modulus,
        n,
        most,
        high,
        kinds=chosen,
        **{"case": case, **more},  # type: ignore[arg-type]
    )


ONE = Fraction(1)
# Entries of tables that are looked up in.
ENTRIES = (4, 8, 16)


def product(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    """r = a b or a^2, of which the last bytes of a may be left to others."""
    left = re.search(r"last n mod (\d) bytes of a", kernel.what)
    for n in lengths_of(kernel, bits):
        less = n % int(left[1]) if left else 0
        if left and not less:
            continue
        kinds: Kinds = {"r": Number(2 * n - less, 0), "n0": Given(0)}
        if less:
            kinds["a"] = Number(n - less, (1 << bits * (n - less)) - 1)
        results = (("r", terms(match["terms"])),)
        yield made(kernel, results, n, bits, kinds, apart=True)


def total(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    """r = a + b or a - b, with what is carried or borrowed."""
    sum_ = terms(match["terms"])
    sign = 1 if sum_[1][0] < 0 else -1
    for n in lengths_of(kernel, bits, 1):
        carried = ((Fraction(sign << bits * n), (RETURNED,)),)
        yield made(kernel, (("r", (*sum_, *carried)),), n, bits, {})


def more(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    """r += a b for a limb b, and r += a & mask."""
    factor = "mask" if match["factor"] == "& mask" else "b"
    kinds: Kinds = {"mask": Mask()} if factor == "mask" else {"b": Limb((1 << bits) - 1)}
    for n in lengths_of(kernel, bits, 1):
        carried = (Fraction(-(1 << bits * n)), (RETURNED,))
        sum_: Terms = ((ONE, ("r",)), (ONE, ("a", factor)), carried)
        yield made(kernel, (("r", sum_),), n, bits, kinds)


def selected(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    for n in lengths_of(kernel, bits, 1):
        condition = match["condition"]
        yield made(kernel, (("r", terms("a")),), n, bits, {}, condition=condition)


def wrapped(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    """r = a - b, and the modulus added where that borrows."""
    n = int(match["words"])
    sum_: Terms = (*terms("a - b"), (ONE, (RETURNED, "m")))
    yield made(kernel, (("r", sum_),), n, bits, {}, ANY, -1, is_exact=True)


def once(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    """A number below twice the modulus less that, unless it is below."""
    for n in lengths_of(kernel, bits, 1):
        if n > LONGEST_DIFFERENCE[bits]:
            return
        if match["terms"] == "2 r + bit":
            sum_: Terms = ((Fraction(2), ("r",)), (ONE, ("bit",)))
            kinds: Kinds = {"bit": Limb(1)}
        else:
            sum_ = ((ONE, ("t",)), (Fraction(1 << bits * n), ("carry",)))
            kinds = {"t": Sum("carry"), "carry": Limb(1)}
        yield made(kernel, (("r", sum_),), n, bits, kinds, ANY, -1)


def halved(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    for n in lengths_of(kernel, bits, 1):
        half = Fraction(1, 2)
        sum_: Terms = ((half, ("r",)), (Fraction(1 << bits * n - 1), ("carry",)))
        yield made(kernel, (("r", sum_),), n, bits, {"carry": Limb(1)}, slack=1)


def reduced(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    """r = t mod p or t / 2^k mod p, for a t of twice as many words."""
    for p in primes_of(kernel.what):
        n = -(-p.bit_length() // bits)
        whole = 1 << bits * n
        most = whole * p - 1 if "below" in (match["bound"] or "") else whole**2 - 1
        kinds: Kinds = {
            "t": Number(2 * n, most, is_lost="lost" in kernel.what),
            "p": Known(n, p),
            "fold": Given(whole % p % (1 << bits)),
        }
        kinds |= {name: Given(int(name)) for name in names_of(kernel) if name.isdigit()}
        twice = "below 2 p" in match["end"]
        results = (("r", terms(match["terms"])),)
        bound = (2 * p if twice else p) - 1
        case = f"p = 2^{p.bit_length()} - {(1 << p.bit_length()) - p}" if "n" in kinds else ""
        yield made(kernel, results, n, bits, kinds, p, bound, apart=True, case=case)


def primes_of(what: str) -> list[int]:
    """That which a sentence names, or those of its form."""
    if "2^(8 n) - 2^32 - f" not in what:
        p = modulus_of(what)
        return [p] if p else []
    return [
        p
        for p in sorted(moduli()[0])
        if p.bit_length() % 8 == 0 and 0 < (1 << p.bit_length()) - (1 << 32) - p < 1 << 16
    ]


def combined(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    """r = t[0] a + t[1] b modulo 2^(32 n)."""
    for n in lengths_of(kernel, bits, 1):
        sum_: Terms = ((ONE, ("t0", "a")), (ONE, ("t1", "b")))
        yield made(kernel, (("r", sum_),), n, bits, {"t": Factors(2)}, 1 << bits * n)


def looked_up(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    """An entry of a table, for each index: whatever it is, the same is done."""
    chosen = [(entries, n) for entries in ENTRIES for n in lengths_of(kernel, bits, 1)]
    for entries, n in chosen:
        if entries * n * bits > TABLE[bits]:
            continue
        for index in range(entries):
            kinds: Kinds = {
                "table": Table(entries, (1 << bits * n) - 1),
                "entries": Given(entries),
                "index": Given(index),
            }
            case = f"{entries} entries of n = {n}"
            results = (("r", ((ONE, (f"entry {index}",)),)),)
            yield made(kernel, results, n, bits, kinds, apart=True, case=case, secret=case)


def prepared(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    """An entry of three numbers, as it is or that of the negative point."""
    p = modulus_of(kernel.what) or 0
    n = 3 * (-(-p.bit_length() // bits))
    places = [Fraction(1 << bits * n // 3 * i) for i in range(3)]
    for index in range(NUMBERS["eight"]):
        parts = [(f"entry {3 * index + i}",) for i in range(3)]
        for negative in (0, 1):
            kinds: Kinds = {
                "table": Table(NUMBERS["eight"], p - 1, 3),
                "index": Given(index),
                "negative": Given(negative),
            }
            sum_: Terms = tuple(zip(places, parts, strict=True))
            if negative:
                third = (2 * p * places[2], ()), (-places[2], parts[2])
                sum_ = ((places[0], parts[1]), (places[1], parts[0]), *third)
            yield made(kernel, (("r", sum_),), n, bits, kinds, apart=True, secret="all")


def summed(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    """The sum of products of pairs."""
    n = int(match["words"])
    for count in COUNTS:
        kinds: Kinds = {"terms": Pairs(count), "count": Given(count)}
        by = Fraction(1, 1 << int(match["power"]))
        sum_: Terms = tuple((by, (f"a{i}", f"b{i}")) for i in range(count))
        case = f"count = {count}"
        yield made(kernel, (("r", sum_),), n, bits, kinds, ANY, -1, times=count, case=case)


def by_mode(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    """A sum or a difference, as a number says that is no secret."""
    p = modulus_of(kernel.what) or 0
    n = -(-p.bit_length() // bits)
    for mode, sum_ in ((match["first"], match["sum"]), (match["second"], match["difference"])):
        kinds: Kinds = {"mode": Given(int(mode))}
        claim = made(kernel, (("r", terms(sum_)),), n, bits, kinds, p, 2 * p - 1)
        yield replace(claim, most=2 * p - 1, case=f"mode = {mode}")


def word_added(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    n = NUMBERS["eight"]
    kinds: Kinds = {"w": Limb((1 << bits) - 1, is_signed=True)}
    yield made(kernel, (("r", terms("a + w")),), n, bits, kinds, 1 << bits * n)


def two_selected(kernel: Kernel, match: re.Match[str], bits: int) -> Iterator[Claim]:
    """Two numbers that follow one another, as one."""
    n = 2 * (-(-(modulus_of(kernel.what) or 0).bit_length() // bits))
    yield made(kernel, (("r", terms("a")),), n, bits, {}, condition="bit")


KINDS: tuple[tuple[str, Maker], ...] = (
    (r"(?:Where n0 is 0, )?r = (?P<terms>a b|a\^2)(?:,| for| where|;)(?! the).*", product),
    (
        r"r = (?P<terms>a [+-] b)(?:, n bytes each, n below 256)?; returns the (?:carry|borrow).*",
        total,
    ),
    (r"r \+= a (?P<factor>& mask|b)(?:, n bytes each| for ).*returns the.*", more),
    (r"r \+= a (?P<factor>& mask|b); returns the.*", more),
    (r"r = a where (?P<condition>mask|bit) is .*", selected),
    (r"r = a - b, and the modulus added where that borrows, for (?P<words>\d+) limbs; .*", wrapped),
    (r"r = (?P<terms>t \+ carry 2\^\(8 n\)|2 r \+ bit), less m if that is not below m.*", once),
    (r"r = t\[0\] a \+ t\[1\] b modulo 2\^\(32 n\), .*", combined),
    (r"r = table\[index\](?: of a table in data memory)?,? for .*", looked_up),
    (r"r = table\[index\], three numbers modulo p = .* of eight entries below p; .*", prepared),
    (
        r"r = the sum of a b / 2\^(?P<power>\d+) mod m over pairs of pointers to a and b, m of "
        r"(?P<words>\d+) limbs; limbs below m out\. .*",
        summed,
    ),
    (
        r"r = (?P<sum>a \+ b) mod p for a `mode` of (?P<first>\d+), (?P<difference>a - b) mod p "
        r"for one of (?P<second>\d+), p = .*; limbs below 2 p in and out\.",
        by_mode,
    ),
    (r"r = a \+ w for eight limbs and a signed limb, modulo 2\^256\.", word_added),
    (r"r = a for two numbers that follow one another, where bit is 1, .*", two_selected),
    (r"r = \(r \+ carry 2\^\(8 n\)\) / 2 without the lowest bit.*", halved),
    (
        r"r = (?P<terms>t(?: / 2\^\d+)?) mod(?:ulo)? p\b.*?"
        r" for (?P<bound>(?:a |any )?t .*?)(?P<end>(?:[;.,] ).*|\.)",
        reduced,
    ),
)


def claims(kernel: Kernel, bits: int) -> tuple[Claim, ...]:
    """None where the sentence says something else, and of parts of products, which have registers
    of their own: what they do is seen in the kernels that call them."""
    if kernel.name.startswith("mp_") and not kernel.is_for_c:
        return ()
    for pattern, maker in KINDS:
        if match := re.fullmatch(pattern, kernel.what):
            return tuple(maker(kernel, match, bits))
    return ()
