/* SPDX-License-Identifier: MIT */
#include "whit_options.h"
