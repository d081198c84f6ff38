# SPDX-License-Identifier: MIT
"""What stands in two places, as the library and its generators cannot share it: that both say the
same."""

import re

from lab import curves
from tests.runner.tools import ROOT
from tools.curves import curve_header, endomorphism
from tools.curves.names import named


def defined(path: str, name: str) -> list[int]:
    """The values that a source file gives a macro."""
    text = (ROOT / "src" / path).read_text(encoding="utf-8")
    return [int(value) for value in re.findall(rf"^#define {name} (\d+)u?$", text, re.MULTILINE)]


def test_a_word_means_one_curve_in_the_lab_and_the_tools() -> None:
    folders = [ROOT / "curves"]
    every = {path.stem for path in folders[0].rglob("*.toml")}
    words = [word for word in (*curves.names(), *curves.words()) if curves.named(word) in every]
    words += [alias for curve in curves.every() if curve.name in every for alias in curve.aliases]
    words += [re.sub(r"[\s_-]", with_, word).upper() for word in words for with_ in ("", "-", " ")]
    meant: dict[str, list[str]] = {}
    for word in words:
        meant.setdefault(curves.named(word), []).append(word)
    assert set(meant) == every
    for name, all_words in meant.items():
        assert named(all_words, folders) == [name], all_words


def test_headers_offer_recovery_where_the_library_has_it() -> None:
    assert defined("scheme/scheme.h", "RECOVERY_BITS") == [curve_header.RECOVERY_BITS]


def test_halves_are_bounded_for_the_window_that_walks_them() -> None:
    # Of profile small, and of the profiles that have an endomorphism.
    assert defined("group/weierstrass_multiply.inc", "WHIT_WINDOW")[-1] == endomorphism.WINDOW
