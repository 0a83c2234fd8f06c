//! The faults available for training.

use std::borrow::Cow;
use std::collections::HashSet;

use faultline_evaluation::Fault;
use faultline_evaluation::seeded::Green;
use faultline_learned_metrics::TrainingFault;
use faultline_spectrum::Spectrum;

/// Faults in training order.
#[derive(Debug, Default)]
pub struct Course {
    faults: Vec<Fault>,
    greens: Vec<Green>,
    lessons: Vec<Lesson>,
}

/// One fault of a course. Seeded faults share a spectrum and are created on demand.
#[derive(Clone, Copy, Debug)]
enum Lesson {
    Real(usize),
    Seeded { green: usize, mutant: usize },
}

impl Course {
    /// Adds recorded faults.
    pub fn add_faults(&mut self, faults: Vec<Fault>) {
        let first = self.faults.len();
        self.lessons.extend((0..faults.len()).map(|at| Lesson::Real(first + at)));
        self.faults.extend(faults);
    }

    /// Adds the faults seeded into a green build.
    pub fn add_green(&mut self, green: Green) {
        let number = self.greens.len();
        self.lessons.extend((0..green.len()).map(|mutant| Lesson::Seeded { green: number, mutant }));
        self.greens.push(green);
    }

    /// Number of faults.
    pub fn len(&self) -> usize {
        self.lessons.len()
    }

    /// Whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.lessons.is_empty()
    }

    /// A fault by index. Cost: none for a recorded fault; for a seeded one, a copy of the green build's
    /// spectrum.
    pub fn fault(&self, lesson: usize) -> Cow<'_, Fault> {
        match self.lessons[lesson] {
            Lesson::Real(fault) => Cow::Borrowed(&self.faults[fault]),
            Lesson::Seeded { green, mutant } => Cow::Owned(self.greens[green].fault(mutant)),
        }
    }

    /// The project of a fault.
    pub fn project(&self, lesson: usize) -> &str {
        match self.lessons[lesson] {
            Lesson::Real(fault) => &self.faults[fault].project,
            Lesson::Seeded { green, .. } => self.greens[green].project(),
        }
    }

    fn name(&self, lesson: usize) -> &str {
        match self.lessons[lesson] {
            Lesson::Real(fault) => &self.faults[fault].name,
            Lesson::Seeded { green, mutant } => self.greens[green].name(mutant),
        }
    }

    /// The projects, in order of first appearance.
    pub fn projects(&self) -> Vec<&str> {
        let mut projects = Vec::new();
        for lesson in 0..self.len() {
            if !projects.contains(&self.project(lesson)) {
                projects.push(self.project(lesson));
            }
        }
        projects
    }

    /// The faults without coverage, for splitting. Seeded faults are numbered in order.
    pub fn outlines(&self) -> Vec<Fault> {
        let outline = |lesson: usize| {
            let name = match self.lessons[lesson] {
                Lesson::Real(_) => self.name(lesson).to_owned(),
                Lesson::Seeded { mutant, .. } => format!("mutant-{}", mutant + 1),
            };
            Fault::new(self.project(lesson).to_owned(), name, Spectrum::default(), &[])
        };
        (0..self.len()).map(outline).collect()
    }

    /// Finds a fault that is listed twice, and so could be both trained on and tested on.
    pub fn duplicate(&self) -> Option<String> {
        let mut seen = HashSet::new();
        let name = |lesson| (self.project(lesson), self.name(lesson));
        let twice = (0..self.len()).find(|&lesson| !seen.insert(name(lesson)))?;
        Some(format!("{} of {}", self.name(twice), self.project(twice)))
    }
}

/// Converts a fault for training.
pub fn training_fault(fault: &Fault) -> TrainingFault<'_> {
    TrainingFault {
        name: &fault.name,
        spectrum: &fault.spectrum,
        methods: fault.methods,
        method_of: &fault.method_of,
        faulty: &fault.faulty,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A course of empty faults, with the given number for each project.
    pub fn course(sizes: &[(&str, usize)]) -> Course {
        let mut course = Course::default();
        for &(project, faults) in sizes {
            let fault =
                |n| Fault::new(project.to_owned(), format!("{project}-{n}"), Spectrum::default(), &[]);
            course.add_faults((1..=faults).map(fault).collect());
        }
        course
    }

    #[test]
    fn a_fault_that_is_there_twice_is_found() {
        assert_eq!(course(&[("A", 3), ("B", 3)]).duplicate(), None);
        assert_eq!(course(&[("A", 1), ("A", 3)]).duplicate().as_deref(), Some("A-1 of A"));
    }
}
