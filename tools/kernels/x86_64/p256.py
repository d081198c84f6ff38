# SPDX-License-Identifier: MIT
"""Field arithmetic modulo prime p256, p = 2^256 - 2^224 + 2^192 + 2^96 - 1, for
x86-64. Its limbs are 2^64 - 1, 2^32 - 1, 0 and TOP."""

from tools.kernels.assembly import numbered
from tools.kernels.x86_64.limbs import (
    HIGH,
    LIMB,
    LOW,
    SAVED,
    Limbs,
    at,
    clear,
    half,
    restore,
    save,
)
from tools.kernels.x86_64.products import product, product_adx, square, square_adx

RESULT = HIGH
TOP = "0xffffffff00000001"


# Reduction


def reduced(t: Limbs, count: str = "", ones: str = "", top: str = "") -> None:
    """LIMB / 2^256 mod p in RESULT. Since -1/p = 1 mod 2^64, the lowest limb q is itself how often
    p has to be added to clear it, and
        t + q p = t + 2^96 q + 2^192 q (2^64 - 2^32 + 1) - q.
    What that leaves above the three limbs between takes the register of q. `count` has 32 where
    there are shifts by a register to another one; `ones` and `top` the limbs of p, where they
    are not to be loaded."""
    window = list(LIMB[:4])
    for k in range(4):
        q = window[0]
        t.names(**{q: "q"}, rax="q_shl", rcx="q_shr")
        for to, shift in (("rax", "shl"), ("rcx", "shr")):
            if count:
                t(f"{shift}x %{count}, %{q}, %{to}")
            else:
                t(f"mov %{q}, %{to}", f"{shift} $32, %{to}")
        t.names(rdx="q_low")
        t(f"mov %{q}, %rdx", "sub %rax, %rdx", f"sbb %rcx, %{q}")
        t(f"add %rax, %{window[1]}", f"adc %rcx, %{window[2]}", f"adc %rdx, %{window[3]}")
        t.names(**{q: f"s{k + 4}"})
        t(f"adc $0, %{q}")
        window = [*window[1:], q]
    # Less p unless that is negative. What is carried out is in rcx, negated.
    t.names(**{ones or "rax": "p1", top or "rdx": "p3"})
    t(*([] if ones else ["mov $0xffffffff, %eax"]))
    t(*([] if top else [f"movabs ${TOP}, %rdx"]))
    for i, (limb, above) in enumerate(zip(window, RESULT, strict=True)):
        t(f"{'adc' if i else 'add'} %{above}, %{limb}")
    t.names(rcx="carry", **numbered("c", RESULT))
    t("sbb %rcx, %rcx")
    t(*(f"mov %{limb}, %{less}" for limb, less in zip(window, RESULT, strict=True)))
    t(f"sub $-1, %{RESULT[0]}", f"sbb %{ones or 'rax'}, %{RESULT[1]}")
    t(f"sbb $0, %{RESULT[2]}", f"sbb %{top or 'rdx'}, %{RESULT[3]}", "sbb $0, %rcx")
    t(*(f"cmovc %{limb}, %{less}" for limb, less in zip(window, RESULT, strict=True)))


def reduction(t: Limbs, shifts: bool) -> None:
    """LIMB / 2^256 mod p to rdi."""
    if shifts:
        t.names(rsi="c32")
        t("mov $32, %esi")
    reduced(t, "rsi" if shifts else "")
    store(t, RESULT)


def operands() -> Limbs:
    """r, a and b where the calling convention has them. A sum will be in LOW."""
    t = Limbs(rdi="r", rsi="a", rdx="b", **numbered("s", LOW))
    for place, name in (("rdi", "r"), ("rsi", "a"), ("rdx", "b")):
        t.number(place, name)
    return t


def mul(adx: bool) -> list[str]:
    t = operands()
    (product_adx if adx else product)(t)
    reduction(t, adx)
    return t.lines


def sqr(adx: bool) -> list[str]:
    t = operands()
    (square_adx if adx else square)(t)
    reduction(t, adx)
    return t.lines


def field_mul(adx: bool) -> list[str]:
    return saving(mul(adx))


def field_sqr(adx: bool) -> list[str]:
    return saving(sqr(adx))


def saving(body: list[str], registers: tuple[str, ...] = SAVED) -> list[str]:
    t = Limbs()
    save(t, registers)
    t.lines += body
    restore(t, registers)
    return t.lines


# Sums and differences, in r8 ... r11 unless other limbs are named

Registers = tuple[str, ...]


def limbs_of(source: str | Registers) -> list[str]:
    """Operands: those at a place, or registers."""
    if isinstance(source, str):
        return [at(source, i) for i in range(len(LIMB))]
    return [f"%{register}" for register in source]


def load(t: Limbs, source: str | Registers, limbs: Registers = LOW) -> None:
    t(*(f"mov {x}, %{limb}" for x, limb in zip(limbs_of(source), limbs, strict=False)))


def store(t: Limbs, limbs: Registers = LOW, place: str = "rdi") -> None:
    t(*(f"mov %{limb}, {at(place, i)}" for i, limb in enumerate(limbs)))


def chain(t: Limbs, first: str, then: str, source: str | Registers, limbs: Registers = LOW) -> None:
    pairs = zip(limbs_of(source), limbs, strict=False)
    t(*(f"{then if i else first} {x}, %{limb}" for i, (x, limb) in enumerate(pairs)))


def masked(t: Limbs, first: str, then: str, limbs: Registers = LOW) -> None:
    """Plus or minus p where the mask rax is all ones."""
    t.names(rcx="p1", rdx="p3")
    t("mov %eax, %ecx", clear("rdx"), "sub %rcx, %rdx")
    t(f"{first} %rax, %{limbs[0]}", f"{then} %rcx, %{limbs[1]}")
    t(f"{then} $0, %{limbs[2]}", f"{then} %rdx, %{limbs[3]}")


def mask_carry(t: Limbs) -> None:
    """The carry as a mask, to rax."""
    t.names(rax="mask")
    t("sbb %rax, %rax")


def add_masked(t: Limbs, limbs: Registers = LOW) -> None:
    masked(t, "add", "adc", limbs)


def less(t: Limbs, source: str | Registers, limbs: Registers = LOW) -> None:
    """Minus a number below p, modulo p."""
    chain(t, "sub", "sbb", source, limbs)
    mask_carry(t)
    add_masked(t, limbs)


def sum_below(t: Limbs, source: str | Registers) -> None:
    """Plus another number, modulo p."""
    t.names(rax="carry")
    t("mov $0, %eax")
    chain(t, "add", "adc", source)
    t("adc $0, %eax")
    t.names(rcx="p1", rdx="p3")
    t("mov $0xffffffff, %ecx", f"movabs ${TOP}, %rdx")
    t(f"sub $-1, %{LIMB[0]}", f"sbb %rcx, %{LIMB[1]}")
    t(f"sbb $0, %{LIMB[2]}", f"sbb %rdx, %{LIMB[3]}", "sbb $0, %rax")
    t.names(rax="mask")
    t("and %rax, %rdx", "and %rax, %rcx", f"add %rax, %{LIMB[0]}")
    t(f"adc %rcx, %{LIMB[1]}", f"adc $0, %{LIMB[2]}", f"adc %rdx, %{LIMB[3]}")


def add() -> list[str]:
    t = operands()
    load(t, "rsi")
    sum_below(t, "rdx")
    store(t)
    return t.lines


def sub() -> list[str]:
    t = operands()
    load(t, "rsi")
    less(t, "rdx")
    store(t)
    return t.lines


def sub_twice() -> list[str]:
    t = operands()
    load(t, "rsi")
    t.names(rsi="b")
    t.number("rsi", "b")
    t("mov %rdx, %rsi")
    less(t, "rsi")
    less(t, "rsi")
    store(t)
    return t.lines


def halved_thrice(t: Limbs, source: str | Registers) -> None:
    """3/2 of a number. Made even by p, it is halved by a shift through its carry."""
    load(t, source)
    t.names(rax="mask")
    t(f"mov %{half(LIMB[0])}, %eax", "and $1, %eax", "neg %rax")
    add_masked(t)
    t(*(f"rcr $1, %{limb}" for limb in reversed(LOW)))
    sum_below(t, source)


def three_halves() -> list[str]:
    t = operands()
    halved_thrice(t, "rsi")
    store(t)
    return t.lines


def field_negate_masked() -> list[str]:
    t = operands()
    t.names(rsi="mask")
    t(*(clear(limb) for limb in LOW))
    less(t, "rdi")
    t("test %rsi, %rsi")
    t(*(f"cmovz {at('rdi', i)}, %{limb}" for i, limb in enumerate(LOW)))
    store(t)
    t("ret")
    return t.lines
