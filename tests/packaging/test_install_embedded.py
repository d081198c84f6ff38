# SPDX-License-Identifier: MIT
"""doc/install-embedded.md is right: from an empty folder, what each section says ends in a program
that signs and verifies. The stand-ins' first lines say what they stand for."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import pytest

from lab.emulator.avr.twi_bus import Pair
from lab.emulator.image import read_image
from lab.targets.joined import END_OF_RAM, HERTZ
from tests.packaging import test_arduino as arduino
from tests.packaging import test_install as install
from tools import options
from tools.release import kconfig, ports
from tools.release.package import archives
from tools.release.version import ReleaseError

PAGE = install.ROOT / "doc" / "install-embedded.md"
STAND_INS = Path(__file__).parent / "stand_ins"
SECTIONS = install.sections(PAGE)
# What each is told of in place of the tool itself.
NEEDED = {
    "PlatformIO": ("cc",),
    "Zephyr": ("cmake", "python3"),
    "ESP-IDF": ("cmake", "python3"),
    "RIOT": ("make", "cc"),
    "Contiki-NG": ("make", "cc"),
}
KCONFIG = {"Zephyr", "ESP-IDF"}
# Their tests below take the tools that are real.
APART = {"Arduino", "CMSIS-Pack"}
NEAREST = "nearest:.*SECP256R1"


def test_each_section_is_tried() -> None:
    assert set(SECTIONS) == {"", *NEEDED, *APART}


def begin(heading: str, folder: Path) -> str:
    """A section's folder with what it begins with, the stand-ins, and its commands."""
    if absent := [name for name in NEEDED[heading] if not shutil.which(name)]:
        pytest.skip(f"not installed: {', '.join(absent)}")
    if heading in KCONFIG and importlib.util.find_spec("kconfiglib") is None:
        pytest.skip("not installed: kconfiglib")
    section = SECTIONS[heading]
    for name, text in {**install.SECTIONS[""].files, **section.files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    install.put_packages(section.commands, folder)
    tools = folder / ".tools"
    tools.mkdir()
    (tools / "pio").write_text(f'#!/bin/sh\nexec "{sys.executable}" "{STAND_INS}/pio.py" "$@"\n')
    (tools / "pio").chmod(0o755)
    return f"""\
export PATH="{tools}:$PATH" PYTHONPATH="{":".join(sys.path)}"
export ZEPHYR_BASE="{STAND_INS}/zephyr" IDF_PATH="{STAND_INS}/idf"
export RIOTBASE="{STAND_INS}/riot" CONTIKI="{STAND_INS}/contiki-ng"
{section.commands}"""


@pytest.mark.slow
@pytest.mark.parametrize("heading", NEEDED)
@pytest.mark.sampled(2)
def test_a_section(heading: str, tmp_path: Path) -> None:
    assert install.run_in(tmp_path, begin(heading, tmp_path)).splitlines()[-1] == "verified"


FILES = ("platformio.ini", "prj.conf", "sdkconfig.defaults", "Makefile")
UNKNOWN = '"secp257r1".*nearest:.*secp256r1'
NONE = "Whit has no curve: set CONFIG_WHIT"
BLS = "WHIT_BLS=1 takes WHIT_PAIRINGS=1 and WHIT_HASH_TO_CURVE=1"
WEAK = "128-bit security, less than (CONFIG_)?WHIT_MINIMUM_SECURITY"
# Where make sets options, and where compiler's flags or Kconfig do.
IN_MAKE = [
    ("CURVES = secp256r1", "CURVES = secp257r1", UNKNOWN),
    (
        "PROFILE = small",
        "PROFILE = tiny",
        'WHIT_PROFILE is one of small, balanced, fast, not "tiny"',
    ),
    ("PROFILE = small", "BLS = 1", BLS),
    (
        "PROFILE = small",
        "PROFILE = small\nWHIT_X_COMB = 1",
        "WHIT_X_COMB=1 takes .*balanced or fast",
    ),
    ("PROFILE = small", "MINIMUM_SECURITY = 192", f"secp256r1 has {WEAK}"),
    ("PROFILE = small", "MINIMUM_SECURITY = many", 'is a number, not "many"'),
    ("PROFILE = small", "RANDOMIZE = 1", "WHIT_RANDOMIZE is no option of Whit"),
]
WRONG = [
    ("PlatformIO", "=secp256r1", "=secp257r1", UNKNOWN),
    ("PlatformIO", "PROFILE=small", "BLS=1", BLS),
    ("PlatformIO", "PROFILE=small", "MINIMUM_SECURITY=192", f"secp256r1 has {WEAK}"),
    ("PlatformIO", "PROFILE=small", "LEAST=2", "WHIT_LEAST=2 takes WHIT_PROFILE=small"),
    ("Zephyr", "SECP256R1", "SECP257R1", "undefined symbol WHIT_CURVE_SECP257R1"),
    ("Zephyr", "CONFIG_WHIT_CURVE_SECP256R1=y\n", "", NONE),
    ("Zephyr", "PROFILE_SMALL", "BLS", "WHIT_BLS was assigned y but got n"),
    ("Zephyr", "SMALL=y", "SMALL=y\nCONFIG_WHIT_X_COMB_1=y", "X_COMB_1 was assigned y but got n"),
    ("Zephyr", "PROFILE_SMALL=y", "MINIMUM_SECURITY=192", "SECP256R1 was assigned y but got n"),
    ("ESP-IDF", "SECP256R1", "SECP257R1", f"SECP257R1, which.*{NEAREST}"),
    ("ESP-IDF", "CONFIG_WHIT_CURVE_SECP256R1=y\n", "", NONE),
    ("ESP-IDF", "PROFILE_SMALL", "BLS", f"sets CONFIG_WHIT_BLS, and {BLS}"),
    ("ESP-IDF", "PROFILE_SMALL=y", "MINIMUM_SECURITY=192", f"SECP256R1, a curve with {WEAK}"),
    *(("RIOT", *each) for each in IN_MAKE),
    *(("Contiki-NG", *each) for each in IN_MAKE),
]


@pytest.mark.slow
@pytest.mark.parametrize(("heading", "before", "after", "told"), WRONG)
@pytest.mark.sampled(3)
def test_a_wrong_option_ends_the_configuration(
    heading: str, before: str, after: str, told: str, tmp_path: Path
) -> None:
    commands = begin(heading, tmp_path)
    changed = 0
    for name in FILES:
        if (path := tmp_path / name).is_file():
            changed += before in path.read_text()
            path.write_text(path.read_text().replace(before, after))
    assert changed == 1
    done = subprocess.run(
        ["sh", "-ec", commands], cwd=tmp_path, env=install.environment(tmp_path),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert re.search(told, " ".join(done.stdout.split())), done.stdout
    assert "Building C object" not in done.stdout
    assert not list(tmp_path.rglob("*.o"))


# Kconfig


def test_kconfig_has_every_curve_and_option() -> None:
    text = kconfig.entries()
    for curve in kconfig.curves():
        assert f"config {curve.symbol}\n" in text
    for option in options.load():
        assert option.kind == "curves" or re.search(rf"^(config|choice) {option.name}$", text, re.M)
    symbols = re.findall(r"^config (\w+)$", text, re.M)
    assert len(symbols) == len(set(symbols))


def test_a_curve_that_is_new_is_in_kconfig(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('aliases = ["My curve"]\nsecurity_bits = 7\n')
    (curve,) = kconfig.curves(tmp_path)
    assert (curve.symbol, curve.aliases, curve.security_bits) == (
        "WHIT_CURVE_MINE", ("My curve",), 7,
    )  # fmt: skip


# The manifests, by what the manuals ask

FIELDS = {"name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url"}
FIELDS |= {"architectures", "includes", "license"}
# Of [Arduino library specification].
CATEGORIES = {"Display", "Communication", "Signal Input/Output", "Sensors", "Device Control"}
CATEGORIES |= {"Timing", "Data Storage", "Data Processing", "Other"}


def test_the_manifest_of_arduino(version: str) -> None:
    files = install.package("arduino").files
    lines = files["library.properties"].decode().splitlines()
    found = dict(line.split("=", 1) for line in lines)
    assert found.keys() == FIELDS
    assert found["version"] == version
    assert found["category"] in CATEGORIES
    assert f"src/{found['includes']}" in files
    for name in files:
        if name.endswith(".ino"):
            assert Path(name).parent.name == Path(name).stem


def test_the_manifest_of_platformio(version: str) -> None:
    """`pio` is not among the tests' tools: `pio pkg pack` asks a server about licences."""
    files = install.package("platformio").files
    found = json.loads(files["library.json"])
    assert found["version"] == version
    assert re.fullmatch(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", found["name"])
    assert len(found["description"]) <= 255
    build = found["build"]
    assert {f"{build['includeDir']}/{found['headers']}", build["extraScript"]} <= files.keys()


def test_an_unknown_curve_of_a_package_is_said(tmp_path: Path) -> None:
    place = install.folder(tmp_path / "x", 'title = "x"\nholds = { a = "amalgamation:secp257r1" }')
    with pytest.raises(ReleaseError, match=r"'secp257r1'; the nearest: .*secp256r1"):
        ports.package(install.release(), place)


# Arduino


def unpacked(folder: Path) -> tuple[Path, Path]:
    """The library as the IDE unpacks it, and its example."""
    for name, content in install.package("arduino").files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    (example,) = folder.glob("examples/*/*.ino")
    return folder / "src", example


@pytest.mark.slow
@pytest.mark.skipif(not arduino.CORE.is_dir(), reason="arduino-core-avr is not installed")
def test_the_example_verifies_on_an_uno(tmp_path: Path) -> None:
    """Compiled with Debian's core and run, in the RAM that there is."""
    library, example = unpacked(tmp_path / "library")
    core = [*arduino.CORE.glob("*.c"), *arduino.CORE.glob("*.cpp"), *arduino.CORE.glob("*.S")]
    includes = (arduino.CORE, arduino.VARIANT)
    arduino.run("avr-ar", "rcs", tmp_path / "core.a", *arduino.compiled(tmp_path, core, *includes))
    program = tmp_path / "sketch.cpp"
    program.write_text(f"#include <Arduino.h>\n{example.read_text()}")
    objects = arduino.compiled(tmp_path, [program, *library.glob("*.c")], *includes, library)
    elf = tmp_path / "sketch.elf"
    linking = ("-mmcu=atmega328p", "-Os", "-Wl,--gc-sections")
    arduino.run("avr-gcc", *linking, *objects, tmp_path / "core.a", "-lm", "-o", elf)
    image, pair = read_image(elf, "EM_AVR"), Pair(elf, elf)
    found = pair.run(14 * HERTZ)
    assert pair.read(0, image.symbols["state"].address, 1)[0] == 1
    assert image.symbols["_end"].address <= found.lowest_stack[0] <= END_OF_RAM


# Of Arduino's core for SAM what the example calls; Debian has no package of that core.
ARDUINO_H = """\
#pragma once
#include <stdint.h>
struct Port { void begin(unsigned long); void println(const char *); };
extern Port Serial;
"""
REST = """\
void Port::begin(unsigned long) {}
void Port::println(const char *) {}
Port Serial;
int main() { setup(); for (;;) { loop(); } }
"""


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("arm-none-eabi-g++"), reason="no compiler for Cortex-M")
def test_the_example_links_for_a_due(tmp_path: Path) -> None:
    """With the flags of its processor and a stand-in for its core."""
    library, example = unpacked(tmp_path / "library")
    (tmp_path / "Arduino.h").write_text(ARDUINO_H)
    program = tmp_path / "sketch.cpp"
    program.write_text(f"#include <Arduino.h>\n{example.read_text()}{REST}")
    flags = ("-mcpu=cortex-m3", "-mthumb", "-Os", "-ffunction-sections", "-fdata-sections")
    includes = (f"-I{tmp_path}", f"-I{library}")
    arduino.run("arm-none-eabi-gcc", *flags, "-c", library / "whit.c", "-o", tmp_path / "whit.o")
    plain, made, elf = (
        ("-fno-exceptions", "-fno-rtti"),
        tmp_path / "sketch.o",
        tmp_path / "sketch.elf",
    )
    arduino.run("arm-none-eabi-g++", *flags, *plain, *includes, "-c", program, "-o", made)
    linking = ("--specs=nosys.specs", "-Wl,--gc-sections")
    arduino.run("arm-none-eabi-gcc", *flags, *linking, made, tmp_path / "whit.o", "-o", elf)
    assert "whit_ecdsa_verify_256" in read_image(elf, "EM_ARM").symbols


# CMSIS-Pack

# Of [PACK.xsd]: what a pack has to have, and what it may; attributes of a component.
PACK = {"vendor", "name", "description", "url", "releases"}
PACK_TOO = {"license", "requirements", "keywords", "conditions", "components"}
COMPONENT = {"Cvendor", "Cclass", "Cgroup", "Cversion", "condition"}
CATEGORIES_OF_FILES = {"header", "source"}


def pack(folder: Path) -> ET.Element:
    """The pack as its section unpacks it, and its description."""
    (folder / "main.c").write_text(install.SECTIONS[""].files["main.c"])
    commands = SECTIONS["CMSIS-Pack"].commands
    install.put_packages(commands, folder)
    install.run_in(folder, commands)
    (path,) = (folder / "whit-pack").glob("*.pdsc")
    found = ET.parse(path).getroot()
    assert path.stem == f"{found.findtext('vendor')}.{found.findtext('name')}"
    return found


def test_the_description_of_the_pack(tmp_path: Path, version: str) -> None:
    found = pack(tmp_path)
    names = [each.tag for each in found]
    assert len(names) == len(set(names))
    assert set(names) >= PACK
    assert set(names) <= PACK | PACK_TOO
    assert [each.get("version") for each in found.iter("release")] == [version]
    conditions = {each.get("id") for each in found.iter("condition")}
    assert (tmp_path / "whit-pack" / (found.findtext("license") or "absent")).is_file()
    asked = SECTIONS["CMSIS-Pack"].files["whit.cproject.yml"]
    for component in found.iter("component"):
        assert set(component.keys()) == COMPONENT
        assert component.get("Cversion") == version
        assert component.get("condition") in conditions
        identity = [component.get(each) for each in ("Cvendor", "Cclass", "Cgroup")]
        assert "component: {}::{}:{}\n".format(*identity) in asked
        for file in component.iter("file"):
            assert file.get("category") in CATEGORIES_OF_FILES
            assert (tmp_path / "whit-pack" / (file.get("name") or "absent")).is_file()


def pack_file(folder: Path, version: str) -> Path:
    """The archive that CMSIS-Toolbox installs; its name is <vendor>.<name>.<version>.pack."""
    made = install.package("cmsis-pack")
    held = archives(made, install.SECONDS)
    (name,) = (each for each in held if each.endswith(".pack"))
    assert name == f"Whit.Whit.{version}.pack"
    (folder / name).write_bytes(held[name])
    return folder / name


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_the_archive_of_the_pack(tmp_path: Path, version: str) -> None:
    """The description is at the root, and all that it names is there."""
    with zipfile.ZipFile(pack_file(tmp_path, version)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        found = ET.fromstring(archive.read("Whit.Whit.pdsc"))
    assert [name for name in names if name.endswith(".pdsc")] == ["Whit.Whit.pdsc"]
    named = {file.get("name") for file in found.iter("file")} | {found.findtext("license")}
    assert named <= set(names)
    assert all(not name.startswith(("/", "..")) and "\\" not in name for name in names)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("arm-none-eabi-gcc"), reason="no compiler for Cortex-M")
@pytest.mark.parametrize("curve", ["secp256r1", "secp257r1"])
def test_the_component_of_the_pack(curve: str, tmp_path: Path) -> None:
    """As the tools do: what is to be configured is copied, and comes before the pack's folders."""
    found, folder, project = pack(tmp_path), tmp_path / "whit-pack", tmp_path / "RTE"
    project.mkdir()
    sources, includes = [], [f"-I{project}"]
    for file in found.iter("file"):
        path = folder / (file.get("name") or "absent")
        if file.get("attr") == "config":
            text = path.read_text()
            assert "WHIT_CURVES secp256r1" in text
            (project / path.name).write_text(text.replace("secp256r1", curve))
        elif file.get("category") == "header":
            includes.append(f"-I{path.parent}")
        else:
            sources.append(path)
    program = tmp_path / "main.c"
    program.write_text(program.read_text().replace("<whit/secp256r1.h>", '"whit.h"'))
    flags = ("-mcpu=cortex-m4", "-mthumb", "-std=c99", "-Os", "-ffunction-sections")
    linking = ("--specs=nosys.specs", "-Wl,--gc-sections", "-o", tmp_path / "program.elf")
    command: list[str | Path] = ["arm-none-eabi-gcc", *flags, *includes, program, *sources]
    command += linking
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == (curve == "secp256r1"), done.stderr
    if curve == "secp256r1":
        assert "whit_ecdsa_verify_256" in read_image(tmp_path / "program.elf", "EM_ARM").symbols
    else:
        assert "WHIT_CURVES" in done.stderr
