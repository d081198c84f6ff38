# SPDX-License-Identifier: MIT
"""What a call leaves in memory: after each operation on a secret the whole RAM of an emulated
core is searched for it, in every form that the arithmetic gives it."""

import hashlib
import hmac
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab import curves, oracle
from lab.model import OPERATIONS, PROFILES
from lab.paths import FIRMWARE, PEERS
from lab.targets import buffers, catalogue
from lab.targets.buffers import Layout
from lab.targets.toolchain import Sources, Toolchain
from tests.images import LIMB_BYTES, boot, differing, without_halves, without_wiping

pytestmark = pytest.mark.skipif(
    shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
)

ROOT = Path(__file__).resolve().parent.parent
OTHERS = ("cortex-m3", "cortex-m4", "rv32imc", "avr")
CORES = ("cortex-m0", *(pytest.param(c, marks=pytest.mark.slow) for c in OTHERS))
SLOWER_PROFILES = [
    pytest.param(name, marks=[] if name == "balanced" else [pytest.mark.slow]) for name in PROFILES
]
# Profile small with WHIT_LEAST of 1 and 2, and with WHIT_LADDER of 1 and 2.
LEAST = {"least": 1, "ladder": 2, "lines": 0, "lines-compiled": 0}
LADDERS = {"lines": 1, "lines-compiled": 2}
LEAST_BUILDS = [
    (core, name, operation)
    for core in ("cortex-m0", "cortex-m4", "rv32imc")
    for name in LEAST
    for operation in (("ecdh",) if name == "ladder" else ("keygen", "ecdh", "sign"))
]
SECRETIVE = ("keygen", "ecdh", "sign", "sign_message")

# What is searched for: any eight bytes of a secret in a row, anywhere; and its limbs one by one,
# which a function that saves registers leaves apart from each other.
WINDOW_BYTES = 8

CURVE = curves.find("secp256r1")
RIGHT = oracle.of(CURVE)
PRIME, ORDER, CURVE_B = CURVE.p, CURVE.order, CURVE.b
RADIX = 2**256
MESSAGE = b"A message whose signature keeps its nonce to itself."


def secret_bytes(label: str, length: int) -> bytes:
    return hashlib.shake_256(b"wiping " + label.encode()).digest(length)


OTHER_KEY = secret_bytes("the other side's key", 32)


@dataclass(frozen=True)
class Keys:
    """What an operation must keep to itself."""

    private_key: bytes
    nonce: bytes

    @staticmethod
    def numbered(number: int) -> "Keys":
        names = {"private key": 32, "nonce": 32}
        return Keys(*(secret_bytes(f"{name} {number}", size) for name, size in names.items()))


KEYS = Keys.numbered(0)


@dataclass(frozen=True)
class Finding:
    """A piece of a secret that lies where it should not."""

    secret: str
    form: str
    position: int  # in the secret, in bytes
    address: int


@dataclass(frozen=True)
class Memory:
    """The RAM after a call, without what the harness owns."""

    content: bytes
    origin: int

    def findings(
        self, secrets: dict[str, bytes], size_bytes: int = WINDOW_BYTES, step: int = 1
    ) -> list[Finding]:
        """The pieces of secrets in memory: of one size, at multiples of a step within the secret
        and in memory."""
        found = []
        for name, secret in secrets.items():
            for form, data in forms(secret):
                for position in range(0, len(data) - size_bytes + 1, step):
                    at = self.find(data[position : position + size_bytes], step)
                    if at is not None:
                        found.append(Finding(name, form, position, self.origin + at))
        return found

    def find(self, piece: bytes, step: int) -> int | None:
        at = self.content.find(piece)
        while at >= 0 and at % step != 0:
            at = self.content.find(piece, at + 1)
        return at if at >= 0 else None


def forms(secret: bytes) -> Iterator[tuple[str, bytes]]:
    """The shapes that a secret takes: as bytes, as words of a hash, as numbers of any kind."""
    yield "big-endian", secret
    for start in range(4):
        words = [secret[i : i + 4] for i in range(start, len(secret) - 3, 4)]
        yield f"words of SHA-256 from byte {start} on", b"".join(word[::-1] for word in words)
    if len(secret) != 32:
        yield "limbs", secret[::-1]
        return
    x = int.from_bytes(secret)
    numbers = {"limbs": x, "negated": ORDER - x}
    # Signed digits: the odd one of x and its negative, less its lowest bit.
    numbers |= {"recoded": x >> 1, "negated and recoded": ORDER - x >> 1}
    for name, modulus in (("order", ORDER), ("prime", PRIME)):
        scaled = x * RADIX % modulus
        numbers |= {
            f"Montgomery form modulo the {name}": scaled,
            f"Montgomery form modulo the {name}, not reduced": scaled + modulus,
            f"Montgomery form modulo the {name}, negated": modulus - scaled,
        }
    for name, number in numbers.items():
        yield name, (number % RADIX).to_bytes(32, "little")


def derived_nonce(private_key: bytes, message: bytes) -> tuple[bytes, dict[str, bytes]]:
    """The nonce of RFC 6979, 3.2, and what its generator went through on the way."""

    def mac(key: bytes, data: bytes) -> bytes:
        return hmac.new(key, data, hashlib.sha256).digest()

    digest = int.from_bytes(RIGHT.digest(message)) % ORDER
    seed = private_key + digest.to_bytes(32)
    key, value = bytes(32), b"\1" * 32
    states: dict[str, bytes] = {}
    for step, marker in enumerate((b"\0", b"\1"), 1):
        key = mac(key, value + marker + seed)
        value = mac(key, value)
        states |= {f"K after step {step}": key, f"V after step {step}": value}
    nonce = mac(key, value)
    assert RIGHT.is_private_key(nonce)
    return nonce, states


def x_coordinate(scalar: bytes) -> int:
    return int.from_bytes(RIGHT.public_key(scalar)[:32])


def of_signature(private_key: bytes, nonce: bytes) -> dict[str, bytes]:
    """The key, the nonce, and what leads from one to the other by public numbers."""
    d, k = int.from_bytes(private_key), int.from_bytes(nonce)
    r = x_coordinate(nonce) % ORDER
    numbers = {"private key": d, "nonce": k, "inverse of the nonce": pow(k, -1, ORDER)}
    numbers["r times the private key"] = r * d % ORDER
    return {name: number.to_bytes(32) for name, number in numbers.items()}


def secrets_of(operation: str, keys: Keys = KEYS) -> dict[str, bytes]:
    if operation == "keygen":
        return {"private key": keys.private_key}
    if operation == "ecdh":
        # Of y only three x are possible.
        shared = RIGHT.shared_secret(keys.private_key, RIGHT.public_key(OTHER_KEY))
        x = int.from_bytes(shared)
        y = pow(x**3 - 3 * x + CURVE_B, (PRIME + 1) // 4, PRIME)
        secrets = {"private key": keys.private_key, "shared secret": shared}
        return secrets | {"its y": y.to_bytes(32), "its -y": (PRIME - y).to_bytes(32)}
    if operation == "sign":
        return of_signature(keys.private_key, keys.nonce)
    nonce, states = derived_nonce(keys.private_key, MESSAGE)
    return of_signature(keys.private_key, nonce) | states


def inputs_of(operation: str, keys: Keys) -> dict[str, bytes]:
    pool = keys.private_key if operation == "keygen" else keys.nonce
    given = {"pool": pool} if operation in ("keygen", "sign") else {}
    if operation != "keygen":
        given["private_key"] = keys.private_key
    if operation == "ecdh":
        given["public_key"] = RIGHT.public_key(OTHER_KEY)
    return given | {"digest": RIGHT.digest(MESSAGE), "message": MESSAGE}


def expected(operation: str, keys: Keys = KEYS) -> tuple[str, bytes]:
    """An output of the operation that shows that it ran on the secrets we look for."""
    secrets = secrets_of(operation, keys)
    if operation == "keygen":
        return "private_key", secrets["private key"]
    if operation == "ecdh":
        return "secret", secrets["shared secret"]
    k, rd = (int.from_bytes(secrets[name]) for name in ("nonce", "r times the private key"))
    z = int.from_bytes(RIGHT.digest(MESSAGE))
    r = x_coordinate(secrets["nonce"]) % ORDER
    return "signature", r.to_bytes(32) + (pow(k, -1, ORDER) * (z + rd) % ORDER).to_bytes(32)


def run(elf: Path, target: str, operation: str, keys: Keys = KEYS) -> Memory:
    """Boot, call the adapter, and read what memory holds."""
    machine = boot(elf, target)
    layout, start = Layout(CURVE.sizes), machine.symbol("harness_buffers")
    given = inputs_of(operation, keys)
    for name, data in given.items():
        where = machine.symbol("harness_pool") if name == "pool" else start + layout.offset(name)
        machine.write(where, data)
    parameters = OPERATIONS[operation].parameters
    arguments = [
        len(given[parameter.buffer])
        if parameter.direction == "length"
        else start + layout.offset(parameter.buffer)
        for parameter in parameters
    ]
    assert machine.call(OPERATIONS[operation].function, *arguments).value == 0
    output, content = expected(operation, keys)
    assert machine.read(start + layout.offset(output), len(content)) == content
    for name in ("harness_buffers", "harness_pool"):
        size = machine.symbol_size(name)
        machine.write(machine.symbol(name), bytes(size))
    ram = machine.core.ram
    return Memory(machine.read(*ram), ram[0])


class Images:
    """Images of the adapter with every operation on a secret; each is built once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        tool = ROOT / "tools" / "amalgamate.py"
        subprocess.run([sys.executable, tool, "--output", folder], check=True)
        text = without_wiping((folder / "whit.c").read_text())
        careless = folder / "careless"
        careless.mkdir()
        (careless / "whit.c").write_text(text)
        self._built: dict[tuple[str, str, bool], Path] = {}
        self._memories: dict[tuple[str, str, str, Keys], Memory] = {}

    def memory(self, target: str, profile: str, operation: str, keys: Keys = KEYS) -> Memory:
        """What an operation leaves; it runs once."""
        key = (target, profile, operation, keys)
        if key not in self._memories:
            self._memories[key] = run(self.get(target, profile), target, operation, keys)
        return self._memories[key]

    def get(self, target: str, profile: str, *, wipes: bool = True) -> Path:
        key = (target, profile, wipes)
        if key not in self._built:
            self._built[key] = self._build(*key)
        return self._built[key]

    def _build(self, target: str, profile: str, wipes: bool) -> Path:
        toolchain = Toolchain(catalogue.find(target))
        operations = tuple(f"WHIT_LAB_OPERATION_{name.upper()}" for name in SECRETIVE)
        sized = buffers.defines(CURVE.sizes)
        library = Sources(
            files=(
                (self._folder if wipes else self._folder / "careless") / "whit.c",
                PEERS / "whit" / "adapter.c",
            ),
            includes=(self._folder, FIRMWARE),
            defines=(
                "WHIT_CURVES=secp256r1",
                f"WHIT_PROFILE={'small' if profile in LEAST else profile}",
                f"WHIT_LEAST={LEAST.get(profile, 0)}",
                f"WHIT_LADDER={LADDERS.get(profile, 0)}",
                f"WHIT_LIMB_BITS={toolchain.target.limb_bits}",
                *sized,
                f"WHIT_LAB_CURVE={CURVE.name}",
                "WHIT_LAB_ECDSA=1",
            ),
        )
        elf = self._folder / f"{target}-{profile}-{'wipes' if wipes else 'careless'}.elf"
        firmware = toolchain.firmware("board.c", "operations.c", "random.c", defines=sized)
        table = toolchain.firmware("table.c", defines=(*sized, *operations))
        return toolchain.image(elf, (firmware, table, library)).elf


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> Images:
    return Images(tmp_path_factory.mktemp("wiping"))


def test_the_derived_nonce_is_the_one_of_the_oracle() -> None:
    assert expected("sign_message")[1] == RIGHT.sign(KEYS.private_key, MESSAGE)


@pytest.mark.parametrize("operation", SECRETIVE)
@pytest.mark.parametrize("profile", SLOWER_PROFILES)
@pytest.mark.parametrize("target", CORES)
@pytest.mark.sampled(3)
def test_nothing_secret_stays_in_memory(
    images: Images, target: str, profile: str, operation: str
) -> None:
    memory = images.memory(target, profile, operation)
    assert memory.findings(secrets_of(operation)) == []


@pytest.mark.slow
@pytest.mark.parametrize("operation", SECRETIVE)
@pytest.mark.parametrize("profile", SLOWER_PROFILES)
@pytest.mark.parametrize("target", CORES)
def test_not_one_limb_stays_in_memory(
    images: Images, target: str, profile: str, operation: str
) -> None:
    memory = images.memory(target, profile, operation)
    assert memory.findings(secrets_of(operation), LIMB_BYTES, LIMB_BYTES) == []


@pytest.mark.parametrize("operation", SECRETIVE)
@pytest.mark.parametrize("profile", SLOWER_PROFILES)
@pytest.mark.parametrize("target", CORES)
def test_what_stays_in_memory_is_the_same_for_all_secrets(
    images: Images, target: str, profile: str, operation: str
) -> None:
    """Whatever form it has: so partial products show too, and what else no one thought of. A public
    key may stay."""
    contents = []
    for keys in (KEYS, Keys.numbered(1), Keys.numbered(2)):
        content = images.memory(target, profile, operation, keys).content
        if operation == "keygen":
            public = RIGHT.public_key(secrets_of(operation, keys)["private key"])
            content = without_halves(content, public)
        contents.append(content)
    assert differing(contents) == []


@pytest.mark.slow
@pytest.mark.parametrize(("target", "build", "operation"), LEAST_BUILDS)
@pytest.mark.sampled(2)
def test_the_least_builds_leave_nothing_either(
    images: Images, target: str, build: str, operation: str
) -> None:
    test_nothing_secret_stays_in_memory(images, target, build, operation)
    test_not_one_limb_stays_in_memory(images, target, build, operation)
    test_what_stays_in_memory_is_the_same_for_all_secrets(images, target, build, operation)


# What a library that does not wipe leaves: the control of the test above.
LEFT_BEHIND = {
    "keygen": {"private key"},
    "ecdh": {"private key", "shared secret"},
    "sign": {"private key", "nonce", "inverse of the nonce"},
    "sign_message": {"private key", "nonce", "inverse of the nonce"},
}


@pytest.mark.slow
@pytest.mark.parametrize("operation", SECRETIVE)
@pytest.mark.parametrize("target", CORES)
def test_a_library_that_does_not_wipe_is_found_out(
    images: Images, target: str, operation: str
) -> None:
    memory = run(images.get(target, "balanced", wipes=False), target, operation)
    found = {finding.secret for finding in memory.findings(secrets_of(operation))}
    assert found >= LEFT_BEHIND[operation]


@pytest.mark.parametrize("form", [form for form, _ in forms(KEYS.private_key)])
@pytest.mark.parametrize(("size_bytes", "step"), [(WINDOW_BYTES, 1), (LIMB_BYTES, LIMB_BYTES)])
def test_the_search_sees_every_form(form: str, size_bytes: int, step: int) -> None:
    start = 5 * step
    planted = dict(forms(KEYS.private_key))[form][start : start + size_bytes]
    other = bytes(byte ^ 0x55 for byte in planted)

    def found(content: bytes) -> list[Finding]:
        return Memory(content, 0x20000000).findings({"key": KEYS.private_key}, size_bytes, step)

    assert Finding("key", form, start, 0x20000000 + 101 * step) in found(
        b"\xa7" * 101 * step + planted + bytes(50)
    )
    assert found(b"\xa7" * 101 * step + other + bytes(50)) == []
