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

from tools.kernels.x86_64.p256 import at, clear, half, restore, save
from tools.kernels.x86_64.p25519 import times, times_adx

N = 7
MIDDLE = N // 2
WINDOW = ("r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15")
SAVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
# The lower half of a product, and the pointer to the result.
FRAME = 8 * (N + 1)
A24 = 39081
LIMB = WINDOW[:N]
SHORT = ("r12", "r13", "r14")


def begin() -> list[str]:
    return [*save(SAVED), f"sub ${FRAME}, %rsp", f"mov %rdi, {at('rsp', N)}"]


def store(limbs: tuple[str, ...] = LIMB) -> list[str]:
    return [f"mov %{limb}, {at('rdi', i)}" for i, limb in enumerate(limbs)]


def mul(adx: bool) -> list[str]:
    lines, high = product_adx() if adx else product(False)
    return [*begin(), *lines, *fold(high)]


def sqr(adx: bool) -> list[str]:
    lines, high = square_adx() if adx else product(True)
    return [*begin(), *lines, *fold(high)]


def product_adx() -> tuple[list[str], tuple[str, ...]]:
    """The product of what rsi and rdx point to, and where its upper half is. A row of products is
    added by two chains of carries at a time."""
    t = list(WINDOW)
    lines = ["mov %rdx, %rdi", "mov (%rdi), %rdx", f"mulx (%rsi), %{t[0]}, %{t[1]}"]
    for j in range(1, N):
        lines += [f"mulx {at('rsi', j)}, %rax, %{t[j + 1]}"]
        lines += [f"{'add' if j == 1 else 'adc'} %rax, %{t[j]}"]
    lines += [f"adc $0, %{t[N]}", f"mov %{t[0]}, (%rsp)"]
    for i in range(1, N):
        t = [*t[1:], t[0]]
        lines += [f"mov {at('rdi', i)}, %rdx", clear(t[N])]
        for j in range(N):
            lines += [f"mulx {at('rsi', j)}, %rax, %rcx"]
            lines += [f"adcx %rax, %{t[j]}", f"adox %rcx, %{t[j + 1]}"]
        lines += [f"adc $0, %{t[N]}", f"mov %{t[0]}, {at('rsp', i)}"]
    return lines, tuple(t[1:])


def product(squares: bool) -> tuple[list[str], tuple[str, ...]]:
    """The same column by column; in that of a number by itself each product of two limbs is added
    twice."""
    sums = ["rbx", "rbp", WINDOW[0]]
    lines = [] if squares else ["mov %rdx, %rcx"]
    lines += [clear(word) for word in sums]
    other = "rsi" if squares else "rcx"
    high: list[str] = []
    for column in range(2 * N - 1):
        low, middle, top = sums
        last = min(column // 2 if squares else column, N - 1)
        for i in range(max(0, column - N + 1), last + 1):
            lines += [f"mov {at('rsi', i)}, %rax", f"mulq {at(other, column - i)}"]
            once = [f"add %rax, %{low}", f"adc %rdx, %{middle}", f"adc $0, %{top}"]
            lines += 2 * once if squares and 2 * i != column else once
        if column < N:
            lines += [f"mov %{low}, {at('rsp', column)}"]
            sums = [middle, top, low]
        else:
            high.append(low)
            sums = [middle, top, WINDOW[column - N + 1]]
        lines += [clear(sums[2])]
    return lines, (*high, sums[0])


def square_adx() -> tuple[list[str], tuple[str, ...]]:
    """The square of what rsi points to: each product of two limbs once, then twice their sum, by
    one chain, and the squares, by the other."""
    t = [WINDOW[column % N] for column in range(2 * N)]
    lines = ["mov (%rsi), %rdx", f"mulx 8(%rsi), %{t[1]}, %{t[2]}"]
    for j in range(2, N):
        lines += [f"mulx {at('rsi', j)}, %rax, %{t[j + 1]}"]
        lines += [f"{'add' if j == 2 else 'adc'} %rax, %{t[j]}"]
    lines += [f"adc $0, %{t[N]}"]
    for i in range(1, N - 1):
        # Two columns are done, and give their registers to others.
        done = (column for column in (2 * i - 1, 2 * i) if column < N)
        lines += [f"mov %{t[column]}, {at('rsp', column)}" for column in done]
        lines += [f"mov {at('rsi', i)}, %rdx", clear(t[N + i])]
        for j in range(i + 1, N):
            lines += [f"mulx {at('rsi', j)}, %rax, %rcx"]
            lines += [f"adcx %rax, %{t[i + j]}", f"adox %rcx, %{t[i + j + 1]}"]
        lines += [f"adc $0, %{t[N + i]}"]
    lines += [clear(t[2 * N - 1])]
    for i in range(N):
        lines += [f"mov {at('rsi', i)}, %rdx", "mulx %rdx, %rax, %rcx"]
        for column, part in ((2 * i, "rax"), (2 * i + 1, "rcx")):
            limb = t[column] if column >= N else part if column == 0 else "rbx"
            if 0 < column < N:
                lines += [f"mov {at('rsp', column)}, %{limb}"]
            if column:
                lines += [f"adcx %{limb}, %{limb}", f"adox %{part}, %{limb}"]
            if column < N:
                lines += [f"mov %{limb}, {at('rsp', column)}"]
    return lines, tuple(t[N:])


def fold(high: tuple[str, ...]) -> list[str]:
    """The lower half and what the upper one counts, to the result."""
    others = ("rax", "rcx", "rdx", "rsi", "rbx", "rbp", *WINDOW)
    sums = tuple(name for name in others if name not in high)[:N]
    spare = "rdi"
    lines = []
    for i, limb in enumerate(sums):
        lines += [f"mov %{high[(i + MIDDLE) % N]}, %{limb}"]
        lines += [f"shrd $32, %{high[(i + MIDDLE + 1) % N]}, %{limb}"]
    lines += [f"mov %{high[MIDDLE]}, %{spare}", f"shr $32, %{spare}", f"shl $32, %{spare}"]
    for i in range(MIDDLE, N):
        upper = spare if i == MIDDLE else high[i]
        lines += [f"{'add' if i == MIDDLE else 'adc'} %{upper}, %{sums[i]}"]
    lines += [f"mov $1, %{half(spare)}", f"adc $0, %{spare}"]
    for words in ([f"%{limb}" for limb in high], [at("rsp", i) for i in range(N)]):
        lines += chain("add", sums, words)
        lines += [f"adc $0, %{spare}"]
    lines += [*once_more(sums, spare, high[0]), f"mov {at('rsp', N)}, %rdi", *store(sums)]
    return [*lines, f"add ${FRAME}, %rsp", *restore(SAVED)]


def chain(step: str, limbs: tuple[str, ...], words: list[str]) -> list[str]:
    carried = {"add": "adc", "sub": "sbb"}[step]
    return [
        f"{carried if i else step} {word}, %{limb}"
        for i, (limb, word) in enumerate(zip(limbs, words, strict=True))
    ]


def folded(step: str, limbs: tuple[str, ...], count: str, other: str) -> list[str]:
    """Limbs and 2^224 + 1 as often as `count` says, below 2^32."""
    words = [f"%{count}", *["$0"] * (N - 1)]
    words[MIDDLE] = f"%{other}"
    return [f"mov %{count}, %{other}", f"shl $32, %{other}", *chain(step, limbs, words)]


def once_more(limbs: tuple[str, ...], count: str, other: str) -> list[str]:
    """`count` is e + 1."""
    lines = [*folded("add", limbs, count, other), f"sbb %{count}, %{count}", f"inc %{count}"]
    return [*lines, *folded("sub", limbs, count, other)]


def number(base: str) -> list[str]:
    """The limbs in memory."""
    return [at(base, i) for i in range(N)]


def load(base: str) -> list[str]:
    return [*save(SHORT), *(f"mov {at(base, i)}, %{limb}" for i, limb in enumerate(LIMB))]


def mul_small(adx: bool) -> list[str]:
    """r = 39081 a + b."""
    a = tuple(number("rsi"))
    carried = "rdi"
    lines = times_adx(A24, a, LIMB) if adx else times(A24, a, carried, LIMB)
    lines = lines if adx else ["push %rdi", *lines, "pop %rdi"]
    return [*load("rdx"), *lines, "inc %rcx", *once_more(LIMB, "rcx", "rax"), *stored()]


def stored() -> list[str]:
    return [*store(), *restore(SHORT)]


def add() -> list[str]:
    lines = [*load("rsi"), "mov $1, %ecx", *chain("add", LIMB, number("rdx")), "adc $0, %ecx"]
    return [*lines, *once_more(LIMB, "rcx", "rax"), *stored()]


def back() -> list[str]:
    """A borrow goes back as 2^224 + 1."""
    return ["sbb %rcx, %rcx", "neg %rcx", *folded("sub", LIMB, "rcx", "rax")]


def sub() -> list[str]:
    return [*load("rsi"), *chain("sub", LIMB, number("rdx")), *back(), *stored()]


def negate_masked() -> list[str]:
    lines = [*save(SHORT), *(clear(limb) for limb in LIMB), *chain("sub", LIMB, number("rdi"))]
    lines += [*back(), "test %rsi, %rsi"]
    lines += [f"cmovz {word}, %{limb}" for word, limb in zip(number("rdi"), LIMB, strict=True)]
    return [*lines, *stored()]


def select() -> list[str]:
    """r = a where the bit is 1."""
    lines = [*load("rdi"), "test %edx, %edx"]
    lines += [f"cmovnz {word}, %{limb}" for word, limb in zip(number("rsi"), LIMB, strict=True)]
    return [*lines, *stored()]
