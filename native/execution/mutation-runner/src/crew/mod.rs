//! Runs a plan's stages in several JVMs: gives them units and collects their records as facts, until all
//! stages are done, the budget is used up or a signal asks to stop.

mod death;
mod fresh;
mod rest;
mod speed;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use faultline_flt::MutationRecord;
use faultline_jvm_process::process::group::how;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::work::memory::fitting;
use faultline_jvm_process::work::orphans;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_spectrum::{Origin, Reason, Unusable};

use crate::confirming::Kind;
use crate::cpu;
use crate::facts::{Facts, Origins};
use crate::folder::Folder;
use crate::jvm::command::command;
use crate::jvm::settings;
use crate::jvm::worker::{Files, Pair, SPOILED, STUCK, Worker};
use crate::named::{Change, Number};
use crate::observer::{Observer, Standing};
use crate::own::{Own, ended};
use crate::plan::Plan;
use crate::report::{Ended, StageReport};
use crate::request::{Limits, Request};
use crate::stages::{GivenUp, SLICE, Stage, first, units};
use crate::unit::{Asks, Unit};

use self::death::{Death, did_not_start};
use self::rest::{has_settled, left, settle};
use self::speed::Speed;

/* One thread serves all JVMs: it reads their records, gives them units, and sleeps. So the facts need no lock, and the
waiting units are a plain list. JVMs are processes that block on their own input. */

/// Polling intervals while JVMs report records, and while they do not.
const TICKS: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(4)];
/// A further JVM starts once the others have been busy for the first duration and the waiting units would
/// take each of them longer than the second: a start takes a second of CPU time, and the JVM's first second
/// is slow.
const WORTH_A_JVM: (Duration, Duration) = (Duration::from_millis(400), Duration::from_secs(3));
/// Memory of a JVM. Units: bytes.
const MEMORY: u64 = 700 << 20;
/// How long JVMs may take to exit when no work is left.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);
/// Maximum number of JVMs started in a session.
const STARTS: usize = 1_000;
/// Part of the budget that failing tests leave for kills, if these count.
const RESERVED: f64 = 0.25;
/// How often a JVM may die in a test without a mutant, or in a unit before any of its tests ran.
const DEATHS: u32 = 2;
/// How often the JVM of a unit may be killed from outside before the unit has a result.
const KILLS: u32 = 10;

/// The running JVMs, the waiting units and the collected facts.
pub(crate) struct Crew<'a> {
    plan: &'a Plan,
    jar: &'a Path,
    folder: &'a Folder,
    mark: String,
    origin: Origin,
    own: Own,
    pub(crate) facts: Facts,
    pub(crate) given_up: GivenUp,
    /// How often each test ended its JVM without a mutant.
    silent: BTreeMap<Number, u32>,
    /// How often a JVM was killed from outside during a pair.
    killed: HashMap<(Number, Option<Change>), u32>,
    waiting: VecDeque<Unit>,
    workers: Vec<Worker>,
    pub(crate) starts: usize,
    /// Number of JVMs that confirm a mutant.
    pub(crate) fresh: usize,
    /// Sites with at least one finished unit.
    has_worked: BTreeSet<usize>,
    /// How long JVMs have been busy while units waited, since the last start.
    busy: Duration,
    done: Speed,
    looked: Instant,
    numbers: u32,
    jobs: usize,
    limits: Limits,
    wall_most: Duration,
    budget: Duration,
    /// Whether failing tests leave a part of the budget.
    reserves: bool,
    pub(crate) pairs: usize,
}

/// What a session has, and what it reports.
struct Session<'a> {
    deadline: Option<Instant>,
    wishes: &'a mut Wishes,
    observer: &'a mut dyn Observer,
    reports: Vec<StageReport>,
}

/// Why the stages go no further.
enum Halt {
    Early(Ended),
    Failed(Failure),
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl<'a> Crew<'a> {
    /// Creates a crew without JVMs.
    pub(crate) fn new(
        request: &Request,
        (plan, jar, folder): (&'a Plan, &'a Path, &'a Folder),
        (mark, origin): (String, Origin),
        own: Own,
        facts: Facts,
    ) -> Self {
        Self {
            plan,
            jar,
            folder,
            mark,
            origin,
            own,
            facts,
            given_up: GivenUp::default(),
            silent: BTreeMap::new(),
            killed: HashMap::new(),
            waiting: VecDeque::new(),
            workers: Vec::new(),
            starts: 0,
            fresh: 0,
            has_worked: BTreeSet::new(),
            busy: Duration::ZERO,
            done: Speed::default(),
            looked: Instant::now(),
            numbers: 0,
            jobs: request.jobs.unwrap_or_else(|| fitting(1, MEMORY)).max(1),
            limits: request.limits,
            wall_most: settings::wall_most(plan, &request.limits),
            budget: request.budget,
            reserves: false,
            pairs: 0,
        }
    }

    /// Runs all stages for all parts of the mutants. Returns a report of each stage, and why the work ended.
    pub(crate) fn work(
        &mut self,
        deadline: Option<Instant>,
        wishes: &mut Wishes,
        observer: &mut dyn Observer,
    ) -> Result<(Vec<StageReport>, Ended), Failure> {
        let mut session = Session { deadline, wishes, observer, reports: Vec::new() };
        let end = loop {
            match self.part(&mut session) {
                Ok(()) => {}
                Err(Halt::Early(end)) => {
                    self.workers.iter_mut().for_each(Worker::kill);
                    self.drain_all()?;
                    self.workers.clear();
                    break end;
                }
                Err(Halt::Failed(failure)) => return Err(failure),
            }
            self.end_all()?;
            if !self.facts.has_next_part() {
                break Ended::Done;
            }
            self.facts.part += 1;
        };
        Ok((session.reports, end))
    }

    /// Runs all stages for one part of the mutants.
    fn part(&mut self, session: &mut Session) -> Result<(), Halt> {
        self.run_all(Stage::ProbeFailing, session)?;
        if self.plan.counts_kills {
            self.rounds(session, true)?;
            for stage in Stage::KILLS {
                self.run_all(stage, session)?;
            }
        }
        self.rounds(session, false)?;
        // What says less waits for all parts.
        if self.facts.has_next_part() { Ok(()) } else { self.confirm(Kind::Noisy, session) }
    }

    /// Runs failing tests on their mutants, slice by slice, and after each slice passing tests on those that mend, until all have run; with
    /// `reserves`, until a part of the budget is left.
    fn rounds(&mut self, session: &mut Session, reserves: bool) -> Result<(), Halt> {
        self.reserves = reserves;
        let (mut next, mut slice) = (self.units(Stage::Failing), SLICE);
        loop {
            let before = self.known();
            let fits = first(&next, slice);
            let (is_whole, has_slice) = (fits == next.len(), !next.is_empty());
            next.truncate(fits);
            if has_slice {
                self.waiting = next;
                self.run(Stage::Failing, is_whole, session)?;
            }
            self.checks(session)?;
            next = self.units(Stage::Failing);
            if next.is_empty() {
                if let Some(last) = session.reports.iter_mut().rfind(|of| of.stage == Stage::Failing) {
                    last.finished = true;
                }
                return Ok(());
            }
            let is_reserved = || session.deadline.is_some_and(|deadline| self.is_reserved(deadline));
            // A slice that tells nothing would come again for ever.
            if has_slice && self.known() == before || reserves && is_reserved() {
                return Ok(());
            }
            slice = slice.saturating_mul(2);
        }
    }

    /// Runs the stages that follow a slice.
    fn checks(&mut self, session: &mut Session) -> Result<(), Halt> {
        for stage in Stage::CHECKS {
            self.run_all(stage, session)?;
        }
        self.confirm(Kind::Clean, session)?;
        self.given_up.has_checked = true;
        Ok(())
    }

    /// Numbers that change with every result.
    fn known(&self) -> [usize; 5] {
        let facts = &self.facts;
        let drifts = facts.drifts.values().sum::<u32>() as usize;
        let (verdicts, unusable) = (facts.verdicts.len(), facts.unusable.len());
        [verdicts, facts.refuted.len(), unusable, self.given_up.pairs.len(), drifts]
    }

    /// Runs all units of a stage and reports it.
    fn run_all(&mut self, stage: Stage, session: &mut Session) -> Result<(), Halt> {
        self.waiting = self.units(stage);
        if self.waiting.is_empty() && stage.is_optional() {
            return Ok(());
        }
        self.run(stage, true, session)
    }

    /// Runs the waiting units of a stage and reports it; `is_whole` if there are no others.
    fn run(&mut self, stage: Stage, is_whole: bool, session: &mut Session) -> Result<(), Halt> {
        self.report(stage, is_whole, session, |crew, session| crew.stage(stage, session))
    }

    /// Runs the work of a stage and reports it; `is_whole` if there is no other.
    fn report(
        &mut self,
        stage: Stage,
        is_whole: bool,
        session: &mut Session,
        work: impl FnOnce(&mut Self, &mut Session) -> Result<Option<Ended>, Failure>,
    ) -> Result<(), Halt> {
        let before = (Instant::now(), self.cpu(), self.pairs);
        let end = work(self, session)?;
        let report = StageReport {
            stage,
            pairs: self.pairs - before.2,
            seconds: before.0.elapsed().as_secs_f64(),
            cpu: self.cpu() - before.1,
            finished: end.is_none() && is_whole,
        };
        session.observer.ended(self.plan, &self.facts, &report);
        match session.reports.last_mut().filter(|last| last.stage == stage) {
            Some(last) => last.extend(&report),
            None => session.reports.push(report),
        }
        end.map_or(Ok(()), |end| Err(Halt::Early(end)))
    }

    /// Whether the rest of the budget is for kills.
    fn is_reserved(&self, deadline: Instant) -> bool {
        deadline.saturating_duration_since(Instant::now()) < self.budget.mul_f64(RESERVED)
    }

    /// What is left to do in a stage.
    fn units(&mut self, stage: Stage) -> VecDeque<Unit> {
        units(stage, self.plan, &self.facts, &self.given_up, &mut self.numbers).into()
    }

    /// CPU time of this program and its JVMs. Units: seconds.
    fn cpu(&self) -> f64 {
        cpu::seconds() + self.workers.iter().map(Worker::cpu).sum::<f64>()
    }

    /// Runs the waiting units of a stage. Returns why it ended early, if so.
    fn stage(&mut self, stage: Stage, session: &mut Session) -> Result<Option<Ended>, Failure> {
        let (mut done, deadline) = (0, session.deadline);
        loop {
            if session.wishes.count() > 0 {
                return Ok(Some(Ended::Stopped));
            }
            let is_idle = self.waiting.is_empty() && self.workers.iter().all(|worker| worker.unit.is_none());
            if is_idle {
                return Ok(None);
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(Some(Ended::Budget));
            }
            let leaves_time = self.reserves && stage == Stage::Failing;
            if leaves_time && deadline.is_some_and(|deadline| self.is_reserved(deadline)) {
                self.waiting.clear();
            }
            let (ended, heard) = self.listen()?;
            done += ended;
            self.give_out()?;
            let units =
                (done, done + self.waiting.len() + self.workers.iter().filter(|w| w.unit.is_some()).count());
            let standing = Standing { stage, units, pairs: self.pairs, jvms: self.workers.len() };
            session.observer.now(self.plan, &self.facts, &standing);
            if !heard {
                let is_fresh =
                    self.workers.iter().any(|worker| worker.since.elapsed() < Duration::from_millis(200));
                thread::sleep(TICKS[usize::from(!is_fresh)]);
            }
        }
    }

    /// Reads the records of all JVMs. Returns the number of finished units, and whether there were any
    /// records.
    fn listen(&mut self) -> Result<(usize, bool), Failure> {
        let (mut done, mut heard, mut at) = (0, false, 0);
        while at < self.workers.len() {
            // Poll before reading: what a JVM wrote before its exit is then there to be read.
            let status = self.workers[at]
                .poll()
                .map_err(|error| Failure::failed(format!("waiting for a JVM failed: {error}")))?;
            let (ended, any) = self.drain(at)?;
            done += ended;
            heard |= any;
            match status {
                Some(status) => {
                    let worker = self.workers.remove(at);
                    self.died(worker, &Death::Ended(status))?;
                    heard = true;
                }
                None if self.hangs(at) => {
                    let mut worker = self.workers.remove(at);
                    worker.kill();
                    self.died(worker, &Death::Hung)?;
                    heard = true;
                }
                None => at += 1,
            }
        }
        Ok((done, heard))
    }

    fn hangs(&mut self, at: usize) -> bool {
        let most = self.wall_most + self.limits.beyond;
        let worker = &mut self.workers[at];
        if worker.unit.is_none() {
            return false;
        }
        let stuck = worker.stuck();
        let pair = worker.pair();
        let is_plain = pair.test != 0 && pair.change.is_none();
        if is_plain && patience(self.plan, &self.limits, pair.test).is_some_and(|patience| stuck > patience) {
            return true;
        }
        stuck > most && (pair.test != 0 || stuck > self.limits.silence.max(most))
    }

    /// Takes the records of a JVM. Returns the number of finished units, and whether there were any records.
    /// Errors: writing the program's own file.
    fn drain(&mut self, at: usize) -> Result<(usize, bool), Failure> {
        let records = self.workers[at].records();
        let any = !records.is_empty();
        let mut done = 0;
        for record in records {
            self.pairs += usize::from(matches!(record, MutationRecord::Verdict(_)));
            self.name_unusable(&record)?;
            let stage = match &record {
                MutationRecord::Stage(stage) => Some(stage.unit),
                _ => None,
            };
            let worker = &mut self.workers[at];
            self.facts.take(self.plan, &mut worker.origins, record);
            if let Some(unit) = worker.unit.take_if(|unit| Some(unit.number) == stage) {
                done += 1;
                self.has_worked.insert(worker.site);
                // The first unit includes the JVM's start, so it does not count for the speed.
                if std::mem::replace(&mut self.workers[at].is_warm, true) {
                    self.done.cost += unit.cost;
                }
                settle(&unit, &mut self.facts, &mut self.given_up);
            }
        }
        Ok((done, any))
    }

    /// Describes a test that a JVM could not use in the program's own file. The JVM has not described it in
    /// its own, so other readers of the results could not identify it.
    fn name_unusable(&mut self, record: &MutationRecord) -> Result<(), Failure> {
        match record {
            MutationRecord::Unusable(Unusable { test, reason })
                if self.plan.tests.contains_key(test) && !self.facts.tests.contains_key(test) =>
            {
                self.own.give_up(self.plan, &self.facts, *test, reason)
            }
            _ => Ok(()),
        }
    }

    fn drain_all(&mut self) -> Result<(), Failure> {
        for at in 0..self.workers.len() {
            // Wait for killed JVMs, so that nothing more is written.
            let until = Instant::now() + SHUTDOWN_TIMEOUT;
            while self.workers[at].poll().is_ok_and(|status| status.is_none()) && Instant::now() < until {
                thread::sleep(TICKS[0]);
            }
            self.drain(at)?;
        }
        Ok(())
    }

    /// Handles a JVM that died during a unit: notes the responsible pair and queues the rest of the unit.
    fn died(&mut self, mut worker: Worker, death: &Death) -> Result<(), Failure> {
        let pair = worker.pair();
        let Some(mut unit) = worker.unit.take() else { return Ok(()) };
        let code = death.code();
        let is_told = code == Some(SPOILED) || code == Some(STUCK);
        let has_come = worker.origins.taken > worker.before;
        if has_come {
            self.has_worked.insert(worker.site);
            unit.deaths = 0;
        }
        let is_its_own = worker.damage().is_none() && (!is_told || (code == Some(STUCK) && !has_come));
        let accused = is_its_own && self.accuse(&unit, pair, death)?;
        if !self.has_worked.contains(&worker.site) && !accused && !death.is_from_outside() {
            return Err(did_not_start(&worker, death));
        }
        if !has_come && !accused {
            unit.deaths += 1;
        }
        let left = left(&unit, self.plan, &self.facts, &mut self.numbers);
        if unit.deaths >= if death.is_from_outside() { KILLS } else { DEATHS } {
            let why = match worker.damage() {
                Some(why) => format!("was not run: what its JVM wrote cannot be read ({why})"),
                None => "was not run: its JVM ended before it came to it".to_owned(),
            };
            for (test, _) in left.iter().flat_map(|unit| &unit.tests) {
                self.give_up(*test, &why)?;
            }
            return Ok(());
        }
        for unit in left.into_iter().rev() {
            self.waiting.push_front(unit);
        }
        Ok(())
    }

    /// Writes the cause of a JVM's death to the program's own file. Returns whether the cause is known.
    fn accuse(&mut self, unit: &Unit, pair: Pair, death: &Death) -> Result<bool, Failure> {
        if !unit.tests.iter().any(|(test, _)| *test == pair.test) {
            return Ok(false);
        }
        let reason = match death {
            Death::Hung => Reason::Wall,
            Death::Ended(status) if status.code() == Some(STUCK) => Reason::Wall,
            Death::Ended(_) => Reason::Crashed,
        };
        if death.is_from_outside() {
            // A mutant that exhausts memory can also get the JVM killed from outside, so retry once.
            let kills = self.killed.entry((pair.test, pair.change)).or_default();
            *kills += 1;
            if *kills < DEATHS {
                return Ok(false);
            }
        }
        if let Some(change) = pair.change {
            let key = (pair.test, change);
            if !self.facts.verdicts.contains_key(&key) {
                let verdict = ended(self.plan, pair.test);
                self.own.verdict(self.plan, &self.facts, key, (verdict, reason))?;
                self.facts.found(self.plan, pair.test, change, (verdict, reason));
                self.pairs += 1;
            }
            return Ok(true);
        }
        let deaths = self.silent.entry(pair.test).or_default();
        *deaths += 1;
        let has_time =
            !matches!(death, Death::Hung) || patience(self.plan, &self.limits, pair.test).is_none();
        if *deaths >= if has_time { DEATHS } else { 1 } {
            let why = match death {
                Death::Hung if !has_time => "took far longer than when it was recorded".to_owned(),
                Death::Hung => "did not end when it was run again".to_owned(),
                Death::Ended(status) => format!("ended its JVM when it was run again ({})", how(*status)),
            };
            self.give_up(pair.test, &why)?;
        }
        Ok(true)
    }

    fn give_up(&mut self, test: Number, why: &str) -> Result<(), Failure> {
        self.own.give_up(self.plan, &self.facts, test, why)?;
        self.facts.unusable.insert(test, why.to_owned());
        Ok(())
    }

    /// Gives waiting units to idle JVMs, and starts further JVMs if that pays.
    fn give_out(&mut self) -> Result<(), Failure> {
        self.prune();
        for at in 0..self.workers.len() {
            let worker = &mut self.workers[at];
            if worker.unit.is_some() {
                continue;
            }
            let Some(next) = self.waiting.iter().position(|unit| unit.site == worker.site) else { continue };
            if let Some(unit) = self.waiting.remove(next) {
                let commands = unit.commands(self.plan, self.facts.repeats_initialisers());
                worker.give(unit, commands);
            }
        }
        self.start_another()
    }

    /// Removes what is known by now from waiting units: broken mutants and unusable tests.
    fn prune(&mut self) {
        let (plan, facts) = (self.plan, &self.facts);
        let numbers = &mut self.numbers;
        if let Some(Asks::Verdicts { first_break: true, .. }) = self.waiting.front().map(|unit| unit.asks) {
            let waiting = std::mem::take(&mut self.waiting);
            self.waiting = waiting
                .into_iter()
                .flat_map(|unit| {
                    if has_settled(&unit, facts) { left(&unit, plan, facts, numbers) } else { vec![unit] }
                })
                .collect();
        }
    }

    /// Starts a JVM for the next waiting unit, if that pays; it may replace an idle JVM of another site.
    fn start_another(&mut self) -> Result<(), Failure> {
        let since = std::mem::replace(&mut self.looked, Instant::now()).elapsed();
        let working = self.workers.iter().filter(|worker| worker.is_warm && worker.unit.is_some()).count();
        self.done.worked += since * working as u32;
        let Some(site) = self.waiting.front().map(|unit| unit.site) else { return Ok(()) };
        let of_site = self.workers.iter().filter(|worker| worker.site == site).count();
        if of_site > 0 {
            // All workers of this site are busy; an idle one would have taken the unit.
            self.busy += since;
            let waiting = self.waiting.iter().map(|unit| unit.cost).sum();
            let each = self.done.expected(waiting) / self.workers.len() as u32;
            if self.busy < WORTH_A_JVM.0 || each < WORTH_A_JVM.1 {
                return Ok(());
            }
        }
        if self.workers.len() >= self.jobs {
            let Some(idle) = self.workers.iter().position(|worker| worker.unit.is_none()) else {
                return Ok(());
            };
            self.workers.remove(idle).quit();
        }
        self.busy = Duration::ZERO;
        let worker = self.start(site)?;
        self.workers.push(worker);
        self.give_out()
    }

    fn start(&mut self, site: usize) -> Result<Worker, Failure> {
        if self.starts >= STARTS {
            return Err(Failure::failed(format!(
                "{STARTS} JVMs were started and did not get through; what they found is kept: see it with \
                 `faultline rank`, or leave tests that end JVMs out with --failing"
            )));
        }
        self.starts += 1;
        let (root, scratch) = (self.folder.root(), self.folder.scratch());
        let nonce = self.origin.nonce as u32;
        let part = match self.facts.part {
            0 => String::new(),
            part => format!("-part{part}"),
        };
        let name = format!("{:016x}-{nonce:08x}-{:04}{part}.flt", self.origin.started_ns, self.starts);
        let files = Files {
            results: root.join(name),
            pair: scratch.join(format!("{}.pair", self.starts)),
            log: scratch.join(format!("{}.log", self.starts)),
        };
        let of = (self.plan, site, self.facts.part);
        let text = settings::text(of, &self.limits, (&files.results, &files.pair), &self.origin);
        let path = scratch.join(format!("{}.settings", self.starts));
        let mut worker = self.launch(site, &files, (&path, text))?;
        worker.origins = Origins::of_file(&files.results);
        Ok(worker)
    }

    /// Starts a JVM of a site with these settings.
    fn launch(&self, site: usize, files: &Files, (path, text): (&Path, String)) -> Result<Worker, Failure> {
        let launch = &self.plan.sites[site].launch;
        let failed = |error: std::io::Error| {
            Failure::failed(format!("starting {} failed: {error}", printable(&launch.java)))
        };
        faultline_files::put(path, text).map_err(failed)?;
        let mut command = command(launch, self.jar, path, &self.folder.scratch());
        command.env(orphans::VARIABLE, &self.mark);
        Worker::start(site, &mut command, files).map_err(failed)
    }

    /// Ends all JVMs.
    fn end_all(&mut self) -> Result<(), Failure> {
        self.workers.iter_mut().for_each(Worker::quit);
        self.drain_all()?;
        self.workers.iter_mut().for_each(Worker::kill);
        self.workers.clear();
        Ok(())
    }
}

/// The timeout of a passing test without a mutant, if time counts: it may have to fill caches that another
/// test filled when it was recorded, and probing takes five times as long. A slower test is not worth a
/// retry.
fn patience(plan: &Plan, limits: &Limits, test: Number) -> Option<Duration> {
    Some(limits.plain + 10 * plan.took(test)?)
}
