/* SPDX-License-Identifier: MIT */
/* What every function of Whit returns. */
#ifndef WHIT_STATUS_H
#define WHIT_STATUS_H

/* The values are code words of the binary BCH code (15, 7, 5): any two of them differ in at least
 * five bits, and WHIT_OK and zero each differ from all others in at least seven. A cleared
 * register, a truncated comparison or a few flipped bits never turn a failure into WHIT_OK. They
 * fit a 16-bit int. Compare with WHIT_OK; never test for "not zero". */
typedef enum whit_status {
    WHIT_OK = 0x7591,

    /* The caller's arguments. */
    WHIT_ERROR_ARGUMENT = 0x0537,      /* a required pointer is NULL */
    WHIT_ERROR_OVERLAP = 0x0a6e,       /* an output overlaps an input or another output */
    WHIT_ERROR_OUTPUT_LENGTH = 0x0f59, /* an output buffer does not have the size of the result */

    /* Private keys. */
    WHIT_ERROR_PRIVATE_KEY_LENGTH = 0x11eb, /* not the length of the order */
    WHIT_ERROR_PRIVATE_KEY_RANGE = 0x14dc,  /* zero, or not below the order */

    /* Public keys. */
    WHIT_ERROR_PUBLIC_KEY_LENGTH = 0x1b85,   /* no encoding of this curve has this length */
    WHIT_ERROR_PUBLIC_KEY_PREFIX = 0x1eb2,   /* first byte is not that of the encoding */
    WHIT_ERROR_PUBLIC_KEY_RANGE = 0x23d6,    /* a coordinate is not below the field's prime */
    WHIT_ERROR_PUBLIC_KEY_CURVE = 0x26e1,    /* not a point of the curve */
    WHIT_ERROR_PUBLIC_KEY_INFINITY = 0x29b8, /* the point at infinity */
    WHIT_ERROR_PUBLIC_KEY_ORDER = 0x4dc2,    /* on the curve, but not of the base point's order */
    WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER = 0x6e14, /* a point whose order divides the cofactor */

    /* Keys in DER. */
    WHIT_ERROR_KEY_ENCODING = 0x5370, /* not the DER encoding of such a key */
    WHIT_ERROR_KEY_CURVE = 0x5647,    /* a key on another curve, or of another algorithm */

    /* Signatures. */
    WHIT_ERROR_SIGNATURE_LENGTH = 0x2c8f,   /* not that of a signature */
    WHIT_ERROR_SIGNATURE_ENCODING = 0x323d, /* not the DER encoding of two integers, or a point's */
    WHIT_ERROR_SIGNATURE_RANGE = 0x370a,    /* r or s is zero or too large, or a coordinate is */
    WHIT_ERROR_SIGNATURE_INVALID = 0x3853,  /* well formed, but not by this key of this message */
    WHIT_ERROR_SIGNATURE_RECOVERY = 0x591e, /* no public key has this signature and recovery id */
    WHIT_ERROR_SIGNATURE_CURVE = 0x2f2d,    /* not a point of the signatures' curve */
    WHIT_ERROR_SIGNATURE_ORDER = 0x467d,    /* not of the base point's order, or infinity */
    WHIT_ERROR_CONTEXT_LENGTH = 0x70a6,     /* a context of more than 255 bytes */
    WHIT_ERROR_MESSAGE_LENGTH = 0x6af2,     /* more than a signature holds */
    WHIT_ERROR_TAG_LENGTH = 0x33ec,         /* a domain separation tag without bytes */

    /* Random sources. */
    WHIT_ERROR_RANDOM_MISSING = 0x429b, /* none was passed, or it has no function */
    WHIT_ERROR_RANDOM_FAILED = 0x47ac,  /* it reported a failure */
    WHIT_ERROR_RANDOM_STUCK = 0x48f5,   /* it yields nothing usable, such as zeros forever */

    /* Arithmetic, and credentials. */
    WHIT_ERROR_MODULUS = 0x0cfb,        /* even, or of a length that is not supported */
    WHIT_ERROR_INTEGER_RANGE = 0x16af,  /* a number is not below its modulus */
    WHIT_ERROR_NOT_INVERTIBLE = 0x19f6, /* zero, or it has a divisor in common with the modulus */
    WHIT_ERROR_MIXED = 0x1f63, /* not set, or of another modulus or curve than other arguments */
    WHIT_ERROR_ATTRIBUTES = 0x2d5e, /* of a number or length that is none, or not there */
    WHIT_ERROR_PROOF = 0x2bcb,      /* well formed, but it proves nothing */

    /* Messages. */
    WHIT_ERROR_MESSAGE_ENCODING = 0x58cf, /* not well-formed, or not in the one form accepted */
    WHIT_ERROR_MESSAGE_TEXT = 0x5abc,     /* text that is not UTF-8, or not of allowed characters */
    WHIT_ERROR_MESSAGE_BASE64URL = 0x5e5a, /* not base64url without padding, in its one form */
    WHIT_ERROR_MESSAGE_DEPTH = 0x633e,     /* arrays and objects nested too deep */
    WHIT_ERROR_MESSAGE_DUPLICATE = 0x3ec6, /* a name, a label or a message stands twice */
    WHIT_ERROR_MESSAGE_HEADER = 0x6c67, /* a header that is missing, of another type or unknown */
    WHIT_ERROR_MESSAGE_ALGORITHM = 0x796a, /* an algorithm that is none of those known */
    WHIT_ERROR_MESSAGE_EXPECTED = 0x7ac8,  /* another algorithm than the one expected */
    WHIT_ERROR_MESSAGE_TRAILING = 0x4b57,  /* bytes behind the end */

    /* Self-tests. */
    WHIT_ERROR_SELF_TEST = 0x5c29, /* a known answer or a fresh key pair came out wrong */

    /* Hardened functions. */
    WHIT_ERROR_FAULT = 0x3d64, /* two computations of one answer disagree: the hardware erred */

    /* Operations in steps. */
    WHIT_IN_PROGRESS = 0x614d,        /* no error: there are steps to come */
    WHIT_ERROR_STEPS_LENGTH = 0x6b23, /* the context is too short for this curve and build */
    WHIT_ERROR_STEPS_ENDED = 0x647a   /* the context has no operation, or it has ended */
} whit_status;

#endif
