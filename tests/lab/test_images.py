# SPDX-License-Identifier: MIT
"""The harness, built: needs the compilers, and nothing else."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from lab.errors import LabError
from lab.model import OPERATIONS, Run, Sizes
from lab.paths import FIRMWARE
from lab.targets import buffers, catalogue, host
from lab.targets.buffers import Layout
from lab.targets.host import HostBench
from lab.targets.toolchain import Image, Sources, Toolchain

needs_arm = pytest.mark.skipif(
    shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
)
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")

SIZES = Sizes(field=32, order=32, digest=32)

CORES = [name for name in catalogue.names() if catalogue.find(name).emulation]

# A library whose secret is the private key masked with the first half of the public key,
# and whose signature is random bytes, then the digest.
ADAPTER = """
#include "adapter.h"
#include "harness.h"
#include <string.h>

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    int i;
    for (i = 0; i < 32; i++) {
        secret[i] = private_key[i] ^ public_key[i];
    }
    return public_key[63] != 0;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    volatile uint8_t deep[2000];
    deep[0] = private_key[0];
    memcpy(signature + 32, digest, 32);
    return harness_random(signature, 16) | harness_random(signature + 16, 16);
}

int adapter_sign_message(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                         size_t length)
{
    memset(signature, (int)length, 64);
    memcpy(signature, private_key, 32);
    signature[32] = message[length - 1];
    return 0;
}

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    uint8_t much[500];
    (void)public_key, (void)digest, (void)signature;
    return harness_random(much, sizeof much) | harness_random(much, 13);
}
"""


def link(toolchain: Toolchain, folder: Path, *operations: str, sizes: Sizes = SIZES) -> Image:
    adapter = folder / "adapter.c"
    adapter.write_text(ADAPTER)
    main = "board.c" if toolchain.target.emulation else "host.c"
    selected = tuple(f"WHIT_LAB_OPERATION_{name.upper()}" for name in operations)
    sized = buffers.defines(sizes)
    return toolchain.image(
        folder / f"{'-'.join(operations) or 'empty'}.elf",
        (
            toolchain.firmware(main, "operations.c", "random.c", defines=sized),
            toolchain.firmware("table.c", defines=(*sized, *selected)),
            Sources((adapter,), (FIRMWARE,), sized),
        ),
    )


def functions(image: Path) -> set[str]:
    with image.open("rb") as file:
        symbols = ELFFile(file).get_section_by_name(".symtab")
        assert isinstance(symbols, SymbolTableSection)
        return {
            symbol.name
            for symbol in symbols.iter_symbols()
            if symbol["st_info"]["type"] == "STT_FUNC"
        }


@needs_arm
@pytest.mark.parametrize("core", CORES)
def test_empty_image_holds_nothing_a_library_could_use(core: str, tmp_path: Path) -> None:
    image = link(Toolchain(catalogue.find(core)), tmp_path)
    found = functions(image.elf)
    assert {"main", "harness_random", "harness_ready", "harness_run"} <= found
    assert {name for name in found if not name.startswith("harness_")} == {"main"}


@needs_arm
def test_image_holds_what_it_was_built_for(tmp_path: Path) -> None:
    toolchain = Toolchain(catalogue.find("cortex-m0"))
    empty, ecdh = link(toolchain, tmp_path), link(toolchain, tmp_path, "ecdh")
    assert functions(ecdh.elf) - functions(empty.elf) == {"adapter_ecdh"}
    assert ecdh.map.read_text().count("adapter_ecdh") > 0
    assert link(toolchain, tmp_path, "ecdh").sha256 == ecdh.sha256 != empty.sha256
    assert toolchain.version().startswith("arm-none-eabi-gcc ")


@needs_arm
@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("int adapter_ecdh(void) { return x; }", "compiling adapter.c for cortex-m4 failed: .*'x'"),
        ("void nothing(void); void nothing(void) {}", "linking .* undefined reference"),
        ('__asm__("jump r0");', "Error: bad instruction `jump r0'"),
    ],
)
def test_build_errors_are_one_line(code: str, message: str, tmp_path: Path) -> None:
    toolchain = Toolchain(catalogue.find("cortex-m4"))
    adapter, sized = tmp_path / "adapter.c", buffers.defines(SIZES)
    adapter.write_text(code)
    sources = (
        toolchain.firmware("board.c", "operations.c", "random.c", defines=sized),
        toolchain.firmware("table.c", defines=(*sized, "WHIT_LAB_OPERATION_ECDH")),
        Sources((adapter,)),
    )
    with pytest.raises(LabError, match=message) as caught:
        toolchain.image(tmp_path / "bad.elf", sources)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "bad.elf").exists()


def test_missing_compiler_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(LabError, match=r"arm-none-eabi-gcc is not installed .*apt-get install"):
        Toolchain(catalogue.find("cortex-m4"))


def test_missing_second_compiler_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clang compiles and gcc links."""
    target = catalogue.find("cortex-m0", compiler="clang")
    for lacking in ("clang", "arm-none-eabi-gcc"):
        present = {"clang", "arm-none-eabi-gcc"} - {lacking}
        monkeypatch.setattr(shutil, "which", lambda name, found=present: name in found or None)
        with pytest.raises(LabError, match=rf"^{lacking} is not installed .*apt-get install"):
            Toolchain(target)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> HostBench:
    folder = tmp_path_factory.mktemp("host")
    operations = ("ecdh", "sign", "sign_message", "verify")
    return HostBench(link(Toolchain(catalogue.find("host")), folder, *operations).elf, SIZES)


def run(bench: HostBench, operation: str, **inputs: bytes) -> Run:
    return bench.run(OPERATIONS[operation], inputs)


@needs_gcc
def test_host_passes_inputs_and_outputs(bench: HostBench) -> None:
    key, public = bytes(range(32)), bytes(range(100, 163)) + b"\0"
    found = run(bench, "ecdh", private_key=key, public_key=public)
    assert found.value == 0
    assert found.outputs["secret"] == bytes(a ^ b for a, b in zip(key, public, strict=False))
    assert run(bench, "ecdh", private_key=key, public_key=bytes([1]) * 64).value == 1


@needs_gcc
def test_host_draws_from_the_pool_and_paints_the_stack(bench: HostBench) -> None:
    pool, digest = bytes(range(1, 65)), bytes([7]) * 32
    found = run(bench, "sign", private_key=bytes(32), digest=digest, pool=pool)
    assert found.outputs["signature"] == pool[:32] + digest
    assert found.draws == 2
    assert found.stack_bytes is not None
    assert 0 < found.stack_bytes < 4000


@needs_gcc
def test_host_counts_instructions_where_valgrind_is(
    bench: HostBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    inputs = {"private_key": bytes([9]) * 32, "message": b"four"}
    if shutil.which(host.COUNTER) is not None:
        short, again = (run(bench, "sign_message", **inputs).instructions for _ in range(2))
        long = run(bench, "sign_message", **inputs | {"message": bytes(200)}).instructions
        assert short is not None
        assert again is not None
        assert long is not None
        assert 0 < short == again <= long < 10_000
        refused = run(bench, "ecdh", private_key=bytes(32), public_key=bytes([1]) * 64)
        assert (refused.value, refused.instructions) == (1, None)
    monkeypatch.setattr(host, "COUNTER", "no-such-program")
    assert run(bench, "sign_message", **inputs).instructions is None
    assert "apt-get install valgrind" in str(host.lacking())


@needs_gcc
def test_host_passes_lengths(bench: HostBench) -> None:
    found = run(bench, "sign_message", private_key=bytes([9]) * 32, message=b"four")
    assert found.outputs["signature"] == bytes([9]) * 32 + b"r" + bytes([4]) * 31


@needs_gcc
def test_an_empty_pool_fails(bench: HostBench) -> None:
    inputs = {"public_key": bytes(64), "digest": bytes(32), "signature": bytes(64)}
    assert bench.run(OPERATIONS["verify"], inputs).value == 1


@needs_gcc
def test_an_operation_that_is_not_linked_is_refused(bench: HostBench) -> None:
    assert run(bench, "keygen").value == -1


OFFSETS = """
#include "operations.h"
#include <stdio.h>
#define SHOW(name) printf(#name " %zu\\n", offsetof(struct harness_buffers, name))

int main(void)
{
    SHOW(private_key);
    SHOW(public_key);
    SHOW(secret);
    SHOW(digest);
    SHOW(signature);
    SHOW(message);
    SHOW(compressed);
    SHOW(message_length);
    printf("size %zu\\n", sizeof(struct harness_buffers));
    return 0;
}
"""


@needs_gcc
@pytest.mark.parametrize(
    "sizes",
    [
        *(SIZES, Sizes(20, 21, 32), Sizes(66, 66, 64), Sizes(192, 32, 32)),
        Sizes(57, 57, 64, "edwards", batch=4),
    ],
)
def test_layout_is_that_of_the_structure(sizes: Sizes, tmp_path: Path) -> None:
    program = tmp_path / "offsets"
    source = program.with_suffix(".c")
    source.write_text(OFFSETS)
    defines = [f"-D{define}" for define in buffers.defines(sizes)]
    subprocess.run(["gcc", *defines, f"-I{FIRMWARE}", "-o", program, source], check=True)
    lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    found = {name: int(value) for name, value in map(str.split, lines.splitlines())}
    layout = Layout(sizes)
    expected = {name: layout.offset(name) for name in sizes.buffers}
    size = layout.struct_bytes
    assert found == expected | {"message_length": size - 4, "size": size}


def test_operations_are_those_of_the_header() -> None:
    header = (FIRMWARE / "operations.h").read_text()
    numbers = {name.lower(): int(n) for name, n in re.findall(r"HARNESS_(\w+) = (\d+)", header)}
    # Some have a number for each count of signatures, others one for all.
    assert numbers == {
        name if name in numbers else operation.kind: operation.number
        for name, operation in OPERATIONS.items()
    }
