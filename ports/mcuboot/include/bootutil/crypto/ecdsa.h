/* SPDX-License-Identifier: MIT */
/* MCUboot's interface to ECDSA, over Whit: the header of this name that comes first on the include
 * path is the one that MCUboot takes. secp384r1 with MCUBOOT_SIGN_EC384, secp256r1 with
 * MCUBOOT_SIGN_EC256. Nothing in it signs. doc/mcuboot.md says how it is used. */
#ifndef WHIT_BOOTUTIL_CRYPTO_ECDSA_H
#define WHIT_BOOTUTIL_CRYPTO_ECDSA_H

#include "mcuboot_config/mcuboot_config.h"
#include "whit.h"

#include <stddef.h>
#include <stdint.h>

#if defined(MCUBOOT_SIGN_EC256) + defined(MCUBOOT_SIGN_EC384) != 1
#error "Whit's backend takes one of MCUBOOT_SIGN_EC256 and MCUBOOT_SIGN_EC384"
#endif

#if defined(MCUBOOT_SIGN_EC384)
#define WHIT_BOOTUTIL_NAME(name) whit_secp384r1##name
#define WHIT_BOOTUTIL_KEY_BYTES WHIT_SECP384R1_PUBLIC_KEY_BYTES
#else
#define WHIT_BOOTUTIL_NAME(name) whit_secp256r1##name
#define WHIT_BOOTUTIL_KEY_BYTES WHIT_SECP256R1_PUBLIC_KEY_BYTES
#endif

/* Callers are given a signature as it is in the image, in DER. */
#define MCUBOOT_ECDSA_NEED_ASN1_SIG

#ifdef __cplusplus
extern "C" {
#endif

/* There is nothing to keep between the calls. */
typedef uintptr_t bootutil_ecdsa_context;

static inline void bootutil_ecdsa_init(bootutil_ecdsa_context *ctx)
{
    (void)ctx;
}

static inline void bootutil_ecdsa_drop(bootutil_ecdsa_context *ctx)
{
    (void)ctx;
}

/* Read a SubjectPublicKeyInfo, in strict DER, that names the curve and ends at `end`. Returns 0 and
 * moves *cp to the key in it, 04 || x || y or compressed; or returns another value. The key itself
 * is checked when it is used. */
static inline int bootutil_ecdsa_parse_public_key(bootutil_ecdsa_context *ctx, uint8_t **cp,
                                                  uint8_t *end)
{
    uint8_t key[WHIT_BOOTUTIL_KEY_BYTES];
    size_t length = sizeof key;
    (void)ctx;
    if (whit_key_public_from_der(&WHIT_BOOTUTIL_NAME(), &WHIT_BOOTUTIL_NAME(_oid), key, &length,
                                 *cp, (size_t)(end - *cp)) != WHIT_OK) {
        return -1;
    }
    *cp = end - length; /* the key is what a SubjectPublicKeyInfo ends with */
    return 0;
}

/* Returns 0 if the signature is that of the digest under the key, else another value. */
static inline int bootutil_ecdsa_verify(bootutil_ecdsa_context *ctx, uint8_t *pk, size_t pk_len,
                                        uint8_t *hash, size_t hash_len, uint8_t *sig,
                                        size_t sig_len)
{
    (void)ctx;
    return WHIT_BOOTUTIL_NAME(_verify_digest_der)(pk, pk_len, hash, hash_len, sig, sig_len) ==
                   WHIT_OK
               ? 0
               : -1;
}

#ifdef __cplusplus
}
#endif

#endif
