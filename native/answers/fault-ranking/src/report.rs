//! The result of a ranking as plain data, for the table and for JSON.

use std::collections::{HashMap, HashSet};

use faultline_mbfl::Category;
use faultline_recording_store::files::Files;
use faultline_sbfl::evidence::{Kind, LineKind};
use faultline_sbfl::{Counts, Level, RankingSpec, ThrowSite, Ties};
use faultline_spectrum::{ClassId, Element, MethodId, Outcome, Spectrum, TestId};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::answer::Answer;
use crate::document::{Edit, finite};
use crate::doubt::Doubt;
use crate::last_change::LastChange;
use crate::message::Message;
use crate::since::Since;
use crate::unseen::Unseen;
use crate::why::Why;

/// A ranking per group of failing tests.
#[derive(Debug)]
pub struct Report<'a> {
    /// The ranked spectrum.
    pub spectrum: &'a Spectrum,
    /// The source files of its classes.
    pub files: Files,
    /// The ranking's parameters.
    pub spec: RankingSpec,
    /// Whether outcomes of conditions and calls count.
    pub elements: bool,
    /// Suggestions for the user, a sentence each.
    pub hints: Vec<String>,
    /// The rank of tied elements.
    pub ties: Ties,
    /// What is ranked.
    pub level: Level,
    /// Whether the user chose the failing tests.
    pub chosen: bool,
    /// Groups of failing tests, largest first.
    pub groups: Vec<Group>,
    /// Oddities of the recordings.
    pub notes: Vec<String>,
    /// Code that the failing tests ran, or may have run, and that is not ranked because it was not recorded.
    pub unseen: Option<Unseen>,
}

/// Failing tests that probably share a cause, and the suspects for it.
#[derive(Debug)]
pub struct Group {
    /// The failing tests, in row order; not empty.
    pub failing: Vec<TestId>,
    /// Whether the tests did not fail but were running when their JVM was killed.
    pub interrupted: bool,
    /// Number of failing tests of other groups, which do not count here.
    pub left_out: usize,
    /// Class of the exception. `None` if not recorded.
    pub exception: Option<String>,
    /// Class of the root exception, if the exception wraps another.
    pub root: Option<String>,
    /// The class whose initialisation failed, if that is why the tests failed.
    pub initialiser: Option<String>,
    /// The project's line that threw the exception.
    pub site: Option<ThrowSite>,
    /// Number of ranked elements.
    pub ranked: usize,
    /// Weight of each failing test, from cloning.
    pub clone_factor: f64,
    /// Number of passing tests that count.
    pub passing: usize,
    /// The first suspects of the ranking.
    pub suspects: Vec<Suspect>,
    /// The first suspect in a sentence, if evidence is weighed.
    pub answer: Option<Answer>,
    /// What has changed since its tests passed, if there is a baseline.
    pub since: Vec<Since>,
    /// The lines that have changed since its tests passed, of those that they run; only in reports that show lines.
    pub changed_lines: HashSet<LineKey>,
    /// Why its failures are hardly faults of the code, if they are.
    pub doubt: Option<Doubt>,
    /// The last change of that suspect, if there is an answer and a history.
    pub last_change: Option<LastChange>,
    /// A summary of the variants of its tests, if they count.
    pub amplified: Option<Amplified>,
    /// Base score of each ranked source line, for excerpts.
    pub line_scores: HashMap<LineKey, f64>,
    /// What its tests said, as far as the build's reports of this run have it and were read.
    pub messages: HashMap<TestId, Message>,
}

/// A source line: the number of its file and the line number.
pub type LineKey = (u32, u32);

/// What a score is the product of: base, size, trace, name, mutants, changed and evidence.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Parts {
    /// The score of the lines alone.
    #[serde(serialize_with = "finite")]
    pub base: f64,
    /// Lines that a failing test executed.
    pub lines: u32,
    /// The factor of their number; 1 without +size.
    #[schemars(range(min = 1))]
    pub size: f64,
    /// Place among the kept frames of a stack trace.
    #[schemars(range(min = 1))]
    pub frame: Option<u32>,
    /// The factor of that place; 1 without +trace.
    #[schemars(range(min = 1))]
    pub trace: f64,
    /// Share of the words in the names of the class and the method that are in a failing test's; 0 without +name.
    pub names: NameShares,
    /// The factor of that; 1 without +name.
    #[schemars(range(min = 1))]
    pub name: f64,
    /// The factor of what mutants say; only with +mutants.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub mutants: Option<f64>,
    /// The factor of what has changed since the failing tests passed; only with +changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub changed: Option<f64>,
    /// Only where evidence is weighed: what it multiplies the score by, and its kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Weighed>,
}

/// How much of the names of a class and a method failing tests share.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
pub struct NameShares {
    /// Of the class.
    #[schemars(range(min = 0))]
    pub class: f64,
    /// Of the method.
    #[schemars(range(min = 0))]
    pub method: f64,
}

/// Evidence against a suspect, kind by kind.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Weighed {
    /// What it multiplies the score by.
    #[serde(serialize_with = "finite")]
    #[schemars(range(min = 0))]
    pub factor: f64,
    /// Kinds that failing tests tell; of a line then those that tell it from the others of its method.
    pub kinds: Vec<Contribution>,
}

/// A kind of evidence, what a suspect has of it, and what that weighs.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Contribution {
    /// The kind.
    #[schemars(with = "String")]
    pub kind: EvidenceKind,
    /// What the suspect has of it.
    pub value: f64,
    /// What that weighs.
    pub weight: f64,
}

/// A kind of evidence; serialized as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvidenceKind {
    /// Distinguishes methods.
    Method(Kind),
    /// Distinguishes lines of a method.
    Line(LineKind),
    /// All failing tests and no passing ones run the line, unlike others of its method.
    Alone,
}

impl Serialize for EvidenceKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Method(kind) => kind.name(),
            Self::Line(kind) => kind.name(),
            Self::Alone => "line-alone",
        })
    }
}

/// Labelled variants of the group's failing tests; only with +amplified and where there are some.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Amplified {
    /// Those that pass.
    pub passing: usize,
    /// Those that fail.
    pub failing: usize,
    /// As how many tests they count together.
    #[schemars(range(min = 0))]
    pub weight: f64,
    /// What they say edit by edit, what tells most first; split: each assertion alone.
    pub edits: Vec<Edit>,
}

/// The best mutant of the suspect, where a failing test passes on it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Mending {
    /// Its line.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// What it changes.
    pub change: String,
    /// What it does to tests.
    #[serde(serialize_with = "category")]
    #[schemars(with = "String", extend("enum" = ["clean", "open", "noisy"]))]
    pub category: Category,
    /// Its suspiciousness by who kills it.
    #[schemars(range(min = 0, max = 1))]
    pub suspicion: f64,
    /// Failing tests that pass on it.
    pub mended: usize,
    /// Passing tests that fail on it, as far as they ran.
    pub broken: usize,
    /// All that in a sentence.
    pub says: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn category<S: Serializer>(category: &Category, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(category.name())
}

/// Variants of the failing tests that executed line; only with +amplified and where there are some.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Variants {
    /// Those that pass.
    pub passing: usize,
    /// Those that fail.
    pub failing: usize,
}

/// What a condition, a switch or a call on line came to, where that scores more than line alone; only with --elements.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScoringOutcome {
    /// Failing tests in which it came to that.
    pub ef: u32,
    /// Passing tests in which it did.
    pub ep: u32,
    /// All that in words.
    pub says: String,
}

/// A ranked element.
#[derive(Debug)]
pub struct Suspect {
    /// Rank under the tie policy; fractional only for the average.
    pub rank: f64,
    /// First rank of its tie.
    pub rank_min: u32,
    /// Last rank of its tie.
    pub rank_max: u32,
    /// Suspiciousness; may be infinite.
    pub score: f64,
    /// The factors of the score.
    pub parts: Parts,
    /// Counts of its most suspicious line.
    pub counts: Counts,
    /// Its class.
    pub class: ClassId,
    /// Its method; for a line, all methods it belongs to; empty for a class.
    pub methods: Vec<MethodId>,
    /// Variants that executed its most suspicious line; `None` if variants do not count.
    pub variants: Option<Variants>,
    /// The outcome that gives the score, if it exceeds that of its lines.
    pub outcome: Option<ScoringOutcome>,
    /// Whether it has changed since a failing test passed.
    pub changed: bool,
    /// Since which test passed it has changed, and when that was; `None` if it has not, or the test never passed.
    pub changed_since: Option<String>,
    /// Its best mutant, if that makes a failing test pass.
    pub mending: Option<Mending>,
    /// Its most suspicious line. `None` for an element without lines.
    pub line: Option<u32>,
    /// Of a method that a failing test runs, the line of it that a ranking of lines by the same evidence puts first.
    pub marked: Option<u32>,
    /// How sure it is that this is the fault. `None` unless methods are ranked by evidence, and of methods that no failing
    /// test runs. Range: 0 to 1.
    pub chance: Option<f64>,
    /// Its strongest evidence; `None` unless evidence is weighed, and of what no failing test runs.
    pub why: Option<Why>,
}

impl Suspect {
    /// The line to show of it.
    pub fn shown_line(&self) -> Option<u32> {
        self.marked.or(self.line)
    }
}

impl Report<'_> {
    /// Number of tests with this outcome.
    pub fn ended(&self, outcome: Outcome) -> usize {
        self.spectrum.tests_with(outcome).count()
    }

    /// Number of distinct source lines in the spectrum.
    pub fn lines(&self) -> usize {
        let key = |element: &Element| {
            (self.files.number(self.spectrum.methods[element.method.index()].class), element.line)
        };
        self.spectrum.elements.iter().map(key).collect::<HashSet<LineKey>>().len()
    }

    /// The source path of a class below its root, or its name if the path is unknown.
    pub fn path_of(&self, class: ClassId) -> String {
        let class = &self.spectrum.classes[class.index()];
        class.source_path().unwrap_or_else(|| class.name.clone())
    }
}
