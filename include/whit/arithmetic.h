/* SPDX-License-Identifier: MIT */
/* The arithmetic that the schemes of this library stand on, for protocols that it does not have:
 * integers modulo any odd number, and the points and scalars of a curve. */
#ifndef WHIT_ARITHMETIC_H
#define WHIT_ARITHMETIC_H

#include <whit/integer.h>
#include <whit/point.h>

#endif
