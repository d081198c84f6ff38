#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write budgets.toml: what the main builds take, from the newest samples in results/.

    python3 -m tools.develop.budgets    write the file

Before, `whit measure --save` the builds again; tests/lab/test_budgets.py holds them to it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from lab.model import ALL, PROFILES, Case, Sample
from lab.paths import RESULTS
from lab.store import newest
from tools.files import write

BUDGETS = Path(__file__).resolve().parents[2] / "budgets.toml"
OPERATIONS = ("keygen", "ecdh", "sign", "verify")
TARGETS = ("cortex-m0", "cortex-m3", "cortex-m4", "rv32imc")
CURVES = ("secp256r1",)
HEADING = """\
# What the main builds take: cycles of each operation, flash and stack of the image with all four.
# `make test` fails where one takes over 1% more, or over 5% less than stands here. Written by
# tools.develop.budgets from results/.
"""


@dataclass(frozen=True)
class Budget:
    """What one build takes. `figures` by name: cycles of operations, bytes of the whole image."""

    target: str
    curve: str
    profile: str
    figures: Mapping[str, int]

    @property
    def cases(self) -> tuple[Case, ...]:
        return tuple(
            Case(self.target, "whit", self.curve, operation, profile=self.profile)
            for operation in (*OPERATIONS, ALL)
        )


def figures(samples: Mapping[str, Sample]) -> dict[str, int]:
    """Those of the samples of a build, by operation."""
    found = {name: samples[name].cycles for name in OPERATIONS}
    found |= {"flash_bytes": samples[ALL].flash_bytes, "stack_bytes": samples[ALL].stack_bytes}
    missing = [name for name, figure in found.items() if figure is None]
    if missing:
        raise ValueError(f"samples without {', '.join(missing)}")
    return {name: figure for name, figure in found.items() if figure is not None}


def recorded() -> list[Budget]:
    """The budgets by the newest samples."""
    samples = newest(RESULTS)
    budgets = []
    for target, curve, profile in product(TARGETS, CURVES, PROFILES):
        cases = Budget(target, curve, profile, {}).cases
        own = {case.operation: samples[case] for case in cases}
        budgets.append(Budget(target, curve, profile, figures(own)))
    return budgets


def text(budgets: list[Budget]) -> str:
    parts = [HEADING]
    for budget in budgets:
        parts.append(f"\n[{budget.target}.{budget.curve}.{budget.profile}]\n")
        parts += [f"{name} = {figure:_}\n" for name, figure in budget.figures.items()]
    return "".join(parts)


if __name__ == "__main__":
    write(BUDGETS, text(recorded()))
