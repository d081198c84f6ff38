# SPDX-License-Identifier: MIT
"""The files that are left, as text."""

import re
import textwrap
from collections.abc import Iterable, Sequence

from tools.emission.conditions import Condition, Joined, atoms, left_over, opposite, written
from tools.emission.reach import Reach
from tools.emission.source import Branch, Conditional, Node, Piece
from tools.emission.walk import TEMPLATE

COLUMNS = 100


class Render:
    """Writes what a Reach keeps. A template that is included once stands where it is included;
    others become sections of an included file."""

    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self.absent: dict[str, None] = {}  # names in conditions that stayed, which count as 0
        included = [reach.section(piece) for piece in reach.walk.sections if reach.holds(piece)]
        self.shared = list(
            dict.fromkeys(each for each in included if each and included.count(each) > 1)
        )

    def file(self, name: str) -> list[str]:
        return tidy(self._nodes(self.reach.walk.files[name]))

    def section(self, branch: Branch) -> list[str]:
        """A template that is included more than once."""
        return tidy(self._nodes(branch.body))

    def _nodes(self, nodes: Sequence[Node]) -> list[str]:
        lines: list[str] = []
        spoken = described(nodes, self.reach)
        for position, node in enumerate(nodes):
            if isinstance(node, Conditional):
                lines += self._conditional(node)
            elif node.kind == "blank":
                lines.append("")
            elif node.kind == "comment":
                if node in spoken:
                    lines += node.lines
            elif node.kind == "pragma":
                if self._encloses(nodes, position):
                    lines += node.lines
            elif node.kind == "include":
                lines += self._include(node)
            elif self.reach.piece(node):
                lines += node.lines
        return lines

    def _include(self, piece: Piece) -> list[str]:
        if not self.reach.piece(piece):
            return []
        branch = self.reach.section(piece)
        if branch is None:
            # What the public header includes is there already.
            own = self.reach.walk.files[self.reach.header]
            there = {each.text for each in own if isinstance(each, Piece)}
            return [] if piece.file != self.reach.header and piece.text in there else piece.lines
        title = comment_of(branch.piece)
        if branch not in self.shared:
            return ["", title, *tidy(self._nodes(branch.body)), ""]
        number = self.shared.index(branch) + 1
        return [f"#define {TEMPLATE} {number} {title}", *piece.lines, f"#undef {TEMPLATE}"]

    def _conditional(self, node: Conditional) -> list[str]:
        left = self.reach.shapes[node]
        if not self.reach.holds(node):
            return []
        if left.replaced is not None:
            return self._nodes(left.replaced.body)
        branches = [branch for branch, _ in left.kept]
        conditions = [self._left(branch, text) for branch, text in left.kept]
        bodies = [tidy(self._nodes(branch.body)) for branch in branches]
        while not bodies[-1]:
            bodies.pop()
        first = 0
        while not bodies[first]:
            # What an empty branch leaves to the others, they say.
            empty, after = conditions[first], conditions[first + 1]
            assert empty is not None
            parts = [opposite(empty), *([] if after is None else [after])]
            conditions[first + 1] = Joined("&&", parts) if len(parts) > 1 else parts[0]
            first += 1
        lines: list[str] = []
        for number in range(first, len(bodies)):
            lines += self._opening(branches[number], conditions[number], first=number == first)
            lines += bodies[number]
        return [*lines, "#endif"]

    def _left(self, branch: Branch, text: str | None) -> Condition | None:
        condition = self.reach.walk.findings[branch].condition
        return None if text is None or condition is None else left_over(condition)

    def _opening(self, branch: Branch, condition: Condition | None, *, first: bool) -> list[str]:
        if condition is None:
            return ["#else"]
        text = written(condition)
        whole = self.reach.walk.findings[branch].condition
        for atom in atoms(whole or condition):
            self.absent.update(atom.absent)
        same = whole is not None and written(whole) == text
        if same and first == (branch.directive != "elif"):
            return branch.piece.lines
        name = re.fullmatch(r"(!?)defined\((\w+)\)", text)
        if name and first:
            return [f"#if{'n' if name[1] else ''}def {name[2]}"]
        return wrapped(f"#{'if' if first else 'elif'} {text}")

    def _encloses(self, nodes: Sequence[Node], position: int) -> bool:
        """Whether something is kept between a pragma that pushes and the one that pops."""
        start = end = position
        while start > 0 and not _is(nodes[start], "push"):
            start -= 1
        while end + 1 < len(nodes) and not _is(nodes[end], "pop"):
            end += 1
        return any(self.reach.holds(node) for node in nodes[start:end])


def _is(node: Node, word: str) -> bool:
    return isinstance(node, Piece) and node.kind == "pragma" and node.text.endswith(word)


def comment_of(piece: Piece) -> str:
    match = re.search(r"/\*.*\*/", "\n".join(piece.lines), re.S)
    return match[0] if match else ""


def described(nodes: Sequence[Node], reach: Reach) -> set[Piece]:
    """The comments that stay, of those among these nodes. One that a line follows describes the
    lines up to an empty one or to the next comment; one that stands alone describes what comes
    before the next that does, and a file's title what comes before the next title."""
    kept: set[Piece] = set()
    for position, node in enumerate(nodes):
        if not isinstance(node, Piece) or node.kind != "comment":
            continue
        rest = nodes[position + 1 :]
        if is_title(node):
            covered = _until(rest, is_title)
        elif not rest or _is_blank(rest[0]):
            titled = position > 0 and is_title(_before(nodes, position))
            covered = _until(rest, is_title) if titled or position == 0 else _alone(rest)
        else:
            covered = _paragraph(rest)
        if any(reach.holds(each) for each in covered):
            kept.add(node)
    return kept


def is_title(node: Node | None) -> bool:
    return isinstance(node, Piece) and node.kind == "comment" and "/* ---- " in node.lines[0]


def _before(nodes: Sequence[Node], position: int) -> Node | None:
    """What stands before a node, empty lines and comments right above it aside."""
    while position > 0 and _is_comment(nodes[position - 1]) and not is_title(nodes[position - 1]):
        position -= 1
    return next((node for node in reversed(nodes[:position]) if not _is_blank(node)), None)


def _is_blank(node: Node) -> bool:
    return isinstance(node, Piece) and node.kind == "blank"


def _is_comment(node: Node) -> bool:
    return isinstance(node, Piece) and node.kind == "comment"


def _until(nodes: Sequence[Node], ends: "object") -> list[Node]:
    assert callable(ends)
    found: list[Node] = []
    for node in nodes:
        if ends(node):
            break
        found.append(node)
    return found


def _alone(nodes: Sequence[Node]) -> list[Node]:
    found: list[Node] = []
    for position, node in enumerate(nodes):
        follows = nodes[position + 1] if position + 1 < len(nodes) else None
        if is_title(node) or (_is_comment(node) and (follows is None or _is_blank(follows))):
            break
        found.append(node)
    return found


def _paragraph(nodes: Sequence[Node]) -> list[Node]:
    found: list[Node] = []
    for node in nodes:
        if _is_blank(node) or (found and _is_comment(node)):
            break
        found.append(node)
    return found


def wrapped(text: str) -> list[str]:
    """A directive in lines that are not too long."""
    if len(text) <= COLUMNS:
        return [text]
    lines = textwrap.wrap(
        text, COLUMNS - 2, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
    return [*(f"{line} \\" for line in lines[:-1]), lines[-1]]


def tidy(lines: Iterable[str]) -> list[str]:
    """No runs of empty lines, and none at the beginning and the end of what braces hold."""
    result: list[str] = []
    for line in lines:
        if not line.strip():
            if result and result[-1] and not result[-1].endswith("{"):
                result.append("")
            continue
        if line.lstrip().startswith("}") and result and not result[-1]:
            result.pop()
        result.append(line)
    while result and not result[-1]:
        result.pop()
    return result
