/* SPDX-License-Identifier: MIT */
/* Signatures by pairings, in both arrangements: keys, messages and signatures that were changed
 * are refused, and aggregates are good for what was signed alone. */
#include "fuzz.h"

#include <whit/bn_p158_bls.h>

enum {
    SHORT = WHIT_BN_P158_MIN_SIG_SIGNATURE_BYTES,
    LONG = WHIT_BN_P158_MIN_SIG_PUBLIC_KEY_BYTES,
    SCALAR = WHIT_BN_P158_BLS_PRIVATE_KEY_BYTES,
    MOST_MESSAGE = 40,
    MOST_SIGNERS = 3
};

#define ARRANGEMENT(name, KEY, SIGNATURE)                                                        \
    /* One signature, and what is changed of it. */                                              \
    static void name##_single(input *in, const uint8_t *private_key)                             \
    {                                                                                            \
        uint8_t key[KEY], signature[SIGNATURE], message[MOST_MESSAGE], what = byte(in);          \
        size_t length;                                                                           \
        const uint8_t *given = taken(in, MOST_MESSAGE, &length);                                 \
        memset(message, 0, sizeof message);                                                      \
        memcpy(message, given, length);                                                          \
        OK(whit_bn_p158_##name##_public_key(key, sizeof key, private_key));                      \
        OK(whit_bn_p158_##name##_sign(signature, sizeof signature, private_key,                  \
                                      &whit_bn_p158_##name##_basic, message, length));           \
        int changed = what % 4 == 1 && mutate(in, signature, sizeof signature, 3);               \
        changed |= what % 4 == 2 && mutate(in, key, sizeof key, 3);                              \
        changed |= what % 4 == 3 && mutate(in, message, length, 1);                              \
        if (what % 16 == 4) {                                                                    \
            filled(in, key, sizeof key);                                                         \
            filled(in, signature, sizeof signature);                                             \
            changed = 1;                                                                         \
        }                                                                                        \
        whit_status valid = whit_bn_p158_##name##_validate_key(key, sizeof key);                 \
        whit_status status = whit_bn_p158_##name##_verify(key, sizeof key,                       \
                                                          &whit_bn_p158_##name##_basic, message, \
                                                          length, signature, sizeof signature);  \
        MUST((status == WHIT_OK) == !changed);                                                   \
        MUST(valid == WHIT_OK || status != WHIT_ERROR_SIGNATURE_INVALID);                        \
    }                                                                                            \
                                                                                                 \
    /* Several keys, one message: the sum of their signatures is that of the sum of the keys. */ \
    static void name##_aggregate(input *in)                                                      \
    {                                                                                            \
        size_t count = 1 + byte(in) % MOST_SIGNERS, length;                                      \
        uint8_t keys[MOST_SIGNERS * KEY], signatures[MOST_SIGNERS * SIGNATURE];                  \
        uint8_t sum[KEY], signature[SIGNATURE], private_key[SCALAR], what = byte(in);            \
        const uint8_t *message = taken(in, MOST_MESSAGE, &length);                               \
        for (size_t i = 0; i < count; i++) {                                                     \
            memset(private_key, 0, SCALAR);                                                      \
            private_key[SCALAR - 1] = (uint8_t)(byte(in) % 63 + 1);                              \
            OK(whit_bn_p158_##name##_public_key(keys + i * KEY, KEY, private_key));              \
            OK(whit_bn_p158_##name##_sign(signatures + i * SIGNATURE, SIGNATURE, private_key,    \
                                          &whit_bn_p158_##name##_possession, message, length));  \
        }                                                                                        \
        int changed = what % 4 == 1 && mutate(in, signatures, count * SIGNATURE, 2);             \
        changed |= what % 4 == 2 && mutate(in, keys, count * KEY, 2);                            \
        whit_status summed = whit_bn_p158_##name##_aggregate(signature, sizeof signature,        \
                                                             signatures, count, SIGNATURE);      \
        whit_status of_keys = whit_bn_p158_##name##_aggregate_keys(sum, KEY, keys, count, KEY);  \
        MUST(summed == WHIT_OK || (changed && is_zero(signature, sizeof signature)));            \
        MUST(of_keys == WHIT_OK || (changed && is_zero(sum, sizeof sum)));                       \
        whit_status status = whit_bn_p158_##name##_fast_aggregate_verify(                        \
            keys, count, KEY, &whit_bn_p158_##name##_possession, message, length, signature,     \
            sizeof signature);                                                                   \
        MUST((status == WHIT_OK) == !changed);                                                   \
        if (summed == WHIT_OK && of_keys == WHIT_OK) {                                           \
            MUST(whit_bn_p158_##name##_verify(sum, KEY, &whit_bn_p158_##name##_possession,       \
                                              message, length, signature,                        \
                                              sizeof signature) == status);                      \
        }                                                                                        \
    }

ARRANGEMENT(min_sig, LONG, SHORT)
ARRANGEMENT(min_pk, SHORT, LONG)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    uint8_t what = byte(&in), private_key[SCALAR];
    memset(private_key, 0, sizeof private_key);
    filled(&in, private_key + 1, 8);
    if (whit_bn_p158_bls_validate_private_key(private_key) != WHIT_OK) {
        MUST(is_zero(private_key, sizeof private_key));
        return 0;
    }
    switch (what % 4) {
    case 0:
        min_sig_single(&in, private_key);
        break;
    case 1:
        min_pk_single(&in, private_key);
        break;
    case 2:
        min_sig_aggregate(&in);
        break;
    default:
        min_pk_aggregate(&in);
        break;
    }
    return 0;
}
