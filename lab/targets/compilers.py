# SPDX-License-Identifier: MIT
"""Compilers by family, or by the name or path of a program of the user's own."""

import functools
import shutil
import subprocess
from pathlib import Path

from lab.errors import ToolchainError, UnknownNameError

FAMILIES = ("gcc", "clang")


def named(word: str) -> str:
    """A family as it is, or the path of a program; UnknownNameError for what is neither."""
    if word in FAMILIES:
        return word
    program = shutil.which(word)
    if program is None:
        raise UnknownNameError("compiler", word, (*FAMILIES, "all", "a program's name or path"))
    # one without a folder would be looked for elsewhere by a worker
    return str(Path(program).absolute())


@functools.cache
def family_of(word: str) -> str:
    """The family of a program, which says of what kind it is; ToolchainError where it does not."""
    if word in FAMILIES:
        return word
    try:
        done = subprocess.run(
            [word, "--version"], capture_output=True, text=True, check=False, timeout=60
        )
    except (OSError, UnicodeDecodeError, subprocess.TimeoutExpired) as error:
        raise ToolchainError(f"{word} does not run: {error}") from None
    told = done.stdout.lower()
    if done.returncode != 0 or not told:
        raise ToolchainError(f"{word} --version fails: it is no compiler")
    if "clang" in told:
        return "clang"
    if "gcc" in told or "free software foundation" in told:
        return "gcc"
    raise ToolchainError(f"{word} is neither gcc nor clang: {told.splitlines()[0]}")
