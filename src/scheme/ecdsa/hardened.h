/* SPDX-License-Identifier: MIT */
/* How hardened functions take their arguments.
 *
 * Each of the two halves of such a function has its own copy of the arguments. Both copies are
 * stored before anything else happens, each from where the caller put the arguments. So no
 * single fault changes the key, the message or a length for both halves. */
#ifndef WHIT_SCHEME_HARDENED_H
#define WHIT_SCHEME_HARDENED_H

#include "base/arguments.h"
#include <whit/ecdsa.h>

#define hardened_arguments whit_hardened_arguments

/* The arguments of one half. Where the message is given as a digest, there is no hash. */
typedef struct hardened_arguments {
    const whit_curve *curve;
    const whit_hash *hash;
    const uint8_t *public_key;
    size_t public_key_length;
    const uint8_t *message;
    size_t message_length;
    const uint8_t *signature;
    size_t signature_length;
} hardened_arguments;

/* Parameters of whit_ecdsa_verify_hardened and whit_ecdsa_verify_digest_hardened, and what stores
 * them in `to`. */
#define VERIFY_HARDENED_PARAMETERS                                                             \
    const whit_curve *WHIT_ARGUMENT_1_TO_4 curve, const whit_hash *WHIT_ARGUMENT_1_TO_4 hash,  \
        const uint8_t *WHIT_ARGUMENT_1_TO_4 public_key,                                        \
        WHIT_ARGUMENT_1_TO_4 size_t public_key_length, const uint8_t *WHIT_ARGUMENT_5 message, \
        WHIT_ARGUMENT_6 size_t message_length, const uint8_t *WHIT_ARGUMENT_7_TO_8 signature,  \
        WHIT_ARGUMENT_7_TO_8 size_t signature_length
#define VERIFY_DIGEST_HARDENED_PARAMETERS                                                          \
    const whit_curve *WHIT_ARGUMENT_1_TO_4 curve, const uint8_t *WHIT_ARGUMENT_1_TO_4 public_key,  \
        WHIT_ARGUMENT_1_TO_4 size_t public_key_length, const uint8_t *WHIT_ARGUMENT_1_TO_4 digest, \
        WHIT_ARGUMENT_5 size_t digest_length, const uint8_t *WHIT_ARGUMENT_6 signature,            \
        WHIT_ARGUMENT_7_TO_8 size_t signature_length
#define VERIFY_HARDENED_TAKE(to)                                         \
    ((to).curve = curve, (to).hash = hash, (to).public_key = public_key, \
     (to).public_key_length = public_key_length, (to).message = message, \
     (to).message_length = message_length, (to).signature = signature,   \
     (void)((to).signature_length = signature_length))
#define VERIFY_DIGEST_HARDENED_TAKE(to)                                                            \
    ((to).curve = curve, (to).public_key = public_key, (to).public_key_length = public_key_length, \
     (to).message = digest, (to).message_length = digest_length, (to).signature = signature,       \
     (void)((to).signature_length = signature_length))

#endif
