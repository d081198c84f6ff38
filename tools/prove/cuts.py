# SPDX-License-Identifier: MIT
"""Words that are a whole number, by what a part of a program took in: its product, say. In their
place come new words, of which one equation is known, that they are this number. What is proved of
these from there on does not go back through the part's carries."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from tools.prove.absolutes import Absolutes
from tools.prove.algebra import UnprovedError, Value, Word
from tools.prove.polynomial import Monomial, Polynomial, scaled, variables
from tools.prove.solver import EFFORT, Solver

# The terms that a cut goes through, and that its equation has, at most.
CUT = 1_000_000
TERMS = 400

# A way to see that a polynomial is.
Bounded = Callable[["CuttingSolver", Polynomial], bool]


class CuttingSolver(Solver):
    """A solver that cuts, gives up bounds that cost much, and sees sizes of differences, counts
    about 0 and sums of carries that are 0. Slower where the other finds a proof."""

    is_cutting = True

    def __init__(self, bits: int, assumed: dict[int, int], most: int = EFFORT) -> None:
        super().__init__(bits, assumed, most)
        self.absolutes = Absolutes(self)

    def subtract(self, left: Value, right: Value, borrow: Value = 0) -> tuple[Value, Value]:
        if (known := self.absolutes.subtracted(left, right, borrow)) is not None:
            return known
        word, lent = super().subtract(left, right, borrow)
        self.absolutes.note(word, left, right, borrow)
        return word, lent

    def _flipped(self, value: Value, bit: Value) -> Value:
        found = super()._flipped(value, bit)
        self.absolutes.note_flipped(found, value, self.named(bit, 0, 1))
        return found

    def cut(self, words: Sequence[Value], since: int) -> list[Value] | None:
        """New words in place of words that a part has made, by variables that were there before a
        number; none where no equation is found.

        What the words count to and a polynomial are equal where they are so modulo the radix of the
        whole, and both are from 0 to less than it: no carry that leaves the whole has to be known.
        """
        found = self.equation(words, since)
        return None if found is None else self.digits(*found, len(words))

    def equation(
        self, words: Sequence[Value], since: int, is_not_negative: Bounded | None = None
    ) -> tuple[Polynomial, int] | None:
        """What such words count to, and the most that this is; at least 0 in another way, if one
        is given, where it is not seen to be."""
        with self.tries(CUT), self._from(since):
            return self._equation(words, since, is_not_negative)
        return None

    def _equation(
        self, words: Sequence[Value], since: int, is_not_negative: Bounded | None
    ) -> tuple[Polynomial, int] | None:
        """What words count to, by variables before a number, and the most that this is."""
        if any(isinstance(each, Word) and not self._is_a_word(each) for each in words):
            return None
        radix = self.radix ** len(words)
        whole = self._whole(self.total(words), radix, since)
        if whole is None or not self._is_in_range(whole, radix, is_not_negative):
            return None
        return whole, min(self.upper(whole), radix - 1)

    def _is_a_word(self, value: Word) -> bool:
        return value.low >= 0 and value.high < self.radix

    @contextmanager
    def _from(self, number: int) -> Iterator[None]:
        """Bounds go back to what is older than that, and no further."""
        self.floor = number
        settled = set(self.settled)
        try:
            yield
        finally:
            self.floor = 0
            self.settled = settled

    def _whole(self, total: Polynomial, radix: int, since: int) -> Polynomial | None:
        """A total by what is older, modulo a radix."""
        left = self._older(total, radix, since)
        while max(variables(left), default=0) >= since:
            if not self._settle(left):
                return None
            left = self._older(total, radix, since)
        return left

    def _older(self, total: Polynomial, radix: int, since: int) -> Polynomial:
        """A total without what is newer and can be replaced; each factor as near to 0 as it is
        modulo the radix."""
        rewriting = self.rewriting(total)
        while (number := rewriting.newest()) is not None and number >= since:
            self._spend(len(rewriting.terms))
            self._eliminate(rewriting, number)
        modulus = radix * rewriting.scale
        found: dict[Monomial, int] = {}
        for each, factor in rewriting.terms.items():
            rest = (factor + modulus // 2) % modulus - modulus // 2
            if rest % rewriting.scale:
                raise UnprovedError("fractions")
            if rest:
                found[each] = rest // rewriting.scale
        return found

    def _is_in_range(self, whole: Polynomial, radix: int, is_not_negative: Bounded | None) -> bool:
        """Whether a polynomial is from 0 to less than a radix."""
        if len(whole) > TERMS:
            return False
        low, high = self.interval(whole)
        return (high < radix or self.is_below(whole, radix)) and (
            low >= 0
            or self.is_below(scaled(whole, -1), 1)
            or (is_not_negative is not None and is_not_negative(self, whole))
        )
