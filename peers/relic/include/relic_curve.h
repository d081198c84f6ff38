/* SPDX-License-Identifier: MIT */
/* Of each curve: its number in RELIC, the bits of its prime, and which code it takes:
 * plain, with endomorphism, or supersingular. RELIC_COFACTOR: there is one. RELIC_TWIST: the
 * kind of its second group, where that is another curve. */
#ifndef WHIT_PEER_RELIC_CURVE_H
#define WHIT_PEER_RELIC_CURVE_H

#if defined(RELIC_secp160k1)
#define RELIC_CURVE SECG_K160
#define SECG_K160_BETA "0" /* which RELIC forgets, and computes anyway */
#define SECG_K160_LAMB "0"
#define FP_PRIME 160
#define EP_ENDOM
#elif defined(RELIC_secp160r1)
#define RELIC_CURVE SECG_P160
#define FP_PRIME 160
#define EP_PLAIN
#elif defined(RELIC_secp192k1)
#define RELIC_CURVE SECG_K192
#define FP_PRIME 192
#define EP_ENDOM
#elif defined(RELIC_secp192r1)
#define RELIC_CURVE NIST_P192
#define FP_PRIME 192
#define EP_PLAIN
#elif defined(RELIC_secp224k1)
#define RELIC_CURVE SECG_K224
#define FP_PRIME 224
#define EP_ENDOM
#elif defined(RELIC_secp224r1)
#define RELIC_CURVE NIST_P224
#define FP_PRIME 224
#define EP_PLAIN
#elif defined(RELIC_secp256k1)
#define RELIC_CURVE SECG_K256
#define FP_PRIME 256
#define EP_ENDOM
#elif defined(RELIC_secp256r1)
#define RELIC_CURVE NIST_P256
#define FP_PRIME 256
#define EP_PLAIN
#elif defined(RELIC_secp384r1)
#define RELIC_CURVE NIST_P384
#define FP_PRIME 384
#define EP_PLAIN
#elif defined(RELIC_secp521r1)
#define RELIC_CURVE NIST_P521
#define FP_PRIME 521
#define EP_PLAIN
#elif defined(RELIC_brainpoolP256r1)
#define RELIC_CURVE BSI_P256
#define FP_PRIME 256
#define EP_PLAIN
#elif defined(RELIC_bn_p158)
#define RELIC_CURVE BN_P158
#define RELIC_TWIST RLC_EP_DTYPE
#define FP_PRIME 158
#define EP_ENDOM
#elif defined(RELIC_bn_p254)
#define RELIC_CURVE BN_P254
#define RELIC_TWIST RLC_EP_DTYPE
#define FP_PRIME 254
#define EP_ENDOM
#elif defined(RELIC_bn_p256)
#define RELIC_CURVE BN_P256
#define RELIC_TWIST RLC_EP_DTYPE
#define FP_PRIME 256
#define EP_ENDOM
#elif defined(RELIC_bls12_381)
#define RELIC_CURVE B12_P381
#define RELIC_TWIST RLC_EP_MTYPE
#define FP_PRIME 381
#define EP_ENDOM
#define RELIC_COFACTOR
#elif defined(RELIC_bn_p382)
#define RELIC_CURVE BN_P382
#define RELIC_TWIST RLC_EP_DTYPE
#define FP_PRIME 382
#define EP_ENDOM
#elif defined(RELIC_bls12_455)
#define RELIC_CURVE B12_P455
#define RELIC_TWIST RLC_EP_DTYPE
#define FP_PRIME 455
#define EP_ENDOM
#define RELIC_COFACTOR
#elif defined(RELIC_bn_p638)
#define RELIC_CURVE BN_P638
#define RELIC_TWIST RLC_EP_DTYPE
#define FP_PRIME 638
#define EP_ENDOM
#elif defined(RELIC_bls12_638)
#define RELIC_CURVE B12_P638
#define RELIC_TWIST RLC_EP_MTYPE
#define FP_PRIME 638
#define EP_ENDOM
#define RELIC_COFACTOR
#elif defined(RELIC_ss_p1536)
#define RELIC_CURVE SS_P1536
#define FP_PRIME 1536
#define EP_SUPER
#define RELIC_COFACTOR
#elif defined(RELIC_curve25519_weierstrass)
#define RELIC_CURVE CURVE_25519
#define FP_PRIME 255
#define EP_PLAIN
#define RELIC_COFACTOR
#elif defined(RELIC_curve1174_weierstrass)
#define RELIC_CURVE CURVE_1174
#define FP_PRIME 251
#define EP_PLAIN
#define RELIC_COFACTOR
#elif defined(RELIC_e382_weierstrass)
#define RELIC_CURVE CURVE_67254
#define FP_PRIME 382
#define EP_PLAIN
#define RELIC_COFACTOR
#elif defined(RELIC_curve383187_weierstrass)
#define RELIC_CURVE CURVE_383187
#define FP_PRIME 383
#define EP_PLAIN
#define RELIC_COFACTOR
#elif defined(RELIC_m511_weierstrass)
#define RELIC_CURVE CURVE_511187
#define FP_PRIME 511
#define EP_PLAIN
#define RELIC_COFACTOR
#elif defined(RELIC_curve22103_relic)
#define RELIC_CURVE CURVE_22103
#define FP_PRIME 221
#define EP_PLAIN
#define RELIC_COFACTOR
#elif defined(RELIC_curve4417_relic)
#define RELIC_CURVE CURVE_4417
#define FP_PRIME 226
#define EP_PLAIN
#define RELIC_COFACTOR
#elif defined(RELIC_kss18_508)
#define RELIC_CURVE KSS_P508
#define FP_PRIME 508
#define EP_ENDOM
#define RELIC_COFACTOR
#else
#error "the build defines RELIC_<curve>"
#endif

#endif
