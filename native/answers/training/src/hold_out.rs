//! Selects held-out faults.

use std::str::FromStr;

use crate::course::Course;

/// Maximum number of held-out faults: they are evaluated many times, and more would take longer than
/// training.
const MOST: usize = 30;
/// Default share of held-out faults.
const SHARE: f64 = 0.2;
/// Minimum number of held-out faults by default: fewer say little about which network is best.
const FEWEST: usize = 5;

/// Which faults are held out.
#[derive(Clone, Debug, PartialEq)]
pub enum HoldOut {
    /// A share of each project's faults. Range: 0 to less than 1.
    Share(f64),
    /// All faults of a project.
    Project(String),
}

impl FromStr for HoldOut {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<f64>() {
            Ok(share) if (0.0..1.0).contains(&share) => Ok(Self::Share(share)),
            Ok(_) => Err("a share is at least 0 and less than 1".to_owned()),
            Err(_) => Ok(Self::Project(text.to_owned())),
        }
    }
}

/// Lessons split by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// Lessons to learn from.
    pub learned: Vec<usize>,
    /// Lessons to evaluate networks on.
    pub held_out: Vec<usize>,
}

/// Splits lessons of a course; `None` is the default. Errors: the project does not exist, or nothing is left
/// to learn from.
pub fn split(hold_out: Option<&HoldOut>, course: &Course, lessons: &[usize]) -> Result<Split, String> {
    let all = || Split { learned: lessons.to_vec(), held_out: Vec::new() };
    match hold_out {
        None => {
            let split = by_share(SHARE, course, lessons);
            Ok(if split.held_out.len() < FEWEST { all() } else { split })
        }
        Some(HoldOut::Share(share)) => Ok(by_share(*share, course, lessons)),
        Some(HoldOut::Project(name)) => by_project(name, course, lessons),
    }
}

/// Spreads held-out faults evenly over each project, so that they include early and late faults.
fn by_share(share: f64, course: &Course, lessons: &[usize]) -> Split {
    // Apply the maximum by reducing the share, so that every project contributes.
    let share = share.min(MOST as f64 / lessons.len().max(1) as f64);
    let (mut learned, mut held_out) = (Vec::new(), Vec::new());
    for project in course.projects() {
        let its = lessons.iter().filter(|&&lesson| course.project(lesson) == project);
        let mut due = 0.0;
        for &lesson in its {
            due += share;
            // Shares such as 0.1 add up to slightly less than 1.
            let is_due = due > 1.0 - 1e-9;
            if is_due {
                due -= 1.0;
            }
            (if is_due { &mut held_out } else { &mut learned }).push(lesson);
        }
    }
    Split { learned, held_out }
}

fn by_project(name: &str, course: &Course, lessons: &[usize]) -> Result<Split, String> {
    let projects = course.projects();
    if !projects.contains(&name) {
        return Err(format!("no project is called '{name}'; there are {}", projects.join(", ")));
    }
    let (held_out, learned): (Vec<usize>, _) =
        lessons.iter().partition(|&&lesson| course.project(lesson) == name);
    if learned.is_empty() {
        return Err(format!("without {name} there is no fault to learn from"));
    }
    // Spread evenly, too.
    let tried = held_out.len().min(MOST);
    let held_out = (0..tried).map(|at| held_out[at * held_out.len() / tried]).collect();
    Ok(Split { learned, held_out })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::tests::course;

    fn held_out(text: &str, sizes: &[(&str, usize)]) -> Result<Split, String> {
        let course = course(sizes);
        let all: Vec<usize> = (0..course.len()).collect();
        split(Some(&text.parse()?), &course, &all)
    }

    #[test]
    fn a_share_is_spread_over_every_project() {
        let split = held_out("0.25", &[("A", 8), ("B", 5)]).unwrap();
        assert_eq!(split.held_out, [3, 7, 11]);
        assert_eq!(split.learned, [0, 1, 2, 4, 5, 6, 8, 9, 10, 12]);
        assert_eq!(held_out("0.1", &[("A", 20)]).unwrap().held_out, [9, 19]);
        assert!(held_out("0", &[("A", 20)]).unwrap().held_out.is_empty());
    }

    #[test]
    fn a_project_is_held_out_as_a_whole() {
        let split = held_out("B", &[("A", 3), ("B", 2)]).unwrap();
        assert_eq!(split, Split { learned: vec![0, 1, 2], held_out: vec![3, 4] });
        let sizes = [("A", 3), ("B", 2)];
        assert_eq!(held_out("C", &sizes).unwrap_err(), "no project is called 'C'; there are A, B");
        assert!(held_out("A", &[("A", 3)]).unwrap_err().contains("no fault to learn from"));
        assert!(held_out("1.5", &sizes).is_err());
    }

    #[test]
    fn no_more_are_held_out_than_can_be_tried_quickly() {
        let split = held_out("0.5", &[("A", 400), ("B", 200)]).unwrap();
        assert_eq!((split.held_out.len(), split.learned.len()), (30, 570));
        assert!(split.held_out.iter().any(|&lesson| lesson >= 400), "both projects are there");
        assert_eq!(held_out("A", &[("A", 100), ("B", 1)]).unwrap().held_out.len(), 30);
    }

    #[test]
    fn by_default_few_faults_are_all_learned_from() {
        let of = |faults: usize| {
            let lessons: Vec<usize> = (0..faults).collect();
            split(None, &course(&[("A", faults)]), &lessons).unwrap().held_out.len()
        };
        assert_eq!((of(4), of(24), of(25), of(59)), (0, 0, 5, 11));
    }
}
