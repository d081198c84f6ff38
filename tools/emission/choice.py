# SPDX-License-Identifier: MIT
"""What a drop-in is emitted for, and the text that says so and refuses anything else."""

import difflib
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tools.emission import schemes
from tools.emission.cores import Core
from tools.emission.source import EmissionError
from tools.options import either

COLUMNS = 100
LICENCE = "/* SPDX-License-Identifier: MIT */"
TITLE = (
    LICENCE,
    "/* Whit: elliptic-curve cryptography for microcontrollers, emitted for one build by",
)
DECIDED = ("WHIT_PROFILE", "WHIT_CURVES", "WHIT_PORTABLE")


@dataclass(frozen=True)
class Option:
    """An option of a build: the values it takes, and its default if it has one."""

    name: str
    values: tuple[str, ...]
    default: str
    near: tuple[str, ...] = ()  # names that were meant for it


class ChoiceError(EmissionError):
    """Options that a drop-in cannot be emitted for."""


@dataclass(frozen=True)
class Choice:
    curves: tuple[str, ...]
    core: Core
    profile: str
    schemes: tuple[str, ...]
    given: Mapping[str, str]  # options that were said, besides these
    known: Sequence[Option]

    def __post_init__(self) -> None:
        names = {option.name: option for option in self.known}
        for name, value in self.given.items():
            if name not in names or name in DECIDED:
                free = [each for each in names if each not in DECIDED]
                nearest = difflib.get_close_matches(name, free, 3) or free
                told = f"no option is called {name!r}; the nearest: {', '.join(nearest)}"
                raise ChoiceError(told)
            values = names[name].values
            if values and value not in values:
                raise ChoiceError(f"{name} is {' or '.join(values)}, not {value}")

    def numbers(self) -> dict[str, str]:
        """The options that are decided, besides curves, profile and core."""
        values = {option.name: option.default for option in self.known if option.default}
        if self.core.limb_bits is not None:
            values["WHIT_LIMB_BITS"] = str(self.core.limb_bits)
        values.update(self.given)
        return {name: value for name, value in values.items() if name not in DECIDED}

    def undecided(self) -> list[Option]:
        """Options that the compiler's macros decide, or who compiles a portable drop-in."""
        decided = self.numbers()
        return [
            option
            for option in self.known
            if option.name not in decided and option.name not in DECIDED
        ]

    def macros(self) -> dict[str, str]:
        """What is decided, as the preprocessor sees it."""
        portable = {"WHIT_PORTABLE": "1"} if self.core.portable else {}
        curves = ",".join(self.curves)
        return {
            **{"WHIT_CURVES": curves, "WHIT_PROFILE": self.profile},
            **portable,
            **self.numbers(),
        }

    def said(self) -> list[tuple[str, str]]:
        """What it is for, in words."""
        numbers = ", ".join(f"{name}={value}" for name, value in self.numbers().items())
        return [
            ("curves", ", ".join(self.curves)),
            ("core", f"{self.core.name}: {self.core.title}"),
            ("profile", self.profile),
            ("schemes", ", ".join(self.schemes or schemes.declared().default)),
            ("options", numbers),
        ]

    @staticmethod
    def short_title() -> list[str]:
        return [*TITLE, " * tools/amalgamate.py. whit.h says for which, and how to compile it. */"]

    def title(self) -> list[str]:
        lines = [*TITLE, " * tools/amalgamate.py:", " *"]
        for name, value in self.said():
            wrapped = textwrap.wrap(value, COLUMNS - 16, break_on_hyphens=False)
            for number, line in enumerate(wrapped):
                lines.append(f" *     {name if not number else '':<9}{line}")
        return [
            *lines,
            " *",
            " * Compile with -ffunction-sections -fdata-sections, link with -Wl,--gc-sections, and",
            " * the program carries what it calls. */",
        ]

    def guard(self, asked: set[str]) -> list[str]:
        """What refuses another profile, other curves, other options and another compiler."""
        return [
            "/* What these files hold is decided. */",
            *self._profile(),
            *self._curves(),
            *self._numbers(),
            *self._near(),
            *self._compiler(asked),
        ]

    def _profile(self) -> list[str]:
        return [
            "#ifdef WHIT_PROFILE",
            f"#define WHIT_EMITTED_{self.profile} 1",
            "#define WHIT_EMITTED_PROFILE_(name) WHIT_EMITTED_##name",
            "#define WHIT_EMITTED_PROFILE(name) WHIT_EMITTED_PROFILE_(name)",
            "#if !WHIT_EMITTED_PROFILE(WHIT_PROFILE)",
            f'#error "whit.c was emitted for WHIT_PROFILE={self.profile}; emit it for another"',
            "#endif",
            "#endif",
        ]

    def _curves(self) -> list[str]:
        places = [f"c{number}" for number in range(1, len(self.curves) + 1)]
        held = " && ".join([f"WHIT_HELD_##{place}" for place in places] + ["WHIT_HELD_LESS_##more"])
        names = ",".join(self.curves)
        empty = ", " * (len(self.curves) + 1)
        return [
            "#ifdef WHIT_CURVES",
            *(f"#define WHIT_HELD_{name} 1" for name in self.curves),
            "#define WHIT_HELD_LESS_ 1",
            *_continued(f"#define WHIT_HELD_({', '.join(places)}, more, ...) ({held})"),
            f"#define WHIT_HELD(...) WHIT_HELD_(__VA_ARGS__, {empty.rstrip()} )",
            "#if !WHIT_HELD(WHIT_CURVES)",
            *_continued(f'#error "whit.c was emitted for WHIT_CURVES={names}; emit it for others"'),
            "#endif",
            "#endif",
        ]

    def _numbers(self) -> list[str]:
        numbers = self.numbers()
        sign = "!= 1" if self.core.portable else "!= 0"
        differing = [
            *(f"(defined({name}) && {name} != {value})" for name, value in numbers.items()),
            f"(defined(WHIT_PORTABLE) && WHIT_PORTABLE + 0 {sign})",
        ]
        if not self.core.portable:
            differing += [f"defined({option.name})" for option in self.undecided()]
        told = ", ".join(f"{name}={value}" for name, value in numbers.items())
        return [
            *_joined("#if", differing),
            f'#error "an option differs from those that whit.c was emitted with: {told}"',
            "#endif",
        ]

    def _near(self) -> list[str]:
        """What refuses names that were meant for an option, as the sources do."""
        lines: list[str] = []
        for option in self.known:
            if option.near:
                # In one line: it is no longer than the error.
                names = " || ".join(f"defined({name})" for name in option.near)
                lines.append(f"{'#elif' if lines else '#if'} {names}")
                said = f"the option is called {option.name}, not {either(option.near)}"
                lines.append(f'#error "whit.c was emitted from sources where {said}"')
        return [*lines, "#endif"] if lines else []

    def _compiler(self, asked: set[str]) -> list[str]:
        refused = self.core.refused(asked)
        if not refused:
            return []
        error = (
            f'#error "whit.c was emitted for {self.core.title} and {self.core.flags}; '
            'emit it for another core, or for portable"'
        )
        lines = [*_joined("#if", refused), error, "#endif"]
        for call, value in self.core.calls.items():
            name = call.partition("(")[0]
            if name in asked:
                lines += [f"#ifdef {name}", f"#if {call} != {value}", error, "#endif", "#endif"]
        return lines


def _joined(start: str, conditions: Sequence[str]) -> list[str]:
    """Conditions any of which is enough, in lines that are not too long."""
    lines = [start]
    for number, each in enumerate(conditions):
        piece = f" {each}" + (" ||" if number + 1 < len(conditions) else "")
        if len(lines[-1]) + len(piece) > COLUMNS - 2:
            lines[-1] += " \\"
            lines.append("   ")
        lines[-1] += piece
    return lines


def _continued(text: str) -> list[str]:
    if len(text) <= COLUMNS or text.startswith("#error"):
        return [text]
    lines = textwrap.wrap(text, COLUMNS - 2, subsequent_indent="    ", break_on_hyphens=False)
    return [*(f"{line} \\" for line in lines[:-1]), lines[-1]]
