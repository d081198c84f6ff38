# SPDX-License-Identifier: MIT
"""The prover of byte code: what it proves of every label, and mutants, which it refuses or which
compute the same."""

import inspect
import re
import textwrap
from collections.abc import Iterator
from typing import Any

import pytest

from tools.bytecode import assembler, trials
from tools.bytecode.__main__ import PROGRAMS, statuses
from tools.bytecode.assembler import CALLED, SUMS, ProgramError, Source
from tools.bytecode.interpreter import Interpreter
from tools.prove.programs import (
    labels,
    ladder,
    lines,
    loops,
    schemes,
)
from tools.prove.programs.proofs import Proofs

FILES = ("points", "ladder", "lines", "schemes", "keys")
TEXTS = {name: (PROGRAMS / f"{name}.txt").read_text() for name in FILES}
SOURCE = assembler.load(PROGRAMS)


def test_every_label_that_has_a_contract_has_a_proof() -> None:
    names = {
        (each.of, label)
        for module in (labels, schemes, ladder, lines)
        for each in module.contracts()
        for label in each.label.split(", ")
    }
    names |= {(label, label) for _, label in names}
    for build in assembler.builds():
        for name, program in assembler.assemble(SOURCE, build).items():
            for label in program.exported:
                of = {SUMS: CALLED}.get(name, name.replace("verify_sum", "verify"))
                assert (of, label.replace("verify_sum", "verify")) in names


def proofs_of(source: Source) -> Proofs:
    for module in (labels, ladder, lines, schemes):
        yield from module.proofs(source)


# Both have a step.
OF_LADDERS = {"ladder": ladder.proofs, "lines": lines.proofs}


def source_with(name: str, number: int, line: str) -> Source:
    lines = TEXTS[name].splitlines()
    lines[number] = line
    return assembler.parse("\n".join(lines) if n == name else TEXTS[n] for n in FILES)


def is_refused(source: Source) -> bool:
    return any(each.refusal() for each in proofs_of(source))


def unproved(name: str) -> set[int]:
    """The lines that only the ladder of lines as a whole runs, of which nothing is proved:
    tests/test_bytecode.py has contracts refuse wrong ones."""
    lines = TEXTS[name].splitlines()
    if name == "lines":
        return set(
            range(lines.index(next(x for x in lines if x.startswith("single:"))), len(lines))
        )
    found: set[int] = set()
    for sequence in ("multiply_base", "exchange_point") if name == "schemes" else ():
        first = lines.index("if lines", lines.index(f"sequence {sequence}"))
        found |= set(range(first, lines.index("endif", first)))
    return found


def mutants() -> Iterator[Any]:
    """An instruction that is left out, is another, or has its operands exchanged or another one."""
    for name in FILES:
        left_out = unproved(name)
        for number, text in enumerate(TEXTS[name].splitlines()):
            if number in left_out:
                continue
            line = text.split("#")[0].rstrip()
            wrong = []
            if match := re.match(r"(    \w+) = (\w+) ([-*]) (\w+)$", line):
                r, a, kind, b = match.groups()
                other = "X" if a != "X" else "Y"
                wrong = [
                    f"{r} = {a} {'*' if kind == '-' else '-'} {b}",
                    f"{r} = {other} {kind} {b}",
                ]
                wrong += [f"{r} = {b} - {a}"] * (kind == "-" and b in SOURCE.registers and a != b)
            elif not re.match(r"    (load|store|set|swap|require|call|modulo|invert|mult)", line):
                continue
            for each in ("", *wrong):
                yield pytest.param(
                    name, number, each, id=f"{name}: {line.strip()} is {each.strip()}"
                )


@pytest.mark.slow
@pytest.mark.sampled(40)
@pytest.mark.parametrize(("name", "number", "line"), list(mutants()))
def test_a_wrong_instruction_is_refused_or_computes_the_same(
    name: str, number: int, line: str
) -> None:
    try:
        source = source_with(name, number, line)
        for build in assembler.builds():
            assembler.assemble(source, build)
    except ProgramError:
        return
    if not is_refused(source):
        trials.run_all(source, statuses(), ())


@pytest.mark.parametrize(
    ("name", "text", "wrong", "program"),
    [
        ("points", "    T = T - Y\n    V1 = V - T", "    V1 = V - T", "table"),
        ("points", "    swap Y W\n", "", "begin"),
        ("points", "    S = K - C\n", "    S = K - W\n", "single"),
        ("points", "    require borrows 11 else PUBLIC_KEY_RANGE\n", "", "public"),
        ("ladder", "    T = T * Y\n    C =", "    T = T * U\n    C =", "step"),
        ("lines", "    Y = Y * V1\n", "", "step"),
        ("schemes", "    U1 = U1 - C\n", "", "verify"),
        ("schemes", "    require borrows 11 else SIGNATURE_RANGE\n", "", "verify"),
        ("schemes", "    X = X - M\n", "", "verify"),
        ("schemes", "    V1 = W - V1\n    U1", "    U1", "sign"),
        ("keys", "    U = U * K\n    U = U * K\n", "    U = U * K\n", "equation"),
    ],
)
def test_a_wrong_program_is_refused(name: str, text: str, wrong: str, program: str) -> None:
    assert text in TEXTS[name]
    texts = {**TEXTS, name: TEXTS[name].replace(text, wrong, 1)}
    source = assembler.parse(texts[each] for each in FILES)
    proofs = OF_LADDERS.get(name, proofs_of)
    assert all(each.refusal() for each in proofs(source) if each.program == program)
    assert not any(each.refusal() for each in proofs(SOURCE) if each.program == program)


def test_a_program_that_writes_another_register_is_refused() -> None:
    lines = TEXTS["points"].splitlines()
    number = next(i for i, line in enumerate(lines) if line.startswith("compare:"))
    source = source_with("points", number, "compare:\n    K = T - T")
    (found,) = [e.refusal() for e in labels.proofs(source) if e.program == "compare"]
    assert "K is written" in found


def test_a_register_that_holds_nothing_is_not_read() -> None:
    lines = TEXTS["points"].splitlines()
    number = next(i for i, line in enumerate(lines) if line.startswith("square:"))
    source = source_with("points", number, "square:\n    E = V * V")
    (found,) = [e.refusal() for e in labels.proofs(source) if e.program == "square"]
    assert "V is read, and nothing that is known is in it" in found


@pytest.mark.parametrize(
    ("method", "text", "wrong"),
    [
        ("digits", "bool(differ ^ last)", "bool(differ)"),
        ("digits", "self.size.bits - length", "length - 1"),
        ("digit", "self.mask = not positive", "self.mask = positive"),
        ("digit", "positive = not positive", "pass"),
        ("digit", "if borrows & 0xC:", "if borrows & 0xF:"),
        ("ladder", "self.mask = bool(last)", "pass"),
        ("invert", "self.size.bits - 1", "self.size.bits"),
    ],
)
def test_a_wrong_loop_is_refused(
    monkeypatch: pytest.MonkeyPatch, method: str, text: str, wrong: str
) -> None:
    source = textwrap.dedent(inspect.getsource(getattr(Interpreter, method)))
    assert text in source
    names: dict[str, Any] = {}
    exec(source.replace(text, wrong), names)
    monkeypatch.setattr(Interpreter, method, names[method])
    assert any(each.refusal() for each in loops.proofs(SOURCE))
