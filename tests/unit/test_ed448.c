/* SPDX-License-Identifier: MIT */
#include <whit/ed448.h>

#include "eddsa_cases.h"
#include "fixtures.h"
#include "hex.h"
#include "prepared.h"
#include "test.h"

#define ED(name) whit_ed448_##name
#define ED_CTX(name) whit_ed448ctx_##name
#define ED_PH(name) whit_ed448ph_##name
#define ED_BYTES(name) WHIT_ED448_##name##_BYTES
#define ED_PREPARED_BYTES(points) WHIT_ED448_PREPARED_BYTES(points)
#define ED_TEST(name) ed448_##name
#define DIGEST_BYTES WHIT_ED448PH_DIGEST_BYTES

/* RFC 8032, 7.4: with and without a context; 7.5. */
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

/* The cases on which verifiers disagree [CGN20]: points with parts of small order, and encodings
 * that are not canonical. */
static const disputed_signature disputed[] = {
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

/* Public keys, and what is said of them. The points of small order are those of order 1, 2 and
 * 4, with either sign. */
static const judged_key keys[] = {
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

/* The same signatures, hedged, by lab/oracle: the noise is 1, 2, 3, ..., and of the first zeros
 * alone too. */
static const char *const hedged[] = {
    "f5c1f4b43932150e51d10fd475116610c864de54365ab7ec7af18e54bbcdbcde7b02e026aded0158dccaf20d"
    "e1bb970353f0916cf43188340043b8b391bcaa488cf0185441bfc8ca9d41561e23c47187d9d16884a9094f1e"
    "bd5c5b4beb98c2e4d53ac3a91b3daa59ae19893e2f9847760400",
    "d1feb92f89925e694015261c7cab078f84f94e75c44fbd49da3915cc4c4aa2b7d765ed2c5bc19e0b1b2ae36c"
    "b643d4bde92331ff00fdc4fa002e5d80878d5242cfbd437ebef6c4269940c1382687a199056e9226cbbf2c55"
    "7709b2fff9ceeba6e5b54e953e40627f4e7c0c410fcab9193f00",
    "ae36cf2a23b3b291142e4519c2084dbbdd916da710ff989adafdeef0ea49c30aa8fe344f8e9d96ed69633237"
    "35b754922f984a7ed2c9fc0900319abaa5bfba150ce58e12afd0cc4f2c799067288d8d6fe2ddf1927f814341"
    "ac7547db83dd0e61e8989c8ce2d01f3b7c007c6e4096e49a2400",
    "f0e4a1f5e5ed751c705e650f663f859da7a520ab903995bbde45df7e445f8722a1891b014f391efed454c817"
    "311007bfefed123924bba43e80a69bc8d2481f3e94de16074818dccf221c1af8e5c145b29603c9fd35351bfe"
    "8dfefebf4fb92034b18887b30aecdfc7efb0464b5e614a723a00",
};

static const char *const hedged_prehashed =
    "0e3f05ecb4207c1e411841657f0cf43d210a50c98d14936cad49aba98bd20fb55153da1bf0fb15e8b389660e"
    "5fb1f9fc0cc3ab70681b41ac80ad373e969866a5cd84553fcedf99f3b1d918456336915bf7cdf18f851d8dd5"
    "ee4b11a65a71d09750361a8399fe3b81710733eea087a3c83e00";

static const char *const hedged_by_zeros =
    "d0228f47f5f7567988ce87b815c4b3fcb54981f57cee00a555314a7c571601d3e8baf2009cd83eee8a0e17db"
    "d74997010ed33bebf7b52009801f70e2cee1a99c91d40466155b8bb3f42a654718266a1c3763745f95543113"
    "1e69ae5aac60a842dea4ccecd98bb3c3f4b15e765bcae29e2000";

/* What stands in the place of R in a signature, and what verification says of it. */
static const judged_key points[] = {
    /* Y = 1 and y = -1, whose x is zero, with its sign set. */
    {"0100000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000080",
     WHIT_ERROR_SIGNATURE_INVALID},
    {"fefffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffffffffffffffffffffffffff"
     "ffffffffffffffffffffffff80",
     WHIT_ERROR_SIGNATURE_INVALID},
    /* Y = 2 belongs to no point. */
    {"0200000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000000",
     WHIT_ERROR_SIGNATURE_INVALID},
    /* The neutral point. */
    {"0100000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000000",
     WHIT_ERROR_SIGNATURE_INVALID},
    /* Y = p and p + 1. */
    {"fffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffffffffffffffffffffffffff"
     "ffffffffffffffffffffffff00",
     WHIT_ERROR_SIGNATURE_RANGE},
    {"00000000000000000000000000000000000000000000000000000000ffffffffffffffffffffffffffffffff"
     "ffffffffffffffffffffffff80",
     WHIT_ERROR_SIGNATURE_RANGE},
    /* A bit between y and the sign. */
    {"0100000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000001",
     WHIT_ERROR_SIGNATURE_RANGE},
    {"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
     "ffffffffffffffffffffffffff",
     WHIT_ERROR_SIGNATURE_RANGE},
};

static void prehash(uint8_t *digest, const uint8_t *message, size_t length)
{
    whit_shake256_state state;
    whit_shake256_init(&state);
    whit_shake256_update(&state, message, length);
    whit_shake256_final(&state, digest, DIGEST_BYTES);
}

#include "eddsa_cases.inc"
#include "eddsa_prepared_cases.inc"

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
    CASE(ed448_hedged_answers),
    CASE(ed448_hedged_takes_noise_of_any_kind),
    CASE(ed448_hedged_reports_bad_sources),
    CASE(ed448_checked_answers),
    CASE(ed448_checked_puts_out_nothing_that_does_not_verify),
    CASE(ed448_encodings_of_r_are_checked),
    CASE(ed448_public_key_of_a_private_key),
    CASE(ed448_guarded_forms_refuse_what_the_plain_ones_do),
#if TEST_PREPARED
    CASE(ed448_prepared_keys_know_contexts_and_digests),
    CASE(ed448_prepare_refuses),
    CASE(ed448_tables_that_are_none_are_refused),
#endif
    END_OF_SUITE,
};
