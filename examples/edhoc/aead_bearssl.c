/* SPDX-License-Identifier: MIT */
/* AES-CCM of BearSSL, whose AES is bitsliced: it has no table that a secret could index. */
#include "aead.h"

#include <bearssl_aead.h>
#include <bearssl_block.h>
#include "wipe.h"

typedef struct ccm {
    br_aes_ct_ctrcbc_keys keys;
    br_ccm_context context;
} ccm;

static void run(ccm *state, int is_sealing, uint8_t *data, size_t length, const uint8_t *key,
                const uint8_t *nonce, edhoc_bytes associated)
{
    br_aes_ct_ctrcbc_init(&state->keys, key, AEAD_KEY_BYTES);
    br_ccm_init(&state->context, &state->keys.vtable);
    /* It fails where lengths are none of CCM, which these are. */
    (void)br_ccm_reset(&state->context, nonce, AEAD_NONCE_BYTES, associated.length, length,
                       AEAD_TAG_BYTES);
    br_ccm_aad_inject(&state->context, associated.at, associated.length);
    br_ccm_flip(&state->context);
    br_ccm_run(&state->context, is_sealing, data, length);
}

void aead_seal(uint8_t *data, size_t length, uint8_t *tag, const uint8_t *key, const uint8_t *nonce,
               edhoc_bytes associated)
{
    ccm state;
    run(&state, 1, data, length, key, nonce, associated);
    (void)br_ccm_get_tag(&state.context, tag);
    edhoc_wipe(&state, sizeof state);
}

int aead_open(uint8_t *data, size_t length, const uint8_t *tag, const uint8_t *key,
              const uint8_t *nonce, edhoc_bytes associated)
{
    ccm state;
    run(&state, 0, data, length, key, nonce, associated);
    int is_good = br_ccm_check_tag(&state.context, tag) == 1;
    if (!is_good) {
        edhoc_wipe(data, length);
    }
    edhoc_wipe(&state, sizeof state);
    return is_good;
}
