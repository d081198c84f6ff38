/* SPDX-License-Identifier: MIT */
/* What the driver's files share: what the configuration wants, and which curve a key is of. */
#ifndef WHIT_PSA_CURVES_H
#define WHIT_PSA_CURVES_H

#include <psa/crypto.h>

/* Whit's headers, or those of a drop-in. */
#if defined(__has_include)
#if !__has_include(<whit/status.h>)
#define HAS_DROP_IN 1
#endif
#endif
#if defined(HAS_DROP_IN)
#include "whit.h"
#else
#include <whit/ecdh.h>
#include <whit/ecdsa.h>
#include <whit/ed25519.h>
#include <whit/hash.h>
#include <whit/key.h>
#include <whit/random.h>
#include <whit/secp192k1.h>
#include <whit/secp192r1.h>
#include <whit/secp224r1.h>
#include <whit/secp256k1.h>
#include <whit/secp256r1.h>
#include <whit/secp384r1.h>
#include <whit/secp521r1.h>
#include <whit/status.h>
#include <whit/x25519.h>
#include <whit/x448.h>

#include <whit/brainpoolP160r1.h>
#include <whit/brainpoolP192r1.h>
#include <whit/brainpoolP224r1.h>
#include <whit/brainpoolP256r1.h>
#include <whit/brainpoolP320r1.h>
#include <whit/brainpoolP384r1.h>
#include <whit/brainpoolP512r1.h>
#endif

/* ---- What the configuration wants ---- */

#if defined(PSA_WANT_KEY_TYPE_ECC_KEY_PAIR_BASIC)
#define HAS_PRIVATE 1
#endif
#if defined(PSA_WANT_ALG_ECDSA) || defined(PSA_WANT_ALG_DETERMINISTIC_ECDSA)
#define HAS_ECDSA 1
#endif
#if defined(PSA_WANT_ECC_SECP_R1_192) || defined(PSA_WANT_ECC_SECP_R1_224) ||               \
    defined(PSA_WANT_ECC_SECP_R1_256) || defined(PSA_WANT_ECC_SECP_R1_384) ||               \
    defined(PSA_WANT_ECC_SECP_R1_521) || defined(PSA_WANT_ECC_SECP_K1_192) ||               \
    defined(PSA_WANT_ECC_SECP_K1_256) || defined(PSA_WANT_ECC_BRAINPOOL_P_R1_160) ||        \
    defined(PSA_WANT_ECC_BRAINPOOL_P_R1_192) || defined(PSA_WANT_ECC_BRAINPOOL_P_R1_224) || \
    defined(PSA_WANT_ECC_BRAINPOOL_P_R1_256) || defined(PSA_WANT_ECC_BRAINPOOL_P_R1_320) || \
    defined(PSA_WANT_ECC_BRAINPOOL_P_R1_384) || defined(PSA_WANT_ECC_BRAINPOOL_P_R1_512)
#define HAS_WEIERSTRASS 1
#endif
#if defined(PSA_WANT_ECC_MONTGOMERY_255) || defined(PSA_WANT_ECC_MONTGOMERY_448)
#define HAS_MONTGOMERY 1
#endif
#if defined(PSA_WANT_ECC_TWISTED_EDWARDS_255)
#define HAS_EDWARDS 1
#endif

/* The widest public key is one of secp521r1. */
#define PUBLIC_MAX (1 + 2 * 66)

typedef struct whit_psa_curve {
    psa_ecc_family_t family;
    uint16_t bits;
    const whit_curve *curve; /* NULL for curves in other forms than Weierstrass's */
#if defined(HAS_PRIVATE)
    const whit_base *base;
#endif
} whit_psa_curve;

/* A key as an entry point gets it: its curve, and what there is of it. */
typedef struct whit_psa_key {
    const whit_psa_curve *c;
    int is_public;
    const uint8_t *data;
} whit_psa_key;

/* Which curve the attributes and the length of the data name. Where the attributes name no size,
 * the length is that of the only curve of the family that it can be a key of.
 *
 * Returns PSA_SUCCESS; PSA_ERROR_NOT_SUPPORTED for another key; PSA_ERROR_INVALID_ARGUMENT for
 * another length, after which the rest of *found is right. */
psa_status_t whit_psa_find(whit_psa_key *found, const psa_key_attributes_t *attributes,
                           const uint8_t *data, size_t length);

/* The public key of a private key, of public_bytes_of(c). */
psa_status_t whit_psa_public(const whit_psa_curve *c, uint8_t *public_key,
                             const uint8_t *private_key);

/* Whit's status as one of PSA's. */
psa_status_t whit_psa_status(whit_status status);

/* The bytes of a number, and of a private key: on all these curves the order has as many as the
 * field. */
static inline size_t bytes_of(const whit_psa_curve *c)
{
    return PSA_BITS_TO_BYTES((size_t)c->bits);
}

static inline size_t public_bytes_of(const whit_psa_curve *c)
{
    return c->curve != NULL ? 1 + 2 * bytes_of(c) : bytes_of(c);
}

#endif
