//! The whole way: plan, variants, runs in both orders, labels, what is kept.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use faultline_files::put;
use faultline_flt::read;
use faultline_jvm_process::agent::jar::AgentJar;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::tools::java::Java;
use faultline_messages::failure::Failure;
use faultline_recording_store::find::recordings_in;
use faultline_spectrum::Launch;

use crate::choose::{Chosen, Labels, choose};
use crate::clock::Clock;
use crate::folder::{Folder, beside};
use crate::grown::{Grown, Variant};
use crate::labels::{Judge, Original, label};
use crate::observed::{Execution, Observed, Outcome};
use crate::oracle::{Worktree, launch};
use crate::out::Sources;
use crate::plan::{Failing, LeftOut, Plan};
use crate::report::{Ended, Report, UnitReport};
use crate::request::{Oracle, Request};
use crate::runs::{Asked, Growth, Order, Tools, Wanted, agent_options, grow, limit, run, want_text};
use crate::source::Language;
use crate::unlabelled::{Unlabelled, ended};
use crate::written::{Written, write};
use faultline_variant_evidence::kept::Kept;
use faultline_variant_evidence::matched::{Found, Matched};
use faultline_variant_evidence::words::{By, Kind, Label, Why};

/// What labels more variants of a test that an assertion ends.
const WAY_OUT: &str = "; as it ends by an assertion, classes that are right label more variants: name them with \
                       --oracle-cp, or a revision with --oracle-rev";
/// The least that a class is worth beginning with: its compiler has to start, and two JVMs.
const LEAST: Duration = Duration::from_secs(6);
/// The same for tests in Kotlin, whose compiler starts three times as long.
const LEAST_OF_KOTLIN: Duration = Duration::from_secs(14);
/// Of the time of a class, what editing may take, and the same for tests in Kotlin.
const EDITING: f64 = 0.6;
const EDITING_OF_KOTLIN: f64 = 0.75;

/// Receives progress events of an amplification.
pub trait Observer {
    /// There is a plan.
    fn begins(&mut self, plan: &Plan);
    /// Something takes its time.
    fn now(&mut self, doing: &str);
    /// A class is done.
    fn ended(&mut self, unit: &UnitReport);
}

/// Grows tests as a request asks. Errors: there is no failing test that can be grown from, a tool is missing, JVMs do
/// not start, results cannot be written.
pub fn amplify(request: &Request, observer: &mut dyn Observer) -> Result<Report, Failure> {
    let plan = Plan::of(request)?;
    let (grower, agent) = (AgentJar::of_amplify()?, AgentJar::find()?);
    let tools = Tools {
        grow: grower.path().to_owned(),
        run: grower.beside("faultline-amplify-run.jar"),
        agent: agent.path().to_owned(),
        kotlin: request.kotlin.clone(),
    };
    run_plan(request, plan, &tools, observer)
}

/// As [`amplify`], of a plan that was made, with these tools.
pub fn run_plan(
    request: &Request,
    plan: Plan,
    tools: &Tools,
    observer: &mut dyn Observer,
) -> Result<Report, Failure> {
    let started = Instant::now();
    let dir = request.dir.clone().unwrap_or_else(|| beside(&plan.loaded.files));
    let folder = Folder::take(&dir, &plan.loaded.files)?;
    let out = request.write.as_ref().map(Sources::take).transpose()?;
    observer.begins(&plan);
    let mut wishes = Wishes::listen()?;
    let right = Right::of(request, &plan, &folder, &mut wishes, observer)?;
    let built = started.elapsed();
    let mut work = Work {
        request,
        plan: &plan,
        tools,
        right,
        answers: folder.answers(),
        folder: folder.scratch(),
        wishes: &mut wishes,
        observer,
        done: Done::default(),
    };
    let end = work.all(Clock::start(request.budget))?;
    let mut done = std::mem::take(&mut work.done);
    drop(work);
    let mut notes = plan.loaded.notes.clone();
    if request.slices && plan.units.iter().any(|unit| unit.source.language == Language::Kotlin) {
        notes.push("slices are not cut from tests in Kotlin".to_owned());
    }
    let matched = matched(request, &plan, &done, &mut notes);
    let most = request.most.unwrap_or(usize::MAX);
    let from = (plan.spectrum(), &matched);
    let chosen = choose(from, request.choose, Labels::Known, most, request.seed);
    let chosen = chosen.unwrap_or_else(|error| {
        // What was grown is worth keeping all the same.
        notes.push(format!("no variant was chosen: {error}"));
        Vec::new()
    });
    // First what was found, so that it is there also where tests cannot be written.
    if done.count() > 0 {
        folder.replace(&done.recordings, &done.kept, &done.unlabelled)?;
    }
    let (written, tests_written) = match &out {
        Some(out) if !done.kept.is_empty() && wishes.count() == 0 => {
            write_down(&plan, tools, &done, (&matched, &chosen), out, &mut wishes, &mut notes)?
        }
        _ => (Vec::new(), 0),
    };
    done.left_out.extend(plan.left_out.iter().cloned());
    notes.sort();
    notes.dedup();
    let root = folder.root().to_owned();
    drop(folder);
    Ok(Report {
        units: done.units,
        kept: done.kept,
        matched,
        choice: request.choose,
        chosen,
        reasons: done.reasons,
        left_out: done.left_out,
        unreached: done.unreached,
        written,
        tests_written,
        folder: root,
        end,
        signal: wishes.first(),
        took: (started.elapsed(), built),
        notes,
        plan,
    })
}

/// The variants in terms of the spectrum.
fn matched(request: &Request, plan: &Plan, done: &Done, notes: &mut Vec<String>) -> Matched {
    let recordings =
        done.recordings.iter().filter_map(|file| read(file).ok()).map(|(recording, _)| recording);
    let found = Found { kept: done.kept.clone(), recordings: recordings.collect() };
    Matched::of(&[found], plan.spectrum(), request.reading.policies, notes)
}

/// How JVMs are started whose classes are right.
#[derive(Debug, Default)]
struct Right {
    /// By site; nothing without an oracle.
    launches: Vec<Launch>,
    stopped: bool,
    /// It goes when the work is done.
    _worktree: Option<Worktree>,
}

impl Right {
    fn of(
        request: &Request,
        plan: &Plan,
        folder: &Folder,
        wishes: &mut Wishes,
        observer: &mut dyn Observer,
    ) -> Result<Self, Failure> {
        match &request.oracle {
            Oracle::None => Ok(Self::default()),
            Oracle::ClassPath(entries) => {
                let launches = plan.sites.iter().map(|site| launch(site, entries));
                Ok(Self { launches: launches.collect::<Result<_, _>>()?, ..Self::default() })
            }
            Oracle::Revision(revision) => {
                let base =
                    dunce::canonicalize(&plan.loaded.base).unwrap_or_else(|_| plan.loaded.base.clone());
                let doing = format!("building the revision {revision}");
                let mut now = || observer.now(&doing);
                let tree = Worktree::built(&base, revision, &folder.scratch(), (wishes, &mut now))?;
                let Some(tree) = tree else { return Ok(Self { stopped: true, ..Self::default() }) };
                let launches = plan.sites.iter().map(|site| launch(site, &tree.places(site)?));
                let launches = launches.collect::<Result<_, Failure>>()?;
                Ok(Self { launches, stopped: false, _worktree: Some(tree) })
            }
        }
    }
}

/// Where a kept variant comes from, and what it does where all is right.
#[derive(Debug)]
struct Origin {
    /// Its unit, by place in the plan.
    unit: usize,
    /// Its number in the unit.
    number: usize,
    /// The exception that ends it; empty where it passes.
    exception: String,
    /// What it observes.
    observations: Vec<String>,
}

/// What is done so far.
#[derive(Debug, Default)]
struct Done {
    units: Vec<UnitReport>,
    kept: Vec<Kept>,
    /// By kept variant.
    origins: Vec<Origin>,
    recordings: Vec<PathBuf>,
    /// What a person may label.
    unlabelled: Vec<Unlabelled>,
    reasons: BTreeMap<Why, usize>,
    left_out: Vec<LeftOut>,
    unreached: usize,
    /// By unit: where its variants lie.
    folders: BTreeMap<usize, PathBuf>,
}

impl Done {
    /// Variants that have a label or may have one of a person.
    fn count(&self) -> usize {
        self.kept.len() + self.unlabelled.len()
    }
}

/// Work under way.
struct Work<'a> {
    request: &'a Request,
    plan: &'a Plan,
    tools: &'a Tools,
    right: Right,
    /// What a person said of variants that were grown before.
    answers: Vec<Kept>,
    folder: PathBuf,
    wishes: &'a mut Wishes,
    observer: &'a mut dyn Observer,
    done: Done,
}

impl Work<'_> {
    fn all(&mut self, clock: Clock) -> Result<Ended, Failure> {
        let count = self.plan.units.len();
        for at in 0..count {
            if self.right.stopped || self.wishes.count() > 0 {
                return Ok(Ended::Stopped);
            }
            if clock.left().is_zero() {
                self.done.unreached = self.plan.units[at..].iter().map(|unit| unit.tests.len()).sum();
                return Ok(Ended::Budget);
            }
            let least = if self.is_kotlin(at) { LEAST_OF_KOTLIN } else { LEAST };
            let report = self.unit(at, clock.share(count - at, least))?;
            self.observer.ended(&report);
            self.done.units.push(report);
        }
        Ok(if self.wishes.count() > 0 { Ended::Stopped } else { Ended::Done })
    }

    fn is_kotlin(&self, at: usize) -> bool {
        self.plan.units[at].source.language == Language::Kotlin
    }

    fn unit(&mut self, at: usize, clock: Clock) -> Result<UnitReport, Failure> {
        let unit = &self.plan.units[at];
        let folder = self.folder.join(at.to_string());
        let simple = faultline_messages::names::simple_class(&unit.class);
        let started = Instant::now();
        let has_oracle = self.request.oracle.is_there();
        let wanted = Wanted {
            count: self.request.variants,
            slices: self.request.slices,
            has_oracle,
            seed: self.request.seed,
        };
        let share = if self.is_kotlin(at) { EDITING_OF_KOTLIN } else { EDITING };
        let editing = Clock::start(clock.left().mul_f64(share));
        let doing = format!("editing {simple}");
        let mut now = || self.observer.now(&doing);
        let of = (self.plan, unit);
        let growth = grow(of, self.tools, wanted, editing, &folder, (&mut *self.wishes, &mut now))?;
        let mut report = UnitReport {
            class: unit.class.clone(),
            tests: unit.tests.len(),
            took: (started.elapsed(), Duration::ZERO),
            ..UnitReport::default()
        };
        let grown = match growth {
            Growth::Stopped => return Ok(report),
            Growth::Nothing(why) => {
                for test in &unit.tests {
                    let way_out = if has_oracle || test.is_thrown { "" } else { WAY_OUT };
                    self.leave_out(test, &format!("gives no variants: {why}{way_out}"));
                }
                return Ok(report);
            }
            Growth::Grown(grown) => grown,
        };
        report.variants = grown.variants.iter().filter(|variant| variant.kind != Kind::Whole).count();
        self.count(Why::NotCompiled, grown.count("did not compile"));
        for test in &unit.tests {
            if let Some(why) = grown.refused.get(&test.method) {
                self.leave_out(test, &format!("gives no variants: {why}"));
            }
        }
        let running = Instant::now();
        let before = self.done.kept.len();
        self.done.folders.insert(at, folder.clone());
        let classes: BTreeSet<&str> = grown.variants.iter().map(|variant| variant.class.as_str()).collect();
        for (number, class) in classes.iter().enumerate() {
            let share = clock.share(classes.len() - number, Duration::from_secs(2));
            self.class(at, &grown, class, share, (&folder, number))?;
        }
        report.took.1 = running.elapsed();
        let of_unit = &self.done.kept[before..];
        let passing = of_unit.iter().filter(|kept| kept.label == Label::Passes).count();
        report.labelled = (passing, of_unit.len() - passing);
        Ok(report)
    }

    /// Runs and labels the variants of one class.
    fn class(
        &mut self,
        at: usize,
        grown: &Grown,
        class: &str,
        clock: Clock,
        (folder, number): (&Path, usize),
    ) -> Result<(), Failure> {
        let unit = &self.plan.units[at];
        let is_grown = |test: &&Failing| test.class == class && !grown.refused.contains_key(&test.method);
        let tests: Vec<&Failing> = unit.tests.iter().filter(is_grown).collect();
        let worth: Vec<&Variant> = grown.variants.iter().filter(|variant| variant.class == class).collect();
        let has_oracle = self.request.oracle.is_there();
        for test in tests.iter().filter(|test| worth.iter().all(|variant| variant.of != test.method)) {
            let way_out = if has_oracle || test.is_thrown { "" } else { WAY_OUT };
            self.leave_out(test, &format!("gives no variants that compile{way_out}"));
        }
        let mut runs = Runs { left: if has_oracle { 4 } else { 2 }, clock, folder, number };
        let longest = tests.iter().map(|test| self.plan.spectrum().tests[test.row.index()].duration_ns).max();
        let limit = limit(Duration::from_nanos(longest.unwrap_or(0)));
        let classes = folder.join("classes");
        let asked = Asked {
            launch: &self.plan.sites[unit.site].launch,
            classes: &classes,
            framework: &grown.framework,
            class,
            methods: &[],
            want: None,
            observes: has_oracle,
            agent: None,
            limit,
        };
        let edits: Vec<String> = worth
            .iter()
            .filter(|variant| variant.kind == Kind::Edit)
            .map(|variant| variant.method.clone())
            .collect();
        let there = if has_oracle && !edits.is_empty() {
            let launch = self.right.launches[unit.site].clone();
            Some(self.observe_right(&Asked { launch: &launch, methods: &edits, ..asked }, &mut runs)?)
        } else {
            None
        };
        let is_wanted = |variant: &&&Variant| match &there {
            Some(there) if variant.kind == Kind::Edit => there.want.methods.contains_key(&variant.method),
            _ => true,
        };
        let originals = tests.iter().map(|test| test.method.clone());
        let methods: Vec<String> =
            originals.chain(worth.iter().filter(is_wanted).map(|variant| variant.method.clone())).collect();
        let recorded = folder.join(format!("recorded-{number}"));
        let options = agent_options((self.plan, unit), self.request.elements(), &classes, &recorded);
        let want = there.as_ref().map(|there| there.file.as_path());
        let asked = Asked { methods: &methods, want, ..asked };
        let forward =
            self.run(&Asked { agent: Some(&options), ..asked }, Order::Forward, &mut runs, "here")?;
        let again = again(&methods, &tests, &forward);
        let backward = self.run(&Asked { methods: &again, ..asked }, Order::Backward, &mut runs, "here")?;
        let judged = Judged { tests: &tests, there: there.as_ref(), forward: &forward, backward: &backward };
        let has_any = self.judge(at, &worth, &judged);
        if has_any {
            self.done.recordings.extend(recordings_in(&recorded).unwrap_or_default());
        }
        Ok(())
    }

    /// Labels what ran; whether anything has a label, or may have one of a person.
    fn judge(&mut self, at: usize, worth: &[&Variant], judged: &Judged<'_>) -> bool {
        let unit = &self.plan.units[at];
        let (wholes, worth): (Vec<&Variant>, Vec<&Variant>) =
            worth.iter().partition(|variant| variant.kind == Kind::Whole);
        let mut originals = BTreeMap::new();
        for test in judged.tests {
            match self.original(test, judged) {
                Ok(execution) => _ = originals.insert(test.method.as_str(), (*test, execution)),
                Err(why) => self.leave_out(test, why),
            }
        }
        let before = self.done.count();
        for variant in worth {
            let Some((test, original)) = originals.get(variant.of.as_str()) else { continue };
            let whole = wholes.iter().find(|whole| whole.of == variant.of);
            let whole = whole.and_then(|whole| judged.ended(whole).ok());
            let original = Original { execution: original, class: &unit.class, whole };
            let result = judged.ended(variant).and_then(|execution| {
                if let Some(assertion) = variant.assertion {
                    agrees(whole, assertion, execution, original.execution)?;
                } else if variant.kind == Kind::Slice && !original.ends_so(execution) {
                    return Err(Why::Depends);
                }
                let judge = if judged.there.is_some() { Judge::Oracle } else { original.judge() };
                label(variant.kind, execution, original, judge).map(|labelled| (labelled, execution))
            });
            match result {
                Err(why) => self.unlabelled((at, variant), test, judged.ended(variant).ok(), why),
                Ok(((label, by), execution)) => {
                    let kept = self.told((at, variant), test, execution).labelled(label, by);
                    let right = judged.there.and_then(|there| there.want.of(&variant.method));
                    self.keep((at, variant), kept, right.unwrap_or(execution));
                }
            }
        }
        self.done.count() > before
    }

    /// What nothing labels: a person has said of it before, or may, or else it is left out.
    fn unlabelled(
        &mut self,
        (at, variant): (usize, &Variant),
        test: &Failing,
        execution: Option<&Execution>,
        why: Why,
    ) {
        let Some(execution) = execution.filter(|_| why.is_for_a_person()) else {
            return self.count(why, 1);
        };
        let one = self.told((at, variant), test, execution);
        let answered = self.answers.iter().find(|kept| one.is(kept)).map(|kept| kept.label);
        if let Some(label) = answered {
            return self.keep((at, variant), one.labelled(label, By::Person), execution);
        }
        self.count(why, 1);
        self.done.unlabelled.push(one);
    }

    fn told(&self, (at, variant): (usize, &Variant), test: &Failing, execution: &Execution) -> Unlabelled {
        Unlabelled {
            test: self.plan.spectrum().tests[test.row.index()].unique_id.clone(),
            class: variant.class.clone(),
            method: variant.method.clone(),
            kind: variant.kind,
            ended: ended(execution),
            edits: variant.edits.clone(),
            lines: variant.lines.clone(),
            hash: self.plan.units[at].hash,
            inputs: variant.inputs,
        }
    }

    /// Keeps a variant with a label; `right` is how it ends where all is right, as far as that is known.
    fn keep(&mut self, (at, variant): (usize, &Variant), kept: Kept, right: &Execution) {
        self.done.kept.push(kept);
        let end = if right.outcome == Outcome::Passed { "" } else { &right.exception };
        self.done.origins.push(Origin {
            unit: at,
            number: variant.n,
            exception: end.to_owned(),
            observations: right.observations.clone(),
        });
    }

    /// How a failing test ended when it was run again. Errors: why its variants say nothing.
    fn original<'j>(&self, test: &Failing, judged: &Judged<'j>) -> Result<&'j Execution, &'static str> {
        let execution =
            judged.forward.of(&test.method).ok_or("was not run again in time; give it more with --budget")?;
        if execution.outcome != Outcome::Failed {
            return Err("does not fail when it is run again alone");
        }
        let again = judged
            .backward
            .of(&test.method)
            .ok_or("was not run again in time; give it more with --budget")?;
        let ended = |of: &Execution| (of.outcome, of.exception.clone(), of.frame.clone());
        if ended(execution) != ended(again) {
            return Err("does not always end in the same way when it is run again");
        }
        let recorded = self.plan.spectrum().tests[test.row.index()].failure.as_ref();
        if recorded.is_some_and(|recorded| {
            !recorded.exception.is_empty() && recorded.exception != execution.exception
        }) {
            return Err("fails by another exception when it is run again alone");
        }
        Ok(execution)
    }

    /// What variants show on classes that are right, in both orders alike.
    fn observe_right(&mut self, asked: &Asked<'_>, runs: &mut Runs<'_>) -> Result<There, Failure> {
        let forward = self.run(asked, Order::Forward, runs, "there")?;
        let backward = self.run(asked, Order::Backward, runs, "there")?;
        let has_verdict =
            |execution: &Execution| matches!(execution.outcome, Outcome::Passed | Outcome::Failed);
        let wanted: BTreeSet<&str> = asked
            .methods
            .iter()
            .map(String::as_str)
            .filter(|method| forward.agrees(&backward, method) && forward.of(method).is_some_and(has_verdict))
            .collect();
        let file = runs.folder.join(format!("{}-want.tsv", runs.number));
        put(&file, want_text(&forward, &wanted)).map_err(|error| {
            Failure::failed(format!(
                "writing to {} failed: {error}; choose another folder with --dir",
                file.display()
            ))
        })?;
        let mut want = forward.clone();
        want.methods.retain(|method, _| wanted.contains(method.as_str()));
        Ok(There { forward, backward, want, file })
    }

    fn run(
        &mut self,
        asked: &Asked<'_>,
        order: Order,
        runs: &mut Runs<'_>,
        place: &str,
    ) -> Result<Observed, Failure> {
        let share = runs.clock.share(runs.left, Duration::ZERO);
        runs.left = runs.left.saturating_sub(1);
        let name = format!("{}-{place}-{order:?}", runs.number).to_lowercase();
        let on = if place == "there" { " on the right classes" } else { "" };
        let doing =
            format!("running {}{on}", faultline_messages::words::counted(asked.methods.len(), "test"));
        let mut now = || self.observer.now(&doing);
        let wishes = &mut *self.wishes;
        run(asked, order, self.tools, share, (runs.folder, &name), (wishes, &mut now))
    }

    fn count(&mut self, why: Why, count: usize) {
        if count > 0 {
            *self.done.reasons.entry(why).or_default() += count;
        }
    }

    fn leave_out(&mut self, test: &Failing, why: &str) {
        self.done.left_out.push(LeftOut { name: self.plan.name(test), why: why.to_owned() });
    }
}

/// Runs of one class that are still to be done.
struct Runs<'a> {
    left: usize,
    clock: Clock,
    folder: &'a Path,
    number: usize,
}

/// What variants showed on classes that are right.
#[derive(Debug)]
struct There {
    forward: Observed,
    backward: Observed,
    /// What both orders agree on.
    want: Observed,
    file: PathBuf,
}

/// What is looked at for labels.
struct Judged<'a> {
    tests: &'a [&'a Failing],
    there: Option<&'a There>,
    forward: &'a Observed,
    backward: &'a Observed,
}

impl<'a> Judged<'a> {
    /// How a variant ended, in both orders alike. Errors: why that is not known.
    fn ended(&self, variant: &Variant) -> Result<&'a Execution, Why> {
        let method = variant.method.as_str();
        if let (Kind::Edit, Some(there)) = (variant.kind, self.there)
            && !there.want.methods.contains_key(method)
        {
            return Err(match (there.forward.of(method), there.backward.of(method)) {
                (Some(_), Some(_)) if !there.forward.agrees(&there.backward, method) => Why::UnstableThere,
                (Some(execution), Some(_)) => without_verdict(execution),
                _ => Why::NotRun,
            });
        }
        match (self.forward.of(method), self.backward.of(method)) {
            (Some(_), Some(_)) if !self.forward.agrees(self.backward, method) => Err(Why::Unstable),
            (Some(execution), Some(_)) => Ok(execution),
            // What had no verdict was not run again.
            (Some(execution), None) => Err(without_verdict(execution)),
            _ => Err(Why::NotRun),
        }
    }
}

/// What is run a second time: what ended in the first, of whatever the failing tests come first in the other order, too,
/// because nothing has a label without them.
fn again(methods: &[String], tests: &[&Failing], forward: &Observed) -> Vec<String> {
    let is_original = |method: &String| tests.iter().any(|test| test.method == *method);
    let has_ended = |method: &&String| {
        forward.of(method).is_some_and(|of| matches!(of.outcome, Outcome::Passed | Outcome::Failed))
    };
    let (originals, variants): (Vec<&String>, Vec<&String>) =
        methods.iter().filter(has_ended).partition(|method| is_original(method));
    variants.into_iter().chain(originals).cloned().collect()
}

/// Errors: an assertion that is alone ends otherwise than in the whole test, where the others ran before it.
fn agrees(
    whole: Option<&Execution>,
    assertion: usize,
    alone: &Execution,
    original: &Execution,
) -> Result<(), Why> {
    let told = |word: &str| {
        // What it says behind that is another message.
        let words = format!("{assertion} {word}");
        whole.is_some_and(|whole| whole.observations.iter().any(|said| said.starts_with(&words)))
    };
    let fails = alone.outcome == Outcome::Failed;
    let is_same = match (told("fails"), told("holds")) {
        (true, _) => fails,
        (false, true) => !fails,
        // What ended the whole test before it got there ends it alone, too.
        (false, false) => whole.is_some() && fails && alone.exception == original.exception,
    };
    if is_same || alone.outcome == Outcome::Aborted { Ok(()) } else { Err(Why::Depends) }
}

fn without_verdict(execution: &Execution) -> Why {
    match execution.outcome {
        Outcome::Timeout => Why::TimedOut,
        Outcome::Linkage => Why::Linkage,
        Outcome::Aborted => Why::Aborted,
        Outcome::Passed | Outcome::Failed | Outcome::Skipped => Why::NotRun,
    }
}

/// Writes the variants that were chosen; the files, and how many tests they hold.
fn write_down(
    plan: &Plan,
    tools: &Tools,
    done: &Done,
    (matched, chosen): (&Matched, &[Chosen]),
    out: &Sources,
    wishes: &mut Wishes,
    notes: &mut Vec<String>,
) -> Result<(Vec<PathBuf>, usize), Failure> {
    let key = |kept: &Kept| (kept.class.clone(), kept.method.clone());
    let wanted: BTreeSet<_> = chosen.iter().map(|one| key(&matched.kept[one.variant])).collect();
    let mut of_units: BTreeMap<usize, Vec<Written>> = BTreeMap::new();
    let mut names: BTreeMap<(usize, String), usize> = BTreeMap::new();
    // A test that ends by an exception, and rightly so, is none to keep; of one that only a person calls wrong nobody knows what is
    // right.
    let is_test = |kept: &Kept| wanted.contains(&key(kept)) && !matches!(kept.by, By::Thrown | By::Person);
    for (kept, origin) in done.kept.iter().zip(&done.origins).filter(|(kept, _)| is_test(kept)) {
        let of = kept.method.rsplit_once("_faultline_").map_or(kept.method.as_str(), |(of, _)| of).to_owned();
        let number = names.entry((origin.unit, of.clone())).or_default();
        *number += 1;
        let name = format!("{of}_{number}");
        let (end, observations) = (origin.exception.clone(), origin.observations.clone());
        let written = Written { n: origin.number, label: kept.label, by: kept.by, name, end, observations };
        of_units.entry(origin.unit).or_default().push(written);
    }
    let (mut files, mut tests) = (Vec::new(), 0);
    for (at, variants) in of_units {
        let unit = &plan.units[at];
        let java = Java::with_compiler(Path::new(&plan.sites[unit.site].launch.java))?;
        let Some(grown) = done.folders.get(&at) else { continue };
        let wrote = write((plan, unit), &variants, (&java, tools), grown, out, wishes)?;
        files.extend(wrote.files);
        tests += wrote.tests;
        notes.extend(wrote.note);
    }
    Ok((files, tests))
}
