/* SPDX-License-Identifier: MIT */
#include <whit/ed25519.h>

#include "eddsa_cases.h"
#include "fixtures.h"
#include "hex.h"
#include "prepared.h"
#include "test.h"

#define ED(name) whit_ed25519_##name
#define ED_CTX(name) whit_ed25519ctx_##name
#define ED_PH(name) whit_ed25519ph_##name
#define ED_BYTES(name) WHIT_ED25519_##name##_BYTES
#define ED_PREPARED_BYTES(points) WHIT_ED25519_PREPARED_BYTES(points)
#define ED_TEST(name) ed25519_##name
#define DIGEST_BYTES WHIT_ED25519PH_DIGEST_BYTES

/* RFC 8032, 7.1: the first three tests; 7.2: the first; 7.3. */
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

/* The cases on which verifiers disagree [CGN20]: points with parts of small order, and encodings
 * that are not canonical. */
static const disputed_signature disputed[] = {
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

/* Public keys, and what is said of them. The points of small order are those of order 1, 2, 4 and
 * 8, with either sign. */
static const judged_key keys[] = {
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

/* The same signatures, hedged, by lab/oracle: the noise is 1, 2, 3, ..., and of the first zeros
 * alone too. */
static const char *const hedged[] = {
    "e6c3358f979c144cb227d1e5b29f72a27ddd7625f9228371c137ff39594855832d50e9b51ada32dd91a7a491"
    "0dd036d0fd4c12f892ef99b2fbe53442e1d0e20c",
    "a9d8639c0734ed681050867017414156833c085a5ea2117c2ac3ebc97eb8bd75bd635e591659ee832a88e5b5"
    "e197b45cda40f794da4b662665fdfad33107e900",
    "c117e4a32d425acfc44bdeec258402a678b97705e01e2d467e3fc1c0888cd325b8499805ff9e530103548259"
    "8d995440592e4166cb6064201d750b157617d80b",
    "e0488ffd237d7e9c16884addc9153efc6de7f0de5ca8c66c1cc4ea7aaf49f9542768b0b9b1e31e967669fa93"
    "ce1c68042ff1b0289ab0ae156171db28e23eb50a",
};

static const char *const hedged_prehashed =
    "4d1f4ebc746880e441f3f8029496280429f97b2cafee208ed216458c19ae492f26a9b3e20b9a933f719bb3ff"
    "24aceae681d868f6de75c9aaabbd56822ac9f606";

static const char *const hedged_by_zeros =
    "5a85c4154dcadf89584784c4f5b17e8e48ee5f174a5911ea3136e45984d4cf1a8e3823cf5ead149b8280c693"
    "f97ef0d7a7480bb49d60c5f97d331c619ffc7409";

/* What stands in the place of R in a signature, and what verification says of it. */
static const judged_key points[] = {
    /* Y = 1 and y = -1, whose x is zero, with its sign set. */
    {"0100000000000000000000000000000000000000000000000000000000000080",
     WHIT_ERROR_SIGNATURE_INVALID},
    {"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
     WHIT_ERROR_SIGNATURE_INVALID},
    /* Y = 2 belongs to no point. */
    {"0200000000000000000000000000000000000000000000000000000000000000",
     WHIT_ERROR_SIGNATURE_INVALID},
    /* The neutral point. */
    {"0100000000000000000000000000000000000000000000000000000000000000",
     WHIT_ERROR_SIGNATURE_INVALID},
    /* Y = p and p + 1. */
    {"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
     WHIT_ERROR_SIGNATURE_RANGE},
    {"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
     WHIT_ERROR_SIGNATURE_RANGE},
    /* All bits set. */
    {"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
     WHIT_ERROR_SIGNATURE_RANGE},
};

static void prehash(uint8_t *digest, const uint8_t *message, size_t length)
{
    whit_hash_state state;
    whit_hash_init(&whit_sha512, &state);
    whit_hash_update(&whit_sha512, &state, message, length);
    whit_hash_final(&whit_sha512, &state, digest);
}

#include "eddsa_cases.inc"
#include "eddsa_prepared_cases.inc"

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
    CASE(ed25519_hedged_answers),
    CASE(ed25519_hedged_takes_noise_of_any_kind),
    CASE(ed25519_hedged_reports_bad_sources),
    CASE(ed25519_checked_answers),
    CASE(ed25519_checked_puts_out_nothing_that_does_not_verify),
    CASE(ed25519_encodings_of_r_are_checked),
    CASE(ed25519_public_key_of_a_private_key),
    CASE(ed25519_guarded_forms_refuse_what_the_plain_ones_do),
#if TEST_PREPARED
    CASE(ed25519_prepared_keys_know_contexts_and_digests),
    CASE(ed25519_prepare_refuses),
    CASE(ed25519_tables_that_are_none_are_refused),
#endif
    END_OF_SUITE,
};
