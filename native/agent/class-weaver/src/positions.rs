//! Where the code of a method went.

/// New offsets by old ones. An offset of the code has two: that of its label, before what was inserted, to which jumps,
/// ranges and frames lead; and that of the instruction itself.
pub struct Positions {
    labels: Vec<u16>,
    instructions: Vec<u16>,
    /// Bytes before the first instruction's label.
    prologue: u16,
}

const NONE: u16 = u16::MAX;

impl Positions {
    pub fn new(code: usize, prologue: u16) -> Self {
        Self { labels: vec![NONE; code + 1], instructions: vec![NONE; code + 1], prologue }
    }

    pub fn set(&mut self, old: usize, label: u16, instruction: u16) {
        self.labels[old] = label;
        self.instructions[old] = instruction;
    }

    /// The offset of a label; `None` where no instruction begins.
    pub fn label(&self, old: usize) -> Option<u16> {
        self.labels.get(old).copied().filter(|&new| new != NONE)
    }

    /// The offset of an instruction.
    pub fn instruction(&self, old: usize) -> Option<u16> {
        self.instructions.get(old).copied().filter(|&new| new != NONE)
    }

    /// Whether code precedes the first instruction.
    pub fn has_prologue(&self) -> bool {
        self.prologue > 0
    }

    /// The offset at which a variable's range begins: parameters exist before the first instruction.
    pub fn begin(&self, old: usize) -> Option<u16> {
        if old == 0 && self.has_prologue() { Some(0) } else { self.label(old) }
    }

    /// The begin and length of a variable's range.
    pub fn range(&self, begin: u16, length: u16) -> Option<(u16, u16)> {
        let end = self.label(usize::from(begin) + usize::from(length))?;
        let begin = self.begin(usize::from(begin))?;
        Some((begin, end.checked_sub(begin)?))
    }
}
