/* SPDX-License-Identifier: MIT */
/* A backend that does nothing, and whose answers no compiler knows: what a boot loader takes beside
 * its backend. */
#ifndef NOTHING_SHA_H
#define NOTHING_SHA_H

#include <stddef.h>
#include <stdint.h>

#if defined(MCUBOOT_SIGN_EC384)
#define IMAGE_HASH_SIZE 48
#define EXPECTED_HASH_TLV IMAGE_TLV_SHA384
#else
#define IMAGE_HASH_SIZE 32
#define EXPECTED_HASH_TLV IMAGE_TLV_SHA256
#endif

typedef volatile int bootutil_sha_context;

static inline int bootutil_sha_init(bootutil_sha_context *ctx)
{
    return *ctx;
}

static inline int bootutil_sha_update(bootutil_sha_context *ctx, const void *data,
                                      uint32_t data_len)
{
    (void)data;
    (void)data_len;
    return *ctx;
}

static inline int bootutil_sha_finish(bootutil_sha_context *ctx, uint8_t *output)
{
    *(volatile uint8_t *)output = 0;
    return *ctx;
}

static inline int bootutil_sha_drop(bootutil_sha_context *ctx)
{
    return *ctx;
}

int bootutil_sha(const uint8_t *data, size_t data_len, uint8_t *digest);

#endif
