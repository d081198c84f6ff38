# SPDX-License-Identifier: MIT
"""Which curve is meant by a name: its own, or an alias in its file."""

import difflib
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

from tools.curves.primes import CurveError

EVERY = "all"


def plain(word: str) -> str:
    """Letters of either case, blanks, hyphens and underscores make no difference."""
    return re.sub(r"[\s_-]", "", word).casefold()


def named(words: Iterable[str], folders: Iterable[Path]) -> list[str] | None:
    """The curves of these folders that are meant, each once; None for every curve. CurveError, with
    the nearest names, where there is none."""
    aliases: dict[str, str] = {}
    names: dict[str, str] = {}
    for path in sorted(path for folder in folders for path in folder.rglob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        names[plain(path.stem)] = path.stem
        aliases |= {plain(alias): path.stem for alias in data.get("aliases", ())}
    meant = aliases | names
    found = []
    for word in words:
        if word.strip() == EVERY:
            return None
        if plain(word) not in meant:
            near = [meant[each] for each in difflib.get_close_matches(plain(word), meant, 3)]
            told = f"; the nearest: {', '.join(dict.fromkeys(near))}" if near else ""
            raise CurveError(f"no curve is called {word.strip()!r}{told}")
        found.append(meant[plain(word)])
    return list(dict.fromkeys(found))
