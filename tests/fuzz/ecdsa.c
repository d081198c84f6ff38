/* SPDX-License-Identifier: MIT */
/* ECDSA: signatures, keys, digests and encodings that were changed in some bytes, verified beside
 * OpenSSL, and by one more of the functions that verify or recover; signatures of each function
 * that signs; messages in pieces, and streams that have ended. */
#include "oracle.h"

#include <whit/der.h>
#include <whit/ecdsa.h>
#include <whit/key.h>

enum { MOST_DIGEST = 80, MOST_SIGNATURE = 2 * MOST_FIELD_BYTES };

/* Ids beyond 3 are those of secp112r2, whose field is four times as large as its order. */
enum { MOST_IDS = 10 };

static int expected(const subject *of, const uint8_t *key, size_t key_length, const uint8_t *digest,
                    size_t digest_length, const uint8_t *signature)
{
    int order_bytes = (int)whit_curve_order_bytes(of->curve);
    EC_POINT *point = point_of(of, key, key_length);
    if (point == NULL || EC_POINT_is_at_infinity(group_of(of), point)) {
        EC_POINT_free(point);
        return 0;
    }
    EC_KEY *owner = EC_KEY_new_by_curve_name(of->nid);
    ECDSA_SIG *pair = ECDSA_SIG_new();
    MUST(owner != NULL && pair != NULL && EC_KEY_set_public_key(owner, point));
    MUST(ECDSA_SIG_set0(pair, BN_bin2bn(signature, order_bytes, NULL),
                        BN_bin2bn(signature + order_bytes, order_bytes, NULL)));
    int good = EC_KEY_check_key(owner) == 1 &&
               ECDSA_do_verify(digest, (int)digest_length, pair, owner) == 1;
    ECDSA_SIG_free(pair);
    EC_KEY_free(owner);
    EC_POINT_free(point);
    return good;
}

/* The key of a good signature is one of those that are recovered, and it is good for each. */
static void recover(const subject *of, const uint8_t *key, size_t key_length, const uint8_t *digest,
                    size_t digest_length, const uint8_t *signature)
{
    size_t signed_bytes = 2 * whit_curve_order_bytes(of->curve);
    uint8_t recovered[MOST_POINT_BYTES];
    int found = 0;
    for (uint8_t id = 0; id < MOST_IDS; id++) {
        if (whit_ecdsa_recover_digest(of->curve, recovered, key_length, id, digest, digest_length,
                                      signature, signed_bytes) == WHIT_OK) {
            found += memcmp(recovered, key, key_length) == 0;
            OK(whit_ecdsa_verify_digest(of->curve, recovered, key_length, digest, digest_length,
                                        signature, signed_bytes));
        }
    }
    MUST(found == 1);
}

/* What OpenSSL, the library and, as `also` says, another of its functions say of a signature of a
 * digest. Returns whether it is good. */
static int verify(const subject *of, const uint8_t *key, size_t key_length, const uint8_t *digest,
                  size_t digest_length, const uint8_t *signature, uint8_t also)
{
    size_t signed_bytes = 2 * whit_curve_order_bytes(of->curve), der_length;
    uint8_t der[WHIT_SIGNATURE_DER_BYTES(MOST_FIELD_BYTES)];
    int good = expected(of, key, key_length, digest, digest_length, signature);
    whit_status status = whit_ecdsa_verify_digest(of->curve, key, key_length, digest, digest_length,
                                                  signature, signed_bytes);
    MUST((status == WHIT_OK) == good);
    if (also % 4 == 0) {
        MUST(whit_ecdsa_verify_digest_hardened(of->curve, key, key_length, digest, digest_length,
                                               signature, signed_bytes) == status);
    } else if (also % 4 == 1) {
        der_length = sizeof der;
        OK(whit_ecdsa_signature_to_der(of->curve, der, &der_length, signature, signed_bytes));
        MUST(whit_ecdsa_verify_digest_der(of->curve, key, key_length, digest, digest_length, der,
                                          der_length) == status);
    } else if (also % 4 == 2 && good) {
        recover(of, key, key_length, digest, digest_length, signature);
    }
    return good;
}

/* A message in pieces gives what it gives at once, and a stream that has ended gives nothing. */
static void in_pieces(const subject *of, input *in, const uint8_t *private_key, const uint8_t *key,
                      size_t key_length)
{
    size_t order_bytes = whit_curve_order_bytes(of->curve), signed_bytes = 2 * order_bytes;
    uint8_t at_once[MOST_SIGNATURE], pieces[MOST_SIGNATURE];
    uint8_t *message = copied(in->bytes, in->left);
    size_t length = 0, piece;
    whit_ecdsa_stream stream, other;
    OK(whit_ecdsa_stream_init(&stream, of->hash));
    while (in->left > 0) {
        const uint8_t *from = taken(in, 100, &piece);
        memcpy(message + length, from, piece);
        length += piece;
        OK(whit_ecdsa_stream_update(&stream, from, piece));
    }
    other = stream;
    OK(whit_ecdsa_sign(of->curve, of->base, of->hash, at_once, signed_bytes, private_key,
                       order_bytes, message, length));
    OK(whit_ecdsa_sign_final(of->curve, of->base, &stream, pieces, signed_bytes, private_key,
                             order_bytes));
    MUST(memcmp(at_once, pieces, signed_bytes) == 0);
    OK(whit_ecdsa_verify_final(of->curve, &other, key, key_length, pieces, signed_bytes));
    MUST(whit_ecdsa_verify_final(of->curve, &other, key, key_length, pieces, signed_bytes) ==
         WHIT_ERROR_ARGUMENT);
    MUST(whit_ecdsa_sign_final(of->curve, of->base, &stream, pieces, signed_bytes, private_key,
                               order_bytes) == WHIT_ERROR_ARGUMENT);
    MUST(whit_ecdsa_stream_update(&stream, message, length) == WHIT_ERROR_ARGUMENT);
    OK(whit_ecdsa_verify_hardened(of->curve, of->hash, key, key_length, message, length, at_once,
                                  signed_bytes));
    free(message);
}

/* Sign a digest by one of the functions. */
static void sign(const subject *of, uint8_t *signature, const uint8_t *private_key,
                 const uint8_t *key, size_t key_length, const uint8_t *digest, size_t digest_length,
                 uint8_t how, input *in)
{
    size_t order_bytes = whit_curve_order_bytes(of->curve), signed_bytes = 2 * order_bytes;
    uint8_t id = 0xa5, recovered[MOST_POINT_BYTES];
    source from = {*in, 3 + how / 4 % 64};
    const whit_random random = {source_fill, &from};
    whit_status status;
    if (how % 4 == 0) {
        OK(whit_ecdsa_sign_digest_checked(of->curve, of->base, of->hash, signature, signed_bytes,
                                          private_key, order_bytes, key, key_length, digest,
                                          digest_length));
        return;
    }
    if (how % 4 == 1) {
        status = whit_ecdsa_sign_digest_recoverable(of->curve, of->base, of->hash, signature,
                                                    signed_bytes, &id, private_key, order_bytes,
                                                    digest, digest_length);
        OK(status);
        OK(whit_ecdsa_recover_digest(of->curve, recovered, key_length, id, digest, digest_length,
                                     signature, signed_bytes));
        MUST(memcmp(recovered, key, key_length) == 0);
        return;
    }
    if (how % 4 == 2) {
        status = whit_ecdsa_sign_digest(of->curve, of->base, signature, signed_bytes, private_key,
                                        order_bytes, digest, digest_length, &random);
        if (status == WHIT_OK) {
            return;
        }
        MUST(status == WHIT_ERROR_RANDOM_FAILED || status == WHIT_ERROR_RANDOM_STUCK);
        MUST(is_zero(signature, signed_bytes));
    }
    OK(whit_ecdsa_sign_digest_deterministic(of->curve, of->base, of->hash, signature, signed_bytes,
                                            private_key, order_bytes, digest, digest_length));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    uint8_t private_key[MOST_FIELD_BYTES], key[MOST_POINT_BYTES], signature[MOST_SIGNATURE];
    uint8_t digest[MOST_DIGEST];
    size_t length, seed_length;
    uint8_t first = byte(&in), how = byte(&in);
    const subject *of = chosen(first);
    size_t order_bytes = whit_curve_order_bytes(of->curve);
    size_t key_length = 1 + 2 * whit_curve_field_bytes(of->curve);
    const uint8_t *given = taken(&in, MOST_FIELD_BYTES, &seed_length);
    to_scalar(of, private_key, given, seed_length);
    OK(whit_key_public(of->curve, of->base, key, key_length, private_key, order_bytes));
    if (first % 16 == 15) {
        in_pieces(of, &in, private_key, key, key_length);
        return 0;
    }
    given = taken(&in, MOST_DIGEST - 1, &length);
    memset(digest, 0, sizeof digest);
    memcpy(digest, given, length);
    length = length > 0 ? length : 1;
    uint8_t what = byte(&in);
    int changed = 1;
    if (first % 16 == 14) {
        /* Any numbers as the signature. */
        filled(&in, signature, 2 * order_bytes);
    } else {
        sign(of, signature, private_key, key, key_length, digest, length, how, &in);
        changed = what % 4 == 0 && mutate(&in, signature, 2 * order_bytes, 3);
        changed |= what % 4 == 1 && mutate(&in, digest, length, 3);
        changed |= what % 4 == 2 && mutate(&in, key, key_length, 3);
    }
    int good = verify(of, key, key_length, digest, length, signature, what / 4);
    MUST(changed || good);
    return 0;
}
