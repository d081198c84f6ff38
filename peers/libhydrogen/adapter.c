/* SPDX-License-Identifier: MIT */
/* Key agreement calls what the library's own key exchange stands on, and that is static. */
#include "hydrogen.c"

#include "adapter.h"

#ifdef __riscv
/* The library ends so when it gets no randomness; what newlib has needs an operating system. */
void abort(void)
{
    for (;;) {
    }
}
#endif

/* X25519 ignores the highest bit of a public key [RFC 7748, 5]. The library does not. */
int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    uint8_t point[hydro_x25519_PUBLICKEYBYTES];

    memcpy(point, public_key, sizeof point);
    point[sizeof point - 1] &= 0x7f;
    return hydro_x25519_scalarmult(secret, private_key, point, 1) != 0;
}

#if WHIT_LAB_EDDSA
/* Eight bytes that say what is signed; lab/oracle/hydrogen.py has them too. */
static const char context[] = "whit lab";

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    hydro_sign_keypair pair;

    hydro_sign_keygen(&pair);
    memcpy(private_key, pair.sk, sizeof pair.sk);
    memcpy(public_key, pair.pk, sizeof pair.pk);
    return 0;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                 size_t length)
{
    return hydro_sign_create(signature, message, length, context, private_key) != 0;
}

int adapter_verify(const uint8_t *public_key, const uint8_t *message, size_t length,
                   const uint8_t *signature)
{
    return hydro_sign_verify(signature, message, length, context, public_key) != 0;
}
#else
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    hydro_kx_keypair pair;

    hydro_kx_keygen(&pair);
    memcpy(private_key, pair.sk, sizeof pair.sk);
    memcpy(public_key, pair.pk, sizeof pair.pk);
    return 0;
}
#endif
