/* SPDX-License-Identifier: MIT */
/* BLS signatures on a curve of 638 bits: keys and signatures as tests/test_bls.py has them, and
 * what is refused. That has all curves, other implementations, aggregates and batches. */
#include <whit/bn_p638_bls.h>

#include "fixtures.h"
#include "hex.h"
#include "test.h"

#define KEY_BYTES WHIT_BN_P638_BLS_PRIVATE_KEY_BYTES
#define FIRST_BYTES WHIT_BN_P638_FIRST_BYTES
#define SECOND_BYTES WHIT_BN_P638_SECOND_BYTES
#define WHOLE_BYTES WHIT_BN_P638_SECOND_UNCOMPRESSED_BYTES

static const uint8_t tag[] = {'t', 'e', 's', 't'};
static const uint8_t proof_tag[] = {'p', 'r', 'o', 'o', 'f'};
static const uint8_t text[] = {'a', 'b', 'c'};

static const whit_bls_suite plain = {&whit_sha256,    tag, sizeof tag, 0, 1, proof_tag,
                                     sizeof proof_tag};
static const whit_bls_suite augmented = {&whit_sha256, tag, sizeof tag, 1, 0, NULL, 0};

typedef struct arranged {
    size_t key_bytes;
    size_t signature_bytes;
    whit_status (*public_key)(uint8_t *, size_t, const uint8_t *);
    whit_status (*validate_key)(const uint8_t *, size_t);
    whit_status (*sign)(uint8_t *, size_t, const uint8_t *, const whit_bls_suite *, const uint8_t *,
                        size_t);
    whit_status (*verify)(const uint8_t *, size_t, const whit_bls_suite *, const uint8_t *, size_t,
                          const uint8_t *, size_t);
    const char *key;       /* of the private key 7 */
    const char *signature; /* of the text */
} arranged;

static const arranged arrangements[] = {
    {SECOND_BYTES, FIRST_BYTES, whit_bn_p638_min_sig_public_key, whit_bn_p638_min_sig_validate_key,
     whit_bn_p638_min_sig_sign, whit_bn_p638_min_sig_verify,
     "030ca38a2eac32ca6a557e5afcc43cc11aceec97d8f589bfb827b9092d43fb97cca9e8b3a2303fb26a84f994"
     "65c5dc17f713fa3a32af662de265b2a5028be52acbfd81bd82d5c936dd7a9ab434170d3e5f13bbf924f23e60"
     "8a9a9d234ec403395140a686123eeffbcea07101effad8367dfd95a193754f827f3028f3238bd08b1d1bf9d4"
     "b01e6334f9cd8c18b0e28b1413f2b16f4657fd6456da7102b9e34c2493",
     "020e7857b47d74819754ded8fef0583586a2fda11f582506d13e8d722d5077bb3b9abd3f0c0a29a96ef01b86"
     "53431413fe08d9def790bda1bf97eff587374171fb32655029cc6be49f8fb8ff4f504e121d"},
    {FIRST_BYTES, SECOND_BYTES, whit_bn_p638_min_pk_public_key, whit_bn_p638_min_pk_validate_key,
     whit_bn_p638_min_pk_sign, whit_bn_p638_min_pk_verify,
     "031614b89eea2e245224f5e38a4174354570e833879f590c051bc1c03d7529d32688710c985b1407fc3b04f8"
     "1ce6914aab2bc49492c4852d59dba397db3aa8e255fb5e7b6184e704e7308299cdfdd2950b",
     "02139cfe60857211a2a46ea61fc45fa4a455f8be04f4ca0818183baeb0a2d7c5a766ad8d7c5f983c7d4d9e2f"
     "cf12662ae33ae6eaf24b49179090bbadb01f82beb863b0f24188c2942eb27d486b3666efe813e80ee8860a17"
     "6e33503ee3ce67cd81bba1534e6c6feb3366b89bd09855ab32a394e76098d04ec5a0576c6de286a4bc47048a"
     "40b8a6b3d9e74569c9522463ec36d4e930b53c9b7e36817938e542e8b1"},
};

static void set_key(uint8_t *key, uint8_t number)
{
    for (size_t i = 0; i < KEY_BYTES; i++) {
        key[i] = 0;
    }
    key[KEY_BYTES - 1] = number;
}

TEST(bls_answers)
{
    uint8_t key[KEY_BYTES], right[WHOLE_BYTES], found[WHOLE_BYTES + 1];
    set_key(key, 7);
    for (size_t i = 0; i < COUNT_OF(arrangements); i++) {
        const arranged *a = &arrangements[i];
        test_note("arrangement", i);
        fill(found, sizeof found);
        CHECK_EQ(hex_bytes(right, a->key), a->key_bytes);
        CHECK_STATUS(a->public_key(found, a->key_bytes, key), WHIT_OK);
        CHECK_BYTES(found, right, a->key_bytes);
        CHECK(found[a->key_bytes] == UNTOUCHED);
        CHECK_STATUS(a->validate_key(found, a->key_bytes), WHIT_OK);
        fill(found, sizeof found);
        CHECK_EQ(hex_bytes(right, a->signature), a->signature_bytes);
        CHECK_STATUS(a->sign(found, a->signature_bytes, key, &plain, text, sizeof text), WHIT_OK);
        CHECK_BYTES(found, right, a->signature_bytes);
        CHECK(found[a->signature_bytes] == UNTOUCHED);
    }
}

TEST(bls_verifies)
{
    uint8_t key[SECOND_BYTES], signature[FIRST_BYTES];
    const arranged *a = &arrangements[0];
    (void)hex_bytes(key, a->key);
    (void)hex_bytes(signature, a->signature);
    CHECK_STATUS(a->verify(key, sizeof key, &plain, text, sizeof text, signature, sizeof signature),
                 WHIT_OK);
    CHECK_STATUS(
        a->verify(key, sizeof key, &plain, text, sizeof text - 1, signature, sizeof signature),
        WHIT_ERROR_SIGNATURE_INVALID);
}

TEST(bls_refuses_points)
{
    uint8_t point[WHOLE_BYTES], key[FIRST_BYTES];
    static const uint8_t infinity[1] = {0};
    const arranged *a = &arrangements[1];
    (void)hex_bytes(key, a->key);
    for (size_t i = 0; i < COUNT_OF(arrangements); i++) {
        whit_status (*validate)(const uint8_t *, size_t) = arrangements[i].validate_key;
        const size_t size = arrangements[i].key_bytes;
        test_note("arrangement", i);
        (void)hex_bytes(point, arrangements[i].key);
        CHECK_STATUS(validate(NULL, size), WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(validate(point, size - 1), WHIT_ERROR_PUBLIC_KEY_LENGTH);
        CHECK_STATUS(validate(infinity, 1), WHIT_ERROR_PUBLIC_KEY_INFINITY);
        point[0] = 4;
        CHECK_STATUS(validate(point, size), WHIT_ERROR_PUBLIC_KEY_PREFIX);
        point[0] = 2;
        for (size_t j = 1; j < size; j++) {
            point[j] = 0xff;
        }
        CHECK_STATUS(validate(point, size), WHIT_ERROR_PUBLIC_KEY_RANGE);
    }
    (void)hex_bytes(point, arrangements[0].signature);
    point[0] = 5;
    CHECK_STATUS(whit_bn_p638_min_sig_aggregate(key, sizeof key, point, 1, sizeof key),
                 WHIT_ERROR_SIGNATURE_ENCODING);
    CHECK_ZERO(key, sizeof key);
    CHECK_STATUS(whit_bn_p638_min_sig_aggregate(key, sizeof key, point, 0, sizeof key),
                 WHIT_ERROR_ARGUMENT);
}

TEST(bls_refuses_keys_and_lengths)
{
    uint8_t key[KEY_BYTES], found[WHOLE_BYTES];
    set_key(key, 0);
    for (size_t i = 0; i < COUNT_OF(arrangements); i++) {
        const arranged *a = &arrangements[i];
        test_note("arrangement", i);
        fill(found, sizeof found);
        CHECK_STATUS(a->public_key(found, a->key_bytes, key), WHIT_ERROR_PRIVATE_KEY_RANGE);
        CHECK_ZERO(found, a->key_bytes);
        CHECK_STATUS(a->public_key(found, a->key_bytes + 1, key), WHIT_ERROR_OUTPUT_LENGTH);
        CHECK_STATUS(a->sign(found, a->signature_bytes, key, &plain, text, sizeof text),
                     WHIT_ERROR_PRIVATE_KEY_RANGE);
        CHECK_STATUS(a->sign(found, a->signature_bytes, key, &augmented, text, sizeof text),
                     WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(a->sign(found, a->signature_bytes, found, &plain, text, sizeof text),
                     WHIT_ERROR_OVERLAP);
    }
    CHECK_STATUS(whit_bn_p638_bls_validate_private_key(key), WHIT_ERROR_PRIVATE_KEY_RANGE);
    CHECK_STATUS(whit_bn_p638_bls_keygen(key, NULL), WHIT_ERROR_RANDOM_MISSING);
    set_key(key, 1);
    CHECK_STATUS(whit_bn_p638_bls_validate_private_key(key), WHIT_OK);
    CHECK_STATUS(whit_bn_p638_bls_derive_key(&whit_sha256, key, found, 31, NULL, 0, NULL, 0),
                 WHIT_ERROR_PRIVATE_KEY_LENGTH);
}

TEST(bls_refuses_aggregates)
{
    uint8_t key[SECOND_BYTES], signature[FIRST_BYTES];
    (void)hex_bytes(key, arrangements[0].key);
    (void)hex_bytes(signature, arrangements[0].signature);
    const whit_bls_message twice[2] = {{key, sizeof key, text, sizeof text},
                                       {key, sizeof key, text, sizeof text}};
    CHECK_STATUS(
        whit_bn_p638_min_sig_aggregate_verify(&plain, twice, 2, signature, sizeof signature),
        WHIT_ERROR_MESSAGE_DUPLICATE);
    CHECK_STATUS(
        whit_bn_p638_min_sig_aggregate_verify(&plain, twice, 0, signature, sizeof signature),
        WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_bn_p638_min_sig_fast_aggregate_verify(
                     key, 1, sizeof key, &plain, text, sizeof text, signature, sizeof signature),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_bn_p638_min_sig_verify_possession(key, sizeof key, &augmented, signature,
                                                        sizeof signature),
                 WHIT_ERROR_ARGUMENT);
}

TEST_SUITE(bls) = {
    CASE(bls_answers),
    CASE(bls_verifies),
    CASE(bls_refuses_points),
    CASE(bls_refuses_keys_and_lengths),
    CASE(bls_refuses_aggregates),
    END_OF_SUITE,
};
