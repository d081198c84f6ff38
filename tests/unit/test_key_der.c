/* SPDX-License-Identifier: MIT */
/* Keys in DER: one encoding each, and nothing else is read. */
#include <whit/bn_p638.h>
#include <whit/key_der.h>
#include <whit/secp256r1.h>
#include <whit/secp521r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

#define CURVE &whit_secp256r1
#define OID &whit_secp256r1_oid
#define DER_MAX WHIT_KEY_DER_BYTES(ORDER_BYTES, FIELD_BYTES)

/* What precedes the public key in SubjectPublicKeyInfo, the private key in PrivateKeyInfo, and
 * the private and the public key in ECPrivateKey. */
static const uint8_t spki_head[] = {0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48,
                                    0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
                                    0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00};
static const uint8_t pkcs8_head[] = {0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07,
                                     0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08,
                                     0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x04,
                                     0x27, 0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20};
static const uint8_t sec1_head[] = {0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20};
static const uint8_t sec1_middle[] = {0xa0, 0x0a, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d,
                                      0x03, 0x01, 0x07, 0xa1, 0x44, 0x03, 0x42, 0x00};

#define SPKI_BYTES (26 + PUBLIC_BYTES)
#define PKCS8_BYTES (35 + PRIVATE_BYTES)
#define PKCS8_FULL_BYTES (3 + 33 + PRIVATE_BYTES + 5 + PUBLIC_BYTES)
#define SEC1_BYTES (7 + PRIVATE_BYTES + 17 + PUBLIC_BYTES)
#define SEC1_PARAMETERS (7 + PRIVATE_BYTES) /* where they begin */
#define SEC1_PUBLIC (SEC1_PARAMETERS + 12)  /* where the public key's element begins */

static uint8_t spki[SPKI_BYTES];
static uint8_t pkcs8[PKCS8_BYTES];
static uint8_t pkcs8_full[PKCS8_FULL_BYTES];
static uint8_t sec1[SEC1_BYTES];

static uint8_t der[DER_MAX + 1];
static uint8_t private_key[PRIVATE_BYTES + 1];
static uint8_t public_key[PUBLIC_BYTES + 1];
static size_t public_length;

static void build(void)
{
    copy(spki, spki_head, sizeof spki_head);
    copy(spki + sizeof spki_head, ka_public_a, PUBLIC_BYTES);
    copy(pkcs8, pkcs8_head, sizeof pkcs8_head);
    copy(pkcs8 + sizeof pkcs8_head, ka_private_a, PRIVATE_BYTES);
    copy(sec1, sec1_head, sizeof sec1_head);
    copy(sec1 + sizeof sec1_head, ka_private_a, PRIVATE_BYTES);
    copy(sec1 + SEC1_PARAMETERS, sec1_middle, sizeof sec1_middle);
    copy(sec1 + SEC1_PARAMETERS + sizeof sec1_middle, ka_public_a, PUBLIC_BYTES);
    /* 70 bytes more, and a longer header. */
    pkcs8_full[0] = 0x30;
    pkcs8_full[1] = 0x81;
    pkcs8_full[2] = 0x87;
    copy(pkcs8_full + 3, pkcs8 + 2, PKCS8_BYTES - 2);
    copy(pkcs8_full + 1 + PKCS8_BYTES, sec1 + SEC1_PUBLIC, 5 + PUBLIC_BYTES);
    pkcs8_full[28] = 0x6d;
    pkcs8_full[30] = 0x6b;
}

/* The three readers as one: what is read, with outputs filled before. */
typedef enum form { SPKI, SEC1, PKCS8 } form;

static whit_status read_key(form which, const uint8_t *in, size_t length)
{
    fill(private_key, sizeof private_key);
    fill(public_key, sizeof public_key);
    public_length = PUBLIC_BYTES;
    switch (which) {
    case SPKI:
        return whit_key_public_from_der(CURVE, OID, public_key, &public_length, in, length);
    case SEC1:
        return whit_key_private_from_der(CURVE, OID, private_key, PRIVATE_BYTES, public_key,
                                         &public_length, in, length);
    default:
        return whit_key_private_from_pkcs8(CURVE, OID, private_key, PRIVATE_BYTES, public_key,
                                           &public_length, in, length);
    }
}

/* Write what was just read. */
static whit_status write_key(form which, size_t *length)
{
    const uint8_t *point = public_length == 0 ? NULL : public_key;
    *length = DER_MAX;
    fill(der, sizeof der);
    switch (which) {
    case SPKI:
        return whit_key_public_to_der(CURVE, OID, der, length, public_key, public_length);
    case SEC1:
        return whit_key_private_to_der(CURVE, OID, der, length, private_key, PRIVATE_BYTES, point,
                                       public_length);
    default:
        return whit_key_private_to_pkcs8(CURVE, OID, der, length, private_key, PRIVATE_BYTES, point,
                                         public_length);
    }
}

static void check_refused(form which, const uint8_t *in, size_t length, whit_status status)
{
    CHECK_STATUS(read_key(which, in, length), status);
    CHECK_ZERO(public_key, PUBLIC_BYTES);
    CHECK_EQ(public_length, 0);
    if (which != SPKI) {
        CHECK_ZERO(private_key, PRIVATE_BYTES);
    }
}

static void check_both_ways(form which, const uint8_t *in, size_t length, const uint8_t *point,
                            size_t point_length)
{
    size_t written;
    CHECK_STATUS(read_key(which, in, length), WHIT_OK);
    CHECK_EQ(public_length, point_length);
    CHECK_BYTES(public_key, point, point_length);
    CHECK_FILL(public_key + PUBLIC_BYTES, UNTOUCHED, 1);
    if (which != SPKI) {
        CHECK_BYTES(private_key, ka_private_a, PRIVATE_BYTES);
        CHECK_FILL(private_key + PRIVATE_BYTES, UNTOUCHED, 1);
    }
    CHECK_STATUS(write_key(which, &written), WHIT_OK);
    CHECK_EQ(written, length);
    CHECK_BYTES(der, in, length);
    CHECK_FILL(der + length, UNTOUCHED, sizeof der - length);
    for (size_t capacity = 0; capacity < length; capacity++) {
        size_t held = capacity;
        test_note("capacity", capacity);
        fill(der, sizeof der);
        if (which == SPKI) {
            CHECK_STATUS(whit_key_public_to_der(CURVE, OID, der, &held, point, point_length),
                         WHIT_ERROR_OUTPUT_LENGTH);
        } else if (which == SEC1) {
            CHECK_STATUS(whit_key_private_to_der(CURVE, OID, der, &held, ka_private_a, 32, point,
                                                 point_length),
                         WHIT_ERROR_OUTPUT_LENGTH);
        } else {
            CHECK_STATUS(whit_key_private_to_pkcs8(CURVE, OID, der, &held, ka_private_a, 32, point,
                                                   point_length),
                         WHIT_ERROR_OUTPUT_LENGTH);
        }
        CHECK_FILL(der, UNTOUCHED, sizeof der);
        CHECK_EQ(held, capacity);
    }
}

TEST(key_der_both_ways)
{
    build();
    check_both_ways(SPKI, spki, sizeof spki, ka_public_a, PUBLIC_BYTES);
    check_both_ways(SEC1, sec1, sizeof sec1, ka_public_a, PUBLIC_BYTES);
    check_both_ways(PKCS8, pkcs8, sizeof pkcs8, NULL, 0);
    check_both_ways(PKCS8, pkcs8_full, sizeof pkcs8_full, ka_public_a, PUBLIC_BYTES);
}

/* The same with a compressed point: 32 bytes less at every level. */
TEST(key_der_compressed)
{
    uint8_t shorter[SEC1_BYTES];
    build();
    copy(shorter, spki, sizeof spki_head);
    copy(shorter + sizeof spki_head, ka_compressed_a, COMPRESSED_BYTES);
    shorter[1] = 0x39;
    shorter[24] = 0x22;
    check_both_ways(SPKI, shorter, SPKI_BYTES - 32, ka_compressed_a, COMPRESSED_BYTES);
    copy(shorter, sec1, SEC1_BYTES - PUBLIC_BYTES);
    copy(shorter + SEC1_BYTES - PUBLIC_BYTES, ka_compressed_a, COMPRESSED_BYTES);
    shorter[1] = 0x57;
    shorter[SEC1_PUBLIC + 1] = 0x24;
    shorter[SEC1_PUBLIC + 3] = 0x22;
    check_both_ways(SEC1, shorter, SEC1_BYTES - 32, ka_compressed_a, COMPRESSED_BYTES);
}

/* ECPrivateKey cut at each place: it may end behind the private key and behind the curve. */
TEST(key_der_optional_parts)
{
    uint8_t cut[SEC1_BYTES];
    build();
    copy(cut, sec1, sizeof cut);
    for (size_t length = 2; length < SEC1_BYTES; length++) {
        test_note("length", length);
        cut[1] = (uint8_t)(length - 2);
        if (length == SEC1_PARAMETERS || length == SEC1_PUBLIC) {
            CHECK_STATUS(read_key(SEC1, cut, length), WHIT_OK);
            CHECK_BYTES(private_key, ka_private_a, PRIVATE_BYTES);
            CHECK_EQ(public_length, 0);
            CHECK_ZERO(public_key, PUBLIC_BYTES);
        } else {
            check_refused(SEC1, cut, length, WHIT_ERROR_KEY_ENCODING);
        }
    }
    /* With the public key and without the curve. */
    copy(cut, sec1, SEC1_PARAMETERS);
    copy(cut + SEC1_PARAMETERS, sec1 + SEC1_PUBLIC, SEC1_BYTES - SEC1_PUBLIC);
    cut[1] = (uint8_t)(SEC1_BYTES - 12 - 2);
    CHECK_STATUS(read_key(SEC1, cut, SEC1_BYTES - 12), WHIT_OK);
    CHECK_BYTES(private_key, ka_private_a, PRIVATE_BYTES);
    CHECK_BYTES(public_key, ka_public_a, PUBLIC_BYTES);
    /* With the public key before the curve. */
    copy(cut + SEC1_BYTES - 12, sec1 + SEC1_PARAMETERS, 12);
    cut[1] = (uint8_t)(SEC1_BYTES - 2);
    check_refused(SEC1, cut, SEC1_BYTES, WHIT_ERROR_KEY_ENCODING);
    /* A public key that nobody wants is checked all the same. */
    CHECK_STATUS(
        whit_key_private_from_der(CURVE, OID, private_key, 32, NULL, NULL, sec1, sizeof sec1),
        WHIT_OK);
    CHECK_BYTES(private_key, ka_private_a, PRIVATE_BYTES);
    sec1[SEC1_BYTES - PUBLIC_BYTES] = 6;
    CHECK_STATUS(
        whit_key_private_from_der(CURVE, OID, private_key, 32, NULL, NULL, sec1, sizeof sec1),
        WHIT_ERROR_KEY_ENCODING);
    CHECK_ZERO(private_key, PRIVATE_BYTES);
}

TEST(key_der_truncated_anywhere)
{
    build();
    for (size_t cut = 0; cut < PKCS8_FULL_BYTES; cut++) {
        test_note("length", cut);
        if (cut < SPKI_BYTES) {
            check_refused(SPKI, spki, cut, WHIT_ERROR_KEY_ENCODING);
        }
        if (cut < SEC1_BYTES) {
            check_refused(SEC1, sec1, cut, WHIT_ERROR_KEY_ENCODING);
        }
        if (cut < PKCS8_BYTES) {
            check_refused(PKCS8, pkcs8, cut, WHIT_ERROR_KEY_ENCODING);
        }
        check_refused(PKCS8, pkcs8_full, cut, WHIT_ERROR_KEY_ENCODING);
    }
}

/* Every byte replaced by every other: refused, or the one encoding of another key. */
static void check_corrupted(form which, uint8_t *bytes, size_t length, size_t expected)
{
    size_t accepted = 0;
    for (size_t at = 0; at < length; at++) {
        uint8_t good = bytes[at];
        test_note("place", at);
        for (unsigned change = 1; change < 256; change++) {
            size_t written;
            bytes[at] = (uint8_t)(good ^ change);
            whit_status status = read_key(which, bytes, length);
            if (status == WHIT_OK) {
                accepted++;
                CHECK_STATUS(write_key(which, &written), WHIT_OK);
                CHECK_EQ(written, length);
                CHECK_BYTES(der, bytes, length);
                continue;
            }
            CHECK(status == WHIT_ERROR_KEY_ENCODING || status == WHIT_ERROR_KEY_CURVE);
            CHECK_ZERO(public_key, PUBLIC_BYTES);
            CHECK_EQ(public_length, 0);
        }
        bytes[at] = good;
    }
    CHECK_EQ(accepted, expected);
}

TEST(key_der_corrupted_anywhere)
{
    build();
    /* Any byte of a key may be another one, but for the point's first. */
    check_corrupted(SPKI, spki, sizeof spki, 255 * (PUBLIC_BYTES - 1));
    check_corrupted(PKCS8, pkcs8, sizeof pkcs8, 255 * PRIVATE_BYTES);
    check_corrupted(SEC1, sec1, sizeof sec1, 255 * (PRIVATE_BYTES + PUBLIC_BYTES - 1));
}

/* A change: bytes removed and inserted, and the places of lengths to adjust, zero ends them. */
typedef struct edit {
    const char *name;
    uint8_t at;
    uint8_t removed;
    uint8_t inserted;
    uint8_t bytes[12];
    uint8_t lengths[5];
    whit_status status;
} edit;

static size_t apply(uint8_t *out, const uint8_t *good, size_t length, const edit *change)
{
    size_t tail = (size_t)change->at + change->removed;
    copy(out, good, change->at);
    copy(out + change->at, change->bytes, change->inserted);
    copy(out + change->at + change->inserted, good + tail, length - tail);
    for (size_t i = 0; change->lengths[i] != 0; i++) {
        uint8_t *adjusted = out + change->lengths[i];
        *adjusted = (uint8_t)(*adjusted + change->inserted - change->removed);
    }
    return length + change->inserted - change->removed;
}

#define ENCODING WHIT_ERROR_KEY_ENCODING
#define OTHER WHIT_ERROR_KEY_CURVE

static const edit public_edits[] = {
    {"tag of a set", 0, 1, 1, {0x31}, {0}, ENCODING},
    {"long form", 1, 1, 2, {0x81, 0x59}, {0}, ENCODING},
    {"longer form", 1, 1, 3, {0x82, 0, 0x59}, {0}, ENCODING},
    {"indefinite form", 1, 1, 1, {0x80}, {0}, ENCODING},
    {"length of 4 GiB", 1, 1, 6, {0x85, 1, 0, 0, 0, 0x59}, {0}, ENCODING},
    {"trailing byte", 91, 0, 1, {0}, {0}, ENCODING},
    {"trailing byte inside", 91, 0, 1, {0}, {1}, ENCODING},
    {"algorithm is a set", 2, 1, 1, {0x31}, {0}, ENCODING},
    {"long form of algorithm", 3, 1, 2, {0x81, 0x13}, {1}, ENCODING},
    {"no algorithm", 2, 21, 0, {0}, {1}, ENCODING},
    {"empty algorithm", 3, 20, 1, {0}, {1}, ENCODING},
    {"another algorithm", 12, 1, 1, {2}, {0}, OTHER},
    {"Ed25519", 3, 20, 6, {5, 6, 3, 0x2b, 0x65, 0x70}, {1}, OTHER},
    {"algorithm is no identifier", 4, 1, 1, {2}, {0}, ENCODING},
    {"no curve", 13, 10, 0, {0}, {1, 3}, ENCODING},
    {"implicit curve", 13, 10, 2, {5, 0}, {1, 3}, ENCODING},
    {"explicit curve", 13, 1, 1, {0x30}, {0}, ENCODING},
    {"another curve", 22, 1, 1, {6}, {0}, OTHER},
    {"curve's name shorter", 22, 1, 0, {0}, {1, 3, 14}, OTHER},
    {"curve's name longer", 23, 0, 1, {1}, {1, 3, 14}, OTHER},
    {"curve's name empty", 15, 8, 0, {0}, {1, 3, 14}, OTHER},
    {"long form of curve", 14, 1, 2, {0x81, 8}, {1, 3}, ENCODING},
    {"null after curve", 23, 0, 2, {5, 0}, {1, 3}, ENCODING},
    {"octet string", 23, 1, 1, {4}, {0}, ENCODING},
    {"constructed bit string", 23, 1, 1, {0x23}, {0}, ENCODING},
    {"long form of bit string", 24, 1, 2, {0x81, 0x42}, {1}, ENCODING},
    {"no bit string", 23, 68, 0, {0}, {1}, ENCODING},
    {"empty bit string", 25, 66, 0, {0}, {1, 24}, ENCODING},
    {"no bits", 26, 65, 0, {0}, {1, 24}, ENCODING},
    {"unused bits", 25, 1, 1, {1}, {0}, ENCODING},
    {"infinity", 26, 65, 1, {0}, {1, 24}, ENCODING},
    {"prefix 00", 26, 1, 1, {0}, {0}, ENCODING},
    {"prefix 02", 26, 1, 1, {2}, {0}, ENCODING},
    {"prefix 05", 26, 1, 1, {5}, {0}, ENCODING},
    {"hybrid point", 26, 1, 1, {6}, {0}, ENCODING},
    {"point too short", 90, 1, 0, {0}, {1, 24}, ENCODING},
    {"point too long", 91, 0, 1, {0}, {1, 24}, ENCODING},
    {"compressed point of prefix 04", 27, 32, 0, {0}, {1, 24}, ENCODING},
    {"raw point", 26, 1, 0, {0}, {1, 24}, ENCODING},
    {"another bit string", 91, 0, 3, {3, 1, 0}, {1}, ENCODING},
};

static const edit private_edits[] = {
    {"long form", 1, 1, 2, {0x81, 0x41}, {0}, ENCODING},
    {"trailing byte", 67, 0, 1, {0}, {0}, ENCODING},
    {"trailing byte inside", 67, 0, 1, {0}, {1}, ENCODING},
    {"attributes", 67, 0, 2, {0xa0, 0}, {1}, ENCODING},
    {"trailing byte behind the inner key", 67, 0, 1, {0}, {1, 27}, ENCODING},
    {"trailing null in the inner key", 67, 0, 2, {5, 0}, {1, 27, 29}, ENCODING},
    {"version 2", 4, 1, 1, {1}, {0}, ENCODING},
    {"version -1", 4, 1, 1, {0xff}, {0}, ENCODING},
    {"padded version", 3, 2, 3, {2, 0, 0}, {1}, ENCODING},
    {"empty version", 3, 2, 1, {0}, {1}, ENCODING},
    {"no version", 2, 3, 0, {0}, {1}, ENCODING},
    {"another algorithm", 15, 1, 1, {2}, {0}, OTHER},
    {"another curve", 25, 1, 1, {6}, {0}, OTHER},
    {"curve's name longer", 26, 0, 1, {1}, {1, 6, 17}, OTHER},
    {"implicit curve", 16, 10, 2, {5, 0}, {1, 6}, ENCODING},
    {"explicit curve", 16, 1, 1, {0x30}, {0}, ENCODING},
    {"null after curve", 26, 0, 2, {5, 0}, {1, 6}, ENCODING},
    {"long form of the octet string", 27, 1, 2, {0x81, 0x27}, {1}, ENCODING},
    {"no octet string", 26, 41, 0, {0}, {1}, ENCODING},
    {"empty octet string", 28, 39, 0, {0}, {1, 27}, ENCODING},
    {"inner version 0", 32, 1, 1, {0}, {0}, ENCODING},
    {"inner version 2", 32, 1, 1, {2}, {0}, ENCODING},
    {"no inner version", 30, 3, 0, {0}, {1, 27, 29}, ENCODING},
    {"key is an integer", 33, 1, 1, {2}, {0}, ENCODING},
    {"key too short", 35, 1, 0, {0}, {1, 27, 29, 34}, ENCODING},
    {"key too long", 35, 0, 1, {0}, {1, 27, 29, 34}, ENCODING},
    {"empty key", 35, 32, 0, {0}, {1, 27, 29, 34}, ENCODING},
    {"long form of the key", 34, 1, 2, {0x81, 0x20}, {1, 27, 29}, ENCODING},
    {"empty parameters", 67, 0, 2, {0xa0, 0}, {1, 27, 29}, ENCODING},
    {"implicit parameters", 67, 0, 4, {0xa0, 2, 5, 0}, {1, 27, 29}, ENCODING},
    {"parameters of another curve", 67, 0, 6, {0xa0, 4, 6, 2, 0x2b, 1}, {1, 27, 29}, OTHER},
    {"primitive parameters", 67, 0, 6, {0x80, 4, 6, 2, 0x2b, 1}, {1, 27, 29}, ENCODING},
    {"empty public key", 67, 0, 2, {0xa1, 0}, {1, 27, 29}, ENCODING},
    {"public key without bits", 67, 0, 5, {0xa1, 3, 3, 1, 0}, {1, 27, 29}, ENCODING},
    {"public key without a count", 67, 0, 4, {0xa1, 2, 3, 0}, {1, 27, 29}, ENCODING},
    {"public key of one byte", 67, 0, 6, {0xa1, 4, 3, 2, 0, 4}, {1, 27, 29}, ENCODING},
    {"element 2", 67, 0, 2, {0xa2, 0}, {1, 27, 29}, ENCODING},
};

TEST(key_der_bad_encodings)
{
    uint8_t bad[SPKI_BYTES + 12];
    build();
    for (size_t i = 0; i < COUNT_OF(public_edits); i++) {
        test_note(public_edits[i].name, i);
        size_t length = apply(bad, spki, sizeof spki, &public_edits[i]);
        check_refused(SPKI, bad, length, public_edits[i].status);
    }
    for (size_t i = 0; i < COUNT_OF(private_edits); i++) {
        test_note(private_edits[i].name, i);
        size_t length = apply(bad, pkcs8, sizeof pkcs8, &private_edits[i]);
        check_refused(PKCS8, bad, length, private_edits[i].status);
    }
    /* Each reader refuses what the others read. */
    check_refused(SPKI, sec1, sizeof sec1, WHIT_ERROR_KEY_ENCODING);
    check_refused(SPKI, pkcs8, sizeof pkcs8, WHIT_ERROR_KEY_ENCODING);
    check_refused(SEC1, spki, sizeof spki, WHIT_ERROR_KEY_ENCODING);
    check_refused(SEC1, pkcs8, sizeof pkcs8, WHIT_ERROR_KEY_ENCODING);
    check_refused(PKCS8, spki, sizeof spki, WHIT_ERROR_KEY_ENCODING);
    check_refused(PKCS8, sec1, sizeof sec1, WHIT_ERROR_KEY_ENCODING);
}

/* PrivateKeyInfo may name the curve inside as well; it is then the same one. */
TEST(key_der_curve_twice)
{
    static const edit same = {
        "",          67,     0, 12, {0xa0, 10, 6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7},
        {1, 27, 29}, WHIT_OK};
    uint8_t twice[PKCS8_BYTES + 12];
    build();
    size_t length = apply(twice, pkcs8, sizeof pkcs8, &same);
    CHECK_STATUS(read_key(PKCS8, twice, length), WHIT_OK);
    CHECK_BYTES(private_key, ka_private_a, PRIVATE_BYTES);
    twice[length - 1] = 6;
    check_refused(PKCS8, twice, length, WHIT_ERROR_KEY_CURVE);
}

/* Lengths of three bytes, on a curve that has no name of its own: any will do here. */
TEST(key_der_long_keys)
{
    enum { FIELD = 80, ORDER = 80, POINT = 1 + 2 * FIELD, MAX = WHIT_KEY_DER_BYTES(ORDER, FIELD) };
    static const uint8_t head[] = {0x30, 0x82, 0x01, 0x1c, 0x02, 0x01, 0x00};
    uint8_t point[POINT];
    uint8_t key[ORDER];
    uint8_t point_again[POINT];
    uint8_t key_again[ORDER];
    uint8_t whole[MAX];
    size_t length = MAX;
    size_t point_length = POINT;
    CHECK_EQ(whit_curve_field_bytes(&whit_bn_p638), FIELD);
    CHECK_EQ(whit_curve_order_bytes(&whit_bn_p638), ORDER);
    for (size_t i = 0; i < POINT; i++) {
        point[i] = (uint8_t)(i + 4);
    }
    for (size_t i = 0; i < ORDER; i++) {
        key[i] = (uint8_t)~i;
    }
    CHECK_STATUS(
        whit_key_private_to_pkcs8(&whit_bn_p638, OID, whole, &length, key, ORDER, point, POINT),
        WHIT_OK);
    CHECK_EQ(length, 4 + 0x011c);
    CHECK_BYTES(whole, head, sizeof head);
    CHECK_STATUS(whit_key_private_from_pkcs8(&whit_bn_p638, OID, key_again, ORDER, point_again,
                                             &point_length, whole, length),
                 WHIT_OK);
    CHECK_EQ(point_length, POINT);
    CHECK_BYTES(point_again, point, POINT);
    CHECK_BYTES(key_again, key, ORDER);
    for (size_t cut = 0; cut < length; cut++) {
        test_note("length", cut);
        point_length = POINT;
        CHECK_STATUS(whit_key_private_from_pkcs8(&whit_bn_p638, OID, key_again, ORDER, point_again,
                                                 &point_length, whole, cut),
                     WHIT_ERROR_KEY_ENCODING);
        CHECK_ZERO(key_again, ORDER);
        CHECK_ZERO(point_again, POINT);
    }
    /* 0x82 0x00 0xff, and one byte more than there is. */
    whole[2] = 0;
    whole[3] = 0xff;
    CHECK_STATUS(whit_key_private_from_pkcs8(&whit_bn_p638, OID, key_again, ORDER, NULL, NULL,
                                             whole, 4 + 0xff),
                 WHIT_ERROR_KEY_ENCODING);
}

TEST(key_der_bad_lengths)
{
    static const size_t bad[] = {0, 1, 31, 33, 64, 66};
    uint8_t wrong_prefix[PUBLIC_BYTES];
    copy(wrong_prefix, ka_public_a, PUBLIC_BYTES);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        size_t length = DER_MAX;
        test_note("length", bad[i]);
        fill(der, sizeof der);
        CHECK_STATUS(
            whit_key_private_to_der(CURVE, OID, der, &length, ka_public_a, bad[i], NULL, 0),
            WHIT_ERROR_PRIVATE_KEY_LENGTH);
        CHECK_ZERO(der, DER_MAX);
        CHECK_EQ(length, 0);
        if (bad[i] == COMPRESSED_BYTES) {
            continue;
        }
        length = DER_MAX;
        fill(der, sizeof der);
        CHECK_STATUS(whit_key_public_to_der(CURVE, OID, der, &length, wrong_prefix, bad[i]),
                     WHIT_ERROR_PUBLIC_KEY_LENGTH);
        CHECK_ZERO(der, DER_MAX);
        CHECK_EQ(length, 0);
        length = DER_MAX;
        CHECK_STATUS(whit_key_private_to_pkcs8(CURVE, OID, der, &length, ka_private_a, 32,
                                               wrong_prefix, bad[i]),
                     WHIT_ERROR_PUBLIC_KEY_LENGTH);
    }
    for (unsigned prefix = 0; prefix < 256; prefix++) {
        size_t length = DER_MAX;
        whit_status full = prefix == 4 ? WHIT_OK : WHIT_ERROR_PUBLIC_KEY_PREFIX;
        whit_status half = prefix == 2 || prefix == 3 ? WHIT_OK : WHIT_ERROR_PUBLIC_KEY_PREFIX;
        test_note("prefix", prefix);
        wrong_prefix[0] = (uint8_t)prefix;
        CHECK_STATUS(whit_key_public_to_der(CURVE, OID, der, &length, wrong_prefix, 65), full);
        length = DER_MAX;
        CHECK_STATUS(whit_key_public_to_der(CURVE, OID, der, &length, wrong_prefix, 33), half);
    }
}

/* An output without room is left alone, and so is the other. */
TEST(key_der_output_length)
{
    build();
    for (size_t capacity = 0; capacity < PUBLIC_BYTES; capacity++) {
        test_note("capacity", capacity);
        fill(public_key, sizeof public_key);
        fill(private_key, sizeof private_key);
        public_length = capacity;
        CHECK_STATUS(
            whit_key_public_from_der(CURVE, OID, public_key, &public_length, spki, sizeof spki),
            WHIT_ERROR_OUTPUT_LENGTH);
        CHECK_STATUS(whit_key_private_from_der(CURVE, OID, private_key, 32, public_key,
                                               &public_length, sec1, sizeof sec1),
                     WHIT_ERROR_OUTPUT_LENGTH);
        CHECK_EQ(public_length, capacity);
        CHECK_FILL(public_key, UNTOUCHED, sizeof public_key);
        CHECK_FILL(private_key, UNTOUCHED, sizeof private_key);
    }
    for (size_t length = 0; length <= PRIVATE_BYTES + 1; length++) {
        whit_status expected = length == PRIVATE_BYTES ? WHIT_OK : WHIT_ERROR_OUTPUT_LENGTH;
        test_note("length", length);
        fill(private_key, sizeof private_key);
        CHECK_STATUS(whit_key_private_from_pkcs8(CURVE, OID, private_key, length, NULL, NULL, pkcs8,
                                                 sizeof pkcs8),
                     expected);
        if (length != PRIVATE_BYTES) {
            CHECK_FILL(private_key, UNTOUCHED, sizeof private_key);
        }
    }
}

TEST(key_der_null_arguments)
{
    size_t length = DER_MAX;
    build();
    fill(der, sizeof der);
    fill(private_key, sizeof private_key);
    fill(public_key, sizeof public_key);
    public_length = PUBLIC_BYTES;
#define REFUSED(call) CHECK_STATUS(call, WHIT_ERROR_ARGUMENT)
    REFUSED(whit_key_public_to_der(NULL, OID, der, &length, ka_public_a, 65));
    REFUSED(whit_key_public_to_der(CURVE, NULL, der, &length, ka_public_a, 65));
    REFUSED(whit_key_public_to_der(CURVE, OID, NULL, &length, ka_public_a, 65));
    REFUSED(whit_key_public_to_der(CURVE, OID, der, NULL, ka_public_a, 65));
    REFUSED(whit_key_public_to_der(CURVE, OID, der, &length, NULL, 65));
    REFUSED(whit_key_public_from_der(NULL, OID, public_key, &public_length, spki, 91));
    REFUSED(whit_key_public_from_der(CURVE, NULL, public_key, &public_length, spki, 91));
    REFUSED(whit_key_public_from_der(CURVE, OID, NULL, &public_length, spki, 91));
    REFUSED(whit_key_public_from_der(CURVE, OID, public_key, NULL, spki, 91));
    REFUSED(whit_key_public_from_der(CURVE, OID, public_key, &public_length, NULL, 91));
    REFUSED(whit_key_private_to_der(NULL, OID, der, &length, ka_private_a, 32, NULL, 0));
    REFUSED(whit_key_private_to_der(CURVE, NULL, der, &length, ka_private_a, 32, NULL, 0));
    REFUSED(whit_key_private_to_der(CURVE, OID, NULL, &length, ka_private_a, 32, NULL, 0));
    REFUSED(whit_key_private_to_der(CURVE, OID, der, NULL, ka_private_a, 32, NULL, 0));
    REFUSED(whit_key_private_to_der(CURVE, OID, der, &length, NULL, 32, NULL, 0));
    REFUSED(whit_key_private_to_pkcs8(CURVE, OID, der, &length, ka_private_a, 32, NULL, 65));
    REFUSED(whit_key_private_from_der(NULL, OID, private_key, 32, NULL, NULL, sec1, 121));
    REFUSED(whit_key_private_from_der(CURVE, NULL, private_key, 32, NULL, NULL, sec1, 121));
    REFUSED(whit_key_private_from_der(CURVE, OID, NULL, 32, NULL, NULL, sec1, 121));
    REFUSED(whit_key_private_from_der(CURVE, OID, private_key, 32, public_key, NULL, sec1, 121));
    REFUSED(whit_key_private_from_pkcs8(CURVE, OID, private_key, 32, NULL, NULL, NULL, 67));
    REFUSED(whit_key_der_is(NULL, spki, sizeof spki));
    REFUSED(whit_key_der_is(OID, NULL, sizeof spki));
#undef REFUSED
    CHECK_FILL(der, UNTOUCHED, sizeof der);
    CHECK_FILL(private_key, UNTOUCHED, sizeof private_key);
    CHECK_FILL(public_key, UNTOUCHED, sizeof public_key);
    CHECK_EQ(length, DER_MAX);
    CHECK_EQ(public_length, PUBLIC_BYTES);
}

TEST(key_der_overlap)
{
    uint8_t buffer[3 * DER_MAX];
    uint8_t before[3 * DER_MAX];
    size_t length = DER_MAX;
    size_t room = PUBLIC_BYTES;
    uint8_t *at = buffer + DER_MAX;
    build();
    fill(buffer, sizeof buffer);
    copy(at, sec1, sizeof sec1);
    copy(before, buffer, sizeof buffer);
#define REFUSED(call) CHECK_STATUS(call, WHIT_ERROR_OVERLAP)
    REFUSED(whit_key_public_to_der(CURVE, OID, at, &length, at + DER_MAX - 1, 65));
    REFUSED(whit_key_public_to_der(CURVE, OID, at, &length, at - 64, 65));
    REFUSED(whit_key_private_to_der(CURVE, OID, at, &length, at + DER_MAX - 1, 32, NULL, 0));
    REFUSED(whit_key_private_to_der(CURVE, OID, at, &length, ka_private_a, 32, at - 64, 65));
    REFUSED(whit_key_private_to_pkcs8(CURVE, OID, at, &length, at - 31, 32, NULL, 0));
    REFUSED(whit_key_public_from_der(CURVE, OID, at - 64, &room, at, sizeof spki));
    REFUSED(whit_key_public_from_der(CURVE, OID, at + 90, &room, at, sizeof spki));
    REFUSED(whit_key_private_from_der(CURVE, OID, at - 31, 32, NULL, NULL, at, sizeof sec1));
    REFUSED(whit_key_private_from_der(CURVE, OID, buffer, 32, at - 64, &room, at, sizeof sec1));
    REFUSED(whit_key_private_from_pkcs8(CURVE, OID, buffer + 64, 32, buffer, &room, at, 67));
#undef REFUSED
    CHECK_BYTES(buffer, before, sizeof buffer);
    CHECK_EQ(length, DER_MAX);
    CHECK_EQ(room, PUBLIC_BYTES);
    CHECK_STATUS(
        whit_key_private_from_der(CURVE, OID, buffer, 32, buffer + 32, &room, at, sizeof sec1),
        WHIT_OK);
    CHECK_BYTES(buffer, ka_private_a, PRIVATE_BYTES);
    CHECK_BYTES(buffer + 32, ka_public_a, PUBLIC_BYTES);
}

TEST(key_der_names_a_curve)
{
    build();
    const struct {
        const uint8_t *bytes;
        size_t length;
    } keys[] = {{spki, sizeof spki},
                {sec1, sizeof sec1},
                {pkcs8, sizeof pkcs8},
                {pkcs8_full, sizeof pkcs8_full}};
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        test_note("key", i);
        CHECK_STATUS(whit_key_der_is(OID, keys[i].bytes, keys[i].length), WHIT_OK);
        CHECK_STATUS(whit_key_der_is(&whit_secp521r1_oid, keys[i].bytes, keys[i].length),
                     WHIT_ERROR_KEY_CURVE);
        for (size_t cut = 0; cut < keys[i].length; cut++) {
            CHECK_STATUS(whit_key_der_is(OID, keys[i].bytes, cut), WHIT_ERROR_KEY_ENCODING);
        }
    }
    /* Without a name; of another algorithm; of a version that is not read. */
    sec1[1] = SEC1_PARAMETERS - 2;
    CHECK_STATUS(whit_key_der_is(OID, sec1, SEC1_PARAMETERS), WHIT_ERROR_KEY_CURVE);
    spki[12] = 2;
    CHECK_STATUS(whit_key_der_is(OID, spki, sizeof spki), WHIT_ERROR_KEY_CURVE);
    pkcs8[4] = 2;
    CHECK_STATUS(whit_key_der_is(OID, pkcs8, sizeof pkcs8), WHIT_ERROR_KEY_ENCODING);
}

TEST_SUITE(key_der) = {
    CASE(key_der_both_ways),          CASE(key_der_compressed),
    CASE(key_der_optional_parts),     CASE(key_der_truncated_anywhere),
    CASE(key_der_corrupted_anywhere), CASE(key_der_bad_encodings),
    CASE(key_der_curve_twice),        CASE(key_der_long_keys),
    CASE(key_der_bad_lengths),        CASE(key_der_output_length),
    CASE(key_der_null_arguments),     CASE(key_der_overlap),
    CASE(key_der_names_a_curve),      END_OF_SUITE,
};
