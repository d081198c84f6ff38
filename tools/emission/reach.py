# SPDX-License-Identifier: MIT
"""Which pieces of the files the public functions need."""

import re
from collections.abc import Callable, Iterable

from tools.emission.conditions import Condition, atoms
from tools.emission.declarations import Declaration
from tools.emission.macros import Definition
from tools.emission.source import Branch, Conditional, Node, Piece
from tools.emission.walk import TEMPLATE, Shape, Walk, shape

WORD = re.compile(r"[A-Za-z_]\w*")


class Reach:
    """What is kept of the files: `kept` holds pieces, `shapes` says what conditionals become."""

    def __init__(
        self,
        walk: Walk,
        declarations: list[Declaration],
        header: str,
        is_root: Callable[[Declaration], bool],
    ) -> None:
        self.walk = walk
        self.header = header
        self.declarations = declarations
        self.kept: set[Piece] = set()
        self.shapes: dict[Conditional, Shape] = {}
        self._content: dict[int, bool] = {}
        self.live: set[Declaration] = set()
        self._declare(is_root)
        self._macros()

    # Declarations

    def _declare(self, is_root: Callable[[Declaration], bool]) -> None:
        by_name: dict[str, list[Declaration]] = {}
        by_piece: dict[Piece, list[Declaration]] = {}
        for each in self.declarations:
            for name in each.names:
                by_name.setdefault(name, []).append(each)
            for piece in each.pieces:
                by_piece.setdefault(piece, []).append(each)
        left = [each for each in self.declarations if each.kind == "linkage" or is_root(each)]
        reached: set[str] = set()
        checks = [each for each in self.declarations if each.kind == "check"]
        while left:
            while left:
                each = left.pop()
                if each in self.live:
                    continue
                self.live.add(each)
                for piece in each.pieces:
                    left += by_piece[piece]
                # What is declared for this file alone is defined, or compilers would complain.
                mere = each.kind == "prototype" and not each.static
                used = each.uses - (each.names if mere else set())
                for name in used - reached:
                    reached.add(name)
                    left += by_name.get(name, ())
            live = {name for each in self.live for name in each.names}
            left = [
                each
                for each in checks
                if each not in self.live
                and all(name in live for name in each.uses - each.names if name in by_name)
            ]
        for each in self.live:
            self.kept.update(each.pieces)

    # Macros and conditionals, of which one keeps the other

    def _macros(self) -> None:
        for nodes in self.walk.files.values():
            for conditional in _conditionals(nodes):
                self.shapes[conditional] = shape(conditional, self.walk.findings)
        used: set[Piece] = {each.piece for declaration in self.live for each in declaration.macros}
        while True:
            before = len(self.kept)
            self.kept |= used
            used |= self._interface()
            for nodes in self.walk.files.values():
                for conditional in _conditionals(nodes):
                    used |= self._condition(conditional)
            self.kept |= used | self._refusals()
            if len(self.kept) == before:
                break
        self._undefine()

    def _interface(self) -> set[Piece]:
        """Macros of the public header: all, but for those that only what is left out uses."""
        wanted: set[Piece] = set()
        own = {
            each.name: piece
            for piece, definitions in self.walk.definitions.items()
            for each in definitions
            if piece.file == self.header
        }
        by_user: dict[Piece, list[bool]] = {}
        for declaration in self.declarations:
            if any(piece.file == self.header for piece in declaration.pieces):
                for each in declaration.macros:
                    by_user.setdefault(each.piece, []).append(declaration in self.live)
        for section in self._sections():
            pieces = [each for each in section if each.kind in ("code", "define")]
            held = [each for each in pieces if each.kind == "code"]
            if held and not any(each in self.kept for each in held):
                continue
            for piece in pieces:
                if piece.kind == "define" and piece in self.walk.definitions:
                    users = by_user.get(piece, [])
                    if not users or any(users):
                        wanted.add(piece)
        changed = True
        while changed:
            changed = False
            for piece in list(wanted):
                for each in self.walk.definitions[piece]:
                    names = {token.text for token in each.body if token.kind == "name"}
                    if any(name in own and own[name] not in wanted for name in names):
                        wanted.discard(piece)
                        changed = True
        return wanted

    def _sections(self) -> Iterable[list[Piece]]:
        """The public header's pieces, by the header that they come from."""
        section: list[Piece] = []
        for piece in _pieces(self.walk.files[self.header]):
            if piece.kind == "comment" and piece.lines[0].startswith("/* ---- "):
                yield section
                section = []
            section.append(piece)
        yield section

    def _refusals(self) -> set[Piece]:
        """What stands beside an #error, so that nothing else is said."""
        found: set[Piece] = set()
        for left in self.shapes.values():
            for branch, _ in left.kept:
                pieces = [each for each in branch.body if isinstance(each, Piece)]
                if any(each.kind == "error" for each in pieces):
                    found.update(each for each in pieces if each.kind in ("define", "undef"))
        return found

    def _condition(self, conditional: Conditional) -> set[Piece]:
        """The macros that a conditional asks for, if it stays and holds anything."""
        left = self.shapes[conditional]
        if not left.kept or not self.holds(conditional):
            return set()
        used: set[Piece] = set()
        for branch, text in left.kept:
            condition = self.walk.findings[branch].condition
            if text is not None and condition is not None:
                used |= {each.piece for each in asked(condition)}
        return used

    def _undefine(self) -> None:
        """Keep an #undef of what is kept, if its name is met again."""
        met: dict[str, int] = {}
        for piece in self.kept:
            words = WORD.findall(piece.text)
            for word in words:
                met[word] = max(met.get(word, 0), self.walk.last.get(piece, 0))
        for piece, held in self.walk.undefined.items():
            name = piece.argument
            if (
                any(each.piece in self.kept for each in held)
                and met.get(name, 0) > (self.walk.first[piece])
            ):
                self.kept.add(piece)

    def holds(self, node: Node) -> bool:
        """Whether anything of a node is kept."""
        if isinstance(node, Piece):
            return self.piece(node)
        left = self.shapes[node]
        if left.replaced is not None:
            return any(self.holds(each) for each in left.replaced.body)
        return any(self.holds(each) for branch, _ in left.kept for each in branch.body)

    def piece(self, piece: Piece) -> bool:
        """Whether a piece that is no comment is kept by itself."""
        match piece.kind:
            case "code" | "define" | "undef":
                # Where templates stand, the renderer says.
                return piece in self.kept and piece.argument.split(" ")[0] != TEMPLATE
            case "error":
                return piece in self.walk.last
            case "include":
                if piece not in self.walk.last:
                    return False
                section = self.section(piece)
                return section is None or any(self.holds(each) for each in section.body)
        return False

    def section(self, include: Piece) -> Branch | None:
        """What an #include of a template reads; None where it is of a file."""
        if include not in self.walk.sections:
            return None
        (sections,) = (
            node
            for node in self.walk.files[include.argument.strip('"')]
            if isinstance(node, Conditional)
        )
        wanted = self.walk.sections[include]
        return next(each for each in sections.branches if each.piece.argument == wanted)


def asked(condition: Condition) -> Iterable[Definition]:
    """The macros that what is left of a condition expands."""
    for atom in atoms(condition):
        if atom.decided() is None:
            yield from atom.used


def _conditionals(nodes: list[Node]) -> Iterable[Conditional]:
    for node in nodes:
        if isinstance(node, Conditional):
            yield node
            for branch in node.branches:
                yield from _conditionals(branch.body)


def _pieces(nodes: list[Node]) -> Iterable[Piece]:
    for node in nodes:
        if isinstance(node, Piece):
            yield node
        else:
            for branch in node.branches:
                yield from _pieces(branch.body)
