//! Answers a question with a report.

use std::cell::{Cell, OnceCell};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::SystemTime;

use faultline_mbfl::{Boosts, Matched, Results, boosts, sentence};
use faultline_messages::failure::Failure;
use faultline_messages::words::{counted, number};
use faultline_recording_store::NamedBaseline;
use faultline_recording_store::files::Files;
use faultline_recording_store::interrupted;
use faultline_recording_store::load::Loaded;
use faultline_recording_store::mutants;
use faultline_recording_store::reading::Reading;
use faultline_sbfl::evidence::{ALONE, Kind, LineKind, Weights};
use faultline_sbfl::{
    Base, Cloning, Counts, FailureGroup, Level, MutantScore, RankQuery, Ranked, Ranker, Ranking, RankingSpec,
    ScoringError, Selection, Ties, failure_groups, grouped, is_unbalanced, tests_to_explain,
};
use faultline_since_passed::{Basis, Comparison, Since, changed_since};
use faultline_spectrum::{ElementId, MethodId, Outcome, Outcomes, Spectrum, TestId};
use faultline_variant_evidence::evidence::evidence;
use faultline_variant_evidence::growable::can_grow;
use faultline_variant_evidence::matched as amplified;

use crate::answer;
use crate::changes::changes;
use crate::document::Edit;
use crate::doubt;
use crate::gains::Typical;
use crate::moved::Evidence;
use crate::of_no_test;
use crate::report::{
    Amplified, Contribution, EvidenceKind, Group, LineKey, Mending, NameShares, Parts, Report,
    ScoringOutcome, Suspect, Variants, Weighed,
};
use crate::since;
use crate::unseen::Unseen;
use crate::why;

/// Default number of suspects per group.
const TOP: usize = 20;
/// Number of suspects per group on a page with several groups.
const TOP_OF_SEVERAL: usize = 5;
/// Limit of cached ranking entries, so that many groups of failures do not fill memory; rankings beyond it
/// are recomputed.
const KEPT: usize = 1 << 20;

/// The output form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A page for people, with source excerpts.
    Page,
    /// JSON.
    Json,
    /// Static pages, with the scores of all lines that a failing test runs.
    Report,
}

/// A question, validated as far as possible without a recording.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// Paths of recordings as given, for error messages.
    pub inputs: &'a [PathBuf],
    /// Names of the failing tests to explain; empty means all.
    pub failing: &'a [String],
    /// The ranking; `None` means the default.
    pub spec: Option<RankingSpec>,
    /// Which parts of recordings count.
    pub reading: Reading,
    /// The rank of tied elements.
    pub ties: Ties,
    /// What is ranked.
    pub level: Level,
    /// The range of groups of failing tests to rank, the largest first.
    pub groups: Range<usize>,
    /// A baseline that failing tests are compared with, besides the one beside the recordings.
    pub baseline: Option<&'a NamedBaseline>,
}

impl<'a> Question<'a> {
    /// The default question: a ranking of methods for each group of failing tests.
    pub fn new(inputs: &'a [PathBuf], failing: &'a [String]) -> Self {
        Self {
            inputs,
            failing,
            spec: None,
            reading: Reading::default(),
            ties: Ties::Max,
            level: Level::Method,
            groups: 0..usize::MAX,
            baseline: None,
        }
    }

    /// Limits the question to the `most` largest groups of failing tests.
    #[must_use]
    pub fn of_largest(self, most: usize) -> Self {
        Self { groups: 0..most, ..self }
    }

    /// The full ranking of each group of failing tests, the largest first. Errors: those of
    /// [`Question::answer`].
    pub fn rankings(&self, loaded: &Loaded) -> Result<Vec<(Vec<TestId>, Ranking)>, Failure> {
        let beside = Beside::of(loaded, self);
        let ranking = self.spec.unwrap_or_else(|| beside.spec());
        let ranker = beside.ranker(&loaded.spectrum);
        let of = |group: FailureGroup| {
            let query = RankQuery::against_passing(&loaded.spectrum, &group.tests, ranking, self.level);
            let query = RankQuery { ties: self.ties, ..query };
            Ok((group.tests, ranker.rank(&query).map_err(|error| failure(&error))?))
        };
        self.groups(loaded, &beside)?.into_iter().map(of).collect()
    }

    /// Ranks the suspects of each group of failing tests, for a single report.
    /// `top` is the number of suspects per group. Errors: those of [`Question::ranked`].
    pub fn answer<'l>(
        &self,
        loaded: &'l Loaded,
        outcomes: Option<&Outcomes>,
        form: Form,
        top: Option<usize>,
    ) -> Result<Report<'l>, Failure> {
        let beside = Beside::of(loaded, self);
        self.ranked(loaded, &beside, outcomes)?.report(form, top)
    }

    /// The groups of failing tests, each ranked once for all reports.
    /// Errors: no test failed, or none with the given name.
    pub fn ranked<'b, 'l>(
        &'b self,
        loaded: &'l Loaded,
        beside: &'b Beside,
        outcomes: Option<&'b Outcomes>,
    ) -> Result<Answered<'b, 'l>, Failure>
    where
        'l: 'b,
    {
        let mut spec = self.spec.unwrap_or_else(|| beside.spec());
        let mut ranker = beside.ranker(&loaded.spectrum);
        if let Some(outcomes) = outcomes {
            ranker = ranker.with_outcomes(outcomes);
            spec.amplified = spec.amplified.filter(|_| self.spec.is_some()); // variants have no outcomes
        }
        let groups = self.groups(loaded, beside)?;
        let several = groups.len() > 1;
        let is_any_sound = groups.iter().any(|group| !beside.doubts(group));
        let groups = groups.into_iter().skip(self.groups.start).take(self.groups.len());
        let groups = groups.map(|group| RankedGroup {
            selection: Selection::against_passing(&loaded.spectrum, &group.tests),
            group,
            ranking: OnceCell::new(),
        });
        let (groups, room) = (groups.collect(), Cell::new(KEPT));
        Ok(Answered {
            question: self,
            loaded,
            beside,
            outcomes,
            ranker,
            spec,
            several,
            is_any_sound,
            groups,
            room,
        })
    }

    /// The report of a run without failing tests: a summary of the recording, without suspects. Cost:
    /// O(classes).
    pub fn without_suspects<'l>(&self, loaded: &'l Loaded) -> Report<'l> {
        Report {
            spectrum: &loaded.spectrum,
            files: Files::of(&loaded.spectrum.classes),
            spec: self.spec.unwrap_or_default(),
            elements: false,
            hints: Vec::new(),
            ties: self.ties,
            level: self.level,
            chosen: false,
            groups: Vec::new(),
            notes: loaded.notes.clone(),
            unseen: None,
        }
    }

    /// If the first rank is tied, suggests how to break the tie.
    fn proposal(&self, loaded: &Loaded, variants: &amplified::Matched, groups: &[Group]) -> Option<String> {
        if self.spec.is_some() || !variants.is_empty() {
            return None;
        }
        let first = groups.iter().find_map(|group| {
            let first = group.suspects.first()?;
            let is_tied = first.counts.ef > 0 && first.rank_max > 1 && !group.interrupted;
            (is_tied && can_grow(loaded, &group.failing)).then_some(first)
        })?;
        Some(format!(
            "The first {} places are tied: `faultline amplify` makes variants of the failing test that may tell them apart",
            number(first.rank_max as usize)
        ))
    }

    /// The groups to rank, largest first, those last whose failures are hardly faults of the code; one group of the
    /// chosen tests with `--failing`.
    fn groups(&self, loaded: &Loaded, beside: &Beside) -> Result<Vec<FailureGroup>, Failure> {
        let spectrum = &loaded.spectrum;
        if self.failing.is_empty() {
            let mut groups = failure_groups(spectrum);
            if groups.is_empty() {
                return Err(nothing_failed(loaded, self.inputs));
            }
            groups.sort_by_key(|group| beside.doubts(group));
            return Ok(groups);
        }
        let tests = match tests_to_explain(spectrum, self.failing) {
            Ok(tests) => tests,
            // If nothing failed, report that rather than the test's name.
            Err(ScoringError::NotFailed { .. }) if failure_groups(spectrum).is_empty() => {
                return Err(nothing_failed(loaded, self.inputs));
            }
            Err(error) => return Err(failure(&error)),
        };
        // Chosen tests share a cause only if they are of one group.
        let mut groups = grouped(spectrum, tests.iter().copied());
        let common = groups.pop().filter(|_| groups.is_empty()).unwrap_or_default();
        Ok(vec![FailureGroup { tests, ..common }])
    }
}

/// The groups of failing tests with their rankings, shared by reports of any form.
#[derive(Debug)]
pub struct Answered<'a, 'l> {
    question: &'a Question<'a>,
    loaded: &'l Loaded,
    beside: &'a Beside,
    outcomes: Option<&'a Outcomes>,
    ranker: Ranker<'a>,
    spec: RankingSpec,
    /// Whether the recording has several groups, asked for or not.
    several: bool,
    /// Whether a group is without doubt, so that those in doubt stand behind it.
    is_any_sound: bool,
    groups: Vec<RankedGroup>,
    /// Number of ranking entries that can still be cached.
    room: Cell<usize>,
}

/// A group and its cached ranking.
#[derive(Debug)]
struct RankedGroup {
    group: FailureGroup,
    selection: Selection,
    ranking: OnceCell<Rc<Ranking>>,
}

impl<'l> Answered<'_, 'l> {
    /// Whether the question is the one of pages: methods, worst rank of ties, no outcomes.
    pub fn is_of_pages(&self) -> bool {
        self.question.level == Level::Method && self.question.ties == Ties::Max && self.outcomes.is_none()
    }

    /// Reports all groups in a form. `top` is the number of suspects per group. Errors: those of a ranking of
    /// lines.
    pub fn report(&self, form: Form, top: Option<usize>) -> Result<Report<'l>, Failure> {
        self.report_of_largest(usize::MAX, form, top)
    }

    /// As `report`, limited to the `most` largest groups.
    pub fn report_of_largest(
        &self,
        most: usize,
        form: Form,
        top: Option<usize>,
    ) -> Result<Report<'l>, Failure> {
        let spectrum = &self.loaded.spectrum;
        let top = match top {
            Some(0) => usize::MAX,
            Some(top) => top,
            None if self.several && form == Form::Page => TOP_OF_SEVERAL,
            None => TOP,
        };
        let asked = Asked {
            spectrum,
            outcomes: self.outcomes,
            spec: self.spec,
            matched: self.beside.mutants.as_ref(),
            changes: self.beside.changes.as_ref(),
            variants: &self.beside.variants,
            failed: spectrum.tests_with(Outcome::Failed).count(),
        };
        let files = Files::of(&spectrum.classes);
        let groups = self.groups.iter().take(most).map(|of| self.group(&asked, &files, of, (form, top)));
        let groups = groups.collect::<Result<Vec<_>, _>>()?;
        let failing: Vec<TestId> = groups.iter().flat_map(|group| group.failing.iter().copied()).collect();
        let proposal = self.question.proposal(self.loaded, asked.variants, &groups);
        let notes = self.loaded.notes.iter().chain(&self.beside.notes).cloned();
        Ok(Report {
            spectrum,
            files,
            spec: self.spec,
            elements: self.outcomes.is_some(),
            hints: hint(&self.spec, &groups).into_iter().chain(proposal).collect(),
            ties: self.question.ties,
            level: self.question.level,
            chosen: !self.question.failing.is_empty(),
            groups,
            notes: notes.chain(of_no_test::note(self.loaded, &failing)).chain(self.few_kills()).collect(),
            unseen: Unseen::of(&self.loaded.unseen, spectrum, &failing),
        })
    }

    /// A note if the ranking counts kills, and the results have none by passing tests.
    fn few_kills(&self) -> Option<String> {
        let Base::Mutants(score) = self.spec.base else { return None };
        let infection = matches!(score, MutantScore::Metallaxis { infection: true, .. });
        self.beside.mutants.as_ref()?.lacks_kills_of_passing(infection).then(|| {
            "passing tests have run on mending mutants alone, so their kills of other mutants do not count: faultline \
             mutate --resume --tests ietcr runs them"
                .to_owned()
        })
    }

    fn group(
        &self,
        asked: &Asked<'_>,
        files: &Files,
        of: &RankedGroup,
        (form, top): (Form, usize),
    ) -> Result<Group, Failure> {
        let spectrum = asked.spectrum;
        let RankedGroup { group, selection, .. } = of;
        let ranking = &self.ranking(of)?;
        let weight = asked.spec.mutants.unwrap_or_default();
        let mutants = asked.matched.map(|matched| boosts(matched, selection, weight));
        let mut suspects: Vec<_> = ranking
            .entries
            .iter()
            .take(top)
            .map(|entry| suspect(asked, ranking, entry, selection, mutants.as_ref()))
            .collect();
        judge(&mut suspects, ranking);
        let marks_lines = ranking.level == Level::Method && ranking.spec.weights().is_some();
        let shown = (form == Form::Page)
            .then(|| suspects.iter().map(|suspect| files.number(suspect.class)).collect::<HashSet<u32>>());
        let lines = if form != Form::Json || marks_lines {
            let is_shown = |file| shown.as_ref().is_some_and(|shown| shown.contains(&file));
            Some(self.lines(of, ranking, files, is_shown)?)
        } else {
            None
        };
        if let Some(lines) = lines.as_deref().filter(|_| marks_lines) {
            mark(&mut suspects, spectrum, lines);
        }
        let line_scores = match lines.as_deref().filter(|_| form != Form::Json) {
            None => HashMap::new(),
            Some(lines) => scores_of(spectrum, files, lines, shown.as_ref()),
        };
        let has_failed = |test: &&TestId| spectrum.tests[test.index()].outcome == Outcome::Failed;
        let own = group.tests.iter().filter(has_failed).count();
        Ok(Group {
            left_out: asked.failed - own,
            interrupted: group.tests.iter().all(|test| spectrum.tests[test.index()].is_interrupted()),
            failing: group.tests.clone(),
            exception: group.exception.clone(),
            root: group.root.clone(),
            initialiser: group.initialiser.clone(),
            site: group.site.clone(),
            ranked: ranking.entries.len(),
            clone_factor: ranking.clone_factor(),
            passing: ranking.passing,
            amplified: amplified_of(asked, ranking, selection),
            answer: answer::of(spectrum, ranking, suspects.first().and_then(|first| first.marked)),
            since: since::of(spectrum, asked.changes, &group.tests),
            changed_lines: match form {
                Form::Report => changed_lines(asked, files, &group.tests),
                _ => HashSet::new(),
            },
            doubt: doubt::of(asked.changes, &group.tests, self.is_any_sound),
            last_change: None,
            suspects,
            line_scores,
            messages: HashMap::new(),
        })
    }

    /// A group's ranking, computed on first use.
    fn ranking(&self, of: &RankedGroup) -> Result<Rc<Ranking>, Failure> {
        if let Some(ranking) = of.ranking.get() {
            return Ok(Rc::clone(ranking));
        }
        let query = self.query(of, self.question.level);
        let ranking = Rc::new(self.ranker.rank(&query).map_err(|error| failure(&error))?);
        if let Some(room) = self.room.get().checked_sub(ranking.entries.len()) {
            self.room.set(room);
            return Ok(Rc::clone(of.ranking.get_or_init(|| ranking)));
        }
        Ok(ranking)
    }

    /// A group's ranking of lines, with at least those that a failing test runs and those of the shown files: entries of
    /// all lines of a large program would be most of what a ranking holds.
    fn lines(
        &self,
        of: &RankedGroup,
        ranking: &Rc<Ranking>,
        files: &Files,
        is_shown: impl Fn(u32) -> bool,
    ) -> Result<Rc<Ranking>, Failure> {
        if ranking.level == Level::Line {
            return Ok(Rc::clone(ranking));
        }
        let spectrum = &self.loaded.spectrum;
        let wanted = |element: ElementId, counts: &Counts| {
            counts.ef > 0 || is_shown(files.number(spectrum.method_of(element).class))
        };
        let lines = self.ranker.rank_lines(&self.query(of, Level::Line), wanted);
        Ok(Rc::new(lines.map_err(|error| failure(&error))?))
    }

    fn query(&self, of: &RankedGroup, level: Level) -> RankQuery {
        RankQuery { selection: of.selection.clone(), ranking: self.spec, level, ties: self.question.ties }
    }
}

/// Advice if few tests failed and the formula suffers from that.
fn hint(spec: &RankingSpec, groups: &[Group]) -> Option<String> {
    let formula = spec.formula()?;
    if spec.clone || formula.cloning != Cloning::Improved {
        return None;
    }
    let is_unbalanced = |group: &&Group| is_unbalanced(group.failing.len() as u32, group.passing as u32);
    let group = groups.iter().find(is_unbalanced)?;
    Some(format!(
        "Few failing tests ({} to {} passing): --ranking {}+clone counts them as often, which can only \
             help {} to rank a single faulty line",
        number(group.failing.len()),
        number(group.passing),
        spec,
        formula.name
    ))
}

/// The inputs of an answer, for one spectrum.
struct Asked<'a> {
    spectrum: &'a Spectrum,
    outcomes: Option<&'a Outcomes>,
    spec: RankingSpec,
    matched: Option<&'a Matched>,
    changes: Option<&'a Comparison>,
    variants: &'a amplified::Matched,
    /// Number of tests that failed.
    failed: usize,
}

/// Evidence stored beside recordings: results of mutants, and variants of failing tests.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// Results of mutants, if some match the recorded classes.
    mutants: Option<Matched>,
    /// What has changed since failing tests passed, if there is a baseline of this run.
    changes: Option<Comparison>,
    variants: amplified::Matched,
    notes: Vec<String>,
}

impl Beside {
    /// Loads the evidence for a question. Files that cannot be used are skipped with a note. Cost: reads all files of
    /// results and variants.
    pub fn of(loaded: &Loaded, question: &Question<'_>) -> Self {
        let (mutants, mut notes) = mutants_beside(loaded);
        let (found, of_files) = amplified::beside(&loaded.files);
        notes.extend(of_files);
        let variants = if found.is_empty() {
            amplified::Matched::default()
        } else {
            amplified::Matched::of(&found, &loaded.spectrum, question.reading.policies, &mut notes)
        };
        let changes = changes(loaded, question.baseline, &mut notes);
        Self { mutants, changes, variants, notes }
    }

    /// The results of mutants, if some match the recorded classes.
    pub fn mutants(&self) -> Option<&Matched> {
        self.mutants.as_ref()
    }

    /// Whether changes since tests passed, or variants of failing tests, count in rankings beside mutants.
    pub fn has_more_than_mutants(&self) -> bool {
        self.changes.as_ref().is_some_and(Comparison::tells) || !self.variants.variants.is_empty()
    }

    /// This evidence without and with new evidence of one kind.
    pub(crate) fn without_and_with(self, evidence: Evidence) -> (Self, Self) {
        let (mut old, mut new) = (self.clone(), self);
        match evidence {
            Evidence::Mutants(mutants) => {
                old.mutants = None;
                new.mutants = Some(mutants);
            }
            Evidence::Grown(grown) => {
                old.variants = amplified::Matched::default();
                new.variants = grown;
            }
        }
        (old, new)
    }

    /// Whether a group's failures are hardly faults of the code.
    fn doubts(&self, group: &FailureGroup) -> bool {
        doubt::is_doubtful(self.changes.as_ref(), &group.tests)
    }

    /// The default ranking of `faultline rank`.
    fn spec(&self) -> RankingSpec {
        let spec = RankingSpec::default();
        let spec = if self.mutants.is_some() { spec.with_mutants() } else { spec };
        let spec = if self.variants.is_empty() { spec } else { spec.with_amplified() };
        if self.changes.as_ref().is_some_and(Comparison::tells) { spec.with_changed() } else { spec }
    }

    fn ranker<'a>(&'a self, spectrum: &'a Spectrum) -> Ranker<'a> {
        let mut ranker = Ranker::new(spectrum).with_amplified(&self.variants.variants);
        if let Some(changes) = &self.changes {
            ranker = ranker.with_changes(changes);
        }
        match &self.mutants {
            Some(mutants) => ranker.with_mutants(mutants),
            None => ranker,
        }
    }
}

/// Results of mutants beside the recordings, if some match the recorded classes; and notes on them.
fn mutants_beside(loaded: &Loaded) -> (Option<Matched>, Vec<String>) {
    let found = mutants::beside(&loaded.files);
    if found.results.is_empty() {
        return (None, found.notes);
    }
    let matched = Results::of(&found.results).matched(&loaded.spectrum);
    let mut notes = found.notes;
    if matched.left_out.classes > 0 {
        notes.push(format!(
            "results of mutants of {} are left out, of which the recordings have no class with the same bytes",
            counted(matched.left_out.classes, "class")
        ));
    }
    (Some(matched).filter(|matched| !matched.is_empty()), notes)
}

/// A summary of the variants of a group's tests, if variants count.
fn amplified_of(asked: &Asked<'_>, ranking: &Ranking, tests: &Selection) -> Option<Amplified> {
    let is_of = |of: TestId| tests.failing().binary_search(&of).is_ok();
    let variants =
        asked.variants.variants.iter().zip(&asked.variants.kept).filter(|(variant, _)| is_of(variant.of));
    let (variants, kept): (Vec<_>, Vec<_>) = variants.unzip();
    if variants.is_empty() || asked.spec.amplified.is_none() {
        return None;
    }
    let failing = variants.iter().filter(|variant| variant.fails).count();
    Some(Amplified {
        passing: variants.len() - failing,
        failing,
        weight: ranking.amplified.0 + ranking.amplified.1,
        edits: evidence(kept).into_iter().map(Edit::from).collect(),
    })
}

/// Number of variants of these tests that executed an entry's line.
fn executed(asked: &Asked<'_>, elements: &[ElementId], tests: &Selection) -> Option<Variants> {
    asked.spec.amplified?;
    let (mut counts, mut any) = (Variants { passing: 0, failing: 0 }, false);
    for variant in &asked.variants.variants {
        if tests.failing().binary_search(&variant.of).is_err() {
            continue;
        }
        any = true;
        if elements.iter().any(|element| variant.elements.binary_search(element).is_ok()) {
            let count = if variant.fails { &mut counts.failing } else { &mut counts.passing };
            *count += 1;
        }
    }
    any.then_some(counts)
}

fn failure(error: &ScoringError) -> Failure {
    match error {
        ScoringError::UnknownTest { .. } => {
            Failure::failed(format!("{error} (`faultline rank` without --failing shows what failed)"))
        }
        _ => Failure::failed(error.to_string()),
    }
}

fn nothing_failed(loaded: &Loaded, inputs: &[PathBuf]) -> Failure {
    let places: Vec<_> = loaded.files.iter().filter_map(|file| file.parent()).collect();
    let place = match (loaded.files.as_slice(), places.first()) {
        ([file], _) => file.display().to_string(),
        (_, Some(first)) if places.iter().all(|place| place == first) => first.display().to_string(),
        _ => counted(loaded.files.len(), "file"),
    };
    let of = format!("none of the {} in {place} failed", counted(loaded.spectrum.tests.len(), "test"));
    let dir = match inputs {
        [only] => Some(only.as_path()),
        _ => None,
    };
    Failure::NothingFailed(match interrupted::offer(&interrupted::of_tests(&loaded.spectrum.tests), dir) {
        Some(offer) => format!("{of}; {offer}"),
        None => format!(
            "{of}, so nothing is suspicious; record a run with a failing test: faultline run -- mvn test"
        ),
    })
}

fn suspect(
    asked: &Asked<'_>,
    ranking: &Ranking,
    entry: &Ranked,
    tests: &Selection,
    mutants: Option<&Boosts>,
) -> Suspect {
    let spectrum = asked.spectrum;
    let element = spectrum.elements[entry.element.index()];
    let mut methods = Vec::new();
    if ranking.level != Level::Class {
        for &member in ranking.elements(entry) {
            let method = spectrum.elements[member.index()].method;
            if !methods.contains(&method) {
                methods.push(method);
            }
        }
    }
    let changed = changed_for(asked, tests, &methods);
    Suspect {
        rank: entry.rank,
        rank_min: entry.rank_min,
        rank_max: entry.rank_max,
        score: entry.score,
        parts: Parts {
            base: entry.base,
            lines: entry.lines,
            size: ranking.size_factor(entry),
            frame: entry.frame,
            trace: ranking.trace_factor(entry),
            names: NameShares { class: entry.name.class, method: entry.name.method },
            name: ranking.name_factor(entry),
            mutants: ranking.spec.mutants.map(|_| entry.mutants),
            changed: ranking.spec.changed.map(|_| entry.changed),
            evidence: ranking.spec.weights().map(|weights| weighed(weights, entry, ranking.level)),
        },
        counts: entry.counts,
        variants: executed(asked, ranking.elements(entry), tests),
        outcome: asked.outcomes.zip(entry.outcome).map(|(all, best)| ScoringOutcome {
            ef: best.counts.ef,
            ep: best.counts.ep,
            says: best.says(all),
        }),
        changed: !changed.is_empty(),
        changed_since: latest(&changed).and_then(|since| changed_since(since, spectrum, SystemTime::now())),
        mending: mutants.and_then(|mutants| mending(asked, ranking, entry, mutants)),
        class: spectrum.methods[element.method.index()].class,
        methods,
        line: (element.line > 0).then_some(element.line),
        marked: None,
        chance: None,
        why: None,
    }
}

/// Adds the chance and the strongest evidence of each suspect that a failing test runs; nothing unless evidence is
/// weighed. The suspects are the first of the ranking.
fn judge(suspects: &mut [Suspect], ranking: &Ranking) {
    let Some(weights) = ranking.spec.weights() else { return };
    let candidates: Vec<&Ranked> = ranking.entries.iter().filter(|entry| entry.counts.ef > 0).collect();
    let typical = Typical::of(weights, &candidates);
    let mut chances = why::chances(ranking).unwrap_or_default().into_iter();
    for (suspect, entry) in suspects.iter_mut().zip(&ranking.entries) {
        if entry.counts.ef > 0 {
            suspect.chance = chances.next();
            suspect.why = Some(why::of(&typical, entry, suspect.mending.is_some()));
        }
    }
}

/// Adds the first line of each method in a ranking of lines.
fn mark(suspects: &mut [Suspect], spectrum: &Spectrum, lines: &Ranking) {
    let mut wanted: HashMap<MethodId, usize> = HashMap::new();
    for (at, suspect) in suspects.iter().enumerate().filter(|(_, suspect)| suspect.counts.ef > 0) {
        wanted.extend(suspect.methods.iter().map(|method| (*method, at)));
    }
    for entry in lines.entries.iter().filter(|entry| entry.counts.ef > 0) {
        for member in lines.elements(entry) {
            let element = spectrum.elements[member.index()];
            if let Some(at) = wanted.remove(&element.method) {
                suspects[at].marked = (element.line > 0).then_some(element.line);
            }
        }
        if wanted.is_empty() {
            break;
        }
    }
}

/// The failing tests for which one of these methods has changed, with what has changed for them.
fn changed_for<'a>(asked: &Asked<'a>, tests: &Selection, methods: &[MethodId]) -> Vec<&'a Since> {
    let Some(changes) = asked.changes else { return Vec::new() };
    let known = tests.failing().iter().filter_map(|test| changes.of_test(*test));
    known.filter(|since| since.changed.iter().any(|changed| methods.contains(&changed.method))).collect()
}

/// The lines that have changed since some tests passed, of those that they run.
fn changed_lines(asked: &Asked<'_>, files: &Files, tests: &[TestId]) -> HashSet<LineKey> {
    let Some(changes) = asked.changes else { return HashSet::new() };
    let known = tests.iter().filter_map(|test| changes.of_test(*test));
    let elements = known.flat_map(|since| &since.changed).flat_map(|changed| &changed.lines);
    let key = |element: &ElementId| {
        let class = asked.spectrum.method_of(*element).class;
        (files.number(class), asked.spectrum.elements[element.index()].line)
    };
    elements.map(key).collect()
}

/// The one of these tests that passed last.
fn latest<'a>(tests: &[&'a Since]) -> Option<&'a Since> {
    let passed = tests.iter().copied().filter(|since| since.basis == Basis::Passed);
    passed.max_by_key(|since| since.started_ns)
}

fn weighed(weights: &Weights, entry: &Ranked, level: Level) -> Weighed {
    let of_method = Kind::ALL[Kind::COUNTED..].iter().zip(entry.told).map(|(&kind, value)| Contribution {
        kind: EvidenceKind::Method(kind),
        value,
        weight: weights.of(kind),
    });
    let within = LineKind::ALL
        .into_iter()
        .zip(entry.within)
        .zip(weights.lines())
        .map(|((kind, value), &weight)| Contribution { kind: EvidenceKind::Line(kind), value, weight });
    let alone =
        Contribution { kind: EvidenceKind::Alone, value: f64::from(u8::from(entry.alone)), weight: ALONE };
    let of_line = within.chain([alone]).filter(|_| level == Level::Line);
    let factors =
        weights.factor(&entry.told) * weights.line_factor(&entry.within) * Weights::alone_factor(entry.alone);
    Weighed { factor: factors, kinds: of_method.chain(of_line).collect() }
}

/// The best mutant of a line, a method or a class that makes a failing test pass.
fn mending(asked: &Asked<'_>, ranking: &Ranking, entry: &Ranked, mutants: &Boosts) -> Option<Mending> {
    let (spectrum, matched) = (asked.spectrum, asked.matched?);
    let element = entry.element;
    let (method, class) = (spectrum.elements[element.index()].method, spectrum.method_of(element).class);
    let all = || (0..spectrum.elements.len()).map(ElementId::new);
    let best = match ranking.level {
        Level::Method => {
            mutants.best_of(all().filter(|element| spectrum.elements[element.index()].method == method))
        }
        Level::Class => mutants.best_of(all().filter(|element| spectrum.method_of(*element).class == class)),
        _ => mutants.best_of(ranking.elements(entry).iter().copied()),
    };
    let best = best?;
    let mutant = &matched.mutants[best.mutant].mutant;
    Some(Mending {
        line: mutant.line,
        change: mutant.words.clone(),
        category: best.category,
        suspicion: best.suspicion,
        mended: best.mended,
        broken: best.broken,
        says: sentence(spectrum, matched, &best)?,
    })
}

/// The scores of the lines of the given files, or of all lines that a failing test runs.
fn scores_of(
    spectrum: &Spectrum,
    files: &Files,
    lines: &Ranking,
    shown: Option<&HashSet<u32>>,
) -> HashMap<LineKey, f64> {
    let mut scores = HashMap::new();
    for entry in &lines.entries {
        let element = spectrum.elements[entry.element.index()];
        let file = files.number(spectrum.methods[element.method.index()].class);
        if shown.map_or(entry.counts.ef > 0, |shown| shown.contains(&file)) {
            // Without the factors, which are the same for a whole method.
            let score = scores.entry((file, element.line)).or_insert(entry.base);
            // Two builds of one class have lines with the same key; take the higher score.
            *score = score.max(entry.base);
        }
    }
    scores
}
