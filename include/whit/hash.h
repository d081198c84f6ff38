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

/* WHIT_HASH_LIMIT: the longest digest of a build, in bits. 512 (the default) or 256, which leaves
 * out SHA-384 and SHA-512 and halves every hash state, so that signing takes less stack. The
 * library and the programs that use it are compiled with the same value; if they are not, linking
 * fails, because whit_sha256_limit_256 or the like is missing. */
#ifndef WHIT_HASH_LIMIT
#define WHIT_HASH_LIMIT 512
#endif
#if WHIT_HASH_LIMIT + 0 != 256 && WHIT_HASH_LIMIT + 0 != 512
#if defined(__cplusplus)
#define WHIT_HASH_LIMIT_ASSERT static_assert
#else
#undef _Static_assert
#define WHIT_HASH_LIMIT_ASSERT __extension__ _Static_assert
#endif
#define WHIT_HASH_LIMIT_TEXT(value) #value
#define WHIT_HASH_LIMIT_IS(value) "WHIT_HASH_LIMIT is 256 or 512, not " WHIT_HASH_LIMIT_TEXT(value)
WHIT_HASH_LIMIT_ASSERT(0, WHIT_HASH_LIMIT_IS(WHIT_HASH_LIMIT));
#undef WHIT_HASH_LIMIT
#define WHIT_HASH_LIMIT 512
#endif
#if WHIT_HASH_LIMIT == 256
#define whit_sha1 whit_sha1_limit_256
#define whit_sha224 whit_sha224_limit_256
#define whit_sha256 whit_sha256_limit_256
#define whit_blake2s160 whit_blake2s160_limit_256
#define whit_blake2s256 whit_blake2s256_limit_256
#define whit_hash_hook_sha256 whit_hash_hook_sha256_limit_256
#endif

/* A hash function. Pass the address of one of these where a function asks for one. SHA-1 is for
 * protocols that still demand it: attackers can make two messages with the same digest. [FIPS
 * 180-4; RFC 7693, without a key] */
typedef struct whit_hash whit_hash;

extern const whit_hash whit_sha1;
extern const whit_hash whit_sha224;
extern const whit_hash whit_sha256;
extern const whit_hash whit_blake2s160;
extern const whit_hash whit_blake2s256;
#if WHIT_HASH_LIMIT == 512
extern const whit_hash whit_sha384;
extern const whit_hash whit_sha512;
#endif

/* Their digests, in bytes. */
#define WHIT_SHA1_BYTES 20
#define WHIT_SHA224_BYTES 28
#define WHIT_SHA256_BYTES 32
#define WHIT_BLAKE2S160_BYTES 20
#define WHIT_BLAKE2S256_BYTES 32
#if WHIT_HASH_LIMIT == 512
#define WHIT_SHA384_BYTES 48
#define WHIT_SHA512_BYTES 64
#endif

/* The longest digest of any hash in this build, in bytes. */
#define WHIT_HASH_MAX_BYTES (WHIT_HASH_LIMIT / 8)

/* The state of a hash in progress. Its fields are private, except to a whit_hash_compress; it holds
 * no pointers and may be copied. Whoever hashes a secret wipes it afterwards.
 *
 * Between two calls `length` counts the bytes so far, and the last of them, up to a whole block,
 * wait in `block`: BLAKE2s treats the last block in a way of its own, so a full one stays until
 * more comes. The chain of a hash with words of 64 bits holds their halves, the high one first. */
typedef struct whit_hash_state {
    uint32_t chain[WHIT_HASH_LIMIT / 32];
    uint64_t length;
    uint32_t block[WHIT_HASH_LIMIT / 16];
} whit_hash_state;

/* Compress a full block into the chaining value.
 *
 * A program that brings its own, for whit_hash_hook_sha256, reads the 64 bytes of the message that
 * `block` begins with, in their order in memory, and the eight numbers H0 to H7 that `chain` begins
 * with, and writes the next H0 to H7 there. `block` may be overwritten, `length` may not. Keys and
 * nonces pass through it: its time and its addresses depend on no data, and it leaves none behind.
 * It cannot fail. [FIPS 180-4, 6.2.2] */
typedef void (*whit_hash_compress)(whit_hash_state *state);

/* What a hash object holds. Its fields are private. */
struct whit_hash {
    uint8_t digest_bytes;
    uint8_t block_bytes;   /* a power of two, and twice what the chain takes */
    const uint32_t *start; /* the first chain, in program memory */
    whit_hash_compress compress;

    /* Compress the buffered bytes as the last block: the chaining value becomes the digest, in
     * big-endian words. */
    void (*finish)(const whit_hash *hash, whit_hash_state *state);
};

/* Bytes in a digest of `hash`. */
size_t whit_hash_bytes(const whit_hash *hash);

/* Hash in pieces: init, any number of updates, final. `final` writes whit_hash_bytes(hash) bytes
 * and wipes the state. `in` may be NULL when `in_length` is zero. A message has less than 2^61
 * bytes. Time depends on lengths only. */
void whit_hash_init(const whit_hash *hash, whit_hash_state *state);
void whit_hash_update(const whit_hash *hash, whit_hash_state *state, const uint8_t *in,
                      size_t in_length);
void whit_hash_final(const whit_hash *hash, whit_hash_state *state, uint8_t *digest);

/* SHA-256 by a compression of the program's, such as a device's own: makes `hash` an object for
 * every function that takes one. It names no other compression, so that none is linked. `hash`
 * stays where it is as long as it is used; whit_selftest_hash with whit_sha256_answer tries it.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT where something is NULL, and `hash` is as it was. [FIPS
 * 180-4, 6.2] */
whit_status whit_hash_hook_sha256(whit_hash *hash, whit_hash_compress compress);

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
