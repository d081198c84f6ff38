/* SPDX-License-Identifier: MIT */
/* Secrets on an AVR: secrets.h, whose RAM is the data space from the registers on. */
#ifndef LAB_AVR_SECRETS_H
#define LAB_AVR_SECRETS_H

#include "../secrets.h"

/* The instruction at `pc` begins, which accesses `address` of the data space if it accesses
 * memory; `data` is that space, `flags` the status register's bits. */
void avr_secrets_step(secrets *s, const uint8_t *data, const uint8_t *flags, uint32_t pc,
                      uint32_t address);

#endif
