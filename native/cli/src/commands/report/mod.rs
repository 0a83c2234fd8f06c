//! `faultline report`: the suspects as pages.

pub mod options;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use faultline_recordings::load;
use faultline_recordings::sources::Sources;
use faultline_report::{Asked, GROUPS, SUSPECTS, pages, write};
use faultline_scoring::failure_groups;
use faultline_show::terminal;
use faultline_telling::failure::Failure;
use faultline_telling::progress::Progress;
use faultline_telling::tell::tell;
use faultline_telling::words::{counted, printable};

use self::options::ReportOptions;
use crate::commands::rank::past;
use crate::commands::rank::query::{Form, Question};
use crate::given::level::Level;
use crate::given::ties::Ties;

/// Writes the pages, and says where they are.
/// Errors: there is no recording or no failing test, a name is unknown; the folder cannot be written.
pub fn report(options: &ReportOptions) -> Result<ExitCode, Failure> {
    if let Some(missing) = options.source.iter().find(|folder| !folder.is_dir()) {
        return Err(Failure::misuse(format!("--source {} is not a folder", missing.display())));
    }
    let question =
        Question::about(&options.asked, options.reading, Ties::Max, Level::Method)?.of_largest(GROUPS);
    let loaded = load::load_as(&options.asked.inputs, options.reading.into())?;
    let progress = Progress::start("ranking");
    let mut report = question.answer(&loaded, None, Form::Report, Some(SUSPECTS))?;
    let mut sources = Sources::new(&options.source, &loaded.base, loaded.recorded);
    if !options.no_history {
        past::add(&mut report, &mut sources);
    }
    for note in &report.notes {
        tell(&format!("faultline: note: {note}"));
    }
    progress.now("writing pages");
    let all = if report.chosen { 1 } else { failure_groups(&loaded.spectrum).len() };
    let left_out = all.saturating_sub(report.groups.len());
    let asked = Asked { report: &report, left_out, recorded: loaded.recorded };
    let pages = pages(&asked, &mut sources);
    let start = write(&options.out, &pages)?;
    drop(progress);
    if let Some(answer) = report.groups.first().and_then(|group| group.answer.as_ref()) {
        terminal::print(format!("{}\n", printable(&answer.to_string())).as_bytes())?;
    }
    let bytes: usize = pages.iter().map(|page| page.text.len()).sum();
    let line =
        format!("{} ({}, {:.1} MB)\n", start.display(), counted(pages.len(), "file"), bytes as f64 / 1e6);
    terminal::print(line.as_bytes())?;
    if options.open {
        open(&start)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Hands the page to the desktop. Errors: there is nobody to open it.
fn open(page: &Path) -> Result<(), Failure> {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let page = page.canonicalize().unwrap_or_else(|_| page.to_owned());
    let opened = Command::new(opener)
        .arg(&page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match opened {
        Ok(status) if status.success() => Ok(()),
        _ => Err(Failure::failed(format!(
            "{opener} could not open the report; open {} in a browser",
            page.display()
        ))),
    }
}
