# SPDX-License-Identifier: MIT
"""A harness: C functions that call what is proved with every input there can be, beside a file
that says of which sources, with which invariants of their loops.

Keys of the file:
    sources     of src, compiled and checked as they are; what ends in .inc stands in the place of
                the original for those that include it
    models      functions that are not looked into: model_<name> of models*.c stands for each, which
                asks of its caller what the function needs, and leaves what the function may leave
    options     of the build
    limbs       bits of limbs, 64 alone where none are named
    sizes       of curves, whose number replaces {size} above; the header of the size is included
    profiles    of the build, balanced alone where none are named
    unwind      how often loops without an invariant may turn: that no more turns exist is proved
    most        the longest input
    [bounds]    `most` of single proofs, by their names
    [[loops]]   of each loop with an invariant: the function, the number of the loop in it, or in
                all definitions of it, what it assigns, the invariant, and what decreases where it
                is proved to end

The invariants are put into copies of the sources. They are no assumptions: that they hold before
the loop, and after each turn if they held before it, is proved too."""

import hashlib
import re
import resource
import signal
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.proofs.checker import Command

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MODELS = tuple(sorted(HERE.glob("models*.c")))
COMMON = (*MODELS, *sorted(HERE.glob("*.h")))
CHECKS = ("--pointer-overflow-check", "--slice-formula", "--object-bits", "12")
SIZE = "{size}"
# What a harness wants to be possible is stated as impossible, and has to be refuted.
REACHED = "reached"
UNWINDING = "unwinding assertion"
SECONDS = 300  # of a processor
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
    size: str = ""  # where the harness is of sizes

    @property
    def title(self) -> str:
        return f"{self.harness.name}.{self.name}" + (self.size and f".{self.size}")

    @property
    def most(self) -> int:
        return self.harness.bounds.get(self.name, self.harness.most)


@dataclass(frozen=True)
class Harness:
    path: Path
    sources: tuple[str, ...]
    models: tuple[str, ...]
    options: tuple[str, ...]
    limbs: tuple[int, ...]
    sizes: tuple[str, ...]
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
                    for size in self.sizes:
                        yield Proof(self, name, limb, profile, size)

    def annotated(self, root: Path, size: str = "") -> dict[str, str]:
        """The sources with invariants at their loops."""
        names = [name.replace(SIZE, size) for name in self.sources]
        texts = {name: (root / "src" / name).read_text(encoding="utf-8") for name in names}
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
        tuple(told.get("options", ())),
        tuple(told.get("limbs", (64,))),
        tuple(map(str, told.get("sizes", ("",)))),
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
    """Behind the conditions of a function's loops, where invariants go: of all its definitions,
    of which a build takes one."""
    ends = []
    head = rf"^[^\n#/ ][^;{{}}]*\b{function}\([^;{{}}]*\)\n{{"
    for start in re.finditer(head, text, re.MULTILINE):
        body = text[start.end() : text.index("\n}", start.end())]
        opened = [each.end() - 1 for each in re.finditer(r"\b(?:for|while) \(", body)]
        ends += [start.end() + closing(body, at) + 1 for at in opened]
    return ends


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
    parts += [str(harness.unwind), *harness.models, *harness.options]
    parts += harness.annotated(root, proof.size).values()
    parts += [path.read_text(encoding="utf-8") for path in (harness.path, *COMMON, *headers)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def run(
    proof: Proof, programs: Mapping[str, Command], directory: Path, root: Path = ROOT
) -> Outcome:
    """Compile the harness and the sources, put models and invariants in their places, check."""
    harness = proof.harness
    entry = f"prove_{proof.name}"
    compiled, modelled, ready = (str(directory / f"{n}.goto") for n in ("code", "calls", "loops"))
    files = [str(harness.path), *map(str, MODELS), *copied(proof, directory / "src", root)]
    flags = compiling(proof, directory / "src", root)
    called([*programs["goto-cc"], *flags, "--function", entry, *files, "-o", compiled])
    replaced = [
        word
        for name in harness.models
        for word in ("--replace-calls", replacement(name, proof.size))
    ]
    instrument = programs["goto-instrument"]
    called([*instrument, *replaced, "--drop-unused-functions", compiled, modelled])
    if harness.loops:
        contracts = ("--dfcc", entry, "--apply-loop-contracts", "--loop-contracts-no-unwind")
        called([*instrument, *contracts, modelled, ready])
    else:
        ready = modelled
    told = called(
        [*programs["cbmc"], *CHECKS, "--unwind", str(harness.unwind), ready], accepted=(0, 10)
    )
    return outcome(told)


def copied(proof: Proof, place: Path, root: Path) -> list[str]:
    """Write the annotated sources to a place; those that are compiled."""
    files = []
    for name, text in proof.harness.annotated(root, proof.size).items():
        copy = place / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
        files += [str(copy)] * name.endswith(".c")
    return files


def compiling(proof: Proof, place: Path, root: Path) -> tuple[str, ...]:
    """The compiler's flags."""
    headers = ["proofs.h"]
    options = [
        f"MOST={proof.most}",
        f"WHIT_LIMB_BITS={proof.limb}",
        f"WHIT_PROFILE={proof.profile}",
    ]
    if proof.size:
        headers.append(f"generated/instance/size_{proof.size}.h")
        options.append(f"PROOF_SIZE={proof.size}")
    return (
        *(f"-I{each}" for each in (place, root / "src", root / "include", HERE)),
        *(f"-D{each}" for each in (*options, *proof.harness.options)),
        *(word for each in headers for word in ("-include", each)),
    )


def replacement(name: str, size: str) -> str:
    """Which model stands for which function: it is named without a size."""
    return f"whit_{name.replace(SIZE, size)}:model_{name.replace(SIZE + '_', '')}"


def outcome(told: str) -> Outcome:
    found = [match for line in told.splitlines() if (match := PROPERTY.match(line))]
    failures = [
        f"{match[1].rpartition('.')[0].rpartition('.')[0]} line {match[2]}: {match[3]}"
        for match in found
        if (match[4] != "SUCCESS") != match[3].startswith(REACHED)
    ]
    # Of a run that is cut off, nothing else that is said means much.
    failures.sort(key=lambda each: UNWINDING not in each)
    if not any(match[3].startswith(REACHED) for match in found):
        failures.append("nothing shows that the harness reaches its end")
    return Outcome(len(found), tuple(failures))


def called(command: Iterable[str], accepted: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run(
        [*command], capture_output=True, text=True, check=False, preexec_fn=_limited
    )
    if done.returncode == -signal.SIGXCPU:
        raise ProofError(f"no answer in {SECONDS} seconds")
    if done.returncode not in accepted:
        told = (done.stdout + done.stderr).strip().splitlines()[-4:]
        raise ProofError(" ".join(told))
    return done.stdout


def _limited() -> None:
    """Bound the time of the processor, whatever else the machine does."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
