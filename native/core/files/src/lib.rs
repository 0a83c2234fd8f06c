//! How every part of Faultline touches the file system.
//!
//! A file is replaced whole or not at all ([`replace`]), and nothing is deleted or overwritten but what Faultline made
//! ([`OwnedFolder`], and [`OutputFile`] for single files). What starts programs is used only where its user alone could have
//! written it ([`Trust`]), and what may hold secrets is made for its user alone ([`private_folder`], [`private_file`]). What
//! others made is read only where it is a regular file, and bounded ([`regular`]), and folders up to a number of entries and a depth
//! ([`Bounds`]). This crate knows nothing of what the files say.

mod entries;
mod fresh;
mod inside;
pub mod limits;
mod output;
mod owned;
mod owner;
mod private;
mod real;
pub mod regular;
mod replace;
mod same;

pub use entries::Bounds;
pub use fresh::{fresh, put};
pub use inside::{inside, is_within};
pub use output::{OutputFile, OutputRefusal};
pub use owned::{Kind, MARKER, OwnedFolder, Refusal, claims_nothing};
pub use owner::{Access, Distrust, Trust, User, other_owner};
pub use private::{private_file, private_folder};
pub use real::real;
pub use replace::{rename, replace, replace_private};
pub use same::{is_same, overlap};
