/* SPDX-License-Identifier: MIT */
/* Operations in steps, three at a time in any order: begun, stepped, given up, copied, begun anew
 * in a context in use, in one that is too short, or that overlaps an argument. Each ends as the
 * function in one call does, and its outputs are zero until then; a context that has ended is zero
 * and has no operation. */
#include "oracle.h"

#include <whit/ecdh.h>
#include <whit/ecdsa.h>
#include <whit/key.h>
#include <whit/steps.h>

enum { SLOTS = 3, MOST_DIGEST = 64, MOST_OUT = 2 * MOST_FIELD_BYTES };
enum { KEYGEN, PUBLIC, VALIDATE, ECDH, SIGN, DERIVE, VERIFY, KINDS };

typedef union context {
    whit_steps steps;
    uint64_t room[WHIT_STEPS_BYTES(521, 521) / 8];
} context;

typedef struct arguments {
    const subject *of;
    uint8_t private_key[MOST_FIELD_BYTES];
    uint8_t public_key[MOST_POINT_BYTES];
    uint8_t digest[MOST_DIGEST];
    uint8_t signature[MOST_OUT];
    size_t private_length, public_length, digest_length;
    source from;
} arguments;

/* Outputs: a private key is the first, where there is one. */
typedef struct outputs {
    uint8_t first[MOST_OUT];
    uint8_t second[MOST_POINT_BYTES];
} outputs;

typedef struct slot {
    context context;
    int kind;
    int running;
    arguments given;
    outputs found;
    outputs wanted;
    whit_status status;
} slot;

/* In one call. */
static whit_status at_once(int kind, arguments *a, outputs *out)
{
    const whit_curve *curve = a->of->curve;
    const whit_base *base = a->of->base;
    size_t f = whit_curve_field_bytes(curve), o = whit_curve_order_bytes(curve);
    source from = a->from;
    const whit_random random = {source_fill, &from};
    switch (kind) {
    case KEYGEN:
        return whit_key_generate(curve, base, out->first, o, out->second, 1 + 2 * f, &random);
    case PUBLIC:
        return whit_key_public(curve, base, out->second, 1 + 2 * f, a->private_key,
                               a->private_length);
    case VALIDATE:
        return whit_key_validate_public(curve, a->public_key, a->public_length);
    case ECDH:
        return whit_ecdh(curve, out->first, f, a->private_key, a->private_length, a->public_key,
                         a->public_length);
    case SIGN:
        return whit_ecdsa_sign_digest(curve, base, out->first, 2 * o, a->private_key,
                                      a->private_length, a->digest, a->digest_length, &random);
    case DERIVE:
        return whit_ecdsa_sign_digest_deterministic(curve, base, a->of->hash, out->first, 2 * o,
                                                    a->private_key, a->private_length, a->digest,
                                                    a->digest_length);
    default:
        return whit_ecdsa_verify_digest(curve, a->public_key, a->public_length, a->digest,
                                        a->digest_length, a->signature, 2 * o);
    }
}

/* The same in steps: begin. */
static whit_status begin(int kind, arguments *a, outputs *out, whit_steps *steps, size_t length,
                         const whit_random *random)
{
    const whit_curve *curve = a->of->curve;
    const whit_base *base = a->of->base;
    size_t f = whit_curve_field_bytes(curve), o = whit_curve_order_bytes(curve);
    switch (kind) {
    case KEYGEN:
        return whit_steps_key_generate(curve, base, steps, length, out->first, o, out->second,
                                       1 + 2 * f, random);
    case PUBLIC:
        return whit_steps_key_public(curve, base, steps, length, out->second, 1 + 2 * f,
                                     a->private_key, a->private_length);
    case VALIDATE:
        return whit_steps_key_validate_public(curve, steps, length, a->public_key,
                                              a->public_length);
    case ECDH:
        return whit_steps_ecdh(curve, steps, length, out->first, f, a->private_key,
                               a->private_length, a->public_key, a->public_length);
    case SIGN:
        return whit_steps_ecdsa_sign_digest(curve, base, steps, length, out->first, 2 * o,
                                            a->private_key, a->private_length, a->digest,
                                            a->digest_length, random);
    case DERIVE:
        return whit_steps_ecdsa_sign_digest_deterministic(
            curve, base, a->of->hash, steps, length, out->first, 2 * o, a->private_key,
            a->private_length, a->digest, a->digest_length);
    default:
        return whit_steps_ecdsa_verify_digest(curve, steps, length, a->public_key, a->public_length,
                                              a->digest, a->digest_length, a->signature, 2 * o);
    }
}

/* Arguments that are right, and then a few bytes or a length changed if the input says so. */
static void prepare(arguments *a, input *in)
{
    uint8_t first = byte(in), what = byte(in);
    uint8_t seed = byte(in);
    memset(a, 0, sizeof *a);
    a->of = chosen(first);
    size_t f = whit_curve_field_bytes(a->of->curve), o = whit_curve_order_bytes(a->of->curve);
    to_scalar(a->of, a->private_key, &seed, 1);
    memset(a->digest, seed, sizeof a->digest);
    a->private_length = o;
    a->public_length = 1 + 2 * f;
    a->digest_length = 1 + first % 16 * 4u;
    OK(whit_key_public(a->of->curve, a->of->base, a->public_key, a->public_length, a->private_key,
                       o));
    OK(whit_ecdsa_sign_digest_deterministic(a->of->curve, a->of->base, a->of->hash, a->signature,
                                            2 * o, a->private_key, o, a->digest, a->digest_length));
    if (what & 1) {
        mutate(in, a->public_key, a->public_length, 1);
    }
    if (what & 2) {
        mutate(in, a->signature, 2 * o, 1);
    }
    if (what & 4) {
        memset(a->private_key, what & 8 ? 0xff : 0, o);
    }
    a->private_length -= what >> 4 & 1;
    a->public_length -= what >> 5 & 1;
    a->digest_length -= what & 0x40 ? a->digest_length : 0;
    a->from.in = *in;
    a->from.calls = what & 0x80 ? first % 4 : 100;
}

/* An operation has said its last. */
static void ended(slot *s, whit_status status)
{
    s->running = 0;
    MUST(status == s->status);
    MUST(memcmp(&s->found, &s->wanted, sizeof s->found) == 0);
    MUST(is_zero((const uint8_t *)&s->context, sizeof s->context));
}

static int steps_of(slot *s, unsigned most)
{
    while (s->running && most-- > 0) {
        MUST(is_zero((const uint8_t *)&s->found, sizeof s->found));
        whit_status status = whit_step(&s->context.steps);
        if (status != WHIT_IN_PROGRESS) {
            ended(s, status);
        }
    }
    return s->running;
}

static void begun(slot *s, input *in, whit_random *random)
{
    s->kind = byte(in) % KINDS;
    prepare(&s->given, in);
    memset(&s->found, 0, sizeof s->found);
    memset(&s->wanted, 0, sizeof s->wanted);
    s->status = at_once(s->kind, &s->given, &s->wanted);
    *random = (whit_random){source_fill, &s->given.from};
    /* The one in the context may be on a longer curve. */
    whit_steps_abort(&s->context.steps);
    whit_status status = begin(s->kind, &s->given, &s->found, &s->context.steps, sizeof s->context,
                               random);
    if (status == WHIT_IN_PROGRESS) {
        s->running = 1;
        return;
    }
    MUST(status == s->status && status != WHIT_OK);
    ended(s, status);
}

static void refused(slot *s, input *in)
{
    arguments given;
    outputs out;
    const whit_random random = {source_fill, &given.from};
    int kind = byte(in) % KINDS;
    size_t length = byte(in);
    prepare(&given, in);
    memset(&out, 0, sizeof out);
    if (at_once(kind, &given, &out) != WHIT_OK) {
        return;
    }
    MUST(begin(kind, &given, &out, &s->context.steps, length, &random) == WHIT_ERROR_STEPS_LENGTH);
    if (kind != VALIDATE && kind != VERIFY) {
        MUST(begin(kind, &given, (outputs *)&s->context, &s->context.steps, sizeof s->context,
                   &random) == WHIT_ERROR_OVERLAP);
    }
    whit_steps_abort(&s->context.steps);
    s->running = 0;
    memset(&s->context, 0, sizeof s->context);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    slot slots[SLOTS];
    whit_random random[SLOTS];
    memset(slots, 0, sizeof slots);
    memset(random, 0, sizeof random);
    for (int commands = 0; in.left > 0 && commands < 12; commands++) {
        uint8_t command = byte(&in);
        size_t which = command / 8 % SLOTS;
        slot *s = &slots[which];
        switch (command % 8) {
        case 0:
        case 1:
            begun(s, &in, &random[which]);
            break;
        case 2:
        case 3:
            steps_of(s, byte(&in));
            break;
        case 4:
            MUST(!steps_of(s, 1u << 16));
            break;
        case 5:
            whit_steps_abort(&s->context.steps);
            s->running = 0;
            MUST(is_zero((const uint8_t *)&s->found, sizeof s->found) || s->status == WHIT_OK);
            MUST(is_zero((const uint8_t *)&s->context, sizeof s->context));
            break;
        case 6:
            refused(s, &in);
            break;
        default:
            /* A copy that goes on in another place ends the same. */
            if (s->running && s->kind != KEYGEN && s->kind != SIGN) {
                context moved = s->context;
                memset(&s->context, 0, sizeof s->context);
                MUST(whit_step(&s->context.steps) == WHIT_ERROR_STEPS_ENDED);
                for (unsigned i = byte(&in); i > 0; i--) {
                    whit_status status = whit_step(&moved.steps);
                    if (status != WHIT_IN_PROGRESS) {
                        MUST(is_zero((const uint8_t *)&moved, sizeof moved));
                        ended(s, status);
                        break;
                    }
                }
                s->context = moved;
            }
            break;
        }
        if (!s->running) {
            MUST(whit_step(&s->context.steps) == WHIT_ERROR_STEPS_ENDED);
        }
    }
    return 0;
}
