# SPDX-License-Identifier: MIT
"""The page of all results: what is in it."""

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fakes import SAMPLE
from pages import BROKEN, EXTRAS, rendered, several

from lab.commands import report
from lab.commands.main import main
from lab.reports import page
from lab.store import Results


class Addresses(HTMLParser):
    """What a browser would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("src", "href", "data")]


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
