/* SPDX-License-Identifier: MIT */
/* The format is in record.py. */
#include "run_vectors.h"

#include "../unit/test.h"
#include "curves.h"
#include "operations.h"

#define FAILURES_EXPLAINED 40 /* a console may be small */

static const uint8_t fields_of[OPERATIONS] = {3, 3, 3, 3, 3, 4, 3, 2, 1, 2, 2};

/* As in record.py, NONE first. */
static const whit_hash *const hashes[] = {NULL,         &whit_sha1,   &whit_sha224,
                                          &whit_sha256, &whit_sha384, &whit_sha512};

#define HASHES (sizeof hashes / sizeof hashes[0])

typedef struct counts {
    uint32_t accepted;
    uint32_t rejected;
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
    unsigned fields, hash;
    rec.operation = take_integer(r, 1);
    hash = take_integer(r, 1);
    rec.expected = take_integer(r, 1);
    fields = take_integer(r, 1);
    rec.group = take_integer(r, 2);
    rec.number = take_integer(r, 4);
    if (rec.operation >= OPERATIONS || fields != fields_of[rec.operation] || hash >= HASHES) {
        r->good = 0;
    }
    for (unsigned i = 0; r->good && i < fields; i++) {
        rec.fields[i] = take_field(r);
    }
    rec.hash = r->good ? hashes[hash] : NULL;
    return rec;
}

static const vectors_curve *find_curve(field name)
{
    for (size_t i = 0; i < sizeof vectors_curves / sizeof vectors_curves[0]; i++) {
        const char *other = vectors_curves[i].name;
        size_t at = 0;
        while (at < name.length && other[at] != '\0' && (uint8_t)other[at] == name.bytes[at]) {
            at++;
        }
        if (at == name.length && other[at] == '\0') {
            return &vectors_curves[i];
        }
    }
    return NULL;
}

/* The groups stand before the records. */
static group find_group(reader groups, unsigned number)
{
    group g = {{NULL, 0}, {NULL, 0}, NULL, 0, 0};
    do {
        g.curve_name = take_field(&groups);
        g.source_name = take_field(&groups);
    } while (number-- > 0);
    g.curve = find_curve(g.curve_name);
    if (g.curve != NULL) {
        g.coordinate = whit_curve_field_bytes(g.curve->curve);
        g.scalar = whit_curve_order_bytes(g.curve->curve);
    }
    return g;
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

static void explain(const group *g, const record *rec, outcome o)
{
    static const char *const wanted[] = {"?", "valid", "invalid", "a different result"};
    test_print("FAILED ");
    print_name(g->curve_name);
    test_print(" ");
    print_name(g->source_name);
    test_print(" #");
    test_print_decimal(rec->number);
    test_print(": expected ");
    test_print(wanted[rec->expected <= DIFFERENT ? rec->expected : 0]);
    test_print(", got status ");
    test_print_hex((uint64_t)o.status);
    test_print(o.status != WHIT_OK ? "\n" : o.same ? " and the result\n" : " and another result\n");
}

static void print_counts(const counts *c)
{
    test_print(": ");
    test_print_decimal(c->accepted);
    test_print(" accepted, ");
    test_print_decimal(c->rejected);
    test_print(" rejected");
    test_print(c->failed > 0 ? ", some failed\n" : "\n");
}

/* Counts of a source, of a curve and of everything. */
typedef struct tally {
    int by_source;
    counts source;
    counts curve;
    counts total;
} tally;

static void clear(counts *c)
{
    static const counts none = {0, 0, 0};
    *c = none;
}

static void add(counts *sum, const counts *c)
{
    sum->accepted += c->accepted;
    sum->rejected += c->rejected;
    sum->failed += c->failed;
}

static void count(tally *t, const group *g, const record *rec)
{
    outcome o = operate(g, rec);
    if (!as_expected(rec, o)) {
        t->source.failed++;
        if (t->total.failed + t->curve.failed + t->source.failed <= FAILURES_EXPLAINED) {
            explain(g, rec, o);
        }
    } else if (rec->expected == VALID) {
        t->source.accepted++;
    } else {
        t->source.rejected++;
    }
}

static void end_source(tally *t, const group *g)
{
    if (t->by_source) {
        print_name(g->curve_name);
        test_print(" ");
        print_name(g->source_name);
        print_counts(&t->source);
    }
    add(&t->curve, &t->source);
    clear(&t->source);
}

static void end_curve(tally *t, const group *g)
{
    print_name(g->curve_name);
    print_counts(&t->curve);
    add(&t->total, &t->curve);
    clear(&t->curve);
}

/* Runs the records; 0 when the blob is damaged. */
static int run_all(reader r, tally *t)
{
    uint32_t groups = take_integer(&r, 4), records = take_integer(&r, 4);
    reader names = r;
    group g;
    unsigned current = 0;
    for (uint32_t i = 0; i < groups; i++) {
        (void)take_field(&r);
        (void)take_field(&r);
    }
    if (!r.good || groups == 0) {
        return 0;
    }
    g = find_group(names, 0);
    while (records-- > 0) {
        record rec = take_record(&r);
        if (!r.good || rec.group >= groups || rec.group < current) {
            return 0;
        }
        if (rec.group != current) {
            group next = find_group(names, rec.group);
            end_source(t, &g);
            if (next.curve != g.curve) {
                end_curve(t, &g);
            }
            g = next;
            current = rec.group;
        }
        if (g.curve == NULL) {
            return 0;
        }
        count(t, &g, &rec);
    }
    end_source(t, &g);
    end_curve(t, &g);
    return r.left == 0;
}

static void print_total(uint32_t passed, uint32_t failed)
{
    test_print_decimal(passed);
    test_print(" passed, ");
    test_print_decimal(failed);
    test_print(" failed\n");
}

unsigned vectors_run(const uint8_t *blob, size_t length, int by_source)
{
    static const char magic[] = "WHITVEC2";
    reader r = {blob, length, 1};
    tally t;
    t.by_source = by_source;
    clear(&t.source);
    clear(&t.curve);
    clear(&t.total);
    for (size_t i = 0; i < sizeof magic - 1; i++) {
        r.good = take_integer(&r, 1) == (uint8_t)magic[i] && r.good;
    }
    if (!r.good || !run_all(r, &t)) {
        test_print("FAILED: this is no blob of test vectors, or a damaged one\n");
        print_total(0, 1);
        return 1;
    }
    print_total(t.total.accepted + t.total.rejected, t.total.failed);
    return (unsigned)t.total.failed;
}
