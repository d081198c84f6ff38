# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^448 - 2^224 - 1 for x86-64. Numbers are seven limbs below p.

With f = 2^224, whose square counts f + 1, an upper half h + h' f of a product counts

    (h + h' f) + h' f + (h' + h f),

the last of which is the first with its halves exchanged. Half a number is no number of limbs, and
products of seven limbs are as many as those of Karatsuba's method would be.

A sum that has 2^448 in it e times is taken with e + 1 times 2^224 + 1: where it then has 2^448
e + 1 times, it was not below (e + 1) p and is less that now; else one 2^224 + 1 goes back by
subtraction.
"""

from tools.kernels.assembly import numbered
from tools.kernels.x86_64 import long
from tools.kernels.x86_64.limbs import LIMB as WINDOW
from tools.kernels.x86_64.limbs import Limbs, at, clear, half, restore, save
from tools.kernels.x86_64.long import SAVED, begin, frame, multiplied, squared
from tools.kernels.x86_64.p25519 import times, times_adx

N = 7
MIDDLE = N // 2
A24 = 39081
LIMB = WINDOW[:N]
SHORT = ("r12", "r13", "r14")


def operands() -> Limbs:
    """As long.operands; a sum will be in LIMB."""
    t = long.operands(N)
    t.names(**numbered("s", LIMB))
    return t


def store(t: Limbs, limbs: tuple[str, ...] = LIMB) -> None:
    t(*(f"mov %{limb}, {at('rdi', i)}" for i, limb in enumerate(limbs)))


def mul(adx: bool) -> list[str]:
    t = begin(N)
    fold(t, multiplied(t, N, adx))
    return t.lines


def sqr(adx: bool) -> list[str]:
    t = begin(N)
    fold(t, squared(t, N, adx))
    return t.lines


def fold(t: Limbs, high: tuple[str, ...]) -> None:
    """The lower half and what the upper one counts, to the result."""
    others = ("rax", "rcx", "rdx", "rsi", "rbx", "rbp", *WINDOW)
    sums = tuple(name for name in others if name not in high)[:N]
    spare = "rdi"
    t.names(**numbered("h", high), **numbered("s", sums))
    for i, limb in enumerate(sums):
        t(f"mov %{high[(i + MIDDLE) % N]}, %{limb}")
        t(f"shrd $32, %{high[(i + MIDDLE + 1) % N]}, %{limb}")
    # The upper half of the middle limb.
    t.names(**{spare: "upper"})
    t(f"mov %{high[MIDDLE]}, %{spare}", f"shr $32, %{spare}", f"shl $32, %{spare}")
    for i in range(MIDDLE, N):
        upper = spare if i == MIDDLE else high[i]
        t(f"{'add' if i == MIDDLE else 'adc'} %{upper}, %{sums[i]}")
    t.names(**{spare: "count"})
    t(f"mov $1, %{half(spare)}", f"adc $0, %{spare}")
    for words in ([f"%{limb}" for limb in high], [at("rsp", i) for i in range(N)]):
        chain(t, "add", sums, words)
        t(f"adc $0, %{spare}")
    once_more(t, sums, spare, high[0])
    t.names(rdi="r")
    t.number("rdi", "r", N)
    t(f"mov {at('rsp', N)}, %rdi")
    store(t, sums)
    t(f"add ${frame(N)}, %rsp")
    restore(t, SAVED)


def chain(t: Limbs, step: str, limbs: tuple[str, ...], words: list[str]) -> None:
    carried = {"add": "adc", "sub": "sbb"}[step]
    for i, (limb, word) in enumerate(zip(limbs, words, strict=True)):
        t(f"{carried if i else step} {word}, %{limb}")


def folded(t: Limbs, step: str, limbs: tuple[str, ...], count: str, other: str) -> None:
    """Limbs and 2^224 + 1 as often as `count` says, below 2^32."""
    words = [f"%{count}", *["$0"] * (N - 1)]
    words[MIDDLE] = f"%{other}"
    t.names(**{other: f"{t.held[count]}_shl"})
    t(f"mov %{count}, %{other}", f"shl $32, %{other}")
    chain(t, step, limbs, words)


def once_more(t: Limbs, limbs: tuple[str, ...], count: str, other: str) -> None:
    """`count` is e + 1."""
    t.names(**{count: "count"})
    folded(t, "add", limbs, count, other)
    t(f"sbb %{count}, %{count}", f"inc %{count}")
    folded(t, "sub", limbs, count, other)


def number(base: str) -> list[str]:
    """The limbs in memory."""
    return [at(base, i) for i in range(N)]


def load(t: Limbs, base: str) -> None:
    save(t, SHORT)
    t(*(f"mov {at(base, i)}, %{limb}" for i, limb in enumerate(LIMB)))


def mul_small(adx: bool) -> list[str]:
    """r = 39081 a + b."""
    t = operands()
    load(t, "rdx")
    if adx:
        times_adx(t, A24, number("rsi"), LIMB)
    else:
        t("push %rdi")
        times(t, A24, number("rsi"), "rdi", LIMB)
        t("pop %rdi")
        t.names(rdi="r")
        t.number("rdi", "r", N)
    t.names(rcx="count")
    t("inc %rcx")
    once_more(t, LIMB, "rcx", "rax")
    stored(t)
    return t.lines


def stored(t: Limbs) -> None:
    store(t)
    restore(t, SHORT)


def add() -> list[str]:
    t = operands()
    load(t, "rsi")
    t.names(rcx="count")
    t("mov $1, %ecx")
    chain(t, "add", LIMB, number("rdx"))
    t("adc $0, %ecx")
    once_more(t, LIMB, "rcx", "rax")
    stored(t)
    return t.lines


def back(t: Limbs) -> None:
    """A borrow goes back as 2^224 + 1."""
    t.names(rcx="borrow")
    t("sbb %rcx, %rcx", "neg %rcx")
    folded(t, "sub", LIMB, "rcx", "rax")


def sub() -> list[str]:
    t = operands()
    load(t, "rsi")
    chain(t, "sub", LIMB, number("rdx"))
    back(t)
    stored(t)
    return t.lines


def negate_masked() -> list[str]:
    t = operands()
    t.names(rsi="mask")
    save(t, SHORT)
    t(*(clear(limb) for limb in LIMB))
    chain(t, "sub", LIMB, number("rdi"))
    back(t)
    t("test %rsi, %rsi")
    t(*(f"cmovz {word}, %{limb}" for word, limb in zip(number("rdi"), LIMB, strict=True)))
    stored(t)
    return t.lines


def select() -> list[str]:
    """r = a where the bit is 1."""
    t = operands()
    t.names(rdx="bit")
    load(t, "rdi")
    t("test %edx, %edx")
    t(*(f"cmovnz {word}, %{limb}" for word, limb in zip(number("rsi"), LIMB, strict=True)))
    stored(t)
    return t.lines
