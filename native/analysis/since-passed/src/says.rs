//! What has changed, in sentences.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use faultline_baseline::Rerun;
use faultline_messages::names;
use faultline_messages::words::{counted, number};
use faultline_spectrum::Spectrum;

use crate::since::{Basis, ChangedInput, How, Since};
use crate::verdict::Verdict;

/// Names given of each kind.
const NAMES: usize = 3;

/// What has changed for a test, one sentence or more, each without a full stop.
pub fn says(since: &Since, spectrum: &Spectrum, now: SystemTime) -> Vec<String> {
    let test = names::test(&spectrum.tests[since.test.index()]);
    let when = when(since, now);
    let again = since.rerun.filter(|rerun| rerun.times() > 0).map(|rerun| again(since, rerun));
    if since.is_unchanged() {
        let nothing = format!(
            "Nothing that {test} runs has changed since it last passed, {when}, nor have the test, its resources and \
             libraries"
        );
        return match again {
            Some(again) => vec![nothing, again],
            None => vec![nothing + ": it may be flaky, or depend on something outside of the build"],
        };
    }
    let begins = match since.basis {
        Basis::Passed => format!("Since {test} last passed, {when}"),
        Basis::Green => format!("{test} has not passed yet; since no test failed, {when}"),
    };
    let mut sentences = vec![format!("{begins}, {}", methods(since, spectrum))];
    let others: Vec<String> =
        [code(since), gone(since), shapes(since), inputs(&since.inputs)].into_iter().flatten().collect();
    if !others.is_empty() {
        sentences.push(format!("Changed besides: {}", others.join("; ")));
    }
    if !since.left.is_empty() && since.basis == Basis::Passed {
        let left = listed(since.left.iter().map(member));
        sentences.push(format!("When it passed it also ran {left}, which it does not reach now"));
    }
    sentences.extend(again);
    if since.basis == Basis::Green {
        sentences
            .push("This has no weight in the ranking, since a new test may find an old fault".to_owned());
    }
    sentences
}

fn methods(since: &Since, spectrum: &Spectrum) -> String {
    let of = match since.runs {
        1 => "the one method that it runs".to_owned(),
        runs => format!("the {} methods that it runs", number(runs)),
    };
    let changed = since.changed.len();
    if since.runs == 0 {
        return "no recorded method that it runs can have changed, for it runs none".to_owned();
    }
    if changed == 0 {
        return format!("none of {of} has changed");
    }
    let name = |changed: &crate::since::Changed| {
        let method = &spectrum.methods[changed.method.index()];
        let name = names::method(&spectrum.classes[method.class.index()].name, method, false);
        if changed.is_new { format!("{name} (new)") } else { name }
    };
    let names = listed(since.changed.iter().map(name));
    if since.runs == 1 {
        return format!("{of} has changed: {names}");
    }
    let have = if changed == 1 { "has" } else { "have" };
    format!("{} of {of} {have} changed: {names}", number(changed))
}

/// How a test ended when it was run again, and what follows.
fn again(since: &Since, rerun: Rerun) -> String {
    let hence = match Verdict::of(Some(since), Some(rerun)) {
        Verdict::Flaky => ": it is flaky",
        Verdict::Outside => ": it depends on something outside of the build",
        _ => "",
    };
    format!("Run again alone it {}{hence}", ended_again(rerun))
}

/// How a test ended when it was run again: `failed 3 of 3 times`.
pub fn ended_again(rerun: Rerun) -> String {
    let (how, count) = if rerun.passed > 0 { ("passed", rerun.passed) } else { ("failed", rerun.failed) };
    let times = if rerun.times() == 1 { "time" } else { "times" };
    format!("{how} {count} of {} {times}", rerun.times())
}

/// That a method has changed since a test passed, how long ago, and at which commit; `None` for a test that never passed.
pub fn changed_since(since: &Since, spectrum: &Spectrum, now: SystemTime) -> Option<String> {
    (since.basis == Basis::Passed).then(|| {
        let test = names::simple_test(&spectrum.tests[since.test.index()]);
        format!("changed since {test} passed, {}", when(since, now))
    })
}

/// The first of some names, and how many more there are.
fn listed(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(NAMES);
    let first = names.take(NAMES).collect::<Vec<_>>().join(", ");
    if more == 0 { first } else { format!("{first} and {} more", number(more)) }
}

fn code(since: &Since) -> Option<String> {
    (!since.code.is_empty())
        .then(|| format!("the test's own code ({})", listed(since.code.iter().map(member))))
}

fn gone(since: &Since) -> Option<String> {
    (!since.gone.is_empty())
        .then(|| format!("{} it ran and that is gone", listed(since.gone.iter().map(member))))
}

fn shapes(since: &Since) -> Option<String> {
    let names = since.shapes.iter().map(|class| names::simple_class(class));
    (!since.shapes.is_empty()).then(|| format!("fields, supertypes or annotations of {}", listed(names)))
}

fn member((class, method): &(String, String)) -> String {
    let class = names::simple_class(class);
    if method.is_empty() { class } else { format!("{class}.{method}") }
}

fn inputs(inputs: &[ChangedInput]) -> Option<String> {
    let name = |input: &ChangedInput| match input.how {
        How::New => format!("{} (new)", input.name),
        How::Changed => input.name.clone(),
        How::Gone => format!("{} (gone)", input.name),
    };
    (!inputs.is_empty()).then(|| format!("resources and libraries ({})", listed(inputs.iter().map(name))))
}

/// How long ago the compared run was, and at which commit.
fn when(since: &Since, now: SystemTime) -> String {
    let then = UNIX_EPOCH + Duration::from_nanos(since.started_ns);
    let ago = ago(now.duration_since(then).unwrap_or_default());
    match since.commit.as_deref().and_then(|commit| commit.get(..8)) {
        Some(commit) => format!("{ago} at {commit}"),
        None => ago,
    }
}

/// A duration up to now, in its largest unit: `3 minutes ago`.
fn ago(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (count, unit) = match seconds {
        0..60 => return "less than a minute ago".to_owned(),
        60..7_200 => (seconds / 60, "minute"),
        7_200..172_800 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{} ago", counted(usize::try_from(count).unwrap_or(usize::MAX), unit))
}
