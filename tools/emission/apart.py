# SPDX-License-Identifier: MIT
"""Macros that stand for names, apart from whit.c.

In the sources the names of functions by their size and those of kernels are headers. Compilers tell
of unused macros in the main file alone, and in portable C the width of limbs, which the compiler
decides, says which of these are used. So in a portable drop-in of several sizes such definitions
are sections of the file that is included, as templates are."""

import re
from collections.abc import Iterable, Sequence

from tools.emission.macros import definition
from tools.emission.source import Conditional, Node, Piece, parse
from tools.emission.walk import TEMPLATE

NAME = re.compile(r"\w+\s+(?:[A-Za-z_]\w*|WHIT_\w+\([\w, ]*\))")
WORD = re.compile(r"[A-Za-z_]\w*")
DEFINE = re.compile(r"\s*#\s*define\s+(\w+)")
LEAST = 6  # names that are worth a section
TITLE = "/* names */"


def apart(
    lines: Sequence[str], included: str, sections: Sequence[Sequence[str]]
) -> tuple[list[str], list[list[str]]]:
    """Lines that include runs of their definitions, and these runs, which are to stand behind the
    other sections: runs of many names, and those with one that conditionals alone use."""
    nodes = parse("\n".join([*lines, ""]), included)
    used = _used(nodes).union(*(_used(parse("\n".join(each), included)) for each in sections))
    starts = [*(_first(node).line - 1 for node in nodes), len(lines)]
    left: list[str] = []
    runs: list[list[str]] = []
    position = 0
    while position < len(nodes):
        end = _run(nodes, position)
        run = nodes[position:end]
        if sum(map(_names, run)) >= LEAST or not _defined(run) <= used:
            runs.append(list(lines[starts[position] : starts[end]]))
            number = len(sections) + len(runs)
            left += [f"#define {TEMPLATE} {number} {TITLE}", f'#include "{included}"']
            left.append(f"#undef {TEMPLATE}")
        else:
            end = max(end, position + 1)
            left += lines[starts[position] : starts[end]]
        position = end
    return left, runs


def said_otherwise(run: Sequence[str], absent: Iterable[str]) -> list[str]:
    """A run, and behind it 0 for those names of conditions that only its own conditionals define:
    compilers can warn of a name in a condition that is no macro."""
    defined = {found[1] for line in run if (found := DEFINE.match(line))}
    always = _defined(parse("\n".join(run), ""))
    lines = list(run)
    for name in sorted(defined.intersection(absent) - always):
        lines += [f"#ifndef {name}", f"#define {name} 0", "#endif"]
    return lines


def _used(nodes: Iterable[Node]) -> set[str]:
    """The words of what stands under no condition, and of conditions."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, Conditional):
            pieces = [branch.piece for branch in node.branches]
        else:
            pieces = [node]
        for piece in pieces:
            body = piece.argument.partition(" ")[2] if piece.kind == "define" else piece.text
            found.update(WORD.findall(body))
    return found


def _defined(run: Iterable[Node]) -> set[str]:
    """The names that definitions under no condition give."""
    pieces = (node for node in run if isinstance(node, Piece) and node.kind == "define")
    return {definition(piece).name for piece in pieces}


def _run(nodes: Sequence[Node], start: int) -> int:
    """Behind the last of the definitions that stand together from here on."""
    end = start
    for position in range(start, len(nodes)):
        node = nodes[position]
        if _defines(node):
            end = position + 1
        elif end == start or not _is_aside(node):
            break
    return end


def _defines(node: Node) -> bool:
    """Whether it is a definition, or a conditional that holds nothing else."""
    if isinstance(node, Conditional):
        held = [each for branch in node.branches for each in branch.body]
        return all(_defines(each) or _is_aside(each) for each in held)
    return node.kind == "define" and node.argument.split(" ")[0] != TEMPLATE


def _is_aside(node: Node) -> bool:
    return isinstance(node, Piece) and node.kind in ("blank", "comment")


def _names(node: Node) -> int:
    """How many definitions in it stand for names."""
    if isinstance(node, Conditional):
        return sum(_names(each) for branch in node.branches for each in branch.body)
    return node.kind == "define" and bool(NAME.fullmatch(node.argument))


def _first(node: Node) -> Piece:
    return node.branches[0].piece if isinstance(node, Conditional) else node
