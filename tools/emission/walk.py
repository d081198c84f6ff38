# SPDX-License-Identifier: MIT
"""The preprocessor's way through the files, for one choice. Where a condition stays open it goes
through all branches; a file that is included several times it reads each time anew, and what it
finds adds up."""

from dataclasses import dataclass, field

from tools.emission.conditions import Condition, left_over, of_branch, written
from tools.emission.declarations import Declaration, Splitter
from tools.emission.judge import Judge, assumed
from tools.emission.macros import Definition, Table, Token, definition, piece_tokens
from tools.emission.source import Branch, Conditional, Node, Piece, RefusedError, SourceError

TEMPLATE = "WHIT_TEMPLATE"  # says which section of whit.inc an include is for


@dataclass
class Finding:
    """What was found about one branch over all visits."""

    condition: Condition | None
    taken: set[bool | None] = field(default_factory=set)  # empty where it was never asked


@dataclass
class Walk:
    """The files of an amalgamation and what was found in them."""

    files: dict[str, list[Node]]
    table: Table
    judge: Judge
    splitter: Splitter = field(default_factory=Splitter)
    findings: dict[Branch, Finding] = field(default_factory=dict)
    definitions: dict[Piece, list[Definition]] = field(default_factory=dict)
    undefined: dict[Piece, list[Definition]] = field(default_factory=dict)
    sections: dict[Piece, str] = field(default_factory=dict)  # of whit.inc, that are included
    first: dict[Piece, int] = field(default_factory=dict)  # when a piece was first come upon
    last: dict[Piece, int] = field(default_factory=dict)
    _run: list[Token] = field(default_factory=list)
    _open: int = 0
    _clock: int = 0

    def file(self, name: str) -> None:
        self._nodes(self.files[name])
        self._flush()

    def declarations(self) -> list[Declaration]:
        self._flush()
        return self.splitter.finish()

    def _nodes(self, nodes: list[Node]) -> None:
        for node in nodes:
            piece = node.branches[0].piece if isinstance(node, Conditional) else node
            self._clock += 1
            self.first.setdefault(piece, self._clock)
            self.last[piece] = self._clock
            if isinstance(node, Conditional):
                self._flush()
                self._conditional(node)
                self._flush()
            elif node.kind == "code":
                self._run += piece_tokens(node)
            elif node.kind not in ("blank", "comment", "pragma"):
                self._flush()
                self._directive(node)

    def _flush(self) -> None:
        if self._run:
            given, self._run = self._run, []
            self.splitter.certain = not self._open
            for token in self.table.expand(given):
                self.splitter.add(token)

    def _directive(self, piece: Piece) -> None:
        match piece.kind:
            case "define":
                each = definition(piece)
                known = self.definitions.setdefault(piece, [])
                known.append(each)
                self.table[each.name] = (each,)
            case "undef":
                name = piece.argument
                held = [each for each in self.table.of(name) if isinstance(each, Definition)]
                self.undefined.setdefault(piece, []).extend(held)
                self.table[name] = (None,)
            case "include":
                name = piece.argument.strip('"')
                if not piece.argument.startswith("<"):
                    if name not in self.files:
                        raise SourceError(f"{piece}: {name} is not here")
                    number = self.table.of(TEMPLATE)[0]
                    if isinstance(number, Definition):
                        self.sections[piece] = f"{TEMPLATE} == {number.body[0].text}"
                    self._nodes(self.files[name])
            case "error":
                if not self._open:
                    raise RefusedError(piece.argument.strip('"'))

    def _conditional(self, node: Conditional) -> None:
        """Go through the branches that may be true."""
        possible: list[Branch] = []
        certain = False
        for branch in node.branches:
            if branch not in self.findings:
                self.findings[branch] = Finding(of_branch(branch))
            finding = self.findings[branch]
            value = (
                True
                if finding.condition is None
                else self.judge.judge(finding.condition, self.table)
            )
            finding.taken.add(value)
            if value is not False:
                possible.append(branch)
            if value is True:
                certain = True
                break
        if certain and len(possible) == 1:
            self._nodes(possible[0].body)
            return
        if possible:
            self._branches(node, possible, certain)

    def _branches(self, node: Conditional, possible: list[Branch], certain: bool) -> None:
        """Go through branches one of which is true, or none if that is not certain."""
        clean = self.splitter.between
        before = self.table
        after: list[Table] = []
        rest = before
        self._open += 1
        for number, branch in enumerate(possible):
            self.table = _assume(rest, self.findings[branch], True).copy()
            beside = number > 0 and not clean
            if beside:
                self.splitter.beside(True)
            self._nodes(branch.body)
            self._flush()
            if beside:
                self.splitter.beside(False)
            elif number == 0:
                clean = clean and self.splitter.between
            if not self._refuses(branch):
                after.append(self.table)
            rest = _assume(rest, self.findings[branch], False)
        self._open -= 1
        if not certain:
            after.append(rest)
        self.table = Table({})
        self.table.merge(after or [before])

    @staticmethod
    def _refuses(branch: Branch) -> bool:
        return any(isinstance(node, Piece) and node.kind == "error" for node in branch.body)


def _assume(table: Table, finding: Finding, holds: bool) -> Table:
    if finding.condition is None:
        return table
    return assumed(table, finding.condition, holds)


@dataclass
class Shape:
    """What is left of a conditional: branches with the directives they need, or one whose body
    takes its place."""

    kept: list[tuple[Branch, str | None]]  # with the condition's text; None for #else
    replaced: Branch | None = None
    dropped: list[Branch] = field(default_factory=list)


def shape(node: Conditional, findings: dict[Branch, Finding]) -> Shape:
    result = Shape([])
    certain = False
    for branch in node.branches:
        finding = findings.get(branch)
        if certain or finding is None or not finding.taken - {False}:
            result.dropped.append(branch)
            continue
        if finding.taken == {True}:
            certain = True
            if not result.kept:
                result.replaced = branch
            else:
                result.kept.append((branch, None))
            continue
        assert finding.condition is not None
        result.kept.append((branch, written(left_over(finding.condition))))
    return result
