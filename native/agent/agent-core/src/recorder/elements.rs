//! Outcomes of conditions, switches and calls: hits like those of lines, in separate ranges and records.

use std::collections::HashSet;

use faultline_spectrum::{CoverageBuilder, ElementOwner, ElementTable, Site};

use super::Recorder;

impl Recorder {
    /// Adds a class's table of outcomes, with hits from `base` on in a chunk, and writes its record.
    pub fn add_elements(&mut self, table: &ElementTable, chunk: u32, base: usize) -> Result<(), String> {
        if self.recorded.sealed {
            return Ok(());
        }
        let slots = table.sites.iter().map(Site::outcomes).sum();
        self.chunks.add_class(table.id, chunk, base, slots)?;
        self.tables.insert(table.id);
        let Self { journal, recorded, .. } = self;
        journal.about_class(&mut recorded.origin, |writer| writer.elements(table))
    }

    /// Sets the conditions of the next test to end, as chunk and index; they are written before its record.
    pub fn path(&mut self, steps: impl Iterator<Item = (u32, u32)>) {
        let Self { chunks, tables, .. } = self;
        let mut seen = HashSet::new();
        let known = steps.filter_map(|(chunk, index)| chunks.slot(chunk, index));
        // Arrays are cleared after an initialiser, so earlier steps may repeat.
        self.path =
            known.filter(|(table, _)| tables.contains(table)).filter(|step| seen.insert(*step)).collect();
    }

    /// Writes the path of a test.
    pub(super) fn write_path(&mut self, test: u32) -> Result<(), String> {
        let steps = std::mem::take(&mut self.path);
        if steps.is_empty() {
            return Ok(());
        }
        let Self { journal, recorded, .. } = self;
        journal.write(&mut recorded.origin, |writer| writer.path(test, &steps))
    }

    /// Separates the outcomes from the row.
    pub(super) fn split_outcomes(&mut self) {
        self.outcomes.clear();
        if self.tables.is_empty() {
            return;
        }
        let both = self.row.to_coverage();
        self.row.clear();
        for (class, bits) in both.classes() {
            let table = self.tables.contains(&class);
            let into: &mut CoverageBuilder = if table { &mut self.outcomes } else { &mut self.row };
            into.class(class, bits);
        }
    }

    /// Separates the outcomes from the row and writes them, before the record of their owner: a killed JVM leaves no test
    /// without its outcomes.
    pub(super) fn write_outcomes(&mut self, owner: ElementOwner) -> Result<(), String> {
        self.split_outcomes();
        if self.outcomes.words().is_empty() {
            return Ok(());
        }
        let Self { journal, recorded, outcomes, .. } = self;
        journal.write(&mut recorded.origin, |writer| writer.outcomes(owner, outcomes.words()))
    }
}

#[cfg(test)]
mod tests {
    use faultline_flt::read_dir;
    use faultline_spectrum::{ConditionPath, ElementHits, Moment, SiteKind};

    use super::super::FixtureName;
    use super::super::samples::{MAIN, OTHER, block, recorder, slots, test, written};
    use super::*;
    use crate::testing::Folder;
    use crate::troubles::Summary;

    /// Number of the table of class 1; its hits are in block 1 of chunk 1.
    const TABLE: u32 = 9;

    fn with_table(folder: &Folder) -> Recorder {
        let mut recorder = recorder(folder);
        let site = |line, kind| Site { method: 0, line, kind, name: "x".into(), cases: Vec::new() };
        let sites = vec![site(1, SiteKind::Condition), site(2, SiteKind::Object)];
        recorder.add_elements(&ElementTable { id: TABLE, class: 1, sites }, 1, 64).unwrap();
        recorder
    }

    fn told(folder: &Folder) -> Vec<(ElementOwner, Vec<u32>)> {
        let hits = written(folder).elements.hits;
        let slots = |hits: &ElementHits| {
            slots(&hits.coverage).into_iter().inspect(|slot| assert_eq!(slot.0, TABLE)).map(|slot| slot.1)
        };
        hits.iter().map(|hits| (hits.owner, slots(hits).collect())).collect()
    }

    #[test]
    fn outcomes_have_the_owners_that_lines_have_and_are_in_no_row() {
        let folder = Folder::new();
        let mut recorder = with_table(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.enter(5, MAIN, &[block(0, 0, 1), block(1, 1, 0b1)]).unwrap();
        recorder.exit(5, MAIN, &[block(0, 1, 2), block(1, 1, 0b10)]).unwrap();
        recorder.end_test(MAIN, &[block(1, 1, 0b100)], test("one", 0)).unwrap();
        recorder.start_test(MAIN, &[]);
        let name = FixtureName {
            moment: Moment::Before,
            unique_id: "f".into(),
            class: String::new(),
            method: String::new(),
        };
        recorder.end_fixture(MAIN, Some(&[block(0, 0, 1), block(1, 1, 0b1000)]), &[], name).unwrap();
        let expected = [
            (ElementOwner::Initialiser(5), vec![1]),
            (ElementOwner::Test(0), vec![0, 2]),
            (ElementOwner::Fixture(0), vec![3]),
        ];
        assert_eq!(told(&folder), expected);
        assert_eq!(slots(&written(&folder).tests[0].coverage), [(1, 0)]);
        assert_eq!(slots(&written(&folder).fixtures[0].coverage), [(1, 0)]);
        recorder.finish(&[], Summary::new).unwrap();
    }

    #[test]
    fn tests_with_arrays_of_their_own_have_outcomes_of_their_own() {
        let folder = Folder::new();
        let mut recorder = with_table(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.tell_apart(&[block(1, 1, 0b1)]);
        recorder.end_apart(OTHER, None, &[block(1, 1, 0b10)], test("apart", 0)).unwrap();
        recorder.end_apart(MAIN, Some(&[]), &[block(1, 1, 0b100)], test("both", 0)).unwrap();
        assert_eq!(told(&folder), [(ElementOwner::Test(0), vec![1]), (ElementOwner::Test(1), vec![0, 2])]);
    }

    #[test]
    fn nobodys_outcomes_are_in_no_record() {
        let folder = Folder::new();
        let mut recorder = with_table(&folder);
        recorder.background("a thread", &[block(0, 0, 1), block(1, 1, 0b1)]);
        recorder.background("another", &[block(1, 1, 0b1)]);
        recorder.finish(&[], Summary::new).unwrap();
        assert_eq!(told(&folder), []);
        let background = written(&folder).background;
        assert_eq!(background.len(), 1);
        assert_eq!(slots(&background[0].coverage), [(1, 0)]);
    }

    #[test]
    fn a_path_names_slots_of_tables_each_once_and_is_of_the_next_test() {
        let folder = Folder::new();
        let mut recorder = with_table(&folder);
        recorder.start_test(MAIN, &[]);
        // The first step is a line, the last belongs to no class; in between one repeats.
        recorder.path([(0, 0), (1, 65), (1, 64), (1, 65), (7, 64)].into_iter());
        recorder.end_test(MAIN, &[block(1, 1, 0b11)], test("one", 0)).unwrap();
        recorder.start_test(MAIN, &[]);
        recorder.end_test(MAIN, &[block(1, 1, 0b11)], test("two", 0)).unwrap();
        let paths = written(&folder).elements.paths;
        assert_eq!(paths[..], [ConditionPath { test: 0, steps: vec![(TABLE, 1), (TABLE, 0)] }]);
        assert_eq!(read_dir(folder.path()).unwrap().0[0].elements.paths, *paths);
    }

    #[test]
    fn a_table_whose_range_is_taken_is_refused() {
        let folder = Folder::new();
        let mut recorder = with_table(&folder);
        let table = ElementTable { id: 10, class: 1, sites: Vec::new() };
        assert!(recorder.add_elements(&table, 1, 64).is_err());
        assert_eq!(written(&folder).elements.tables.len(), 1);
    }
}
