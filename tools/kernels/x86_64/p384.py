# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^384 - C for x86-64, with C = 2^128 + 2^96 - 2^32 + 1. Numbers are
six limbs below p."""

from tools.kernels.assembly import numbered
from tools.kernels.x86_64 import long
from tools.kernels.x86_64.family import ALL
from tools.kernels.x86_64.limbs import Limbs, at, clear, half, restore, save
from tools.kernels.x86_64.long import SAVED, begin, frame, multiplied, squared

N = 6
# Limbs of p and of C; of p those above are all ones.
P0, P1, P2 = "0xffffffff", "0xffffffff00000000", "-2"
C0, C1, C2 = "0xffffffff00000001", "0xffffffff", "1"
# Limbs of a product's upper half for which registers are left, and for which there is memory.
KEPT = 4
SPILLED = N - KEPT


# Reduction


def shift(t: Limbs, direction: str, limb: str, to: str, count: str) -> None:
    """A limb by half its length. `count` has 32 where there are shifts by a register to another
    one."""
    t.names(**{to: f"{t.held[limb]}_{direction}"})
    if count:
        t(f"{direction}x %{count}, %{limb}, %{to}")
    else:
        t(f"mov %{limb}, %{to}", f"{direction} $32, %{to}")


def second_of_shifted(t: Limbs, low: str, high: str, to: str, other: str, count: str) -> None:
    """The second limb of 2^32 times two."""
    shift(t, "shr", low, other, count)
    shift(t, "shl", high, to, count)
    t(f"lea (%{other}, %{to}), %{to}")


def two_limbs(t: Limbs, window: list[str], temporary: tuple[str, ...], count: str) -> list[str]:
    """window / 2^128 mod p, not more than p. Since -1/p = 2^64 + 2^32 + 1 mod 2^128, the lowest
    two limbs of as many times the window are q, how often p has to be added to clear these. Of
        t + q p = t + 2^384 q - (2^128 q + s 2^64 - s + q), s = 2^32 q,
    the lowest two limbs of s 2^64 - s + q are those of t, and only what they carry is needed. The
    lowest limb of s is that of 2^32 t too."""
    d0, d1, *rest = window
    s0, s2, s1, e = temporary
    shift(t, "shl", d0, s0, count)
    second_of_shifted(t, d0, d1, s1, s2, count)
    t(f"add %{d0}, %{d1}")
    t.names(**{d0: "q0", d1: "q1", s0: "s0"})
    t(f"add %{s0}, %{d0}", f"adc %{s1}, %{d1}")
    second_of_shifted(t, d0, d1, s1, s2, count)
    shift(t, "shr", d1, s2, count)
    t.names(**{s1: "s1", s2: "s2", e: "e1"})
    t(f"cmp %{s0}, %{d0}", f"mov %{d1}, %{e}", f"sbb %{s1}, %{e}")
    t.names(**{s1: "e2"})
    t(f"sbb %{s2}, %{s1}", f"sbb $0, %{s2}")
    t.names(**{s2: "e3"})
    t(f"add %{s0}, %{e}", f"adc $0, %{s1}", f"adc $0, %{s2}")
    t(f"add %{d0}, %{s1}", f"adc %{d1}, %{s2}")
    t.names(**{e: "e4"})
    t(f"mov $0, %{half(e)}", f"adc $0, %{half(e)}")
    for i, (limb, word) in enumerate(zip((*rest, d0, d1), (s1, s2, e), strict=False)):
        t(f"{'sbb' if i else 'sub'} %{word}, %{limb}")
    t(*(f"sbb $0, %{limb}" for limb in (rest[3], d0, d1)))
    return [*rest, d0, d1]


def reduction(t: Limbs, high: tuple[str, ...], adx: bool) -> None:
    """The product in memory and `high`, / 2^384 mod p, to the result."""
    t.names(**numbered("h", high))
    for i, limb in enumerate(high[KEPT:], N + 1):
        t.held[at("rsp", i)] = t.held[limb]
        t(f"mov %{limb}, {at('rsp', i)}")
    free = [register for register in ALL if register not in high[:KEPT]]
    window, temporary, count = free[:N], tuple(free[N : N + 4]), free[N + 4] if adx else ""
    t.names(**numbered("t", window))
    t(*(f"mov {at('rsp', i)}, %{limb}" for i, limb in enumerate(window)))
    if adx:
        t.names(**{count: "c32"})
        t(f"mov $32, %{half(count)}")
    for turn in range(0, N, 2):
        t.names(**numbered("t", window, turn))
        window = two_limbs(t, window, temporary, count)
    t.names(**numbered("s", window))
    upper = [f"%{limb}" for limb in high[:KEPT]] + [at("rsp", N + 1 + i) for i in range(SPILLED)]
    chain(t, "add", "adc", upper, window)
    # Less p unless that is negative. What is carried out is negated.
    less = [register for register in ALL if register not in window]
    less, (p0, p1, carry) = less[:N], less[N:]
    t.names(**{carry: "carry", p0: "p0", p1: "p1"})
    t(f"sbb %{carry}, %{carry}", f"mov ${P0}, %{half(p0)}", f"movabs ${P1}, %{p1}")
    t.names(**numbered("c", less))
    t(*(f"mov %{limb}, %{other}" for limb, other in zip(window, less, strict=True)))
    chain(t, "sub", "sbb", [f"%{p0}", f"%{p1}", f"${P2}", *["$-1"] * 3], less)
    t(f"sbb $0, %{carry}")
    t(*(f"cmovc %{limb}, %{other}" for limb, other in zip(window, less, strict=True)))
    t.names(**{p0: "r"})
    t.number(p0, "r", N)
    t(f"mov {at('rsp', N)}, %{p0}")
    store(t, less, p0)
    t(f"add ${frame(N, SPILLED)}, %rsp")
    restore(t, SAVED)


def mul(adx: bool) -> list[str]:
    t = begin(N, SPILLED)
    reduction(t, multiplied(t, N, adx), adx)
    return t.lines


def sqr(adx: bool) -> list[str]:
    t = begin(N, SPILLED)
    reduction(t, squared(t, N, adx), adx)
    return t.lines


# Sums and differences

SUM = ("r8", "r9", "r10", "r11", "rax", "rcx")
MASK, WORD = "rdx", "rbx"


def chain(t: Limbs, first: str, then: str, words: list[str], limbs: list[str]) -> None:
    pairs = enumerate(zip(words, limbs, strict=True))
    t(*(f"{then if i else first} {word}, %{limb}" for i, (word, limb) in pairs))


def memory(place: str) -> list[str]:
    return [at(place, i) for i in range(N)]


def load(t: Limbs) -> None:
    t(*(f"mov {word}, %{limb}" for word, limb in zip(memory("rsi"), SUM, strict=True)))


def store(t: Limbs, limbs: list[str], place: str = "rdi") -> None:
    t(*(f"mov %{limb}, {word}" for limb, word in zip(limbs, memory(place), strict=True)))


def operands(*saved: str) -> Limbs:
    t = long.operands(N)
    t.names(**numbered("s", SUM))
    save(t, saved)
    return t


def stored(t: Limbs, *saved: str) -> list[str]:
    store(t, list(SUM))
    restore(t, saved)
    return t.lines


def add_masked(t: Limbs, word: str) -> None:
    """Plus p where the mask is all ones. The second limb of p is the first with its bytes in the
    other order."""
    t.names(**{word: "p0"})
    t(f"mov %{half(MASK)}, %{half(word)}", f"add %{word}, %{SUM[0]}")
    t(f"bswap %{word}")
    t.names(**{word: "p1"})
    t(f"adc %{word}, %{SUM[1]}")
    t.names(**{word: "p2"})
    t(f"lea (%{MASK}, %{MASK}), %{word}", f"adc %{word}, %{SUM[2]}")
    t(*(f"adc %{MASK}, %{limb}" for limb in SUM[3:]))


def mask_borrow(t: Limbs) -> None:
    t.names(**{MASK: "mask"})
    t(f"sbb %{MASK}, %{MASK}")


def sum_below(t: Limbs, source: str, word: str) -> None:
    """SUM, below p, plus another number, modulo p: with C in advance, for which there is room.
    Where nothing is carried out, it goes back."""
    t.names(**{word: "c0"})
    t(f"movabs ${C0}, %{word}", f"add %{word}, %{SUM[0]}")
    t.names(**{word: "c1"})
    t(f"mov ${C1}, %{half(word)}", f"adc %{word}, %{SUM[1]}", f"adc ${C2}, %{SUM[2]}")
    t(*(f"adc $0, %{limb}" for limb in SUM[3:]))
    chain(t, "add", "adc", memory(source), list(SUM))
    t("cmc")
    mask_borrow(t)
    add_masked(t, word)


def add() -> list[str]:
    t = operands()
    load(t)
    sum_below(t, "rdx", "rsi")
    return stored(t)


def less(t: Limbs, source: str, word: str) -> None:
    """SUM less another number, modulo p."""
    chain(t, "sub", "sbb", memory(source), list(SUM))
    mask_borrow(t)
    add_masked(t, word)


def sub() -> list[str]:
    t = operands()
    load(t)
    less(t, "rdx", "rsi")
    return stored(t)


def sub_twice() -> list[str]:
    t = operands(WORD)
    load(t)
    t.names(rsi="b")
    t.number("rsi", "b", N)
    t("mov %rdx, %rsi")
    for _ in range(2):
        less(t, "rsi", WORD)
    return stored(t, WORD)


def three_halves() -> list[str]:
    """Made even by p, a number is halved by a shift through its carry."""
    t = operands(WORD)
    load(t)
    t.names(**{MASK: "mask"})
    t(f"mov %{half(SUM[0])}, %{half(MASK)}", f"and $1, %{half(MASK)}", f"neg %{MASK}")
    add_masked(t, WORD)
    t(*(f"rcr $1, %{limb}" for limb in reversed(SUM)))
    sum_below(t, "rsi", WORD)
    return stored(t, WORD)


def negate_masked() -> list[str]:
    t = operands(WORD)
    t.names(rsi="mask")
    t(*(clear(limb) for limb in SUM))
    less(t, "rdi", WORD)
    t("test %rsi, %rsi")
    t(*(f"cmovz {word}, %{limb}" for word, limb in zip(memory("rdi"), SUM, strict=True)))
    return stored(t, WORD)
