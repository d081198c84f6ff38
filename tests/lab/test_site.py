# SPDX-License-Identifier: MIT
"""The site of documents and contracts: every link leads somewhere, every page can be reached, and a
phone shows it."""

import shutil
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from browser import Browser, chromium

from lab.paths import INCLUDE, ROOT
from tools.site.__main__ import Site, SiteError
from tools.site.documents import body
from tools.site.reference import parts, prose

PHONE, DESKTOP = 390, 1280


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("site")
    assert Site(ROOT, output).build() > 150
    return output


class Page(HTMLParser):
    """The addresses and anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name == "id" and value:
                assert value not in self.anchors, value
                self.anchors.add(value)


def inside(links: Sequence[str]) -> Iterator[tuple[str, str]]:
    for link in links:
        if not link.startswith(("http:", "https:")):
            place, _, name = link.partition("#")
            yield unquote(place), unquote(name)


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_no_link_is_dead_and_every_page_is_reached(site: Path) -> None:
    pages = {path.resolve(): Page(path) for path in site.rglob("*.html")}
    reached = {(site / "index.html").resolve()}
    waiting = list(reached)
    while waiting:
        path = waiting.pop()
        for place, name in inside(pages[path].links):
            target = (path.parent / place).resolve() if place else path
            assert target.is_file(), (path, place)
            if name:
                assert name in pages[target].anchors, (path, place, name)
            if target in pages and target not in reached:
                reached.add(target)
                waiting.append(target)
    assert reached == set(pages)


def test_everything_is_in_the_site_itself(site: Path) -> None:
    """Styles and pictures: nothing is fetched from elsewhere."""
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert 'src="http' not in text
        assert "<script" not in text
    assert "url(" not in (site / "style.css").read_text(encoding="utf-8")


def test_every_function_has_its_contract(site: Path) -> None:
    """On the page of its header, below a heading with its name."""
    page = Page(site / "reference" / "ecdh.html")
    assert {"whit_ecdh", "whit_ecdh_cofactor"} <= page.anchors
    text = (site / "reference" / "ecdh.html").read_text(encoding="utf-8")
    assert "Derive the shared secret of a private key" in text
    assert "<dt>secret</dt>" in text
    for header in INCLUDE.glob("whit/*.h"):
        assert all(part.comment for part in parts(header.read_text(encoding="utf-8"))), header


def test_figures_are_those_of_the_documents(site: Path) -> None:
    """Tables are rendered into the documents, and the site has what these have."""
    table = (ROOT / "doc" / "choosing.md").read_text(encoding="utf-8")
    row = next(line for line in table.splitlines() if line.startswith("| whit (balanced)"))
    text = (site / "doc" / "choosing.html").read_text(encoding="utf-8")
    for cell in row.strip("| ").split(" | "):
        assert f">{cell}</td>" in text


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_the_same_sources_give_the_same_site(site: Path, tmp_path: Path) -> None:
    Site(ROOT, tmp_path).build()
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        assert (tmp_path / path.relative_to(site)).read_bytes() == path.read_bytes(), path


def test_a_link_that_leads_nowhere_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "include" / "whit").mkdir(parents=True)
    (tmp_path / "README.md").write_text("# A\n\n[gone](src/gone.c)\n", encoding="utf-8")
    with pytest.raises(SiteError, match=r"README.md links to src/gone.c"):
        Site(tmp_path, tmp_path / "out").build()
    (tmp_path / "README.md").write_text("# A\n\n[gone](gone.md)\n", encoding="utf-8")
    with pytest.raises(SiteError, match=r"README.md links to gone.md"):
        Site(tmp_path, tmp_path / "out").build()


def test_markdown_becomes_safe_html() -> None:
    text = "# A `b` & c\n\n## A `b` & c\n\n<!-- whit:x -->\n| a |\n| --- |\n| `<b>` |\n"
    found = body("x.md", text, lambda _, link: link)
    assert 'id="a-b--c"' in found
    assert 'id="a-b--c-1"' in found
    assert "whit:x" not in found
    assert "<code>&lt;b&gt;</code>" in found


def test_contracts_keep_their_lists_and_signs() -> None:
    found = prose("Do a < b.\n\nout, in      two\n             lines\nlength       bytes")
    assert "<p>Do a &lt; b.</p>" in found
    assert "<dt>out, in</dt><dd>two lines</dd>" in found
    assert "<dt>length</dt><dd>bytes</dd>" in found


SHOWN = ("index.html", "doc/start.html", "doc/curves.html", "doc/byte-order.html",
         "reference/index.html", "reference/ecdsa.html", "reference/secp256r1.html")  # fmt: skip


@pytest.fixture(scope="module", params=[PHONE, DESKTOP])
def browser(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    if shutil.which("chromedriver") is None:
        pytest.skip("chromium and its driver are not installed")
    with chromium(tmp_path_factory.mktemp("profile"), request.param, 900) as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", SHOWN)
def test_pages_fit_their_window(name: str, browser: Browser, site: Path) -> None:
    """Wide tables and code scroll by themselves; no text is smaller than 13 pixels."""
    browser.open(site / name)
    widths = browser.run("return [document.documentElement.scrollWidth, window.innerWidth]")
    assert isinstance(widths, list)
    assert widths[0] <= widths[1]
    sizes = browser.run(
        "return [...document.querySelectorAll('p, td, dd, li, code')].map((e) =>"
        " parseFloat(getComputedStyle(e).fontSize))"
    )
    assert isinstance(sizes, list)
    assert min(sizes) >= 13
    assert browser.log() == []


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_the_menu_opens_and_leads_to_a_page(browser: Browser, site: Path) -> None:
    browser.open(site / "index.html")
    script = (
        "document.querySelector('nav summary').click();"
        "const found = [...document.querySelectorAll('nav li a')]"
        ".filter((a) => a.offsetParent !== null);"
        "found.find((a) => a.textContent === 'quick start').click(); return found.length"
    )
    visible = browser.run(script)
    assert isinstance(visible, int)
    assert visible > 20
    assert browser.run("return document.title") == "Quick start"
