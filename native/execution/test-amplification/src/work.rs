//! Processes the classes of failing tests one by one: grows variants, runs them in both orders, and labels
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use faultline_files::put;
use faultline_jvm_process::jvm::left_out::LeftOut;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_messages::failure::Failure;
use faultline_messages::names::simple_class;
use faultline_messages::words::counted;
use faultline_recording_store::find::recordings_in;
use faultline_variant_evidence::kept::Kept;
use faultline_variant_evidence::words::{By, Kind, Label, Why};

use crate::clock::Clock;
use crate::done::{Done, Origin};
use crate::folder::unwritable;
use crate::grower::grow;
use crate::grown::{Grown, Growth, Variant, Wanted};
use crate::judged::{Judged, There, again, agrees};
use crate::labels::{Judge, Original, label};
use crate::observed::{Execution, Observed, Outcome};
use crate::observer::Observer;
use crate::plan::{Failing, Plan};
use crate::report::{Ended, UnitReport};
use crate::request::Request;
use crate::right::Right;
use crate::runs::{Asked, Order, agent_options, limit, run, want_text};
use crate::source::Language;
use crate::tools::Tools;
use crate::unlabelled::{Unlabelled, ended};

/// How to label more variants of a test that an assertion ends.
const WAY_OUT: &str = "; because an assertion ends it, correct classes label more variants: name them with --oracle-cp, or a revision with --oracle-rev";
/// Minimum time for a class: its compiler and two JVMs have to start.
const LEAST: Duration = Duration::from_secs(6);
/// The same for tests in Kotlin, whose compiler takes three times as long to start.
const LEAST_OF_KOTLIN: Duration = Duration::from_secs(14);
/// Maximum fraction of a class's time for editing, and the same for tests in Kotlin.
const EDITING: f64 = 0.6;
const EDITING_OF_KOTLIN: f64 = 0.75;

/// The state of a running amplification.
pub struct Work<'a> {
    /// The request.
    pub request: &'a Request,
    /// The plan.
    pub plan: &'a Plan,
    /// Our programs.
    pub tools: &'a Tools,
    /// The oracle's JVMs.
    pub right: Right,
    /// Labels by a person of variants from an earlier run.
    pub answers: Vec<Kept>,
    /// The folder for files of JVMs.
    pub folder: PathBuf,
    /// Requests to stop.
    pub wishes: &'a mut Wishes,
    /// Receives progress.
    pub observer: &'a mut dyn Observer,
    /// The results so far.
    pub done: Done,
}

impl Work<'_> {
    /// Processes all units of the plan until the time is used up.
    pub fn all(&mut self, clock: Clock) -> Result<Ended, Failure> {
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
        let simple = simple_class(&unit.class);
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
                    self.leave_out(test, &format!("gives no variants: {why}{}", self.way_out(test)));
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
            self.leave_out(test, &format!("gives no variants that compile{}", self.way_out(test)));
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
        if let Some(why) = &forward.refused {
            for test in &tests {
                self.leave_out(test, &format!("is of a class that did not run in a copy ({why})"));
            }
            return Ok(());
        }
        let again = again(&methods, &tests, &forward);
        let backward = self.run(&Asked { methods: &again, ..asked }, Order::Backward, &mut runs, "here")?;
        let judged = Judged { tests: &tests, there: there.as_ref(), forward: &forward, backward: &backward };
        let has_any = self.judge(at, &worth, &judged);
        if has_any {
            self.done.recordings.extend(recordings_in(&recorded).unwrap_or_default());
        }
        Ok(())
    }

    /// Labels the results. Returns whether any variant has a label, or may get one from a person.
    fn judge(&mut self, at: usize, worth: &[&Variant], judged: &Judged<'_>) -> bool {
        let unit = &self.plan.units[at];
        let (wholes, worth): (Vec<&Variant>, Vec<&Variant>) =
            worth.iter().partition(|variant| variant.kind == Kind::Whole);
        let mut originals = BTreeMap::new();
        for test in judged.tests {
            match judged.original(test, self.plan.spectrum()) {
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

    /// Handles a variant without a label: it takes an earlier label by a person, may get one, or is left out.
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

    /// Keeps a variant with a label; `right` is its correct result, as far as known.
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

    /// Observes variants on the oracle's classes, in both orders.
    fn observe_right(&mut self, asked: &Asked<'_>, runs: &mut Runs<'_>) -> Result<There, Failure> {
        let forward = self.run(asked, Order::Forward, runs, "there")?;
        let backward = self.run(asked, Order::Backward, runs, "there")?;
        if let Some(why) = &forward.refused {
            return Err(Failure::failed(format!(
                "the JVM that is to run tests grown from {} on the right classes did not do so ({why})",
                asked.class
            )));
        }
        let has_verdict =
            |execution: &Execution| matches!(execution.outcome, Outcome::Passed | Outcome::Failed);
        let wanted: BTreeSet<&str> = asked
            .methods
            .iter()
            .map(String::as_str)
            .filter(|method| forward.agrees(&backward, method) && forward.of(method).is_some_and(has_verdict))
            .collect();
        let file = runs.folder.join(format!("{}-want.tsv", runs.number));
        put(&file, want_text(&forward, &wanted)).map_err(|error| unwritable(&file, &error))?;
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
        let doing = format!("running {}{on}", counted(asked.methods.len(), "test"));
        let mut now = || self.observer.now(&doing);
        let wishes = &mut *self.wishes;
        run(asked, order, self.tools, share, (runs.folder, &name), (wishes, &mut now))
    }

    /// A hint how to label more variants of a test, to append to a message.
    fn way_out(&self, test: &Failing) -> &'static str {
        if self.request.oracle.is_there() || test.is_thrown { "" } else { WAY_OUT }
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

/// The remaining runs of one class.
struct Runs<'a> {
    left: usize,
    clock: Clock,
    folder: &'a Path,
    number: usize,
}
