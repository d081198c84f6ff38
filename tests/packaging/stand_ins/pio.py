# SPDX-License-Identifier: MIT
"""`pio run` as far as a library is concerned, for the host: what PlatformIO's manual says of
build_flags, of the folders src and lib, and of library.json's headers, build and extraScript.
PlatformIO itself fetches compilers from a registry of its own."""

import configparser
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

UNTIL_EQUALS = re.compile(r"-D(\w+)(?:=(.*))?")
FILTER = re.compile(r"\+<([^>]+)>")


def defines(flags: list[str]) -> list[object]:
    """As SCons has them."""
    found: list[object] = []
    for flag in flags:
        if match := UNTIL_EQUALS.fullmatch(flag):
            found.append((match[1], match[2]) if match[2] is not None else match[1])
    return found


def compile_all(sources: list[Path], place: Path, flags: list[str]) -> list[str]:
    objects = []
    for source in sources:
        target = place / f"{source.stem}.o"
        subprocess.run(["cc", "-Os", *flags, "-c", source, "-o", target], check=True)
        objects.append(str(target))
    return objects


def library(folder: Path, flags: list[str], place: Path) -> tuple[list[str], str]:
    """Its objects, and the flag that finds its headers."""
    manifest = json.loads((folder / "library.json").read_text())
    build = manifest["build"]
    script = (folder / build["extraScript"]).read_text()
    given = {
        "env": {"CPPDEFINES": defines(flags)},
        "pio_lib_builder": SimpleNamespace(path=str(folder)),
    }
    scope: dict[str, object] = {}
    scope["Import"] = lambda *names: scope.update({name: given[name] for name in names})
    exec(compile(script, build["extraScript"], "exec"), scope)
    source = folder / build["srcDir"]
    found = [path for each in FILTER.findall(build["srcFilter"]) for path in source.glob(each)]
    include = folder / build["includeDir"]
    assert (include / manifest["headers"]).is_file()
    return compile_all(found, place, flags), f"-I{include}"


def main() -> None:
    assert sys.argv[1:] == ["run"], sys.argv
    project = configparser.ConfigParser()
    project.read("platformio.ini")
    (section,) = project.sections()
    assert project[section]["platform"] == "native"
    flags = shlex.split(project[section].get("build_flags", ""))
    place = Path(".pio/build") / section.removeprefix("env:")
    place.mkdir(parents=True)
    objects, includes = [], []
    for manifest in Path("lib").glob("*/library.json"):
        made, include = library(manifest.parent, flags, place)
        objects += made
        includes.append(include)
    objects += compile_all(sorted(Path("src").glob("*.c")), place, [*flags, *includes])
    subprocess.run(["cc", *objects, "-o", place / "program"], check=True)


main()
