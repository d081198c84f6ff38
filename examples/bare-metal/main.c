/* SPDX-License-Identifier: MIT */
/* A device with a key of its own signs a reading and agrees on a secret with its server, without an
 * operating system, a heap or a random source. See README.md in the folder above. */
#include "board.h"
#include "random.h"

/* The device's key, written where the device was made, and the server's public key. These two are
 * of RFC 5903, section 8.1, for everybody to see: a product reads its own from protected memory. */
static const uint8_t device_key[WHIT_SECP256R1_PRIVATE_KEY_BYTES] = {
    0xc8, 0x8f, 0x01, 0xf5, 0x10, 0xd9, 0xac, 0x3f, 0x70, 0xa2, 0x92, 0xda, 0xa2, 0x31, 0x6d, 0xe5,
    0x44, 0xe9, 0xaa, 0xb8, 0xaf, 0xe8, 0x40, 0x49, 0xc6, 0x2a, 0x9c, 0x57, 0x86, 0x2d, 0x14, 0x33,
};
static const uint8_t server_key[WHIT_SECP256R1_PUBLIC_KEY_BYTES] = {
    0x04, 0xd1, 0x2d, 0xfb, 0x52, 0x89, 0xc8, 0xd4, 0xf8, 0x12, 0x08, 0xb7, 0x02,
    0x70, 0x39, 0x8c, 0x34, 0x22, 0x96, 0x97, 0x0a, 0x0b, 0xcc, 0xb7, 0x4c, 0x73,
    0x6f, 0xc7, 0x55, 0x44, 0x94, 0xbf, 0x63, 0x56, 0xfb, 0xf3, 0xca, 0x36, 0x6c,
    0xc2, 0x3e, 0x81, 0x57, 0x85, 0x4c, 0x13, 0xc5, 0x8d, 0x6a, 0xac, 0x23, 0xf0,
    0x46, 0xad, 0xa3, 0x0f, 0x83, 0x53, 0xe7, 0x4f, 0x33, 0x03, 0x98, 0x72, 0xab,
};

static void expect(whit_status status, const char *step)
{
    if (status != WHIT_OK) {
        board_print(step);
        board_print(" failed\n");
        board_stop();
    }
}

int main(void)
{
    static const uint8_t reading[] = "21.5 degrees";
    uint8_t public_key[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
    uint8_t signature[WHIT_SECP256R1_SIGNATURE_BYTES];
    uint8_t secret[WHIT_SECP256R1_SHARED_SECRET_BYTES];

    expect(whit_selftest_hash(&whit_sha256, &whit_sha256_answer), "the self-test of SHA-256");

    /* The nonce is that of RFC 6979: a signature takes no random bytes. */
    expect(whit_secp256r1_sign(signature, device_key, reading, sizeof reading - 1), "signing");
    board_print("signature ");
    board_print_bytes(signature, sizeof signature);

    expect(whit_secp256r1_public_key(public_key, device_key), "the public key");
    expect(whit_secp256r1_verify(public_key, sizeof public_key, reading, sizeof reading - 1,
                                 signature, sizeof signature),
           "verification");

    expect(whit_secp256r1_ecdh(secret, device_key, server_key, sizeof server_key), "ECDH");
    board_print("secret    ");
    board_print_bytes(secret, sizeof secret);

    /* A new key takes random bytes, which this board does not have: it is refused. */
    uint8_t new_key[WHIT_SECP256R1_PRIVATE_KEY_BYTES];
    if (whit_secp256r1_keygen(new_key, public_key, &board_random) == WHIT_ERROR_RANDOM_FAILED) {
        board_print("no new key: the board has no random source\n");
    }
    board_print("done\n");
    return 0;
}
