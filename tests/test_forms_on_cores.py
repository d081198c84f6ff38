# SPDX-License-Identifier: MIT
"""The vectors of X25519, Ed25519, X448 and Ed448 on emulated cores: a sample of them here, all of
them by `make campaign`."""

import random
from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path

import pytest

from lab import curves
from lab.errors import ToolchainError, WrongResultError
from lab.model import ALL, Operation, Run
from lab.targets.buffers import Layout
from tests import forms_on_cores
from tests.forms_on_cores import TARGETS, bench, check, image, vectors
from tests.runner import core
from tests.runner.core_jobs import own_kernels
from tests.runner.tools import Counts, compile_with
from tests.vectors.forms import FAMILIES, Vector

SAMPLE = 3  # of each operation and outcome
SAME_KERNELS = set(core.targets()) - set(own_kernels())
CORES = [
    pytest.param(target, marks=[pytest.mark.campaign] if target in SAME_KERNELS else [])
    for target in TARGETS
]


def kind(vector: Vector) -> tuple[str, bool]:
    return vector.operation, vector.wanted is None


class Answers:
    """A bench that answers as the vectors say."""

    def __init__(self, family: str, every: list[Vector]) -> None:
        self.known = {tuple(each.inputs.items()): each.wanted for each in every}
        self._layout = Layout(curves.find(f"ed{family}").sizes_for(ALL))

    def run(self, operation: Operation, inputs: Mapping[str, bytes], *, trace: bool = False) -> Run:
        assert not trace
        wanted = self.known[tuple(inputs.items())]
        outputs = {
            one.buffer: (wanted or b"").ljust(len(self._layout.filled(one, {})), b"\0")
            for one in operation.parameters
            if one.direction == "out"
        }
        return Run(int(wanted is None), outputs, None, None, 0)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_wrong_answer_is_seen(family: str) -> None:
    every = vectors(family)
    answers = Answers(family, every)
    counts = check(answers, family, every)
    assert counts["accepted"] > 400
    assert counts["refused"] > 60
    for _, members in groupby(sorted(every, key=kind), kind):
        vector = next(members)
        key = tuple(vector.inputs.items())
        right = answers.known[key]
        wrong = b"" if right is None else None
        for answer in (wrong, b"\xff" + right[1:]) if right else (wrong,):
            answers.known[key] = answer
            with pytest.raises(WrongResultError, match=vector.source):
                check(answers, family, every)
        answers.known[key] = right


def test_a_job_with_a_wrong_answer_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> Counter[str]:
        raise WrongResultError("x25519, RFC 7748: wrong")

    elf = tmp_path / "image.elf"
    compile_with(["gcc", "-shared", "-x", "c", "/dev/null", "-o", str(elf)])
    monkeypatch.setattr(forms_on_cores, "image", lambda *_: elf)
    monkeypatch.setattr(forms_on_cores, "bench", lambda *_: None)
    monkeypatch.setattr(forms_on_cores, "check", wrong)
    result = forms_on_cores.job("cortex-m4", "fast", "25519").prepare().run()
    assert result.counts == Counts(0, 1)
    assert result.output == "x25519, RFC 7748: wrong"


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("target", CORES)
def test_a_sample_on_every_core(target: str, family: str) -> None:
    dice = random.Random(target)
    chosen = [
        vector
        for _, members in groupby(sorted(vectors(family), key=kind), kind)
        for vector in dice.sample(list(members), SAMPLE)
    ]
    try:
        elf = image(target, "fast", family)
    except ToolchainError as error:
        pytest.skip(str(error))
    counts = check(bench(target, elf, family), family, chosen)
    assert (counts["accepted"], counts["refused"]) == (3 * SAMPLE, 2 * SAMPLE)
