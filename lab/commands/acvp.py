# SPDX-License-Identifier: MIT
"""whit acvp: answer the vector sets of NIST's Automated Cryptographic Validation Protocol."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from lab.acvp import VectorSet, answer, compare, unsupported
from lab.commands import files
from lab.errors import LabError, UnsupportedError

SHOWN_DIFFERENCES = 10


def command(
    prompt_file: Annotated[Path, typer.Argument(metavar="PROMPT", help="A vector set in JSON.")],
    out: Annotated[Path | None, typer.Option(help="Where the answers go.")] = None,
    expected_file: Annotated[
        Path | None, typer.Option("--expected", help="Compare with these answers.")
    ] = None,
    supported: Annotated[
        bool, typer.Option("--supported", help="Leave out the groups that Whit cannot answer.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Answer a vector set for ECDSA, EdDSA or key agreement with the library.

    The answers go to standard output, or with --out to a file. With --expected they are compared
    instead, or as well; where keys or nonces are drawn, each side's answer is checked by itself.
    """
    library = files.library()
    prompt = read(prompt_file)
    refused = {}
    try:
        if supported:
            refused = dict(unsupported(library, prompt))
            if len(refused) == len(prompt.groups):
                raise UnsupportedError(
                    f"none of its groups is supported: {next(iter(refused.values()))}"
                )
        answers = answer(library, prompt, frozenset(refused))
    except LabError as error:
        error.args = (f"{prompt_file}: {error}",)
        raise
    for reason in refused.values():
        print(f"whit: {prompt_file}: {reason}, so left out", file=sys.stderr)
    if expected_file is None or out is not None:
        files.write(out, answers.written(), secret=False, force=force)
    if expected_file is None:
        return
    try:
        comparison = compare(library, prompt, answers, read(expected_file))
    except LabError as error:
        error.args = (f"{expected_file}: {error}",)
        raise
    for line in comparison.differences[:SHOWN_DIFFERENCES]:
        print(line)
    counts = f"{comparison.equal} answers are equal, {comparison.agreeing} are drawn and fit"
    print(f"{prompt.algorithm}: {counts}, {len(comparison.differences)} differ")
    if comparison.differences:
        raise LabError(f"{prompt_file}: not the answers of {expected_file}")


def read(path: Path) -> VectorSet:
    content = files.read(path)
    try:
        return VectorSet.read(content)
    except LabError as error:
        error.args = (f"{path}: {error}",)
        raise
