//! `faultline amplify`: generates variants of failing tests and ranks by them.

pub mod json;
pub mod options;
mod text;
mod watch;

use std::process::ExitCode;

use faultline_fault_ranking::moved::{self, Evidence};
use faultline_fault_ranking::question::Question;
use faultline_jvm_process::jvm::left_out::LeftOut;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_test_amplification::report::{Ended, Report};
use faultline_test_amplification::request::Request;
use faultline_test_amplification::run::amplify as grow;

use crate::commands::record_first::record;
use crate::exit;
use crate::given::json_file::Ready;
use crate::given::page::PageOptions;
use crate::given::schemas;
use crate::notes;
use faultline_terminal::terminal;
use faultline_test_amplification::ranked::Ranked;
use faultline_variant_evidence::matched::Matched;

use self::options::AmplifyOptions;
use self::watch::Watch;

/// What labels variants that no oracle does.
const LABELS: &str = "; correct classes label them: --oracle-cp, --oracle-rev";

/// Runs `faultline amplify`. The exit code is 128+n if signal n stopped it early.
/// Errors: there is no recording or no failing test with a source, JVMs cannot be started like the recorded
/// ones, no variant has a label, or none counts because classes have changed.
pub fn amplify(options: &AmplifyOptions) -> Result<ExitCode, Failure> {
    let request = options.request()?;
    let file = options.file.ready(schemas::AMPLIFY)?;
    if !options.command.is_empty() {
        record(&options.command, "grow from")?;
    }
    grown(&request, options.json, file, &options.page)
}

/// As [`amplify`], for a prepared request.
pub fn grown(
    request: &Request,
    json: bool,
    file: Ready<'_>,
    page: &PageOptions,
) -> Result<ExitCode, Failure> {
    let mut watch = Watch::default();
    let report = grow(request, &mut watch)?;
    watch.over();
    notes::tell_all(&report.notes);
    let ranked = Ranked::of(&report)?;
    let moved = if json { Vec::new() } else { moved(request, &report)? };
    let text = || text::render(&report, &ranked, &moved, &page.terminal());
    terminal::print(&file.answer(json, || json::render(&report, &ranked), text)?)?;
    match report.signal {
        Some(signal) if report.end == Ended::Stopped => Ok(exit::by_signal(signal)),
        _ if report.kept.is_empty() => Err(nothing(&report)),
        _ => uncounted(&report).map_or(Ok(ExitCode::SUCCESS), Err),
    }
}

/// What the variants moved among the suspects of `rank`. Errors: those of rankings.
fn moved(request: &Request, report: &Report) -> Result<Vec<String>, Failure> {
    let question = Question { reading: request.reading, ..Question::new(&request.inputs, &[]) };
    moved::sentences(&question, &report.plan.loaded, Evidence::Grown(report.matched.clone()))
}

fn nothing(report: &Report) -> Failure {
    let has_variants = report.variants() > 0;
    if let Some(LeftOut { name, why }) = report.left_out.first().filter(|_| !has_variants) {
        let of = printable(&format!("{name} {why}"));
        return Failure::failed(format!("nothing was grown from the failing tests: {}", of.trim()));
    }
    let way_out = if has_variants { LABELS } else { "" };
    Failure::failed(format!(
        "no variant of the failing tests has a label; what was printed says why{way_out}"
    ))
}

/// Why no labelled variant says anything of the recording, if so: it ran other classes.
fn uncounted(report: &Report) -> Option<Failure> {
    let Matched { changed, unknown, .. } = report.matched;
    let is_stale = report.matched.is_empty() && changed > 0 && unknown == 0;
    is_stale.then(|| {
        Failure::failed(format!(
            "no variant counts in rankings: {} ran classes that have changed since the recording; record again: \
             faultline run -- mvn test",
            if changed == 1 { "the one" } else { "all of them" }
        ))
    })
}
