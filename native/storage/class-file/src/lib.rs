//! Class files on disk: the lines that they give to their methods, and what their methods do.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod bytes;
mod code;
mod constants;
mod debug_info;
mod instruction;
mod pool;
mod recorded;

pub use code::{ClassCode, MethodCode, stem};
pub use constants::texts;
pub use debug_info::{DebugInfo, MethodLines};
pub use recorded::has_lines_of;
