//! `faultline amplify`: generates variants of failing tests and ranks by them.

pub mod json;
pub mod options;
mod text;
mod watch;

use std::process::ExitCode;

use faultline_messages::failure::Failure;
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

use self::options::AmplifyOptions;
use self::watch::Watch;
use faultline_test_amplification::ranked::Ranked;

/// Runs `faultline amplify`. The exit code is 128+n if signal n stopped it early.
/// Errors: there is no recording or no failing test with a source, JVMs cannot be started like the recorded
/// ones, no variant has a label.
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
    let text = || text::render(&report, &ranked, &page.terminal());
    terminal::print(&file.answer(json, || json::render(&report, &ranked), text)?)?;
    match report.signal {
        Some(signal) if report.end == Ended::Stopped => Ok(exit::by_signal(signal)),
        _ if report.kept.is_empty() => Err(nothing(&report)),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn nothing(report: &Report) -> Failure {
    let way_out = if report.variants() == 0 {
        "what was printed says why"
    } else {
        "what was printed says why; classes that are right label them: --oracle-cp, --oracle-rev"
    };
    Failure::failed(format!("no variant of the failing tests has a label; {way_out}"))
}
