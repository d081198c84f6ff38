/* SPDX-License-Identifier: MIT */
/* Hashing to curves: an answer of RFC 9380 for each suite, and what is refused.
 * tests/test_hash_to_curve.py has all its vectors, and more by another implementation. */
#include <whit/ed25519_hash_to_curve.h>
#include <whit/ed448_hash_to_curve.h>
#include <whit/hash_to_curve.h>
#include <whit/secp256r1.h>
#include <whit/secp384r1.h>
#include <whit/secp521r1.h>

#include "fixtures.h"
#include "hex.h"
#include "test.h"

#define TAG(suite) "QUUX-V01-CS02-with-" suite
#define MOST 133

typedef whit_status hashing(uint8_t *point, const uint8_t *message, size_t message_length,
                            const uint8_t *tag, size_t tag_length);

/* RFC 9380, J: what a message is hashed to with the suite's tag. */
typedef struct suite {
    hashing *hash;
    const char *message;
    const char *tag;
    const char *point;
} suite;

static const suite suites[] = {
    {whit_secp256r1_hash_to_curve, "abc", TAG(WHIT_SECP256R1_HASH_TO_CURVE),
     "040bb8b87485551aa43ed54f009230450b492fead5f1cc91658775dac4a3388a0f5c41b3d0731a27a7b14bc0"
     "bf0ccded2d8751f83493404c84a88e71ffd424212e"},
    {whit_secp256r1_encode_to_curve, "abcdef0123456789", TAG(WHIT_SECP256R1_ENCODE_TO_CURVE),
     "04f164c6674a02207e414c257ce759d35eddc7f55be6d7f415e2cc177e5d8faa843aa274881d30db70485368"
     "c0467e97da0e73c18c1d00f34775d012b6fcee7f97"},
    {whit_secp384r1_hash_to_curve, "abc", TAG(WHIT_SECP384R1_HASH_TO_CURVE),
     "04e02fc1a5f44a7519419dd314e29863f30df55a514da2d655775a81d413003c4d4e7fd59af0826dfaad4200"
     "ac6f60abe101f638d04d98677d65bef99aef1a12a70a4cbb9270ec55248c04530d8bc1f8f90f8a6a859a7c1f"
     "1ddccedf8f96d675f6"},
    {whit_secp384r1_encode_to_curve, "abcdef0123456789", TAG(WHIT_SECP384R1_ENCODE_TO_CURVE),
     "044dac31ec8a82ee3c02ba2d7c9fa431f1e59ffe65bf977b948c59e1d813c2d7963c7be81aa6db39e78ff315"
     "a10115c0d0845333cdb5702ad5c525e603f302904d6fc84879f0ef2ee2014a6b13edd39131bfd66f7bd7cdc2"
     "d9ccf778f0c8892c3f"},
    {whit_secp521r1_hash_to_curve, "abc", TAG(WHIT_SECP521R1_HASH_TO_CURVE),
     "04002f89a1677b28054b50d15e1f81ed6669b5a2158211118ebdef8a6efc77f8ccaa528f698214e4340155ab"
     "c1fa08f8f613ef14a043717503d57e267d57155cf784a4010e0be5dc8e753da8ce51091908b72396d3deed14"
     "ae166f66d8ebf0a4e7059ead169ea4bead0232e9b700dd380b316e9361cfdba55a08c73545563a80966ecbb8"
     "6d"},
    {whit_secp521r1_encode_to_curve, "abcdef0123456789", TAG(WHIT_SECP521R1_ENCODE_TO_CURVE),
     "0400bcaf32a968ff7971b3bbd9ce8edfbee1309e2019d7ff373c38387a782b005dce6ceffccfeda5c6511c8f"
     "7f312f343f3a891029c5858f45ee0bf370aba25fc990cc00923517e767532d82cb8a0b59705eec2b7779ce05"
     "f9181c7d5d5e25694ef8ebd4696343f0bc27006834d2517215ecf79482a84111f50c1bae25044fe1dd77744b"
     "bd"},
    {whit_ed25519_hash_to_curve, "abc", TAG(WHIT_ED25519_HASH_TO_CURVE),
     "31558a26887f23fb8218f143e69d5f0af2e7831130bd5b432ef23883b895839a"},
    {whit_ed25519_encode_to_curve, "abcdef0123456789", TAG(WHIT_ED25519_ENCODE_TO_CURVE),
     "fb861a8e0a5a954a5c6836d379f1b07775134a6adaca0939e7dd1add246c8aaf"},
    {whit_x25519_hash_to_curve, "abc", TAG(WHIT_X25519_HASH_TO_CURVE),
     "6d52bc6a6b822e43de0bd75d91600a7bcc72ca0a2b69de72588fd4f2f119442bdd072d3f70f9ef6011da95d4"
     "4393142dd2b37ee96387faa6f068a255f235821b"},
    {whit_x25519_encode_to_curve, "abcdef0123456789", TAG(WHIT_X25519_ENCODE_TO_CURVE),
     "526c09e23a3f97b7f492f74627044eab67f525ca06028b4d2aebdeb0a808ad31b10dc3531a707d625de9c6d6"
     "8b71b99119262728c8279426fab4788ec2705040"},
    {whit_ed448_hash_to_curve, "abc", TAG(WHIT_ED448_HASH_TO_CURVE),
     "9aaf94e238bfd651c8def62da126ab973eb683ad9c7126ff10626d6fda01556b406b9b23c50e350f4335e0ad"
     "fa3bdc8ce2d2b237a43f4d8900"},
    {whit_ed448_encode_to_curve, "abcdef0123456789", TAG(WHIT_ED448_ENCODE_TO_CURVE),
     "c4cb12facb8491e547437dd35be30f28600f26794c4782459305f6748f738f4c27c48e1a314b74da4d7ebc93"
     "3919bc5db17ead276960f60c00"},
    {whit_x448_hash_to_curve, "abc", TAG(WHIT_X448_HASH_TO_CURVE),
     "e4d0d96a8007f20c39df21cbb79f8dc0df30cd406fb082d064e50aded31164641fc71e6d3609ea08839514db"
     "82c534bfced77848e37c2f9b33d69e86c46097e9969a98d82625404cf376d2846ae339c9aeec68c5c0616d46"
     "e791355700814edb7d1fb67ded526169ea93490aef0e8a13"},
    {whit_x448_encode_to_curve, "abcdef0123456789", TAG(WHIT_X448_ENCODE_TO_CURVE),
     "71ed29318e2e35188732380f4ecc5b30977deb50f3275a9a229694d0b9e8ff32c2d88b6a8f451fafc32a87e1"
     "442c5dcbd0b846f18759d6c659f61b0c04c20a1444701b9bf34089ca959b660df6c9ecc46e76794fb492c811"
     "afe58cf8eca4f6e90792d5204f955b13c4fd33f31b902f4d"},
};

static size_t length_of(const char *text)
{
    size_t length = 0;
    while (text[length] != 0) {
        length++;
    }
    return length;
}

TEST(hash_to_curve_answers)
{
    uint8_t right[MOST], point[MOST + 1];
    for (size_t i = 0; i < COUNT_OF(suites); i++) {
        const suite *s = &suites[i];
        const size_t size = hex_bytes(right, s->point);
        test_note("suite", i);
        fill(point, sizeof point);
        CHECK_STATUS(s->hash(point, (const uint8_t *)s->message, length_of(s->message),
                             (const uint8_t *)s->tag, length_of(s->tag)),
                     WHIT_OK);
        CHECK_BYTES(point, right, size);
        CHECK(point[size] == UNTOUCHED);
    }
}

TEST(hash_to_curve_refuses)
{
    uint8_t right[MOST], point[MOST];
    static const uint8_t zeros[MOST] = {0};
    static const uint8_t text[3] = {'a', 'b', 'c'};
    for (size_t i = 0; i < COUNT_OF(suites); i++) {
        hashing *hash = suites[i].hash;
        const size_t size = hex_bytes(right, suites[i].point);
        test_note("suite", i);
        fill(point, sizeof point);
        CHECK_STATUS(hash(NULL, text, 3, text, 3), WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(hash(point, NULL, 3, text, 3), WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(hash(point, text, 3, NULL, 3), WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(hash(point, point + size - 1, 3, text, 3), WHIT_ERROR_OVERLAP);
        CHECK_STATUS(hash(point, text, 3, point, 3), WHIT_ERROR_OVERLAP);
        CHECK(point[0] == UNTOUCHED && point[size - 1] == UNTOUCHED);
        CHECK_STATUS(hash(point, text, 3, text, 0), WHIT_ERROR_TAG_LENGTH);
        CHECK_BYTES(point, zeros, size);
    }
}

/* The functions that take a curve, and a map of another. */
TEST(hash_to_curve_takes_a_map_of_the_size)
{
    uint8_t point[MOST];
    static const uint8_t text[3] = {'a', 'b', 'c'};
    CHECK_STATUS(whit_hash_to_curve(&whit_secp256r1, &whit_secp256r1_map, &whit_sha256, point, 65,
                                    text, 3, text, 3),
                 WHIT_OK);
    CHECK_STATUS(whit_hash_to_curve(&whit_secp256r1, &whit_secp256r1_map, &whit_sha256, point, 64,
                                    text, 3, text, 3),
                 WHIT_ERROR_OUTPUT_LENGTH);
    CHECK_STATUS(whit_encode_to_curve(&whit_secp256r1, &whit_secp384r1_map, &whit_sha256, point, 65,
                                      text, 3, text, 3),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_encode_to_curve(NULL, &whit_secp256r1_map, &whit_sha256, point, 65, text, 3, text, 3),
        WHIT_ERROR_ARGUMENT);
}

/* RFC 9380, K.1 and K.6: 32 bytes of "abc". */
TEST(hash_to_curve_expands_messages)
{
    static const char by_sha256[] = TAG("expander-SHA256-128");
    static const char by_shake256[] = TAG("expander-SHAKE256");
    static const uint8_t text[3] = {'a', 'b', 'c'};
    uint8_t right[32], uniform[32];
    (void)hex_bytes(right, "d8ccab23b5985ccea865c6c97b6e5b8350e794e603b4b97902f53a8a0d605615");
    CHECK_STATUS(whit_expand_message_xmd(&whit_sha256, uniform, 32, text, 3,
                                         (const uint8_t *)by_sha256, sizeof by_sha256 - 1),
                 WHIT_OK);
    CHECK_BYTES(uniform, right, 32);
    (void)hex_bytes(right, "b39e493867e2767216792abce1f2676c197c0692aed061560ead251821808e07");
    CHECK_STATUS(whit_expand_message_shake256(uniform, 32, text, 3, (const uint8_t *)by_shake256,
                                              sizeof by_shake256 - 1, 256),
                 WHIT_OK);
    CHECK_BYTES(uniform, right, 32);
    CHECK_STATUS(whit_expand_message_xmd(&whit_sha256, uniform, 0, text, 3, text, 3),
                 WHIT_ERROR_OUTPUT_LENGTH);
    CHECK_STATUS(whit_expand_message_xmd(NULL, uniform, 32, text, 3, text, 3), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_expand_message_shake256(uniform, 32, text, 3, text, 3, 257),
                 WHIT_ERROR_ARGUMENT);
}

TEST_SUITE(hash_to_curve) = {
    CASE(hash_to_curve_answers),
    CASE(hash_to_curve_refuses),
    CASE(hash_to_curve_takes_a_map_of_the_size),
    CASE(hash_to_curve_expands_messages),
    END_OF_SUITE,
};
