/* SPDX-License-Identifier: MIT */
/* Keys in DER: what is accepted is what OpenSSL reads and would write the same, but for points that
 * are not of the curve, which OpenSSL alone checks, and for what the contract refuses. */
#include "oracle.h"

#include <whit/key.h>

typedef struct key {
    uint8_t private_key[MOST_FIELD_BYTES];
    uint8_t public_key[MOST_POINT_BYTES];
    size_t public_length;
    int named; /* its curve */
} key;

/* Whether a group is this curve, by its name. */
static int is_curve(const subject *of, const EC_GROUP *group)
{
    return EC_GROUP_get_asn1_flag(group) == OPENSSL_EC_NAMED_CURVE &&
           EC_GROUP_get_curve_name(group) == of->nid;
}

/* The public key of an EC_KEY as it was encoded, unless it is one that Whit does not take. */
static int take_public(key *out, const EC_KEY *from)
{
    point_conversion_form_t form = EC_KEY_get_conv_form(from);
    const EC_POINT *point = EC_KEY_get0_public_key(from);
    const EC_GROUP *group = EC_KEY_get0_group(from);
    out->public_length = EC_POINT_point2oct(group, point, form, out->public_key, MOST_POINT_BYTES,
                                            NULL);
    return form != POINT_CONVERSION_HYBRID && !EC_POINT_is_at_infinity(group, point);
}

static int expected_public(key *out, const subject *of, const uint8_t *der, size_t length)
{
    const uint8_t *at = der;
    uint8_t *again = NULL;
    EC_KEY *read = d2i_EC_PUBKEY(NULL, &at, (long)length);
    int good = read != NULL && at == der + length && is_curve(of, EC_KEY_get0_group(read)) &&
               take_public(out, read);
    if (good) {
        good = i2d_EC_PUBKEY(read, &again) == (int)length && memcmp(again, der, length) == 0;
        OPENSSL_free(again);
    }
    EC_KEY_free(read);
    return good;
}

/* An ECPrivateKey, with its curve's name or without. */
static int expected_sec1(key *out, const subject *of, const uint8_t *der, size_t length, int named)
{
    const uint8_t *at = der;
    uint8_t *again = NULL;
    EC_KEY *read = NULL;
    if (!named) {
        read = EC_KEY_new_by_curve_name(of->nid);
        MUST(read != NULL);
    }
    if (d2i_ECPrivateKey(&read, &at, (long)length) == NULL || at != der + length ||
        !is_curve(of, EC_KEY_get0_group(read))) {
        EC_KEY_free(read);
        return 0;
    }
    unsigned flags = EC_KEY_get_enc_flags(read) & ~(unsigned)EC_PKEY_NO_PARAMETERS;
    EC_KEY_set_enc_flags(read, named ? flags : flags | EC_PKEY_NO_PARAMETERS);
    int good = i2d_ECPrivateKey(read, &again) == (int)length && memcmp(again, der, length) == 0;
    OPENSSL_free(again);
    out->named = named;
    out->public_length = 0;
    if (!(flags & EC_PKEY_NO_PUBKEY)) {
        good &= take_public(out, read);
    }
    good = good && BN_bn2binpad(EC_KEY_get0_private_key(read), out->private_key,
                                (int)whit_curve_order_bytes(of->curve)) >= 0;
    EC_KEY_free(read);
    /* OpenSSL takes any version, which is behind the head of the whole. */
    size_t version = der[1] & 0x80 ? 2 + (der[1] & 0x7f) : 2;
    return good && der[version + 2] == 1;
}

static int expected_private(key *out, const subject *of, const uint8_t *der, size_t length)
{
    return expected_sec1(out, of, der, length, 1) || expected_sec1(out, of, der, length, 0);
}

static int expected_pkcs8(key *out, const subject *of, const uint8_t *der, size_t length)
{
    const uint8_t *at = der, *inner = NULL;
    uint8_t *again = NULL;
    int inner_length = 0, kind = 0;
    const X509_ALGOR *algorithm = NULL;
    const ASN1_OBJECT *object = NULL;
    const void *parameter = NULL;
    PKCS8_PRIV_KEY_INFO *read = d2i_PKCS8_PRIV_KEY_INFO(NULL, &at, (long)length);
    int good = read != NULL && at == der + length;
    if (good) {
        good = i2d_PKCS8_PRIV_KEY_INFO(read, &again) == (int)length &&
               memcmp(again, der, length) == 0 && PKCS8_pkey_get0_attrs(read) == NULL;
        OPENSSL_free(again);
    }
    good = good && PKCS8_pkey_get0(NULL, &inner, &inner_length, &algorithm, read);
    if (good) {
        X509_ALGOR_get0(&object, &kind, &parameter, algorithm);
        good = OBJ_obj2nid(object) == NID_X9_62_id_ecPublicKey && kind == V_ASN1_OBJECT &&
               OBJ_obj2nid(parameter) == of->nid &&
               expected_private(out, of, inner, (size_t)inner_length);
        size_t version = der[1] & 0x80 ? 2 + (der[1] & 0x7f) : 2;
        good = good && der[version + 2] == 0;
        out->named = 1;
    }
    PKCS8_PRIV_KEY_INFO_free(read);
    return good;
}

/* Whether OpenSSL would take this for a public key. */
static int is_point(const subject *of, const uint8_t *bytes, size_t length)
{
    EC_POINT *point = point_of(of, bytes, length);
    EC_POINT_free(point);
    return point != NULL;
}

static void compare(const subject *of, key *found, const key *wanted, whit_status status, int good,
                    size_t private_length)
{
    MUST(status == WHIT_OK || status == WHIT_ERROR_KEY_ENCODING || status == WHIT_ERROR_KEY_CURVE);
    if (status != WHIT_OK) {
        MUST(!good && found->public_length == 0);
        MUST(is_zero(found->private_key, private_length));
        MUST(is_zero(found->public_key, 1 + 2 * whit_curve_field_bytes(of->curve)));
        return;
    }
    if (!good) {
        MUST(found->public_length > 0 && !is_point(of, found->public_key, found->public_length));
        return;
    }
    MUST(memcmp(found->private_key, wanted->private_key, private_length) == 0);
    MUST(found->public_length == wanted->public_length);
    MUST(memcmp(found->public_key, wanted->public_key, wanted->public_length) == 0);
}

/* Write a key again: it is what it was. */
static void write_again(const subject *of, const key *found, const uint8_t *der, size_t length,
                        size_t private_length, int pkcs8)
{
    uint8_t *again = room(length);
    size_t written = length;
    const uint8_t *public_key = found->public_length > 0 ? found->public_key : NULL;
    if (private_length == 0) {
        OK(whit_key_public_to_der(of->curve, of->oid, again, &written, found->public_key,
                                  found->public_length));
    } else if (pkcs8) {
        OK(whit_key_private_to_pkcs8(of->curve, of->oid, again, &written, found->private_key,
                                     private_length, public_key, found->public_length));
    } else {
        OK(whit_key_private_to_der(of->curve, of->oid, again, &written, found->private_key,
                                   private_length, public_key, found->public_length));
    }
    MUST(written == length && memcmp(again, der, length) == 0);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    const subject *of = chosen(byte(&in));
    size_t length = in.left, order_bytes = whit_curve_order_bytes(of->curve);
    size_t most = 1 + 2 * whit_curve_field_bytes(of->curve);
    uint8_t *der = copied(in.bytes, length);
    key found, wanted;
    whit_status named = whit_key_der_is(of->oid, der, length);

    memset(&found, 0xa5, sizeof found);
    found.public_length = most;
    memset(found.private_key, 0, sizeof found.private_key);
    whit_status status = whit_key_public_from_der(of->curve, of->oid, found.public_key,
                                                  &found.public_length, der, length);
    int good = expected_public(&wanted, of, der, length);
    memset(wanted.private_key, 0, sizeof wanted.private_key);
    compare(of, &found, &wanted, status, good, 0);
    if (status == WHIT_OK) {
        OK(named);
        write_again(of, &found, der, length, 0, 0);
    }

    memset(&found, 0xa5, sizeof found);
    found.public_length = most;
    status = whit_key_private_from_der(of->curve, of->oid, found.private_key, order_bytes,
                                       found.public_key, &found.public_length, der, length);
    good = expected_private(&wanted, of, der, length);
    compare(of, &found, &wanted, status, good, order_bytes);
    if (status == WHIT_OK && named == WHIT_OK) {
        write_again(of, &found, der, length, order_bytes, 0);
    } else if (good) {
        MUST(!wanted.named && named == WHIT_ERROR_KEY_CURVE);
    }

    memset(&found, 0xa5, sizeof found);
    found.public_length = most;
    status = whit_key_private_from_pkcs8(of->curve, of->oid, found.private_key, order_bytes,
                                         found.public_key, &found.public_length, der, length);
    good = expected_pkcs8(&wanted, of, der, length);
    compare(of, &found, &wanted, status, good, order_bytes);
    if (status == WHIT_OK) {
        OK(named);
        /* The curve's name may stand in it a second time, which is not written. */
        size_t second = length;
        uint8_t *again = room(length);
        OK(whit_key_private_to_pkcs8(of->curve, of->oid, again, &second, found.private_key,
                                     order_bytes, found.public_length ? found.public_key : NULL,
                                     found.public_length));
        MUST(second < length || memcmp(again, der, length) == 0);
        free(again);
    }
    /* Without room for a public key it is only checked. */
    uint8_t alone[MOST_FIELD_BYTES];
    MUST(whit_key_private_from_pkcs8(of->curve, of->oid, alone, order_bytes, NULL, NULL, der,
                                     length) == status);
    MUST(memcmp(alone, found.private_key, order_bytes) == 0);
    free(der);
    return 0;
}
