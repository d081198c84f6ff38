# SPDX-License-Identifier: MIT
"""What the public headers declare, read as they are written: one declaration after another, each
below its comment."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_COMMENT = re.compile(r"/\*(.*?)\*/", re.S)
_TOKEN = re.compile(
    r"(?P<comment>/\*.*?\*/)"
    r"|(?P<directive>^\#(?:[^\n]*\\\n)*[^\n]*$)"
    r"|(?P<declaration>[A-Za-z_][^;{}#]*(?:\{.*?\}[^;{}]*)?;)"
    r"|(?P<blank>\n\n)",
    re.S | re.M,
)
_NUMBER = re.compile(r"#define (WHIT_\w+_BYTES) (\d+)$")
_FUNCTION = re.compile(r"(?P<result>[\w ]+?[ *]+)(?P<name>whit_\w+)\((?P<parameters>.*)\)", re.S)
_POINTER = re.compile(
    r"(?:typedef )?(?P<result>\w+) \(\*(?P<name>\w+)\)\((?P<parameters>.*)\)", re.S
)
_STRUCT = re.compile(r"typedef struct (\w+) \{(.*)\} \1", re.S)
_OPAQUE = re.compile(r"typedef struct (\w+) \1")
_OBJECT = re.compile(r"extern const (\w+) (\w+)")
_VALUE = re.compile(r"(WHIT_\w+) = (0x[0-9a-f]+),? *(?:/\*(.*?)\*/)?", re.S)
_ARRAY = re.compile(r"(.*)\[(.*)\]")


class DeclarationError(Exception):
    """A header that is written in another way than the others."""


@dataclass(frozen=True)
class Variable:
    """A parameter or a field: its type as C has it, and for an array how many, as C has that. A
    pointer to a function has what it takes, and its type is that of the result."""

    type: str
    name: str
    length: str = ""
    takes: tuple["Variable", ...] | None = None


@dataclass(frozen=True)
class Declaration:
    """One name. `kind` is value, number, opaque, struct, object, function or pointer."""

    kind: str
    name: str
    comment: str = ""
    type: str = ""  # an object's, or of the result
    value: str = ""
    variables: tuple[Variable, ...] = ()


def variable(text: str) -> Variable:
    text = " ".join(text.split())
    if pointer := _POINTER.fullmatch(text):
        return Variable(pointer["result"], pointer["name"], takes=parameters(pointer["parameters"]))
    length = ""
    if array := _ARRAY.fullmatch(text):
        text, length = array.groups()
    found = re.fullmatch(r"(.*?)(\w+)", text)
    if found is None or not found[1]:
        raise DeclarationError(f"{text!r} is no variable")
    return Variable(found[1].strip(), found[2], length)


def parameters(text: str) -> tuple[Variable, ...]:
    return () if text.strip() == "void" else tuple(map(variable, text.split(",")))


def words(comment: str) -> str:
    """A comment's text, without what makes it one."""
    lines = (re.sub(r"^\s*\* ?", "", line).rstrip() for line in comment.strip().splitlines())
    return "\n".join(lines).strip()


def declared(text: str, comment: str) -> Iterator[Declaration]:
    """What one declaration of C declares; of a function with a body nothing."""
    plain = _COMMENT.sub("", text).removesuffix(";").strip()
    if plain.startswith(("static inline", 'extern "C"')):
        return
    if plain.startswith("typedef enum"):
        for name, value, told in _VALUE.findall(text):
            yield Declaration("value", name, " ".join(words(told).split()), value=value)
    elif found := _STRUCT.fullmatch(plain):
        fields = tuple(variable(each) for each in found[2].split(";") if each.strip())
        yield Declaration("struct", found[1], comment, variables=fields)
    elif found := _OPAQUE.fullmatch(plain):
        yield Declaration("opaque", found[1], comment)
    elif found := _OBJECT.fullmatch(plain):
        yield Declaration("object", found[2], comment, type=found[1])
    elif plain.startswith("typedef") and (found := _POINTER.fullmatch(plain)):
        takes = parameters(found["parameters"])
        yield Declaration("pointer", found["name"], comment, found["result"], variables=takes)
    elif found := _FUNCTION.fullmatch(plain):
        takes = parameters(found["parameters"])
        result = found["result"].strip()
        yield Declaration("function", found["name"], comment, result, variables=takes)
    elif not plain.startswith(("struct", "WHIT_")):  # private, or a macro
        raise DeclarationError(f"{plain!r} is not understood")


def read(text: str) -> Iterator[Declaration]:
    """The declarations of a header in their order. A comment belongs to the first below it."""
    text = text.replace('extern "C" {', "")
    comment = ""
    for found in _TOKEN.finditer(text):
        if found["comment"]:
            comment = words(_COMMENT.sub(r"\1", found["comment"]))
        elif found["directive"]:
            if number := _NUMBER.match(found["directive"].split(" /*")[0]):
                yield Declaration("number", number[1], comment, value=number[2])
        elif found["declaration"]:
            yield from declared(found["declaration"], comment)
        comment = comment if found["comment"] else ""
