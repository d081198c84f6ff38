/* SPDX-License-Identifier: MIT */
#include "operations.h"
#include "../unit/prepared.h"

#include <whit/der.h>
#include <whit/ecdh.h>
#include <whit/ecdsa.h>
#include <whit/key.h>
#include <whit/key_der.h>

#define POINT_BYTES (1 + 2 * VECTORS_FIELD_BYTES)
#define SIGNATURE_BYTES (2 * VECTORS_ORDER_BYTES)

static int equal(const uint8_t *a, size_t a_length, field b)
{
    size_t i = 0;
    while (i < a_length && a_length == b.length && a[i] == b.bytes[i]) {
        i++;
    }
    return i == a_length && a_length == b.length;
}

static outcome run_ecdh(const group *g, const field *f, int is_spki)
{
    uint8_t read[POINT_BYTES];
    uint8_t decompressed[POINT_BYTES];
    uint8_t secret[VECTORS_FIELD_BYTES];
    const whit_curve *curve = g->curve->curve;
    field peer = f[1];
    outcome o = {WHIT_OK, 0};
    if (is_spki) {
        peer.bytes = read;
        peer.length = 1 + 2 * g->coordinate;
        o.status = whit_key_public_from_der(curve, g->curve->oid, read, &peer.length, f[1].bytes,
                                            f[1].length);
    }
    if (o.status == WHIT_OK && peer.length == 1 + g->coordinate) {
        size_t length = 1 + 2 * g->coordinate;
        o.status = whit_key_decompress(curve, decompressed, length, peer.bytes, peer.length);
        peer.bytes = decompressed;
        peer.length = length;
    }
    if (o.status == WHIT_OK) {
        o.status = whit_ecdh(curve, secret, g->coordinate, f[0].bytes, f[0].length, peer.bytes,
                             peer.length);
        o.same = equal(secret, g->coordinate, f[2]);
    }
    return o;
}

enum signature_form { RAW, DER, DER_LOW };

#if TEST_PREPARED
/* Whether verification with a prepared key gives the same status. */
static int is_alike_prepared(const group *g, const whit_hash *hash, const field *f, field signature,
                             whit_status expected)
{
    uint8_t digest[WHIT_HASH_MAX_BYTES];
    field data = f[1];
    if (hash != NULL) {
        whit_hash_state state;
        whit_hash_init(hash, &state);
        whit_hash_update(hash, &state, data.bytes, data.length);
        whit_hash_final(hash, &state, digest);
        data.bytes = digest;
        data.length = whit_hash_bytes(hash);
    }
    return prepared_verify_digest(g->curve->curve, g->curve->base, f[0].bytes, f[0].length,
                                  data.bytes, data.length, signature.bytes,
                                  signature.length) == expected;
}
#endif

/* Without a hash, the data is a digest. */
static outcome run_verify(const group *g, const whit_hash *hash, const field *f,
                          enum signature_form form)
{
    uint8_t raw[SIGNATURE_BYTES];
    const whit_curve *curve = g->curve->curve;
    field signature = f[2];
    outcome o = {WHIT_OK, 1};
    if (form != RAW) {
        o.status = whit_ecdsa_signature_from_der(curve, raw, 2 * g->scalar, signature.bytes,
                                                 signature.length);
        signature.bytes = raw;
        signature.length = 2 * g->scalar;
    }
    if (o.status == WHIT_OK && form == DER_LOW) {
        o.status = whit_ecdsa_is_low(curve, signature.bytes, signature.length);
    }
    if (o.status != WHIT_OK) {
        return o;
    }
    if (hash != NULL) {
        o.status = whit_ecdsa_verify(curve, hash, f[0].bytes, f[0].length, f[1].bytes, f[1].length,
                                     signature.bytes, signature.length);
    } else {
        o.status = whit_ecdsa_verify_digest(curve, f[0].bytes, f[0].length, f[1].bytes, f[1].length,
                                            signature.bytes, signature.length);
    }
#if TEST_PREPARED
    if (!is_alike_prepared(g, hash, f, signature, o.status)) {
        o.status = o.status == WHIT_OK ? WHIT_ERROR_SELF_TEST : WHIT_OK; /* expected by nothing */
    }
#endif
    return o;
}

/* Yields the given nonce once. */
static whit_status nonce_fill(void *context, uint8_t *out, size_t length)
{
    field *nonce = context;
    if (length != nonce->length) {
        return WHIT_ERROR_RANDOM_FAILED;
    }
    for (size_t i = 0; i < length; i++) {
        out[i] = nonce->bytes[i];
    }
    nonce->length = 0;
    return WHIT_OK;
}

static outcome run_sign_digest(const group *g, const field *f)
{
    uint8_t signature[SIGNATURE_BYTES];
    field nonce = f[2];
    whit_random random;
    outcome o;
    random.fill = nonce_fill;
    random.context = &nonce;
    o.status = whit_ecdsa_sign_digest(g->curve->curve, g->curve->base, signature, 2 * g->scalar,
                                      f[0].bytes, f[0].length, f[1].bytes, f[1].length, &random);
    o.same = equal(signature, 2 * g->scalar, f[3]);
    return o;
}

/* The message, and its digest, both as RFC 6979 says. */
static outcome run_sign(const group *g, const whit_hash *hash, const field *f)
{
    uint8_t signature[SIGNATURE_BYTES];
    uint8_t digest[WHIT_HASH_MAX_BYTES];
    const whit_curve *curve = g->curve->curve;
    size_t length = 2 * g->scalar;
    whit_hash_state state;
    outcome o;
    o.status = whit_ecdsa_sign(curve, g->curve->base, hash, signature, length, f[0].bytes,
                               f[0].length, f[1].bytes, f[1].length);
    o.same = equal(signature, length, f[2]);
    whit_hash_init(hash, &state);
    whit_hash_update(hash, &state, f[1].bytes, f[1].length);
    whit_hash_final(hash, &state, digest);
    if (o.status == WHIT_OK && o.same) {
        o.status = whit_ecdsa_sign_digest_deterministic(curve, g->curve->base, hash, signature,
                                                        length, f[0].bytes, f[0].length, digest,
                                                        whit_hash_bytes(hash));
        o.same = equal(signature, length, f[2]);
    }
    return o;
}

static outcome run_public_key(const group *g, const field *f)
{
    uint8_t public_key[POINT_BYTES];
    size_t length = 1 + 2 * g->coordinate;
    outcome o;
    o.status = whit_key_public(g->curve->curve, g->curve->base, public_key, length, f[0].bytes,
                               f[0].length);
    o.same = equal(public_key, length, f[1]);
    return o;
}

/* There and back. */
static outcome run_decompress(const group *g, const field *f)
{
    uint8_t public_key[POINT_BYTES];
    uint8_t compressed[1 + VECTORS_FIELD_BYTES];
    size_t length = 1 + 2 * g->coordinate;
    outcome o;
    o.status = whit_key_decompress(g->curve->curve, public_key, length, f[0].bytes, f[0].length);
    o.same = equal(public_key, length, f[1]);
    if (o.status == WHIT_OK && o.same) {
        o.status = whit_key_compress(g->curve->curve, compressed, 1 + g->coordinate, public_key,
                                     length);
        o.same = equal(compressed, 1 + g->coordinate, f[0]);
    }
    return o;
}

/* There and back. */
static outcome run_spki(const group *g, const field *f)
{
    uint8_t public_key[POINT_BYTES];
    uint8_t der[WHIT_KEY_DER_BYTES(VECTORS_ORDER_BYTES, VECTORS_FIELD_BYTES)];
    const vectors_curve *c = g->curve;
    size_t length = 1 + 2 * g->coordinate, der_length = sizeof der;
    outcome o;
    o.status = whit_key_public_from_der(c->curve, c->oid, public_key, &length, f[0].bytes,
                                        f[0].length);
    o.same = equal(public_key, length, f[1]);
    if (o.status == WHIT_OK && o.same) {
        o.status = whit_key_public_to_der(c->curve, c->oid, der, &der_length, public_key, length);
        o.same = equal(der, der_length, f[0]);
    }
    return o;
}

outcome operate(const group *g, const record *rec)
{
    const field *f = rec->fields;
    outcome o = {WHIT_ERROR_ARGUMENT, 0};
    switch (rec->operation) {
    case ECDH:
        return run_ecdh(g, f, 0);
    case ECDH_SPKI:
        return run_ecdh(g, f, 1);
    case VERIFY:
        return run_verify(g, rec->hash, f, RAW);
    case VERIFY_DER:
        return run_verify(g, rec->hash, f, DER);
    case VERIFY_DER_LOW:
        return run_verify(g, rec->hash, f, DER_LOW);
    case SIGN_DIGEST:
        return run_sign_digest(g, f);
    case SIGN:
        return run_sign(g, rec->hash, f);
    case PUBLIC_KEY:
        return run_public_key(g, f);
    case VALIDATE:
        o.status = whit_key_validate_public(g->curve->curve, f[0].bytes, f[0].length);
        o.same = 1;
        return o;
    case DECOMPRESS:
        return run_decompress(g, f);
    case SPKI:
        return run_spki(g, f);
    default:
        return o;
    }
}
