# SPDX-License-Identifier: MIT
"""The stages of each level: what a change must pass, and what a campaign records."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from lab.model import BATCHES as OF_EDDSA
from lab.model import OPERATIONS
from lab.reports.arithmetic import NUMBERS, POINTS

BIN = Path(sys.executable).parent
# Of processor time, its programs' included, in which a level is to end: two processors' for 100 s.
LIMITS = {"check": 200}


@dataclass(frozen=True)
class Stage:
    name: str
    commands: tuple[tuple[str, ...], ...]
    counts: bool = False  # its output ends in counts
    alone: bool = False
    record: str = ""  # a file of results/ that its standard output replaces when it succeeds


def tool(name: str, *arguments: str) -> tuple[str, ...]:
    """A program of the virtual environment."""
    return (str(BIN / name), *arguments)


def script(path: str, *arguments: str) -> tuple[str, ...]:
    return tool("python", path, *arguments)


def operations(*names: str) -> tuple[str, ...]:
    return tuple(word for name in names for word in ("--operation", name))


def targets(*names: str) -> tuple[str, ...]:
    return tuple(word for name in names for word in ("--target", name))


def curves(*names: str) -> tuple[str, ...]:
    return tuple(word for name in names for word in ("--curve", name))


def integers(*lengths: int) -> tuple[str, ...]:
    return curves(*(f"integers{bits}" for bits in lengths))


EVERY_TARGET = ("--target", "all")
# One of each that differ in instructions or in what these cost.
CORES = ("cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4", "cortex-m33", "rv32imc", "avr")
EVERY_CORE = targets(*CORES)
EVERY_CURVE = ("--target", "cortex-m4", *curves("all"))
# Beside secp256r1, which is traced on every core: an order longer than the field, whose nonces
# are refused half of the time; a field with 2^96 dividing p - 1; a = 0; any a; a larger field; and
# those of X25519, Ed25519, X448 and Ed448.
OTHER_FORMS = curves("curve25519", "ed25519", "curve448", "ed448")
MORE_CURVES = (
    *("--target", "cortex-m4"),
    *curves("secp160r1", "secp224r1", "secp256k1", "brainpoolP256r1", "secp384r1"),
    *OTHER_FORMS,
)
# Beside secp256r1, what `whit front` makes claims of on every core, and goals.toml on one.
CLAIMED_CURVES = (*EVERY_TARGET, *curves("secp256k1", "secp384r1"))
CURVES_WITH_GOALS = (
    *("--target", "cortex-m4"),
    *curves("secp192r1", "secp224r1", "secp521r1", "brainpoolP256r1"),
)
# By kernels for any modulus.
ANY_MODULUS = (
    *targets("cortex-m0", "cortex-m0plus", "cortex-m3", "rv32imc"),
    *curves("brainpoolP256r1"),
)
# The most used, and of other kinds of primes and formulas one each.
PROVED = (
    *EVERY_CORE,
    *curves("secp256r1", "secp256k1", "secp384r1", "curve25519", "ed25519"),
    *curves("secp160r1", "brainpoolP256r1", "ed448"),
)
# Proved by each compiler, and with options that change what secrets meet.
COMPILED = (
    *targets("cortex-m4", "cortex-m0plus", "rv32imc"),
    *curves("secp256r1", "secp256k1", "curve25519", "ed25519"),
    *("--configuration", "least", "--configuration", "least-ecdh"),
    *("--configuration", "lines", "--configuration", "lines-compiled"),
    *("--configuration", "randomise"),
    *("--compiler", "all", "--cflags=-Os", "--cflags=-O2", "--cflags=-O3"),
)
SAMPLED = targets("cortex-m4", "cortex-m0plus", "rv32imc")
# Known to leak, but for RustCrypto: that `whit prove` finds where shows that it finds something.
LEAKING = (
    *("--library", "micro-ecc", "--library", "mbedtls"),
    *("--library", "wolfcrypt", "--library", "relic"),
    *("--library", "miracl32", "--library", "rustcrypto"),
)
MAIN_CURVES = curves(
    *("secp192r1", "secp224r1", "secp256k1", "secp384r1", "secp521r1", "brainpoolP256r1")
)
PROBED = (*curves("secp256r1", "curve25519"), "--fixed", "key", "--fixed", "nonce")
SECRET = operations("keygen", "ecdh", "sign", "sign_message")
FOUR = operations("keygen", "ecdh", "sign", "verify")
# Of the public arithmetic, what has secrets.
ARITHMETIC = (
    *curves("secp256r1", "integers512"),
    *operations(*(name for name in (*NUMBERS, *POINTS) if OPERATIONS[name].secrets)),
)
# What has secrets of signatures by pairings: on a curve that fits every core but the ATmega328P,
# and on the one most used.
PAIRED = operations("bls_keygen", "bls_sign")
PAIRED_CORES = targets(*CORES[:-1], "avr-atmega1284p")
GUARDED = operations("sign_hedged", "sign_checked")
GUARDED_CURVES = curves("secp256r1", "ed25519", "ed448")
# Checked signing has the secrets of plain, and a verification that is not in constant time.
HEDGED = (*curves("secp256r1", "ed25519"), *operations("sign_hedged"))
NOT_SECRET = operations("verify", "validate", "decompress", "all")
BATCHES = operations(*OF_EDDSA)
EVERY_PROFILE = ("--profile", "all")
LEAST_FLASH = (
    *("--profile", "small"),
    *("--configuration", "least", "--configuration", "least-ecdh"),
    *("--configuration", "lines", "--configuration", "lines-compiled"),
)
EVERY_BUILD = (*EVERY_PROFILE, "--configuration", "all")
PYTEST = tool("pytest", "--numprocesses", str(os.cpu_count() or 1))


def python_tests(name: str, *chosen: str) -> Stage:
    """Those that took longest are named in the end."""
    return Stage(name, ((*PYTEST, "--durations=10", *chosen, "tests"),), counts=True, alone=True)


def traces(
    name: str,
    *asked: str,
    record: str,
    secrets: int = 50,
    secretive: tuple[str, ...] = SECRET,
) -> Stage:
    """Of every operation with secrets; those that are known are not made again."""
    counted = ("--secrets", str(secrets), "--format", "json")
    return Stage(name, (tool("whit", "trace", *asked, *secretive, *counted),), False, True, record)


def recorded(name: str, record: str, *command: str) -> Stage:
    """A campaign has hours of them: what is as the record has it is not run again."""
    known = script(*command, "--known", f"results/{record}")
    return Stage(name, (known,), counts=True, alone=True, record=record)


def c_tests(part: str) -> Stage:
    return recorded(
        f"C tests, every vector, {part}",
        f"c-tests-{part}.txt",
        *("tests/run.py", "campaign", "--part", part),
    )


def leaks(name: str, record: str, traces: int, *asked: str) -> Stage:
    """Without and with WHIT_RANDOMISE; what is recorded of the same images is not run again."""
    builds = ("--configuration", "randomise")  # beside the default
    counted = ("--traces", str(traces), "--format", "json")
    return Stage(
        f"what a probe would see, {name}",
        (tool("whit", "leak", *asked, *builds, *counted),),
        alone=True,
        record=record,
    )


def profiles(profile: str, *asked: str) -> tuple[str, ...]:
    """Of the runs that `whit measure` gives the cycles of."""
    return tool("whit", "profile", *asked, "--profile", profile, "--keys", "5", "--save")


QUICK_TESTS = python_tests("Python tests, quick", "-m", "not slow")
PYTHON_TESTS = python_tests("Python tests", "-m", "not campaign")
EVERY_PYTHON_TEST = python_tests("Python tests")
LINT = (
    Stage("ruff", (tool("ruff", "check", "--quiet", "."),)),
    Stage("mypy", (tool("mypy", "--no-error-summary"),)),
    Stage("formatting", (script("-m", "tools.develop.format", "--check"),)),
)
CURRENT = (
    Stage(
        "generated sources are current",
        (
            script("-m", "tools.options", "--check"),
            script("-m", "tools.formulas.jacobian", "--check"),
            script("-m", "tools.formulas.edwards", "--check"),
            script("-m", "tools.bytecode", "--check"),
            script("-m", "tools.kernels", "--check"),
            script("-m", "tools.adapter", "--check"),
            script("-m", "tools.rust", "--check"),
        ),
    ),
    Stage(
        "generated curves and plans are current",
        (script("-m", "tools.curves", "--check"), script("-m", "tools.plan", "--check")),
    ),
    Stage("tables and drawings are current", (tool("whit", "report", "--check"),)),
)
SUBSET = Stage(
    "C tests, subset of the vectors", (script("tests/run.py", "check"),), counts=True, alone=True
)
# The main operations on every core whose RTL can be had. In a test, X25519 on one: a minute.
RTL = Stage(
    "cycles and constant time on RTL",
    (
        tool(
            *("whit", "rtl", *curves("secp256r1", "curve25519", "ed25519"), "--format", "json"),
            *("--profile", "balanced", "--profile", "fast"),
        ),
    ),
    alone=True,
    record="rtl.json",
)
LITTLE_RTL = Stage(
    "X25519 on RTL",
    (
        tool(
            *("whit", "rtl", *targets("picorv32"), *curves("curve25519"), *operations("ecdh")),
            *("--profile", "fast"),
        ),
    ),
)
LEVELS = {
    "lint": LINT,
    "check": (
        *LINT,
        *CURRENT,
        QUICK_TESTS,
        SUBSET,
    ),
    "test": (
        Stage(
            "constant time on every core",
            (tool("whit", "trace", *EVERY_CORE, "--secrets", "20"),),
        ),
        Stage(
            "constant time, proved by a sample",
            (
                tool("whit", "prove", *SAMPLED, "--curve", "secp256r1", "--compiler", "all"),
                tool("whit", "prove", *SAMPLED, *ARITHMETIC),
                tool(
                    *("whit", "prove", *SAMPLED, *curves("curve25519", "ed25519")),
                    *("--profile", "small", "--compiler", "clang", "--cflags=-O2"),
                ),
            ),
        ),
        Stage(
            "constant time on more curves",
            (
                tool("whit", "trace", *MORE_CURVES, *SECRET, "--secrets", "20"),
                tool("whit", "trace", *HEDGED, "--secrets", "20"),
                tool("whit", "trace", *targets("cortex-m4"), *ARITHMETIC, "--secrets", "20"),
                tool(
                    *("whit", "trace", *targets("cortex-m4"), *curves("bn_p158"), *PAIRED),
                    *("--secrets", "20"),
                ),
            ),
        ),
        LITTLE_RTL,
        *LINT,
        *CURRENT,
        PYTHON_TESTS,
        Stage("C tests", (script("tests/run.py", "test"),), counts=True, alone=True),
    ),
    "campaign": (
        *LINT,
        *CURRENT,
        RTL,
        EVERY_PYTHON_TEST,
        # A kernel is proved again; the record says what was proved before.
        recorded(
            "kernels, proved for all operands",
            "proofs-of-kernels.txt",
            *("-m", "tools.prove"),
        ),
        Stage(
            "division steps, proved to suffice",
            (script("-m", "tools.prove.division_steps"),),
            counts=True,
            alone=True,
            record="proofs-of-division-steps.txt",
        ),
        recorded(
            "point formulas and byte code, proved for all inputs",
            "proofs-of-programs.txt",
            *("-m", "tools.prove.programs"),
        ),
        recorded(
            "parsers and buffers, proved up to a length",
            "proofs-of-buffers.txt",
            *("-m", "tests.proofs"),
        ),
        *(c_tests(part) for part in ("cores", "clang", "gcc")),
        recorded(
            "every vector on emulated cores", "vectors-on-cores.txt", "tests/run.py", "vectors"
        ),
        recorded("portable C on other processors", "portable-c.txt", "tests/run.py", "portable"),
        Stage(
            "an emulated sensor under load",
            (tool("python", "-m", "tests.sensor.campaign", "--record", "results/sensor.json"),),
            alone=True,
        ),
        Stage(
            "key exchanges on an emulated core",
            (tool("python", "-m", "tests.edhoc.core", "--record", "results/edhoc.json"),),
        ),
        Stage(
            "DTLS handshakes between emulated cores",
            (tool("python", "-m", "tests.dtls.core", "--record", "results/dtls.json"),),
        ),
        Stage(
            "MCUboot's images on an emulated core",
            (tool("python", "-m", "tests.mcuboot.core", "--record", "results/mcuboot.json"),),
        ),
        Stage(
            "sm2p256v1 against Bouncy Castle",
            (
                tool(
                    *("python", "-m", "tests.oracles.bouncy_castle"),
                    *("--record", "results/bouncy-castle.txt"),
                ),
            ),
            alone=True,
        ),
        recorded(
            "X25519 to Ed448 on emulated cores",
            "vectors-of-25519.txt",
            *("-m", "tests.forms_on_cores"),
        ),
        recorded("fuzz targets", "fuzzing.txt", "-m", "tests.fuzz"),
        recorded("Mbed TLS's tests of PSA, by the driver", "psa.txt", "-m", "tests.psa"),
        Stage(
            "flash of elliptic curves through PSA",
            (script("-m", "tests.psa.flash"),),
            counts=True,
            record="psa-flash.txt",
        ),
        Stage(
            "curves that are not of this repository, on emulated cores",
            (
                script("-m", "tests.other_curves.on_cores"),
                script(
                    *("-m", "tests.other_curves.on_cores", "--layered"),
                    *(*targets("cortex-m4"), "--profile", "balanced"),
                ),
            ),
            counts=True,
            alone=True,
            record="other-curves.txt",
        ),
        traces(
            "constant time, every profile",
            *(*EVERY_CORE, *targets("cortex-m0-mul32"), *EVERY_PROFILE),
            record="traces.json",
        ),
        traces(
            "constant time, the curves most used",
            *(*EVERY_CORE, *MAIN_CURVES, *EVERY_PROFILE),
            record="traces-of-main-curves.json",
        ),
        traces(
            "constant time, the least flash",
            *(*EVERY_CORE, *curves("secp256r1", "secp256k1"), *LEAST_FLASH),
            record="traces-of-least.json",
        ),
        traces(
            "constant time, X25519 to Ed448",
            *(*EVERY_CORE, *OTHER_FORMS, *EVERY_PROFILE),
            record="traces-of-25519.json",
        ),
        Stage(
            "constant time, proved",
            (tool("whit", "prove", *PROVED, *SECRET, *EVERY_PROFILE, "--format", "json"),),
            alone=True,
            record="proofs.json",
        ),
        Stage(
            "constant time, proved for other compilers, levels and options",
            (tool("whit", "prove", *COMPILED, *SECRET, *EVERY_PROFILE, "--format", "json"),),
            alone=True,
            record="proofs-of-builds.json",
        ),
        Stage(
            "constant time of the public arithmetic, proved",
            (
                tool(
                    *("whit", "prove", *EVERY_CORE, *EVERY_PROFILE, *ARITHMETIC),
                    *("--format", "json"),
                ),
            ),
            alone=True,
            record="proofs-of-arithmetic.json",
        ),
        Stage(
            "leaks of peers, found by following secrets",
            (tool("whit", "prove", *LEAKING, "--format", "json"),),
            alone=True,
            record="proofs-of-peers.json",
        ),
        leaks("Cortex-M4", "leaks-of-m4.json", 100, *targets("cortex-m4"), *PROBED),
        leaks("Cortex-M0", "leaks-of-m0.json", 50, *targets("cortex-m0"), *PROBED),
        leaks("random against random", "leaks-of-nothing.json", 100, "--fixed", "nothing"),
        traces(
            "constant time, hedged signatures",
            *(*EVERY_CORE, *EVERY_PROFILE),
            record="traces-of-hedged.json",
            secrets=20,
            secretive=HEDGED,
        ),
        traces(
            "constant time, the public arithmetic",
            *(*EVERY_CORE, *EVERY_PROFILE),
            record="traces-of-arithmetic.json",
            secrets=20,
            secretive=ARITHMETIC,
        ),
        traces(
            "constant time, signatures by pairings",
            *(*PAIRED_CORES, *curves("bn_p158"), *EVERY_PROFILE),
            record="traces-of-pairings.json",
            secrets=20,
            secretive=PAIRED,
        ),
        traces(
            "constant time, signatures by pairings on bls12_381",
            *(*SAMPLED, *curves("bls12_381"), *EVERY_PROFILE),
            record="traces-of-bls12_381.json",
            secrets=20,
            secretive=PAIRED,
        ),
        Stage(
            "constant time, signatures by pairings, proved",
            (
                tool(
                    *("whit", "prove", *SAMPLED, *curves("bn_p158"), *EVERY_PROFILE, *PAIRED),
                    *("--format", "json"),
                ),
            ),
            alone=True,
            record="proofs-of-pairings.json",
        ),
        traces(
            "constant time, every curve",
            *EVERY_CURVE,
            secrets=20,
            record="traces-of-curves.json",
        ),
        Stage(
            "measures, saved to results/",
            (
                tool(
                    *("whit", "measure", *EVERY_TARGET, "--library", "all", "--save"),
                    *(*SECRET, *NOT_SECRET, *EVERY_BUILD),
                ),
                tool(
                    *("whit", "measure", *EVERY_TARGET, *GUARDED_CURVES, "--library", "whit"),
                    *("--save", *GUARDED, *EVERY_PROFILE),
                ),
                tool("whit", "measure", *EVERY_CURVE, "--library", "all", "--save"),
                tool(
                    *("whit", "measure", *CLAIMED_CURVES, "--library", "all", "--save"),
                    *EVERY_BUILD,
                ),
                tool(
                    *("whit", "measure", *EVERY_TARGET, *OTHER_FORMS, "--library", "all"),
                    *("--save", *EVERY_BUILD),
                ),
                tool(
                    *("whit", "measure", *EVERY_TARGET, *curves("ed25519", "ed448")),
                    *("--library", "whit", "--save", *BATCHES, *EVERY_PROFILE),
                ),
                tool(
                    *("whit", "measure", *CURVES_WITH_GOALS, "--library", "whit", "--save"),
                    *("--profile", "fast"),
                ),
                tool(
                    *("whit", "measure", *ANY_MODULUS, "--library", "whit", "--save"),
                    *("--profile", "balanced", "--profile", "fast"),
                ),
                tool(
                    *("whit", "measure", *EVERY_CORE, *integers(64, 128, 256, 512)),
                    *(*operations(*NUMBERS), "--library", "whit", "--save"),
                ),
                tool(
                    *("whit", "measure", *targets("arduino-due"), *operations(*NUMBERS)),
                    *integers(16, 32, 64, 128, 256, 512, 1024, 2048, 4096),
                    *("--library", "whit", "--save"),
                ),
                tool(
                    *("whit", "measure", *EVERY_CORE, *curves("secp256r1"), *EVERY_PROFILE),
                    *(*operations(*POINTS), "--library", "whit", "--save"),
                ),
                tool("whit", "sensor", "--save"),
            ),
            alone=True,
        ),
        Stage(
            "cycles by symbol, saved to results/",
            (
                profiles("fast", *curves("secp256r1"), *operations("keygen", "sign", "verify")),
                profiles("small", *targets("cortex-m4", "cortex-m0"), *FOUR),
                profiles("fast", *MAIN_CURVES, *operations("sign", "verify")),
                profiles("fast", *curves("ed25519"), *operations("keygen", "sign")),
            ),
            alone=True,
        ),
    ),
}
