/* SPDX-License-Identifier: MIT */
/* COSE_Sign1: a signed message in CBOR, with its payload or beside it.
 *
 * Signing takes two steps with a signature between them, so that any function that signs serves:
 *
 *     whit_cose cose = {WHIT_COSE_ES256, payload, payload_length};
 *     whit_cose_begin(&cose, message, sizeof message, &length);
 *     whit_secp256r1_sign(signature, private_key, message, length);
 *     whit_cose_end(&cose, message, sizeof message, &length, signature, sizeof signature);
 *
 * So does verifying, and the second step is the one that counts:
 *
 *     whit_cose cose = {WHIT_COSE_ES256};
 *     status = whit_cose_open(&cose, message, message_length, signed_bytes, sizeof signed_bytes,
 *                             &length, signature, sizeof signature);
 *     if (status == WHIT_OK) {
 *         status = whit_secp256r1_verify(public_key, public_key_length, signed_bytes, length,
 *                                        signature, sizeof signature);
 *     }
 *
 * What is written is deterministic CBOR. What is read has definite lengths, the shortest heads, and
 * no label twice in the two maps of headers. Nothing here is secret, and time depends on all of it.
 * [RFC 9052, 3, 4.2 and 4.4; RFC 9053, 2; RFC 8949, 4.2.1] */
#ifndef WHIT_COSE_H
#define WHIT_COSE_H

#include <stddef.h>
#include <stdint.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Algorithms. Each means one curve, and with ECDSA the hash that is that curve's default. The first
 * three are in the range for private use: both sides have to be told of them. [RFC 9053, 2; RFC
 * 8812; IANA, COSE Algorithms] */
#define WHIT_COSE_ES160 (-65696L)
#define WHIT_COSE_ES192 (-65728L)
#define WHIT_COSE_ES224 (-65760L)
#define WHIT_COSE_ES256 (-7L)
#define WHIT_COSE_ES256K (-47L)
#define WHIT_COSE_ES384 (-35L)
#define WHIT_COSE_ES512 (-36L)
#define WHIT_COSE_EDDSA (-8L)

/* A message but for its signature. What is not set is zero. */
typedef struct whit_cose {
    int32_t algorithm;
    const uint8_t *payload; /* may be NULL when the length is zero */
    size_t payload_length;
    const uint8_t *external; /* bytes that are signed and not sent: external_aad */
    size_t external_length;
    const uint8_t *key_id; /* NULL where there is none; it is sent and not signed */
    size_t key_id_length;
    uint8_t detached; /* 1: the payload is signed, and not in the message */
    uint8_t untagged; /* 1: the message does not begin with tag 18 */
} whit_cose;

/* Capacities that are never exceeded: of the bytes to be signed, and of a message. */
#define WHIT_COSE_SIGNED_BYTES(payload_bytes, external_bytes) \
    ((payload_bytes) + (external_bytes) + 38)
#define WHIT_COSE_BYTES(payload_bytes, key_id_bytes, signature_bytes) \
    ((payload_bytes) + (key_id_bytes) + (signature_bytes) + 42)

/* Write the bytes that are to be signed: the Sig_structure, with the payload at its end.
 *
 * signed_bytes          output, `capacity` bytes; it may be the buffer in which the message
 *                       will be, and may not overlap what `cose` points to
 * signed_length         output
 *
 * whit_cose_begin_head writes them without the payload: sign its bytes and then those of the
 * payload, as whit_ecdsa_stream_update does, where the payload is too long to be copied.
 *
 * Return WHIT_OK; WHIT_ERROR_ARGUMENT or WHIT_ERROR_OVERLAP with nothing written; and with the
 * output and its length zeroed WHIT_ERROR_OUTPUT_LENGTH or WHIT_ERROR_MESSAGE_ALGORITHM. */
whit_status whit_cose_begin(const whit_cose *cose, uint8_t *signed_bytes, size_t capacity,
                            size_t *signed_length);
whit_status whit_cose_begin_head(const whit_cose *cose, uint8_t *signed_bytes, size_t capacity,
                                 size_t *signed_length);

/* Write the message.
 *
 * cose                  as for whit_cose_begin
 * message               output, `capacity` bytes, which may not overlap what `cose` points to
 * message_length        output
 * signature             of the algorithm's length: r || s, or that of Ed25519 or Ed448
 *
 * Returns what whit_cose_begin returns, and WHIT_ERROR_SIGNATURE_LENGTH. */
whit_status whit_cose_end(const whit_cose *cose, uint8_t *message, size_t capacity,
                          size_t *message_length, const uint8_t *signature,
                          size_t signature_length);

/* Take a message apart. Nothing is verified yet: verify the signature of the signed bytes before
 * you use the payload.
 *
 * cose                  in: the algorithm, `detached` and `untagged` that you expect;
 *                       `external`; and of a detached message the payload.
 *                       Out: payload and key_id, which point into the message
 * signed_bytes          output, `capacity` bytes, for which the sum of message_length,
 *                       external_length, of a detached message payload_length, and 24 suffices
 * signed_length         output
 * signature             output, of the length that you expect
 *
 * The outputs may not overlap anything. whit_cose_open_head writes the signed bytes without the
 * payload, as whit_cose_begin_head does.
 *
 * Of the headers, 1 (algorithm) has to be protected; 4 (key id) may be in either map, and is a byte
 * string; 2 (critical headers) is refused; all others are passed over, and none may stand twice.
 *
 * Return WHIT_OK; WHIT_ERROR_ARGUMENT or WHIT_ERROR_OVERLAP with nothing written; and with the
 * outputs zeroed, and payload and key_id as they were, WHIT_ERROR_OUTPUT_LENGTH;
 * WHIT_ERROR_SIGNATURE_LENGTH: the algorithm or the message has a signature of another length; and
 *
 * WHIT_ERROR_MESSAGE_ENCODING   not this structure, an indefinite length, a longer form than
 *                               is needed, another tag; a payload inside where none is expected, or
 *                               the reverse
 * WHIT_ERROR_MESSAGE_TEXT       a text string that is not UTF-8
 * WHIT_ERROR_MESSAGE_DUPLICATE  a label that stands twice, in one map or in both
 * WHIT_ERROR_MESSAGE_TRAILING   bytes behind the message
 * WHIT_ERROR_MESSAGE_HEADER     the algorithm missing or not protected, a critical header, or a
 *                               header or a label of another type
 * WHIT_ERROR_MESSAGE_ALGORITHM  an algorithm that is not among those above, also where it is
 *                               the one expected
 * WHIT_ERROR_MESSAGE_EXPECTED   another algorithm than the one expected */
whit_status whit_cose_open(whit_cose *cose, const uint8_t *message, size_t message_length,
                           uint8_t *signed_bytes, size_t capacity, size_t *signed_length,
                           uint8_t *signature, size_t signature_length);
whit_status whit_cose_open_head(whit_cose *cose, const uint8_t *message, size_t message_length,
                                uint8_t *signed_bytes, size_t capacity, size_t *signed_length,
                                uint8_t *signature, size_t signature_length);

#ifdef __cplusplus
}
#endif

#endif
