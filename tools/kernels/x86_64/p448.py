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
from tools.kernels.x86_64.limbs import LIMB as WINDOW
from tools.kernels.x86_64.limbs import SAVED as UPPER
from tools.kernels.x86_64.limbs import Limbs, at, clear, half, restore, save
from tools.kernels.x86_64.p25519 import times, times_adx
from tools.kernels.x86_64.products import factor, multiply

N = 7
MIDDLE = N // 2
SAVED = ("rbx", "rbp", *UPPER)
# The lower half of a product, and the pointer to the result.
FRAME = 8 * (N + 1)
A24 = 39081
LIMB = WINDOW[:N]
SHORT = ("r12", "r13", "r14")


def operands() -> Limbs:
    """r, a and b where the calling convention has them. A sum will be in LIMB."""
    t = Limbs(rdi="r", rsi="a", rdx="b", **numbered("s", LIMB))
    for place, name in (("rdi", "r"), ("rsi", "a"), ("rdx", "b")):
        t.number(place, name, N)
    return t


def begin() -> Limbs:
    t = operands()
    save(t, SAVED)
    t.number("rsp", "t", N)
    t.held[at("rsp", N)] = "r"
    t(f"sub ${FRAME}, %rsp", f"mov %rdi, {at('rsp', N)}")
    return t


def store(t: Limbs, limbs: tuple[str, ...] = LIMB) -> None:
    t(*(f"mov %{limb}, {at('rdi', i)}" for i, limb in enumerate(limbs)))


def mul(adx: bool) -> list[str]:
    t = begin()
    fold(t, product_adx(t) if adx else product(t, False))
    return t.lines


def sqr(adx: bool) -> list[str]:
    t = begin()
    fold(t, square_adx(t) if adx else product(t, True))
    return t.lines


def product_adx(t: Limbs) -> tuple[str, ...]:
    """The product of what rsi and rdx point to: where its upper half is. A row of products is added
    by two chains of carries at a time."""
    window = list(WINDOW)
    t.names(rdi="b")
    t.number("rdi", "b", N)
    t("mov %rdx, %rdi")
    factor(t, "rdi", 0)
    t.names(rax="lo", rcx="hi", **numbered("t", window))
    t(f"mulx (%rsi), %{window[0]}, %{window[1]}")
    for j in range(1, N):
        t(f"mulx {at('rsi', j)}, %rax, %{window[j + 1]}")
        t(f"{'add' if j == 1 else 'adc'} %rax, %{window[j]}")
    t(f"adc $0, %{window[N]}", f"mov %{window[0]}, (%rsp)")
    for i in range(1, N):
        window = [*window[1:], window[0]]
        factor(t, "rdi", i)
        t.names(**{window[N]: f"t{i + N}"})
        t(clear(window[N]))
        for j in range(N):
            t(f"mulx {at('rsi', j)}, %rax, %rcx")
            t(f"adcx %rax, %{window[j]}", f"adox %rcx, %{window[j + 1]}")
        t(f"adc $0, %{window[N]}", f"mov %{window[0]}, {at('rsp', i)}")
    return tuple(window[1:])


def product(t: Limbs, squares: bool) -> tuple[str, ...]:
    """product_adx column by column; in a square each product of two different limbs is added
    twice."""
    sums = ["rbx", "rbp", WINDOW[0]]
    other = "rsi" if squares else "rcx"
    if not squares:
        t.names(rcx="b")
        t.number("rcx", "b", N)
        t("mov %rdx, %rcx")
    t.names(**numbered("t", sums))
    t(*(clear(word) for word in sums))
    high: list[str] = []
    for column in range(2 * N - 1):
        low, middle, top = sums
        last = min(column // 2 if squares else column, N - 1)
        for i in range(max(0, column - N + 1), last + 1):
            factor(t, "rsi", i, "rax")
            multiply(t, at(other, column - i))
            once = [f"add %rax, %{low}", f"adc %rdx, %{middle}", f"adc $0, %{top}"]
            t(*(2 * once if squares and 2 * i != column else once))
        if column < N:
            t(f"mov %{low}, {at('rsp', column)}")
            sums = [middle, top, low]
        else:
            high.append(low)
            sums = [middle, top, WINDOW[column - N + 1]]
        t.names(**{sums[2]: f"t{column + 3}"})
        t(clear(sums[2]))
    return (*high, sums[0])


def square_adx(t: Limbs) -> tuple[str, ...]:
    """The square of what rsi points to: each product of two limbs once, then twice their sum, by
    one chain, and the squares, by the other."""
    window = [WINDOW[column % N] for column in range(2 * N)]
    t.names(rax="lo", rcx="hi", **numbered("t", window[1 : N + 1], 1))
    factor(t, "rsi", 0)
    t(f"mulx 8(%rsi), %{window[1]}, %{window[2]}")
    for j in range(2, N):
        t(f"mulx {at('rsi', j)}, %rax, %{window[j + 1]}")
        t(f"{'add' if j == 2 else 'adc'} %rax, %{window[j]}")
    t(f"adc $0, %{window[N]}")
    for i in range(1, N - 1):
        # Two columns are done, and give their registers to others.
        done = [column for column in (2 * i - 1, 2 * i) if column < N]
        t(*(f"mov %{window[column]}, {at('rsp', column)}" for column in done))
        factor(t, "rsi", i)
        t.names(**{window[N + i]: f"t{N + i}"})
        t(clear(window[N + i]))
        for j in range(i + 1, N):
            t(f"mulx {at('rsi', j)}, %rax, %rcx")
            t(f"adcx %rax, %{window[i + j]}", f"adox %rcx, %{window[i + j + 1]}")
        t(f"adc $0, %{window[N + i]}")
    t.names(**{window[2 * N - 1]: f"t{2 * N - 1}"})
    t(clear(window[2 * N - 1]))
    squares(t, window)
    return tuple(window[N:])


def squares(t: Limbs, window: list[str]) -> None:
    """Twice the columns, of which the lower ones are in memory, and the square of each limb."""
    for i in range(N):
        factor(t, "rsi", i)
        t("mulx %rdx, %rax, %rcx")
        for column, part in ((2 * i, "rax"), (2 * i + 1, "rcx")):
            limb = window[column] if column >= N else part if column == 0 else "rbx"
            if 0 < column < N:
                t.names(rbx=f"t{column}")
                t(f"mov {at('rsp', column)}, %{limb}")
            if column:
                t(f"adcx %{limb}, %{limb}", f"adox %{part}, %{limb}")
            if column < N:
                t(f"mov %{limb}, {at('rsp', column)}")


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
    t(f"add ${FRAME}, %rsp")
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
