/* SPDX-License-Identifier: MIT */
/* What an image holds, chosen by -DWHIT_LAB_OPERATION_<NAME>; none is the empty image. */
#include "harness.h"
#include "operations.h"

#if defined(WHIT_LAB_OPERATION_MOD_ADD)
#define ARITHMETIC adapter_mod_add
#elif defined(WHIT_LAB_OPERATION_MOD_MUL)
#define ARITHMETIC adapter_mod_mul
#elif defined(WHIT_LAB_OPERATION_MOD_EXP)
#define ARITHMETIC adapter_mod_exp
#elif defined(WHIT_LAB_OPERATION_MOD_INV)
#define ARITHMETIC adapter_mod_inv
#elif defined(WHIT_LAB_OPERATION_MOD_INV_VARTIME)
#define ARITHMETIC adapter_mod_inv_vartime
#elif defined(WHIT_LAB_OPERATION_POINT_ADD)
#define ARITHMETIC adapter_point_add
#elif defined(WHIT_LAB_OPERATION_POINT_MUL)
#define ARITHMETIC adapter_point_mul
#endif

struct harness_buffers harness_buffers;

const struct harness_table harness_table = {
    /* The random pool is the harness's: it is in the empty image too. */
    harness_random,
#ifdef WHIT_LAB_OPERATION_KEYGEN
    adapter_keygen,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_ECDH
    adapter_ecdh,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_SIGN
    adapter_sign,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_SIGN_MESSAGE
    adapter_sign_message,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_VERIFY
    adapter_verify,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_VALIDATE
    adapter_validate,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_DECOMPRESS
    adapter_decompress,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_VERIFY_HARDENED
    adapter_verify_hardened,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_HASH
    adapter_hash,
#else
    NULL,
#endif
#ifdef WHIT_LAB_ARITHMETIC
#ifdef ARITHMETIC
    adapter_operands,
    ARITHMETIC,
    adapter_result,
#else
    NULL,
    NULL,
    NULL,
#endif
#endif
#ifdef WHIT_LAB_SHOW
#if defined(WHIT_LAB_OPERATION_SHOW) || defined(WHIT_LAB_OPERATION_VERIFY_SHOW)
    adapter_operands,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_SHOW
    adapter_show,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_VERIFY_SHOW
    adapter_verify_show,
#else
    NULL,
#endif
#endif
#ifdef WHIT_LAB_HASH_TO_CURVE
#ifdef WHIT_LAB_OPERATION_HASH_TO_CURVE
    adapter_hash_to_curve,
#else
    NULL,
#endif
#endif
#ifdef WHIT_LAB_VERIFY_MESSAGE_HARDENED
#ifdef WHIT_LAB_OPERATION_VERIFY_MESSAGE_HARDENED
    adapter_verify_message_hardened,
#else
    NULL,
#endif
#endif
#if WHIT_LAB_BLS
#ifdef WHIT_LAB_OPERATION_BLS_KEYGEN
    adapter_bls_keygen,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_BLS_SIGN
    adapter_bls_sign,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_BLS_VERIFY
    adapter_bls_verify,
#else
    NULL,
#endif
#if WHIT_LAB_BATCH
#ifdef WHIT_LAB_OPERATION_BLS_AGGREGATE
    adapter_bls_aggregate,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_BLS_AGGREGATE_VERIFY
    adapter_bls_aggregate_verify,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_BLS_FAST_AGGREGATE_VERIFY
    adapter_bls_fast_aggregate_verify,
#else
    NULL,
#endif
#ifdef WHIT_LAB_OPERATION_BLS_VERIFY_BATCH
    adapter_bls_verify_batch,
#else
    NULL,
#endif
#endif
#ifdef WHIT_LAB_BLS_PREPARED
#ifdef WHIT_LAB_OPERATION_BLS_VERIFY_PREPARED
    adapter_operands,
    adapter_bls_verify_prepared,
#else
    NULL,
    NULL,
#endif
#endif
#elif WHIT_LAB_BATCH
#ifdef WHIT_LAB_OPERATION_VERIFY_BATCH
    adapter_verify_batch,
#else
    NULL,
#endif
#endif
#ifdef WHIT_LAB_SIGN_HEDGED
#ifdef WHIT_LAB_OPERATION_SIGN_HEDGED
    adapter_sign_hedged,
#else
    NULL,
#endif
#endif
#ifdef WHIT_LAB_SIGN_CHECKED
#ifdef WHIT_LAB_OPERATION_SIGN_CHECKED
    adapter_sign_checked,
#else
    NULL,
#endif
#endif
};
