/* SPDX-License-Identifier: MIT */
/* BLS signatures on the one curve of a build, for the emulator to call. */
#include "whit.h"

#define JOIN_(a, b, c) whit_##a##_##b##_##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define OF(what) JOIN(TEST_CURVE, TEST_ARRANGED, what)

#define MESSAGE_BYTES 20

uint8_t private_key[TEST_PRIVATE_KEY_BYTES];
uint8_t public_key[TEST_PUBLIC_KEY_BYTES];
uint8_t message[MESSAGE_BYTES];
uint8_t signature[TEST_SIGNATURE_BYTES];

int make_key(void);
int make_key(void)
{
    return (int)OF(public_key)(public_key, sizeof public_key, private_key);
}

int make_signature(void);
int make_signature(void)
{
    return (int)OF(sign)(signature, sizeof signature, private_key, &OF(basic), message,
                         sizeof message);
}

int verify_signature(void);
int verify_signature(void)
{
    return (int)OF(verify)(public_key, sizeof public_key, &OF(basic), message, sizeof message,
                           signature, sizeof signature);
}

#if TEST_PREPARED

#define OF_CURVE_(name, what) whit_##name##_##what
#define OF_CURVE(name, what) OF_CURVE_(name, what)

static OF_CURVE(TEST_CURVE, lines) lines;

/* Where keys are in the second group. */
int verify_prepared(void);
int verify_prepared(void)
{
    whit_status status = OF_CURVE(TEST_CURVE, prepare)(&lines, public_key, sizeof public_key);
    return (int)(status == WHIT_OK
                     ? OF(verify_prepared)(&lines, NULL, &OF(basic), message, sizeof message,
                                           signature, sizeof signature)
                     : status);
}

#define VERIFY_PREPARED() verify_prepared()

#else

#define VERIFY_PREPARED() WHIT_OK

#endif

int main(void)
{
    return make_key() == WHIT_OK && make_signature() == WHIT_OK && verify_signature() == WHIT_OK &&
           VERIFY_PREPARED() == WHIT_OK;
}
