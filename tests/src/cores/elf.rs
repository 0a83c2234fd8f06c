//! The segments of an ELF file.

use object::elf::{PF_X, PT_GNU_STACK, PT_LOAD};
use object::read::elf::ProgramHeader;

/// Properties of the program headers that can prevent loading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segments {
    /// Whether it requests an executable stack, which makes a JVM warn and hardened kernels refuse.
    pub executable_stack: bool,
    /// The smallest alignment of a segment. A kernel with larger pages does not load it. Units: bytes.
    pub alignment: u64,
}

/// Reads the segments; `None` for other files than 64-bit ELF.
pub fn segments(file: &object::File<'_>) -> Option<Segments> {
    let object::File::Elf64(elf) = file else { return None };
    let (headers, endian) = (elf.elf_program_headers(), elf.endian());
    let stack = headers.iter().find(|header| header.p_type(endian) == PT_GNU_STACK);
    let loaded = headers.iter().filter(|header| header.p_type(endian) == PT_LOAD);
    Some(Segments {
        // Without this header the kernel assumes an executable stack.
        executable_stack: stack.is_none_or(|header| header.p_flags(endian).0 & PF_X.0 != 0),
        alignment: loaded.map(|header| header.p_align(endian)).min().unwrap_or(0),
    })
}
