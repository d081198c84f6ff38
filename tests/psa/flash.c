/* SPDX-License-Identifier: MIT */
/* A program whose size is measured: it verifies a message by ECDSA, and with FLASH_SIGNS it makes a
 * key, signs and agrees on a secret too. It is not run. */
#include <psa/crypto.h>

#define SOURCE ((volatile const uint32_t *)0x4000d500)
#define ALGORITHM PSA_ALG_ECDSA(PSA_ALG_SHA_256)

psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context,
                                             uint8_t *out, size_t size, size_t *length)
{
    (void)context;
    for (size_t i = 0; i < size; i++) {
        out[i] = (uint8_t)*SOURCE;
    }
    *length = size;
    return PSA_SUCCESS;
}

uint8_t point[65], message[100], signature[64], secret[32];

int main(void)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    psa_key_id_t key = 0;
    psa_status_t status = psa_crypto_init();
    psa_set_key_algorithm(&attributes, ALGORITHM);
#if defined(FLASH_SIGNS)
    size_t length = 0;
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_SIGN_MESSAGE | PSA_KEY_USAGE_DERIVE |
                                             PSA_KEY_USAGE_VERIFY_MESSAGE);
    psa_set_key_type(&attributes, PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_SECP_R1));
    psa_set_key_bits(&attributes, 256);
    status |= psa_generate_key(&attributes, &key);
    status |= psa_export_public_key(key, point, sizeof point, &length);
    status |= psa_sign_message(key, ALGORITHM, message, sizeof message, signature, sizeof signature,
                               &length);
    status |= psa_raw_key_agreement(PSA_ALG_ECDH, key, point, sizeof point, secret, sizeof secret,
                                    &length);
#else
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_VERIFY_MESSAGE);
    psa_set_key_type(&attributes, PSA_KEY_TYPE_ECC_PUBLIC_KEY(PSA_ECC_FAMILY_SECP_R1));
    status |= psa_import_key(&attributes, point, sizeof point, &key);
#endif
    status |= psa_verify_message(key, ALGORITHM, message, sizeof message, signature,
                                 sizeof signature);
    return (int)status;
}
