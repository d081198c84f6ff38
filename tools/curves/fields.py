# SPDX-License-Identifier: MIT
"""Prime fields and what fields over them share: elements are tuples of coordinates."""

from __future__ import annotations

from functools import cached_property
from itertools import count, product

Element = tuple[int, ...]


class PrimeField:
    """The field of p elements, each a tuple of one number."""

    degree = 1

    def __init__(self, p: int) -> None:
        self.p = p

    @property
    def order(self) -> int:
        size: int = self.p**self.degree
        return size

    @property
    def one(self) -> Element:
        return self.number(1)

    def number(self, value: int) -> Element:
        return (value % self.p, *(0,) * (self.degree - 1))

    def add(self, a: Element, b: Element) -> Element:
        return tuple((one + two) % self.p for one, two in zip(a, b, strict=True))

    def sub(self, a: Element, b: Element) -> Element:
        return tuple((one - two) % self.p for one, two in zip(a, b, strict=True))

    def scale(self, factor: int, a: Element) -> Element:
        return tuple(factor * one % self.p for one in a)

    def mul(self, a: Element, b: Element) -> Element:
        return (a[0] * b[0] % self.p,)

    def inverse(self, a: Element) -> Element:
        return (pow(a[0], -1, self.p),)

    def power(self, a: Element, exponent: int) -> Element:
        if exponent < 0:
            return self.power(self.inverse(a), -exponent)
        result = self.one
        for bit in f"{exponent:b}":
            result = self.mul(result, result)
            if bit == "1":
                result = self.mul(result, a)
        return result

    def is_square(self, a: Element) -> bool:
        return not any(a) or self.power(a, (self.order - 1) // 2) == self.one

    @cached_property
    def _root_of_one(self) -> tuple[int, Element]:
        """The s of order - 1 = q 2^s for an odd q, and an element of the order 2^s."""
        s = ((self.order - 1) & (1 - self.order)).bit_length() - 1
        for top in count(1):
            for element in product(range(top + 1), repeat=self.degree):
                if not self.is_square(element):
                    return s, self.power(element, (self.order - 1) >> s)
        raise AssertionError

    def square_root(self, a: Element) -> Element:
        """One of a square, by Tonelli's and Shanks's algorithm."""
        s, generator = self._root_of_one
        half = self.power(a, ((self.order - 1) >> s) // 2)
        root = self.mul(a, half)
        rest = self.mul(root, half)
        for i in range(s - 1, 0, -1):
            if self.power(rest, 2 ** (i - 1)) != self.one:
                root = self.mul(root, generator)
                rest = self.mul(rest, self.mul(generator, generator))
            generator = self.mul(generator, generator)
        assert self.mul(root, root) == a
        return root

    def is_odd(self, a: Element) -> bool:
        """sgn0 [RFC 9380, 4.1]: the parity of the first coordinate that is not 0."""
        return next((each for each in a if each), 0) % 2 == 1

    def even_root(self, a: Element) -> Element:
        root = self.square_root(a)
        return self.scale(-1, root) if self.is_odd(root) else root
