/* SPDX-License-Identifier: MIT */
/* The driver through PSA's functions and through its own: what Mbed TLS's tests do not have, which
 * is Ed25519, random sources that fail, and what is left in outputs after errors. */
#include <psa/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "whit_psa_driver.h"

static unsigned passed, failed;

static void check(int good, const char *name, int line)
{
    if (good) {
        passed++;
        return;
    }
    failed++;
    (void)printf("line %d: %s\n", line, name);
}
#define CHECK(condition) check((condition) != 0, #condition, __LINE__)
#define GOOD(call) CHECK((call) == PSA_SUCCESS)

enum { MOST = 160 };
typedef struct bytes {
    uint8_t data[MOST];
    size_t length;
} bytes;

static bytes hex(const char *text)
{
    bytes read = {{0}, strlen(text) / 2};
    for (size_t i = 0; i < read.length; i++) {
        const char digits[3] = {text[2 * i], text[2 * i + 1], 0};
        read.data[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return read;
}

static int is_zero(const uint8_t *data, size_t length)
{
    size_t i = 0;
    while (i < length && data[i] == 0) {
        i++;
    }
    return i == length;
}

static psa_key_attributes_t attributes_of(psa_key_type_t type, size_t bits, psa_algorithm_t alg)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    psa_set_key_type(&attributes, type);
    psa_set_key_bits(&attributes, bits);
    psa_set_key_algorithm(&attributes, alg);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_EXPORT | PSA_KEY_USAGE_DERIVE |
                                             PSA_KEY_USAGE_SIGN_MESSAGE |
                                             PSA_KEY_USAGE_VERIFY_MESSAGE |
                                             PSA_KEY_USAGE_SIGN_HASH | PSA_KEY_USAGE_VERIFY_HASH);
    return attributes;
}

static psa_status_t import_key(psa_key_id_t *key, psa_key_type_t type, psa_algorithm_t alg,
                               const bytes *data)
{
    psa_key_attributes_t attributes = attributes_of(type, 0, alg);
    return psa_import_key(&attributes, data->data, data->length, key);
}

#define PAIR(family) PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_##family)
#define PUBLIC(family) PSA_KEY_TYPE_ECC_PUBLIC_KEY(PSA_ECC_FAMILY_##family)

/* ---- Before psa_crypto_init, psa_generate_random fails ---- */

static void without_random(void)
{
    psa_key_attributes_t attributes = attributes_of(PAIR(SECP_R1), 256, PSA_ALG_ECDSA_ANY);
    uint8_t key[32], signature[64];
    size_t length = 99;
    const uint8_t hash[32] = {1};
    memset(key, 0x55, sizeof key);
    CHECK(whit_transparent_generate_key(&attributes, key, sizeof key, &length) ==
          PSA_ERROR_BAD_STATE);
    CHECK(length == 0 && is_zero(key, sizeof key));

    const bytes private_key = hex(
        "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"); /* RFC 6979 */
    memset(signature, 0x55, sizeof signature);
    length = 99;
    CHECK(whit_transparent_sign_hash(&attributes, private_key.data, 32, PSA_ALG_ECDSA_ANY, hash, 32,
                                     signature, 64, &length) == PSA_ERROR_BAD_STATE);
    CHECK(length == 0 && is_zero(signature, sizeof signature));
    GOOD(whit_transparent_sign_hash(&attributes, private_key.data, 32,
                                    PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_SHA_256), hash, 32,
                                    signature, 64, &length)); /* needs none */
    CHECK(length == 64);
}

/* ---- What the driver leaves to others, and what it refuses ---- */

static void left_to_others(void)
{
    const psa_key_type_t types[] = {PAIR(SECP_R1), PAIR(SECP_K1), PAIR(SECT_R1),
                                    PAIR(TWISTED_EDWARDS), PSA_KEY_TYPE_AES};
    const size_t bits[] = {255, 224, 163, 448, 128};
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
        psa_key_attributes_t attributes = attributes_of(types[i], bits[i], PSA_ALG_ECDSA_ANY);
        uint8_t buffer[MOST], data[MOST] = {1}, untouched[MOST];
        size_t length = 99, of = PSA_BITS_TO_BYTES(bits[i]), told = 98;
        memset(buffer, 0x55, sizeof buffer);
        memcpy(untouched, buffer, sizeof buffer);
        CHECK(whit_transparent_import_key(&attributes, data, of, buffer, MOST, &length, &told) ==
              PSA_ERROR_NOT_SUPPORTED);
        CHECK(whit_transparent_generate_key(&attributes, buffer, MOST, &length) ==
              PSA_ERROR_NOT_SUPPORTED);
        CHECK(whit_transparent_export_public_key(&attributes, data, of, buffer, MOST, &length) ==
              PSA_ERROR_NOT_SUPPORTED);
        CHECK(whit_transparent_key_agreement(&attributes, data, of, PSA_ALG_ECDH, data, of, buffer,
                                             MOST, &length) == PSA_ERROR_NOT_SUPPORTED);
        CHECK(whit_transparent_sign_hash(&attributes, data, of, PSA_ALG_ECDSA_ANY, data, 32, buffer,
                                         MOST, &length) == PSA_ERROR_NOT_SUPPORTED);
        CHECK(whit_transparent_sign_message(&attributes, data, of, PSA_ALG_PURE_EDDSA, data, 32,
                                            buffer, MOST, &length) == PSA_ERROR_NOT_SUPPORTED);
        CHECK(length == 99 && told == 98 && memcmp(buffer, untouched, sizeof buffer) == 0);
    }
    psa_key_attributes_t attributes = attributes_of(PAIR(SECP_R1), 256, PSA_ALG_ECDSA_ANY);
    const uint8_t key[32] = {1};
    uint8_t out[64];
    size_t length = 99;
    CHECK(whit_transparent_sign_hash(&attributes, key, 32, PSA_ALG_RSA_PSS(PSA_ALG_SHA_256), key,
                                     32, out, 64, &length) == PSA_ERROR_NOT_SUPPORTED);
    CHECK(whit_transparent_sign_hash(&attributes, key, 32,
                                     PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_SHA3_256), key, 32, out,
                                     64, &length) == PSA_ERROR_NOT_SUPPORTED);
    CHECK(whit_transparent_key_agreement(&attributes, key, 32, PSA_ALG_FFDH, key, 32, out, 64,
                                         &length) == PSA_ERROR_NOT_SUPPORTED);
    CHECK(length == 99);
}

static void refused_keys(void)
{
    static const char *const bad[] = {
        "0000000000000000000000000000000000000000000000000000000000000000",
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", /* n */
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    };
    psa_key_id_t key;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const bytes data = hex(bad[i]);
        CHECK(import_key(&key, PAIR(SECP_R1), PSA_ALG_ECDSA_ANY, &data) ==
              PSA_ERROR_INVALID_ARGUMENT);
    }
    const bytes last = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550");
    GOOD(import_key(&key, PAIR(SECP_R1), PSA_ALG_ECDH, &last));

    bytes point = {{0}, MOST};
    GOOD(psa_export_public_key(key, point.data, MOST, &point.length));
    psa_key_id_t other;
    uint8_t secret[32];
    size_t length = 99;
    for (unsigned which = 0; which < 4; which++) {
        bytes peer = point;
        if (which == 0) {
            peer.data[64] ^= 1; /* not on the curve */
        } else if (which == 1) {
            peer.data[0] = 5;
        } else if (which == 2) {
            memset(peer.data + 1, 0xff, 32); /* not below the prime */
        } else {
            peer.length--;
        }
        CHECK(import_key(&other, PUBLIC(SECP_R1), PSA_ALG_ECDSA_ANY, &peer) != PSA_SUCCESS);
        memset(secret, 0x55, sizeof secret);
        psa_key_attributes_t attributes = attributes_of(PAIR(SECP_R1), 256, PSA_ALG_ECDH);
        length = 99;
        CHECK(whit_transparent_key_agreement(&attributes, last.data, 32, PSA_ALG_ECDH, peer.data,
                                             peer.length, secret, sizeof secret,
                                             &length) == PSA_ERROR_INVALID_ARGUMENT);
        CHECK(length == 0 && is_zero(secret, sizeof secret));
        CHECK(psa_raw_key_agreement(PSA_ALG_ECDH, key, peer.data, peer.length, secret, 32,
                                    &length) == PSA_ERROR_INVALID_ARGUMENT);
    }
    CHECK(psa_raw_key_agreement(PSA_ALG_ECDH, key, point.data, point.length, secret, 31, &length) ==
          PSA_ERROR_BUFFER_TOO_SMALL);
    GOOD(psa_raw_key_agreement(PSA_ALG_ECDH, key, point.data, point.length, secret, 32, &length));
    GOOD(psa_destroy_key(key));
}

/* Points of small order give no secret, whatever the private key. */
static void small_order(void)
{
    const size_t bits[] = {255, 448};
    for (size_t i = 0; i < 2; i++) {
        psa_key_attributes_t attributes = attributes_of(PAIR(MONTGOMERY), bits[i], PSA_ALG_ECDH);
        psa_key_id_t key;
        GOOD(psa_generate_key(&attributes, &key));
        bytes private_key = {{0}, MOST};
        GOOD(psa_export_key(key, private_key.data, MOST, &private_key.length));
        size_t length = 99, of = private_key.length;
        CHECK(of == PSA_BITS_TO_BYTES(bits[i]));
        uint8_t peer[56] = {0}, secret[56];
        for (uint8_t x = 0; x < 2; x++) {
            peer[0] = x;
            memset(secret, 0x55, sizeof secret);
            CHECK(whit_transparent_key_agreement(&attributes, private_key.data, of, PSA_ALG_ECDH,
                                                 peer, of, secret, of,
                                                 &length) == PSA_ERROR_INVALID_ARGUMENT);
            CHECK(length == 0 && is_zero(secret, of));
        }
        GOOD(psa_destroy_key(key));
    }
}

/* ---- Every curve: two keys, a secret, signatures ---- */

static void exercise(psa_ecc_family_t family, size_t bits)
{
    psa_key_attributes_t attributes = attributes_of(PSA_KEY_TYPE_ECC_KEY_PAIR(family), bits,
                                                    PSA_ALG_ECDH);
    psa_key_id_t keys[2];
    bytes points[2], secrets[2];
    for (size_t i = 0; i < 2; i++) {
        GOOD(psa_generate_key(&attributes, &keys[i]));
        GOOD(psa_export_public_key(keys[i], points[i].data, MOST, &points[i].length));
    }
    for (size_t i = 0; i < 2; i++) {
        GOOD(psa_raw_key_agreement(PSA_ALG_ECDH, keys[i], points[1 - i].data, points[1 - i].length,
                                   secrets[i].data, MOST, &secrets[i].length));
    }
    CHECK(secrets[0].length == PSA_BITS_TO_BYTES(bits) && secrets[1].length == secrets[0].length &&
          memcmp(secrets[0].data, secrets[1].data, secrets[0].length) == 0);
    GOOD(psa_destroy_key(keys[1]));
    GOOD(psa_destroy_key(keys[0]));
    if (family == PSA_ECC_FAMILY_MONTGOMERY) {
        return;
    }
    const psa_algorithm_t algorithms[] = {PSA_ALG_ECDSA_ANY, PSA_ALG_ECDSA(PSA_ALG_SHA_256),
                                          PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_SHA_1),
                                          PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_SHA_512)};
    for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; i++) {
        psa_algorithm_t alg = algorithms[i];
        uint8_t hash[64] = {(uint8_t)i, 1};
        size_t hash_length = alg == PSA_ALG_ECDSA_ANY ? 33
                                                      : PSA_HASH_LENGTH(PSA_ALG_SIGN_GET_HASH(alg));
        psa_set_key_algorithm(&attributes, alg);
        psa_key_id_t own, of;
        bytes signature, point;
        GOOD(psa_generate_key(&attributes, &own));
        GOOD(psa_export_public_key(own, point.data, MOST, &point.length));
        GOOD(import_key(&of, PSA_KEY_TYPE_ECC_PUBLIC_KEY(family), alg, &point));
        GOOD(psa_sign_hash(own, alg, hash, hash_length, signature.data, MOST, &signature.length));
        CHECK(signature.length == 2 * PSA_BITS_TO_BYTES(bits));
        GOOD(psa_verify_hash(own, alg, hash, hash_length, signature.data, signature.length));
        GOOD(psa_verify_hash(of, alg, hash, hash_length, signature.data, signature.length));
        hash[0] ^= 0x80;
        CHECK(psa_verify_hash(of, alg, hash, hash_length, signature.data, signature.length) ==
              PSA_ERROR_INVALID_SIGNATURE);
        CHECK(psa_verify_hash(of, alg, hash, hash_length, signature.data, signature.length - 1) ==
              PSA_ERROR_INVALID_SIGNATURE);
        CHECK(psa_sign_hash(own, alg, hash, hash_length, signature.data, signature.length - 1,
                            &signature.length) == PSA_ERROR_BUFFER_TOO_SMALL);
        CHECK(psa_sign_hash(own, alg, hash, 0, signature.data, MOST, &signature.length) ==
              PSA_ERROR_INVALID_ARGUMENT);
        GOOD(psa_destroy_key(own));
        GOOD(psa_destroy_key(of));
    }
}

/* ---- Ed25519 ---- */

static void ed25519(const char *seed, const char *point, const char *message, const char *signature,
                    psa_algorithm_t alg)
{
    const bytes private_key = hex(seed), public_key = hex(point), text = hex(message),
                wanted = hex(signature);
    psa_key_id_t own, of;
    bytes made;
    GOOD(import_key(&own, PAIR(TWISTED_EDWARDS), alg, &private_key));
    GOOD(import_key(&of, PUBLIC(TWISTED_EDWARDS), alg, &public_key));
    GOOD(psa_export_public_key(own, made.data, MOST, &made.length));
    CHECK(made.length == 32 && memcmp(made.data, public_key.data, 32) == 0);
    GOOD(psa_sign_message(own, alg, text.data, text.length, made.data, 64, &made.length));
    CHECK(made.length == 64 && memcmp(made.data, wanted.data, 64) == 0);
    GOOD(psa_verify_message(own, alg, text.data, text.length, made.data, 64));
    GOOD(psa_verify_message(of, alg, text.data, text.length, made.data, 64));
    made.data[5] ^= 1;
    CHECK(psa_verify_message(of, alg, text.data, text.length, made.data, 64) ==
          PSA_ERROR_INVALID_SIGNATURE);
    CHECK(psa_verify_message(of, alg, text.data, text.length, wanted.data, 63) ==
          PSA_ERROR_INVALID_SIGNATURE);
    CHECK(psa_sign_message(own, alg, text.data, text.length, made.data, 63, &made.length) ==
          PSA_ERROR_BUFFER_TOO_SMALL);
    GOOD(psa_destroy_key(own));
    GOOD(psa_destroy_key(of));
}

static void every_ed25519(void)
{
    /* RFC 8032, 7.1: tests 1 to 3 */
    ed25519("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
            PSA_ALG_PURE_EDDSA);
    ed25519("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
            PSA_ALG_PURE_EDDSA);
    ed25519("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
            PSA_ALG_PURE_EDDSA);
    /* RFC 8032, 7.3: "abc" */
    ed25519("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
            "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf", "616263",
            "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae41"
            "31f85042463c2a355a2003d062adf5aaa10b8c61e636062aaad11c2a26083406",
            PSA_ALG_ED25519PH);
}

static void refused_ed25519(void)
{
    psa_key_id_t key;
    const bytes small = hex("0100000000000000000000000000000000000000000000000000000000000000");
    const bytes wide = hex("ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");
    CHECK(import_key(&key, PUBLIC(TWISTED_EDWARDS), PSA_ALG_PURE_EDDSA, &small) ==
          PSA_ERROR_INVALID_ARGUMENT);
    CHECK(import_key(&key, PUBLIC(TWISTED_EDWARDS), PSA_ALG_PURE_EDDSA, &wide) ==
          PSA_ERROR_INVALID_ARGUMENT);
    psa_key_attributes_t attributes = attributes_of(PAIR(TWISTED_EDWARDS), 255, PSA_ALG_ED25519PH);
    const uint8_t digest[64] = {1};
    uint8_t signature[64];
    size_t length = 99;
    GOOD(psa_generate_key(&attributes, &key));
    CHECK(psa_sign_hash(key, PSA_ALG_ED25519PH, digest, 63, signature, 64, &length) ==
          PSA_ERROR_INVALID_ARGUMENT);
    GOOD(psa_sign_hash(key, PSA_ALG_ED25519PH, digest, 64, signature, 64, &length));
    GOOD(psa_verify_hash(key, PSA_ALG_ED25519PH, digest, 64, signature, 64));
    CHECK(psa_verify_hash(key, PSA_ALG_ED25519PH, digest, 63, signature, 64) ==
          PSA_ERROR_INVALID_ARGUMENT);
    GOOD(psa_destroy_key(key));
}

int main(void)
{
    without_random();
    GOOD(psa_crypto_init());
    left_to_others();
    refused_keys();
    small_order();
    static const struct {
        psa_ecc_family_t family;
        size_t bits;
    } curves[] = {
        {PSA_ECC_FAMILY_SECP_R1, 192},        {PSA_ECC_FAMILY_SECP_R1, 224},
        {PSA_ECC_FAMILY_SECP_R1, 256},        {PSA_ECC_FAMILY_SECP_R1, 384},
        {PSA_ECC_FAMILY_SECP_R1, 521},        {PSA_ECC_FAMILY_SECP_K1, 192},
        {PSA_ECC_FAMILY_SECP_K1, 256},        {PSA_ECC_FAMILY_BRAINPOOL_P_R1, 160},
        {PSA_ECC_FAMILY_BRAINPOOL_P_R1, 192}, {PSA_ECC_FAMILY_BRAINPOOL_P_R1, 224},
        {PSA_ECC_FAMILY_BRAINPOOL_P_R1, 256}, {PSA_ECC_FAMILY_BRAINPOOL_P_R1, 320},
        {PSA_ECC_FAMILY_BRAINPOOL_P_R1, 384}, {PSA_ECC_FAMILY_BRAINPOOL_P_R1, 512},
        {PSA_ECC_FAMILY_MONTGOMERY, 255},     {PSA_ECC_FAMILY_MONTGOMERY, 448},
    };
    for (size_t i = 0; i < sizeof curves / sizeof curves[0]; i++) {
        exercise(curves[i].family, curves[i].bits);
    }
    every_ed25519();
    refused_ed25519();
    (void)printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
