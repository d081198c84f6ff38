/* SPDX-License-Identifier: MIT */
#include "group/curve.h"

size_t whit_curve_order_bytes(const whit_curve *curve)
{
    return curve->order_bytes;
}

size_t whit_curve_field_bytes(const whit_curve *curve)
{
    return curve->field_bytes;
}

unsigned whit_curve_security_bits(const whit_curve *curve)
{
    return curve->security_bits;
}
