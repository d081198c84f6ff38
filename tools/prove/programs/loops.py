# SPDX-License-Identifier: MIT
"""The loops of the bytecode interpreter, with each program that they run taken for what it is
proved to do: on sums of multiples of points that have nothing to do with each other."""

import itertools
from collections.abc import Callable, Iterator
from functools import partial

from tools.bytecode.assembler import CALLED, Build, Program, Source
from tools.bytecode.instructions import Size
from tools.bytecode.interpreter import Code, Curve, Interpreter
from tools.prove.algebra import UnprovedError
from tools.prove.programs.laurent import Laurent, constant, variable
from tools.prove.programs.laws import same
from tools.prove.programs.proofs import Proof, Proofs

SIZE = Size(2, 4)
# Two digits from the table on are every pair of digits that follow one another.
LENGTH = 2
# Only its bits count: the loops that are run have points and borrows of their own.
CURVE = Curve("none", 251, -3, 1, (0, 1), 251)
Multiple = tuple[int, ...]


def plus(p: Multiple, q: Multiple, factor: int = 1) -> Multiple:
    return tuple(a + factor * b for a, b in zip(p, q, strict=True))


class Formal(Interpreter):
    """A loop on formal points. Of points that are multiples of one, or of independent ones, two are
    equal exactly where their factors are: the order is large."""

    def __init__(self, source: Source, build: Build, counts: bool, bits: dict[str, int]) -> None:
        code = Code(source, build, {CALLED: Program(CALLED)}, {})
        super().__init__(code, CURVE, SIZE, counts=counts)
        self.bits = bits
        self.total: Multiple = ()
        self.entries: list[Multiple] = []
        self.term: Multiple = ()
        self.run_: list[str] = []

    def bit(self, register: str, index: int) -> int:
        return self.bits[register] >> index & 1

    def called(self, label: str) -> int:
        self.run_.append(label)
        return int(getattr(self, f"do_{label}")() or 0)

    @property
    def is_infinite(self) -> bool:
        return not any(self.total)

    def signed(self) -> Multiple:
        """The first entry, negated by the mask."""
        return plus((0,) * len(self.total), self.entries[0], -1 if self.mask else 1)

    def do_twice(self) -> None:
        self.total = plus(self.total, self.total)

    def do_table(self) -> None:
        first, second = self.total, self.entries[0]
        self.entries = [plus(second, first), plus(second, first, -1)]
        self.total = plus(plus(self.entries[0], self.entries[0]), self.entries[1])

    def do_choose(self) -> int:
        if self.mask:
            self.entries.reverse()
        return self.do_scale()

    def do_scale(self) -> int:
        return (0 if self.is_infinite else 1) << (4 if self.counts else 0)

    def do_compare(self) -> int:
        """Not asked of infinity."""
        if self.is_infinite:
            raise UnprovedError("infinity is compared")
        self.term = self.signed()
        if self.total == self.term:
            return 0
        return 2 if self.total == plus((0,) * len(self.term), self.term, -1) else 6

    def do_begin(self) -> None:
        if not self.is_infinite:
            raise UnprovedError("a sum is lost")
        self.total = self.signed()

    def do_add(self) -> None:
        if self.is_infinite or self.total in (self.term, plus(self.term, self.term, -2)):
            raise UnprovedError("P +- Q is added")
        self.total = plus(plus(self.total, self.term), self.total)


def is_sum(found: Multiple, wanted: Multiple) -> None:
    if found != wanted:
        raise UnprovedError(f"the sum is {found} and not {wanted}")


def prove_digit(source: Source, build: Build, counts: bool) -> None:
    """A digit takes S to 2 S + T, for S of no relation to T, S = 0, T and -T."""
    first, second, other = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    for s, mask, positive in itertools.product(range(4), (False, True), (False, True)):
        loop = Formal(source, build, counts, {})
        loop.entries = [first, second]
        loop.mask = mask
        entry = second if mask else first
        term = plus((0, 0, 0), entry, 1 if positive else -1)
        loop.total = [other, (0, 0, 0), term, plus((0, 0, 0), term, -1)][s]
        wanted = plus(plus(loop.total, loop.total), term)
        loop.digit(positive)
        is_sum(loop.total, wanted)


def prove_digits(source: Source, build: Build, counts: bool) -> None:
    """From the table on: u (U, V) + v 2^(bits - l) P, for u = 2 e + 1 + 2^(l + 1) and
    v = 2 e' + 1 of digits e and e'."""
    for e, other in itertools.product(range(1 << LENGTH), repeat=2):
        loop = Formal(source, build, counts, {"E": e | other << LENGTH})
        loop.total, loop.entries = (1, 0), [(0, 1)]
        loop.digits(LENGTH)
        u, v = 2 * e + 1 + (1 << LENGTH + 1), 2 * other + 1
        is_sum(loop.total, (v << SIZE.bits - LENGTH, u))
    prove_induction()


def prove_induction() -> None:
    """With w = 2^j behind j digits: u = 3 w + 2 e - (w - 1) and v = w + 2 e' - (w - 1). A digit
    with bit b takes s to 2 s + 2 b - 1, w to 2 w and e to 2 e + b."""
    w, e, b = variable("w"), variable("e"), variable("bit")

    def sum_of(factor: int, w: Laurent, e: Laurent) -> Laurent:
        return factor * w + 2 * e - (w - 1)

    for factor in (3, 1):
        same(
            2 * sum_of(factor, w, e) + 2 * b - 1,
            sum_of(factor, 2 * w, 2 * e + b),
            "the sum behind a digit",
        )
        same(sum_of(factor, constant(1), constant(0)), constant(factor), "the sum of the table")
    same(sum_of(3, w, e), 2 * e + 1 + 2 * w, "u")
    same(sum_of(1, w, e), 2 * e + 1, "v")


class Climbing(Formal):
    """R and R' of the ladder, as multiples, of which the mask exchanges them."""

    def do_step(self) -> None:
        if self.mask:
            self.entries.reverse()
        first, second = self.entries
        if abs(second[0] - first[0]) != 1:
            raise UnprovedError("the difference is not the point")
        self.entries = [plus(first, first), plus(first, second)]


def prove_ladder(source: Source, build: Build, counts: bool) -> None:
    """j P and (j + 1) P in either order, which the last bit says; the next bit too. What comes of
    them is linear in j."""
    for j, last, bit in itertools.product((0, 1, 5), (0, 1), (0, 1)):
        loop = Climbing(source, build, counts, {})
        loop.entries = [(j + last,), (j + 1 - last,)]
        loop.mask = bool(bit ^ last)
        loop.do_step()
        is_sum(loop.entries[bit], (2 * j + bit,))
        is_sum(loop.entries[1 - bit], (2 * j + bit + 1,))
    for k in range(8):
        loop = Climbing(source, build, counts, {"K": k})
        loop.entries = [(0,), (1,)]
        loop.ladder(3)
        is_sum(loop.entries[loop.mask], (k,))


class Raising(Formal):
    """A power of T in S."""

    def do_square(self) -> None:
        self.total = plus(self.total, self.total)

    def do_times(self) -> None:
        self.total = plus(self.total, (1,))


def prove_invert(source: Source, build: Build, counts: bool) -> None:
    """The exponent behind a bit is 2 e and the bit; the highest bit is that of S = T."""
    top = 1 << SIZE.bits - 1
    for e in range(top, 2 * top):
        loop = Raising(source, build, counts, {"E": e})
        loop.total = (1,)
        loop.invert()
        is_sum(loop.total, (e,))


Prove = Callable[[Source, Build, bool], None]


def loops() -> Iterator[tuple[str, str, str, Prove, Build]]:
    plain, ladder = frozenset[str](), frozenset({"ladder"})
    yield (
        *("a digit of multiply", "S = 2 S + T, for S = 0, T and -T too"),
        *("T infinite; T of an order below 5", prove_digit, plain),
    )
    yield (
        "multiply",
        "P = u (U, V) + v 2^(bits - l) P, u = 2 e + 1 + 2^(l + 1) and v = 2 e' + 1 of l digits",
        *("Q = +-P for the points of the table; points of order two", prove_digits, plain),
    )
    yield (
        *("multiply of the ladder", "x of K P and of the next multiple, in the order of the mask"),
        *("no point but P itself may be infinity", prove_ladder, ladder),
    )
    yield (
        *("invert", "S = S^E for S = T and an E that has the highest bit"),
        *("none", prove_invert, plain),
    )


def proofs(source: Source) -> Proofs:
    for name, claim, exceptions, prove, build in loops():
        forms = (
            (
                "multiplications add to the borrows" if counts else "",
                partial(prove, source, build, counts),
            )
            for counts in (False, True)
        )
        yield Proof("tools/bytecode/interpreter.py", name, claim, exceptions, tuple(forms))
