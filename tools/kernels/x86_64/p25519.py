# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^255 - 19 for x86-64. Numbers are four limbs below 2 p = 2^256 - 38,
so that two stand for each element; only `canonical` decides for one. What is above 2^255 counts 19
for each."""

from tools.kernels.x86_64.limbs import HIGH, LOW, Limbs, at, clear
from tools.kernels.x86_64.p256 import chain, load, operands, store
from tools.kernels.x86_64.products import multiply, product, product_adx, square, square_adx

SMALL = 121665


def carry(t: Limbs, value: str) -> None:
    """LOW plus a small value."""
    t(f"add %{value}, %{LOW[0]}", *(f"adc $0, %{limb}" for limb in LOW[1:]))


def fold_top(t: Limbs, above: str) -> None:
    """What is above 2^255 goes in at the bottom: `above` has it from 2^256 on. It is small, and
    what is left below 2^255, so that the sum is below 2 p."""
    t.names(**{above: "above"})
    t(f"shld $1, %{LOW[3]}, %{above}", f"btr $63, %{LOW[3]}")
    t(f"imul $19, %{above}, %{above}")
    carry(t, above)


def times_adx(t: Limbs, factor: int, high: list[str], limbs: tuple[str, ...] = LOW) -> None:
    """limbs += factor high; rcx is what is above."""
    t.names(rdx=f"c{factor}", rax="lo", rcx="hi")
    t(f"mov ${factor}, %edx", clear("rax"))
    for i, operand in enumerate(high):
        t(f"mulx {operand}, %rax, %rcx", f"adcx %rax, %{limbs[i]}")
        t(*(f"adox %rcx, %{above}" for above in limbs[i + 1 : i + 2]))
    t.names(rax="zero")
    t("mov $0, %eax", "adcx %rax, %rcx", "adox %rax, %rcx")


def times(
    t: Limbs, factor: int, high: list[str], carried: str, limbs: tuple[str, ...] = LOW
) -> None:
    """times_adx without ADX; another register is lost."""
    t.names(rcx=f"c{factor}", **{carried: "carry"})
    t(f"mov ${factor}, %ecx")
    for i, operand in enumerate(high):
        t.names(rax=t.name("mov", operand))
        t(f"mov {operand}, %rax")
        multiply(t, "%rcx")
        t(*([f"add %{carried}, %rax", "adc $0, %rdx"] if i else []))
        t(f"add %rax, %{limbs[i]}", "adc $0, %rdx", f"mov %rdx, %{carried}")
    t.names(rcx="above")
    t(f"mov %{carried}, %rcx")


def fold(t: Limbs, adx: bool) -> None:
    high = [f"%{limb}" for limb in HIGH]
    if adx:
        times_adx(t, 38, high)
    else:
        times(t, 38, high, "rsi")
    fold_top(t, "rcx")
    store(t)


def mul(adx: bool) -> list[str]:
    t = operands()
    (product_adx if adx else product)(t)
    fold(t, adx)
    return t.lines


def sqr(adx: bool) -> list[str]:
    t = operands()
    (square_adx if adx else square)(t)
    fold(t, adx)
    return t.lines


def mul_small(adx: bool) -> list[str]:
    """r = 121665 a + b."""
    t = operands()
    a = [at("rsi", i) for i in range(4)]
    load(t, "rdx")
    if adx:
        times_adx(t, SMALL, a)
    else:
        times(t, SMALL, a, "r12")
    fold_top(t, "rcx")
    store(t)
    return t.lines


def add() -> list[str]:
    t = operands()
    load(t, "rsi")
    t.names(rcx="above")
    t("mov $0, %ecx")
    chain(t, "add", "adc", "rdx")
    t("adc $0, %ecx")
    fold_top(t, "rcx")
    store(t)
    return t.lines


def borrow(t: Limbs) -> None:
    """A borrow counts 38, for which there is room: a - b + 2^256 is above that, as b < 2 p."""
    t.names(rax="less")
    t("sbb %rax, %rax", "and $38, %eax", f"sub %rax, %{LOW[0]}")
    t(*(f"sbb $0, %{limb}" for limb in LOW[1:]))


def sub() -> list[str]:
    t = operands()
    load(t, "rsi")
    chain(t, "sub", "sbb", "rdx")
    borrow(t)
    store(t)
    return t.lines


def canonical() -> list[str]:
    """Not below p is what reaches 2^255 by 19 more."""
    t = operands()
    load(t, "rsi")
    t.names(rax="plus", rcx="sum")
    t("mov $19, %eax", f"mov %{LOW[0]}, %rcx", "add %rax, %rcx")
    for limb in LOW[1:]:
        t(f"mov %{limb}, %rcx", "adc $0, %rcx")
    t.names(rcx="mask")
    t("sar $63, %rcx", "and %rcx, %rax")
    carry(t, "rax")
    t(f"btr $63, %{LOW[3]}")
    store(t)
    return t.lines


def negate_masked() -> list[str]:
    t = operands()
    t.names(rsi="mask")
    t(*(clear(limb) for limb in LOW))
    chain(t, "sub", "sbb", "rdi")
    borrow(t)
    t("test %rsi, %rsi", *(f"cmovz {at('rdi', i)}, %{LOW[i]}" for i in range(4)))
    store(t)
    return t.lines


def select() -> list[str]:
    """r = a where the bit is 1."""
    t = operands()
    t.names(rdx="bit")
    load(t, "rdi")
    t("test %edx, %edx", *(f"cmovnz {at('rsi', i)}, %{LOW[i]}" for i in range(4)))
    store(t)
    return t.lines
