/* SPDX-License-Identifier: MIT */
/* The library as a program: a command a line on standard input, an answer a line on standard
 * output. A command is a word, a curve and arguments in hexadecimal:
 *
 *     public CURVE PRIVATE                      -> public key
 *     validate CURVE PUBLIC                     ->
 *     compress CURVE PUBLIC                     -> compressed
 *     decompress CURVE COMPRESSED               -> public key
 *     ecdh CURVE PRIVATE PUBLIC                 -> secret
 *     cofactor CURVE PRIVATE PUBLIC             -> secret
 *     sign CURVE PRIVATE DIGEST NONCE           -> signature
 *     derive CURVE PRIVATE DIGEST HASH          -> signature, its nonce that of RFC 6979
 *     verify CURVE PUBLIC DIGEST SIGNATURE      ->
 *     recover CURVE ID DIGEST SIGNATURE         -> public key
 *     security CURVE                            -> bits
 *
 * An answer is "ok" and bytes in hexadecimal, or "error" and the status. Whatever is not a
 * command ends the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <whit/ecdh.h>
#include <whit/ecdsa.h>
#include <whit/key.h>

#define BYTES 512
#define LINE 4096
#define MOST_WORDS 6

#define CURVE(name)                      \
    extern const whit_curve whit_##name; \
    extern const whit_base whit_##name##_base;
#include "curve_names.h"
#undef CURVE

static const struct {
    const char *name;
    const whit_curve *curve;
    const whit_base *base;
} curves[] = {
#define CURVE(name) {#name, &whit_##name, &whit_##name##_base},
#include "curve_names.h"
#undef CURVE
};

static const struct {
    const char *name;
    const whit_hash *hash;
} hashes[] = {
    {"sha1", &whit_sha1},     {"sha224", &whit_sha224}, {"sha256", &whit_sha256},
    {"sha384", &whit_sha384}, {"sha512", &whit_sha512},
};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

typedef struct bytes {
    uint8_t at[BYTES];
    size_t length;
} bytes;

/* What a line holds besides its first two words. */
typedef struct request {
    const whit_curve *curve;
    const whit_base *base;
    const char *words[MOST_WORDS];
    bytes given[MOST_WORDS];
} request;

static void give_up(const char *what, const char *word)
{
    fprintf(stderr, "driver: %s: %s\n", what, word);
    exit(2);
}

static void read_bytes(bytes *out, const char *text)
{
    size_t length = strlen(text);
    if (length % 2 != 0 || length / 2 > BYTES) {
        give_up("not bytes", text);
    }
    out->length = length / 2;
    for (size_t i = 0; i < out->length; i++) {
        unsigned value;
        if (sscanf(text + 2 * i, "%2x", &value) != 1) {
            give_up("not bytes", text);
        }
        out->at[i] = (uint8_t)value;
    }
}

static void answer(whit_status status, const uint8_t *out, size_t length)
{
    if (status != WHIT_OK) {
        printf("error %04x\n", (unsigned)status);
        return;
    }
    printf("ok ");
    for (size_t i = 0; i < length; i++) {
        printf("%02x", out[i]);
    }
    printf("\n");
}

static whit_status fill_given(void *context, uint8_t *out, size_t length)
{
    const bytes *nonce = context;
    if (nonce->length != length) {
        return WHIT_ERROR_RANDOM_FAILED;
    }
    memcpy(out, nonce->at, length);
    return WHIT_OK;
}

static const whit_hash *find_hash(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(hashes); i++) {
        if (strcmp(hashes[i].name, name) == 0) {
            return hashes[i].hash;
        }
    }
    give_up("no such hash", name);
    return NULL;
}

static void do_keys(const char *verb, const request *r)
{
    uint8_t out[BYTES];
    size_t f = whit_curve_field_bytes(r->curve);
    const bytes *a = &r->given[0];
    const bytes *b = &r->given[1];
    whit_status status;
    size_t length = 1 + 2 * f;
    if (strcmp(verb, "public") == 0) {
        status = whit_key_public(r->curve, r->base, out, length, a->at, a->length);
    } else if (strcmp(verb, "validate") == 0) {
        status = whit_key_validate_public(r->curve, a->at, a->length);
        length = 0;
    } else if (strcmp(verb, "compress") == 0) {
        length = 1 + f;
        status = whit_key_compress(r->curve, out, length, a->at, a->length);
    } else if (strcmp(verb, "decompress") == 0) {
        status = whit_key_decompress(r->curve, out, length, a->at, a->length);
    } else if (strcmp(verb, "ecdh") == 0) {
        length = f;
        status = whit_ecdh(r->curve, out, length, a->at, a->length, b->at, b->length);
    } else if (strcmp(verb, "cofactor") == 0) {
        length = f;
        status = whit_ecdh_cofactor(r->curve, out, length, a->at, a->length, b->at, b->length);
    } else {
        give_up("no such command", verb);
        return;
    }
    answer(status, out, length);
}

/* Returns whether it was a command of this kind. */
static int do_signatures(const char *verb, request *r)
{
    uint8_t out[BYTES];
    size_t length = 2 * whit_curve_order_bytes(r->curve);
    const bytes *a = &r->given[0];
    const bytes *b = &r->given[1];
    bytes *c = &r->given[2];
    whit_status status;
    if (strcmp(verb, "sign") == 0) {
        const whit_random random = {fill_given, c};
        status = whit_ecdsa_sign_digest(r->curve, r->base, out, length, a->at, a->length, b->at,
                                        b->length, &random);
    } else if (strcmp(verb, "derive") == 0) {
        status = whit_ecdsa_sign_digest_deterministic(r->curve, r->base, find_hash(r->words[2]),
                                                      out, length, a->at, a->length, b->at,
                                                      b->length);
    } else if (strcmp(verb, "verify") == 0) {
        length = 0;
        status = whit_ecdsa_verify_digest(r->curve, a->at, a->length, b->at, b->length, c->at,
                                          c->length);
    } else if (strcmp(verb, "recover") == 0) {
        length = 1 + 2 * whit_curve_field_bytes(r->curve);
        status = whit_ecdsa_recover_digest(r->curve, out, length, a->at[0], b->at, b->length, c->at,
                                           c->length);
    } else {
        return 0;
    }
    answer(status, out, length);
    return 1;
}

static void find_curve(request *r, const char *name)
{
    for (size_t i = 0; i < COUNT_OF(curves); i++) {
        if (strcmp(curves[i].name, name) == 0) {
            r->curve = curves[i].curve;
            r->base = curves[i].base;
            return;
        }
    }
    give_up("no such curve", name);
}

int main(void)
{
    static char line[LINE];
    while (fgets(line, sizeof line, stdin) != NULL) {
        static request r;
        size_t count = 0;
        const char *verb = strtok(line, " \n");
        const char *name = strtok(NULL, " \n");
        if (verb == NULL || name == NULL) {
            give_up("not a command", "");
            return 2;
        }
        find_curve(&r, name);
        for (char *word = strtok(NULL, " \n"); word != NULL && count < MOST_WORDS;
             word = strtok(NULL, " \n")) {
            r.words[count] = word;
            if (strcmp(verb, "derive") != 0 || count != 2) {
                read_bytes(&r.given[count], word);
            }
            count++;
        }
        if (strcmp(verb, "security") == 0) {
            printf("ok %04x\n", whit_curve_security_bits(r.curve));
        } else if (!do_signatures(verb, &r)) {
            do_keys(verb, &r);
        }
        fflush(stdout);
    }
    return 0;
}
