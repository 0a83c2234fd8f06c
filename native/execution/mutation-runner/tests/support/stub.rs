//! A stub for a JVM: it reads commands and writes results like one, in an artificial world.
//!
//! The file `world` lists deviations, one a line: `crash T M`, `hang T M`, `stuck T M`, `drift T M` (test T
//! on the mutant with that word), `unusable T`, `silent T` (dies without a mutant), `lag T` (does not end
//! without a mutant), `took T MS` (in the recording), `apart` (see the recording), `claims MS` (each test says that it took so long), `mend 0 M` (failing tests
//! pass on this mutant, and no other fails; with `noisy 0 M` all others fail), `kill N` (the first start is killed after N records;
//! each start takes one of several such lines), `slow MS` (a pair), `parts N` (a class has room for every
//! N-th mutant only), `hopeless` (no mutant makes a failing test pass), `harmless` (no test infects a mutant),
//! `stale` (it loads other classes), `broken` (does not start). In a JVM in which a mutant is active from the start: `cached T M`
//! (test T fails with it), `dies 0 M` (the JVM ends during the first test), `nowhere 0 M` (it ends before), `elsewhere 0 M` (a
//! test fails before the class is loaded), `lags 0 M` (its tests do not end).

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::Duration;

use faultline_flt::Writer;
use faultline_spectrum::{
    Mutant, MutatedClass, MutationTest, Origin, Outcome, PairVerdict, Probe, ProbedClass, Reason,
    RecordedMethod, Stage, Unusable, Verdict,
};

/// Mutants on each line.
pub const PER_LINE: u32 = 3;

/// Not a test: the script in place of java starts it.
#[test]
#[ignore = "started as a JVM"]
fn works() {
    if let (Some(settings), Some(world)) = (std::env::var_os("STUB_SETTINGS"), std::env::var_os("STUB_WORLD"))
    {
        let code = run(Path::new(&settings), Path::new(&world));
        std::process::exit(code);
    }
}

pub fn mixed(a: u32, b: u32) -> u32 {
    let mut x = (u64::from(a) << 32 | u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^= x >> 29;
    (x.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) as u32
}

pub fn infects(test: u32, word: u32) -> bool {
    !mixed(test, word).is_multiple_of(3)
}

/// The verdict of a test on a mutant; the first tests fail.
pub fn verdict(test: u32, word: u32) -> Verdict {
    let chance = mixed(word, test);
    if test <= super::FAILING {
        match chance % 6 {
            0 => Verdict::Passes,
            1 => Verdict::Type,
            2 => Verdict::Message,
            _ => Verdict::Same,
        }
    } else if chance.is_multiple_of(9) {
        Verdict::Fails
    } else {
        Verdict::Same
    }
}

struct World {
    odd: HashSet<(String, u32, u32)>,
    kill: Option<usize>,
    slow: Duration,
    claims: Duration,
    parts: u32,
}

impl World {
    fn read(folder: &Path) -> Self {
        let text = fs::read_to_string(folder.join("world")).expect("a world");
        let mut world =
            Self { odd: HashSet::new(), kill: None, slow: Duration::ZERO, claims: Duration::ZERO, parts: 1 };
        let start = (0..100_000).find(|at| {
            OpenOptions::new().create_new(true).write(true).open(folder.join(format!("started/{at}"))).is_ok()
        });
        let mut kills = Vec::new();
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let number = |at: usize| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(0);
            match words[0] {
                "took" | "apart" => {}
                "kill" => kills.push(number(1) as usize),
                "slow" => world.slow = Duration::from_millis(u64::from(number(1))),
                "claims" => world.claims = Duration::from_millis(u64::from(number(1))),
                "parts" => world.parts = number(1),
                "broken" => {
                    println!("Error: Could not find or load main class");
                    std::process::exit(1);
                }
                odd => drop(world.odd.insert((odd.to_owned(), number(1), number(2)))),
            }
        }
        world.kill = start.and_then(|at: usize| kills.get(at).copied());
        world
    }

    fn is(&self, odd: &str, test: u32, word: u32) -> bool {
        self.odd.contains(&(odd.to_owned(), test, word))
    }
}

struct Stub {
    world: World,
    out: Writer<File>,
    pair: File,
    records: usize,
    known: HashSet<u32>,
    broken: HashSet<u32>,
    classes: Vec<MutatedClass>,
    is_full: bool,
    written: bool,
    /// The mutant that is active from the start; 0 if none is.
    active: u32,
}

struct Unit {
    number: u32,
    probe: bool,
    each: bool,
    first_break: bool,
    tests: Vec<(Vec<String>, Vec<u32>)>,
}

fn run(settings: &Path, folder: &Path) -> i32 {
    let world = World::read(folder);
    let text = fs::read_to_string(settings).expect("settings");
    let lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    let of = |word: &str| lines.iter().find(|line| line[0] == word).expect("a setting");
    let origin =
        Origin { started_ns: 1, nonce: 1, pid: std::process::id(), description: of("origin")[3].clone() };
    let out = OpenOptions::new().create_new(true).append(true).open(&of("results")[1]).expect("a new file");
    let part: u32 = of("part")[1].parse().expect("a part");
    let mut classes: Vec<_> =
        lines.iter().filter(|line| line[0] == "target").map(|line| class(line)).collect();
    for class in &mut classes {
        class.mutants.retain(|mutant| mutant.mutant % world.parts == part);
    }
    let mut stub = Stub {
        is_full: part + 1 < world.parts,
        world,
        out: Writer::new(out, &origin).expect("a header"),
        pair: OpenOptions::new().write(true).open(&of("pair")[1]).expect("a file"),
        records: 0,
        known: HashSet::new(),
        broken: HashSet::new(),
        classes,
        written: false,
        active: lines
            .iter()
            .find(|line| line[0] == "active")
            .map_or(0, |line| line[1].parse().expect("a word")),
    };
    let mut unit: Option<Unit> = None;
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let fields: Vec<String> = line.split('\t').map(str::to_owned).collect();
        match fields[0].as_str() {
            "unit" => {
                unit = Some(Unit {
                    number: fields[1].parse().expect("a number"),
                    probe: fields[4] == "probe",
                    each: fields[5] == "each",
                    first_break: fields[6] == "1",
                    tests: Vec::new(),
                });
            }
            "test" => {
                let words = fields[7].split(',').filter_map(|word| word.parse().ok()).collect();
                unit.as_mut().expect("a unit").tests.push((fields, words));
            }
            "run" => {
                if let Some(code) = stub.unit(&unit.take().expect("a unit")) {
                    return code;
                }
            }
            _ => break,
        }
    }
    0
}

fn class(line: &[String]) -> MutatedClass {
    let number: u32 = line[1].parse().expect("a number");
    let lines: Vec<u32> = line[4].split(',').map(|line| line.parse().expect("a line")).collect();
    let mutant = |line: u32, at: u32| Mutant {
        mutant: line * PER_LINE + at,
        line,
        words: format!("`{at}` for the constant 9"),
        ..Mutant::default()
    };
    MutatedClass {
        class: number,
        name: line[2].clone(),
        hash: u64::from_str_radix(&line[3], 16).expect("a hash"),
        operators: MutatedClass::OPERATORS,
        methods: vec![RecordedMethod { name: "run".to_owned(), descriptor: "()V".to_owned() }],
        mutants: lines.iter().flat_map(|&line| (0..PER_LINE).map(move |at| mutant(line, at))).collect(),
    }
}

impl Stub {
    /// Counts a written record; the start may be killed after it.
    fn wrote(&mut self) {
        self.records += 1;
        if self.world.kill == Some(self.records) {
            let _ = std::process::Command::new("kill").args(["-9", &std::process::id().to_string()]).status();
            std::thread::sleep(Duration::from_secs(10));
        }
    }

    fn now(&self, test: u32, word: i32) {
        let mut bytes = [0_u8; 16];
        bytes[..4].copy_from_slice(&test.to_le_bytes());
        bytes[4..8].copy_from_slice(&word.to_le_bytes());
        bytes[8] = u8::from(test > 0);
        self.pair.write_all_at(&bytes, 0).expect("a file");
    }

    /// Runs a unit. Returns the exit code if the JVM ends.
    fn unit(&mut self, unit: &Unit) -> Option<i32> {
        let mut verdicts = 0;
        if self.world.is("nowhere", 0, self.active) {
            return Some(3);
        }
        for (fields, words) in &unit.tests {
            let test: u32 = fields[1].parse().expect("a number");
            self.now(test, 0);
            if self.active > 0 {
                if let Some(code) = self.fresh(test, fields) {
                    return Some(code);
                }
                continue;
            }
            if self.world.is("silent", test, 0) {
                return Some(3);
            }
            if self.world.is("lag", test, 0) {
                std::thread::sleep(Duration::from_secs(100));
            }
            if self.world.is("unusable", test, 0) {
                self.out.unusable(&Unusable { test, reason: "passes here".to_owned() }).expect("written");
                self.wrote();
                continue;
            }
            self.begin(test, fields);
            if unit.probe {
                self.probe(test);
                continue;
            }
            match self.verdicts(test, words, unit) {
                Ok(count) => verdicts += count,
                Err(code) => return Some(code),
            }
        }
        self.now(0, 0);
        self.out.stage(&Stage { unit: unit.number, verdicts }).expect("written");
        self.wrote();
        None
    }

    /// Runs a test once, with the mutant that is active.
    fn fresh(&mut self, test: u32, fields: &[String]) -> Option<i32> {
        assert_eq!(fields[5..8], ["p", "", ""], "the test is to pass");
        let fails = |stub: &mut Self| {
            let reason = "it ended as failed (a.E), and was recorded as passed".to_owned();
            stub.out.unusable(&Unusable { test, reason }).expect("written");
        };
        if self.world.is("elsewhere", 0, self.active) {
            fails(self);
            return None;
        }
        self.begin_classes();
        if self.world.is("dies", 0, self.active) {
            return Some(134);
        }
        if self.world.is("lags", 0, self.active) {
            std::thread::sleep(Duration::from_secs(100));
        }
        if self.world.is("cached", test, self.active) {
            fails(self);
        } else {
            self.begin(test, fields);
        }
        None
    }

    fn begin_classes(&mut self) {
        if !self.written {
            self.written = true;
            for class in self.classes.clone() {
                if self.world.is("stale", 0, 0) {
                    let reason = format!("stale: {} has the hash 1", class.name);
                    self.out.unusable(&Unusable { test: Unusable::NO_TEST, reason }).expect("written");
                    self.wrote();
                    continue;
                }
                self.out.mutated_class(&class).expect("written");
                self.wrote();
                if self.is_full {
                    let reason = format!("full: the class file of {} has no room", class.name);
                    self.out.unusable(&Unusable { test: Unusable::NO_TEST, reason }).expect("written");
                    self.wrote();
                }
            }
        }
    }

    fn begin(&mut self, test: u32, fields: &[String]) {
        self.begin_classes();
        if self.known.insert(test) {
            let outcome = if fields[5] == "f" { Outcome::Failed } else { Outcome::Passed };
            let named = MutationTest {
                test,
                unique_id: fields[2].clone(),
                class: fields[3].clone(),
                method: fields[4].clone(),
                outcome,
                exception: fields[6].clone(),
                message: 1,
                trace: 2,
                unstable: 0,
                duration_ns: self.world.slow.max(self.world.claims).as_nanos().max(40_000) as u64,
                fuel: 10,
            };
            self.out.mutation_test(&named).expect("written");
            self.wrote();
        }
    }

    fn probe(&mut self, test: u32) {
        let of = |class: &MutatedClass| {
            let mut reached = vec![0_u64; 2];
            let mut infected = vec![0_u64; 2];
            for mutant in &class.mutants {
                let (word, at) = (class.class << 18 | mutant.mutant, mutant.mutant as usize);
                reached[at / 64] |= 1 << (at % 64);
                if infects(test, word) && !self.world.is("harmless", 0, 0) {
                    infected[at / 64] |= 1 << (at % 64);
                }
            }
            ProbedClass { class: class.class, reached, infected }
        };
        let classes = if self.world.is("stale", 0, 0) { &[][..] } else { &self.classes };
        let probe = Probe { test, classes: classes.iter().map(of).collect() };
        self.out.probe(&probe).expect("written");
        self.wrote();
    }

    fn verdicts(&mut self, test: u32, words: &[u32], unit: &Unit) -> Result<u32, i32> {
        let (mut since, mut drifts) = (0, false);
        for &word in words {
            if unit.first_break && self.broken.contains(&word) {
                continue;
            }
            self.now(test, word.cast_signed());
            std::thread::sleep(self.world.slow);
            if self.world.is("crash", test, word) {
                std::process::abort();
            }
            if self.world.is("hang", test, word) {
                std::thread::sleep(Duration::from_secs(100));
            }
            let is_stuck = self.world.is("stuck", test, word);
            let found = match verdict(test, word) {
                _ if is_stuck => Verdict::Fails,
                _ if self.world.is("mend", 0, word) => match test <= super::FAILING {
                    true => Verdict::Passes,
                    false if self.world.is("noisy", 0, word) => Verdict::Fails,
                    false => Verdict::Same,
                },
                Verdict::Passes if self.world.is("hopeless", 0, 0) => Verdict::Same,
                found => found,
            };
            let reason = if is_stuck { Reason::Wall } else { Reason::None };
            let (class, mutant) = (word >> 18, word & 0x3_ffff);
            let is_there =
                |of: &MutatedClass| of.class == class && of.mutants.iter().any(|m| m.mutant == mutant);
            assert!(self.classes.iter().any(is_there), "{word} is of another part");
            self.out.verdict(&PairVerdict { test, class, mutant, verdict: found, reason }).expect("written");
            self.wrote();
            if is_stuck {
                return Err(87);
            }
            if found == Verdict::Fails {
                self.broken.insert(word);
            }
            since += 1;
            drifts |= self.world.is("drift", test, word);
            if drifts && unit.each {
                self.out.drift(test, 0).expect("written");
                self.wrote();
                return Err(86);
            }
        }
        if drifts {
            self.out.drift(test, since).expect("written");
            self.wrote();
            return Err(86);
        }
        let _ = self.pair.flush();
        Ok(since)
    }
}
