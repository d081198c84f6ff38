/* SPDX-License-Identifier: MIT */
#include <whit/shake256.h>

#include "fixtures.h"
#include "hex.h"
#include "test.h"

/* The first 32 bytes of SHAKE256 of so many bytes i % 251, and bytes 136 and on up to 168. */
static const struct {
    size_t length;
    const char *first;
    const char *second_block;
} answers[] = {
    {0, "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f",
     "943b6aec468a2d621a7c06c6a957c62b54dafc3be87567d677231395f6147293"},
    {1, "b8d01df855f7075882c636f6ddeacf41e5de0bbf30042ef0a86e36f4b8600d54",
     "4e55e8910b068a86c825a31832e6438a4058c580af06b8321acf9d21353158b3"},
    {135, "c45dae624ad8a2f5aa7bac9d7557737fd91c96eedb70a6be5574d57a844eade0",
     "6e77d6d9a7c142817cbf4cedfa17f386dc0206f4509ab4306763512d155dcbfa"},
    {136, "b7ff4073b3f5a8eabd6e17705ca7f6761a31058f9df781a6a47e3a3063b9d67a",
     "be06d83195c8892a2e6c5b56dadbb8f808ac517e305957e7e7cca407f39840a0"},
    {137, "01d90952c642a5eb2a8fc9d713f843a45d7ac05132dddcb2efc9bebc27e37bcb",
     "a21bc9368bc24fe63808d6be567248bae61f38ba3f9e676bbe8275ba47c2ff92"},
    {272, "e3299fa992163e7ffc875aff708dac93d2157e9b4ccaa2a13ba1ca4ef0b40f29",
     "d833d48ba3085241404ddc58edcba2419556af96b2afdaec09ce630909facc95"},
    {300, "177c5689012e0ac1f06bea70d7946bf8dfc291cf53ed38086e0b6c81815e3800",
     "5c14f03ad0b0136c3bea919d9ad6cc4c7c9c2c5b7f3f11e138dda3db9f7feb6c"},
};

TEST(shake256_answers_in_any_pieces)
{
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        for (size_t piece = 1; piece <= 300; piece = 5 * piece + 4) {
            uint8_t expected[32];
            uint8_t out[168];
            uint8_t in[300];
            whit_shake256_state state;
            test_note("answer", i);
            for (size_t j = 0; j < sizeof in; j++) {
                in[j] = (uint8_t)(j % 251);
            }
            whit_shake256_init(&state);
            for (size_t done = 0; done < answers[i].length; done += piece) {
                size_t left = answers[i].length - done;
                whit_shake256_update(&state, in + done, left < piece ? left : piece);
            }
            whit_shake256_update(&state, NULL, 0);
            whit_shake256_final(&state, out, sizeof out);
            CHECK_ZERO(&state, sizeof state);
            hex_bytes(expected, answers[i].first);
            CHECK_BYTES(out, expected, sizeof expected);
            hex_bytes(expected, answers[i].second_block);
            CHECK_BYTES(out + 136, expected, sizeof expected);
        }
    }
}

TEST_SUITE(shake256) = {
    CASE(shake256_answers_in_any_pieces),
    END_OF_SUITE,
};
