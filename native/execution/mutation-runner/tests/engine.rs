//! Whole runs, with a stub in place of JVMs.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use faultline_files::{OwnedFolder, Trust};
use faultline_mbfl::Results;
use faultline_messages::failure::Failure;
use faultline_mutation_runner::choice::{Mutants, Tests};
use faultline_mutation_runner::facts::Facts;
use faultline_mutation_runner::joined;
use faultline_mutation_runner::named::Change;
use faultline_mutation_runner::observer::{Observer, Standing};
use faultline_mutation_runner::plan::Plan;
use faultline_mutation_runner::report::{Ended, Report, StageReport};
use faultline_mutation_runner::request::{Limits, Request};
use faultline_mutation_runner::run::run;
use faultline_mutation_runner::stages::Stage;
use faultline_recording_store::mutants::KIND;
use faultline_sbfl::{Level, RankQuery, Ranker, RankingSpec};
use faultline_spectrum::{ElementId, MutatedClass, Reason, TestId, Verdict};

use support::stub::{PER_LINE, infects, verdict};
use support::{FAILING, LINES, PASSING, Project, results};

struct Silent;

impl Observer for Silent {
    fn begins(&mut self, _plan: &Plan, _facts: &Facts) -> Result<(), Failure> {
        Ok(())
    }

    fn now(&mut self, _plan: &Plan, _facts: &Facts, _standing: &Standing) {}

    fn ended(&mut self, _plan: &Plan, _facts: &Facts, _stage: &StageReport) {}
}

fn request(project: &Project, dir: &str) -> Request {
    Request {
        inputs: vec![project.path(".faultline")],
        reading: faultline_recording_store::reading::Reading::default(),
        trust: Trust::default(),
        failing: Vec::new(),
        budget: Duration::from_mins(2),
        tests: Tests::All,
        mutants: Mutants::All,
        jobs: Some(1),
        seed: 1,
        resume: true,
        shard: None,
        dir: Some(project.path(dir)),
        limits: Limits {
            longest_pair: Duration::from_millis(100),
            beyond: Duration::from_millis(400),
            silence: Duration::from_millis(500),
            ..Limits::default()
        },
    }
}

#[track_caller]
fn work(project: &Project, request: &Request) -> Report {
    let plan = Plan::of(request).expect("a plan");
    run(request, plan, &project.jar(), &mut Silent).expect("a run")
}

fn changes() -> Vec<Change> {
    let of = |class| (PER_LINE..(LINES + 1) * PER_LINE).map(move |mutant| Change { class, mutant });
    (1..=2).flat_map(of).collect()
}

fn failing() -> impl Iterator<Item = u32> {
    1..=FAILING
}

fn passing() -> impl Iterator<Item = u32> {
    FAILING + 1..=FAILING + PASSING
}

type Found = BTreeMap<(u32, Change), (Verdict, Reason)>;

/// Results that do not depend on the order of passing tests: verdicts of failing tests, and of passing tests
/// on mutants noticed by failing tests. With all passing tests, these are all verdicts.
fn found(facts: &Facts) -> Found {
    facts.verdicts.iter().map(|(&key, &found)| (key, found)).collect()
}

/// The results that the stub's world implies.
fn expected() -> Found {
    let mut all = Found::new();
    let mut noticed = BTreeSet::new();
    for test in failing() {
        for change in changes().into_iter().filter(|change| infects(test, change.word())) {
            let verdict = verdict(test, change.word());
            all.insert((test, change), (verdict, Reason::None));
            if verdict != Verdict::Same {
                noticed.insert(change);
            }
        }
    }
    for test in passing() {
        for change in noticed.iter().filter(|change| infects(test, change.word())) {
            all.insert((test, *change), (verdict(test, change.word()), Reason::None));
        }
    }
    all
}

#[test]
fn all_pairs_that_say_something_are_run_once_by_however_many_jvms() {
    let expected = expected();
    for jobs in [1, 3] {
        let project = Project::new("");
        let report = work(&project, &Request { jobs: Some(jobs), ..request(&project, "out") });
        assert_eq!(report.end, Ended::Done);
        assert_eq!(found(&report.facts), expected, "{jobs} JVMs");
        assert_eq!(report.pairs, expected.len() + report.facts.confirmed.len());
        assert_eq!(report.not_run, 0);
        assert!(report.left_out().is_empty(), "{:?}", report.left_out());
        // Those that wait for work make room for fresh ones.
        assert!(report.jvms - report.fresh <= 2 * jobs, "{} JVMs, {} fresh", report.jvms, report.fresh);
        assert!(!project.path("out/.run").exists() && !project.path("out/.mark").exists());
    }
}

#[test]
fn classes_without_room_for_all_of_their_mutants_run_them_in_parts_also_when_resumed() {
    let project = Project::new("parts 3");
    let few = Request { tests: Tests::Ftmes, ..request(&project, "out") };
    assert_eq!(work(&project, &few).end, Ended::Done);
    let report = work(&project, &request(&project, "out"));
    assert_eq!(report.end, Ended::Done);
    assert_eq!(found(&report.facts), expected());
    assert!(report.left_out().is_empty(), "{:?}", report.left_out());
    assert_eq!(report.jvms - report.fresh, 4, "one of each part, and one after fresh ones");
}

#[test]
fn a_mending_mutant_is_done_with_at_the_first_test_that_breaks() {
    let project = Project::new("");
    let report = work(&project, &Request { tests: Tests::Failing, ..request(&project, "out") });
    let mut broken = BTreeMap::<Change, usize>::new();
    for (&(test, change), &(verdict, _)) in &report.facts.verdicts {
        if test > FAILING {
            assert!(report.facts.mending.contains(&change), "{change:?}");
            *broken.entry(change).or_default() += usize::from(verdict == Verdict::Fails);
        }
    }
    assert!(broken.values().all(|&count| count <= 1), "{broken:?}");
    for change in &report.facts.mending {
        let breaks =
            |test: u32| infects(test, change.word()) && verdict(test, change.word()) == Verdict::Fails;
        assert_eq!(passing().any(breaks), report.facts.breaking.contains(change), "{change:?}");
    }
    assert!(report.facts.clean().count() > 0 && !report.facts.breaking.is_empty());
}

/// Keeps what was known after each stage that asked passing tests about mending mutants.
#[derive(Default)]
struct Mending {
    stages: Vec<Stage>,
    clean: Vec<BTreeSet<Change>>,
}

impl Observer for Mending {
    fn begins(&mut self, _plan: &Plan, _facts: &Facts) -> Result<(), Failure> {
        Ok(())
    }

    fn now(&mut self, _plan: &Plan, _facts: &Facts, _standing: &Standing) {}

    fn ended(&mut self, _plan: &Plan, facts: &Facts, stage: &StageReport) {
        self.stages.push(stage.stage);
        if stage.stage == Stage::Mending {
            self.clean.push(facts.clean().collect());
        }
    }
}

#[test]
fn what_a_mending_mutant_breaks_is_known_before_tests_that_say_nothing_about_it_are_asked() {
    let project = Project::new("");
    let request = Request { tests: Tests::Failing, ..request(&project, "out") };
    let mut seen = Mending::default();
    let plan = Plan::of(&request).expect("a plan");
    let report = run(&request, plan, &project.jar(), &mut seen).expect("a run");
    let at = |stage| seen.stages.iter().position(|of| *of == stage).expect("the stage");
    assert!(at(Stage::Failing) < at(Stage::ProbeMending), "{:?}", seen.stages);
    assert!(at(Stage::Mending) < at(Stage::ProbePassing), "{:?}", seen.stages);
    // Tests of this world infect mutants of lines that they do not execute. Those are asked when all tests were probed.
    let on_its_line = |(test, change): &&(u32, Change)| {
        *test <= FAILING || report.plan.covers(*test, change.class, report.facts.line(*change))
    };
    let breaks = |change: &Change| {
        let of = report.facts.verdicts.iter().filter(|((_, of), _)| of == change);
        of.filter(|(key, _)| on_its_line(key))
            .any(|((test, _), found)| *test > FAILING && found.0 == Verdict::Fails)
    };
    for change in &seen.clean[0] {
        assert!(!breaks(change), "{change:?}");
    }
    let clean: BTreeSet<Change> = report.facts.clean().collect();
    assert!(!clean.is_empty() && clean.is_subset(&seen.clean[0]), "{clean:?}");
}

#[test]
fn failing_tests_that_would_use_up_the_budget_leave_time_for_what_their_mending_mutants_break() {
    let project = Project::new(&format!("slow 130\n{}", took(&[1, 2], 130)));
    let request =
        Request { tests: Tests::Failing, budget: Duration::from_secs(6), ..request(&project, "out") };
    let report = work(&project, &request);
    assert_eq!(report.end, Ended::Budget);
    assert!(!report.has_run_failing_tests(), "{:?}", report.stages);
    let facts = &report.facts;
    assert!(facts.verdicts.keys().any(|(test, _)| *test > FAILING), "{:?}", report.stages);
    assert!(report.stages.iter().any(|stage| stage.stage == Stage::Mending), "{:?}", report.stages);
}

#[test]
fn the_choice_of_tests_says_which_passing_ones_run() {
    let project = Project::new("");
    let ran = |tests: Tests| {
        let dir = tests.to_string().replace(':', "-");
        let report = work(&project, &Request { tests, ..request(&project, &dir) });
        let on_others: BTreeSet<u32> = report
            .facts
            .verdicts
            .keys()
            .filter(|(test, change)| *test > FAILING && !report.facts.mending.contains(change))
            .map(|(test, _)| *test)
            .collect();
        (on_others.len(), report.facts.probes.len())
    };
    assert_eq!(ran(Tests::Ftmes), (0, FAILING as usize));
    let all = (FAILING + PASSING) as usize;
    assert_eq!(ran(Tests::Failing), (0, all));
    assert_eq!(ran(Tests::Ietcr), (FAILING as usize, all));
    assert_eq!(ran(Tests::IetcrOf(4)), (4, all));
    assert_eq!(ran(Tests::Random(3)), (3, all));
}

#[test]
fn by_default_passing_tests_run_on_mending_mutants_alone_and_the_first_suspect_is_the_same() {
    let project = Project::new("");
    let all = work(&project, &Request { tests: Tests::Failing, ..request(&project, "all") });
    let report = work(&project, &Request { tests: Tests::Mending, ..request(&project, "out") });
    let of_failing = |report: &Report| {
        let mut found = found(&report.facts);
        found.retain(|(test, _), _| *test <= FAILING);
        found
    };
    assert_eq!(of_failing(&report), of_failing(&all));
    assert!(report.stages.iter().all(|of| of.stage != Stage::ProbePassing && of.stage != Stage::Passing));
    assert!(report.facts.verdicts.keys().any(|(test, _)| *test > FAILING));
    assert!(
        report.facts.verdicts.keys().all(|(test, of)| *test <= FAILING || report.facts.mending.contains(of))
    );
    for level in [Level::Line, Level::Method] {
        assert_eq!(first(&report, level), first(&all, level));
    }
}

#[test]
fn a_resumed_run_checks_mending_mutants_also_if_failing_tests_have_run_on_all() {
    for world in ["", "parts 3"] {
        let project = Project::new(world);
        let of =
            |tests, mutants, dir: &str| work(&project, &Request { tests, mutants, ..request(&project, dir) });
        of(Tests::Ftmes, Mutants::All, "out");
        let resumed = of(Tests::Mending, Mutants::Deciding, "out");
        let whole = of(Tests::Mending, Mutants::All, "whole");
        assert_eq!((resumed.end, found(&resumed.facts)), (Ended::Done, found(&whole.facts)));
        assert!(!resumed.facts.breaking.is_empty() && resumed.has_run_failing_tests());
    }
}

/// Mutants of a line of a class, all of which both failing tests infect.
fn of_line(class: u32, line: u32) -> Vec<Change> {
    let of = (0..PER_LINE).map(|at| Change { class, mutant: line * PER_LINE + at });
    of.filter(|change| failing().all(|test| infects(test, change.word()))).collect()
}

#[test]
fn a_clean_mutant_stands_only_if_its_failing_tests_pass_in_a_fresh_jvm() {
    let lines = (1..=2).flat_map(|class| (1..=LINES).map(move |line| of_line(class, line)));
    let one: Vec<Change> = lines.filter_map(|changes| changes.first().copied()).take(5).collect();
    let [stands, cached, dies, nowhere, elsewhere] = one[..] else { panic!("few mutants: {one:?}") };
    let mends: String = one.iter().map(|change| odd("mend", (0, *change))).collect();
    let fresh = [
        odd("cached", (2, cached)),
        odd("dies", (0, dies)),
        odd("nowhere", (0, nowhere)),
        odd("elsewhere", (0, elsewhere)),
    ];
    let project = Project::new(&format!("hopeless\n{mends}{}", fresh.concat()));
    let whole = work(&project, &request(&project, "out"));
    let facts = &whole.facts;
    assert_eq!(facts.clean().collect::<Vec<_>>(), vec![stands, cached, nowhere, elsewhere]);
    assert_eq!(facts.refuted, BTreeSet::from([(2, cached), (1, dies), (2, dies)]));
    assert_eq!(facts.confirmed, BTreeSet::from([(1, stands), (2, stands), (1, cached)]));
    assert_eq!(facts.verdicts[&(2, cached)], (Verdict::Same, Reason::None));
    let confirmed = |report: &Report| {
        let clean = report.facts.clean();
        clean.filter(|change| report.facts.is_confirmed(&report.plan, *change)).collect::<Vec<_>>()
    };
    assert_eq!(confirmed(&whole), vec![stands, cached]);

    let again = work(&project, &request(&project, "out"));
    let all =
        |facts: &Facts| (found(facts), facts.refuted.clone(), facts.confirmed.clone(), facts.mending.clone());
    assert_eq!(all(&again.facts), all(facts));
    assert_eq!(again.jvms, again.fresh, "{:?}", again.stages);
    assert_eq!(confirmed(&again), confirmed(&whole));
    // Readers of the files find what the program says.
    fs::create_dir_all(project.path("read")).expect("a folder");
    fs::rename(project.path("out"), project.path("read/mutants")).expect("results");
    let beside = faultline_recording_store::mutants::beside(&[project.path("read")]);
    let written = Results::of(&beside.results).matched(whole.plan.spectrum());
    let known = Results::of([&facts.mutation(&whole.plan)]).matched(whole.plan.spectrum());
    assert_eq!(written.mutants, known.mutants);
}

#[test]
fn noisy_mutants_are_confirmed_after_the_clean_ones_of_which_one_confirms_its_line() {
    let lines: Vec<_> = (1..=2).flat_map(|class| (1..=LINES).map(move |line| of_line(class, line))).collect();
    let several = lines.iter().filter(|changes| changes.len() > 1).take(3).collect::<Vec<_>>();
    let [mixed, noisy, cached] = several[..] else { panic!("few lines: {lines:?}") };
    let mends = several.iter().flat_map(|changes| changes.iter()).map(|of| odd("mend", (0, *of)));
    let breaks = mixed[..1].iter().chain(noisy).chain(cached).map(|of| odd("noisy", (0, *of)));
    let world = mends.chain(breaks).chain([odd("cached", (2, cached[0]))]).collect::<String>();
    let project = Project::new(&format!("hopeless\n{world}"));
    let report = work(&project, &request(&project, "out"));
    let facts = &report.facts;
    assert!(!facts.is_clean(&mixed[0]) && facts.is_clean(&mixed[1]) && !facts.is_clean(&noisy[0]));
    // The first mutant of its line is noisy, and another one is clean.
    let ran = [&mixed[1..2], &noisy[..1], cached].concat();
    let both = ran.iter().flat_map(|of| failing().map(|test| (test, *of)));
    let refuted = BTreeSet::from([(2, cached[0])]);
    assert_eq!(facts.refuted, refuted);
    assert_eq!(facts.confirmed, &both.collect::<BTreeSet<_>>() - &refuted);
    assert_eq!(report.fresh, ran.len());
    let again = work(&project, &request(&project, "out"));
    assert_eq!((again.fresh, &again.facts.confirmed), (0, &facts.confirmed));
}

#[test]
fn no_further_noisy_mutant_runs_once_two_did_not_end() {
    let lines = (1..=2).flat_map(|class| (1..=LINES).map(move |line| of_line(class, line)));
    let first: Vec<Change> = lines.filter_map(|changes| changes.first().copied()).take(4).collect();
    let of = |what: &str| first.iter().map(|change| odd(what, (0, *change))).collect::<String>();
    let project = Project::new(&format!("hopeless\n{}{}{}", of("mend"), of("noisy"), of("lags")));
    let report = work(&project, &request(&project, "out"));
    let untold: BTreeSet<Change> = report.facts.untold.iter().map(|(_, change)| *change).collect();
    assert_eq!((report.end, report.fresh, untold.len()), (Ended::Done, 2, 2));
    assert!(first.len() == 4 && report.facts.mending.len() == 4 && report.facts.confirmed.is_empty());
}

#[test]
fn a_budget_that_ends_while_a_mutant_is_confirmed_leaves_it_unconfirmed() {
    let change = of_line(1, 1)[0];
    let world = format!("hopeless\n{}{}", odd("mend", (0, change)), odd("lags", (0, change)));
    let project = Project::new(&world);
    let patient =
        Request { budget: Duration::from_secs(3), limits: Limits::default(), ..request(&project, "out") };
    let early = work(&project, &patient);
    let last = early.stages.last().expect("a stage");
    assert_eq!((early.end, last.stage, last.finished), (Ended::Budget, Stage::Confirm, false));
    let facts = &early.facts;
    assert!(facts.is_clean(&change) && !facts.is_confirmed(&early.plan, change) && facts.untold.is_empty());
    // A test that does not end in time says nothing: its fixtures may take long.
    let report = work(&project, &request(&project, "out"));
    assert_eq!((report.end, report.facts.refuted_mutants()), (Ended::Done, 0));
    assert!(report.facts.is_clean(&change) && !report.facts.is_confirmed(&report.plan, change));
    assert!(report.facts.untold.iter().any(|(_, of)| *of == change));
}

#[test]
fn one_clean_mutant_confirms_its_line_and_one_that_is_refuted_has_all_of_its_line_run() {
    let lines: Vec<_> = (1..=2).flat_map(|class| (1..=LINES).map(move |line| of_line(class, line))).collect();
    let several = lines.iter().filter(|changes| changes.len() > 1).take(2).collect::<Vec<_>>();
    let [sure, doubtful] = several[..] else { panic!("few lines: {lines:?}") };
    let mends = sure.iter().chain(doubtful).map(|change| odd("mend", (0, *change)));
    let world = format!("hopeless\n{}{}", mends.collect::<String>(), odd("cached", (1, doubtful[0])));
    for jobs in [1, 3] {
        let project = Project::new(&world);
        let report = work(&project, &Request { jobs: Some(jobs), ..request(&project, "out") });
        let all =
            |changes: &[Change]| changes.iter().flat_map(|of| failing().map(|test| (test, *of))).collect();
        let mut confirmed: BTreeSet<_> = all(&sure[..1]);
        confirmed.extend(all(doubtful));
        let refuted = BTreeSet::from([(1, doubtful[0])]);
        assert_eq!(report.facts.confirmed, &confirmed - &refuted, "{jobs} jobs");
        assert_eq!(report.facts.refuted, refuted);
        assert_eq!(report.fresh, 1 + doubtful.len());
        assert_eq!(report.facts.refuted_mutants(), 1);
    }
}

/// The elements of the first suspects by the default ranking with mutants.
fn first(report: &Report, level: Level) -> Vec<ElementId> {
    let spectrum = report.plan.spectrum();
    let matched = Results::of([&report.facts.mutation(&report.plan)]).matched(spectrum);
    let rows: Vec<TestId> = report.plan.failing.iter().map(|&test| TestId::new(test as usize - 1)).collect();
    let ranker = Ranker::new(spectrum).with_mutants(&matched);
    let spec = RankingSpec::default().with_mutants();
    let ranking = ranker.rank(&RankQuery::against_passing(spectrum, &rows, spec, level)).expect("a ranking");
    let first = ranking.entries.iter().filter(|entry| entry.rank_min == 1);
    first.flat_map(|entry| ranking.elements(entry).to_vec()).collect()
}

#[test]
fn mutants_that_cannot_change_the_first_suspect_do_not_run() {
    // Line 3 of the first class is the most suspicious: two passing tests do not execute it, and one each does not execute its
    // other lines.
    let infecting = |line: u32| {
        let words = (0..PER_LINE).map(move |at| Change { class: 1, mutant: line * PER_LINE + at });
        words.filter(|change| infects(1, change.word())).take(2)
    };
    let mut left_out = BTreeMap::<u32, usize>::new();
    for (line, change) in
        [3, 5].into_iter().flat_map(|line| infecting(line).map(move |change| (line, change)))
    {
        let world = format!("apart\nclaims 600\n{}mend 0 {}\n", took(&[1, 2], 600), change.word());
        let project = Project::new(&world);
        let of = |mutants, dir: &str| {
            let failing = vec!["org.x.Case0Test#t0".to_owned()];
            let tests = Tests::Mending;
            work(&project, &Request { tests, mutants, failing, ..request(&project, dir) })
        };
        let (all, deciding) = (of(Mutants::All, "all"), of(Mutants::Deciding, "out"));
        assert_eq!((all.end, deciding.end), (Ended::Done, Ended::Done));
        assert!(all.has_run_failing_tests() && deciding.has_run_failing_tests());
        assert!(all.facts.clean().any(|clean| clean == change), "{change:?}");
        let ran = |report: &Report| report.facts.verdicts.keys().filter(|(test, _)| *test == 1).count();
        assert_eq!((all.not_needed(), ran(&all)), (0, ran(&deciding) + deciding.not_needed()));
        for level in [Level::Line, Level::Method] {
            assert_eq!(first(&deciding, level), first(&all, level), "{change:?}");
        }
        *left_out.entry(line).or_default() += deciding.not_needed();
    }
    assert!(left_out.values().all(|count| *count > 0), "{left_out:?}");
}

#[test]
fn refuted_mutants_leave_no_others_out() {
    let deciding = |world: &str| {
        let project = Project::new(world);
        let failing = vec!["org.x.Case0Test#t0".to_owned()];
        let (tests, mutants) = (Tests::Mending, Mutants::Deciding);
        let request = Request { tests, mutants, failing, ..request(&project, "out") };
        let report = work(&project, &request);
        assert_eq!(report.end, Ended::Done);
        let resumed = work(&project, &request);
        assert_eq!((resumed.pairs, resumed.not_needed()), (0, report.not_needed()));
        report.not_needed()
    };
    // Line 3 of the first class is the most suspicious.
    let words = (0..PER_LINE).map(|at| Change { class: 1, mutant: 3 * PER_LINE + at });
    let cached: String = changes().iter().map(|change| odd("cached", (1, *change))).collect();
    let mut left_out = [0, 0];
    for change in words.filter(|change| infects(1, change.word())) {
        let world = format!("apart\nclaims 600\n{}{}", took(&[1, 2], 600), odd("mend", (0, change)));
        left_out[0] += deciding(&world);
        left_out[1] += deciding(&(world + &cached));
    }
    assert!(left_out[0] > 0 && left_out[1] == 0, "{left_out:?}");
}

/// Lines of a world in which these tests have this recorded duration.
fn took(tests: &[u32], ms: u32) -> String {
    tests.iter().map(|test| format!("took {test} {ms}\n")).collect::<Vec<_>>().concat()
}

#[test]
fn slow_tests_whose_lines_quicker_ones_run_are_asked_last_and_of_mutants_alone_that_seem_clean() {
    let slow = [5, 6, 7];
    let project = Project::new(&took(&slow, 300));
    let report = work(&project, &Request { tests: Tests::Ietcr, ..request(&project, "out") });
    assert_eq!(report.plan.slow, slow);
    assert!(report.plan.needed.is_empty() && report.plan.chosen.iter().all(|test| !slow.contains(test)));
    let facts = &report.facts;
    let mut ran = BTreeMap::<u32, u64>::new();
    for &(test, change) in facts.verdicts.keys().filter(|(test, _)| slow.contains(test)) {
        assert!(
            facts.mending.contains(&change) && report.plan.covers(test, change.class, facts.line(change))
        );
        let is_quick =
            |(quick, other): &&(u32, Change)| *other == change && *quick > FAILING && !slow.contains(quick);
        let breaks = |key| facts.verdicts[key].0 == Verdict::Fails;
        assert!(!facts.verdicts.keys().filter(is_quick).any(breaks), "{change:?} was broken already");
        *ran.entry(test).or_default() += 1;
    }
    assert!(!ran.is_empty() && slow.iter().all(|test| !facts.probes.contains_key(test)));
    // Each test also runs three times without a mutant.
    let took: u64 = ran.values().map(|pairs| (pairs + 3) * 300).sum();
    assert!(took <= 5_000, "{ran:?}");
    let all = work(&project, &request(&project, "all"));
    assert!(all.plan.slow.is_empty());
    assert_eq!(found(&all.facts), expected());
}

#[test]
fn slow_tests_are_probed_where_no_others_run_a_line_as_long_as_that_takes_little() {
    let world: Vec<String> = passing().map(|test| took(&[test], 300 + test)).collect();
    let project = Project::new(&world.concat());
    let plan = Plan::of(&Request { tests: Tests::Failing, ..request(&project, "out") }).expect("a plan");
    assert_eq!((plan.slow.len(), plan.quick.len()), (PASSING as usize, 0));
    assert_eq!(plan.needed, BTreeSet::from([3, 4, 5]), "a second's worth");
}

#[test]
fn a_passing_test_that_takes_far_longer_than_when_it_was_recorded_is_left_out_at_once() {
    let project = Project::new("lag 5");
    let limits = Limits { plain: Duration::from_millis(200), ..request(&project, "out").limits };
    let report = work(&project, &Request { tests: Tests::Ietcr, limits, ..request(&project, "out") });
    assert_eq!(report.end, Ended::Done);
    let left_out = report.left_out();
    assert_eq!(left_out.len(), 1, "{left_out:?}");
    assert_eq!(left_out[0].why, "took far longer than when it was recorded");
    assert_eq!(report.jvms - report.fresh, 3, "one that it ends, one after that, and one after fresh ones");
}

/// A pair that certainly runs: (test, change).
fn pair(test: u32, at: usize) -> (u32, Change) {
    let of_test = |key: &&(u32, Change)| key.0 == test;
    let expected = expected();
    *expected.keys().filter(of_test).nth(at).expect("so many")
}

fn odd(what: &str, (test, change): (u32, Change)) -> String {
    format!("{what} {test} {}\n", change.word())
}

#[test]
fn a_jvm_that_dies_costs_its_pair_and_nothing_else() {
    let crashed = [pair(1, 3), pair(5, 2)];
    let hung = pair(2, 6);
    let stuck = pair(7, 4);
    let world = [odd("crash", crashed[0]), odd("crash", crashed[1]), odd("hang", hung), odd("stuck", stuck)];
    let project = Project::new(&world.concat());
    let report = work(&project, &request(&project, "out"));
    let facts = &report.facts;
    assert_eq!(facts.verdicts[&crashed[0]], (Verdict::Type, Reason::Crashed));
    assert_eq!(facts.verdicts[&hung], (Verdict::Type, Reason::Wall));
    assert!(facts.verdicts.get(&crashed[1]).is_none_or(|v| *v == (Verdict::Fails, Reason::Crashed)));
    assert!(facts.verdicts.get(&stuck).is_none_or(|v| *v == (Verdict::Fails, Reason::Wall)));
    for (key, expected) in expected() {
        if !crashed.contains(&key) && key != hung && key != stuck {
            assert_eq!(facts.verdicts.get(&key), Some(&expected), "{key:?}");
        }
    }
    assert!(project.starts() >= 3, "{}", project.starts());
    // The program's own file is read again, too.
    let again = work(&project, &request(&project, "out"));
    assert_eq!((again.pairs, found(&again.facts)), (0, found(facts)));
}

#[test]
fn a_test_that_mutants_spoil_is_run_again_mutant_by_mutant() {
    let spoiling = pair(1, 5);
    let project = Project::new(&odd("drift", spoiling));
    let report = work(&project, &request(&project, "out"));
    assert_eq!(found(&report.facts), expected());
    assert_eq!(report.facts.drifts[&1], 2, "once at the end of the test, once behind the mutant");
    assert_eq!(project.starts() - report.fresh, 4, "one of them after fresh ones");
}

#[test]
fn tests_that_do_not_end_as_recorded_are_named_and_left_out() {
    let project = Project::new("unusable 4\nsilent 6\n");
    let report = work(&project, &request(&project, "out"));
    let left_out = report.left_out();
    let why = |name: &str| left_out.iter().find(|one| one.name.ends_with(name)).map(|one| one.why.clone());
    assert_eq!(why("#t3").as_deref(), Some("passes here"));
    assert!(why("#t5").is_some_and(|why| why.contains("ended its JVM")), "{left_out:?}");
    for (key, expected) in expected() {
        let is_out = key.0 == 4 || key.0 == 6;
        assert_eq!(report.facts.verdicts.get(&key), (!is_out).then_some(&expected), "{key:?}");
    }
    let again = work(&project, &request(&project, "out"));
    assert_eq!((again.pairs, again.jvms), (0, 0), "{:?}", again.left_out());
}

#[test]
fn a_java_that_does_not_start_is_told_in_its_words() {
    let project = Project::new("broken\n");
    let request = request(&project, "out");
    let plan = Plan::of(&request).expect("a plan");
    let error = run(&request, plan, &project.jar(), &mut Silent).expect_err("no JVM").to_string();
    assert!(error.contains("Could not find or load main class") && error.contains("exit code 1"), "{error}");
}

#[test]
fn whatever_was_written_when_all_was_killed_is_gone_on_with() {
    let project = Project::new("");
    // With many jobs there is room for fresh JVMs beside the one that runs all pairs.
    let whole = work(&project, &Request { jobs: Some(20), ..request(&project, "whole") });
    let [(_, bytes), (program_s, _)] = &results(&project.path("whole"))[..] else { panic!("one JVM") };
    assert!(program_s.ends_with("-program.flt"), "{program_s}");
    let step = bytes.len() / 40;
    for (at, cut) in (0..bytes.len()).step_by(step).chain([1, 15, 16, 17, bytes.len()]).enumerate() {
        let dir = format!("cut-{at}");
        let folder = OwnedFolder::take(&project.path(&dir), KIND).expect("a folder");
        fs::write(folder.file("a.flt").expect("a new file"), &bytes[..cut]).expect("a file");
        let report = work(&project, &request(&project, &dir));
        assert_eq!(found(&report.facts), found(&whole.facts), "cut at {cut}");
        assert!(report.pairs <= whole.pairs);
        if cut == bytes.len() {
            let confirmed = report.facts.confirmed.len();
            assert_eq!((report.pairs, report.jvms), (confirmed, report.fresh));
        }
    }
}

#[test]
fn jvms_that_are_killed_at_any_moment_lose_nothing() {
    for seed in 0..6 {
        let kills: Vec<usize> = (0..12).map(|at| 1 + support::stub::mixed(seed, at) as usize % 60).collect();
        let world: Vec<String> = kills.iter().map(|records| format!("kill {records}\n")).collect();
        let project = Project::new(&world.concat());
        let report = work(&project, &request(&project, "out"));
        assert_eq!(found(&report.facts), expected(), "{kills:?}");
        assert!(report.left_out().is_empty(), "{:?}", report.left_out());
        assert!(project.starts() > 4);
    }
}

#[test]
fn shards_are_the_whole() {
    let project = Project::new("");
    let whole = work(&project, &request(&project, "whole"));
    let mut dirs = Vec::new();
    for index in 1..=3 {
        let shard = Some(format!("{index}/3").parse().expect("a shard"));
        let dir = format!("shard-{index}");
        let report = work(&project, &Request { shard, ..request(&project, &dir) });
        assert!(report.pairs > 0 && report.pairs < whole.pairs);
        dirs.push(project.path(&dir));
    }
    let error = |dirs: &[std::path::PathBuf]| {
        joined::join(dirs, false, &project.path("no")).expect_err("not whole").to_string()
    };
    assert!(error(&dirs[..2]).contains("shard 3 of 3 is missing"), "{}", error(&dirs[..2]));
    assert!(error(&[dirs[0].clone(), dirs[0].clone()]).contains("twice"));
    joined::join(&dirs, false, &project.path("joined")).expect("they fit");
    let joined = work(&project, &request(&project, "joined"));
    assert_eq!((joined.pairs, joined.jvms), (0, 0));
    assert_eq!(found(&joined.facts), found(&whole.facts));
}

#[test]
fn a_sample_is_a_part_of_the_mutants_the_same_each_time() {
    let project = Project::new("");
    let ran = |dir: &str, seed| {
        let sample = Request { mutants: Mutants::Sample(40.0), seed, ..request(&project, dir) };
        let report = work(&project, &sample);
        report.facts.verdicts.keys().map(|(_, change)| *change).collect::<BTreeSet<_>>()
    };
    let (first, again, other) = (ran("a", 1), ran("b", 1), ran("c", 2));
    assert_eq!(first, again);
    assert_ne!(first, other);
    let all = expected().keys().map(|(_, change)| *change).collect::<BTreeSet<_>>().len();
    assert!(first.len() * 4 < all * 3 && first.len() * 5 > all, "{} of {all}", first.len());
}

#[test]
fn a_budget_that_is_over_leaves_results_to_go_on_with() {
    let project = Project::new("slow 2\n");
    let started = Instant::now();
    let first = work(&project, &Request { budget: Duration::from_millis(400), ..request(&project, "out") });
    assert_eq!(first.end, Ended::Budget);
    assert!(started.elapsed() < Duration::from_secs(5));
    assert!(first.pairs > 0 && !first.facts.verdicts.is_empty());
    assert!(!faultline_mutation_runner::folder::about(&project.path("out")).expect("about").finished);
    let rest = work(&project, &request(&project, "out"));
    assert_eq!(found(&rest.facts), expected());
    let confirmed = rest.facts.confirmed.len();
    assert!(rest.pairs + first.facts.verdicts.len() <= expected().len() + confirmed + 1);
    assert!(faultline_mutation_runner::folder::about(&project.path("out")).expect("about").finished);
}

#[test]
fn without_resume_earlier_results_go_once_there_are_new_ones() {
    let project = Project::new("");
    work(&project, &request(&project, "out"));
    let before = results(&project.path("out"));
    let anew = work(&project, &Request { resume: false, ..request(&project, "out") });
    assert_eq!(anew.pairs, expected().len() + anew.facts.confirmed.len());
    let after = results(&project.path("out"));
    assert!(!after.is_empty() && before.iter().all(|old| !after.contains(old)));
    assert!(!project.path("out/.earlier").exists());
    fs::write(project.path("world"), "broken\n").expect("a file");
    let request = Request { resume: false, ..request(&project, "out") };
    let plan = Plan::of(&request).expect("a plan");
    run(&request, plan, &project.jar(), &mut Silent).expect_err("no JVM");
    assert_eq!(
        names(&results(&project.path("out"))),
        names(&after),
        "a run that found nothing replaces nothing"
    );
}

#[test]
fn results_of_other_operators_are_not_gone_on_with() {
    let project = Project::new("");
    work(&project, &request(&project, "out"));
    let about = project.path("out/about.json");
    let text = fs::read_to_string(&about).expect("what the results are of");
    let now = format!("\"operators\": {},", MutatedClass::OPERATORS);
    assert!(text.contains(&now), "{text}");
    // The first version did not write it.
    for other in ["\"operators\": 4711,", ""] {
        fs::write(&about, text.replace(&now, other)).expect("a file");
        let again = request(&project, "out");
        let plan = Plan::of(&again).expect("a plan");
        let failure = run(&again, plan, &project.jar(), &mut Silent).expect_err("other numbers");
        assert!(failure.to_string().contains("another version of the operators"), "{failure}");
    }
    let anew = work(&project, &Request { resume: false, ..request(&project, "out") });
    assert_eq!(found(&anew.facts), expected());
}

fn names(files: &[(String, Vec<u8>)]) -> Vec<&str> {
    files.iter().map(|(name, _)| name.as_str()).collect()
}

#[test]
fn what_is_gone_or_was_never_recorded_is_said_in_a_sentence() {
    let project = Project::new("");
    let error = |request: &Request| Plan::of(request).expect_err("no plan").to_string();
    let asked = request(&project, "out");
    let write = |change: &dyn Fn(&mut faultline_spectrum::Recording)| {
        let mut recording = project.recording();
        change(&mut recording);
        let file = project.path(".faultline/1.flt");
        fs::remove_file(&file).expect("it is there");
        let mut writer = faultline_flt::Writer::create(&file, &recording.origin).expect("a new file");
        writer.recording(&recording).expect("it can be written");
    };
    write(&|recording| recording.launch = None);
    assert!(error(&asked).contains("record again: faultline run"), "{}", error(&asked));
    write(&|recording| launch(recording).java = "/no/java".to_owned());
    assert!(error(&asked).contains("the Java /no/java, which is gone"), "{}", error(&asked));
    write(&|recording| launch(recording).folder = "/no/folder".to_owned());
    assert!(error(&asked).contains("/no/folder, which is gone"), "{}", error(&asked));
    write(&|recording| {
        launch(recording).class_path.push_str(":/no/classes");
        recording.classes[0].location = "file:/no/classes".to_owned();
    });
    assert!(error(&asked).contains("classes were recorded from file:/no/classes"), "{}", error(&asked));
    write(&|recording| recording.tests.retain(|test| test.failure.is_none()));
    assert!(matches!(Plan::of(&asked), Err(Failure::NothingFailed(_))));
}

fn launch(recording: &mut faultline_spectrum::Recording) -> &mut faultline_spectrum::Launch {
    recording.launch.as_mut().expect("a launch")
}

#[test]
fn classes_that_have_changed_are_named_and_left_out() {
    let project = Project::new("");
    let file = project.path("org/x/Foo.class");
    fs::create_dir_all(file.parent().unwrap_or(Path::new(""))).expect("a folder");
    fs::write(file, "other bytes").expect("a file");
    let report = work(&project, &request(&project, "out"));
    let left_out = report.left_out();
    assert!(left_out.iter().any(|one| one.name == "Foo" && one.why.contains("has changed")), "{left_out:?}");
    assert_eq!(report.plan.targets.len(), 1);
    assert!(!report.facts.verdicts.is_empty());
}

#[test]
fn another_class_file_with_the_recorded_lines_is_mutated_in_its_place() {
    let project = Project::new("");
    let (asked, recorded) = (request(&project, "out"), Plan::of(&request(&project, "out")).expect("a plan"));
    let file = project.path("org/x/Foo.class");
    fs::create_dir_all(file.parent().unwrap_or(Path::new(""))).expect("a folder");
    let mut digests = vec![recorded.digest()];
    for code in [1, 2] {
        let bytes = support::class_file("Foo.java", &(1..=8).collect::<Vec<_>>(), code);
        fs::write(&file, &bytes).expect("a file");
        let plan = Plan::of(&asked).expect("a plan");
        assert_eq!((plan.targets.len(), plan.left_out.len()), (2, 0), "{:?}", plan.left_out);
        let foo = plan.targets.iter().find(|target| target.name == "org.x.Foo").expect("a target");
        assert_eq!((foo.hash, foo.file), (77, faultline_spectrum::Fnv::of(&bytes)));
        digests.push(plan.digest());
    }
    // Mutants of other bytes may have other numbers, so results of one are not continued with another.
    digests.sort();
    digests.dedup();
    assert_eq!(digests.len(), 3);
    fs::write(&file, support::class_file("Foo.java", &[1, 2, 3, 4, 5, 6, 7, 9], 1)).expect("a file");
    let moved = Plan::of(&asked).expect("a plan");
    assert!(moved.left_out.iter().any(|one| one.name == "Foo" && one.why.contains("has changed")));
}
