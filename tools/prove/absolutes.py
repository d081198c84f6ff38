# SPDX-License-Identifier: MIT
"""Sizes of differences, as Karatsuba's method multiplies them: x - y with a borrow, whose mask
flips each word of that and is subtracted from it."""

from tools.prove.algebra import Algebra, Value
from tools.prove.polynomial import Polynomial, added, multiplied, scaled, variable


class Absolutes:
    """Of an algebra. Words x_i and y_i, the lowest first, give w = x - y + s radix^n, with s the
    last borrow; w is flipped where s is 1, and then less the mask. Modulo radix^n that is w, or -w
    where s is 1: (1 - 2 s) (x - y), which is at least 0, since s is 1 where x < y, and below
    radix^n. No carry has to be followed."""

    def __init__(self, of: Algebra) -> None:
        self.of = of
        self._taken: dict[int, tuple[Value, Value, Value]] = {}  # by the words of differences
        self._flipped: dict[int, tuple[int, int]] = {}  # a word and a bit, by their flipped word
        # What is to be subtracted with a borrow: the flipped words' own and the bit, and what
        # comes of it.
        self._next: dict[int, tuple[list[int], int, list[Value]]] = {}

    def note(self, word: Value, left: Value, right: Value, borrow: Value) -> None:
        """The word of a difference."""
        division = self.of.division_of(word)
        taken = added(
            added(self.of.polynomial(left), self.of.polynomial(right), -1),
            self.of.polynomial(borrow),
            -1,
        )
        if division and division.total == taken and self._is_word(left) and self._is_word(right):
            self._taken[division.word] = left, right, borrow

    def _is_word(self, value: Value) -> bool:
        if isinstance(value, int):
            return 0 <= value < self.of.radix
        return value.low >= 0 and value.high < self.of.radix

    def note_flipped(self, found: Value, value: Value, bit: Value) -> None:
        """A word that is another, or its complement where a bit is 1."""
        name, of, by = (self.of.single(each) for each in (found, value, bit))
        if name is not None and of is not None and by is not None:
            self._flipped[name] = of, by

    def subtracted(self, left: Value, right: Value, borrow: Value) -> tuple[Value, Value] | None:
        """A word of the size of a difference, and a borrow: the last is the bit."""
        of = self.of
        name, waiting = of.single(left), of.single(borrow)
        if name not in self._flipped:
            return None
        word, bit = self._flipped[name]
        if self._bit(right) != bit:
            return None
        words: list[int] = []
        digits: list[Value] = []
        if borrow == 0:
            words, digits = self._size(word, bit)
        elif waiting in self._next and self._next[waiting][1] == bit:
            words, _, digits = self._next[waiting]
        if words[:1] != [word]:
            return None
        if len(words) == 1:
            return digits[0], of.value(variable(bit))
        carried = of.new(0, 1)
        self._next[carried] = words[1:], bit, digits[1:]
        return digits[0], of.value(variable(carried))

    def _bit(self, mask: Value) -> int | None:
        bit = self.of.mask_bit(mask)
        return (
            None
            if bit is None or isinstance(bit, int)
            else self.of.single(self.of.named(bit, 0, 1))
        )

    def _size(self, word: int, bit: int) -> tuple[list[int], list[Value]]:
        """The words of the difference whose lowest is this and whose borrow is the bit, and those
        of its size; none if it is no such difference."""
        of = self.of
        words: list[int] = []
        whole: Polynomial = {}
        borrow = of.names.get(bit, {})
        while borrow:
            ((monomial, factor),) = borrow.items() if len(borrow) == 1 else [((), 0)]
            division = of.divisions.get(monomial[0]) if len(monomial) == 1 else None
            if factor != -1 or division is None or division.word not in self._taken:
                return [], []
            if monomial[0] != division.quotient:
                return [], []
            left, right, taken = self._taken[division.word]
            words.insert(0, division.word)
            whole = scaled(whole, of.radix)
            whole = added(whole, of.polynomial(left))
            whole = added(whole, of.polynomial(right), -1)
            borrow = of.polynomial(taken)
        if words[:1] != [word]:
            return [], []
        sign = added({(): 1}, of.names[bit], -2)
        return words, of.digits(multiplied(sign, whole), of.radix ** len(words) - 1, len(words))
