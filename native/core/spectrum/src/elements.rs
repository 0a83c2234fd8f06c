//! Elements other than lines, as a JVM reports them: outcomes of conditions, switches and calls.

use crate::Coverage;

/// All outcomes that one JVM reported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elements {
    /// The meaning of the slots, by class.
    pub tables: Vec<ElementTable>,
    /// The covered outcomes, by owner.
    pub hits: Vec<ElementHits>,
    /// For each test, the order in which outcomes of conditions and switches first occurred.
    pub paths: Vec<ConditionPath>,
}

impl Elements {
    /// Whether nothing was reported, as in a recording of lines only.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.hits.is_empty() && self.paths.is_empty()
    }
}

/// The sites of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementTable {
    /// The number by which coverages of outcomes refer to the table; distinct from all class numbers.
    pub id: u32,
    /// The number of the class.
    pub class: u32,
    /// The sites in code order; the slots of a site follow those of the previous site.
    pub sites: Vec<Site>,
}

/// A conditional jump, a switch, or a call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// Index into the methods of the class.
    pub method: u32,
    /// Its line, never 0.
    pub line: u32,
    /// The kind of site.
    pub kind: SiteKind,
    /// For a condition the relation for which it jumps (`== 0`, `<`, `!= null`); for a call the method's
    /// name.
    pub name: String,
    /// For a switch its keys, ascending.
    pub cases: Vec<i32>,
}

/// The kind of a site, which determines its outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum SiteKind {
    /// A conditional jump: falls through, or jumps.
    Condition = 0,
    /// A switch: one of its cases, or the default.
    Switch = 1,
    /// A call: false, true, threw.
    Boolean = 2,
    /// A call: negative, zero, positive, threw.
    Whole = 3,
    /// A call: negative, zero, positive, not a number, threw.
    Floating = 4,
    /// A call: null, empty, not empty, any other object, threw.
    Object = 5,
    /// A call without a result: returned, threw.
    Void = 6,
}

impl SiteKind {
    /// Every kind, in the order of the codes.
    pub const ALL: [Self; 7] =
        [Self::Condition, Self::Switch, Self::Boolean, Self::Whole, Self::Floating, Self::Object, Self::Void];

    /// The kind of a code as stored in files.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == code)
    }

    /// Whether the site is a call.
    pub fn is_call(self) -> bool {
        !matches!(self, Self::Condition | Self::Switch)
    }
}

impl Site {
    /// The number of outcomes, which is the number of slots.
    pub fn outcomes(&self) -> usize {
        match self.kind {
            SiteKind::Condition | SiteKind::Void => 2,
            SiteKind::Switch => self.cases.len() + 1,
            SiteKind::Boolean => 3,
            SiteKind::Whole => 4,
            SiteKind::Floating | SiteKind::Object => 5,
        }
    }

    /// Describes one outcome in words, without its line.
    ///
    /// ```
    /// # use faultline_spectrum::{Site, SiteKind};
    /// let site = |kind, name: &str| Site { method: 0, line: 7, kind, name: name.into(), cases: vec![] };
    /// assert_eq!(site(SiteKind::Whole, "indexOf").words(0), "`indexOf` returned a negative number");
    /// assert_eq!(site(SiteKind::Condition, "== null").words(1), "`== null` held");
    /// assert_eq!(site(SiteKind::Void, "close").words(1), "`close` threw");
    /// ```
    pub fn words(&self, outcome: usize) -> String {
        let name = &self.name;
        if self.kind.is_call() && outcome + 1 == self.outcomes() {
            return format!("`{name}` threw");
        }
        let value = match (self.kind, outcome) {
            (SiteKind::Condition, 0) => return format!("`{name}` did not hold"),
            (SiteKind::Condition, _) => return format!("`{name}` held"),
            (SiteKind::Switch, at) => {
                return self.cases.get(at).map_or_else(
                    || "the switch took none of its cases".to_owned(),
                    |case| format!("the switch took case {case}"),
                );
            }
            (SiteKind::Void, _) => return format!("`{name}` returned"),
            (SiteKind::Boolean, 0) => "false",
            (SiteKind::Boolean, _) => "true",
            (SiteKind::Whole | SiteKind::Floating, 0) => "a negative number",
            (SiteKind::Whole | SiteKind::Floating, 1) => "0",
            (SiteKind::Whole | SiteKind::Floating, 2) => "a positive number",
            (SiteKind::Whole | SiteKind::Floating, _) => "no number (NaN)",
            (SiteKind::Object, 0) => "null",
            (SiteKind::Object, 1) => "something empty",
            (SiteKind::Object, 2) => "something not empty",
            (SiteKind::Object, _) => "an object",
        };
        format!("`{name}` returned {value}")
    }
}

/// The outcomes that one owner covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementHits {
    /// The owner.
    pub owner: ElementOwner,
    /// Covered outcomes; tables take the place of classes.
    pub coverage: Coverage,
}

/// The conditions of a test in execution order: each outcome of a condition or switch at its first
/// occurrence, so that loops are folded. The recorder limits the length and keeps the beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConditionPath {
    /// Sequence of the test.
    pub test: u32,
    /// (number of a table, slot in it).
    pub steps: Vec<(u32, u32)>,
}

/// The owner of covered outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ElementOwner {
    /// The test with that sequence.
    Test(u32),
    /// The static initialiser of the class with that number.
    Initialiser(u32),
    /// The fixture with that number.
    Fixture(u32),
}

impl ElementOwner {
    /// The owner for a code and a number as stored in files.
    pub fn from_code(code: u8, number: u32) -> Option<Self> {
        match code {
            0 => Some(Self::Test(number)),
            1 => Some(Self::Initialiser(number)),
            2 => Some(Self::Fixture(number)),
            _ => None,
        }
    }

    /// Code and number as stored in files.
    pub fn code(self) -> (u8, u32) {
        match self {
            Self::Test(number) => (0, number),
            Self::Initialiser(number) => (1, number),
            Self::Fixture(number) => (2, number),
        }
    }
}
