# SPDX-License-Identifier: MIT
"""The page of all results: what is in it, and what a browser makes of it."""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from browser import Browser, chromium
from fakes import SAMPLE, samples

from lab import curves
from lab.commands import report
from lab.commands.main import main
from lab.model import Sample
from lab.reports import page
from lab.store import Results

PHONE, DESKTOP = 390, 1280
BROKEN = "the build failed: </script><b>no</b>"


def several() -> list[Sample]:
    """On three cores; on one of them more curves and a board, on one a peer that does not build, on
    one more builds of Whit."""
    found = [replace(sample, target=core) for core in ("core-a", "core-b") for sample in samples()]
    found += [
        replace(
            SAMPLE,
            target="core-a",
            curve=curve.name,
            operation="ecdh",
            cycles=7 * curve.field_bits**2,
            flash_bytes=10 * curve.field_bits,
        )
        for curve in curves.declared()
        if curve.name != "secp256r1"
    ]
    found += [
        replace(each, board="board-a", board_cycles=2 * each.cycles)
        for each in found
        if each.target == "core-a" and each.cycles is not None and each.library == "whit"
    ]
    broken = replace(
        SAMPLE,
        target="core-b",
        library="broken",
        profile=None,
        cycles=None,
        flash_bytes=None,
        stack_bytes=None,
        constant_time=None,
        error=BROKEN,
    )
    return [*found, broken, *more_builds()]


def more_builds() -> list[Sample]:
    """Each beats the peer's."""
    third = [replace(sample, target="core-c") for sample in samples()]
    ours = [sample for sample in third if sample.library == "whit"]
    return [
        *third,
        *(replace(each, profile="fast", cycles=each.cycles and each.cycles // 2, flash_bytes=4000)
          for each in ours),
        *(replace(each, profile="small", cycles=each.cycles and 2 * each.cycles, flash_bytes=2000)
          for each in ours),
    ]  # fmt: skip


EXTRAS = page.Extras(
    traces=[{"target": "core-a", "library": "whit", "constant_time": True, "addresses": 1}],
    reproduction={
        "rows": [
            {
                "source": "paper",
                "table": "1",
                "status": "run",
                "published": 10,
                "ratio": 1.5,
            },
            {"source": "paper", "table": "1", "status": "unavailable", "reason": "no source"},
        ],
        "made_by": ["fake-gcc 1.2.3", "whit 0.1.0"],
        "summary": [{"source": "paper", "table": "1", "run": 1, "unavailable": 1}],
    },
    faults=[
        {"library": "peer", "accepted": 3, "skipped": {"accepted": 3, "refused": 9}, "seed": "x"}
    ],
)


class Addresses(HTMLParser):
    """What a browser would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("src", "href", "data")]


def rendered() -> str:
    return page.render(several(), EXTRAS).decode()


def data(text: str) -> dict[str, object]:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert match
    content: dict[str, object] = json.loads(match[1])
    return content


def test_nothing_is_fetched() -> None:
    text = rendered()
    parser = Addresses()
    parser.feed(text)
    assert parser.found == ["data:,"]
    assert "{{" not in text
    assert not re.findall(r"\burl\(|@import|\bfetch\(|XMLHttpRequest", text)


def test_the_same_samples_give_the_same_bytes() -> None:
    assert page.render(several(), EXTRAS) == page.render(several()[::-1], EXTRAS)


def test_every_sample_is_in_the_data() -> None:
    found = data(rendered())["samples"]
    assert isinstance(found, dict)
    assert found["names"] == list(SAMPLE.record())
    texts, textual = found["texts"], set(found["textual"])
    decoded = [
        {
            name: texts[value] if name in textual and value is not None else value
            for name, value in zip(found["names"], row, strict=True)
        }
        for row in found["rows"]
    ]
    expected = [sample.record() for sample in several()]
    assert sorted(map(str, decoded)) == sorted(map(str, expected))


def test_who_beats_whom_is_in_the_data() -> None:
    content = data(rendered())
    found, fronts = content["samples"], content["fronts"]
    assert isinstance(found, dict)
    assert isinstance(fronts, list)
    library = found["names"].index("library")

    def of(row: int) -> str:
        return str(found["texts"][found["rows"][row][library]])

    told = {
        (each["operation"], each["image"], each["memory"]): [
            (of(row), [of(rival) for rival in rivals]) for row, rivals in each["beaten"]
        ]
        for each in fronts
        if each["target"] == "core-b"
    }
    assert told["ecdh", "ecdh", "flash_bytes"] == [("peer", ["whit"])]
    assert told["verify", "all", "stack_bytes"] == [("peer", ["whit"])]


def test_drawings_have_their_points_from_the_data() -> None:
    fronts = data(rendered())["fronts"]
    assert isinstance(fronts, list)
    for each in fronts:
        places = [place for place, *_ in each["marks"]]
        assert len(places) == len(set(places))
        assert set(each["rows"]) <= {place for place, _, _, named in each["marks"] if named}


def test_no_text_ends_the_data() -> None:
    assert "<b>no" not in rendered()
    assert BROKEN in str(data(rendered()))


def test_the_laws_are_those_of_the_drawing() -> None:
    fits = data(rendered())["fits"]
    assert isinstance(fits, list)
    for fit in fits:
        special, other = fit["laws"]
        assert (special["kind"], other["kind"]) == ("primes of a special form", "other primes")
        assert round(other["exponent"], 3) == 2
        assert {name: round(times, 2) for name, times, _ in other["curves"]}["bn_p254"] == 1
        (high,) = [each for each in special["curves"] if each[1] > 1.5]
        assert high[0] == "secp256r1"
        assert high[2] == ""
        assert len(special["curves"]) + len(other["curves"]) == len(fit["rows"])


def test_the_command_writes_the_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(report, "RESULTS", tmp_path)
    Results(tmp_path).append(several())
    (tmp_path / "traces.json").write_text(json.dumps(EXTRAS.traces))
    target = tmp_path / "deep" / "index.html"
    assert whit(monkeypatch, "report", "--html", str(target)) == 0
    content = data(target.read_text())
    assert content["traces"] == EXTRAS.traces
    assert content["reproduction"] is None
    assert f"{len(several())} samples" in capsys.readouterr().out
    (tmp_path / "findings").mkdir()
    (tmp_path / "findings" / "faults.jsonl").write_text("{")
    assert whit(monkeypatch, "report", "--html", str(target)) == 1
    assert capsys.readouterr().err.startswith("whit: ")
    assert whit(monkeypatch, "report", "--html", str(target), "--check") == 2
    assert "--html takes neither" in capsys.readouterr().err


def whit(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["whit", *arguments])
    with pytest.raises(SystemExit) as caught:
        main()
    assert isinstance(caught.value.code, int)
    return caught.value.code


# What a browser makes of it.

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
