/* SPDX-License-Identifier: MIT */
/* A party of examples/dtls on an emulated core, which a test leads. */
#include "party.h"

#include <board.h>
#include <lwip/sys.h>
#include <string.h>

#include <crypto.h>

#define DATAGRAMS 8
#define DATAGRAM_BYTES 512
#define HEAP_BYTES 16384
#define WORDS 9 /* as crypto.h has the parts of a signature */

/* Datagrams that were sent, and the one that has come. */
uint8_t core_sent[DATAGRAMS][DATAGRAM_BYTES];
uint32_t core_lengths[DATAGRAMS];
uint32_t core_count;
uint8_t core_datagram[DATAGRAM_BYTES];
/* What the test sets before core_open, and reads after. */
struct party core_party;
uint8_t core_private[PARTY_KEY_BYTES];
uint8_t core_public[2 * PARTY_KEY_BYTES];
uint8_t core_peer[2 * PARTY_KEY_BYTES];
uint8_t core_digest[PARTY_KEY_BYTES];
uint8_t core_secret[PARTY_KEY_BYTES];
uint8_t core_signature[2 * PARTY_KEY_BYTES];
uint32_t core_seed = 1;

static session_t session;

uint32_t core_open(void);
uint32_t core_connect(void);
uint32_t core_receive(uint32_t length);
uint32_t core_generate(void);
uint32_t core_agree(void);
uint32_t core_sign(void);
uint32_t core_verify(void);
void *_sbrk(int more);

u32_t sys_now(void)
{
    return 0;
}

void board_stop(const char *reason)
{
    (void)reason;
    for (;;) {
    }
}

/* A sequence [Marsaglia 2003]: no random source, but one whose run can be repeated. */
uint32_t board_arbitrary(void)
{
    core_seed ^= core_seed << 13;
    core_seed ^= core_seed >> 17;
    core_seed ^= core_seed << 5;
    return core_seed;
}

/* tinydtls allocates peers and handshakes. */
void *_sbrk(int more)
{
    static uint8_t heap[HEAP_BYTES] __attribute__((aligned(8)));
    static int used;
    if (more > HEAP_BYTES - used) {
        return (void *)-1;
    }
    used += more;
    return heap + used - more;
}

static bool keep_datagram(struct party *party, const session_t *to, const uint8_t *datagram,
                          size_t length)
{
    (void)party;
    (void)to;
    if (core_count == DATAGRAMS || length > DATAGRAM_BYTES) {
        return false;
    }
    memcpy(core_sent[core_count], datagram, length);
    core_lengths[core_count++] = (uint32_t)length;
    return true;
}

uint32_t core_open(void)
{
    memcpy(core_party.private_key, core_private, sizeof core_private);
    memcpy(core_party.public_key, core_public, sizeof core_public);
    memcpy(core_party.peer_key, core_peer, sizeof core_peer);
    core_party.send = keep_datagram;
    dtls_session_init(&session);
    session.port = 20220;
    return party_open(&core_party);
}

uint32_t core_connect(void)
{
    return party_connect(&core_party, &session);
}

/* Take the datagram; the state of the session. */
uint32_t core_receive(uint32_t length)
{
    party_receive(&core_party, &session, core_datagram, length);
    return core_party.state;
}

uint32_t core_generate(void)
{
    dtls_ecdsa_generate_key(core_private, core_public, core_public + PARTY_KEY_BYTES,
                            PARTY_KEY_BYTES);
    return 0;
}

uint32_t core_agree(void)
{
    const int length = dtls_ecdh_pre_master_secret(core_private, core_peer,
                                                   core_peer + PARTY_KEY_BYTES, PARTY_KEY_BYTES,
                                                   core_secret, sizeof core_secret);
    return (uint32_t)length;
}

static void store(uint8_t *bytes, const uint32_t *words)
{
    for (size_t i = 0; i < PARTY_KEY_BYTES; i++) {
        bytes[PARTY_KEY_BYTES - 1 - i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    }
}

uint32_t core_sign(void)
{
    uint32_t r[WORDS];
    uint32_t s[WORDS];
    dtls_ecdsa_create_sig_hash(core_private, PARTY_KEY_BYTES, core_digest, sizeof core_digest, r,
                               s);
    store(core_signature, r);
    store(core_signature + PARTY_KEY_BYTES, s);
    return 0;
}

/* 0 if the signature of core_sign holds. */
uint32_t core_verify(void)
{
    return (uint32_t)dtls_ecdsa_verify_sig_hash(core_public, core_public + PARTY_KEY_BYTES,
                                                PARTY_KEY_BYTES, core_digest, sizeof core_digest,
                                                core_signature, core_signature + PARTY_KEY_BYTES);
}
