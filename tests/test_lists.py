# SPDX-License-Identifier: MIT
"""What stands in two places, as the library and its generators cannot share it: that both say the
same."""

import re

from lab import curves
from tests.runner.tools import ROOT
from tools.curves import curve_header, endomorphism, forms, objects
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


def test_halves_are_bounded_for_the_windows_that_walk_them() -> None:
    # That of profile small, which has no endomorphism, is first.
    windows = defined("group/weierstrass_multiply.inc", "WHIT_WINDOW")[1:]
    assert tuple(windows) == endomorphism.WINDOWS


def multiples(window: int) -> int:
    """The odd multiples of a point below 2^(window - 1), which signed digits take."""
    return int(2 ** (window - 2))


def test_tables_of_multiples_are_those_of_the_windows_that_walk_them() -> None:
    fast, balanced = defined("group/weierstrass_vartime.inc", "VARTIME_WINDOW")
    of_base = {"balanced": multiples(balanced + 1), "fast": multiples(fast + 1)}
    assert of_base == objects.MULTIPLES
    # Where WHIT_MANY_MULTIPLES is 1.
    assert multiples(fast + 2) == objects.MULTIPLES_IN_FAST
    fast, balanced = defined("group/weierstrass_endomorphism.inc", "BASE_HALF_WINDOW")
    assert multiples(balanced) == objects.MULTIPLES_OF_HALVES
    assert multiples(fast) == objects.MULTIPLES_IN_FAST
    windows = defined("group/edwards.inc", "EDWARDS_BASE_WINDOW")
    assert [multiples(window) for window in windows] == [
        forms.MULTIPLES[profile] for profile in ("fast", "balanced", "small")
    ]
