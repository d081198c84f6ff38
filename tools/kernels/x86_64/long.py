# SPDX-License-Identifier: MIT
"""Products of numbers of up to seven limbs for x86-64: the lower half in memory at rsp, the upper
one in registers."""

from tools.kernels.assembly import numbered
from tools.kernels.x86_64.limbs import LIMB as WINDOW
from tools.kernels.x86_64.limbs import SAVED as UPPER
from tools.kernels.x86_64.limbs import Limbs, at, clear, save
from tools.kernels.x86_64.products import factor, multiply

SAVED = ("rbx", "rbp", *UPPER)


def operands(n: int) -> Limbs:
    """r, a and b where the calling convention has them."""
    t = Limbs(rdi="r", rsi="a", rdx="b")
    for place, name in (("rdi", "r"), ("rsi", "a"), ("rdx", "b")):
        t.number(place, name, n)
    return t


def begin(n: int, room: int = 0) -> Limbs:
    """A function that saves all registers; on its stack are the lower half of a product, the
    pointer to the result, and more limbs."""
    t = operands(n)
    save(t, SAVED)
    t.number("rsp", "t", n)
    t.held[at("rsp", n)] = "r"
    t(f"sub ${frame(n, room)}, %rsp", f"mov %rdi, {at('rsp', n)}")
    return t


def frame(n: int, room: int = 0) -> int:
    """Bytes of it."""
    return 8 * (n + 1 + room)


def multiplied(t: Limbs, n: int, adx: bool) -> tuple[str, ...]:
    """The product of what rsi and rdx point to: where its upper half is."""
    return product_adx(t, n) if adx else product(t, n, False)


def squared(t: Limbs, n: int, adx: bool) -> tuple[str, ...]:
    """The square of what rsi points to."""
    return square_adx(t, n) if adx else product(t, n, True)


def product_adx(t: Limbs, n: int) -> tuple[str, ...]:
    """A row of products is added by two chains of carries at a time."""
    window = list(WINDOW[: n + 1])
    t.names(rdi="b")
    t.number("rdi", "b", n)
    t("mov %rdx, %rdi")
    factor(t, "rdi", 0)
    t.names(rax="lo", rcx="hi", **numbered("t", window))
    t(f"mulx (%rsi), %{window[0]}, %{window[1]}")
    for j in range(1, n):
        t(f"mulx {at('rsi', j)}, %rax, %{window[j + 1]}")
        t(f"{'add' if j == 1 else 'adc'} %rax, %{window[j]}")
    t(f"adc $0, %{window[n]}", f"mov %{window[0]}, (%rsp)")
    for i in range(1, n):
        window = [*window[1:], window[0]]
        factor(t, "rdi", i)
        t.names(**{window[n]: f"t{i + n}"})
        t(clear(window[n]))
        for j in range(n):
            t(f"mulx {at('rsi', j)}, %rax, %rcx")
            t(f"adcx %rax, %{window[j]}", f"adox %rcx, %{window[j + 1]}")
        t(f"adc $0, %{window[n]}", f"mov %{window[0]}, {at('rsp', i)}")
    return tuple(window[1:])


def product(t: Limbs, n: int, squares: bool) -> tuple[str, ...]:
    """product_adx column by column; in a square each product of two different limbs is added
    twice."""
    sums = ["rbx", "rbp", WINDOW[0]]
    other = "rsi" if squares else "rcx"
    if not squares:
        t.names(rcx="b")
        t.number("rcx", "b", n)
        t("mov %rdx, %rcx")
    t.names(**numbered("t", sums))
    t(*(clear(word) for word in sums))
    high: list[str] = []
    for column in range(2 * n - 1):
        low, middle, top = sums
        last = min(column // 2 if squares else column, n - 1)
        for i in range(max(0, column - n + 1), last + 1):
            factor(t, "rsi", i, "rax")
            multiply(t, at(other, column - i))
            once = [f"add %rax, %{low}", f"adc %rdx, %{middle}", f"adc $0, %{top}"]
            t(*(2 * once if squares and 2 * i != column else once))
        if column < n:
            t(f"mov %{low}, {at('rsp', column)}")
            sums = [middle, top, low]
        else:
            high.append(low)
            sums = [middle, top, WINDOW[column - n + 1]]
        t.names(**{sums[2]: f"t{column + 3}"})
        t(clear(sums[2]))
    return (*high, sums[0])


def square_adx(t: Limbs, n: int) -> tuple[str, ...]:
    """Each product of two limbs once, then twice their sum, by one chain, and the squares, by the
    other."""
    window = [WINDOW[column % n] for column in range(2 * n)]
    t.names(rax="lo", rcx="hi", **numbered("t", window[1 : n + 1], 1))
    factor(t, "rsi", 0)
    t(f"mulx 8(%rsi), %{window[1]}, %{window[2]}")
    for j in range(2, n):
        t(f"mulx {at('rsi', j)}, %rax, %{window[j + 1]}")
        t(f"{'add' if j == 2 else 'adc'} %rax, %{window[j]}")
    t(f"adc $0, %{window[n]}")
    for i in range(1, n - 1):
        # Two columns are done, and give their registers to others.
        done = [column for column in (2 * i - 1, 2 * i) if column < n]
        t(*(f"mov %{window[column]}, {at('rsp', column)}" for column in done))
        factor(t, "rsi", i)
        t.names(**{window[n + i]: f"t{n + i}"})
        t(clear(window[n + i]))
        for j in range(i + 1, n):
            t(f"mulx {at('rsi', j)}, %rax, %rcx")
            t(f"adcx %rax, %{window[i + j]}", f"adox %rcx, %{window[i + j + 1]}")
        t(f"adc $0, %{window[n + i]}")
    t.names(**{window[2 * n - 1]: f"t{2 * n - 1}"})
    t(clear(window[2 * n - 1]))
    squares(t, n, window)
    return tuple(window[n:])


def squares(t: Limbs, n: int, window: list[str]) -> None:
    """Twice the columns, of which the lower ones are in memory, and the square of each limb."""
    for i in range(n):
        factor(t, "rsi", i)
        t("mulx %rdx, %rax, %rcx")
        for column, part in ((2 * i, "rax"), (2 * i + 1, "rcx")):
            limb = window[column] if column >= n else part if column == 0 else "rbx"
            if 0 < column < n:
                t.names(rbx=f"t{column}")
                t(f"mov {at('rsp', column)}, %{limb}")
            if column:
                t(f"adcx %{limb}, %{limb}", f"adox %{part}, %{limb}")
            if column < n:
                t(f"mov %{limb}, {at('rsp', column)}")
