# SPDX-License-Identifier: MIT
"""What a browser makes of the page of all results."""

import re
import shutil
from collections.abc import Iterator

import pytest
from browser import Browser, chromium
from fakes import SAMPLE, samples
from pages import BROKEN, rendered

PHONE, DESKTOP = 390, 1280

needs_browser = pytest.mark.skipif(
    shutil.which("chromedriver") is None, reason="chromium and its driver are not installed"
)


@pytest.fixture(scope="module", params=[PHONE, DESKTOP])
def browser(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """The page in a window as wide as a phone and as wide as a desk."""
    place = tmp_path_factory.mktemp("page")
    (place / "index.html").write_text(rendered(), encoding="utf-8")
    with chromium(place / "profile", request.param, 900) as opened:
        opened.open(place / "index.html")
        yield opened


def rows(browser: Browser, table: str) -> list[list[str]]:
    found = browser.run(
        "return [...document.querySelectorAll(`#${arguments[0]} tbody tr`)]"
        ".map((row) => [...row.cells].map((cell) => cell.textContent))",
        table,
    )
    assert isinstance(found, list)
    return found


def choose(browser: Browser, selector: str, value: str) -> None:
    """As a hand would."""
    browser.run(
        "const [selector, value] = arguments; const field = document.querySelector(selector);"
        "field.value = value; const kind = field.tagName === 'SELECT' ? 'change' : 'input';"
        "field.dispatchEvent(new Event(kind, { bubbles: true }));",
        selector,
        value,
    )


@needs_browser
@pytest.mark.slow
class TestInABrowser:
    def test_it_loads_without_errors(self, browser: Browser) -> None:
        assert browser.log() == []
        shown = browser.run(
            "return [...document.querySelectorAll('main > section')].map("
            "(section) => [section.id, section.hidden, section.textContent.length > 100])"
        )
        assert isinstance(shown, list)
        assert len(shown) == 8
        assert all(not hidden and filled for _, hidden, filled in shown)

    def test_it_is_not_wider_than_the_window(self, browser: Browser) -> None:
        width = "return document.documentElement.scrollWidth - window.innerWidth"
        assert browser.run(width) == 0
        browser.run("document.querySelectorAll('td .open').forEach((button) => button.click())")
        assert browser.run(width) == 0
        browser.run("document.querySelectorAll('td .open').forEach((button) => button.click())")

    def test_words_filter(self, browser: Browser) -> None:
        choose(browser, "#samples-table input", "PEER verify core-b")
        found = rows(browser, "samples-table")
        assert [row[:4] for row in found] == [["peer (default)", "core-b", "secp256r1", "verify"]]
        choose(browser, "#samples-table input", "no such words")
        assert rows(browser, "samples-table") == []
        choose(browser, "#samples-table input", "")
        assert len(rows(browser, "samples-table")) == 50

    def test_choices_filter(self, browser: Browser) -> None:
        select = "#samples-table label:nth-child(2) select"
        choose(browser, select, "core-b")
        found = rows(browser, "samples-table")
        assert {row[1] for row in found} == {"core-b"}
        assert len(found) == len(samples()) + 1
        choose(browser, select, "")

    def test_columns_sort_and_what_is_missing_comes_last(self, browser: Browser) -> None:
        choose(browser, "#samples-table input", "core-b")
        head = "document.querySelectorAll('#samples-table th button')[4].click()"
        for falling in (False, True):
            browser.run(head)
            cells = [row[4].replace(",", "") for row in rows(browser, "samples-table")]
            counted = [int(cell) for cell in cells if cell != "–"]
            assert counted == sorted(counted, reverse=falling)
            assert cells[len(counted) :] == ["–"] * 3
        sort = browser.run(
            "return document.querySelectorAll('#samples-table th')[4].getAttribute('aria-sort')"
        )
        assert sort == "descending"
        choose(browser, "#samples-table input", "")

    def test_a_row_opens_to_say_how_it_was_obtained(self, browser: Browser) -> None:
        browser.run("document.querySelector('#samples-table td .open').click()")
        (details,) = rows(browser, "samples-table")[1]
        assert SAMPLE.origin in details
        assert SAMPLE.flags in details
        assert SAMPLE.image_sha256 in details
        browser.run("document.querySelector('#samples-table td .open').click()")

    def test_an_error_is_shown_as_text(self, browser: Browser) -> None:
        choose(browser, "#samples-table input", "broken")
        (row,) = rows(browser, "samples-table")
        assert row[-1] == BROKEN
        choose(browser, "#samples-table input", "")

    def test_fronts_follow_the_choices(self, browser: Browser) -> None:
        points = "return document.querySelectorAll('#front-flash .point').length"
        choose(browser, "#front-choices [name=place]", "core-b")
        assert browser.run(points) == 2
        ours, theirs = rows(browser, "front-table")
        assert ours[0] == "whit (balanced)"
        assert ours[-3:] == ["flash, stack", "–", "–"]
        assert theirs[0] == "peer (default)"
        assert theirs[-3:] == ["–", "whit (balanced)", "whit (balanced)"]
        choose(browser, "#front-choices [name=place]", "board-a")
        assert browser.run(points) == 1
        cycles = rows(browser, "front-table")[0][1]
        choose(browser, "#front-choices [name=place]", "core-a")
        halved = rows(browser, "front-table")[0][1]
        assert int(cycles.replace(",", "")) == 2 * int(halved.replace(",", ""))

    def test_the_bytes_may_be_those_of_all_four(self, browser: Browser) -> None:
        text = "return document.querySelector('#front-flash .point').getAttribute('aria-label')"
        choose(browser, "#front-choices [name=place]", "core-b")
        choose(browser, "#front-choices [name=image]", "all")
        assert "with all four operations: 5,000 B flash" in str(browser.run(text))
        choose(browser, "#front-choices [name=image]", "own")
        assert "all four" not in str(browser.run(text))
        choose(browser, "#front-choices [name=place]", "core-a")

    def test_a_tap_says_what_a_point_is(self, browser: Browser) -> None:
        browser.run(
            "document.querySelector('#front-flash .point').dispatchEvent(new MouseEvent('click'))"
        )
        text = str(browser.run("return document.getElementById('tip').innerText"))
        assert "cycles" in text
        assert "constant time" in text
        box = browser.run(
            "const { left, right } = document.getElementById('tip').getBoundingClientRect();"
            "return [left >= 0, right <= window.innerWidth];"
        )
        assert box == [True, True]

    def test_the_law_is_said(self, browser: Browser) -> None:
        """Of samples that grow with the square, but for one curve, whose prime is special."""
        laws = browser.run(
            "return [...document.querySelectorAll('#scaling-law > span')].map("
            "(each) => [each.textContent, getComputedStyle(each.querySelector('path')).color])"
        )
        assert isinstance(laws, list)
        said = [text for text, _ in laws]
        assert said[-1] == "other primes: cycles ∝ bits ^ 2.00"
        assert said[0].startswith("primes of a special form: ")
        drawn = browser.run(
            "return [...document.querySelectorAll('#scaling-chart .front')]"
            ".map((each) => getComputedStyle(each).stroke)"
        )
        assert drawn == [colour for text, colour in laws if "bits ^" in text]
        assert len({colour for _, colour in laws}) == len(laws)
        found = rows(browser, "scaling-table")
        assert len(found) == 50  # at first
        assert found[0][0] == "secp256r1"

    def test_a_table_says_that_it_scrolls(self, browser: Browser) -> None:
        """Where it is cut, and no longer at its end; its first column stays."""
        found = browser.run(
            "const box = document.querySelector('#front-table .scroll');"
            "const state = () => [box.parentElement.classList.contains('cut'),"
            " !document.querySelector('#front-table .hint').hidden];"
            "const first = () => box.querySelector('td').getBoundingClientRect().left;"
            "const [start, left] = [state(), first()];"
            "box.scrollLeft = box.scrollWidth; box.dispatchEvent(new Event('scroll'));"
            "const end = state(); const stays = Math.abs(first() - left) < 2;"
            "const wide = box.scrollWidth > box.clientWidth + 1;"
            "box.scrollLeft = 0; box.dispatchEvent(new Event('scroll'));"
            "return [wide, start, end, stays]"
        )
        assert isinstance(found, list)
        wide, start, end, stays = found
        assert start == [wide, wide]
        assert end == [False, wide]
        assert stays
        if browser.run("return window.innerWidth") == PHONE:
            assert wide

    def test_names_in_charts_lie_on_nothing(self, browser: Browser) -> None:
        """Neither on points, nor on one another, nor on the axes' figures and titles."""
        over = browser.run(
            "const box = (each) => each.getBoundingClientRect();"
            "const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 &&"
            " a.top < b.bottom - 2 && b.top < a.bottom - 2;"
            "const found = []; let names = 0;"
            "for (const svg of document.querySelectorAll('.chart svg')) {"
            " const texts = [...svg.querySelectorAll('text')];"
            " const marks = [...svg.querySelectorAll('.mark')];"
            " for (const name of texts) for (const other of [...texts, ...marks]) {"
            "  if (name === other) continue;"
            "  if (!name.classList.contains('name') && other.classList.contains('mark')) continue;"
            "  names += name.classList.contains('name');"
            "  if (over(box(name), box(other)))"
            "   found.push([name.textContent, other.textContent || 'a point']);"
            " } }"
            "return [names > 0, found]"
        )
        assert over == [True, []]

    def test_names_in_charts_lie_on_no_front(self, browser: Browser) -> None:
        """Each point of its line is outside of each name's box."""
        choose(browser, "#front-choices [name=place]", "core-c")
        found = browser.run(
            "const found = []; let steps = 0;"
            "for (const svg of document.querySelectorAll('#front svg[role=img]')) {"
            " for (const front of svg.querySelectorAll('.front')) {"
            "  for (let at = 0; at < front.getTotalLength(); at += 1) {"
            "   const { x, y } = front.getPointAtLength(at); steps += 1;"
            "   for (const name of svg.querySelectorAll('.name')) {"
            "    const box = name.getBBox();"
            "    if (x > box.x && x < box.x + box.width && y > box.y + 2 &&"
            "        y < box.y + box.height - 2) found.push(name.textContent);"
            " } } } }"
            "return [steps > 100, [...new Set(found)]]"
        )
        choose(browser, "#front-choices [name=place]", "core-a")
        assert found == [True, []]

    def test_several_that_beat_a_build_fold(self, browser: Browser) -> None:
        """The first is shown, the others open; words find all of them."""
        choose(browser, "#front-choices [name=place]", "core-c")
        cell = "document.querySelector('#front-table td.long details')"
        said = browser.run(f"return {cell}.querySelector('summary').innerText")
        assert said == "whit (balanced) and 2 more"
        hidden = f"return {cell}.querySelector('li').checkVisibility()"
        closed = browser.run(f"return {cell}.closest('tr').offsetHeight")
        assert not browser.run(hidden)
        browser.run(f"{cell}.querySelector('summary').click()")
        assert browser.run(hidden)
        assert browser.run(f"return {cell}.querySelector('li').innerText") == "whit (fast)"
        opened = browser.run(f"return {cell}.closest('tr').offsetHeight")
        assert isinstance(opened, int)
        assert isinstance(closed, int)
        assert opened > closed
        choose(browser, "#front-table input", "peer fast")
        assert [row[0] for row in rows(browser, "front-table")] == ["peer (default)"]
        choose(browser, "#front-table input", "")
        choose(browser, "#front-choices [name=place]", "core-a")

    def test_tables_have_a_bar_that_scrolls_them(self, browser: Browser) -> None:
        """Of its own height, so that systems which hide such bars show it."""
        height = browser.run(
            "return getComputedStyle(document.querySelector('#front-table .scroll'),"
            " '::-webkit-scrollbar').height"
        )
        assert height == "9.6px"

    def test_units_stand_in_heads_of_columns(self, browser: Browser) -> None:
        heads = browser.run(
            "return [...document.querySelectorAll('#samples-table th')].map((th) => th.innerText)"
        )
        assert isinstance(heads, list)
        assert {"cycles", "flash B", "stack B"} <= set(heads)
        cells = [cell for row in rows(browser, "samples-table") for cell in row[4:7]]
        assert cells
        assert all(re.fullmatch(r"[\d,]+|–", cell) for cell in cells)

    def test_bars_show_each_library_s_fastest_and_smallest(self, browser: Browser) -> None:
        choose(browser, "#bar-choices [name=place]", "core-c")
        bars = (
            "return [...document.querySelectorAll('#bars .bar-groups > div')]"
            ".filter((group) => group.querySelector('h3').innerText === 'ecdh')"
            ".flatMap((group) => [...group.querySelectorAll('.bar:not(.head) .who')])"
            ".map((who) => who.innerText)"
        )
        assert browser.run(bars) == [
            "whit (fast) fastest",
            "whit (small) smallest",
            "peer (default)",
        ]
        head = browser.run("return document.querySelector('#bars .head').innerText")
        assert str(head).split() == ["kilocycles", "flash", "B"]
        edges = browser.run(
            "return [...document.querySelectorAll('#bars .bar-groups > div:first-child .flash')]"
            ".map((cell) => cell.getBoundingClientRect().right)"
        )
        assert isinstance(edges, list)
        assert len(set(edges)) == 1
        choose(browser, "#bar-choices [name=shown]", "all")
        assert len(browser.run(bars)) == 4  # type: ignore[arg-type]
        choose(browser, "#bar-choices [name=place]", "core-a")

    def test_published_figures_and_faults(self, browser: Browser) -> None:
        assert len(rows(browser, "reproduction-table")) == 2
        assert rows(browser, "reproduction-summary") == [["paper", "1", "1", "1"]]
        assert rows(browser, "faults-table") == [["peer", "3", "3", "9"]]

    def test_colours_follow_the_system(self, browser: Browser) -> None:
        paper = "return getComputedStyle(document.body).backgroundColor"
        light = browser.run(paper)
        browser.prefer_dark(True)
        dark = browser.run(paper)
        browser.prefer_dark(False)
        assert light == browser.run(paper) == "rgb(255, 255, 255)"
        assert dark != light

    def test_nothing_went_wrong_on_the_way(self, browser: Browser) -> None:
        assert browser.log() == []
        browser.run("console.error('seen')")
        assert "seen" in str(browser.log())
