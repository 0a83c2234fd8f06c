//! Kills JVMs: no test is lost whose successor had started, and nothing recorded is wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use faultline_flt::{Key, NoteKind, Writer};
use faultline_spectrum::{
    ClassDetails, InitialiserPolicy, Origin, Outcome, Outcomes, RecordedDetails, Spectrum,
};

use crate::{Dist, Fixture, Matrix, Place, maven};

/// Number of kills in parallel.
const WORKERS: u64 = 2;
const SEED: u64 = 0xfa17_11ed;
const TESTS: usize = 384;
const SOURCE: &str = "org/example/Steps.java";

/// Kills JVMs of the fixture `tests/kill-9`, with more options of the agent. `java` is their launcher. Panics: a test is lost or
/// wrong, or most kills met no test.
pub fn survive(java: &Path, fixture: &Fixture, kills: u64, options: &'static str) {
    survive_as(java, fixture, kills, options, false);
}

/// Like [`survive`], with all classes already recorded by another JVM in the same folder.
pub fn survive_beside_another(java: &Path, fixture: &Fixture, kills: u64) {
    survive_as(java, fixture, kills, "", true);
}

fn survive_as(java: &Path, fixture: &Fixture, kills: u64, options: &'static str, beside: bool) {
    maven(Command::new("mvn").args(["-B", "-ntp", "test-compile"]), &fixture.folder).expect_code(0);
    let lines = Lines::of(&fixture.text("src/main/java/org/example/Steps.java"));
    let dist = Dist::find();

    let whole = Run::start(java, &dist, fixture, "whole", options, &[]).finish();
    let last = Survivors::read(&whole.folder);
    let another = if beside { classes_alone(&whole.folder) } else { Vec::new() };
    let whole = Whole { outcomes: last.outcomes.clone(), options, another, ..whole };
    if beside {
        let second = Run::start(java, &dist, fixture, "second", options, &whole.another).finish();
        let bytes = |folder: &Path| -> u64 {
            let files = fs::read_dir(folder.join("recorded")).expect("recordings");
            files.map(|file| file.expect("a file").metadata().expect("its length").len()).sum()
        };
        let (alone, together) = (bytes(&whole.folder), bytes(&second.folder));
        assert!(
            together < alone + 400,
            "{together} bytes for two JVMs, {alone} for one: nothing was left to the other"
        );
    }
    assert_eq!(whole.outcomes.len(), if options.is_empty() { 0 } else { TESTS });
    last.check(&lines, &whole, "the run that was not killed");
    assert!(last.matrix.sealed && last.matrix.rows.len() == TESTS, "the whole run has all tests");

    let workers: Vec<_> = (0..WORKERS)
        .map(|worker| {
            let (dist, fixture, lines, whole) = (dist.clone(), fixture.clone(), lines.clone(), whole.clone());
            let java = java.to_owned();
            std::thread::spawn(move || kill_repeatedly(worker, kills, &java, &dist, &fixture, &lines, &whole))
        })
        .collect();
    let interrupted: u64 = workers.into_iter().map(|w| w.join().expect("a worker passes")).sum();
    println!("{interrupted} of {kills} kills met a JVM between its first and its last test");
    assert!(interrupted >= kills / 2, "only {interrupted} kills met running tests: {whole:?}");
}

/// Kills one JVM after another. Returns how many were running tests.
fn kill_repeatedly(
    worker: u64,
    kills: u64,
    java: &Path,
    dist: &Dist,
    fixture: &Fixture,
    lines: &Lines,
    whole: &Whole,
) -> u64 {
    let mut random = SplitMix(SEED + worker);
    let mut interrupted = 0;
    for kill in (worker..kills).step_by(WORKERS as usize) {
        let run = Run::start(java, dist, fixture, &format!("kill-{worker}"), whole.options, &whole.another);
        // One in five kills is at any moment of the JVM's life. The others are at any moment of any test: tests are counted,
        // for the next JVM can be twice as fast as the one that was measured.
        let folder = if random.below(5) == 0 {
            run.kill_after(random.part_of(whole.life))
        } else {
            let started = 1 + random.below(TESTS as u64 - 1);
            run.kill_among_tests(started, random.part_of(whole.life / TESTS as u32))
        };
        let survivors = Survivors::read(&folder);
        survivors.check(lines, whole, &format!("kill {kill}"));
        interrupted += u64::from((1..TESTS).contains(&survivors.started));
    }
    interrupted
}

/// Duration and results of an undisturbed run.
#[derive(Clone, Debug)]
struct Whole {
    folder: PathBuf,
    life: Duration,
    /// The outcomes of each test under these options of the agent, by id.
    outcomes: BTreeMap<String, BTreeSet<String>>,
    options: &'static str,
    /// An earlier recording of another JVM for the same folder; may be empty.
    another: Vec<u8>,
}

/// A running JVM in a separate folder.
struct Run {
    child: Child,
    folder: PathBuf,
    begin: Instant,
}

impl Run {
    fn start(java: &Path, dist: &Dist, fixture: &Fixture, name: &str, options: &str, another: &[u8]) -> Self {
        let folder = fixture.folder.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("the previous run's folder can be removed");
        }
        fs::create_dir(&folder).expect("a folder can be made");
        if !another.is_empty() {
            fs::create_dir(folder.join("recorded")).expect("a folder can be made");
            fs::write(folder.join("recorded/another.flt"), another).expect("a file can be made");
        }
        let target = fixture.folder.join("target");
        let target = target.display();
        let (jar, root) = (dist.agent(), escape(&fixture.folder));
        let agent = format!("-javaagent:{}=dir=recorded,root={root}{options}", jar.display());
        let begin = Instant::now();
        let child = Command::new(java)
            .args([agent.as_str(), "-XX:TieredStopAtLevel=1", "-cp"])
            .arg(format!("{target}/classes:{target}/test-classes:{target}/libraries/*"))
            .args(["org.junit.runner.JUnitCore", "org.example.StepsTest"])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(fs::File::create(folder.join("out.txt")).expect("a file can be made"))
            .stderr(fs::File::create(folder.join("err.txt")).expect("a file can be made"))
            .spawn()
            .expect("the JVM starts");
        Self { child, folder, begin }
    }

    fn finish(mut self) -> Whole {
        let status = self.child.wait().expect("a child can be waited for");
        assert!(status.success(), "the fixture passes: {}", output(&self.folder));
        let life = self.begin.elapsed();
        Whole { folder: self.folder, life, outcomes: BTreeMap::new(), options: "", another: Vec::new() }
    }

    fn kill_after(mut self, delay: Duration) -> PathBuf {
        std::thread::sleep(delay);
        self.child.kill().expect("SIGKILL can be sent");
        self.child.wait().expect("a child can be waited for");
        self.folder
    }

    /// Kills the JVM `delay` after so many tests have started.
    fn kill_among_tests(mut self, started: u64, delay: Duration) -> PathBuf {
        let file = self.folder.join("started.txt");
        loop {
            // Before the file is looked at: what the JVM wrote before it ended is there then.
            let ended = self.child.try_wait().expect("a child can be waited for");
            if fs::metadata(&file).is_ok_and(|file| file.len() >= started) {
                break;
            }
            assert!(ended.is_none(), "the JVM ended before test {started}: {}", output(&self.folder));
            assert!(self.begin.elapsed().as_secs() < 120, "no test {started}: {}", output(&self.folder));
            std::thread::sleep(Duration::from_micros(500));
        }
        self.kill_after(delay)
    }
}

fn output(folder: &Path) -> String {
    ["out.txt", "err.txt"].map(|file| fs::read_to_string(folder.join(file)).unwrap_or_default()).concat()
}

/// Percent-encodes the separators of the agent's options.
fn escape(path: &Path) -> String {
    path.display().to_string().replace('%', "%25").replace(',', "%2C").replace('=', "%3D")
}

/// A recording with the classes of a run but without its tests.
fn classes_alone(folder: &Path) -> Vec<u8> {
    let (mut recordings, _) = faultline_flt::read_dir(&folder.join("recorded")).expect("recordings");
    let recording = recordings.remove(0);
    let mut writer = Writer::new(Vec::new(), &Origin::default()).expect("memory takes any write");
    for class in &recording.classes {
        let details = recording.details.iter().find(|details| details.class == class.id).cloned();
        let details = details.unwrap_or_else(|| RecordedDetails::new(class.id, ClassDetails::default()));
        let key = Key::of(class, &details);
        writer.described_class(key, class, &details).expect("memory takes any write");
    }
    writer.get_ref().clone()
}

/// The recording of a killed JVM.
struct Survivors {
    /// Tests that reported their start.
    started: usize,
    matrix: Matrix,
    /// The outcomes of each test, by id; without tests that had none.
    outcomes: BTreeMap<String, BTreeSet<String>>,
}

impl Survivors {
    fn read(folder: &Path) -> Self {
        let started = fs::metadata(folder.join("started.txt")).map_or(0, |file| file.len() as usize);
        let recorded = folder.join("recorded");
        let (matrix, outcomes) = if recorded.exists() {
            (Matrix::read(&recorded), outcomes(&recorded))
        } else {
            Default::default()
        };
        Self { started, matrix, outcomes }
    }

    fn check(&self, lines: &Lines, whole: &Whole, whose: &str) {
        let (rows, started) = (&self.matrix.rows, self.started);
        assert!(
            rows.len() <= started && started <= rows.len() + 1,
            "{whose}: {started} tests had started, {} are recorded",
            rows.len()
        );
        for (n, row) in rows.iter().enumerate() {
            assert_eq!(row.id, format!("runs[{n}](org.example.StepsTest)"), "{whose}");
            assert_eq!(row.outcome, Outcome::Passed, "{whose}: test {n}");
            assert_eq!(row.lines, lines.of_number(n), "{whose}: lines of test {n}");
            assert_eq!(self.outcomes.get(&row.id), whole.outcomes.get(&row.id), "{whose}: test {n}");
        }
        for note in &self.matrix.notes {
            let kill = matches!(note.kind, NoteKind::Empty | NoteKind::TornTail { .. });
            assert!(kill, "{whose}: {note}");
        }
    }
}

fn outcomes(recorded: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let (recordings, _) = faultline_flt::read_dir(recorded).expect("recordings");
    let spectrum = Spectrum::merge(&recordings, InitialiserPolicy::All).expect("a spectrum");
    let outcomes = Outcomes::merge(&recordings, InitialiserPolicy::All).expect("outcomes");
    let mut by_id = BTreeMap::<String, BTreeSet<String>>::new();
    for (row, test) in spectrum.tests.iter().enumerate().filter(|_| !outcomes.is_empty()) {
        let words = outcomes.coverage.ones(row).map(|column| outcomes.words(column));
        by_id.entry(test.unique_id.clone()).or_default().extend(words);
    }
    by_id.retain(|_, words| !words.is_empty());
    by_id
}

/// The lines of the fixture, by comment: `always`, `bit 3`, `block 2`.
#[derive(Clone)]
struct Lines {
    by_comment: BTreeMap<String, BTreeSet<Place>>,
}

impl Lines {
    fn of(source: &str) -> Self {
        let mut by_comment: BTreeMap<String, BTreeSet<Place>> = BTreeMap::new();
        for (line, code) in (1..).zip(source.lines()) {
            if let Some((_, comment)) = code.split_once("; // ").or_else(|| code.split_once("{ // ")) {
                by_comment.entry(comment.to_owned()).or_default().insert((SOURCE.to_owned(), line));
            }
        }
        assert_eq!(by_comment.len(), 1 + 6 + 6, "the fixture's comments are as this test knows them");
        Self { by_comment }
    }

    fn of_number(&self, n: usize) -> BTreeSet<Place> {
        let bits = (0..6).filter(|bit| n >> bit & 1 != 0).map(|bit| format!("bit {bit}"));
        let comments = bits.chain(["always".to_owned(), format!("block {}", n >> 6)]);
        comments.flat_map(|comment| self.by_comment[&comment].clone()).collect()
    }
}

/// The generator `SplitMix64`: kills at the same moments in every run, as far as clocks allow.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn part_of(&mut self, whole: Duration) -> Duration {
        whole.mul_f64((self.next() >> 11) as f64 / (1_u64 << 53) as f64)
    }
}
