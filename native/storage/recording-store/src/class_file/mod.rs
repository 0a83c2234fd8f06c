//! Class files on disk: the lines that they give to their methods, and what their methods do.

mod bytes;
mod code;
mod constants;
mod debug_info;
mod instruction;
mod pool;
mod recorded;

pub use self::code::{ClassCode, MethodCode, stem};
pub use self::constants::texts;
pub use self::debug_info::{DebugInfo, MethodLines};
pub use self::recorded::has_lines_of;
