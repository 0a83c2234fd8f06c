//! The variants of one test: its splits, then edits drawn by chance.

use std::collections::{BTreeSet, HashSet};

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

/// Edits of one variant: mostly one; a third have up to three.
const MOST_EDITS: usize = 3;
const TRIES: usize = 30;
/// Characters of all edits of a test that are compiled at once: the compiler takes some 40,000 a second.
const ROOM: usize = 150_000;
const LEAST: usize = 40;

/// What is wanted of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// So many edits.
    pub count: usize,
    /// Whether assertions of edited variants have their say, instead of showing what they look at.
    pub tries: bool,
    /// Of what is left to chance.
    pub seed: u64,
}

/// What a variant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All its assertions, each of which has its say.
    Whole,
    /// One of its assertions.
    Split,
    /// Edits; assertions became observations.
    Edit,
    /// Edits; assertions have their say.
    Tried,
}

/// A variant of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// What it is.
    pub kind: Kind,
    /// What is compiled and run: a body in braces.
    pub code: String,
    /// What people read: the same, but assertions that have their say stand as they were.
    pub body: String,
    /// Words for its edits, one after the other.
    pub words: String,
    /// Of the file, separated by blanks.
    pub lines: String,
    /// For a split, the place of its assertion; for edits, their numbers.
    pub sites: String,
    /// How many inputs are as they were, and of how many: `7/8`.
    pub inputs: String,
    /// The numbers of its edits.
    pub edits: Vec<usize>,
}

/// Draws the variants of one test. Deterministic: what is drawn depends on the seed and the test's name.
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
    /// Finds what can be edited.
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
                wanted.seed ^ hash(&format!("{}#{}", test.class_name, test.method)),
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

    /// How many edits are wanted.
    pub fn count(&self) -> usize {
        let is_silent = self.wanted.tries && self.split.len() == 0;
        if self.sites.is_empty() || is_silent { 0 } else { self.wanted.count }
    }

    /// One per assertion, and before them the whole test in which each has its say; no splits where there is only one, and the whole
    /// test then only where something is compared with it.
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

    /// So many edits, or fewer where no others can be found.
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

    /// An edit; none that would change what an assertion expects where it has its say.
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

/// A number below another, each as likely but for one in 2^32.
fn below(random: &mut SplitMix64, most: usize) -> usize {
    ((u128::from(random.next_u64()) * most as u128) >> 64) as usize
}

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
