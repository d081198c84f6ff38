# SPDX-License-Identifier: MIT
"""Documents in Markdown as pages, with their links led to pages."""

import html
import posixpath
import re
from collections.abc import Callable, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

LINK = re.compile(r"[a-z][a-z+.-]*:")
# What a link to this is led to: from a document's path and the link's.
Lead = Callable[[str, str], str]


def anchor(heading: str) -> str:
    """The name by which links reach a heading, as forges make it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def title_of(text: str) -> str:
    """Of a document: its first heading."""
    found = re.search(r"^# (.+)$", text, re.M)
    return re.sub(r"`", "", found[1]) if found else ""


def target(document: str, link: str) -> tuple[str, str] | None:
    """The file of the repository that a link means, and the anchor; None for what is outside."""
    if LINK.match(link):
        return None
    place, _, name = link.partition("#")
    folder = posixpath.dirname(document)
    path = posixpath.normpath(posixpath.join(folder, place)) if place else document
    return path, name


def links(text: str) -> Sequence[str]:
    """All links and pictures of a document."""
    return [str(value) for token in _walk(_parser().parse(text)) for value in _addresses(token)]


def body(document: str, text: str, lead: Lead) -> str:
    """The document as HTML. `lead` says where links go to."""
    parser = _parser()
    tokens = parser.parse(text)
    used: dict[str, int] = {}
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following is not None:
            name = anchor(_plain(following))
            number = used.setdefault(name, 0)
            used[name] += 1
            token.attrSet("id", f"{name}-{number}" if number else name)
    for token in _walk(tokens):
        for key in ("href", "src"):
            value = token.attrGet(key)
            if isinstance(value, str):
                token.attrSet(key, lead(document, value))
    rendered = str(parser.renderer.render(tokens, parser.options, {}))
    rendered = re.sub(r"<!--.*?-->\n?", "", rendered, flags=re.S)
    rendered = rendered.replace("<table>", '<div class="wide"><table>')
    return rendered.replace("</table>", "</table></div>")


def listing(text: str) -> str:
    """A file as it is."""
    return f"<pre><code>{html.escape(text)}</code></pre>\n"


def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": True}).enable("table")


def _walk(tokens: Sequence[Token]) -> Sequence[Token]:
    return [each for token in tokens for each in (token, *(token.children or ()))]


def _addresses(token: Token) -> Sequence[str | int | float]:
    found = (token.attrGet("href"), token.attrGet("src"))
    return [value for value in found if value is not None]


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())
