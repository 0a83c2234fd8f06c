//! Generates tests for each class of a plan, in its granted time.

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Instant;

use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::tools::class_path::given;
use faultline_jvm_process::tools::entries::joined;
use faultline_jvm_process::tools::java::Java;
use faultline_jvm_process::tools::working_tree::working_tree;
use faultline_jvm_process::work::crew::{self, Event};
use faultline_jvm_process::work::journal::{Journal, Line, Past};
use faultline_jvm_process::work::memory::fitting;
use faultline_jvm_process::work::orphans;
use faultline_messages::failure::Failure;
use faultline_messages::progress::Progress;
use faultline_messages::tell::tell;
use faultline_recording_store::load;
use faultline_vcs_history::Source;

use crate::evosuite::lead::Lead;
use crate::evosuite::tools::Tools;
use crate::targets::{self, unique_ids};
use crate::written::label;

use super::build::Build;
use super::folder::{Folder, JOURNAL, SPECTRUM};
use super::generator::{EvoSuite, Generator, Template};
use super::plan::Plan;
use super::processes::Processes;
use super::record::{Ended, Order, Planned, Record};
use super::request::{Request, Running};
use super::results::Results;
use super::secrets;
use super::settings::{Places, Settings};
use super::watch::Watch;

/// The default output folder.
const OUT: &str = "budget-run";
/// Memory of `EvoSuite` beyond the heap of its search: its other process, code, stacks. Units: MiB.
const BESIDE_THE_HEAP: u64 = 500;

/// Runs a plan, or resumes it; `planned` is called with a new plan before anything runs. The results are also
/// in the folder when this returns. Returns the signal, too, if one asked to stop.
/// Errors: there is no plan, a tool or the class path is missing, the folder holds another run; those of
/// `planned`.
pub fn run(
    request: &Request,
    planned: impl FnOnce(&Plan) -> Result<(), Failure>,
) -> Result<(Results, Option<i32>), Failure> {
    let out = request.run.out.clone().unwrap_or_else(|| PathBuf::from(OUT));
    if request.total.is_none() && !out.join(JOURNAL).exists() {
        return Err(Failure::failed(format!(
            "{} holds no run to continue; start one with --total and --run",
            out.display()
        )));
    }
    let folder = Folder::take(&out)?;
    let mut site = if folder.journal().exists() {
        if !request.run.resume {
            return Err(Failure::failed(format!(
                "{} holds a run; continue it with --resume, or choose another folder with --out",
                out.display()
            )));
        }
        Site::go_on(request, &folder)?
    } else {
        Site::begin(request, &folder, planned)?
    };
    for note in &site.order.notes {
        tell(&format!("faultline: note: {note}"));
    }
    let mut wishes = Wishes::listen()?;
    let results = site.work(&folder, request.run.jobs, &mut wishes)?;
    folder.write_results(&results.json()?)?;
    if results.waiting() == 0 {
        folder.clean();
    }
    Ok((results, wishes.first()))
}

/// The state of a run.
struct Site {
    order: Order,
    journal: Journal<Record>,
    generator: Generator,
    class_path: String,
    /// Classes that ended, in any session.
    ended: Vec<Ended>,
    /// Duration of earlier sessions. Units: seconds.
    earlier: f64,
}

impl Site {
    /// Makes the plan and starts its journal.
    fn begin(
        request: &Request,
        folder: &Folder,
        planned: impl FnOnce(&Plan) -> Result<(), Failure>,
    ) -> Result<Self, Failure> {
        if request.past.compat {
            return Err(Failure::misuse(
                "--compat computes the published budgets, which may be more than --total; run without it",
            ));
        }
        let settings = Settings::of(request, None)?;
        let places = Places::of(request)?;
        let template = request.run.command.as_deref().map(Template::of).transpose()?;
        let needs_classes = template.as_ref().is_none_or(Template::needs_class_path);
        let mut notes = Vec::new();
        let mut class_path = places.project_cp.clone().unwrap_or_default();
        let progress = Progress::start("reading the history");
        let plan = Plan::of(request, |sources| {
            if !needs_classes || places.project_cp.is_some() {
                return Ok(each_once(sources));
            }
            let root = working_tree(&places.repository)?;
            let paths: Vec<PathBuf> =
                sources.iter().map(|source| PathBuf::from(source.path.to_string())).collect();
            let mut build = Build::of(&root, paths.iter().map(PathBuf::as_path), places.fetch)?;
            class_path = build.class_path();
            let built = build.built(sources);
            notes = build.notes;
            if built.is_empty() {
                return Err(Failure::failed(
                    "no class of the repository is in its build; build it, or name its class path with --project-cp",
                ));
            }
            Ok(built)
        })?;
        drop(progress);
        planned(&plan)?;
        let failing = spectrum(request, &settings, folder)?;
        let generator = generator(&request.run, &settings, &places, failing.clone(), folder)?;
        notes.extend(generator.note().cloned());
        let failed = |error: std::io::Error| {
            Failure::failed(format!("beginning {} failed: {error}", folder.journal().display()))
        };
        let order = Order {
            settings,
            // Store the class path, so that it is not determined again.
            places: Places { project_cp: Some(class_path.clone()), ..places },
            shard: plan.shard,
            whole: plan.whole.clone(),
            mark: orphans::mark().map_err(failed)?,
            failing,
            notes,
            classes: Planned::of(&plan),
        };
        let journal = folder.owned().file(JOURNAL).map_err(failed)?;
        let journal = Journal::begin(&journal, &Record::Plan(Box::new(order.clone()))).map_err(failed)?;
        Ok(Self { order, journal, generator, class_path, ended: Vec::new(), earlier: 0.0 })
    }

    /// Reads the journal, and ends processes that a killed program left running. Errors: the run was started
    /// with other options.
    fn go_on(request: &Request, folder: &Folder) -> Result<Self, Failure> {
        let path = folder.journal();
        let failed = |why: String| Failure::failed(format!("{} cannot be resumed: {why}", path.display()));
        if !folder.owned().is_ours(JOURNAL) {
            return Err(failed("faultline did not write it; name another folder with --out".to_owned()));
        }
        let Past { lines, sound } = Past::read(&path, request.run.trust).map_err(failed)?;
        let mut lines = lines.into_iter();
        let Some(Line { record: Record::Plan(order), .. }) = lines.next() else {
            return Err(failed("it does not begin with a plan".to_owned()));
        };
        let (mut order, lines) = (*order, lines.collect::<Vec<_>>());
        let asked = Settings::of(request, Some(&order.settings))?;
        let mut other = asked.differences(&order.settings);
        let is_other_shard =
            request.shard != order.shard && (request.total.is_some() || request.shard.is_some());
        other.extend(is_other_shard.then_some("--shard"));
        if !other.is_empty() {
            return Err(Failure::misuse(format!(
                "the run in {} was started with another value of {}; give the same options as at its start, or --resume alone",
                folder.root().display(),
                other.join(", ")
            )));
        }
        let ended = order.ended(lines.iter().cloned()).map_err(failed)?;
        orphans::end(&order.mark);
        let journal = Journal::go_on(&path, sound).map_err(|error| failed(error.to_string()))?;
        let mut places = order.places.clone();
        if let Some(text) = &request.run.project_cp {
            places.project_cp = Some(joined(&given("--project-cp", text)?));
        }
        if let Some(jar) = &request.run.evosuite {
            places.evosuite = Some(jar.clone());
        }
        places.fetch |= request.run.fetch;
        let generator = generator(&request.run, &order.settings, &places, order.failing.clone(), folder)?;
        // The jar may differ from the one that the run started with.
        if let Some(note) = generator.note().filter(|note| !order.notes.contains(note)) {
            order.notes.push(note.clone());
        }
        let class_path = places.project_cp.unwrap_or_default();
        Ok(Self { journal, generator, class_path, ended, earlier: seconds_of(&lines), order })
    }

    /// Runs the classes that have not ended.
    fn work(
        &mut self,
        folder: &Folder,
        jobs: Option<usize>,
        wishes: &mut Wishes,
    ) -> Result<Results, Failure> {
        let started = Instant::now();
        let memory = self.order.settings.memory.saturating_add(BESIDE_THE_HEAP);
        let jobs = jobs.unwrap_or_else(|| fitting(1, memory << 20));
        let mut pool = self.order.left(&self.ended);
        if pool.waiting() > 0 {
            self.journal.add(&Record::Session { jobs })?;
        }
        let watch = Watch::new(self.order.classes.len(), self.ended.len(), jobs);
        let (order, journal, ended) = (&self.order, &mut self.journal, &mut self.ended);
        let mut processes = Processes {
            order,
            generator: &self.generator,
            folder,
            class_path: &self.class_path,
            wishes,
            watch,
            running: Vec::new(),
            last: Instant::now(),
        };
        crew::run(&mut pool, jobs, &mut processes, |event| match event {
            Event::Begins(grant) => {
                journal.add(&Record::Began { class: grant.class, granted: grant.seconds })
            }
            Event::Ended(one) => {
                journal.add(&Record::Ended(one.clone()))?;
                ended.push(one.clone());
                Ok(())
            }
        })?;
        let seconds = self.earlier + started.elapsed().as_secs_f64();
        Ok(Results::of(order, ended, seconds, jobs))
    }
}

/// Total duration of the sessions in a journal, by its time stamps. Units: seconds.
fn seconds_of(lines: &[Line<Record>]) -> f64 {
    let sessions = lines.chunk_by(|_, next| !matches!(next.record, Record::Session { .. }));
    let took = sessions.filter_map(|session| Some(session.last()?.at.saturating_sub(session.first()?.at)));
    took.sum::<u64>() as f64 / 1_000.0
}

/// Sources with distinct classes.
fn each_once(sources: Vec<Source>) -> Vec<Source> {
    let mut seen = HashSet::new();
    sources.into_iter().filter(|source| seen.insert(source.class.clone())).collect()
}

/// Writes the initial recording of a metric. Returns the ids of the failing tests. Errors: there is no
/// recording, or it is ambiguous which failing test to explain.
fn spectrum(request: &Request, settings: &Settings, folder: &Folder) -> Result<Vec<String>, Failure> {
    let Some(Lead::Metric(_)) = settings.lead()? else { return Ok(Vec::new()) };
    let spectrum = load::load(&request.spectrum)?.spectrum;
    let file = folder.owned().file(SPECTRUM).map_err(|error| Failure::failed(error.to_string()))?;
    label::write(&spectrum, "what searches for tests started from", &file)?;
    unique_ids(&spectrum, &targets::failing(&spectrum, &request.failing)?)
}

/// Errors: EvoSuite, its agent or a Java for it is missing.
fn generator(
    run: &Running,
    settings: &Settings,
    places: &Places,
    failing: Vec<String>,
    folder: &Folder,
) -> Result<Generator, Failure> {
    if let Some(command) = secrets::command(run, settings)? {
        return Ok(Generator::Command(Template::of(&command)?));
    }
    Ok(Generator::EvoSuite(Box::new(EvoSuite {
        java: Java::find()?,
        tools: Tools::find(places.evosuite.as_deref(), places.fetch)?,
        lead: settings.lead()?,
        failing,
        spectrum: folder.spectrum().to_string_lossy().into_owned(),
        arguments: secrets::arguments(run, settings)?,
    })))
}
