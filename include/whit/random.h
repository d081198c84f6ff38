/* SPDX-License-Identifier: MIT */
/* Where random bytes come from: always from the caller. */
#ifndef WHIT_RANDOM_H
#define WHIT_RANDOM_H

#include <stddef.h>
#include <stdint.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A source of random bytes, passed to each call that needs one: Whit keeps no global source. fill
 * writes `length` bytes to `out` and returns WHIT_OK, or anything else when it could not; what it
 * wrote then is discarded. `context` is the caller's own. The bytes must come from a cryptographic
 * generator: a private key or a nonce is as secret as they are. A board without entropy must return
 * an error. */
typedef struct whit_random {
    whit_status (*fill)(void *context, uint8_t *out, size_t length);
    void *context;
} whit_random;

#ifdef __cplusplus
}
#endif

#endif
