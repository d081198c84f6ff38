/* SPDX-License-Identifier: MIT */
/* JSON Web Signature in its compact form: header.payload.signature, with the payload in base64url
 * or as it is.
 *
 * Signing takes two steps with a signature between them, so that any function that signs serves:
 *
 *     whit_jws_begin(message, sizeof message, &length, "ES256", payload, payload_length);
 *     whit_secp256r1_sign(signature, private_key, message, length);
 *     whit_jws_end(message, sizeof message, &length, signature, sizeof signature);
 *
 * So does verifying, and the second step is the one that counts:
 *
 *     status = whit_jws_open("ES256", message, message_length, &length, payload, sizeof payload,
 *                            &payload_length, signature, sizeof signature);
 *     if (status == WHIT_OK) {
 *         status = whit_secp256r1_verify(public_key, public_key_length, message, length,
 *                                        signature, sizeof signature);
 *     }
 *
 * Algorithms are named as in jss.h. Nothing here is secret, and time depends on all of it.
 * [RFC 7515, 3.1, 5 and 7.1; RFC 7797] */
#ifndef WHIT_JWS_H
#define WHIT_JWS_H

#include <stddef.h>
#include <stdint.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Capacities that a message with this payload and signature never exceeds: with the payload in
 * base64url, and as it is. */
#define WHIT_JWS_BYTES(payload_bytes, signature_bytes)                      \
    (24 + (payload_bytes) + ((payload_bytes) + 2) / 3 + (signature_bytes) + \
     ((signature_bytes) + 2) / 3)
#define WHIT_JWS_PLAIN_BYTES(payload_bytes, signature_bytes) \
    (60 + (payload_bytes) + (signature_bytes) + ((signature_bytes) + 2) / 3)

/* Write the bytes that are to be signed: header and payload.
 *
 * message               output, `capacity` bytes
 * signed_length         output: how many bytes were written, all of which are to be signed
 * algorithm             a name, as in jss.h
 * payload               any bytes; may be NULL when the length is zero
 *
 * whit_jws_begin_plain leaves the payload as it is, and says so in the header (b64, which is
 * critical). Such a payload is of printable ASCII without a dot: "{" and "," may be in it,
 * and 21.5 may not.
 *
 * Return WHIT_OK; WHIT_ERROR_ARGUMENT or WHIT_ERROR_OVERLAP with nothing written; and with the
 * output and its length zeroed WHIT_ERROR_OUTPUT_LENGTH; WHIT_ERROR_MESSAGE_ALGORITHM;
 * begin_plain also WHIT_ERROR_MESSAGE_TEXT: the payload has another character. */
whit_status whit_jws_begin(uint8_t *message, size_t capacity, size_t *signed_length,
                           const char *algorithm, const uint8_t *payload, size_t payload_length);
whit_status whit_jws_begin_plain(uint8_t *message, size_t capacity, size_t *signed_length,
                                 const char *algorithm, const uint8_t *payload,
                                 size_t payload_length);

/* Put the signature behind.
 *
 * message               in: what whit_jws_begin wrote; out: the message, without a final zero
 * length                in: the length that whit_jws_begin gave; out: that of the message
 * signature             of the algorithm's length: r || s, or that of Ed25519 or Ed448
 *
 * Returns what whit_jws_begin returns, WHIT_ERROR_MESSAGE_ENCODING where `message` is not what it
 * wrote; and WHIT_ERROR_SIGNATURE_LENGTH. */
whit_status whit_jws_end(uint8_t *message, size_t capacity, size_t *length,
                         const uint8_t *signature, size_t signature_length);

/* Take a message apart. Nothing is verified yet: verify the signature of the signed bytes before
 * you use the payload.
 *
 * algorithm             the one that you expect: a message with another is refused
 * message               the whole of it
 * signed_length         output: how many of its first bytes are signed
 * payload               output, decoded, `capacity` bytes, for which message_length suffices: as
 *                       many as the payload has, or the header, which passes through here. It
 *                       may not overlap anything
 * payload_length        output
 * signature             output, of the length that you expect
 *
 * Of the header, "alg" is needed; "b64" may be there, and then "crit" has to name it; everything
 * else is passed over, unless "crit" names it. Where b64 is false, the payload is as for
 * whit_jws_begin_plain.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT or WHIT_ERROR_OVERLAP with nothing written; and with the
 * outputs zeroed WHIT_ERROR_OUTPUT_LENGTH; WHIT_ERROR_SIGNATURE_LENGTH: the algorithm or the
 * message has a signature of another length; and
 *
 * WHIT_ERROR_MESSAGE_ENCODING   not three parts, or a header that is no JSON object
 * WHIT_ERROR_MESSAGE_TEXT       a header that is not UTF-8; an unencoded payload with a character
 *                               that it may not have
 * WHIT_ERROR_MESSAGE_DEPTH      a header nested deeper than 16
 * WHIT_ERROR_MESSAGE_DUPLICATE  two members of one name in the header
 * WHIT_ERROR_MESSAGE_TRAILING   bytes behind the header's object, or a fourth part
 * WHIT_ERROR_MESSAGE_HEADER     "alg" missing, a critical member that is unknown or missing, or
 *                               one of these of another type
 * WHIT_ERROR_MESSAGE_ALGORITHM  an algorithm that is not among those of jss.h, also where it
 *                               is the one expected
 * WHIT_ERROR_MESSAGE_EXPECTED   another algorithm than the one expected
 * WHIT_ERROR_MESSAGE_BASE64URL  a part is not base64url in its one form */
whit_status whit_jws_open(const char *algorithm, const uint8_t *message, size_t message_length,
                          size_t *signed_length, uint8_t *payload, size_t capacity,
                          size_t *payload_length, uint8_t *signature, size_t signature_length);

#ifdef __cplusplus
}
#endif

#endif
