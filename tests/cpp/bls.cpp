/* SPDX-License-Identifier: MIT */
/* BLS signatures and pairings of the C++ interface, called in every way it offers, on a curve whose
 * points have flags and on one whose points have SEC 1's prefix. Compiled with DROP_IN against the
 * amalgamation. */
#ifdef DROP_IN
#include "whit.hpp"
#else
#include <whit/bls.hpp>
#include <whit/bls12_381_bls.h>
#include <whit/bn_p158_bls.h>
#endif

#include "checks.hpp"

#include <array>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

WHIT_CPP_BLS(bls12_381, BLS12_381)
WHIT_CPP_BLS(bn_p158, BN_P158)

using flagged = whit::bls12_381_bls;
using prefixed = whit::bn_p158_bls;

namespace
{

const whit::view text = whit::text("21.5 degrees"), other_text = whit::text("21.6 degrees");

bool refuses(std::uint8_t *, std::size_t)
{
    return false;
}

bool gives_zeros(std::uint8_t *out, std::size_t length)
{
    std::memset(out, 0, length);
    return true;
}

template <class Scheme> typename Scheme::private_key key_of(std::uint8_t start)
{
    auto made = Scheme::generate(counter(start));
    CHECK(made.ok());
    return std::move(made).value();
}

/* -P, compressed: of the flags 0x20 says which y, of the prefixes 2 and 3. */
template <class Point> Point negative(const Point &point)
{
    Point other = point;
    const unsigned first = point.data()[0];
    other.data()[0] = static_cast<std::uint8_t>(first ^ (first & 0x80 ? 0x20 : 1));
    return other;
}

/* The same encoding, of numbers whose bits are all ones. */
template <class Point> Point too_large(const Point &point)
{
    Point other = point;
    std::memset(other.data() + 1, 0xff, other.size() - 1);
    other.data()[0] = point.data()[0] & 0x80 ? 0x9f : 2;
    return other;
}

void types()
{
    using scheme = flagged::min_sig;
    using reversed = flagged::min_pk;
    static_assert(scheme::private_key::length == WHIT_BLS12_381_BLS_PRIVATE_KEY_BYTES, "");
    static_assert(scheme::public_key::length == WHIT_BLS12_381_MIN_SIG_PUBLIC_KEY_BYTES, "");
    static_assert(scheme::signature::length == WHIT_BLS12_381_MIN_SIG_SIGNATURE_BYTES, "");
    static_assert(scheme::uncompressed_key::length == WHIT_BLS12_381_SECOND_UNCOMPRESSED_BYTES, "");
    static_assert(scheme::uncompressed_signature::length == WHIT_BLS12_381_FIRST_UNCOMPRESSED_BYTES,
                  "");
    static_assert(reversed::public_key::length == WHIT_BLS12_381_MIN_PK_PUBLIC_KEY_BYTES, "");
    static_assert(reversed::signature::length == WHIT_BLS12_381_MIN_PK_SIGNATURE_BYTES, "");
    static_assert(sizeof(scheme::private_key) == scheme::private_key::length, "");
    static_assert(!std::is_copy_constructible_v<scheme::private_key>, "");
    static_assert(!std::is_convertible_v<scheme::private_key, whit::view>, "");
    static_assert(!std::is_same_v<scheme::private_key, reversed::private_key>, "");
    static_assert(!std::is_same_v<scheme::private_key, prefixed::min_sig::private_key>, "");
    static_assert(!std::is_same_v<scheme::suite, reversed::suite>, "");
    static_assert(!std::is_convertible_v<whit_bls_suite, scheme::suite>, "");
    static_assert(!std::is_same_v<scheme::signature, scheme::proof>, "");
    static_assert(!std::is_constructible_v<scheme::keys, scheme::signature(&)[2]>, "");
    static_assert(!std::is_constructible_v<scheme::keys, reversed::public_key(&)[2]>, "");
    static_assert(std::is_constructible_v<scheme::keys, scheme::uncompressed_key(&)[2]>, "");
    static_assert(flagged::pairing_value::length == WHIT_BLS12_381_PAIRING_BYTES, "");
}

/* What the C functions give. */
void same_as_in_c()
{
    using scheme = flagged::min_sig;
    std::uint8_t key[WHIT_BLS12_381_BLS_PRIVATE_KEY_BYTES];
    std::uint8_t shown[WHIT_BLS12_381_MIN_SIG_PUBLIC_KEY_BYTES];
    std::uint8_t made[WHIT_BLS12_381_MIN_SIG_SIGNATURE_BYTES];
    static const std::uint8_t material[32] = {1, 2, 3}, salt[3] = {4, 5, 6}, info[2] = {7, 8};
    CHECK_STATUS(whit_bls12_381_bls_derive_key(&whit_sha256, key, material, sizeof material, salt,
                                               sizeof salt, info, sizeof info),
                 WHIT_OK);
    auto derived = scheme::derive(whit_sha256, material, salt, info);
    CHECK(derived.ok() && same(derived->view(), key));
    CHECK_STATUS(whit_bls12_381_bls_derive_key(&whit_sha256, key, material, sizeof material,
                                               nullptr, 0, nullptr, 0),
                 WHIT_OK);
    auto plain = scheme::derive(whit_sha256, material);
    CHECK(plain.ok() && same(plain->view(), key));

    CHECK_STATUS(whit_bls12_381_min_sig_public_key(shown, sizeof shown, key), WHIT_OK);
    CHECK(same(*scheme::public_of(*plain), shown));
    CHECK_STATUS(whit_bls12_381_min_sig_sign(made, sizeof made, key, &whit_bls12_381_min_sig_basic,
                                             text.data(), text.size()),
                 WHIT_OK);
    CHECK(same(*scheme::sign(*plain, scheme::suite::basic(), text), made));
    CHECK(same(*scheme::sign(*plain, scheme::suite(whit_bls12_381_min_sig_basic), text), made));
    CHECK_STATUS(scheme::verify(shown, scheme::suite::basic(), text, made), WHIT_OK);
}

template <class Scheme> void keys()
{
    using key = typename Scheme::private_key;
    const key mine = key_of<Scheme>(1);
    CHECK_STATUS(Scheme::validate(mine), WHIT_OK);
    CHECK_STATUS(Scheme::validate(key()), WHIT_ERROR_PRIVATE_KEY_RANGE);
    CHECK_STATUS(Scheme::public_of(key()).status(), WHIT_ERROR_PRIVATE_KEY_RANGE);
    CHECK_STATUS(key::from(text).status(), WHIT_ERROR_PRIVATE_KEY_LENGTH);
    CHECK_STATUS(Scheme::derive(whit_sha256, text).status(), WHIT_ERROR_PRIVATE_KEY_LENGTH);
    CHECK_STATUS(Scheme::generate(refuses).status(), WHIT_ERROR_RANDOM_FAILED);
    CHECK_STATUS(Scheme::generate(gives_zeros).status(), WHIT_ERROR_RANDOM_STUCK);
    const whit_random missing = {nullptr, nullptr};
    CHECK_STATUS(Scheme::generate(missing).status(), WHIT_ERROR_RANDOM_MISSING);

    using uncompressed = typename Scheme::uncompressed_key;
    auto shown = Scheme::public_of(mine);
    auto longer = Scheme::template public_of<uncompressed>(mine);
    CHECK(shown.ok() && longer.ok() && longer->size() == uncompressed::length);
    CHECK_STATUS(Scheme::validate(*shown), WHIT_OK);
    CHECK_STATUS(Scheme::validate(*longer), WHIT_OK);
}

template <class Scheme> void refused_keys()
{
    using key = typename Scheme::public_key;
    const key good = *Scheme::public_of(key_of<Scheme>(1));
    CHECK_STATUS(key::from(text).status(), WHIT_ERROR_PUBLIC_KEY_LENGTH);
    CHECK_STATUS(Scheme::validate(text), WHIT_ERROR_PUBLIC_KEY_LENGTH);
    key wrong = good;
    wrong.data()[0] = 5;
    CHECK_STATUS(Scheme::validate(wrong), WHIT_ERROR_PUBLIC_KEY_PREFIX);
    CHECK_STATUS(Scheme::validate(too_large(good)), WHIT_ERROR_PUBLIC_KEY_RANGE);
    typename Scheme::uncompressed_key off =
        *Scheme::template public_of<typename Scheme::uncompressed_key>(key_of<Scheme>(1));
    off.data()[off.size() - 1] ^= 1;
    CHECK_STATUS(Scheme::validate(off), WHIT_ERROR_PUBLIC_KEY_CURVE);
    const key opposite[] = {good, negative(good)};
    CHECK_STATUS(Scheme::aggregate_keys(opposite).status(), WHIT_ERROR_PUBLIC_KEY_INFINITY);
}

/* Of small numbers as x some give a point of the curve, outside the group, and some none. */
template <class Scheme> void keys_outside_the_group()
{
    typename Scheme::public_key key = *Scheme::public_of(key_of<Scheme>(1));
    std::memset(key.data() + 1, 0, key.size() - 1);
    key.data()[0] = key.data()[0] & 0x80 ? 0x80 : 2;
    unsigned on = 0, off = 0;
    for (std::uint8_t x = 1; x < 30; x++) {
        key.data()[key.size() - 1] = x;
        const whit::status found = Scheme::validate(key);
        on += found == whit::status(WHIT_ERROR_PUBLIC_KEY_ORDER);
        off += found == whit::status(WHIT_ERROR_PUBLIC_KEY_CURVE);
    }
    CHECK(on > 3 && off > 3 && on + off == 29);
}

template <class Scheme> void signatures()
{
    using suite = typename Scheme::suite;
    const auto mine = key_of<Scheme>(1), foreign = key_of<Scheme>(2);
    const auto shown = *Scheme::public_of(mine), theirs = *Scheme::public_of(foreign);
    const suite basic = suite::basic(), augmented = suite::augmented();
    auto made = Scheme::sign(mine, basic, text);
    CHECK(made.ok());
    CHECK_STATUS(Scheme::verify(shown, basic, text, *made), WHIT_OK);
    CHECK_STATUS(Scheme::verify(shown, basic, other_text, *made), WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(Scheme::verify(theirs, basic, text, *made), WHIT_ERROR_SIGNATURE_INVALID);
    CHECK(*Scheme::sign(mine, basic, text) == *made);
    CHECK(Scheme::sign(mine, basic, whit::view()).ok());
    using longer = typename Scheme::uncompressed_signature;
    CHECK_STATUS(
        Scheme::verify(shown, basic, text, *Scheme::template sign<longer>(mine, basic, text)),
        WHIT_OK);
    CHECK_STATUS(Scheme::sign(mine, augmented, text).status(), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(Scheme::sign(typename Scheme::private_key(), basic, text).status(),
                 WHIT_ERROR_PRIVATE_KEY_RANGE);
    CHECK_STATUS(Scheme::sign_augmented(mine, shown, basic, text).status(), WHIT_ERROR_ARGUMENT);
    auto own = Scheme::sign_augmented(mine, shown, augmented, text);
    CHECK(own.ok() && !(*own == *made));
    CHECK_STATUS(Scheme::verify(shown, augmented, text, *own), WHIT_OK);

    /* A suite of the program's, and one whose tag has no bytes. */
    static const std::uint8_t tag[] = {'a', ' ', 't', 'a', 'g'};
    whit_bls_suite object = {&whit_sha256, tag, sizeof tag, 0, 0, nullptr, 0};
    auto tagged = Scheme::sign(mine, suite(object), text);
    CHECK(tagged.ok() && !(*tagged == *made));
    CHECK_STATUS(Scheme::verify(shown, suite(object), text, *tagged), WHIT_OK);
    object.tag_length = 0;
    CHECK_STATUS(Scheme::sign(mine, suite(object), text).status(), WHIT_ERROR_TAG_LENGTH);
    CHECK_STATUS(Scheme::verify(shown, suite(object), text, *tagged), WHIT_ERROR_TAG_LENGTH);
}

template <class Scheme> void refused_signatures()
{
    using signature = typename Scheme::signature;
    const auto mine = key_of<Scheme>(1);
    const auto shown = *Scheme::public_of(mine);
    const auto basic = Scheme::suite::basic();
    const signature good = *Scheme::sign(mine, basic, text);
    const auto verify = [&](whit::view claimed) {
        return Scheme::verify(shown, basic, text, claimed);
    };
    CHECK_STATUS(signature::from(text).status(), WHIT_ERROR_SIGNATURE_LENGTH);
    CHECK_STATUS(verify(text), WHIT_ERROR_SIGNATURE_LENGTH);
    signature wrong = good;
    wrong.data()[0] = 5;
    CHECK_STATUS(verify(wrong), WHIT_ERROR_SIGNATURE_ENCODING);
    CHECK_STATUS(verify(too_large(good)), WHIT_ERROR_SIGNATURE_RANGE);
    auto off = *Scheme::template sign<typename Scheme::uncompressed_signature>(mine, basic, text);
    off.data()[off.size() - 1] ^= 1;
    CHECK_STATUS(verify(off), WHIT_ERROR_SIGNATURE_CURVE);
    const signature opposite[] = {good, negative(good)};
    CHECK_STATUS(Scheme::aggregate(opposite).status(), WHIT_ERROR_SIGNATURE_ORDER);
    CHECK_STATUS(verify(negative(good)), WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(Scheme::verify(text, basic, text, good), WHIT_ERROR_PUBLIC_KEY_LENGTH);
}

template <class Scheme> void possession()
{
    using suite = typename Scheme::suite;
    const auto mine = key_of<Scheme>(1), foreign = key_of<Scheme>(2);
    const auto shown = *Scheme::public_of(mine), theirs = *Scheme::public_of(foreign);
    auto proof = Scheme::prove_possession(mine, suite::possession());
    CHECK(proof.ok());
    CHECK_STATUS(Scheme::verify_possession(shown, suite::possession(), *proof), WHIT_OK);
    CHECK_STATUS(Scheme::verify_possession(theirs, suite::possession(), *proof),
                 WHIT_ERROR_SIGNATURE_INVALID);
    using longer = typename Scheme::uncompressed_proof;
    auto uncompressed = Scheme::template prove_possession<longer>(mine, suite::possession());
    CHECK(uncompressed.ok());
    CHECK_STATUS(Scheme::verify_possession(shown, suite::possession(), *uncompressed), WHIT_OK);
    CHECK_STATUS(Scheme::prove_possession(mine, suite::basic()).status(), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(Scheme::verify_possession(shown, suite::basic(), *proof), WHIT_ERROR_ARGUMENT);
}

/* Signatures of three keys, compressed and not, in every kind of row. */
template <class Scheme> struct signers {
    explicit signers(typename Scheme::suite suite, const whit::view *texts)
    {
        for (std::uint8_t i = 0; i < 3; i++) {
            const auto mine = key_of<Scheme>(static_cast<std::uint8_t>(i + 1));
            keys[i] = *Scheme::public_of(mine);
            made[i] = *Scheme::sign(mine, suite, texts[i]);
            longer_keys[i] = *Scheme::template public_of<typename Scheme::uncompressed_key>(mine);
            longer[i] = *Scheme::template sign<typename Scheme::uncompressed_signature>(mine, suite,
                                                                                        texts[i]);
        }
    }

    typename Scheme::public_key keys[3];
    typename Scheme::signature made[3];
    std::array<typename Scheme::uncompressed_key, 3> longer_keys;
    std::array<typename Scheme::uncompressed_signature, 3> longer;
};

template <class Scheme> void aggregates()
{
    using suite = typename Scheme::suite;
    using signature = typename Scheme::signature;
    const suite basic = suite::basic();
    const whit::view texts[] = {text, other_text, whit::text("a third")};
    const signers<Scheme> by(basic, texts);
    auto sum = Scheme::aggregate(by.made);
    CHECK(sum.ok());
    CHECK(*Scheme::aggregate(by.longer) == *sum);
    CHECK(*Scheme::aggregate(std::vector<signature>(by.made, by.made + 3)) == *sum);
    CHECK(*Scheme::aggregate(whit::span<const signature>(by.made)) == *sum);
    CHECK(*Scheme::aggregate({{by.made[0].data(), 3 * signature::length}, signature::length}) ==
          *sum);
    using longer = typename Scheme::uncompressed_signature;
    CHECK(*Scheme::aggregate({*Scheme::template aggregate<longer>(by.made), longer::length}) ==
          *sum);

    const typename Scheme::message all[] = {
        {by.keys[0], texts[0]}, {by.longer_keys[1], texts[1]}, {by.keys[2], texts[2]}};
    CHECK_STATUS(Scheme::aggregate_verify(basic, all, *sum), WHIT_OK);
    CHECK_STATUS(Scheme::aggregate_verify(basic, {all, 2}, *sum), WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(Scheme::aggregate_verify(basic, {}, *sum), WHIT_ERROR_ARGUMENT);
    const typename Scheme::message twice[] = {all[0], all[0]};
    CHECK_STATUS(Scheme::aggregate_verify(basic, twice, *sum), WHIT_ERROR_MESSAGE_DUPLICATE);

    /* None, one too short, and lengths that are none of a point's. */
    CHECK_STATUS(Scheme::aggregate(std::vector<signature>()).status(), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        Scheme::aggregate({{by.made[0].data(), signature::length - 1}, signature::length}).status(),
        WHIT_ERROR_SIGNATURE_LENGTH);
    CHECK_STATUS(Scheme::aggregate({by.made[0], 1}).status(), WHIT_ERROR_SIGNATURE_LENGTH);
    CHECK_STATUS(Scheme::aggregate({by.made[0], 0}).status(), WHIT_ERROR_SIGNATURE_LENGTH);
}

template <class Scheme> void aggregates_of_one_message()
{
    using suite = typename Scheme::suite;
    using key = typename Scheme::public_key;
    const suite proved = suite::possession();
    const whit::view texts[] = {text, text, text};
    const signers<Scheme> by(proved, texts);
    const auto sum = *Scheme::aggregate(by.made);
    CHECK_STATUS(Scheme::fast_aggregate_verify(by.keys, proved, text, sum), WHIT_OK);
    CHECK_STATUS(Scheme::fast_aggregate_verify(by.longer_keys, proved, text, sum), WHIT_OK);
    CHECK_STATUS(Scheme::fast_aggregate_verify(by.keys, proved, other_text, sum),
                 WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(Scheme::fast_aggregate_verify({by.keys[0], key::length}, proved, text, sum),
                 WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(Scheme::fast_aggregate_verify({by.keys[0], 2}, proved, text, sum),
                 WHIT_ERROR_PUBLIC_KEY_LENGTH);
    CHECK_STATUS(Scheme::fast_aggregate_verify(by.keys, suite::basic(), text, sum),
                 WHIT_ERROR_ARGUMENT);
    auto keys = Scheme::aggregate_keys(by.keys);
    CHECK(keys.ok());
    CHECK_STATUS(Scheme::verify(*keys, proved, text, sum), WHIT_OK);
    using longer = typename Scheme::uncompressed_key;
    auto same_keys = Scheme::template aggregate_keys<longer>(by.longer_keys);
    CHECK(same_keys.ok());
    CHECK_STATUS(Scheme::verify(*same_keys, proved, text, sum), WHIT_OK);
    CHECK_STATUS(
        Scheme::aggregate_keys({{by.keys[0].data(), 2 * key::length - 1}, key::length}).status(),
        WHIT_ERROR_PUBLIC_KEY_LENGTH);
}

template <class Scheme> void batches()
{
    const auto basic = Scheme::suite::basic();
    const whit::view texts[] = {text, other_text, text};
    const signers<Scheme> by(basic, texts);
    const std::vector<typename Scheme::signed_message> all = {
        {by.keys[0], texts[0], by.made[0]},
        {by.keys[1], texts[1], by.longer[1]},
        {by.longer_keys[2], texts[2], by.made[2]}};
    counter source(8);
    CHECK_STATUS(Scheme::verify_batch(basic, all, source), WHIT_OK);
    CHECK_STATUS(Scheme::verify_batch(basic, {}, source), WHIT_OK);
    const typename Scheme::signed_message bad[] = {all[0], {by.keys[1], texts[0], by.made[1]}};
    CHECK_STATUS(Scheme::verify_batch(basic, bad, source), WHIT_ERROR_SIGNATURE_INVALID);
    const typename Scheme::signed_message cut[] = {all[0], {by.keys[1], texts[1], text}};
    CHECK_STATUS(Scheme::verify_batch(basic, cut, source), WHIT_ERROR_SIGNATURE_LENGTH);
    CHECK_STATUS(Scheme::verify_batch(basic, all, refuses), WHIT_ERROR_RANDOM_FAILED);
    CHECK_STATUS(Scheme::verify_batch(basic, all, gives_zeros), WHIT_ERROR_RANDOM_STUCK);
    const whit_random missing = {nullptr, nullptr};
    CHECK_STATUS(Scheme::verify_batch(basic, all, missing), WHIT_ERROR_RANDOM_MISSING);
}

/* Of points of both groups, which are public keys: e(a P, Q) = e(P, a Q). */
template <class Bls> void pairings()
{
    using first = typename Bls::min_pk;
    using second = typename Bls::min_sig;
    std::uint8_t number[first::private_key::length] = {};
    number[sizeof number - 1] = 1;
    const auto one = first::private_key::from(number);
    const auto one_again = second::private_key::from(number);
    const auto a = key_of<first>(1);
    const auto a_again = second::private_key::from(a.view());
    const auto p = *first::public_of(*one), a_p = *first::public_of(a);
    const auto q = *second::public_of(*one_again), a_q = *second::public_of(*a_again);
    auto value = Bls::pairing(a_p, q);
    CHECK(value.ok());
    CHECK(*value == *Bls::pairing(p, a_q));
    CHECK(*value != *Bls::pairing(p, q));
    CHECK_STATUS(Bls::pairing(text, q).status(), WHIT_ERROR_PUBLIC_KEY_LENGTH);
    const auto minus = negative(p);
    const typename Bls::pair pairs[] = {{a_p, q}, {minus, a_q}};
    CHECK_STATUS(Bls::pairing_product_is_one(pairs), WHIT_OK);
    CHECK_STATUS(Bls::pairing_product_is_one({}), WHIT_OK);
    CHECK_STATUS(Bls::pairing_product_is_one({pairs, 1}), WHIT_ERROR_PROOF);
}

/* Keys of min_sig that are prepared, and products with them. */
template <class Bls> void prepared()
{
    using scheme = typename Bls::min_sig;
    using other = typename Bls::min_pk;
    using lines = typename Bls::lines;
    const auto basic = scheme::suite::basic();
    const auto mine = key_of<scheme>(1);
    const auto shown = *scheme::public_of(mine);
    const auto made = *scheme::sign(mine, basic, text);
    static lines key, base, none;
    CHECK_STATUS(Bls::prepare(key, shown), WHIT_OK);
    CHECK_STATUS(Bls::prepare_base(base), WHIT_OK);
    CHECK_STATUS(scheme::verify_prepared(key, base, basic, text, made), WHIT_OK);
    CHECK_STATUS(scheme::verify_prepared(key, basic, text, made), WHIT_OK);
    CHECK_STATUS(scheme::verify_prepared(key, base, basic, other_text, made),
                 WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(scheme::verify_prepared(key, basic, text, text), WHIT_ERROR_SIGNATURE_LENGTH);
    CHECK_STATUS(scheme::verify_prepared(key, key, basic, text, made), WHIT_ERROR_MIXED);
    CHECK_STATUS(scheme::verify_prepared(none, basic, text, made), WHIT_ERROR_MIXED);

    /* e(P, Q) e(-P, Q) */
    const auto p = *other::public_of(key_of<other>(2)), minus = negative(p);
    const typename Bls::prepared_pair known[] = {{p, key}, {minus, key}, {p, none}};
    const typename Bls::pair pairs[] = {{minus, shown}};
    CHECK_STATUS(Bls::prepared_product_is_one({known, 2}), WHIT_OK);
    CHECK_STATUS(Bls::prepared_product_is_one({known, 1}, pairs), WHIT_OK);
    CHECK_STATUS(Bls::prepared_product_is_one({known, 1}), WHIT_ERROR_PROOF);
    CHECK_STATUS(Bls::prepared_product_is_one(known), WHIT_ERROR_MIXED);
    CHECK_STATUS(Bls::prepare(key, text), WHIT_ERROR_PUBLIC_KEY_LENGTH);
    CHECK_STATUS(scheme::verify_prepared(key, basic, text, made), WHIT_ERROR_MIXED);
}

/* What a private key leaves behind: nothing. */
void wiping()
{
    using scheme = flagged::min_sig;
    alignas(scheme::private_key) unsigned char memory[sizeof(scheme::private_key)];
    auto made = scheme::generate(counter(1));
    auto *key = new (memory) scheme::private_key(std::move(made).value());
    CHECK(!same(key->view(), scheme::private_key().view()));
    key->~secret();
    unsigned sum = 0;
    for (unsigned char byte : memory) {
        sum += byte;
    }
    CHECK(sum == 0);
}

template <class Scheme> void arrangement()
{
    keys<Scheme>();
    refused_keys<Scheme>();
    signatures<Scheme>();
    refused_signatures<Scheme>();
    possession<Scheme>();
    aggregates<Scheme>();
    aggregates_of_one_message<Scheme>();
    batches<Scheme>();
}

} // namespace

int main()
{
    types();
    same_as_in_c();
    arrangement<flagged::min_sig>();
    arrangement<flagged::min_pk>();
    arrangement<prefixed::min_sig>();
    arrangement<prefixed::min_pk>();
    keys_outside_the_group<flagged::min_sig>();
    keys_outside_the_group<flagged::min_pk>();
    keys_outside_the_group<prefixed::min_sig>();
    pairings<flagged>();
    pairings<prefixed>();
    prepared<flagged>();
    prepared<prefixed>();
    wiping();
    return outcome();
}
