/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "harness.h"
#include "whit.h"
#include <string.h>

/* The functions of a curve's headers, for operations.inc: of each header that an image calls. On
 * Montgomery and Edwards curves public keys are one coordinate. */
#if WHIT_LAB_AGREEMENT
#define AGREEMENT(name) ADAPTER_CURVE(whit_, _##name)
#define AGREEMENT_PUBLIC_KEY_BYTES ADAPTER_PUBLIC_KEY_BYTES
#elif WHIT_LAB_INTEGERS
#elif ADAPTER_PUBLIC_KEY_BYTES != WHIT_LAB_FIELD_BYTES
#define CURVE(name) ADAPTER_CURVE(whit_, _##name)
#elif WHIT_LAB_FIELD_BYTES == 32
#define XDH(name) whit_x25519_##name
#define XDH_PUBLIC_KEY_BYTES WHIT_X25519_PUBLIC_KEY_BYTES
#else
#define XDH(name) whit_x448_##name
#define XDH_PUBLIC_KEY_BYTES WHIT_X448_PUBLIC_KEY_BYTES
#endif
#if WHIT_LAB_EDDSA
#define EDDSA(name) ADAPTER_CURVE(whit_, _##name)
#define EDDSA_PUBLIC_KEY_BYTES ADAPTER_PUBLIC_KEY_BYTES
#endif

#define PUBLIC_KEY_BYTES (1 + ADAPTER_PUBLIC_KEY_BYTES)

static whit_status fill(void *context, uint8_t *out, size_t length)
{
    (void)context;
    return harness_random(out, length) == 0 ? WHIT_OK : WHIT_ERROR_RANDOM_FAILED;
}

static const whit_random source = {fill, NULL};

#ifdef CURVE
/* The adapters' public keys have no prefix. */
static void encode(uint8_t encoded[PUBLIC_KEY_BYTES], const uint8_t *public_key)
{
    encoded[0] = 4;
    memcpy(encoded + 1, public_key, ADAPTER_PUBLIC_KEY_BYTES);
}
#endif

#include "operations.inc"

#if WHIT_LAB_BATCH && !WHIT_LAB_BLS
int adapter_verify_batch(const uint8_t *public_keys, const uint8_t *messages, size_t length,
                         const uint8_t *signatures)
{
    static EDDSA(room) room[WHIT_LAB_BATCH];
    EDDSA(signed) given[WHIT_LAB_BATCH];
    size_t message_length = length / WHIT_LAB_BATCH;

    for (size_t i = 0; i < WHIT_LAB_BATCH; i++) {
        given[i].public_key = public_keys + i * ADAPTER_PUBLIC_KEY_BYTES;
        given[i].public_key_length = ADAPTER_PUBLIC_KEY_BYTES;
        given[i].message = messages + i * message_length;
        given[i].message_length = message_length;
        given[i].signature = signatures + i * ADAPTER_SIGNATURE_BYTES;
        given[i].signature_length = ADAPTER_SIGNATURE_BYTES;
    }
    return EDDSA(verify_batch)(NULL, room, WHIT_LAB_BATCH, given, WHIT_LAB_BATCH, &source) !=
           WHIT_OK;
}
#endif

#ifdef CURVE
/* The curves' hashes, which differ in length. */
#if ADAPTER_DIGEST_BYTES == 20
#define HASH whit_sha1
#elif ADAPTER_DIGEST_BYTES == 28
#define HASH whit_sha224
#elif ADAPTER_DIGEST_BYTES == 32
#define HASH whit_sha256
#elif ADAPTER_DIGEST_BYTES == 48
#define HASH whit_sha384
#else
#define HASH whit_sha512
#endif

int adapter_hash(uint8_t *digest, const uint8_t *message, size_t length)
{
    whit_hash_state state;

    whit_hash_init(&HASH, &state);
    whit_hash_update(&HASH, &state, message, length);
    whit_hash_final(&HASH, &state, digest);
    return 0;
}
#endif

#ifdef WHIT_LAB_HASH_TO_CURVE
int adapter_hash_to_curve(uint8_t *public_key, const uint8_t *message, size_t length)
{
    static const char tag[] = ADAPTER_HASH_TO_CURVE_TAG;
#ifdef CURVE
    uint8_t encoded[PUBLIC_KEY_BYTES];

    if (CURVE(hash_to_curve)(encoded, message, length, (const uint8_t *)tag, sizeof tag - 1) !=
        WHIT_OK) {
        return 1;
    }
    memcpy(public_key, encoded + 1, ADAPTER_PUBLIC_KEY_BYTES);
    return 0;
#else
    return EDDSA(hash_to_curve)(public_key, message, length, (const uint8_t *)tag,
                                sizeof tag - 1) != WHIT_OK;
#endif
}
#endif

#ifdef WHIT_LAB_ARITHMETIC
#define POINT_ADD 13
#define POINT_MUL 25

#if WHIT_LAB_ARITHMETIC == POINT_ADD || WHIT_LAB_ARITHMETIC == POINT_MUL
static CURVE(scalar) k;
static CURVE(point) point, base;

int adapter_operands(const uint8_t *private_key, const uint8_t *public_key)
{
    uint8_t encoded[PUBLIC_KEY_BYTES];

    encode(encoded, public_key);
    return CURVE(scalar_read)(&k, private_key, ADAPTER_PRIVATE_KEY_BYTES) != WHIT_OK ||
           CURVE(point_decode)(&point, encoded, sizeof encoded) != WHIT_OK ||
           CURVE(point_set_base)(&base) != WHIT_OK;
}

int adapter_point_add(void)
{
    return CURVE(point_add)(&point, &point, &base) != WHIT_OK;
}

int adapter_point_mul(void)
{
    return CURVE(point_mul)(&point, &k, &point) != WHIT_OK;
}

int adapter_result(uint8_t *secret)
{
    uint8_t encoded[PUBLIC_KEY_BYTES];

    if (CURVE(point_encode)(encoded, sizeof encoded, &point) != WHIT_OK) {
        return 1;
    }
    memcpy(secret, encoded + 1, ADAPTER_SECRET_BYTES);
    return 0;
}
#else
WHIT_INTEGERS(number, 8 * WHIT_LAB_FIELD_BYTES);

static number_modulus p;
static number_integer x, y;
static uint8_t exponent[ADAPTER_PRIVATE_KEY_BYTES];

int adapter_operands(const uint8_t *private_key, const uint8_t *public_key)
{
    static const uint8_t prime[] = {WHIT_LAB_PRIME};

    memcpy(exponent, private_key, sizeof exponent);
    return number_set_modulus(&p, prime, sizeof prime) != WHIT_OK ||
           number_read(&x, public_key, WHIT_LAB_FIELD_BYTES, &p) != WHIT_OK ||
           number_read(&y, public_key + WHIT_LAB_FIELD_BYTES, WHIT_LAB_FIELD_BYTES, &p) != WHIT_OK;
}

int adapter_mod_add(void)
{
    return number_add(&x, &x, &y, &p) != WHIT_OK;
}

int adapter_mod_mul(void)
{
    return number_mul(&x, &x, &y, &p) != WHIT_OK;
}

int adapter_mod_exp(void)
{
    return number_exp(&x, &x, exponent, sizeof exponent, &p) != WHIT_OK;
}

int adapter_mod_inv(void)
{
    return number_inverse(&x, &x, &p) != WHIT_OK;
}

int adapter_mod_inv_vartime(void)
{
    return number_inverse_vartime(&x, &x, &p) != WHIT_OK;
}

int adapter_result(uint8_t *secret)
{
    return number_write(secret, ADAPTER_SECRET_BYTES, &x, &p) != WHIT_OK;
}
#endif
#endif

#ifdef WHIT_LAB_SHOW
#define COMPRESSED_BYTES ADAPTER_COMPRESSED_BYTES
#define SCALAR_BYTES WHIT_LAB_ORDER_BYTES
#define SHOWING_BYTES WHIT_MACWBB_SHOWING_BYTES(COMPRESSED_BYTES, SCALAR_BYTES, 1)

/* Of one attribute. */
static uint8_t key[WHIT_MACWBB_KEY_BYTES(SCALAR_BYTES, 1)];
static uint8_t parameters[WHIT_MACWBB_PARAMETERS_BYTES(COMPRESSED_BYTES, 1)];
static uint8_t credential[WHIT_MACWBB_CREDENTIAL_BYTES(PUBLIC_KEY_BYTES, 1)];
static uint8_t proof[2 * SCALAR_BYTES];
static uint8_t attribute[SCALAR_BYTES];

static int reduced(uint8_t *scalar, const uint8_t *coordinate)
{
    CURVE(scalar) k;

    return CURVE(scalar_reduce)(&k, coordinate, WHIT_LAB_FIELD_BYTES) != WHIT_OK ||
           CURVE(scalar_write)(scalar, &k) != WHIT_OK;
}

static int set_parameter(int place)
{
    CURVE(scalar) k;
    CURVE(point) p;

    return CURVE(scalar_read)(&k, key + place * SCALAR_BYTES, SCALAR_BYTES) != WHIT_OK ||
           CURVE(point_mul_base)(&p, &k) != WHIT_OK ||
           CURVE(point_encode)(parameters + place * COMPRESSED_BYTES, COMPRESSED_BYTES, &p) !=
               WHIT_OK;
}

int adapter_operands(const uint8_t *private_key, const uint8_t *public_key)
{
    memcpy(key, private_key, SCALAR_BYTES);
    return reduced(key + SCALAR_BYTES, public_key + WHIT_LAB_FIELD_BYTES) != 0 ||
           reduced(attribute, public_key) != 0 || set_parameter(0) != 0 || set_parameter(1) != 0 ||
           CURVE(macwbb_issue)(credential, sizeof credential, proof, key, sizeof key, parameters,
                               sizeof parameters, attribute, sizeof attribute, &source) != WHIT_OK;
}

int adapter_show(uint8_t *compressed, uint8_t *signature, uint8_t *message, const uint8_t *digest)
{
    uint8_t showing[SHOWING_BYTES];

    if (CURVE(macwbb_show)(showing, sizeof showing, credential, sizeof credential, parameters,
                           sizeof parameters, attribute, sizeof attribute, 0, digest,
                           ADAPTER_DIGEST_BYTES, &source) != WHIT_OK) {
        return 1;
    }
    memcpy(compressed, showing, COMPRESSED_BYTES);
    memcpy(signature, showing + COMPRESSED_BYTES, 2 * SCALAR_BYTES);
    memcpy(message, showing + COMPRESSED_BYTES + 2 * SCALAR_BYTES, SCALAR_BYTES);
    return 0;
}

int adapter_verify_show(const uint8_t *compressed, const uint8_t *signature, const uint8_t *message,
                        const uint8_t *digest)
{
    uint8_t showing[SHOWING_BYTES];

    memcpy(showing, compressed, COMPRESSED_BYTES);
    memcpy(showing + COMPRESSED_BYTES, signature, 2 * SCALAR_BYTES);
    memcpy(showing + COMPRESSED_BYTES + 2 * SCALAR_BYTES, message, SCALAR_BYTES);
    return CURVE(macwbb_verify_show)(showing, sizeof showing, key, sizeof key, parameters,
                                     sizeof parameters, attribute, sizeof attribute, 0, digest,
                                     ADAPTER_DIGEST_BYTES) != WHIT_OK;
}
#endif

#if WHIT_LAB_BLS
/* Points are uncompressed, after three flags that are 0 or a prefix. A coordinate of the second
 * group has its numbers in the other order. */
#if 8 * WHIT_LAB_FIELD_BYTES - WHIT_LAB_FIELD_BITS >= 3
#define PREFIX 0
#else
#define PREFIX 1
#endif
#define FIRST_BYTES (PREFIX + ADAPTER_SIGNATURE_BYTES)
#define SECOND_BYTES (PREFIX + ADAPTER_PUBLIC_KEY_BYTES)
#define DEGREE (ADAPTER_PUBLIC_KEY_BYTES / WHIT_LAB_FIELD_BYTES / 2)

static const whit_bls_suite suite = {
    &whit_sha256, (const uint8_t *)WHIT_LAB_BLS_TAG, sizeof WHIT_LAB_BLS_TAG - 1, 0, 0, NULL, 0};

static void exchange(uint8_t *out, const uint8_t *in)
{
    for (size_t i = 0; i < 2 * DEGREE; i++) {
        size_t other = i < DEGREE ? DEGREE - 1 - i : 3 * DEGREE - 1 - i;

        memcpy(out + i * WHIT_LAB_FIELD_BYTES, in + other * WHIT_LAB_FIELD_BYTES,
               WHIT_LAB_FIELD_BYTES);
    }
}

int adapter_bls_keygen(uint8_t *private_key, uint8_t *public_key)
{
    uint8_t encoded[SECOND_BYTES];

    if (CURVE(bls_keygen)(private_key, &source) != WHIT_OK ||
        CURVE(min_sig_public_key)(encoded, sizeof encoded, private_key) != WHIT_OK) {
        return 1;
    }
    exchange(public_key, encoded + PREFIX);
    return 0;
}

int adapter_bls_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                     size_t length)
{
    uint8_t encoded[FIRST_BYTES];

    if (CURVE(min_sig_sign)(encoded, sizeof encoded, private_key, &suite, message, length) !=
        WHIT_OK) {
        return 1;
    }
    memcpy(signature, encoded + PREFIX, ADAPTER_SIGNATURE_BYTES);
    return 0;
}

int adapter_bls_verify(const uint8_t *public_key, const uint8_t *message, size_t length,
                       const uint8_t *signature)
{
    uint8_t encoded[SECOND_BYTES] = {4};
    uint8_t encoded_signature[FIRST_BYTES] = {4};

    exchange(encoded + PREFIX, public_key);
    memcpy(encoded_signature + PREFIX, signature, ADAPTER_SIGNATURE_BYTES);
    return CURVE(min_sig_verify)(encoded, sizeof encoded, &suite, message, length,
                                 encoded_signature, sizeof encoded_signature) != WHIT_OK;
}

#ifdef WHIT_LAB_BLS_PREPARED
static CURVE(lines) key_lines, base_lines;

int adapter_operands(const uint8_t *public_key)
{
    uint8_t encoded[SECOND_BYTES] = {4};

    exchange(encoded + PREFIX, public_key);
    return CURVE(prepare)(&key_lines, encoded, sizeof encoded) != WHIT_OK ||
           CURVE(prepare_base)(&base_lines) != WHIT_OK;
}

int adapter_bls_verify_prepared(const uint8_t *message, size_t length, const uint8_t *signature)
{
    uint8_t encoded[FIRST_BYTES] = {4};

    memcpy(encoded + PREFIX, signature, ADAPTER_SIGNATURE_BYTES);
    return CURVE(min_sig_verify_prepared)(&key_lines, &base_lines, &suite, message, length, encoded,
                                          sizeof encoded) != WHIT_OK;
}
#endif

#if WHIT_LAB_BATCH
/* Static, as a program has them somewhere: the stack is what the library takes. */
static uint8_t keys[WHIT_LAB_BATCH][SECOND_BYTES];
static uint8_t signed_points[WHIT_LAB_BATCH][FIRST_BYTES];

static void encode_keys(const uint8_t *public_keys)
{
    for (size_t i = 0; i < WHIT_LAB_BATCH; i++) {
        keys[i][0] = 4;
        exchange(keys[i] + PREFIX, public_keys + i * ADAPTER_PUBLIC_KEY_BYTES);
    }
}

static void encode_signatures(const uint8_t *signatures, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        signed_points[i][0] = 4;
        memcpy(signed_points[i] + PREFIX, signatures + i * ADAPTER_SIGNATURE_BYTES,
               ADAPTER_SIGNATURE_BYTES);
    }
}

int adapter_bls_aggregate(uint8_t *secret, const uint8_t *signatures)
{
    uint8_t sum[FIRST_BYTES];

    encode_signatures(signatures, WHIT_LAB_BATCH);
    if (CURVE(min_sig_aggregate)(sum, sizeof sum, signed_points[0], WHIT_LAB_BATCH,
                                 sizeof signed_points[0]) != WHIT_OK) {
        return 1;
    }
    memcpy(secret, sum + PREFIX, WHIT_LAB_FIELD_BYTES);
    return 0;
}

int adapter_bls_aggregate_verify(const uint8_t *public_keys, const uint8_t *messages, size_t length,
                                 const uint8_t *signature)
{
    static whit_bls_message given[WHIT_LAB_BATCH];

    encode_keys(public_keys);
    encode_signatures(signature, 1);
    for (size_t i = 0; i < WHIT_LAB_BATCH; i++) {
        given[i].public_key = keys[i];
        given[i].public_key_length = sizeof keys[i];
        given[i].message = messages + i * (length / WHIT_LAB_BATCH);
        given[i].message_length = length / WHIT_LAB_BATCH;
    }
    return CURVE(min_sig_aggregate_verify)(&suite, given, WHIT_LAB_BATCH, signed_points[0],
                                           sizeof signed_points[0]) != WHIT_OK;
}

int adapter_bls_fast_aggregate_verify(const uint8_t *public_keys, const uint8_t *message,
                                      size_t length, const uint8_t *signature)
{
    encode_keys(public_keys);
    encode_signatures(signature, 1);
    return CURVE(min_sig_fast_aggregate_verify)(keys[0], WHIT_LAB_BATCH, sizeof keys[0], &suite,
                                                message, length, signed_points[0],
                                                sizeof signed_points[0]) != WHIT_OK;
}

int adapter_bls_verify_batch(const uint8_t *public_keys, const uint8_t *messages, size_t length,
                             const uint8_t *signatures)
{
    static whit_bls_signed given[WHIT_LAB_BATCH];

    encode_keys(public_keys);
    encode_signatures(signatures, WHIT_LAB_BATCH);
    for (size_t i = 0; i < WHIT_LAB_BATCH; i++) {
        given[i].public_key = keys[i];
        given[i].public_key_length = sizeof keys[i];
        given[i].message = messages + i * (length / WHIT_LAB_BATCH);
        given[i].message_length = length / WHIT_LAB_BATCH;
        given[i].signature = signed_points[i];
        given[i].signature_length = sizeof signed_points[i];
    }
    return CURVE(min_sig_verify_batch)(&suite, given, WHIT_LAB_BATCH, &source) != WHIT_OK;
}
#endif
#endif
