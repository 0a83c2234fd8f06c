//! A fault as evidence against its candidates.

use faultline_scoring::evidence::{Evidence, Kind, Known, Told};
use faultline_scoring::{
    Clues, MethodIndex, MethodRanks, RankingSpec, Selection, SuiteCounts, count_elements,
};

use crate::TrainingFault;

/// The candidates of a fault, the methods that its failing tests run, and which of them are faulty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lesson {
    /// Methods, ascending.
    pub methods: Vec<u32>,
    /// Their evidence, in the order of [`Kind::ALL`].
    pub rows: Vec<[f64; Kind::ALL.len()]>,
    /// Which of them are faulty, as places in `rows`.
    pub faulty: Vec<usize>,
}

impl Lesson {
    /// What the whole suite of a fault teaches; nothing where no test failed. Panics: method numbers do not fit the spectrum.
    /// Cost: that of a ranking, and of what each failing test tells.
    pub fn of(fault: &TrainingFault<'_>) -> Self {
        let spectrum = fault.spectrum;
        let selection = Selection::all(spectrum);
        let (ef, ep): (Vec<u32>, Vec<u32>) =
            count_elements(spectrum, &selection).iter().map(|counts| (counts.ef, counts.ep)).unzip();
        let (failed, passed) = (selection.failing().len() as u32, selection.passing().len() as u32);
        let counts = RankingSpec { size: None, trace: None, name: None, ..RankingSpec::by_factors() };
        let mut ranks = MethodRanks::default();
        let index = MethodIndex::new(fault.methods, fault.method_of);
        ranks.update(&counts, &index, &Clues::default(), &SuiteCounts { ef: &ef, ep: &ep, failed, passed });
        let evidence = evidence(fault, &selection);
        let mut lesson = Self::default();
        for (method, score) in ranks.methods().iter().enumerate().filter(|(_, score)| score.suspicious > 0) {
            if fault.faulty.contains(&(method as u32)) {
                lesson.faulty.push(lesson.rows.len());
            }
            let mut row = [0.0; Kind::ALL.len()];
            row[Kind::Suspicion.index()] = libm::log(score.base);
            row[Kind::Size.index()] = libm::log(f64::from(score.suspicious));
            row[Kind::COUNTED..].copy_from_slice(evidence.row(method));
            lesson.methods.push(method as u32);
            lesson.rows.push(row);
        }
        lesson
    }
}

/// By the fault's numbers of methods, which may have several of the spectrum's as one.
fn evidence(fault: &TrainingFault<'_>, selection: &Selection) -> Evidence {
    let spectrum = fault.spectrum;
    let mut numbers = vec![None; spectrum.methods.len()];
    for (element, &method) in spectrum.elements.iter().zip(fault.method_of) {
        numbers[element.method.index()] = Some(method);
    }
    let number = |method: u32| numbers[method as usize];
    let known = Known::of(spectrum);
    let told: Vec<Told> =
        selection.failing().iter().map(|&test| Told::of(spectrum, test, &known).renumbered(number)).collect();
    Evidence::of(&known.methods().renumbered(fault.methods, number), &told)
}
