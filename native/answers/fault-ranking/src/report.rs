//! What a ranking says, before it is laid out: plain data for the table and for JSON.

use std::collections::{HashMap, HashSet};

use faultline_mbfl::Category;
use faultline_recording_store::files::Files;
use faultline_sbfl::evidence::{Kind, LineKind};
use faultline_sbfl::{Counts, Level, NameMatch, RankingSpec, ThrowSite, Ties};
use faultline_spectrum::{ClassId, Element, MethodId, Outcome, Spectrum, TestId};
use faultline_test_amplification::evidence::Evidence;

use crate::answer::Answer;
use crate::last_change::LastChange;

/// A ranking per group of failing tests.
#[derive(Debug)]
pub struct Report<'a> {
    /// What was ranked.
    pub spectrum: &'a Spectrum,
    /// The files that its classes were written in.
    pub files: Files,
    /// How it was ranked.
    pub spec: RankingSpec,
    /// Whether outcomes of conditions and calls counted.
    pub elements: bool,
    /// What the user may try besides, a sentence each.
    pub hints: Vec<String>,
    /// Which rank tied elements get.
    pub ties: Ties,
    /// What the suspects are.
    pub level: Level,
    /// Whether the user chose the failing tests.
    pub chosen: bool,
    /// Groups of failing tests, largest first.
    pub groups: Vec<Group>,
    /// Oddities of the recordings.
    pub notes: Vec<String>,
}

/// Failing tests that seem to have one cause, and the suspects for it.
#[derive(Debug)]
pub struct Group {
    /// Its tests, in row order; not empty.
    pub failing: Vec<TestId>,
    /// They did not fail, but were running when their JVM was ended.
    pub interrupted: bool,
    /// Failing tests of other groups, which are not counted here.
    pub left_out: usize,
    /// Class of the exception. `None` where the recording has none.
    pub exception: Option<String>,
    /// Class of what was thrown first, where the exception wraps another.
    pub root: Option<String>,
    /// The class that could not be initialised, where that is why they failed.
    pub initialiser: Option<String>,
    /// The project's line that threw it.
    pub site: Option<ThrowSite>,
    /// How many elements were ranked.
    pub ranked: usize,
    /// How often each failing test counted.
    pub clone_factor: f64,
    /// Passing tests that counted.
    pub passing: usize,
    /// The first of them.
    pub suspects: Vec<Suspect>,
    /// The first suspect in a sentence, where evidence is weighed.
    pub answer: Option<Answer>,
    /// Who changed that suspect last, where there is an answer and a history.
    pub last_change: Option<LastChange>,
    /// What variants of its tests say, where they count.
    pub amplified: Option<Amplified>,
    /// Base score of each ranked source line, for excerpts.
    pub line_scores: HashMap<LineKey, f64>,
}

/// A source line: number of its file and of the line.
pub type LineKey = (u32, u32);

/// What a score is the product of: base, size, trace, name, mutants and evidence.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The score of the lines alone.
    pub base: f64,
    /// Lines that a failing test executed.
    pub lines: u32,
    /// The factor of their number; 1 without `+size`.
    pub size: f64,
    /// Place among the kept frames of a stack trace.
    pub frame: Option<u32>,
    /// The factor of that place; 1 without `+trace`.
    pub trace: f64,
    /// How much of the names failing tests share.
    pub names: NameMatch,
    /// The factor of that; 1 without `+name`.
    pub name: f64,
    /// The factor of what mutants say; 1 without `+mutants`.
    pub mutants: f64,
    /// What evidence says, where it is weighed.
    pub evidence: Option<Weighed>,
}

/// Evidence against a suspect, kind by kind.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// What it multiplies the score by.
    pub factor: f64,
    /// Kinds that failing tests tell, with their value and weight.
    pub kinds: Vec<(Kind, f64, f64)>,
    /// Kinds that tell a line from the others of its method, with their value and weight; of lines only.
    pub within: Vec<(LineKind, f64, f64)>,
}

/// Labelled variants of a group's failing tests.
#[derive(Clone, Debug)]
pub struct Amplified {
    /// Those that pass.
    pub passing: usize,
    /// Those that fail.
    pub failing: usize,
    /// As how many tests they count together.
    pub weight: f64,
    /// What they say edit by edit, what tells most first.
    pub evidence: Vec<Evidence>,
}

/// A mutant on which a failing test passes.
#[derive(Clone, Debug)]
pub struct Mending {
    /// Its line.
    pub line: u32,
    /// What it does to tests.
    pub category: Category,
    /// What it changes.
    pub words: String,
    /// Its suspiciousness by who kills it.
    pub suspicion: f64,
    /// Failing tests that pass on it.
    pub mended: usize,
    /// Passing tests that fail on it, as far as they ran.
    pub broken: usize,
    /// All that in a sentence.
    pub says: String,
}

/// A ranked element.
#[derive(Debug)]
pub struct Suspect {
    /// Place under the tie policy; half places only under the average.
    pub rank: f64,
    /// First place of its tie.
    pub rank_min: u32,
    /// Last place of its tie.
    pub rank_max: u32,
    /// Suspiciousness; may be infinite.
    pub score: f64,
    /// What the score is made of.
    pub parts: Parts,
    /// Counts of its most suspicious line.
    pub counts: Counts,
    /// Its class.
    pub class: ClassId,
    /// Its method; for a line all methods that it belongs to; for a class none.
    pub methods: Vec<MethodId>,
    /// Variants that executed its most suspicious line, passing and failing ones; `None` where they do not count.
    pub variants: Option<(usize, usize)>,
    /// The outcome that its score is, where that is not its lines' own: what it says, and its counts.
    pub outcome: Option<(String, Counts)>,
    /// The best of its mutants, where that mends something.
    pub mending: Option<Mending>,
    /// Its most suspicious line. `None` for what has no line.
    pub line: Option<u32>,
}

impl Report<'_> {
    /// How many tests ended so.
    pub fn ended(&self, outcome: Outcome) -> usize {
        self.spectrum.tests_with(outcome).count()
    }

    /// How many different source lines the spectrum has.
    pub fn lines(&self) -> usize {
        let key = |element: &Element| {
            (self.files.number(self.spectrum.methods[element.method.index()].class), element.line)
        };
        self.spectrum.elements.iter().map(key).collect::<HashSet<LineKey>>().len()
    }

    /// The source path of a class below its root, or its name when it has none.
    pub fn path_of(&self, class: ClassId) -> String {
        let class = &self.spectrum.classes[class.index()];
        class.source_path().unwrap_or_else(|| class.name.clone())
    }
}
