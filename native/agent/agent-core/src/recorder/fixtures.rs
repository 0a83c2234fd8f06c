//! Fixtures: code that runs before and after tests, and the tests it belongs to.

use faultline_flt::FixtureParts;
use faultline_spectrum::{ElementOwner, Moment};

use super::Recorder;
use crate::attribution::Thread;
use crate::capture::Block;
use crate::hits::Hits;

/// The smallest number that is not a class.
pub const SHARED: u32 = 0x7000_0000;

/// Name and moment of a fixture. Fields as in [`RecordedFixture`].
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
    /// Records a fixture that was started like a test. Returns its number; `None` without hits. `shared` and `own` as for
    /// [`Recorder::end_apart`].
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
        self.add_fixture(in_core.unwrap_or_default(), own, fixture)
    }

    /// Starts code that several tests will share. Its number is from [`SHARED`] on; it interrupts the running owner, as an
    /// initialiser does.
    pub fn enter_shared(&mut self, number: u32, thread: Thread, blocks: &[Block]) {
        self.resolve(blocks);
        self.who.enter(number, thread, &self.hits);
    }

    /// Ends shared code and records it as a fixture. Returns its number; `None` without hits. `shared` are the hits in the
    /// chunks if it was entered here, `own` those in separate arrays. Errors: it was not entered.
    pub fn exit_shared(
        &mut self,
        number: u32,
        thread: Thread,
        shared: Option<&[Block]>,
        own: &[Block],
        fixture: FixtureName,
    ) -> Result<Option<u32>, String> {
        let in_core = match shared {
            None => Hits::default(),
            Some(blocks) => {
                self.resolve(blocks);
                let hits = self.who.exit(number, thread, &self.hits);
                hits.ok_or_else(|| format!("{} ended without having begun", fixture.unique_id))?
            }
        };
        self.add_fixture(in_core, own, fixture)
    }

    /// Ends shared code without a record. Its hits go to the interrupted owner, or to none if `forget` is set. Does nothing
    /// if it was not entered.
    pub fn exit_aside(&mut self, number: u32, thread: Thread, blocks: &[Block], forget: bool) {
        self.resolve(blocks);
        let Some(hits) = self.who.exit(number, thread, &self.hits) else { return };
        if !forget {
            self.who.distribute(hits.entries());
        }
        self.who.recycle(hits);
    }

    fn add_fixture(
        &mut self,
        mut hits: Hits,
        own: &[Block],
        fixture: FixtureName,
    ) -> Result<Option<u32>, String> {
        self.resolve(own);
        hits.add(&self.hits);
        let empty = hits.is_empty();
        hits.write_to(&mut self.row, &mut self.bits);
        self.who.recycle(hits);
        if empty || self.recorded.sealed {
            return Ok(None);
        }
        self.write_outcomes(ElementOwner::Fixture(self.recorded.fixtures))?;
        let FixtureName { moment, unique_id, class, method } = fixture;
        let Self { journal, recorded, row, .. } = self;
        let id = recorded.fixtures;
        recorded.fixtures += 1;
        let words = row.words();
        let parts = FixtureParts { id, moment, unique_id: &unique_id, class: &class, method: &method, words };
        journal.write(&mut recorded.origin, |writer| writer.fixture(&parts)).map(|()| Some(id))
    }

    /// Assigns fixtures to a test, which may be recorded later.
    pub fn charge(&mut self, test: u32, fixtures: &[u32]) -> Result<(), String> {
        if self.recorded.sealed {
            return Ok(());
        }
        let count = self.recorded.fixtures;
        if let Some(unknown) = fixtures.iter().find(|&&fixture| fixture >= count) {
            return Err(format!("test number {test} is to have fixture {unknown}, which is unknown"));
        }
        let Self { journal, recorded, .. } = self;
        journal.write(&mut recorded.origin, |writer| writer.charge(test, fixtures))
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{MAIN, block, recorder, slots, test, written};
    use super::*;
    use crate::testing::Folder;
    use faultline_spectrum::Charge;

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
        recorder.charge(0, &[0]).unwrap();
        recorder.end_test(MAIN, &[block(0, 0, 2)], test("one", 0)).unwrap();
        let after =
            recorder.end_fixture(MAIN, Some(&[block(0, 0, 4)]), &[], fixture("C", Moment::After)).unwrap();
        assert_eq!(after, Some(1));
        let recording = written(&folder);
        assert_eq!(slots(&recording.tests[0].coverage), [(1, 1)]);
        assert_eq!(slots(&recording.fixtures[0].coverage), [(1, 0)]);
        assert_eq!(slots(&recording.fixtures[1].coverage), [(1, 2)]);
        assert_eq!(recording.charges, [Charge { test: 0, fixtures: vec![0] }]);
    }

    #[test]
    fn what_tests_share_is_a_fixture_although_it_is_made_inside_a_test() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.enter_shared(SHARED, MAIN, &[block(0, 0, 1)]);
        recorder.enter_shared(SHARED + 1, MAIN, &[block(0, 0, 2)]);
        let name = |id| fixture(id, Moment::Before);
        let ran = [block(0, 0, 4)];
        assert_eq!(recorder.exit_shared(SHARED + 1, MAIN, Some(&ran), &[], name("parent")), Ok(Some(0)));
        let ran = [block(0, 0, 8)];
        assert_eq!(recorder.exit_shared(SHARED, MAIN, Some(&ran), &[], name("child")), Ok(Some(1)));
        recorder.charge(0, &[0, 1]).unwrap();
        recorder.end_test(MAIN, &[block(0, 0, 16)], test("one", 0)).unwrap();
        let recording = written(&folder);
        assert_eq!(slots(&recording.tests[0].coverage), [(1, 0), (1, 4)]);
        assert_eq!(slots(&recording.fixtures[0].coverage), [(1, 2)]);
        assert_eq!(slots(&recording.fixtures[1].coverage), [(1, 1), (1, 3)]);
        assert!(recorder.exit_shared(SHARED, MAIN, Some(&[]), &[], name("again")).is_err());
    }

    #[test]
    fn what_was_set_aside_is_forgotten_or_put_back() {
        const ASIDE: u32 = 0x7fff_ffff;
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.enter_shared(ASIDE, MAIN, &[block(0, 0, 1)]);
        recorder.enter_shared(ASIDE, MAIN, &[block(0, 0, 2)]);
        recorder.exit_aside(ASIDE, MAIN, &[block(0, 0, 4)], false);
        recorder.exit_aside(ASIDE, MAIN, &[block(0, 0, 8)], true);
        recorder.enter_shared(ASIDE, MAIN, &[block(0, 0, 16)]);
        recorder.exit_aside(ASIDE, MAIN, &[block(0, 0, 32)], false);
        recorder.exit_aside(ASIDE, MAIN, &[], true);
        recorder.end_test(MAIN, &[], test("one", 0)).unwrap();
        let recording = written(&folder);
        assert_eq!(slots(&recording.tests[0].coverage), [(1, 0), (1, 4), (1, 5)]);
        assert!(recording.fixtures.is_empty() && recording.initialisers.is_empty());
    }

    #[test]
    fn what_is_being_made_when_the_jvm_ends_is_no_initialisers() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.enter_shared(SHARED, MAIN, &[]);
        recorder.finish(&[block(0, 0, 1)], crate::troubles::Summary::new).unwrap();
        assert_eq!(written(&folder).initialisers, []);
    }

    #[test]
    fn a_fixture_in_which_nothing_was_hit_has_no_number_and_cannot_be_charged() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        assert_eq!(recorder.end_fixture(MAIN, Some(&[]), &[], fixture("C", Moment::Before)), Ok(None));
        assert!(recorder.charge(0, &[0]).is_err());
        assert_eq!(written(&folder).charges, []);
    }
}
