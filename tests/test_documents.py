# SPDX-License-Identifier: MIT
"""What the documents say holds: links and anchors, paths, commands and their options, sizes."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from lab.commands.app import app
from tests.runner.tools import ROOT

LIMITS = {"README.md": 9_000, "ARCHITECTURE.md": 12_000}  # bytes: what is read in one sitting
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^(?:\.venv/bin/)?whit ([a-z](?:[^\n#]|(?<=\\)\n)*)", re.MULTILINE)
NAMED = re.compile(r"`([\w.-]+(?:/[\w.*-]+)+/?)`")  # a path in the text
MADE = ("results/probed/", "peers/mine/")  # by the user, as the documents say


def tracked() -> list[str]:
    done = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [name for name in done.stdout.splitlines() if (ROOT / name).exists()]


DOCUMENTS = [name for name in tracked() if name.endswith(".md")]
TOPS = {name.split("/")[0] for name in tracked() if "/" in name}


def prose(name: str) -> str:
    """A document without its blocks of code."""
    return CODE.sub("", (ROOT / name).read_text(encoding="utf-8"))


def anchors(path: Path) -> set[str]:
    """The names by which links reach the headings of a document."""
    headings = HEADING.findall(CODE.sub("", path.read_text(encoding="utf-8")))
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)|`", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in plain}


def broken_links(name: str) -> list[str]:
    found = []
    for target in LINK.findall(prose(name)):
        if re.match(r"[a-z]+:", target):
            continue
        place, _, anchor = target.partition("#")
        path = (ROOT / name).parent / place if place else ROOT / name
        if not path.exists() or (anchor and anchor not in anchors(path)):
            found.append(target)
    return found


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    assert broken_links(name) == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_paths_exist(name: str) -> None:
    """Those that begin with a folder of the repository; * stands for any name."""
    said = {path for path in NAMED.findall(prose(name)) if path.split("/")[0] in TOPS}
    assert [path for path in said if not path.startswith(MADE) and not any(ROOT.glob(path))] == []


@pytest.mark.parametrize("name", sorted(LIMITS))
def test_what_is_read_first_is_short(name: str) -> None:
    assert (ROOT / name).stat().st_size <= LIMITS[name]


def commands(name: str) -> list[str]:
    blocks = CODE.findall((ROOT / name).read_text(encoding="utf-8"))
    return [found for block in blocks for found in COMMAND.findall(block)]


def unknown(words: list[str]) -> list[str]:
    """The words of a command that whit does not know: its name or an option."""
    command = get_command(app)
    while isinstance(command, TyperGroup) and words:
        if words[0] not in command.commands:
            return words[:1]
        command, words = command.commands[words[0]], words[1:]
    known = {option for parameter in command.params for option in parameter.opts}
    options = [word.split("=")[0] for word in words if re.match(r"--?[a-z]", word)]
    return [option for option in options if option not in known | {"--help"}]


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if commands(name)])
def test_commands_are_known(name: str) -> None:
    wrong = {line: unknown(shlex.split(line)) for line in commands(name)}
    assert {line: words for line, words in wrong.items() if words} == {}


def test_what_is_wrong_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# A `b`, c\n[x](no.md) [y](#a-b-c) [z](#a) `lab/none.py`\n```\nwhit trace --no 1\n```\n"
    (tmp_path / "d.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr("tests.test_documents.ROOT", tmp_path)
    assert broken_links("d.md") == ["no.md", "#a"]
    assert [unknown(shlex.split(line)) for line in commands("d.md")] == [["--no"]]
    with pytest.raises(AssertionError):
        test_paths_exist("d.md")
