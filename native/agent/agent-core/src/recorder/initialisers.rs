//! Static initialisers, which have separate records.

use faultline_spectrum::{ElementOwner, FailedInitialiser, Frame};

use super::Recorder;
use crate::attribution::Thread;
use crate::capture::Block;
use crate::hits::{Hit, Hits};

impl Recorder {
    /// Starts the static initialiser of a class. Errors: the class is unknown; its hits then go to its caller.
    pub fn enter(&mut self, class: u32, thread: Thread, blocks: &[Block]) -> Result<(), String> {
        self.resolve(blocks);
        if self.chunks.has_class(class) {
            self.who.enter(class, thread, &self.hits);
            return Ok(());
        }
        self.who.distribute(&self.hits);
        Err(format!("class number {class} is unknown"))
    }

    /// Ends the static initialiser of a class and records its lines. Errors: it never began.
    pub fn exit(&mut self, class: u32, thread: Thread, blocks: &[Block]) -> Result<(), String> {
        self.resolve(blocks);
        match self.who.exit(class, thread, &self.hits) {
            Some(hits) => {
                // The code that triggered the initialisation touched the class, even if it runs nothing else there: it may
                // only read a constant, or the initialiser may have thrown.
                self.who.distribute(&[Hit { class, word: 0, bits: 0 }]);
                self.add_initialiser(class, hits)
            }
            None => Err(not_begun(class)),
        }
    }

    /// Ends the static initialiser of a class with hits in separate arrays, `own`. If it began here, `shared` are its hits
    /// in the chunks. Errors: `shared` is given, but it did not begin.
    pub fn exit_apart(
        &mut self,
        class: u32,
        thread: Thread,
        shared: Option<&[Block]>,
        own: &[Block],
    ) -> Result<(), String> {
        let (mut hits, begun) = match shared {
            None => (Hits::default(), true),
            Some(blocks) => {
                self.resolve(blocks);
                let hits = self.who.exit(class, thread, &self.hits);
                let begun = hits.is_some();
                (hits.unwrap_or_default(), begun)
            }
        };
        self.resolve(own);
        hits.add(&self.hits);
        self.add_initialiser(class, hits)?;
        if begun { Ok(()) } else { Err(not_begun(class)) }
    }

    /// Records the lines of a class's initialiser, if any.
    pub(super) fn add_initialiser(&mut self, class: u32, mut hits: Hits) -> Result<(), String> {
        let empty = hits.is_empty();
        hits.write_to(&mut self.row, &mut self.bits);
        self.who.recycle(hits);
        if empty || self.recorded.sealed {
            return Ok(());
        }
        self.write_outcomes(ElementOwner::Initialiser(class))?;
        let Self { journal, recorded, row, .. } = self;
        journal.write(&mut recorded.origin, |writer| writer.initialiser(class, row.words()))
    }
}

/// A class whose initialisation failed.
#[derive(Debug)]
pub enum FailedClass {
    /// A recorded class.
    Number(u32),
    /// Any class, recorded or not.
    Name(String),
}

impl Recorder {
    /// Notes that the next test to end failed because a class could not be initialised.
    pub fn failed_by(&mut self, class: FailedClass) -> Result<(), String> {
        self.failed_by = Some(self.name_of(class)?);
        Ok(())
    }

    /// Records that the initialiser of a class failed; `by` is an earlier failed one that caused it.
    pub fn initialiser_failed(
        &mut self,
        class: FailedClass,
        exception: String,
        frames: Vec<Frame>,
        by: Option<FailedClass>,
    ) -> Result<(), String> {
        if self.recorded.sealed {
            return Ok(());
        }
        let class = self.name_of(class)?;
        let by = by.map(|by| self.name_of(by)).transpose()?;
        let failed = FailedInitialiser { class, exception, frames, by };
        let Self { journal, recorded, .. } = self;
        journal.write(&mut recorded.origin, |writer| writer.failed_initialiser(&failed))
    }

    fn name_of(&self, class: FailedClass) -> Result<String, String> {
        match class {
            FailedClass::Name(name) => Ok(name),
            FailedClass::Number(number) => {
                let known = self.recorded.name(number).map(str::to_owned);
                known.ok_or_else(|| format!("class number {number} is unknown"))
            }
        }
    }
}

fn not_begun(class: u32) -> String {
    format!("the initialiser of class number {class} ended without having begun")
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::Coverage;

    use super::super::samples::{MAIN, block, recorder, slots, test, written};
    use crate::testing::Folder;

    #[test]
    fn an_initialiser_in_which_nothing_was_hit_leaves_no_record() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.enter(5, MAIN, &[]).unwrap();
        recorder.exit(5, MAIN, &[]).unwrap();
        assert_eq!(written(&folder).initialisers, []);
    }

    #[test]
    fn who_causes_an_initialisation_has_touched_the_class() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.enter(5, MAIN, &[]).unwrap();
        recorder.enter(3, MAIN, &[block(0, 1, 1)]).unwrap();
        recorder.exit(3, MAIN, &[block(1, 0, 1)]).unwrap();
        recorder.exit(5, MAIN, &[]).unwrap();
        recorder.end_test(MAIN, &[], test("one", 1)).unwrap();
        let recording = written(&folder);
        let classes = |row: &Coverage| row.classes().map(|(class, _)| class).collect::<Vec<_>>();
        assert_eq!(classes(&recording.tests[0].coverage), [5]);
        let of_5 = recording.initialisers.iter().find(|(class, _)| *class == 5).unwrap();
        assert_eq!(classes(&of_5.1), [3, 5], "5 began 3 inside its own initialiser");
    }

    #[test]
    fn the_initialiser_of_an_unknown_class_leaves_its_lines_to_the_test() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        assert!(recorder.enter(77, MAIN, &[block(0, 0, 1)]).is_err());
        assert!(recorder.exit(77, MAIN, &[block(0, 0, 2)]).is_err());
        recorder.end_test(MAIN, &[], test("one", 0)).unwrap();
        assert_eq!(slots(&written(&folder).tests[0].coverage), [(1, 0), (1, 1)]);
    }

    #[test]
    fn an_initialiser_with_arrays_of_its_own_may_have_begun_without() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.enter(5, MAIN, &[]).unwrap();
        recorder.tell_apart(&[block(0, 1, 1)]);
        recorder.exit_apart(5, MAIN, Some(&[block(0, 1, 2)]), &[block(0, 1, 4)]).unwrap();
        recorder.exit_apart(3, MAIN, None, &[block(1, 0, 1)]).unwrap();
        assert!(recorder.exit_apart(1, MAIN, Some(&[]), &[block(0, 0, 1)]).is_err());
        let initialisers = written(&folder).initialisers;
        let charged = initialisers.iter().map(|(class, row)| (*class, slots(row)));
        let expected = [(5, vec![(5, 0), (5, 1), (5, 2)]), (3, vec![(3, 0)]), (1, vec![(1, 0)])];
        assert_eq!(charged.collect::<Vec<_>>(), expected);
    }
}
