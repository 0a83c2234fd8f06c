//! Outcomes of conditions, switches and calls by test: additional columns beside those of the lines.

use std::collections::{HashMap, HashSet};
use std::iter::repeat_n;

use crate::jvm::by_jvm;
use crate::unify::{Columns, Layout};
use crate::{
    BitMatrix, ClassFile, Coverage, CoverageBuilder, ElementId, ElementOwner, ElementTable, Fnv, MergeError,
    Policies, RecordedClass, Recording, Site, Spectrum,
};

/// Suffix of the names of helper classes whose lines represent outcomes while merging.
const MARK: char = '\u{1}';

/// Coverage matrix of tests x outcomes, beside a spectrum of the same recordings.
///
/// Shape: `coverage` is `[tests × columns]`; its rows are the spectrum's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Which test covered which outcome.
    pub coverage: BitMatrix,
    /// The outcome of each column.
    pub columns: Vec<OutcomeColumn>,
    /// The sites that columns refer to.
    pub sites: Vec<Site>,
}

/// One outcome of one site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeColumn {
    /// The line of the spectrum that the site is on.
    pub element: ElementId,
    /// Index into the sites.
    pub site: u32,
    /// Index of the outcome at the site.
    pub outcome: u32,
}

/// The meaning of the slots of one class's outcomes.
struct Table<'a> {
    sites: &'a [Site],
    /// The line of each site; `None` if the class has no such line.
    lines: Vec<Option<ElementId>>,
    /// The first slot of each site.
    first: Vec<u32>,
}

impl<'a> Table<'a> {
    fn of(class: &RecordedClass, sites: &'a [Site], layout: Option<&Layout>) -> Self {
        let slots: HashMap<(u32, u32), usize> = class.slots.iter().copied().zip(0..).collect();
        let line = |site: &Site| {
            let slot = slots.get(&(site.method, site.line))?;
            layout?.elements.get(*slot).copied()
        };
        let firsts = sites.iter().scan(0, |next, site| {
            let first = *next;
            *next += site.outcomes() as u32;
            Some(first)
        });
        Self { sites, lines: sites.iter().map(line).collect(), first: firsts.collect() }
    }

    /// The site of a slot, its line, and the outcome that the slot represents.
    fn at(&self, slot: u32) -> Option<(&'a Site, ElementId, u32)> {
        let at = self.first.partition_point(|&first| first <= slot).checked_sub(1)?;
        Some((&self.sites[at], self.lines[at]?, slot - self.first[at]))
    }
}

impl Outcomes {
    /// Merges the outcomes of recordings whose spectrum was merged with the same policies. Outcomes inside
    /// static initialisers and fixtures are charged to tests as their lines are. Empty if no outcomes were
    /// recorded.
    ///
    /// Errors: as [`Spectrum::merge`]. Cost: that of merging the recordings once more, and their size in
    /// memory.
    pub fn merge(recordings: &[Recording], policies: impl Into<Policies>) -> Result<Self, MergeError> {
        if recordings.iter().all(|recording| recording.elements.is_empty()) {
            return Ok(Self::default());
        }
        let with: Vec<Recording> = recordings.iter().map(as_lines).collect();
        let all = Spectrum::merge(&with, policies)?;
        let jvms = by_jvm(recordings);
        let lines = Columns::of(&jvms)?;
        let mut tables = HashMap::<(&str, u64), Table<'_>>::new();
        for (jvm, recordings) in jvms.iter().enumerate() {
            for recording in recordings {
                for (class, table) in tables_of(recording) {
                    let key = (class.name.as_str(), class.hash ^ digest(&table.sites));
                    let layout = lines.layouts[jvm].get(&class.id).map(AsRef::as_ref);
                    tables.entry(key).or_insert_with(|| Table::of(class, &table.sites, layout));
                }
            }
        }
        let mut outcomes = Self::default();
        let mut kept = Vec::new();
        for (column, element) in all.elements.iter().enumerate() {
            let class = &all.classes[all.methods[element.method.index()].class.index()];
            let name = class.name.strip_suffix(MARK);
            let Some(table) = name.and_then(|name| tables.get(&(name, class.hash))) else { continue };
            let Some((site, element, outcome)) = table.at(element.line - 1) else { continue };
            if outcome == 0 || outcomes.sites.is_empty() {
                // A translated line has the number that it has in its source.
                let line = lines.elements[element.index()].line;
                outcomes.sites.push(Site { line, ..site.clone() });
            }
            let site = outcomes.sites.len() as u32 - 1;
            kept.push(column);
            outcomes.columns.push(OutcomeColumn { element, site, outcome });
        }
        outcomes.coverage = columns_of(&all, &kept);
        Ok(outcomes)
    }

    /// Whether there are no outcomes.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Describes a column: `line 7: `indexOf` returned a negative number`.
    pub fn words(&self, column: usize) -> String {
        let OutcomeColumn { site, outcome, .. } = self.columns[column];
        let site = &self.sites[site as usize];
        format!("line {}: {}", site.line, site.words(outcome as usize))
    }
}

/// Selects columns of a spectrum.
fn columns_of(all: &Spectrum, columns: &[usize]) -> BitMatrix {
    let mut place = vec![usize::MAX; all.elements.len()];
    for (at, &column) in columns.iter().enumerate() {
        place[column] = at;
    }
    let mut matrix = BitMatrix::new(all.tests.len(), columns.len());
    for row in 0..all.tests.len() {
        for at in all.coverage.ones(row).map(|column| place[column]).filter(|&at| at != usize::MAX) {
            matrix.set(row, at);
        }
    }
    matrix
}

/// The FNV-1a hash that distinguishes the sites of a class from those of other builds or other ways of
/// recording.
pub(crate) fn digest(sites: &[Site]) -> u64 {
    let mut hash = Fnv::default();
    let mut add = |bytes: &[u8]| hash.bytes(bytes);
    for site in sites {
        add(&site.method.to_le_bytes());
        add(&site.line.to_le_bytes());
        add(&[site.kind as u8]);
        add(&(site.name.len() as u64).to_le_bytes());
        add(site.name.as_bytes());
        add(&(site.cases.len() as u64).to_le_bytes());
        site.cases.iter().for_each(|case| add(&case.to_le_bytes()));
    }
    hash.finish()
}

/// The tables of a recording, each with its class, without tables of undefined classes.
fn tables_of(recording: &Recording) -> impl Iterator<Item = (&RecordedClass, &ElementTable)> {
    let classes: HashMap<u32, &RecordedClass> =
        recording.classes.iter().map(|class| (class.id, class)).collect();
    let tables = recording.elements.tables.iter();
    tables.filter_map(move |table| Some((*classes.get(&table.class)?, table)))
}

/// A copy in which outcomes are lines of additional classes: slot `s` of a table is line `s + 1`, so that the
/// ordinary merge handles initialisers, fixtures and reruns. Outcomes of unknown tests are dropped: a JVM
/// writes outcomes before the test and may be killed in between.
fn as_lines(recording: &Recording) -> Recording {
    let mut all = Recording { elements: crate::Elements::default(), ..recording.clone() };
    let mut tables = HashSet::new();
    for (class, table) in tables_of(recording) {
        let methods = table.sites.iter().flat_map(|site| repeat_n(site.method, site.outcomes()));
        tables.insert(table.id);
        let file = ClassFile {
            name: format!("{}{MARK}", class.name),
            hash: class.hash ^ digest(&table.sites),
            slots: methods.zip(1..).collect(),
            ..ClassFile::clone(&class.file)
        };
        all.classes.push(RecordedClass::new(table.id, file));
    }
    let known = |coverage: &Coverage| {
        let mut row = CoverageBuilder::default();
        let known = coverage.classes().filter(|(table, _)| tables.contains(table));
        known.for_each(|(table, bits)| row.class(table, bits));
        row.to_coverage()
    };
    let tests: HashMap<u32, usize> = all.tests.iter().map(|test| test.sequence).zip(0..).collect();
    let fixtures: HashMap<u32, usize> = all.fixtures.iter().map(|fixture| fixture.id).zip(0..).collect();
    for hits in &recording.elements.hits {
        let outcomes = known(&hits.coverage);
        match hits.owner {
            ElementOwner::Test(number) => {
                if let Some(&at) = tests.get(&number) {
                    all.tests[at].coverage = union(&all.tests[at].coverage, &outcomes);
                }
            }
            ElementOwner::Fixture(number) => {
                if let Some(&at) = fixtures.get(&number) {
                    all.fixtures[at].coverage = union(&all.fixtures[at].coverage, &outcomes);
                }
            }
            ElementOwner::Initialiser(number) => all.initialisers.push((number, outcomes)),
        }
    }
    all
}

/// The union of two coverages with disjoint classes.
fn union(one: &Coverage, other: &Coverage) -> Coverage {
    let mut classes: Vec<(u32, &[u64])> = one.classes().chain(other.classes()).collect();
    classes.sort_by_key(|&(class, _)| class);
    classes.dedup_by_key(|&mut (class, _)| class);
    let mut row = CoverageBuilder::default();
    for (class, bits) in classes {
        row.class(class, bits);
    }
    row.to_coverage()
}
