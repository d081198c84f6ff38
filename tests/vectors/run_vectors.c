/* SPDX-License-Identifier: MIT */
/* The format is in record.py. */
#include "run_vectors.h"

#include <whit/der.h>
#include <whit/secp256r1.h>

#include "../unit/test.h"

#define FIELDS 4
#define NONCE_BYTES 32

/* As in record.py. */
enum operation {
    NOTHING,
    ECDH,
    VERIFY,
    VERIFY_DER,
    VERIFY_DIGEST,
    VERIFY_DIGEST_DER,
    SIGN_DIGEST,
    SIGN,
    PUBLIC_KEY,
    VALIDATE,
    DECOMPRESS,
    OPERATIONS
};

enum expectation { VALID = 1, INVALID = 2, DIFFERENT = 3 };

static const uint8_t fields_of[OPERATIONS] = {0, 3, 3, 3, 3, 3, 4, 3, 2, 1, 2};

typedef struct field {
    const uint8_t *bytes;
    size_t length;
} field;

typedef struct record {
    unsigned operation;
    unsigned expected;
    unsigned source;
    uint32_t number;
    field fields[FIELDS];
} record;

/* What the library said: a status and, with WHIT_OK, whether the result is the one in
 * the record. */
typedef struct outcome {
    whit_status status;
    int same;
} outcome;

typedef struct counts {
    uint32_t accepted;
    uint32_t rejected;
    uint32_t before;
    uint32_t failed;
} counts;

/* A reader that stays within the blob; `good` falls to zero when it would not. */
typedef struct reader {
    const uint8_t *at;
    size_t left;
    int good;
} reader;

static const uint8_t *take(reader *r, size_t length)
{
    const uint8_t *bytes = r->at;
    if (!r->good || length > r->left) {
        r->good = 0;
        return NULL;
    }
    r->at += length;
    r->left -= length;
    return bytes;
}

static uint32_t take_integer(reader *r, size_t length)
{
    const uint8_t *bytes = take(r, length);
    uint32_t value = 0;
    while (bytes != NULL && length-- > 0) {
        value = value << 8 | bytes[length];
    }
    return value;
}

static field take_field(reader *r)
{
    field f;
    f.length = take_integer(r, 2);
    f.bytes = take(r, f.length);
    return f;
}

static record take_record(reader *r)
{
    record rec = {0};
    unsigned fields;
    rec.operation = take_integer(r, 1);
    rec.expected = take_integer(r, 1);
    rec.source = take_integer(r, 2);
    rec.number = take_integer(r, 4);
    fields = take_integer(r, 1);
    if (rec.operation >= OPERATIONS || fields != fields_of[rec.operation]) {
        r->good = 0;
    }
    for (unsigned i = 0; r->good && i < fields; i++) {
        rec.fields[i] = take_field(r);
    }
    return rec;
}

static int equal(const uint8_t *a, size_t a_length, field b)
{
    size_t i = 0;
    while (i < a_length && a_length == b.length && a[i] == b.bytes[i]) {
        i++;
    }
    return i == a_length && a_length == b.length;
}

static outcome run_ecdh(const field *f)
{
    uint8_t public_key[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
    uint8_t secret[WHIT_SECP256R1_SHARED_SECRET_BYTES];
    field peer = f[1];
    outcome o = {WHIT_OK, 0};
    if (f[0].length != WHIT_SECP256R1_PRIVATE_KEY_BYTES) {
        o.status = WHIT_ERROR_PRIVATE_KEY_LENGTH;
        return o;
    }
    if (peer.length == WHIT_SECP256R1_COMPRESSED_KEY_BYTES) {
        o.status = whit_secp256r1_decompress(public_key, peer.bytes, peer.length);
        peer.bytes = public_key;
        peer.length = sizeof public_key;
    }
    if (o.status == WHIT_OK) {
        o.status = whit_secp256r1_ecdh(secret, f[0].bytes, peer.bytes, peer.length);
        o.same = equal(secret, sizeof secret, f[2]);
    }
    return o;
}

static outcome run_verify(const field *f, int is_digest, int is_der)
{
    uint8_t raw[WHIT_SECP256R1_SIGNATURE_BYTES];
    field signature = f[2];
    outcome o = {WHIT_OK, 1};
    if (is_der) {
        o.status = whit_ecdsa_signature_from_der(&whit_secp256r1, raw, sizeof raw, signature.bytes,
                                                 signature.length);
        signature.bytes = raw;
        signature.length = sizeof raw;
    }
    if (o.status == WHIT_OK) {
        o.status = (is_digest ? whit_secp256r1_verify_digest : whit_secp256r1_verify)(
            f[0].bytes, f[0].length, f[1].bytes, f[1].length, signature.bytes, signature.length);
    }
    return o;
}

/* Yields the given nonce once. */
static whit_status nonce_fill(void *context, uint8_t *out, size_t length)
{
    field *nonce = context;
    if (length != nonce->length) {
        return WHIT_ERROR_RANDOM_FAILED;
    }
    for (size_t i = 0; i < length; i++) {
        out[i] = nonce->bytes[i];
    }
    nonce->length = 0;
    return WHIT_OK;
}

static outcome run_sign_digest(const field *f)
{
    uint8_t signature[WHIT_SECP256R1_SIGNATURE_BYTES];
    field nonce = f[2];
    whit_random random;
    outcome o;
    random.fill = nonce_fill;
    random.context = &nonce;
    o.status = whit_secp256r1_sign_digest(signature, f[0].bytes, f[1].bytes, f[1].length, &random);
    o.same = equal(signature, sizeof signature, f[3]);
    return o;
}

/* The message, and its digest, both as RFC 6979 says. */
static outcome run_sign(const field *f)
{
    uint8_t signature[WHIT_SECP256R1_SIGNATURE_BYTES];
    uint8_t digest[WHIT_SHA256_BYTES];
    whit_hash_state state;
    outcome o;
    o.status = whit_secp256r1_sign(signature, f[0].bytes, f[1].bytes, f[1].length);
    o.same = equal(signature, sizeof signature, f[2]);
    whit_hash_init(&whit_sha256, &state);
    whit_hash_update(&whit_sha256, &state, f[1].bytes, f[1].length);
    whit_hash_final(&whit_sha256, &state, digest);
    if (o.status == WHIT_OK && o.same) {
        o.status = whit_secp256r1_sign_digest_deterministic(signature, f[0].bytes, digest,
                                                            sizeof digest);
        o.same = equal(signature, sizeof signature, f[2]);
    }
    return o;
}

static outcome run_public_key(const field *f)
{
    uint8_t public_key[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
    outcome o;
    o.status = whit_secp256r1_public_key(public_key, f[0].bytes);
    o.same = equal(public_key, sizeof public_key, f[1]);
    return o;
}

/* There and back. */
static outcome run_decompress(const field *f)
{
    uint8_t public_key[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
    uint8_t compressed[WHIT_SECP256R1_COMPRESSED_KEY_BYTES];
    outcome o;
    o.status = whit_secp256r1_decompress(public_key, f[0].bytes, f[0].length);
    o.same = equal(public_key, sizeof public_key, f[1]);
    if (o.status == WHIT_OK && o.same) {
        o.status = whit_secp256r1_compress(compressed, public_key, sizeof public_key);
        o.same = equal(compressed, sizeof compressed, f[0]);
    }
    return o;
}

static outcome run(const record *rec)
{
    const field *f = rec->fields;
    outcome o = {WHIT_ERROR_ARGUMENT, 0};
    switch (rec->operation) {
    case ECDH:
        return run_ecdh(f);
    case VERIFY:
        return run_verify(f, 0, 0);
    case VERIFY_DER:
        return run_verify(f, 0, 1);
    case VERIFY_DIGEST:
        return run_verify(f, 1, 0);
    case VERIFY_DIGEST_DER:
        return run_verify(f, 1, 1);
    case SIGN_DIGEST:
        return run_sign_digest(f);
    case SIGN:
        return run_sign(f);
    case PUBLIC_KEY:
        return run_public_key(f);
    case VALIDATE:
        o.status = whit_secp256r1_validate_public_key(f[0].bytes, f[0].length);
        o.same = 1;
        return o;
    case DECOMPRESS:
        return run_decompress(f);
    default:
        return o; /* refused before the library */
    }
}

static int as_expected(const record *rec, outcome o)
{
    switch (rec->expected) {
    case VALID:
        return o.status == WHIT_OK && o.same;
    case INVALID:
        return o.status != WHIT_OK;
    case DIFFERENT:
        return o.status == WHIT_OK && !o.same;
    default:
        return 0;
    }
}

static void print_name(field name)
{
    for (size_t i = 0; i < name.length; i++) {
        test_putc((char)name.bytes[i]);
    }
}

static void explain(field source, const record *rec, outcome o)
{
    static const char *const wanted[] = {"?", "valid", "invalid", "a different result"};
    test_print("FAILED ");
    print_name(source);
    test_print(" #");
    test_print_decimal(rec->number);
    test_print(": expected ");
    test_print(wanted[rec->expected <= DIFFERENT ? rec->expected : 0]);
    test_print(", got status ");
    test_print_hex((uint64_t)o.status);
    test_print(o.status != WHIT_OK ? "\n" : o.same ? " and the result\n" : " and another result\n");
}

static void count(counts *c, field source, const record *rec)
{
    outcome o = run(rec);
    if (!as_expected(rec, o)) {
        c->failed++;
        explain(source, rec, o);
    } else if (rec->expected == VALID) {
        c->accepted++;
    } else {
        c->rejected++;
        c->before += rec->operation == NOTHING;
    }
}

static void print_counts(field source, const counts *c)
{
    print_name(source);
    test_print(": ");
    test_print_decimal(c->accepted);
    test_print(" accepted, ");
    test_print_decimal(c->rejected);
    test_print(" rejected");
    if (c->before > 0) {
        test_print(" (");
        test_print_decimal(c->before);
        test_print(" before the library)");
    }
    test_print(c->failed > 0 ? ", some failed\n" : "\n");
}

/* A reader of the source's name: the names stand before the records. */
static field source_name(reader names, unsigned source)
{
    field name = take_field(&names);
    while (source-- > 0) {
        name = take_field(&names);
    }
    return name;
}

static void print_total(uint32_t passed, uint32_t failed)
{
    test_print_decimal(passed);
    test_print(" passed, ");
    test_print_decimal(failed);
    test_print(" failed\n");
}

unsigned vectors_run(const uint8_t *blob, size_t length)
{
    static const char magic[] = "WHITVEC1";
    reader r = {blob, length, 1};
    reader names;
    uint32_t sources, records, source = 0;
    uint32_t passed = 0, failed = 0;
    counts c = {0, 0, 0, 0};
    for (size_t i = 0; i < sizeof magic - 1; i++) {
        r.good = take_integer(&r, 1) == (uint8_t)magic[i] && r.good;
    }
    sources = take_integer(&r, 4);
    records = take_integer(&r, 4);
    names = r;
    for (uint32_t i = 0; i < sources; i++) {
        (void)take_field(&r);
    }
    while (records-- > 0 && r.good) {
        record rec = take_record(&r);
        if (!r.good || rec.source >= sources || rec.source < source) {
            r.good = 0;
            break;
        }
        if (rec.source != source) {
            static const counts none = {0, 0, 0, 0};
            print_counts(source_name(names, source), &c);
            passed += c.accepted + c.rejected;
            failed += c.failed;
            c = none;
            source = rec.source;
        }
        count(&c, source_name(names, source), &rec);
    }
    if (!r.good || r.left != 0) {
        test_print("FAILED: this is no blob of test vectors, or a damaged one\n");
        print_total(0, 1);
        return 1;
    }
    print_counts(source_name(names, source), &c);
    passed += c.accepted + c.rejected;
    failed += c.failed;
    print_total(passed, failed);
    return (unsigned)failed;
}
