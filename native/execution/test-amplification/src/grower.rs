//! Edits failing tests and compiles the variants.

use std::path::Path;

use faultline_files::put;
use faultline_flt::line;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_messages::failure::Failure;

use crate::clock::Clock;
use crate::errand::{Answer, Errand, GROW, LATE, compiler_text, unreadable};
use crate::folder::unwritable;
use crate::grown::{Grown, Growth, Wanted};
use crate::kotlin;
use crate::plan::{Plan, Unit};
use crate::source::Language;
use crate::tools::Tools;

/// Edits the failing tests of a unit and compiles the variants into a folder. Errors: the JVM does not start,
/// or does not complete the request.
pub fn grow(
    (plan, unit): (&Plan, &Unit),
    tools: &Tools,
    wanted: Wanted,
    clock: Clock,
    folder: &Path,
    (wishes, now): (&mut Wishes, &mut dyn FnMut()),
) -> Result<Growth, Failure> {
    if unit.source.language == Language::Kotlin {
        return kotlin::grow::grow((plan, unit), tools, wanted, clock, folder, (wishes, now));
    }
    let request = folder.join("grow.tsv");
    put(&request, request_text((plan, unit), tools, wanted, clock, folder))
        .map_err(|error| unwritable(folder, &error))?;
    let errand = Errand {
        main: GROW,
        arguments: &[&request],
        log: &folder.join("grow.log"),
        until: clock.end(),
        doing: "growing tests from",
    };
    Ok(match errand.run((plan, unit), tools, (wishes, now))? {
        Answer::Stopped => Growth::Stopped,
        Answer::Late => Growth::Nothing(LATE.to_owned()),
        Answer::Nothing(why) => Growth::Nothing(why),
        Answer::Done => {
            Growth::Grown(Grown::read(folder).map_err(|why| unreadable("grown from", unit, &why))?)
        }
    })
}

fn request_text(
    (plan, unit): (&Plan, &Unit),
    tools: &Tools,
    wanted: Wanted,
    clock: Clock,
    folder: &Path,
) -> String {
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let mut text = String::new();
    for test in &unit.tests {
        // Without an oracle, the assertions of edited tests stay active.
        let how = if wanted.has_oracle || test.is_thrown { "observes" } else { "tries" };
        // The statement that threw the exception is sliced.
        let thrown = test.thrown_line.unwrap_or(0).to_string();
        let by = test.thrown_by.as_deref().unwrap_or_default();
        text.push_str(&line([
            "test",
            &test.class,
            &test.method,
            &wanted.count.to_string(),
            how,
            &thrown,
            by,
        ]));
    }
    text.push_str(&compiler_text((plan, unit), tools));
    let mut say = |key: &str, value: &str| text.push_str(&line([key, value]));
    say("seed", &wanted.seed.to_string());
    say("slices", if wanted.slices { "yes" } else { "no" });
    say("deadline-ms", &clock.left().as_millis().to_string());
    say("out", &path(folder));
    text
}
