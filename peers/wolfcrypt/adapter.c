/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "harness.h"
#include <wolfssl/wolfcrypt/random.h>

int peer_random(unsigned char *out, unsigned length)
{
    return harness_random(out, length);
}

#ifdef PEER_CURVE
#include <wolfssl/wolfcrypt/ecc.h>

#define FIELD WHIT_LAB_FIELD_BYTES
#define ORDER WHIT_LAB_ORDER_BYTES

/* A public key as it comes from outside; returns 0 when it is valid. */
static int import_public(ecc_key *key, const uint8_t *public_key)
{
    if (wc_ecc_import_unsigned(key, public_key, public_key + FIELD, NULL, PEER_CURVE) != 0) {
        return 1;
    }
#ifdef PEER_COFACTOR
    return wc_ecc_check_key(key) != 0;
#else
    return wc_ecc_point_is_on_curve(&key->pubkey, key->idx) != 0;
#endif
}

static int import_private(ecc_key *key, const uint8_t *private_key)
{
    return wc_ecc_import_private_key_ex(private_key, ORDER, NULL, 0, key, PEER_CURVE) != 0;
}

/* An integer of the library, big-endian and as long as asked. */
static int export_integer(mp_int *integer, uint8_t *out, int length)
{
    return mp_to_unsigned_bin_len(integer, out, length) != 0;
}

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    WC_RNG rng;
    ecc_key key;
    int bad;

    bad = wc_InitRng(&rng) != 0 || wc_ecc_init(&key) != 0 ||
          wc_ecc_make_key_ex(&rng, 0, &key, PEER_CURVE) != 0 ||
          export_integer(wc_ecc_key_get_priv(&key), private_key, ORDER) ||
          export_integer(key.pubkey.x, public_key, FIELD) ||
          export_integer(key.pubkey.y, public_key + FIELD, FIELD);
    wc_ecc_free(&key);
    wc_FreeRng(&rng);
    return bad;
}

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    WC_RNG rng;
    ecc_key own;
    ecc_key other;
    word32 length = FIELD;
    int bad;

    bad = wc_InitRng(&rng) != 0 || wc_ecc_init(&own) != 0 || wc_ecc_init(&other) != 0 ||
          import_public(&other, public_key) || import_private(&own, private_key) ||
          wc_ecc_set_rng(&own, &rng) != 0 ||
          wc_ecc_shared_secret(&own, &other, secret, &length) != 0;
    wc_ecc_free(&own);
    wc_ecc_free(&other);
    wc_FreeRng(&rng);
    return bad || length != FIELD;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    WC_RNG rng;
    ecc_key key;
    mp_int r;
    mp_int s;
    int bad;

    bad = mp_init_multi(&r, &s, NULL, NULL, NULL, NULL) != 0 || wc_InitRng(&rng) != 0 ||
          wc_ecc_init(&key) != 0 || import_private(&key, private_key) ||
          wc_ecc_sign_hash_ex(digest, ADAPTER_DIGEST_BYTES, &rng, &key, &r, &s) != 0 ||
          export_integer(&r, signature, ORDER) || export_integer(&s, signature + ORDER, ORDER);
    wc_ecc_free(&key);
    wc_FreeRng(&rng);
    return bad;
}

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    ecc_key key;
    mp_int r;
    mp_int s;
    int right = 0;
    int bad;

    bad = mp_init_multi(&r, &s, NULL, NULL, NULL, NULL) != 0 || wc_ecc_init(&key) != 0 ||
          import_public(&key, public_key) || mp_read_unsigned_bin(&r, signature, ORDER) != 0 ||
          mp_read_unsigned_bin(&s, signature + ORDER, ORDER) != 0 ||
          wc_ecc_verify_hash_ex(&r, &s, digest, ADAPTER_DIGEST_BYTES, &right, &key) != 0;
    wc_ecc_free(&key);
    return bad || right != 1;
}

int adapter_validate(const uint8_t *public_key)
{
    ecc_key key;
    int bad;

    bad = wc_ecc_init(&key) != 0 || import_public(&key, public_key);
    wc_ecc_free(&key);
    return bad;
}

#else
#ifdef PEER_448
#include <wolfssl/wolfcrypt/curve448.h>
#include <wolfssl/wolfcrypt/ed448.h>

/* A function of the library, or a type, for key agreement; one for signatures. */
#define X(before, after) before##curve448##after
#define ED(before, after) before##ed448##after
#define X_BYTES CURVE448_KEY_SIZE
#define ED_BYTES ED448_KEY_SIZE
#define LITTLE_ENDIAN_KEYS EC448_LITTLE_ENDIAN
#define NO_CONTEXT , NULL, 0
#else
#include <wolfssl/wolfcrypt/curve25519.h>
#include <wolfssl/wolfcrypt/ed25519.h>

#define X(before, after) before##curve25519##after
#define ED(before, after) before##ed25519##after
#define X_BYTES CURVE25519_KEYSIZE
#define ED_BYTES ED25519_KEY_SIZE
#define LITTLE_ENDIAN_KEYS EC25519_LITTLE_ENDIAN
#define NO_CONTEXT
#endif

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    WC_RNG rng;
    X(, _key) own;
    X(, _key) other;
    word32 length = X_BYTES;
    int bad;

    bad = wc_InitRng(&rng) != 0 || X(wc_, _init)(&own) != 0 || X(wc_, _init)(&other) != 0 ||
          X(wc_, _import_private_ex)(private_key, X_BYTES, &own, LITTLE_ENDIAN_KEYS) != 0 ||
          X(wc_, _import_public_ex)(public_key, X_BYTES, &other, LITTLE_ENDIAN_KEYS) != 0;
#ifdef WOLFSSL_CURVE25519_BLINDING
    bad = bad || wc_curve25519_set_rng(&own, &rng) != 0;
#endif
    bad = bad || X(wc_, _shared_secret_ex)(&own, &other, secret, &length, LITTLE_ENDIAN_KEYS) != 0;
    X(wc_, _free)(&own);
    X(wc_, _free)(&other);
    wc_FreeRng(&rng);
    return bad || length != X_BYTES;
}

#if WHIT_LAB_EDDSA
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    WC_RNG rng;
    ED(, _key) key;
    word32 private_length = ADAPTER_PRIVATE_KEY_BYTES;
    word32 public_length = ADAPTER_PUBLIC_KEY_BYTES;
    int bad;

    bad = wc_InitRng(&rng) != 0 || ED(wc_, _init)(&key) != 0 ||
          ED(wc_, _make_key)(&rng, ED_BYTES, &key) != 0 ||
          ED(wc_, _export_key)(&key, private_key, &private_length, public_key, &public_length) != 0;
    ED(wc_, _free)(&key);
    wc_FreeRng(&rng);
    return bad;
}

/* The public key beside a private one is its own, and is not computed again. */
int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                 size_t length)
{
    ED(, _key) key;
    word32 size = ADAPTER_SIGNATURE_BYTES;
    int bad;

    bad = ED(wc_, _init)(&key) != 0 ||
          ED(wc_, _import_private_key_ex)(private_key, ED_BYTES, private_key + ED_BYTES, ED_BYTES,
                                          &key, 1) != 0 ||
          ED(wc_, _sign_msg)(message, (word32)length, signature, &size, &key NO_CONTEXT) != 0;
    ED(wc_, _free)(&key);
    return bad;
}

/* Importing does not check the public key: verification does. */
int adapter_verify(const uint8_t *public_key, const uint8_t *message, size_t length,
                   const uint8_t *signature)
{
    ED(, _key) key;
    int right = 0;
    int bad;

    bad = ED(wc_, _init)(&key) != 0 ||
          ED(wc_, _import_public_ex)(public_key, ED_BYTES, &key, 1) != 0 ||
          ED(wc_, _verify_msg)(signature, ADAPTER_SIGNATURE_BYTES, message, (word32)length, &right,
                               &key NO_CONTEXT) != 0;
    ED(wc_, _free)(&key);
    return bad || right != 1;
}
#else
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    WC_RNG rng;
    X(, _key) key;
    word32 private_length = X_BYTES;
    word32 public_length = X_BYTES;
    int bad;

    bad = wc_InitRng(&rng) != 0 || X(wc_, _init)(&key) != 0 ||
          X(wc_, _make_key)(&rng, X_BYTES, &key) != 0 ||
          X(wc_, _export_key_raw_ex)(&key, private_key, &private_length, public_key, &public_length,
                                     LITTLE_ENDIAN_KEYS) != 0;
    X(wc_, _free)(&key);
    wc_FreeRng(&rng);
    return bad;
}
#endif
#endif
