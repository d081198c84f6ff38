/* SPDX-License-Identifier: MIT */
/* The pairing of the one curve of a build as a program: a command a line on standard input, an
 * answer a line on standard output. A command is a word and numbers in hexadecimal; an element of
 * the full field is its coefficients of 1, w, w^2 and so on, one of the twist's its coordinates:
 *
 *     mul A B, sqr A, inverse A, conjugate A, frobenius TIMES A, cyclotomic A,
 *     squarings TIMES A                                                          -> full element
 *     twist_mul A B, twist_sqr A, twist_inverse A, twist_xi A, twist_frobenius A -> twist's
 *     endomorphism X Y                                                           -> x and y
 *     pairing X Y SECOND_X SECOND_Y ...                                          -> full element
 *     one A                                                                      -> 0 or 1
 *     multiply K X Y, base K                                                     -> x and y
 *     curve X Y, group X Y                                                       -> 0 or 1
 *     root A, lift X LARGER                          -> 0 or 1, and the root, or y where there is
 * one
 *     map U, clear U, hash BYTES: of an element its point, and that in the group; of two elements
 *     of so many uniform bytes the point that they are hashed to                 -> x and y
 *
 * PAIRING_SOURCE is the file of the pairing, or the amalgamation, whose functions are static. */
#include PAIRING_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE 65536
#define MOST_WORDS 512
#define MOST_PAIRS 4
#define BYTES (FIELD_LIMBS * LIMB_BYTES)

static const char *words[MOST_WORDS];
static size_t count;
static size_t next;

static void read_plain(limb *r, size_t n)
{
    size_t size = n * LIMB_BYTES;
    uint8_t bytes[BYTES] = {0};
    const char *text = next < count ? words[next++] : "0";
    size_t length = strlen(text);
    if (length > 2 * size || size > BYTES) {
        fprintf(stderr, "a number is too long: %s\n", text);
        exit(2);
    }
    for (size_t i = 0; i < length; i++) {
        char digit[2] = {text[length - 1 - i], 0};
        unsigned value = (unsigned)strtoul(digit, NULL, 16);
        bytes[size - 1 - i / 2] = (uint8_t)(bytes[size - 1 - i / 2] | value << (i % 2 * 4));
    }
    mp_from_bytes(r, n, bytes, size);
}

static void read_scalar(limb *r)
{
    read_plain(r, SCALAR_LIMBS);
}

static void read_number(limb *r)
{
    limb plain[FIELD_LIMBS];
    read_plain(plain, FIELD_LIMBS);
    field_encode(r, plain, PAIRING_MODULUS);
}

static void write_number(const limb *a)
{
    uint8_t bytes[BYTES];
    limb plain[FIELD_LIMBS];
    field_decode(plain, a, PAIRING_MODULUS);
    mp_to_bytes(bytes, BYTES, plain);
    for (size_t i = 0; i < BYTES; i++) {
        printf("%02x", bytes[i]);
    }
    printf(" ");
}

static void read_twist(limb *r)
{
    for (size_t i = 0; i < TWIST_LIMBS; i += FIELD_LIMBS) {
        read_number(r + i);
    }
}

static void write_twist(const limb *a)
{
    for (size_t i = 0; i < TWIST_LIMBS; i += FIELD_LIMBS) {
        write_number(a + i);
    }
}

static void read_full(limb *r)
{
    for (size_t j = 0; j < FULL_DEGREE; j++) {
        read_twist(r + FULL_AT(j));
    }
}

static void write_full(const limb *a)
{
    for (size_t j = 0; j < FULL_DEGREE; j++) {
        write_twist(a + FULL_AT(j));
    }
}

static int in_full_field(const char *verb)
{
    limb a[FULL_LIMBS], b[FULL_LIMBS], r[FULL_LIMBS];
    uint8_t exponent[64];
    unsigned times = 0;
    if (strcmp(verb, "frobenius") == 0) {
        times = (unsigned)strtoul(words[next++], NULL, 16);
    } else if (strcmp(verb, "power") == 0) {
        size_t steps = 0;
        do {
            exponent[steps] = (uint8_t)strtoul(words[next++], NULL, 16);
        } while (exponent[steps++] != 0 && steps < sizeof exponent);
    }
    read_full(a);
    read_full(b);
    if (strcmp(verb, "mul") == 0) {
        full_mul(r, a, b);
        full_mul(a, a, b);
    } else if (strcmp(verb, "sqr") == 0) {
        full_sqr(r, a);
        full_sqr(a, a);
    } else if (strcmp(verb, "inverse") == 0) {
        full_inverse(r, a);
        mp_copy(a, r, FULL_LIMBS);
    } else if (strcmp(verb, "conjugate") == 0) {
        full_conjugate(r, a);
        full_conjugate(a, a);
    } else if (strcmp(verb, "cyclotomic") == 0) {
        full_sqr_cyclotomic(r, a);
        full_sqr_cyclotomic(a, a);
    } else if (strcmp(verb, "power") == 0) {
        full_power(r, a, exponent);
        mp_copy(a, r, FULL_LIMBS);
    } else if (times > 0) {
        full_frobenius(r, a, times);
        full_frobenius(a, a, times);
    } else {
        return 0;
    }
    if (memcmp(r, a, sizeof r) != 0) {
        printf("in place it is another");
    }
    write_full(r);
    return 1;
}

static int root_in_twist_field(const char *verb)
{
    twist_affine q;
    int found;
    read_twist(q.x);
    if (strcmp(verb, "root") == 0) {
        found = twist_square_root_vartime(q.y, q.x) != 0;
    } else if (strcmp(verb, "lift") == 0) {
        found = twist_lift_vartime(&q, strcmp(words[next], "1") == 0);
    } else {
        return 0;
    }
    printf("%d ", found);
    if (found) {
        write_twist(q.y);
    }
    return 1;
}

static int in_twist_field(const char *verb)
{
    limb a[TWIST_LIMBS], b[TWIST_LIMBS], r[TWIST_LIMBS];
    if (root_in_twist_field(verb)) {
        return 1;
    }
    next = 1;
    read_twist(a);
    read_twist(b);
    if (strcmp(verb, "twist_mul") == 0) {
        twist_mul(r, a, b);
        twist_mul(a, a, b);
    } else if (strcmp(verb, "twist_sqr") == 0) {
        twist_sqr(r, a);
        twist_sqr(a, a);
    } else if (strcmp(verb, "twist_inverse") == 0) {
        twist_inverse(r, a);
        mp_copy(a, r, TWIST_LIMBS);
    } else if (strcmp(verb, "twist_xi") == 0) {
        twist_mul_xi(r, a);
        twist_mul_xi(a, a);
    } else if (strcmp(verb, "twist_frobenius") == 0) {
        twist_frobenius(r, a);
        twist_frobenius(a, a);
    } else {
        return 0;
    }
    if (memcmp(r, a, sizeof r) != 0) {
        printf("in place it is another");
    }
    write_twist(r);
    return 1;
}

static void pairing_of_words(void)
{
    static pairing_pair pairs[MOST_PAIRS];
    limb f[FULL_LIMBS];
    size_t found = 0;
    while (next < count && found < MOST_PAIRS) {
        read_number(pairs[found].x);
        read_number(pairs[found].y);
        read_twist(pairs[found].second.x);
        read_twist(pairs[found].second.y);
        found++;
    }
    pairing_miller_vartime(f, pairs, found);
    pairing_final_vartime(f);
    write_full(f);
}

static int in_second_group(const char *verb)
{
    limb k[SCALAR_LIMBS];
    twist_affine q;
    twist_point r;
    int base = strcmp(verb, "base") == 0;
    if (base || strcmp(verb, "multiply") == 0) {
        read_scalar(k);
    }
    read_twist(q.x);
    read_twist(q.y);
    if (base) {
        twist_multiply_base(&r, k);
    } else if (strcmp(verb, "multiply") == 0) {
        twist_multiply(&r, k, &q);
    } else if (strcmp(verb, "curve") == 0) {
        printf("%d", twist_is_on_curve(&q));
        return 1;
    } else if (strcmp(verb, "group") == 0) {
        printf("%d", twist_is_in_group_vartime(&q));
        return 1;
    } else {
        return 0;
    }
    twist_to_affine(&q, &r);
    write_twist(q.x);
    write_twist(q.y);
    return 1;
}

static void read_bytes(uint8_t *bytes, size_t length)
{
    const char *text = next < count ? words[next++] : "";
    if (strlen(text) != 2 * length) {
        fprintf(stderr, "not so many bytes: %s\n", text);
        exit(2);
    }
    for (size_t i = 0; i < length; i++) {
        char byte[3] = {text[2 * i], text[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(byte, NULL, 16);
    }
}

static int in_hashing(const char *verb)
{
    uint8_t uniform[TWIST_UNIFORM_BYTES];
    limb u[TWIST_LIMBS];
    twist_point r;
    twist_affine q;
    if (strcmp(verb, "hash") == 0) {
        read_bytes(uniform, sizeof uniform);
        twist_hash_vartime(&r, uniform);
    } else if (strcmp(verb, "map") == 0 || strcmp(verb, "clear") == 0) {
        read_twist(u);
        twist_map_vartime(&r, u);
        if (strcmp(verb, "clear") == 0) {
            twist_clear(&r);
        }
    } else {
        return 0;
    }
    twist_to_affine(&q, &r);
    write_twist(q.x);
    write_twist(q.y);
    return 1;
}

static void answer(const char *verb)
{
    if (strcmp(verb, "pairing") == 0) {
        pairing_of_words();
    } else if (strcmp(verb, "one") == 0) {
        limb a[FULL_LIMBS];
        read_full(a);
        printf("%d", full_is_one(a));
    } else if (strcmp(verb, "endomorphism") == 0) {
        twist_affine q;
        read_twist(q.x);
        read_twist(q.y);
        twist_endomorphism(&q, &q);
        write_twist(q.x);
        write_twist(q.y);
    } else if (!in_hashing(verb) && !in_second_group(verb)) {
        next = 1;
        if (!in_full_field(verb)) {
            next = 1;
            if (!in_twist_field(verb)) {
                fprintf(stderr, "no command: %s\n", verb);
                exit(2);
            }
        }
    }
}

int main(void)
{
    static char line[LINE];
    while (fgets(line, sizeof line, stdin) != NULL) {
        count = 0;
        for (char *word = strtok(line, " \n"); word != NULL && count < MOST_WORDS;
             word = strtok(NULL, " \n")) {
            words[count++] = word;
        }
        next = 1;
        answer(words[0]);
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
