# SPDX-License-Identifier: MIT
"""Images of libraries for a target: where a peer's sources meet a toolchain."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lab.model import Case, parts
from lab.paths import BUILD
from lab.peers import catalogue as libraries
from lab.peers.catalogue import Library, Variant
from lab.peers.sources import prepare
from lab.runner.observer import Observer
from lab.targets.catalogue import Target
from lab.targets.toolchain import Image, Sources, Toolchain


@dataclass(frozen=True)
class Built:
    """An image that holds what a case needs, and the empty one beside it."""

    image: Image
    empty: Image
    flags: str


class Workshop:
    """Builds images of one target."""

    def __init__(self, target: Target, observer: Observer, places: dict[str, Path]) -> None:
        self.target = target
        self._observer = observer
        self._places = places  # of libraries' sources, shared between targets

    @cached_property
    def toolchain(self) -> Toolchain:
        return Toolchain(self.target)

    @cached_property
    def compiler(self) -> str:
        return self.toolchain.version()

    @cached_property
    def empty(self) -> Image:
        return self._link(BUILD / "lab" / self.target.name / "empty.elf", (), ())

    def build(self, case: Case) -> Built:
        """The image of a case."""
        library = libraries.find(case.library)
        sources = self._sources(library, library.variant(case.variant), case.curve)
        folder = BUILD / "lab" / self.target.name / f"{library.name}-{case.variant}"
        elf = folder / f"{case.curve}-{case.operation}.elf"
        image = self._link(elf, parts(case.operation), (sources,))
        flags = " ".join((*self.target.flags, *sources.arguments))
        return Built(image, self.empty, flags)

    def _sources(self, library: Library, variant: Variant, curve: str) -> Sources:
        if library.name not in self._places:
            self._places[library.name] = prepare(library, self._observer.say)
        place = self._places[library.name]
        values = {"curve": curve, "profile": variant.name, "limb_bits": self.target.limb_bits}
        return Sources(
            files=(*(place / name for name in library.sources), library.directory / "adapter.c"),
            includes=(
                place,
                *(library.directory / name for name in library.includes),
                *self.toolchain.firmware().includes,
            ),
            defines=tuple(
                define.format(**values) for define in (*library.defines, *variant.defines)
            ),
            flags=library.flags,
            standard=library.standard,
        )

    def _link(self, elf: Path, operations: Sequence[str], sources: tuple[Sources, ...]) -> Image:
        main = "host.c" if self.target.emulation is None else "board.c"
        selected = tuple(f"WHIT_LAB_OPERATION_{name.upper()}" for name in operations)
        firmware = self.toolchain.firmware(main, "operations.c", "random.c")
        table = self.toolchain.firmware("table.c", defines=selected)
        return self.toolchain.image(elf, (firmware, table, *sources))
