# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^256 - C for x86-64, with C = 2^32 + 977. Numbers are four limbs
below p; what is above 2^256 counts C.

What may reach p is taken with C more: where that carries out it was not below p, and what is left
is less p; else C goes back by subtraction."""

from tools.kernels.assembly import numbered
from tools.kernels.x86_64.limbs import HIGH, LOW, Limbs, at, clear, half
from tools.kernels.x86_64.p256 import chain, load, mask_carry, operands, saving, store
from tools.kernels.x86_64.products import multiply, product, product_adx, square, square_adx

C = 2**32 + 977


def constant(t: Limbs, register: str) -> None:
    t.names(**{register: "C"})
    t(f"movabs ${C:#x}, %{register}")


def plus(t: Limbs, words: tuple[str, ...]) -> None:
    """LOW and a number of a few limbs."""
    words += ("$0",) * (len(LOW) - len(words))
    t(*(f"{'adc' if i else 'add'} {word}, %{LOW[i]}" for i, word in enumerate(words)))


def minus(t: Limbs, register: str) -> None:
    """LOW less what is in a register."""
    t(f"sub %{register}, %{LOW[0]}", *(f"sbb $0, %{limb}" for limb in LOW[1:]))


def unless_carried(t: Limbs, register: str, zero: str) -> None:
    """C, in a register, goes back where nothing was carried out."""
    t.names(**{zero: "zero"})
    t(f"mov $0, %{half(zero)}", f"cmovc %{zero}, %{register}")
    t.names(**{register: "back"})
    minus(t, register)


def fold_adx(t: Limbs) -> None:
    """LIMB modulo p: the upper half, and then what is above 2^256."""
    constant(t, "rdx")
    t.names(rax="lo", rcx="hi")
    t(clear("rax"))
    for i, limb in enumerate(HIGH):
        t(f"mulx %{limb}, %rax, %rcx", f"adcx %rax, %{LOW[i]}")
        t(*(f"adox %rcx, %{above}" for above in LOW[i + 1 : i + 2]))
    # One more than what is above, so that this may carry out.
    t.names(rcx="above", rax="one")
    t("mov $1, %eax", "adcx %rax, %rcx")
    t.names(rax="zero")
    t("mov $0, %eax", "adox %rax, %rcx")
    t.names(rax="lo")
    t("mulx %rcx, %rax, %rcx")
    t.names(rcx="hi")
    plus(t, ("%rax", "%rcx"))
    unless_carried(t, "rdx", "rax")


def fold(t: Limbs) -> None:
    """fold_adx with MUL; what one product carries to the next takes the register of a."""
    constant(t, "rcx")
    carried = "rsi"
    t.names(**{carried: "carry"})
    for i, limb in enumerate(HIGH):
        t.names(rax=f"t{i + 4}")
        t(f"mov %{limb}, %rax")
        multiply(t, "%rcx")
        t(*([f"add %{carried}, %rax", "adc $0, %rdx"] if i else []))
        t(f"add %rax, %{LOW[i]}", "adc $0, %rdx", f"mov %rdx, %{carried}")
    t.names(rax="above")
    t(f"lea 1(%{carried}), %rax")
    multiply(t, "%rcx")
    plus(t, ("%rax", "%rdx"))
    unless_carried(t, "rcx", "rax")


def reduced(t: Limbs, adx: bool) -> list[str]:
    (fold_adx if adx else fold)(t)
    store(t)
    return t.lines


def mul(adx: bool) -> list[str]:
    t = operands()
    (product_adx if adx else product)(t)
    return reduced(t, adx)


def sqr(adx: bool) -> list[str]:
    t = operands()
    (square_adx if adx else square)(t)
    return reduced(t, adx)


def field_mul(adx: bool) -> list[str]:
    return saving(mul(adx))


def field_sqr(adx: bool) -> list[str]:
    return saving(sqr(adx))


def sum_below(t: Limbs, source: str) -> None:
    """LOW, below p, plus another number, modulo p: with C in advance, for which there is room."""
    constant(t, "rax")
    plus(t, ("%rax",))
    chain(t, "add", "adc", source)
    unless_carried(t, "rax", "rcx")


def add() -> list[str]:
    t = operands()
    load(t, "rsi")
    sum_below(t, "rdx")
    store(t)
    return t.lines


def less(t: Limbs, source: str) -> None:
    """LOW less another number, modulo p: a borrow counts C."""
    chain(t, "sub", "sbb", source)
    mask_carry(t)
    constant(t, "rcx")
    t("and %rcx, %rax")
    minus(t, "rax")


def sub() -> list[str]:
    t = operands()
    load(t, "rsi")
    less(t, "rdx")
    store(t)
    return t.lines


def sub_twice() -> list[str]:
    t = operands()
    load(t, "rsi")
    less(t, "rdx")
    less(t, "rdx")
    store(t)
    return t.lines


def three_halves() -> list[str]:
    """An odd number is made even by p, 2^256 less C, which goes out by a shift."""
    t = operands()
    load(t, "rsi")
    t.names(rax="odd", rdx="odd")
    t(f"mov %{LOW[0]}, %rax", "and $1, %eax", "mov %eax, %edx", "neg %rax")
    constant(t, "rcx")
    t("and %rcx, %rax")
    t.names(rax="less")
    minus(t, "rax")
    # 2^256 is left where that has not borrowed.
    t.names(rdx="above")
    t("sbb $0, %edx", "shr $1, %edx")
    t(*(f"rcr $1, %{limb}" for limb in reversed(LOW)))
    sum_below(t, "rsi")
    store(t)
    return t.lines


def negate_masked() -> list[str]:
    t = operands()
    t.names(rsi="mask", **numbered("s", LOW))
    t(*(clear(limb) for limb in LOW))
    less(t, "rdi")
    t("test %rsi, %rsi")
    t(*(f"cmovz {at('rdi', i)}, %{limb}" for i, limb in enumerate(LOW)))
    store(t)
    return t.lines
