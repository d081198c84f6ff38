# SPDX-License-Identifier: MIT
"""The unit tests and the vector runner as programs of this host, in many configurations."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from tests.runner.made import amalgamation, compiled, tables, toys, with_quick_inversion
from tests.runner.tools import BUILD, ROOT, UNIT, VECTOR_SOURCES, VECTORS, compile_with
from tools.curves.schemes import load_all
from tools.emission.schemes import declared

LIMB_BITS = (8, 16, 32, 64)
SPLIT_BITS = (32, 64)  # of the limbs that WHIT_WIDE_MULTIPLY=0 splits
PROFILES = ("small", "balanced", "fast")

STANDARD = ("-std=c99", "-pedantic-errors")
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
# For reports to name lines; whole debug information takes gcc a third longer.
SANITIZERS = {
    "none": ("-O2", "-g1"),
    "address": (
        *("-O1", "-g1", "-fno-omit-frame-pointer"),
        *("-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
    ),
    "memory": ("-O1", "-g1", "-fsanitize=memory", "-fno-sanitize-recover=all"),
}

# What a program of tests holds: the suites of the library itself, or those of the toy curves, or
# those of every curve; or the vectors of a build with one.
Kind = Literal["units", "toys", "curves", "alone"]
KINDS: dict[Kind, str] = {
    "units": "",
    "toys": "toy curves",
    "curves": "every curve",
    "alone": "alone",
}

# The curves of the test vectors and of the unit tests.
UNIT_CURVES = (
    *("secp160k1", "secp160r1", "secp160r2", "secp192k1", "secp192r1", "secp224k1", "secp224r1"),
    *("secp256k1", "secp256r1", "secp384r1", "secp521r1", "brainpoolP224r1", "brainpoolP256r1"),
    *("brainpoolP320r1", "brainpoolP384r1", "brainpoolP512r1", "bn_p638"),
    *("curve25519", "ed25519", "curve448", "ed448", "m221", "e222", "curve41417"),
)

SHARED_SIZE = ("secp256k1", "brainpoolP256r1")

# What asks for the kernels that need them, and how Linux calls them.
MULX = ("-mbmi2", "-madx")
MULX_FEATURES = {"bmi2", "adx"}
# Builds of the options that add functions, each by its schemes.
ADDING = tuple(
    f"-D{name}=1"
    for name in sorted(
        {each.option for each in load_all(ROOT) if each.option}
        | set(declared().options(declared().choices))
    )
)
ARITHMETIC = "-DWHIT_ARITHMETIC=1"
PREPARED = "-DWHIT_PREPARED=1"
HASH_TO_CURVE = "-DWHIT_HASH_TO_CURVE=1"
BLS = (HASH_TO_CURVE, "-DWHIT_PAIRINGS=1", "-DWHIT_BLS=1")
# What the tests call is done in steps.
STEPS_FLAGS = ("-include", str(UNIT / "in_steps.h"))
# It is randomised.
RANDOMISED_FLAGS = ("-include", str(UNIT / "in_randomised.h"))

ENVIRONMENT = {
    "ASAN_OPTIONS": "detect_stack_use_after_return=1:strict_string_checks=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}


@dataclass(frozen=True)
class HostBuild:
    compiler: str = "gcc"
    limb_bits: int = 64
    profile: str = "balanced"
    amalgamated: bool = False
    sanitizer: Literal["none", "address", "memory"] = "address"
    wide_multiply: bool = True
    affine_windows: bool = False  # as where kernels make inversion quick
    in_steps: bool = False  # what the tests call
    randomised: bool = False  # likewise
    one_of_size: bool = False  # without the curves that share secp256r1's size
    kind: Kind = "units"
    thinning: int = 1  # of what is tried on toy curves, one in so many
    portable: bool = False  # without kernels
    mulx: bool = False  # with the kernels for MULX, ADCX and ADOX
    curve: str = ""  # of a build with one alone
    least: int = 0  # WHIT_LEAST
    ladder: int = 0  # WHIT_LADDER
    turn: int = 0  # of kind curves: those of that turn in which each of its size is alone

    @property
    def name(self) -> str:
        words = [self.compiler, f"{self.limb_bits}-bit", self.profile]
        words.append("amalgamated" if self.amalgamated else "layered")
        words += {"none": ["-O2"], "address": ["asan+ubsan"], "memory": ["msan"]}[self.sanitizer]
        if not self.wide_multiply:
            words.append("no wide multiply")
        if self.affine_windows:
            words.append("affine windows")
        if self.in_steps:
            words.append("in steps")
        if self.randomised:
            words.append("randomised")
        if self.one_of_size:
            words.append("one curve of its size")
        words += ["portable"] if self.portable else []
        words += ["MULX"] if self.mulx else []
        words += [f"least {self.least}"] if self.least else []
        words += ["with the ladder"] if self.ladder else []
        words += [f"turn {self.turn}"] if self.turn else []
        words += [self.curve] if self.curve else []
        words += [KINDS[self.kind]] if KINDS[self.kind] else []
        words += [f"one in {self.thinning}"] if self.thinning > 1 else []
        return " ".join(words)

    @property
    def defines(self) -> tuple[str, ...]:
        """What the library is told."""
        wide = () if self.wide_multiply else ("-DWHIT_WIDE_MULTIPLY=0",)
        portable = ("-DWHIT_PORTABLE",) if self.portable else ()
        return (
            *portable,
            *(f"-DWHIT_LIMB_BITS={self.limb_bits}", f"-DWHIT_PROFILE={self.profile}"),
            *wide,
            *((ARITHMETIC, *BLS) if self.kind == "units" else ()),
            *((PREPARED,) if self.has_prepared else ()),
            *(("-DWHIT_STEPS=1",) if self.in_steps else ()),
            *((f"-DWHIT_LEAST={self.least}",) if self.least else ()),
            *((f"-DWHIT_LADDER={self.ladder}",) if self.ladder else ()),
            *(("-DWHIT_RANDOMISE=1",) if self.randomised else ()),
            f"-DWHIT_CURVES={','.join(self.curves)}",
        )

    @property
    def has_prepared(self) -> bool:
        """Whether the library has keys that are prepared, which profile small cannot."""
        return self.profile != "small"

    @property
    def curves(self) -> tuple[str, ...]:
        """The tests of the library have no more than they use, to compile fewer."""
        if self.kind == "toys":
            return toy_names()
        if self.kind == "alone":
            return (self.curve,)
        if self.turn:
            return compact_turns()[self.turn - 1]
        if self.one_of_size:
            return tuple(name for name in UNIT_CURVES if name not in SHARED_SIZE)
        return UNIT_CURVES if self.kind == "units" else ("all",)

    @property
    def library(self) -> list[Path]:
        """Without what comes out empty, but for one build that shows that it does."""
        if self.amalgamated:
            return [amalgamation() / "whit.c"]
        if self == HostBuild(sanitizer="none"):
            return library_sources()
        return sources_with(self.curves, own_kernels(self.limb_bits), self.kind == "toys")

    @property
    def plain_flags(self) -> tuple[str, ...]:
        """Those of what sees the public headers alone, which do not change with the limbs."""
        includes: tuple[str, ...] = (f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}")
        if self.amalgamated:
            includes = (f"-I{amalgamation() / 'include'}",)
        if self.kind == "toys":
            includes = (f"-I{toys() / 'include'}", f"-I{toys() / 'src'}", *includes)
        forms = MULX if self.mulx else ()
        alone = (f"-DTEST_CURVE={self.curve}",) if self.kind == "alone" else ()
        return (*STANDARD, *WARNINGS, *SANITIZERS[self.sanitizer], *forms, *includes, *alone)

    @property
    def library_flags(self) -> tuple[str, ...]:
        planned = (f"-I{with_quick_inversion()}",) if self.affine_windows else ()
        return *planned, *self.plain_flags, *self.defines

    @property
    def changed_flags(self) -> tuple[str, ...]:
        """What changes the functions that the tests call."""
        steps = STEPS_FLAGS if self.in_steps else ()
        return *steps, *(RANDOMISED_FLAGS if self.randomised else ())

    @property
    def prepared_flag(self) -> str:
        return f"-DTEST_PREPARED={int(self.has_prepared)}"

    @property
    def test_flags(self) -> tuple[str, ...]:
        """What the tests are told."""
        choice: tuple[str, ...]
        if self.kind == "toys":
            choice = ("-DTEST_TOY=1", f"-DTOY_THINNING={self.thinning}")
        elif self.kind == "curves":
            choice = ("-DTEST_CURVES=1",)
        else:
            own = (
                f"-DTEST_LONG={int(self.sanitizer == 'none' or self.limb_bits == 64)}",
                f"-DTEST_INTERNAL={int(not self.amalgamated)}",
                f"-DTEST_STEPS={int(self.in_steps)}",
                f"-DTEST_RANDOMISED={int(self.randomised)}",
            )
            return ("-DTEST_HOST=1", self.prepared_flag, *own, *self.changed_flags)
        return (
            *("-DTEST_PUBLIC=0", self.prepared_flag),
            *choice,
            f"-I{tables(self.curves if self.turn else ())}",
            f"-I{UNIT}",
            *self.changed_flags,
        )

    @property
    def directory(self) -> Path:
        return BUILD / "host" / self.name.replace(" ", "-").replace("+", "-")


def comes_out_empty(source: Path, kernels: Sequence[str], curves: Sequence[str]) -> bool:
    """Kernels of other processors and curves that were not chosen: half of the time to compile."""
    folders = source.parts[-3:-1]
    if "native" in folders:
        return not {"c", *kernels} & set(folders)
    named = source.parent.name in ("curve", "answers") and source.stem in curve_names()
    return named and tuple(curves) != ("all",) and source.stem not in curves


def own_kernels(limb_bits: int) -> tuple[str, ...]:
    """Where this host's are."""
    return ("x86_64",) if limb_bits == 64 else ()


def has_mulx() -> bool:
    """Whether this machine's processor has what those kernels need."""
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return False
    flags = re.search(r"^flags\s*:(.*)$", text, re.MULTILINE)
    return flags is not None and set(flags[1].split()) >= MULX_FEATURES


def suites(kind: str) -> list[str]:
    """The suites of one kind in suites.h: PUBLIC, INTERNAL, HOST or TOY."""
    return re.findall(rf"^{kind}_SUITE\((\w+)\)", (UNIT / "suites.h").read_text(), re.MULTILINE)


def kind_of(case: str) -> Kind:
    """The programs that hold a case or a suite."""
    if case in suites("TOY") or case.startswith("toy_"):
        return "toys"
    return "curves" if case in suites("CURVE") or case.startswith("curves_") else "units"


def unit_suites(
    internal: bool,
    host: bool,
    steps: bool = False,
    randomised: bool = False,
    prepared: bool = False,
) -> list[str]:
    """Those of the library itself."""
    kinds = {"PUBLIC": True, "STEPS": steps, "RANDOMISED": randomised, "PREPARED": prepared}
    kinds |= {"INTERNAL": internal, "HOST": host}
    return [name for kind, held in kinds.items() if held for name in suites(kind)]


def unit_sources(
    internal: bool,
    host: bool,
    steps: bool = False,
    randomised: bool = False,
    prepared: bool = False,
) -> list[Path]:
    """The framework and the suites of the library itself. Files that are neither serve the
    internal suites."""
    names = ["test", "print", "fixtures", "known_answers"]
    ours = {*names, "host", "firmware", "toy"}
    names += [f"test_{name}" for name in unit_suites(internal, host, steps, randomised, prepared)]
    if internal:
        every = {path.stem for path in UNIT.glob("*.c")}
        names += sorted(name for name in every - ours if not name.startswith("test_"))
    if host:
        names.append("host")
    return [UNIT / f"{name}.c" for name in names]


def curve_sources(kind: Kind, curves: Sequence[str] = ()) -> list[Path]:
    """The framework and the suites of the toy curves or of every curve, or of these."""
    names = ["test", "print"]
    if kind == "toys":
        names += ["toy", *(f"test_{name}" for name in suites("TOY"))]
        return [UNIT / f"{name}.c" for name in names]
    names += ["fixtures", "known_answers", *(f"test_{name}" for name in suites("CURVE"))]
    return [*(UNIT / f"{name}.c" for name in names), tables(curves) / "curve_table.c"]


def library_sources(with_toys: bool = False) -> list[Path]:
    """The sources of src/ but for messages, which stand on base alone and are compiled by
    themselves (tests/messages.py); with toys, what was generated anew takes their place."""
    source = ROOT / "src"
    files = {path.relative_to(source): path for path in source.rglob("*.c")}
    files = {name: path for name, path in files.items() if name.parts[0] != "message"}
    if with_toys:
        fresh = toys() / "src"
        files |= {path.relative_to(fresh): path for path in fresh.rglob("*.c")}
    return [files[name] for name in sorted(files)]


def sources_with(
    curves: Sequence[str], kernels: Sequence[str], with_toys: bool = False
) -> list[Path]:
    """Those of the library that do not come out empty."""
    sources = library_sources(with_toys)
    return [source for source in sources if not comes_out_empty(source, kernels, curves)]


@cache
def curve_names() -> frozenset[str]:
    return frozenset((*(path.stem for path in (ROOT / "curves").glob("*.toml")), *toy_names()))


@cache
def compact_turns() -> tuple[tuple[str, ...], ...]:
    """The curves that profile small runs on byte code where each is alone of its size, in turns."""
    text = (ROOT / "src/generated/curve/sizes.h").read_text(encoding="utf-8")
    by_size: dict[str, list[str]] = {}
    for name, size in re.findall(r"#if WHIT_HAS\((\w+)\)\n#define WHIT_COMPACT_(\d+) 1", text):
        by_size.setdefault(size, []).append(name)
    turns = itertools.zip_longest(*by_size.values())
    return tuple(tuple(name for name in turn if name is not None) for turn in turns)


@cache
def toy_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (UNIT / "toys").glob("*.toml")))


def build(config: HostBuild) -> tuple[Path, Path]:
    """The unit tests and, beside those of the library with all their curves, the vector runner;
    linked."""
    if config.kind == "alone":
        program = build_vectors(config)
        return program, program
    if config.kind == "units":
        public = set(unit_sources(internal=False, host=True, steps=True, prepared=True))
        sources = unit_sources(
            internal=not config.amalgamated,
            host=True,
            steps=config.in_steps,
            randomised=config.randomised,
            prepared=config.has_prepared,
        )
    else:
        chosen = config.curves if config.turn else ()
        sources = [*curve_sources(config.kind, chosen), UNIT / "host.c"]
        public = set(sources) if config.kind == "curves" else set()
    plain, whole = config.plain_flags, config.library_flags
    units = [
        compiled(
            config.compiler, (*(plain if source in public else whole), *config.test_flags), source
        )
        for source in sources
    ]
    program = _link(config, "units", units)
    if config.kind != "units" or config.one_of_size:
        return program, config.directory / "vectors"
    return program, build_vectors(config)


def build_vectors(config: HostBuild) -> Path:
    """The vector runner alone."""
    sources = [VECTORS / "host.c", *VECTOR_SOURCES, UNIT / "print.c"]
    flags = (*config.plain_flags, *config.changed_flags, config.prepared_flag)
    program = [compiled(config.compiler, flags, source) for source in sources]
    return _link(config, "vectors", program)


def _link(config: HostBuild, name: str, program: list[Path]) -> Path:
    """With the library and the port."""
    common = [compiled(config.compiler, config.library_flags, source) for source in config.library]
    common += [
        compiled(config.compiler, config.plain_flags, source)
        for source in sorted((ROOT / "ports" / "posix").glob("*.c"))
    ]
    config.directory.mkdir(parents=True, exist_ok=True)
    output = config.directory / name
    link = [config.compiler, *SANITIZERS[config.sanitizer]]
    compile_with([*link, "-o", output, *program, *common])
    return output
