# SPDX-License-Identifier: MIT
"""Who may call whom in src/: includes run downward only (ARCHITECTURE.md).

base <- mp <- field <- group <- scheme. hash stands on base, and on field for hashing to curves. Of
native, mp, field and hash see api.h and nobody sees more; native sees base and which primes the
curves of a build have. src/curve and src/instance are generated: curve objects, and the templates
of field, group and scheme at one size. So is src/answers: what the self-tests expect.

No layer below curve asks which curves there are: it asks for primes, and src/curve/primes.h has
them from the curve files. Kernels are named after the curve that made their prime known; no list
of curves decides where they are taken."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"

# Folder: the folders and files it may include, beside its own.
ALLOWED: dict[str, set[str]] = {
    "base": set(),
    "native": {"base", "curve/primes.h", "curve/sizes.h"},
    "mp": {"base", "native/api.h"},
    "field": {"base", "mp", "native/api.h"},
    "hash": {"base", "field", "native/api.h"},
    "group": {"base", "mp", "field"},
    "scheme": {"base", "mp", "field", "group", "hash"},
    "instance": {"base", "field", "group", "scheme", "curve/sizes.h"},
    "curve": {"base", "group", "instance"},
    "answers": {"base", "curve/sizes.h"},
}
# The generic functions choose a size; which there are is generated.
ALLOWED_FILES = {
    "scheme/dispatch.c": {"curve/sizes.h"},
    "scheme/dispatch_steps.c": {"curve/sizes.h"},
    "scheme/dispatch_randomised.c": {"curve/sizes.h"},
}

# Folder: the public headers it may include. What is missing here may include all.
ALLOWED_PUBLIC: dict[str, set[str]] = {
    "base": {"status.h", "random.h"},
    "native": set(),
    "mp": set(),
    "field": set(),
    "hash": {"status.h", "hash.h", "shake256.h"},
    "group": {"status.h", "curve.h"},
}

INCLUDE = re.compile(r"^\s*#\s*include\s*(?:\"([^\"]+)\"|<whit/([^>]+)>)", re.MULTILINE)


def wrong(file: str, local: str, public: str) -> bool:
    folder = file.split("/")[0]
    if public:
        return public not in ALLOWED_PUBLIC.get(folder, {public})
    permitted = {folder} | ALLOWED[folder] | ALLOWED_FILES.get(file, set())
    return local not in permitted and local.split("/")[0] not in permitted


def violations(source: Path) -> Iterator[str]:
    for path in sorted(source.rglob("*")):
        if path.suffix not in {".c", ".h", ".inc", ".S"}:
            continue
        file = path.relative_to(source).as_posix()
        if file.split("/")[0] not in ALLOWED:
            yield f"{file}: its folder is no layer"
            continue
        for local, public in INCLUDE.findall(path.read_text()):
            if wrong(file, local, public):
                yield f"{file} includes {local or '<whit/' + public + '>'}"


# Folders whose files may ask which curves a build has: they are generated for one curve each. The
# question itself stands in two other files.
ASKING = ("base/config.h", "base/options.h")
GENERATED = {"curve", "instance", "answers"}
QUESTION = re.compile(r"\bWHIT_(?:HAS|LISTS|ASK|NAMED_\w+|LISTED_\w+|CURVES)\b")
CONDITION = re.compile(r"^[ \t]*#[ \t]*(?:el)?if\b(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# Conditions that name a kernel, and it a curve. They may become fewer.
CONDITIONS_LEFT = 23


def below_curve(source: Path) -> Iterator[tuple[str, str]]:
    """The files that name no curve, with their code."""
    for path in sorted(source.rglob("*.[chi]*")):
        file = path.relative_to(source).as_posix()
        if path.is_file() and file.split("/")[0] not in GENERATED and file not in ASKING:
            yield file, COMMENT.sub("", path.read_text())


def curve_names() -> list[str]:
    return [path.stem for path in (SOURCE.parent / "curves").rglob("*.toml")]


def questions(source: Path) -> Iterator[str]:
    """Where a file asks which curves a build has, other than with a size's count."""
    for file, text in below_curve(source):
        for match in QUESTION.finditer(text):
            yield f"{file} asks {match[0]}"


def conditions(source: Path) -> Iterator[str]:
    """Conditions in which a curve is named, as part of another name too."""
    named = re.compile("|".join(curve_names()), re.IGNORECASE)
    for file, text in below_curve(source):
        for match in CONDITION.finditer(text):
            if named.search(match[0]):
                yield f"{file}: {match[0]}"


def test_includes_run_downward() -> None:
    assert list(violations(SOURCE)) == []


def test_no_list_of_curves_decides_below_them() -> None:
    assert list(questions(SOURCE)) == []


def test_fewer_conditions_name_kernels_that_name_curves() -> None:
    assert len(list(conditions(SOURCE))) == CONDITIONS_LEFT


@pytest.mark.parametrize(
    ("file", "line", "asks", "named"),
    [
        ("native/meta.h", "#define WHIT_FUSED_ANY (!WHIT_HAS(gost256a))", 1, 0),
        ("native/avr/meta.h", "#if WHIT_HAS(secp256r1)", 1, 1),
        ("native/meta.h", "#if defined(WHIT_AMALGAMATION) && \\\n    WHIT_NAMED_e382_e382", 1, 1),
        ("field/field.inc", "#if WHIT_ONE(WHIT_CURVES, , )", 1, 0),
        ("group/a.inc", "#elif WHIT_ALONE_secp256r1", 0, 1),
        ("native/meta.h", "#if WHIT_USES_p256 /* WHIT_HAS(secp256r1) */", 0, 0),
        ("curve/a.c", "#if WHIT_HAS(secp256r1)", 0, 0),
    ],
)
def test_a_curve_s_name_is_seen(
    tmp_path: Path, file: str, line: str, asks: int, named: int
) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(f"{line}\n#endif\n")
    assert len(list(questions(tmp_path))) == asks
    assert len(list(conditions(tmp_path))) == named


def test_the_walk_sees_the_library() -> None:
    folders = {path.parent.relative_to(SOURCE).parts[0] for path in SOURCE.rglob("*.[ch]")}
    assert {"base", "mp", "field", "group", "hash", "scheme", "native", "curve"} <= folders


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("base/a.c", '#include "mp/mp.h"'),
        ("mp/a.c", '#include "field/field.h"'),
        ("mp/a.c", '#include "native/meta.h"'),
        ("mp/a.c", '#include "native/c/multiply.c"'),
        ("mp/a.c", "#include <whit/ecdsa.h>"),
        ("field/a.inc", '# include "group/weierstrass.h"'),
        ("field/a.inc", "#include <whit/secp256r1.h>"),
        ("hash/a.c", '#include "mp/mp.h"'),
        ("hash/a.c", "#include <whit/random.h>"),
        ("group/a.c", '#include "scheme/scheme.h"'),
        ("group/a.c", '#include "hash/hash.h"'),
        ("group/a.c", '#include "curve/sizes.h"'),
        ("scheme/a.c", '#include "native/api.h"'),
        ("scheme/a.c", '#include "curve/sizes.h"'),
        ("scheme/a.c", '#include "../mp/mp.h"'),
        ("native/c/a.c", '  #include "mp/mp.h"'),
        ("curve/a.c", '#include "scheme/scheme.h"'),
        ("misc/a.c", '#include "base/base.h"'),
    ],
)
def test_a_wrong_include_is_caught(tmp_path: Path, file: str, line: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(f'#include <stdint.h>\n#include "base/base.h"\n{line}\n')
    assert len(list(violations(tmp_path))) == 1
