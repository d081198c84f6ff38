# SPDX-License-Identifier: MIT
"""Packages of folders of ports/, which say in a package.toml what they are made of:

    title    what the index says
    holds    folders of the package, and what is put there: "amalgamation", "library", "source", a
             drop-in by its name without "whit-", or an archive of one of these, as
             "amalgamation.tar.gz"; "amalgamation:secp256r1,ed25519" has these curves alone
    options  a file of the folder that each whit.h of these begins with, where builds of that
             system cannot set options for one library
    bare     what a zip archive of the package without its folder is called, such as
             "Whit.Whit.@version@.pack"

All other files of the folder go into the package. In those that end in .in, which they lose, words
are replaced: @version@; @date@, as mails have it; @amalgamation@ by the name of that package, and
others by theirs; @sha256:amalgamation.tar.gz@ or @sha512:...@ by the digest of an archive;
@kconfig@ and @kconfig.cmake@ by what kconfig.py says, @options.mk@ and @options.json@ by what
option_words.py does, @python.errors@ and the like by what python_words.py does."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.utils import formatdate
from functools import cache
from pathlib import Path
from typing import Any

from tools.amalgamate import Tree, whole
from tools.curves.names import named
from tools.curves.primes import CurveError
from tools.files import ROOT
from tools.release import drop_ins, kconfig, option_words, python_words
from tools.release.package import ARCHIVES, Package, archives, digest
from tools.release.version import ReleaseError, git, tracked

DECLARATION = "package.toml"
KEYS = {"title", "holds", "options", "bare"}
INTERFACE = "whit.h"
# Of other programs some replace @0@, or words of capitals.
WORD = re.compile(r"@([a-z]\w*(?:[:.-][\w.-]+)*)@")
AMALGAMATION, LIBRARY, SOURCE = "amalgamation", "library", "source"
LISTS = {**kconfig.WORDS, **option_words.WORDS}
BESIDE = ("LICENSE", "CHANGELOG.md")


@dataclass(frozen=True)
class Release:
    """What packages are made for."""

    version: str
    seconds: int
    results: Path

    @cache  # noqa: B019
    def amalgamation(self, curves: tuple[str, ...] = ()) -> Package:
        """Every curve or those named, and the options to choose from."""
        texts = whole(Tree(named(curves, [ROOT / "curves"]) if curves else None, [ROOT / "curves"]))
        for name in BESIDE:
            texts[name] = (ROOT / name).read_text(encoding="utf-8")
        files = {name: text.encode() for name, text in texts.items()}
        title = "whit.c and whit.h with every curve, for builds that set the options"
        return Package(f"whit-{AMALGAMATION}-{self.version}", title, files)

    @cache  # noqa: B019
    def source(self) -> Package:
        """The repository as it is committed."""
        names = tracked(ROOT)
        programs = frozenset(name for name, is_program in names.items() if is_program)
        files = {name: (ROOT / name).read_bytes() for name in names}
        title = "the sources with tests, lab and generators; CMake builds it"
        return Package(f"whit-{self.version}", title, files, programs)

    @cache  # noqa: B019
    def library(self) -> Package:
        """Of these what the library is built from by CMake."""
        whole = self.source()
        places = tuple(drop_ins.choices()["library"])
        files = {
            name: content
            for name, content in whole.files.items()
            if name in places or name.startswith(tuple(f"{place}/" for place in places))
        }
        title = "the library's sources, for CMake"
        return Package(f"whit-{LIBRARY}-{self.version}", title, files, whole.programs)

    @property
    def made(self) -> dict[str, Callable[[], Package]]:
        """What other packages are made of, besides drop-ins."""
        return {AMALGAMATION: self.amalgamation, LIBRARY: self.library, SOURCE: self.source}

    def named(self, name: str) -> Package:
        """One of these, or a drop-in."""
        if name in self.made:
            return self.made[name]()
        kind, _, curves = name.partition(":")
        if kind == AMALGAMATION:
            try:
                return self.amalgamation(tuple(curves.split(",")))
            except CurveError as error:
                raise ReleaseError(f"{name}: {error}") from error
        for each in drop_ins.every():
            if each.name == f"whit-{name}":
                return drop_ins.package(each, self.version, self.results)
        raise ReleaseError(f"{name!r} is neither a drop-in nor {' or '.join(self.made)}")

    @cache  # noqa: B019
    def archive(self, name: str) -> tuple[str, bytes]:
        """The archive of one of these, and what it is called."""
        for end in ARCHIVES:
            if name.endswith(end):
                package = self.named(name.removesuffix(end))
                return f"{package.name}{end}", archives(package, self.seconds)[
                    f"{package.name}{end}"
                ]
        raise ReleaseError(f"{name!r} is no archive; these end in {' or '.join(ARCHIVES)}")

    def word(self, word: str, curves: Sequence[str] = ()) -> str:
        """What takes the place of @word@, in a package that holds these curves alone."""
        algorithm, _, name = word.partition(":")
        if word == "version":
            return self.version
        if word in LISTS:
            return LISTS[word]()
        if word in python_words.WORDS:
            return python_words.WORDS[word](curves)
        if word == "date":
            return formatdate(self.seconds)
        if algorithm in ("sha256", "sha512") and name:
            return digest(self.archive(name)[1], algorithm)
        return self.named(word).name


def folders(root: Path = ROOT) -> list[Path]:
    """Those that packages are made of."""
    return sorted(path.parent for path in (root / "ports").glob(f"*/{DECLARATION}"))


def declared(folder: Path) -> dict[str, Any]:
    path = folder / DECLARATION
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    place = f"ports/{folder.name}/{DECLARATION}"
    if unknown := data.keys() - KEYS:
        raise ReleaseError(
            f"{place}: {min(unknown)!r} is no key; there are {', '.join(sorted(KEYS))}"
        )
    if not isinstance(data.get("title"), str):
        raise ReleaseError(f"{place} has no title")
    return data


def _held(release: Release, holds: Mapping[str, str]) -> Iterator[tuple[str, bytes, bool]]:
    for place, name in holds.items():
        before = "" if place == "." else f"{place}/"
        if name.endswith(tuple(ARCHIVES)):
            archive, content = release.archive(name)
            yield f"{before}{archive}", content, False
            continue
        package = release.named(name)
        for file, content in package.files.items():
            yield f"{before}{file}", content, file in package.programs


def chosen(holds: Mapping[str, str]) -> list[str]:
    """The curves that are named in amalgamations."""
    lists = (name.partition(":")[2] for name in holds.values())
    return [curve for each in lists if each for curve in each.split(",")]


def _own(release: Release, folder: Path) -> Iterator[tuple[str, bytes, bool]]:
    curves = chosen(declared(folder).get("holds", {}))
    listed = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", str(folder))
    for each in sorted(filter(None, git(ROOT, *listed).split("\0"))):
        path = ROOT / each
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or name in (DECLARATION, declared(folder).get("options")):
            continue
        content = path.read_bytes()
        if path.suffix == ".in":
            name = name.removesuffix(".in")
            text = content.decode("utf-8")
            content = WORD.sub(lambda match: release.word(match[1], curves), text).encode()
        yield name, content, bool(path.stat().st_mode & 0o100)


def package(release: Release, folder: Path) -> Package:
    """The package of a folder."""
    data = declared(folder)
    files: dict[str, bytes] = {}
    programs: set[str] = set()
    found = [*_held(release, data.get("holds", {})), *_own(release, folder)]
    before = (folder / data["options"]).read_bytes() if "options" in data else b""
    for name, content, is_program in found:
        if name.rpartition("/")[2] == INTERFACE:
            content = before + content
        files[name] = content
        programs |= {name} if is_program else set()
    files.setdefault("LICENSE", (ROOT / "LICENSE").read_bytes())
    name = f"whit-{folder.name}-{release.version}"
    bare = data.get("bare", "").replace("@version@", release.version)
    return Package(name, data["title"], files, frozenset(programs), bare=bare)
