# SPDX-License-Identifier: MIT
"""Frozen records: what can be asked, what a run gave, what a measurement says."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Literal, Protocol, Self

SCHEMA = 2
PUBLISHED = "published"  # how the origin of what others measured begins

Direction = Literal["in", "out", "length"]
Value = str | int | float | bool | None


@dataclass(frozen=True)
class Parameter:
    """An argument of an adapter function: a buffer, or a buffer's length."""

    buffer: str
    direction: Direction


_OPERANDS = (Parameter("private_key", "in"), Parameter("public_key", "in"))

# What a curve can be asked for: what each in Weierstrass form has, ECDSA, BLS signatures,
# signatures of messages by a scheme that includes its hash, EdDSA among them, key agreement by
# x-coordinates, and one of that kind that no standard has, and a suite that hashes messages to
# points. Integers are no curve.
Ability = Literal[
    "weierstrass", "ecdsa", "bls", "messages", "eddsa", "x", "agreement", "integers", "suite"
]


# How a message becomes a point of the curve: by the map of Shallue and van de Woestijne, or by its
# simplified form [RFC 9380, 6.6].
Map = Literal["SVDW", "SSWU"]


@dataclass(frozen=True)
class BlsSuite:
    """How a library hashes messages that it signs by pairings: the map, the tag that separates
    domains, and the k [RFC 9380, 5.1] that numbers are by so many bits longer than the prime for;
    0: that of the curve's suite."""

    map: Map
    tag: bytes
    security_bits: int = 0


@dataclass(frozen=True)
class AdapterCall:
    """A call of a function of the adapter, with these of the harness's buffers."""

    function: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True)
class Operation:
    """What an image can do: one adapter function."""

    name: str
    number: int  # in firmware/operations.h; one for some counts, as an image has one of these
    description: str
    parameters: tuple[Parameter, ...]
    secrets: tuple[str, ...]  # inputs that time may not depend on; "pool" is randomness
    needs: tuple[Ability, ...]  # of a curve: any of them
    hashes: bool = False  # with the curve's hash, which the image then holds
    alone: str | None = None  # what the harness defines, where images of its own hold it
    batch: int = 0  # of an operation on several signatures, how many
    operands: bool = False  # a call before it makes its keys into what the library works with
    result: bool = False  # a call after it makes what the library has into its outputs

    @property
    def function(self) -> str:
        return f"adapter_{self.kind}"

    @property
    def kind(self) -> str:
        """Its name without the number of signatures."""
        return self.name.removesuffix(f"_{self.batch}")

    @property
    def call(self) -> AdapterCall:
        """What is measured."""
        return AdapterCall(self.function, self._parameters(self.operands, self.result, own=True))

    @property
    def before(self) -> tuple[AdapterCall, ...]:
        given = self._parameters(self.operands, False)
        return (AdapterCall("adapter_operands", given),) if self.operands else ()

    @property
    def after(self) -> tuple[AdapterCall, ...]:
        given = self._parameters(False, self.result)
        return (AdapterCall("adapter_result", given),) if self.result else ()

    def _parameters(
        self, operands: bool, result: bool, *, own: bool = False
    ) -> tuple[Parameter, ...]:
        """Those of operands and of a result, or all others."""
        return tuple(
            each
            for each in self.parameters
            if own != ((operands and each in _OPERANDS) or (result and each.direction == "out"))
        )


def _operation(
    name: str,
    number: int,
    description: str,
    parameters: str,
    secrets: str = "",
    *,
    needs: tuple[Ability, ...],
    hashes: bool = False,
    alone: str | None = None,
    batch: int = 0,
    operands: bool = False,
    result: bool = False,
) -> Operation:
    kinds: dict[str, Direction] = {"<": "in", ">": "out", "#": "length"}
    return Operation(
        name,
        number,
        description,
        tuple(Parameter(word[1:], kinds[word[0]]) for word in parameters.split()),
        tuple(secrets.split()),
        needs,
        hashes,
        alone,
        batch,
        operands,
        result,
    )


def _arithmetic(
    name: str, number: int, description: str, secrets: str, *, needs: tuple[Ability, ...]
) -> Operation:
    return _operation(
        name,
        number,
        description,
        ">secret <private_key <public_key",
        secrets,
        needs=needs,
        alone=f"WHIT_LAB_ARITHMETIC={number}",
        operands=True,
        result=True,
    )


def _of_signatures(
    number: int, name: str, description: str, parameters: str, *, hashes: bool = True
) -> tuple[Operation, ...]:
    """On some counts of BLS signatures."""
    return tuple(
        _operation(f"{name}_{count}", number, description.format(count=count), parameters,
                   needs=("bls",), hashes=hashes, batch=count)
        for count in BLS_COUNTS
    )  # fmt: skip


MESSAGE_BYTES = 256
POOL_BYTES = 512
WEIGHT_BYTES = 16  # that a signature of a batch takes of the pool
BLS_COUNTS = (2, 8, 32, 100)  # of signatures, in aggregates and batches


# A Montgomery curve has key agreement by x-coordinates, an Edwards curve EdDSA. Integers modulo
# an odd number are no curve.
Form = Literal["weierstrass", "montgomery", "edwards", "integers"]


@dataclass(frozen=True)
class Sizes:
    """The bytes in the values of one curve, which an image is built for."""

    field: int
    order: int
    digest: int  # of the curve's hash
    form: Form = "weierstrass"
    # In an image for BLS signatures, the degree of the field of public keys' coordinates over
    # the prime's; otherwise none.
    bls_degree: int = 0
    batch: int = 0  # in an image for batches, how many signatures one has

    @property
    def pool(self) -> int:
        """The random bytes that the harness has, by firmware/harness.h."""
        return max(POOL_BYTES, WEIGHT_BYTES * self.batch)

    @property
    def buffers(self) -> Mapping[str, int]:
        """Buffers of firmware/operations.h, in its order, with their sizes."""
        private = 2 * self.field if self.form == "edwards" else self.order
        public = 2 * self.field if self.form in ("weierstrass", "integers") else self.field
        many = self.batch or 1
        return {
            "private_key": private,
            "public_key": many * public * (self.bls_degree or 1),
            "secret": self.field,
            "digest": self.digest,
            "signature": many * 2 * (self.field if self.bls_degree else self.order),
            "message": many * MESSAGE_BYTES,
            "compressed": 1 + self.field,
        }


_OPERATIONS = (
    _operation("keygen", 1, "make a key pair", ">private_key >public_key", "pool",
               needs=("weierstrass", "messages", "x")),
    _operation("ecdh", 2, "derive a shared secret", ">secret <private_key <public_key",
               "private_key", needs=("weierstrass", "x")),
    _operation("sign", 3, "ECDSA of a digest, random nonce", ">signature <private_key <digest",
               "private_key pool", needs=("ecdsa", "messages")),
    _operation("sign_message", 4, "ECDSA of a message: the curve's hash, nonce of RFC 6979",
               ">signature <private_key <message #message", "private_key",
               needs=("ecdsa",), hashes=True),
    _operation("verify", 5, "check a digest's signature", "<public_key <digest <signature",
               needs=("ecdsa", "messages")),
    _operation("validate", 6, "check a public key", "<public_key",
               needs=("weierstrass", "agreement")),
    _operation("decompress", 7, "recover a public key from its compressed form",
               ">public_key <compressed", needs=("weierstrass",)),
    _operation("verify_hardened", 8, "check a digest's signature, made to withstand faults",
               "<public_key <digest <signature", needs=("ecdsa",)),
    _operation("hash", 9, "the curve's hash of a short message", ">digest <message #message",
               needs=("weierstrass",)),
    # What protocols are built of.
    _arithmetic("mod_add", 10, "add two integers modulo the prime, or another odd number",
                "private_key public_key", needs=("weierstrass", "integers")),
    _arithmetic("mod_mul", 11, "multiply them",
                "private_key public_key", needs=("weierstrass", "integers")),
    _arithmetic("mod_exp", 24, "raise one to a power with as many bits",
                "private_key public_key", needs=("weierstrass", "integers")),
    _arithmetic("mod_inv", 12, "invert it",
                "private_key public_key", needs=("weierstrass", "integers")),
    _arithmetic("mod_inv_vartime", 28, "invert a public one, in variable time",
                "", needs=("weierstrass", "integers")),
    _arithmetic("point_add", 13, "add two points", "public_key", needs=("weierstrass",)),
    _arithmetic("point_mul", 25, "multiply a point", "private_key", needs=("weierstrass",)),
    # Proofs of having a credential by MACwBB, with one attribute, which is hidden. The issuer's key
    # is the private key and the public key's y, the attribute its x, the nonce the digest.
    _operation("show", 26, "prove possession of a credential by MACwBB, its attribute hidden",
               ">compressed >signature >message <private_key <public_key <digest",
               "private_key public_key pool",
               needs=("weierstrass",), hashes=True, alone="WHIT_LAB_SHOW=26", operands=True),
    _operation("verify_show", 27, "verify that proof",
               "<compressed <signature <message <private_key <public_key <digest",
               needs=("weierstrass",), hashes=True, alone="WHIT_LAB_SHOW=27", operands=True),
    # The message may be a password.
    _operation("hash_to_curve", 29, "hash a message to a point, by the suite of RFC 9380",
               ">public_key <message #message", "message",
               needs=("suite",), hashes=True, alone="WHIT_LAB_HASH_TO_CURVE=1"),
    # Short signatures by pairings, whose public keys are longer.
    _operation("bls_keygen", 14, "make a key pair, the public key in the pairing's second group",
               ">private_key >public_key", "pool", needs=("bls",)),
    _operation("bls_sign", 15, "BLS signature of a message, in the first group",
               ">signature <private_key <message #message", "private_key",
               needs=("bls",), hashes=True),
    _operation("bls_verify", 16, "check a message's BLS signature, by pairings",
               "<public_key <message #message <signature", needs=("bls",), hashes=True),
    _operation("bls_verify_prepared", 34, "the same under a key that was prepared",
               "<public_key <message #message <signature", needs=("bls",), hashes=True,
               alone="WHIT_LAB_BLS_PREPARED=1", operands=True),
    *_of_signatures(30, "bls_aggregate", "add {count} BLS signatures up",
                    ">secret <signature", hashes=False),
    *_of_signatures(31, "bls_aggregate_verify", "check the sum of {count} BLS signatures, of as "
                    "many messages", "<public_key <message #message <signature"),
    *_of_signatures(32, "bls_fast_aggregate_verify", "check the sum of {count} BLS signatures of "
                    "one message", "<public_key <message #message <signature"),
    *_of_signatures(33, "bls_verify_batch", "check {count} BLS signatures at once",
                    "<public_key <message #message <signature"),
    *(
        _operation(f"verify_batch_{count}", number, f"check {count} messages' signatures at once",
                   "<public_key <message #message <signature",
                   needs=("eddsa",), hashes=True, batch=count)
        for number, count in enumerate((2, 4, 8, 16), 17)
    ),
    _operation("sign_hedged", 21, "as sign_message, with random bytes mixed into the nonce",
               ">signature <private_key <message #message", "private_key pool",
               needs=("ecdsa", "eddsa"), hashes=True, alone="WHIT_LAB_SIGN_HEDGED=1"),
    # No secret decides the time of what is made, but its verification is in no constant time.
    _operation("sign_checked", 22, "ECDSA of a digest, nonce of RFC 6979, made twice and verified",
               ">signature <private_key <public_key <digest",
               needs=("ecdsa", "eddsa"), hashes=True, alone="WHIT_LAB_SIGN_CHECKED=1"),
    _operation("verify_message_hardened", 23,
               "check a message's signature, made to withstand faults",
               "<public_key <message #message <signature",
               needs=("ecdsa",), hashes=True, alone="WHIT_LAB_VERIFY_MESSAGE_HARDENED=1"),
)  # fmt: skip
OPERATIONS: Mapping[str, Operation] = {operation.name: operation for operation in _OPERATIONS}

# What is another thing where signatures are EdDSA's, whose hash is part of the scheme.
EDDSA_OPERATIONS: Mapping[str, Operation] = {
    operation.name: replace(operation, needs=OPERATIONS[operation.name].needs)
    for operation in (
        _operation("sign", 3, "EdDSA of a message", ">signature <private_key <message #message",
                   "private_key", needs=(), hashes=True),
        _operation("verify", 5, "check a message's signature",
                   "<public_key <message #message <signature", needs=(), hashes=True),
        _operation("sign_hedged", 21, "EdDSA of a message, with random bytes mixed into the nonce",
                   ">signature <private_key <message #message", "private_key pool",
                   needs=(), hashes=True),
        _operation("sign_checked", 22, "EdDSA of a message, made twice and verified",
                   ">signature <private_key <message #message", needs=(), hashes=True),
    )
}  # fmt: skip

# The same where the nonce is random.
RANDOM_NONCE_OPERATIONS: Mapping[str, Operation] = {
    **EDDSA_OPERATIONS,
    "sign": replace(
        EDDSA_OPERATIONS["sign"],
        description="a signature of a message, random nonce",
        secrets=("private_key", "pool"),
    ),
}


def _needing(*abilities: Ability) -> tuple[str, ...]:
    return tuple(each.name for each in _OPERATIONS if set(each.needs) <= set(abilities))


# By what they are for.
ARITHMETIC = tuple(each.name for each in _OPERATIONS if each.result)
SHOWING = ("show", "verify_show")
HASHING = "hash_to_curve"
PAIRING = _needing("bls")
BLS = tuple(name for name in PAIRING if not (OPERATIONS[name].batch or OPERATIONS[name].operands))
BLS_MANY = tuple(name for name in PAIRING if OPERATIONS[name].batch)
GUARDED = ("sign_hedged", "sign_checked")  # signing that guards against faults
BATCHES: Mapping[str, int] = {
    name: OPERATIONS[name].batch for name in _needing("eddsa") if OPERATIONS[name].batch
}
MESSAGE_HARDENED = "verify_message_hardened"
HARDENED = ("verify_hardened", MESSAGE_HARDENED)
VERIFYING = ("verify", *HARDENED)

# The image called `all` holds these and no hash; on an Edwards curve its `ecdh` is that of
# the Montgomery curve beside it, and the hash of EdDSA is there.
ALL = "all"
ALL_PARTS = ("keygen", "ecdh", "sign", "verify")
DEFAULT_OPERATIONS = (*ALL_PARTS, ALL)

PROFILES: Mapping[str, str] = {
    "small": "least flash",
    "balanced": "the default",
    "fast": "least time",
}


def parts(operation: str) -> tuple[str, ...]:
    """The operations that the image of `operation` holds."""
    return ALL_PARTS if operation == ALL else (operation,)


@dataclass(frozen=True, order=True)
class Case:
    """What to measure. `target` is a core or a board, `profile` Whit's, `configuration` a peer's
    or an option of Whit's that its profiles do not take by themselves."""

    target: str
    library: str
    curve: str
    operation: str
    configuration: str | None = None
    profile: str | None = None
    compiler: str = "gcc"

    @property
    def variant(self) -> str:
        return ", ".join(word for word in (self.profile, self.configuration) if word)

    def __str__(self) -> str:
        words = (self.target, self.library, self.variant, self.curve, self.operation)
        return " ".join(word for word in words if word)


@dataclass(frozen=True)
class Traces:
    """Digests of everything an observer of the core could see of a run."""

    program_counters: str
    addresses: str
    cycles: str


@dataclass(frozen=True)
class Run:
    """One call of an adapter function."""

    value: int
    outputs: Mapping[str, bytes]
    cycles: int | None
    stack_bytes: int | None
    draws: int  # of random bytes or nonces, so that rejected candidates are seen
    traces: Traces | None = None
    instructions: int | None = None
    heap_bytes: int = 0
    board_cycles: int | None = None  # with what the flash of a board adds


class Bench(Protocol):
    """An image that stands ready: emulated, on the host, or a fake in a test.

    Every run starts from the state after start-up."""

    def run(
        self, operation: Operation, inputs: Mapping[str, bytes], *, trace: bool = False
    ) -> Run: ...


@dataclass(frozen=True)
class Cost:
    """What an operation cost over several keys."""

    cycles: int | None
    cycles_min: int | None
    cycles_max: int | None
    stack_bytes: int | None
    constant_time: bool | None
    instructions: int | None = None
    heap_bytes: int = 0  # the most that was taken; counted as static RAM
    board_cycles: int | None = None


_LATER = {"chip_joules"}  # fields that samples in results/ may be without


@dataclass(frozen=True)
class Sample:
    """One row. What a target cannot give is None, never zero; what could not be built or
    gave wrong results has an error and no figures."""

    library: str
    version: str
    configuration: str | None
    target: str
    board: str | None
    curve: str
    hash: str | None
    operation: str
    profile: str | None
    cycles: int | None
    cycles_min: int | None
    cycles_max: int | None
    instructions: int | None
    board_cycles: int | None
    flash_bytes: int | None
    stack_bytes: int | None
    ram_static_bytes: int | None
    time_seconds: float | None
    energy_joules: float | None
    constant_time: bool | None
    origin: str
    compiler: str
    flags: str
    image_sha256: str
    keys: int
    seed: str
    chip_joules: float | None = None  # of energy_joules, where the board's supply feeds more
    error: str | None = None
    schema: int = SCHEMA

    @property
    def case(self) -> Case:
        return Case(
            self.board or self.target,
            self.library,
            self.curve,
            self.operation,
            self.configuration,
            self.profile,
            "clang" if "clang" in self.compiler else "gcc",
        )

    @property
    def published(self) -> bool:
        """Whether it is of published/points, which no library of the lab can be built for."""
        return self.origin.startswith(PUBLISHED)

    def record(self) -> dict[str, Value]:
        """The sample as plain data."""
        return asdict(self)

    @classmethod
    def from_record(cls, record: Mapping[str, object]) -> Self:
        """Back from plain data; raises ValueError when it is not a sample's."""
        names = {field.name for field in fields(cls)}
        if record.get("schema") != SCHEMA or set(record) | _LATER != names:
            raise ValueError("not a sample of this schema")
        return cls(**record)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Thing:
    """A name that the command line takes, with what it stands for."""

    name: str
    description: str


@dataclass(frozen=True)
class Step:
    """One call of a demonstration: what it did and what it cost."""

    cycles: int | None
    values: Mapping[str, bytes]


@dataclass(frozen=True)
class Demonstration:
    """A key agreement and a signature, computed on a core."""

    target: str
    description: str
    version: str
    compiler: str
    profile: str
    curve: str
    message: bytes
    alice: Step
    bob: Step
    alice_secret: Step
    bob_secret: Step
    signature: Step
    verify: Step
