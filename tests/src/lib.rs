//! Shared parts of the cross-language tests.
