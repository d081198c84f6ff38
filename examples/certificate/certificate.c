/* SPDX-License-Identifier: MIT */
/* Check that one X.509 certificate is signed by the key of another, by ECDSA with SHA-256 on
 * secp256r1, without a heap and without a copy of either.
 *
 *     make amalgamation
 *     cc -Ibuild/amalgamation examples/certificate/certificate.c build/amalgamation/whit.c \
 *        -o certificate
 *     ./certificate issuer.der subject.der
 *
 * That is the signature and nothing else: names, dates, the right to issue (basicConstraints,
 * keyUsage) and revocation are the caller's to check, before a certificate is trusted. */
#include "whit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES 4096

enum { INTEGER = 0x02, BIT_STRING = 0x03, SEQUENCE = 0x30, VERSION = 0xa0 };

/* A stretch of DER that is still to be read. */
typedef struct stretch {
    const uint8_t *bytes;
    size_t length;
} stretch;

/* AlgorithmIdentifier of ecdsa-with-SHA256, without parameters [RFC 5758, 3.2]. */
static const uint8_t ecdsa_with_sha256[] = {0x30, 0x0a, 0x06, 0x08, 0x2a, 0x86,
                                            0x48, 0xce, 0x3d, 0x04, 0x03, 0x02};

/* Take the next element, if it has this tag: its content, and the whole of it. Lengths are of the
 * shortest form, and below 2^16. Returns 1, or 0 and nothing taken. [X.690, 8.1.3 and 10.1] */
static int take(stretch *from, unsigned tag, stretch *content, stretch *whole)
{
    size_t header = 2;
    if (from->length < header || from->bytes[0] != tag) {
        return 0;
    }
    size_t length = from->bytes[1];
    if (length >= 0x80) {
        size_t octets = length - 0x80;
        if (octets < 1 || octets > 2 || from->length < header + octets) {
            return 0;
        }
        length = from->bytes[2];
        if (octets == 2) {
            length = length << 8 | from->bytes[3];
        }
        if (length < (octets == 1 ? 0x80u : 0x100u)) {
            return 0;
        }
        header += octets;
    }
    if (length > from->length - header) {
        return 0;
    }
    content->bytes = from->bytes + header;
    content->length = length;
    whole->bytes = from->bytes;
    whole->length = header + length;
    from->bytes += whole->length;
    from->length -= whole->length;
    return 1;
}

/* What of a certificate a signature's check takes. */
typedef struct certificate {
    stretch signed_part; /* tbsCertificate, which the signature is over */
    stretch key;         /* subjectPublicKeyInfo */
    stretch signature;   /* in DER */
    int is_ours;         /* whether that is of ECDSA with SHA-256 */
} certificate;

/* Find it. Returns 1, or 0 for what is no certificate. [RFC 5280, 4.1] */
static int read_certificate(certificate *found, const uint8_t *der, size_t length)
{
    stretch all = {der, length}, outer, fields, algorithm, inner, whole, content;
    if (!take(&all, SEQUENCE, &outer, &whole) || all.length != 0 ||
        !take(&outer, SEQUENCE, &fields, &found->signed_part) ||
        !take(&outer, SEQUENCE, &content, &algorithm) ||
        !take(&outer, BIT_STRING, &found->signature, &whole) || outer.length != 0) {
        return 0;
    }
    /* A bit string begins with how many bits of its last byte are none of it. */
    if (found->signature.length < 1 || found->signature.bytes[0] != 0) {
        return 0;
    }
    found->signature.bytes++;
    found->signature.length--;

    /* version, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo */
    (void)take(&fields, VERSION, &content, &whole);
    if (!take(&fields, INTEGER, &content, &whole) || !take(&fields, SEQUENCE, &content, &inner) ||
        !take(&fields, SEQUENCE, &content, &whole) || !take(&fields, SEQUENCE, &content, &whole) ||
        !take(&fields, SEQUENCE, &content, &whole) ||
        !take(&fields, SEQUENCE, &content, &found->key)) {
        return 0;
    }
    /* The algorithm is named twice, outside of what is signed and inside of it. */
    found->is_ours = algorithm.length == sizeof ecdsa_with_sha256 &&
                     inner.length == algorithm.length &&
                     memcmp(algorithm.bytes, ecdsa_with_sha256, algorithm.length) == 0 &&
                     memcmp(inner.bytes, ecdsa_with_sha256, inner.length) == 0;
    return 1;
}

/* WHIT_OK if the subject's certificate is signed by the issuer's key. */
static whit_status check_signature(const certificate *subject, const certificate *issuer)
{
    uint8_t key[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
    uint8_t signature[WHIT_SECP256R1_SIGNATURE_BYTES];
    size_t key_length = sizeof key;

    whit_status status = whit_key_public_from_der(&whit_secp256r1, &whit_secp256r1_oid, key,
                                                  &key_length, issuer->key.bytes,
                                                  issuer->key.length);
    if (status != WHIT_OK) {
        return status;
    }
    status = whit_ecdsa_signature_from_der(&whit_secp256r1, signature, sizeof signature,
                                           subject->signature.bytes, subject->signature.length);
    if (status != WHIT_OK) {
        return status;
    }
    return whit_secp256r1_verify(key, key_length, subject->signed_part.bytes,
                                 subject->signed_part.length, signature, sizeof signature);
}

static size_t read_file(const char *name, uint8_t *out, size_t capacity)
{
    FILE *file = fopen(name, "rb");
    size_t length = file == NULL ? 0 : fread(out, 1, capacity, file);
    if (file == NULL || length == capacity || ferror(file)) {
        fprintf(stderr, "%s cannot be read, or has %zu bytes and more\n", name, capacity);
        exit(EXIT_FAILURE);
    }
    (void)fclose(file);
    return length;
}

int main(int count, char **arguments)
{
    static uint8_t bytes[2][MAX_BYTES];
    certificate issuer, subject;
    certificate *found[2] = {&issuer, &subject};

    if (count != 3) {
        fprintf(stderr, "usage: certificate issuer.der subject.der\n");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < 2; i++) {
        size_t length = read_file(arguments[1 + i], bytes[i], sizeof bytes[i]);
        if (!read_certificate(found[i], bytes[i], length)) {
            fprintf(stderr, "%s is no certificate in DER\n", arguments[1 + i]);
            return EXIT_FAILURE;
        }
    }
    if (!subject.is_ours) {
        fprintf(stderr, "%s is not signed by ECDSA with SHA-256\n", arguments[2]);
        return EXIT_FAILURE;
    }
    whit_status status = check_signature(&subject, &issuer);
    if (status != WHIT_OK) {
        fprintf(stderr, "the signature is refused: status 0x%04x\n", (unsigned)status);
        return EXIT_FAILURE;
    }
    printf("the signature is valid\n");
    return EXIT_SUCCESS;
}
