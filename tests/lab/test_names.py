# SPDX-License-Identifier: MIT
"""Names on the command line: those of curves, what is near to a wrong one, what the shell
completes, and the program's version."""

import inspect
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from program import Captured, Patch, Whit

from lab import curves
from lab.commands.app import app
from lab.commands.options import curve_name
from lab.errors import UnknownNameError, nearest
from lab.paths import ROOT, version

# What hands the words on to a program of tools/, which reads the same files.
HANDED_ON = {"lab.commands.emit", "lab.commands.plan"}


@pytest.mark.parametrize("curve", curves.every(), ids=lambda curve: curve.name)
def test_names_and_aliases_mean_one_curve(curve: curves.Curve) -> None:
    for word in (curve.name, *curve.aliases):
        for written in (word, word.upper(), word.replace("-", ""), word.replace(" ", "_")):
            assert curves.named(written) == curve.name


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("P-256", "secp256r1"),
        ("p521", "secp521r1"),
        ("prime256v1", "secp256r1"),
        ("NIST P-384", "secp384r1"),
        ("X25519", "curve25519"),
        ("Ed448", "ed448"),
        ("BLS12-381", "bls12_381"),
        ("SM2", "sm2p256v1"),
        ("all", "all"),
    ],
)
def test_words_that_users_write(word: str, name: str) -> None:
    assert curve_name(word) == name


def taking_curves() -> list[Callable[..., None]]:
    """The functions of every command that has --curve."""
    found = []
    commands = [typer.main.get_command(app)]
    while commands:
        each = commands.pop()
        commands += getattr(each, "commands", {}).values()
        if any("--curve" in parameter.opts for parameter in each.params):
            assert each.callback is not None
            found.append(inspect.unwrap(each.callback))
    return [each for each in found if each.__module__ not in HANDED_ON]


@pytest.mark.parametrize("command", taking_curves(), ids=lambda each: each.__module__)
def test_every_command_takes_aliases(command: Callable[..., None]) -> None:
    annotation = inspect.signature(command).parameters["curve"].annotation
    (option,) = (each for each in annotation.__metadata__ if hasattr(each, "parser"))
    assert option.parser is curve_name


@pytest.mark.parametrize("word", ["P-257", "secp256r2", "ed25518", "nist", "nonsense", ""])
def test_an_error_names_what_is_near_and_no_list(word: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        curves.named(word)
    assert len(str(caught.value)) < 150
    assert str(caught.value).endswith(f"whit list curves has all {len(curves.names())}")


def test_what_is_near() -> None:
    assert nearest("CORTEX-M9", ("avr", "cortex-m4", "cortex-m3"))[0].startswith("cortex-m")
    assert nearest("nrf52", ("stm32f407", "nrf52840")) == ["nrf52840"]
    assert nearest("xyz", ("avr", "host")) == []


def test_an_alias_is_the_curve(
    monkeypatch: Patch, capsys: Captured, request: pytest.FixtureRequest
) -> None:
    whit = Whit(monkeypatch, capsys)
    said = []
    for name in ("P-256", "secp256r1"):
        code = whit("front", "--target", "cortex-m4", "--curve", name, "--missing")
        said.append((code, whit.out, whit.error))
    assert said[0] == said[1]
    assert said[0][0] == 0


def test_the_version(monkeypatch: Patch, capsys: Captured) -> None:
    whit = Whit(monkeypatch, capsys)
    assert whit.run("--version") == f"whit {version()}\n"


# Completion


def program(folder: Path) -> dict[str, str]:
    """An environment with whit on its path."""
    script = folder / "whit"
    script.write_text(
        f"#!{sys.executable}\nimport sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from lab.commands.main import main\nmain()\n"
    )
    script.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}


LINES = {
    "whit mea": {"measure"},
    "whit measure --curve P-25": {"P-256"},
    "whit trace --target cortex-m33": {"cortex-m33"},
    "whit key convert x --to c": {"c-array", "compressed"},
}
# What each shell hands to its script, and how it says what that found.
ASKED = {
    "bash": (
        'eval "$(_WHIT_COMPLETE=source_bash whit)"; '
        "function=$(complete -p whit | sed 's/.*-F \\([^ ]*\\).*/\\1/'); ",
        "COMP_WORDS=({words} '{last}'); COMP_CWORD={place}; $function whit; "
        'printf \'"%s"\\n\' "${{COMPREPLY[@]}}"; echo; ',
    ),
    "zsh": (
        "compdef() {{ loaded=$1 }}; _arguments() {{ print -r -- $@ }}; "
        'eval "$(_WHIT_COMPLETE=source_zsh whit)"; ',
        "words=({words} '{last}'); CURRENT={place}+1; $loaded; echo; ",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("shell", ASKED)
def test_the_shell_completes(shell: str, tmp_path: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not here")
    begin, asked = ASKED[shell]
    text = begin.replace("{{", "{").replace("}}", "}")
    for line in LINES:
        *words, last = line.split()
        text += asked.format(words=" ".join(words), last=last, place=len(words))
    done = subprocess.run(
        [shell, "-c", text], env=program(tmp_path), capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    answers = done.stdout.strip().split("\n\n")
    for answer, among in zip(answers, LINES.values(), strict=True):
        assert among <= set(re.findall(r'"([^"]+)"(?::"[^"]*")?', answer)), answer
