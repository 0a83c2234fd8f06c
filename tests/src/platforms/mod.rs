//! The agent on platforms other than this machine's: a JVM of theirs, run here by an emulator, and what is tried on it.

mod checks;
mod emulated;
mod section;

pub use checks::{Results, check, scratch};
pub use emulated::{EMULATED, Emulated};
pub use section::{section, section_in, with_section};
