/* SPDX-License-Identifier: MIT */
/* The operations an image holds, and the buffers they work on. */
#ifndef WHIT_LAB_OPERATIONS_H
#define WHIT_LAB_OPERATIONS_H

#include "adapter.h"

#define HARNESS_MESSAGE_BYTES 256
#if WHIT_LAB_BATCH
#define HARNESS_BATCH WHIT_LAB_BATCH
#else
#define HARNESS_BATCH 1
#endif

/* Inputs and outputs, at fixed addresses, so that traces of two runs can be compared. */
struct harness_buffers {
    uint8_t private_key[ADAPTER_PRIVATE_KEY_BYTES];
    uint8_t public_key[HARNESS_BATCH * ADAPTER_PUBLIC_KEY_BYTES];
    uint8_t secret[ADAPTER_SECRET_BYTES];
    uint8_t digest[ADAPTER_DIGEST_BYTES];
    uint8_t signature[HARNESS_BATCH * ADAPTER_SIGNATURE_BYTES];
    uint8_t message[HARNESS_BATCH * HARNESS_MESSAGE_BYTES];
    uint8_t compressed[ADAPTER_COMPRESSED_BYTES];
    uint32_t message_length; /* after as many bytes as align it */
};
extern struct harness_buffers harness_buffers;

/* Numbers of the operations, as the lab names them. An image for one of arithmetic, those
 * from 10 to 13 and 24 and 25, is built with its number as WHIT_LAB_ARITHMETIC, one for BLS
 * signatures with WHIT_LAB_BLS, one for batches or aggregates with how many signatures these have
 * as WHIT_LAB_BATCH, one for signing that guards against faults with WHIT_LAB_SIGN_HEDGED or
 * WHIT_LAB_SIGN_CHECKED, one for 23 with WHIT_LAB_VERIFY_MESSAGE_HARDENED, one for 26 or 27 with
 * its number as WHIT_LAB_SHOW, one for 29 with WHIT_LAB_HASH_TO_CURVE, one for 34 with
 * WHIT_LAB_BLS_PREPARED; others know none of these. */
enum harness_operation {
    HARNESS_KEYGEN = 1,
    HARNESS_ECDH = 2,
    HARNESS_SIGN = 3,
    HARNESS_SIGN_MESSAGE = 4,
    HARNESS_VERIFY = 5,
    HARNESS_VALIDATE = 6,
    HARNESS_DECOMPRESS = 7,
    HARNESS_VERIFY_HARDENED = 8,
    HARNESS_HASH = 9,
    HARNESS_MOD_ADD = 10,
    HARNESS_MOD_MUL = 11,
    HARNESS_MOD_INV = 12,
    HARNESS_POINT_ADD = 13,
    HARNESS_BLS_KEYGEN = 14,
    HARNESS_BLS_SIGN = 15,
    HARNESS_BLS_VERIFY = 16,
    HARNESS_VERIFY_BATCH_2 = 17,
    HARNESS_VERIFY_BATCH_4 = 18,
    HARNESS_VERIFY_BATCH_8 = 19,
    HARNESS_VERIFY_BATCH_16 = 20,
    HARNESS_SIGN_HEDGED = 21,
    HARNESS_SIGN_CHECKED = 22,
    HARNESS_VERIFY_MESSAGE_HARDENED = 23,
    HARNESS_MOD_EXP = 24,
    HARNESS_POINT_MUL = 25,
    HARNESS_SHOW = 26,
    HARNESS_VERIFY_SHOW = 27,
    HARNESS_MOD_INV_VARTIME = 28,
    HARNESS_HASH_TO_CURVE = 29,
    HARNESS_BLS_AGGREGATE = 30,
    HARNESS_BLS_AGGREGATE_VERIFY = 31,
    HARNESS_BLS_FAST_AGGREGATE_VERIFY = 32,
    HARNESS_BLS_VERIFY_BATCH = 33,
    HARNESS_BLS_VERIFY_PREPARED = 34
};

/* The functions this image was linked with; NULL for those it was not. A table, and in
 * a file of its own, so that the harness's code is byte for byte the same in every
 * image, and the difference to the empty one is the library. */
#if WHIT_LAB_EDDSA
typedef int harness_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                         size_t length);
typedef int harness_verify(const uint8_t *public_key, const uint8_t *message, size_t length,
                           const uint8_t *signature);
#else
typedef int harness_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest);
typedef int harness_verify(const uint8_t *public_key, const uint8_t *digest,
                           const uint8_t *signature);
#endif
typedef int harness_bls_verify(const uint8_t *public_key, const uint8_t *message, size_t length,
                               const uint8_t *signature);
struct harness_table {
    int (*random)(uint8_t *out, size_t length);
    int (*keygen)(uint8_t *private_key, uint8_t *public_key);
    int (*ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key);
    harness_sign *sign;
    int (*sign_message)(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                        size_t length);
    harness_verify *verify;
    int (*validate)(const uint8_t *public_key);
    int (*decompress)(uint8_t *public_key, const uint8_t *compressed);
    harness_verify *verify_hardened;
    int (*hash)(uint8_t *digest, const uint8_t *message, size_t length);
#ifdef WHIT_LAB_ARITHMETIC
    int (*operands)(const uint8_t *private_key, const uint8_t *public_key);
    int (*arithmetic)(void);
    int (*result)(uint8_t *secret);
#endif
#ifdef WHIT_LAB_SHOW
    int (*operands)(const uint8_t *private_key, const uint8_t *public_key);
    int (*show)(uint8_t *compressed, uint8_t *signature, uint8_t *message, const uint8_t *digest);
    int (*verify_show)(const uint8_t *compressed, const uint8_t *signature, const uint8_t *message,
                       const uint8_t *digest);
#endif
#ifdef WHIT_LAB_HASH_TO_CURVE
    int (*hash_to_curve)(uint8_t *public_key, const uint8_t *message, size_t length);
#endif
#ifdef WHIT_LAB_VERIFY_MESSAGE_HARDENED
    int (*verify_message_hardened)(const uint8_t *public_key, const uint8_t *message, size_t length,
                                   const uint8_t *signature);
#endif
#if WHIT_LAB_BLS
    int (*bls_keygen)(uint8_t *private_key, uint8_t *public_key);
    int (*bls_sign)(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                    size_t length);
    harness_bls_verify *bls_verify;
#if WHIT_LAB_BATCH
    int (*bls_aggregate)(uint8_t *secret, const uint8_t *signatures);
    harness_bls_verify *bls_aggregate_verify;
    harness_bls_verify *bls_fast_aggregate_verify;
    harness_bls_verify *bls_verify_batch;
#endif
#ifdef WHIT_LAB_BLS_PREPARED
    int (*operands)(const uint8_t *public_key);
    int (*bls_verify_prepared)(const uint8_t *message, size_t length, const uint8_t *signature);
#endif
#elif WHIT_LAB_BATCH
    harness_verify *verify_batch;
#endif
#ifdef WHIT_LAB_SIGN_HEDGED
    int (*sign_hedged)(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                       size_t length);
#endif
#ifdef WHIT_LAB_SIGN_CHECKED
#if WHIT_LAB_EDDSA
    harness_sign *sign_checked;
#else
    int (*sign_checked)(uint8_t *signature, const uint8_t *private_key, const uint8_t *public_key,
                        const uint8_t *digest);
#endif
#endif
};
extern const struct harness_table harness_table;

/* Run one operation on the buffers: 0 or 1 as the adapter says, -1 when this image
 * does not hold it. */
int harness_run(uint32_t operation);

/* What comes before an operation on a library's own numbers, and after it, and is not measured: 0,
 * or 1 when it fails. */
#if defined(WHIT_LAB_ARITHMETIC) || defined(WHIT_LAB_SHOW) || defined(WHIT_LAB_BLS_PREPARED)
int harness_begin(void);
#else
#define harness_begin() 0
#endif
#ifdef WHIT_LAB_ARITHMETIC
int harness_end(void);
#else
#define harness_end() 0
#endif

#endif
