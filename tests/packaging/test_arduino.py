# SPDX-License-Identifier: MIT
"""The sketch of examples/i2c-agreement, compiled with the Arduino core as its IDE does, and run on
two emulated boards."""

import subprocess
from pathlib import Path

import pytest

from lab.emulator.avr.twi_bus import Pair
from lab.emulator.image import read_image
from lab.paths import BUILD
from lab.runner.nanos import EXAMPLE, KEY_BYTES, SIDES, STATES, Nanos
from lab.targets.joined import END_OF_RAM, HERTZ

AVR = Path("/usr/share/arduino/hardware/arduino/avr")
CORE, VARIANT = AVR / "cores" / "arduino", AVR / "variants" / "eightanaloginputs"
# As platform.txt has them. Debian's avr-gcc says DECIMAL_DIG by another name in C++.
MACHINE = ("-mmcu=atmega328p", "-DF_CPU=16000000L", "-DARDUINO=10819", "-DARDUINO_ARCH_AVR")
FLAGS = ("-Os", "-w", "-ffunction-sections", "-fdata-sections", "-DDECIMAL_DIG=__DECIMAL_DIG__")
CPP = ("-std=gnu++11", "-fno-exceptions", "-fno-threadsafe-statics")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CORE.is_dir(), reason="arduino-core-avr is not installed"),
]


def run(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def compiled(folder: Path, sources: list[Path], *includes: Path) -> list[Path]:
    objects = []
    for source in sources:
        is_cpp = source.suffix == ".cpp"
        target = folder / f"{source.name}.o"
        flags = (*MACHINE, *FLAGS, *(CPP if is_cpp else ()), *(f"-I{each}" for each in includes))
        run("avr-g++" if is_cpp else "avr-gcc", *flags, "-c", source, "-o", target)
        objects.append(target)
    return objects


@pytest.fixture(scope="module")
def sketches(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sketch's images, of both roles."""
    folder = tmp_path_factory.mktemp("sketch")
    run("make", "--silent", "-C", EXAMPLE, "sketch", f"SKETCH={folder}")
    core = folder / "core"
    core.mkdir()
    files = [*CORE.glob("*.c"), *CORE.glob("*.cpp"), *CORE.glob("*.S")]
    run("avr-ar", "rcs", folder / "core.a", *compiled(core, files, CORE, VARIANT))
    ours = compiled(core, sorted(folder.glob("*.c")), folder)
    text = "#include <Arduino.h>\n" + (folder / "i2c-agreement.ino").read_text()
    images = []
    for role, side in enumerate(SIDES):
        program = folder / f"{side}.cpp"
        program.write_text(f"#define IS_SLAVE {role}\n{text}")
        objects = [*ours, *compiled(core, [program], CORE, VARIANT, folder)]
        images.append(folder / f"{side}.elf")
        linking = ("-mmcu=atmega328p", "-Os", "-Wl,--gc-sections")
        run("avr-gcc", *linking, *objects, folder / "core.a", "-lm", "-o", images[-1])
    return images[0], images[1]


def test_two_boards_with_the_sketch_agree(sketches: tuple[Path, Path]) -> None:
    """In the RAM that they have: the stack does not reach what is static."""
    Nanos("secp256r1", "fast", authenticated=False)  # makes the EEPROMs
    pair, images = Pair(*sketches), [read_image(path, "EM_AVR") for path in sketches]
    for side, name in enumerate(SIDES):
        pair.write_eeprom(side, 0, (BUILD / "i2c" / "eeproms" / f"{name}.eep").read_bytes())
    found = pair.run(3 * HERTZ)
    keys = set()
    for side, image in enumerate(images):
        state = pair.read(side, image.symbols["state"].address, 1)[0]
        assert STATES[state] == "done"
        keys.add(pair.read(side, image.symbols["key"].address, KEY_BYTES))
        assert image.symbols["_end"].address <= found.lowest_stack[side] <= END_OF_RAM
    assert len(keys) == 1
    assert bytes(KEY_BYTES) not in keys
