//! `faultline check`: checks a suite against rules.

pub mod json;
pub mod options;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use faultline_messages::failure::Failure;
use faultline_messages::progress::Progress;
use faultline_messages::words::printable;
use faultline_quality_gate::{Measure, Rule, RuleError, Verdict};
use faultline_recording_store::load;

use crate::exit;
use crate::given::schemas;
use crate::notes;
use faultline_terminal::terminal;

use self::options::CheckOptions;

/// Prints a sentence for each violated rule; the exit code is then 4.
/// Errors: there is no rule, or an invalid one; there is no recording, or nothing to measure in it.
pub fn check(options: &CheckOptions) -> Result<ExitCode, Failure> {
    let (rules, inputs) = sorted(&options.arguments)?;
    let file = options.file.ready(schemas::CHECK)?;
    let loaded = load::load_as(&inputs, options.reading.into())?;
    let progress = Progress::start("measuring");
    let verdicts = faultline_quality_gate::check(&loaded, &rules)?;
    drop(progress);
    let mut notes = loaded.notes;
    notes.extend(verdicts.iter().filter_map(asked_of_nothing));
    notes::tell_all(&notes);
    let json = || json::render(&verdicts, &notes);
    terminal::print(&file.answer(options.json, json, || text(&verdicts))?)?;
    let is_kept = verdicts.iter().all(Verdict::is_kept);
    Ok(if is_kept { ExitCode::SUCCESS } else { ExitCode::from(exit::NOT_KEPT) })
}

/// Separates rules from inputs. Errors: there is no rule; a rule is invalid.
fn sorted(arguments: &[OsString]) -> Result<(Vec<Rule>, Vec<PathBuf>), Failure> {
    let (mut rules, mut inputs) = (Vec::new(), Vec::new());
    for argument in arguments {
        match argument.to_str().filter(|text| is_rule(text)) {
            Some(text) => {
                rules.push(text.parse().map_err(|error: RuleError| Failure::misuse(error.to_string()))?);
            }
            None => inputs.push(PathBuf::from(argument)),
        }
    }
    if rules.is_empty() {
        return Err(Failure::misuse(
            "there is no rule to check; give one, as in: faultline check 'ddu>=0.1'",
        ));
    }
    Ok((rules, inputs))
}

/// Whether an argument is a rule, even an invalid one: it has a comparison operator, or it looks like a rule
/// and no such file exists.
fn is_rule(text: &str) -> bool {
    let looks_so = || text.contains('=') || Measure::find(text).is_some();
    Rule::is_meant_by(text) || (looks_so() && !Path::new(text).exists())
}

/// A note on a rule that applies to nothing. It counts as kept, but may be a mistake or meant for another
/// module.
fn asked_of_nothing(verdict: &Verdict) -> Option<String> {
    let rule = &verdict.rule;
    let pattern = rule.pattern.as_ref().filter(|_| verdict.asked == 0)?;
    let (scope, pattern) = (rule.scope.name(), printable(pattern));
    Some(format!("the rule {rule} applies to nothing: no {scope} with lines matches {pattern}"))
}

/// One line per violated rule, or a single line if all rules hold.
fn text(verdicts: &[Verdict]) -> String {
    let sentences: Vec<String> = verdicts.iter().filter_map(Verdict::sentence).collect();
    match (sentences.is_empty(), verdicts.len()) {
        (false, _) => sentences.join("\n") + "\n",
        (true, 1) => format!("{} is kept\n", verdicts[0].rule),
        (true, count) => format!("all {count} rules hold\n"),
    }
}
