/* SPDX-License-Identifier: MIT */
/* BLS signatures: what the headers of all curves that have them share. The functions are in
 * whit/<curve>_bls.h. [draft-irtf-cfrg-bls-signature-06] */
#ifndef WHIT_BLS_H
#define WHIT_BLS_H

#include <whit/hash.h>
#include <whit/random.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A suite: the tag under which messages are hashed to points, with the hash that expands them, and
 * how the scheme meets keys that were made from others' keys. The header of a curve has those of
 * the draft; programs may have their own.
 *   - Basic: signatures of one message twice are no aggregate. `distinct` is 1.
 *   - Augmented: the signer's key, compressed, is hashed before the message. `augments` is 1.
 *   - With proofs of possession: `possession_tag` is the tag of these, another one. All keys of an
 *     aggregate must have been proved. Where it is NULL there are no such proofs. */
typedef struct whit_bls_suite {
    const whit_hash *hash;
    const uint8_t *tag;
    size_t tag_length;
    uint8_t augments;
    uint8_t distinct;
    const uint8_t *possession_tag;
    size_t possession_tag_length;
} whit_bls_suite;

/* A key and a message that was signed with it. The message may be NULL when it has no bytes. */
typedef struct whit_bls_message {
    const uint8_t *public_key;
    size_t public_key_length;
    const uint8_t *message;
    size_t message_length;
} whit_bls_message;

/* The same with its signature. */
typedef struct whit_bls_signed {
    const uint8_t *public_key;
    size_t public_key_length;
    const uint8_t *message;
    size_t message_length;
    const uint8_t *signature;
    size_t signature_length;
} whit_bls_signed;

/* Points of the first and of the second group. */
typedef struct whit_bls_pair {
    const uint8_t *first;
    size_t first_length;
    const uint8_t *second;
    size_t second_length;
} whit_bls_pair;

#ifdef __cplusplus
}
#endif

#endif
