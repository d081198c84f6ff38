# SPDX-License-Identifier: MIT
"""The choice of curves and options as Kconfig has it, for Zephyr and ESP-IDF, and what makes
macros of the answers in CMake. Curves come from their files and options from their list.

An option of 0 and 1 is a bool; one of other words is a choice of one bool a word, with "by the
compiler's macros" where it has no default; a number is an int; a curve is a bool."""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tools import options
from tools.files import ROOT
from tools.options import Option

TEMPLATE = Path(__file__).resolve().parent / "kconfig.cmake"
MARK = "# @lists@\n"
SWITCH = ("0", "1")


@dataclass(frozen=True)
class Curve:
    name: str
    aliases: tuple[str, ...]
    security_bits: int

    @property
    def symbol(self) -> str:
        return f"WHIT_CURVE_{self.name.upper()}"


@cache
def curves(folder: Path = ROOT / "curves") -> tuple[Curve, ...]:
    found = []
    for path in sorted(folder.rglob("*.toml"), key=lambda path: path.stem):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        found.append(Curve(path.stem, tuple(data.get("aliases", ())), data["security_bits"]))
    return tuple(found)


def is_switch(option: Option) -> bool:
    return option.values == SWITCH and option.default == "0"


def symbols(option: Option) -> dict[str, str]:
    """What Kconfig calls its values; the value "" is that which compiler or profile decide."""
    if option.kind == "curves":
        return {curve.symbol: curve.name for curve in curves()}
    if option.kind == "number":
        return {option.name: option.kind}
    if is_switch(option):
        return {option.name: "1"}
    auto = {f"{option.name}_AUTO": ""} if not option.default else {}
    return {**auto, **{f"{option.name}_{word.upper()}": word for word in option.values}}


def _groups(option: Option, word: str) -> Iterator[tuple[str, list[str]]]:
    """Where the option has this value: symbols of which one has to be set, and what is said."""
    known = {each.name: each for each in options.load()}
    for condition in options.conditions():
        if (condition.name, condition.value) == (option.name, word):
            for other in condition.wanted:
                taken = (*other.values, other.default)
                values = other.values if other.default else taken
                found = symbols(known[other.name]).items()
                yield condition.text, [symbol for symbol, value in found if value in values]


def _needs(option: Option, word: str = "1") -> list[str]:
    groups = (" || ".join(group) for _, group in _groups(option, word))
    return [f"\tdepends on {group}" for group in groups]


def _curves(option: Option) -> Iterator[str]:
    yield 'comment "curves"'
    for curve in curves():
        told = f" ({', '.join(curve.aliases)})" if curve.aliases else ""
        yield f"config {curve.symbol}"
        yield f'\tbool "{curve.name}{told}"'
        yield f"\tdepends on WHIT_MINIMUM_SECURITY <= {curve.security_bits}"


def _one_of(option: Option) -> Iterator[str]:
    yield f"choice {option.name}"
    yield f'\tprompt "{option.brief}"'
    yield f"\tdefault {option.name}_{option.default.upper() or 'AUTO'}"
    for symbol, word in symbols(option).items():
        yield f"config {symbol}"
        yield f'\tbool "{word or option.said_default}"'
        yield from _needs(option, word)
    yield "endchoice"


def entries() -> str:
    """Every option, in the order of the list."""
    lines: list[str] = []
    for option in options.load():
        if option.kind == "curves":
            lines += _curves(option)
        elif option.kind == "number":
            lines += [f"config {option.name}", f'\tint "{option.brief}"']
            lines += [f"\tdefault {option.default}"]
        elif is_switch(option):
            lines += [f"config {option.name}", f'\tbool "{option.brief}"', *_needs(option)]
        else:
            lines += _one_of(option)
        lines.append("")
    return "\n".join(lines).rstrip()


def cmake() -> str:
    """What reads CONFIG_WHIT_... and says how to compile."""
    lines = []
    for option in options.load():
        scope = "public" if option.header else "private"
        pairs = " ".join(f'{symbol} "{value}"' for symbol, value in symbols(option).items())
        if option.kind == "curves":
            pairs = " ".join(
                f'{each.symbol} "{each.name}" {each.security_bits}' for each in curves()
            )
        function = (
            "number" if option.kind == "number" else "curves" if not option.values else "word"
        )
        default = f'"{option.default}"'
        lines.append(f"whit_{function}({option.name} {scope} {default} {pairs})")
    for option in options.load():
        for symbol, word in symbols(option).items():
            for text, group in _groups(option, word):
                lines.append(f'whit_takes({symbol} "{text}" {" ".join(group)})')
    template = TEMPLATE.read_text(encoding="utf-8")
    assert template.count(MARK) == 1
    return template.replace(MARK, "\n".join([*lines, ""]))


WORDS: dict[str, Callable[[], str]] = {"kconfig": entries, "kconfig.cmake": cmake}
