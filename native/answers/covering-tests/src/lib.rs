//! Which tests run a place in the code, and which run the lines of a change.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod changed;
mod covering;
mod part;
mod place;

pub use changed::{Change, ChangedFile, change};
pub use covering::{Covering, covering, not_run};
pub use part::part;
pub use place::{Place, place};
