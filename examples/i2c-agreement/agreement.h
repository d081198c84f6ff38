/* SPDX-License-Identifier: MIT */
/* Two devices agree on a key over the bus.
 *
 * Both make an ephemeral key pair at once and exchange the public keys: the initiator, which is the
 * bus's master, sends first. The key is a hash of the shared secret and of both public keys.
 * Without AUTHENTICATED that is all, as in the study: nobody knows with whom.
 *
 * With AUTHENTICATED each device has a static key pair for ECDSA and one peer, whose public key it
 * has too. Each signs its role, T, which is the hash of both ephemeral keys, and a code of its role
 * under the new key, so that a signature confirms the key as well [Kra03, 5.2]. Both compute at
 * once. The initiator tells at the end that it is content, then the responder does; a key is given
 * when that has happened, and not before. */
#ifndef AGREEMENT_H
#define AGREEMENT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AGREEMENT_KEY_BYTES 32

/* EEPROM, with AUTHENTICATED: the own private key, and the other's public key, x and y. */
#define AGREEMENT_OWN_PLACE 128
#define AGREEMENT_PEER_PLACE 192

typedef enum agreement_state {
    AGREEMENT_NONE = 0, /* not yet */
    AGREEMENT_DONE,
    AGREEMENT_NO_SEED,   /* the device was not provisioned: main.c does not begin */
    AGREEMENT_SILENT,    /* the other end does not answer */
    AGREEMENT_STALLED,   /* the bus is held */
    AGREEMENT_GARBLED,   /* frames do not arrive whole */
    AGREEMENT_ABORTED,   /* the other end gave up */
    AGREEMENT_REFUSED,   /* what arrived is no public key, or the library failed */
    AGREEMENT_NOT_PROVED /* the other end is not who it has to be */
} agreement_state;

/* Run it once, as the initiator or as the responder: the key, or zeros and why there is none. */
agreement_state agreement_run(uint8_t key[AGREEMENT_KEY_BYTES], uint8_t is_slave);

#ifdef __cplusplus
}
#endif

#endif
