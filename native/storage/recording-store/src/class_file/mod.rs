//! Class files on disk: the lines that they give to their methods.

mod bytes;
mod constants;
mod debug_info;
mod recorded;

pub use self::constants::texts;
pub use self::debug_info::{DebugInfo, MethodLines};
pub use self::recorded::has_lines_of;
