/* SPDX-License-Identifier: MIT */
#ifndef RANDOM_H
#define RANDOM_H

#include "whit.h"

/* The board's random source, with the contract of whit/random.h. */
extern const whit_random board_random;

#endif
