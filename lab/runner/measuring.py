# SPDX-License-Identifier: MIT
"""From a case to a sample, to the traces of many secrets, to what its secrets decide."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from pathlib import Path

from lab import curves
from lab.curves import Curve
from lab.errors import FetchError, LabError, ProbeError, ToolchainError, UnsupportedError
from lab.findings import Constancy, Difference, Followed, Proof
from lab.measures import inputs as generated
from lab.measures.checks import check
from lab.measures.cost import measure, runs, together
from lab.measures.flash import footprint
from lab.measures.traces import distinct, unequal
from lab.model import (
    ALL,
    PAIRING,
    Bench,
    Case,
    Cost,
    Operation,
    Run,
    Sample,
    Sizes,
    parts,
)
from lab.paths import BUILD, ROOT
from lab.peers import catalogue as libraries
from lab.runner.boards import on_board, probed
from lab.runner.naming import named, naming
from lab.runner.observer import Observer, Silence
from lab.runner.proofs import dependences, of_library
from lab.runner.workshop import Built, Workshop
from lab.store import Cache
from lab.targets import catalogue as targets
from lab.targets.bench import open_bench
from lab.targets.boards import Part
from lab.targets.catalogue import Target
from lab.targets.emulated import EmulatedBench
from lab.targets.gdb import address_of
from lab.targets.host import lacking
from lab.targets.probe import open_probe

DEFAULT_SEED = "whit"
DEFAULT_KEYS = 5
CACHE = BUILD / "lab" / "cache"


class Lab:
    """Measures cases. Toolchains and peers' sources are made ready once."""

    def __init__(
        self,
        *,
        seed: str = DEFAULT_SEED,
        keys: int = DEFAULT_KEYS,
        cached: bool = True,
        observer: Observer | None = None,
        cache_directory: Path = CACHE,
        sources: Mapping[str, Path] | None = None,
        probe: str | None = None,
        part: Part | None = None,
        cflags: tuple[str, ...] = (),
        recorded: Mapping[Case, Sample] | None = None,
        traced: Iterable[Constancy] = (),
    ) -> None:
        """`sources` are directories that a user named, of libraries in no registry; `cflags` the
        user's, for libraries and their adapters; `recorded` samples stand as they are where a
        case's image is theirs, as what was `traced` does, with this seed;
        `probe` is the address of a board that stands for the emulator, `part` what stands over
        cores that are no boards."""
        self._seed = seed
        self._keys = keys
        self._cache = Cache(cache_directory) if cached else None
        self._observer: Observer = observer or Silence()
        self._workshops: dict[tuple[str, str], Workshop] = {}
        self._places: dict[str, Path] = {}
        self._local_sources = dict(sources or {})
        if probe is not None:
            address_of(probe)
        self._probe = probe
        self._part = part
        self._cflags = cflags
        self._recorded = recorded or {}
        self._traced = {_run_of(each): each for each in traced if each.constant}
        self._lacking: dict[str, str] = {}  # libraries whose sources cannot be had, and why

    def measure(self, case: Case) -> Sample:
        """Build, run, check, and count. What goes wrong with a library is its sample's
        error; only a missing toolchain or board is raised."""
        try:
            return self._measure(case)
        except (ToolchainError, ProbeError):
            raise
        except FetchError as error:
            if case.library not in self._lacking:
                self._observer.say(str(error))
            self._lacking[case.library] = str(error)
            return self.failed(case, str(error))
        except LabError as error:
            self._observer.say(f"{named(case)}: {error}")
            return self.failed(case, str(error))

    def _measure(self, case: Case) -> Sample:
        if case.library in self._lacking:
            raise FetchError(self._lacking[case.library])
        curve = curves.find(case.curve)
        operations = [curve.operation(name) for name in parts(case.operation)]
        self._observer.case(case, self._keys * len(operations))
        workshop = self.workshop(case.target, case.compiler)
        built = workshop.build(case)
        recorded = self._recorded.get(case)
        if recorded is not None and recorded.image_sha256 == built.image.sha256:
            return recorded
        costs = [self._cost(workshop.target, case, built, operation) for operation in operations]
        cost = costs[0] if case.operation != ALL else together(costs)
        return self._sample(case, workshop, built, cost)

    def image(self, case: Case) -> str:
        """The hash of a case's image."""
        return self.workshop(case.target, case.compiler).build(case).image.sha256

    def trace(self, case: Case) -> Constancy:
        """Run the operation with as many secrets as there are keys, and compare. The
        case is one of `select_traceable`."""
        curve = libraries.curve_of(case)
        operation = curve.operation(case.operation)
        workshop = self.workshop(case.target, case.compiler)
        self._observer.case(case, self._keys)
        built = workshop.build(case)
        known = self._traced.get((case.target, case.operation, built.image.sha256, self._keys))
        key = self._key(workshop.target, case, built, operation) | {"kind": "traces"}
        if known is None and self._cache:
            known = self._cache.get(key, Constancy)
        if known is not None:
            return _of_case(known, case, built.flags)
        bench = open_bench(workshop.target, built.image.elf, curve.sizes_for(operation.name))
        with naming(case):
            done = runs(
                bench,
                operation,
                curve,
                seed=self._seed,
                keys=self._keys,
                trace=True,
                alike=True,
                advance=self._observer.advance,
            )
        compared = distinct(done)
        if compared is None:
            raise UnsupportedError("no two runs can be compared; use more secrets")
        cycles = [run.cycles for run in done if run.cycles is not None]
        draws = [run.draws for run in done]
        found = Constancy(
            target=case.target,
            library=case.library,
            variant=case.variant,
            curve=case.curve,
            operation=case.operation,
            secrets=len(done),
            program_counters=compared.program_counters,
            addresses=compared.addresses,
            cycles=compared.cycles,
            cycles_min=min(cycles),
            cycles_max=max(cycles),
            draws={count: draws.count(count) for count in sorted(set(draws))},
            compiler=workshop.compiler(case.library),
            flags=built.flags,
            image_sha256=built.image.sha256,
            difference=self._difference(bench, operation, curve, done),
        )
        # Where secrets differ, the runs are repeated for what the difference is.
        if self._cache and found.constant:
            self._cache.put(key, found)
        return found

    def prove(self, case: Case) -> Proof:
        """Run the operation once and follow its secrets. The case is one of `select_traceable`.
        LabError where the lab cannot follow secrets on the target, or for a wrong result."""
        curve = libraries.curve_of(case)
        operation = curve.operation(case.operation)
        workshop = self.workshop(case.target, case.compiler)
        self._observer.case(case, 1)
        built = workshop.build(case)
        library = libraries.find(case.library)
        bench = open_bench(workshop.target, built.image.elf, curve.sizes_for(operation.name))
        assert isinstance(bench, EmulatedBench)
        key = self._key(workshop.target, case, built, operation) | {"kind": "proofs"}
        followed = self._cache.get(key, Followed.of_plain) if self._cache else None
        if followed is None:
            given = generated.make(operation, curve, self._seed, 0)
            with naming(case):
                check(operation, curve, given, bench.run(operation, given), self._seed)
                followed = bench.follow(operation, given)
            if self._cache:
                self._cache.put(key, followed)
        self._observer.advance()
        reason = of_library((workshop.place(library), library.directory), library.public)
        found = dependences(followed.decided, bench.place, reason)
        return Proof(
            target=case.target,
            library=case.library,
            variant=case.variant,
            curve=case.curve,
            operation=case.operation,
            instructions=followed.instructions,
            dependences=tuple(found),
            seed=self._seed,
            compiler=workshop.compiler(case.library),
            flags=built.flags,
            image_sha256=built.image.sha256,
            cflags=" ".join(self._cflags),
        )

    def _difference(
        self, bench: Bench, operation: Operation, curve: Curve, done: Sequence[Run]
    ) -> Difference | None:
        """Where the first two runs part that do, on an emulated core."""
        pair = unequal(done)
        if pair is None or not isinstance(bench, EmulatedBench):
            return None
        inputs = [generated.make(operation, curve, self._seed, index) for index in pair]
        longest = max(done[index].instructions or 0 for index in pair)
        return bench.difference(operation, inputs, longest + 1)

    def prepare(self, cases: Iterable[Case]) -> None:
        """Fetch what the cases need, so that workers need not; what cannot be had is the
        error of its cases, when they are measured."""
        for case in {each.library: each for each in cases}.values():
            with suppress(LabError):
                self.workshop(case.target, case.compiler).place(libraries.find(case.library))

    def workshop(self, target: str, compiler: str = targets.DEFAULT_COMPILER) -> Workshop:
        """The target's toolchain with its images."""
        key = (target, compiler)
        if key not in self._workshops:
            found = targets.find(target, compiler=compiler)
            if self._probe:
                found = targets.for_silicon(found)
            if self._part:
                found = targets.as_part(found, self._part)
            self._workshops[key] = Workshop(
                found, self._observer, self._places, self._local_sources, self._cflags
            )
            missing = lacking() if found.emulation is None and self._probe is None else None
            if missing:
                self._observer.say(missing)
        return self._workshops[key]

    def _cost(self, target: Target, case: Case, built: Built, operation: Operation) -> Cost:
        key = self._key(target, case, built, operation)
        # What was measured differs from run to run: only what was modelled is kept.
        emulated = target.emulation is not None and self._probe is None
        kept = self._cache if emulated else None
        cost = kept.get(key, Cost) if kept else None
        if cost is None:
            curve = libraries.curve_of(case)
            with self._bench(target, built.image.elf, curve.sizes_for(operation.name)) as bench:
                cost = measure(
                    bench,
                    operation,
                    curve.under(operation.name),
                    seed=self._seed,
                    keys=self._keys,
                    trace=emulated,
                    advance=self._observer.advance,
                )
            if kept:
                kept.put(key, cost)
        return cost

    def _key(
        self, target: Target, case: Case, built: Built, operation: Operation
    ) -> dict[str, str | int]:
        """All that runs of an operation with so many keys depend on."""
        return {
            "image": built.image.sha256,
            "curve": case.curve,
            **_suite(case, operation),
            "target": repr(target.emulation),
            "board": repr(target.board.flash if target.board else None),
            "operation": operation.name,
            "seed": self._seed,
            "keys": self._keys,
            "lab": _lab_version(),
        }

    @contextmanager
    def _bench(self, target: Target, elf: Path, sizes: Sizes) -> Iterator[Bench]:
        if self._probe is None or target.emulation is None:
            yield open_bench(target, elf, sizes)
        else:
            with open_probe(target.emulation, elf, sizes, self._probe) as bench:
                yield bench

    def _sample(self, case: Case, workshop: Workshop, built: Built, cost: Cost) -> Sample:
        used, unused = footprint(built.image.elf), footprint(built.empty.elf)
        counted = workshop.target.emulation is not None
        sample = replace(
            self.failed(case, None),
            cycles=cost.cycles,
            cycles_min=cost.cycles_min,
            cycles_max=cost.cycles_max,
            instructions=cost.instructions,
            flash_bytes=used.flash_bytes - unused.flash_bytes if counted else None,
            stack_bytes=cost.stack_bytes,
            ram_static_bytes=used.ram_static_bytes - unused.ram_static_bytes + cost.heap_bytes
            if counted
            else None,
            constant_time=_verdict(case, cost),
            flags=built.flags,
            image_sha256=built.image.sha256,
            board_cycles=cost.board_cycles,
        )
        board = workshop.target.board
        if self._probe:
            return probed(sample, board)
        return on_board(sample, board, cost.board_cycles) if board else sample

    def failed(self, case: Case, error: str | None) -> Sample:
        """A sample without figures: all that is known of a case before it is measured."""
        workshop = self.workshop(case.target, case.compiler)
        target = workshop.target
        return Sample(
            library=case.library,
            version=libraries.find(case.library).version,
            configuration=case.configuration,
            target=target.name,
            board=target.board.name if target.board else None,
            curve=case.curve,
            hash=curves.find(case.curve).hash_of(case.operation),
            operation=case.operation,
            profile=case.profile,
            cycles=None,
            cycles_min=None,
            cycles_max=None,
            instructions=None,
            board_cycles=None,
            flash_bytes=None,
            stack_bytes=None,
            ram_static_bytes=None,
            time_seconds=None,
            energy_joules=None,
            constant_time=None,
            origin=target.origin,
            compiler=workshop.compiler(case.library),
            flags="",
            image_sha256="",
            keys=self._keys,
            seed=self._seed,
            error=error,
        )


def _suite(case: Case, operation: Operation) -> dict[str, str]:
    """How messages are hashed that the operation signs by pairings, on which its inputs depend."""
    return {"suite": repr(libraries.curve_of(case).signing)} if operation.name in PAIRING else {}


def _verdict(case: Case, cost: Cost) -> bool | None:
    """What traces say, unless the build is declared to leak."""
    core, builds = targets.core_of(case.target), libraries.find(case.library).build(case)
    leaks = any(targets.is_any(core, each.leaks_on) for each in builds)
    return False if cost.constant_time and leaks else cost.constant_time


def _run_of(found: Constancy) -> tuple[str, str, str, int]:
    """What decides what traces say: of all secrets as many are compared as drew alike."""
    return found.target, found.operation, found.image_sha256, max(found.draws.values())


def _of_case(known: Constancy, case: Case, flags: str) -> Constancy:
    """What is known of an image, with the names of a case; JSON has numbers of draws as text."""
    draws = {int(count): times for count, times in known.draws.items()}
    return replace(
        known,
        target=case.target,
        library=case.library,
        variant=case.variant,
        flags=flags,
        draws=draws,
    )


@cache
def _lab_version() -> str:
    """A hash of all that costs depend on besides the image: emulator, inputs, checks."""
    digest = hashlib.sha256(version("unicorn").encode())
    for folder in ("emulator", "emulator/avr", "measures", "oracle", "targets"):
        for path in sorted((ROOT / "lab" / folder).glob("*.*")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
