/* SPDX-License-Identifier: MIT */
/* A signed image as MCUboot lays it out: a header, the application at ih_hdr_size, behind it
 * protected entries (TLVs) that the hash covers, if ih_protect_tlv_size says so, and then
 * unprotected ones with the hash and the signature. Numbers are little-endian. */
#ifndef IMAGE_H
#define IMAGE_H

#include <stddef.h>
#include <stdint.h>

#define IMAGE_MAGIC 0x96f3b83du
#define IMAGE_TLV_INFO_MAGIC 0x6907u

/* Types of entries. */
#define IMAGE_TLV_KEYHASH 0x01u   /* hash of the public key, a SubjectPublicKeyInfo */
#define IMAGE_TLV_SHA256 0x10u    /* of header, application and protected entries */
#define IMAGE_TLV_SHA384 0x11u    /* the same */
#define IMAGE_TLV_ECDSA_SIG 0x22u /* of that hash, in DER */
#define IMAGE_TLV_ED25519 0x24u   /* of that hash, as a message */

struct image_version {
    uint8_t iv_major, iv_minor;
    uint16_t iv_revision;
    uint32_t iv_build_num;
};

struct image_header {
    uint32_t ih_magic;
    uint32_t ih_load_addr;
    uint16_t ih_hdr_size;
    uint16_t ih_protect_tlv_size;
    uint32_t ih_img_size; /* of the application, without the header */
    uint32_t ih_flags;
    struct image_version ih_ver;
    uint32_t unused;
};

struct image_tlv_info {
    uint16_t it_magic;
    uint16_t it_tlv_tot; /* bytes, this structure among them */
};

struct image_tlv {
    uint16_t it_type;
    uint16_t it_len; /* of what follows */
};

/* A public key that images may be signed with. */
struct bootutil_key {
    const uint8_t *key; /* a SubjectPublicKeyInfo in DER */
    const unsigned int *len;
};
extern const struct bootutil_key bootutil_keys[];
extern const int bootutil_key_cnt;

/* Returns 0 if the signature is that of the hash under that key, else another value. */
int bootutil_verify_sig(uint8_t *hash, uint32_t hlen, uint8_t *sig, size_t slen, uint8_t key_id);

/* Returns 0 if there is an image in a slot, it has the hash that it says, and one of the keys
 * signed that; else another value. */
int image_check(const uint8_t *slot, uint32_t capacity);

#endif
