/* SPDX-License-Identifier: MIT */
/* That the types of src/bindings.rs have the size of C's: else an array's length is negative. */
#include "whit.h"

typedef char status_has_another_size[sizeof(whit_status) == WHIT_SYS_STATUS_BYTES ? 1 : -1];
typedef char hash_state_has_another_size[sizeof(whit_hash_state) == 200 ? 1 : -1];
