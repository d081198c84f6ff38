/* SPDX-License-Identifier: MIT */
/* A boot loader for images in MCUboot's layout, by Whit as MCUboot's backend. See README.md in the
 * folder above. */
#include "board.h"
#include "image.h"

#include <string.h>

/* From boot.ld. */
extern const uint8_t boot_slot[];
extern const uint8_t boot_slot_end[];

/* The vendor's public key; the Makefile writes it from the private one. */
static const uint8_t vendor_key[] = {
#include "vendor_key.inc"
};
static const unsigned int vendor_key_length = sizeof vendor_key;
const struct bootutil_key bootutil_keys[] = {{vendor_key, &vendor_key_length}};
const int bootutil_key_cnt = 1;

int main(void)
{
    struct image_header header;
    if (image_check(boot_slot, (uint32_t)(boot_slot_end - boot_slot)) == 0) {
        memcpy(&header, boot_slot, sizeof header);
        board_print("boot: the signature is valid\n");
        board_start((const uint32_t *)(const void *)(boot_slot + header.ih_hdr_size));
    }
    board_print("boot: refused\n");
    return 0;
}
