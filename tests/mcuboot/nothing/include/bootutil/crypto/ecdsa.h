/* SPDX-License-Identifier: MIT */
/* See sha.h. */
#ifndef NOTHING_ECDSA_H
#define NOTHING_ECDSA_H

#include <stddef.h>
#include <stdint.h>

typedef volatile int bootutil_ecdsa_context;

static inline void bootutil_ecdsa_init(bootutil_ecdsa_context *ctx)
{
    *ctx = 0;
}

static inline void bootutil_ecdsa_drop(bootutil_ecdsa_context *ctx)
{
    *ctx = 0;
}

static inline int bootutil_ecdsa_parse_public_key(bootutil_ecdsa_context *ctx, uint8_t **cp,
                                                  uint8_t *end)
{
    (void)cp;
    (void)end;
    return *ctx;
}

static inline int bootutil_ecdsa_verify(bootutil_ecdsa_context *ctx, uint8_t *pk, size_t pk_len,
                                        uint8_t *hash, size_t hash_len, uint8_t *sig,
                                        size_t sig_len)
{
    (void)pk;
    (void)pk_len;
    (void)hash;
    (void)hash_len;
    (void)sig;
    (void)sig_len;
    return *ctx;
}

#endif
