# SPDX-License-Identifier: MIT
"""Products for ARMv7-M of two words and one: from halves of words, whose products MUL makes in one
cycle for all operands, or, `wide`, by UMULL, for builds whose multiplications may take a time that
shows operands."""

from tools.kernels.thumb import Thumb, listed

PAIR = ["p0", "p1", "p2", "p3"]


def words(name: str, count: int = 4) -> list[str]:
    return [f"{name}{i}" for i in range(count)]


def load(t: Thumb, names: list[str], base: str, offset: int) -> None:
    """New values from memory, from an offset to a register on."""
    t.take(*names)
    if offset:
        t(f"add ${names[0]}, {base}, #{offset}")
        base = f"${names[0]}"
    t(f"ldm {base}, {listed(names)}")


def store(t: Thumb, names: list[str], base: str, offset: int) -> None:
    """Values to memory, which are then no longer held."""
    if offset:
        t.take("place")
        t(f"add $place, {base}, #{offset}")
        base = "$place"
    t(f"stm {base}, {listed(names)}")
    t.drop(*names)
    if offset:
        t.drop("place")


def chain(t: Thumb, first: str, rest: str, target: list[str], terms: list[str]) -> None:
    """A carry chain over words; a term is a name or, with #, a constant."""
    for i, (name, term) in enumerate(zip(target, terms, strict=True)):
        term = term if term.startswith("#") else f"${term}"
        t(f"{rest if i else first} ${name}, ${name}, {term}")


def load_pair(t: Thumb, wide: bool, base: str, offset: int = 0) -> None:
    """Two words or their halves; the last takes the place of what points to them."""
    if wide:
        t.take("p0")
        t(f"ldr $p0, [${base}, #{offset}]")
        t(f"ldr ${base}, [${base}, #{offset + 4}]")
        t.rename(base, "p1")
        return
    t.take_high(*PAIR[:3])
    for i, name in enumerate(PAIR[:3]):
        t(f"ldrh ${name}, [${base}, #{offset + 2 * i}]")
    t(f"ldrh ${base}, [${base}, #{offset + 6}]")
    t.rename(base, "p3")


def load_word(t: Thumb, wide: bool, base: str, offset: int) -> None:
    """One word or its halves; the last takes the place of what points to it."""
    if wide:
        t(f"ldr ${base}, [${base}, #{offset}]")
        t.rename(base, "p0")
        return
    t.take_high("p0")
    t(f"ldrh $p0, [${base}, #{offset}]")
    t(f"ldrh ${base}, [${base}, #{offset + 2}]")
    t.rename(base, "p1")


def multiply(t: Thumb, target: str, a: str, b: str) -> None:
    """In two bytes where the target is the second factor and both are low registers; that form too
    leaves the carry alone."""
    low = all(int(t.held[name][1:]) < 8 for name in (a, b) if t.held[name] != "lr")
    short = target == b and low and "lr" not in (t.held[a], t.held[b])
    t(f"{'muls' if short else 'mul'} ${target}, ${a}, ${b}")


def add_middle(t: Thumb, low: str, high: str, middle: str) -> None:
    """A product of halves to the middle of two words."""
    t(f"adds ${low}, ${low}, ${middle}, lsl #16")
    t(f"adc ${high}, ${high}, ${middle}, lsr #16")


def load_factor(t: Thumb, wide: bool, address: str, upper: str = "") -> None:
    """A word, or its halves."""
    t.take("q0", *(() if wide else ("q1",)))
    t(f"ldr{'' if wide else 'h'} $q0, {address}")
    if not wide:
        t(f"ldrh $q1, {upper}")


def multiply_step(t: Thumb, wide: bool, above: bool, carries: bool) -> None:
    """x, c0 and c1 = two words in p times the word in q, which is lost, and what stood in c0 and c1
    and, `above`, the word in t. Below 2^96: (2^64 - 1) 2^32 + 2^32 - 1."""
    if not wide:
        multiply_halves(t, above, carries)
        return
    t.take("x", "w", "y", "q1")
    t("umull $x, $w, $p0, $q0")
    t("umull $y, $q1, $p1, $q0")
    if above:
        t("adds $x, $x, $t")
        t("adc $w, $w, #0")
        t.drop("t")
    t.drop("q0")
    carry_on(t, carries)


def multiply_halves(t: Thumb, above: bool, carries: bool) -> None:
    """multiply_step of halves."""
    t.take("x", "w")
    t("mul $x, $p0, $q0")
    t("mul $w, $p1, $q1")
    if above:
        t("adds $x, $x, $t")
        t("adc $w, $w, #0")
        t.drop("t")
    t.take("y")
    t.take_high("v")
    t("mul $y, $p1, $q0")
    t("mul $v, $p0, $q1")
    add_middle(t, "x", "w", "y")
    add_middle(t, "x", "w", "v")
    t("mul $y, $p2, $q0")
    t("mul $v, $p2, $q1")
    multiply(t, "q0", "p3", "q0")
    multiply(t, "q1", "p3", "q1")
    add_middle(t, "y", "q1", "q0")
    add_middle(t, "y", "q1", "v")
    t.drop("v", "q0")
    carry_on(t, carries)


def single_step(t: Thumb, wide: bool, carries: bool) -> None:
    """x and c0 = the word in p times the word in q, which is lost, the word in t and what stood in
    c0."""
    t.take("x", "w")
    if wide:
        t("umull $x, $w, $p0, $q0")
    else:
        t("mul $x, $p0, $q0")
        t("mul $w, $p1, $q1")
    t("adds $x, $x, $t")
    t("adc $w, $w, #0")
    t.drop("t")
    if not wide:
        multiply(t, "q0", "p1", "q0")
        multiply(t, "q1", "p0", "q1")
        add_middle(t, "x", "w", "q0")
        add_middle(t, "x", "w", "q1")
        t.drop("q1")
    t.drop("q0")
    if carries:
        t("adds $x, $x, $c0")
        t("adc $c0, $w, #0")
        t.drop("w")
    else:
        t.rename("w", "c0")


def carry_on(t: Thumb, carries: bool) -> None:
    """x and w, and y and q1 a word higher, with what stood in c0 and c1: to x, c0 and c1."""
    t("adds $w, $w, $y")
    t("adc $q1, $q1, #0")
    t.drop("y")
    if carries:
        t("adds $x, $x, $c0")
        t("adcs $c0, $c1, $w")
        t("adc $c1, $q1, #0")
        t.drop("w", "q1")
    else:
        t.rename("w", "c0")
        t.rename("q1", "c1")


def multiply_row(t: Thumb, wide: bool, words_of_b: range, place: int, above: bool) -> None:
    """Two words in p times some of b, which they are lost with, to r from a place on: more by what
    stands there or, not `above`, anew; two words above are new. A word is stored behind the loads
    for the next, where it takes no time of its own."""
    for j in words_of_b:
        load_factor(t, wide, f"[$b, #{4 * j}]", f"[$b, #{4 * j + 2}]")
        if above:
            t.take("t")
            t(f"ldr $t, [$r, #{4 * (place + j)}]")
        if j > words_of_b[0]:
            t(f"str $done, [$r, #{4 * (place + j - 1)}]")
            t.drop("done")
        multiply_step(t, wide, above, j > words_of_b[0])
        t.rename("x", "done")
    last = place + words_of_b[-1]
    t(f"str $done, [$r, #{4 * last}]")
    t(f"strd $c0, $c1, [$r, #{4 * (last + 1)}]")
    t.drop("c0", "c1", "done")
