//! Ends a recording, with the code that ran for no test.

use faultline_flt::Seal;

use super::{Recorder, SHARED};
use crate::capture::Block;
use crate::hits::Hits;
use crate::troubles::Summary;

/// The names of numbers of tests without rows: those of a build inside the build, and those for which nothing has changed.
const LEFT_OUT: [&str; 2] = ["tests left out", "tests not affected"];

impl Recorder {
    /// Records what a named thread ran outside of tests; written at the end of the JVM.
    pub fn background(&mut self, name: &str, blocks: &[Block]) {
        self.resolve(blocks);
        if !self.background.contains_key(name) {
            self.background.insert(name.to_owned(), Hits::default());
        }
        if let Some(hits) = self.background.get_mut(name) {
            hits.add(&self.hits);
        }
    }

    /// Adds a number to the seal.
    pub fn count(&mut self, name: String, value: u64) {
        self.counts.push((name, value));
    }

    /// Ends the recording: writes records of running initialisers, and the seal.
    pub fn finish(&mut self, blocks: &[Block], troubles: impl FnOnce() -> Summary) -> Result<(), String> {
        if self.recorded.sealed {
            return Ok(());
        }
        self.resolve(blocks);
        let left = self.who.abandon(&self.hits);
        let mut left = left.into_iter().filter(|(class, _)| *class < SHARED);
        let written = left.try_for_each(|(class, hits)| self.add_initialiser(class, hits));
        if self.recorded.tests() == 0 && self.recorded.fixtures == 0 {
            // For example a server started by tests: its threads are not told apart.
            let name = program_threads(self.recorded.origin.words());
            self.background.entry(name).or_insert_with(|| self.who.take_between());
        }
        let written = written.and(self.add_background());
        let written = written.and(self.journal.flush(&mut self.recorded.origin));
        let written = written.and(self.add_left_out());
        let mut summary = troubles();
        if let Err(error) = &written {
            summary.add(error.clone());
        }
        let messages: Vec<&str> = summary.messages.iter().map(String::as_str).collect();
        let mut counters = vec![("internal errors", summary.count)];
        counters.extend(self.counts.iter().map(|(name, value)| (name.as_str(), *value)));
        self.journal.seal(&Seal { counters: &counters, messages: &messages });
        self.recorded.sealed = true;
        written
    }

    /// Makes the file for the number of tests without rows, if nothing else was recorded: the seal does not.
    fn add_left_out(&mut self) -> Result<(), String> {
        if self.counts.iter().any(|(name, count)| LEFT_OUT.contains(&&**name) && *count > 0) {
            self.journal.write(&mut self.recorded.origin, |_| Ok(()))?;
        }
        Ok(())
    }

    /// Records what threads ran outside of tests.
    fn add_background(&mut self) -> Result<(), String> {
        for (thread, mut hits) in std::mem::take(&mut self.background) {
            hits.write_to(&mut self.row, &mut self.bits);
            self.split_outcomes(); // nobody's
            if self.row.to_coverage().slots().next().is_none() {
                continue;
            }
            let Self { journal, recorded, row, .. } = self;
            journal.write(&mut recorded.origin, |writer| writer.background(&thread, row.words()))?;
        }
        Ok(())
    }
}

/// A common name for the threads of a JVM without tests; its words end with its program.
fn program_threads(words: &str) -> String {
    match words.rsplit_once(", ") {
        Some((_, program)) if !program.is_empty() => format!("all threads of {program}"),
        _ => "all threads".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use faultline_flt::read_dir;

    use super::super::samples::{MAIN, block, class, recorder, slots, test, written};
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn what_threads_ran_for_no_test_is_written_by_their_names_when_the_jvm_ends() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.background("left", &[block(0, 0, 1)]);
        recorder.background("idle", &[]);
        recorder.background("left", &[block(1, 0, 2)]);
        recorder.finish(&[], Summary::new).unwrap();
        let (recordings, _) = read_dir(folder.path()).unwrap();
        let background =
            recordings[0].background.iter().map(|ran| (ran.thread.as_str(), slots(&ran.coverage)));
        assert_eq!(background.collect::<Vec<_>>(), [("left", vec![(1, 0), (3, 1)])]);
    }

    #[test]
    fn what_a_jvm_without_tests_ran_is_recorded_by_its_program() {
        let folder = Folder::new();
        let mut server = recorder(&folder);
        server.recorded.origin.description = "a VM 17, org.example.Server\tserver".into();
        server.enter(3, MAIN, &[block(0, 0, 0b1)]).unwrap();
        server.exit(3, MAIN, &[block(1, 0, 0b10)]).unwrap();
        server.finish(&[block(0, 0, 0b100)], Summary::new).unwrap();
        let background = written(&folder).background;
        let ran: Vec<_> = background.iter().map(|ran| (&*ran.thread, slots(&ran.coverage))).collect();
        assert_eq!(ran, [("all threads of org.example.Server", vec![(1, 0), (1, 2)])]);
    }

    #[test]
    fn a_jvm_whose_tests_have_no_rows_tells_their_number_although_nothing_else_was_recorded() {
        let folder = Folder::new();
        let jvm = || Recorder::new(folder.path(), "a test".into()).unwrap();
        let mut silent = jvm();
        silent.count("tests started".into(), 0);
        silent.finish(&[], Summary::new).unwrap();
        let mut inner = jvm();
        inner.count(LEFT_OUT[0].into(), 2);
        inner.finish(&[], Summary::new).unwrap();
        let (recordings, notes) = read_dir(folder.path()).unwrap();
        assert_eq!(recordings.len(), 1);
        assert_eq!(recordings[0].counts, [(LEFT_OUT[0].to_owned(), 2)]);
        assert!(notes.is_empty(), "{notes:?}");
    }

    #[test]
    fn what_runs_after_the_last_test_is_not_background() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.end_test(MAIN, &[block(0, 0, 1)], test("one", 0)).unwrap();
        recorder.finish(&[block(0, 0, 2)], Summary::new).unwrap();
        assert_eq!(written(&folder).background, []);
    }

    #[test]
    fn numbers_of_tests_are_in_the_seal_and_no_note() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.count("tests started".to_owned(), 3);
        recorder.finish(&[], Summary::new).unwrap();
        let (recordings, notes) = read_dir(folder.path()).unwrap();
        assert_eq!(recordings[0].counts, [("tests started".to_owned(), 3)]);
        assert!(notes.is_empty(), "{notes:?}");
    }

    #[test]
    fn a_finished_recorder_records_nothing_more() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.finish(&[], Summary::new).unwrap();
        recorder.add_class(&class(8, 1), 1, 64).unwrap();
        recorder.start_test(MAIN, &[]);
        recorder.end_test(MAIN, &[block(0, 0, 1)], test("late", 0)).unwrap();
        recorder.finish(&[], Summary::new).unwrap();
        let (recordings, notes) = read_dir(folder.path()).unwrap();
        assert_eq!((recordings[0].tests.len(), recordings[0].classes.len()), (0, 3));
        assert!(notes.is_empty(), "{notes:?}");
    }
}
