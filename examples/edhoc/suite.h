/* SPDX-License-Identifier: MIT */
/* What a cipher suite is, for suite.c and for programs with more of them. All have SHA-256 and
 * AES-CCM-16-64-128. */
#ifndef EDHOC_SUITE_H
#define EDHOC_SUITE_H

#include "edhoc.h"

struct edhoc_suite {
    int16_t number;

    /* An ephemeral key pair, 32 bytes each. */
    whit_status (*make)(uint8_t *private_key, uint8_t *public_key, const whit_random *random);

    /* The secret, 32 bytes, of a private key and a public key: an ephemeral one, or that of a
     * credential with a static key. Its length may be any. */
    whit_status (*agree)(uint8_t *secret, const uint8_t *private_key, edhoc_bytes public_key);

    /* Signatures of 64 bytes. */
    whit_status (*sign)(uint8_t *signature, const uint8_t *private_key, edhoc_bytes message);
    whit_status (*verify)(edhoc_bytes public_key, edhoc_bytes message, const uint8_t *signature);
};

#endif
