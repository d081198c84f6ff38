# SPDX-License-Identifier: MIT
"""A harness: C functions that call what is proved with every input there can be, beside a file
that says of which sources, with which invariants of their loops.

Keys of the file:
    sources     of src, compiled and checked as they are
    models      functions that are not looked into: model_<name> of models.c stands for each, which
                asks of its caller what the function needs, and leaves what the function may leave
    limbs       bits of limbs, 64 alone where none are named
    profiles    of the build, balanced alone where none are named
    unwind      how often loops without an invariant may turn: that no more turns exist is proved
    most        the longest input
    [bounds]    `most` of single proofs, by their names
    [[loops]]   of each loop with an invariant: the function, the number of the loop in it, what it
                assigns, the invariant, and what decreases where it is proved to end

The invariants are put into copies of the sources. They are no assumptions: that they hold before
the loop, and after each turn if they held before it, is proved too."""

import hashlib
import re
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.proofs.checker import Command

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MODELS = HERE / "models.c"
COMMON = (MODELS, HERE / "proofs.h")
CHECKS = ("--pointer-overflow-check", "--slice-formula")
# What a harness wants to be possible is stated as impossible, and has to be refuted.
REACHED = "reached"
SECONDS = 120
PROPERTY = re.compile(r"^\[(\S+)\] (?:line (\d+) )?(.*): (SUCCESS|FAILURE|UNKNOWN|ERROR)$")
FUNCTION = re.compile(r"^void prove_(\w+)\(void\)$", re.MULTILINE)


class ProofError(Exception):
    """A harness that cannot be run."""


@dataclass(frozen=True)
class Loop:
    function: str
    assigns: str
    invariant: str
    decreases: str = ""  # where that the loop ends is not proved
    number: int = 0

    def clauses(self) -> str:
        told = f" __CPROVER_assigns({self.assigns}) __CPROVER_loop_invariant({self.invariant}) "
        return told + (f"__CPROVER_decreases({self.decreases}) " if self.decreases else "")


@dataclass(frozen=True)
class Proof:
    """One function of a harness, in one configuration."""

    harness: "Harness"
    name: str
    limb: int
    profile: str

    @property
    def title(self) -> str:
        return f"{self.harness.name}.{self.name}"

    @property
    def most(self) -> int:
        return self.harness.bounds.get(self.name, self.harness.most)


@dataclass(frozen=True)
class Harness:
    path: Path
    sources: tuple[str, ...]
    models: tuple[str, ...]
    limbs: tuple[int, ...]
    profiles: tuple[str, ...]
    unwind: int
    most: int
    bounds: Mapping[str, int]
    loops: tuple[Loop, ...]

    @property
    def name(self) -> str:
        return self.path.stem

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def proofs(self) -> Iterator[Proof]:
        for name in FUNCTION.findall(self.text):
            for limb in self.limbs:
                for profile in self.profiles:
                    yield Proof(self, name, limb, profile)

    def annotated(self, root: Path) -> dict[str, str]:
        """The sources with invariants at their loops."""
        texts = {name: (root / "src" / name).read_text(encoding="utf-8") for name in self.sources}
        for loop in sorted(self.loops, key=lambda each: -each.number):
            places = [
                (name, end)
                for name, text in texts.items()
                for end in loop_ends(text, loop.function)[loop.number : loop.number + 1]
            ]
            if len(places) != 1:
                raise ProofError(f"{self.name}: {len(places)} loops {loop.function} {loop.number}")
            name, end = places[0]
            texts[name] = texts[name][:end] + loop.clauses() + texts[name][end:]
        return texts


@dataclass(frozen=True)
class Outcome:
    checks: int
    failures: tuple[str, ...]

    @property
    def is_proved(self) -> bool:
        return not self.failures


def read(path: Path) -> Harness:
    """The harness of a C file."""
    told = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
    return Harness(
        path,
        tuple(told["sources"]),
        tuple(told.get("models", ())),
        tuple(told.get("limbs", (64,))),
        tuple(told.get("profiles", ("balanced",))),
        told.get("unwind", 2),
        told["most"],
        told.get("bounds", {}),
        tuple(Loop(**each) for each in told.get("loops", ())),
    )


def harnesses() -> list[Harness]:
    """All that there are."""
    return [read(path.with_suffix(".c")) for path in sorted(HERE.glob("*.toml"))]


def loop_ends(text: str, function: str) -> list[int]:
    """Behind the conditions of a function's loops: where an invariant goes."""
    start = re.search(rf"^[^\n#/ ][^;{{}}]*\b{function}\([^;{{}}]*\)\n{{", text, re.MULTILINE)
    if start is None:
        return []
    body = text[start.end() : text.index("\n}", start.end())]
    opened = [each.end() - 1 for each in re.finditer(r"\b(?:for|while) \(", body)]
    return [start.end() + closing(body, at) + 1 for at in opened]


def closing(text: str, at: int) -> int:
    """The parenthesis that closes the one at a place."""
    depth = 0
    for i in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i
    raise ProofError(f"a parenthesis stays open: {text[at : at + 40]}")


def digest(proof: Proof, root: Path, version: str) -> str:
    """Of all that a proof depends on."""
    harness = proof.harness
    headers = sorted(path for part in ("src", "include") for path in (root / part).rglob("*.[hi]*"))
    parts = [version, proof.title, str(proof.limb), proof.profile, str(proof.most)]
    parts += [str(harness.unwind), *harness.models, *harness.annotated(root).values()]
    parts += [path.read_text(encoding="utf-8") for path in (harness.path, *COMMON, *headers)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def run(
    proof: Proof, programs: Mapping[str, Command], directory: Path, root: Path = ROOT
) -> Outcome:
    """Compile the harness and the sources, put models and invariants in their places, check."""
    harness = proof.harness
    includes = (f"-I{root}/src", f"-I{root}/include", f"-I{HERE}", "-include", "proofs.h")
    defines = (
        f"-DMOST={proof.most}",
        f"-DWHIT_LIMB_BITS={proof.limb}",
        f"-DWHIT_PROFILE={proof.profile}",
    )
    files = [str(harness.path), str(MODELS)]
    for name, text in harness.annotated(root).items():
        copy = directory / "src" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
        files.append(str(copy))
    entry = f"prove_{proof.name}"
    compiled, modelled, ready = (str(directory / f"{n}.goto") for n in ("code", "calls", "loops"))
    called([*programs["goto-cc"], *includes, *defines, "--function", entry, *files, "-o", compiled])
    replaced = [
        word for name in harness.models for word in ("--replace-calls", f"whit_{name}:model_{name}")
    ]
    instrument = programs["goto-instrument"]
    called([*instrument, *replaced, "--drop-unused-functions", compiled, modelled])
    called(
        [
            *(*instrument, "--dfcc", entry, "--apply-loop-contracts"),
            *("--loop-contracts-no-unwind", modelled, ready),
        ]
    )
    told = called(
        [*programs["cbmc"], *CHECKS, "--unwind", str(harness.unwind), ready], accepted=(0, 10)
    )
    return outcome(told)


def outcome(told: str) -> Outcome:
    found = [match for line in told.splitlines() if (match := PROPERTY.match(line))]
    failures = [
        f"{match[1].rpartition('.')[0].rpartition('.')[0]} line {match[2]}: {match[3]}"
        for match in found
        if (match[4] != "SUCCESS") != match[3].startswith(REACHED)
    ]
    if not any(match[3].startswith(REACHED) for match in found):
        failures.append("nothing shows that the harness reaches its end")
    return Outcome(len(found), tuple(failures))


def called(command: Iterable[str], accepted: tuple[int, ...] = (0,)) -> str:
    try:
        done = subprocess.run(
            [*command], capture_output=True, text=True, check=False, timeout=SECONDS
        )
    except subprocess.TimeoutExpired as error:
        raise ProofError(f"no answer in {SECONDS} seconds") from error
    if done.returncode not in accepted:
        told = (done.stdout + done.stderr).strip().splitlines()[-4:]
        raise ProofError(" ".join(told))
    return done.stdout
