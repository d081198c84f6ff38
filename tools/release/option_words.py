# SPDX-License-Identifier: MIT
"""The options and what excludes what among them, for packages that check a choice themselves:
variables of make, and JSON."""

import json
import textwrap
from collections.abc import Callable
from pathlib import Path

from tools import options
from tools.release import kconfig

TEMPLATE = Path(__file__).resolve().parent / "options.mk"
LISTS, CONDITIONS = "# @lists@\n", "# @conditions@\n"
WIDTH = 98


def assigned(name: str, words: list[str]) -> str:
    """A variable of make, in lines of some length."""
    lines = textwrap.wrap(" ".join(words), WIDTH - 4, break_on_hyphens=False)
    return f"{name} := {' '.join(lines)}\n" if len(lines) < 2 else (
        f"{name} := \\\n    " + " \\\n    ".join(lines) + "\n"
    )  # fmt: skip


def make() -> str:
    """options.mk."""
    every = options.load()
    words = [option for option in every if option.kind == "words"]
    lists = [
        assigned(
            "whit_bits", [f"{curve.name}:{curve.security_bits}" for curve in kconfig.curves()]
        ),
        assigned("whit_options", [option.name for option in every]),
        assigned("whit_words", [option.name for option in words]),
        assigned("whit_numbers", [each.name for each in every if each.kind == "number"]),
        *(assigned(f"whit_values_{option.name}", list(option.values)) for option in words),
    ]
    conditions = [
        f"$(call whit_takes,{each.name},{each.value},{other.name},{other.default},"
        f"{' '.join(other.values)},{each.text})\n"
        for each in options.conditions()
        for other in each.wanted
    ]
    text = TEMPLATE.read_text(encoding="utf-8")
    assert text.count(LISTS) == text.count(CONDITIONS) == 1
    return text.replace(LISTS, "".join(lists)).replace(CONDITIONS, "".join(conditions))


def conditions() -> str:
    """What excludes what, and how strong the curves are, as JSON."""
    excluded = [
        {
            "name": each.name,
            "value": each.value,
            "text": each.text,
            "wanted": {other.name: [other.default, list(other.values)] for other in each.wanted},
        }
        for each in options.conditions()
    ]
    bits = {curve.name: curve.security_bits for curve in kconfig.curves()}
    return json.dumps({"conditions": excluded, "security_bits": bits}, indent=1)


WORDS: dict[str, Callable[[], str]] = {"options.mk": make, "options.json": conditions}
