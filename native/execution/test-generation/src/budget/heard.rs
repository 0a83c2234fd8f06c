//! Evidence from recorded tests about the classes that share the time.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use faultline_messages::failure::Failure;
use faultline_messages::words::counted;
use faultline_recording_store::load;
use faultline_sbfl::{Level, RankQuery, Selection, Ties, count_elements, rank};
use faultline_spectrum::{ClassName, ElementId, Spectrum};
use faultline_vcs_history::{Evidence, Source};

use crate::targets;

/// The evidence from recordings, with the numbers of tests.
#[derive(Debug)]
pub struct Heard {
    /// Evidence for and against classes.
    pub evidence: Evidence,
    /// Number of selected failing tests.
    pub failing: usize,
    /// Number of selected passing tests.
    pub passing: usize,
}

impl Heard {
    /// Reads recordings and selects the failed tests with these names, or all. Errors: a recording cannot be
    /// read, a name matches no failed test, or the recordings are of other classes.
    pub fn of(recordings: &[PathBuf], failing: &[String], classes: &[Source]) -> Result<Self, Failure> {
        let spectrum = load::load(recordings)?.spectrum;
        let recorded: Vec<String> = (0..spectrum.classes.len()).map(|class| name(&spectrum, class)).collect();
        if !classes.iter().any(|class| recorded.contains(&class.class)) {
            return Err(Failure::failed(format!(
                "none of the {} to share the time among is in the recordings that are named; record the tests of \
                 this project with faultline run",
                counted(classes.len(), "class")
            )));
        }
        let selection = if failing.is_empty() {
            Selection::all(&spectrum)
        } else {
            Selection::against_passing(&spectrum, &targets::failing(&spectrum, failing)?)
        };
        let (failing, passing) = (selection.failing().len(), selection.passing().len());
        let evidence = if failing == 0 {
            Evidence::Coverage(coverage(&spectrum, &selection, &recorded))
        } else {
            Evidence::Suspicion(suspicion(&spectrum, selection, &recorded)?)
        };
        Ok(Self { evidence, failing, passing })
    }
}

/// The class named after the source file of a recorded class: time is shared among files.
fn name(spectrum: &Spectrum, class: usize) -> String {
    let class = &spectrum.classes[class];
    let of_source = class.source_path().and_then(|path| Some(path.strip_suffix(".java")?.replace('/', ".")));
    of_source.unwrap_or_else(|| ClassName(&class.name).outermost().to_owned())
}

/// The class index of an element in the spectrum.
fn class_of(spectrum: &Spectrum, element: ElementId) -> usize {
    spectrum.method_of(element).class.index()
}

/// The fraction of each class's lines that the tests executed.
fn coverage(spectrum: &Spectrum, selection: &Selection, names: &[String]) -> HashMap<String, f64> {
    let mut lines = BTreeMap::<(&str, u32), bool>::new();
    for (element, counts) in count_elements(spectrum, selection).iter().enumerate() {
        let name = &names[class_of(spectrum, ElementId::new(element))];
        *lines.entry((name, spectrum.elements[element].line)).or_default() |= counts.ep > 0;
    }
    let mut of_class = HashMap::<&str, [u32; 2]>::new();
    for ((name, _), is_covered) in lines {
        let [all, covered] = of_class.entry(name).or_default();
        *all += 1;
        *covered += u32::from(is_covered);
    }
    let share =
        |(name, [all, covered]): (&str, [u32; 2])| (name.to_owned(), f64::from(covered) / f64::from(all));
    of_class.into_iter().map(share).collect()
}

/// The sum of the Ochiai scores of each class's lines.
fn suspicion(
    spectrum: &Spectrum,
    selection: Selection,
    names: &[String],
) -> Result<HashMap<String, f64>, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::failed(error.to_string());
    let ranking = "ochiai".parse().map_err(|error| failed(&error))?;
    let query = RankQuery { selection, ranking, level: Level::Line, ties: Ties::Max };
    let ranking = rank(spectrum, &query).map_err(|error| failed(&error))?;
    let mut sums = HashMap::new();
    for entry in &ranking.entries {
        *sums.entry(names[class_of(spectrum, entry.element)].clone()).or_default() += entry.score;
    }
    Ok(sums)
}
