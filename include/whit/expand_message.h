/* SPDX-License-Identifier: MIT */
/* Messages expanded to uniform bytes, for hashing to a field, to a curve or to scalars. [RFC 9380,
 * 5.3]
 *
 * The tag names what the bytes are for: RFC 9380 calls it a domain separation tag. Two uses of a
 * message, in one protocol or in two, have different tags. It has at least 16 bytes where it can
 * [RFC 9380, 3.1]; one of more than 255 is hashed first, and one without bytes is refused.
 *
 * Messages are secret: time depends on lengths and on which hash it is. Inputs may be NULL where
 * they have no bytes. The output overlaps neither input; after an error it is zero.
 *
 * Both functions return WHIT_OK; WHIT_ERROR_ARGUMENT for a NULL; WHIT_ERROR_OUTPUT_LENGTH for a
 * length that they do not expand to; WHIT_ERROR_TAG_LENGTH for a tag without bytes;
 * WHIT_ERROR_OVERLAP. */
#ifndef WHIT_EXPAND_MESSAGE_H
#define WHIT_EXPAND_MESSAGE_H

#include <whit/hash.h>

#ifdef __cplusplus
extern "C" {
#endif

/* By a hash, to 1 to 255 times the bytes of its digest, and at most 65535: expand_message_xmd. The
 * digest has at least twice the bits of security that are wanted. [RFC 9380, 5.3.1] */
whit_status whit_expand_message_xmd(const whit_hash *hash, uint8_t *uniform, size_t uniform_length,
                                    const uint8_t *message, size_t message_length,
                                    const uint8_t *tag, size_t tag_length);

/* By SHAKE256, to 1 to 65535 bytes: expand_message_xof. security_bits, at most 256, says to how
 * many bytes a tag of more than 255 is hashed: an eighth of twice these bits, rounded up. [RFC
 * 9380, 5.3.2] */
whit_status whit_expand_message_shake256(uint8_t *uniform, size_t uniform_length,
                                         const uint8_t *message, size_t message_length,
                                         const uint8_t *tag, size_t tag_length,
                                         unsigned security_bits);

#ifdef __cplusplus
}
#endif

#endif
