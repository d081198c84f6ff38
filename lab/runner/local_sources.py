# SPDX-License-Identifier: MIT
"""Libraries that a user brings: sources named on the command line, new folders of peers/."""

from collections.abc import Sequence
from pathlib import Path

from lab.errors import UnknownNameError, UnsupportedError
from lab.paths import PEERS
from lab.peers import catalogue as libraries
from lab.peers import skeleton


def named_sources(asked: Sequence[str]) -> dict[str, Path]:
    """From NAME=DIR to the directory of each library."""
    found: dict[str, Path] = {}
    for text in asked:
        name, equals, directory = text.partition("=")
        if not equals or not directory:
            raise UnsupportedError(f"--source {text!r} must be NAME=DIR")
        if name not in libraries.names():
            raise UnknownNameError("library", name, libraries.names())
        if not Path(directory).is_dir():
            raise UnsupportedError(f"--source {text}: {directory} is not a directory")
        found[name] = Path(directory)
    return found


def add_library(name: str, source: Path, directory: Path = PEERS) -> tuple[Path, ...]:
    """Write the skeleton of a library's folder; the files to fill in."""
    if name in libraries.names(directory):
        raise UnsupportedError(f"there is a library {name!r} already: peers/{name}")
    return skeleton.write(name, source, directory)
