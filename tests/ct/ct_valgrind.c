/* SPDX-License-Identifier: MIT */
/* Secrets are marked as undefined memory; valgrind's memcheck then reports every branch
 * and every address that depends on one. Run it under valgrind:
 *
 *     ct_valgrind             each operation on secrets; fails on any report
 *     ct_valgrind --control   two deliberate leaks; fails unless both are reported */
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>
#include <whit/arithmetic.h>
#include <whit/key_der.h>
#include <whit/ecpv.h>
#include <whit/macwbb.h>
#include <whit/secp256r1.h>

#include "../unit/known_answers.h"
#include "declassify.h"

static uint8_t private_key[WHIT_SECP256R1_PRIVATE_KEY_BYTES];
static uint8_t public_key[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
static uint8_t secret[WHIT_SECP256R1_SHARED_SECRET_BYTES];
static uint8_t signature[WHIT_SECP256R1_SIGNATURE_BYTES];
static const uint8_t sample[] = {'s', 'a', 'm', 'p', 'l', 'e'};

void ct_declassify(const void *bytes, size_t length)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(bytes, length);
}

static void poison(void *bytes, size_t length)
{
    (void)VALGRIND_MAKE_MEM_UNDEFINED(bytes, length);
}

static const uint8_t *poisoned_key(const uint8_t *key)
{
    ct_declassify(private_key, sizeof private_key);
    memcpy(private_key, key, sizeof private_key);
    poison(private_key, sizeof private_key);
    return private_key;
}

/* A random source whose bytes are secret. */
static whit_status secret_fill(void *context, uint8_t *out, size_t length)
{
    memcpy(out, context, length);
    poison(out, length);
    return WHIT_OK;
}

static whit_random secret_random(const uint8_t *bytes)
{
    whit_random random;
    random.fill = secret_fill;
    random.context = (void *)(uintptr_t)bytes;
    return random;
}

/* Each returns whether the (no longer secret) result is right. */
static int is(whit_status status, const uint8_t *result, const uint8_t *expected, size_t length)
{
    ct_declassify(&status, sizeof status);
    ct_declassify(result, length);
    return status == WHIT_OK && memcmp(result, expected, length) == 0;
}

static int keygen(void)
{
    whit_random random = secret_random(ka_entropy);
    whit_status status = whit_secp256r1_keygen(private_key, public_key, &random);
    return is(status, private_key, ka_entropy, sizeof private_key) &&
           is(status, public_key, ka_entropy_public, sizeof public_key);
}

static int compute_public_key(void)
{
    whit_status status = whit_secp256r1_public_key(public_key, poisoned_key(ka_private_a));
    return is(status, public_key, ka_public_a, sizeof public_key);
}

static int validate_private_key(void)
{
    const uint8_t *key = poisoned_key(ka_private_a);
    whit_status status = whit_secp256r1_validate_private_key(key, sizeof private_key);
    return is(status, ka_private_a, ka_private_a, 0);
}

static int ecdh(void)
{
    whit_status status = whit_secp256r1_ecdh(secret, poisoned_key(ka_private_a), ka_public_b,
                                             sizeof ka_public_b);
    return is(status, secret, ka_secret_ab, sizeof secret);
}

static int sign(void)
{
    whit_status status = whit_secp256r1_sign(signature, poisoned_key(ka_private_a), sample,
                                             sizeof sample);
    return is(status, signature, ka_sign_sample, sizeof signature);
}

/* The message is secret as well: it may be, until the signature is published. */
static int sign_secret_message(void)
{
    uint8_t message[sizeof sample];
    whit_status status;
    memcpy(message, sample, sizeof sample);
    poison(message, sizeof message);
    status = whit_secp256r1_sign(signature, poisoned_key(ka_private_a), message, sizeof message);
    return is(status, signature, ka_sign_sample, sizeof signature);
}

static int sign_hedged(void)
{
    whit_random random = secret_random(ka_added);
    whit_status status = whit_secp256r1_sign_hedged(signature, poisoned_key(ka_private_a), sample,
                                                    sizeof sample, &random);
    return is(status, signature, ka_sign_hedged, sizeof signature);
}

static int sign_checked(void)
{
    whit_status status = whit_secp256r1_sign_checked(signature, poisoned_key(ka_private_a),
                                                     ka_public_a, sample, sizeof sample);
    return is(status, signature, ka_sign_sample, sizeof signature);
}

static int sign_digest_checked(void)
{
    whit_status status = whit_secp256r1_sign_digest_checked(signature, poisoned_key(ka_private_a),
                                                            ka_public_a, ka_digest_sample, 32);
    return is(status, signature, ka_sign_sample, sizeof signature);
}

static int sign_digest(void)
{
    whit_random random = secret_random(ka_nonce);
    whit_status status = whit_secp256r1_sign_digest(signature, poisoned_key(ka_private_a),
                                                    ka_digest_sample, 32, &random);
    return is(status, signature, ka_sign_nonce, sizeof signature);
}

static int sign_digest_deterministic(void)
{
    whit_status status = whit_secp256r1_sign_digest_deterministic(
        signature, poisoned_key(ka_private_a), ka_digest_sample, 32);
    return is(status, signature, ka_sign_sample, sizeof signature);
}

static int hmac(void)
{
    uint8_t mac[WHIT_SHA256_BYTES];
    uint8_t again[WHIT_SHA256_BYTES];
    const uint8_t *key = poisoned_key(ka_private_a);
    whit_status status = whit_hmac(&whit_sha256, mac, key, sizeof private_key, sample, 6);
    (void)whit_hmac(&whit_sha256, again, ka_private_a, sizeof private_key, sample, 6);
    return is(status, mac, again, sizeof mac);
}

/* Written with a secret key, and read again. */
static int key_der(void)
{
    uint8_t der[WHIT_KEY_DER_BYTES(32, 32)];
    size_t length = sizeof der;
    const uint8_t *key = poisoned_key(ka_private_a);
    whit_status status = whit_key_private_to_pkcs8(&whit_secp256r1, &whit_secp256r1_oid, der,
                                                   &length, key, 32, ka_public_a, 65);
    if (status != WHIT_OK) {
        return 0;
    }
    status = whit_key_private_from_pkcs8(&whit_secp256r1, &whit_secp256r1_oid, secret, 32, NULL,
                                         NULL, der, length);
    return is(status, secret, ka_private_a, sizeof secret);
}

/* Scalars: ((a + a) a - a^2) / a = a, the inverse of the negated negated. */
static int scalars(void)
{
    whit_secp256r1_scalar a, sum, square;
    (void)whit_secp256r1_scalar_read(&a, poisoned_key(ka_private_a), sizeof private_key);
    (void)whit_secp256r1_scalar_add(&sum, &a, &a);
    (void)whit_secp256r1_scalar_mul(&sum, &sum, &a);
    (void)whit_secp256r1_scalar_mul(&square, &a, &a);
    (void)whit_secp256r1_scalar_sub(&sum, &sum, &square);
    (void)whit_secp256r1_scalar_inverse(&a, &a);
    (void)whit_secp256r1_scalar_negate(&a, &a);
    (void)whit_secp256r1_scalar_negate(&a, &a);
    (void)whit_secp256r1_scalar_mul(&sum, &sum, &a);
    (void)whit_secp256r1_scalar_select(&a, &a, &sum, private_key[0] | 1u);
    return is(whit_secp256r1_scalar_write(secret, &a), secret, ka_private_a, sizeof secret);
}

static int scalars_reduced(void)
{
    whit_secp256r1_scalar a;
    uint8_t wide[3 * sizeof private_key] = {0};
    memcpy(wide + 2 * sizeof private_key, ka_private_a, sizeof private_key);
    poison(wide, sizeof wide);
    (void)whit_secp256r1_scalar_reduce(&a, wide, sizeof wide);
    return is(whit_secp256r1_scalar_write(secret, &a), secret, ka_private_a, sizeof secret);
}

/* A secret multiple of a point whose coordinates are secret, added and subtracted. */
static int points(void)
{
    whit_secp256r1_scalar a;
    whit_secp256r1_point p, q;
    (void)whit_secp256r1_scalar_read(&a, poisoned_key(ka_private_a), sizeof private_key);
    (void)whit_secp256r1_point_mul_base(&q, &a);
    (void)whit_secp256r1_point_decode(&p, ka_public_b, sizeof ka_public_b);
    (void)whit_secp256r1_point_add(&p, &p, &q);
    (void)whit_secp256r1_point_sub(&p, &p, &q);
    (void)whit_secp256r1_point_select(&p, &q, &p, private_key[0] | 1u);
    (void)whit_secp256r1_point_mul(&p, &a, &p);
    (void)whit_secp256r1_point_double(&q, &p);
    (void)whit_secp256r1_point_negate(&p, &p);
    (void)whit_secp256r1_point_add(&q, &q, &p);
    if (whit_secp256r1_point_validate(&q) != WHIT_OK) {
        return 0;
    }
    return is(whit_secp256r1_point_encode(public_key, sizeof public_key, &q), public_key + 1,
              ka_secret_ab, sizeof ka_secret_ab);
}

static int point_sums(void)
{
    whit_secp256r1_scalar k[2];
    whit_secp256r1_point p[2], sum;
    (void)whit_secp256r1_scalar_read(&k[0], poisoned_key(ka_private_a), sizeof private_key);
    (void)whit_secp256r1_scalar_sub(&k[1], &k[0], &k[0]);
    (void)whit_secp256r1_point_decode(&p[0], ka_public_b, sizeof ka_public_b);
    (void)whit_secp256r1_point_mul_base(&p[1], &k[0]);
    (void)whit_secp256r1_point_mul_sum(&sum, k, p, 2);
    return is(whit_secp256r1_point_encode(public_key, sizeof public_key, &sum), public_key + 1,
              ka_secret_ab, sizeof ka_secret_ab);
}

WHIT_INTEGERS(number, 256);

/* a^a a^-a = 1 modulo a number that is no prime, for a secret a, and a sum that comes to it. */
static int integers(void)
{
    static const uint8_t modulus[32] = {0x80, [31] = 0x1d};
    static const uint8_t one[32] = {[31] = 1};
    number_modulus m;
    number_integer a, power, other;
    (void)number_set_modulus(&m, modulus, sizeof modulus);
    (void)number_reduce(&a, poisoned_key(ka_private_a), sizeof private_key, &m);
    (void)number_exp(&power, &a, private_key, sizeof private_key, &m);
    if (number_inverse(&other, &a, &m) != WHIT_OK) {
        return 0;
    }
    (void)number_exp(&other, &other, private_key, sizeof private_key, &m);
    (void)number_mul(&power, &power, &other, &m);
    (void)number_add(&power, &power, &a, &m);
    (void)number_sub(&power, &power, &a, &m);
    (void)number_negate(&power, &power, &m);
    (void)number_sqr(&power, &power, &m);
    (void)number_select(&power, &a, &power, private_key[0] | 1u, &m);
    return is(number_write(secret, sizeof secret, &power, &m), secret, one, sizeof one);
}

#define SCALAR sizeof private_key
#define COMPRESSED WHIT_SECP256R1_COMPRESSED_KEY_BYTES

/* A key, a credential and attributes that are secret, and a showing; parameters, the proof of
 * issuance and the showing are public once they are there. */
static int credentials(void)
{
    static uint8_t key[WHIT_MACWBB_KEY_BYTES(SCALAR, 2)];
    static uint8_t parameters[WHIT_MACWBB_PARAMETERS_BYTES(COMPRESSED, 2)];
    static uint8_t credential[WHIT_MACWBB_CREDENTIAL_BYTES(sizeof public_key, 2)];
    static uint8_t proof[WHIT_SECP256R1_MACWBB_PROOF_BYTES];
    static uint8_t attributes[2 * SCALAR];
    static uint8_t showing[WHIT_MACWBB_SHOWING_BYTES(COMPRESSED, SCALAR, 1)];
    const whit_random random = secret_random(ka_private_a);
    memcpy(attributes, ka_private_b, SCALAR);
    memcpy(attributes + SCALAR, ka_private_b, SCALAR);
    poison(attributes, SCALAR);
    if (whit_secp256r1_macwbb_keygen(key, sizeof key, parameters, sizeof parameters, &random) !=
        WHIT_OK) {
        return 0;
    }
    ct_declassify(parameters, sizeof parameters);
    if (whit_secp256r1_macwbb_issue(credential, sizeof credential, proof, key, sizeof key,
                                    parameters, sizeof parameters, attributes, sizeof attributes,
                                    &random) != WHIT_OK ||
        whit_secp256r1_macwbb_verify(credential, sizeof credential, key, sizeof key, attributes,
                                     sizeof attributes) != WHIT_OK) {
        return 0;
    }
    ct_declassify(proof, sizeof proof);
    if (whit_secp256r1_macwbb_accept(credential, sizeof credential, proof, parameters,
                                     sizeof parameters, attributes, sizeof attributes) != WHIT_OK ||
        whit_secp256r1_macwbb_show(showing, sizeof showing, credential, sizeof credential,
                                   parameters, sizeof parameters, attributes, sizeof attributes, 2,
                                   sample, sizeof sample, &random) != WHIT_OK) {
        return 0;
    }
    ct_declassify(showing, sizeof showing);
    return whit_secp256r1_macwbb_verify_show(showing, sizeof showing, key, sizeof key, parameters,
                                             sizeof parameters, attributes, sizeof attributes, 2,
                                             sample, sizeof sample) == WHIT_OK;
}

/* A signature that holds the message, which is secret until then. */
static int message_recovery(void)
{
    static uint8_t message[SCALAR], recovered[SCALAR];
    static uint8_t signed_message[WHIT_ECPV_SIGNATURE_BYTES(SCALAR, SCALAR)];
    const whit_random random = secret_random(ka_private_b);
    memcpy(message, ka_private_b, SCALAR);
    poison(message, SCALAR);
    if (whit_secp256r1_ecpv_sign(signed_message, sizeof signed_message, poisoned_key(ka_private_a),
                                 message, sizeof message, sample, sizeof sample, NULL, 0,
                                 &random) != WHIT_OK) {
        return 0;
    }
    ct_declassify(signed_message, sizeof signed_message);
    return is(whit_secp256r1_ecpv_recover(recovered, sizeof recovered, ka_public_a,
                                          sizeof ka_public_a, signed_message, sizeof signed_message,
                                          sample, sizeof sample, NULL, 0),
              recovered, ka_private_b, SCALAR);
}

/* A message that is hashed to a point, such as a password; the point is secret too. */
static int hash_to_curve(void)
{
    static uint8_t message[SCALAR], found[sizeof public_key], right[sizeof public_key];
    memcpy(message, ka_private_b, SCALAR);
    whit_status status = whit_secp256r1_hash_to_curve(right, message, sizeof message, sample,
                                                      sizeof sample);
    poison(message, SCALAR);
    if (status != WHIT_OK || whit_secp256r1_hash_to_curve(found, message, sizeof message, sample,
                                                          sizeof sample) != WHIT_OK) {
        return 0;
    }
    if (!is(WHIT_OK, found, right, sizeof found)) {
        return 0;
    }
    ct_declassify(message, sizeof message);
    status = whit_secp256r1_encode_to_curve(right, message, sizeof message, sample, sizeof sample);
    poison(message, SCALAR);
    return status == WHIT_OK &&
           is(whit_secp256r1_encode_to_curve(found, message, sizeof message, sample, sizeof sample),
              found, right, sizeof found);
}

static volatile unsigned sink;

static int leak_by_branch(void)
{
    if (poisoned_key(ka_private_a)[0] & 1) {
        sink++;
    }
    return 1;
}

static int leak_by_address(void)
{
    sink += ka_public_a[poisoned_key(ka_private_a)[0] & 63];
    return 1;
}

typedef struct operation {
    const char *name;
    int (*run)(void);
} operation;

static const operation operations[] = {
    {"keygen", keygen},
    {"public_key", compute_public_key},
    {"validate_private_key", validate_private_key},
    {"ecdh", ecdh},
    {"sign", sign},
    {"sign, secret message", sign_secret_message},
    {"sign_hedged", sign_hedged},
    {"sign_checked", sign_checked},
    {"sign_digest_checked", sign_digest_checked},
    {"sign_digest", sign_digest},
    {"sign_digest_deterministic", sign_digest_deterministic},
    {"hmac", hmac},
    {"key_der", key_der},
    {"scalars", scalars},
    {"scalars, reduced", scalars_reduced},
    {"points", points},
    {"sums of points", point_sums},
    {"integers", integers},
    {"credentials", credentials},
    {"message recovery", message_recovery},
    {"hash_to_curve", hash_to_curve},
};

static const operation leaks[] = {
    {"leak by branch", leak_by_branch},
    {"leak by address", leak_by_address},
};

int main(int argc, char **argv)
{
    int control = argc > 1 && strcmp(argv[1], "--control") == 0;
    const operation *list = control ? leaks : operations;
    size_t count = control ? sizeof leaks / sizeof leaks[0]
                           : sizeof operations / sizeof operations[0];
    unsigned passed = 0;
    if (!RUNNING_ON_VALGRIND) {
        fprintf(stderr, "%s: run this under valgrind\n", argv[0]);
        return 2;
    }
    for (size_t i = 0; i < count; i++) {
        unsigned before = VALGRIND_COUNT_ERRORS;
        int right = list[i].run();
        unsigned reports = VALGRIND_COUNT_ERRORS - before;
        if (right && (reports != 0) == control) {
            passed++;
        } else {
            printf("FAILED %s: %s, %u reports\n", list[i].name, right ? "right" : "wrong result",
                   reports);
        }
    }
    printf("%u passed, %u failed\n", passed, (unsigned)count - passed);
    return passed == count ? 0 : 1;
}
