# SPDX-License-Identifier: MIT
"""What tools/kernels says of the kernels that a build takes: contract, stack, registers, and
whether they may see secrets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tools.kernels.kernel import InstructionSet as Family
from tools.kernels.kernel import Kernel
from tools.plan.chosen import Choice
from tools.plan.kernels import KERNELS
from tools.plan.questions import answer
from tools.plan.records import InstructionSet


@dataclass(frozen=True)
class Detail:
    """Of one kernel, in words."""

    symbol: str
    path: Path
    contract: str
    data: str
    stack_bytes: int
    lost: str


def known(family: str) -> dict[str, list[tuple[Family, Kernel]]]:
    """The kernels of an instruction set by symbol; more than one where a kernel has two forms."""
    found: dict[str, list[tuple[Family, Kernel]]] = {}
    for source, kernels in KERNELS[family][::-1]:
        for kernel in kernels:
            same = found.setdefault(f"whit_{kernel.name}{source.ending}", [])
            if not same or same[0][0] is source:
                same.append((source, kernel))
    return found


def symbols(
    name: str, family: InstructionSet, profile: str, macros: Mapping[str, str]
) -> Iterator[str]:
    """The functions that an operation's kernel is, in this build."""
    for record in family.available(profile):
        operation = name.removeprefix("field_").removesuffix(f"_{record.name}")
        if name == f"field_{operation}_{record.name}" and operation in record.own:
            default = (("", f"whit_field_{operation}_{record.name}_asm"),)
            for question, symbol in record.symbols.get(operation, default):
                if not question or answer(question, macros):
                    yield symbol
                    break
    if name.startswith("whit_"):
        yield name


def details(
    choices: list[Choice], family: InstructionSet, profile: str, macros: Mapping[str, str]
) -> Iterator[Detail]:
    """Of the kernels of a plan, each once. Functions of C that are made of kernels have none."""
    every = known(family.name)
    names = dict.fromkeys(name for choice in choices for name in choice.kernels)
    taken = dict.fromkeys(s for name in names for s in symbols(name, family, profile, macros))
    for symbol in taken:
        for source, kernel in every.get(symbol, ()):
            lines = kernel.lines()
            lost = source.lost(kernel, lines).removeprefix("Not kept: ").removesuffix(".")
            yield Detail(
                symbol + kernel.suffix,
                source.path(kernel),
                " ".join(kernel.what.split()),
                "secret" if source.is_constant_time(kernel) else "public",
                source.stack_bytes(kernel, lines),
                lost or "as C's",
            )
