/* SPDX-License-Identifier: MIT */
/* Verification with keys that are prepared, for tests that compare it with verification without: in
 * builds with WHIT_PREPARED=1, which -DTEST_PREPARED=1 says. */
#ifndef PREPARED_H
#define PREPARED_H

#ifndef TEST_PREPARED
#define TEST_PREPARED 0
#endif

#if TEST_PREPARED

#include <whit/key.h>
#include <whit/prepared.h>

/* Room for the longest key and for tables of the longest field. */
#define PREPARED_KEY_BYTES (1 + 2 * 192)
#define PREPARED_MOST_POINTS 64

/* Verify a signature alone, and with others: as many times as lanes take it, where a curve may have
 * them. */
static inline whit_status prepared_verify_alike(const whit_curve *curve, const whit_base *base,
                                                const void *prepared, size_t prepared_length,
                                                const uint8_t *digest, size_t digest_length,
                                                const uint8_t *signature, size_t signature_length)
{
    whit_ecdsa_signed given[3];
    whit_status statuses[3];
    const size_t count = whit_curve_field_bytes(curve) == 32 ? 3 : 1;
    whit_status wanted = whit_ecdsa_verify_digest_prepared(
        curve, base, prepared, prepared_length, digest, digest_length, signature, signature_length);
    for (size_t i = 0; i < count; i++) {
        const whit_ecdsa_signed item = {prepared,      prepared_length, digest,
                                        digest_length, signature,       signature_length};
        given[i] = item;
    }
    whit_status all = whit_ecdsa_verify_digest_prepared_many(curve, base, statuses, given, count);
    for (size_t i = 0; i < count; i++) {
        if (statuses[i] != wanted || all != wanted) {
            return WHIT_ERROR_SELF_TEST; /* expected by nothing */
        }
    }
    return wanted;
}

/* Prepare the key, unless it was the last one, and verify. How many points it has depends on the
 * key alone. */
static inline whit_status prepared_verify_digest(const whit_curve *curve, const whit_base *base,
                                                 const uint8_t *public_key,
                                                 size_t public_key_length, const uint8_t *digest,
                                                 size_t digest_length, const uint8_t *signature,
                                                 size_t signature_length)
{
    static const size_t points[] = {16, 1, PREPARED_MOST_POINTS, 2, 11, 40, 3};
    static WHIT_SPACE(WHIT_PREPARED_BYTES_OF(192, PREPARED_MOST_POINTS)) table;
    static const whit_curve *last_curve;
    static uint8_t last[PREPARED_KEY_BYTES];
    static size_t table_length;
    size_t same = 0;
    if (public_key_length == 1 + 2 * whit_curve_field_bytes(curve)) {
        while (same < public_key_length && last[same] == public_key[same]) {
            same++;
        }
    }
    if (last_curve != curve || same != public_key_length) {
        size_t sum = 0;
        last_curve = NULL;
        for (size_t i = 0; i < public_key_length; i++) {
            sum += public_key[i];
            last[i % sizeof last] = public_key[i];
        }
        size_t count = points[sum % (sizeof points / sizeof *points)];
        table_length = WHIT_PREPARED_BYTES_OF(whit_curve_field_bytes(curve), count);
        whit_status status = whit_ecdsa_prepare_public_key(curve, base, &table, table_length,
                                                           public_key, public_key_length);
        if (status != WHIT_OK) {
            return status;
        }
        last_curve = curve;
    }
    return prepared_verify_alike(curve, base, &table, table_length, digest, digest_length,
                                 signature, signature_length);
}

#endif

#endif
