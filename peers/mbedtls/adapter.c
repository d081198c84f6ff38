/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "harness.h"
#include "mbedtls/ecdh.h"
#include "mbedtls/ecp.h"
#ifndef PEER_MONTGOMERY
#include "mbedtls/ecdsa.h"
#endif

#define FIELD WHIT_LAB_FIELD_BYTES
#define ORDER WHIT_LAB_ORDER_BYTES

static int fill(void *context, unsigned char *out, size_t length)
{
    (void)context;
    return harness_random(out, length);
}

/* What most operations need: the curve, a scalar and a point. */
struct peer {
    mbedtls_ecp_group group;
    mbedtls_mpi scalar;
    mbedtls_ecp_point point;
};

static int start(struct peer *peer)
{
    mbedtls_ecp_group_init(&peer->group);
    mbedtls_mpi_init(&peer->scalar);
    mbedtls_ecp_point_init(&peer->point);
    return mbedtls_ecp_group_load(&peer->group, PEER_CURVE);
}

static void finish(struct peer *peer)
{
    mbedtls_ecp_point_free(&peer->point);
    mbedtls_mpi_free(&peer->scalar);
    mbedtls_ecp_group_free(&peer->group);
}

#ifdef PEER_MONTGOMERY
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    struct peer peer;
    size_t length;
    int bad;

    bad = start(&peer) != 0 ||
          mbedtls_ecdh_gen_public(&peer.group, &peer.scalar, &peer.point, fill, NULL) != 0 ||
          mbedtls_mpi_write_binary_le(&peer.scalar, private_key, FIELD) != 0 ||
          mbedtls_ecp_point_write_binary(&peer.group, &peer.point, MBEDTLS_ECP_PF_UNCOMPRESSED,
                                         &length, public_key, FIELD) != 0;
    finish(&peer);
    return bad;
}

/* Reading a private key sets and clears its bits as RFC 7748 says. */
int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    mbedtls_ecp_keypair own;
    mbedtls_ecp_point other;
    mbedtls_mpi x;
    int bad;

    mbedtls_ecp_keypair_init(&own);
    mbedtls_ecp_point_init(&other);
    mbedtls_mpi_init(&x);
    bad = mbedtls_ecp_read_key(PEER_CURVE, &own, private_key, FIELD) != 0 ||
          mbedtls_ecp_point_read_binary(&own.private_grp, &other, public_key, FIELD) != 0 ||
          mbedtls_ecdh_compute_shared(&own.private_grp, &x, &other, &own.private_d, fill, NULL) !=
              0 ||
          mbedtls_mpi_write_binary_le(&x, secret, FIELD) != 0;
    mbedtls_mpi_free(&x);
    mbedtls_ecp_point_free(&other);
    mbedtls_ecp_keypair_free(&own);
    return bad;
}
#else
/* A public key as it comes from outside. It is not checked here: what multiplies it does. */
static int import_public(struct peer *peer, const uint8_t *public_key)
{
    uint8_t encoded[1 + 2 * FIELD];
    unsigned i;

    encoded[0] = 4;
    for (i = 0; i < 2 * FIELD; i++) {
        encoded[1 + i] = public_key[i];
    }
    return mbedtls_ecp_point_read_binary(&peer->group, &peer->point, encoded, sizeof encoded) != 0;
}

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    struct peer peer;
    uint8_t encoded[1 + 2 * FIELD];
    size_t length;
    unsigned i;
    int bad;

    bad = start(&peer) != 0 ||
          mbedtls_ecdh_gen_public(&peer.group, &peer.scalar, &peer.point, fill, NULL) != 0 ||
          mbedtls_mpi_write_binary(&peer.scalar, private_key, ORDER) != 0 ||
          mbedtls_ecp_point_write_binary(&peer.group, &peer.point, MBEDTLS_ECP_PF_UNCOMPRESSED,
                                         &length, encoded, sizeof encoded) != 0;
    for (i = 0; i < 2 * FIELD && !bad; i++) {
        public_key[i] = encoded[1 + i];
    }
    finish(&peer);
    return bad;
}

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    struct peer peer;
    mbedtls_mpi x;
    int bad;

    mbedtls_mpi_init(&x);
    bad = start(&peer) != 0 || mbedtls_mpi_read_binary(&peer.scalar, private_key, ORDER) != 0 ||
          import_public(&peer, public_key) ||
          mbedtls_ecdh_compute_shared(&peer.group, &x, &peer.point, &peer.scalar, fill, NULL) !=
              0 ||
          mbedtls_mpi_write_binary(&x, secret, FIELD) != 0;
    mbedtls_mpi_free(&x);
    finish(&peer);
    return bad;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    struct peer peer;
    mbedtls_mpi r;
    mbedtls_mpi s;
    int bad;

    mbedtls_mpi_init(&r);
    mbedtls_mpi_init(&s);
    bad = start(&peer) != 0 || mbedtls_mpi_read_binary(&peer.scalar, private_key, ORDER) != 0 ||
          mbedtls_ecdsa_sign(&peer.group, &r, &s, &peer.scalar, digest, ADAPTER_DIGEST_BYTES, fill,
                             NULL) != 0 ||
          mbedtls_mpi_write_binary(&r, signature, ORDER) != 0 ||
          mbedtls_mpi_write_binary(&s, signature + ORDER, ORDER) != 0;
    mbedtls_mpi_free(&r);
    mbedtls_mpi_free(&s);
    finish(&peer);
    return bad;
}

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    struct peer peer;
    mbedtls_mpi r;
    mbedtls_mpi s;
    int bad;

    mbedtls_mpi_init(&r);
    mbedtls_mpi_init(&s);
    bad = start(&peer) != 0 || import_public(&peer, public_key) ||
          mbedtls_mpi_read_binary(&r, signature, ORDER) != 0 ||
          mbedtls_mpi_read_binary(&s, signature + ORDER, ORDER) != 0 ||
          mbedtls_ecdsa_verify(&peer.group, digest, ADAPTER_DIGEST_BYTES, &peer.point, &r, &s) != 0;
    mbedtls_mpi_free(&r);
    mbedtls_mpi_free(&s);
    finish(&peer);
    return bad;
}

int adapter_validate(const uint8_t *public_key)
{
    struct peer peer;
    int bad;

    bad = start(&peer) != 0 || import_public(&peer, public_key) ||
          mbedtls_ecp_check_pubkey(&peer.group, &peer.point) != 0;
    finish(&peer);
    return bad;
}
#endif
