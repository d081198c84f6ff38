# SPDX-License-Identifier: MIT
"""Images of libraries for a target: where a peer's sources meet a toolchain."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from lab import curves
from lab.curves import Curve
from lab.errors import UnsupportedError
from lab.model import OPERATIONS, Case, Sizes, parts
from lab.paths import BUILD, ROOT, locked
from lab.peers import catalogue as libraries
from lab.peers.catalogue import Crates, Library, Variant
from lab.peers.sources import prepare
from lab.runner.observer import Observer
from lab.targets import buffers
from lab.targets.catalogue import DEFAULT_COMPILER, Target
from lab.targets.rust import Rust
from lab.targets.toolchain import Image, Sources, Toolchain

_FIRMWARE = ("operations.c", "random.c", "heap.c")


@dataclass(frozen=True)
class Built:
    """An image that holds what a case needs, and the empty one beside it."""

    image: Image
    empty: Image
    flags: str


class Workshop:
    """Builds images of one target."""

    def __init__(
        self,
        target: Target,
        observer: Observer,
        places: dict[str, Path],
        local_sources: Mapping[str, Path],
        cflags: tuple[str, ...] = (),
    ) -> None:
        self.target = target
        self._cflags = cflags  # of the user's, after those of target and library
        self._observer = observer
        self._places = places  # of libraries' sources, shared between targets
        self._local_sources = local_sources  # directories that the user named for libraries
        self._empty: dict[tuple[Sizes, tuple[str, ...]], Image] = {}

    @cached_property
    def toolchain(self) -> Toolchain:
        return Toolchain(self.target)

    @cached_property
    def _rust(self) -> Rust:
        return Rust(self.target)

    def compiler(self, library: str) -> str:
        """The compiler of a library, and its version."""
        in_rust = libraries.find(library).in_rust
        return self._rust.version if in_rust else self.toolchain.version()

    @cached_property
    def _folder(self) -> Path:
        target = self.target
        words = [target.name]
        if target.family != DEFAULT_COMPILER:
            words.append(target.family)
        if target.linked_for_board:
            words.append(target.board.name if target.board else "part")
        return BUILD / "lab" / "-".join(words)

    def empty(self, sizes: Sizes, harness: tuple[str, ...] = ()) -> Image:
        """The image without a library, for comparison with images of curves of these sizes,
        and with a harness of these definitions."""
        if (sizes, harness) not in self._empty:
            words = ["empty", sizes.form, sizes.field, sizes.order, sizes.digest, *harness]
            words += [f"bls{sizes.bls_degree}"] * (sizes.bls_degree > 0)
            words += [f"batch{sizes.batch}"] * (sizes.batch > 0)
            elf = self._folder / f"{'-'.join(map(str, words))}.elf"
            self._empty[sizes, harness] = self._link(elf, sizes, harness, (), ())
        return self._empty[sizes, harness]

    def build(self, case: Case) -> Built:
        """The image of a case."""
        library, curve = libraries.find(case.library), curves.find(case.curve)
        operations = parts(case.operation)
        variants = library.build(case)
        words = [library.name, *(each.name for each in variants)]
        if self._cflags:
            words.append(hashlib.sha256("\0".join(self._cflags).encode()).hexdigest()[:8])
        folder = self._folder / "-".join(words)
        elf = folder / f"{case.curve}-{case.operation}.elf"
        sizes = curve.sizes_for(case.operation)
        harness = tuple(filter(None, (OPERATIONS[name].alone for name in operations)))
        if library.in_rust:
            archive, flags = self._archive(library, variants, (curve.name, *operations))
            image = self._link(elf, sizes, harness, operations, (), (archive,))
        else:
            ours = self._library(library, variants, case.curve, operations)
            told = (*buffers.defines(sizes), *harness, *_prime(curve, operations))
            told += _signing(library.curve(case.curve)) if sizes.bls_degree else ()
            adapter = self._adapter(library, ours, curve, told)
            image = self._link(elf, sizes, harness, operations, (ours, adapter))
            flags = " ".join((*self.target.flags, *ours.arguments))
        return Built(image, self.empty(sizes, harness), flags)

    def place(self, library: Library) -> Path:
        """Where the library's sources are, fetched if need be."""
        if library.name not in self._places:
            with locked(BUILD / "peers"):
                self._places[library.name] = prepare(
                    library, self._observer.say, self._local_sources.get(library.name)
                )
        return self._places[library.name]

    def _archive(
        self, library: Library, variants: Sequence[Variant], features: tuple[str, ...]
    ) -> tuple[Path, str]:
        """A library in Rust with its adapter, and what it is built with."""
        if self._cflags:
            raise UnsupportedError(f"{library.name} is built by cargo, which takes no --cflags")
        assert isinstance(library.source, Crates)
        rust = f"-Zbuild-std={','.join(library.source.library)}"
        given = (rust, *library.flags, *(flag for each in variants for flag in each.flags))
        archive = self._rust.archive(library.directory, self.place(library), features, given)
        return archive, " ".join(self._rust.arguments(given))

    def _library(
        self,
        library: Library,
        variants: Sequence[Variant],
        curve: str,
        operations: Sequence[str],
    ) -> Sources:
        place = self.place(library)
        named = library.integers_curve if curves.find(curve).form == "integers" else curve
        values = {"curve": named, "profile": variants[0].name, "limb_bits": self.target.limb_bits}
        adding: tuple[Library | Variant, ...] = (library, *variants)
        return Sources(
            files=(
                *(place / name for each in adding for name in each.sources),
                *(ROOT / name for each in adding for name in each.own_sources),
            ),
            includes=(
                place,
                *(place / name for name in library.source_includes),
                *(library.directory / name for name in library.includes),
            ),
            defines=(
                *(define.format(**values) for each in adding for define in each.defines),
                *(
                    define.format(curve=other)
                    for other in library.curves
                    for define in library.other_curves
                    if other != named
                ),
                *(
                    define
                    for define, served in library.own_operations.items()
                    if set(served) & set(operations)
                ),
                *(
                    define
                    for other, unwanted in library.other_operations.items()
                    for define in unwanted
                    if other not in operations
                ),
            ),
            flags=(*(flag for each in adding for flag in each.flags), *self._cflags),
            standard=library.standard,
        )

    def _adapter(
        self, library: Library, sources: Sources, curve: Curve, defines: tuple[str, ...]
    ) -> Sources:
        """It sees what the library sees, and what firmware/adapter.h asks for."""
        return replace(
            sources,
            files=(library.directory / "adapter.c",),
            includes=(*sources.includes, *self.toolchain.firmware().includes),
            defines=(
                *sources.defines,
                *defines,
                f"WHIT_LAB_CURVE={curve.name}",
                f"WHIT_LAB_ECDSA={int(curve.ecdsa)}",
                f"WHIT_LAB_AGREEMENT={int(curve.agrees)}",
                f"WHIT_LAB_INTEGERS={int(curve.form == 'integers')}",
            ),
        )

    def _link(
        self,
        elf: Path,
        sizes: Sizes,
        harness: tuple[str, ...],
        operations: Sequence[str],
        sources: tuple[Sources, ...],
        archives: tuple[Path, ...] = (),
    ) -> Image:
        main = "host.c" if self.target.emulation is None else "board.c"
        functions = (OPERATIONS[name].function.removeprefix("adapter_") for name in operations)
        selected = tuple(f"WHIT_LAB_OPERATION_{function.upper()}" for function in functions)
        sized = (*buffers.defines(sizes), *harness)
        firmware = self.toolchain.firmware(main, *_FIRMWARE, defines=sized)
        table = self.toolchain.firmware("table.c", defines=(*sized, *selected))
        return self.toolchain.image(elf, (firmware, table, *sources), self._cflags, archives)


def _signing(curve: Curve) -> tuple[str, ...]:
    """What adapters of signatures by pairings are told: the tag of the library's suite, and how
    long the prime is, by which points are encoded."""
    if curve.signing is None:
        return ()
    return (
        f'WHIT_LAB_BLS_TAG="{curve.signing.tag.decode()}"',
        f"WHIT_LAB_FIELD_BITS={curve.field_bits}",
    )


def _prime(curve: Curve, operations: Sequence[str]) -> tuple[str, ...]:
    """What adapters of arithmetic are told of the numbers."""
    if not any(OPERATIONS[name].result for name in operations):
        return ()
    return (f"WHIT_LAB_PRIME={','.join(map(str, curve.p.to_bytes(curve.sizes.field)))}",)
