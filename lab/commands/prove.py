# SPDX-License-Identifier: MIT
"""whit prove: constant time, proved on the binary."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from lab.commands import own_program
from lab.commands.options import (
    Cache,
    Compilers,
    Configurations,
    Curves,
    Names,
    Profiles,
    Seed,
    Sources,
    Targets,
    check_name,
    offer_libraries,
    offer_operations,
    split,
)
from lab.commands.progress import Terminal
from lab.findings import Proof
from lab.reports.proofs import FORMATS
from lab.runner import (
    DEFAULT_LIMIT,
    DEFAULT_SEED,
    Asked,
    Lab,
    Selection,
    named_sources,
    prove_program,
    select_provable,
)

_Library = Annotated[
    Names,
    typer.Option(help="Repeatable, or all; whit if none.", autocompletion=offer_libraries),
]
_Operation = Annotated[
    Names,
    typer.Option(
        help="Repeatable; keygen, ecdh and sign if none.", autocompletion=offer_operations
    ),
]
_Cflags = Annotated[
    Names,
    typer.Option(
        "--cflags",
        "--flags",
        metavar="FLAGS",
        help="Your compiler flags, such as '-O2 -flto', after those of the target; repeatable, "
        "each for builds of its own.",
    ),
]
_Public = Annotated[
    Names,
    typer.Option(
        "--public",
        metavar="FILE:LINE|FUNCTION",
        help="Where branches of your program go by what is public after all; repeatable.",
    ),
]


def command(
    target: Targets = None,
    library: _Library = None,
    curve: Curves = None,
    operation: _Operation = None,
    profile: Profiles = None,
    configuration: Configurations = None,
    compiler: Compilers = None,
    source: Sources = None,
    cflags: _Cflags = None,
    elf: own_program.Elf = None,
    call: own_program.Call = None,
    secret: own_program.Secrets = None,
    argument: own_program.Arguments = None,
    public: _Public = None,
    limit: own_program.Limit = DEFAULT_LIMIT,
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
    seed: Seed = DEFAULT_SEED,
    cache: Cache = True,
) -> None:
    """Follow secrets through a run, bit by bit.

    Keys, nonces, random bytes and all that is computed from them are marked in registers,
    flags and memory. Where one decides a branch, an address or how long an instruction takes,
    that is a finding, with its function and line. A run without findings is as long and goes
    the same way with all other secrets. Exits with 1 for a finding in Whit, or in the program
    of --elf.
    """
    check_name("format", output, FORMATS)
    own = {"call": call, "secret": secret, "argument": argument, "public": public}
    own_program.refuse_without(elf, own)
    words = {
        "library": library,
        "curve": curve,
        "operation": operation,
        "profile": profile,
        "configuration": configuration,
        "compiler": compiler,
        "source": source,
        "cflags": cflags,
    }
    if elf is not None:
        asked = own_program.asked_of(call, secret, argument, limit, words)
        found = [_of_program(target, elf, asked, public or (), seed)]
    else:
        found = _of_libraries(target, words, seed, cache)
    print(FORMATS[output](found), end="")
    if any((elf is not None or each.library == "whit") and not each.proved for each in found):
        raise typer.Exit(1)


def _of_program(target: Names, elf: Path, asked: Asked, public: Sequence[str], seed: str) -> Proof:
    with Terminal(1) as terminal:
        return prove_program(own_program.one_target(target), elf, asked, public, seed, terminal)


def _of_libraries(target: Names, words: dict[str, Names], seed: str, cache: bool) -> list[Proof]:
    """Of every case, with each of the flags."""
    local_sources = named_sources(words["source"] or ())
    builds = [split(flags) for flags in dict.fromkeys(words["cflags"] or ("",))]
    cases, missing = select_provable(
        Selection.of(
            targets=target,
            libraries=words["library"] or ("whit",),
            curves=words["curve"],
            operations=words["operation"] or ("keygen", "ecdh", "sign"),
            configurations=words["configuration"],
            profiles=words["profile"],
            compilers=words["compiler"],
            local_sources=local_sources,
        )
    )
    with Terminal(len(cases) * len(builds), missing) as terminal:
        labs = [
            Lab(seed=seed, cached=cache, observer=terminal, sources=local_sources, cflags=flags)
            for flags in builds
        ]
        return [lab.prove(case) for lab in labs for case in cases]
