# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^255 - 19 for x86-64. Numbers are four limbs below 2 p = 2^256 - 38,
so that two stand for each element; only `canonical` decides for one. What is above 2^255 counts 19
for each."""

from tools.kernels.x86_64.p256 import (
    LIMB,
    at,
    chain,
    clear,
    load,
    product,
    product_adx,
    square,
    square_adx,
    store,
)

LOW, HIGH = LIMB[:4], LIMB[4:]
SMALL = 121665


def carry(value: str) -> list[str]:
    """LOW plus a small value."""
    return [f"add %{value}, %{LOW[0]}", *(f"adc $0, %{limb}" for limb in LOW[1:])]


def fold_top(above: str) -> list[str]:
    """What is above 2^255 goes in at the bottom: `above` has it from 2^256 on. It is small, and
    what is left below 2^255, so that the sum is below 2 p."""
    lines = [f"shld $1, %{LOW[3]}, %{above}", f"btr $63, %{LOW[3]}"]
    return [*lines, f"imul $19, %{above}, %{above}", *carry(above)]


def times_adx(factor: int, high: tuple[str, ...], limbs: tuple[str, ...] = LOW) -> list[str]:
    """limbs += factor high; rcx is what is above."""
    lines = [f"mov ${factor}, %edx", clear("rax")]
    for i, operand in enumerate(high):
        lines += [f"mulx {operand}, %rax, %rcx", f"adcx %rax, %{limbs[i]}"]
        lines += [f"adox %rcx, %{above}" for above in limbs[i + 1 : i + 2]]
    return [*lines, "mov $0, %eax", "adcx %rax, %rcx", "adox %rax, %rcx"]


def times(
    factor: int, high: tuple[str, ...], carried: str, limbs: tuple[str, ...] = LOW
) -> list[str]:
    """The same; another register is lost."""
    lines = [f"mov ${factor}, %ecx"]
    for i, operand in enumerate(high):
        lines += [f"mov {operand}, %rax", "mul %rcx"]
        lines += [f"add %{carried}, %rax", "adc $0, %rdx"] if i else []
        lines += [f"add %rax, %{limbs[i]}", "adc $0, %rdx", f"mov %rdx, %{carried}"]
    return [*lines, f"mov %{carried}, %rcx"]


def fold(adx: bool) -> list[str]:
    high = tuple(f"%{limb}" for limb in HIGH)
    lines = times_adx(38, high) if adx else times(38, high, "rsi")
    return [*lines, *fold_top("rcx"), *store()]


def mul(adx: bool) -> list[str]:
    return [*(product_adx() if adx else product()), *fold(adx)]


def sqr(adx: bool) -> list[str]:
    return [*(square_adx() if adx else square()), *fold(adx)]


def mul_small(adx: bool) -> list[str]:
    """r = 121665 a + b."""
    a = tuple(at("rsi", i) for i in range(4))
    lines = times_adx(SMALL, a) if adx else times(SMALL, a, "r12")
    return [*load("rdx"), *lines, *fold_top("rcx"), *store()]


def add() -> list[str]:
    lines = [*load("rsi"), "mov $0, %ecx", *chain("add", "adc", "rdx"), "adc $0, %ecx"]
    return [*lines, *fold_top("rcx"), *store()]


def borrow() -> list[str]:
    """A borrow counts 38, for which there is room: a - b + 2^256 is above that, as b < 2 p."""
    lines = ["sbb %rax, %rax", "and $38, %eax", f"sub %rax, %{LOW[0]}"]
    return [*lines, *(f"sbb $0, %{limb}" for limb in LOW[1:])]


def sub() -> list[str]:
    return [*load("rsi"), *chain("sub", "sbb", "rdx"), *borrow(), *store()]


def canonical() -> list[str]:
    """Not below p is what reaches 2^255 by 19 more."""
    lines = [*load("rsi"), "mov $19, %eax", f"mov %{LOW[0]}, %rcx", "add %rax, %rcx"]
    for limb in LOW[1:]:
        lines += [f"mov %{limb}, %rcx", "adc $0, %rcx"]
    lines += ["sar $63, %rcx", "and %rcx, %rax", *carry("rax")]
    return [*lines, f"btr $63, %{LOW[3]}", *store()]


def negate_masked() -> list[str]:
    lines = [*(clear(limb) for limb in LOW), *chain("sub", "sbb", "rdi"), *borrow()]
    lines += ["test %rsi, %rsi", *(f"cmovz {at('rdi', i)}, %{LOW[i]}" for i in range(4))]
    return [*lines, *store()]


def select() -> list[str]:
    """r = a where the bit is 1."""
    lines = [*load("rdi"), "test %edx, %edx"]
    return [*lines, *(f"cmovnz {at('rsi', i)}, %{LOW[i]}" for i in range(4)), *store()]
