/* SPDX-License-Identifier: MIT */
/* A boot loader that starts an application only if its signature is that of the vendor's key, and
 * that one fault does not turn. See README.md in the folder above. */
#include "board.h"
#include "image.h"
#include "whit.h"

#include <string.h>

/* Older applications are refused: what they were fixed for would be back. */
#ifndef BOOT_MINIMUM_VERSION
#define BOOT_MINIMUM_VERSION 1
#endif

/* How much of the slot is in RAM at a time. */
#define PIECE_BYTES 256

/* From boot.ld. */
extern const uint8_t boot_slot[];
extern const uint8_t boot_slot_end[];

/* The vendor's public key; the Makefile writes it from the private one. */
static const uint8_t vendor_key[] = {
#include "vendor_key.inc"
};

/* Read the flash that the slot lies in. Here a processor sees it as memory; of a chip behind a bus
 * this is the driver. */
static void read_slot(uint32_t offset, void *out, size_t length)
{
    memcpy(out, boot_slot + offset, length);
}

/* The digest of what is signed, all of it read anew. Zero where the header is none. */
static void digest_of_slot(uint8_t *digest)
{
    image_fields fields;
    uint8_t piece[PIECE_BYTES];
    whit_hash_state state;
    uint32_t capacity = (uint32_t)(boot_slot_end - boot_slot) - IMAGE_HEADER_BYTES;

    memset(digest, 0, WHIT_SHA256_BYTES);
    read_slot(0, &fields, sizeof fields);
    if (fields.magic != IMAGE_MAGIC || fields.version < BOOT_MINIMUM_VERSION ||
        fields.length > capacity) {
        return;
    }
    whit_hash_init(&whit_sha256, &state);
    whit_hash_update(&whit_sha256, &state, (const uint8_t *)&fields, sizeof fields);
    for (uint32_t done = 0; done < fields.length;) {
        uint32_t left = fields.length - done;
        size_t now = left < PIECE_BYTES ? left : PIECE_BYTES;
        read_slot(IMAGE_HEADER_BYTES + done, piece, now);
        whit_hash_update(&whit_sha256, &state, piece, now);
        done += (uint32_t)now;
    }
    whit_hash_final(&whit_sha256, &state, digest);
}

/* WHIT_OK if the vendor signed what is in the slot. The slot is read twice: a fault while it is
 * read makes two digests of it, and one in the comparison leaves a digest that the signature does
 * not fit. The verification itself is hardened. */
static whit_status check_slot(void)
{
    uint8_t digest[WHIT_SHA256_BYTES], again[WHIT_SHA256_BYTES];
    image_header header;

    digest_of_slot(digest);
    digest_of_slot(again);
    if (memcmp(digest, again, sizeof digest) != 0) {
        return WHIT_ERROR_FAULT;
    }
    read_slot(0, &header, sizeof header);
    return whit_secp256r1_verify_digest_hardened(vendor_key, sizeof vendor_key, digest,
                                                 sizeof digest, header.signature,
                                                 sizeof header.signature);
}

int main(void)
{
    /* Memory that the compiler has to read again for the second test: skipping one of the two
     * leaves the other. */
    volatile whit_status status = check_slot();
    if (status == WHIT_OK) {
        if (status == WHIT_OK) {
            board_print("boot: the signature is valid\n");
            board_start((const uint32_t *)(const void *)(boot_slot + IMAGE_HEADER_BYTES));
        }
    }
    board_print("boot: refused\n");
    return 0;
}
