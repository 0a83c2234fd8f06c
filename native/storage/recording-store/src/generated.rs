//! Folders of tests written by `faultline generate` and `faultline amplify --out`.

use faultline_files::{Kind, claims_nothing};

/// The kind of such a folder as an owned one. It may contain recordings, which are private.
pub const KIND: Kind =
    Kind { name: "generated", option: "--out", is_private: true, claims: claims_nothing, adopts: false };
