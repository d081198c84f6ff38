/* SPDX-License-Identifier: MIT */
#include "operations.h"

#if WHIT_LAB_EDDSA
#define SIGNED b->message, (size_t)b->message_length
#else
#define SIGNED b->digest
#endif

int harness_run(uint32_t operation)
{
    const struct harness_table *t = &harness_table;
    struct harness_buffers *b = &harness_buffers;

    if (operation == HARNESS_KEYGEN && t->keygen != NULL) {
        return t->keygen(b->private_key, b->public_key);
    }
    if (operation == HARNESS_ECDH && t->ecdh != NULL) {
        return t->ecdh(b->secret, b->private_key, b->public_key);
    }
    if (operation == HARNESS_SIGN && t->sign != NULL) {
        return t->sign(b->signature, b->private_key, SIGNED);
    }
    if (operation == HARNESS_SIGN_MESSAGE && t->sign_message != NULL) {
        return t->sign_message(b->signature, b->private_key, b->message, (size_t)b->message_length);
    }
    if (operation == HARNESS_VERIFY && t->verify != NULL) {
        return t->verify(b->public_key, SIGNED, b->signature);
    }
    if (operation == HARNESS_VALIDATE && t->validate != NULL) {
        return t->validate(b->public_key);
    }
    if (operation == HARNESS_DECOMPRESS && t->decompress != NULL) {
        return t->decompress(b->public_key, b->compressed);
    }
    if (operation == HARNESS_VERIFY_HARDENED && t->verify_hardened != NULL) {
        return t->verify_hardened(b->public_key, SIGNED, b->signature);
    }
    if (operation == HARNESS_HASH && t->hash != NULL) {
        return t->hash(b->digest, b->message, (size_t)b->message_length);
    }
#ifdef WHIT_LAB_ARITHMETIC
    if (operation == WHIT_LAB_ARITHMETIC && t->arithmetic != NULL) {
        return t->arithmetic();
    }
#endif
#ifdef WHIT_LAB_SHOW
    if (operation == HARNESS_SHOW && t->show != NULL) {
        return t->show(b->compressed, b->signature, b->message, b->digest);
    }
    if (operation == HARNESS_VERIFY_SHOW && t->verify_show != NULL) {
        return t->verify_show(b->compressed, b->signature, b->message, b->digest);
    }
#endif
#ifdef WHIT_LAB_HASH_TO_CURVE
    if (operation == HARNESS_HASH_TO_CURVE && t->hash_to_curve != NULL) {
        return t->hash_to_curve(b->public_key, b->message, (size_t)b->message_length);
    }
#endif
#ifdef WHIT_LAB_VERIFY_MESSAGE_HARDENED
    if (operation == HARNESS_VERIFY_MESSAGE_HARDENED && t->verify_message_hardened != NULL) {
        return t->verify_message_hardened(b->public_key, b->message, (size_t)b->message_length,
                                          b->signature);
    }
#endif
#if WHIT_LAB_BLS
    if (operation == HARNESS_BLS_KEYGEN && t->bls_keygen != NULL) {
        return t->bls_keygen(b->private_key, b->public_key);
    }
    if (operation == HARNESS_BLS_SIGN && t->bls_sign != NULL) {
        return t->bls_sign(b->signature, b->private_key, b->message, (size_t)b->message_length);
    }
    if (operation == HARNESS_BLS_VERIFY && t->bls_verify != NULL) {
        return t->bls_verify(b->public_key, b->message, (size_t)b->message_length, b->signature);
    }
#if WHIT_LAB_BATCH
    if (operation == HARNESS_BLS_AGGREGATE && t->bls_aggregate != NULL) {
        return t->bls_aggregate(b->secret, b->signature);
    }
    if (operation == HARNESS_BLS_AGGREGATE_VERIFY && t->bls_aggregate_verify != NULL) {
        return t->bls_aggregate_verify(b->public_key, b->message, (size_t)b->message_length,
                                       b->signature);
    }
    if (operation == HARNESS_BLS_FAST_AGGREGATE_VERIFY && t->bls_fast_aggregate_verify != NULL) {
        return t->bls_fast_aggregate_verify(b->public_key, b->message, (size_t)b->message_length,
                                            b->signature);
    }
    if (operation == HARNESS_BLS_VERIFY_BATCH && t->bls_verify_batch != NULL) {
        return t->bls_verify_batch(b->public_key, b->message, (size_t)b->message_length,
                                   b->signature);
    }
#endif
#ifdef WHIT_LAB_BLS_PREPARED
    if (operation == HARNESS_BLS_VERIFY_PREPARED && t->bls_verify_prepared != NULL) {
        return t->bls_verify_prepared(b->message, (size_t)b->message_length, b->signature);
    }
#endif
#elif WHIT_LAB_BATCH
    if (operation >= HARNESS_VERIFY_BATCH_2 && operation <= HARNESS_VERIFY_BATCH_16 &&
        t->verify_batch != NULL) {
        return t->verify_batch(b->public_key, SIGNED, b->signature);
    }
#endif
#ifdef WHIT_LAB_SIGN_HEDGED
    if (operation == HARNESS_SIGN_HEDGED && t->sign_hedged != NULL) {
        return t->sign_hedged(b->signature, b->private_key, b->message, (size_t)b->message_length);
    }
#endif
#ifdef WHIT_LAB_SIGN_CHECKED
    if (operation == HARNESS_SIGN_CHECKED && t->sign_checked != NULL) {
#if WHIT_LAB_EDDSA
        return t->sign_checked(b->signature, b->private_key, SIGNED);
#else
        return t->sign_checked(b->signature, b->private_key, b->public_key, SIGNED);
#endif
    }
#endif
    return -1;
}

#if defined(WHIT_LAB_ARITHMETIC) || defined(WHIT_LAB_SHOW)
int harness_begin(void)
{
    const struct harness_table *t = &harness_table;

    return t->operands != NULL &&
           t->operands(harness_buffers.private_key, harness_buffers.public_key) != 0;
}
#endif

#ifdef WHIT_LAB_BLS_PREPARED
int harness_begin(void)
{
    const struct harness_table *t = &harness_table;

    return t->operands != NULL && t->operands(harness_buffers.public_key) != 0;
}
#endif

#ifdef WHIT_LAB_ARITHMETIC
int harness_end(void)
{
    const struct harness_table *t = &harness_table;

    return t->result != NULL && t->result(harness_buffers.secret) != 0;
}
#endif
