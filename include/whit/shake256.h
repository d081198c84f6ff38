/* SPDX-License-Identifier: MIT */
/* SHAKE256, a hash function whose digest is as long as one asks for. [FIPS 202] */
#ifndef WHIT_SHAKE256_H
#define WHIT_SHAKE256_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The state of a hash in progress. Its fields are private; it holds no pointers and may be copied.
 * Whoever hashes a secret wipes it afterwards. */
typedef struct whit_shake256_state {
    uint32_t lanes[50];
    uint32_t position;
} whit_shake256_state;

/* Hash in pieces: init, any number of updates, final. `final` writes `out_length` bytes and wipes
 * the state. `in` may be NULL when `in_length` is zero. Time depends on lengths only. */
void whit_shake256_init(whit_shake256_state *state);
void whit_shake256_update(whit_shake256_state *state, const uint8_t *in, size_t in_length);
void whit_shake256_final(whit_shake256_state *state, uint8_t *out, size_t out_length);

#ifdef __cplusplus
}
#endif

#endif
