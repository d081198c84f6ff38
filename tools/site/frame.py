# SPDX-License-Identifier: MIT
"""What is around every page: the head, the menu, the style."""

import html
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

STYLE = """\
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: #0b62c4; }
@media (prefers-color-scheme: dark) { :root { --link: #7db7ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 74rem; padding: 0 1rem 3rem; line-height: 1.5;
  font-family: system-ui, sans-serif; overflow-wrap: break-word; }
a { color: var(--link); }
nav { border-bottom: 1px solid var(--line); padding: .6rem 0; }
nav summary { cursor: pointer; padding: .3rem 0; }
nav > a { font-weight: 600; margin-right: 1rem; }
nav ul { list-style: none; margin: 0; padding: 0; columns: 13rem; }
nav li { padding: .15rem 0; }
main { max-width: 60rem; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 2rem; }
pre { background: var(--soft); overflow-x: auto; padding: .7rem; }
code, pre { font-size: .9rem; }
pre code { font-size: inherit; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem; text-align: left;
  vertical-align: top; }
td code { overflow-wrap: normal; }
img { height: auto; max-width: 100%; }
dl { display: grid; gap: .2rem 1rem; grid-template-columns: minmax(6rem, max-content) 1fr; }
dt { font-family: monospace; overflow-wrap: anywhere; }
dd { margin: 0; }
@media (max-width: 40rem) { dl { display: block; } dd { margin: 0 0 .4rem 1rem; } }
"""


@dataclass(frozen=True)
class Entry:
    """A line of the menu."""

    title: str
    page: str  # from the site's root


@dataclass(frozen=True)
class Group:
    title: str
    entries: Sequence[Entry]


def relative(page: str, target: str) -> str:
    """A link on a page, both from the site's root."""
    return os.path.relpath(target, Path(page).parent)


def framed(page: str, title: str, body: str, menu: Sequence[Group]) -> str:
    """The whole file."""

    def link(entry: Entry) -> str:
        return f'<a href="{relative(page, entry.page)}">{html.escape(entry.title)}</a>'

    groups = "".join(
        f"<h3>{html.escape(group.title)}</h3>\n<ul>\n"
        + "".join(f"<li>{link(entry)}</li>\n" for entry in group.entries)
        + "</ul>\n"
        for group in menu
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n"
        f'<link rel="stylesheet" href="{relative(page, "style.css")}">\n</head>\n<body>\n'
        f"<nav>\n{link(Entry('Whit', 'index.html'))}\n"
        f"<details><summary>Contents</summary>\n{groups}</details>\n</nav>\n"
        f"<main>\n{body}</main>\n</body>\n</html>\n"
    )
