//! See Cargo.toml; contents follow.
