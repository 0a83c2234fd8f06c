//! Folders of tests that were made by `faultline generate` and `faultline amplify --out`.

use faultline_files::{Kind, claims_nothing};

/// Such a folder as one of ours. It may hold recordings, which are private.
pub const KIND: Kind =
    Kind { name: "generated", option: "--out", is_private: true, claims: claims_nothing, adopts: false };
