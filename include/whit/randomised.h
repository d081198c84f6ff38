/* SPDX-License-Identifier: MIT */
/* Operations on a private key, on short Weierstrass curves, with randomised coordinates, against
 * attackers who measure power or emanation. doc/constant-time.md says what this helps against, and
 * what not. The source that they take has no other use. They need a library built with
 * WHIT_RANDOMISE=1, in which whit_key_generate, whit_ecdsa_sign_digest and whit_ecdsa_sign_hedged,
 * in steps or not, randomise too, with the source that they have. Functions that sign without a
 * source do not randomise: whit_ecdsa_sign_hedged is for those who sign by RFC 6979 and have a
 * source.
 *
 * A number z is drawn and a point (x, y) begins as (x z^2, y z^3, z), so that each call computes
 * with other coordinates, which nobody can predict [Cor99, 5.3]. Results are the same, whatever is
 * drawn. The source is asked for as many bytes as a coordinate has, whose leftmost bits are z, and
 * again while z is zero or not below the field's prime. Functions that take a source in every build
 * ask for z after what they draw there. */
#ifndef WHIT_RANDOMISED_H
#define WHIT_RANDOMISED_H

#include <stddef.h>
#include <stdint.h>
#include <whit/curve.h>
#include <whit/random.h>
#include <whit/status.h>
#include <whit/steps.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As whit_key_public, whit_ecdh and whit_ecdh_cofactor, and with the output zeroed
 * WHIT_ERROR_RANDOM_MISSING, _FAILED, or _STUCK after 64 unusable draws. The source is asked after
 * all other arguments were checked. */
whit_status whit_key_public_randomised(const whit_curve *curve, const whit_base *base,
                                       uint8_t *public_key, size_t public_key_length,
                                       const uint8_t *private_key, size_t private_key_length,
                                       const whit_random *random);
whit_status whit_ecdh_randomised(const whit_curve *curve, uint8_t *secret, size_t secret_length,
                                 const uint8_t *private_key, size_t private_key_length,
                                 const uint8_t *public_key, size_t public_key_length,
                                 const whit_random *random);
whit_status whit_ecdh_cofactor_randomised(const whit_curve *curve, uint8_t *secret,
                                          size_t secret_length, const uint8_t *private_key,
                                          size_t private_key_length, const uint8_t *public_key,
                                          size_t public_key_length, const whit_random *random);

/* Begin the first two in steps, in a library that has WHIT_STEPS=1 too: as whit_steps_key_public
 * and whit_steps_ecdh. The source is asked at once, and is not needed afterwards. */
whit_status whit_steps_key_public_randomised(const whit_curve *curve, const whit_base *base,
                                             whit_steps *steps, size_t steps_length,
                                             uint8_t *public_key, size_t public_key_length,
                                             const uint8_t *private_key, size_t private_key_length,
                                             const whit_random *random);
whit_status whit_steps_ecdh_randomised(const whit_curve *curve, whit_steps *steps,
                                       size_t steps_length, uint8_t *secret, size_t secret_length,
                                       const uint8_t *private_key, size_t private_key_length,
                                       const uint8_t *public_key, size_t public_key_length,
                                       const whit_random *random);

#ifdef __cplusplus
}
#endif

#endif
