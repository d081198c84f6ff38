/* SPDX-License-Identifier: MIT */
/* JSON Sensor Signatures: a JSON object that carries its own signature. doc/jss.md says which bytes
 * are signed.
 *
 * Signing takes two steps with a signature between them, so that any function that signs serves:
 *
 *     whit_jss_begin(message, sizeof message, &length, "ES192", payload, payload_length);
 *     whit_secp192r1_sign(signature, private_key, message, length);
 *     whit_jss_end(message, sizeof message, &length, signature, sizeof signature);
 *
 * So does verifying, and the second step is the one that counts:
 *
 *     status = whit_jss_open("ES192", message, message_length, signed_bytes, sizeof signed_bytes,
 *                            &length, signature, sizeof signature);
 *     if (status == WHIT_OK) {
 *         status = whit_secp192r1_verify(public_key, public_key_length, signed_bytes, length,
 *                                        signature, sizeof signature);
 *     }
 *
 * Algorithms are named as in JOSE: ES160, ES192, ES224, ES256, ES256K, ES384, ES512, EdDSA. Each
 * means one curve, and with ECDSA the hash that is that curve's default. Nothing here is secret,
 * and time depends on all of it. [MPBSWP16; Poe15] */
#ifndef WHIT_JSS_H
#define WHIT_JSS_H

#include <stddef.h>
#include <stdint.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A capacity that a message with this payload and signature never exceeds. */
#define WHIT_JSS_BYTES(payload_bytes, signature_bytes) \
    ((payload_bytes) + 52 + (signature_bytes) + ((signature_bytes) + 2) / 3)

/* Write the bytes that are to be signed: the payload, with jss.protected as its first member.
 *
 * message               output, `capacity` bytes; WHIT_JSS_BYTES always suffices
 * signed_length         output: how many bytes were written, all of which are to be signed
 * algorithm             one of the names above
 * payload               a JSON object, such as {"chip_temp":20953}, without members called
 *                       jss.protected and jss.signature. It is copied as it is, and
 *                       only its braces are looked at: a payload that is no JSON makes a message
 *                       that whit_jss_open refuses
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT or WHIT_ERROR_OVERLAP with nothing written; and with the
 * output and its length zeroed WHIT_ERROR_OUTPUT_LENGTH; WHIT_ERROR_MESSAGE_ALGORITHM;
 * WHIT_ERROR_MESSAGE_ENCODING: the payload does not begin and end with a brace. */
whit_status whit_jss_begin(uint8_t *message, size_t capacity, size_t *signed_length,
                           const char *algorithm, const uint8_t *payload, size_t payload_length);

/* Put the signature in, as jss.signature.
 *
 * message               in: what whit_jss_begin wrote; out: the message, without a final zero
 * length                in: the length that whit_jss_begin gave; out: that of the message
 * signature             of the algorithm's length: r || s, or that of Ed25519 or Ed448
 *
 * Returns what whit_jss_begin returns, WHIT_ERROR_MESSAGE_ENCODING where `message` does not begin
 * and end as what it wrote; and WHIT_ERROR_SIGNATURE_LENGTH. A second call is not noticed:
 * whit_jss_open refuses what it makes. */
whit_status whit_jss_end(uint8_t *message, size_t capacity, size_t *length,
                         const uint8_t *signature, size_t signature_length);

/* Take a message apart. Nothing is verified yet: verify the signature of the signed bytes before
 * you use them.
 *
 * algorithm             the one that you expect: a message with another is refused
 * message               the whole of it
 * signed_bytes          output, the message without jss.signature. A capacity of
 *                       message_length suffices. It may be `message` itself, and nothing
 *                       else that overlaps it
 * signed_length         output
 * signature             output, of the length that you expect
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT or WHIT_ERROR_OVERLAP with nothing written; and with the
 * outputs zeroed WHIT_ERROR_OUTPUT_LENGTH; WHIT_ERROR_SIGNATURE_LENGTH: the algorithm or the
 * message has a signature of another length; and
 *
 * WHIT_ERROR_MESSAGE_ENCODING   not a JSON object, or jss.signature in a form that doc/jss.md
 *                               does not allow
 * WHIT_ERROR_MESSAGE_TEXT       not UTF-8
 * WHIT_ERROR_MESSAGE_DEPTH      nested deeper than 16
 * WHIT_ERROR_MESSAGE_DUPLICATE  an object has two members of one name, however they are spelled
 * WHIT_ERROR_MESSAGE_TRAILING   bytes behind the object
 * WHIT_ERROR_MESSAGE_HEADER     jss.protected or jss.signature missing or of another type, or
 *                               a member in jss.protected that is not "alg"
 * WHIT_ERROR_MESSAGE_ALGORITHM  an algorithm that is not among those above, also where it is
 *                               the one expected
 * WHIT_ERROR_MESSAGE_EXPECTED   another algorithm than the one expected
 * WHIT_ERROR_MESSAGE_BASE64URL  the signature is not base64url in its one form
 *
 * Names are compared pairwise, so that time grows with length times number of members. */
whit_status whit_jss_open(const char *algorithm, const uint8_t *message, size_t message_length,
                          uint8_t *signed_bytes, size_t capacity, size_t *signed_length,
                          uint8_t *signature, size_t signature_length);

/* The payload of a message that was verified: its signed bytes without jss.protected.
 *
 * payload               output, `capacity` bytes, signed_length suffices; it may be
 *                       `signed_bytes` itself, and nothing else that overlaps it
 * signed_bytes          what whit_jss_open gave
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT or WHIT_ERROR_OVERLAP with nothing written; and with the
 * output zeroed WHIT_ERROR_OUTPUT_LENGTH and those of whit_jss_open that begin with
 * WHIT_ERROR_MESSAGE. */
whit_status whit_jss_payload(uint8_t *payload, size_t capacity, size_t *payload_length,
                             const uint8_t *signed_bytes, size_t signed_length);

#ifdef __cplusplus
}
#endif

#endif
