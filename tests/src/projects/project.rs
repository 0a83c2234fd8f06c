//! All checks of one project.

use std::collections::BTreeSet;
use std::path::Path;

use faultline_files::Trust;
use faultline_jvm_process::jvm::site::sites;
use faultline_recording_store::load::load_with_recordings;
use faultline_recording_store::reading::Reading;

use super::alone::{Whole, sample};
use super::checks::{self, ClassFiles};
use super::found::Found;
use super::loaded::{Logs, is_written, missing};
use super::prepare::prepare;
use super::suite::Suite;
use super::table::Project;
use super::tools::program;
use crate::{CaseOutcome, Dist, Reports};

/// Lays out a project below `work`, runs its tests with and without the agent, and checks the results.
pub fn check(project: &Project, dist: &Dist, work: &Path) -> Found {
    let mut found = Found::default();
    if let Err(why) = run(project, dist, work, &mut found) {
        found.stopped = Some(why);
    }
    found.explain(project);
    found
}

fn run(project: &Project, dist: &Dist, work: &Path, found: &mut Found) -> Result<(), String> {
    let folder = prepare(project, work)?;
    let tool = program(project.tool, work)?;
    let suite = Suite { project, folder: &folder, tool: &tool };
    let logs = Logs::new(work.join(format!("{}-loaded", project.name)))?;
    let mut plain = vec![suite.plain(Some(&logs))?];
    found.tests = plain[0].cases.len();
    found.failed = failed(&plain[0]);
    let recorded = suite.recorded(dist)?;
    let mut changed = checks::outcomes(&plain, &recorded);
    if !changed.is_empty() {
        // They may also differ between two runs without the agent.
        plain.push(suite.plain(None)?);
        let before = changed.len();
        changed = checks::outcomes(&plain, &recorded);
        found.unsteady = before - changed.len();
    }
    found.differences.extend(changed);

    // As a person would who asks in the project's folder.
    std::env::set_current_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let (loaded, recordings) =
        load_with_recordings(&[], Reading::default()).map_err(|failure| failure.to_string())?;
    let spectrum = &loaded.spectrum;
    found.rows = spectrum.tests.len();
    found.classes = spectrum.classes.len();
    found.differences.extend(checks::rows(spectrum, &recorded));
    let files = ClassFiles::below(&folder);
    found.differences.extend(checks::classes(spectrum, &files));
    found.differences.extend(checks::failing(spectrum, &recorded));

    let left_out = &loaded.left_out;
    let left_out: BTreeSet<String> = [&left_out.tests, &left_out.libraries, &left_out.generated]
        .into_iter()
        .flat_map(|places| places.values().flatten().cloned())
        .collect();
    let mut known = left_out.clone();
    known.extend(spectrum.classes.iter().map(|class| class.name.clone()));
    known.extend(recordings.iter().flat_map(|one| &one.refusals).map(|refusal| refusal.class.clone()));
    found.differences.extend(missing(&logs.classes(&folder), &files.own, &known, is_written));

    let sites = sites(&recordings, &loaded.files, Trust::default()).map_err(|failure| failure.to_string())?;
    let scratch = work.join(format!("{}-alone", project.name));
    std::fs::create_dir_all(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
    let whole = Whole {
        root: &folder,
        dist,
        recordings: &recordings,
        left_out: &left_out,
        sites: &sites,
        scratch: &scratch,
    };
    let sampled = sample(whole)?;
    found.sampled = sampled.tests;
    found.by_rule = sampled.by_rule;
    found.differences.extend(sampled.differences);
    Ok(())
}

fn failed(reports: &Reports) -> usize {
    reports.cases.iter().filter(|case| matches!(case.outcome, CaseOutcome::Failed(_))).count()
}
