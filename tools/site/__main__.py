# SPDX-License-Identifier: MIT
"""Write the site: README.md and every document that links lead to from there, a page of each public
header, and the sources that documents name.

    python3 -m tools.site --output build/site
"""

import argparse
import html
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.files import ROOT, write
from tools.site import documents, reference
from tools.site.frame import STYLE, Entry, Group, framed, relative

FIRST = "README.md"
HEADERS = "include/whit"
REFERENCE = "reference/index.html"
PICTURES = (".svg", ".png")
# A list of documents in README.md: "- Using the library: [building](doc/building.md) · ..."
_LISTED = re.compile(r"^- ([A-Z][\w ]+): (\[.*?)(?=^- |\n\n|\Z)", re.M | re.S)
_LINKED = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")


class SiteError(Exception):
    """A link that leads nowhere."""


def page_of(path: str) -> str:
    """Where a file of the repository is in the site."""
    if path == FIRST:
        return "index.html"
    if path == HEADERS:
        return REFERENCE
    if path.startswith(f"{HEADERS}/"):
        return f"reference/{Path(path).stem}{'-hpp' if path.endswith('.hpp') else ''}.html"
    if path.endswith(PICTURES):
        return path
    if path.endswith(".md"):
        return path.removesuffix(".md") + ".html"
    return f"source/{path}.html"


def reachable(root: Path) -> Mapping[str, str]:
    """Documents by path, those that links lead to from the first one."""
    found: dict[str, str] = {}
    waiting = [FIRST]
    while waiting:
        path = waiting.pop(0)
        if path in found:
            continue
        found[path] = (root / path).read_text(encoding="utf-8")
        for link in documents.links(found[path]):
            target = documents.target(path, link)
            if target and target[0].endswith(".md"):
                if not (root / target[0]).is_file():
                    raise SiteError(f"{path} links to {link}, which is not there")
                waiting.append(target[0])
    return found


def menu(first: str) -> Sequence[Group]:
    """The lists of README.md."""
    groups = []
    for title, text in _LISTED.findall(first):
        linked = ((name, link.split("#")[0]) for name, link in _LINKED.findall(text))
        entries = [Entry(name, page_of(link)) for name, link in linked if link.endswith(".md")]
        groups.append(Group(title, entries))
    return [*groups, Group("Reference", [Entry("functions and contracts", REFERENCE)])]


class Site:
    def __init__(self, root: Path, output: Path) -> None:
        self._root = root
        self._output = output
        self._documents = reachable(root)
        self._menu = menu(self._documents[FIRST])
        self._sources: set[str] = set()

    def build(self) -> int:
        """Write all; how many pages there are."""
        self._put("style.css", STYLE)
        for path, text in self._documents.items():
            page = page_of(path)
            body = documents.body(path, text, self._lead)
            self._page(page, documents.title_of(text) or path, body)
        headers = sorted((self._root / HEADERS).iterdir())
        for header in headers:
            text = header.read_text(encoding="utf-8")
            page = page_of(f"{HEADERS}/{header.name}")
            self._page(page, f"whit/{header.name}", reference.body(header.name, text))
        self._page(REFERENCE, "Reference", self._index(headers))
        for path in sorted(self._sources):
            self._page(page_of(path), path, self._source(path))
        return len(self._documents) + len(headers) + 1 + len(self._sources)

    def _lead(self, document: str, link: str) -> str:
        target = documents.target(document, link)
        if target is None:
            return link
        path, name = target
        if not (self._root / path).exists():
            raise SiteError(f"{document} links to {link}, which is not there")
        page = page_of(path)
        if path.endswith(PICTURES):
            self._output.joinpath(page).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self._root / path, self._output / page)
        elif page.startswith("source/"):
            self._sources.add(path)
            name = ""
        return relative(page_of(document), page) + (f"#{name}" if name else "")

    def _index(self, headers: Sequence[Path]) -> str:
        """Headers that people wrote, then those of curves, each with what it declares."""
        texts = {header.name: header.read_text(encoding="utf-8") for header in headers}
        written = "<h1>Reference</h1>\n"
        for title, of_curves in (("By purpose", False), ("By curve", True)):
            written += f"<h2>{title}</h2>\n<dl>\n"
            for name, text in texts.items():
                if reference.is_generated(text) == of_curves:
                    page = relative(REFERENCE, page_of(f"{HEADERS}/{name}"))
                    about = html.escape(reference.first_sentence(text))
                    written += f'<dt><a href="{page}">{name}</a></dt><dd>{about}</dd>\n'
            written += "</dl>\n"
        written += "<h2>Functions</h2>\n<ul>\n"
        for name, function in sorted(self._functions(texts), key=lambda each: each[1]):
            page = relative(REFERENCE, page_of(f"{HEADERS}/{name}"))
            written += f'<li><a href="{page}#{function}">{function}</a></li>\n'
        return written + "</ul>\n"

    @staticmethod
    def _functions(texts: Mapping[str, str]) -> Sequence[tuple[str, str]]:
        anchors = re.compile(r'<h2 id="(whit_\w+)">')
        return [
            (name, function)
            for name, text in texts.items()
            if not reference.is_generated(text) or name in ("x25519.h", "ed25519.h")
            for function in anchors.findall(reference.body(name, text))
        ]

    def _source(self, path: str) -> str:
        place = self._root / path
        title = f"<h1>{html.escape(path)}</h1>\n"
        if place.is_dir():
            names = sorted(each.name for each in place.iterdir() if not each.name.startswith("."))
            return (
                f"{title}<ul>\n{''.join(f'<li>{html.escape(name)}</li>' for name in names)}</ul>\n"
            )
        return title + documents.listing(place.read_text(encoding="utf-8"))

    def _page(self, page: str, title: str, body: str) -> None:
        self._put(page, framed(page, title, body, self._menu))

    def _put(self, page: str, text: str) -> None:
        write(self._output / page, text)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--output", type=Path, required=True, help="the folder for the site")
    output = parser.parse_args().output
    try:
        pages = Site(ROOT, output).build()
    except (SiteError, OSError, UnicodeDecodeError) as error:
        print(f"site: {error}", file=sys.stderr)
        return 1
    print(f"{output}: {pages} pages; begin with index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
