/* SPDX-License-Identifier: MIT */
/* The types of one curve in C++. */
#ifndef WHIT_CPP_CURVE_TYPES_H
#define WHIT_CPP_CURVE_TYPES_H

#include <whit/bytes.hpp>

namespace whit
{

template <class Functions> class curve;
template <class Functions> class curve_signatures;

namespace detail
{

/* A value, or why there is none. */
template <class T> result<T> given(whit_status code, T &value) noexcept
{
    if (code != WHIT_OK) {
        return status(code);
    }
    return move(value);
}

} // namespace detail

/* Functions is made by WHIT_CPP_CURVE. */
template <class Functions> class curve_types
{
  public:
    using functions = Functions; /* those of the C header, by their names there */
    static constexpr size_t order_bytes = Functions::order_bytes;
    static constexpr size_t field_bytes = Functions::field_bytes;

    using private_key = secret<curve<Functions>, order_bytes, WHIT_ERROR_PRIVATE_KEY_LENGTH>;
    using shared_secret = secret<curve<Functions>, field_bytes, WHIT_ERROR_OUTPUT_LENGTH>;
    using public_key = bytes<curve<Functions>, 1 + 2 * field_bytes, WHIT_ERROR_PUBLIC_KEY_LENGTH>;
    using compressed_key = bytes<curve<Functions>, 1 + field_bytes, WHIT_ERROR_PUBLIC_KEY_LENGTH>;
    using signature = bytes<curve<Functions>, 2 * order_bytes, WHIT_ERROR_SIGNATURE_LENGTH>;

    struct key_pair {
        private_key private_part;
        public_key public_part;
    };

    /* A signature, and which of the keys that fit it is the signer's; see recover. */
    struct recoverable_signature {
        bytes<curve<Functions>, 2 * order_bytes, WHIT_ERROR_SIGNATURE_LENGTH> value;
        uint8_t recovery_id = 0;
    };

    /* A signature in DER, of up to 2 o + 9 bytes. */
    class der_signature
    {
      public:
        const uint8_t *data() const noexcept
        {
            return bytes_;
        }

        size_t size() const noexcept
        {
            return size_;
        }

      private:
        friend class curve_signatures<Functions>;
        uint8_t bytes_[2 * order_bytes + 9] = {};
        size_t size_ = sizeof bytes_;
    };
};

} // namespace whit

#endif
