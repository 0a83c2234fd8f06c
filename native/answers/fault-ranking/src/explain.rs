//! Explains one method's evidence, kind by kind, compared with all suspects.

use faultline_messages::failure::Failure;
use faultline_messages::words::{number, printable};
use faultline_sbfl::evidence::Kind;
use faultline_terminal::page::wrapped;
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use crate::answer;
use crate::last_change::LastChange;
use crate::named;
use crate::report::{EvidenceKind, Group, Parts, Report, Suspect};

/// Number of names listed when a name is ambiguous or matches nothing.
const LISTED: usize = 5;

/// A factor of the score: its value, and what a high value means.
struct Factor {
    name: &'static str,
    value: String,
    /// Its natural logarithm for a suspect.
    of: Box<dyn Fn(&Parts) -> f64>,
    says: &'static str,
}

/// The suspects that a method's name matches, with the indices of their groups. The name is `Class.method`,
/// `Class#method` or `method`, optionally with package and parameter types. The report must contain all
/// methods. Errors: no group has a matching suspect, or a group has several.
pub fn meant<'r>(report: &'r Report, method: &str) -> Result<Vec<(usize, &'r Suspect)>, Failure> {
    let mut meant = Vec::new();
    for (at, group) in report.groups.iter().enumerate() {
        meant.extend(found(report, group, method)?.map(|suspect| (at, suspect)));
    }
    if meant.is_empty() {
        return Err(Failure::misuse(format!("no failing test runs a method {method:?}{}", some_of(report))));
    }
    Ok(meant)
}

/// Explains why a method has its rank: each kind of evidence, its value, its factor of the score, and that
/// factor relative to the typical suspect (the geometric mean over methods that a failing test runs), the
/// strongest first. `suspects` come from [`meant`]; `changes` are their last changes, if known.
pub fn render(
    report: &Report,
    suspects: &[(usize, &Suspect)],
    changes: &[Option<LastChange>],
    terminal: &Terminal,
) -> String {
    let mut lines = Vec::new();
    for ((at, suspect), change) in suspects.iter().zip(changes) {
        if report.groups.len() > 1 {
            lines.push(
                terminal.paint(style::HEADING, &format!("Group {} of {}", at + 1, report.groups.len())),
            );
        }
        lines.extend(heading(report, &report.groups[*at], suspect, terminal));
        if let Some(change) = change {
            lines.extend(wrapped(&printable(&change.says()), "", terminal.width));
        }
        lines.push(String::new());
        lines.extend(table(&report.groups[*at], suspect, terminal));
        lines.push(String::new());
    }
    lines.join("\n")
}

fn heading(report: &Report, group: &Group, suspect: &Suspect, terminal: &Terminal) -> Vec<String> {
    let suspects = group.suspects.iter().filter(|suspect| suspect.counts.ef > 0).count();
    let of = |suspect: &Suspect| names_of(report, suspect).first().cloned().unwrap_or_default();
    let place = if suspect.rank_min == suspect.rank_max {
        number(suspect.rank_min as usize)
    } else {
        format!("{}-{}", number(suspect.rank_min as usize), number(suspect.rank_max as usize))
    };
    let heading = format!(
        "{}: place {place} of {} by {}; score {}, {} of {} failing and {} of {} passing tests run its most suspicious line",
        of(suspect),
        number(suspects),
        report.spec,
        crate::text::score(suspect.score),
        number(suspect.counts.ef as usize),
        number((suspect.counts.ef + suspect.counts.nf) as usize),
        number(suspect.counts.ep as usize),
        number((suspect.counts.ep + suspect.counts.np) as usize),
    );
    wrapped(&printable(&heading), "", terminal.width)
}

/// A kind of evidence and its factor.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Its name.
    pub name: &'static str,
    /// Its value, as text.
    pub value: String,
    /// Its factor of the score.
    pub factor: f64,
    /// Its factor relative to the typical suspect: the geometric mean over methods that a failing test runs.
    pub against_typical: f64,
    /// When it speaks for a method.
    pub says: &'static str,
}

/// The evidence for and against a suspect, the strongest first. The group must contain all its suspects.
pub fn evidence(group: &Group, suspect: &Suspect) -> Vec<Evidence> {
    let suspects: Vec<&Suspect> = group.suspects.iter().filter(|suspect| suspect.counts.ef > 0).collect();
    let typical = |factor: &Factor| {
        suspects.iter().map(|other| (factor.of)(&other.parts)).sum::<f64>() / suspects.len().max(1) as f64
    };
    let mut factors: Vec<(f64, f64, Factor)> = factors(suspect)
        .into_iter()
        .map(|factor| ((factor.of)(&suspect.parts), typical(&factor), factor))
        .collect();
    factors.sort_by(|a, b| (b.0 - b.1).abs().total_cmp(&(a.0 - a.1).abs()));
    let told = factors.into_iter().map(|(own, typical, Factor { name, value, says, .. })| Evidence {
        name,
        value,
        factor: own.exp(),
        against_typical: (own - typical).exp(),
        says,
    });
    told.collect()
}

fn table(group: &Group, suspect: &Suspect, terminal: &Terminal) -> Vec<String> {
    let mut table = Table::new(columns());
    for Evidence { name, value, factor, against_typical: against, says } in evidence(group, suspect) {
        let tone = if against > 1.05 {
            style::BAD
        } else if against < 0.95 {
            style::GOOD
        } else {
            style::DIM
        };
        table.row(vec![
            Cell::plain(name),
            Cell::plain(value),
            Cell::plain(format!("{factor:.2}")),
            Cell::new(tone, format!("x {against:.2}")),
            Cell::new(style::DIM, says),
        ]);
    }
    table.lines(terminal)
}

fn columns() -> Vec<Column> {
    vec![
        Column::left("evidence", Cut::Never),
        Column::right("value"),
        Column::right("factor"),
        Column::right("typical"),
        Column::left("raises the score if", Cut::End),
    ]
}

/// The factors of a suspect's score.
fn factors(suspect: &Suspect) -> Vec<Factor> {
    let parts = &suspect.parts;
    let factor = |name, value: String, of: Box<dyn Fn(&Parts) -> f64>, says| Factor { name, value, of, says };
    let base = format!("{:.3}", parts.base);
    let mut factors = vec![factor(
        "base",
        base,
        Box::new(|parts| parts.base.max(f64::MIN_POSITIVE).ln()),
        answer::says(Kind::Suspicion),
    )];
    let of = |parts: &Parts| {
        let [mutants, changed] = [parts.mutants, parts.changed].map(|factor| factor.unwrap_or(1.0));
        [parts.size, parts.trace, parts.name, mutants, changed]
    };
    let of_mutants = match parts.evidence {
        Some(_) => "small changes there fix a failing test",
        None => "small changes there fix a failing test, or only failing tests notice them",
    };
    let says = [
        answer::says(Kind::Size),
        "it stands in a failing test's stack trace",
        "the failing test is called after it or its class",
        of_mutants,
        "it has changed since a failing test passed, and little else that the test runs",
    ];
    let values =
        [number(parts.lines as usize), parts.frame.map_or_else(|| "-".to_owned(), |k| k.to_string())];
    let values = values.into_iter().chain(["-".to_owned(), "-".to_owned(), "-".to_owned()]);
    for (at, ((name, says), value)) in
        ["size", "trace", "name", "mutants", "changed"].into_iter().zip(says).zip(values).enumerate()
    {
        // A factor that the ranking does not use is 1 for all suspects.
        if (of(parts)[at] - 1.0).abs() > 1e-12 {
            factors.push(factor(name, value, Box::new(move |parts| of(parts)[at].ln()), says));
        }
    }
    for (at, told) in parts.evidence.iter().flat_map(|weighed| weighed.kinds.iter().enumerate()) {
        let EvidenceKind::Method(kind) = told.kind else { continue };
        let of = move |parts: &Parts| {
            let kinds = parts.evidence.as_ref().map(|weighed| &weighed.kinds);
            kinds.and_then(|kinds| kinds.get(at)).map_or(0.0, |of| of.value * of.weight)
        };
        factors.push(factor(kind.name(), format!("{:.3}", told.value), Box::new(of), answer::says(kind)));
    }
    factors
}

/// The suspect of a group that the name matches. Errors: several match.
fn found<'g>(report: &Report, group: &'g Group, method: &str) -> Result<Option<&'g Suspect>, Failure> {
    let suspects = group.suspects.iter().filter(|suspect| suspect.counts.ef > 0);
    let meant: Vec<&Suspect> = suspects.filter(|suspect| is_meant(report, suspect, method)).collect();
    match meant.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        several => {
            let names: Vec<String> = several
                .iter()
                .take(LISTED)
                .filter_map(|suspect| names_of(report, suspect).first().cloned())
                .collect();
            let more = if several.len() > LISTED { ", …" } else { "" };
            Err(Failure::misuse(format!("{method:?} may be {}{more}; say which", names.join(" or "))))
        }
    }
}

fn is_meant(report: &Report, suspect: &Suspect, method: &str) -> bool {
    suspect.methods.iter().any(|&id| named::means(report.spectrum, id, method))
}

/// The names of a suspect: with its simple class first, then with its package.
fn names_of(report: &Report, suspect: &Suspect) -> Vec<String> {
    suspect.methods.iter().flat_map(|&id| named::names(report.spectrum, id)).collect()
}

fn some_of(report: &Report) -> String {
    let suspects = report.groups.iter().flat_map(|group| &group.suspects);
    let names: Vec<String> = suspects
        .filter(|suspect| suspect.counts.ef > 0)
        .take(LISTED)
        .filter_map(|suspect| names_of(report, suspect).first().cloned())
        .collect();
    if names.is_empty() { String::new() } else { format!("; the first it may be: {}", names.join(", ")) }
}
