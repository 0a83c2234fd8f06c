//! Evidence from failing tests besides counts.

use std::collections::HashSet;

use faultline_spectrum::{Spectrum, TestId};

use super::frames::Trace;
use super::{Kind, Known, Methods, few};

/// The evidence from one failing test. Methods are in ascending order everywhere.
#[derive(Clone, Debug, Default)]
pub struct Told {
    trace: Trace,
    words: Vec<(u32, f64)>,
    classes: Vec<(u32, f64)>,
    package: Option<u32>,
    ran: Vec<u32>,
}

impl Told {
    /// Cost: O(methods + frames + covered elements).
    pub fn of(spectrum: &Spectrum, test: TestId, known: &Known) -> Self {
        let row = &spectrum.tests[test.index()];
        let names = known.names.of_tests([row]);
        let classes = names.iter().zip(0..).filter(|(name, _)| name.class > 0.0);
        Self {
            trace: known.frames.trace(spectrum, test),
            words: known.words.like(row),
            classes: classes.map(|(name, method)| (method, name.class)).collect(),
            package: known.packages.of_test(row),
            ran: few::ran(spectrum, test),
        }
    }

    /// Maps methods to other numbers. If several map to one, the larger value counts.
    #[must_use]
    pub fn renumbered(&self, number: impl Fn(u32) -> Option<u32>) -> Self {
        let largest = |of: &[(u32, f64)]| {
            let of = of.iter().filter_map(|&(method, value)| Some((number(method)?, value)));
            let mut of: Vec<(u32, f64)> = of.collect();
            of.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
            of.dedup_by_key(|entry| entry.0);
            of
        };
        let places = self.trace.places.iter().filter_map(|&(method, place)| Some((number(method)?, place)));
        let mut places: Vec<(u32, u32)> = places.collect();
        places.sort_unstable();
        places.dedup_by_key(|entry| entry.0);
        let mut ran: Vec<u32> = self.ran.iter().filter_map(|&method| number(method)).collect();
        ran.sort_unstable();
        ran.dedup();
        Self {
            trace: Trace { places, ..self.trace },
            words: largest(&self.words),
            classes: largest(&self.classes),
            package: self.package,
            ran,
        }
    }
}

/// The combined evidence from several failing tests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// Rows by method, in the order of [`Kind::ALL`] without the counted kinds; zeros for methods that no failing test runs.
    rows: Vec<[f64; Kind::TOLD]>,
}

impl Evidence {
    /// Cost: O(methods + evidence of the tests).
    pub fn of<'t>(methods: &Methods, tests: impl IntoIterator<Item = &'t Told>) -> Self {
        let mut gathered = Gathered::new(methods.count());
        for told in tests {
            gathered.add(told);
        }
        gathered.evidence(methods)
    }

    /// Collects and combines the evidence from failing tests. Cost: O(failing tests * (methods + evidence of each)).
    pub fn of_tests(spectrum: &Spectrum, failing: &[TestId], known: &Known) -> Self {
        let mut gathered = Gathered::new(known.methods.count());
        for &test in failing {
            gathered.add(&Told::of(spectrum, test, known));
        }
        gathered.evidence(&known.methods)
    }

    /// The evidence about a method; zeros if no failing test runs it.
    pub fn row(&self, method: usize) -> &[f64; Kind::TOLD] {
        const NOTHING: &[f64; Kind::TOLD] = &[0.0; Kind::TOLD];
        self.rows.get(method).unwrap_or(NOTHING)
    }

    /// Whether there is no evidence, because the ranking does not weigh it.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// Sums and maxima over failing tests.
struct Gathered {
    rows: Vec<[f64; Kind::TOLD]>,
    packages: HashSet<u32>,
    tests: f64,
    ran: f64,
}

impl Gathered {
    fn new(methods: usize) -> Self {
        Self { rows: vec![[0.0; Kind::TOLD]; methods], packages: HashSet::new(), tests: 0.0, ran: 0.0 }
    }

    fn at(&mut self, method: u32, kind: Kind) -> &mut f64 {
        // `kind` is never a counted kind.
        &mut self.rows[method as usize][kind.index() - Kind::COUNTED]
    }

    fn add(&mut self, told: &Told) {
        self.tests += 1.0;
        self.ran += told.ran.len() as f64;
        self.packages.extend(told.package);
        for (kind, of) in [(Kind::ClassName, &told.classes), (Kind::Words, &told.words)] {
            for &(method, value) in of {
                let best = self.at(method, kind);
                *best = best.max(value);
            }
        }
        for &(method, place) in &told.trace.places {
            if told.trace.is_implicit {
                *self.at(method, Kind::Implicit) += 1.0 / f64::from(place);
                continue;
            }
            *self.at(method, Kind::Explicit) += 1.0;
            if place == 1 {
                *self.at(method, Kind::Thrower) += 1.0;
            }
        }
        for &method in &told.ran {
            *self.at(method, Kind::Few) += 1.0 / told.ran.len() as f64;
        }
    }

    fn evidence(mut self, methods: &Methods) -> Evidence {
        let mean = self.ran / self.tests.max(1.0);
        let tests = self.tests.max(1.0);
        for method in 0..self.rows.len() {
            if *self.at(method as u32, Kind::Few) <= 0.0 {
                self.rows[method] = [0.0; Kind::TOLD];
                continue;
            }
            let class = self.at(method as u32, Kind::ClassName);
            *class = class.ln_1p();
            *self.at(method as u32, Kind::Constructor) = f64::from(u8::from(methods.constructors[method]));
            let is_near = self.packages.contains(&methods.packages[method]);
            *self.at(method as u32, Kind::Package) = f64::from(u8::from(is_near));
            for kind in [Kind::Implicit, Kind::Explicit, Kind::Thrower] {
                *self.at(method as u32, kind) /= tests;
            }
            let few = self.at(method as u32, Kind::Few);
            *few = few::value(mean, *few / tests);
        }
        Evidence { rows: self.rows }
    }
}
