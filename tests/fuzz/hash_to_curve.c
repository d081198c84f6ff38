/* SPDX-License-Identifier: MIT */
/* Messages hashed to a curve, of any form: the result is a public key of it, or a multiple of the
 * base point; another tag gives another; and messages expanded, beside the text of RFC 9380, 5.3,
 * written with OpenSSL's hashes. */
#include "oracle.h"

#include <whit/ed25519_hash_to_curve.h>
#include <whit/ed448_hash_to_curve.h>
#include <whit/expand_message.h>
#include <whit/hash_to_curve.h>
#include <whit/key.h>

enum { MOST_DIGEST = 64, MOST_UNIFORM = 300 };

extern const whit_map whit_secp256r1_map;
extern const whit_map whit_secp256k1_map;
extern const whit_map whit_secp384r1_map;
extern const whit_map whit_secp521r1_map;

static void put(EVP_MD_CTX *to, const void *bytes, size_t length)
{
    MUST(EVP_DigestUpdate(to, bytes, length));
}

static unsigned end(EVP_MD_CTX *of, uint8_t *digest, const EVP_MD *next)
{
    unsigned length;
    MUST(EVP_DigestFinal_ex(of, digest, &length));
    MUST(EVP_DigestInit_ex(of, next, NULL));
    return length;
}

/* A tag of more than 255 bytes is hashed, behind 17 bytes of text. */
static const char too_long[] = "H2C-OVERSIZE-DST-";

static void xmd(const EVP_MD *hash, uint8_t *out, size_t out_length, const uint8_t *message,
                size_t message_length, const uint8_t *tag, size_t tag_length)
{
    static const uint8_t zeros[128];
    uint8_t short_tag[MOST_DIGEST], b0[MOST_DIGEST], b[MOST_DIGEST];
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    MUST(context != NULL && EVP_DigestInit_ex(context, hash, NULL));
    if (tag_length > 255) {
        put(context, too_long, 17);
        put(context, tag, tag_length);
        tag_length = end(context, short_tag, hash);
        tag = short_tag;
    }
    uint8_t last = (uint8_t)tag_length;
    const uint8_t length[3] = {(uint8_t)(out_length >> 8), (uint8_t)out_length, 0};
    put(context, zeros, (size_t)EVP_MD_get_block_size(hash));
    put(context, message, message_length);
    put(context, length, 3);
    put(context, tag, tag_length);
    put(context, &last, 1);
    unsigned bytes = end(context, b0, hash);
    memset(b, 0, sizeof b);
    for (uint8_t i = 1; out_length > 0; i++) {
        for (unsigned j = 0; j < bytes; j++) {
            b[j] ^= b0[j];
        }
        put(context, b, bytes);
        put(context, &i, 1);
        put(context, tag, tag_length);
        put(context, &last, 1);
        end(context, b, hash);
        size_t some = out_length < bytes ? out_length : bytes;
        memcpy(out, b, some);
        out += some;
        out_length -= some;
    }
    EVP_MD_CTX_free(context);
}

static void xof(uint8_t *out, size_t out_length, const uint8_t *message, size_t message_length,
                const uint8_t *tag, size_t tag_length, unsigned security_bits)
{
    uint8_t short_tag[MOST_DIGEST];
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    MUST(context != NULL && EVP_DigestInit_ex(context, EVP_shake256(), NULL));
    if (tag_length > 255) {
        put(context, too_long, 17);
        put(context, tag, tag_length);
        tag_length = (2 * security_bits + 7) / 8;
        MUST(EVP_DigestFinalXOF(context, short_tag, tag_length));
        MUST(EVP_DigestInit_ex(context, EVP_shake256(), NULL));
        tag = short_tag;
    }
    const uint8_t length[2] = {(uint8_t)(out_length >> 8), (uint8_t)out_length};
    uint8_t last = (uint8_t)tag_length;
    put(context, message, message_length);
    put(context, length, 2);
    put(context, tag, tag_length);
    put(context, &last, 1);
    MUST(EVP_DigestFinalXOF(context, out, out_length));
    EVP_MD_CTX_free(context);
}

static void expand(input *in, const uint8_t *message, size_t message_length, const uint8_t *tag,
                   size_t tag_length)
{
    const struct {
        const whit_hash *hash;
        const EVP_MD *other;
    } hashes[] = {
        {&whit_sha256, EVP_sha256()}, {&whit_sha384, EVP_sha384()}, {&whit_sha512, EVP_sha512()}};
    uint8_t wanted[MOST_UNIFORM];
    size_t which = byte(in) % 4, length = 1 + byte(in);
    uint8_t *found = room(length);
    if (which == COUNT_OF(hashes)) {
        unsigned bits = 1u + byte(in);
        xof(wanted, length, message, message_length, tag, tag_length, bits);
        OK(whit_expand_message_shake256(found, length, message, message_length, tag, tag_length,
                                        bits));
    } else {
        xmd(hashes[which].other, wanted, length, message, message_length, tag, tag_length);
        OK(whit_expand_message_xmd(hashes[which].hash, found, length, message, message_length, tag,
                                   tag_length));
    }
    MUST(memcmp(found, wanted, length) == 0);
    free(found);
}

static void hash(input *in, uint8_t *message, size_t message_length, uint8_t *tag,
                 size_t tag_length)
{
    const struct {
        const whit_curve *curve;
        const whit_map *map;
        const whit_hash *hash;
    } suites[] = {{&whit_secp256r1, &whit_secp256r1_map, &whit_sha256},
                  {&whit_secp256k1, &whit_secp256k1_map, &whit_sha256},
                  {&whit_secp384r1, &whit_secp384r1_map, &whit_sha384},
                  {&whit_secp521r1, &whit_secp521r1_map, &whit_sha512}};
    size_t which = byte(in) % COUNT_OF(suites);
    const whit_curve *curve = suites[which].curve;
    whit_status (*const function)(
        const whit_curve *, const whit_map *, const whit_hash *, uint8_t *, size_t, const uint8_t *,
        size_t, const uint8_t *, size_t) = byte(in) & 1 ? whit_encode_to_curve : whit_hash_to_curve;
    size_t length = 1 + 2 * whit_curve_field_bytes(curve);
    uint8_t *point = room(length), *other = room(length);
    OK(function(curve, suites[which].map, suites[which].hash, point, length, message,
                message_length, tag, tag_length));
    OK(whit_key_validate_public(curve, point, length));
    tag[0] ^= 1;
    OK(function(curve, suites[which].map, suites[which].hash, other, length, message,
                message_length, tag, tag_length));
    MUST(memcmp(point, other, length) != 0);
    free(point);
    free(other);
}

typedef whit_status edwards_hash(uint8_t *point, const uint8_t *message, size_t message_length,
                                 const uint8_t *tag, size_t tag_length);

static void hash_to_edwards(input *in, const uint8_t *message, size_t message_length, uint8_t *tag,
                            size_t tag_length)
{
    edwards_hash *const of_25519[] = {whit_ed25519_hash_to_curve, whit_ed25519_encode_to_curve};
    edwards_hash *const of_448[] = {whit_ed448_hash_to_curve, whit_ed448_encode_to_curve};
    whit_ed25519_point short_point;
    whit_ed448_point long_point;
    uint8_t what = byte(in);
    int is_448 = what & 1;
    size_t length = is_448 ? 57 : 32;
    edwards_hash *function = is_448 ? of_448[what >> 1 & 1] : of_25519[what >> 1 & 1];
    uint8_t *point = room(length), *other = room(length);
    OK(function(point, message, message_length, tag, tag_length));
    OK(is_448 ? whit_ed448_point_decode(&long_point, point, length)
              : whit_ed25519_point_decode(&short_point, point, length));
    OK(is_448 ? whit_ed448_point_validate(&long_point) : whit_ed25519_point_validate(&short_point));
    tag[0] ^= 1;
    OK(function(other, message, message_length, tag, tag_length));
    MUST(memcmp(point, other, length) != 0);
    free(point);
    free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    size_t message_length, tag_length, times;
    uint8_t what = byte(&in);
    const uint8_t *given = taken(&in, 255, &message_length);
    uint8_t *message = copied(given, message_length), tag[400];
    given = taken(&in, 100, &tag_length);
    times = what & 0x80 ? 3 : 1; /* tags that are too long seldom come by themselves */
    for (size_t i = 0; i < times && tag_length > 0; i++) {
        memcpy(tag + i * tag_length, given, tag_length);
    }
    tag_length = tag_length > 0 ? times * tag_length : 1;
    tag[0] = tag_length > 1 ? tag[0] : 0;
    if (what & 3) {
        expand(&in, message, message_length, tag, tag_length);
    } else if (what & 4) {
        hash_to_edwards(&in, message, message_length, tag, tag_length);
    } else {
        hash(&in, message, message_length, tag, tag_length);
    }
    free(message);
    return 0;
}
