/* SPDX-License-Identifier: MIT */
/* The SHA-256 that micro-ecc's example of deterministic signing leaves to its reader. One hash is
 * in progress at a time, so its state need not fit the example's structure. */
#include <whit/hash.h>

typedef struct SHA256_CTX SHA256_CTX;

void SHA256_Init(SHA256_CTX *ctx);
void SHA256_Update(SHA256_CTX *ctx, const uint8_t *message, size_t message_size);
void SHA256_Final(uint8_t digest[WHIT_SHA256_BYTES], SHA256_CTX *ctx);

static whit_hash_state state;

void SHA256_Init(SHA256_CTX *ctx)
{
    (void)ctx;
    whit_hash_init(&whit_sha256, &state);
}

void SHA256_Update(SHA256_CTX *ctx, const uint8_t *message, size_t message_size)
{
    (void)ctx;
    whit_hash_update(&whit_sha256, &state, message, message_size);
}

void SHA256_Final(uint8_t digest[WHIT_SHA256_BYTES], SHA256_CTX *ctx)
{
    (void)ctx;
    whit_hash_final(&whit_sha256, &state, digest);
}
