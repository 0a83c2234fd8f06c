//! Divides faults into training and test sets.

use std::collections::BTreeMap;

use crate::{EvaluationError, Fault};

/// Faults to judge, and the disjoint set of faults from which the judging metric may learn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name for display: `fold 2 of 5 of Lang`, `Math by the others`.
    pub name: String,
    /// Indices of the faults to learn from, ascending.
    pub seen: Vec<usize>,
    /// Indices of the faults to judge, ascending.
    pub judged: Vec<usize>,
}

/// Divides each project into folds by fault number. Part i of k judges the numbers up to round(i/k * last)
/// that no earlier part judges, and learns from the project's other faults.
///
/// A fold without faults gives no part. Errors: fewer than two folds; a fault whose name does not end with a
/// number; all faults of a project are in one fold.
/// Source: Zhuo et al., TOSEM: five folds of the versions of a project.
pub fn folds(faults: &[Fault], folds: usize) -> Result<Vec<Part>, EvaluationError> {
    if folds < 2 {
        return Err(EvaluationError::division("fewer than 2 folds leave nothing to learn from"));
    }
    let mut parts = Vec::new();
    for (project, members) in projects(faults) {
        let numbers = members.iter().map(|&fault| number(&faults[fault])).collect::<Result<Vec<_>, _>>()?;
        let last = numbers.iter().max().copied().unwrap_or(0);
        let bound = |fold: usize| (fold as f64 / folds as f64 * last as f64).round() as u64;
        for fold in 1..=folds {
            let is_judged = |number: u64| number <= bound(fold) && (fold == 1 || number > bound(fold - 1));
            let of = |judged: bool| -> Vec<usize> {
                let both = members.iter().zip(&numbers);
                both.filter(|&(_, &number)| is_judged(number) == judged).map(|(&fault, _)| fault).collect()
            };
            let part = Part {
                name: format!("fold {fold} of {folds} of {project}"),
                seen: of(false),
                judged: of(true),
            };
            if part.seen.is_empty() {
                return Err(EvaluationError::division(format!(
                    "all faults of {project} are in one of {folds} folds by number, which leaves nothing to \
                     learn from"
                )));
            }
            if !part.judged.is_empty() {
                parts.push(part);
            }
        }
    }
    Ok(parts)
}

/// One part per project, which learns from all other projects.
/// Errors: there is only one project.
pub fn across(faults: &[Fault]) -> Result<Vec<Part>, EvaluationError> {
    let projects = projects(faults);
    if projects.len() < 2 {
        return Err(EvaluationError::division("there is one project only, and no other one to learn from"));
    }
    let part = |(project, members): (&str, Vec<usize>)| {
        let seen = (0..faults.len()).filter(|&fault| faults[fault].project != project).collect();
        Part { name: format!("{project} by the others"), seen, judged: members }
    };
    Ok(projects.into_iter().map(part).collect())
}

fn projects(faults: &[Fault]) -> BTreeMap<&str, Vec<usize>> {
    let mut projects: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, fault) in faults.iter().enumerate() {
        projects.entry(&fault.project).or_default().push(at);
    }
    projects
}

fn number(fault: &Fault) -> Result<u64, EvaluationError> {
    fault.number().ok_or_else(|| {
        let Fault { project, name, .. } = fault;
        EvaluationError::division(format!(
            "{name} of {project} has no number at the end of its name, by which folds are made"
        ))
    })
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::Spectrum;

    use super::*;

    fn faults(names: &[&str]) -> Vec<Fault> {
        let fault = |name: &&str| {
            let project = name.split('-').next().unwrap();
            Fault::new(project.into(), (*name).into(), Spectrum::default(), &[])
        };
        names.iter().map(fault).collect()
    }

    /// Names of the faults that each part judges.
    fn judged<'a>(faults: &'a [Fault], parts: &[Part]) -> Vec<Vec<&'a str>> {
        parts.iter().map(|part| part.judged.iter().map(|&fault| &*faults[fault].name).collect()).collect()
    }

    #[test]
    fn folds_end_at_the_rounded_share_of_the_last_number() {
        // round(k/5 * 11): 2, 4, 7, 9, 11. The fourth fold is empty.
        let faults = faults(&["P-1", "P-2", "P-3", "P-5", "P-7", "P-10", "P-11"]);
        let parts = folds(&faults, 5).unwrap();
        let expected = [vec!["P-1", "P-2"], vec!["P-3"], vec!["P-5", "P-7"], vec!["P-10", "P-11"]];
        assert_eq!(judged(&faults, &parts), expected);
        assert_eq!(parts[3].name, "fold 5 of 5 of P");
        assert_eq!(parts[1].seen, [0, 1, 3, 4, 5, 6]);
    }

    #[test]
    fn every_project_has_folds_of_its_own() {
        let faults = faults(&["P-1", "P-10", "Q-1", "Q-2"]);
        let parts = folds(&faults, 2).unwrap();
        assert_eq!(judged(&faults, &parts), [["P-1"], ["P-10"], ["Q-1"], ["Q-2"]]);
        assert_eq!(parts.iter().map(|part| &part.seen[..]).collect::<Vec<_>>(), [[1], [0], [3], [2]]);
    }

    #[test]
    fn across_projects_nothing_of_the_judged_one_is_seen() {
        let faults = faults(&["P-1", "P-2", "Q-1", "R-7"]);
        let parts = across(&faults).unwrap();
        assert_eq!(
            parts.iter().map(|part| &*part.name).collect::<Vec<_>>(),
            ["P", "Q", "R"].map(|p| format!("{p} by the others"))
        );
        assert_eq!(
            parts.iter().map(|part| part.seen.clone()).collect::<Vec<_>>(),
            [vec![2, 3], vec![0, 1, 3], vec![0, 1, 2]]
        );
        assert_eq!(judged(&faults, &parts), [vec!["P-1", "P-2"], vec!["Q-1"], vec!["R-7"]]);
    }

    #[test]
    fn what_cannot_be_divided_is_said() {
        let message = |result: Result<Vec<Part>, EvaluationError>| result.unwrap_err().to_string();
        assert!(message(folds(&faults(&["P-1", "P-2"]), 1)).contains("fewer than 2"));
        assert!(message(folds(&faults(&["P-1", "P-x"]), 2)).contains("P-x of P has no number"));
        assert!(message(folds(&faults(&["P-9", "P-10"]), 2)).contains("in one of 2 folds"));
        assert!(message(across(&faults(&["P-1", "P-2"]))).contains("one project only"));
    }
}
