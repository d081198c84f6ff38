# SPDX-License-Identifier: MIT
"""Assembles programs/*.txt, whose language is described in programs/points.txt."""

import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools.bytecode import instructions
from tools.bytecode.instructions import BY_NAME, CONSTANTS, ENDS, GO_ON, SIZED, STRINGS, Size

# Conditions of builds, and what C asks for them.
CONDITIONS = {
    "a_zero": "WHIT_COMPACT_A_ZERO",
    "twisted": "WHIT_COMPACT_TWISTED",
    "randomised": "WHIT_RANDOMISE",
    "ladder": "WHIT_COMPACT_LADDER",
    "lines": "WHIT_COMPACT_LINES",
    "compiled": "COMPACT_OF_SIZE(COMPILED)",
    "p_3_mod_4": "!WHIT_ROOTS_OF_SIZE",
}
CALLED = "code"  # the array whose labels `call` takes
SUMS = "sums"  # that of programs which C alone runs, where there is one


class ProgramError(Exception):
    """A program that is malformed, or wrong."""


@dataclass(frozen=True)
class Condition:
    name: str
    holds: bool = True

    def true(self, build: "Build") -> bool:
        return (self.name in build) == self.holds


Build = frozenset[str]


def builds() -> list[Build]:
    """Every one there can be: a curve has a = 0 or a twist or neither; ladders are for -3."""
    kinds = (
        *((), ("a_zero",), ("twisted",), ("ladder",), ("ladder", "twisted")),
        *(("lines",), ("lines", "compiled")),
    )
    return [
        frozenset((*kind, *randomised, "p_3_mod_4"))
        for kind, randomised in itertools.product(kinds, ((), ("randomised",)))
    ]


@dataclass(frozen=True)
class Line:
    """An instruction or, if it ends with a colon, a label."""

    text: str
    number: int
    shared: bool = False  # by way of a sequence

    @property
    def label(self) -> str | None:
        return self.text[:-1] if self.text.endswith(":") else None


@dataclass(eq=False)
class Choice:
    condition: Condition
    then: list["Node"] = field(default_factory=list)
    otherwise: list["Node"] = field(default_factory=list)


Node = Line | Choice


@dataclass(eq=False)
class Object:
    """An array of instructions."""

    name: str
    when: tuple[Condition, ...]
    body: list[Node] = field(default_factory=list)

    def present(self, build: Build) -> bool:
        return all(each.true(build) for each in self.when)

    def lines(self, build: Build) -> Iterator[Line]:
        yield from chosen(self.body, build)


def chosen(body: list[Node], build: Build) -> Iterator[Line]:
    for node in body:
        if isinstance(node, Line):
            yield node
        else:
            yield from chosen(node.then if node.condition.true(build) else node.otherwise, build)


@dataclass(frozen=True)
class Word:
    """One of a program: a number, with a symbol's value in its lower bits."""

    number: int
    symbol: str = ""  # of C, or the label that is called
    text: str = ""

    @property
    def calls(self) -> bool:
        return self.symbol.startswith("@")


@dataclass
class Source:
    """What the text says."""

    registers: list[str] = field(default_factory=list)
    objects: list[Object] = field(default_factory=list)
    sequences: dict[str, list[Node]] = field(default_factory=dict)

    def object(self, name: str, build: Build) -> Object:
        found = [each for each in self.objects if each.name == name and each.present(build)]
        if len(found) != 1:
            raise ProgramError(f"{len(found)} objects {name} in a build of {sorted(build)}")
        return found[0]

    def register(self, name: str, constants: bool = False) -> int:
        if constants and name in CONSTANTS:
            return CONSTANTS[name]
        if name not in self.registers:
            raise ProgramError(f"no register {name}")
        return self.registers.index(name)


def conditions(text: str) -> tuple[Condition, ...]:
    found = []
    for part in text.split(" and ") if text else ():
        name = part.removeprefix("not ")
        if name not in CONDITIONS:
            raise ProgramError(f"no condition {name}")
        found.append(Condition(name, name == part))
    return tuple(found)


class Parser:
    def __init__(self) -> None:
        self.source = Source()
        self.open: list[list[Node]] = []

    def read(self, text: str) -> None:
        for number, line in enumerate(text.splitlines(), 1):
            line = line.split("#")[0].strip()
            if line:
                try:
                    self.line(line, number)
                except (ProgramError, IndexError) as error:
                    raise ProgramError(f"line {number}: '{line}': {error}") from error
        if len(self.open) > 1:
            raise ProgramError("an if without its endif")
        self.open = []

    def line(self, line: str, number: int) -> None:
        word, _, rest = line.partition(" ")
        if word == "register":
            self.source.registers.append(rest.split()[0])
        elif word == "object":
            name, _, when = rest.partition(" when ")
            self.source.objects.append(Object(name, conditions(when)))
            self.open = [self.source.objects[-1].body]
        elif word == "sequence":
            self.source.sequences[rest] = []
            self.open = [self.source.sequences[rest]]
        elif line == "end sequence":
            self.open = []
        elif word == "use":
            if rest not in self.source.sequences:
                raise ProgramError(f"no sequence {rest}")
            self.open[-1] += shared(self.source.sequences[rest])
        elif word == "if":
            (condition,) = conditions(rest)
            choice = Choice(condition)
            self.open[-1].append(choice)
            self.open.append(choice.then)
        elif word == "else":
            self.open.pop()
            last = self.open[-1][-1]
            assert isinstance(last, Choice)
            self.open.append(last.otherwise)
        elif word == "endif":
            self.open.pop()
            if not self.open:
                raise ProgramError("endif without its if")
        else:
            self.open[-1].append(Line(line, number))


def shared(body: list[Node]) -> list[Node]:
    return [
        Line(node.text, node.number, True)
        if isinstance(node, Line)
        else Choice(node.condition, shared(node.then), shared(node.otherwise))
        for node in body
    ]


def parse(texts: Iterable[str]) -> Source:
    parser = Parser()
    for text in texts:
        parser.read(text)
    if len(parser.source.registers) != instructions.REGISTERS:
        raise ProgramError(f"{len(parser.source.registers)} registers")
    return parser.source


def load(folder: Path) -> Source:
    names = ("points", "ladder", "lines", "schemes", "keys")
    return parse((folder / f"{name}.txt").read_text(encoding="utf-8") for name in names)


@dataclass
class Program:
    """An object of one build: its words, and where its labels are."""

    name: str
    words: list[Word] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    exported: list[str] = field(default_factory=list)


def assemble(source: Source, build: Build) -> dict[str, Program]:
    """Every object of a build. Calls are not yet resolved."""
    programs = {}
    for each in source.objects:
        if each.present(build):
            if each.name in programs:
                raise ProgramError(f"two objects {each.name}")
            programs[each.name] = _assembled(source, each, build)
    called = programs[CALLED].labels
    for program in programs.values():
        for word in program.words:
            if word.calls and word.symbol[1:] not in called:
                raise ProgramError(f"{program.name}: no label {word.symbol[1:]} to call")
    return programs


def _assembled(source: Source, each: Object, build: Build) -> Program:
    program = Program(each.name)
    lines = list(each.lines(build))
    at = 0
    for line in lines:
        if line.label is not None:
            if line.label in program.labels:
                raise ProgramError(f"{each.name}: two labels {line.label}")
            program.labels[line.label] = at
            if not line.shared or each.name in (CALLED, SUMS):
                program.exported.append(line.label)
        else:
            at += words_of(line)
    for line in lines:
        if line.label is None:
            try:
                program.words += encode(source, line, len(program.words), program.labels)
            except (ProgramError, ValueError, KeyError) as error:
                raise ProgramError(
                    f"{each.name}: line {line.number}: {line.text}: {error}"
                ) from error
    if not program.words or program.words[-1].symbol not in ENDS.values():
        raise ProgramError(f"{each.name} does not end")
    return program


def matched(line: Line) -> tuple[str, dict[str, str]]:
    """The instruction of a line, and its operands as they are written."""
    found = parsed(line.text)
    if found is None:
        raise ProgramError(f"line {line.number}: no instruction '{line.text}'")
    return found


@functools.cache
def parsed(text: str) -> tuple[str, dict[str, str]] | None:
    """The instruction of a text and its operands, if it is one."""
    if text in ENDS:
        return text, {}
    for each in instructions.INSTRUCTIONS:
        if found := each.pattern.match(re.sub(r"\s+", " ", text)):
            return each.name, found.groupdict()
    return None


def words_of(line: Line) -> int:
    name, _ = matched(line)
    return 1 if name in ENDS else BY_NAME[name].words


def encode(source: Source, line: Line, at: int, labels: dict[str, int]) -> list[Word]:
    """The words of an instruction at an offset. A label of a skip is the object's own."""
    name, said = matched(line)
    if name in ENDS:
        return [Word(0, ENDS[name], line.text)]
    instruction = BY_NAME[name]
    symbol = ""
    numbers: dict[str, int] = {}
    more: list[Word] = []
    for key, text in said.items():
        if key in ("r", "a", "b"):
            numbers[key] = source.register(text, constants=key == "b")
        elif key == "string":
            if text not in STRINGS:
                raise ProgramError(f"no string {text}")
            numbers[key] = STRINGS.index(text)
        elif key == "half":
            numbers[key] = int(text)
        elif key == "value":
            numbers[key] = {"highest": 0, "middle": 3, "scale": 0}.get(text) or int(
                text if text.isdecimal() else 0
            )
            if numbers[key] == 0 and text not in ("highest", "scale"):
                raise ProgramError(f"no value {text}")
            symbol = SIZED.get(text, "")
        elif key == "borrows":
            if not re.fullmatch("[-01]{2}", text):
                raise ProgramError(f"no borrows {text}")
            numbers["mask"] = int(re.sub("[01]", "1", text).replace("-", "0"), 2)
            numbers["borrows"] = int(text.replace("-", "0"), 2)
        elif key == "status":
            more = [Word(0, f"WHIT_ERROR_{text}")]
        elif key == "label" and name == "SKIP":
            numbers["operand"] = labels[text] - at - 1
        elif key == "label":
            symbol = f"@{text}"
        else:
            symbol = SIZED[text]
    return [Word(instruction.encode(**numbers), symbol, line.text), *more]


def resolve(
    programs: dict[str, Program], size: Size, statuses: dict[str, int]
) -> dict[str, list[int]]:
    """The words of every program as numbers, for registers of a size."""
    called = programs[CALLED].labels
    values = {**statuses, "COMPACT_GO_ON": GO_ON}

    def number(word: Word) -> int:
        if not word.symbol:
            return word.number
        if word.calls:
            return word.number | BY_NAME["CALL"].fields[0].place(called[word.symbol[1:]])
        if word.symbol in values:
            return values[word.symbol]
        operand = size.value(word.symbol)
        if word.number & operand or operand >> 11:
            raise ProgramError(f"{word.text}: {operand} does not fit")
        return word.number | operand

    return {name: [number(word) for word in program.words] for name, program in programs.items()}
