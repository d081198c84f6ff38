# SPDX-License-Identifier: MIT
"""The text of a curve's own header, include/whit/<name>.h."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from curve_text import LINKAGE_CLOSES, LINKAGE_OPENS, NOTICE, wrap

if TYPE_CHECKING:
    from curves import Curve

# For each function of a curve's header: its name, the generic function, the arguments that it
# passes (#x is the fixed size of buffer x), and the parameters it takes. An output is marked >.
CURVE_FUNCTIONS = (
    (
        "keygen",
        "whit_key_generate",
        "curve base private_key #private_key public_key #public_key random",
        ">private_key >public_key random",
    ),
    (
        "public_key",
        "whit_key_public",
        "curve base public_key #public_key private_key #private_key",
        ">public_key private_key",
    ),
    (
        "validate_private_key",
        "whit_key_validate_private",
        "curve private_key private_key_length",
        "private_key private_key_length",
    ),
    (
        "validate_public_key",
        "whit_key_validate_public",
        "curve public_key public_key_length",
        "public_key public_key_length",
    ),
    (
        "compress",
        "whit_key_compress",
        "curve compressed #compressed public_key public_key_length",
        ">compressed public_key public_key_length",
    ),
    (
        "decompress",
        "whit_key_decompress",
        "curve public_key #public_key compressed compressed_length",
        ">public_key compressed compressed_length",
    ),
    (
        "ecdh",
        "whit_ecdh",
        "curve secret #secret private_key #private_key public_key public_key_length",
        ">secret private_key public_key public_key_length",
    ),
    (
        "ecdh_cofactor",
        "whit_ecdh_cofactor",
        "curve secret #secret private_key #private_key public_key public_key_length",
        ">secret private_key public_key public_key_length",
    ),
    (
        "sign",
        "whit_ecdsa_sign",
        "curve base hash signature #signature private_key #private_key message message_length",
        ">signature private_key message message_length",
    ),
    (
        "sign_hedged",
        "whit_ecdsa_sign_hedged",
        "curve base hash signature #signature private_key #private_key message message_length "
        "random",
        ">signature private_key message message_length random",
    ),
    (
        "sign_checked",
        "whit_ecdsa_sign_checked",
        "curve base hash signature #signature private_key #private_key public_key #public_key "
        "message message_length",
        ">signature private_key public_key message message_length",
    ),
    (
        "sign_digest",
        "whit_ecdsa_sign_digest",
        "curve base signature #signature private_key #private_key digest digest_length random",
        ">signature private_key digest digest_length random",
    ),
    (
        "sign_digest_deterministic",
        "whit_ecdsa_sign_digest_deterministic",
        "curve base hash signature #signature private_key #private_key digest digest_length",
        ">signature private_key digest digest_length",
    ),
    (
        "sign_digest_checked",
        "whit_ecdsa_sign_digest_checked",
        "curve base hash signature #signature private_key #private_key public_key #public_key "
        "digest digest_length",
        ">signature private_key public_key digest digest_length",
    ),
    (
        "verify",
        "whit_ecdsa_verify",
        "curve hash public_key public_key_length message message_length signature signature_length",
        "public_key public_key_length message message_length signature signature_length",
    ),
    (
        "verify_digest",
        "whit_ecdsa_verify_digest",
        "curve public_key public_key_length digest digest_length signature signature_length",
        "public_key public_key_length digest digest_length signature signature_length",
    ),
    (
        "verify_der",
        "whit_ecdsa_verify_der",
        "curve hash public_key public_key_length message message_length der der_length",
        "public_key public_key_length message message_length der der_length",
    ),
    (
        "verify_digest_der",
        "whit_ecdsa_verify_digest_der",
        "curve public_key public_key_length digest digest_length der der_length",
        "public_key public_key_length digest digest_length der der_length",
    ),
    (
        "verify_hardened",
        "whit_ecdsa_verify_hardened",
        "curve hash public_key public_key_length message message_length signature signature_length",
        "public_key public_key_length message message_length signature signature_length",
    ),
    (
        "verify_digest_hardened",
        "whit_ecdsa_verify_digest_hardened",
        "curve public_key public_key_length digest digest_length signature signature_length",
        "public_key public_key_length digest digest_length signature signature_length",
    ),
    (
        "sign_final",
        "whit_ecdsa_sign_final",
        "curve base stream signature #signature private_key #private_key",
        "stream >signature private_key",
    ),
    (
        "verify_final",
        "whit_ecdsa_verify_final",
        "curve stream public_key public_key_length signature signature_length",
        "stream public_key public_key_length signature signature_length",
    ),
    (
        "sign_recoverable",
        "whit_ecdsa_sign_recoverable",
        "curve base hash signature #signature recovery_id private_key #private_key message "
        "message_length",
        ">signature >recovery_id private_key message message_length",
    ),
    (
        "sign_digest_recoverable",
        "whit_ecdsa_sign_digest_recoverable",
        "curve base hash signature #signature recovery_id private_key #private_key digest "
        "digest_length",
        ">signature >recovery_id private_key digest digest_length",
    ),
    (
        "recover",
        "whit_ecdsa_recover",
        "curve hash public_key #public_key recovery_id message message_length signature "
        "signature_length",
        ">public_key recovery_id message message_length signature signature_length",
    ),
    (
        "recover_digest",
        "whit_ecdsa_recover_digest",
        "curve public_key #public_key recovery_id digest digest_length signature signature_length",
        ">public_key recovery_id digest digest_length signature signature_length",
    ),
    (
        "make_low",
        "whit_ecdsa_make_low",
        "curve signature #signature recovery_id",
        ">signature >recovery_id",
    ),
    (
        "is_low",
        "whit_ecdsa_is_low",
        "curve signature signature_length",
        "signature signature_length",
    ),
)

# In builds with WHIT_STEPS=1. #steps is the size of the curve's own type of contexts.
IN_STEPS = (
    (
        "steps_keygen",
        "whit_steps_key_generate",
        "curve base steps #steps private_key #private_key public_key #public_key random",
        "steps >private_key >public_key random",
    ),
    (
        "steps_public_key",
        "whit_steps_key_public",
        "curve base steps #steps public_key #public_key private_key #private_key",
        "steps >public_key private_key",
    ),
    (
        "steps_validate_public_key",
        "whit_steps_key_validate_public",
        "curve steps #steps public_key public_key_length",
        "steps public_key public_key_length",
    ),
    (
        "steps_ecdh",
        "whit_steps_ecdh",
        "curve steps #steps secret #secret private_key #private_key public_key public_key_length",
        "steps >secret private_key public_key public_key_length",
    ),
    (
        "steps_sign_digest",
        "whit_steps_ecdsa_sign_digest",
        "curve base steps #steps signature #signature private_key #private_key digest "
        "digest_length random",
        "steps >signature private_key digest digest_length random",
    ),
    (
        "steps_sign_digest_deterministic",
        "whit_steps_ecdsa_sign_digest_deterministic",
        "curve base hash steps #steps signature #signature private_key #private_key digest "
        "digest_length",
        "steps >signature private_key digest digest_length",
    ),
    (
        "steps_verify_digest",
        "whit_steps_ecdsa_verify_digest",
        "curve steps #steps public_key public_key_length digest digest_length signature "
        "signature_length",
        "steps public_key public_key_length digest digest_length signature signature_length",
    ),
)

# In builds with WHIT_RANDOMISE=1, and the last two with WHIT_STEPS=1 besides.
RANDOMISED = (
    (
        "public_key_randomised",
        "whit_key_public_randomised",
        "curve base public_key #public_key private_key #private_key random",
        ">public_key private_key random",
    ),
    (
        "ecdh_randomised",
        "whit_ecdh_randomised",
        "curve secret #secret private_key #private_key public_key public_key_length random",
        ">secret private_key public_key public_key_length random",
    ),
    (
        "ecdh_cofactor_randomised",
        "whit_ecdh_cofactor_randomised",
        "curve secret #secret private_key #private_key public_key public_key_length random",
        ">secret private_key public_key public_key_length random",
    ),
    (
        "steps_public_key_randomised",
        "whit_steps_key_public_randomised",
        "curve base steps #steps public_key #public_key private_key #private_key random",
        "steps >public_key private_key random",
    ),
    (
        "steps_ecdh_randomised",
        "whit_steps_ecdh_randomised",
        "curve steps #steps secret #secret private_key #private_key public_key public_key_length "
        "random",
        "steps >secret private_key public_key public_key_length random",
    ),
)

SELF_TESTS = (
    ("selftest_ecdh", "whit_selftest_ecdh", "curve ecdh_answer", ""),
    ("selftest_sign", "whit_selftest_sign", "curve base hash ecdsa_answer", ""),
    ("selftest_sign_digest", "whit_selftest_sign_digest", "curve base ecdsa_answer", ""),
    ("selftest_verify", "whit_selftest_verify", "curve hash ecdsa_answer", ""),
    ("selftest_verify_digest", "whit_selftest_verify_digest", "curve ecdsa_answer", ""),
    (
        "selftest_key_pair",
        "whit_selftest_key_pair",
        "curve base private_key #private_key public_key #public_key",
        "private_key public_key",
    ),
    (
        "selftest_signing_key_pair",
        "whit_selftest_signing_key_pair",
        "curve base hash private_key #private_key public_key #public_key",
        "private_key public_key",
    ),
)
SELF_TESTS_OF_ECDSA = "whit_selftest_sign", "whit_selftest_verify"

NEEDS_COFACTOR = ("ecdh_cofactor", "ecdh_cofactor_randomised")
NEEDS_RECOVERY = ("sign_recoverable", "sign_digest_recoverable", "recover", "recover_digest")
RECOVERY_BITS = 6  # as in src/scheme/scheme.h

LONG_HASHES = ("sha384", "sha512")  # not in builds with WHIT_HASH_LIMIT=256
BUFFERS = (
    "private_key",
    "public_key",
    "compressed",
    "secret",
    "signature",
    "der",
    "message",
    "digest",
)
PARAMETERS = (
    {name: f"const uint8_t *{name}" for name in BUFFERS}
    | {f">{name}": f"uint8_t *{name}" for name in BUFFERS}
    | {f"{name}_length": f"size_t {name}_length" for name in BUFFERS}
    | {
        "random": "const whit_random *random",
        "stream": "whit_ecdsa_stream *stream",
        "recovery_id": "uint8_t recovery_id",
        ">recovery_id": "uint8_t *recovery_id",
    }
)


def has(curve: Curve, name: str, generic: str) -> bool:
    """Whether a curve's header has a function."""
    if name in NEEDS_COFACTOR:
        return curve.cofactor > 1
    if name in NEEDS_RECOVERY:
        excess = curve.p.bit_length() - curve.order.bit_length()
        return curve.ecdsa and excess <= RECOVERY_BITS
    schemes = "whit_ecdsa", "whit_steps_ecdsa", *SELF_TESTS_OF_ECDSA
    return curve.ecdsa or not generic.startswith(schemes)


def introduction(curve: Curve) -> list[str]:
    """What the header says of the curve."""
    name = curve.hash.upper().replace("SHA", "SHA-")
    filled = "curve and base-point table"
    if curve.ecdsa:
        filled = f"curve, base-point table and hash ({name})"
    text = f"{curve.name}: {'; '.join(curve.sources)}. {curve.security_bits}-bit security"
    text += ", too little for new designs." if curve.security_bits < 112 else "."
    if curve.cofactor.bit_length() > 16:
        text += f" Cofactor of {curve.cofactor.bit_length()} bits."
    elif curve.cofactor > 1:
        text += f" Cofactor {curve.cofactor}."
    wrapped = textwrap.wrap(text, 84)
    wrapped += [
        "",
        *textwrap.wrap(
            "The functions of key.h, ecdh.h, ecdsa.h, selftest.h, steps.h and randomised.h with "
            f"{filled} filled in; their contracts are there. Buffers have the sizes below. Byte "
            "order: big-endian. What a program does not call is not linked.",
            84,
        ),
    ]
    lines = [f" * {line}".rstrip() for line in wrapped]
    return ["/*" + lines[0][2:], *lines[1:-1], lines[-1] + " */"]


def curve_header(curve: Curve) -> str:
    """include/whit/<name>.h: sizes, objects, and the functions with the curve filled in."""
    field = -(-curve.p.bit_length() // 8)
    order = -(-curve.order.bit_length() // 8)
    upper = curve.name.upper()
    curve_object, base = f"&whit_{curve.name}", f"&whit_{curve.name}_base"
    lines = [NOTICE.rstrip(), *introduction(curve)]
    lines += [
        f"#ifndef WHIT_{upper}_H",
        f"#define WHIT_{upper}_H",
        "",
        "#include <whit/der.h>",
        "#include <whit/hash.h>",
        "#include <whit/sized.h>",
        "",
        *LINKAGE_OPENS,
        "",
        f"#define WHIT_{upper}_PRIVATE_KEY_BYTES {order}",
        f"#define WHIT_{upper}_PUBLIC_KEY_BYTES {1 + 2 * field}",
        f"#define WHIT_{upper}_COMPRESSED_KEY_BYTES {1 + field}",
        f"#define WHIT_{upper}_SHARED_SECRET_BYTES {field}",
        f"#define WHIT_{upper}_SIGNATURE_BYTES {2 * order}",
        f"#define WHIT_{upper}_STEPS_BYTES "
        f"WHIT_STEPS_BYTES({curve.field_size}, {curve.scalar_size})",
        "",
        "/* The context of an operation in steps: whit/steps.h. */",
        f"typedef union whit_{curve.name}_steps {{",
        "    whit_steps steps;",
        f"    uint64_t room[WHIT_{upper}_STEPS_BYTES / 8];",
        f"}} whit_{curve.name}_steps;",
        "",
        f"extern const whit_curve whit_{curve.name};",
        f"extern const whit_base whit_{curve.name}_base;",
    ]
    if curve.oid:
        lines.append(f"extern const whit_oid whit_{curve.name}_oid; /* {curve.oid} */")
    for scheme in ("ecdh", "ecdsa") if curve.ecdsa else ("ecdh",):
        lines.append(f"extern const whit_{scheme}_answer whit_{curve.name}_{scheme}_answer;")
    sizes = {
        "private_key": f"WHIT_{upper}_PRIVATE_KEY_BYTES",
        "public_key": f"WHIT_{upper}_PUBLIC_KEY_BYTES",
        "compressed": f"WHIT_{upper}_COMPRESSED_KEY_BYTES",
        "secret": f"WHIT_{upper}_SHARED_SECRET_BYTES",
        "signature": f"WHIT_{upper}_SIGNATURE_BYTES",
        "steps": "sizeof *steps",
    }
    long_hash = curve.hash in LONG_HASHES
    functions = CURVE_FUNCTIONS + SELF_TESTS + IN_STEPS + RANDOMISED
    for name, generic, generic_arguments, arguments in functions:
        if not has(curve, name, generic):
            continue
        guarded = long_hash and "hash" in generic_arguments.split()
        filled = {"curve": curve_object, "base": base, "hash": f"&whit_{curve.hash}"}
        filled["steps"] = "&steps->steps"
        for scheme in ("ecdh", "ecdsa"):
            filled[f"{scheme}_answer"] = f"&whit_{curve.name}_{scheme}_answer"
        passed = []
        for argument in generic_arguments.split():
            fixed = argument.removeprefix("#")
            passed.append(sizes[fixed] if argument != fixed else filled.get(argument, argument))
        own = {"steps": f"whit_{curve.name}_steps *steps"}
        parameters = [(PARAMETERS | own).get(each, each) for each in arguments.split()]
        lines += [
            "",
            *(["#if WHIT_HASH_LIMIT > 256"] if guarded else []),
            wrap(f"static inline whit_status whit_{curve.name}_{name}", parameters or ["void"], ""),
            "{",
            wrap(f"    return {generic}_{curve.size}", passed, ";"),
            "}",
            *(["#endif"] if guarded else []),
        ]
    return "\n".join([*lines, "", *LINKAGE_CLOSES, "", "#endif", ""])
