# SPDX-License-Identifier: MIT
"""Field arithmetic modulo prime p256, p = 2^256 - 2^224 + 2^192 + 2^96 - 1, for
x86-64. Its limbs are 2^64 - 1, 2^32 - 1, 0 and TOP."""

LIMB = ("r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15")
RESULT = LIMB[4:]
SAVED = ("r12", "r13", "r14", "r15")
TOP = "0xffffffff00000001"


def half(register: str) -> str:
    """The low 32 bits of a register."""
    return f"{register}d" if register[1:].isdigit() else f"e{register[1:]}"


def at(place: str, i: int) -> str:
    """Limb i at a place: a register, or one and bytes behind it, as in rsp+32."""
    base, _, above = place.partition("+")
    offset = 8 * i + int(above or 0)
    return f"{offset}(%{base})" if offset else f"(%{base})"


def save(registers: tuple[str, ...]) -> list[str]:
    return [f"push %{register}" for register in registers]


def restore(registers: tuple[str, ...]) -> list[str]:
    return [*(f"pop %{register}" for register in reversed(registers)), "ret"]


def clear(register: str) -> str:
    return f"xor %{half(register)}, %{half(register)}"


# Products of four limbs, to LIMB


def product_adx(a: str = "rsi", b: str = "rdx") -> list[str]:
    """Of what is at a and b. A row of products is added by two chains of carries at a time. The
    top limb's register holds b, where that is rdx, until it is its turn."""
    lines = [f"mov %rdx, %{LIMB[7]}"] if b == "rdx" else []
    lines += [f"mov {at(b, 0)}, %rdx", f"mulx {at(a, 0)}, %{LIMB[0]}, %{LIMB[1]}"]
    b = LIMB[7] if b == "rdx" else b
    for j in range(1, 4):
        lines += [f"mulx {at(a, j)}, %rax, %{LIMB[j + 1]}"]
        lines += [f"{'add' if j == 1 else 'adc'} %rax, %{LIMB[j]}"]
    lines += [f"adc $0, %{LIMB[4]}"]
    for i in range(1, 4):
        lines += [f"mov {at(b, i)}, %rdx", clear(LIMB[i + 4])]
        for j in range(4):
            lines += [f"mulx {at(a, j)}, %rax, %rcx"]
            lines += [f"adcx %rax, %{LIMB[i + j]}", f"adox %rcx, %{LIMB[i + j + 1]}"]
        lines += [f"adc $0, %{LIMB[i + 4]}"]
    return lines


def product(a: str = "rsi", b: str = "rdx") -> list[str]:
    """Of what is at a and b, column by column."""
    lines = ["mov %rdx, %rcx"] if b == "rdx" else []
    b = "rcx" if b == "rdx" else b
    for column in range(7):
        pairs = [(i, column - i) for i in range(4) if 0 <= column - i < 4]
        for first, (i, j) in ((pair == pairs[0], pair) for pair in pairs):
            lines += [f"mov {at(a, i)}, %rax", f"mulq {at(b, j)}"]
            low, high = LIMB[column], LIMB[column + 1]
            if column == 0:
                lines += [f"mov %rax, %{low}", f"mov %rdx, %{high}"]
            elif column == 1 and first:
                lines += [f"add %rax, %{low}", "adc $0, %rdx", f"mov %rdx, %{LIMB[2]}"]
            else:
                if column < 6 and (first or (column == 1)):
                    lines += [clear(LIMB[column + 2])]
                lines += [f"add %rax, %{low}", f"adc %rdx, %{high}"]
                lines += [f"adc $0, %{LIMB[column + 2]}"] if column < 6 else []
    return lines


def square_adx(a: str = "rsi") -> list[str]:
    """Of what is at a: each product of two limbs once, then twice their sum, by one chain, and the
    squares, by the other."""
    t = LIMB
    lines = [f"mov {at(a, 0)}, %rdx", f"mulx {at(a, 1)}, %{t[1]}, %{t[2]}"]
    lines += [f"mulx {at(a, 2)}, %rax, %{t[3]}", f"add %rax, %{t[2]}"]
    lines += [f"mulx {at(a, 3)}, %rax, %{t[4]}", f"adc %rax, %{t[3]}", f"adc $0, %{t[4]}"]
    lines += [f"mov {at(a, 1)}, %rdx", f"mulx {at(a, 2)}, %rax, %rcx"]
    lines += [f"mulx {at(a, 3)}, %{t[6]}, %{t[5]}"]
    lines += [f"add %{t[6]}, %rcx", f"adc $0, %{t[5]}"]
    lines += [f"add %rax, %{t[3]}", f"adc %rcx, %{t[4]}"]
    lines += [f"mov {at(a, 2)}, %rdx", f"mulx {at(a, 3)}, %rax, %{t[6]}"]
    lines += [f"adc %rax, %{t[5]}", f"adc $0, %{t[6]}"]
    lines += [f"mov {at(a, 0)}, %rdx", clear(t[7]), f"mulx %rdx, %{t[0]}, %rax"]
    lines += [f"adcx %{t[1]}, %{t[1]}", f"adox %rax, %{t[1]}"]
    for i in range(1, 4):
        lines += [f"mov {at(a, i)}, %rdx", "mulx %rdx, %rax, %rcx"]
        for limb, part in ((t[2 * i], "rax"), (t[2 * i + 1], "rcx")):
            lines += [f"adcx %{limb}, %{limb}", f"adox %{part}, %{limb}"]
    return lines


def square(a: str = "rsi") -> list[str]:
    """Of what is at a: each product of two limbs once, then twice their sum, then the squares."""
    t = LIMB
    lines = [f"mov {at(a, 0)}, %rcx", f"mov {at(a, 1)}, %rax", "mul %rcx"]
    lines += [f"mov %rax, %{t[1]}", f"mov %rdx, %{t[2]}"]
    for j in (2, 3):
        lines += [f"mov {at(a, j)}, %rax", "mul %rcx"]
        lines += [f"add %rax, %{t[j]}", "adc $0, %rdx", f"mov %rdx, %{t[j + 1]}"]
    lines += [f"mov {at(a, 1)}, %rcx", f"mov {at(a, 2)}, %rax", "mul %rcx", clear(t[5])]
    lines += [f"add %rax, %{t[3]}", f"adc %rdx, %{t[4]}", f"adc $0, %{t[5]}"]
    lines += [f"mov {at(a, 3)}, %rax", "mul %rcx", f"add %rax, %{t[4]}", f"adc %rdx, %{t[5]}"]
    lines += [f"mov {at(a, 2)}, %rax", f"mulq {at(a, 3)}", clear(t[6])]
    lines += [f"add %rax, %{t[5]}", f"adc %rdx, %{t[6]}", clear(t[7])]
    lines += [f"{'add' if i == 1 else 'adc'} %{t[i]}, %{t[i]}" for i in range(1, 8)]
    lines += [f"mov {at(a, 0)}, %rax", "mul %rax", f"mov %rax, %{t[0]}", "mov %rdx, %rcx"]
    for i in range(1, 4):
        lines += [f"mov {at(a, i)}, %rax", "mul %rax", f"add %rcx, %{t[2 * i - 1]}"]
        lines += [f"adc %rax, %{t[2 * i]}"]
        lines += ["adc $0, %rdx", "mov %rdx, %rcx"] if i < 3 else [f"adc %rdx, %{t[7]}"]
    return lines


# Reduction


def reduced(count: str = "", ones: str = "", top: str = "") -> list[str]:
    """LIMB / 2^256 mod p in RESULT. Since -1/p = 1 mod 2^64, the lowest limb q is itself how often
    p has to be added to clear it, and
        t + q p = t + 2^96 q + 2^192 q (2^64 - 2^32 + 1) - q.
    What that leaves above the three limbs between takes the register of q. `count` has 32 where
    there are shifts by a register to another one; `ones` and `top` the limbs of p, where they
    are not to be loaded."""
    window = list(LIMB[:4])
    lines = []
    for _ in range(4):
        q = window[0]
        for to, shift in (("rax", "shl"), ("rcx", "shr")):
            if count:
                lines += [f"{shift}x %{count}, %{q}, %{to}"]
            else:
                lines += [f"mov %{q}, %{to}", f"{shift} $32, %{to}"]
        lines += [f"mov %{q}, %rdx", "sub %rax, %rdx", f"sbb %rcx, %{q}"]
        lines += [f"add %rax, %{window[1]}", f"adc %rcx, %{window[2]}", f"adc %rdx, %{window[3]}"]
        lines += [f"adc $0, %{q}"]
        window = [*window[1:], q]
    # Less p unless that is negative. What is carried out is in rcx, negated.
    lines += [] if ones else ["mov $0xffffffff, %eax"]
    lines += [] if top else [f"movabs ${TOP}, %rdx"]
    for i, (limb, above) in enumerate(zip(window, RESULT, strict=True)):
        lines += [f"{'adc' if i else 'add'} %{above}, %{limb}"]
    lines += ["sbb %rcx, %rcx"]
    lines += [f"mov %{limb}, %{less}" for limb, less in zip(window, RESULT, strict=True)]
    lines += [f"sub $-1, %{RESULT[0]}", f"sbb %{ones or 'rax'}, %{RESULT[1]}"]
    lines += [f"sbb $0, %{RESULT[2]}", f"sbb %{top or 'rdx'}, %{RESULT[3]}", "sbb $0, %rcx"]
    return lines + [f"cmovc %{limb}, %{less}" for limb, less in zip(window, RESULT, strict=True)]


def reduction(shifts: bool) -> list[str]:
    """LIMB / 2^256 mod p to rdi."""
    count = ["mov $32, %esi"] if shifts else []
    return [*count, *reduced("rsi" if shifts else ""), *store(RESULT)]


def mul(adx: bool) -> list[str]:
    return [*(product_adx() if adx else product()), *reduction(adx)]


def sqr(adx: bool) -> list[str]:
    return [*(square_adx() if adx else square()), *reduction(adx)]


def field_mul(adx: bool) -> list[str]:
    return [*save(SAVED), *mul(adx), *restore(SAVED)]


def field_sqr(adx: bool) -> list[str]:
    return [*save(SAVED), *sqr(adx), *restore(SAVED)]


# Sums and differences, in r8 ... r11 unless other limbs are named

LOW = LIMB[:4]
Limbs = tuple[str, ...]


def limbs_of(source: str | Limbs) -> list[str]:
    """Operands: those at a place, or registers."""
    if isinstance(source, str):
        return [at(source, i) for i in range(len(LIMB))]
    return [f"%{register}" for register in source]


def load(source: str | Limbs, limbs: Limbs = LOW) -> list[str]:
    return [f"mov {x}, %{limb}" for x, limb in zip(limbs_of(source), limbs, strict=False)]


def store(limbs: Limbs = LOW, place: str = "rdi") -> list[str]:
    return [f"mov %{limb}, {at(place, i)}" for i, limb in enumerate(limbs)]


def chain(first: str, then: str, source: str | Limbs, limbs: Limbs = LOW) -> list[str]:
    pairs = zip(limbs_of(source), limbs, strict=False)
    return [f"{then if i else first} {x}, %{limb}" for i, (x, limb) in enumerate(pairs)]


def masked(first: str, then: str, limbs: Limbs = LOW) -> list[str]:
    """Plus or minus p where the mask rax is all ones."""
    lines = ["mov %eax, %ecx", clear("rdx"), "sub %rcx, %rdx"]
    lines += [f"{first} %rax, %{limbs[0]}", f"{then} %rcx, %{limbs[1]}"]
    return [*lines, f"{then} $0, %{limbs[2]}", f"{then} %rdx, %{limbs[3]}"]


def add_masked(limbs: Limbs = LOW) -> list[str]:
    return masked("add", "adc", limbs)


def less(source: str | Limbs, limbs: Limbs = LOW) -> list[str]:
    """Minus a number below p, modulo p."""
    return [*chain("sub", "sbb", source, limbs), "sbb %rax, %rax", *add_masked(limbs)]


def sum_below(source: str | Limbs) -> list[str]:
    """Plus another number, modulo p."""
    lines = ["mov $0, %eax", *chain("add", "adc", source), "adc $0, %eax"]
    lines += ["mov $0xffffffff, %ecx", f"movabs ${TOP}, %rdx"]
    lines += [f"sub $-1, %{LIMB[0]}", f"sbb %rcx, %{LIMB[1]}"]
    lines += [f"sbb $0, %{LIMB[2]}", f"sbb %rdx, %{LIMB[3]}", "sbb $0, %rax"]
    lines += ["and %rax, %rdx", "and %rax, %rcx", f"add %rax, %{LIMB[0]}"]
    return [*lines, f"adc %rcx, %{LIMB[1]}", f"adc $0, %{LIMB[2]}", f"adc %rdx, %{LIMB[3]}"]


def add() -> list[str]:
    return [*load("rsi"), *sum_below("rdx"), *store()]


def sub() -> list[str]:
    return [*load("rsi"), *less("rdx"), *store()]


def sub_twice() -> list[str]:
    return [*load("rsi"), "mov %rdx, %rsi", *less("rsi"), *less("rsi"), *store()]


def halved_thrice(source: str | Limbs) -> list[str]:
    """3/2 of a number. Made even by p, it is halved by a shift through its carry."""
    lines = [*load(source), f"mov %{half(LIMB[0])}, %eax", "and $1, %eax", "neg %rax"]
    lines += add_masked() + [f"rcr $1, %{limb}" for limb in reversed(LOW)]
    return [*lines, *sum_below(source)]


def three_halves() -> list[str]:
    return [*halved_thrice("rsi"), *store()]


def field_negate_masked() -> list[str]:
    lines = [clear(limb) for limb in LOW]
    lines += [*less("rdi"), "test %rsi, %rsi"]
    lines += [f"cmovz {at('rdi', i)}, %{limb}" for i, limb in enumerate(LOW)]
    return [*lines, *store(), "ret"]
