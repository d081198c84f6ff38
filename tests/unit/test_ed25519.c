/* SPDX-License-Identifier: MIT */
#include <whit/ed25519.h>

#include "fixtures.h"
#include "hex.h"
#include "test.h"

#define LONGEST 128

/* RFC 8032, 7.1: the first three tests; 7.2: the first; 7.3. */
typedef struct vector {
    const char *seed;
    const char *public_key;
    const char *context; /* NULL for Ed25519 */
    const char *message;
    const char *signature;
} vector;

static const vector vectors[] = {
    {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
     "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", NULL, "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b"
     "4"
     "6bd25bf5f0595bbe24655141438e7a100b"},
    {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", NULL, "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11"
     "d"
     "8c387b2eaeb4302aeeb00d291612bb0c00"},
    {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", NULL, "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc"
     "6"
     "594a7c15e9716ed28dc027beceea1ec40a"},
    {"0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6",
     "dfc9425e4f968f7f0c29f0259cf5f9aed6851c2bb4ad8bfb860cfee0ab248292", "666f6f",
     "f726936d19c800494e3fdaff20b276a8",
     "55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a8b36950b95130022907a7fb7c4e9b"
     "2"
     "d5f6cca685a587b4b21f4b888e4e7edb0d"},
};

static const vector prehashed = {"833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
                                 "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
                                 "", "616263",
                                 "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae413"
                                 "1f85042463c2a355a2003d062adf5aa"
                                 "a10b8c61e636062aaad11c2a26083406"};

static uint8_t private_key[WHIT_ED25519_PRIVATE_KEY_BYTES];
static uint8_t public_key[WHIT_ED25519_PUBLIC_KEY_BYTES];
static uint8_t signature[WHIT_ED25519_SIGNATURE_BYTES];
static uint8_t expected[LONGEST];
static uint8_t message[LONGEST];
static uint8_t context[LONGEST];

/* The key pair of a vector, checked. */
static void make_keys(const vector *v)
{
    uint8_t seed[WHIT_ED25519_SEED_BYTES];
    hex_bytes(seed, v->seed);
    hex_bytes(expected, v->public_key);
    CHECK_STATUS(whit_ed25519_key_pair(private_key, public_key, seed), WHIT_OK);
    CHECK_BYTES(public_key, expected, sizeof public_key);
    CHECK_BYTES(private_key, seed, sizeof seed);
    CHECK_BYTES(private_key + sizeof seed, public_key, sizeof public_key);
}

static whit_status verify(const uint8_t *given, size_t length)
{
    return whit_ed25519_verify(public_key, sizeof public_key, message, length, given,
                               sizeof signature);
}

TEST(ed25519_answers_of_the_rfc)
{
    for (size_t i = 0; i < COUNT_OF(vectors); i++) {
        const vector *v = &vectors[i];
        test_note("vector", i);
        make_keys(v);
        size_t length = hex_bytes(message, v->message);
        if (v->context == NULL) {
            CHECK_STATUS(whit_ed25519_sign(signature, private_key, message, length), WHIT_OK);
            CHECK_STATUS(verify(signature, length), WHIT_OK);
        } else {
            size_t context_length = hex_bytes(context, v->context);
            CHECK_STATUS(whit_ed25519ctx_sign(signature, private_key, context, context_length,
                                              message, length),
                         WHIT_OK);
            CHECK_STATUS(whit_ed25519ctx_verify(public_key, sizeof public_key, context,
                                                context_length, message, length, signature,
                                                sizeof signature),
                         WHIT_OK);
            CHECK_STATUS(whit_ed25519ctx_verify(public_key, sizeof public_key, context,
                                                context_length - 1, message, length, signature,
                                                sizeof signature),
                         WHIT_ERROR_SIGNATURE_INVALID);
            CHECK_STATUS(verify(signature, length), WHIT_ERROR_SIGNATURE_INVALID);
        }
        hex_bytes(expected, v->signature);
        CHECK_BYTES(signature, expected, sizeof signature);
    }
}

TEST(ed25519_prehashed_answer_of_the_rfc)
{
    uint8_t digest[WHIT_ED25519PH_DIGEST_BYTES];
    whit_hash_state state;
    make_keys(&prehashed);
    size_t length = hex_bytes(message, prehashed.message);
    whit_hash_init(&whit_sha512, &state);
    whit_hash_update(&whit_sha512, &state, message, length);
    whit_hash_final(&whit_sha512, &state, digest);
    CHECK_STATUS(whit_ed25519ph_sign_digest(signature, private_key, NULL, 0, digest), WHIT_OK);
    hex_bytes(expected, prehashed.signature);
    CHECK_BYTES(signature, expected, sizeof signature);
    CHECK_STATUS(whit_ed25519ph_verify_digest(public_key, sizeof public_key, NULL, 0, digest,
                                              signature, sizeof signature),
                 WHIT_OK);
    /* A digest is no message: neither without a context nor with an empty one. */
    CHECK_STATUS(whit_ed25519_verify(public_key, sizeof public_key, digest, sizeof digest,
                                     signature, sizeof signature),
                 WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(whit_ed25519ctx_verify(public_key, sizeof public_key, NULL, 0, digest,
                                        sizeof digest, signature, sizeof signature),
                 WHIT_ERROR_SIGNATURE_INVALID);
}

TEST(ed25519_keygen_takes_its_seed_from_the_source)
{
    uint8_t seed[WHIT_ED25519_SEED_BYTES];
    uint8_t made[WHIT_ED25519_PRIVATE_KEY_BYTES];
    uint8_t made_public[WHIT_ED25519_PUBLIC_KEY_BYTES];
    make_keys(&vectors[1]);
    hex_bytes(seed, vectors[1].seed);
    given_random bytes = {seed, sizeof seed, 0, 0, 0};
    const whit_random random = {given_fill, &bytes};
    CHECK_STATUS(whit_ed25519_keygen(made, made_public, &random), WHIT_OK);
    CHECK_BYTES(made, private_key, sizeof made);
    CHECK_BYTES(made_public, public_key, sizeof made_public);
}

TEST(ed25519_keygen_reports_bad_sources)
{
    uint8_t made[WHIT_ED25519_PRIVATE_KEY_BYTES];
    uint8_t made_public[WHIT_ED25519_PUBLIC_KEY_BYTES];
    failing_random failing = {WHIT_ERROR_RANDOM_FAILED};
    constant_random zeros = {0, 0};
    const whit_random fails = {failing_fill, &failing};
    const whit_random stuck = {constant_fill, &zeros};
    const whit_random empty = {NULL, NULL};
    const struct {
        const whit_random *random;
        whit_status status;
    } cases[] = {
        {NULL, WHIT_ERROR_RANDOM_MISSING},
        {&empty, WHIT_ERROR_RANDOM_MISSING},
        {&fails, WHIT_ERROR_RANDOM_FAILED},
        {&stuck, WHIT_ERROR_RANDOM_STUCK},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        test_note("case", i);
        fill(made, sizeof made);
        fill(made_public, sizeof made_public);
        CHECK_STATUS(whit_ed25519_keygen(made, made_public, cases[i].random), cases[i].status);
        CHECK_ZERO(made, sizeof made);
        CHECK_ZERO(made_public, sizeof made_public);
    }
}

TEST(ed25519_a_changed_bit_is_noticed)
{
    make_keys(&vectors[2]);
    size_t length = hex_bytes(message, vectors[2].message);
    hex_bytes(signature, vectors[2].signature);
    for (size_t bit = 0; bit < 8 * sizeof signature; bit += 37) {
        test_note("bit", bit);
        signature[bit / 8] ^= (uint8_t)(1u << (bit % 8));
        CHECK_NE(verify(signature, length), WHIT_OK);
        signature[bit / 8] ^= (uint8_t)(1u << (bit % 8));
    }
    message[1] ^= 1;
    CHECK_STATUS(verify(signature, length), WHIT_ERROR_SIGNATURE_INVALID);
    message[1] ^= 1;
    CHECK_STATUS(verify(signature, length - 1), WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(verify(signature, length), WHIT_OK);
}

/* The cases on which verifiers disagree [CGN20]: points with parts of small order, and encodings
 * that are not canonical. */
static const struct {
    const char *message;
    const char *public_key;
    const char *signature;
    whit_status status;
} disputed[] = {
    /* A of small order, with R of small order and with a mixed one. */
    {"8c93255d71dcab10e8f379c26200f3c7bd5f09d9bc3068d3ef4edeb4853022b6",
     "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
     "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a00000000000000000000000000000"
     "0"
     "0000000000000000000000000000000000",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    {"9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79",
     "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
     "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43a5bb704786be79fc476f91d3f3f89"
     "b"
     "03984d8068dcf1bb7dfc6637b45450ac04",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    /* A mixed, R of small order and mixed; the equation holds without the cofactor. */
    {"aebf3f2601a0c8c5d39cc7d8911642f740b78168218da8471772b35f9d35b9ab",
     "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43",
     "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa8c4bd45aecaca5b24fb97bc10ac27"
     "a"
     "c8751a7dfe1baff8b953ec9f5833ca260e",
     WHIT_OK},
    {"9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79",
     "cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d",
     "9046a64750444938de19f227bb80485e92b83fdb4b6506c160484c016cc1852f87909e14428a7a1d62e9f22f3d3ad"
     "7"
     "802db02eb2e688b6c52fcd6648a98bd009",
     WHIT_OK},
    /* It holds with the cofactor alone. */
    {"e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c",
     "cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d",
     "160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed5125ec6bc982a269b723e0668e540911"
     "a"
     "9a6a58921d6925e434ab10aa7940551a09",
     WHIT_ERROR_SIGNATURE_INVALID},
    {"e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c",
     "cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d",
     "21122a84e0b5fca4052f5b1235c80a537878b38f3142356b2c2384ebad4668b7e40bc836dac0f71076f9abe3a53f9"
     "c"
     "03c1ceeeddb658d0030494ace586687405",
     WHIT_ERROR_SIGNATURE_INVALID},
    /* s above the order. */
    {"85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40",
     "442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623",
     "e96f66be976d82e60150baecff9906684aebb1ef181f67a7189ac78ea23b6c0e547f7690a0e2ddcd04d87dbc3490d"
     "c"
     "19b3b3052f7ff0538cb68afb369ba3a514",
     WHIT_ERROR_SIGNATURE_RANGE},
    {"85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40",
     "442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623",
     "8ce5b96c8f26d0ab6c47958c9e68b937104cd36e13c33566acd2fe8d38aa19427e71f98a473474f2f13f06f97c20d"
     "5"
     "8cc3f54b8bd0d272f42b695dd7e89a8c22",
     WHIT_ERROR_SIGNATURE_RANGE},
    /* R is minus zero, which no point is encoded as. */
    {"9bedc267423725d473888631ebf45988bad3db83851ee85c85e241a07d148b41",
     "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43",
     "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff03be9678ac102edcd92b0210bb34d"
     "7"
     "428d12ffc5df5f37e359941266a4e35f0f",
     WHIT_ERROR_SIGNATURE_INVALID},
    {"9bedc267423725d473888631ebf45988bad3db83851ee85c85e241a07d148b41",
     "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43",
     "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffca8c5b64cd208982aa38d4936621a"
     "4"
     "775aa233aa0505711d8fdcfdaa943d4908",
     WHIT_ERROR_SIGNATURE_INVALID},
    /* A is. */
    {"e96b7021eb39c1a163b6da4e3093dcd3f21387da4cc4572be588fafae23c155b",
     "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
     "a9d55260f765261eb9b84e106f665e00b867287a761990d7135963ee0a7d59dca5bb704786be79fc476f91d3f3f89"
     "b"
     "03984d8068dcf1bb7dfc6637b45450ac04",
     WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"39a591f5321bbe07fd5a23dc2f39d025d74526615746727ceefd6e82ae65c06f",
     "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
     "a9d55260f765261eb9b84e106f665e00b867287a761990d7135963ee0a7d59dca5bb704786be79fc476f91d3f3f89"
     "b"
     "03984d8068dcf1bb7dfc6637b45450ac04",
     WHIT_ERROR_PUBLIC_KEY_RANGE},
};

TEST(ed25519_disputed_signatures)
{
    for (size_t i = 0; i < COUNT_OF(disputed); i++) {
        test_note("case", i);
        size_t length = hex_bytes(message, disputed[i].message);
        hex_bytes(public_key, disputed[i].public_key);
        hex_bytes(signature, disputed[i].signature);
        CHECK_STATUS(verify(signature, length), disputed[i].status);
    }
}

/* Public keys, and what is said of them. The points of small order are those of order 1, 2, 4 and
 * 8, with either sign. */
static const struct {
    const char *bytes;
    whit_status status;
} keys[] = {
    {"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", WHIT_OK},
    {"0100000000000000000000000000000000000000000000000000000000000000",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    {"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    {"0000000000000000000000000000000000000000000000000000000000000000",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    {"0000000000000000000000000000000000000000000000000000000000000080",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    {"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    {"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    {"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    {"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    /* x = 0 with its sign set. */
    {"0100000000000000000000000000000000000000000000000000000000000080",
     WHIT_ERROR_PUBLIC_KEY_RANGE},
    /* y = p, p + 1, 2^255 - 1. */
    {"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
     WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
     WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
     WHIT_ERROR_PUBLIC_KEY_RANGE},
    /* y = 2 belongs to no point. */
    {"0200000000000000000000000000000000000000000000000000000000000000",
     WHIT_ERROR_PUBLIC_KEY_CURVE},
};

TEST(ed25519_public_keys_are_checked)
{
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        test_note("key", i);
        hex_bytes(public_key, keys[i].bytes);
        CHECK_STATUS(whit_ed25519_validate_public_key(public_key, sizeof public_key),
                     keys[i].status);
        if (keys[i].status != WHIT_OK) {
            CHECK_STATUS(verify(signature, 0), keys[i].status);
        }
    }
}

TEST(ed25519_lengths_are_checked)
{
    make_keys(&vectors[0]);
    hex_bytes(signature, vectors[0].signature);
    for (size_t length = 0; length <= 2 * sizeof public_key; length++) {
        if (length != sizeof public_key) {
            CHECK_STATUS(
                whit_ed25519_verify(public_key, length, NULL, 0, signature, sizeof signature),
                WHIT_ERROR_PUBLIC_KEY_LENGTH);
            CHECK_STATUS(whit_ed25519_validate_public_key(public_key, length),
                         WHIT_ERROR_PUBLIC_KEY_LENGTH);
        }
    }
    for (size_t length = 0; length < 2 * sizeof signature; length++) {
        if (length != sizeof signature) {
            CHECK_STATUS(
                whit_ed25519_verify(public_key, sizeof public_key, NULL, 0, signature, length),
                WHIT_ERROR_SIGNATURE_LENGTH);
        }
    }
    CHECK_STATUS(whit_ed25519ctx_sign(signature, private_key, message, 256, NULL, 0),
                 WHIT_ERROR_CONTEXT_LENGTH);
    CHECK_STATUS(whit_ed25519ph_sign_digest(signature, private_key, message, 256, message),
                 WHIT_ERROR_CONTEXT_LENGTH);
    CHECK_STATUS(whit_ed25519ctx_verify(public_key, sizeof public_key, message, 256, NULL, 0,
                                        signature, sizeof signature),
                 WHIT_ERROR_CONTEXT_LENGTH);
}

TEST(ed25519_missing_pointers_and_overlaps_are_refused)
{
    uint8_t both[WHIT_ED25519_PRIVATE_KEY_BYTES + WHIT_ED25519_SIGNATURE_BYTES];
    make_keys(&vectors[0]);
    CHECK_STATUS(whit_ed25519_key_pair(NULL, public_key, message), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed25519_key_pair(both, NULL, message), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed25519_key_pair(both, public_key, NULL), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed25519_key_pair(both, both + 63, message), WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_ed25519_key_pair(both, public_key, both + 40), WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_ed25519_keygen(NULL, public_key, NULL), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed25519_keygen(both, both + 1, NULL), WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_ed25519_sign(NULL, private_key, NULL, 0), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed25519_sign(signature, NULL, NULL, 0), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed25519_sign(signature, private_key, NULL, 1), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed25519_sign(both + 63, both, NULL, 0), WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_ed25519_sign(both, private_key, both + 63, 1), WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_ed25519ctx_sign(both, private_key, both + 63, 1, NULL, 0),
                 WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_ed25519ctx_sign(signature, private_key, NULL, 1, NULL, 0),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed25519_validate_public_key(NULL, 32), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed25519_verify(NULL, 32, NULL, 0, signature, 64), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed25519_verify(public_key, 32, NULL, 1, signature, 64), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed25519_verify(public_key, 32, NULL, 0, NULL, 64), WHIT_ERROR_ARGUMENT);
}

TEST_SUITE(ed25519) = {
    CASE(ed25519_answers_of_the_rfc),
    CASE(ed25519_prehashed_answer_of_the_rfc),
    CASE(ed25519_keygen_takes_its_seed_from_the_source),
    CASE(ed25519_keygen_reports_bad_sources),
    CASE(ed25519_a_changed_bit_is_noticed),
    CASE(ed25519_disputed_signatures),
    CASE(ed25519_public_keys_are_checked),
    CASE(ed25519_lengths_are_checked),
    CASE(ed25519_missing_pointers_and_overlaps_are_refused),
    END_OF_SUITE,
};
