//! A suspect as a source location with a message.

use faultline_fault_ranking::report::{Group, Report, Suspect};
use faultline_messages::names;
use faultline_messages::words::{counted, number};
use faultline_recording_store::sources::{SourceFile, Sources};
use faultline_sbfl::{Counts, Level, finite};
use faultline_spectrum::{ClassId, Digest, Method, MethodId, TestId};

/// Groups of failing tests with their suspects, in ranking order.
#[derive(Debug)]
pub struct Notices {
    /// The groups.
    pub groups: Vec<Noticed>,
}

/// A group of failing tests.
#[derive(Debug)]
pub struct Noticed {
    /// Its tests as text: `FooTest#bar and 2 others`.
    pub failing: String,
    /// The first suspects.
    pub notices: Vec<Notice>,
    /// A test with a stack trace.
    pub traced: Option<TestId>,
}

/// A suspect.
#[derive(Debug)]
pub struct Notice {
    /// First and last rank of its tie.
    pub ranks: (u32, u32),
    /// Its score, finite.
    pub score: f64,
    /// Its score as a share of the first one's. Units: 0..=1.
    pub share: f64,
    /// Binary name of its class.
    pub class: String,
    /// Its method and descriptor; `None` for a class.
    pub method: Option<(String, String)>,
    /// Short name: `Foo.bar`.
    pub name: String,
    /// Its location.
    pub place: Place,
    /// Numbers of failing and passing tests that execute its most suspicious line or not.
    pub counts: Counts,
    /// The reason for its rank, in a sentence.
    pub says: String,
    /// Identity that is stable for the same suspect of the same failure, even if lines move.
    pub identity: u64,
}

/// A line of a source file, with its path.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file's path with `/`: as found, or else below its source root.
    pub path: String,
    /// Its most suspicious line; `None` where lines are unknown.
    pub line: Option<u32>,
    /// The line's text, trimmed; empty if the source is unknown.
    pub text: String,
}

impl Notices {
    /// Collects the suspects of a report. Cost: O(suspects), plus reading the sources of their classes.
    pub fn of(report: &Report<'_>, sources: &mut Sources) -> Self {
        Self { groups: report.groups.iter().map(|group| noticed(report, group, sources)).collect() }
    }

    /// Suspects with the index of their group: the first of each group, then the second of each, and so on.
    pub fn by_place(&self) -> impl Iterator<Item = (usize, &Notice)> {
        let most = self.groups.iter().map(|group| group.notices.len()).max().unwrap_or(0);
        (0..most).flat_map(move |at| {
            let of_group = move |(group, noticed): (usize, &'_ Noticed)| (group, noticed.notices.len() > at);
            let there = self.groups.iter().enumerate().map(of_group);
            there
                .filter(|(_, is_there)| *is_there)
                .map(move |(group, _)| (group, &self.groups[group].notices[at]))
        })
    }
}

impl Notice {
    /// Whether its rank, or its tie, is the first.
    pub fn is_first(&self) -> bool {
        self.ranks.0 == 1
    }

    /// The rank: `1`, or `1-3` for a tie.
    pub fn rank(&self) -> String {
        match self.ranks {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}-{last}"),
        }
    }
}

/// The source location of a class, with the text of one of its lines.
pub fn place(report: &Report<'_>, class: ClassId, line: Option<u32>, sources: &mut Sources) -> Place {
    let found = sources.of(&report.spectrum.classes[class.index()]);
    let text = |source: &SourceFile| {
        let at = line.and_then(|line| usize::try_from(line).ok()?.checked_sub(1));
        at.and_then(|at| source.lines.get(at)).map_or_else(String::new, |text| text.trim().to_owned())
    };
    Place {
        path: found
            .map_or_else(|| report.path_of(class), |source| source.path.display().to_string())
            .replace('\\', "/"),
        line,
        text: found.map(text).unwrap_or_default(),
    }
}

/// Failing tests as text, by the first of them and their number.
pub fn and_others(first: &str, all: usize) -> String {
    match all {
        0 | 1 => first.to_owned(),
        2 => format!("{first} and 1 other"),
        all => format!("{first} and {} others", number(all - 1)),
    }
}

fn noticed(report: &Report<'_>, group: &Group, sources: &mut Sources) -> Noticed {
    let tests = &report.spectrum.tests;
    let has_trace = |test: &&TestId| {
        tests[test.index()].failure.as_ref().is_some_and(|failure| !failure.frames.is_empty())
    };
    let first = group.failing.first().map_or_else(String::new, |test| names::test(&tests[test.index()]));
    Noticed {
        traced: group.failing.iter().find(has_trace).copied(),
        failing: and_others(&first, group.failing.len()),
        notices: group.suspects.iter().map(|suspect| notice(report, group, suspect, sources)).collect(),
    }
}

/// A suspect of a group.
pub fn notice(report: &Report<'_>, group: &Group, suspect: &Suspect, sources: &mut Sources) -> Notice {
    let best = group.suspects.first().map_or(1.0, |suspect| finite(suspect.score));
    let spectrum = report.spectrum;
    let class = &spectrum.classes[suspect.class.index()].name;
    let method = suspect.methods.first().map(|id| &spectrum.methods[id.index()]);
    let name = method.map_or_else(
        || names::simple_class(class),
        |method| names::method(class, method, is_overloaded(report, suspect.methods[0])),
    );
    let score = finite(suspect.score);
    let words = method.map(|method| (method.name.clone(), method.descriptor.clone()));
    let (method_name, descriptor) = words.clone().unwrap_or_default();
    let exception = group.exception.clone().unwrap_or_default();
    let place = place(report, suspect.class, suspect.shown_line(), sources);
    // Identify a line by its text, because its number may change.
    let text = if report.level == Level::Line { place.text.as_str() } else { "" };
    Notice {
        ranks: (suspect.rank_min, suspect.rank_max),
        score,
        share: if best > 0.0 { (score / best).clamp(0.0, 1.0) } else { 0.0 },
        identity: Digest::of_texts([class, method_name.as_str(), &descriptor, &exception, text]),
        says: says(group, suspect),
        class: class.clone(),
        method: words,
        name,
        place,
        counts: suspect.counts,
    }
}

fn is_overloaded(report: &Report<'_>, id: MethodId) -> bool {
    let method = &report.spectrum.methods[id.index()];
    let is_like = |other: &&Method| other.class == method.class && other.name == method.name;
    report.spectrum.methods.iter().filter(is_like).count() > 1
}

/// The reason for a suspect's rank, and whether it has changed since a failing test passed.
fn says(group: &Group, suspect: &Suspect) -> String {
    let mut says = reason(group, suspect);
    if let Some(changed) = &suspect.changed_since {
        says.push_str("; ");
        says.push_str(changed);
    }
    says
}

fn reason(group: &Group, suspect: &Suspect) -> String {
    let is_first = suspect.rank_min == 1 && suspect.rank_max == 1;
    if let Some(answer) = group.answer.as_ref().filter(|_| is_first) {
        return answer.to_string();
    }
    let Counts { ef, ep, nf, np } = suspect.counts;
    let mut says = format!(
        "executed by {} of {} and by {} of {}",
        number(ef as usize),
        counted((ef + nf) as usize, "failing test"),
        number(ep as usize),
        counted((ep + np) as usize, "passing test"),
    );
    if let Some(mending) = &suspect.mending {
        says.push_str("; ");
        says.push_str(&mending.says);
    }
    says
}
