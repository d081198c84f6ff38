/* SPDX-License-Identifier: MIT */
/* Ed25519 and Ed448: signatures, keys, messages and contexts that were changed in some bytes,
 * verified beside OpenSSL, singly and in batches of any room; points of small order added to keys
 * and to R. OpenSSL takes keys of small order, and compares R as it is encoded. */
#include "oracle.h"

#include <whit/ed25519.h>
#include <whit/ed25519_point.h>
#include <whit/ed448.h>
#include <whit/hash.h>

enum { MOST_KEY = 57, MOST_SIGNATURE = 114, MOST_MESSAGE = 64, MOST_SIGNED = 6 };

typedef struct triple {
    uint8_t key[MOST_KEY];
    uint8_t signature[MOST_SIGNATURE];
    uint8_t message[MOST_MESSAGE];
    size_t length;
    int crafted; /* by who has the private key */
    whit_status status;
} triple;

static int expected(int id, const triple *of, size_t key_bytes, size_t signature_bytes)
{
    EVP_PKEY *key = EVP_PKEY_new_raw_public_key(id, NULL, of->key, key_bytes);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    MUST(context != NULL);
    int good = key != NULL && EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) == 1 &&
               EVP_DigestVerify(context, of->signature, signature_bytes, of->message, of->length) ==
                   1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return good;
}

/* Whit refuses, before anything is computed, what has no single form. */
static int is_refused(whit_status status)
{
    return status == WHIT_ERROR_PUBLIC_KEY_RANGE || status == WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER ||
           status == WHIT_ERROR_SIGNATURE_RANGE;
}

/* The arithmetic of edwards25519 that the library keeps to itself: it gives nobody a point with a
 * component of small order. [RFC 8032, 5.1] */
typedef struct affine {
    BIGNUM *x, *y;
} affine;

static BIGNUM *p, *d;
static BN_CTX *numbers;

static BIGNUM *product(const BIGNUM *a, const BIGNUM *b)
{
    BIGNUM *r = BN_new();
    MUST(r != NULL && BN_mod_mul(r, a, b, p, numbers));
    return r;
}

/* (a b + c e) / (1 + sign d f) */
static BIGNUM *fraction(const BIGNUM *a, const BIGNUM *b, const BIGNUM *c, const BIGNUM *e,
                        const BIGNUM *df, int sign)
{
    BIGNUM *r = product(a, b), *other = product(c, e), *below = BN_new();
    MUST(BN_mod_add(r, r, other, p, numbers));
    MUST(below != NULL && BN_one(below));
    MUST(sign > 0 ? BN_mod_add(below, below, df, p, numbers)
                  : BN_mod_sub(below, below, df, p, numbers));
    MUST(BN_mod_inverse(below, below, p, numbers) != NULL);
    MUST(BN_mod_mul(r, r, below, p, numbers));
    BN_free(other);
    BN_free(below);
    return r;
}

static void add(affine *to, const affine *from)
{
    BIGNUM *xx = product(to->x, from->x), *yy = product(to->y, from->y), *all = product(xx, yy);
    BIGNUM *df = product(all, d);
    BIGNUM *x = fraction(to->x, from->y, from->x, to->y, df, 1);
    BIGNUM *y = fraction(to->y, from->y, to->x, from->x, df, -1);
    BN_free(xx);
    BN_free(yy);
    BN_free(all);
    BN_free(df);
    BN_free(to->x);
    BN_free(to->y);
    *to = (affine){x, y};
}

/* x with x^2 = (y^2 - 1) / (d y^2 + 1). */
static void read_point(affine *to, const uint8_t *encoded)
{
    uint8_t bytes[32];
    BIGNUM *one = BN_new(), *above, *below;
    memcpy(bytes, encoded, 32);
    bytes[31] &= 0x7f;
    to->y = BN_lebin2bn(bytes, 32, NULL);
    MUST(one != NULL && to->y != NULL && BN_one(one));
    above = product(to->y, to->y);
    below = product(above, d);
    MUST(BN_mod_sub(above, above, one, p, numbers) && BN_mod_add(below, below, one, p, numbers));
    MUST(BN_mod_inverse(below, below, p, numbers) != NULL);
    to->x = product(above, below);
    MUST(BN_mod_sqrt(to->x, to->x, p, numbers) != NULL);
    if (BN_is_odd(to->x) != encoded[31] >> 7) {
        MUST(BN_sub(to->x, p, to->x));
    }
    BN_free(one);
    BN_free(above);
    BN_free(below);
}

static void set_up(void)
{
    BIGNUM *below = NULL;
    if (numbers == NULL) {
        numbers = BN_CTX_new();
        MUST(numbers != NULL && BN_hex2bn(&p, "7fffffffffffffffffffffffffffffff"
                                              "ffffffffffffffffffffffffffffffed"));
        MUST(BN_dec2bn(&d, "-121665") && BN_dec2bn(&below, "121666"));
        MUST(BN_mod_inverse(below, below, p, numbers) != NULL);
        MUST(BN_mod_mul(d, d, below, p, numbers));
        BN_free(below);
    }
}

/* Add `by` times a point of order 8 to the point that 32 bytes encode. */
static void disturb(uint8_t *encoded, unsigned by)
{
    static const uint8_t eighth[32] = {0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0,
                                       0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
                                       0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39,
                                       0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05};
    affine point, step;
    set_up();
    read_point(&point, encoded);
    read_point(&step, eighth);
    while (by-- > 0) {
        add(&point, &step);
    }
    MUST(BN_bn2lebinpad(point.y, encoded, 32) == 32);
    encoded[31] |= (uint8_t)(BN_is_odd(point.x) << 7);
    BN_free(point.x);
    BN_free(point.y);
    BN_free(step.x);
    BN_free(step.y);
}

/* A signature by who has the private key, with points of small order in R and in the key, `by`
 * says which: s B - k A - R is such a point, seldom the identity. */
static void craft(triple *out, const uint8_t *seed, uint8_t by)
{
    uint8_t hashed[64];
    whit_hash_state state;
    whit_ed25519_scalar a, r, k, s;
    whit_ed25519_point point;
    whit_hash_init(&whit_sha512, &state);
    whit_hash_update(&whit_sha512, &state, seed, 32);
    whit_hash_final(&whit_sha512, &state, hashed);
    OK(whit_ed25519_scalar_reduce(&a, hashed, 31));
    OK(whit_ed25519_scalar_reduce(&r, hashed + 32, 32));
    OK(whit_ed25519_point_mul_base(&point, &a));
    OK(whit_ed25519_point_encode(out->key, &point));
    disturb(out->key, by % 8);
    OK(whit_ed25519_point_mul_base(&point, &r));
    OK(whit_ed25519_point_encode(out->signature, &point));
    disturb(out->signature, by / 8);
    whit_hash_init(&whit_sha512, &state);
    whit_hash_update(&whit_sha512, &state, out->signature, 32);
    whit_hash_update(&whit_sha512, &state, out->key, 32);
    whit_hash_update(&whit_sha512, &state, out->message, out->length);
    whit_hash_final(&whit_sha512, &state, hashed);
    OK(whit_ed25519_scalar_reduce(&k, hashed, 64));
    OK(whit_ed25519_scalar_mul(&s, &k, &a));
    OK(whit_ed25519_scalar_add(&s, &s, &r));
    OK(whit_ed25519_scalar_write(out->signature + 32, &s));
    out->crafted = 1;
}

static void make_25519(input *in, triple *out)
{
    uint8_t seed[32], private_key[64];
    uint8_t what = byte(in), by = byte(in);
    memset(out, 0, sizeof *out);
    memset(seed, byte(in), sizeof seed);
    out->length = byte(in) % (MOST_MESSAGE + 1);
    filled(in, out->message, out->length < 4 ? out->length : 4);
    OK(whit_ed25519_key_pair(private_key, out->key, seed));
    if (what & 8) {
        OK(whit_ed25519_sign_checked(out->signature, private_key, out->message, out->length));
    } else {
        OK(whit_ed25519_sign(out->signature, private_key, out->message, out->length));
    }
    int changed = 0;
    switch (what % 8) {
    case 0:
        changed = mutate(in, out->signature, 64, 2);
        break;
    case 1:
        changed = mutate(in, out->message, out->length, 1);
        break;
    case 2:
        changed = mutate(in, out->key, 32, 1);
        break;
    case 3:
        disturb(out->signature, by % 8);
        changed = by % 8 != 0;
        break;
    case 4:
        craft(out, seed, by);
        changed = by % 64 != 0;
        break;
    default:
        break;
    }
    out->status = whit_ed25519_verify(out->key, 32, out->message, out->length, out->signature, 64);
    int good = expected(EVP_PKEY_ED25519, out, 32, 64);
    MUST(changed || out->status == WHIT_OK);
    MUST(good ? out->status == WHIT_OK || is_refused(out->status) : out->status != WHIT_OK);
}

/* Any number of signatures, in room for any number of them: each good or bad by itself. A batch
 * takes more than a single verification where the point that is left has a small order. */
static void batch_25519(input *in)
{
    size_t count = byte(in) % (MOST_SIGNED + 1), rooms = byte(in) % (MOST_SIGNED + 1);
    triple triples[MOST_SIGNED];
    whit_ed25519_signed given[MOST_SIGNED];
    whit_status statuses[MOST_SIGNED];
    for (size_t i = 0; i < count; i++) {
        triple *each = &triples[i];
        make_25519(in, each);
        given[i] = (whit_ed25519_signed){each->key,       32, each->message, each->length,
                                         each->signature, 64};
    }
    whit_ed25519_room *space = malloc((rooms + 1) * sizeof *space);
    MUST(space != NULL);
    source from = {*in, 1000};
    const whit_random random = {source_fill, &from};
    whit_status all = whit_ed25519_verify_batch(statuses, space, rooms, given, count, &random);
    free(space);
    if (all == WHIT_ERROR_ARGUMENT) {
        MUST(rooms == 0);
        return;
    }
    int bad = 0;
    for (size_t i = 0; i < count; i++) {
        if (all == WHIT_ERROR_RANDOM_STUCK) {
            MUST(statuses[i] == all);
        } else if (triples[i].crafted) {
            OK(statuses[i]);
        } else if (triples[i].status != WHIT_ERROR_SIGNATURE_INVALID) {
            MUST(statuses[i] == triples[i].status);
        } else {
            MUST(statuses[i] == WHIT_ERROR_SIGNATURE_INVALID);
        }
        bad += statuses[i] != WHIT_OK;
    }
    MUST((all == WHIT_OK) == (bad == 0));
}

/* Contexts and prehashes: a signature is good for its own and for no other. */
static void variants_25519(input *in)
{
    uint8_t seed[32], private_key[64], key[32], signature[64], digest[64], context[2][255];
    uint8_t what = byte(in);
    size_t length[2];
    memset(seed, byte(in), sizeof seed);
    memset(digest, byte(in), sizeof digest);
    for (int i = 0; i < 2; i++) {
        const uint8_t *given = taken(in, 255, &length[i]);
        memset(context[i], 0, sizeof context[i]);
        memcpy(context[i], given, length[i]);
    }
    int same = length[0] == length[1] && memcmp(context[0], context[1], length[0]) == 0;
    OK(whit_ed25519_key_pair(private_key, key, seed));
    whit_status status, other;
    if (what & 1) {
        OK(whit_ed25519ctx_sign(signature, private_key, context[0], length[0], digest, 64));
        status = whit_ed25519ctx_verify(key, 32, context[1], length[1], digest, 64, signature, 64);
        other = whit_ed25519ph_verify_digest(key, 32, context[0], length[0], digest, signature, 64);
    } else {
        OK(whit_ed25519ph_sign_digest(signature, private_key, context[0], length[0], digest));
        status = whit_ed25519ph_verify_digest(key, 32, context[1], length[1], digest, signature,
                                              64);
        other = whit_ed25519ctx_verify(key, 32, context[0], length[0], digest, 64, signature, 64);
    }
    MUST(status == (same ? WHIT_OK : WHIT_ERROR_SIGNATURE_INVALID));
    MUST(other == WHIT_ERROR_SIGNATURE_INVALID);
    MUST(whit_ed25519_verify(key, 32, digest, 64, signature, 64) == WHIT_ERROR_SIGNATURE_INVALID);
}

static void single_448(input *in)
{
    uint8_t seed[57], private_key[114];
    triple one;
    uint8_t what = byte(in);
    memset(&one, 0, sizeof one);
    memset(seed, byte(in), sizeof seed);
    one.length = byte(in) % (MOST_MESSAGE + 1);
    OK(whit_ed448_key_pair(private_key, one.key, seed));
    OK(whit_ed448_sign(one.signature, private_key, one.message, one.length));
    int changed = what % 4 == 0 && mutate(in, one.signature, 114, 2);
    changed |= what % 4 == 1 && mutate(in, one.message, one.length, 1);
    changed |= what % 4 == 2 && mutate(in, one.key, 57, 1);
    one.status = whit_ed448_verify(one.key, 57, one.message, one.length, one.signature, 114);
    int good = expected(EVP_PKEY_ED448, &one, 57, 114);
    MUST(changed || one.status == WHIT_OK);
    MUST(good ? one.status == WHIT_OK || is_refused(one.status) : one.status != WHIT_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    triple one;
    switch (byte(&in) % 8) {
    case 0:
    case 1:
    case 2:
        batch_25519(&in);
        break;
    case 3:
        variants_25519(&in);
        break;
    case 4:
        single_448(&in);
        break;
    default:
        make_25519(&in, &one);
        break;
    }
    return 0;
}
