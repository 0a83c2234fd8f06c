//! The ranking as JSON; `docs/rank-json.md` and its schema describe it.

use std::path::MAIN_SEPARATOR;

use faultline_messages::failure::Failure;
use faultline_messages::names::TestNames;
use faultline_recording_store::sources::Sources;
use faultline_sbfl::finite;
use faultline_spectrum::{MethodId, Outcome, TestId};
use faultline_test_amplification::evidence::Evidence;
use serde::Serialize;

use crate::last_change::LastChange;
use crate::report::{Amplified, Group, Report, Suspect, Weighed};

/// Raised when a reader of the last version could not read this one.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    ranking: String,
    aggregation: &'static str,
    probability: bool,
    /// Only with `--elements`.
    #[serde(skip_serializing_if = "Option::is_none")]
    elements: Option<bool>,
    ties: &'a str,
    level: &'a str,
    tests: Tests,
    classes: usize,
    lines: usize,
    groups: Vec<GroupOut<'a>>,
    hints: Vec<&'a str>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct Tests {
    passed: usize,
    failed: usize,
    aborted: usize,
    skipped: usize,
}

#[derive(Serialize)]
struct GroupOut<'a> {
    failing: Vec<TestNames<'a>>,
    exception: Option<&'a str>,
    /// Only where the exception wraps another.
    #[serde(skip_serializing_if = "Option::is_none")]
    wraps: Option<&'a str>,
    /// Only where a class could not be initialised.
    #[serde(skip_serializing_if = "Option::is_none")]
    initialiser: Option<&'a str>,
    thrown_at: Option<SiteOut<'a>>,
    left_out: usize,
    clone_factor: f64,
    ranked: usize,
    /// Only where evidence is weighed.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    /// Only where the answer's suspect has a history.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_change: Option<&'a LastChange>,
    /// Only where variants of its tests count.
    #[serde(skip_serializing_if = "Option::is_none")]
    amplified: Option<AmplifiedOut<'a>>,
    suspects: Vec<SuspectOut<'a>>,
}

#[derive(Serialize)]
struct AmplifiedOut<'a> {
    passing: usize,
    failing: usize,
    weight: f64,
    edits: Vec<EditOut<'a>>,
}

#[derive(Serialize)]
struct EditOut<'a> {
    edit: &'a str,
    passing: usize,
    failing: usize,
    says: &'a str,
}

#[derive(Serialize)]
struct VariantsOut {
    passing: usize,
    failing: usize,
}

#[derive(Serialize)]
struct SiteOut<'a> {
    class: &'a str,
    /// Only where several modules have a class of that name.
    #[serde(skip_serializing_if = "Option::is_none")]
    module: Option<&'a str>,
    method: &'a str,
    line: Option<i32>,
}

#[derive(Serialize)]
struct SuspectOut<'a> {
    rank: f64,
    rank_min: u32,
    rank_max: u32,
    score: f64,
    parts: PartsOut,
    class: &'a str,
    method: Option<&'a str>,
    descriptor: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_methods: Vec<MethodOut<'a>>,
    file: Option<String>,
    /// Only where several modules have a file of that path.
    #[serde(skip_serializing_if = "Option::is_none")]
    module: Option<&'a str>,
    line: Option<u32>,
    source: Option<String>,
    /// Only where `source` may be another class's.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_doubt: Option<&'static str>,
    ef: u32,
    ep: u32,
    nf: u32,
    np: u32,
    /// Only where variants of the failing tests count.
    #[serde(skip_serializing_if = "Option::is_none")]
    variants: Option<VariantsOut>,
    /// Only with `--elements`, where an outcome scores more than its line.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeOut<'a>>,
    /// Only where a mutant mends something.
    #[serde(skip_serializing_if = "Option::is_none")]
    mutant: Option<MutantOut<'a>>,
}

#[derive(Serialize)]
struct OutcomeOut<'a> {
    ef: u32,
    ep: u32,
    says: &'a str,
}

#[derive(Serialize)]
struct MutantOut<'a> {
    line: u32,
    change: &'a str,
    category: &'static str,
    suspicion: f64,
    mended: usize,
    broken: usize,
    says: &'a str,
}

#[derive(Serialize)]
struct PartsOut {
    base: f64,
    lines: u32,
    size: f64,
    frame: Option<u32>,
    trace: f64,
    names: NamesOut,
    name: f64,
    /// Only with `+mutants`.
    #[serde(skip_serializing_if = "Option::is_none")]
    mutants: Option<f64>,
    /// Only where evidence is weighed.
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<EvidenceOut>,
}

#[derive(Serialize)]
struct EvidenceOut {
    factor: f64,
    kinds: Vec<KindOut>,
}

fn kinds_out(weighed: &Weighed) -> Vec<KindOut> {
    let of_method = weighed.kinds.iter().map(|&(kind, value, weight)| (kind.name(), value, weight));
    let of_line = weighed.within.iter().map(|&(kind, value, weight)| (kind.name(), value, weight));
    of_method.chain(of_line).map(|(kind, value, weight)| KindOut { kind, value, weight }).collect()
}

#[derive(Serialize)]
struct KindOut {
    kind: &'static str,
    value: f64,
    weight: f64,
}

#[derive(Serialize)]
struct NamesOut {
    class: f64,
    method: f64,
}

#[derive(Serialize)]
struct MethodOut<'a> {
    class: &'a str,
    method: &'a str,
    descriptor: &'a str,
}

/// The whole report, ending in a line break.
pub fn render(report: &Report, sources: &mut Sources) -> Result<String, Failure> {
    let document = Document {
        version: VERSION,
        ranking: report.spec.to_string(),
        aggregation: report.spec.aggregate.name(),
        probability: report.spec.is_probability(),
        elements: report.elements.then_some(true),
        ties: report.ties.name(),
        level: report.level.name(),
        tests: Tests {
            passed: report.ended(Outcome::Passed),
            failed: report.ended(Outcome::Failed),
            aborted: report.ended(Outcome::Aborted),
            skipped: report.ended(Outcome::Skipped),
        },
        classes: report.spectrum.classes.len(),
        lines: report.lines(),
        groups: report.groups.iter().map(|group| group_out(report, group, sources)).collect(),
        hints: report.hints.iter().map(String::as_str).collect(),
        notes: &report.notes,
    };
    faultline_terminal::json::pretty(&document, "the ranking")
}

fn group_out<'a>(report: &'a Report, group: &'a Group, sources: &mut Sources) -> GroupOut<'a> {
    GroupOut {
        failing: group.failing.iter().map(|&test| test_out(report, test)).collect(),
        exception: group.exception.as_deref(),
        wraps: group.root.as_deref(),
        initialiser: group.initialiser.as_deref(),
        thrown_at: group.site.as_ref().map(|site| SiteOut {
            class: &site.class,
            module: site.which.and_then(|class| report.files.module(class)),
            method: &site.method,
            line: (site.line > 0).then_some(site.line),
        }),
        left_out: group.left_out,
        clone_factor: group.clone_factor,
        ranked: group.ranked,
        answer: group.answer.as_ref().map(ToString::to_string),
        last_change: group.last_change.as_ref(),
        amplified: group.amplified.as_ref().map(amplified_out),
        suspects: group.suspects.iter().map(|suspect| suspect_out(report, suspect, sources)).collect(),
    }
}

fn amplified_out(amplified: &Amplified) -> AmplifiedOut<'_> {
    AmplifiedOut {
        passing: amplified.passing,
        failing: amplified.failing,
        weight: amplified.weight,
        edits: amplified.evidence.iter().map(edit_out).collect(),
    }
}

fn edit_out(evidence: &Evidence) -> EditOut<'_> {
    let Evidence { edit, passing, failing, says } = evidence;
    EditOut { edit, passing: *passing, failing: *failing, says }
}

fn test_out<'a>(report: &'a Report, test: TestId) -> TestNames<'a> {
    let test = &report.spectrum.tests[test.index()];
    TestNames::of(test)
}

fn suspect_out<'a>(report: &'a Report, suspect: &'a Suspect, sources: &mut Sources) -> SuspectOut<'a> {
    let class = &report.spectrum.classes[suspect.class.index()];
    let source = sources.of(class);
    let method = suspect.methods.first().map(|&method| method_out(report, method));
    SuspectOut {
        rank: suspect.rank,
        rank_min: suspect.rank_min,
        rank_max: suspect.rank_max,
        score: finite(suspect.score),
        parts: PartsOut {
            base: finite(suspect.parts.base),
            lines: suspect.parts.lines,
            size: suspect.parts.size,
            frame: suspect.parts.frame,
            trace: suspect.parts.trace,
            names: NamesOut { class: suspect.parts.names.class, method: suspect.parts.names.method },
            name: suspect.parts.name,
            mutants: report.spec.mutants.map(|_| suspect.parts.mutants),
            evidence: suspect
                .parts
                .evidence
                .as_ref()
                .map(|weighed| EvidenceOut { factor: finite(weighed.factor), kinds: kinds_out(weighed) }),
        },
        class: &class.name,
        method: method.as_ref().map(|method| method.method),
        descriptor: method.as_ref().map(|method| method.descriptor),
        other_methods: suspect.methods.iter().skip(1).map(|&method| method_out(report, method)).collect(),
        file: class.source_path(),
        module: report.files.module(suspect.class),
        line: suspect.line,
        source: source.map(|source| source.path.display().to_string().replace(MAIN_SEPARATOR, "/")),
        source_doubt: source.and_then(|source| source.doubt),
        ef: suspect.counts.ef,
        ep: suspect.counts.ep,
        nf: suspect.counts.nf,
        np: suspect.counts.np,
        variants: suspect.variants.map(|(passing, failing)| VariantsOut { passing, failing }),
        outcome: suspect.outcome.as_ref().map(|(says, counts)| OutcomeOut {
            ef: counts.ef,
            ep: counts.ep,
            says,
        }),
        mutant: suspect.mending.as_ref().map(|mending| MutantOut {
            line: mending.line,
            change: &mending.words,
            category: mending.category.name(),
            suspicion: mending.suspicion,
            mended: mending.mended,
            broken: mending.broken,
            says: &mending.says,
        }),
    }
}

fn method_out<'a>(report: &'a Report, id: MethodId) -> MethodOut<'a> {
    let method = &report.spectrum.methods[id.index()];
    MethodOut {
        class: &report.spectrum.classes[method.class.index()].name,
        method: &method.name,
        descriptor: &method.descriptor,
    }
}
