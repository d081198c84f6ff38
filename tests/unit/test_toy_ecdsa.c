/* SPDX-License-Identifier: MIT */
/* Exhaustive tests on toy curves: every key and nonce through signing, verification and
 * recovery, and every pair of numbers as a signature. */
#include "prepared.h"
#include "test.h"
#include "toy.h"

#include <whit/ecdsa.h>
#include <whit/key.h>

/* Turns of a loop on a toy that is too large for all of them. */
#define MOST_TURNS 40000

/* Digests as numbers below 2^bits(n): zero, one, and others, some above the order. */
static const int64_t digests[] = {0, 1, 77, 151, 313, 254};
#define DIGESTS ((int64_t)(sizeof digests / sizeof *digests))

static unsigned bits(int64_t value)
{
    unsigned count = 0;
    while (value >> count != 0) {
        count++;
    }
    return count;
}

/* The digest of o bytes whose leftmost bits are z; z as a scalar. */
static int64_t put_digest(const toy *t, uint8_t *digest, int64_t z)
{
    z %= (int64_t)1 << bits(t->n);
    toy_put_leftmost(t, digest, z);
    return z % t->n;
}

static void put_signature(const toy *t, uint8_t *signature, int64_t r, int64_t s)
{
    toy_put(signature, r, t->o);
    toy_put(signature + t->o, s, t->o);
}

/* s of the signature with a nonce, of a digest, and r d. */
static int64_t second_half(const toy *t, int64_t k, int64_t z, int64_t r, int64_t d)
{
    return toy_inverse(k, t->n) * toy_mod(z + r * d, t->n) % t->n;
}

/* Verification with the key, and with the key prepared, say the same. */
static whit_status verify_digest(const toy *t, const uint8_t *peer, const uint8_t *digest,
                                 const uint8_t *signature)
{
    whit_status status = whit_ecdsa_verify_digest(t->curve, peer, 1 + 2 * t->f, digest, t->o,
                                                  signature, 2 * t->o);
#if TEST_PREPARED
    CHECK_STATUS(prepared_verify_digest(t->curve, t->base, peer, 1 + 2 * t->f, digest, t->o,
                                        signature, 2 * t->o),
                 status);
#endif
    return status;
}

/* Every key and nonce: the signature is that of the definition, a nonce without one is passed
 * over, and the signature verifies, under no other digest. */
static void check_signing(const toy *t)
{
    int64_t stride = toy_stride(t->n * t->n, 4 * MOST_TURNS);
    uint8_t key[TOY_BYTES], peer[TOY_BYTES], digest[TOY_BYTES];
    uint8_t signature[TOY_BYTES], expected[TOY_BYTES];
    toy_tabulate(t);
    for (int64_t d = 1; d < t->n; d++) {
        toy_put(key, d, t->o);
        toy_put_point(t, peer, toy_multiple[d]);
        for (int64_t k = 1 + d % stride; k < t->n; k += stride) {
            int64_t z = put_digest(t, digest, digests[(d + k) % DIGESTS]);
            int64_t r = toy_multiple[k].x % t->n;
            int64_t s = second_half(t, k, z, r, d);
            toy_nonce nonce = {t, k, 0};
            whit_random random = {toy_nonce_fill, &nonce};
            whit_status status = whit_ecdsa_sign_digest(t->curve, t->base, signature, 2 * t->o, key,
                                                        t->o, digest, t->o, &random);
            test_note("key << 32 | nonce", (uint64_t)d << 32 | (uint64_t)k);
            if (r == 0 || s == 0) {
                CHECK_STATUS(status, WHIT_ERROR_RANDOM_FAILED);
                CHECK_ZERO(signature, 2 * t->o);
                continue;
            }
            put_signature(t, expected, r, s);
            CHECK_STATUS(status, WHIT_OK);
            CHECK_BYTES(signature, expected, 2 * t->o);
            CHECK_STATUS(verify_digest(t, peer, digest, signature), WHIT_OK);
        }
    }
}

/* Whether (r, s) signs z under d G, by the definition. */
static whit_status by_definition(const toy *t, int64_t d, int64_t z, int64_t r, int64_t s)
{
    if (r <= 0 || r >= t->n || s <= 0 || s >= t->n) {
        return WHIT_ERROR_SIGNATURE_RANGE;
    }
    int64_t k = toy_inverse(s, t->n) * toy_mod(z + r * d, t->n) % t->n;
    return k != 0 && toy_multiple[k].x % t->n == r ? WHIT_OK : WHIT_ERROR_SIGNATURE_INVALID;
}

/* Every pair (r, s) for a few keys, the base point and its negative among them, and digests: it
 * verifies exactly when the definition says. */
static void check_verifying(const toy *t)
{
    const int64_t cases[][2] = {{1, 0}, {t->n - 1, 1}, {97, 313}};
    int64_t stride = toy_stride(t->n * t->n, 4 * MOST_TURNS);
    uint8_t peer[TOY_BYTES], digest[TOY_BYTES], signature[TOY_BYTES];
    toy_tabulate(t);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t d = cases[i][0];
        int64_t z = put_digest(t, digest, cases[i][1]);
        toy_put_point(t, peer, toy_multiple[d]);
        for (int64_t r = 0; r <= t->n; r++) {
            for (int64_t s = r % stride; s <= t->n; s += stride) {
                put_signature(t, signature, r, s);
                test_note("case << 40 | r << 20 | s",
                          (uint64_t)i << 40 | (uint64_t)r << 20 | (uint64_t)s);
                CHECK_STATUS(verify_digest(t, peer, digest, signature),
                             by_definition(t, d, z, r, s));
            }
        }
    }
}

/* Verification refuses keys outside the subgroup, whatever the signature. */
static void check_verifying_under_any_point(const toy *t)
{
    int64_t points = t->h * t->n - 1;
    int64_t stride = toy_stride(points, MOST_TURNS);
    uint8_t peer[TOY_BYTES], digest[TOY_BYTES], signature[TOY_BYTES];
    int64_t z = put_digest(t, digest, 77);
    toy_tabulate(t);
    for (int64_t i = 0; i < points; i += stride) {
        int64_t log = toy_log(t, toy_every[i]);
        int64_t k = 1 + i % (t->n - 1);
        int64_t r = toy_multiple[k].x % t->n;
        int64_t s = second_half(t, k, z, r, log > 0 ? log : i);
        if (r == 0 || s == 0) {
            continue;
        }
        toy_put_point(t, peer, toy_every[i]);
        put_signature(t, signature, r, s);
        test_note("point", (uint64_t)i);
        CHECK_STATUS(verify_digest(t, peer, digest, signature),
                     log > 0 ? WHIT_OK : WHIT_ERROR_PUBLIC_KEY_ORDER);
    }
}

/* The public key with a signature (r, s) of z and a recovery id, by the definition; infinity if
 * there is none. */
static toy_point recovered(const toy *t, int64_t id, int64_t z, int64_t r, int64_t s)
{
    toy_point r_point = {(int32_t)(r + (id >> 1) * t->n), 0};
    int64_t log = -1;
    if (r_point.x < t->p) {
        int64_t root = toy_root(toy_right_side(t, r_point.x));
        r_point.y = (int32_t)(root < 0 || ((root ^ id) & 1) == 0 ? root : t->p - root);
        log = root < 0 || r_point.y == t->p ? -1 : toy_log(t, r_point);
    }
    if (log < 0) {
        return toy_multiple[0];
    }
    return toy_multiple[toy_mod(s * log - z, t->n) * toy_inverse(r, t->n) % t->n];
}

/* Whether the recovery id fits a byte for every x. */
static int is_recoverable(const toy *t)
{
    return bits(t->p) <= bits(t->n) + 6;
}

/* Every signature with every recovery id gives the key that the definition says; the id that
 * belongs to the nonce gives the signer's. */
static void check_recovery(const toy *t)
{
    int64_t ids = 2 * (t->p / t->n + 2);
    int64_t stride = toy_stride(t->n * t->n * (ids + 1), 4 * MOST_TURNS);
    uint8_t digest[TOY_BYTES], signature[TOY_BYTES], key[TOY_BYTES], expected[TOY_BYTES];
    toy_tabulate(t);
    for (int64_t d = 1; d < t->n; d++) {
        for (int64_t k = 1 + d % stride; k < t->n; k += stride) {
            int64_t z = put_digest(t, digest, digests[(d + k) % DIGESTS]);
            int64_t r = toy_multiple[k].x % t->n;
            int64_t s = second_half(t, k, z, r, d);
            int64_t right = (toy_multiple[k].x / t->n) << 1 | (toy_multiple[k].y & 1);
            if (r == 0 || s == 0) {
                continue;
            }
            put_signature(t, signature, r, s);
            for (int64_t id = 0; id < ids && id < 256; id++) {
                toy_point point = recovered(t, id, z, r, s);
                test_note("key << 40 | nonce << 20 | id",
                          (uint64_t)d << 40 | (uint64_t)k << 20 | (uint64_t)id);
                whit_status status = whit_ecdsa_recover_digest(
                    t->curve, key, 1 + 2 * t->f, (uint8_t)id, digest, t->o, signature, 2 * t->o);
                CHECK(id != right || toy_log(t, point) == d);
                if (!is_recoverable(t)) {
                    CHECK_STATUS(status, WHIT_ERROR_ARGUMENT);
                } else if (point.x >= 0) {
                    toy_put_point(t, expected, point);
                    CHECK_STATUS(status, WHIT_OK);
                    CHECK_BYTES(key, expected, 1 + 2 * t->f);
                } else {
                    CHECK_STATUS(status, WHIT_ERROR_SIGNATURE_RECOVERY);
                    CHECK_ZERO(key, 1 + 2 * t->f);
                }
            }
        }
    }
}

/* Every s becomes the lesser of s and n - s; the recovery id goes with it. */
static void check_low(const toy *t)
{
    uint8_t signature[TOY_BYTES], expected[TOY_BYTES];
    for (int64_t s = 0; s < t->n + 3; s++) {
        int64_t r = s * s % t->n;
        int good = r > 0 && s > 0 && s < t->n;
        int high = 2 * s > t->n;
        uint8_t id = (uint8_t)(s & 3);
        put_signature(t, signature, r, s);
        test_note("s", (uint64_t)s);
        CHECK_STATUS(whit_ecdsa_is_low(t->curve, signature, 2 * t->o),
                     good && !high ? WHIT_OK : WHIT_ERROR_SIGNATURE_RANGE);
        CHECK_STATUS(whit_ecdsa_make_low(t->curve, signature, 2 * t->o, &id),
                     good ? WHIT_OK : WHIT_ERROR_SIGNATURE_RANGE);
        if (good) {
            put_signature(t, expected, r, high ? t->n - s : s);
            CHECK_BYTES(signature, expected, 2 * t->o);
            CHECK_EQ(id, (s & 3) ^ high);
        }
    }
}

/* RFC 6979 on orders that refuse about half of all candidates: what is signed verifies, the same
 * message gives the same signature, and its recovery id gives the key. */
static void check_deterministic(const toy *t)
{
    size_t o = t->o;
    size_t f = t->f;
    uint8_t key[TOY_BYTES], peer[TOY_BYTES], back[TOY_BYTES];
    uint8_t first[TOY_BYTES], second[TOY_BYTES];
    for (int64_t d = 1; d < t->n; d += toy_stride(t->n, 250)) {
        uint8_t message = (uint8_t)d;
        uint8_t id = 0;
        toy_put(key, d, o);
        test_note("private key", (uint64_t)d);
        CHECK_STATUS(whit_key_public(t->curve, t->base, peer, 1 + 2 * f, key, o), WHIT_OK);
        CHECK_STATUS(
            whit_ecdsa_sign(t->curve, t->base, &whit_sha256, first, 2 * o, key, o, &message, 1),
            WHIT_OK);
        CHECK_STATUS(
            whit_ecdsa_verify(t->curve, &whit_sha256, peer, 1 + 2 * f, &message, 1, first, 2 * o),
            WHIT_OK);
        if (!is_recoverable(t)) {
            continue;
        }
        CHECK_STATUS(whit_ecdsa_sign_recoverable(t->curve, t->base, &whit_sha256, second, 2 * o,
                                                 &id, key, o, &message, 1),
                     WHIT_OK);
        CHECK_BYTES(first, second, 2 * o);
        CHECK_STATUS(whit_ecdsa_recover(t->curve, &whit_sha256, back, 1 + 2 * f, id, &message, 1,
                                        first, 2 * o),
                     WHIT_OK);
        CHECK_BYTES(back, peer, 1 + 2 * f);
    }
}

#define TOY(name, p, a, b, n, h, gx, gy)                       \
    TOY_CASE(name, signing, check_signing)                     \
    TOY_CASE(name, verifying, check_verifying)                 \
    TOY_CASE(name, any_point, check_verifying_under_any_point) \
    TOY_CASE(name, recovery, check_recovery)                   \
    TOY_CASE(name, low, check_low)                             \
    TOY_CASE(name, deterministic, check_deterministic)
#include "toys.h"
#undef TOY

TEST_SUITE(toy_ecdsa) = {
#define TOY(name, p, a, b, n, h, gx, gy)                                                         \
    CASE(name##_signing), CASE(name##_verifying), CASE(name##_any_point), CASE(name##_recovery), \
        CASE(name##_low), CASE(name##_deterministic),
#include "toys.h"
#undef TOY
    END_OF_SUITE,
};
