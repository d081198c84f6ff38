# SPDX-License-Identifier: MIT
"""Building images: sources in, a linked ELF and its map out.

    toolchain = Toolchain(catalogue.find("cortex-m4"))
    image = toolchain.image(path, (Sources(files=(Path("test.c"),), ...),))

The target's start-up code is linked in; an image's own `main` runs after it."""

import hashlib
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from lab.errors import LabError, ToolchainError
from lab.paths import BUILD, FIRMWARE, ROOT, passing, write_whole
from lab.targets.catalogue import Target
from lab.targets.elf import flash_content
from lab.targets.objects import Objects

_OBJECTS = BUILD / "lab" / "objects"
_WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
# Where each instruction comes from; none of it goes to flash.
_DEBUGGING = ("-gdwarf",)
_OVERFLOW = re.compile(r"region .(\w+)' overflowed by (\d+) bytes")
_TELLING = (" error: ", " Error: ", "undefined reference", "overflowed", "cannot find")
_PACKAGES = {
    "arm-none-eabi-gcc": "gcc-arm-none-eabi libnewlib-arm-none-eabi",
    "avr-gcc": "gcc-avr avr-libc binutils-avr",
    "clang": "clang",
    "gcc": "gcc libc6-dev",
    "riscv64-unknown-elf-gcc": "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf",
}


@dataclass(frozen=True)
class Sources:
    """C and assembly files that are compiled alike."""

    files: tuple[Path, ...]
    includes: tuple[Path, ...] = ()
    defines: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    standard: str = "c99"

    @property
    def arguments(self) -> tuple[str, ...]:
        """What a compiler is told, less the paths."""
        return (f"-std={self.standard}", *self.flags, *(f"-D{name}" for name in self.defines))


@dataclass(frozen=True)
class Image:
    """A linked program. The hash is of the bytes that go to flash (on the host: of
    the file)."""

    elf: Path
    map: Path
    sha256: str


class Toolchain:
    """One target's compiler. Each set of sources is compiled once; objects of the checkout's
    files and of peers' are kept for other processes and later."""

    def __init__(self, target: Target) -> None:
        self.target = target
        for program in (target.compiler, target.linker):
            if shutil.which(program) is None:
                package = _PACKAGES.get(program)
                hint = f"; on Debian: apt-get install {package}" if package else ""
                raise ToolchainError(f"{program} is not installed (target {target.name}){hint}")
        self._directory = passing()
        self._objects: dict[tuple[Path, Sources], Path] = {}
        self._kept = Objects(_OBJECTS / re.sub(r"[^\w.+-]", "-", self.version()))

    def version(self) -> str:
        """The compiler and its version, as samples record it."""
        output = self._run([self.target.compiler, "-dumpfullversion", "-dumpversion"])
        return f"{self.target.compiler} {output.strip()}"

    def firmware(self, *names: str, defines: tuple[str, ...] = ()) -> Sources:
        """Files of firmware/. Without jump tables, which on ARMv6-M call a helper of
        the compiler's that a library would then get for nothing."""
        return Sources(
            files=tuple(FIRMWARE / name for name in names),
            includes=(FIRMWARE,),
            defines=defines,
            flags=("-fno-jump-tables", *_WARNINGS),
        )

    def image(
        self,
        elf: Path,
        sources: tuple[Sources, ...],
        cflags: tuple[str, ...] = (),
        archives: tuple[Path, ...] = (),
    ) -> Image:
        """Compile, link with the start-up code and archives, and put the ELF and its map in place.
        A compiler that links is given `cflags` too, as for optimisation at link time."""
        startup = Sources(self.target.startup, (FIRMWARE,), flags=("-fno-jump-tables", *_WARNINGS))
        objects = [
            self._object(file, group) for group in (startup, *sources) for file in group.files
        ]
        fresh = Path(self._directory.name) / "linked.elf"
        fresh_map = fresh.with_suffix(".map")
        by_compiler = self.target.linker == self.target.compiler
        self._run(
            [
                self.target.linker,
                *((*self.target.flags, *cflags) if by_compiler else ()),
                *self.target.link_flags,
                *self._memory(),
                f"-Wl,-Map={fresh_map}",
                "-o",
                str(fresh),
                *map(str, (*objects, *archives)),
            ],
            f"linking {elf.stem}",
        )
        elf.parent.mkdir(parents=True, exist_ok=True)
        final_map = elf.with_suffix(".map")
        _put(fresh_map, final_map)
        _put(fresh, elf)
        content = flash_content(elf) if self.target.emulation else elf.read_bytes()
        return Image(elf, final_map, hashlib.sha256(content).hexdigest())

    def _memory(self) -> list[str]:
        memory = self.target.emulation
        if memory is None or self.target.linker_script is None:
            return []
        symbols = {
            "flash_origin": memory.flash_origin,
            "flash_length": memory.flash_bytes,
            "ram_origin": memory.ram_origin,
            "ram_length": memory.ram_bytes,
        }
        return [
            *(f"-Wl,--defsym=harness_{name}={value:#x}" for name, value in symbols.items()),
            "-T",
            str(self.target.linker_script),
        ]

    def _object(self, file: Path, group: Sources) -> Path:
        key = (file, group)
        if key not in self._objects:
            command = [
                self.target.compiler,
                *self.target.flags,
                *_DEBUGGING,
                *group.arguments,
                *(f"-I{path}" for path in group.includes),
                "-c",
                str(file),
            ]

            def make(whole: list[str]) -> str:
                return self._run(whole, f"compiling {file.name}")

            if file.is_relative_to(ROOT):
                self._objects[key] = self._kept.made(command, make)
            else:
                output = Path(self._directory.name) / f"{len(self._objects)}-{file.stem}.o"
                make([*command, "-o", str(output)])
                self._objects[key] = output
        return self._objects[key]

    def _run(self, command: list[str], doing: str = "asking the compiler") -> str:
        plain = {**os.environ, "LC_ALL": "C"}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=plain)
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines()
            told = [line for line in lines if any(mark in line for mark in _TELLING)]
            reason = (told or lines or ["no message"])[0].strip()
            too_large = _OVERFLOW.search(reason)
            if too_large:
                reason = f"{int(too_large[2]):,} bytes more than its {too_large[1]} holds"
            raise LabError(f"{doing} for {self.target.name} failed: {reason}")
        return done.stdout


def _put(source: Path, target: Path) -> None:
    write_whole(target, source.read_bytes(), 0o755)
