# SPDX-License-Identifier: MIT
"""Kernels on numbers of any length, for x86-64."""

from tools.kernels.assembly import numbered
from tools.kernels.x86_64.limbs import LIMB, SAVED, Limbs, at, clear, half, restore, save
from tools.kernels.x86_64.p256 import operands, store
from tools.kernels.x86_64.products import multiply, product, product_adx, square, square_adx


def mp_mul_4(adx: bool) -> list[str]:
    t = operands()
    save(t, SAVED)
    (product_adx if adx else product)(t)
    t.number("rdi", "r", 8)
    store(t, LIMB)
    restore(t, SAVED)
    return t.lines


def mp_sqr_4(adx: bool) -> list[str]:
    t = operands()
    save(t, SAVED)
    (square_adx if adx else square)(t)
    t.number("rdi", "r", 8)
    store(t, LIMB)
    restore(t, SAVED)
    return t.lines


def reduce_montgomery_4(adx: bool) -> list[str]:
    """t at rsi, m at rdx and then in rbx, n0 in rcx. Each row clears the lowest limb, whose
    register gets what is carried out above the three between."""
    window, m, spare, saved = list(LIMB[:4]), "rbx", "r13", ("rbx", "r12", "r13")
    t = Limbs(rdi="r", rsi="t", rdx="m", rcx="n0", rbx="m", **numbered("s", window))
    t.number("rdi", "r")
    t.number("rsi", "t", 8)
    t.number(m, "m")
    save(t, saved)
    t(f"mov %rdx, %{m}", *(f"mov {at('rsi', i)}, %{limb}" for i, limb in enumerate(window)))
    for k in range(4):
        (row_adx if adx else row)(t, window, m, spare, f"s{k + 4}")
        window = [*window[1:], window[0]]
    less = ("rax", "rcx", "rdx", spare)
    t.names(r12="carry")
    t(clear("r12"))
    for i, limb in enumerate(window):
        t(f"{'adc' if i else 'add'} {at('rsi', i + 4)}, %{limb}")
    t("adc $0, %r12")
    t.names(**numbered("d", less))
    t(*(f"mov %{x}, %{y}" for x, y in zip(window, less, strict=True)))
    t(*(f"{'sbb' if i else 'sub'} {at(m, i)}, %{limb}" for i, limb in enumerate(less)))
    t("sbb $0, %r12", *(f"cmovc %{x}, %{y}" for x, y in zip(window, less, strict=True)))
    store(t, less)
    restore(t, saved)
    return t.lines


def row_adx(t: Limbs, window: list[str], m: str, spare: str, last: str) -> None:
    """`last` is what the lowest limb's register holds in the end."""
    low = window[0]
    t.names(rdx="q", r12="zero", rax="lo", **{spare: "hi"})
    t(f"mov %{low}, %rdx", "imul %rcx, %rdx", clear("r12"))
    for j, limb in enumerate(window):
        high = window[j + 1] if j < 3 else low
        t.names(**({} if j < 3 else {low: last}))
        t(f"mulx {at(m, j)}, %rax, %{spare if j < 3 else low}", f"adcx %rax, %{limb}")
        t(*([f"adox %{spare}, %{high}"] if j < 3 else []))
    t(f"adcx %r12, %{low}", f"adox %r12, %{low}")


def row(t: Limbs, window: list[str], m: str, spare: str, last: str) -> None:
    low = window[0]
    t.names(r12="carry", **{spare: "q"})
    t(f"mov %{low}, %{spare}", f"imul %rcx, %{spare}")
    for j, limb in enumerate(window):
        t.names(rax=f"m{j}")
        t(f"mov {at(m, j)}, %rax")
        multiply(t, f"%{spare}")
        t(*(["add %r12, %rax", "adc $0, %rdx"] if j else []))
        t(f"add %rax, %{limb}", "adc $0, %rdx")
        t.names(**({} if j < 3 else {low: last}))
        t(f"mov %rdx, %{'r12' if j < 3 else low}")


def mp_pass(step: str) -> list[str]:
    """a + b or a - b through memory, by additions or subtractions with carry."""
    t = Limbs(rdi="r", rsi="a", rdx="b", rcx="n", rax="carry", r8="limb")
    t(clear("rax"), "1:", "mov (%rsi), %r8", f"{step} (%rdx), %r8", "mov %r8, (%rdi)")
    t(*(f"lea 8(%{base}), %{base}" for base in ("rsi", "rdx", "rdi")))
    t("dec %rcx", "jnz 1b", "adc $0, %rax", "ret")
    return t.lines


def mp_add_masked() -> list[str]:
    """The carry is in rax meanwhile, as a mask, since the mask's AND clears it."""
    t = Limbs(rdi="r", rsi="a", rdx="mask", rcx="n", rax="carry", r8="limb")
    t(clear("rax"), "1:", "mov (%rsi), %r8", "and %rdx, %r8", "neg %rax")
    t("adc %r8, (%rdi)", "sbb %rax, %rax")
    t(*(f"lea 8(%{base}), %{base}" for base in ("rsi", "rdi")))
    t("dec %rcx", "jnz 1b", "neg %rax", "ret")
    return t.lines


def mp_mul_add_limb() -> list[str]:
    """First what is no multiple of four limbs, then by four: the products, added to each other and
    then to r."""
    carry, turns = "r10", "r11"
    t = Limbs(rdi="r", rsi="a", rdx="b", rcx="n", **{carry: "carry", turns: "turns"})
    save(t, ("rbx",))
    t(clear(carry), f"mov %rcx, %{turns}", f"and $3, %{turns}", "jz 2f")
    t.names(rax="lo", r8="hi")
    t("1:", "mulx (%rsi), %rax, %r8", f"add %{carry}, %rax", "adc $0, %r8")
    t("add %rax, (%rdi)", "adc $0, %r8", f"mov %r8, %{carry}")
    t("add $8, %rsi", "add $8, %rdi", f"dec %{turns}", "jnz 1b")
    t("2:", "shr $2, %rcx", "jz 4f", "3:")
    # Of limb k of a, the product's upper half h_k goes with the lower one of the next, p_(k + 1).
    t.names(rax="p0", r8="h0")
    t("mulx (%rsi), %rax, %r8")
    t.names(r9="p1", r11="h1")
    t("mulx 8(%rsi), %r9, %r11", f"add %{carry}, %rax", "adc %r8, %r9")
    t.names(r8="p2", r10="h2")
    t("mulx 16(%rsi), %r8, %r10", "adc %r11, %r8")
    t.names(r11="p3", rbx="h3")
    t("mulx 24(%rsi), %r11, %rbx", "adc %r10, %r11", "adc $0, %rbx")
    t("add %rax, (%rdi)", "adc %r9, 8(%rdi)", "adc %r8, 16(%rdi)", "adc %r11, 24(%rdi)")
    t.names(r10="carry")
    t("adc $0, %rbx", f"mov %rbx, %{carry}")
    t("add $32, %rsi", "add $32, %rdi", "dec %rcx", "jnz 3b")
    t.names(rax="carry")
    t("4:", f"mov %{carry}, %rax")
    restore(t, ("rbx",))
    return t.lines


def mp_lookup() -> list[str]:
    """Each entry goes through a mask, eight limbs at a time."""
    t = Limbs(rdi="r", rsi="table", rdx="entries", rcx="index", r8="n", r11="left")
    t.names(xmm4="index", xmm5="number", xmm6="ones", xmm7="mask", r9="entry", r10="turns")
    t("movd %ecx, %xmm4", "pshufd $0, %xmm4, %xmm4", "shl $3, %r8", "mov %r8, %r11")
    t("pcmpeqd %xmm6, %xmm6", "1:", "pxor %xmm5, %xmm5")
    t.names(**numbered("sum", [f"xmm{i}" for i in range(4)]))
    t(*(f"pxor %xmm{i}, %xmm{i}" for i in range(4)))
    t("mov %rsi, %r9", "mov %rdx, %r10", "2:")
    t("movdqa %xmm5, %xmm7", "pcmpeqd %xmm4, %xmm7", "psubd %xmm6, %xmm5")
    for i in range(4):
        t.names(**{f"xmm{8 + i}": f"part{i}"})
        t(f"movdqu {at('r9', 2 * i)}, %xmm{8 + i}", f"pand %xmm7, %xmm{8 + i}")
        t(f"por %xmm{8 + i}, %xmm{i}")
    t("add %r8, %r9", "dec %r10", "jnz 2b")
    t(*(f"movdqu %xmm{i}, {at('rdi', 2 * i)}" for i in range(4)))
    # On to the next eight limbs, or back to where eight are left.
    t("sub $64, %r11", "jz 4f", "add $64, %rdi", "add $64, %rsi", "cmp $64, %r11")
    t("jae 1b", "lea -64(%rdi,%r11), %rdi", "lea -64(%rsi,%r11), %rsi")
    t("mov $64, %r11d", "jmp 1b", "4:", "ret")
    return t.lines


def negated(t: Limbs, mask: str, *registers: str) -> None:
    """Each where the mask is all ones."""
    for x in registers:
        t(f"xor %{mask}, %{x}", f"sub %{mask}, %{x}")


def mp_find_steps() -> list[str]:
    """f, u and v are kept with the sign that they are added with: negative where delta > 0, so
    that g, q and r have one way to change. z is -1/2 - delta, whose sign is that of f."""
    f, u, v, g, q, r = "rdx", "r8", "r9", "rcx", "r10", "r11"
    z, positive, mask = "rsi", "rax", "rbx"
    sums = {g: "r12", q: "r13", r: "r14"}
    kept = {g: f, q: u, r: v}
    turns = "r15"
    saved = ("rbx", *SAVED)
    t = Limbs(rdi="t", **dict(zip((f, u, v, g, q, r), "fuvgqr", strict=True)))
    t.names(**{z: "z", positive: "positive", mask: "mask", turns: "turns"})
    t.names(r12="sum_g", r13="sum_q", r14="sum_r")
    save(t, saved)
    t(f"not %{z}", f"mov %{z}, %{mask}", f"sar $63, %{mask}")
    negated(t, mask, f)
    # -1 with that sign.
    t(f"mov ${-1}, %{r}", f"mov %{mask}, %{u}", f"not %{u}", f"sub %{mask}, %{u}")
    t(clear(v), clear(q), f"mov $63, %{half(turns)}", "1:")
    t(f"mov %{z}, %{positive}", f"shr $63, %{positive}")
    t(*(f"lea (%{x},%{y}), %{sums[x]}" for x, y in kept.items()))
    t.names(**{mask: "not_z"})
    t(f"mov %{z}, %{mask}", f"not %{mask}", f"test %{positive}, %{g}")
    t(*(f"cmovnz %{x}, %{y}" for x, y in kept.items()), f"cmovnz %{mask}, %{z}")
    t(f"test $1, %{half(g)}", *(f"cmovnz %{sums[x]}, %{x}" for x in (q, r, g)))
    t.names(**{mask: "mask"})
    t(f"shr $1, %{g}", f"sub $1, %{z}", f"sbb %{mask}, %{mask}")
    negated(t, mask, f, u, v)
    t(*(f"add %{x}, %{x}" for x in (u, v)), f"dec %{half(turns)}", "jnz 1b")
    t(f"mov %{z}, %{mask}", f"sar $63, %{mask}")
    negated(t, mask, u, v)
    t(*(f"mov %{x}, {at('rdi', i)}" for i, x in enumerate((u, v, q, r))))
    t.names(rax="delta")
    t(f"mov %{z}, %rax", "not %rax")
    restore(t, saved)
    return t.lines


def mp_combine(shifted: bool) -> list[str]:
    """Factors are taken as sizes, and what they multiply is complemented for their signs:
    -t a = t ~a + t."""
    a, b, n = "rsi", "r9", "r8"
    sizes, signs = ("r10", "r11"), ("r12", "r13")
    low, carry, above = "r14", "rcx", "r15"
    saved = SAVED if not shifted else ("rbx", *SAVED)
    t = Limbs(rdi="r", rsi="a", rdx="b", rcx="t", r8="n", r9="b")
    t.number("rcx", "t", 2)
    t.names(**numbered("size", sizes), **numbered("sign", signs))
    save(t, saved)
    t("mov %rdx, %r9")
    for i, (size, sign) in enumerate(zip(sizes, signs, strict=True)):
        t(f"mov {at('rcx', i)}, %{size}", f"mov %{size}, %{sign}", f"sar $63, %{sign}")
        negated(t, sign, size)
    t.names(rcx="carry", rax="more", **{low: "low", above: "above"})
    t(f"mov %{sizes[0]}, %rcx", f"and %{signs[0]}, %rcx")
    t(f"mov %{sizes[1]}, %rax", f"and %{signs[1]}, %rax", "add %rax, %rcx")

    def limb() -> None:
        t.names(rax="ai")
        t(f"mov (%{a}), %rax", f"xor %{signs[0]}, %rax")
        multiply(t, f"%{sizes[0]}")
        t(f"mov %rax, %{low}", f"mov %rdx, %{above}")
        t.names(rax="bi")
        t(f"mov (%{b}), %rax", f"xor %{signs[1]}, %rax")
        multiply(t, f"%{sizes[1]}")
        t(f"add %{carry}, %{low}", f"adc $0, %{above}")
        t(f"add %rax, %{low}", f"adc %rdx, %{above}", f"mov %{above}, %{carry}")
        t(f"add $8, %{a}", f"add $8, %{b}")

    if not shifted:
        t("1:")
        limb()
        t(f"mov %{low}, (%rdi)", "add $8, %rdi", f"dec %{n}", "jnz 1b")
        restore(t, saved)
        return t.lines
    # A limb with the top bit of the one before, which is in rbx.
    t.names(rbx="before")
    limb()
    t(f"mov %{low}, %rbx", f"dec %{n}", "1:")
    limb()
    t.names(rax="limb")
    t(f"mov %{low}, %rax", "add %rbx, %rbx", "adc %rax, %rax", f"mov %{low}, %rbx")
    t("mov %rax, (%rdi)", "add $8, %rdi", f"dec %{n}", "jnz 1b")
    t("sar $63, %rbx", "mov %rbx, (%rdi)")
    restore(t, saved)
    return t.lines
