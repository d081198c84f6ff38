/* SPDX-License-Identifier: MIT */
/* Private keys and random bytes are marked as undefined memory, and valgrind's memcheck reports
 * every branch and every address that depends on one: in the driver's entry points there is none.
 * What they call of Mbed TLS stands below, so that it is not linked. Run it under valgrind. */
#include "declassify.h"

#include <mbedtls/platform_util.h>
#include <psa/crypto.h>
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "whit_psa_driver.h"

enum { MOST = 160 };

static uint32_t state = 1;

void ct_declassify(const void *bytes, size_t length)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(bytes, length);
}

psa_status_t psa_generate_random(uint8_t *output, size_t output_size)
{
    for (size_t i = 0; i < output_size; i++) {
        state = state * 1664525u + 1013904223u;
        output[i] = (uint8_t)(state >> 24);
    }
    (void)VALGRIND_MAKE_MEM_UNDEFINED(output, output_size);
    return PSA_SUCCESS;
}

void mbedtls_platform_zeroize(void *buf, size_t len)
{
    memset(buf, 0, len);
}

static int good(psa_status_t status)
{
    ct_declassify(&status, sizeof status);
    return status == PSA_SUCCESS;
}

/* An output is public once it is there. */
static int published(psa_status_t status, const uint8_t *out, size_t length)
{
    ct_declassify(out, length);
    return good(status);
}

static int agreement(const psa_key_attributes_t *attributes, const uint8_t *private_key,
                     size_t length, const uint8_t *public_key, size_t public_length)
{
    uint8_t secret[MOST];
    size_t told = 0;
    return good(whit_transparent_key_agreement(attributes, private_key, length, PSA_ALG_ECDH,
                                               public_key, public_length, secret, sizeof secret,
                                               &told)) &&
           told == length;
}

static int signatures(const psa_key_attributes_t *attributes, const uint8_t *private_key,
                      size_t length, const psa_key_attributes_t *of, const uint8_t *public_key,
                      size_t public_length)
{
    const psa_algorithm_t algorithms[] = {PSA_ALG_ECDSA(PSA_ALG_SHA_256),
                                          PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_SHA_256)};
    const uint8_t hash[32] = {1};
    uint8_t signature[MOST];
    size_t told = 0;
    int all = 1;
    for (size_t i = 0; i < 2; i++) {
        all &= published(whit_transparent_sign_hash(attributes, private_key, length, algorithms[i],
                                                    hash, sizeof hash, signature, MOST, &told),
                         signature, MOST);
        all &= good(whit_transparent_verify_hash(of, public_key, public_length, algorithms[i], hash,
                                                 sizeof hash, signature, told));
    }
    return all;
}

static int messages(const psa_key_attributes_t *attributes, const uint8_t *private_key,
                    size_t length, const psa_key_attributes_t *of, const uint8_t *public_key,
                    size_t public_length)
{
    const uint8_t message[] = {1, 2, 3};
    uint8_t signature[64];
    size_t told = 0;
    return published(whit_transparent_sign_message(attributes, private_key, length,
                                                   PSA_ALG_PURE_EDDSA, message, sizeof message,
                                                   signature, sizeof signature, &told),
                     signature, sizeof signature) &&
           good(whit_transparent_verify_message(of, public_key, public_length, PSA_ALG_PURE_EDDSA,
                                                message, sizeof message, signature, told));
}

static int exercise(psa_ecc_family_t family, size_t bits)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    psa_set_key_type(&attributes, PSA_KEY_TYPE_ECC_KEY_PAIR(family));
    psa_set_key_bits(&attributes, bits);
    psa_key_attributes_t of = PSA_KEY_ATTRIBUTES_INIT;
    psa_set_key_type(&of, PSA_KEY_TYPE_ECC_PUBLIC_KEY(family));
    psa_set_key_bits(&of, bits);
    uint8_t drawn[MOST], private_key[MOST], public_key[MOST];
    size_t drawn_length = 0, length = 0, public_length = 0, told = 0;
    int all = good(whit_transparent_generate_key(&attributes, drawn, PSA_BITS_TO_BYTES(bits),
                                                 &drawn_length)) &&
              good(whit_transparent_import_key(&attributes, drawn, drawn_length, private_key, MOST,
                                               &length, &told)) &&
              published(whit_transparent_export_public_key(&attributes, private_key, length,
                                                           public_key, MOST, &public_length),
                        public_key, MOST);
    if (family == PSA_ECC_FAMILY_TWISTED_EDWARDS) {
        return all && messages(&attributes, private_key, length, &of, public_key, public_length);
    }
    all = all && agreement(&attributes, private_key, length, public_key, public_length);
    return all && (family == PSA_ECC_FAMILY_MONTGOMERY ||
                   signatures(&attributes, private_key, length, &of, public_key, public_length));
}

int main(void)
{
    const int all = exercise(PSA_ECC_FAMILY_SECP_R1, 256) &&
                    exercise(PSA_ECC_FAMILY_SECP_R1, 521) &&
                    exercise(PSA_ECC_FAMILY_BRAINPOOL_P_R1, 384) &&
                    exercise(PSA_ECC_FAMILY_MONTGOMERY, 255) &&
                    exercise(PSA_ECC_FAMILY_MONTGOMERY, 448) &&
                    exercise(PSA_ECC_FAMILY_TWISTED_EDWARDS, 255);
    const unsigned errors = VALGRIND_COUNT_ERRORS;
    (void)printf("%s, %u errors\n", all ? "good" : "bad", errors);
    return all && errors == 0 ? 0 : 1;
}
