//! What is to be woven.

/// The probes of a class.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The class's number, which brackets of its static initialiser pass on; at most 32,767.
    pub class: u16,
    /// The number of the chunk with its hits.
    pub chunk: u32,
    /// Slot `s` is byte `base + s` of the chunk; at most 32,767.
    pub base: u16,
    /// How a probe finds the array.
    pub probes: Probes,
    /// One for each method of the class file, in its order.
    pub methods: &'a [Method],
    /// The line of each slot; those of a method ascend.
    pub lines: &'a [i32],
}

/// How a probe finds the array in which it stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probes {
    /// The chunk's own: one test at a time.
    Shared,
    /// The thread's, as tests run side by side.
    Scoped {
        /// Whether a test may begin or end during a frame of the class, so that every line must fetch the array.
        sees_tests: bool,
    },
}

/// Where a method's probes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// One probe before the first instruction.
    Entry,
    /// One probe at every line entry, and another after a jump with which a line begins.
    Lines,
}

/// The probes of a method.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// `None` leaves the method as it is.
    pub placement: Option<Placement>,
    /// Its first slot.
    pub from: usize,
    /// The slot after its last.
    pub to: usize,
    /// Whether its static initialiser is bracketed.
    pub brackets: bool,
    /// Whether lines without a slot are no error.
    pub only_some: bool,
}

/// The order was made for another class file.
pub(crate) struct OtherBytes;

impl Order<'_> {
    /// The slot of a line of a method; `None` if it is not recorded. Errors: it should be.
    pub(crate) fn slot_of(&self, method: &Method, line: u16) -> Result<Option<usize>, OtherBytes> {
        let lines = self.lines.get(method.from..method.to).ok_or(OtherBytes)?;
        match lines.binary_search(&i32::from(line)) {
            Ok(found) => Ok(Some(method.from + found)),
            Err(_) if method.only_some => Ok(None),
            Err(_) => Err(OtherBytes),
        }
    }

    /// The slot of a probe at a method's entry: its only line, or the one that says that the class was touched.
    pub(crate) fn entry_slot(&self, method: &Method) -> usize {
        if method.from < method.to { method.from } else { self.lines.len() }
    }
}
