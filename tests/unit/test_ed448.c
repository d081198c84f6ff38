/* SPDX-License-Identifier: MIT */
#include <whit/ed448.h>

#include "fixtures.h"
#include "hex.h"
#include "test.h"

#define LONGEST 128

/* RFC 8032, 7.4: with and without a context; 7.5. */
typedef struct vector {
    const char *seed;
    const char *public_key;
    const char *context; /* NULL for Ed448 */
    const char *message;
    const char *signature;
} vector;

static const vector vectors[] = {
    {"6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3528c8a3fcc2f044e39a3fc5b"
     "94492f8f032e7549a20098f95b",
     "5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778edf124769b46c7061bd6783d"
     "f1e50f6cd1fa1abeafe8256180",
     NULL, "",
     "533a37f6bbe457251f023c0d88f976ae2dfb504a843e34d2074fd823d41a591f2b233f034f628281f2fd7a22"
     "ddd47d7828c59bd0a21bfd3980ff0d2028d4b18a9df63e006c5d1c2d345b925d8dc00b4104852db99ac5c7cd"
     "da8530a113a0f4dbb61149f05a7363268c71d95808ff2e652600"},
    {"c4eab05d357007c632f3dbb48489924d552b08fe0c353a0d4a1f00acda2c463afbea67c5e8d2877c5e3bc397"
     "a659949ef8021e954e0a12274e",
     "43ba28f430cdff456ae531545f7ecd0ac834a55d9358c0372bfa0c6c6798c0866aea01eb00742802b8438ea4"
     "cb82169c235160627b4c3a9480",
     NULL, "03",
     "26b8f91727bd62897af15e41eb43c377efb9c610d48f2335cb0bd0087810f4352541b143c4b981b7e18f62de"
     "8ccdf633fc1bf037ab7cd779805e0dbcc0aae1cbcee1afb2e027df36bc04dcecbf154336c19f0af7e0a64729"
     "05e799f1953d2a0ff3348ab21aa4adafd1d234441cf807c03a00"},
    {"cd23d24f714274e744343237b93290f511f6425f98e64459ff203e8985083ffdf60500553abc0e05cd02184b"
     "db89c4ccd67e187951267eb328",
     "dcea9e78f35a1bf3499a831b10b86c90aac01cd84b67a0109b55a36e9328b1e365fce161d71ce7131a543ea4"
     "cb5f7e9f1d8b00696447001400",
     NULL, "0c3e544074ec63b0265e0c",
     "1f0a8888ce25e8d458a21130879b840a9089d999aaba039eaf3e3afa090a09d389dba82c4ff2ae8ac5cdfb7c"
     "55e94d5d961a29fe0109941e00b8dbdeea6d3b051068df7254c0cdc129cbe62db2dc957dbb47b51fd3f213fb"
     "8698f064774250a5028961c9bf8ffd973fe5d5c206492b140e00"},
    {"c4eab05d357007c632f3dbb48489924d552b08fe0c353a0d4a1f00acda2c463afbea67c5e8d2877c5e3bc397"
     "a659949ef8021e954e0a12274e",
     "43ba28f430cdff456ae531545f7ecd0ac834a55d9358c0372bfa0c6c6798c0866aea01eb00742802b8438ea4"
     "cb82169c235160627b4c3a9480",
     "666f6f", "03",
     "d4f8f6131770dd46f40867d6fd5d5055de43541f8c5e35abbcd001b32a89f7d2151f7647f11d8ca2ae279fb8"
     "42d607217fce6e042f6815ea000c85741de5c8da1144a6a1aba7f96de42505d7a7298524fda538fccbbb754f"
     "578c1cad10d54d0d5428407e85dcbc98a49155c13764e66c3c00"},
};

static const vector prehashed = {
    "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42ef7822e0d5104127dc05d6db"
    "efde69e3ab2cec7c867c6e2c49",
    "259b71c19f83ef77a7abd26524cbdb3161b590a48f7d17de3ee0ba9c52beb743c09428a131d6b1b57303d90d"
    "8132c276d5ed3d5d01c0f53880",
    "", "616263",
    "822f6901f7480f3d5f562c592994d9693602875614483256505600bbc281ae381f54d6bce2ea911574932f52"
    "a4e6cadd78769375ec3ffd1b801a0d9b3f4030cd433964b6457ea39476511214f97469b57dd32dbc560a9a94"
    "d00bff07620464a3ad203df7dc7ce360c3cd3696d9d9fab90f00"};

static uint8_t private_key[WHIT_ED448_PRIVATE_KEY_BYTES];
static uint8_t public_key[WHIT_ED448_PUBLIC_KEY_BYTES];
static uint8_t signature[WHIT_ED448_SIGNATURE_BYTES];
static uint8_t expected[LONGEST];
static uint8_t message[LONGEST];
static uint8_t context[LONGEST];

/* The key pair of a vector, checked. */
static void make_keys(const vector *v)
{
    uint8_t seed[WHIT_ED448_SEED_BYTES];
    hex_bytes(seed, v->seed);
    hex_bytes(expected, v->public_key);
    CHECK_STATUS(whit_ed448_key_pair(private_key, public_key, seed), WHIT_OK);
    CHECK_BYTES(public_key, expected, sizeof public_key);
    CHECK_BYTES(private_key, seed, sizeof seed);
    CHECK_BYTES(private_key + sizeof seed, public_key, sizeof public_key);
}

static whit_status verify(const uint8_t *given, size_t length)
{
    return whit_ed448_verify(public_key, sizeof public_key, message, length, given,
                             sizeof signature);
}

TEST(ed448_answers_of_the_rfc)
{
    for (size_t i = 0; i < COUNT_OF(vectors); i++) {
        const vector *v = &vectors[i];
        test_note("vector", i);
        make_keys(v);
        size_t length = hex_bytes(message, v->message);
        if (v->context == NULL) {
            CHECK_STATUS(whit_ed448_sign(signature, private_key, message, length), WHIT_OK);
            CHECK_STATUS(verify(signature, length), WHIT_OK);
        } else {
            size_t context_length = hex_bytes(context, v->context);
            CHECK_STATUS(whit_ed448ctx_sign(signature, private_key, context, context_length,
                                            message, length),
                         WHIT_OK);
            CHECK_STATUS(whit_ed448ctx_verify(public_key, sizeof public_key, context,
                                              context_length, message, length, signature,
                                              sizeof signature),
                         WHIT_OK);
            CHECK_STATUS(whit_ed448ctx_verify(public_key, sizeof public_key, context,
                                              context_length - 1, message, length, signature,
                                              sizeof signature),
                         WHIT_ERROR_SIGNATURE_INVALID);
            CHECK_STATUS(verify(signature, length), WHIT_ERROR_SIGNATURE_INVALID);
        }
        hex_bytes(expected, v->signature);
        CHECK_BYTES(signature, expected, sizeof signature);
    }
}

TEST(ed448_prehashed_answer_of_the_rfc)
{
    uint8_t digest[WHIT_ED448PH_DIGEST_BYTES];
    whit_shake256_state state;
    make_keys(&prehashed);
    size_t length = hex_bytes(message, prehashed.message);
    whit_shake256_init(&state);
    whit_shake256_update(&state, message, length);
    whit_shake256_final(&state, digest, sizeof digest);
    CHECK_STATUS(whit_ed448ph_sign_digest(signature, private_key, NULL, 0, digest), WHIT_OK);
    hex_bytes(expected, prehashed.signature);
    CHECK_BYTES(signature, expected, sizeof signature);
    CHECK_STATUS(whit_ed448ph_verify_digest(public_key, sizeof public_key, NULL, 0, digest,
                                            signature, sizeof signature),
                 WHIT_OK);
    /* A digest is no message: neither plain nor with an empty context. */
    CHECK_STATUS(whit_ed448_verify(public_key, sizeof public_key, digest, sizeof digest, signature,
                                   sizeof signature),
                 WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(whit_ed448ctx_verify(public_key, sizeof public_key, NULL, 0, digest, sizeof digest,
                                      signature, sizeof signature),
                 WHIT_ERROR_SIGNATURE_INVALID);
}

TEST(ed448_keygen_takes_its_seed_from_the_source)
{
    uint8_t seed[WHIT_ED448_SEED_BYTES];
    uint8_t made[WHIT_ED448_PRIVATE_KEY_BYTES];
    uint8_t made_public[WHIT_ED448_PUBLIC_KEY_BYTES];
    make_keys(&vectors[1]);
    hex_bytes(seed, vectors[1].seed);
    given_random bytes = {seed, sizeof seed, 0, 0, 0};
    const whit_random random = {given_fill, &bytes};
    CHECK_STATUS(whit_ed448_keygen(made, made_public, &random), WHIT_OK);
    CHECK_BYTES(made, private_key, sizeof made);
    CHECK_BYTES(made_public, public_key, sizeof made_public);
}

TEST(ed448_keygen_reports_bad_sources)
{
    uint8_t made[WHIT_ED448_PRIVATE_KEY_BYTES];
    uint8_t made_public[WHIT_ED448_PUBLIC_KEY_BYTES];
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
        CHECK_STATUS(whit_ed448_keygen(made, made_public, cases[i].random), cases[i].status);
        CHECK_ZERO(made, sizeof made);
        CHECK_ZERO(made_public, sizeof made_public);
    }
}

TEST(ed448_a_changed_bit_is_noticed)
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
    /* A of small order, with and without R of small order. */
    {"19337d8eafa2a8e9",
     "0100000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000000",
     "0100000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "0000000000000000000000000000000000000000000000000000",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    {"19337d8eafa2a8e9",
     "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000080",
     "ee08f5d5d0890bf74af611f1c4a3a2245816e17218bd440679ea6a1e94689f14fff4b2ec986725c85fd38bc5"
     "b79aeaf9297ad1899323b1dc80180cc8756852c615c486683118f16c1f427c61e401232bda1f3fde71fa980a"
     "cab73bcb41086fc17dd196408d59e054913eef5fe92894730000",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    /* A mixed; the equation holds without the cofactor. */
    {"657e837feafa0f74",
     "43e8fb402b6148377d71e33a83a5ad1c38a3dc25497efd61a454fc74146908c951d800fcd49529992b41e397"
     "a3c098abb52f5e228e09c25880",
     "ee08f5d5d0890bf74af611f1c4a3a2245816e17218bd440679ea6a1e94689f14fff4b2ec986725c85fd38bc5"
     "b79aeaf9297ad1899323b1dc80e2a67aecf6932041f488f3eedf701e7bd93f9df8554f86ac273f1edfbfcf3a"
     "37feccea5ba66cbd7cb50eb0831e935e4266dfa917d9423a2c00",
     WHIT_OK},
    /* A mixed, R of small order; the equation holds without the cofactor. */
    {"dcd2b69771238fef",
     "43e8fb402b6148377d71e33a83a5ad1c38a3dc25497efd61a454fc74146908c951d800fcd49529992b41e397"
     "a3c098abb52f5e228e09c25880",
     "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000080da3851c47dc6a23a3c02a7fcd192f764788de68c0d3de72071ae0061ca9510"
     "472fb8ada29f325c1e9fabce662fc36408ea09f988c2d0102900",
     WHIT_OK},
    /* It holds with the cofactor alone: A mixed, R mixed. */
    {"dcd2b69771238fef",
     "43e8fb402b6148377d71e33a83a5ad1c38a3dc25497efd61a454fc74146908c951d800fcd49529992b41e397"
     "a3c098abb52f5e228e09c25880",
     "ee08f5d5d0890bf74af611f1c4a3a2245816e17218bd440679ea6a1e94689f14fff4b2ec986725c85fd38bc5"
     "b79aeaf9297ad1899323b1dc800e4fb7206ce52705bbb4ee5c153ca9c71a85ea1bd8afe1a4751fa05487aaf4"
     "9de445fa0f7a23833bb9e7bdadbf67ced3e1ed24ee3a70931000",
     WHIT_ERROR_SIGNATURE_INVALID},
    {"19337d8eafa2a8e9",
     "53c9604a3a643dee89d437f09fcb3f030e0e84027f4ffeae0f1d063014a654f16eeba832fbf025ff648ad7b5"
     "dda6af8e3e5c7765e9788ff800",
     "00a07dc561a8f936678a4f34ca67a63769153dcaf47e6d8b84721b8e43e9c554927628fcea71179e4f995620"
     "6d6b46f525b47b05f35e277f001d17414b140881246edf92a3527f77401bd7f9b616c2ae36dfbec1d96ea34c"
     "7894ad251e467311d28c1adbd41b953b4188a7aace594c281200",
     WHIT_ERROR_SIGNATURE_INVALID},
    /* As it should be; s above the order. */
    {"19337d8eafa2a8e9",
     "53c9604a3a643dee89d437f09fcb3f030e0e84027f4ffeae0f1d063014a654f16eeba832fbf025ff648ad7b5"
     "dda6af8e3e5c7765e9788ff800",
     "ee08f5d5d0890bf74af611f1c4a3a2245816e17218bd440679ea6a1e94689f14fff4b2ec986725c85fd38bc5"
     "b79aeaf9297ad1899323b1dc80b30e714b1e0c46658869d064089b791996264600b2ae0209c5a3d3421542b3"
     "4384d285b6f49af092cd9ab02688d72551458fa14c3d68853200",
     WHIT_OK},
    {"19337d8eafa2a8e9",
     "53c9604a3a643dee89d437f09fcb3f030e0e84027f4ffeae0f1d063014a654f16eeba832fbf025ff648ad7b5"
     "dda6af8e3e5c7765e9788ff800",
     "ee08f5d5d0890bf74af611f1c4a3a2245816e17218bd440679ea6a1e94689f14fff4b2ec986725c85fd38bc5"
     "b79aeaf9297ad1899323b1dc80a653c9f6b0cebe88ddf895f27a5de63a265d1caffb8951cdaec79dbf1442b3"
     "4384d285b6f49af092cd9ab02688d72551458fa14c3d68857200",
     WHIT_ERROR_SIGNATURE_RANGE},
    {"19337d8eafa2a8e9",
     "53c9604a3a643dee89d437f09fcb3f030e0e84027f4ffeae0f1d063014a654f16eeba832fbf025ff648ad7b5"
     "dda6af8e3e5c7765e9788ff800",
     "ee08f5d5d0890bf74af611f1c4a3a2245816e17218bd440679ea6a1e94689f14fff4b2ec986725c85fd38bc5"
     "b79aeaf9297ad1899323b1dc80b30e714b1e0c46658869d064089b791996264600b2ae0209c5a3d3421542b3"
     "4384d285b6f49af092cd9ab02688d72551458fa14c3d68853201",
     WHIT_ERROR_SIGNATURE_RANGE},
    /* R is minus zero, which no point is encoded as. */
    {"19337d8eafa2a8e9",
     "53c9604a3a643dee89d437f09fcb3f030e0e84027f4ffeae0f1d063014a654f16eeba832fbf025ff648ad7b5"
     "dda6af8e3e5c7765e9788ff800",
     "0100000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "000000000000000000000000802827a903a77d50ef3e7622f76c2b4a33c0a0ed74daea1862d96f96155f5518"
     "55d05cfba3c6f69efb1f19ad1a1864cc6fe83344e52ea6ad0700",
     WHIT_ERROR_SIGNATURE_INVALID},
    /* y of R is p + 1; a bit is set above it. */
    {"19337d8eafa2a8e9",
     "53c9604a3a643dee89d437f09fcb3f030e0e84027f4ffeae0f1d063014a654f16eeba832fbf025ff648ad7b5"
     "dda6af8e3e5c7765e9788ff800",
     "00000000000000000000000000000000000000000000000000000000ffffffffffffffffffffffffffffffff"
     "ffffffffffffffffffffffff001c46ce0d901b9be58944f7b17f0a0691787fd61b88cb0371cba6991f302573"
     "c36c208c2945cc0d64048ef6f9f4c92c0492ac9f707cd4561a00",
     WHIT_ERROR_SIGNATURE_RANGE},
    {"19337d8eafa2a8e9",
     "53c9604a3a643dee89d437f09fcb3f030e0e84027f4ffeae0f1d063014a654f16eeba832fbf025ff648ad7b5"
     "dda6af8e3e5c7765e9788ff800",
     "ee08f5d5d0890bf74af611f1c4a3a2245816e17218bd440679ea6a1e94689f14fff4b2ec986725c85fd38bc5"
     "b79aeaf9297ad1899323b1dc819777451c0864b71cf6d801944cdada6ec123682c87d30877afc98ba89391c5"
     "0015024cb1f011dd249687c59d88fa7d977a6285b7004bbf0100",
     WHIT_ERROR_SIGNATURE_RANGE},
    /* A is minus zero. */
    {"19337d8eafa2a8e9",
     "0100000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000080",
     "ee08f5d5d0890bf74af611f1c4a3a2245816e17218bd440679ea6a1e94689f14fff4b2ec986725c85fd38bc5"
     "b79aeaf9297ad1899323b1dc80180cc8756852c615c486683118f16c1f427c61e401232bda1f3fde71fa980a"
     "cab73bcb41086fc17dd196408d59e054913eef5fe92894730000",
     WHIT_ERROR_PUBLIC_KEY_RANGE},
};

TEST(ed448_disputed_signatures)
{
    for (size_t i = 0; i < COUNT_OF(disputed); i++) {
        test_note("case", i);
        size_t length = hex_bytes(message, disputed[i].message);
        hex_bytes(public_key, disputed[i].public_key);
        hex_bytes(signature, disputed[i].signature);
        CHECK_STATUS(verify(signature, length), disputed[i].status);
    }
}

/* Public keys, and what is said of them. The points of small order are those of order 1, 2 and
 * 4, with either sign. */
static const struct {
    const char *bytes;
    whit_status status;
} keys[] = {
    {"5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778edf124769b46c7061bd6783d"
     "f1e50f6cd1fa1abeafe8256180",
     WHIT_OK},
    {"0100000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000000",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    {"fefffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffffffffffffffffffffffffff"
     "ffffffffffffffffffffffff00",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    {"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000000",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    {"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000080",
     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
    /* x = 0 with its sign set. */
    {"0100000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000080",
     WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"fefffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffffffffffffffffffffffffff"
     "ffffffffffffffffffffffff80",
     WHIT_ERROR_PUBLIC_KEY_RANGE},
    /* y = p, p + 1, 2^448 - 1, 2^448. */
    {"fffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffffffffffffffffffffffffff"
     "ffffffffffffffffffffffff00",
     WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"00000000000000000000000000000000000000000000000000000000ffffffffffffffffffffffffffffffff"
     "ffffffffffffffffffffffff00",
     WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
     "ffffffffffffffffffffffff00",
     WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000001",
     WHIT_ERROR_PUBLIC_KEY_RANGE},
    /* y = 2 belongs to no point. */
    {"0200000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000000",
     WHIT_ERROR_PUBLIC_KEY_CURVE},
};

TEST(ed448_public_keys_are_checked)
{
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        test_note("key", i);
        hex_bytes(public_key, keys[i].bytes);
        CHECK_STATUS(whit_ed448_validate_public_key(public_key, sizeof public_key), keys[i].status);
        if (keys[i].status != WHIT_OK) {
            CHECK_STATUS(verify(signature, 0), keys[i].status);
        }
    }
}

TEST(ed448_lengths_are_checked)
{
    make_keys(&vectors[0]);
    hex_bytes(signature, vectors[0].signature);
    for (size_t length = 0; length <= 2 * sizeof public_key; length++) {
        if (length != sizeof public_key) {
            CHECK_STATUS(
                whit_ed448_verify(public_key, length, NULL, 0, signature, sizeof signature),
                WHIT_ERROR_PUBLIC_KEY_LENGTH);
            CHECK_STATUS(whit_ed448_validate_public_key(public_key, length),
                         WHIT_ERROR_PUBLIC_KEY_LENGTH);
        }
    }
    for (size_t length = 0; length < 2 * sizeof signature; length++) {
        if (length != sizeof signature) {
            CHECK_STATUS(
                whit_ed448_verify(public_key, sizeof public_key, NULL, 0, signature, length),
                WHIT_ERROR_SIGNATURE_LENGTH);
        }
    }
    CHECK_STATUS(whit_ed448ctx_sign(signature, private_key, message, 256, NULL, 0),
                 WHIT_ERROR_CONTEXT_LENGTH);
    CHECK_STATUS(whit_ed448ph_sign_digest(signature, private_key, message, 256, message),
                 WHIT_ERROR_CONTEXT_LENGTH);
    CHECK_STATUS(whit_ed448ctx_verify(public_key, sizeof public_key, message, 256, NULL, 0,
                                      signature, sizeof signature),
                 WHIT_ERROR_CONTEXT_LENGTH);
}

TEST(ed448_missing_pointers_and_overlaps_are_refused)
{
    uint8_t both[WHIT_ED448_PRIVATE_KEY_BYTES + WHIT_ED448_SIGNATURE_BYTES];
    make_keys(&vectors[0]);
    CHECK_STATUS(whit_ed448_key_pair(NULL, public_key, message), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed448_key_pair(both, NULL, message), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed448_key_pair(both, public_key, NULL), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed448_key_pair(both, both + 63, message), WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_ed448_key_pair(both, public_key, both + 40), WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_ed448_keygen(NULL, public_key, NULL), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed448_keygen(both, both + 1, NULL), WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_ed448_sign(NULL, private_key, NULL, 0), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed448_sign(signature, NULL, NULL, 0), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed448_sign(signature, private_key, NULL, 1), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed448_sign(both + 63, both, NULL, 0), WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_ed448_sign(both, private_key, both + 63, 1), WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_ed448ctx_sign(both, private_key, both + 63, 1, NULL, 0), WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_ed448ctx_sign(signature, private_key, NULL, 1, NULL, 0), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed448_validate_public_key(NULL, 32), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed448_verify(NULL, 32, NULL, 0, signature, 64), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed448_verify(public_key, 32, NULL, 1, signature, 64), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed448_verify(public_key, 32, NULL, 0, NULL, 64), WHIT_ERROR_ARGUMENT);
}

TEST_SUITE(ed448) = {
    CASE(ed448_answers_of_the_rfc),
    CASE(ed448_prehashed_answer_of_the_rfc),
    CASE(ed448_keygen_takes_its_seed_from_the_source),
    CASE(ed448_keygen_reports_bad_sources),
    CASE(ed448_a_changed_bit_is_noticed),
    CASE(ed448_disputed_signatures),
    CASE(ed448_public_keys_are_checked),
    CASE(ed448_lengths_are_checked),
    CASE(ed448_missing_pointers_and_overlaps_are_refused),
    END_OF_SUITE,
};
