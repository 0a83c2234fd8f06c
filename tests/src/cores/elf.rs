//! How the parts of an ELF file are mapped.

use object::elf::{PF_X, PT_GNU_STACK, PT_LOAD};
use object::read::elf::ProgramHeader;

/// Of its program headers what can keep it from being loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segments {
    /// Does it ask for a stack that can be executed? A JVM warns of that, and hardened kernels refuse.
    pub executable_stack: bool,
    /// The smallest alignment of a mapped part, in bytes: a kernel with larger pages does not map it.
    pub alignment: u64,
}

/// `None` for what is no ELF file of 64 bits.
pub fn segments(file: &object::File<'_>) -> Option<Segments> {
    let object::File::Elf64(elf) = file else { return None };
    let (headers, endian) = (elf.elf_program_headers(), elf.endian());
    let stack = headers.iter().find(|header| header.p_type(endian) == PT_GNU_STACK);
    let loaded = headers.iter().filter(|header| header.p_type(endian) == PT_LOAD);
    Some(Segments {
        // Without that header the kernel takes the stack to be executable.
        executable_stack: stack.is_none_or(|header| header.p_flags(endian).0 & PF_X.0 != 0),
        alignment: loaded.map(|header| header.p_align(endian)).min().unwrap_or(0),
    })
}
