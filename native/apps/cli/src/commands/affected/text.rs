//! Affected tests for people.

use std::fmt::Write as _;

use faultline_baseline::{Baseline, Listed, Why};
use faultline_messages::words::counted;

/// A line for each affected test with the reason, and a line that counts.
pub fn render(baseline: &Baseline, listed: &Listed) -> String {
    let mut text = String::new();
    let affected: Vec<(String, &Why)> = listed
        .tests
        .iter()
        .filter_map(|(id, why)| {
            let test = baseline.tests.get(id)?;
            Some((format!("{}#{}", test.class, test.method), why.as_ref()?))
        })
        .collect();
    let width = affected.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default().min(60);
    for (name, why) in &affected {
        _ = writeln!(text, "{name:width$}  {}", reason(why));
    }
    for class in &listed.new_classes {
        _ = writeln!(text, "{class:width$}  new class");
    }
    let known = counted(listed.tests.len(), "known test");
    let are = if affected.len() == 1 { "is" } else { "are" };
    _ = writeln!(text, "{} of {known} {are} affected", affected.len());
    text
}

/// Why a test has to run.
pub fn reason(why: &Why) -> String {
    match why {
        Why::NeverPassed => "never passed".to_owned(),
        Why::FailedLast => "did not pass when it last ran".to_owned(),
        Why::Code(class) => format!("its own code has changed: {class}"),
        Why::Changed(class, method) if method.is_empty() => format!("runs {class}, which has changed"),
        Why::Changed(class, method) => format!("runs {class}, whose {method} has changed"),
        Why::Missing(class) => format!("runs {class}, which the class path does not lead to"),
        Why::Input(name) => format!("{name} has changed"),
        Why::Parameters(class) => format!("may get other parameters, since {class} has changed"),
    }
}
