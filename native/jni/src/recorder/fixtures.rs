//! What ran before and after tests, and for which of them.

use faultline_format::FixtureParts;
use faultline_spectrum::{Charge, Moment, RecordedFixture};

use super::Recorder;
use crate::attribution::Thread;
use crate::capture::Block;

/// What a fixture is called, and when it ran. Fields as in [`RecordedFixture`].
#[derive(Debug)]
pub struct FixtureName {
    /// When it ran.
    pub moment: Moment,
    /// The framework's id.
    pub unique_id: String,
    /// Binary name of the test class; may be empty.
    pub class: String,
    /// The fixture's method; may be empty.
    pub method: String,
}

impl Recorder {
    /// A fixture ended, started as a test is: gives its number; `None` when nothing was hit.
    /// `shared` and `own` are as for [`Recorder::end_apart`].
    pub fn end_fixture(
        &mut self,
        thread: Thread,
        shared: Option<&[Block]>,
        own: &[Block],
        fixture: FixtureName,
    ) -> Result<Option<u32>, String> {
        let in_core = shared.and_then(|blocks| {
            self.resolve(blocks);
            self.who.end_fixture(thread, &self.hits)
        });
        let mut hits = in_core.unwrap_or_default();
        self.resolve(own);
        hits.add(&self.hits);
        let empty = hits.is_empty();
        hits.write_to(&mut self.row, &mut self.bits);
        self.who.recycle(hits);
        if empty || self.recording.sealed {
            return Ok(None);
        }
        let FixtureName { moment, unique_id, class, method } = fixture;
        let Self { journal, recording, row, .. } = self;
        let id = recording.fixtures.len() as u32;
        let coverage = row.to_coverage();
        let words = coverage.words();
        let parts = FixtureParts { id, moment, unique_id: &unique_id, class: &class, method: &method, words };
        let written = journal.write(&mut recording.origin, |writer| writer.fixture(&parts));
        recording.fixtures.push(RecordedFixture { id, moment, unique_id, class, method, coverage });
        written.map(|()| Some(id))
    }

    /// A test had these fixtures; it may be recorded later.
    pub fn charge(&mut self, test: u32, fixtures: Vec<u32>) -> Result<(), String> {
        if self.recording.sealed {
            return Ok(());
        }
        let count = self.recording.fixtures.len();
        if let Some(unknown) = fixtures.iter().find(|&&fixture| fixture as usize >= count) {
            return Err(format!("test number {test} is to have fixture {unknown}, which is unknown"));
        }
        let Self { journal, recording, .. } = self;
        let written = journal.write(&mut recording.origin, |writer| writer.charge(test, &fixtures));
        recording.charges.push(Charge { test, fixtures });
        written
    }
}

#[cfg(test)]
mod tests {
    use faultline_format::read_dir;

    use super::super::samples::{MAIN, block, recorder, slots, test};
    use super::*;
    use crate::testing::Folder;

    fn fixture(id: &str, moment: Moment) -> FixtureName {
        FixtureName { moment, unique_id: id.into(), class: "a.Test".into(), method: String::new() }
    }

    #[test]
    fn a_fixture_is_kept_apart_from_the_tests_that_are_charged_with_it() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        let before =
            recorder.end_fixture(MAIN, Some(&[block(0, 0, 1)]), &[], fixture("C", Moment::Before)).unwrap();
        assert_eq!(before, Some(0));
        recorder.start_test(MAIN, &[]);
        recorder.charge(0, vec![0]).unwrap();
        recorder.end_test(MAIN, &[block(0, 0, 2)], test("one", 0)).unwrap();
        let after =
            recorder.end_fixture(MAIN, Some(&[block(0, 0, 4)]), &[], fixture("C", Moment::After)).unwrap();
        assert_eq!(after, Some(1));
        let recording = recorder.recording();
        assert_eq!(slots(&recording.tests[0].coverage), [(1, 1)]);
        assert_eq!(slots(&recording.fixtures[0].coverage), [(1, 0)]);
        assert_eq!(slots(&recording.fixtures[1].coverage), [(1, 2)]);
        assert_eq!(recording.charges, [Charge { test: 0, fixtures: vec![0] }]);
        assert_eq!(read_dir(folder.path()).unwrap().0, std::slice::from_ref(recording));
    }

    #[test]
    fn a_fixture_in_which_nothing_was_hit_has_no_number_and_cannot_be_charged() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        assert_eq!(recorder.end_fixture(MAIN, Some(&[]), &[], fixture("C", Moment::Before)), Ok(None));
        assert!(recorder.charge(0, vec![0]).is_err());
        assert_eq!(recorder.recording().charges, []);
    }
}
