# SPDX-License-Identifier: MIT
"""Who may call whom in src/: includes run downward only (ARCHITECTURE.md).

base <- mp <- field <- group <- pairing <- scheme <- message. hash stands on base, and on field
for hashing to curves. Of native, mp, field and hash see api.h and nobody sees more; native sees
base and which curves there are. src/curve and src/instance are generated: curve objects, and the
templates of field, group and scheme at one size. So is src/answers: what the self-tests expect."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"

# Folder: the folders and files it may include, beside its own.
ALLOWED: dict[str, set[str]] = {
    "base": set(),
    "native": {"base", "curve/sizes.h"},
    "mp": {"base", "native/api.h"},
    "field": {"base", "mp", "native/api.h"},
    "hash": {"base", "field", "native/api.h"},
    "group": {"base", "mp", "field"},
    "pairing": {"base", "mp", "field", "group"},
    "scheme": {"base", "mp", "field", "group", "pairing", "hash"},
    "message": {"base", "hash", "scheme"},
    "instance": {"base", "field", "group", "pairing", "scheme", "curve/sizes.h"},
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
    "pairing": {"status.h", "curve.h"},
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


def test_includes_run_downward() -> None:
    assert list(violations(SOURCE)) == []


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
