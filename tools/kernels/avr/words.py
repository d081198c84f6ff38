# SPDX-License-Identifier: MIT
"""Montgomery's reduction on AVR word by word: words of t in registers, and a multiplication that
ends in such a reduction."""

from collections.abc import Callable, Mapping, Sequence

from tools.kernels.avr.code import Bytes, enter, group, leave

PLACES = tuple(tuple(group(first, 4)) for first in range(2, 26, 4))
CARRY, ZERO, SIGN = "r26", "r27", "r0"

# For a word of t: the words that are added to it or subtracted from it.
Terms = dict[int, list[tuple[int, str]]]


def terms(words: int, first: int, shifts: Sequence[tuple[int, str]]) -> Terms:
    """Those of a prime of so many words, from word `first` on: q shifted up by words."""
    return {
        k: [(k - j, operation) for j, operation in shifts if 0 <= k - j < words]
        for k in range(first, 2 * words)
    }


class Words:
    """Words of t, four bytes each, in registers. One that is not needed soon makes room. `places`
    says where there is room at a step; what stands elsewhere is given up. Words that have a place
    in `last` have it alone. Those from number `upper` on are at Z, all others at Y."""

    def __init__(
        self,
        t: Bytes,
        needed: Terms,
        places: Callable[[int], Sequence[tuple[str, ...]]],
        last: Mapping[int, Sequence[str]] | None = None,
        upper: int | None = None,
    ) -> None:
        self.t = t
        self.needed = needed
        self.places = places
        self.last = last or {}
        self.upper = max(needed) + 1 if upper is None else upper
        self.held: dict[int, Sequence[str]] = {}

    def at(self, word: int, i: int) -> str:
        """Where a byte of a word is."""
        return f"Z+{4 * (word - self.upper) + i}" if word >= self.upper else f"Y+{4 * word + i}"

    def place(self, word: int, k: int) -> Sequence[str]:
        """For a word that step k needs."""
        if word in self.last:
            return self.last[word]
        for place in self.places(k):
            if place not in self.held.values():
                return place
        return self.held.pop(max(self.held, key=lambda held: self.next_use(held, k)))

    def next_use(self, word: int, k: int) -> int:
        end = max(self.needed) + 1
        uses = (i for i in range(k, end) if word in (term for term, _ in self.needed[i]))
        return min(uses, default=end)

    def load(self, word: int, k: int) -> Sequence[str]:
        if word not in self.held:
            self.fetch(word, k)
        return self.held[word]

    def fetch(self, word: int, k: int) -> Sequence[str]:
        place = self.place(word, k)
        self.t.names(**bytes_of("t", word, place))
        self.t(*(f"ldd {register}, {self.at(word, i)}" for i, register in enumerate(place)))
        self.held[word] = place
        return place

    def store(self, word: int) -> None:
        place = self.held[word]
        self.t(*(f"std {self.at(word, i)}, {register}" for i, register in enumerate(place)))

    def begin(self, numbers: range) -> None:
        """Words to which one term each is added, below all others, and the carry."""
        for k in numbers:
            total, ((term, _),) = self.fetch(k, k), self.needed[k]
            first = "add" if k == numbers.start else "adc"
            self.t.chain(first, "adc", list(zip(total, self.held[term], strict=True)))
            self.store(k)
        self.t(f"ldi {CARRY}, 0", f"adc {CARRY}, {CARRY}")

    def column(self, k: int) -> Sequence[str]:
        """Word k: of t, and the signed carry, and of q."""
        here = [*self.places(k), *(place for word, place in self.last.items() if word < k)]
        self.held = {word: place for word, place in self.held.items() if place in here}
        for word, _ in self.needed[k]:
            self.load(word, k)
        total, t = self.fetch(k, k), self.t
        add_carry(t, total)
        for word, operation in self.needed[k]:
            rest = {"add": "adc", "sub": "sbc"}[operation]
            t.chain(operation, rest, list(zip(total, self.held[word], strict=True)))
            t(f"{rest} {CARRY}, {ZERO}")
        return total


def add_carry(t: Bytes, total: Sequence[str]) -> None:
    """A signed one, to a word, which carries in its place."""
    t.names(**{SIGN: "sign"})
    t(f"mov {SIGN}, {CARRY}", f"lsl {CARRY}", f"sbc {CARRY}, {CARRY}")
    t(f"add {total[0]}, {SIGN}", *(f"adc {register}, {CARRY}" for register in total[1:]))
    t(f"adc {CARRY}, {ZERO}")


def bytes_of(name: str, word: int, registers: Sequence[str]) -> dict[str, str]:
    """Names for the bytes of a word, such as t3[0]."""
    return {register: f"{name}{word}[{i}]" for i, register in enumerate(registers)}


def multiplication(what: str, frame: int, n: int = 32, room: int = 0) -> list[str]:
    """A product of n bytes in a frame, and its reduction. The kernel of the product is told n or,
    if it has room in the frame from there on, where that is."""
    t = Bytes(w24="r", w22="a", w20="b")
    enter(t, frame)
    t.names(Z="t")
    t("push r24", "push r25", "movw r30, r28", "adiw r30, 1")
    if room:
        t.names(w24="room")
        t("movw r24, r30", f"subi r24, {256 - room}", "sbci r25, 0xff")
    t.names(Y="a", X="b", **({} if room else {"r24": "n"}))
    t("movw r28, r22", what, *([] if room else [f"ldi r24, {n}"]), "call %x0")
    t.names(Y="t", Z="r")
    t("pop r31", "pop r30", "in r28, __SP_L__", "in r29, __SP_H__", "adiw r28, 1", "call %x1")
    leave(t, frame)
    return [line for line in t.lines if line]
