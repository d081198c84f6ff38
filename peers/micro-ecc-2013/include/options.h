/* SPDX-License-Identifier: MIT */
/* Read before ecc.c. The library's header sets both options to 1, whatever the compiler was told:
 * here they become what a configuration asks for, if it asks. */
#ifndef WHIT_PEER_OPTIONS_H
#define WHIT_PEER_OPTIONS_H

#include "ecc.h"

#if !defined(ECC_SQUARE_FUNC) || !defined(ECC_USE_NAF)
#error "this ecc.h has not the options of June 2013: peer.toml says which version it has to be"
#endif

#ifdef WHIT_PEER_SQUARE
#undef ECC_SQUARE_FUNC
#define ECC_SQUARE_FUNC WHIT_PEER_SQUARE
#endif

#ifdef WHIT_PEER_NAF
#undef ECC_USE_NAF
#define ECC_USE_NAF WHIT_PEER_NAF
#endif

#endif
