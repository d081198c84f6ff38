/* SPDX-License-Identifier: MIT */
/* What MCUboot reads a project's choices from. The Makefile makes the only one that there is here:
 * MCUBOOT_SIGN_EC256, MCUBOOT_SIGN_EC384 or MCUBOOT_SIGN_ED25519. */
