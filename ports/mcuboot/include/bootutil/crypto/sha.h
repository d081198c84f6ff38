/* SPDX-License-Identifier: MIT */
/* MCUboot's interface to the hash of an image, over Whit: the header of this name that comes first
 * on the include path is the one that MCUboot takes. SHA-384 with MCUBOOT_SIGN_EC384, else
 * SHA-256. doc/mcuboot.md says how it is used. */
#ifndef WHIT_BOOTUTIL_CRYPTO_SHA_H
#define WHIT_BOOTUTIL_CRYPTO_SHA_H

#include "mcuboot_config/mcuboot_config.h"
#include "whit.h"

#include <stddef.h>
#include <stdint.h>

#if defined(MCUBOOT_SHA512)
#error "Whit's backend hashes images by SHA-256, or by SHA-384 with MCUBOOT_SIGN_EC384"
#elif defined(MCUBOOT_SIGN_EC384)
#define WHIT_BOOTUTIL_HASH whit_sha384
#define IMAGE_HASH_SIZE 48
#define EXPECTED_HASH_TLV IMAGE_TLV_SHA384
#else
#define WHIT_BOOTUTIL_HASH whit_sha256
#define IMAGE_HASH_SIZE 32
#define EXPECTED_HASH_TLV IMAGE_TLV_SHA256
#endif

#define BOOTUTIL_CRYPTO_SHA256_BLOCK_SIZE 64
#define BOOTUTIL_CRYPTO_SHA256_DIGEST_SIZE 32

#ifdef __cplusplus
extern "C" {
#endif

typedef whit_hash_state bootutil_sha_context;

/* All return 0: there is nothing that fails. */
static inline int bootutil_sha_init(bootutil_sha_context *ctx)
{
    whit_hash_init(&WHIT_BOOTUTIL_HASH, ctx);
    return 0;
}

static inline int bootutil_sha_update(bootutil_sha_context *ctx, const void *data,
                                      uint32_t data_len)
{
    whit_hash_update(&WHIT_BOOTUTIL_HASH, ctx, (const uint8_t *)data, data_len);
    return 0;
}

static inline int bootutil_sha_finish(bootutil_sha_context *ctx, uint8_t *output)
{
    whit_hash_final(&WHIT_BOOTUTIL_HASH, ctx, output);
    return 0;
}

static inline int bootutil_sha_drop(bootutil_sha_context *ctx)
{
    (void)ctx;
    return 0;
}

/* The digest of one piece; MCUboot's src/sha.c defines it. */
int bootutil_sha(const uint8_t *data, size_t data_len, uint8_t *digest);

#ifdef __cplusplus
}
#endif

#endif
