// SPDX-License-Identifier: MIT
//! What happens to secrets: they are wiped, and a panic does not unwind through C.
#![cfg(all(feature = "secp256r1", feature = "x25519", feature = "ed25519"))]

mod common;

use common::{Counter, Panicking};
use core::mem::{size_of, MaybeUninit};
use std::process::Command;
use whit::{ed25519, secp256r1, x25519};

/// The bytes that a value had, and those in its place once it was dropped.
fn before_and_after<T>(value: T) -> (Vec<u8>, Vec<u8>) {
    let mut place = MaybeUninit::new(value);
    let read = |place: &MaybeUninit<T>| {
        let start = place.as_ptr().cast::<u8>();
        // The types hold bytes alone, all of which were written.
        (0..size_of::<T>())
            .map(|index| unsafe { start.add(index).read_volatile() })
            .collect()
    };
    let before = read(&place);
    unsafe { place.as_mut_ptr().drop_in_place() };
    (before, read(&place))
}

fn wiped<T>(value: T) {
    let (before, after) = before_and_after(value);
    assert!(before.iter().any(|byte| *byte != 0));
    assert!(after.iter().all(|byte| *byte == 0));
}

#[test]
fn dropped_secrets_are_wiped() {
    let key = || secp256r1::SecretKey::generate(&mut Counter(0)).unwrap();
    wiped(key());
    wiped(key().diffie_hellman(&key().public_key().unwrap()).unwrap());
    wiped(ed25519::SigningKey::generate(&mut Counter(0)).unwrap());
    let key = || x25519::SecretKey::generate(&mut Counter(0)).unwrap();
    wiped(key());
    wiped(key().diffie_hellman(&key().public_key().unwrap()).unwrap());
    let (_, public) = before_and_after(key().public_key().unwrap());
    assert!(public.iter().any(|byte| *byte != 0)); // so the test sees what is not wiped
}

const CHILD: &str = "WHIT_TEST_PANIC";

/// In a process of its own: it aborts, and no handler of panics goes on.
#[test]
fn a_generator_that_panics_aborts() {
    if std::env::var_os(CHILD).is_some() {
        let _ = std::panic::catch_unwind(|| {
            let _ = x25519::SecretKey::generate(&mut Panicking);
        });
        std::process::exit(0);
    }
    let program = std::env::current_exe().unwrap();
    let done = Command::new(program)
        .args(["--exact", "a_generator_that_panics_aborts"])
        .env(CHILD, "1")
        .output()
        .unwrap();
    assert_eq!(done.status.code(), None, "{done:?}"); // by a signal
}
