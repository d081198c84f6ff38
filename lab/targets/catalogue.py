# SPDX-License-Identifier: MIT
"""The targets declared in targets/*.toml."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from lab.declarations import Declaration
from lab.errors import UnknownNameError
from lab.paths import FIRMWARE, TARGETS

CoreModel = Literal["m0", "m0plus", "m3", "m4"]


@dataclass(frozen=True)
class Emulation:
    """An emulated core and its memory."""

    model: CoreModel
    multiply_cycles: int
    flash_origin: int
    flash_bytes: int
    ram_origin: int
    ram_bytes: int


@dataclass(frozen=True)
class Target:
    """A core and the toolchain that builds for it. No emulation: the host itself."""

    name: str
    description: str
    limb_bits: int
    compiler: str
    flags: tuple[str, ...]
    link_flags: tuple[str, ...]
    linker_script: Path | None
    startup: tuple[Path, ...]
    emulation: Emulation | None

    @property
    def origin(self) -> str:
        """Which figures of this target are counted, modelled or measured."""
        if self.emulation is None:
            return "cycles measured (time-stamp counter), stack measured (painted)"
        return "cycles modelled, flash counted, stack counted"


def load(path: Path) -> Target:
    """Read one target's file."""
    file = Declaration.read(path)
    toolchain = file.table("toolchain")
    kind = file.text("kind")
    if kind not in ("emulated", "host"):
        raise file.error("kind", 'must be "emulated" or "host"')
    emulation = _emulation(file) if kind == "emulated" else None
    script = toolchain.text("linker_script") if emulation else None
    target = Target(
        name=file.text("name"),
        description=file.text("description"),
        limb_bits=file.number("limb_bits"),
        compiler=toolchain.text("compiler"),
        flags=toolchain.texts("flags"),
        link_flags=toolchain.texts("link_flags"),
        linker_script=FIRMWARE / script if script else None,
        startup=tuple(FIRMWARE / name for name in toolchain.texts("startup", ())),
        emulation=emulation,
    )
    toolchain.finish()
    file.finish()
    if target.name != path.stem:
        raise file.error("name", f"must be {path.stem!r}, as the file is called")
    return target


def _emulation(file: Declaration) -> Emulation:
    core, memory = file.table("core"), file.table("memory")
    models: Mapping[str, CoreModel] = {model: model for model in get_args(CoreModel)}
    model = core.text("model")
    if model not in models:
        raise core.error("model", f"must be one of {', '.join(models)}")
    emulation = Emulation(
        model=models[model],
        multiply_cycles=core.number("multiply_cycles"),
        flash_origin=memory.number("flash_origin"),
        flash_bytes=memory.number("flash_bytes"),
        ram_origin=memory.number("ram_origin"),
        ram_bytes=memory.number("ram_bytes"),
    )
    core.finish()
    memory.finish()
    return emulation


def names(directory: Path = TARGETS) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in directory.glob("*.toml")))


def find(name: str, directory: Path = TARGETS) -> Target:
    """The target of that name; UnknownNameError when there is none."""
    if name not in names(directory):
        raise UnknownNameError("target", name, names(directory))
    return load(directory / f"{name}.toml")
