//! `faultline budget --run`: tests for each class of a plan, in the time that it gets.

mod build;
mod crew;
mod folder;
mod generator;
mod journal;
mod options;
mod orphans;
mod output;
mod processes;
pub mod record;
pub mod results;
mod settings;
pub mod text;
mod watch;

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use faultline_history::{Pool, Source};

use crate::exit;
use crate::failure::Failure;
use crate::generate::class_path::{given, joined};
use crate::generate::java::Java;
use crate::generate::lead::Lead;
use crate::generate::signals::Wishes;
use crate::generate::tools::Tools;
use crate::generate::{label, schedule, targets, unique_ids};
use crate::load;
use crate::progress::Progress;
use crate::terminal::{self, Terminal};

use self::build::Build;
use self::crew::Event;
use self::folder::Folder;
pub use self::folder::RESULTS;
use self::generator::{EvoSuite, Generator, Template};
use self::journal::{Journal, Past};
pub use self::options::RunOptions;
use self::processes::Processes;
use self::record::{Ended, Line, Order, Planned, Record};
use self::results::Results;
use self::settings::{Places, Settings};
use self::watch::Watch;

use super::options::BudgetOptions;
use super::plan::Plan;

/// Where a run writes unless told otherwise.
const OUT: &str = "budget-run";
/// What EvoSuite takes beside the heap of its search: its other process, code, stacks. Units: MiB.
const BESIDE_THE_HEAP: u64 = 500;

/// Runs a plan, or goes on with it. The exit code is 1 when no test was written and something was
/// wrong, 128+n when signal n ended it early.
/// Errors: there is no plan, a tool or the class path is missing, the folder holds another run.
pub fn run(options: &BudgetOptions) -> Result<ExitCode, Failure> {
    let out = options.run.out.clone().unwrap_or_else(|| PathBuf::from(OUT));
    let folder = Folder::take(&out)?;
    let mut site = if folder.journal().exists() {
        if !options.run.resume {
            return Err(Failure::failed(format!(
                "{} holds a run; go on with it by --resume, or choose another folder with --out",
                out.display()
            )));
        }
        Site::go_on(options, &folder)?
    } else if options.total.is_some() {
        Site::begin(options, &folder)?
    } else {
        return Err(Failure::failed(format!(
            "{} holds no run to go on with; begin one with --total and --run",
            out.display()
        )));
    };
    for note in &site.order.notes {
        terminal::tell(&format!("faultline: note: {note}"));
    }
    let mut wishes = Wishes::listen()?;
    let results = site.work(&folder, options.run.jobs, &mut wishes)?;
    folder.write_results(&results.json()?)?;
    if results.waiting() == 0 {
        folder.clean();
    }
    let top = options.shown(if options.json || options.csv { 0 } else { text::USUAL });
    let page = if options.json {
        results.json()?
    } else if options.csv {
        text::csv(&results, top)
    } else {
        text::render(&results, top, &Terminal::of_stdout(options.color, options.width))
    };
    terminal::print(page.as_bytes())?;
    Ok(match wishes.first() {
        Some(signal) if results.waiting() > 0 => exit::by_signal(signal),
        _ if results.is_in_vain() => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    })
}

/// A run with all that it needs.
struct Site {
    order: Order,
    journal: Journal,
    generator: Generator,
    class_path: String,
    /// Classes that ended, in whichever session.
    ended: Vec<Ended>,
    /// How long earlier sessions took. Units: seconds.
    earlier: f64,
}

impl Site {
    /// Makes the plan and begins its journal.
    fn begin(options: &BudgetOptions, folder: &Folder) -> Result<Self, Failure> {
        if options.past.compat {
            return Err(Failure::misuse(
                "--compat computes the published budgets, which may be more than --total; run without it",
            ));
        }
        let settings = Settings::of(options, None)?;
        let places = Places::of(options)?;
        let template = settings.command.as_deref().map(Template::of).transpose()?;
        let needs_classes = template.as_ref().is_none_or(Template::needs_class_path);
        let mut notes = Vec::new();
        let mut class_path = places.project_cp.clone().unwrap_or_default();
        let progress = Progress::start("reading the history");
        let plan = Plan::of(options, |sources| {
            if !needs_classes || places.project_cp.is_some() {
                return Ok(each_once(sources));
            }
            let root = build::working_tree(&places.repository)?;
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
        super::draw(&plan, options)?;
        let failing = spectrum(options, &settings, folder)?;
        let generator = generator(&settings, &places, failing.clone(), folder)?;
        let failed = |error: std::io::Error| {
            Failure::failed(format!("beginning {} failed: {error}", folder.journal().display()))
        };
        let order = Order {
            settings,
            // What was found once is not looked for again.
            places: Places { project_cp: Some(class_path.clone()), ..places },
            shard: plan.shard,
            whole: plan.whole.clone(),
            mark: orphans::mark().map_err(failed)?,
            failing,
            notes,
            classes: Planned::of(&plan),
        };
        let journal = Journal::begin(&folder.journal(), order.clone()).map_err(failed)?;
        Ok(Self { order, journal, generator, class_path, ended: Vec::new(), earlier: 0.0 })
    }

    /// Reads the journal, and ends what a killed program left running.
    /// Errors: the run was begun with other options.
    fn go_on(options: &BudgetOptions, folder: &Folder) -> Result<Self, Failure> {
        let path = folder.journal();
        let failed =
            |why: String| Failure::failed(format!("{} cannot be gone on with: {why}", path.display()));
        let Past { order, lines, sound } = Past::read(&path).map_err(failed)?;
        let asked = Settings::of(options, Some(&order.settings))?;
        let mut other = asked.differences(&order.settings);
        let is_other_shard =
            options.shard != order.shard && (options.total.is_some() || options.shard.is_some());
        other.extend(is_other_shard.then_some("--shard"));
        if !other.is_empty() {
            return Err(Failure::misuse(format!(
                "the run in {} was begun with another value of {}; give what it was begun with, or --resume alone",
                folder.root().display(),
                other.join(", ")
            )));
        }
        orphans::end(&order.mark);
        let journal = Journal::go_on(&path, sound).map_err(|error| failed(error.to_string()))?;
        let mut places = order.places.clone();
        if let Some(text) = &options.run.project_cp {
            places.project_cp = Some(joined(&given("--project-cp", text)?));
        }
        if let Some(jar) = &options.run.evosuite {
            places.evosuite = Some(jar.clone());
        }
        places.fetch |= options.run.fetch;
        let generator = generator(&order.settings, &places, order.failing.clone(), folder)?;
        let class_path = places.project_cp.unwrap_or_default();
        let earlier = seconds_of(&lines);
        let ended = lines.into_iter().filter_map(|line| match line.record {
            Record::Ended(ended) => Some(ended),
            _ => None,
        });
        Ok(Self { journal, generator, class_path, ended: ended.collect(), earlier, order })
    }

    /// Runs what did not end yet.
    fn work(&mut self, folder: &Folder, jobs: Option<u32>, wishes: &mut Wishes) -> Result<Results, Failure> {
        let started = Instant::now();
        let memory = self.order.settings.memory + BESIDE_THE_HEAP;
        let jobs = jobs.map_or_else(|| schedule::fitting_of(1, memory << 20), |jobs| jobs as usize);
        let mut pool = pool(&self.order, &self.ended);
        if pool.waiting() > 0 {
            self.journal.add(Record::Session { jobs })?;
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
            Event::Begins(grant) => journal.add(Record::Began { class: grant.class, granted: grant.seconds }),
            Event::Ended(one) => {
                journal.add(Record::Ended(one.clone()))?;
                ended.push(one.clone());
                Ok(())
            }
        })?;
        let seconds = self.earlier + started.elapsed().as_secs_f64();
        Ok(Results::of(order, ended, seconds, jobs))
    }
}

/// What waits, with what there is left for it.
fn pool(order: &Order, ended: &[Ended]) -> Pool {
    let done: HashSet<usize> = ended.iter().map(|ended| ended.class).collect();
    let total: u64 = order.classes.iter().map(|class| class.seconds).sum();
    let used: u64 = ended.iter().map(|ended| ended.used).sum();
    let own = order.classes.iter().map(|class| class.seconds).enumerate();
    let waiting: Vec<_> = own.filter(|(class, _)| !done.contains(class)).collect();
    let most = order.classes.iter().map(|class| class.seconds).max().unwrap_or(0);
    Pool::new(total - used, waiting, most)
}

/// How long the sessions of a journal took, as far as it tells. Units: seconds.
fn seconds_of(lines: &[Line]) -> f64 {
    let sessions = lines.chunk_by(|_, next| !matches!(next.record, Record::Session { .. }));
    let took = sessions.filter_map(|session| Some(session.last()?.at.saturating_sub(session.first()?.at)));
    took.sum::<u64>() as f64 / 1_000.0
}

/// Sources without those whose class another one has, too.
fn each_once(sources: Vec<Source>) -> Vec<Source> {
    let mut seen = HashSet::new();
    sources.into_iter().filter(|source| seen.insert(source.class.clone())).collect()
}

/// Writes the recording that a metric starts from. Gives the ids of the failing tests.
/// Errors: there is none, or it is not clear which failing test they are to explain.
fn spectrum(options: &BudgetOptions, settings: &Settings, folder: &Folder) -> Result<Vec<String>, Failure> {
    let lead = settings.metric.as_deref().map(Lead::of).transpose()?;
    let Some(Lead::Metric(_)) = lead else { return Ok(Vec::new()) };
    let spectrum = load::load(&options.spectrum)?.spectrum;
    label::write(&spectrum, "what searches for tests started from", &folder.spectrum())?;
    unique_ids(&spectrum, &targets::failing(&spectrum, &options.failing)?)
}

/// Errors: EvoSuite, its agent or a Java for it is missing.
fn generator(
    settings: &Settings,
    places: &Places,
    failing: Vec<String>,
    folder: &Folder,
) -> Result<Generator, Failure> {
    if let Some(command) = &settings.command {
        return Ok(Generator::Command(Template::of(command)?));
    }
    Ok(Generator::EvoSuite(Box::new(EvoSuite {
        java: Java::find()?,
        tools: Tools::find(places.evosuite.as_deref(), places.fetch)?,
        lead: settings.metric.as_deref().map(Lead::of).transpose()?,
        failing,
        spectrum: folder.spectrum().to_string_lossy().into_owned(),
        arguments: settings.arguments.clone(),
    })))
}
