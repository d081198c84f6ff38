/* SPDX-License-Identifier: MIT */
/* Hash functions as objects. */
#ifndef WHIT_HASH_H
#define WHIT_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A hash function. Pass &whit_sha256 where a function asks for one. */
typedef struct whit_hash whit_hash;

extern const whit_hash whit_sha256;

#define WHIT_SHA256_BYTES 32

/* The longest digest of any hash in this build, in bytes. */
#define WHIT_HASH_MAX_BYTES 32

/* The state of a hash in progress. Its fields are private; it holds no pointers
 * and may be copied. Whoever hashes a secret wipes it afterwards. */
typedef struct whit_hash_state {
    uint32_t chain[8];
    uint64_t length;
    uint8_t block[64];
} whit_hash_state;

/* Bytes in a digest of `hash`. */
size_t whit_hash_bytes(const whit_hash *hash);

/* Hash in pieces: init, any number of updates, final. `final` writes
 * whit_hash_bytes(hash) bytes and wipes the state. `in` may be NULL when
 * `in_length` is zero. Time depends on lengths only. [FIPS 180-4] */
void whit_hash_init(const whit_hash *hash, whit_hash_state *state);
void whit_hash_update(const whit_hash *hash, whit_hash_state *state, const uint8_t *in,
                      size_t in_length);
void whit_hash_final(const whit_hash *hash, whit_hash_state *state, uint8_t *digest);

/* HMAC of a message. `mac` receives whit_hash_bytes(hash) bytes and may not
 * overlap the inputs. Time depends on lengths only. [FIPS 198-1]
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP. */
whit_status whit_hmac(const whit_hash *hash, uint8_t *mac, const uint8_t *key, size_t key_length,
                      const uint8_t *in, size_t in_length);

#ifdef __cplusplus
}
#endif

#endif
