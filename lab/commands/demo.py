# SPDX-License-Identifier: MIT
"""whit demo: a key agreement, a signature, and what they cost beside the peers."""

import sys
from typing import Annotated

import typer

from lab.commands.progress import Terminal
from lab.errors import FetchError
from lab.model import Sample
from lab.reports.demonstration import as_comparison, as_story
from lab.runner import DEFAULT_TARGET, Lab, Selection, demonstrate, select, select_traceable


def command(
    target: Annotated[str, typer.Option(help="An emulated core.")] = DEFAULT_TARGET,
) -> None:
    """Agree on a key and sign a message on an emulated core, then compare the cost."""
    select_traceable(Selection(targets=(target,), operations=("keygen",)))
    cases, _ = select(Selection(targets=(target,)))
    samples: list[Sample] = []
    missing: set[str] = set()
    with Terminal(len(cases)) as terminal:
        story = demonstrate(Lab(observer=terminal), target)
    print(as_story(story))
    sys.stdout.flush()
    with Terminal(len(cases)) as terminal:
        lab = Lab(observer=terminal)
        for case in cases:
            try:
                samples += [lab.measure(case)] if case.library not in missing else []
            except FetchError as error:
                # Peers are optional: the rest of the table stands without one.
                missing.add(case.library)
                terminal.say(str(error))
    print(as_comparison(samples), end="")
