# SPDX-License-Identifier: MIT
"""The public header of a Montgomery or Edwards curve that is for key agreement alone."""

from __future__ import annotations

import textwrap

from tools.curves.forms import FormCurve
from tools.curves.text import NOTICE

EQUATION = {
    "montgomery": "y^2 = x^3 + {a} x^2 + x",
    "edwards": "x^2 + y^2 = 1 + {d} x^2 y^2",
}
POINT = {
    "montgomery": "a public key and a shared secret are x-coordinates",
    "edwards": "a public key and a shared secret are points, y and above it the lowest bit of x",
}
MEANS = {
    "montgomery": "of a point of the curve's twist",
    "edwards": "of no point",
}


def signed(value: int, p: int) -> int:
    """Of the numbers that are the same modulo p the one next to 0."""
    return value if value <= p // 2 else value - p


def comment(text: str) -> str:
    return textwrap.fill(text, 100, initial_indent=" * ", subsequent_indent=" * ")


def form_header(curve: FormCurve) -> str:
    """include/whit/<name>.h."""
    name, upper = curve.name, curve.name.upper()
    equation = EQUATION[curve.form].format(a=signed(curve.a, curve.p), d=signed(curve.d, curve.p))
    equation = equation.replace("+ -", "- ")
    title = curve.aliases[0] if curve.aliases else name
    top = curve.p.bit_length() - 1
    keys = (
        f"There is no standard for it: keys and secrets are made as for X25519 and X448 "
        f"[RFC 7748], and invalid keys are refused. Byte order: little-endian. A private key is "
        f"any {curve.private_bytes} bytes: the scalar is their number with bit {top} set, higher "
        f"bits clear, and made a multiple of the cofactor, {curve.cofactor}; {POINT[curve.form]}. "
        f"What a program does not call is not linked."
    )
    errors = (
        "Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_PUBLIC_KEY_LENGTH; "
        "WHIT_ERROR_PUBLIC_KEY_RANGE for an encoding that is not canonical; "
        f"WHIT_ERROR_PUBLIC_KEY_CURVE for one {MEANS[curve.form]}; "
        "WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER for a point whose order divides the cofactor."
    )
    return f"""{NOTICE}/* {title}, {equation}
 * over a prime of {top + 1} bits: key agreement. {curve.security_bits}-bit security.
 *
{comment(keys)} */
#ifndef WHIT_{upper}_H
#define WHIT_{upper}_H

#include <stddef.h>
#include <stdint.h>
#include <whit/random.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {{
#endif

#define WHIT_{upper}_PRIVATE_KEY_BYTES {curve.private_bytes}
#define WHIT_{upper}_PUBLIC_KEY_BYTES {curve.point_bytes}
#define WHIT_{upper}_SHARED_SECRET_BYTES {curve.point_bytes}

/* Make a key pair; `random` fills the private key. The outputs may not overlap. Time does not
 * depend on the keys. If it fails the outputs are zero, unless an argument was wrong.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP; WHIT_ERROR_RANDOM_MISSING;
 * WHIT_ERROR_RANDOM_FAILED; WHIT_ERROR_RANDOM_STUCK when it gave zeros alone;
 * WHIT_ERROR_PRIVATE_KEY_RANGE, never with random numbers. */
whit_status whit_{name}_keygen(uint8_t *private_key, uint8_t *public_key,
    const whit_random *random);

/* The public key of a private key. They may not overlap. Time does not depend on the keys.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP; WHIT_ERROR_PRIVATE_KEY_RANGE for
 * the private key, if there is one, whose scalar is a multiple of the order: then zero is written.
 */
whit_status whit_{name}_public_key(uint8_t *public_key, const uint8_t *private_key);

/* Whether these bytes are a public key that whit_{name}_ecdh takes. Variable time.
 *
{comment(errors)} */
whit_status whit_{name}_validate_public_key(const uint8_t *public_key,
    size_t public_key_length);

/* Compute the secret that the owners of `private_key` and of `public_key` share. Do not use it as a
 * key: hash it, with both public keys. `secret` may not overlap the inputs. Time does not depend on
 * the private key. A component of small order makes no difference. If it fails `secret` is zero,
 * unless an argument was wrong.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP; WHIT_ERROR_PRIVATE_KEY_RANGE as above;
 * the errors of whit_{name}_validate_public_key. */
whit_status whit_{name}_ecdh(uint8_t *secret, const uint8_t *private_key,
    const uint8_t *public_key, size_t public_key_length);

#ifdef __cplusplus
}}
#endif

#endif
"""
