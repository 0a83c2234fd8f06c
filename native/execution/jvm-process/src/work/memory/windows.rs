//! None: Windows reports it only through system calls.

pub fn free() -> Option<u64> {
    None
}
