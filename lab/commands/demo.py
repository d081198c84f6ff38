# SPDX-License-Identifier: MIT
"""whit demo: a key agreement, a signature, and what they cost beside the peers."""

import sys
from typing import Annotated

import typer

from lab.commands.progress import Terminal
from lab.reports.demonstration import as_comparison, as_story
from lab.runner import DEFAULT_TARGET, Lab, Selection, demonstrate, select, select_traceable


def command(
    target: Annotated[str, typer.Option(help="An emulated core.")] = DEFAULT_TARGET,
) -> None:
    """Agree on a key and sign a message on an emulated core, then compare the cost."""
    select_traceable(Selection(targets=(target,), operations=("keygen",)))
    cases, _ = select(Selection(targets=(target,)))
    with Terminal(len(cases)) as terminal:
        story = demonstrate(Lab(observer=terminal), target)
    print(as_story(story))
    sys.stdout.flush()
    with Terminal(len(cases)) as terminal:
        lab = Lab(observer=terminal)
        samples = [lab.measure(case) for case in cases]
    # Peers are optional: the rest of the table stands without one, and the lab has said why.
    print(as_comparison([sample for sample in samples if sample.error is None]), end="")
