/* SPDX-License-Identifier: MIT */
/* PSA's entry points for key agreement and signatures. */
#include <psa/crypto.h>

#if defined(MBEDTLS_PSA_WHIT_DRIVER_ENABLED)

#include "whit_psa_curves.h"
#include "whit_psa_driver.h"

#include <mbedtls/platform_util.h>

/* ---- Key agreement ---- */

#if defined(HAS_PRIVATE) && defined(PSA_WANT_ALG_ECDH)
static psa_status_t agree(const whit_psa_curve *c, uint8_t *secret, const uint8_t *private_key,
                          const uint8_t *peer_key, size_t peer_key_length)
{
#if defined(HAS_WEIERSTRASS)
    if (c->curve != NULL) {
        return whit_psa_status(whit_ecdh(c->curve, secret, bytes_of(c), private_key, bytes_of(c),
                                         peer_key, peer_key_length));
    }
#endif
#if defined(PSA_WANT_ECC_MONTGOMERY_255)
    if (c->family == PSA_ECC_FAMILY_MONTGOMERY && c->bits == 255) {
        return whit_psa_status(whit_x25519_ecdh(secret, private_key, peer_key, peer_key_length));
    }
#endif
#if defined(PSA_WANT_ECC_MONTGOMERY_448)
    if (c->family == PSA_ECC_FAMILY_MONTGOMERY && c->bits == 448) {
        return whit_psa_status(whit_x448_ecdh(secret, private_key, peer_key, peer_key_length));
    }
#endif
    return PSA_ERROR_CORRUPTION_DETECTED;
}
#endif

psa_status_t whit_transparent_key_agreement(const psa_key_attributes_t *attributes,
                                            const uint8_t *key_buffer, size_t key_buffer_size,
                                            psa_algorithm_t alg, const uint8_t *peer_key,
                                            size_t peer_key_length, uint8_t *shared_secret,
                                            size_t shared_secret_size, size_t *shared_secret_length)
{
#if defined(HAS_PRIVATE) && defined(PSA_WANT_ALG_ECDH)
    whit_psa_key own;
    psa_status_t status = whit_psa_find(&own, attributes, key_buffer, key_buffer_size);
    if (status == PSA_ERROR_NOT_SUPPORTED || !PSA_ALG_IS_ECDH(alg) ||
        own.c->family == PSA_ECC_FAMILY_TWISTED_EDWARDS) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    *shared_secret_length = 0;
    if (status != PSA_SUCCESS || own.is_public) {
        return PSA_ERROR_INVALID_ARGUMENT;
    }
    if (shared_secret_size < bytes_of(own.c)) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    status = agree(own.c, shared_secret, key_buffer, peer_key, peer_key_length);
    if (status == PSA_SUCCESS) {
        *shared_secret_length = bytes_of(own.c);
    }
    return status;
#else
    (void)attributes;
    (void)key_buffer;
    (void)key_buffer_size;
    (void)alg;
    (void)peer_key;
    (void)peer_key_length;
    (void)shared_secret;
    (void)shared_secret_size;
    (void)shared_secret_length;
    return PSA_ERROR_NOT_SUPPORTED;
#endif
}

/* ---- ECDSA ---- */

#if defined(HAS_PRIVATE) && defined(HAS_WEIERSTRASS) && defined(PSA_WANT_ALG_ECDSA)
/* The context is where psa_generate_random's status goes. */
static whit_status fill(void *context, uint8_t *out, size_t length)
{
    psa_status_t *status = (psa_status_t *)context;
    *status = psa_generate_random(out, length);
    return *status == PSA_SUCCESS ? WHIT_OK : WHIT_ERROR_RANDOM_FAILED;
}
#endif

#if defined(PSA_WANT_ALG_DETERMINISTIC_ECDSA) && defined(HAS_PRIVATE) && defined(HAS_WEIERSTRASS)
/* The hash that the nonce is derived with; NULL for one that Whit has not. */
static const whit_hash *hash_of(psa_algorithm_t alg)
{
    switch (PSA_ALG_SIGN_GET_HASH(alg)) {
#if defined(PSA_WANT_ALG_SHA_1)
    case PSA_ALG_SHA_1:
        return &whit_sha1;
#endif
#if defined(PSA_WANT_ALG_SHA_224)
    case PSA_ALG_SHA_224:
        return &whit_sha224;
#endif
#if defined(PSA_WANT_ALG_SHA_256)
    case PSA_ALG_SHA_256:
        return &whit_sha256;
#endif
#if defined(PSA_WANT_ALG_SHA_384) && WHIT_HASH_LIMIT == 512
    case PSA_ALG_SHA_384:
        return &whit_sha384;
#endif
#if defined(PSA_WANT_ALG_SHA_512) && WHIT_HASH_LIMIT == 512
    case PSA_ALG_SHA_512:
        return &whit_sha512;
#endif
    default:
        return NULL;
    }
}
#endif

#if defined(HAS_PRIVATE) && defined(HAS_WEIERSTRASS) && defined(HAS_ECDSA)
static psa_status_t sign_ecdsa(const whit_psa_key *own, psa_algorithm_t alg, const uint8_t *hash,
                               size_t hash_length, uint8_t *signature)
{
    const whit_psa_curve *c = own->c;
    size_t bytes = bytes_of(c);
#if defined(PSA_WANT_ALG_DETERMINISTIC_ECDSA)
    if (PSA_ALG_ECDSA_IS_DETERMINISTIC(alg)) {
        return whit_psa_status(whit_ecdsa_sign_digest_deterministic(
            c->curve, c->base, hash_of(alg), signature, 2 * bytes, own->data, bytes, hash,
            hash_length)); /* for no hash WHIT_ERROR_ARGUMENT */
    }
#else
    (void)alg;
#endif
#if defined(PSA_WANT_ALG_ECDSA)
    psa_status_t drawing = PSA_SUCCESS;
    whit_random random = {fill, &drawing};
    psa_status_t status = whit_psa_status(whit_ecdsa_sign_digest(
        c->curve, c->base, signature, 2 * bytes, own->data, bytes, hash, hash_length, &random));
    return drawing != PSA_SUCCESS ? drawing : status;
#else
    return PSA_ERROR_CORRUPTION_DETECTED;
#endif
}
#endif

/* ---- Ed25519 ---- */

#if defined(HAS_EDWARDS)
#define ED25519_PUBLIC 32
#define ED25519_PRIVATE 64
#define ED25519_SIGNATURE 64

/* Is `alg`, of a digest or of a message, one that the configuration wants? */
static int is_eddsa(psa_algorithm_t alg, int is_digest)
{
#if defined(PSA_WANT_ALG_ED25519PH)
    if (is_digest && alg == PSA_ALG_ED25519PH) {
        return 1;
    }
#endif
#if defined(PSA_WANT_ALG_PURE_EDDSA)
    if (!is_digest && alg == PSA_ALG_PURE_EDDSA) {
        return 1;
    }
#endif
    (void)alg;
    (void)is_digest;
    return 0;
}

#if defined(HAS_PRIVATE)
/* Sign a digest of SHA-512, or a message. */
static psa_status_t sign_eddsa(const whit_psa_key *own, int is_digest, const uint8_t *in,
                               size_t in_length, uint8_t *signature)
{
    if (is_digest && in_length != WHIT_ED25519PH_DIGEST_BYTES) {
        return PSA_ERROR_INVALID_ARGUMENT;
    }
    uint8_t public_key[ED25519_PUBLIC];
    uint8_t private_key[ED25519_PRIVATE];
    whit_status status = whit_ed25519_key_pair(private_key, public_key, own->data);
    if (status == WHIT_OK) {
        status = is_digest ? whit_ed25519ph_sign_digest(signature, private_key, NULL, 0, in)
                           : whit_ed25519_sign(signature, private_key, in, in_length);
    }
    mbedtls_platform_zeroize(private_key, sizeof private_key);
    return whit_psa_status(status);
}
#endif
#endif

/* ---- Signatures ---- */

/* Is this an algorithm that the driver verifies with keys on this curve, of a digest or of a
 * message? */
static int has(const whit_psa_curve *c, psa_algorithm_t alg, int is_digest)
{
#if defined(HAS_EDWARDS)
    if (c->family == PSA_ECC_FAMILY_TWISTED_EDWARDS) {
        return is_eddsa(alg, is_digest);
    }
#endif
#if defined(HAS_WEIERSTRASS) && defined(HAS_ECDSA)
    return is_digest && c->curve != NULL && PSA_ALG_IS_ECDSA(alg);
#else
    (void)c;
    (void)alg;
    (void)is_digest;
    return 0;
#endif
}

#if defined(HAS_PRIVATE)
/* Is it one that the driver signs with? What names no hash where one is needed is the driver's to
 * refuse: it may be alone. */
static int signs(const whit_psa_curve *c, psa_algorithm_t alg, int is_digest)
{
    if (!has(c, alg, is_digest)) {
        return 0;
    }
#if defined(HAS_WEIERSTRASS) && defined(HAS_ECDSA)
    if (c->curve != NULL && PSA_ALG_ECDSA_IS_DETERMINISTIC(alg)) {
#if defined(PSA_WANT_ALG_DETERMINISTIC_ECDSA)
        return hash_of(alg) != NULL || (alg & PSA_ALG_HASH_MASK) == 0;
#else
        return 0;
#endif
    }
#if !defined(PSA_WANT_ALG_ECDSA)
    if (c->curve != NULL) {
        return 0;
    }
#endif
#endif
    return 1;
}

static psa_status_t sign(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                         size_t key_buffer_size, psa_algorithm_t alg, int is_digest,
                         const uint8_t *in, size_t in_length, uint8_t *signature,
                         size_t signature_size, size_t *signature_length)
{
    whit_psa_key own;
    psa_status_t status = whit_psa_find(&own, attributes, key_buffer, key_buffer_size);
    if (status == PSA_ERROR_NOT_SUPPORTED || own.is_public || !signs(own.c, alg, is_digest)) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    *signature_length = 0;
    if (status != PSA_SUCCESS) {
        return status;
    }
    size_t bytes = 2 * bytes_of(own.c);
    if (signature_size < bytes) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    (void)in;
    (void)in_length;
    (void)signature;
    status = PSA_ERROR_NOT_SUPPORTED;
#if defined(HAS_WEIERSTRASS) && defined(HAS_ECDSA)
    if (own.c->curve != NULL) {
        status = sign_ecdsa(&own, alg, in, in_length, signature);
    }
#endif
#if defined(HAS_EDWARDS)
    if (own.c->curve == NULL) {
        status = sign_eddsa(&own, is_digest, in, in_length, signature);
    }
#endif
    if (status == PSA_SUCCESS) {
        *signature_length = bytes;
    }
    return status;
}
#endif

static psa_status_t verify(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                           size_t key_buffer_size, psa_algorithm_t alg, int is_digest,
                           const uint8_t *in, size_t in_length, const uint8_t *signature,
                           size_t signature_length)
{
    whit_psa_key of;
    psa_status_t status = whit_psa_find(&of, attributes, key_buffer, key_buffer_size);
    if (status == PSA_ERROR_NOT_SUPPORTED || !has(of.c, alg, is_digest)) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
#if defined(HAS_PRIVATE)
    uint8_t made[PUBLIC_MAX];
    if (status == PSA_SUCCESS && !of.is_public) {
        status = whit_psa_public(of.c, made, key_buffer);
        of.data = made;
    }
#endif
    if (status != PSA_SUCCESS) {
        return status;
    }
#if defined(HAS_WEIERSTRASS) && defined(HAS_ECDSA)
    if (of.c->curve != NULL) {
        return whit_psa_status(whit_ecdsa_verify_digest(of.c->curve, of.data, public_bytes_of(of.c),
                                                        in, in_length, signature,
                                                        signature_length));
    }
#endif
#if defined(HAS_EDWARDS)
    if (!is_digest) {
        return whit_psa_status(whit_ed25519_verify(of.data, ED25519_PUBLIC, in, in_length,
                                                   signature, signature_length));
    }
    if (in_length != WHIT_ED25519PH_DIGEST_BYTES) {
        return PSA_ERROR_INVALID_ARGUMENT;
    }
    return whit_psa_status(whit_ed25519ph_verify_digest(of.data, ED25519_PUBLIC, NULL, 0, in,
                                                        signature, signature_length));
#else
    (void)in;
    (void)in_length;
    (void)signature;
    (void)signature_length;
    return PSA_ERROR_NOT_SUPPORTED;
#endif
}

psa_status_t whit_transparent_sign_hash(const psa_key_attributes_t *attributes,
                                        const uint8_t *key_buffer, size_t key_buffer_size,
                                        psa_algorithm_t alg, const uint8_t *hash,
                                        size_t hash_length, uint8_t *signature,
                                        size_t signature_size, size_t *signature_length)
{
#if defined(HAS_PRIVATE)
    return sign(attributes, key_buffer, key_buffer_size, alg, 1, hash, hash_length, signature,
                signature_size, signature_length);
#else
    (void)attributes;
    (void)key_buffer;
    (void)key_buffer_size;
    (void)alg;
    (void)hash;
    (void)hash_length;
    (void)signature;
    (void)signature_size;
    (void)signature_length;
    return PSA_ERROR_NOT_SUPPORTED;
#endif
}

psa_status_t whit_transparent_verify_hash(const psa_key_attributes_t *attributes,
                                          const uint8_t *key_buffer, size_t key_buffer_size,
                                          psa_algorithm_t alg, const uint8_t *hash,
                                          size_t hash_length, const uint8_t *signature,
                                          size_t signature_length)
{
    return verify(attributes, key_buffer, key_buffer_size, alg, 1, hash, hash_length, signature,
                  signature_length);
}

psa_status_t whit_transparent_sign_message(const psa_key_attributes_t *attributes,
                                           const uint8_t *key_buffer, size_t key_buffer_size,
                                           psa_algorithm_t alg, const uint8_t *input,
                                           size_t input_length, uint8_t *signature,
                                           size_t signature_size, size_t *signature_length)
{
#if defined(HAS_PRIVATE)
    return sign(attributes, key_buffer, key_buffer_size, alg, 0, input, input_length, signature,
                signature_size, signature_length);
#else
    (void)attributes;
    (void)key_buffer;
    (void)key_buffer_size;
    (void)alg;
    (void)input;
    (void)input_length;
    (void)signature;
    (void)signature_size;
    (void)signature_length;
    return PSA_ERROR_NOT_SUPPORTED;
#endif
}

psa_status_t whit_transparent_verify_message(const psa_key_attributes_t *attributes,
                                             const uint8_t *key_buffer, size_t key_buffer_size,
                                             psa_algorithm_t alg, const uint8_t *input,
                                             size_t input_length, const uint8_t *signature,
                                             size_t signature_length)
{
    return verify(attributes, key_buffer, key_buffer_size, alg, 0, input, input_length, signature,
                  signature_length);
}

#endif
