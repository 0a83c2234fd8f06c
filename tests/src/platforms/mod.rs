//! Tests the agent on other platforms: a JVM of the platform runs in an emulator.

mod checks;
mod emulated;
mod section;

pub use checks::{Results, check, scratch};
pub use emulated::{EMULATED, Emulated};
pub use section::{HEADING, section};
