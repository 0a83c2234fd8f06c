//! The stress test: tests with known lines, in many orders, schedules and threads.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use super::Model;
use crate::{Dist, run};

/// As in `java-agent/agent/src/test/resources/stress/Stress.java`.
const TESTS: u32 = 48;
const UNITS: u32 = 64;
const UNITS_OF_A_TEST: u32 = 6;

/// The source under test: unit `n` is line `n + 2`; the selecting code is after them.
pub(super) fn units() -> String {
    let unit = |unit: u32| format!("static int u{unit}() {{ return {unit}; }}\n");
    let case = |unit: u32| format!(" case {unit}: u{unit}(); break;");
    let units: String = (0..UNITS).map(unit).collect();
    let cases: String = (0..UNITS).map(case).collect();
    format!(
        "public class Units {{\n{units}public static void run(int unit) {{ switch (unit) {{{cases} }} }}\n}}\n"
    )
}

fn expected(rounds: u64) -> BTreeMap<String, BTreeSet<u32>> {
    let row = |(round, test): (u64, u32)| {
        let units = (0..UNITS_OF_A_TEST).map(|unit| (7 * test + 5 * unit) % UNITS + 2);
        let class = if round == 0 { String::new() } else { round.to_string() };
        (format!("t{test}(a.StressTest{class})"), units.chain([UNITS + 2]).collect())
    };
    (0..rounds).flat_map(|round| (0..TESTS).map(move |test| (round, test))).map(row).collect()
}

impl Model {
    /// Runs rounds of the stress test in one JVM, whose tests use `threads` threads. Other seeds may run in parallel. Returns the
    /// differences, a sentence each. Errors: the run itself fails, in a sentence.
    pub fn stress(
        &self,
        java: &Path,
        dist: &Dist,
        seed: u64,
        threads: u64,
        rounds: u64,
    ) -> Result<Vec<String>, String> {
        let folder = self.folder.join(format!("runs/stress-{seed}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let mut command = Command::new(java);
        command.arg(self.agent(dist, &folder)).args(["-cp", &self.class_path, "Stress"]);
        let finished = run(command.args([seed, threads, rounds].map(|n| n.to_string())), &folder);
        if finished.code != Some(0) || finished.stdout != "failures 0\n" || !finished.stderr.is_empty() {
            return Err(format!(
                "the JVM ended with {:?}: {}{}",
                finished.code, finished.stdout, finished.stderr
            ));
        }
        let (recordings, _) = faultline_flt::read_dir(&folder.join("recorded"))
            .map_err(|error| format!("the recording cannot be read: {error}"))?;
        let [recording] = &recordings[..] else {
            return Err(format!("{} recordings, not one", recordings.len()));
        };
        let mut rows: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
        let mut differences = Vec::new();
        for test in &recording.tests {
            let line = |(class, slot): (u32, u32)| {
                let class = recording.classes.iter().find(|of| of.id == class);
                class.map_or(0, |class| class.slots[slot as usize].1)
            };
            if rows.insert(&test.unique_id, test.coverage.slots().map(line).collect()).is_some() {
                differences.push(format!("{}: more than one row", test.unique_id));
            }
            if test.overlapped {
                differences.push(format!("{}: marked", test.unique_id));
            }
        }
        let expected = expected(rounds);
        for (id, lines) in &expected {
            let found = rows.get(id.as_str());
            if found != Some(lines) {
                differences.push(format!("{id}: {lines:?} expected, found {found:?}"));
            }
        }
        differences.extend(
            rows.keys().filter(|id| !expected.contains_key(**id)).map(|id| format!("{id}: a row of no test")),
        );
        differences.extend(recording.background.iter().map(|of| format!("{}: ran for nobody", of.thread)));
        if differences.is_empty() {
            let _ = fs::remove_dir_all(&folder);
        }
        Ok(differences)
    }
}
