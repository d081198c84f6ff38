/* SPDX-License-Identifier: MIT */
#include "agreement.h"
#include "curve.h"
#include "link.h"
#include "seed.h"

#include <avr/eeprom.h>
#include <string.h>

enum {
    HELLO = LINK_FIRST, /* the initiator's ephemeral public key */
    HELLO_BACK,
    PROOF, /* its signature */
    PROOF_BACK,
    CONTENT, /* that it took the other's */
    CONTENT_BACK
};

#define INITIATOR 'i'
#define RESPONDER 'r'
#define HASH_BYTES WHIT_SHA256_BYTES

/* Functions whose frames and keys leave the stack when they return: of the 2,048 bytes of an
 * ATmega328P a verification takes most. */
#define APART __attribute__((noinline))

/* Go on while each step is done. */
#define STEP(state, step)                \
    do {                                 \
        if ((state) == AGREEMENT_DONE) { \
            (state) = (step);            \
        }                                \
    } while (0)

/* One agreement. */
typedef struct agreement {
    uint8_t *key;          /* the shared secret, then the hash of it and of T */
    uint8_t t[HASH_BYTES]; /* T, then the digest that the other end has signed */
    union { /* the private key until derive, then the other end's static public key */
        uint8_t private_key[CURVE_PRIVATE_KEY_BYTES];
#if AUTHENTICATED
        uint8_t peer[1 + 2 * CURVE_COORDINATE_BYTES];
#endif
    };
} agreement;

/* What comes in. */
static frame in;

static agreement_state of_link(link_result result)
{
    switch (result) {
    case LINK_DONE:
        return AGREEMENT_DONE;
    case LINK_SILENT:
        return AGREEMENT_SILENT;
    case LINK_STALLED:
        return AGREEMENT_STALLED;
    case LINK_ABORTED:
        return AGREEMENT_ABORTED;
    default:
        return AGREEMENT_GARBLED;
    }
}

static agreement_state of_status(whit_status status)
{
    return status == WHIT_OK ? AGREEMENT_DONE : AGREEMENT_REFUSED;
}

#if AUTHENTICATED
/* T: both ephemeral public keys, the initiator's first. */
static void hash_transcript(agreement *a, const frame *initiator, const frame *responder)
{
    static const uint8_t name = 'W';
    whit_hash_state state;
    whit_hash_init(&whit_sha256, &state);
    whit_hash_update(&whit_sha256, &state, &name, 1);
    whit_hash_update(&whit_sha256, &state, initiator->payload, CURVE_PUBLIC_KEY_BYTES);
    whit_hash_update(&whit_sha256, &state, responder->payload, CURVE_PUBLIC_KEY_BYTES);
    whit_hash_final(&whit_sha256, &state, a->t);
}
#endif

/* Make the own key pair, and exchange public keys. */
static APART agreement_state exchange_keys(agreement *a, uint8_t is_slave)
{
    frame out;
    agreement_state state = of_status(CURVE(keygen)(a->private_key, out.payload, &seed_random));
    link_seal(&out, is_slave ? HELLO_BACK : HELLO, CURVE_PUBLIC_KEY_BYTES);
    if (is_slave) {
        STEP(state, of_link(link_await(&in, HELLO, CURVE_PUBLIC_KEY_BYTES)));
        STEP(state, of_link(link_deliver(&in, &out)));
    } else {
        STEP(state, of_link(link_exchange(&out, &in, CURVE_PUBLIC_KEY_BYTES)));
    }
#if AUTHENTICATED
    hash_transcript(a, is_slave ? &in : &out, is_slave ? &out : &in);
#endif
    return state;
}

/* The shared secret, and what becomes of it: its hash, with T. */
static APART agreement_state derive(agreement *a)
{
    whit_hash_state state;
    (void)sizeof(char[CURVE_SECRET_BYTES <= AGREEMENT_KEY_BYTES ? 1 : -1]);
    whit_status status = CURVE(ecdh)(a->key, a->private_key, in.payload, CURVE_PUBLIC_KEY_BYTES);
    whit_hash_init(&whit_sha256, &state);
    whit_hash_update(&whit_sha256, &state, a->key, CURVE_SECRET_BYTES);
#if AUTHENTICATED
    whit_hash_update(&whit_sha256, &state, a->t, sizeof a->t);
#endif
    whit_hash_final(&whit_sha256, &state, a->key);
    whit_wipe(a->private_key, sizeof a->private_key);
    return of_status(status);
}

#if AUTHENTICATED

/* A code under the key, of a role and a stage. */
static void code(const agreement *a, uint8_t *mac, uint8_t role, uint8_t stage)
{
    const uint8_t text[2] = {role, stage};
    (void)whit_hmac(&whit_sha256, mac, a->key, HASH_BYTES, text, sizeof text);
}

/* What a role signs: T, and the code of it, which nobody has without the key. */
static APART void hash_claim(const agreement *a, uint8_t *digest, uint8_t role)
{
    uint8_t mac[HASH_BYTES];
    whit_hash_state state;
    code(a, mac, role, PROOF);
    whit_hash_init(&whit_sha256, &state);
    whit_hash_update(&whit_sha256, &state, &role, 1);
    whit_hash_update(&whit_sha256, &state, a->t, sizeof a->t);
    whit_hash_update(&whit_sha256, &state, mac, sizeof mac);
    whit_hash_final(&whit_sha256, &state, digest);
}

static agreement_state sign(agreement *a, uint8_t *signature, uint8_t role)
{
    uint8_t digest[HASH_BYTES];
    hash_claim(a, digest, role);
    eeprom_read_block(a->private_key, (const void *)AGREEMENT_OWN_PLACE, sizeof a->private_key);
    whit_status status = CURVE(sign_digest)(signature, a->private_key, digest, sizeof digest,
                                            &seed_random);
    whit_wipe(a->private_key, sizeof a->private_key);
    return of_status(status);
}

/* Sign, and exchange signatures. The responder signs while the initiator does. */
static APART agreement_state exchange_proofs(agreement *a, uint8_t is_slave)
{
    frame out;
    agreement_state state = sign(a, out.payload, is_slave ? RESPONDER : INITIATOR);
    link_seal(&out, is_slave ? PROOF_BACK : PROOF, CURVE_SIGNATURE_BYTES);
    if (is_slave) {
        STEP(state, of_link(link_await(&in, PROOF, CURVE_SIGNATURE_BYTES)));
        STEP(state, of_link(link_deliver(&in, &out)));
    } else {
        STEP(state, of_link(link_exchange(&out, &in, CURVE_SIGNATURE_BYTES)));
    }
    return state;
}

/* Verify the signature that came in: of T and a role. */
static APART agreement_state verify(agreement *a)
{
    a->peer[0] = 4;
    eeprom_read_block(a->peer + 1, (const void *)AGREEMENT_PEER_PLACE, sizeof a->peer - 1);
    whit_status status = CURVE(verify_digest)(a->peer, sizeof a->peer, a->t, sizeof a->t,
                                              in.payload, CURVE_SIGNATURE_BYTES);
    return status == WHIT_OK ? AGREEMENT_DONE : AGREEMENT_NOT_PROVED;
}

static agreement_state check_content(const agreement *a, uint8_t role)
{
    uint8_t wanted[HASH_BYTES];
    uint8_t differs = 0;
    code(a, wanted, role, CONTENT);
    for (uint8_t i = 0; i < sizeof wanted; i++) {
        differs |= wanted[i] ^ in.payload[i];
    }
    return differs == 0 ? AGREEMENT_DONE : AGREEMENT_NOT_PROVED;
}

/* Tell that the other's signature is good, and hear that the own one is. */
static APART agreement_state exchange_content(agreement *a, uint8_t is_slave)
{
    frame out;
    agreement_state state = AGREEMENT_DONE;
    code(a, out.payload, is_slave ? RESPONDER : INITIATOR, CONTENT);
    link_seal(&out, is_slave ? CONTENT_BACK : CONTENT, HASH_BYTES);
    if (is_slave) {
        STEP(state, of_link(link_await(&in, CONTENT, HASH_BYTES)));
        STEP(state, check_content(a, INITIATOR));
        STEP(state, of_link(link_deliver(&in, &out)));
    } else {
        STEP(state, of_link(link_exchange(&out, &in, HASH_BYTES)));
        STEP(state, check_content(a, RESPONDER));
    }
    return state;
}

/* The key that is given is another than that of the codes. */
static APART void replace_key(agreement *a)
{
    code(a, a->t, 0, CONTENT_BACK);
    memcpy(a->key, a->t, AGREEMENT_KEY_BYTES);
}

static agreement_state authenticate(agreement *a, uint8_t is_slave)
{
    agreement_state state = exchange_proofs(a, is_slave);
    hash_claim(a, a->t, is_slave ? INITIATOR : RESPONDER);
    STEP(state, verify(a));
    STEP(state, exchange_content(a, is_slave));
    return state;
}

#endif

/* Give the key if there is one, and leave no other secret. */
static APART agreement_state end(agreement *a, agreement_state state, uint8_t is_slave)
{
    if (state != AGREEMENT_DONE) {
        whit_wipe(a->key, AGREEMENT_KEY_BYTES);
        if (state != AGREEMENT_ABORTED && state != AGREEMENT_STALLED) {
            link_give_up(&in, is_slave);
        }
    }
    whit_wipe(a, sizeof *a);
    whit_wipe(&in, sizeof in);
    return state;
}

agreement_state agreement_run(uint8_t key[AGREEMENT_KEY_BYTES], uint8_t is_slave)
{
    agreement a;
    a.key = key;
    agreement_state state = exchange_keys(&a, is_slave);
    STEP(state, derive(&a));
#if AUTHENTICATED
    STEP(state, authenticate(&a, is_slave));
    replace_key(&a);
#endif
    return end(&a, state, is_slave);
}
