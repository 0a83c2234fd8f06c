//! `faultline generate`: EvoSuite, guided by a metric, generates tests that explain a failure.

pub mod json;
pub mod options;
mod report;
mod text;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use faultline_jvm_process::jvm::site::are_trusted;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::tools::class_path::{self, ClassPath};
use faultline_jvm_process::tools::java::Java;
use faultline_messages::failure::Failure;
use faultline_messages::tell::tell;
use faultline_messages::words::{counted, shell_word};
use faultline_recording_store::load::Loaded;
use faultline_recording_store::{find, load};
use faultline_sbfl::display_name;
use faultline_spectrum::Spectrum;
use faultline_test_generation::evosuite::lead::Lead;
use faultline_test_generation::evosuite::schedule;
use faultline_test_generation::evosuite::search::{Done, Setup};
use faultline_test_generation::evosuite::tools::Tools;
use faultline_test_generation::targets::{self, Plan, groups, names, unique_ids};
use faultline_test_generation::written::folder::{Folder, LABELLED, POOL, SPECTRUM};
use faultline_test_generation::written::label::{self, Labels};
use faultline_test_generation::written::record::{self, Generated};
use faultline_test_selection::near::{Near, Paths};

use crate::commands::amplify::grown;
use crate::exit;
use crate::given::schemas;
use crate::notes::tell_all;
use faultline_terminal::terminal;

use self::options::GenerateOptions;
use self::report::{Next, Report};

/// Runs `faultline generate`. The exit code is 1 if no test was written, 128+n if signal n stopped it early.
/// Errors: there is no recording or failing test, a tool is missing, the oracle cannot run.
pub fn generate(options: &GenerateOptions) -> Result<ExitCode, Failure> {
    let started = Instant::now();
    let lead = Lead::of(options.metric())?;
    let oracle =
        options.oracle_cp.as_deref().map(|text| class_path::given("--oracle-cp", text)).transpose()?;
    // The recordings decide which of the two schemas applies.
    options.file.ready(schemas::GENERATE).or_else(|_| options.file.ready(schemas::AMPLIFY))?;
    let loaded = load::load(&options.inputs)?;
    if let Some(request) = options.grown(&loaded)? {
        return grown(&request, options.json, options.file.ready(schemas::AMPLIFY)?, &options.page);
    }
    let file = options.file.ready(schemas::GENERATE)?;
    check(options, &lead, &loaded)?;
    let mut notes = loaded.notes;
    let spectrum = loaded.spectrum;
    let classes = options.classes();
    let request = targets::Request {
        budget: options.budget,
        least: options.min(),
        split: options.split().into(),
        failing: &options.failing,
        classes: &classes,
    };
    let plan = targets::plan(&spectrum, &request)?;
    let failing = unique_ids(&spectrum, &plan.failing)?;
    let java = Java::find()?;
    let tools = Tools::find(options.evosuite.as_deref(), options.fetch)?;
    let folder = Folder::prepare(&options.out)?;
    let class_path = class_path(options, &spectrum, &folder)?;
    notes.extend(class_path.notes.iter().cloned());
    notes.extend(tools.note.clone());
    tell_all(&notes);
    let from = started_from(&lead, &spectrum, &loaded.files, &folder)?;

    let mut wishes = Wishes::listen()?;
    let jobs = options.jobs.map_or_else(schedule::fitting, |jobs| jobs as usize);
    let setup = Setup {
        java: &java,
        tools: &tools,
        class_path: class_path.text(),
        lead: &lead,
        failing,
        spectrum: &from,
        folder: &folder,
        seed: options.seed,
        grace: options.grace(),
        more: &options.evosuite_arguments,
    };
    let ended = |done: &Done| tell(&format!("faultline: {}", text::line(done)));
    let done = schedule::run(&setup, &plan.targets, jobs, &mut wishes, ended)?;

    let mut after = Vec::new();
    let generated = Generated {
        suites: done.iter().filter_map(|done| done.suite.as_ref()).collect(),
        java: &java,
        tools: &tools,
        folder: &folder,
        spectrum: &spectrum,
        limit: options.grace(),
    };
    let learned = if wishes.count() == 0 && !generated.suites.is_empty() {
        learn(&generated, &class_path.entries, oracle.as_deref(), &mut wishes, &mut after)
    } else {
        Ok(None)
    };
    let kept: Vec<PathBuf> = done.iter().filter_map(|done| done.kept.clone()).collect();
    let groups = (!kept.is_empty()).then(|| groups::groups(&spectrum, &plan, &kept, &mut after));
    folder.clean();
    // Report the results of the searches even if running the tests failed, and the error after them. Without
    // an oracle the error is only a note.
    let is_known = learned.is_ok() && wishes.count() == 0;
    let (labels, trouble) = match learned {
        Ok(labels) => (labels, None),
        Err(trouble) if oracle.is_some() => (None, Some(trouble)),
        Err(trouble) => {
            after.push(trouble.to_string());
            (None, None)
        }
    };
    tell_all(&after);
    notes.append(&mut after);
    let report = Report {
        failing: names(&spectrum, &plan.failing),
        metric: lead.name(),
        budget: options.budget,
        split: options.split().name(),
        seed: options.seed,
        jobs,
        classes: &done,
        left_out: &plan.left_out,
        not_begun: plan.targets.len() - done.len(),
        groups,
        next: next(options, &display_names(&spectrum, &plan), &generated, labels.as_ref(), is_known),
        labels,
        tests: &folder.tests(),
        notes,
        took: started.elapsed(),
    };
    terminal::print(&file.answer(options.json, || json::render(&report), || text::render(&report))?)?;
    match (wishes.first(), trouble) {
        (Some(signal), _) => Ok(exit::by_signal(signal)),
        (None, Some(trouble)) => Err(trouble),
        (None, None) if report.tests_written() == 0 => Ok(ExitCode::FAILURE),
        (None, None) => Ok(ExitCode::SUCCESS),
    }
}

/// Checks before anything starts. Errors: the recordings name programs to run and are not trusted; the metric
/// needs conditions, and none were recorded.
fn check(options: &GenerateOptions, lead: &Lead, loaded: &Loaded) -> Result<(), Failure> {
    if options.project_cp.is_none() {
        are_trusted(&loaded.files, options.trust.into())?;
    }
    match Near::of_name(lead.name()) {
        Some(near) => Paths::of(loaded, near).map(drop),
        None => Ok(()),
    }
}

/// Writes the input of the searches: lines, or, for metrics of conditions, the recordings that have them.
fn started_from(
    lead: &Lead,
    spectrum: &Spectrum,
    files: &[PathBuf],
    folder: &Folder,
) -> Result<PathBuf, Failure> {
    let lines = folder.recording(SPECTRUM)?;
    label::write(spectrum, "what a search for tests started from", &lines)?;
    if lead.needs_conditions() { folder.recordings(files) } else { Ok(lines) }
}

/// Runs the generated tests to record their rows, and with an oracle to label them. Errors: they do not
/// compile or run.
fn learn(
    generated: &Generated<'_>,
    classes: &[PathBuf],
    oracle: Option<&[PathBuf]>,
    wishes: &mut Wishes,
    notes: &mut Vec<String>,
) -> Result<Option<Labels>, Failure> {
    let spectrum = generated.spectrum;
    generated.compile(classes, wishes)?;
    let ran = generated.execute(classes, "run", wishes)?;
    let (pool, unstable) = label::pool(spectrum, &ran);
    if unstable > 0 {
        notes.push(format!(
            "{} failed or gave up where generated, depending on time or chance; left out",
            counted(unstable, "generated test")
        ));
    }
    label::write(&pool, "generated tests", &generated.folder.recording(POOL)?)?;
    let Some(oracle) = oracle else { return Ok(None) };
    // The oracle's classes precede the project's and so replace them, whether a whole jar or a single fixed
    // class.
    let there: Vec<PathBuf> = oracle.iter().chain(classes).cloned().collect();
    let judged = generated.execute(&there, "oracle", wishes)?;
    let labels = label::label(pool, &judged, &generated.folder.recording(LABELLED)?)?;
    if labels.unfit > 0 {
        notes.push(format!(
            "{} did not fit the classes of --oracle-cp (see {}) and have no label; those are often the tests that \
             reach the fault: name classes that differ in the fix alone, or all classes of that version",
            counted(labels.unfit, "generated test"),
            generated.folder.logs().join("oracle.txt").display()
        ));
    }
    Ok(Some(labels))
}

fn display_names(spectrum: &Spectrum, plan: &Plan) -> Vec<String> {
    plan.failing.iter().map(|test| display_name(&spectrum.tests[test.index()])).collect()
}

fn class_path(options: &GenerateOptions, spectrum: &Spectrum, folder: &Folder) -> Result<ClassPath, Failure> {
    match &options.project_cp {
        Some(text) => Ok(ClassPath { entries: class_path::given("--project-cp", text)?, notes: Vec::new() }),
        None => class_path::recorded(spectrum, options.fetch, &folder.scratch()),
    }
}

/// Suggests follow-up commands; `ran` means that the tests' rows were recorded.
fn next(
    options: &GenerateOptions,
    failing: &[String],
    generated: &Generated<'_>,
    labels: Option<&Labels>,
    ran: bool,
) -> Vec<Next> {
    if generated.suites.is_empty() {
        return Vec::new();
    }
    let word = |path: &Path| shell_word(&path.display().to_string());
    let inside = |name: &str| word(&options.out.join(name));
    let mut inputs: Vec<String> = options.inputs.iter().map(|input| word(input)).collect();
    let chosen = |names: &[String]| {
        names.iter().flat_map(|name| ["--failing".to_owned(), shell_word(name)]).collect::<Vec<_>>()
    };
    let mut next = Vec::new();
    if let Some(labels) = labels {
        if inputs.is_empty() {
            inputs.push(find::DEFAULT_FOLDER.to_owned());
        }
        inputs.push(inside("labelled.flt"));
        if labels.failed > 0 {
            // Without these options, tests with different exceptions would form separate groups.
            inputs.extend(chosen(failing));
            inputs.extend(chosen(&labels.failing));
        }
        let command = format!("faultline rank {}", inputs.join(" "));
        next.push(Next { purpose: "rank the suspects with the labelled tests", command });
    } else if ran {
        inputs.extend(chosen(&options.failing));
        inputs.extend(["--interactive".to_owned(), "--pool".to_owned(), inside("pool.flt")]);
        inputs.extend(["--source".to_owned(), inside("tests")]);
        inputs.extend(["--answers".to_owned(), inside("answers.jsonl")]);
        inputs.extend(["--out".to_owned(), inside("labelled.flt")]);
        let command = format!("faultline select {}", inputs.join(" "));
        next.push(Next { purpose: "label the tests, the most informative first", command });
    }
    next.push(again(generated, inside));
    next
}

fn again(generated: &Generated<'_>, inside: impl Fn(&str) -> String) -> Next {
    let suites: Vec<_> = generated.suites.iter().map(|suite| shell_word(&suite.class)).collect();
    let command = format!(
        "javac @{args} -d {classes} $(find {tests} -name '*.java') && java -ea {agent} @{args} {runner} {suites}",
        args = inside("class-path"),
        classes = inside("test-classes"),
        tests = inside("tests"),
        agent = shell_word(&generated.tools.agent_option()),
        runner = record::RUNNER,
        suites = suites.join(" "),
    );
    Next { purpose: "compile and run them again", command }
}
