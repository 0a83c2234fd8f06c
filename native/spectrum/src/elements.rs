//! Elements besides lines: what conditions, switches and calls came to.

use crate::{Coverage, CoverageBuilder, RecordedClass, Recording};

/// What follows the name of a class in the one that holds its outcomes, in [`Recording::with_elements`].
const MARK: char = '\u{1}';

/// All that one JVM reported of outcomes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elements {
    /// What the slots mean, by class.
    pub tables: Vec<ElementTable>,
    /// What ran for whom.
    pub hits: Vec<ElementHits>,
}

/// The sites of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementTable {
    /// The number by which coverages of outcomes name it; no class has it.
    pub id: u32,
    /// The number of the class.
    pub class: u32,
    /// In the order of the code; the slots of one come behind those of the one before.
    pub sites: Vec<Site>,
}

/// A conditional jump, a switch, or a call that gives something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Index into the methods of the class.
    pub method: u32,
    /// Its line; 0 where it has none.
    pub line: u32,
    /// What it is.
    pub kind: SiteKind,
    /// Of a condition the relation for which it jumps, of a call the method's name.
    pub name: String,
    /// Of a switch its keys, ascending.
    pub cases: Vec<i32>,
}

/// What a site is, and so which outcomes it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum SiteKind {
    /// It goes on, or jumps.
    Condition = 0,
    /// One of its cases, or none.
    Switch = 1,
    /// A call: false, true.
    Boolean = 2,
    /// A call: negative, zero, positive.
    Whole = 3,
    /// A call: negative, zero, positive, not a number.
    Floating = 4,
    /// A call: null, empty, not empty, anything else.
    Object = 5,
}

impl SiteKind {
    /// The kind of a code as stored in files.
    pub fn from_code(code: u8) -> Option<Self> {
        [Self::Condition, Self::Switch, Self::Boolean, Self::Whole, Self::Floating, Self::Object]
            .into_iter()
            .find(|kind| *kind as u8 == code)
    }

    /// Whether it is a call.
    pub fn is_call(self) -> bool {
        !matches!(self, Self::Condition | Self::Switch)
    }
}

impl Site {
    /// How many outcomes, and so slots, it has.
    pub fn outcomes(&self) -> usize {
        match self.kind {
            SiteKind::Condition | SiteKind::Boolean => 2,
            SiteKind::Switch => self.cases.len() + 1,
            SiteKind::Whole => 3,
            SiteKind::Floating | SiteKind::Object => 4,
        }
    }

    /// One of its outcomes in words.
    pub fn words(&self, outcome: usize) -> String {
        let value = match (self.kind, outcome) {
            (SiteKind::Condition, at) => {
                let relation = match self.name.as_str() {
                    "eq" => "==",
                    "ne" => "!=",
                    "lt" => "<",
                    "ge" => ">=",
                    "gt" => ">",
                    "le" => "<=",
                    "absent" => "== null",
                    "present" => "!= null",
                    other => other,
                };
                let held = if at == 0 { "did not hold" } else { "held" };
                return format!("the condition `{relation}` {held}");
            }
            (SiteKind::Switch, at) => {
                return self.cases.get(at).map_or_else(
                    || "the switch took none of its cases".to_owned(),
                    |case| format!("the switch took case {case}"),
                );
            }
            (SiteKind::Boolean, 0) => "false",
            (SiteKind::Boolean, _) => "true",
            (SiteKind::Whole | SiteKind::Floating, 0) => "a negative number",
            (SiteKind::Whole | SiteKind::Floating, 1) => "0",
            (SiteKind::Whole | SiteKind::Floating, 2) => "a positive number",
            (SiteKind::Whole | SiteKind::Floating, _) => "no number (NaN)",
            (SiteKind::Object, 0) => "null",
            (SiteKind::Object, 1) => "an empty object",
            (SiteKind::Object, 2) => "an object that is not empty",
            (SiteKind::Object, _) => "an object",
        };
        format!("the call of `{}` returned {value}", self.name)
    }
}

/// Outcomes that ran for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementHits {
    /// For whom.
    pub owner: ElementOwner,
    /// Classes are named by the numbers of their tables.
    pub coverage: Coverage,
}

/// For whom outcomes ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementOwner {
    /// The test of that sequence.
    Test(u32),
    /// The static initialiser of the class of that number.
    Initialiser(u32),
    /// The fixture of that number.
    Fixture(u32),
}

impl ElementOwner {
    /// The owner of a code and a number as stored in files.
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

/// The class whose outcomes a class of [`Recording::with_elements`] holds; `None` for any other.
pub fn owner_of_outcomes(class: &str) -> Option<&str> {
    class.strip_suffix(MARK)
}

impl Recording {
    /// The same with its outcomes as lines of further classes: slot `s` of a table is line `s + 1` of
    /// a class that [`owner_of_outcomes`] knows. Initialisers, fixtures and reruns are then merged as ever.
    ///
    /// Outcomes of tests that are not there are left out: a killed JVM wrote them first.
    pub fn with_elements(&self) -> Self {
        let mut all = self.clone();
        for table in &self.elements.tables {
            let Some(class) = self.classes.iter().find(|class| class.id == table.class) else { continue };
            let sites = table.sites.iter().flat_map(|site| std::iter::repeat_n(site.method, site.outcomes()));
            all.classes.push(RecordedClass {
                id: table.id,
                name: format!("{}{MARK}", class.name),
                slots: sites.zip(1..).collect(),
                ..class.clone()
            });
        }
        for hits in &self.elements.hits {
            match hits.owner {
                ElementOwner::Test(number) => {
                    let test = all.tests.iter_mut().find(|test| test.sequence == number);
                    test.into_iter().for_each(|test| test.coverage = union(&test.coverage, &hits.coverage));
                }
                ElementOwner::Fixture(number) => {
                    let fixture = all.fixtures.iter_mut().find(|fixture| fixture.id == number);
                    let add = |coverage: &Coverage| union(coverage, &hits.coverage);
                    fixture.into_iter().for_each(|fixture| fixture.coverage = add(&fixture.coverage));
                }
                ElementOwner::Initialiser(number) => all.initialisers.push((number, hits.coverage.clone())),
            }
        }
        all
    }
}

/// Two coverages that share no class as one.
fn union(one: &Coverage, other: &Coverage) -> Coverage {
    let mut classes: Vec<(u32, &[u64])> = one.classes().chain(other.classes()).collect();
    classes.sort_unstable_by_key(|&(class, _)| class);
    classes.dedup_by_key(|&mut (class, _)| class);
    let mut row = CoverageBuilder::default();
    classes.into_iter().for_each(|(class, bits)| row.class(class, bits));
    row.to_coverage()
}
