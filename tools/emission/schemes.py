# SPDX-License-Identifier: MIT
"""Which schemes a public function or object serves, by the declarations of src.

A drop-in is emitted for schemes that one names; they stand for parts of the interface. Who belongs
to which part stands in scheme.toml, of each scheme and of what takes no curve:

    interface  public headers besides `headers`: what they declare belongs here too
    parts      a pattern of names, less whit_, and the part to which they belong: the first that
               matches. Of a list all have to be wanted; `a or b` is either. The name of a scheme is
               any of its own parts, that of a form any part of its curves' schemes
    objects    the same for the objects of curves: `base` is whit_<curve>_base
    choices    what one may ask for, and the parts that it stands for
    default    those that are taken where none is asked for
    option     what a build is told that has its functions, one word or several: so is a drop-in
               that is asked for them
    variants   what its functions are called after those in whose place they stand, such as
               "steps_{}": they are wanted with these

Without `parts` all belongs to one, called as the folder. Without `choices` one may ask for that
name, which stands for the parts and for what the schemes of `after` stand for, and is a default.
Who declares `variants` has none of these unless it says so.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from tools.curves.forms import AGREEMENT
from tools.curves.schemes import ANSWERS, INTERFACE_KEYS, functions_of, known_keys, load_all, path
from tools.emission.source import EmissionError
from tools.files import ROOT

EVERY = "all"
FORM = "weierstrass"  # of the curves of schemes that name none
SIZED = re.compile(r"_\d+$")
LIMITED = re.compile(r"_limit_\d+$")
PLACEHOLDER = re.compile(r"@\w+@")
ANY = r"\w+"
PUBLIC = re.compile(r"^(?:\w[\w ]*?[ *](whit_[\w@]+)\(|extern const \w+ (whit_\w+);)", re.M)

Rule = tuple[frozenset[str], ...]  # of each of these sets a part has to be wanted


class DeclarationError(EmissionError):
    """A declaration that says what cannot be."""


class UnknownSchemeError(EmissionError):
    """A scheme that is none."""


@dataclass(frozen=True)
class Declaration:
    """What one scheme.toml says of the interface. Names are less whit_; @name@ is a curve's."""

    folder: str
    forms: tuple[str, ...]
    after: tuple[str, ...]
    variants: str
    curves: tuple[str, ...]  # whose names stand for @name@; none: those of any
    names: frozenset[str]
    parts: dict[str, list[str]] = field(hash=False)
    objects: dict[str, list[str]] = field(hash=False)
    answers: tuple[str, ...]  # the schemes of the known answers that its headers declare
    choices: dict[str, list[str]] | None = field(hash=False)
    default: tuple[str, ...]
    option: str

    def declared(self, name: str) -> str | None:
        """The name, or the template that makes it, if one of its headers has it."""
        if name in self.names:
            return name
        curves = "|".join(self.curves) or ANY
        for each in self.names:
            if placeholder := PLACEHOLDER.search(each):
                stands_for = curves if placeholder[0] == "@name@" else ANY
                if re.fullmatch(each.replace(placeholder[0], f"(?:{stands_for})"), name):
                    return each
        return None

    @property
    def is_of_any_curve(self) -> bool:
        return not self.curves and any("@name@" in name for name in self.names)

    def pattern(self, name: str) -> str | None:
        """That which a declared name falls under."""
        return next((each for each in self.parts if fnmatchcase(name, each)), None)


def _lists(given: dict[str, str | list[str]]) -> dict[str, list[str]]:
    return {name: [rule] if isinstance(rule, str) else rule for name, rule in given.items()}


def _headers(folder: Path, include: Path, data: dict[str, Any]) -> Iterator[str]:
    if "header" in data:
        yield (folder / data["header"]).read_text()
    for header in data.get("headers", ()):
        yield path(folder, include, header).read_text()
    for header in data.get("interface", ()):
        yield (include / header).read_text()


def _declaration(file: Path, include: Path) -> Declaration:
    data = tomllib.loads(file.read_text())
    folder, variants = file.parent.name, data.get("variants", "")
    if "headers" not in data and "forms" not in data:
        known_keys(data, INTERFACE_KEYS, f"{file} takes no curve: it")
    texts = list(_headers(file.parent, include, data))
    of_curves = "headers" in data and not variants
    own = not variants and "choices" not in data
    return Declaration(
        folder=folder,
        forms=tuple(data.get("forms", [FORM] if of_curves else [])),
        after=tuple(data.get("after", ())),
        variants=variants,
        curves=tuple(name for name in data.get("curves", ()) if name != AGREEMENT),
        names=frozenset(
            (match[1] or match[2]).removeprefix("whit_")
            for text in texts
            for match in PUBLIC.finditer(text)
        ),
        parts=_lists(data.get("parts", {} if variants else {"*": folder})),
        objects=_lists(data.get("objects", {})),
        answers=tuple(match[1] for text in texts for match in ANSWERS.finditer(text)),
        choices=None if own else _lists(data.get("choices", {})),
        default=tuple(data.get("default", [folder] if own and "option" not in data else [])),
        option=data.get("option", ""),
    )


class Schemes:
    """What the declarations of a tree say together."""

    def __init__(self, root: Path) -> None:
        files = sorted([*root.glob("src/*/scheme.toml"), *root.glob("src/*/*/scheme.toml")])
        include = root / "include" / "whit"
        found = {file.parent.name: _declaration(file, include) for file in files}
        # Those of curves come first.
        self.declarations = dict(sorted(found.items(), key=lambda each: not each[1].forms))
        self.functions = {function.name: function for function in functions_of(load_all(root))}
        for each in found.values():
            for scheme in each.answers:
                if scheme in found and FORM in found[scheme].forms:
                    each.objects[f"{scheme}_answer"] = [each.folder, scheme]
            for rule in (*each.parts.values(), *each.objects.values()):
                self.sets(rule)

    @cached_property
    def choices(self) -> dict[str, frozenset[str]]:
        """What one may ask for, and the parts that it stands for."""
        found: dict[str, frozenset[str]] = {}
        for each in self.declarations.values():
            for name, held in self.chosen(each).items():
                found[name] = found.get(name, frozenset()) | held
        return found

    @cached_property
    def default(self) -> tuple[str, ...]:
        return tuple(name for each in self.declarations.values() for name in each.default)

    def chosen(self, each: Declaration) -> dict[str, frozenset[str]]:
        """The choices of one declaration."""
        if each.choices is not None:
            return {name: frozenset(held) for name, held in each.choices.items()}
        held = {part for rule in each.parts.values() for part in rule}
        return {each.folder: frozenset(held).union(*map(self.below, each.after))}

    def below(self, folder: str) -> frozenset[str]:
        """All parts that the choices of a scheme stand for."""
        return frozenset().union(*self.chosen(self.declarations[folder]).values())

    def options(self, asked: Iterable[str]) -> dict[str, str]:
        """What a build is told that has these choices."""
        asked = set(asked)
        found = (each for each in self.declarations.values() if each.option)
        chosen = (each for each in found if asked & set(self.chosen(each)))
        return {option: "1" for each in chosen for option in each.option.split()}

    @cached_property
    def groups(self) -> dict[str, frozenset[str]]:
        """The parts that are a scheme's own, and those of a form, by its name."""
        found: dict[str, frozenset[str]] = {}
        for each in self.declarations.values():
            for form in each.forms:
                found[form] = found.get(form, frozenset()) | self.below(each.folder)
            found[each.folder] = self.below(each.folder).difference(*map(self.below, each.after))
        return found

    def sets(self, rule: Iterable[str]) -> Rule:
        """A rule as sets of parts."""
        parts = frozenset().union(*self.choices.values())

        def held(word: str) -> frozenset[str]:
            if word not in parts and word not in self.groups:
                raise DeclarationError(f"no scheme.toml makes {word!r} a part, a scheme or a form")
            return frozenset({word}) if word in parts else self.groups[word]

        return tuple(frozenset().union(*map(held, each.split(" or "))) for each in rule)

    @cache  # noqa: B019
    def pattern(self, name: str) -> tuple[str, str] | None:
        """The declaration and the pattern of its parts that a public name falls under."""
        short = LIMITED.sub("", name.removeprefix("whit_"))
        # Templates of any curve come last, as they make the names of others too.
        for each in sorted(self.declarations.values(), key=lambda each: each.is_of_any_curve):
            declared = each.declared(short) or each.declared(SIZED.sub("", short))
            if declared is not None:
                pattern = each.pattern(declared)
                return (each.folder, pattern) if pattern is not None else None
        return None

    def rule(self, name: str) -> Rule | None:
        """Of what sets a part has to be wanted for a public name; None where all need it."""
        found: Rule = ()
        if pattern := self.pattern(name):
            folder, key = pattern
            found = self.sets(self.declarations[folder].parts[key])
        for each in self.declarations.values():
            for end, rule in each.objects.items():
                if name.endswith(f"_{end}") and pattern is None:
                    found = self.sets(rule)
        if original := self.original(name):
            found += self.rule(original) or ()
        return found or None

    def original(self, name: str) -> str | None:
        """The function in whose place one stands."""
        names = {each.calls: each.name for each in self.functions.values()}
        mine = names.get(name) or names.get(SIZED.sub("", name), "")
        for each in self.declarations.values():
            before, found, after = map(re.escape, each.variants.partition("{}"))
            match = re.fullmatch(f"{before}(.+){after}", mine)
            if found and match and match[1] in self.functions:
                return self.functions[match[1]].calls
        return None


@cache
def declared() -> Schemes:
    return Schemes(ROOT)


def parts(names: Iterable[str]) -> frozenset[str]:
    """What these schemes stand for; the default where there are none."""
    choices = declared().choices
    found: set[str] = set()
    for name in tuple(names) or declared().default:
        if name == EVERY:
            return frozenset().union(*choices.values())
        if name not in choices:
            known = [*choices, EVERY]
            nearest = difflib.get_close_matches(name, known, 3) or known
            raise UnknownSchemeError(
                f"no scheme is called {name!r}; the nearest: {', '.join(nearest)}"
            )
        found.update(choices[name])
    return frozenset(found)


def wanted(name: str, held: frozenset[str]) -> bool:
    """Whether one of these parts needs a public name; what no declaration knows, all need."""
    return all(held & each for each in declared().rule(name) or ())
