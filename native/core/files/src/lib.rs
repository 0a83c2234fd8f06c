//! File system access for all parts of Faultline.
//!
//! Files are replaced atomically ([`replace`]). Only files that Faultline created are deleted or overwritten
//! ([`OwnedFolder`], and [`OutputFile`] for single files). A file that makes Faultline start programs is used
//! only if nobody but its user can have written it ([`Trust`]). Files that may contain secrets are created
//! for their user alone ([`private_folder`], [`private_file`]). Foreign files are read only if they are
//! regular files, and up to a limit ([`regular`]); foreign folders up to a number of entries and a depth
//! ([`Bounds`]). This crate does not interpret file contents.

mod entries;
mod fresh;
mod inside;
pub mod limits;
mod location;
mod output;
mod owned;
mod owner;
mod private;
mod real;
pub mod regular;
mod replace;
mod same;
mod unnamed;

pub use entries::Bounds;
pub use fresh::{fresh, put};
pub use inside::{inside, is_within};
pub use location::path_of;
pub use output::{OutputFile, OutputRefusal};
pub use owned::{Kind, MARKER, OwnedFolder, Refusal, claims_nothing};
pub use owner::{Access, Distrust, Trust, User, other_owner};
pub use private::{private_file, private_folder};
pub use real::real;
pub use replace::{rename, replace, replace_private};
pub use same::{is_same, overlap};
pub use unnamed::unnamed;
