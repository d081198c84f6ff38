# SPDX-License-Identifier: MIT
"""Straight-line C as steps: what functions of a file call, in order, with what they call of their
own file in its place."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tools.prove.algebra import UnprovedError

PREFIX = re.compile(
    r"^(?:formula|coordinate_public|coordinate|twist|field_p25519|field_p448|field)_(?=[a-z])"
)
DEFINITION = re.compile(r"^[^\s#/{}][^;{}#]*?\b(\w+)\(([^;{}]*)\)\s*\n\{\n(.*?)^\}$", re.M | re.S)
CALL = re.compile(r"^(\w+)\((.*)\)$", re.S)
DECLARED = re.compile(r"^limb ((?:\w+(?:\[[^\]]*\])+(?:, )?)+)$")
# A constant of the curve, with or without a name for it.
CONSTANT = re.compile(r"base_rom_limbs\(\w+, (?:\w+->|\w+\.)(\w+), \w+\)")
NAMED = re.compile(r"^const limb \*(\w+) = " + CONSTANT.pattern + "$")
# What computes nothing.
SILENT = re.compile(r"^(FORMULA_MODULUS|IF_POINTS)\(.*\)$|^\(void\)|^const field_modulus \*f = |^$")
# Last arguments, which say the field, and how much is copied.
FIELD = {"f", "PRIME(d)", "COORDINATE_MODULUS", "PAIRING_MODULUS"}
SIZES = {"TWIST_LIMBS", "FIELD_LIMBS"}


@dataclass(frozen=True)
class Step:
    """A call: its kind, and the places that it is of. Not always where a condition says so."""

    kind: str
    places: tuple[str, ...]
    condition: str = ""


@dataclass(frozen=True)
class Function:
    name: str
    parameters: tuple[str, ...]
    body: str


def chosen(text: str, truths: Mapping[str, bool]) -> str:
    """A text as a preprocessor has it, for conditions that are known."""
    kept = []
    open_: list[tuple[bool, bool]] = []  # whether lines are taken, and whether some were
    for line in text.splitlines():
        word, _, condition = line.removeprefix("#").partition(" ")
        taken = all(each for each, _ in open_)
        if not line.startswith("#"):
            if taken:
                kept.append(line)
        elif word == "if":
            holds = not taken or truth(condition, truths)
            open_.append((holds, holds))
        elif word == "elif":
            _, were = open_.pop()
            holds = not were and truth(condition, truths)
            open_.append((holds, were or holds))
        elif word == "else":
            _, were = open_.pop()
            open_.append((not were, True))
        elif word == "endif":
            open_.pop()
    return "\n".join(kept) + "\n"


def truth(condition: str, truths: Mapping[str, bool]) -> bool:
    if condition not in truths:
        raise UnprovedError(f"no condition that is known: #if {condition}")
    return truths[condition]


def without(function: Function, conditions: Iterable[str]) -> Function:
    """The same where these conditions of its outermost blocks do not hold."""
    body = function.body
    for each in conditions:
        block = rf"^    if \({re.escape(each)}\) \{{\n.*?^    \}}\n"
        body = re.sub(block, "", body, flags=re.M | re.S)
    return replace(function, body=body)


def functions(text: str) -> list[Function]:
    """The definitions of a text, in order."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return [
        Function(name, tuple(re.findall(r"(\w+)(?:,|$)", parameters.replace("\n", " "))), body)
        for name, parameters, body in DEFINITION.findall(text)
    ]


def steps(
    function: Function,
    known: Mapping[str, Function] | None = None,
    same: Mapping[str, str] | None = None,
    depth: str = "",
) -> list[Step]:
    """What a function does. `known`: those that it may call; `same`: its parameters, by what they
    point to. Local arrays are called by the function's depth and their name."""
    if "#" in function.body:
        raise UnprovedError(f"{function.name}: a preprocessor chooses")
    names = dict(same or {})
    local: set[str] = set()
    found: list[Step] = []
    condition = ""
    body = re.sub(r"IF_POINTS\(.*\)$", ";", function.body, flags=re.M)
    for raw in re.split(r";|(?<=\{)|(?<=\})", body):
        text = " ".join(raw.split())
        if match := re.match(r"^if \((\w+)\) \{$", text):
            condition = match[1]
        elif text in ("{", "}"):
            condition = ""
        elif match := DECLARED.match(text):
            local |= set(re.findall(r"(\w+)\[", match[1])) - {"room"}
        elif match := NAMED.match(text):
            names[match[1]] = f"constant {match[2]}"
        elif not SILENT.match(text):
            match = CALL.match(CONSTANT.sub(r"constant_\1", text))
            if match is None:
                raise UnprovedError(f"{function.name}: no call: {text}")
            places = [each.strip() for each in match[2].split(",")]
            last = FIELD if match[1].startswith(("formula_", "field_")) else SIZES
            while places and places[-1] in last:
                places.pop()
            places = [place(each, names, local, depth) for each in places]
            if known and match[1] in known:
                called = known[match[1]]
                inner = dict(zip(called.parameters, places, strict=True))
                found += steps(called, known, inner, f"{depth}{match[1]} {len(found)}: ")
            else:
                found.append(Step(PREFIX.sub("", match[1]), tuple(places), condition))
    return found


def place(text: str, names: Mapping[str, str], local: set[str], depth: str) -> str:
    """Where an argument is: a local array, what a parameter points to, or a constant; and how far
    from there."""
    text = text.removeprefix("(limb *)")
    if text.startswith("constant_"):
        return "constant " + text.removeprefix("constant_")
    first, *further = text.split(" + ")
    start = re.split(r"->|\[|\.", first)[0]
    if start in local:
        first = f"local {depth}{first}"
    elif start in names:
        first = names[start] + first[len(start) :]
    offsets = (names.get(each, each) for each in further)
    return " + ".join([first, *(each for each in offsets if each != "0")])
