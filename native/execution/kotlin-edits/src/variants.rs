//! The variants of a test: its splits, then randomly drawn edits.

use std::collections::{BTreeSet, HashSet};

use faultline_spectrum::Fnv;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use crate::assertions::Assertions;
use crate::edit::{Edit, spliced};
use crate::edits;
use crate::inputs::Inputs;
use crate::sites::Sites;
use crate::split::Split;
use crate::test::Test;
use crate::watching::{self, INSTEAD};

/// Maximum number of edits in a variant: mostly one; a third have up to three.
const MOST_EDITS: usize = 3;
const TRIES: usize = 30;
/// Maximum number of characters in all edits of a test that are compiled at once: the compiler processes some
/// 40,000 a second.
const ROOM: usize = 150_000;
const LEAST: usize = 40;

/// The requested variants of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Number of edits.
    pub count: usize,
    /// Whether assertions of edited variants stay active, instead of observing their actual values.
    pub tries: bool,
    /// Random seed.
    pub seed: u64,
}

/// The kind of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All assertions, each run even after a failure.
    Whole,
    /// One of its assertions.
    Split,
    /// Edits, with assertions as observations.
    Edit,
    /// Edits, with active assertions.
    Tried,
}

/// A variant of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its kind.
    pub kind: Kind,
    /// The code to compile and run: a body in braces.
    pub code: String,
    /// The code for users: the same, with the original assertions.
    pub body: String,
    /// Descriptions of its edits, in order.
    pub words: String,
    /// Lines of the file, separated by blanks.
    pub lines: String,
    /// For a split, the index of its assertion; for edits, their numbers.
    pub sites: String,
    /// The number of unchanged inputs, and the total: `7/8`.
    pub inputs: String,
    /// The numbers of its edits.
    pub edits: Vec<usize>,
}

/// Draws the variants of a test. Deterministic: it depends on the seed and the test's name.
#[derive(Debug)]
pub struct Variants<'s> {
    test: &'s Test<'s>,
    split: Split<'s>,
    sites: Sites,
    inputs: Inputs,
    watching: Vec<Edit>,
    wanted: Wanted,
    random: SplitMix64,
    seen: HashSet<String>,
}

impl<'s> Variants<'s> {
    /// Finds the possible edits.
    pub fn of(test: &'s Test<'s>, wanted: Wanted) -> Self {
        let Test { source, body, .. } = *test;
        let assertions = Assertions::of(source);
        let split = Split::of(source, &assertions, body);
        let room = (ROOM / body.byte_range().len().max(1)).max(LEAST);
        let sites = if wanted.count == 0 { Sites::default() } else { edits::of(source, &assertions, body) };
        let watching = if wanted.tries { split.whole() } else { watching::body(&assertions, source, body) };
        let mut variants = Self {
            inputs: Inputs::of(source, &assertions, &split, body),
            random: SplitMix64::seed_from_u64(
                wanted.seed ^ Fnv::of(format!("{}#{}", test.class_name, test.method).as_bytes()),
            ),
            wanted: Wanted { count: wanted.count.min(room), ..wanted },
            test,
            split,
            sites,
            watching,
            seen: HashSet::new(),
        };
        let unedited = variants.code(&[]);
        variants.seen.extend(unedited);
        variants
    }

    /// Number of requested edits.
    pub fn count(&self) -> usize {
        let is_silent = self.wanted.tries && self.split.len() == 0;
        if self.sites.is_empty() || is_silent { 0 } else { self.wanted.count }
    }

    /// The whole test in which every assertion runs, then one variant per assertion. A single assertion has
    /// no split, and the whole test then is only included to compare other variants with it.
    pub fn splits(&self) -> Vec<Variant> {
        let mut variants = Vec::new();
        for at in (0..self.split.len()).filter(|_| self.split.len() > 1) {
            let alone = self.split.alone(at);
            if let Some(body) = self.spliced(&alone) {
                let (line, inputs) = (self.split.line(at).to_string(), self.inputs.after(&alone));
                variants.push(plain(Kind::Split, &self.test.braced(&body), (at.to_string(), line), inputs));
            }
        }
        let is_compared = !variants.is_empty() || self.wanted.tries && self.split.len() > 0;
        let whole = is_compared.then(|| self.spliced(&self.split.whole())).flatten();
        if let Some(body) = whole {
            let inputs = self.inputs.after(&[]);
            variants.insert(0, plain(Kind::Whole, &self.test.braced(&body), Default::default(), inputs));
        }
        variants
    }

    /// Draws this number of edits, or fewer if no others are found.
    pub fn edits(&mut self, count: usize) -> Vec<Variant> {
        let mut variants = Vec::new();
        for _ in 0..count * TRIES {
            if variants.len() >= count || self.sites.is_empty() {
                break;
            }
            let most = if self.below(3) == 0 { 1 + self.below(MOST_EDITS) } else { 1 };
            let mut chosen: Vec<Edit> = (0..most).filter_map(|_| self.draw()).collect();
            chosen.sort_by_key(|edit| (edit.from, edit.to));
            chosen.dedup();
            let code = if chosen.is_empty() { None } else { self.code(&chosen) };
            if let Some(code) = code
                && self.seen.insert(code.clone())
            {
                variants.extend(self.variant(code, &chosen));
            }
        }
        variants
    }

    fn variant(&self, code: String, chosen: &[Edit]) -> Option<Variant> {
        let lines: BTreeSet<u32> = chosen.iter().map(|edit| self.test.source.line(edit.from)).collect();
        let edits: Vec<usize> = chosen.iter().filter_map(|edit| edit.id).collect();
        let words: Vec<&str> = chosen.iter().map(|edit| edit.words.as_str()).collect();
        let body = if self.wanted.tries { self.test.braced(&self.spliced(chosen)?) } else { code.clone() };
        Some(Variant {
            kind: if self.wanted.tries { Kind::Tried } else { Kind::Edit },
            code,
            body,
            words: words.join("; "),
            lines: joined(lines),
            sites: joined(&edits),
            inputs: self.inputs.after(chosen),
            edits,
        })
    }

    /// Draws an edit; none that changes the expected value of an active assertion.
    fn draw(&mut self) -> Option<Edit> {
        let Self { sites, random, .. } = self;
        let edit = sites.draw(&mut |most| below(random, most))?.clone();
        let is_expected =
            self.wanted.tries && self.split.is_expected(&(edit.from..edit.to.max(edit.from + 1)));
        (!is_expected).then_some(edit)
    }

    fn code(&self, chosen: &[Edit]) -> Option<String> {
        let body = self.spliced(chosen.iter().chain(&self.watching))?;
        let body = self.test.braced(&body);
        // It observes from its first brace on.
        Some(if self.wanted.tries { body } else { body.replacen('{', &format!("{{{INSTEAD}"), 1) })
    }

    fn spliced<'e>(&self, edits: impl IntoIterator<Item = &'e Edit>) -> Option<String> {
        spliced(self.test.source.text(), self.test.body.byte_range(), edits)
    }

    fn below(&mut self, most: usize) -> usize {
        below(&mut self.random, most)
    }
}

fn plain(kind: Kind, body: &str, (sites, lines): (String, String), inputs: String) -> Variant {
    let (code, body) = (body.to_owned(), body.to_owned());
    Variant { kind, code, body, words: String::new(), lines, sites, inputs, edits: Vec::new() }
}

fn joined<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    all.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(" ")
}

/// A uniform number below `most`, except for a bias of one in 2^32.
fn below(random: &mut SplitMix64, most: usize) -> usize {
    ((u128::from(random.next_u64()) * most as u128) >> 64) as usize
}
