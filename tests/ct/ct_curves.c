/* SPDX-License-Identifier: MIT */
/* As ct_valgrind.c, for every curve: secrets are marked as undefined memory, and valgrind's
 * memcheck reports every branch and every address that depends on one. What comes out is checked
 * by the other side of the exchange and by verification. Run it under valgrind; a name as the
 * argument runs that curve alone. */
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>
#include <whit/ecdh.h>
#include <whit/ecdsa.h>
#include <whit/key.h>

#include "../unit/curve_table.h"
#include "declassify.h"
#include "secrets.h"

#define FIELD_BYTES 192
#define ORDER_BYTES 80

void ct_declassify(const void *bytes, size_t length)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(bytes, length);
}

void poison(void *bytes, size_t length)
{
    (void)VALGRIND_MAKE_MEM_UNDEFINED(bytes, length);
}

/* One curve, two parties' keys. */
typedef struct party {
    uint8_t private_key[ORDER_BYTES];
    uint8_t public_key[1 + 2 * FIELD_BYTES];
    uint8_t secret[FIELD_BYTES];
} party;

typedef struct bench {
    const curve_case *curve;
    size_t order;
    size_t field;
    party parties[2];
} bench;

static whit_status secret_fill(void *context, uint8_t *out, size_t length)
{
    uint32_t *state = context;
    for (size_t i = 0; i < length; i++) {
        *state = *state * 1664525u + 1013904223u;
        out[i] = (uint8_t)(*state >> 24);
    }
    poison(out, length);
    return WHIT_OK;
}

static uint32_t seed = 1;
const whit_random secret_random = {secret_fill, &seed};
static const uint8_t message[] = {'s', 'a', 'm', 'p', 'l', 'e'};

int accepted(whit_status status)
{
    ct_declassify(&status, sizeof status);
    return status == WHIT_OK;
}

static int make_keys(void *own)
{
    bench *b = own;
    int right = 1;
    for (unsigned i = 0; i < 2; i++) {
        party *p = &b->parties[i];
        uint8_t again[sizeof p->public_key];
        right &= accepted(whit_key_generate(b->curve->curve, b->curve->base, p->private_key,
                                            b->order, p->public_key, 1 + 2 * b->field,
                                            &secret_random));
        poison(p->private_key, b->order);
        right &= accepted(whit_key_public(b->curve->curve, b->curve->base, again, 1 + 2 * b->field,
                                          p->private_key, b->order));
        ct_declassify(again, sizeof again);
        ct_declassify(p->public_key, sizeof p->public_key);
        right &= memcmp(again, p->public_key, 1 + 2 * b->field) == 0;
    }
    return right;
}

static int agree(bench *b,
                 whit_status (*exchange)(const whit_curve *, uint8_t *, size_t, const uint8_t *,
                                         size_t, const uint8_t *, size_t))
{
    int right = 1;
    for (unsigned i = 0; i < 2; i++) {
        party *p = &b->parties[i];
        right &= accepted(exchange(b->curve->curve, p->secret, b->field, p->private_key, b->order,
                                   b->parties[1 - i].public_key, 1 + 2 * b->field));
        ct_declassify(p->secret, sizeof p->secret);
    }
    return right && memcmp(b->parties[0].secret, b->parties[1].secret, b->field) == 0;
}

static int agree_plain(void *b)
{
    return agree(b, whit_ecdh);
}

static int agree_cofactor(void *b)
{
    return agree(b, whit_ecdh_cofactor);
}

static int verifies(const bench *b, const uint8_t *signature)
{
    ct_declassify(signature, 2 * b->order);
    return whit_ecdsa_verify(b->curve->curve, &whit_sha256, b->parties[0].public_key,
                             1 + 2 * b->field, message, sizeof message, signature,
                             2 * b->order) == WHIT_OK;
}

static int sign(void *own)
{
    bench *b = own;
    uint8_t signature[2 * ORDER_BYTES];
    return accepted(whit_ecdsa_sign(b->curve->curve, b->curve->base, &whit_sha256, signature,
                                    2 * b->order, b->parties[0].private_key, b->order, message,
                                    sizeof message)) &&
           verifies(b, signature);
}

static int sign_with_drawn_nonce(void *own)
{
    bench *b = own;
    uint8_t signature[2 * ORDER_BYTES];
    uint8_t digest[WHIT_SHA256_BYTES];
    whit_hash_state state;
    whit_hash_init(&whit_sha256, &state);
    whit_hash_update(&whit_sha256, &state, message, sizeof message);
    whit_hash_final(&whit_sha256, &state, digest);
    return accepted(whit_ecdsa_sign_digest(b->curve->curve, b->curve->base, signature, 2 * b->order,
                                           b->parties[0].private_key, b->order, digest,
                                           sizeof digest, &secret_random)) &&
           verifies(b, signature);
}

static int sign_recoverable(void *own)
{
    bench *b = own;
    uint8_t signature[2 * ORDER_BYTES];
    uint8_t key[1 + 2 * FIELD_BYTES];
    uint8_t id = 0;
    whit_status status = whit_ecdsa_sign_recoverable(
        b->curve->curve, b->curve->base, &whit_sha256, signature, 2 * b->order, &id,
        b->parties[0].private_key, b->order, message, sizeof message);
    if (status == WHIT_ERROR_ARGUMENT) {
        return 1; /* the field is too much longer than the order */
    }
    ct_declassify(&id, sizeof id);
    return accepted(status) && verifies(b, signature) &&
           whit_ecdsa_recover(b->curve->curve, &whit_sha256, key, 1 + 2 * b->field, id, message,
                              sizeof message, signature, 2 * b->order) == WHIT_OK &&
           memcmp(key, b->parties[0].public_key, 1 + 2 * b->field) == 0;
}

static unsigned passed;
static unsigned failed;

void run_step(const char *curve, const char *step, int (*run)(void *bench), void *bench)
{
    unsigned before = VALGRIND_COUNT_ERRORS;
    int right = run(bench);
    unsigned reports = VALGRIND_COUNT_ERRORS - before;
    if (right && reports == 0) {
        passed++;
    } else {
        failed++;
        printf("FAILED %s, %s: %s, %u reports\n", curve, step, right ? "right" : "wrong result",
               reports);
    }
}

typedef struct step {
    const char *name;
    int (*run)(void *bench);
} step;

static const step steps[] = {
    {"keys", make_keys},
    {"ecdh", agree_plain},
    {"ecdh_cofactor", agree_cofactor},
    {"sign", sign},
    {"sign_digest", sign_with_drawn_nonce},
    {"sign_recoverable", sign_recoverable},
};

int main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : NULL;
    if (!RUNNING_ON_VALGRIND) {
        fprintf(stderr, "%s: run this under valgrind\n", argv[0]);
        return 2;
    }
    for (size_t c = 0; c < curve_case_count; c++) {
        static bench b;
        const curve_case *curve = &curve_cases[c];
        if (only != NULL && strcmp(only, curve->name) != 0) {
            continue;
        }
        b.curve = curve;
        b.order = curve->order_bytes;
        b.field = curve->field_bytes;
        for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
            run_step(curve->name, steps[i].name, steps[i].run, &b);
        }
    }
    run_forms(only);
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
