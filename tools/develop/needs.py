# SPDX-License-Identifier: MIT
"""What the project's commands need: programs, libraries, packages, and how to tell that they are
there."""

from __future__ import annotations  # an older Python must get as far as being told so

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from lab.targets import rustc

HOSTED = '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n'
HOSTED_CPLUSPLUS = "#include <vector>\nint main() { return (int)std::vector<int>().size(); }\n"
FREESTANDING = '#include <string.h>\nint main(void) { return (int)strlen(""); }\n'
ARM_FLAGS = ("-mcpu=cortex-m4", "-mthumb", "--specs=nano.specs", "--specs=nosys.specs")
SIMAVR = '#include <simavr/sim_avr.h>\nint main(void) { return avr_make_mcu_by_name("") != 0; }\n'
OPENSSL = "#include <openssl/ec.h>\nint main(void) { return EC_GROUP_new_by_curve_name(0) != 0; }\n"
RISCV_FLAGS = ("-march=rv32imc", "-mabi=ilp32", "--specs=picolibc.specs")


@dataclass(frozen=True)
class Need:
    """A program, and a command that succeeds where it is fit for use. The packages are Debian's;
    of alternatives (a|b) the first that exists is taken, in a version as new as one may ask for
    (a>=1.2)."""

    program: str
    packages: tuple[str, ...]
    arguments: tuple[str, ...] = ("--version",)
    source: str = ""  # compiled and linked, when not empty
    module: str = ""  # of Python, when that is what is needed
    library: str = ""  # in C or Rust, when that is what is needed

    @property
    def name(self) -> str:
        if self.library:
            return f"the library {self.library}"
        return f"Python's {self.module}" if self.module else self.program

    def is_met(self) -> bool:
        if shutil.which(self.program) is None:
            return False
        with tempfile.TemporaryDirectory(prefix="whit-setup-") as directory:
            output = ("-o", str(Path(directory) / "program")) if self.source else ()
            try:
                done = subprocess.run(
                    [self.program, *self.arguments, *output],
                    input=self.source.encode(),
                    capture_output=True,
                    check=False,
                )
            except OSError:
                return False
        return done.returncode == 0


@dataclass(frozen=True)
class Group:
    name: str
    requirements: tuple[str, ...]  # the last one names the others
    python_megabytes: int
    needs: tuple[Need, ...]
    crates: tuple[str, ...] = ()  # folders with a lock file
    wishes: tuple[Need, ...] = ()  # installed where they can be had, and done without elsewhere


DEMO_NEEDS = (
    Need("gcc", ("gcc", "libc6-dev"), ("-x", "c", "-"), HOSTED),
    Need(
        "arm-none-eabi-gcc",
        ("gcc-arm-none-eabi", "binutils-arm-none-eabi", "libnewlib-arm-none-eabi"),
        (*ARM_FLAGS, "-x", "c", "-"),
        HOSTED,
    ),
    # Debian 12's package cargo is older than the registries' sparse protocol.
    Need("cargo", ("cargo-web|cargo",)),
)
# Peers in Rust are built with its own library. A system's usual package of a tool in Rust is the
# name without "-web", and may be too old.
RUST_FOR_CORES = Need(
    sys.executable,
    tuple(
        f"{name}>={rustc.OLDEST}|{name.replace('-web', '')}>={rustc.OLDEST}"
        for name in rustc.PACKAGES
    ),
    ("-c", "from lab.targets import rustc; rustc.find()"),
    library="core of Rust, in source",
)
QEMU_ARM = Need("qemu-system-arm", ("qemu-system-arm",))
COAP_CLIENT = Need("coap-client-notls", ("libcoap3-bin",), ("-B", "1", "coap://127.0.0.1:9/"))
TEST_NEEDS = (
    Need("g++", ("g++",), ("-x", "c++", "-"), HOSTED_CPLUSPLUS),
    Need(
        "clang",
        ("clang", "libclang-rt-dev|libclang-rt-14-dev"),
        ("-fsanitize=address,undefined", "-x", "c", "-"),
        HOSTED,
    ),
    Need(
        "avr-gcc",
        ("gcc-avr", "binutils-avr", "avr-libc"),
        ("-mmcu=atmega328p", "-x", "c", "-"),
        HOSTED,
    ),
    Need("gcc", ("libsimavr-dev",), ("-x", "c", "-", "-lsimavr"), SIMAVR, library="simavr"),
    Need(
        "riscv64-unknown-elf-gcc",
        ("gcc-riscv64-unknown-elf", "binutils-riscv64-unknown-elf", "picolibc-riscv64-unknown-elf"),
        (*RISCV_FLAGS, "-x", "c", "-"),
        FREESTANDING,
    ),
    # Whatever speaks GDB's protocol stands for a board: `whit measure --probe`.
    QEMU_ARM,
    COAP_CLIENT,
    Need("gdb-multiarch", ("gdb-multiarch",)),
    Need("avr-gdb", ("gdb-avr",)),
    Need("clang-format", ("clang-format",)),
    # Valgrind itself starts only with the C library's symbols.
    Need("valgrind", ("valgrind", "libc6-dbg"), ("--quiet", "true")),
    Need("cmake", ("cmake",)),
    Need("make", ("make",)),
    Need("openssl", ("openssl",), ("version",)),
    # The oracle of the fuzz targets.
    Need("clang", ("libssl-dev",), ("-x", "c", "-", "-lcrypto"), OPENSSL, library="libcrypto"),
    Need("pkg-config", ("pkgconf|pkg-config",)),
    # The page of whit report is tested in a browser.
    Need("chromium", ("chromium",)),
    Need("chromedriver", ("chromium-driver",)),
    # Portable C runs with the other order of bytes, and on processors of 64 bits.
    Need(
        "powerpc-linux-gnu-gcc",
        ("gcc-powerpc-linux-gnu", "libc6-dev-powerpc-cross"),
        ("-static", "-x", "c", "-"),
        HOSTED,
    ),
    Need(
        "s390x-linux-gnu-gcc",
        ("gcc-s390x-linux-gnu", "libc6-dev-s390x-cross"),
        ("-static", "-x", "c", "-"),
        HOSTED,
    ),
    Need("qemu-s390x", ("qemu-user",)),
)
# A sketch is compiled as its IDE does.
ARDUINO_CORE = Need(
    "avr-gcc",
    ("arduino-core-avr",),
    ("-fsyntax-only", "-x", "c", "/usr/share/arduino/hardware/arduino/avr/cores/arduino/binary.h"),
    library="Arduino core for AVR",
)
# Packages of Debian are built with it.
DEBHELPER = Need("dh", ("debhelper", "dpkg-dev"), ("--list",))
CAMPAIGN_NEEDS = (
    Need(
        "aarch64-linux-gnu-gcc",
        ("gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"),
        ("-static", "-x", "c", "-"),
        HOSTED,
    ),
    Need("xtensa-lx106-elf-gcc", ("gcc-xtensa-lx106",)),
    Need("qemu-system-xtensa", ("qemu-system-xtensa|qemu-system-misc",)),
)
# What the sensor's firmware takes; its sources come from Debian's mirrors when it is built.
SENSOR_NEEDS = (
    *(need for need in DEMO_NEEDS if need.program.startswith("arm")),
    Need("make", ("make",)),
    QEMU_ARM,
)
RTL_NEEDS = (
    Need("g++", ("g++",), ("-x", "c++", "-"), HOSTED_CPLUSPLUS),
    Need("make", ("make",)),
    Need("verilator", ("verilator",)),
)
GROUPS = {
    "demo": Group("demo", ("requirements.txt",), 50, DEMO_NEEDS),
    "test": Group(
        "test",
        ("requirements.txt", "requirements-sensor.txt", "requirements-dev.txt"),
        175,
        (*DEMO_NEEDS, *TEST_NEEDS),
        ("tests/vectors",),
        (RUST_FOR_CORES, ARDUINO_CORE, DEBHELPER),
    ),
}
# `whit rtl` installs this by itself, when it is first run.
GROUPS["rtl"] = Group("rtl", ("requirements.txt", "requirements-rtl.txt"), 70, RTL_NEEDS)
GROUPS["sensor"] = Group(
    "sensor", ("requirements.txt", "requirements-sensor.txt"), 51, SENSOR_NEEDS
)
GROUPS["campaign"] = replace(
    GROUPS["test"], name="campaign", needs=(*GROUPS["test"].needs, *CAMPAIGN_NEEDS)
)
