// SPDX-License-Identifier: MIT
//! The library's statuses as errors.

use core::fmt;
use whit_sys::whit_status;

/// Why the library refused or failed: a status that is not WHIT_OK. Outputs do not exist then.
///
/// It is a number and no enumeration: to tell the statuses apart would take more flash than a field
/// multiplication. Its constants can be matched.
#[derive(Clone, Copy, Eq, Hash, PartialEq)]
pub struct Error(whit_status);

macro_rules! statuses {
    ($($name:ident = $status:ident: $told:literal,)*) => {
        impl Error {
            $(#[doc = $told] pub const $name: Self = Self(whit_sys::$status);)*

            /// Its name, and what it says.
            const fn told(self) -> (&'static str, &'static str) {
                match self.0 {
                    $(whit_sys::$status => (stringify!($name), $told),)*
                    _ => ("UNKNOWN", "no status of the library: the hardware erred"),
                }
            }
        }
    };
}

include!("statuses.rs");

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.told().1)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.told().0)
    }
}

#[cfg(feature = "std")]
impl std::error::Error for Error {}

impl From<Error> for signature::Error {
    #[cfg(feature = "std")]
    fn from(error: Error) -> Self {
        signature::Error::from_source(error)
    }

    #[cfg(not(feature = "std"))]
    fn from(_: Error) -> Self {
        signature::Error::new()
    }
}

/// WHIT_OK or an error. Any value that is not WHIT_OK is one.
#[allow(dead_code)] // a build may have no curve
pub(crate) fn check(status: whit_status) -> Result<(), Error> {
    if status == whit_sys::WHIT_OK {
        Ok(())
    } else {
        Err(Error(status))
    }
}
