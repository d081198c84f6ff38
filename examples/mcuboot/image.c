/* SPDX-License-Identifier: MIT */
/* The check of an image, as MCUboot makes it. Nothing is believed of what lies in the slot: every
 * length is compared with what is left, and unprotected entries of other types are refused. */
#include "image.h"
#include "bootutil/crypto/sha.h"

#include <string.h>

#if defined(MCUBOOT_SIGN_ED25519)
#define EXPECTED_SIG_TLV IMAGE_TLV_ED25519
#else
#define EXPECTED_SIG_TLV IMAGE_TLV_ECDSA_SIG
#endif

#define MOST_SIGNATURE_BYTES 128

/* What the entries have told so far. */
struct found {
    const uint8_t *hash; /* of the image, as computed */
    int has_hash, has_signature;
    int key; /* the one that KEYHASH names, or -1 */
};

int bootutil_sha(const uint8_t *data, size_t data_len, uint8_t *digest)
{
    bootutil_sha_context context;
    (void)bootutil_sha_init(&context);
    (void)bootutil_sha_update(&context, data, (uint32_t)data_len);
    int failed = bootutil_sha_finish(&context, digest);
    (void)bootutil_sha_drop(&context);
    return failed;
}

/* The number of the key with this hash, or -1. */
static int find_key(const uint8_t *hash, size_t length)
{
    uint8_t digest[IMAGE_HASH_SIZE];
    for (int i = 0; length == sizeof digest && i < bootutil_key_cnt; i++) {
        if (bootutil_sha(bootutil_keys[i].key, *bootutil_keys[i].len, digest) == 0 &&
            memcmp(digest, hash, sizeof digest) == 0) {
            return i;
        }
    }
    return -1;
}

/* Take in one entry. Returns 0, or another value for what makes the image a bad one. */
static int take(struct found *f, struct image_tlv entry, const uint8_t *value)
{
    uint8_t hash[IMAGE_HASH_SIZE], signature[MOST_SIGNATURE_BYTES];
    switch (entry.it_type) {
    case EXPECTED_HASH_TLV:
        if (entry.it_len != sizeof hash || memcmp(value, f->hash, sizeof hash) != 0) {
            return -1;
        }
        f->has_hash = 1;
        return 0;
    case IMAGE_TLV_KEYHASH:
        f->key = find_key(value, entry.it_len);
        return 0;
    case EXPECTED_SIG_TLV:
        if (entry.it_len > sizeof signature) {
            return -1;
        }
        memcpy(hash, f->hash, sizeof hash);
        memcpy(signature, value, entry.it_len);
        if (f->key >= 0 &&
            bootutil_verify_sig(hash, sizeof hash, signature, entry.it_len, (uint8_t)f->key) == 0) {
            f->has_signature = 1;
        }
        f->key = -1; /* one signature a KEYHASH */
        return 0;
    default:
        return -1;
    }
}

int image_check(const uint8_t *slot, uint32_t capacity)
{
    struct image_header header;
    struct image_tlv_info info;
    struct image_tlv entry;
    uint8_t hash[IMAGE_HASH_SIZE];
    struct found f = {hash, 0, 0, -1};

    if (capacity < sizeof header) {
        return -1;
    }
    memcpy(&header, slot, sizeof header);
    /* No encryption, no copying to RAM. */
    if (header.ih_magic != IMAGE_MAGIC || header.ih_hdr_size < sizeof header ||
        header.ih_flags != 0 || header.ih_img_size > capacity) {
        return -1;
    }
    uint32_t left = capacity - header.ih_img_size;
    uint32_t around = (uint32_t)header.ih_hdr_size + header.ih_protect_tlv_size;
    if (left < around || left - around < sizeof info) {
        return -1;
    }
    left -= around;
    (void)bootutil_sha(slot, capacity - left, hash);
    const uint8_t *at = slot + (capacity - left);
    memcpy(&info, at, sizeof info);
    if (info.it_magic != IMAGE_TLV_INFO_MAGIC || info.it_tlv_tot < sizeof info ||
        info.it_tlv_tot > left) {
        return -1;
    }
    at += sizeof info;
    left = info.it_tlv_tot - (uint32_t)sizeof info;
    while (left != 0) {
        if (left < sizeof entry) {
            return -1;
        }
        memcpy(&entry, at, sizeof entry);
        left -= (uint32_t)sizeof entry;
        if (entry.it_len > left || take(&f, entry, at + sizeof entry) != 0) {
            return -1;
        }
        at += sizeof entry + entry.it_len;
        left -= entry.it_len;
    }
    return f.has_hash && f.has_signature ? 0 : -1;
}
