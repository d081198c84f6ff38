/* SPDX-License-Identifier: MIT */
/* Points as SEC 1 encodes them, and what is computed of them: public keys validated, compressed
 * and decompressed, and agreements with and without the cofactor, as OpenSSL does it. */
#include "oracle.h"

#include <whit/ecdh.h>
#include <whit/key.h>

/* Whether a point has the base point's order: it is of the curve, and no infinity. */
static int has_order(const subject *of, const EC_POINT *point)
{
    const EC_GROUP *group = group_of(of);
    if (BN_is_one(EC_GROUP_get0_cofactor(group))) {
        return 1;
    }
    EC_POINT *product = EC_POINT_new(group);
    MUST(product != NULL);
    MUST(EC_POINT_mul(group, product, NULL, point, EC_GROUP_get0_order(group), NULL));
    int none = EC_POINT_is_at_infinity(group, product);
    EC_POINT_free(product);
    return none;
}

/* x of scalar times point, or of as much times the cofactor. Returns whether there is one. */
static int x_of_product(const subject *of, uint8_t *x, const uint8_t *scalar, const EC_POINT *point,
                        int cofactor)
{
    const EC_GROUP *group = group_of(of);
    BN_CTX *context = BN_CTX_new();
    BIGNUM *by = BN_bin2bn(scalar, (int)whit_curve_order_bytes(of->curve), NULL);
    BIGNUM *found = BN_new();
    EC_POINT *product = EC_POINT_new(group);
    MUST(context != NULL && by != NULL && found != NULL && product != NULL);
    if (cofactor) {
        MUST(EC_POINT_mul(group, product, NULL, point, EC_GROUP_get0_cofactor(group), context));
        MUST(EC_POINT_mul(group, product, NULL, product, by, context));
    } else {
        MUST(EC_POINT_mul(group, product, NULL, point, by, context));
    }
    int some = !EC_POINT_is_at_infinity(group, product);
    if (some) {
        MUST(EC_POINT_get_affine_coordinates(group, product, found, NULL, context));
        MUST(BN_bn2binpad(found, x, (int)whit_curve_field_bytes(of->curve)) >= 0);
    }
    EC_POINT_free(product);
    BN_free(found);
    BN_free(by);
    BN_CTX_free(context);
    return some;
}

static void agree(const subject *of, const uint8_t *scalar, const uint8_t *key, size_t length,
                  const EC_POINT *point, int valid)
{
    size_t bytes = whit_curve_field_bytes(of->curve);
    size_t scalar_bytes = whit_curve_order_bytes(of->curve);
    uint8_t wanted[MOST_FIELD_BYTES], *secret = room(bytes);
    whit_status status = whit_ecdh(of->curve, secret, bytes, scalar, scalar_bytes, key, length);
    if (valid) {
        OK(status);
        MUST(x_of_product(of, wanted, scalar, point, 0));
        MUST(memcmp(secret, wanted, bytes) == 0);
    } else {
        MUST(status == whit_key_validate_public(of->curve, key, length));
        MUST(is_zero(secret, bytes));
    }
    status = whit_ecdh_cofactor(of->curve, secret, bytes, scalar, scalar_bytes, key, length);
    if (point != NULL && x_of_product(of, wanted, scalar, point, 1)) {
        OK(status);
        MUST(memcmp(secret, wanted, bytes) == 0);
    } else {
        MUST(status != WHIT_OK && is_zero(secret, bytes));
    }
    free(secret);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    const subject *of = chosen(byte(&in));
    size_t field_bytes = whit_curve_field_bytes(of->curve), given_length;
    uint8_t scalar[MOST_FIELD_BYTES];
    const uint8_t *seed = taken(&in, 80, &given_length);
    to_scalar(of, scalar, seed, given_length);
    uint8_t *given = copied(in.bytes, in.left);
    EC_POINT *point = point_of(of, given, in.left);
    int infinite = point != NULL && EC_POINT_is_at_infinity(group_of(of), point);
    int some = point != NULL && !infinite;
    int whole = some && given[0] == 4, valid = whole && has_order(of, point);
    whit_status status = whit_key_validate_public(of->curve, given, in.left);
    MUST((status == WHIT_OK) == valid);
    MUST((status == WHIT_ERROR_PUBLIC_KEY_ORDER) == (whole && !valid));
    MUST((status == WHIT_ERROR_PUBLIC_KEY_INFINITY) == infinite);
    agree(of, scalar, given, in.left, whole ? point : NULL, valid);

    size_t key_bytes = 1 + 2 * field_bytes;
    uint8_t *key = room(key_bytes), *compressed = room(1 + field_bytes);
    status = whit_key_decompress(of->curve, key, key_bytes, given, in.left);
    MUST((status == WHIT_OK) == (some && !whole));
    if (status == WHIT_OK) {
        uint8_t wanted[MOST_POINT_BYTES];
        MUST(EC_POINT_point2oct(group_of(of), point, POINT_CONVERSION_UNCOMPRESSED, wanted,
                                key_bytes, NULL) == key_bytes);
        MUST(memcmp(wanted, key, key_bytes) == 0);
        if (whit_key_compress(of->curve, compressed, 1 + field_bytes, key, key_bytes) == WHIT_OK) {
            MUST(memcmp(compressed, given, 1 + field_bytes) == 0);
        } else {
            MUST(!has_order(of, point) && is_zero(compressed, 1 + field_bytes));
        }
    } else {
        MUST(is_zero(key, key_bytes));
    }
    free(given);
    free(key);
    free(compressed);
    EC_POINT_free(point);
    return 0;
}
