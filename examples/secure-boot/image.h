/* SPDX-License-Identifier: MIT */
/* What lies in the slot of an application: this header, and behind it the application, whose
 * vectors are its first bytes. Numbers are little-endian. pack.py writes it. */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdint.h>

#define IMAGE_MAGIC 0x31474d49u /* "IMG1" */
#define IMAGE_SIGNATURE_BYTES 64u
#define IMAGE_HEADER_BYTES 128u

/* The signature is over the three fields before it and the application: so that neither an older
 * version nor a part of an image passes for it. */
typedef struct image_fields {
    uint32_t magic;
    uint32_t version;
    uint32_t length; /* of the application, in bytes */
} image_fields;

typedef struct image_header {
    image_fields fields;
    uint8_t signature[IMAGE_SIGNATURE_BYTES];
    uint8_t unused[IMAGE_HEADER_BYTES - sizeof(image_fields) - IMAGE_SIGNATURE_BYTES];
} image_header;

#endif
