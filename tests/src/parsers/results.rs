//! Results of runs, as `merge` reads them from folders of any origin.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use faultline_files::{Kind, OwnedFolder};
use faultline_jvm_process::work::journal::Line;
use faultline_messages::failure::Failure;
use faultline_mutation_runner::folder::{About, read_about};
use faultline_test_generation::budget::record::{Order, Record};
use faultline_test_generation::budget::results::Results;

use super::files::Scratch;

const SETTINGS: &str = r#"{"total":9,"min":1,"predictor":"bads","metric":null,"command":"gen --token ${env:FAULTLINE_SECRET_COMMAND_TOKEN} {class}","arguments":["-Dx=y"],"seed":-1,"memory":1000,"grace":300}"#;
const CLASS: &str = r#"{"rank":1,"class":"a.B","path":"src/a/B.java","planned":4,"granted":5,"used":3,"seconds":2.5,"outcome":"tests","tests":2,"coverage":0.75,"files":["tests/a/B_ESTest.java"],"trouble":null}"#;

/// All classes of a shard; a shard of many; an invalid shard.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let of = |shard: &str, state: &str| {
        format!(
            r#"{{"version":1,"state":"{state}","settings":{SETTINGS},"plan":{{"classes":1,"digest":"0badcafe"}},"shard":{shard},"merged":null,
"budget_seconds":4,"used_seconds":3,"seconds":2.5,"jobs":2,"tests":2,"classes":[{CLASS}],"notes":["a"]}}"#
        )
        .into_bytes()
    };
    vec![
        of(r#"{"index":1,"of":1}"#, "finished"),
        of(r#"{"index":2,"of":18446744073709551615}"#, "interrupted"),
        of("null", "finished"),
    ]
}

/// Descriptions of mutants' results.
pub(super) fn about_seeds() -> Vec<Vec<u8>> {
    let of = |shard: &str| {
        format!(
            r#"{{"version":1,"operators":2,"digest":"00","tests":"all","mutants":"all","seed":1,"shard":{shard},"merged":null,"finished":true}}"#
        )
        .into_bytes()
    };
    vec![of(r#"{"index":1,"of":1}"#), of(r#"{"index":2,"of":18446744073709551615}"#), of("null")]
}

/// A journal's records, one per line: the plan, then the results.
pub(super) fn order_seeds() -> Vec<Vec<u8>> {
    let plan = format!(
        r#"{{"plan":{{"settings":{SETTINGS},"places":{{"repository":".","project_cp":null,"evosuite":null,"fetch":false}},"shard":{{"index":1,"of":2}},"whole":{{"classes":2,"digest":""}},"mark":"","failing":["a"],"notes":[],"classes":[{{"rank":1,"class":"a.B","path":"B.java","seconds":4}},{{"rank":3,"class":"a.C","path":"C.java","seconds":2}}]}}}}"#
    );
    let ended = r#"{"ended":{"class":1,"granted":4,"used":3,"took":1.5,"outcome":"failed","tests":1,"coverage":null,"files":[],"trouble":"x"}}"#;
    let lines = [&plan, r#"{"session":{"jobs":2}}"#, r#"{"began":{"class":0,"granted":4}}"#, ended];
    vec![lines.join("\n").into_bytes(), plan.into_bytes()]
}

/// Two folders; one has the input of `merge`.
struct World {
    scratch: Scratch,
    shard: PathBuf,
    out: PathBuf,
}

impl World {
    fn of(file: &str, data: &[u8]) -> Self {
        let scratch = Scratch::new();
        let (shard, out) = (scratch.0.join("shard"), scratch.0.join("out"));
        for folder in ["shard/tests/a", "shard/logs", "outside"] {
            fs::create_dir_all(scratch.0.join(folder)).expect("a temporary folder");
        }
        for mine in ["shard/tests/a/B_ESTest.java", "shard/logs/a.B.log", "shard/1.flt", "outside/mine"] {
            fs::write(scratch.0.join(mine), mine).expect("a temporary file");
        }
        fs::write(shard.join(file), data).expect("a temporary file");
        Self { scratch, shard, out }
    }

    /// Everything beside the output.
    fn others(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let (mut found, mut open) = (BTreeMap::new(), vec![self.scratch.0.clone()]);
        while let Some(folder) = open.pop() {
            for path in fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.path()) {
                if path.is_dir() && path != self.out {
                    open.push(path);
                } else if path.is_file() {
                    found.insert(path.clone(), fs::read(path).expect("a file"));
                }
            }
        }
        found
    }

    /// Merges the folder with all of its shards, and without. Only the output is touched, and a refusal names the cause.
    fn merge(&self, merge: impl Fn(&[PathBuf], bool, &Path) -> Result<(), Failure>) -> bool {
        let before = self.others();
        let [all, some] = [false, true].map(|partial| {
            let merged = merge(std::slice::from_ref(&self.shard), partial, &self.out);
            assert_eq!(self.others(), before, "something else than the output was touched");
            if let Err(failure) = &merged {
                let said = failure.to_string();
                assert!(
                    said.len() < 3_000 + self.scratch.0.as_os_str().len(),
                    "{} bytes are said",
                    said.len()
                );
                assert!(["shard", "/out", "rank"].iter().any(|word| said.contains(word)), "{said}");
            }
            let _ = fs::remove_dir_all(&self.out);
            merged.is_ok()
        });
        assert!(some || !all, "what is whole is a part, too");
        some
    }
}

/// Results of a budget's run.
pub(super) fn check(data: &[u8]) -> bool {
    let world = World::of("results.json", data);
    let merged = world.merge(|shards, partial, out| {
        faultline_test_generation::budget::joined::join(shards, partial, out).map(drop)
    });
    let Ok(text) = str::from_utf8(data) else { return false };
    let results = match Results::parse(text) {
        Ok(results) => results,
        Err(why) => {
            assert!(why.starts_with("is ") && !merged, "{why}");
            return false;
        }
    };
    let written = results.json().expect("what was read can be written");
    let again = Results::parse(&written).expect("what was written can be read");
    assert_eq!(again, results);
    let _ = (results.waiting(), results.is_in_vain());
    true
}

/// Descriptions of mutants' results.
pub(super) fn about(data: &[u8]) -> bool {
    let world = World::of("about.json", data);
    world.merge(|shards, partial, out| {
        faultline_mutation_runner::joined::join(shards, partial, out).map(drop)
    });
    let Some(about) = read_about(data) else { return false };
    assert!(about.shard.is_none_or(|shard| (1..=shard.of).contains(&shard.index)), "{about:?}");
    assert_eq!(written(&world.out, &about).as_ref(), Some(&about), "what was written is read the same");
    true
}

/// Reads a folder after writing a file into it.
fn written(folder: &Path, about: &About) -> Option<About> {
    let kind = Kind { option: "--out", ..faultline_recording_store::mutants::KIND };
    let owned = OwnedFolder::take(folder, kind).expect("a new folder");
    faultline_mutation_runner::folder::write_about(&owned, about).expect("it is written");
    faultline_mutation_runner::folder::about(folder)
}

/// A journal of a budget's run, whatever its records: it matches its plan, or is refused with a class or the plan.
pub(super) fn order(data: &[u8]) -> bool {
    let mut lines = data.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
    let Some(Record::Plan(order)) = lines.next() else { return false };
    let order: Order = *order;
    let ended = match order.ended(lines.map(|record| Line { at: 0, record })) {
        Ok(ended) => ended,
        Err(why) => {
            assert!(why.starts_with("its class ") || why.starts_with("its plan "), "{why}");
            return false;
        }
    };
    let mut pool = order.left(&ended);
    let results = Results::of(&order, &ended, 1.0, 1);
    assert_eq!((results.classes.len(), results.waiting()), (order.classes.len(), pool.waiting()));
    let waiting = pool.waiting();
    assert_eq!(std::iter::from_fn(|| pool.begin()).count(), waiting);
    results.json().is_ok()
}
